// zstd over whole texts, one after the other with one context: making that takes six times as long
// as packing a pair's games. What it was given before doesn't show in what it gives.
// One thread at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;

namespace rookery::coordinator {

class ZstdPacker {
 public:
  enum class Checksum { kNone, kWith };
  ZstdPacker(int level, Checksum checksum);
  std::string Pack(std::string_view plain);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
};

}  // namespace rookery::coordinator
