// SHA-256 identities (OpenSSL underneath). Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rookery {

using Sha256Digest = std::array<uint8_t, 32>;

Sha256Digest Sha256(std::string_view bytes);
// 64 lower-case hexadecimal digits.
std::string Sha256Hex(std::string_view bytes);
std::string ToHex(const Sha256Digest& digest);
// Whether the text has the form of an identity: 64 lower-case hexadecimal digits.
bool IsSha256Hex(std::string_view text);

// The same in pieces, for files that are not held in memory. One thread.
class Sha256Builder {
 public:
  Sha256Builder();
  ~Sha256Builder();
  void Add(std::string_view bytes);
  // Once; afterwards the builder is spent.
  Sha256Digest Finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace rookery
