# Headers that nearly every file includes, compiled once for the modules and once, with GoogleTest, for their tests: that is a third of
# a build's time. It changes no rule: a file includes what it uses, and the fuzz preset and clang-tidy see it without these.
# A target takes part by `target_precompile_headers(TARGET REUSE_FROM crossdock_precompiled)`; its flags must be those of a module.
option(CROSSDOCK_PRECOMPILED_HEADERS "compile common headers once" ON)
if(NOT CROSSDOCK_PRECOMPILED_HEADERS OR CROSSDOCK_FUZZ OR CROSSDOCK_ENGINE_ONLY)
  return()
endif()

set(common <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <filesystem> <fstream> <functional> <map> <memory>
    <mutex> <optional> <random> <set> <span> <stop_token> <string> <string_view> <thread> <utility> <vector>
    <fmt/chrono.h> <fmt/format.h> <fmt/ranges.h> <tl/expected.hpp>)
set(nothing ${CMAKE_BINARY_DIR}/precompiled.cc)
file(CONFIGURE OUTPUT ${nothing} CONTENT "int main() { return 0; }\n")

# What a module links in any case decides the macros that a precompiled header must have been made with.
add_library(crossdock_precompiled OBJECT EXCLUDE_FROM_ALL ${nothing})
target_link_libraries(crossdock_precompiled PRIVATE crossdock_options spdlog::spdlog fmt::fmt Threads::Threads)
target_precompile_headers(crossdock_precompiled PRIVATE ${common})
if(CROSSDOCK_TESTS)
  add_executable(crossdock_precompiled_test EXCLUDE_FROM_ALL ${nothing})  # a program: tests are compiled as programs are
  target_link_libraries(crossdock_precompiled_test PRIVATE crossdock_options spdlog::spdlog fmt::fmt GTest::gmock)
  target_precompile_headers(crossdock_precompiled_test PRIVATE ${common} <gmock/gmock.h> <gtest/gtest.h>)
endif()
