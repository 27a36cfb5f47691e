// Syzygy endgame tables, through fathom. That library has one set of tables a process and globals
// to hold it, so there is one Tablebase a process: whoever asks for the same folder shares it, and
// another folder is refused until the last holder has let go. Files stay mapped until
// another path is opened.
//
// ProbeWdl: any thread. RankRoot: any thread, one after the other (fathom's root probe isn't safe
// for threads). Positions with castling rights are in no table, and neither are those whose
// halfmove clock isn't 0 (ProbeWdl alone: the tables know nothing of what went before).
//
// A file that isn't what its name and its head say is refused (table_file.h). Trust in what the
// blocks hold is the user's: nobody checks sums.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/chess/position.h"

namespace rookery::tablebase {

// For the side to move. Cursed and blessed: the fifty-move rule makes a draw of it.
enum class Wdl { kLoss = -2, kBlessedLoss = -1, kDraw = 0, kCursedWin = 1, kWin = 2 };

// A move of the root and how good it is; the best ones have the highest rank.
struct RankedMove {
  chess::Move move;
  int rank = 0;
};

struct RankedRoot {
  std::vector<RankedMove> moves;
  bool by_distance = false;  // to a zeroing move; else by who wins alone
};

class Tablebase {
 public:
  // `path`: folders, separated by colons. NotFound if they have no tables (*.rtbw), DataLoss if one
  // of them isn't whole, PermissionDenied if a folder can't be listed; FailedPrecondition while
  // those of another path are open in this process.
  static absl::StatusOr<std::shared_ptr<const Tablebase>> Open(const std::string& path);
  // Open's NotFound and DataLoss, without opening or closing anything.
  static absl::Status Check(const std::string& path);
  Tablebase(const Tablebase&) = delete;
  Tablebase& operator=(const Tablebase&) = delete;

  const std::string& path() const { return path_; }
  int most_men() const { return most_men_; }  // kings included, of the largest table

  // None if no table knows the position.
  std::optional<Wdl> ProbeWdl(const chess::Position& position) const;
  // By distance to a zeroing move where there are tables of it (*.rtbz), else by who wins. No moves
  // if no table knows the position. `repeated`: a position has come up twice since the last zeroing
  // move; `fifty_moves`: the rule holds.
  RankedRoot RankRoot(const chess::Position& position, bool repeated, bool fifty_moves) const;

 private:
  Tablebase(std::string path, int most_men) : path_(std::move(path)), most_men_(most_men) {}

  const std::string path_;
  const int most_men_;
};

}  // namespace rookery::tablebase
