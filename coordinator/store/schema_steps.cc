#include "coordinator/store/schema_steps.h"

#include <array>

namespace rookery::coordinator {
namespace {

constexpr std::string_view kVersion1 = R"sql(
CREATE TABLE runs (
  number INTEGER PRIMARY KEY,          -- in order of creation
  id TEXT NOT NULL UNIQUE,
  request_id TEXT NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  title TEXT NOT NULL,
  dev_name TEXT NOT NULL,
  dev_weights TEXT NOT NULL,
  base_name TEXT NOT NULL,
  base_weights TEXT NOT NULL,
  nodes INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  movetime_ms INTEGER NOT NULL,
  base_ms INTEGER NOT NULL,
  increment_ms INTEGER NOT NULL,
  elo0 REAL,                           -- the five of the SPRT are NULL in a match
  elo1 REAL,
  alpha REAL,
  beta REAL,
  elo_model INTEGER,
  max_pairs INTEGER NOT NULL,
  book TEXT NOT NULL,
  book_lines INTEGER NOT NULL,
  seed INTEGER NOT NULL,               -- 64 bits, as a signed number
  rule_profile TEXT NOT NULL,
  max_moves INTEGER NOT NULL,
  hash_kib INTEGER NOT NULL,
  decide_every INTEGER NOT NULL,
  adjudication TEXT,                   -- six numbers, or NULL
  owner TEXT NOT NULL,
  priority INTEGER NOT NULL,
  weight REAL NOT NULL,
  tags TEXT NOT NULL,                  -- one a line
  created INTEGER NOT NULL,            -- microseconds since 1970, like every time
  state INTEGER NOT NULL,
  ended INTEGER,
  message TEXT NOT NULL,
  -- The snapshot of what the ledger gives, so that a start need not read the ledger.
  prefix INTEGER NOT NULL,
  ll INTEGER NOT NULL,
  ld INTEGER NOT NULL,
  dd INTEGER NOT NULL,
  wd INTEGER NOT NULL,
  ww INTEGER NOT NULL,
  llr REAL NOT NULL,
  verdict INTEGER NOT NULL,
  games INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  ends TEXT NOT NULL,
  counted INTEGER NOT NULL,
  after_verdict INTEGER NOT NULL,
  duplicates INTEGER NOT NULL,
  repeated_games INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE workers (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  slots INTEGER NOT NULL,
  version TEXT NOT NULL,
  bench_signature TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  pairs INTEGER NOT NULL,
  games INTEGER NOT NULL,
  nodes_per_second REAL NOT NULL
) STRICT;
CREATE TABLE pairs (                   -- the ledger
  run INTEGER NOT NULL REFERENCES runs (number),
  pair INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  void INTEGER NOT NULL DEFAULT 0,     -- never deleted, only marked
  half_points INTEGER NOT NULL,        -- of the tested engine, 0 to 4
  first_end INTEGER NOT NULL,
  second_end INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  worker INTEGER NOT NULL REFERENCES workers (number),
  lease TEXT NOT NULL,
  received INTEGER NOT NULL,
  games BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX pairs_count_once ON pairs (run, pair) WHERE void = 0;
CREATE TABLE digests (                 -- of games, shortened to 64 bits, to notice repeated ones
  run INTEGER NOT NULL REFERENCES runs (number),
  digest INTEGER NOT NULL,
  PRIMARY KEY (run, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE leases (
  id TEXT PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs (number),
  worker INTEGER NOT NULL REFERENCES workers (number),
  pairs BLOB NOT NULL,
  attempt INTEGER NOT NULL,
  granted INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  state INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX leases_by_run ON leases (run);
CREATE TABLE artifacts (
  sha256 TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  lines INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE run_events (
  run INTEGER NOT NULL REFERENCES runs (number),
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX run_events_by_run ON run_events (run);
)sql";

// Runs that are edited, followed up, limited in cost and matched to workers; audits and voids.
constexpr std::string_view kVersion2 = R"sql(
ALTER TABLE runs ADD COLUMN dev_version TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN dev_commit TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN base_version TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN base_commit TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN threads INTEGER NOT NULL DEFAULT 1;
ALTER TABLE runs ADD COLUMN follow_up TEXT;               -- numbers, or NULL
ALTER TABLE runs ADD COLUMN link TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN needs TEXT NOT NULL DEFAULT '';  -- a thing a line
ALTER TABLE runs ADD COLUMN audit_share REAL NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN parent TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN max_core_seconds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN core_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run_events ADD COLUMN by TEXT NOT NULL DEFAULT '';
ALTER TABLE workers ADD COLUMN cores INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workers ADD COLUMN memory_mib INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workers ADD COLUMN instruction_sets TEXT NOT NULL DEFAULT '';  -- one a line
ALTER TABLE workers ADD COLUMN platform TEXT NOT NULL DEFAULT '';
ALTER TABLE workers ADD COLUMN sandbox TEXT NOT NULL DEFAULT '';
ALTER TABLE workers ADD COLUMN quarantine TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN voided INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN contested INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN audits_agreed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN audits_disagreed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE leases ADD COLUMN audit INTEGER NOT NULL DEFAULT 0;
CREATE TABLE audits (                  -- counted pairs that are played again by another worker
  run INTEGER NOT NULL REFERENCES runs (number),
  pair INTEGER NOT NULL,
  state INTEGER NOT NULL,
  first TEXT NOT NULL,                 -- the workers
  digest BLOB NOT NULL,
  second TEXT NOT NULL,
  second_digest BLOB NOT NULL,
  PRIMARY KEY (run, pair)
) STRICT, WITHOUT ROWID;
CREATE INDEX audits_open ON audits (state) WHERE state <= 2;
)sql";

constexpr std::string_view kVersion3 = R"sql(
CREATE TABLE tunes (
  run INTEGER PRIMARY KEY REFERENCES runs (number),
  spec TEXT NOT NULL,                  -- what is tuned, and how
  state BLOB NOT NULL                  -- the tuner's, after the run's prefix
) STRICT;
CREATE TABLE candidates (              -- with the pairs: the duel log
  run INTEGER NOT NULL REFERENCES runs (number),
  pair INTEGER NOT NULL,
  clock INTEGER NOT NULL,
  points BLOB NOT NULL,
  PRIMARY KEY (run, pair)
) STRICT, WITHOUT ROWID;
)sql";

// The overshoot correction of tests that look every few pairs; empty: none was taken yet. Tests
// from before it stay without.
constexpr std::string_view kVersion4 = R"sql(
ALTER TABLE runs ADD COLUMN overshoot TEXT NOT NULL DEFAULT '';
UPDATE runs SET overshoot = '0 0 0 0 0 0 0 0' WHERE decide_every > 1;
)sql";

// Leagues.
constexpr std::string_view kVersion5 = R"sql(
ALTER TABLE pairs ADD COLUMN first_points INTEGER NOT NULL DEFAULT 0;  -- of them, with White
CREATE TABLE leagues (
  run INTEGER PRIMARY KEY REFERENCES runs (number),
  spec TEXT NOT NULL                   -- format and engines, a thing a line
) STRICT;
CREATE TABLE league_cells (
  run INTEGER NOT NULL REFERENCES runs (number),
  cell INTEGER NOT NULL,
  first INTEGER NOT NULL,              -- the two engines, by their place in the list
  second INTEGER NOT NULL,
  counts TEXT NOT NULL,                -- nine numbers
  PRIMARY KEY (run, cell)
) STRICT, WITHOUT ROWID;
CREATE TABLE league_standings (
  run INTEGER NOT NULL REFERENCES runs (number),
  engine INTEGER NOT NULL,
  grade_points INTEGER NOT NULL,
  forfeits INTEGER NOT NULL,
  PRIMARY KEY (run, engine)
) STRICT, WITHOUT ROWID;
)sql";

// Access tokens and the audit log.
constexpr std::string_view kVersion6 = R"sql(
CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  owner TEXT NOT NULL,
  label TEXT NOT NULL,
  worker TEXT NOT NULL,
  scope TEXT NOT NULL,                 -- one a line
  secret_hash BLOB NOT NULL,           -- SHA-256; the secret itself is nowhere
  created INTEGER NOT NULL,
  expires INTEGER,                     -- NULL: never
  revoked INTEGER                      -- NULL: it isn't
) STRICT, WITHOUT ROWID;
CREATE TABLE actions (                 -- who changed what, when and from where
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  by TEXT NOT NULL,
  token TEXT NOT NULL,
  origin TEXT NOT NULL,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
)sql";

// What voided pairs have cost an open test: how far it had looked, and how much further out its
// bounds lie. Tests whose pairs were voided before it go on without.
constexpr std::string_view kVersion7 = R"sql(
ALTER TABLE runs ADD COLUMN looked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN apart REAL NOT NULL DEFAULT 0;
)sql";

// Who lends a worker, and how much it has done.
constexpr std::string_view kVersion8 = R"sql(
ALTER TABLE workers ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE workers ADD COLUMN core_ms INTEGER NOT NULL DEFAULT 0;
)sql";

// Why nothing more is lent to a worker that may finish what it plays.
constexpr std::string_view kVersion9 = R"sql(
ALTER TABLE workers ADD COLUMN drained TEXT NOT NULL DEFAULT '';
)sql";

