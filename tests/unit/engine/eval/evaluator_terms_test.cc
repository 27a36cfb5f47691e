// Each term by an example: a position in which White has what the term is about (or Black has,
// where the count is negative), and how often.
#include <gtest/gtest.h>

#include "engine/chess/notation.h"
#include "engine/eval/evaluator.h"

namespace rookery::eval {
namespace {

using params::Term;

const Shape kShape{params::Weights()};

struct Example {
  const char* term;
  const char* fen;
  double white;
  double black;
};

Term TermByName(std::string_view name) {
  for (int i = 0; i < params::kTermCount; ++i) {
    if (params::TermName(static_cast<Term>(i)) == name) return static_cast<Term>(i);
  }
  ADD_FAILURE() << name;
  return Term::kCount;
}

constexpr Example kExamples[] = {
    {"mat_pawn", "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1", 1, 2},
    {"mat_knight", "4k3/8/8/3n4/8/8/8/1N2K1N1 w - - 0 1", 2, 1},
    {"mat_bishop", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 1, 0},
    {"mat_rook", "r3k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 1},
    {"mat_queen", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 1, 0},
    {"rook_undeveloped", "4k3/8/8/8/8/8/P7/RN2K3 w - - 0 1", 1, 0},
    {"rook_undeveloped", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", 0, 0},
    {"bishop_pair", "4k3/7p/8/8/8/8/8/2B1KB2 w - - 0 1", 1, 0},
    {"bad_bishop_pawn", "4k3/8/8/8/8/8/3P1P2/2B1K3 w - - 0 1", 2, 0},
    {"tempo", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0, 1},
    {"pawn_isolated", "4k3/8/8/8/8/8/P1PP4/4K3 w - - 0 1", 1, 0},
    {"pawn_backward", "4k3/8/8/8/8/2P5/1P6/4K3 w - - 0 1", 1, 0},
    {"pawn_doubled", "4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1", 2, 0},
    {"pawn_blocked", "4k3/8/8/8/8/n7/P6P/4K3 w - - 0 1", 1, 0},
    {"pawn_passed_r2", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {"pawn_passed_r3", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", 1, 0},
    {"pawn_passed_r4", "4k3/8/8/7p/8/8/8/4K3 w - - 0 1", 0, 1},
    {"pawn_passed_r5", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 1, 0},
    {"pawn_passed_r6", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"pawn_passed_r7", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"pawn_passed_r4", "4k3/1p6/8/8/P7/8/8/4K3 w - - 0 1", 0, 0},
    {"centre_pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", 1, 1},
    {"centre_piece", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 1, 0},
    {"centre_control", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", 2, 0},
    {"ext_centre_piece", "4k3/8/5n2/8/8/2N2N2/8/4K3 w - - 0 1", 2, 1},
    {"ext_centre_control", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 0 + 0, 0},
    {"ext_centre_control", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", 1, 0},
    {"knight_corner", "n3k3/8/8/8/8/8/8/4K2N w - - 0 1", 1, 1},
    {"knight_edge", "4k3/8/8/8/N7/8/8/4K2N w - - 0 1", 1, 0},
    {"mob_knight", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 5, 0},
    {"mob_bishop", "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", 8, 0},
    {"mob_rook", "4k3/7p/8/8/3R4/8/8/4K3 w - - 0 1", 8, 0},
    {"mob_queen", "4k3/7p/8/8/3Q4/8/8/4K3 w - - 0 1", 16, 0},
    {"bishop_open_diagonal", "4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", 1, 0},
    {"bishop_open_diagonal", "4k3/6p1/8/8/8/8/1B6/4K3 w - - 0 1", 0, 0},
    {"rook_open_file", "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"rook_half_open", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"piece_shut_in", "4k3/8/8/8/8/8/1P1P4/2B1K3 w - - 0 1", 1, 0},
    {"piece_no_safe_square", "4k3/4p3/8/2p5/8/8/8/3NK3 w - - 0 1", 0, 0},
    {"piece_no_safe_square", "4k3/8/8/1p6/3p4/8/3P4/N3K3 w - - 0 1", 0, 0},
    {"piece_pinned", "4k3/4n3/8/8/8/8/8/4RK2 w - - 0 1", 0, 1},
    {"piece_pinned", "3qk3/3n4/8/8/8/8/8/3R1K2 w - - 0 1", 0, 1},
    {"weak_pawn_attack", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"weak_pawn_attack", "4k3/1p6/p7/8/8/8/8/R3K3 w - - 0 1", 0, 0},
    {"weak_pawn_attack", "4k3/8/p7/1P6/8/8/8/4K3 w - - 0 1", 1, 1},
    {"weak_pawn_attack", "4k3/1p6/2p5/2p5/8/8/8/4K2B w - - 0 1", 1, 0},
    {"weak_pawn_attack", "4k3/1pp5/2p5/8/8/8/8/2R1K3 w - - 0 1", 1, 0},
    {"battery", "7k/7p/8/8/8/Q7/Q7/4K3 w - - 0 1", 1, 0},
    {"threat_pawn", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {"threat_minor", "4k3/8/3r4/8/4N3/8/8/4K3 w - - 0 1", 1, 0},
    {"fork", "4k3/8/3r1r2/8/4N3/8/8/4K3 w - - 0 1", 1, 0},
    {"fork", "4k3/8/8/3n1n2/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {"hanging_piece", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 0, 1},
    {"castled", "4k3/7p/8/8/8/8/8/5RK1 w - - 0 1", 1, 0},
    {"castled", "4k3/8/8/8/8/8/8/6KR w - - 0 1", 0, 0},
    {"castling_right", "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", 2, 1},
    {"king_shelter", "4k3/8/8/8/8/7P/5PP1/6K1 w - - 0 1", 3, 0},
    {"king_luft", "4k3/8/8/8/8/7P/5PP1/6K1 w - - 0 1", 1, 1},
    {"king_luft", "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 0, 1},
    {"king_exposed", "4k3/3pp3/8/8/8/8/5PPP/6K1 w - - 0 1", 0, 1},
    {"king_defender", "4k3/8/5n2/8/8/8/8/4K3 w - - 0 1", 0, 1},
    {"king_defender", "4k3/8/8/8/8/8/8/3N2K1 w - - 0 1", 0, 0},
    {"king_defender", "4k3/8/8/8/8/8/8/4N1K1 w - - 0 1", 1, 0},
    {"king_defender", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", 1, 0},
    {"king_defender", "4k3/8/8/8/1N2K3/8/8/4N3 w - - 0 1", 0, 0},
    {"king_centre_eg", "4k3/8/8/8/3K4/8/8/8 w - - 0 1", 3, 0},
    {"king_attack_n", "6k1/7p/8/4N2R/8/8/8/4K3 w - - 0 1", 0.5, 0},
    {"king_attack_b", "6k1/8/8/8/8/3B4/8/4K3 w - - 0 1", 0.125, 0},
    {"king_attack_r", "6k1/7p/8/8/8/8/8/4KR2 w - - 0 1", 0.125, 0},
    {"king_attack_q", "6k1/7p/8/7Q/8/8/8/4KR2 w - - 0 1", 0.5, 0},
    {"minor_undeveloped", "1n2k3/8/8/8/8/8/8/1NB1K3 w - - 0 1", 2, 1},
    {"developed_and_castled", "4k3/7p/8/8/8/2N5/8/5RK1 w - - 0 1", 1, 0},
    {"battery", "4k3/7p/8/8/8/8/3R4/3RK3 w - - 0 1", 1, 0},
    {"battery", "4k3/7p/8/8/8/8/1B6/Q3K3 w - - 0 1", 1, 0},
    {"knight_guards_passer", "4k3/8/8/P7/8/1N6/8/4K3 w - - 0 1", 0, 0},
    {"knight_guards_passer", "4k3/8/8/PN6/8/8/8/4K3 w - - 0 1", 1, 0},
    {"f7_pressure", "4k3/7p/8/6N1/2B5/8/8/4K3 w - - 0 1", 1, 0},
    {"space", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 2, 0},
    {"pawn_phalanx", "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", 4, 0},
    {"pawn_phalanx", "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", 0, 0},
    {"pawn_supported", "4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1", 1, 0},
    {"pawn_advance", "4k3/8/8/3p4/P7/8/P7/4K3 w - - 0 1", 2, 2},
    {"passer_blocked", "4k3/p7/P7/8/8/8/8/4K3 w - - 0 1", 0, 0},
    {"passer_blocked", "4k3/8/n7/P7/8/8/8/4K3 w - - 0 1", 1, 0},
    {"passer_free", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 1, 0},
    {"passer_own_king", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 2 * 5, 0},
    {"passer_enemy_king", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 2 * 4, 0},
    {"rook_behind_passer", "4k3/8/8/P7/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"knight_outpost", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {"knight_outpost", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", 0, 0},
    {"knight_outpost", "4k3/2p5/8/2pN4/4P3/8/8/4K3 w - - 0 1", 0, 0},
    {"knight_outpost", "4k3/8/8/2pN4/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {"knight_outpost", "4k3/8/2p5/3N4/4P3/8/8/4K3 w - - 0 1", 0, 0},
    {"bishop_outpost", "4k3/2p5/8/2pB4/4P3/8/8/4K3 w - - 0 1", 0, 0},
    {"bishop_outpost", "4k3/8/8/3B4/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {"rook_seventh", "4k3/R6p/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"minor_behind_pawn", "4k3/8/8/8/4P3/4N3/8/4K3 w - - 0 1", 1, 0},
    {"push_threat", "4k3/8/3n4/8/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {"safe_check_n", "6k1/8/8/8/4N3/8/8/4K3 w - - 0 1", 1, 0},
    {"safe_check_b", "6k1/8/8/8/8/8/8/4KB2 w - - 0 1", 1, 0},
    {"safe_check_r", "6k1/7p/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"safe_check_q", "6k1/7p/8/8/8/8/8/Q3K3 w - - 0 1", 2, 0},
    {"king_zone_attack", "6k1/7p/8/8/8/8/8/4KR2 w - - 0 1", 2, 0},
    {"pawn_storm", "4k3/8/8/8/6p1/8/8/6K1 w - - 0 1", 1, 0},
    {"king_back_rank", "8/4k3/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"knight_pawns", "4k3/8/8/8/8/8/PPPPPPP1/1N2K3 w - - 0 1", 2, 0},
    {"rook_pawns", "4k3/8/8/8/8/8/PP6/R3K2R w - - 0 1", -6, 0},
    {"knight_pair", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", 1, 0},
    {"rook_pair", "r3k2r/8/8/8/8/8/8/R3K3 w - - 0 1", 0, 1},
    {"threat_rook", "3qk3/8/8/8/8/8/8/3R1K2 w - - 0 1", 1, 0},
    {"threat_king", "4k3/8/8/8/8/8/3n4/4K3 w - - 0 1", 1, 0},
    {"lone_king_edge", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 3, 0},
    {"lone_king_edge", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 0, 0},
    {"lone_king_near", "8/8/4k3/8/4K3/8/8/R7 w - - 0 1", 5, 0},
    {"lone_king_corner", "7k/8/8/8/8/8/8/2BNK3 w - - 0 1", 7, 0},
    {"lone_king_corner", "k7/8/8/8/8/3B4/8/2BNK3 w - - 0 1", 7, 0},
    {"lone_king_corner", "k7/8/8/8/8/8/P7/2BNK3 w - - 0 1", 7, 0},
    {"lone_king_corner", "k7/8/8/8/8/8/8/2BNK1Q1 w - - 0 1", 7, 0},
    {"lone_king_corner", "k7/8/8/8/8/2B5/8/2BNK3 w - - 0 1", 0, 0},
    {"lone_king_corner", "k7/8/8/8/8/8/8/2N1K3 w - - 0 1", 0, 0},
    {"mob_queen", "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", 0, 0},  // to be mated, nothing else counts
    {"lone_king_corner", "k7/8/8/8/8/8/8/2BNK3 w - - 0 1", 0, 0},
    {"attack_immobile", "4k3/8/p7/P7/8/8/8/R3K2B w - - 0 1", 0, 0},
    {"attack_immobile", "4k3/1p6/p7/P7/8/8/8/4KB2 w - - 0 1", 1, 0},
    {"attack_immobile", "4k3/4n3/8/8/8/8/8/4RK2 w - - 0 1", 1, 0},
};

TEST(Terms, CountWhatTheirExamplesShow) {
  for (const Example& example : kExamples) {
    const Trace trace = TraceOf(chess::ParseFen(example.fen).value(), kShape);
    const auto& eighths = trace.eighths[static_cast<size_t>(TermByName(example.term))];
    EXPECT_EQ(eighths[0], example.white * kUnit) << example.term << " " << example.fen;
    EXPECT_EQ(eighths[1], example.black * kUnit) << example.term << " " << example.fen;
  }
}

TEST(Terms, EveryTermHasAnExample) {
  for (int i = 0; i < params::kTermCount; ++i) {
    const std::string_view name = params::TermName(static_cast<Term>(i));
    const std::string_view group = params::Table()[static_cast<size_t>(2 * i)].group;
    if (group == "squares" || group == "mobility") continue;  // piece_square_terms_test.cc
    bool found = false;
    for (const Example& example : kExamples) {
      found = found || (name == example.term && (example.white != 0 || example.black != 0));
    }
    EXPECT_TRUE(found || name == "piece_no_safe_square") << name;
  }
}

// A weight moved up by the term's own side of zero moves the score the same way.
TEST(Terms, AWeightActsInTheDirectionOfItsCount) {
  for (const Example& example : kExamples) {
    const chess::Position position = chess::ParseFen(example.fen).value();
    const Term term = TermByName(example.term);
    params::Weights low;
    params::Weights high;
    for (const char* phase : {".mg", ".eg"}) {
      const std::string name = std::string(example.term) + phase;
      const int index = params::FindParameter(name).value();
      const params::Parameter& parameter = params::Table()[static_cast<size_t>(index)];
      ASSERT_TRUE(low.Set(name, parameter.min).ok());
      ASSERT_TRUE(high.Set(name, parameter.max).ok());
    }
    const Trace trace = TraceOf(position, kShape);
    const int difference = trace.Score(high) - trace.Score(low);
    const int count = trace.Coefficient(term);
    EXPECT_TRUE(count == 0 ? difference == 0 : difference * count >= 0) << example.term;
  }
}

}  // namespace
}  // namespace rookery::eval
