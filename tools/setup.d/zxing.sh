# The bar code library, built from its source archive while other things download. Sourced by tools/setup.
zxing_process='' zxing_key=''

download_zxing() {
  $pip download -q --require-hashes --no-deps --no-binary zxing-cpp -d .deps/dl -r tools/pins/zxing.txt
  rm -rf .deps/zxing-src
  mkdir -p .deps/zxing-src
  tar -xzf .deps/dl/zxing_cpp-*.tar.gz -C .deps/zxing-src --strip-components=1
  rm -f .deps/dl/zxing_cpp-*.tar.gz
}

build_zxing() {
  rm -rf .deps/zxing-build .deps/zxing-fresh
  cmake -S .deps/zxing-src/core -B .deps/zxing-build -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$PWD/.deps/zxing-fresh" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
    -DBUILD_SHARED_LIBS=OFF -DZXING_READERS=ON -DZXING_WRITERS=NEW -DZXING_USE_BUNDLED_ZINT=ON
  cmake --build .deps/zxing-build
  cmake --install .deps/zxing-build
  rm -rf .deps/zxing .deps/zxing-build
  mv .deps/zxing-fresh .deps/zxing
}

zxing_is_done() {
  zxing_key=$(key "$debian" "$(<tools/pins/zxing.txt)" "$(<tools/setup.d/zxing.sh)")
  is_done zxing "$zxing_key"
}

fetch_zxing() {
  zxing_is_done || step zxing-source "$zxing_key" "zxing-cpp: its source" "$network_advice" download_zxing
}

start_zxing_build() {
  zxing_is_done && return
  did_something=1
  say "zxing-cpp: building it while the rest downloads"
  start zxing build_zxing
  zxing_process=$started
}

finish_zxing_build() {
  [ -n "$zxing_process" ] || return 0
  say "zxing-cpp: waiting for its build"
  finish zxing "$zxing_process" "see the compiler's message above; the Debian packages of tools/packages.txt must be installed"
  mark_done zxing "$zxing_key"
  rm -rf .deps/zxing-src "$stamps/zxing-source"
  say "   done"
}
