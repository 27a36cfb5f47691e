// A run between its row and its value. Pure; any thread.
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "coordinator/core/types.h"
#include "coordinator/store/sql.h"

namespace rookery::coordinator {

std::string InsertRunSql();
std::string UpdateRunSql();   // what changes while a run lives: its state, its totals' snapshot
std::string SelectRunsSql();  // in order of creation

// Text that was bound: must outlive the statement's run.
struct RunTexts {
  std::string adjudication;
  std::string tags;
  std::string ends;
  std::string follow_up;
  std::string needs;
  std::string overshoot;
  std::string keep_games;
  std::string clock;
  std::string dev_limits;
  std::string base_limits;
  std::string dev_lost;
};

// Runs are numbered in order of creation; without a number the database gives the next one.
void BindInsertRun(const Run& run, std::optional<int64_t> number, RunTexts* texts,
                   SqlParams* insert);
void BindUpdateRun(const Run& run, int64_t number, RunTexts* texts, SqlParams* update);
absl::StatusOr<Run> ReadRun(const SqlRow& row);

}  // namespace rookery::coordinator
