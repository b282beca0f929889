# Which machine this is. Sourced by tools/setup.
debian=''  # 12 or 13

require_supported_machine() {
  local id='' version=''
  if [ -r /etc/os-release ]; then
    id=$(. /etc/os-release && printf '%s' "${ID:-}")
    version=$(. /etc/os-release && printf '%s' "${VERSION_ID:-}")
  fi
  debian=$version
  if [ "$(uname -m)" != x86_64 ]; then
    say "the runtimes are fetched for x86-64, and this machine is $(uname -m): not supported yet"
    exit 1
  fi
  case $id-$version in
    debian-12 | debian-13) return ;;
  esac
  [ -n "$no_packages" ] && return
  say "this is ${id:-an unknown system} ${version}; tools/setup knows the packages of Debian 12 and 13"
  say "elsewhere: install what tools/packages.txt lists under that system's names, then tools/setup --no-packages"
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

can_be_root() { [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -v; }; }
