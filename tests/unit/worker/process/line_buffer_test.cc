#include "worker/process/line_buffer.h"

#include <gtest/gtest.h>

namespace rookery::worker {
namespace {

TEST(LineBuffer, CutsLinesHoweverTheyArrive) {
  const std::string text = "one\r\n\ntwo\nthree";
  for (size_t step = 1; step <= text.size(); ++step) {
    LineBuffer buffer(100, 1000);
    std::vector<std::string> lines;
    for (size_t i = 0; i < text.size(); i += step) {
      buffer.Add(text.substr(i, step));
      while (const auto line = buffer.Take()) lines.emplace_back(*line);
    }
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "", "two"})) << step;
    EXPECT_EQ(buffer.TakeRest(), "three");
    EXPECT_EQ(buffer.TakeRest(), std::nullopt);
  }
}

TEST(LineBuffer, CutsAnEndlessLineAndGoesOnAfterIt) {
  LineBuffer buffer(10, 1000);
  for (int i = 0; i < 1000; ++i) buffer.Add("xxxxxxxx");
  buffer.Add("\nnext\n");
  EXPECT_EQ(buffer.Take(), "xxxxxxxxxx");
  EXPECT_EQ(buffer.Take(), "next");
  EXPECT_EQ(buffer.dropped_bytes(), 7990u);
}

TEST(LineBuffer, HoldsNoMoreThanItsBound) {
  LineBuffer buffer(10, 100);
  for (int i = 0; i < 1000; ++i) buffer.Add("xxxxxxxx\n");
  size_t bytes = 0;
  while (const auto line = buffer.Take()) bytes += line->size();
  EXPECT_LE(bytes, 100u);
  buffer.Add("after\n");
  EXPECT_EQ(buffer.Take(), "after");
}

}  // namespace
}  // namespace rookery::worker
