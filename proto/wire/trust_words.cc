#include "proto/wire/trust_words.h"

#include <utility>

#include "base/file.h"
#include "base/status.h"
#include "base/tls/certificate.h"

namespace rookery::wire {
namespace {

constexpr int64_t kMostTokenBytes = 4096;
constexpr int64_t kMostPemBytes = 64 << 10;

// The text, and what to call its source in messages.
struct TokenText {
  std::string text;
  std::string source;
};

absl::StatusOr<TokenText> ReadTokenText(const TrustSources& sources) {
  if (sources.token_file.empty()) return TokenText{sources.token, "ROOKERY_TOKEN"};
  const bool standard_input = sources.token_file == "-";
  const std::string source =
      standard_input ? "--token-file -: standard input" : "--token-file " + sources.token_file;
  const auto text = ReadFile(standard_input ? "/dev/stdin" : sources.token_file, kMostTokenBytes);
  if (!text.ok()) return InvalidArgument("{}: {}", source, Message(text.status()));
  if (text->empty()) {
    return InvalidArgument(
        "{} is empty; name the file that 'rookery tokens create --out FILE' wrote, or leave "
        "--token-file out",
        source);
  }
  return TokenText{*text, source};
}

}  // namespace

absl::StatusOr<AccessToken> ReadToken(const TrustSources& sources) {
  ROOKERY_ASSIGN_OR_RETURN(const TokenText read, ReadTokenText(sources));
  if (read.text.empty()) return AccessToken();
  absl::StatusOr<AccessToken> token = ParseAccessToken(read.text);
  if (!token.ok()) return InvalidArgument("{}: {}", read.source, Message(token.status()));
  return token;
}

absl::StatusOr<std::string> ReadAuthority(const std::string& path) {
  absl::StatusOr<std::string> pem = ReadFile(path, kMostPemBytes);
  if (!pem.ok()) return InvalidArgument("the authority: {}", Message(pem.status()));
  if (const auto print = tls::Fingerprint(*pem); !print.ok()) {
    return InvalidArgument("{}: {}", path, Message(print.status()));
  }
  return pem;
}

namespace {

// Of the authority that the sources tell to believe, as they say it; empty: none.
absl::StatusOr<std::string> ExpectedAuthority(const TrustSources& sources,
                                              const AccessToken& token) {
  if (!sources.ca_file.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(const std::string pem, ReadAuthority(sources.ca_file));
    return tls::Fingerprint(pem);
  }
  return sources.fingerprint.empty() ? token.fingerprint : sources.fingerprint;
}

}  // namespace

absl::StatusOr<TrustSources> WithTokenRead(TrustSources sources) {
  ROOKERY_ASSIGN_OR_RETURN(const AccessToken token, ReadToken(sources));
  sources.token = token.id.empty() ? "" : ToText(token);
  sources.token_file.clear();
  return sources;
}

absl::StatusOr<Expectation> ReadExpectation(const TrustSources& sources) {
  ROOKERY_ASSIGN_OR_RETURN(const AccessToken token, ReadToken(sources));
  ROOKERY_ASSIGN_OR_RETURN(std::string authority, ExpectedAuthority(sources, token));
  return Expectation{token.id, std::move(authority)};
}

}  // namespace rookery::wire
