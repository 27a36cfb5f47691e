# Helpers that keep each folder's CMakeLists.txt to one or two lines.

# rookery_library(LIBS a b ...): the library of the current folder, named after its path:
# coordinator/stats becomes rookery_coordinator_stats. A folder of headers alone is INTERFACE.
function(rookery_library)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE "/" "_" name rookery_${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC rookery_flags ${ARG_LIBS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE rookery_flags ${ARG_LIBS})
  endif()
  rookery_lone_headers(${name})
endfunction()

# Compiles each header that has no .cc of its own by itself, so that it is known to be
# self-contained. The others are shown to be by their .cc, which includes them first.
function(rookery_lone_headers library)
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  set(units)
  foreach(header ${headers})
    string(REGEX REPLACE "\\.h$" ".cc" source ${header})
    if(NOT EXISTS ${source})
      file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${header})
      set(unit ${CMAKE_BINARY_DIR}/lone_headers/${path}.cc)
      file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${path}\"\n")
      list(APPEND units ${unit})
    endif()
  endforeach()
  if(units)
    add_library(${library}_headers OBJECT ${units})
    target_link_libraries(${library}_headers PRIVATE ${library})
  endif()
endfunction()

# rookery_binary(name LIBS a b ...): an executable from the current folder's sources.
function(rookery_binary name)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE rookery_flags ${ARG_LIBS})
endfunction()

# GoogleTest's headers, precompiled once and used by every test binary: 0.9 s a test file instead
# of 1.7 s. gRPC's headers are not: they save 0.5 s a file, and too few files need them.
function(rookery_precompiled_gtest target)
  if(NOT ROOKERY_PCH)
    return()
  endif()
  if(NOT TARGET rookery_pch_gtest)
    set(unit ${CMAKE_BINARY_DIR}/pch/gtest.cc)
    file(CONFIGURE OUTPUT ${unit} CONTENT "// Holds the precompiled header.\n")
    add_library(rookery_pch_gtest OBJECT ${unit})
    target_link_libraries(rookery_pch_gtest PRIVATE rookery_flags GTest::gmock)
    target_precompile_headers(rookery_pch_gtest PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
    # What links gRPC is compiled with it, and a precompiled header serves one set of flags only.
    target_compile_options(rookery_pch_gtest PRIVATE -pthread)
    rookery_precompiled_sum(${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/rookery_pch_gtest.dir)
  endif()
  target_compile_options(${target} PRIVATE -pthread)
  target_precompile_headers(${target} REUSE_FROM rookery_pch_gtest)
endfunction()

# Writes the sum by which ccache knows GoogleTest's precompiled header. By default it hashes the
# header's own bytes, which hold the build's path and so differ between two checkouts.
function(rookery_precompiled_sum folder)
  set(unit ${CMAKE_BINARY_DIR}/pch/sum.cc)
  file(CONFIGURE OUTPUT ${unit} CONTENT "#include <gmock/gmock.h>\n#include <gtest/gtest.h>\n")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -pthread -E -P ${unit}
    OUTPUT_VARIABLE text RESULT_VARIABLE failed)
  if(failed)
    return()
  endif()
  set(flags "${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS}")
  string(SHA256 sum "${flags} ${ROOKERY_ARCH} ${ROOKERY_SANITIZE}\n${text}")
  foreach(extension gch pch)
    file(WRITE ${folder}/cmake_pch.hxx.${extension}.sum "${sum}")
  endforeach()
endfunction()

# rookery_tests(name LABEL unit DIR unit/engine... LIBS ...): one binary from every *_test.cc below
# the folders DIR; each TEST becomes one entry of ctest with that label. [SLOW] adds the label slow.
# [WHOLE] makes the binary one entry, for tests that share something that is dear to set up.
function(rookery_tests name)
  cmake_parse_arguments(ARG "SLOW;WHOLE" "LABEL" "DIR;LIBS" ${ARGN})
  list(TRANSFORM ARG_DIR PREPEND ${CMAKE_SOURCE_DIR}/tests/ OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns APPEND /*_test.cc)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE rookery_flags ${ARG_LIBS} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    ROOKERY_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
    ROOKERY_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
  rookery_precompiled_gtest(${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  if(ARG_WHOLE)
    add_test(NAME ${ARG_LABEL}/${name} COMMAND ${name})
    set_tests_properties(${ARG_LABEL}/${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 600)
    return()
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${ARG_LABEL}/"
    PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 600)
  if(ARG_SLOW)
    # gtest_discover_tests can't pass on a list of labels, so ctest reads this after its own file.
    set(script ${CMAKE_CURRENT_BINARY_DIR}/${name}_slow.cmake)
    file(CONFIGURE OUTPUT ${script} @ONLY CONTENT
      "set_tests_properties(\${@name@_TESTS} PROPERTIES LABELS \"@ARG_LABEL@;slow\" TIMEOUT 3600)\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
  endif()
endfunction()
