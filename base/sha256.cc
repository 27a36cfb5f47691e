#include "base/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>

#include "base/check.h"

namespace rookery {

struct Sha256Builder::Context {
  EVP_MD_CTX* evp = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(evp); }
};

Sha256Builder::Sha256Builder() : context_(std::make_unique<Context>()) {
  ROOKERY_CHECK(EVP_DigestInit_ex(context_->evp, EVP_sha256(), nullptr) == 1);
}

Sha256Builder::~Sha256Builder() = default;

void Sha256Builder::Add(std::string_view bytes) {
  ROOKERY_CHECK(EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size()) == 1);
}

Sha256Digest Sha256Builder::Finish() {
  Sha256Digest digest;
  unsigned int size = 0;
  ROOKERY_CHECK(EVP_DigestFinal_ex(context_->evp, digest.data(), &size) == 1 && size == 32);
  return digest;
}

Sha256Digest Sha256(std::string_view bytes) {
  Sha256Builder builder;
  builder.Add(bytes);
  return builder.Finish();
}

std::string ToHex(const Sha256Digest& digest) {
  std::string text;
  for (const uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string Sha256Hex(std::string_view bytes) { return ToHex(Sha256(bytes)); }

bool IsSha256Hex(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace rookery
