// `backup`, `restore` and `audit` on the command line.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "base/status.h"
#include "coordinator/app/maintenance.h"

namespace rookery::coordinator {
namespace {

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

int Print(const absl::StatusOr<LedgerAudit>& audit) {
  if (!audit.ok()) {
    std::fprintf(stderr, "error: %s\n", Message(audit.status()).c_str());
    return kExitFailed;
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

}  // namespace

bool IsMaintenance(const std::string& verb) {
  return verb == "backup" || verb == "restore" || verb == "audit";
}

int MaintenanceMain(int argc, char** argv) {
  const std::string verb = argv[0];
  CLI::App app("The data folder of a coordinator: " + verb, "rookery " + verb);
  std::string data;
  std::string other;
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
  if (verb == "restore") return Print(Restore(other, data));
  if (verb == "audit") return Print(AuditFolder(data));
  const absl::Status status = BackUp(data, other);
  if (!status.ok()) {
    std::fprintf(stderr, "error: %s\n", Message(status).c_str());
    return kExitFailed;
  }
  return Print(AuditFolder(other));
}

}  // namespace rookery::coordinator
