#include "coordinator/app/store_choice.h"

#include <string_view>
#include <utility>

#include "base/log.h"
#include "base/status.h"
#include "coordinator/store/postgres.h"
#include "coordinator/store/postgres_store.h"

namespace rookery::coordinator {
namespace {

constexpr std::string_view kPostgres = "postgres:";
constexpr absl::Duration kLook = absl::Milliseconds(250);
constexpr absl::Duration kLookWhileAway = absl::Seconds(2);

}  // namespace

absl::StatusOr<std::string> ParseStoreChoice(const std::string& text) {
  if (text == "sqlite") return std::string();
  if (!text.starts_with(kPostgres)) {
    return absl::InvalidArgumentError(
        "--store: write sqlite, or postgres: and a connection string of PostgreSQL's");
  }
  std::string address = text.substr(kPostgres.size());
  if (address.find_first_not_of(' ') == std::string::npos) {
    // A variable of the shell's that isn't set, most likely; the SQLite file isn't what was meant.
    return absl::InvalidArgumentError(
        "--store: nothing follows \"postgres:\"; write a connection string of PostgreSQL's after "
        "it, as in 'postgres:host=db dbname=rookery', or sqlite");
  }
  if (const absl::Status status = CheckPostgresAddress(address); !status.ok()) {
    return InvalidArgument("--store: {}", Message(status));
  }
  return address;
}

absl::StatusOr<std::unique_ptr<Store>> LeadPostgres(const std::string& address,
                                                    const StandBy& wait) {
  ROOKERY_ASSIGN_OR_RETURN(std::unique_ptr<PostgresStore> store, PostgresStore::Connect(address));
  std::string said;
  for (;;) {
    const absl::StatusOr<bool> leads = store->TryLead();
    if (leads.ok() && *leads) {
      spdlog::info("leading database={} epoch={}", store->description(), store->epoch());
      return std::unique_ptr<Store>(std::move(store));
    }
    // Away for a while is no reason to give up; a schema that is too new is.
    if (!leads.ok() && !absl::IsUnavailable(leads.status())) return leads.status();
    if (wait == nullptr) {
      if (!leads.ok()) return leads.status();
      return absl::FailedPreconditionError("another coordinator leads this database");
    }
    const std::string why = leads.ok() ? "another coordinator leads" : Message(leads.status());
    if (why != said) {
      spdlog::info("standing by database={} why=\"{}\"", store->description(), why);
      said = why;
    }
    if (!wait(leads.ok() ? kLook : kLookWhileAway)) return absl::CancelledError("asked to stop");
  }
}

}  // namespace rookery::coordinator
