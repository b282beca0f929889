# LibTorch, out of a Python wheel for the processor alone. A machine whose pip finds none goes without. Sourced by tools/setup.
torch_wheel() {
  $pip download -q --require-hashes --no-deps --only-binary=:all: --python-version 3.11 --implementation cp \
    --platform manylinux_2_28_x86_64 -d .deps/dl -r tools/pins/torch.txt
}

unpack_torch() {
  local unpack="python3 tools/setup.d/unpack.py" library
  rm -rf .deps/fresh-torch
  $unpack .deps/dl/torch-*.whl torch/include .deps/fresh-torch/include
  rm -rf .deps/fresh-torch/include/fmt  # another version than Debian's, which everything else is built with
  for library in libtorch.so libtorch_cpu.so libc10.so 'libgomp*.so*'; do
    $unpack .deps/dl/torch-*.whl torch/lib .deps/fresh-torch/lib "$library"
  done
  rm -rf .deps/torch
  mv .deps/fresh-torch .deps/torch
}

# No such build for this machine is no failure; everything else is.
install_torch() {
  rm -f .deps/dl/torch-*.whl
  if ! torch_wheel 2>&1 | tee .deps/dl/torch.txt; then
    grep -qE 'No matching distribution found|ResolutionImpossible' .deps/dl/torch.txt
    rm -f .deps/dl/torch.txt
    return
  fi
  unpack_torch
  rm -f .deps/dl/torch-*.whl .deps/dl/torch.txt
}

fetch_torch() {
  local pinned
  pinned=$(key "$(<tools/pins/torch.txt)" "$(<tools/setup.d/torch.sh)")
  is_done torch "$pinned" && return
  step torch "$pinned" "LibTorch: 192 MB to download and 490 MB unpacked" "$network_advice" install_torch
  [ -d .deps/torch ] && return
  say "   this machine's pip offers no LibTorch for the processor alone: TorchScript models cannot be served"
  say "   to have it: unpack LibTorch's own archive, and configure with -DCROSSDOCK_TORCH=FOLDER"
}
