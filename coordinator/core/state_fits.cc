// Fits that were posted: kept, the newest of them, and each once.
#include <algorithm>
#include <memory>
#include <utility>

#include "base/status.h"
#include "coordinator/core/limits.h"
#include "coordinator/core/state.h"

namespace rookery::coordinator {

absl::StatusOr<FitId> Core::State::KeepFit(const PostFit& event) {
  if (event.title.size() > limits::kMaxTitle) {
    return InvalidArgument("field title: {} bytes; at most {} are allowed", event.title.size(),
                           limits::kMaxTitle);
  }
  const std::string encoded = EncodeFitReport(*event.report);
  if (encoded.size() > limits::kMaxFitBytes) {
    return InvalidArgument(
        "field report: it takes {} bytes; at most {} are kept: post fewer weights", encoded.size(),
        limits::kMaxFitBytes);
  }
  FitId id = FitIdOf(encoded);
  const bool known =
      std::any_of(fits.begin(), fits.end(), [&](const auto& fit) { return fit->id == id; });
  if (known) return id;
  // Later than all others, also where the clock went back: the order of times is that of arrival.
  const absl::Time after = fits.empty() ? now : fits.back()->created + absl::Microseconds(1);
  auto fit = std::make_shared<const Fit>(
      Fit{id, event.title, event.by, std::max(now, after), *event.report});
  out->writes.push_back(AddFit{fit});
  fits.push_back(std::move(fit));
  while (fits.size() > limits::kMaxFits) {
    out->writes.push_back(DropFit{fits.front()->id});
    fits.erase(fits.begin());
  }
  ++fits_revision;
  return id;
}

void Core::State::On(const PostFit& event) {
  absl::StatusOr<FitId> id = KeepFit(event);
  if (id.ok()) {
    out->replies.push_back(TextReply{event.token, *std::move(id)});
  } else {
    out->replies.push_back(ErrorReply{event.token, id.status()});
  }
}

}  // namespace rookery::coordinator
