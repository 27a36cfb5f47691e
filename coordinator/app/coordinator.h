// The composition root: a whole coordinator in one object, for the binary and for tests.
// Start, Shutdown and the destructor: the owner's thread. The rest: any thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/clock.h"
#include "base/rng.h"
#include "coordinator/app/store_choice.h"
#include "coordinator/loop/core_loop.h"
#include "coordinator/store/store.h"

namespace rookery::coordinator {

struct CoordinatorOptions {
  std::string data;  // folder; made if it is missing
  // A PostgreSQL database instead of DATA/rookery.db; with `stand_by`, waits until it may lead it.
  std::string postgres;
  StandBy stand_by;
  std::string host = "127.0.0.1";  // to listen on
  int grpc_port = 0;               // 0: a free one
  int http_port = 0;
  std::string version;
  std::string webhooks;  // file that names them; empty: none
  bool tls = false;  // at both doors, with certificates of DATA/tls, made where they are missing
  std::vector<std::string> tls_hosts;  // names of this host for browsers, beside `host`
  bool insecure = false;               // plaintext to other hosts was asked for
  // Everybody needs an access token: so it is with TLS, for other hosts, and once there is a token.
  bool tokens = false;
  bool new_operator_token = false;  // although an operator's token lives
  bool mutual_tls = false;  // workers must also show the certificate that they got when they joined
  // How often stored games are looked after where there was nothing to do.
  absl::Duration look_at_games = absl::Seconds(2);
  LoopOptions loop;
};

class Coordinator {
 public:
  // Loads the store and opens both doors. Errors name the option to change. The clock isn't owned.
  static absl::StatusOr<std::unique_ptr<Coordinator>> Start(const CoordinatorOptions& options,
                                                            Clock* clock, Rng rng);
  // The same over another store, for tests; not owned.
  static absl::StatusOr<std::unique_ptr<Coordinator>> StartOver(Store* store,
                                                                const CoordinatorOptions& options,
                                                                Clock* clock, Rng rng);
  ~Coordinator();  // shuts down

  std::string grpc_address() const;  // "127.0.0.1:7700"
  std::string http_address() const;  // "http://127.0.0.1:7780/"
  // SHA-256 of the authority that callers pin; empty without TLS.
  std::string fingerprint() const;
  // Not OK once the loop has given up: the process should end and say why.
  absl::Status status() const;
  std::shared_ptr<const CoordinatorView> View() const;

  // Tells workers, ends streams, answers what is under way, commits what waits. Takes at most about
  // two seconds. Harmless if repeated.
  void Shutdown();

 private:
  struct Impl;
  explicit Coordinator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rookery::coordinator
