// Properties of the evaluation over random games: the trace gives the score exactly, colours are
// treated alike, the pawn cache changes nothing.
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/eval/evaluator.h"

namespace rookery::eval {
namespace {

constexpr int kGames = 150;
constexpr int kPlies = 120;
constexpr uint64_t kSeed = 20261129;

// A king without men against these pieces, on random squares; none if they don't fit there.
std::optional<chess::Position> LoneKing(std::string_view pieces, Rng& rng) {
  std::array<char, 64> board = {};
  for (const char piece : std::string("k") + std::string(pieces)) board[rng.Below(64)] = piece;
  std::string fen;
  for (size_t rank = 0; rank < 8; ++rank) {
    int empty = 0;
    const auto end_gap = [&] {
      if (empty > 0) fen += std::to_string(std::exchange(empty, 0));
    };
    for (size_t file = 0; file < 8; ++file) {
      const char piece = board[8 * rank + file];
      if (piece == '\0') {
        ++empty;
        continue;
      }
      end_gap();
      fen += piece;
    }
    end_gap();
    if (rank < 7) fen += '/';
  }
  const auto position = chess::ParseFen(fen + " w - - 0 1");
  return position.ok() ? std::optional(*position) : std::nullopt;
}

chess::Position Mirrored(const chess::Position& position);

// Calls `visit` with every position of random games, and with endings that games rarely reach.
template <typename Visit>
void VisitRandomPositions(Visit visit) {
  Rng rng(kSeed);
  for (const std::string_view pieces : {"KR", "KQ", "KBN", "KBB", "KRP"}) {
    for (int i = 0; i < 60; ++i) {
      const auto position = LoneKing(pieces, rng);
      if (!position) continue;
      visit(*position);
      visit(Mirrored(*position));
    }
  }
  for (int game = 0; game < kGames; ++game) {
    chess::Position position = chess::Position::Start();
    for (int ply = 0; ply < kPlies; ++ply) {
      chess::MoveList moves;
      chess::GenerateLegal(position, moves);
      if (moves.empty()) break;
      // Captures are preferred, so that thin endgames come up too.
      chess::Move move = moves[rng.Below(moves.size())];
      for (int i = 0; i < 2 && !position.IsCapture(move); ++i)
        move = moves[rng.Below(moves.size())];
      position.Play(move);
      visit(position);
    }
  }
}

params::Weights RandomWeights(Rng& rng) {
  params::Weights weights;
  for (const params::Parameter& parameter : params::Table()) {
    const auto span = static_cast<uint64_t>(parameter.max - parameter.min + 1);
    EXPECT_TRUE(
        weights.Set(parameter.name, parameter.min + static_cast<int>(rng.Below(span))).ok());
  }
  return weights;
}

// The same position with colours and sides of the board exchanged.
chess::Position Mirrored(const chess::Position& position) {
  const std::string fen = chess::ToFen(position);
  const size_t board_end = fen.find(' ');
  std::string board;
  size_t end = board_end;
  while (true) {
    const size_t slash = end == 0 ? std::string::npos : fen.rfind('/', end - 1);
    const size_t begin = slash == std::string::npos || slash > board_end ? 0 : slash + 1;
    if (!board.empty()) board += '/';
    board += fen.substr(begin, end - begin);
    if (begin == 0) break;
    end = slash;
  }
  std::string rest = fen.substr(board_end);
  rest[1] = rest[1] == 'w' ? 'b' : 'w';
  const auto swap_case = [](std::string& text, size_t first, size_t last) {
    for (size_t i = first; i < last; ++i) {
      const auto letter = static_cast<unsigned char>(text[i]);
      text[i] =
          static_cast<char>(std::isupper(letter) ? std::tolower(letter) : std::toupper(letter));
    }
  };
  swap_case(board, 0, board.size());
  const size_t castling_end = rest.find(' ', 3);
  swap_case(rest, 3, castling_end);
  for (size_t i = castling_end; i < rest.find(' ', castling_end + 1); ++i) {
    if (rest[i] == '3') {
      rest[i] = '6';
    } else if (rest[i] == '6') {
      rest[i] = '3';
    }
  }
  return chess::ParseFen(board + rest).value();
}

TEST(Evaluation, IsExactlyTheTraceTimesTheWeights) {
  Rng rng(1);
  const params::Weights defaults;
  const params::Weights random = RandomWeights(rng);
  Evaluator plain(defaults);
  Evaluator wild(random);
  int positions = 0;
  VisitRandomPositions([&](const chess::Position& position) {
    const int sign = position.side() == chess::Color::kWhite ? 1 : -1;
    ASSERT_EQ(plain.Evaluate(position), sign * TraceOf(position, Shape(defaults)).Score(defaults))
        << chess::ToFen(position);
    ASSERT_EQ(wild.Evaluate(position), sign * TraceOf(position, Shape(random)).Score(random))
        << chess::ToFen(position);
    ++positions;
  });
  EXPECT_GT(positions, 10'000);
}

// All weights at an end of their range, and boards full of queens: nothing overflows.
TEST(Evaluation, IsItsTraceWhateverTheWeightsAndMen) {
  Rng rng(3);
  for (int round = 0; round < 40; ++round) {
    params::Weights weights;
    for (const params::Parameter& parameter : params::Table()) {
      const int value = round < 2 || rng.Below(2) == 0 ? parameter.max : parameter.min;
      ASSERT_TRUE(weights.Set(parameter.name, value).ok());
    }
    Evaluator evaluator(weights);
    for (const char* fen :
         {"5b2/1k5Q/1BR2B2/2p4Q/Q3Q3/pQ1QQ1Q1/1Q4BK/5N2 b - - 0 1",
          "k7/8/8/QQQQQQQQ/Q6R/R6B/BN4NK/8 b - - 0 1", "qqqqkqqq/qq6/8/8/8/8/8/4K3 b - - 0 1"}) {
      const chess::Position position = chess::ParseFen(fen).value();
      const int sign = position.side() == chess::Color::kWhite ? 1 : -1;
      EXPECT_EQ(evaluator.Evaluate(position),
                sign * TraceOf(position, Shape(weights)).Score(weights))
          << fen;
    }
  }
}

TEST(Evaluation, TreatsColoursAlike) {
  Rng rng(2);
  const params::Weights weights = RandomWeights(rng);
  Evaluator evaluator(weights);
  VisitRandomPositions([&](const chess::Position& position) {
    ASSERT_EQ(evaluator.Evaluate(position), evaluator.Evaluate(Mirrored(position)))
        << chess::ToFen(position);
  });
}

TEST(Evaluation, DoesNotDependOnWhatWasEvaluatedBefore) {
  const params::Weights weights;
  Evaluator used(weights);
  int number = 0;
  VisitRandomPositions([&](const chess::Position& position) {
    const int score = used.Evaluate(position);
    if (++number % 50 == 0) {
      ASSERT_EQ(score, Evaluator(weights).Evaluate(position)) << chess::ToFen(position);
    }
  });
}

TEST(Evaluation, EveryTermCountsInSomePosition) {
  std::array<bool, params::kTermCount> seen = {};
  VisitRandomPositions([&](const chess::Position& position) {
    const Trace trace = TraceOf(position, Shape(params::Weights()));
    for (size_t i = 0; i < seen.size(); ++i) {
      seen[i] = seen[i] || trace.Coefficient(static_cast<params::Term>(i)) != 0;
    }
  });
  for (size_t i = 0; i < seen.size(); ++i) {
    EXPECT_TRUE(seen[i]) << params::TermName(static_cast<params::Term>(i));
  }
}

// The same pieces weigh by the middlegame's values on a full board, by the endgame's on an empty
// one, and between the two in between.
TEST(Evaluation, TapersFromMiddlegameToEndgameByThePiecesLeft) {
  EXPECT_EQ(PhaseOf(chess::Position::Start()), kFullPhase);
  EXPECT_EQ(PhaseOf(*chess::ParseFen("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1")), 0);
  EXPECT_EQ(PhaseOf(*chess::ParseFen("3qk3/8/8/8/8/8/8/R3K1N1 w - - 0 1")), 4 + 2 + 1);
  EXPECT_EQ(Blend(100 * kUnit, 200 * kUnit, kFullPhase, kFullScale), 100);
  EXPECT_EQ(Blend(100 * kUnit, 200 * kUnit, 0, kFullScale), 200);
  EXPECT_EQ(Blend(100 * kUnit, 200 * kUnit, kFullPhase / 2, kFullScale), 150);
}

// An attack on the king counts by the middlegame's weight alone, and several attackers count more
// than their sum, so that it is worth little where few pieces are left.
TEST(Evaluation, WeighsAttacksOnTheKingByWhatIsLeftOnTheBoard) {
  const params::Weights weights = params::CatalogueWeights();
  for (const params::Term term : {params::Term::kKingAttackN, params::Term::kKingAttackB,
                                  params::Term::kKingAttackR, params::Term::kKingAttackQ}) {
    EXPECT_GT(weights[params::MgIndex(term)], weights[params::EgIndex(term)]);
  }
  const auto attack = [](std::string_view fen) {
    return TraceOf(*chess::ParseFen(fen), Shape(params::Weights()))
        .Coefficient(params::Term::kKingAttackR);
  };
  const int alone = attack("6k1/7p/8/8/8/8/8/4KR2 w - - 0 1");
  const int two = attack("6k1/7p/8/8/8/8/8/3K1R1R w - - 0 1");
  EXPECT_GT(two, 2 * alone);
}

// The change of the score from a weight's least to its greatest value, as the evaluator gives it
// and as the trace's derivative says; rounding takes less than a centipawn from each score.
// Positions in which the lead changes hands are left out: there the scale is another one.
class Differences {
 public:
  explicit Differences(const params::Parameter& parameter)
      : span_(parameter.max - parameter.min),
        low_weights_(With(parameter.name, parameter.min)),
        high_weights_(With(parameter.name, parameter.max)),
        low_(low_weights_),
        high_(high_weights_) {}

  // Whether the weight moved this position's score.
  bool Check(const chess::Position& position, int coefficient, bool middlegame) {
    if (coefficient == 0) return false;
    const int sign = position.side() == chess::Color::kWhite ? 1 : -1;
    const int before = sign * low_.Evaluate(position);
    const int after = sign * high_.Evaluate(position);
    const Trace trace = TraceOf(position, Shape(params::Weights()));
    const int scale = trace.ScaleFor(low_weights_);
    const int share = middlegame ? trace.phase : kFullPhase - trace.phase;
    if (scale != trace.ScaleFor(high_weights_) || share * scale == 0) return false;
    const double derivative =
        static_cast<double>(coefficient) * share * scale / (kFullPhase * kUnit * kFullScale);
    EXPECT_NEAR(after - before, span_ * derivative, 2) << chess::ToFen(position);
    return true;
  }

 private:
  static params::Weights With(std::string_view name, int value) {
    params::Weights weights;
    EXPECT_TRUE(weights.Set(name, value).ok());
    return weights;
  }

  int span_;
  params::Weights low_weights_;
  params::Weights high_weights_;
  Evaluator low_;
  Evaluator high_;
};

TEST(Evaluation, MovesWithEachWeightAsItsTraceSays) {
  constexpr int kEnough = 40;
  std::vector<Differences> differences;
  for (int i = 0; i < 2 * params::kTermCount; ++i) {
    differences.emplace_back(params::Table()[static_cast<size_t>(i)]);
  }
  std::vector<int> checked(differences.size());
  VisitRandomPositions([&](const chess::Position& position) {
    const Trace trace = TraceOf(position, Shape(params::Weights()));
    for (size_t i = 0; i < differences.size(); ++i) {
      if (checked[i] >= kEnough) continue;
      const int coefficient = trace.Coefficient(static_cast<params::Term>(i / 2));
      checked[i] += differences[i].Check(position, coefficient, i % 2 == 0) ? 1 : 0;
    }
  });
  for (size_t i = 0; i < checked.size(); ++i) {
    EXPECT_GT(checked[i], 0) << params::Table()[i].name;
  }
}

}  // namespace
}  // namespace rookery::eval
