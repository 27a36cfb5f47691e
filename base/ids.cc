#include "base/ids.h"

#include <sys/random.h>

#include <string_view>

#include "base/check.h"

namespace rookery {

std::string RandomId(Rng& rng, size_t length) {
  constexpr std::string_view kAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  std::string id;
  while (id.size() < length) id += kAlphabet[rng.Below(kAlphabet.size())];
  return id;
}

uint64_t SystemEntropy() {
  uint64_t value = 0;
  ROOKERY_CHECK(getrandom(&value, sizeof value, 0) == sizeof value);
  return value;
}

}  // namespace rookery
