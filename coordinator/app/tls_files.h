// The coordinator's certificates on disk: an authority of its own and the server's certificate,
// made at the first start, the latter again when it grows old or the hosts change. Keys are
// readable by their owner alone. One thread, before the doors open.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/tls/certificate.h"

namespace rookery::coordinator {

struct TlsFiles {
  tls::Identity authority;
  tls::Identity server;
  std::string chain_pem;       // the server's certificate, then the authority's
  std::string fingerprint;     // of the authority: what callers pin
  std::string authority_file;  // for those who would rather copy a file
  std::string chain_file;
  std::string key_file;
};

// In `folder`, which is made. DataLoss for files that don't belong together.
absl::StatusOr<TlsFiles> SetUpTls(const std::string& folder, std::vector<std::string> hosts,
                                  absl::Time now);

}  // namespace rookery::coordinator
