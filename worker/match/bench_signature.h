// What this build's engine computes, in 16 hexadecimal digits: default weights, fixed positions and
// node limits, hashed. Builds whose signatures differ play different games from the same plan, so
// the coordinator doesn't mix them. Takes some hundredths of a second. Any thread.
#pragma once

#include <string>

namespace rookery::worker {

std::string BenchSignature();

}  // namespace rookery::worker
