# perf_analyzer, the load generator of Triton's clients: a program inside a wheel of theirs, and the one library that it is linked to and
# Debian has not. Sourced by tools/setup.
download_perf_analyzer() {
  local unpack="python3 tools/setup.d/unpack.py"
  rm -rf .deps/dl/perf_analyzer .deps/perf_analyzer
  $pip download -q --require-hashes --no-deps --only-binary=:all: --platform manylinux1_x86_64 --platform manylinux2014_x86_64 \
    -d .deps/dl/perf_analyzer -r tools/pins/perf_analyzer.txt
  $unpack .deps/dl/perf_analyzer/tritonclient-*.whl tritonclient-2.48.0.data/data/bin .deps/perf_analyzer perf_analyzer
  $unpack .deps/dl/perf_analyzer/nvidia_cuda_runtime_cu12-*.whl nvidia/cuda_runtime/lib .deps/perf_analyzer 'libcudart.so.*'
  chmod +x .deps/perf_analyzer/perf_analyzer
  rm -rf .deps/dl/perf_analyzer
}

fetch_perf_analyzer() {
  step perf_analyzer "$(key "$(<tools/pins/perf_analyzer.txt)" "$(<tools/setup.d/perf_analyzer.sh)")" \
    "perf_analyzer: 17 MB to download" "$network_advice" download_perf_analyzer
}
