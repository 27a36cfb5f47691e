#include "coordinator/store/pair_codec.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <charconv>
#include <locale>
#include <sstream>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/games/byte_stream.h"

namespace rookery::coordinator {
namespace {

constexpr char kVersion = 1;
constexpr char kGamesVersion = 2;  // of games; 1 had neither times nor clocks
constexpr char kOldGamesVersion = 1;
constexpr size_t kMaxBlob = 1 << 20;  // of a decompressed pair
constexpr size_t kMaxIndices = 1 << 20;
constexpr size_t kLinesOfEngine = 5;       // of a league; more are skipped
constexpr size_t kLeastLinesOfEngine = 4;  // rows from before engines had limits of their own

absl::Status Broken(std::string_view what) {
  return Error(absl::StatusCode::kDataLoss, "stored {} can't be read; restore a backup", what);
}

// A side's clock changes little from move to move.
void PutNumbers(const std::vector<uint32_t>& numbers, ByteWriter* out) {
  out->Number(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    out->Signed(int64_t{numbers[i]} - (i >= 2 ? numbers[i - 2] : 0));
  }
}

bool TakeNumbers(ByteReader* reader, std::vector<uint32_t>* numbers) {
  const uint64_t count = reader->Number();
  if (!reader->ok() || count > kMaxBlob) return false;
  numbers->resize(count);
  for (size_t i = 0; i < count; ++i) {
    (*numbers)[i] = static_cast<uint32_t>(reader->Signed() + (i >= 2 ? (*numbers)[i - 2] : 0));
  }
  return reader->ok();
}

void PutGame(const GameRecord& game, ByteWriter* out) {
  out->Number(static_cast<uint64_t>(game.result));
  out->Number(static_cast<uint64_t>(game.end));
  out->Signed(game.nodes);
  out->Signed(game.elapsed_ms);
  out->Bytes(game.digest);
  out->Bytes(game.detail);
  out->Bytes(game.moves);
  out->Number(game.scores_cp.size());
  // A side's score changes little from move to move.
  for (size_t i = 0; i < game.scores_cp.size(); ++i) {
    out->Signed(int64_t{game.scores_cp[i]} - (i >= 2 ? game.scores_cp[i - 2] : 0));
  }
  PutNumbers(game.times_ms, out);
  PutNumbers(game.clocks_ms, out);
}

bool TakeGame(ByteReader* reader, bool with_times, GameRecord* game) {
  game->result = static_cast<GameResult>(reader->Number());
  const std::optional<GameEnd> end = GameEndFromNumber(static_cast<int>(reader->Number()));
  if (!end.has_value()) return false;
  game->end = *end;
  game->nodes = reader->Signed();
  game->elapsed_ms = reader->Signed();
  game->digest = std::string(reader->Bytes());
  game->detail = std::string(reader->Bytes());
  game->moves = std::string(reader->Bytes());
  const uint64_t scores = reader->Number();
  if (!reader->ok() || scores > kMaxBlob) return false;
  game->scores_cp.resize(scores);
  for (size_t i = 0; i < scores; ++i) {
    game->scores_cp[i] =
        static_cast<int32_t>(reader->Signed() + (i >= 2 ? game->scores_cp[i - 2] : 0));
  }
  if (!with_times) return reader->ok();
  return TakeNumbers(reader, &game->times_ms) && TakeNumbers(reader, &game->clocks_ms);
}

}  // namespace

std::string GamesPacker::Encode(const PairResult& pair) {
  ByteWriter writer;
  PutGame(pair.first, &writer);
  PutGame(pair.second, &writer);
  return kGamesVersion + zstd_.Pack(writer.str());
}

absl::Status DecodeGames(std::string_view blob, PairResult* pair) {
  if (blob.empty()) return Broken("games");
  const bool with_times = blob[0] == kGamesVersion;
  if (!with_times && blob[0] != kOldGamesVersion) return Broken("games");
  blob.remove_prefix(1);
  const unsigned long long size = ZSTD_getFrameContentSize(blob.data(), blob.size());
  if (size > kMaxBlob) return Broken("games");  // also both of zstd's error values
  std::string plain(size, '\0');
  if (ZSTD_decompress(plain.data(), plain.size(), blob.data(), blob.size()) != size) {
    return Broken("games");
  }
  ByteReader reader(plain);
  if (!TakeGame(&reader, with_times, &pair->first) ||
      !TakeGame(&reader, with_times, &pair->second) || !reader.at_end()) {
    return Broken("games");
  }
  return absl::OkStatus();
}

std::string JoinLines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::vector<std::string> SplitLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string EncodeIndices(const std::vector<uint64_t>& indices) {
  ByteWriter blob;
  blob.Number(indices.size());
  uint64_t last = 0;
  for (const uint64_t index : indices) {
    blob.Number(index - last);
    last = index;
  }
  return blob.str();
}

absl::StatusOr<std::vector<uint64_t>> DecodeIndices(std::string_view blob) {
  ByteReader reader(blob);
  const uint64_t count = reader.Number();
  if (!reader.ok() || count > kMaxIndices) return Broken("lease");
  std::vector<uint64_t> indices;
  uint64_t last = 0;
  for (uint64_t i = 0; i < count; ++i) indices.push_back(last += reader.Number());
  if (!reader.ok() || !reader.at_end()) return Broken("lease");
  return indices;
}

std::string EncodeEnds(const std::map<GameEnd, uint64_t>& ends) {
  std::string text;
  for (const auto& [end, games] : ends) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", static_cast<int>(end), games);
  }
  return text;
}

