// The conformance suite over memory and SQLite; tests/component_postgres has it over PostgreSQL.
#include "coordinator/store/store.h"

#include "coordinator/store/memory_store.h"
#include "tests/support/store_conformance.h"

namespace rookery::coordinator::testing {
namespace {

std::unique_ptr<Store> MakeMemory(const std::string&) { return MakeMemoryStore(); }
std::unique_ptr<Store> MakeSqlite(const std::string& path) {
  absl::StatusOr<std::unique_ptr<Store>> store = OpenSqliteStore(path);
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}

INSTANTIATE_TEST_SUITE_P(All, StoreTest,
                         ::testing::Values(StoreKind{"memory", MakeMemory},
                                           StoreKind{"sqlite", MakeSqlite}),
                         [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace rookery::coordinator::testing
