// What an improvement did and what came of it, as a page to keep beside the weights, with its
// pictures. Pure; any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/fit_run.h"
#include "engine/params/weights.h"
#include "rookery/v1/runs.pb.h"

namespace rookery::cli {

struct ImproveStory {
  std::vector<std::string> settings;  // lines
  std::string start;                  // whose weights
  params::Weights before;
  params::Weights after;
  std::string data;  // where the positions are from; empty: no fit
  std::optional<FitRun> fit;
  std::optional<v1::Run> tune;
  std::optional<v1::Run> verification;  // none: nothing changed, so there was nothing to verify
};

// A parameter with another value than at the start.
struct Change {
  std::string name;
  int before = 0;
  int after = 0;
  double steps = 0;  // of the table, with 95 %; equal where its error isn't known
  double low = 0;
  double high = 0;
  std::string by = {};  // fit, games
};

// The largest move in its table's steps first.
std::vector<Change> ChangesOf(const ImproveStory& story);

// In Markdown; it shows the pictures by their names.
std::string ReportText(const ImproveStory& story);
// SVG by file name.
std::map<std::string, std::string> ReportPictures(const ImproveStory& story);

}  // namespace rookery::cli
