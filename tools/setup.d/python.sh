# A Python environment in .deps/venv: pip for the downloads, and what the tests use. Sourced by tools/setup.
create_python() {
  rm -rf .deps/venv
  python3 -m venv .deps/venv
  rm -f "$stamps/python-tests"
}

make_python() {
  step python "$(key "$PWD" "$(python3 --version 2>&1)")" "a Python environment in .deps/venv" \
    "install Debian's python3-venv" create_python
}

install_python_packages() {
  $pip install -q --require-hashes --no-deps --only-binary=:all: -r tools/pins/check.txt
  $pip install -q --require-hashes --no-deps --only-binary=:all: -r "tools/pins/tests-$(python_release).txt"
  $pip install -q --require-hashes --no-deps --only-binary=:all: -r "tools/pins/schemathesis-$(python_release).txt"
  .deps/venv/bin/python -c 'import tritonclient.grpc, tritonclient.http'
}

python_release() { python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])'; }

fill_python() {
  local pinned="tools/pins/tests-$(python_release).txt"
  [ -f "$pinned" ] || { say "tests need Python 3.11 or 3.13, and python3 is $(python_release)"; exit 1; }
  step python-tests "$(key "$(<tools/pins/check.txt)" "$(<"$pinned")" "$(<"tools/pins/schemathesis-$(python_release).txt")")" \
    "clang-format, clang-tidy and the clients that the tests use" "$network_advice" install_python_packages
}

install_hook() {
  git config core.hooksPath .githooks
}
