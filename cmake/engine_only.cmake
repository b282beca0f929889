# CROSSDOCK_ENGINE_ONLY: the runtimes and their benchmarks on a machine without the server's libraries. The three libraries of headers
# that base and tensor use may lie in a folder that was brought along: CROSSDOCK_HEADERS with tl/, fmt/ and spdlog/.
set(CROSSDOCK_HEADERS "" CACHE PATH "folder with tl/expected.hpp, fmt/ and spdlog/, where the system has none")
set(CROSSDOCK_TESTS OFF)
set(CROSSDOCK_MODULES base tensor schedule engine)

find_path(CROSSDOCK_EXPECTED_INCLUDE tl/expected.hpp HINTS ${CROSSDOCK_HEADERS} REQUIRED)
find_path(CROSSDOCK_FMT_INCLUDE fmt/format-inl.h HINTS ${CROSSDOCK_HEADERS} REQUIRED)
find_path(CROSSDOCK_SPDLOG_INCLUDE spdlog/spdlog.h HINTS ${CROSSDOCK_HEADERS} REQUIRED)
foreach(target IN ITEMS tl::expected fmt::fmt spdlog::spdlog)
  add_library(${target} INTERFACE IMPORTED)
endforeach()
target_include_directories(tl::expected SYSTEM INTERFACE ${CROSSDOCK_EXPECTED_INCLUDE})
target_include_directories(fmt::fmt SYSTEM INTERFACE ${CROSSDOCK_FMT_INCLUDE})
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY=1)
target_include_directories(spdlog::spdlog SYSTEM INTERFACE ${CROSSDOCK_SPDLOG_INCLUDE})
target_compile_definitions(spdlog::spdlog INTERFACE SPDLOG_FMT_EXTERNAL=1)
target_link_libraries(spdlog::spdlog INTERFACE fmt::fmt)

include(cmake/engine_libraries.cmake)
