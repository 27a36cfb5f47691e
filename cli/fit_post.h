// A fit on its way to the coordinator, and what fits there are. One thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/context.h"
#include "cli/fit_run.h"
#include "proto/wire/client.h"
#include "rookery/v1/fits.pb.h"

namespace rookery::cli {

// What is said of a fit beside its figures.
struct FitWords {
  std::string title;
  std::string data;  // where the positions are from
};

// The files' names without their folders, or how many there are if that is too long.
std::string DataText(const std::vector<std::string>& files);

v1::PostFitRequest PostOf(const FitRun& run, const FitFlags& flags, const FitWords& words);

// Tells the user where it is, too. The same fit again is the fit that is there.
absl::StatusOr<v1::Fit> PostFit(wire::Client& coordinator, const v1::PostFitRequest& request,
                                Context& context);

// "ID" of "fits/ID".
std::string FitIdOf(const v1::Fit& fit);

}  // namespace rookery::cli
