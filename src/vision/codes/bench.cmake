# Measures the read rate on the sample pictures: run it in the repository root. No part of the module.
add_executable(read_rate_bench codes/read_rate_bench.cc codes/samples_bench.cc codes/code_free_bench.cc
               codes/drawn_bench.cc codes/reliability_bench.cc)
target_link_libraries(read_rate_bench PRIVATE crossdock_vision)
