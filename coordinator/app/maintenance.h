// What an operator does to a data folder: back it up while the coordinator runs, restore it, audit
// its ledger. Blocking; the main thread.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "coordinator/store/ledger_audit.h"

namespace rookery::coordinator {

// A new folder with the database and the artifacts, and its audit: what that finds, `data` has too,
// and Restore would refuse. Safe while a coordinator writes.
absl::StatusOr<LedgerAudit> BackUp(const std::string& data, const std::string& to);

// Checks the backup (pages, artifacts by their hash, the ledger), then makes `data` of it, which
// must not have a database yet; not if the audit has faults. DataLoss for broken pages.
absl::StatusOr<LedgerAudit> Restore(const std::string& from, const std::string& data);

// Of a data folder or a backup, in use or not: a copy is audited. DataLoss for broken pages.
absl::StatusOr<LedgerAudit> AuditFolder(const std::string& data);

// Of a PostgreSQL database as it stands, and the artifacts of its data folder.
absl::StatusOr<LedgerAudit> AuditPostgres(const std::string& address, const std::string& data);

// `backup`, `restore` and `audit` on the command line; argv[0] is the verb. The exit code.
int MaintenanceMain(int argc, char** argv);
bool IsMaintenance(const std::string& verb);

}  // namespace rookery::coordinator
