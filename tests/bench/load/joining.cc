#include "tests/bench/load/joining.h"

#include <fmt/format.h>

#include <memory>
#include <thread>
#include <utility>

#include "base/access_token.h"
#include "base/mutex.h"
#include "base/sha256.h"
#include "base/status.h"
#include "base/tls/certificate.h"

namespace rookery::bench {
namespace {

constexpr int kThreads = 8;  // so that several joins share a commit

absl::StatusOr<AccessToken> MakeJoinToken(wire::Client& operators) {
  AccessToken token;
  token.secret = NewSecret();
  v1::CreateTokenRequest request;
  request.set_role("join");
  request.set_owner("load");
  request.set_label("load");
  request.set_secret_sha256(Sha256Hex(token.secret));
  ROOKERY_ASSIGN_OR_RETURN(const v1::Token made, operators.CreateToken(request));
  token.id = made.name().substr(made.name().find('/') + 1);
  return token;
}

absl::StatusOr<wire::Credentials> JoinOne(wire::Client& client, const wire::Credentials& trust,
                                          int number) {
  ROOKERY_ASSIGN_OR_RETURN(const tls::SigningRequest keys, tls::MakeSigningRequest());
  AccessToken own;
  own.secret = NewSecret();
  v1::JoinWorkerRequest request;
  request.set_worker_id(WorkerIdOf(number));
  request.set_label("load");
  request.set_secret_sha256(Sha256Hex(own.secret));
  request.set_signing_request_pem(keys.request_pem);
  ROOKERY_ASSIGN_OR_RETURN(const v1::JoinWorkerResponse answer, client.JoinWorker(request));
  own.id = answer.token().name().substr(answer.token().name().find('/') + 1);
  return wire::Credentials{trust.authority_pem, BearerOf(own), answer.certificate_pem(),
                           keys.key_pem};
}

}  // namespace

std::string WorkerIdOf(int number) { return fmt::format("load{}", number); }

absl::StatusOr<std::vector<wire::Credentials>> JoinWorkers(wire::Client& operators,
                                                           const wire::Credentials& trust,
                                                           int count) {
  ROOKERY_ASSIGN_OR_RETURN(const AccessToken join, MakeJoinToken(operators));
  ROOKERY_ASSIGN_OR_RETURN(
      const std::unique_ptr<wire::Client> client,
      wire::Client::Create({.address = operators.address(),
                            .credentials = {trust.authority_pem, BearerOf(join), "", ""}}));
  std::vector<wire::Credentials> joined(static_cast<size_t>(count));
  Mutex mutex;
  absl::Status failed;
  std::vector<std::thread> threads;
  for (int first = 0; first < kThreads; ++first) {
    threads.emplace_back([&, first] {
      for (int i = first; i < count; i += kThreads) {
        absl::StatusOr<wire::Credentials> one = JoinOne(*client, trust, i);
        if (one.ok()) {
          joined[static_cast<size_t>(i)] = *std::move(one);
          continue;
        }
        MutexLock lock(&mutex);
        failed = one.status();
        return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (!failed.ok()) return failed;
  return joined;
}

}  // namespace rookery::bench
