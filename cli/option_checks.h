// Checks of options' values beyond what CLI11 brings. Each fault names the value and what is
// allowed. Any thread.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace rookery::cli {

// Which games a run keeps, as proto/wire/keep_games.h says it.
class KeepGamesWord : public CLI::Validator {
 public:
  KeepGamesWord();
};

// A number from `low` to `high`. CLI::Range lets NaN pass.
class DecimalNumber : public CLI::Validator {
 public:
  DecimalNumber(double low, double high);
};

// Anything but the empty text, which the libraries below take for "not given".
class NotEmpty : public CLI::Validator {
 public:
  NotEmpty();
};

// For every option of the command: an empty value is a variable that nobody set, not a 0.
void RefuseEmptyValues(CLI::App& command);

// A file that can be written when the work is done: its folder is there and may be written to, and
// it is no folder itself. Looked at before the work begins; creates nothing. With `endings`, its
// name ends in one of them: they say what is written.
class OutputFile : public CLI::Validator {
 public:
  explicit OutputFile(std::vector<std::string> endings = {});
};

// A rule profile's name, with options that differ from it: "fide,illegal_limit=3".
class RulesText : public CLI::Validator {
 public:
  RulesText();
};

}  // namespace rookery::cli
