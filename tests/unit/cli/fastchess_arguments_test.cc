#include "cli/fastchess_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rookery::cli {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

absl::StatusOr<FastchessMatch> Parse(std::string_view text) {
  return ParseFastchess(Split(text), {4, "20261130_010203"});
}

FastchessMatch Good(std::string_view text) {
  auto match = Parse(text);
  EXPECT_TRUE(match.ok()) << text << ": " << match.status();
  return match.ok() ? *std::move(match) : FastchessMatch{};
}

std::string Fault(std::string_view text) {
  const auto match = Parse(text);
  EXPECT_FALSE(match.ok()) << text;
  return std::string(match.status().message());
}

constexpr std::string_view kTwo = "-engine cmd=/a/x.bin name=A -engine cmd=y -each tc=8+0.08 ";
std::string Two(std::string_view more) { return std::string(kTwo) + std::string(more); }

TEST(ParseFastchess, ReadsTheLineThatTestersWrite) {
  const FastchessMatch match = Good(
      "-each option.Hash=16 proto=uci tc=40/10+0.1 timemargin=20 -engine cmd=./a name=new "
      "option.Threads=2 -engine cmd=./b name=base -rounds 250 -repeat -games 2 -srand 42 "
      "-concurrency 3 -draw movenumber=34 movecount=8 score=20 -resign movecount=3 score=600 "
      "twosided=true -maxmoves 200 -pgnout file=o.pgn nodes=true timeleft=true append=false "
      "-openings file=b.epd format=epd order=random start=7 plies=16 -recover -event test "
      "-ratinginterval 5 -report penta=true -variant standard -tournament gauntlet -seeds 1 "
      "-sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 model=normalized -autosaveinterval 10");
  const MatchSpec& spec = match.spec;
  ASSERT_EQ(spec.engines.size(), 2u);
  EXPECT_EQ(spec.engines[0].options.size(), 2u);
  EXPECT_EQ(worker::TimeControlText(spec.engines[1].limits.clock), "40/10+0.1");
  EXPECT_EQ(spec.engines[1].limits.clock.margin_ms, 20);
  EXPECT_EQ(spec.schedule.rounds, 250u);
  EXPECT_EQ(spec.schedule.format, Format::kGauntlet);
  EXPECT_EQ(spec.seed, 42u);
  EXPECT_EQ(spec.concurrency, 3);
  EXPECT_EQ(spec.adjudication.draw_move_number, 34);
  EXPECT_TRUE(spec.adjudication.resign_two_sided);
  EXPECT_EQ(spec.max_moves, 200);
  EXPECT_EQ(spec.pgn.path, "o.pgn");
  EXPECT_FALSE(spec.pgn.append);
  EXPECT_TRUE(spec.comments.nodes);
  EXPECT_EQ(spec.openings.start, 6u);
  EXPECT_TRUE(spec.openings.random);
  EXPECT_TRUE(spec.recover);
  EXPECT_TRUE(spec.pairs);
  EXPECT_EQ(match.rating_interval, 5u);
  EXPECT_EQ(spec.sprt->elo1, 2);
  EXPECT_EQ(spec.rules, "fastchess");
}

