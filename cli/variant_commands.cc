#include "cli/variant_commands.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/whole_number.h"
#include "engine/variant/game.h"
#include "engine/variant/movegen.h"
#include "engine/variant/player.h"
#include "engine/variant/position_text.h"

namespace rookery::cli {
namespace {

using nlohmann::ordered_json;
using variant::Board;
using variant::Position;

constexpr int kMostPerftDepth = 6;
constexpr size_t kMostMovesGiven = 2000;

struct Options {
  std::string position;            // 4N-FEN, empty for the start
  std::vector<std::string> moves;  // played from there
  uint64_t seed = 1;
  int games = 1;
  int rounds = variant::kMostRounds;
  int depth = 3;
  std::string players = "random";
};

absl::StatusOr<Position> Setup(const Options& options) {
  const Board& board = Board::Standard();
  Position position = variant::StartPosition(board);
  if (!options.position.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(position, variant::ParsePosition(board, options.position));
  }
  std::vector<variant::Move> possible;
  for (const std::string& text : options.moves) {
    if (text == "pass") {
      variant::Generate(board, position, possible);
      if (!possible.empty() || position.lost_king) {
        return InvalidArgument("moves: 'pass' is for a player without a move");
      }
      variant::Pass(position);
      continue;
    }
    ROOKERY_ASSIGN_OR_RETURN(const variant::Move move, variant::ParseMove(board, position, text));
    variant::Play(board, move, position);
  }
  return position;
}

ordered_json GameJson(const variant::Game& game, const Options& options, uint64_t index) {
  return {{"game", index + 1},
          {"seed", options.seed},
          {"players", options.players},
          {"result", variant::ResultText(*game.outcome())},
          {"ending", variant::Name(game.outcome()->ending)},
          {"turns", game.record().size()},
          {"moves", game.record()},
          {"position", variant::PositionText(game.position())}};
}

std::string GameText(const variant::Game& game, uint64_t index) {
  return fmt::format("game {}: {} {} after {} turns\n{}\n{}", index + 1,
                     variant::ResultText(*game.outcome()), variant::Name(game.outcome()->ending),
                     game.record().size(), fmt::join(game.record(), " "),
                     variant::PositionText(game.position()));
}

Exit PlayGames(const Options& options, Context& context) {
  const absl::StatusOr<Position> start = Setup(options);
  if (!start.ok()) return context.FailLocal(start.status());
  const std::optional<variant::PlayerKind> kind = variant::PlayerFromName(options.players);
  if (!kind) {
    return context.FailLocal(
        InvalidArgument("--players '{}'; write random or one-ply", options.players));
  }
  for (uint64_t index = 0; index < static_cast<uint64_t>(options.games); ++index) {
    if (context.interrupt->requested()) return Exit::kInterrupted;
    Rng rng = Rng(options.seed).Fork(index);
    variant::Game game(Board::Standard(), *start, options.rounds);
    variant::PlayOut(Board::Standard(), *kind, rng, game);
    if (context.json) {
      context.printer->Json(GameJson(game, options, index));
    } else {
      context.printer->Out(GameText(game, index));
    }
  }
  return Exit::kDone;
}

Exit CountLeaves(const Options& options, Context& context) {
  const absl::StatusOr<Position> start = Setup(options);
  if (!start.ok()) return context.FailLocal(start.status());
  for (int depth = 1; depth <= options.depth; ++depth) {
    if (context.interrupt->requested()) return Exit::kInterrupted;
    const int64_t begin = context.clock->MonotonicNanos();
    const uint64_t leaves = variant::Perft(Board::Standard(), *start, depth);
    const double seconds = static_cast<double>(context.clock->MonotonicNanos() - begin) * 1e-9;
    if (context.json) {
      context.printer->Json({{"depth", depth}, {"leaves", leaves}, {"seconds", seconds}});
    } else {
      context.printer->Out(fmt::format("{} {}", depth, leaves));
    }
  }
  return Exit::kDone;
}

// Squares of two characters: a piece, or the terrain twice.
std::string Drawing(const Position& position) {
  std::string text;
  for (int rank = variant::kSide - 1; rank >= 0; --rank) {
    text += fmt::format("{:>2} ", rank + 1);
    for (int file = 0; file < variant::kSide; ++file) {
      const variant::Square square = variant::MakeSquare(file, rank);
      const variant::Piece& piece = position.at(square);
      const char terrain = Board::Standard().terrain(square);
      const bool water = Board::Standard().IsWater(square);
      if (!piece.empty()) {
        text +=
            fmt::format(" {}{}", variant::SeatLetter(piece.seat), variant::KindLetter(piece.kind));
      } else {
        text += fmt::format(" {}{}", water ? terrain : '.', water ? terrain : '.');
      }
    }
    text += '\n';
  }
  text += "  ";
  for (int file = 0; file < variant::kSide; ++file) text += fmt::format("  {:c}", 'a' + file);
  return text;
}

Exit Show(const Options& options, Context& context) {
  const absl::StatusOr<Position> position = Setup(options);
  if (!position.ok()) return context.FailLocal(position.status());
  std::vector<variant::Move> moves;
  variant::Generate(Board::Standard(), *position, moves);
  std::vector<std::string> texts;
  for (const variant::Move& move : moves) texts.push_back(variant::MoveText(move));
  const std::string text = variant::PositionText(*position);
  if (context.json) {
    context.printer->Json({{"position", text},
                           {"turn", variant::SeatName(position->turn)},
                           {"over", position->lost_king.has_value()},
                           {"moves", texts}});
    return Exit::kDone;
  }
  const std::string turn =
      position->lost_king
          ? fmt::format("over: the king of {} is captured", variant::SeatName(*position->lost_king))
          : fmt::format("{} to move, {} moves: {}", variant::SeatName(position->turn), texts.size(),
                        texts.empty() ? "pass" : fmt::format("{}", fmt::join(texts, " ")));
  context.printer->Out(fmt::format("{}\n\n{}\n{}", Drawing(*position), text, turn));
  return Exit::kDone;
}

void AddPositionOptions(CLI::App& command, Options& options) {
  command.add_option("--position", options.position, "Start here, six fields (4N-FEN)")
      ->type_name("TEXT");
  command.add_option("--moves", options.moves, "Moves played first, such as f2f4 q6o6")
      ->type_name("MOVE")
      ->expected(1, static_cast<int>(kMostMovesGiven));
}

void AddPlay(CLI::App& noun, Context& context) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      AddCommand(noun, context,
                 {"play", "Play games to their end; the same seed gives the same games",
                  "rookery variant four-nation play --seed 7 --players one-ply\n"
                  "rookery variant four-nation play --games 100 --json"},
                 [options, &context] { return PlayGames(*options, context); });
  AddPositionOptions(*command, *options);
  command->add_option("--seed", options->seed, "What the players' lots are drawn from")
      ->capture_default_str()
      ->check(WholeNumber(0, kMostSeed));
  command->add_option("--players", options->players, "random or one-ply, on all four seats")
      ->capture_default_str()
      ->check(CLI::IsMember({"random", "one-ply"}));
  command->add_option("--games", options->games, "How many")
      ->capture_default_str()
      ->check(WholeNumber(1, 1'000'000));
  command->add_option("--rounds", options->rounds, "A draw after this many rounds")
      ->capture_default_str()
      ->check(WholeNumber(1, variant::kMostRounds));
}

void AddPerft(CLI::App& noun, Context& context) {
  auto options = std::make_shared<Options>();
  CLI::App* command = AddCommand(noun, context,
                                 {"perft", "Count the leaves of the tree of moves",
                                  "rookery variant four-nation perft --depth 3"},
                                 [options, &context] { return CountLeaves(*options, context); });
  AddPositionOptions(*command, *options);
  command->add_option("--depth", options->depth, "Up to this depth")
      ->capture_default_str()
      ->check(WholeNumber(1, kMostPerftDepth));
}

void AddShow(CLI::App& noun, Context& context) {
  auto options = std::make_shared<Options>();
  CLI::App* command = AddCommand(noun, context,
                                 {"show", "Draw a position and list its moves",
                                  "rookery variant four-nation show\n"
                                  "rookery variant four-nation show --moves f2f4 q6o6"},
                                 [options, &context] { return Show(*options, context); });
  AddPositionOptions(*command, *options);
}

}  // namespace

void AddVariantCommands(CLI::App& app, Context& context) {
  CLI::App* noun = AddNoun(app, {"variant", "Play variants of chess on this machine",
                                 "rookery variant four-nation play --seed 7"});
  CLI::App* game =
      AddNoun(*noun, {"four-nation",
                      "Four armies in two teams on 18 x 18 squares, with rivers and a capital",
                      "rookery variant four-nation show\n"
                      "rookery variant four-nation play --seed 7 --players one-ply --json\n"
                      "rookery variant four-nation perft --depth 3"});
  AddPlay(*game, context);
  AddPerft(*game, context);
  AddShow(*game, context);
}

}  // namespace rookery::cli