absl::StatusOr<std::map<GameEnd, uint64_t>> DecodeEnds(std::string_view text) {
  std::map<GameEnd, uint64_t> ends;
  const char* at = text.data();
  const char* const stop = text.data() + text.size();
  while (at != stop) {
    int number = 0;
    uint64_t games = 0;
    const auto key = std::from_chars(at, stop, number);
    if (key.ec != std::errc() || key.ptr == stop || *key.ptr != ':') return Broken("game ends");
    const auto value = std::from_chars(key.ptr + 1, stop, games);
    const std::optional<GameEnd> end = GameEndFromNumber(number);
    if (value.ec != std::errc() || !end.has_value()) return Broken("game ends");
    ends[*end] = games;
    at = value.ptr;
    if (at != stop && *at == ' ') ++at;
  }
  return ends;
}

std::string EncodePoints(const Candidate& candidate) {
  ByteWriter out;
  out.Byte(kVersion);
  out.Number(candidate.dev.size());
  for (const int32_t value : candidate.dev) out.Signed(value);
  for (const int32_t value : candidate.base) out.Signed(value);
  return out.str();
}

absl::Status DecodePoints(std::string_view blob, Candidate* candidate) {
  if (blob.empty() || blob.front() != kVersion) return Broken("candidate");
  ByteReader reader(blob.substr(1));
  const uint64_t size = reader.Number();
  if (size > limits::kMaxRaceParameters) return Broken("candidate");
  candidate->dev.resize(size);
  candidate->base.resize(size);
  for (int32_t& value : candidate->dev) value = static_cast<int32_t>(reader.Signed());
  for (int32_t& value : candidate->base) value = static_cast<int32_t>(reader.Signed());
  if (!reader.ok() || !reader.at_end()) return Broken("candidate");
  return absl::OkStatus();
}

namespace {

// Names of options have blanks, which part the words here.
std::string EncodeName(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '%') {
      text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      text += c;
    }
  }
  return text;
}

std::string DecodeName(const std::string& text) {
  std::string name;
  for (size_t i = 0; i < text.size(); ++i) {
    int code = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(&text[i + 1], &text[i + 1] + 2, code, 16).ec == std::errc()) {
      name += static_cast<char>(code);
      i += 2;
    } else {
      name += text[i];
    }
  }
  return name;
}

