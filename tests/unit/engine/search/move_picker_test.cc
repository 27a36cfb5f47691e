#include "engine/search/move_picker.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "engine/chess/notation.h"

namespace rookery::search {
namespace {

using chess::Move;

class MovePickerTest : public ::testing::Test {
 protected:
  MovePickerTest() { histories_->Clear(); }

  std::vector<Move> All(const chess::Position& position, Ordering ordering,
                        MovePicker::Mode mode = MovePicker::Mode::kAll) {
    ordering.position = &position;
    ordering.constants = &constants_;
    ordering.histories = histories_.get();
    ordering.continuations = {&none_, &none_};
    MovePicker picker(ordering, mode);
    std::vector<Move> moves;
    for (Move move = picker.Next(); !move.none(); move = picker.Next()) moves.push_back(move);
    return moves;
  }

  Constants constants_{params::Weights()};
  std::unique_ptr<Histories> histories_ = std::make_unique<Histories>();
  PieceTo none_ = {};
};

constexpr const char* kFens[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1",
};

TEST_F(MovePickerTest, HandsOutEachLegalMoveOnceWhateverTheHints) {
  for (const char* fen : kFens) {
    const chess::Position position = chess::ParseFen(fen).value();
    chess::MoveList legal;
    chess::GenerateLegal(position, legal);
    for (const Move hint : legal) {
      Ordering ordering;
      ordering.hash_move = legal[0];
      ordering.refutations = {hint, hint, Move::FromBits(4095)};
      const std::vector<Move> moves = All(position, ordering);
      std::set<uint16_t> distinct;
      for (const Move move : moves) distinct.insert(move.bits());
      EXPECT_EQ(moves.size(), legal.size()) << fen;
      EXPECT_EQ(distinct.size(), legal.size()) << fen;
      EXPECT_EQ(moves.front(), legal[0]);
    }
  }
}

TEST_F(MovePickerTest, PutsGoodCapturesFirstAndLosingOnesLast) {
  // Pawn takes queen; queen takes a protected pawn; the rest is quiet.
  const chess::Position position = chess::ParseFen("7k/1p6/p7/3q4/Q3P3/8/8/4K3 w - - 0 1").value();
  const std::vector<Move> moves = All(position, Ordering());
  EXPECT_EQ(chess::ToUci(position, moves.front()), "e4d5");
  EXPECT_EQ(chess::ToUci(position, moves.back()), "a4a6");
}

TEST_F(MovePickerTest, LeavesOutQuietMovesInTacticalMode) {
  const chess::Position position = chess::ParseFen(kFens[0]).value();
  for (const Move move : All(position, Ordering(), MovePicker::Mode::kTactical)) {
    EXPECT_TRUE(IsTactical(position, move));
  }
}

TEST_F(MovePickerTest, IgnoresAHashMoveThatIsNotLegal) {
  const chess::Position position = chess::Position::Start();
  Ordering ordering;
  ordering.hash_move = Move(chess::MakeSquare(4, 1), chess::MakeSquare(4, 5));
  EXPECT_EQ(All(position, ordering).size(), 20U);
}

TEST_F(MovePickerTest, OrdersQuietMovesByHistory) {
  const chess::Position position = chess::Position::Start();
  const Move favourite = chess::ParseUci(position, "h2h3").value();
  Learn(histories_->Quiet(chess::Color::kWhite, favourite), 500);
  EXPECT_EQ(All(position, Ordering()).front(), favourite);
}

}  // namespace
}  // namespace rookery::search
