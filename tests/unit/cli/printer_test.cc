#include "cli/printer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace rookery::cli {
namespace {

TEST(Printer, KeepsDataAndMessagesApart) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  printer.Out("data");
  printer.Say("message");
  printer.Error("wrong");
  EXPECT_EQ(out.str(), "data\n");
  EXPECT_EQ(err.str(), "message\nerror: wrong\n");
}

TEST(Printer, PadsColumnsByCharacters) {
  std::ostringstream out;
  std::ostringstream err;
  Printer printer(&out, &err, {});
  printer.Table({{"A", "LONG"}, {"\xc3\xa4\xc3\xb6\xc3\xbc", "x"}});
  EXPECT_EQ(out.str(), "A    LONG\n\xc3\xa4\xc3\xb6\xc3\xbc  x\n");
}

TEST(Printer, PaintsOnlyTerminals) {
  std::ostringstream stream;
  const Printer file(&stream, &stream,
                     {.out_terminal = false, .err_terminal = true, .color = true});
  EXPECT_EQ(file.PaintOut(Tone::kGood, "x"), "x");
  EXPECT_EQ(file.PaintErr(Tone::kGood, "x"), "\x1b[32mx\x1b[0m");
}

TEST(Printer, ReplacesBrokenTextInJson) {
  std::ostringstream out;
  Printer printer(&out, &out, {});
  printer.Json({{"title", "\xff"}});
  EXPECT_EQ(out.str(), "{\"title\":\"\xef\xbf\xbd\"}\n");
}

TEST(Printer, SaysWhyDataCouldNotBeWritten) {
  std::ofstream full("/dev/full");
  std::ostringstream err;
  Printer printer(&full, &err, {});
  EXPECT_TRUE(printer.out_status().ok());
  printer.Out("data");
  EXPECT_EQ(std::string(printer.out_status().message()),
            "writing to stdout: No space left on device");
}

TEST(Printable, LetsNoControlCharacterReachATerminal) {
  EXPECT_EQ(Printable("a\x1b[31mb\x07\x7f\tc\nd"), "a?[31mb??\tc\nd");
  EXPECT_EQ(Printable("\xc2\x9b"
                      "31m"),
            "?31m");
  EXPECT_EQ(Printable("\u5175 \u00fc"), "\u5175 \u00fc");
}

}  // namespace
}  // namespace rookery::cli