TEST(ParseFastchess, HasFastchesssDefaults) {
  const FastchessMatch match = Good(kTwo);
  EXPECT_EQ(match.spec.schedule.rounds, 2u);
  EXPECT_EQ(match.spec.schedule.games, 2);
  EXPECT_EQ(match.spec.max_moves, 0);
  EXPECT_FALSE(match.spec.recover);
  EXPECT_EQ(match.spec.engines[1].name, "y");
  EXPECT_EQ(match.spec.log, "config.json");
  EXPECT_EQ(Good(Two("-sprt elo0=0 elo1=2 alpha=0.05 beta=0.05")).spec.schedule.rounds, 500'000u);
}

TEST(ParseFastchess, NamesEnginesByTheirFilesAndApart) {
  const FastchessMatch match = Good("-engine cmd=/a/sf.exe -engine cmd=/b/sf.exe -each nodes=100");
  EXPECT_EQ(match.spec.engines[0].name, "sf");
  EXPECT_EQ(match.spec.engines[1].name, "sf_2");
}

TEST(ParseFastchess, ExchangesGamesAndRoundsWhereTheyAreMixedUp) {
  const FastchessMatch match = Good(Two("-games 100 -rounds 2"));
  EXPECT_EQ(match.spec.schedule.rounds, 100u);
  EXPECT_EQ(match.spec.schedule.games, 2);
  EXPECT_THAT(Fault(Two("-games 100 -rounds 50")), HasSubstr("-games"));
}

TEST(ParseFastchess, BoundsConcurrencyByTheCores) {
  EXPECT_EQ(Good(Two("-concurrency -1")).spec.concurrency, 3);
  EXPECT_EQ(Good(Two("-concurrency 0")).spec.concurrency, 4);
  EXPECT_THAT(Fault(Two("-concurrency 5")), HasSubstr("-force-concurrency"));
  EXPECT_EQ(Good(Two("-concurrency 5 -force-concurrency")).spec.concurrency, 5);
}

TEST(ParseFastchess, QuickIsTwoEnginesAndABook) {
  const FastchessMatch match = Good("-quick cmd=a cmd=a book=b.epd");
  EXPECT_EQ(match.spec.engines[1].name, "a_2");
  EXPECT_EQ(match.spec.schedule.rounds, 25'000u);
  EXPECT_EQ(match.output, FastchessOutput::kCutechess);
  EXPECT_FALSE(match.spec.pairs);
  EXPECT_THAT(Fault("-quick cmd=a book=b.epd"), HasSubstr("-quick"));
}

TEST(ParseFastchess, RefusesByNameWhatItDoesNotTake) {
  for (const auto& [name, why] : RefusedFastchessOptions()) {
    EXPECT_THAT(Fault(Two("-" + name + " x")), HasSubstr("-" + name)) << why;
  }
  EXPECT_THAT(Fault(Two("-pgnout notation=uci")), HasSubstr("notation=uci"));
  EXPECT_THAT(Fault(Two("-log file=x engine=true")), HasSubstr("engine=true"));
  EXPECT_THAT(Fault(Two("-concurency 2")), HasSubstr("Did you mean -concurrency?"));
  EXPECT_THAT(Fault("-engine cmd=a colour=red -engine cmd=b -each nodes=1"), HasSubstr("colour"));
}

TEST(ParseFastchess, SaysWhatItTakesWithoutEffect) {
  const FastchessMatch match = Good(Two("-pgnout match_line=x -check-mate-pvs -crc32 pgn=true"));
  ASSERT_EQ(match.notes.size(), 2u);
  EXPECT_THAT(match.notes[0], HasSubstr("match_line"));
  EXPECT_THAT(match.notes[1], HasSubstr("-check-mate-pvs"));
  EXPECT_TRUE(match.spec.pgn_checksum);
}

TEST(ParseFastchess, SaysWhatIsMissingOrContradicts) {
  EXPECT_THAT(Fault("-engine cmd=a -each nodes=1"), HasSubstr("at least two engines"));
  EXPECT_THAT(Fault("-engine cmd=a -engine cmd=b"), HasSubstr("no TimeControl"));
  EXPECT_THAT(Fault(Two("-each st=1")), HasSubstr("tc and st"));
  EXPECT_THAT(Fault(Two("-variant fischerandom")), HasSubstr("Chess960 opening book"));
  EXPECT_THAT(Fault(Two("-openings file=b.txt")), HasSubstr("format=epd"));
  EXPECT_THAT(Fault(Two("-rounds x")), HasSubstr("-rounds"));
  EXPECT_THAT(Fault(Two("-recover yes")), HasSubstr("takes no value"));
  EXPECT_THAT(Fault(Two("-sprt elo0=2 elo1=0 alpha=0.05 beta=0.05")), HasSubstr("elo0"));
}

TEST(ParseFastchess, ReadsConfigAndInformation) {
  EXPECT_EQ(Good("-config file=x.json").resume, "x.json");
  EXPECT_TRUE(Good("-version").version);
  EXPECT_TRUE(Good("-help").help);
  EXPECT_EQ(Good(Two("-config outname=y.json")).spec.log, "y.json");
}

}  // namespace
}  // namespace rookery::cli
