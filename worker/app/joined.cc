#include "worker/app/joined.h"

#include <utility>

#include "base/access_token.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "base/tls/certificate.h"
#include "proto/wire/client.h"

namespace rookery::worker {
namespace {

constexpr int64_t kMostBytes = 64 << 10;
constexpr char kAddress[] = "/address";
constexpr char kToken[] = "/token";
constexpr char kSecret[] = "/secret";
constexpr char kKey[] = "/worker.key";
constexpr char kRequest[] = "/worker.request";
constexpr char kCertificate[] = "/worker.pem";
constexpr char kAuthority[] = "/authority.pem";

std::string FolderIn(const std::string& data) { return data + "/coordinator"; }

// "" for a file that isn't there.
absl::StatusOr<std::string> ReadIfThere(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path, kMostBytes);
  if (absl::IsNotFound(text.status())) return std::string();
  return text;
}

// What is in the file, or what `make` gives, which is then in it.
template <typename Make>
absl::StatusOr<std::string> ReadOrMake(const std::string& path, const Make& make) {
  ROOKERY_ASSIGN_OR_RETURN(std::string text, ReadIfThere(path));
  if (!text.empty()) return text;
  ROOKERY_ASSIGN_OR_RETURN(text, make());
  ROOKERY_RETURN_IF_ERROR(WriteSecretFile(path, text));
  return text;
}

absl::StatusOr<std::string> RequestFor(const std::string& folder) {
  const auto make = [&]() -> absl::StatusOr<std::string> {
    ROOKERY_ASSIGN_OR_RETURN(const tls::SigningRequest made, tls::MakeSigningRequest());
    ROOKERY_RETURN_IF_ERROR(WriteSecretFile(folder + kKey, made.key_pem));
    return made.request_pem;
  };
  return ReadOrMake(folder + kRequest, make);
}

}  // namespace

absl::StatusOr<std::optional<wire::Credentials>> LoadJoined(const std::string& data,
                                                            const std::string& address) {
  const std::string folder = FolderIn(data);
  ROOKERY_ASSIGN_OR_RETURN(const std::string known, ReadIfThere(folder + kAddress));
  if (known.empty()) return std::nullopt;  // written last: without it nobody has joined
  if (known != address) {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "the data folder {} belongs to a worker of coordinator {}; give the one of {} a "
                 "folder of its own with --data, or remove {} to join anew",
                 data, known, address, folder);
  }
  wire::Credentials joined;
  ROOKERY_ASSIGN_OR_RETURN(const std::string text, ReadFile(folder + kToken, kMostBytes));
  const absl::StatusOr<AccessToken> token = ParseAccessToken(text);
  if (!token.ok()) {
    return Error(absl::StatusCode::kDataLoss, "{}{}: {}", folder, kToken, Message(token.status()));
  }
  joined.bearer = BearerOf(*token);
  ROOKERY_ASSIGN_OR_RETURN(joined.authority_pem, ReadIfThere(folder + kAuthority));
  ROOKERY_ASSIGN_OR_RETURN(joined.certificate_pem, ReadIfThere(folder + kCertificate));
  if (!joined.certificate_pem.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(joined.key_pem, ReadFile(folder + kKey, kMostBytes));
  }
  return joined;
}

absl::StatusOr<wire::Credentials> Join(const std::string& data, const JoinOptions& options) {
  const std::string folder = FolderIn(data);
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder));
  ROOKERY_ASSIGN_OR_RETURN(wire::Credentials trust, wire::ResolveTrust(options.coordinator));
  ROOKERY_ASSIGN_OR_RETURN(
      const std::unique_ptr<wire::Client> client,
      wire::Client::Create({.address = options.coordinator.address, .credentials = trust}));
  AccessToken own;
  ROOKERY_ASSIGN_OR_RETURN(own.secret, ReadOrMake(folder + kSecret, []() {
                             return absl::StatusOr<std::string>(NewSecret());
                           }));
  v1::JoinWorkerRequest request;
  request.set_worker_id(options.worker_id);
  request.set_label(options.label);
  request.set_secret_sha256(Sha256Hex(own.secret));
  if (trust.tls()) {
    ROOKERY_ASSIGN_OR_RETURN(*request.mutable_signing_request_pem(), RequestFor(folder));
  }
  ROOKERY_ASSIGN_OR_RETURN(const v1::JoinWorkerResponse answer, client->JoinWorker(request));
  own.id = answer.token().name().substr(answer.token().name().find('/') + 1);
  own.fingerprint = answer.token().fingerprint();
  ROOKERY_RETURN_IF_ERROR(WriteSecretFile(folder + kToken, ToText(own) + "\n"));
  if (trust.tls()) {
    ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(folder + kAuthority, trust.authority_pem));
    ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(folder + kCertificate, answer.certificate_pem()));
  }
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(folder + kAddress, options.coordinator.address));
  ROOKERY_ASSIGN_OR_RETURN(std::optional<wire::Credentials> joined,
                           LoadJoined(data, options.coordinator.address));
  return *std::move(joined);
}

}  // namespace rookery::worker
