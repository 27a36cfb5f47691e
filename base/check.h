// Checks for broken invariants of our own code. They are on in every build, because a wrong result
// that goes on is worse than a crash. Input from outside never meets a CHECK: it gets a Status.
// Any thread.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace rookery::internal {

[[noreturn]] inline void CheckFailed(const char* file, int line, const char* what) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, what);
  std::fflush(stderr);
  std::abort();
}

}  // namespace rookery::internal

#define ROOKERY_CHECK(condition) \
  (static_cast<bool>(condition)  \
       ? static_cast<void>(0)    \
       : ::rookery::internal::CheckFailed(__FILE__, __LINE__, #condition))

// Only for hot loops of search and move generation; compiled out of release builds.
#ifdef NDEBUG
#define ROOKERY_DCHECK(condition) static_cast<void>(0)
#else
#define ROOKERY_DCHECK(condition) ROOKERY_CHECK(condition)
#endif
