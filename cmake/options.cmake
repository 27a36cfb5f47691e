# What a builder may choose, and the flags that follow from it.
option(ROOKERY_WERROR "Treat warnings as errors" ON)
option(ROOKERY_PCH "Use precompiled headers" ON)
option(ROOKERY_DASHBOARD "Build the dashboard's page with npm" ON)
set(ROOKERY_SANITIZE "" CACHE STRING "Sanitizers: address,undefined or thread")
set(ROOKERY_ARCH "x86-64-v2" CACHE STRING "-march of everything; v2 has POPCNT, which every CPU since 2009 has")

find_program(CCACHE ccache)
if(CCACHE)
  # The sloppiness is what lets ccache work together with precompiled headers; their sums
  # (cmake/rookery.cmake) let another checkout use what this one compiled with them.
  set(launcher ${CMAKE_COMMAND} -E env
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

find_program(LLD ld.lld)
if(LLD)
  add_link_options(-fuse-ld=lld)
endif()

# What every source of ours is compiled with; third-party headers are SYSTEM.
add_library(rookery_flags INTERFACE)
target_include_directories(rookery_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(rookery_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  -fno-omit-frame-pointer
  $<$<BOOL:${ROOKERY_WERROR}>:-Werror>
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>
  # GCC 12 reports false positives of these inside inlined standard library code.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread>)

if(ROOKERY_ARCH)
  add_compile_options(-march=${ROOKERY_ARCH})
endif()
if(ROOKERY_SANITIZE)
  add_compile_options(-fsanitize=${ROOKERY_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ROOKERY_SANITIZE})
endif()
