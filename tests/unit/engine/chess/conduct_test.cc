#include "engine/chess/conduct.h"

#include <gtest/gtest.h>

namespace rookery::chess {
namespace {

using Refusal = Conduct::Refusal;
constexpr Color kWhite = Color::kWhite;
constexpr Color kBlack = Color::kBlack;

Conduct WithOffer() {
  Conduct conduct{RuleProfile()};
  conduct.Move(kWhite);
  EXPECT_EQ(conduct.Offer(kWhite), Refusal::kNone);
  conduct.PressClock(kWhite);
  return conduct;
}

TEST(Conduct, DrawsByAnOfferThatIsAccepted) {
  Conduct conduct = WithOffer();
  EXPECT_EQ(conduct.Accept(kBlack), Refusal::kNone);
  EXPECT_EQ(conduct.end()->first, GameEnd::kAgreement);
}

TEST(Conduct, TakesAMoveForARefusalAndNoSecondOfferBeforeTheOthers) {
  Conduct conduct = WithOffer();
  conduct.Move(kBlack);
  conduct.PressClock(kBlack);
  EXPECT_EQ(conduct.Accept(kBlack), Refusal::kNoOffer);
  conduct.Move(kWhite);
  EXPECT_EQ(conduct.Offer(kWhite), Refusal::kSecondOffer);
}

TEST(Conduct, WantsOffersBetweenMoveAndClock) {
  Conduct conduct{RuleProfile()};
  EXPECT_EQ(conduct.Offer(kWhite), Refusal::kTooEarly);
  EXPECT_EQ(conduct.Offer(kBlack), Refusal::kNotOnTheMove);
  Conduct fide(*FindRuleProfile("fide"));
  EXPECT_EQ(fide.Offer(kBlack), Refusal::kNone);
  EXPECT_EQ(Conduct(RuleProfile()).Withdraw(kWhite), Refusal::kNotWithdrawable);
}

TEST(Conduct, MovesOnlyOncePerTurn) {
  Conduct conduct{RuleProfile()};
  EXPECT_EQ(conduct.Move(kBlack), Refusal::kNotOnTheMove);
  EXPECT_EQ(conduct.Move(kWhite), Refusal::kNone);
  EXPECT_EQ(conduct.Move(kWhite), Refusal::kNotOnTheMove);
}

TEST(Conduct, LosesAtTheProfilesIllegalMoveOrDrawsAgainstABareKing) {
  Conduct engine{RuleProfile()};
  engine.Illegal(kWhite, true);
  EXPECT_EQ(engine.end()->second, GameResult::kBlackWins);
  Conduct source(*FindRuleProfile("source"));
  source.Illegal(kWhite, true);
  source.Illegal(kBlack, true);
  source.Illegal(kWhite, true);
  EXPECT_FALSE(source.end().has_value());
  source.Illegal(kWhite, false);
  EXPECT_EQ(source.end()->second, GameResult::kDraw);
}

TEST(Conduct, RestartsReversedGamesByTheProfile) {
  EXPECT_TRUE(RestartsReversed(*FindRuleProfile("source"), 50, 24));
  EXPECT_FALSE(RestartsReversed(*FindRuleProfile("source"), 50, 25));
  EXPECT_TRUE(RestartsReversed(*FindRuleProfile("fide"), 9, 90));
  EXPECT_FALSE(RestartsReversed(*FindRuleProfile("fide"), 10, 1));
}

// The match runner's rule too: pair_runner.cc.
TEST(Conduct, LosesByAnIllegalMoveUnlessSomeAreForgivenAndNobodyCanMate) {
  Conduct strict{RuleProfile()};
  strict.Illegal(kWhite, false);
  EXPECT_EQ(strict.end()->second, GameResult::kBlackWins);
  Conduct fide(*FindRuleProfile("fide"));
  fide.Illegal(kWhite, false);
  EXPECT_FALSE(fide.end().has_value());
  fide.Illegal(kWhite, false);
  EXPECT_EQ(fide.end()->second, GameResult::kDraw);
}

}  // namespace
}  // namespace rookery::chess
