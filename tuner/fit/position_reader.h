// Files of labelled positions, streamed: never more than one line or record in memory. One thread.
//
// Which game a position is from is kept where the file says so (EPD's id "17.34"). Where it
// doesn't, kBlock neighbours count as one game: files keep the positions of a game together, and
// only the few games that lie across an edge are torn.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "tuner/fit/labelled_position.h"
#include "tuner/fit/text_format.h"

namespace rookery::fit {

enum class Format { kText, kBullet, kMarlin, kViri, kStockfish, kMontyValue, kMontyPolicy };
struct NamedFormat {
  std::string_view name;
  Format format;
};
inline constexpr std::array kFormats = {NamedFormat{"text", Format::kText},
                                        NamedFormat{"bulletformat", Format::kBullet},
                                        NamedFormat{"marlin", Format::kMarlin},
                                        NamedFormat{"viriformat", Format::kViri},
                                        NamedFormat{"stockfish-binpack", Format::kStockfish},
                                        NamedFormat{"monty-binpack", Format::kMontyValue},
                                        NamedFormat{"monty-policy-binpack", Format::kMontyPolicy}};

struct ReadOptions {
  Format format = Format::kText;
  View view = View::kWhite;
  bool skip_faulty = false;  // count faulty lines and go on
};
inline constexpr int kMostFaults = 20;  // reported; reading ends at the last of them
inline constexpr size_t kMostLineBytes = 4096;
inline constexpr uint64_t kBlock = 128;
inline constexpr size_t kMostFiles = 1000;

struct ReadSummary {
  int64_t positions = 0;
  int64_t faulty = 0;       // left out
  int64_t withheld = 0;     // left out: their maker marked them as nothing to learn from
  bool games_known = true;  // every line said which game it is from
  std::string first_fault;  // "file:line: what is wrong"; empty: none
};

// InvalidArgument lists the faults as "file:line: what is wrong" (of binary files the record's
// number, of formats of whole games the game's), at most kMostFaults. An error of `on_position`
// ends the reading and is passed on.
absl::StatusOr<ReadSummary> ReadPositions(const std::vector<std::string>& files,
                                          const ReadOptions& options,
                                          const OnPosition& on_position);

}  // namespace rookery::fit
