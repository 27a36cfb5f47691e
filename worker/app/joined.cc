#include "worker/app/joined.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/access_token.h"
#include "base/file.h"
#include "base/log.h"
#include "base/sha256.h"
#include "base/status.h"
#include "base/tls/certificate.h"
#include "proto/wire/client.h"
#include "proto/wire/trust_words.h"

namespace rookery::worker {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMostBytes = 64 << 10;
constexpr char kAddress[] = "/address";
constexpr char kToken[] = "/token";
constexpr char kSecret[] = "/secret";
constexpr char kKey[] = "/worker.key";
constexpr char kRequest[] = "/worker.request";
constexpr char kCertificate[] = "/worker.pem";
constexpr char kAuthority[] = "/authority.pem";
constexpr char kJoinedWith[] = "/joined-with";  // the join token's id

// One folder is what this worker is now, one what it is about to be, one what it was.
std::string FolderIn(const std::string& data) { return data + "/coordinator"; }
std::string NextIn(const std::string& data) { return data + "/coordinator.new"; }
std::string FormerIn(const std::string& data) { return data + "/coordinator.old"; }

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

absl::Status Rename(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (!error) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "renaming {} to {}: {}", from, to, error.message());
}

// Where there is no folder of now, at a first join and after a crash between the two renames of
// Exchange, the next one becomes it if it is whole.
absl::Status FinishExchange(const std::string& data) {
  if (!fs::exists(FolderIn(data))) {
    const bool whole = fs::exists(NextIn(data) + kAddress);
    if (whole) ROOKERY_RETURN_IF_ERROR(Rename(NextIn(data), FolderIn(data)));
    if (!whole && fs::exists(FormerIn(data))) {
      ROOKERY_RETURN_IF_ERROR(Rename(FormerIn(data), FolderIn(data)));
    }
  }
  std::error_code ignored;  // it is looked for at the next start, too
  fs::remove_all(FormerIn(data), ignored);
  return absl::OkStatus();
}

// The next folder, which is whole and on disk, takes the place of that of now: at each moment one
// of them is there under a name that FinishExchange knows.
absl::Status Exchange(const std::string& data) {
  ROOKERY_RETURN_IF_ERROR(FinishExchange(data));
  if (fs::exists(FolderIn(data))) ROOKERY_RETURN_IF_ERROR(Rename(FolderIn(data), FormerIn(data)));
  return FinishExchange(data);
}

}  // namespace

