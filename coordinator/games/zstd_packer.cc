#include "coordinator/games/zstd_packer.h"

#include <zstd.h>

#include "base/check.h"

namespace rookery::coordinator {

void ZstdPacker::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

ZstdPacker::ZstdPacker(int level, Checksum checksum) : context_(ZSTD_createCCtx()) {
  ROOKERY_CHECK(context_ != nullptr);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, checksum == Checksum::kWith ? 1 : 0);
}

std::string ZstdPacker::Pack(std::string_view plain) {
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  const size_t size =
      ZSTD_compress2(context_.get(), packed.data(), packed.size(), plain.data(), plain.size());
  ROOKERY_CHECK(ZSTD_isError(size) == 0);
  packed.resize(size);
  return packed;
}

}  // namespace rookery::coordinator
