// The conformance suite over PostgreSQL, and what that store promises beyond it: one leader, fenced
// off from those before it; schemas of others; a server that dies. One server serves all tests.
#include "coordinator/store/postgres_store.h"

#include "coordinator/store/ledger_audit.h"
#include "coordinator/store/postgres_schema.h"
#include "coordinator/store/postgres_snapshot.h"
#include "coordinator/store/schema_steps.h"
#include "tests/support/postgres/cluster.h"
#include "tests/support/store_conformance.h"
#include "tests/support/wait_until.h"

namespace rookery::coordinator::testing {
namespace {

using rookery::testing::PostgresCluster;
using rookery::testing::WaitUntil;

PostgresCluster* cluster = nullptr;

class Server : public ::testing::Environment {
 public:
  void SetUp() override {
    absl::StatusOr<PostgresCluster> made = PostgresCluster::Make(::testing::TempDir());
    ASSERT_TRUE(made.ok()) << made.status();
    cluster = new PostgresCluster(*std::move(made));
  }
  void TearDown() override {
    delete cluster;
    cluster = nullptr;
  }
};
[[maybe_unused]] const auto* const kServer = ::testing::AddGlobalTestEnvironment(new Server);

// An empty schema that no other test has.
std::string NewAddress() {
  static int number = 0;
  return cluster->AddressOf(fmt::format("t{}", ++number));
}

std::unique_ptr<PostgresStore> Connect(const std::string& address) {
  absl::StatusOr<std::unique_ptr<PostgresStore>> store = PostgresStore::Connect(address);
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}

std::unique_ptr<PostgresStore> Lead(const std::string& address) {
  std::unique_ptr<PostgresStore> store = Connect(address);
  // The server lets go of a closed connection's lock in its own time.
  absl::Status status;
  EXPECT_TRUE(WaitUntil([&] {
    const absl::StatusOr<bool> leads = store->TryLead();
    status = leads.status();
    return !leads.ok() || *leads;
  }));
  EXPECT_TRUE(status.ok()) << status;
  return store;
}

PostgresConnection Open(const std::string& address) {
  absl::StatusOr<PostgresConnection> connection = PostgresConnection::Open(address);
  EXPECT_TRUE(connection.ok()) << connection.status();
  return *std::move(connection);
}

INSTANTIATE_TEST_SUITE_P(All, StoreTest,
                         ::testing::Values(StoreKind{
                             "postgresql",
                             [](const std::string&) -> std::unique_ptr<Store> {
                               return Lead(NewAddress());
                             }}),
                         [](const auto& kind) { return std::string(kind.param.name); });

std::vector<Write> FirstPair() {
  return {PutRun{RunOf("r1")}, PutWorker{WorkerOf("w")}, PairRow("r1", 0)};
}

TEST(PostgresStore, FindsEverythingAgainWhenOpenedAnew) {
  const std::string address = NewAddress();
  {
    const auto store = Lead(address);
    ASSERT_TRUE(store->Commit(FirstPair()).ok());
  }
  const auto store = Lead(address);
  EXPECT_EQ(store->Load()->open_pairs.size(), 1u);
  ASSERT_TRUE(store->Commit(std::vector<Write>{PairRow("r1", 1), PutWorker{WorkerOf("v")}}).ok());
  EXPECT_EQ(store->ReadPairs({"r1", 0, 10, true})->size(), 2u);
}

TEST(PostgresStore, LetsOneLeadAndTheOtherFollowItWithoutLoss) {
  const std::string address = NewAddress();
  auto active = Lead(address);
  const auto standby = Connect(address);
  EXPECT_FALSE(*standby->TryLead());
  ASSERT_TRUE(active->Commit(FirstPair()).ok());
  EXPECT_FALSE(standby->Commit(std::vector<Write>{PairRow("r1", 1)}).ok());
  active.reset();
  ASSERT_TRUE(WaitUntil([&] { return *standby->TryLead(); }));
  EXPECT_EQ(standby->epoch(), 2);
  EXPECT_EQ(standby->Load()->open_pairs.size(), 1u);
  EXPECT_TRUE(standby->Commit(std::vector<Write>{PairRow("r1", 1)}).ok());
}

// The server ends the leader's connections, as it does when a network has been away too long.
TEST(PostgresStore, WritesNothingOnceItsLockIsLost) {
  const std::string address = NewAddress();
  const auto old = Lead(address);
  ASSERT_TRUE(old->Commit(FirstPair()).ok());
  const auto standby = Connect(address);
  auto admin = Open(address);
  ASSERT_TRUE(admin
                  .Execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = "
                           "'advisory' AND objid::bigint = hashtext(current_schema())::bigint & "
                           "4294967295")
                  .ok());
  ASSERT_TRUE(WaitUntil([&] { return *standby->TryLead(); }));
  EXPECT_FALSE(old->Commit(std::vector<Write>{PairRow("r1", 1)}).ok());
  EXPECT_FALSE(old->CheckLead().ok());
  EXPECT_EQ(old->Load().status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(old->Commit(std::vector<Write>{PairRow("r1", 1)}).ok());
  EXPECT_EQ(standby->Load()->open_pairs.size(), 1u);
}

// The lock alone can't do it: here the old leader's connection is as good as new.
TEST(PostgresStore, IsFencedOffByTheEpochOfItsSuccessor) {
  const std::string address = NewAddress();
  const auto old = Lead(address);
  ASSERT_TRUE(old->Commit(FirstPair()).ok());
  EXPECT_TRUE(old->CheckLead().ok());
  auto admin = Open(address);
  ASSERT_TRUE(admin.Execute("UPDATE leadership SET epoch = epoch + 1").ok());
  const auto result = old->Commit(std::vector<Write>{PairRow("r1", 1)});
  EXPECT_EQ(result.status().code(), absl::StatusCode::kFailedPrecondition) << result.status();
  EXPECT_EQ(old->CheckLead().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(*admin.QueryInteger("SELECT count(*) FROM pairs"), 1);
}

// A successor's first act waits for what its predecessor is just committing, so that it loads it.
TEST(PostgresStore, HoldsTheEpochWhileATransactionIsUnderWay) {
  const std::string address = NewAddress();
  const auto old = Lead(address);
  auto slow = Open(address);
  ASSERT_TRUE(slow.Execute("BEGIN; SELECT 1 FROM leadership WHERE epoch = 1 FOR SHARE").ok());
  auto admin = Open(address);
  ASSERT_TRUE(admin.Execute("SET lock_timeout = '50ms'").ok());
  EXPECT_EQ(admin.Execute("UPDATE leadership SET epoch = epoch + 1").code(),
            absl::StatusCode::kUnavailable);
  ASSERT_TRUE(slow.Execute("COMMIT").ok());
  EXPECT_TRUE(admin.Execute("UPDATE leadership SET epoch = epoch + 1").ok());
}

TEST(PostgresStore, GoesOnAfterItsConnectionBrokeWhenNobodyElseHasLed) {
  const std::string address = NewAddress();
  const auto store = Lead(address);
  ASSERT_TRUE(store->Commit(FirstPair()).ok());
  ASSERT_TRUE(store->ReadPairs({"r1", 0, 10, true}).ok());
  cluster->Kill();
  EXPECT_EQ(store->Commit(std::vector<Write>{PairRow("r1", 1)}).status().code(),
            absl::StatusCode::kUnavailable);
  EXPECT_EQ(store->Load().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(store->ReadPairs({"r1", 0, 10, true}).status().code(), absl::StatusCode::kUnavailable);
  ASSERT_TRUE(cluster->Start().ok());
  EXPECT_FALSE(store->Commit(std::vector<Write>{PairRow("r1", 1)}).ok());  // only a Load goes on
  const auto loaded = store->Load();
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->open_pairs.size(), 1u);
  EXPECT_TRUE(store->Commit(std::vector<Write>{PairRow("r1", 1)}).ok());
  EXPECT_EQ(store->ReadPairs({"r1", 0, 10, true})->size(), 2u);
}

TEST(PostgresStore, RefusesANewerSchemaAndOneWhoseStepsAreOthers) {
  const std::string address = NewAddress();
  ASSERT_NE(Lead(address), nullptr);
  auto admin = Open(address);
  ASSERT_TRUE(admin.Execute("INSERT INTO schema_migrations VALUES (1000, 'future')").ok());
  EXPECT_EQ(PostgresStore::Connect(address).status().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(admin
                  .Execute("DELETE FROM schema_migrations WHERE version = 1000; "
                           "UPDATE schema_migrations SET checksum = 'edited' WHERE version = 1")
                  .ok());
  EXPECT_EQ(PostgresStore::Connect(address).status().code(), absl::StatusCode::kDataLoss);
}

TEST(PostgresStore, RefusesTablesThatAreNotOurs) {
  const std::string address = NewAddress();
  ASSERT_TRUE(Open(address).Execute("CREATE TABLE recipes (name TEXT)").ok());
  EXPECT_EQ(PostgresStore::Connect(address).status().code(), absl::StatusCode::kDataLoss);
}

// As older builds left it.
TEST(PostgresStore, TakesTheStepsThatAreMissing) {
  for (int built = 1; built < SchemaVersion(); ++built) {
    const std::string address = NewAddress();
    auto connection = Open(address);
    ASSERT_TRUE(PreparePostgresSchema(&connection).ok());
    ASSERT_TRUE(MigratePostgres(&connection, 0, built).ok());
    EXPECT_EQ(*CheckPostgresSchema(&connection), built);
    EXPECT_FALSE(OpenPostgresSnapshot(address).ok());  // an audit leaves it as it is
    const auto store = Lead(address);
    EXPECT_EQ(*CheckPostgresSchema(&connection), SchemaVersion());
    EXPECT_TRUE(store->Commit(FirstPair()).ok());
  }
}

TEST(PostgresStore, StoresTextThatPostgresqlWouldRefuse) {
  const auto store = Lead(NewAddress());
  const auto result = store->Commit(std::vector<Write>{
      PutRun{RunOf("r1")},
      AddRunEvent{{"r1", kNow, "fault", std::string("a\0b\xff", 4), "\xc3\xa9"}}});
  ASSERT_TRUE(result.ok()) << result.status();
  const auto events = *store->ReadRunEvents("r1", 10);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].text, "a b?");
  EXPECT_EQ(events[0].by, "\xc3\xa9");
}

TEST(PostgresStore, RefusesAnAddressWithAPassword) {
  for (const char* address : {"host=/tmp password=secret", "postgresql://me:secret@localhost/x"}) {
    const auto store = PostgresStore::Connect(address);
    EXPECT_EQ(store.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(std::string(store.status().message()).find("secret"), std::string::npos);
  }
  const auto wrong = PostgresStore::Connect("nonsense with a secret");
  EXPECT_EQ(wrong.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(std::string(wrong.status().message()).find("secret"), std::string::npos);
}

TEST(PostgresStore, TellsWhatItsServerSaysWhenItCannotConnect) {
  const auto store = PostgresStore::Connect("host=/nowhere dbname=rookery");
  EXPECT_EQ(store.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(std::string(store.status().message()).find("/nowhere"), std::string::npos);
}

TEST(PostgresStore, IsAuditedFromASnapshotBesideItsLeader) {
  const std::string address = NewAddress();
  EXPECT_FALSE(OpenPostgresSnapshot(address).ok());  // there is nothing yet
  const auto store = Lead(address);
  auto run = RunOf("r1");
  run.totals.counted = 1;
  WorkerInfo worker = WorkerOf("w");
  worker.pairs = 1;
  worker.games = 2;
  ASSERT_TRUE(
      store->Commit(std::vector<Write>{PutRun{run}, PutWorker{worker}, PairRow("r1", 5)}).ok());
  const auto snapshot = OpenPostgresSnapshot(address);
  ASSERT_TRUE(snapshot.ok()) << snapshot.status();
  EXPECT_EQ((*snapshot)->Load()->open_pairs.size(), 1u);
  ASSERT_TRUE(store->Commit(std::vector<Write>{PairRow("r1", 6)}).ok());
  const auto audit = AuditLedger(snapshot->get());
  ASSERT_TRUE(audit.ok()) << audit.status();
  EXPECT_EQ(audit->faults, std::vector<std::string>());
  EXPECT_EQ(audit->pairs, 1u);
  EXPECT_FALSE((*snapshot)->Commit(std::vector<Write>{PairRow("r1", 7)}).ok());
}

TEST(PostgresStore, IsAuditedByTheRowsOfEachTable) {
  const std::string address = NewAddress();
  const auto store = Lead(address);
  auto run = RunOf("r1");
  run.totals.counted = 1;
  run.totals.audits_agreed = 1;
  WorkerInfo worker = WorkerOf("w");
  worker.pairs = 1;
  worker.games = 2;
  const Audit agreed{"r1", 5, AuditState::kAgreed, "w", std::string(64, 'a'), "", ""};
  ASSERT_TRUE(store
                  ->Commit(std::vector<Write>{PutRun{run}, PutWorker{worker}, PairRow("r1", 5),
                                              PutAudit{agreed}})
                  .ok());
  EXPECT_EQ(AuditLedger(store.get())->faults, std::vector<std::string>());
  auto admin = Open(address);
  for (const auto& [fault, mend] :
       {std::pair("UPDATE workers SET pairs = 6", "UPDATE workers SET pairs = 1"),
        std::pair("UPDATE workers SET games = 3", "UPDATE workers SET games = 2"),
        std::pair("UPDATE runs SET repeated_games = 1", "UPDATE runs SET repeated_games = 0"),
        std::pair("UPDATE runs SET audits_agreed = 2", "UPDATE runs SET audits_agreed = 1"),
        std::pair("UPDATE audits SET state = 2", "UPDATE audits SET state = 3"),
        std::pair("DELETE FROM digests", "SELECT 1")}) {
    ASSERT_TRUE(admin.Execute(fault).ok()) << fault;
    EXPECT_EQ(AuditLedger(store.get())->faults.size(), 1u) << fault;
    ASSERT_TRUE(admin.Execute(mend).ok());
  }
}

TEST(PostgresStore, StartsWithoutReadingTheLedger) {
  const std::string address = NewAddress();
  const auto store = Lead(address);
  ASSERT_TRUE(store->Commit(FirstPair()).ok());
  auto admin = Open(address);
  std::string plan;
  ASSERT_TRUE(admin
                  .Query("EXPLAIN SELECT pair FROM runs CROSS JOIN LATERAL (SELECT * FROM pairs "
                         "WHERE run = runs.number AND void = 0 AND pair >= runs.prefix OFFSET 0) "
                         "AS pairs",
                         {},
                         [&](const SqlRow& row) {
                           plan += row.Text(0) + "\n";
                           return absl::OkStatus();
                         })
                  .ok());
  EXPECT_NE(plan.find("pairs_count_once"), std::string::npos) << plan;
}

TEST(PostgresSchema, SaysStepsInPostgresqlsWords) {
  EXPECT_EQ(InPostgresWords("CREATE TABLE t (a INTEGER, INTEGERS TEXT, b REAL) STRICT;"),
            "CREATE TABLE t (a BIGINT, INTEGERS TEXT COLLATE \"C\", b DOUBLE PRECISION);");
  EXPECT_EQ(InPostgresWords("(b BLOB) STRICT, WITHOUT ROWID;"), "(b BYTEA);");
}

}  // namespace
}  // namespace rookery::coordinator::testing