// Games in blocks: those of rows without games lie in the block that begins at or before them, or
// are no longer kept. Rows from before it are put into blocks as time goes on.
constexpr std::string_view kVersion10 = R"sql(
ALTER TABLE runs ADD COLUMN keep_games TEXT NOT NULL DEFAULT '';  -- three numbers; empty: all
ALTER TABLE runs ADD COLUMN packed_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN dropped_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN dropped INTEGER NOT NULL DEFAULT 0;
CREATE TABLE game_blocks (
  run INTEGER NOT NULL REFERENCES runs (number),
  first INTEGER NOT NULL,              -- pair
  games BLOB NOT NULL,
  PRIMARY KEY (run, first)
) STRICT;
)sql";

// Games at odds, other clocks, Chess960, times scaled by a worker's speed; whose faults ended
// games; names of UCI engines.
constexpr std::string_view kVersion11 = R"sql(
ALTER TABLE runs ADD COLUMN clock_rest TEXT NOT NULL DEFAULT '';        -- margin, then its periods
ALTER TABLE runs ADD COLUMN dev_limits TEXT NOT NULL DEFAULT '';   -- of its own; empty: the run's
ALTER TABLE runs ADD COLUMN base_limits TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN chess960 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN reference_nps INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN dev_lost TEXT NOT NULL DEFAULT '';
ALTER TABLE workers ADD COLUMN bench_nps REAL NOT NULL DEFAULT 0;
CREATE TABLE engines (
  name TEXT PRIMARY KEY,
  manifest TEXT NOT NULL,              -- artifact
  owner TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL             -- when it came to stand for this manifest
) STRICT, WITHOUT ROWID;
)sql";

// Fits of evaluation weights that were posted.
constexpr std::string_view kVersion12 = R"sql(
CREATE TABLE fits (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  owner TEXT NOT NULL,
  created INTEGER NOT NULL,
  report TEXT NOT NULL                 -- a thing a line
) STRICT;
)sql";

// Whose token a worker came with last. Those from before it belong to whoever comes first.
constexpr std::string_view kVersion13 = R"sql(
ALTER TABLE workers ADD COLUMN token TEXT NOT NULL DEFAULT '';
)sql";

// What a worker did for owners that it had before; pairs from before it are the present one's.
constexpr std::string_view kVersion14 = R"sql(
ALTER TABLE workers ADD COLUMN earlier TEXT NOT NULL DEFAULT '';  -- an owner a line
)sql";

constexpr std::array kSteps = {kVersion1,  kVersion2,  kVersion3,  kVersion4, kVersion5,
                               kVersion6,  kVersion7,  kVersion8,  kVersion9, kVersion10,
                               kVersion11, kVersion12, kVersion13, kVersion14};

}  // namespace

std::span<const std::string_view> SchemaSteps() { return kSteps; }

int SchemaVersion() { return static_cast<int>(kSteps.size()); }

}  // namespace rookery::coordinator
