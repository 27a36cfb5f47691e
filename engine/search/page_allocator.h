// Memory for big tables that are read at random, in large pages where the system has them: a page's
// address is then rarely looked up. A standard allocator; any thread.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace rookery::search {

inline constexpr size_t kLargePage = size_t{2} << 20;

template <class T>
struct PageAllocator {
  using value_type = T;

  PageAllocator() = default;
  template <class U>
  PageAllocator(const PageAllocator<U>&) {}

  T* allocate(size_t count) {
    const size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, AlignmentOf(bytes));
    // Only asked for: where the system has none, small pages do as well.
    if (bytes >= kLargePage) ::madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t count) {
    ::operator delete(memory, AlignmentOf(count * sizeof(T)));
  }
  bool operator==(const PageAllocator&) const = default;

 private:
  static std::align_val_t AlignmentOf(size_t bytes) {
    return std::align_val_t{bytes >= kLargePage ? kLargePage : alignof(T)};
  }
};

}  // namespace rookery::search
