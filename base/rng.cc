#include "base/rng.h"

#include <bit>

#include "base/check.h"

namespace rookery {
namespace {

__extension__ using Uint128 = unsigned __int128;

}  // namespace

uint64_t Mix64(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

uint64_t StableHash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const unsigned char byte : text) hash = (hash ^ byte) * 0x100000001b3;
  return Mix64(hash);
}

Rng::Rng(uint64_t seed) {
  for (uint64_t& word : state_) {
    word = Mix64(seed);
    seed += 0x9e3779b97f4a7c15;
  }
}

uint64_t Rng::Next() {
  const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

uint64_t Rng::Below(uint64_t bound) {
  ROOKERY_CHECK(bound > 0);
  // Lemire: take the high word of a 128-bit product; reject the low words that would bias it.
  const uint64_t threshold = -bound % bound;
  for (;;) {
    const Uint128 product = static_cast<Uint128>(Next()) * bound;
    if (static_cast<uint64_t>(product) >= threshold) return static_cast<uint64_t>(product >> 64);
  }
}

double Rng::Uniform() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

Rng Rng::Fork(std::string_view name) const { return Fork(StableHash(name)); }

Rng Rng::Fork(uint64_t index) const {
  return Rng(Mix64(state_[0] ^ Mix64(state_[3] ^ Mix64(index))));
}

}  // namespace rookery
