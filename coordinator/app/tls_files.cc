#include "coordinator/app/tls_files.h"

#include <algorithm>

#include "base/file.h"
#include "base/status.h"

namespace rookery::coordinator {
namespace {

constexpr absl::Duration kRenewBefore = absl::Hours(24 * 60);
constexpr int64_t kMostPemBytes = 64 << 10;

absl::StatusOr<tls::Identity> ReadIdentity(const std::string& stem) {
  tls::Identity identity;
  ROOKERY_ASSIGN_OR_RETURN(identity.certificate_pem, ReadFile(stem + ".pem", kMostPemBytes));
  ROOKERY_ASSIGN_OR_RETURN(identity.key_pem, ReadFile(stem + ".key", kMostPemBytes));
  return identity;
}

// The key first: a certificate without its key would be taken for the whole.
absl::Status WriteIdentity(const std::string& stem, const tls::Identity& identity) {
  ROOKERY_RETURN_IF_ERROR(WriteSecretFile(stem + ".key", identity.key_pem));
  return WriteFileAtomically(stem + ".pem", identity.certificate_pem);
}

absl::StatusOr<tls::Identity> Authority(const std::string& stem, absl::Time now) {
  absl::StatusOr<tls::Identity> known = ReadIdentity(stem);
  if (known.ok() || !absl::IsNotFound(known.status())) return known;
  if (ReadFile(stem + ".pem", kMostPemBytes).ok()) {
    // A new authority would lock out every worker that trusts this one.
    return Error(absl::StatusCode::kDataLoss,
                 "{0}.key is missing but {0}.pem is there; put the key back from a backup, or "
                 "remove the folder to set TLS up anew, after which all must join again",
                 stem);
  }
  ROOKERY_ASSIGN_OR_RETURN(tls::Identity made, tls::MakeAuthority(now));
  ROOKERY_RETURN_IF_ERROR(WriteIdentity(stem, made));
  return made;
}

std::string Lines(const std::vector<std::string>& hosts) {
  std::string text;
  for (const std::string& host : hosts) text += host + "\n";
  return text;
}

// The one on disk if it is this authority's, for these hosts, and has long to live.
absl::StatusOr<tls::Identity> ServerIdentity(const std::string& folder,
                                             const tls::Identity& authority,
                                             const std::vector<std::string>& hosts,
                                             absl::Time now) {
  ROOKERY_ASSIGN_OR_RETURN(const std::string print, tls::Fingerprint(authority.certificate_pem));
  const std::string made_for = print + "\n" + Lines(hosts);
  const std::string stem = folder + "/server";
  absl::StatusOr<tls::Identity> known = ReadIdentity(stem);
  const absl::StatusOr<std::string> known_for = ReadFile(folder + "/server.hosts", kMostPemBytes);
  if (known.ok() && known_for.ok() && *known_for == made_for) {
    ROOKERY_ASSIGN_OR_RETURN(const absl::Time end, tls::ExpiryOf(known->certificate_pem));
    if (now < end - kRenewBefore) return known;
  }
  ROOKERY_ASSIGN_OR_RETURN(tls::Identity made, tls::MakeServerIdentity(authority, hosts, now));
  ROOKERY_RETURN_IF_ERROR(WriteIdentity(stem, made));
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(folder + "/server.hosts", made_for));
  return made;
}

}  // namespace

absl::StatusOr<TlsFiles> SetUpTls(const std::string& folder, std::vector<std::string> hosts,
                                  absl::Time now) {
  std::sort(hosts.begin(), hosts.end());
  hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder));
  TlsFiles files;
  files.authority_file = folder + "/authority.pem";
  files.chain_file = folder + "/chain.pem";
  files.key_file = folder + "/server.key";
  ROOKERY_ASSIGN_OR_RETURN(files.authority, Authority(folder + "/authority", now));
  ROOKERY_ASSIGN_OR_RETURN(files.server, ServerIdentity(folder, files.authority, hosts, now));
  ROOKERY_ASSIGN_OR_RETURN(files.fingerprint, tls::Fingerprint(files.authority.certificate_pem));
  files.chain_pem = files.server.certificate_pem + files.authority.certificate_pem;
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(files.chain_file, files.chain_pem));
  return files;
}

}  // namespace rookery::coordinator
