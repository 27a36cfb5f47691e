#include "engine/openings/chess960.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/chess/notation.h"
#include "engine/openings/book.h"

namespace rookery::openings {
namespace {

// Numbers that are published with their arrays, the standard one among them.
TEST(Chess960Start, HasScharnaglsNumbers) {
  const auto row = [](int number) { return Chess960Start(number).substr(0, 8); };
  EXPECT_EQ(row(0), "bbqnnrkr");
  EXPECT_EQ(row(518), "rnbqkbnr");
  EXPECT_EQ(row(534), "rnbkqbnr");
  EXPECT_EQ(row(959), "rkrnnqbb");
}

TEST(Chess960Start, IsEachOfThePossibleArraysOnce) {
  std::set<std::string> arrays;
  for (int number = 0; number < kChess960Starts; ++number) {
    const std::string fen = Chess960Start(number);
    ASSERT_TRUE(chess::ParseFen(fen).ok()) << fen;
    const std::string row = fen.substr(0, 8);
    arrays.insert(row);
    EXPECT_NE(row.find('b') % 2, row.rfind('b') % 2) << row;
    EXPECT_LT(row.find('r'), row.find('k')) << row;
    EXPECT_GT(row.rfind('r'), row.find('k')) << row;
  }
  EXPECT_EQ(arrays.size(), 960U);
}

TEST(Chess960Start, IsTheStartWhereTheArrayIsTheStandardOne) {
  EXPECT_EQ(*chess::ParseFen(Chess960Start(518)), chess::Position::Start());
}

TEST(Chess960Book, OpensAsABook) {
  const auto book = Book::FromText(Chess960Book(), "all 960");
  ASSERT_TRUE(book.ok()) << book.status();
  EXPECT_EQ((*book)->size(), 960U);
  EXPECT_EQ((*book)->At(518)->position, chess::Position::Start());
}

}  // namespace
}  // namespace rookery::openings
