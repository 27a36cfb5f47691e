// The entry of every fuzzer; ROOKERY_FUZZED is the function of chess_texts.h that it calls.
//
//   cmake --preset clang -DROOKERY_DASHBOARD=OFF && ninja -C build/clang fuzzers
//   build/clang/bin/fuzz_pgn -max_total_time=600 GROWN tests/data/corpus/pgn
//   build/clang/bin/fuzz_pgn -merge=1 tests/data/corpus/pgn GROWN     keeps what covers new code
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/chess_texts.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  rookery::fuzz::ROOKERY_FUZZED({reinterpret_cast<const char*>(data), size});
  return 0;
}
