// No process of an engine outlives it, wherever it put itself: in a session of its own, or under
// another parent. Each engine's environment holds a mark that nobody else's holds, which whatever
// it starts inherits. When the engine is closed, what still has the mark is killed; this process
// adopts what lost its parent (PR_SET_CHILD_SUBREAPER), so a look at its own children finds that,
// however many processes the machine has. If this process itself is killed, a small guard, forked
// once and holding nothing but the end of a pipe, sees the pipe close and looks through all
// processes. A process that wiped its environment can't be told from a stranger's and is spared.
// Any thread.
#pragma once

#include <sys/types.h>

#include <string>

namespace rookery::worker {

// The environment's entry for one engine: "ROOKERY_ENGINE=<this process>-<number>". The first call
// starts the guard.
std::string NextEngineMark();

// An engine that was started; KillOrphans forgets it. Known ones are no orphans, so their
// environments needn't be read.
void KeepEngine(pid_t pid);

// Kills what has the mark and was adopted from this engine, which has ended, and reaps what is left
// of its process group. Waits for those that it kills.
void KillOrphans(const std::string& mark, pid_t engine);

}  // namespace rookery::worker
