// Fits between the contract and the core's values; see convert.h. Pure functions; any thread.
#pragma once

#include "coordinator/core/fit.h"
#include "rookery/v1/fits.pb.h"

namespace rookery::coordinator {

FitReport FromProto(const v1::FitReport& report);
v1::Fit ToProto(const Fit& fit);
// Without passes and weights.
v1::Fit ToHeadProto(const Fit& fit);

}  // namespace rookery::coordinator
