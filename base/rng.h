// Randomness as a value that is passed in: xoshiro256** (Blackman and Vigna, 2018), seeded through
// splitmix64. The same seed gives the same numbers on every machine and compiler, so runs can be
// replayed. Not for secrets (base/ids.h draws those from the system).
// One thread at a time per instance; copying copies the state.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rookery {

// One step of splitmix64: a bijection of 64-bit numbers that mixes every bit.
uint64_t Mix64(uint64_t value);

// A 64-bit hash of text that never changes between versions (FNV-1a, then mixed).
uint64_t StableHash(std::string_view text);

class Rng {
 public:
  using State = std::array<uint64_t, 4>;

  explicit Rng(uint64_t seed);
  explicit Rng(const State& state) : state_(state) {}

  uint64_t Next();
  // Uniform in [0, bound); bound > 0. Unbiased (Lemire's rejection).
  uint64_t Below(uint64_t bound);
  // Uniform in [0, 1) with 53 bits.
  double Uniform();
  bool Chance(double probability) { return Uniform() < probability; }

  // An independent generator named by what it is for. Doesn't advance this one: the same
  // name always gives the same stream of this seed.
  Rng Fork(std::string_view name) const;
  Rng Fork(uint64_t index) const;

  // The full state, so that an optimiser can be stored and go on with the same numbers.
  const State& state() const { return state_; }

 private:
  State state_;
};

}  // namespace rookery
