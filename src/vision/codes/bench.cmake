# Measures the read rate on the sample pictures; no part of the module. `ninja read_rate_bench`, then run it in the repository root.
add_executable(read_rate_bench EXCLUDE_FROM_ALL codes/read_rate_bench.cc codes/samples_bench.cc codes/code_free_bench.cc
               codes/drawn_bench.cc codes/reliability_bench.cc)
target_link_libraries(read_rate_bench PRIVATE crossdock_vision)
