# What comes out of Python wheels (a wheel is a zip; no Python at run time) and the headers of ONNX Runtime. Sourced by tools/setup.
pip=.deps/venv/bin/pip
network_advice="see whether this machine reaches its Python package index (pip's settings: 'pip config list')"

download_wheels() {
  $pip download -q --require-hashes --no-deps --only-binary=:all: --python-version 3.11 --implementation cp \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 -d .deps/dl -r tools/pins/runtimes.txt
  ls -l .deps/dl
}

unpack_wheels() {
  local unpack="python3 tools/setup.d/unpack.py"
  rm -rf .deps/fresh
  $unpack .deps/dl/onnxruntime-*.whl onnxruntime/capi .deps/fresh/onnxruntime/lib 'libonnxruntime.so.*'
  local library
  library=$(basename .deps/fresh/onnxruntime/lib/libonnxruntime.so.*)
  ln -s "$library" .deps/fresh/onnxruntime/lib/libonnxruntime.so.1
  ln -s libonnxruntime.so.1 .deps/fresh/onnxruntime/lib/libonnxruntime.so
  for part in cmake include libs; do
    $unpack .deps/dl/openvino-*.whl "openvino/$part" ".deps/fresh/openvino/$part"
  done
  $unpack .deps/dl/rapidocr_onnxruntime-*.whl rapidocr_onnxruntime/models .deps/fresh/models '*.onnx'
  $unpack .deps/dl/arbez-*.whl arbez/_assets .deps/fresh/models '*.onnx'
  $unpack .deps/dl/onnx-*.whl onnx/backend/test/data/light .deps/fresh/conformance/onnx-light

  # The headers inside onnxruntime/ come by another step and stay.
  mkdir -p .deps/onnxruntime
  rm -rf .deps/onnxruntime/lib .deps/openvino .deps/models .deps/conformance
  mv .deps/fresh/onnxruntime/lib .deps/onnxruntime/lib
  mv .deps/fresh/openvino .deps/fresh/models .deps/fresh/conformance .deps/
  rm -rf .deps/fresh .deps/dl/*.whl
}

fetch_wheels() {
  local pinned
  pinned=$(key "$(<tools/pins/runtimes.txt)" "$(<tools/setup.d/fetched.sh)")
  is_done unpack "$pinned" && return
  step download "$pinned" "ONNX Runtime, OpenVINO, the models, the conformance set: 145 MB to download" "$network_advice" download_wheels
  step unpack "$pinned" "unpacking them into .deps/" "see whether the disk is full; else remove .deps and try again" unpack_wheels
  rm -f "$stamps/download"
}

# The wheel has no headers. Debian 13 packages them; on Debian 12 that one package is fetched through an apt state of its own,
# whose source is this machine's first one with the release's name changed. Nothing of the system changes.
download_onnxruntime_headers() {
  local state=$PWD/.deps/apt options=()
  rm -rf "$state"
  mkdir -p "$state/parts" "$state/lists/partial" "$state/cache/archives/partial"
  if [ "$debian" != 13 ]; then
    if [ -s /etc/apt/sources.list.d/debian.sources ]; then
      awk 'NF == 0 { if (seen) exit; next } { seen = 1; if ($1 == "Suites:") print "Suites: trixie"; else print }' \
        /etc/apt/sources.list.d/debian.sources >"$state/parts/trixie.sources"
    else
      awk '$1 == "deb" && /:\/\// && !/cdrom:/ {
             for (i = 2; i <= NF; i++) if ($i ~ /:\/\//) { $(i + 1) = "trixie"; NF = i + 1; print $0, "main"; exit } }' \
        /etc/apt/sources.list >"$state/parts/trixie.list"
    fi
    options=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$state/parts" -o "Dir::State::Lists=$state/lists"
             -o "Dir::Cache=$state/cache" -o APT::Sandbox::User=)
    apt-get -q -o Acquire::Retries=3 "${options[@]}" update
  fi
  (cd "$state" && apt-get -q -o Acquire::Retries=3 "${options[@]}" download libonnxruntime-dev)
  dpkg-deb -x "$state"/libonnxruntime-dev_*.deb "$state/unpacked"
  mkdir -p .deps/onnxruntime
  rm -rf .deps/onnxruntime/include
  mv "$state/unpacked/usr/include/onnxruntime" .deps/onnxruntime/include
  rm -rf "$state"
  grep -m 1 'define ORT_API_VERSION' .deps/onnxruntime/include/onnxruntime_c_api.h
}

fetch_onnxruntime_headers() {
  step headers "$(key 'libonnxruntime-dev of trixie')" "the headers of ONNX Runtime (one small Debian package, only unpacked here)" \
    "unpack the include folder of an official ONNX Runtime release, 1.20 or later, into .deps/onnxruntime/include, \
and 'mkdir -p $stamps && echo $(key 'libonnxruntime-dev of trixie') >$stamps/headers'" \
    download_onnxruntime_headers
}