absl::StatusOr<std::optional<wire::Credentials>> LoadJoined(const std::string& data,
                                                            const std::string& address) {
  ROOKERY_RETURN_IF_ERROR(FinishExchange(data));
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

namespace {

// Whether what is in `data` came of what the sources expect. A folder from before tokens were
// noted is told by its authority alone.
absl::StatusOr<bool> JoinedWith(const std::string& data, const wire::TrustSources& sources) {
  ROOKERY_ASSIGN_OR_RETURN(const wire::Expectation expected, wire::ReadExpectation(sources));
  ROOKERY_ASSIGN_OR_RETURN(const std::string token, ReadIfThere(FolderIn(data) + kJoinedWith));
  ROOKERY_ASSIGN_OR_RETURN(const std::string pem, ReadIfThere(FolderIn(data) + kAuthority));
  std::string authority;
  if (!pem.empty()) {
    ROOKERY_ASSIGN_OR_RETURN(authority, tls::Fingerprint(pem));
  }
  return authority == expected.authority && (token.empty() || token == expected.token_id);
}

// The folder of a join with that token, which may have been cut off before: then it goes on.
absl::Status OpenNext(const std::string& data, const std::string& token_id) {
  const std::string folder = NextIn(data);
  ROOKERY_ASSIGN_OR_RETURN(const std::string begun, ReadIfThere(folder + kJoinedWith));
  std::error_code ignored;
  if (begun != token_id) fs::remove_all(folder, ignored);
  ROOKERY_RETURN_IF_ERROR(MakeFolders(folder));
  return WriteFileAtomically(folder + kJoinedWith, token_id);
}

// Asks with a secret of this join's; where this worker's earlier token is live, with that one's.
absl::StatusOr<v1::JoinWorkerResponse> Ask(const std::string& data, wire::Client& client,
                                           v1::JoinWorkerRequest request, std::string* secret) {
  const std::string path = NextIn(data) + kSecret;
  ROOKERY_ASSIGN_OR_RETURN(
      *secret, ReadOrMake(path, [] { return absl::StatusOr<std::string>(NewSecret()); }));
  request.set_secret_sha256(Sha256Hex(*secret));
  absl::StatusOr<v1::JoinWorkerResponse> answer = client.JoinWorker(request);
  if (!absl::IsAlreadyExists(answer.status())) return answer;
  ROOKERY_ASSIGN_OR_RETURN(const std::string former, ReadIfThere(FolderIn(data) + kSecret));
  if (former.empty() || former == *secret) return answer;
  *secret = former;
  request.set_secret_sha256(Sha256Hex(*secret));
  answer = client.JoinWorker(request);
  if (answer.ok()) ROOKERY_RETURN_IF_ERROR(WriteSecretFile(path, *secret));
  return answer;
}

absl::StatusOr<wire::Credentials> JoinAnew(const std::string& data, const JoinOptions& options) {
  const std::string folder = NextIn(data);
  ROOKERY_ASSIGN_OR_RETURN(const wire::Expectation expected,
                           wire::ReadExpectation(options.coordinator));
  ROOKERY_ASSIGN_OR_RETURN(wire::Credentials trust, wire::ResolveTrust(options.coordinator));
  ROOKERY_ASSIGN_OR_RETURN(
      const std::unique_ptr<wire::Client> client,
      wire::Client::Create({.address = options.coordinator.address, .credentials = trust}));
  ROOKERY_RETURN_IF_ERROR(OpenNext(data, expected.token_id));
  v1::JoinWorkerRequest request;
  request.set_worker_id(options.worker_id);
  request.set_label(options.label);
  if (trust.tls()) {
    ROOKERY_ASSIGN_OR_RETURN(*request.mutable_signing_request_pem(), RequestFor(folder));
  }
  AccessToken own;
  ROOKERY_ASSIGN_OR_RETURN(const v1::JoinWorkerResponse answer,
                           Ask(data, *client, std::move(request), &own.secret));
  own.id = answer.token().name().substr(answer.token().name().find('/') + 1);
  own.fingerprint = answer.token().fingerprint();
  ROOKERY_RETURN_IF_ERROR(WriteSecretFile(folder + kToken, ToText(own) + "\n"));
  if (trust.tls()) {
    ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(folder + kAuthority, trust.authority_pem));
    ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(folder + kCertificate, answer.certificate_pem()));
  }
  ROOKERY_RETURN_IF_ERROR(WriteFileAtomically(folder + kAddress, options.coordinator.address));
  ROOKERY_RETURN_IF_ERROR(Exchange(data));
  spdlog::info("joined {} as worker {}", options.coordinator.address, options.worker_id);
  ROOKERY_ASSIGN_OR_RETURN(std::optional<wire::Credentials> joined,
                           LoadJoined(data, options.coordinator.address));
  if (!joined.has_value()) return absl::DataLossError(folder + " vanished while it was joined");
  return *std::move(joined);
}

}  // namespace

absl::StatusOr<wire::Credentials> Join(const std::string& data, JoinOptions options) {
  wire::TrustSources& sources = options.coordinator;
  ROOKERY_ASSIGN_OR_RETURN(std::optional<wire::Credentials> joined,
                           LoadJoined(data, sources.address));
  // The file isn't needed again, so it may be gone.
  const bool gone = sources.token_file != "-" && !fs::exists(sources.token_file);
  if (joined.has_value() && gone) return *std::move(joined);
  ROOKERY_ASSIGN_OR_RETURN(sources, wire::WithTokenRead(std::move(sources)));
  if (joined.has_value()) {
    ROOKERY_ASSIGN_OR_RETURN(const bool same, JoinedWith(data, sources));
    if (same) return *std::move(joined);
    spdlog::info("this worker joined with another token, or under another authority, before");
  }
  return JoinAnew(data, options);
}

}  // namespace rookery::worker