// Parameters, and what most tunes don't have: no name begins with a percent sign and a small
// letter.
absl::Status ReadParameters(std::istringstream& in, TuneSpec& tune) {
  for (std::string word; in >> word;) {
    if (word == "%candidate") {
      TuneCandidate one;
      if (!(in >> one.name)) return Broken("tune");
      one.name = DecodeName(one.name);
      one.values.resize(tune.parameters.size());
      for (int32_t& value : one.values) in >> value;
      if (!in) return Broken("tune");
      tune.candidates.push_back(std::move(one));
    } else if (word == "%decimals") {
      if (tune.parameters.empty() || !(in >> tune.parameters.back().decimals)) {
        return Broken("tune");
      }
    } else {
      TuneParameter p;
      p.name = DecodeName(word);
      if (!(in >> p.start >> p.min >> p.max >> p.c_end >> p.r_end)) return Broken("tune");
      tune.parameters.push_back(std::move(p));
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::string EncodeTune(const TuneSpec& tune) {
  std::string text = fmt::format("{} {} {} {} {}\n", static_cast<int>(tune.method), tune.alpha,
                                 tune.gamma, tune.a_ratio, tune.expected_gain);
  for (const TuneParameter& p : tune.parameters) {
    text += fmt::format("{} {} {} {} {} {}\n", EncodeName(p.name), p.start, p.min, p.max, p.c_end,
                        p.r_end);
    if (p.decimals != 0) text += fmt::format("%decimals {}\n", p.decimals);
  }
  for (const TuneCandidate& one : tune.candidates) {
    text += fmt::format("%candidate {} {}\n", EncodeName(one.name), fmt::join(one.values, " "));
  }
  return text;
}

absl::StatusOr<TuneSpec> DecodeTune(std::string_view text) {
  std::istringstream in{std::string(text)};
  in.imbue(std::locale::classic());
  TuneSpec tune;
  int method = 0;
  if (!(in >> method >> tune.alpha >> tune.gamma >> tune.a_ratio >> tune.expected_gain)) {
    return Broken("tune");
  }
  tune.method = static_cast<TuneMethod>(method);
  ROOKERY_RETURN_IF_ERROR(ReadParameters(in, tune));
  return tune;
}

namespace {

absl::Status TakeClock(std::istream& in, Limits* limits) {
  if (!(in >> limits->margin_ms)) return Broken("clock");
  for (ClockPeriod period; in >> period.moves;) {
    if (!(in >> period.base_ms >> period.increment_ms)) return Broken("clock");
    limits->periods.push_back(period);
  }
  return absl::OkStatus();
}

}  // namespace

std::string EncodeClock(const Limits& limits) {
  if (limits.margin_ms == 0 && limits.periods.empty()) return "";
  std::string text = fmt::format("{}", limits.margin_ms);
  for (const ClockPeriod& period : limits.periods) {
    text += fmt::format(" {} {} {}", period.moves, period.base_ms, period.increment_ms);
  }
  return text;
}

absl::Status DecodeClock(std::string_view text, Limits* limits) {
  if (text.empty()) return absl::OkStatus();
  std::istringstream in{std::string(text)};
  return TakeClock(in, limits);
}

std::string EncodeLimits(const Limits& limits) {
  const std::string clock = EncodeClock(limits);
  return fmt::format("{} {} {} {} {} {}", limits.nodes, limits.depth, limits.movetime_ms,
                     limits.base_ms, limits.increment_ms, clock.empty() ? "0" : clock);
}

absl::StatusOr<Limits> DecodeLimits(std::string_view text) {
  std::istringstream in{std::string(text)};
  Limits limits;
  if (!(in >> limits.nodes >> limits.depth >> limits.movetime_ms >> limits.base_ms >>
        limits.increment_ms)) {
    return Broken("limits");
  }
  ROOKERY_RETURN_IF_ERROR(TakeClock(in, &limits));
  return limits;
}

std::string EncodeLeague(const LeagueSpec& league) {
  std::vector<std::string> lines = {fmt::format("{} {} {} {} {}", static_cast<int>(league.format),
                                                league.pairs, league.rounds, league.seeds,
                                                kLinesOfEngine)};
  for (const EngineSpec& engine : league.engines) {
    lines.insert(lines.end(), {engine.name, engine.weights_sha256, engine.version, engine.commit,
                               engine.limits.has_value() ? EncodeLimits(*engine.limits) : ""});
  }
  return JoinLines(lines);
}

absl::StatusOr<LeagueSpec> DecodeLeague(std::string_view text) {
  const std::vector<std::string> lines = SplitLines(text);
  if (lines.empty()) return Broken("league");
  std::istringstream in(lines[0]);
  LeagueSpec league;
  int format = 0;
  size_t each = 0;
  if (!(in >> format >> league.pairs >> league.rounds >> league.seeds >> each) ||
      each < kLeastLinesOfEngine || (lines.size() - 1) % each != 0) {
    return Broken("league");
  }
  league.format = static_cast<Format>(format);
  for (size_t i = 1; i < lines.size(); i += each) {
    EngineSpec& engine =
        league.engines.emplace_back(lines[i], lines[i + 1], lines[i + 2], lines[i + 3]);
    if (each < kLinesOfEngine || lines[i + 4].empty()) continue;
    ROOKERY_ASSIGN_OR_RETURN(engine.limits, DecodeLimits(lines[i + 4]));
  }
  return league;
}

std::string EncodeCounts(const LeagueCell& cell) {
  std::string text;
  for (const auto& row : cell.counts) {
    for (const uint64_t count : row) text += fmt::format("{}{}", text.empty() ? "" : " ", count);
  }
  return text;
}

absl::Status DecodeCounts(std::string_view text, LeagueCell* cell) {
  std::istringstream in{std::string(text)};
  for (auto& row : cell->counts) {
    for (uint64_t& count : row) in >> count;
  }
  return in ? absl::OkStatus() : Broken("league's cell");
}

}  // namespace rookery::coordinator
