// `backup`, `restore` and `audit` on the command line.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/log.h"
#include "base/status.h"
#include "coordinator/app/maintenance.h"
#include "coordinator/app/store_choice.h"

namespace rookery::coordinator {
namespace {

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

int Fail(const absl::Status& status, int code) {
  std::fprintf(stderr, "error: %s\n", Message(status).c_str());
  return code;
}

void PrintJson(const LedgerAudit& audit) {
  const nlohmann::ordered_json json = {{"runs", audit.runs},
                                       {"pairs", audit.pairs},
                                       {"void", audit.voided},
                                       {"faults", audit.faults}};
  // Names in the ledger may hold bytes that are no UTF-8.
  std::printf("%s\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

int Print(const absl::StatusOr<LedgerAudit>& audit, bool as_json) {
  if (!audit.ok()) {
    return Fail(audit.status(), kExitFailed);
  }
  if (as_json) {
    PrintJson(*audit);
    return audit->faults.empty() ? 0 : kExitFailed;
  }
  for (const std::string& fault : audit->faults) std::printf("%s\n", fault.c_str());
  std::printf(
      "%s\n",
      fmt::format("{} runs, {} pairs, {} void; {}", audit->runs, audit->pairs, audit->voided,
                  audit->faults.empty() ? "the ledger is clean"
                                        : fmt::format("{} faults", audit->faults.size()))
          .c_str());
  return audit->faults.empty() ? 0 : kExitFailed;
}

// PostgreSQL's own programs copy its databases; what they don't know of is the folder.
absl::Status UsePgDump(const std::string& verb, const std::string& data) {
  if (verb == "backup") {
    return Error(absl::StatusCode::kFailedPrecondition,
                 "a PostgreSQL database is copied by its own program, while coordinators run: "
                 "pg_dump --format=custom --file=rookery.dump DATABASE, and after it the folder: "
                 "cp -a {0}/artifacts {0}/tls {0}/operator.token TO",
                 data);
  }
  return Error(absl::StatusCode::kFailedPrecondition,
               "a PostgreSQL database is restored by its own program, into an empty database: "
               "pg_restore --exit-on-error --dbname=DATABASE rookery.dump, with the copy of the "
               "folder put to {}; then rookery audit --store postgres:... checks both",
               data);
}

}  // namespace

bool IsMaintenance(const std::string& verb) {
  return verb == "backup" || verb == "restore" || verb == "audit";
}

int MaintenanceMain(int argc, char** argv) {
  const std::string verb = argv[0];
  CLI::App app("The data folder of a coordinator: " + verb, "rookery " + verb);
  std::string data;
  std::string other;
  std::string store = "sqlite";
  app.add_option("--store", store, "sqlite, or postgres:CONNECTION, as the coordinator was told");
  bool json = false;
  app.add_flag("--json", json, "One JSON object");
  app.add_option("--data", data, "The coordinator's folder")->required()->type_name("DIR");
  if (verb == "backup") {
    app.add_option("--out", other, "A new folder for the copy")->required()->type_name("DIR");
    app.footer("Example: rookery backup --data ~/rookery --out ~/backup-monday");
  } else if (verb == "restore") {
    app.add_option("--from", other, "The copy")->required()->type_name("DIR");
    app.footer("Example: rookery restore --from ~/backup-monday --data ~/rookery-new");
  } else {
    app.footer("Example: rookery audit --data ~/rookery");
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kExitUsage;
  }
  if (const absl::Status log = SetUpLog("maintenance", "warn"); !log.ok()) {
    return Fail(log, kExitFailed);
  }
  const absl::StatusOr<std::string> postgres = ParseStoreChoice(store);
  if (!postgres.ok()) return Fail(postgres.status(), kExitUsage);
  if (!postgres->empty() && verb == "audit") return Print(AuditPostgres(*postgres, data), json);
  if (!postgres->empty()) return Fail(UsePgDump(verb, data), kExitUsage);
  if (verb == "restore") return Print(Restore(other, data), json);
  if (verb == "audit") return Print(AuditFolder(data), json);
  const absl::StatusOr<LedgerAudit> made = BackUp(data, other);
  const int code = Print(made, json);
  if (!made.ok() || code == 0) return code;
  return Fail(Error(absl::StatusCode::kDataLoss,
                    "{} has the faults of {}, and restore refuses it; mend them and back up anew",
                    other, data),
              code);
}

}  // namespace rookery::coordinator
