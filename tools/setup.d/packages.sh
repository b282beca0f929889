# Debian packages, as tools/packages.txt lists them. Sourced by tools/setup.

# wanted_packages GROUP...: the packages of these groups on this release.
wanted_packages() {
  local group package release asked
  while read -r group package release; do
    case $group in '' | '#'*) continue ;; esac
    [ -z "$release" ] || [ "$release" = "$debian" ] || continue
    for asked; do [ "$group" != "$asked" ] || printf '%s\n' "$package"; done
  done <tools/packages.txt
}

# Of the names on standard input, those that are not installed.
missing_of() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' | sed -n 's/^ii  *//p')
  while read -r package; do
    grep -qxF -- "$package" <<<"$installed" || printf '%s\n' "$package"
  done
}

run_apt() {
  local options=(-q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -o APT::Install-Recommends=false)
  as_root env DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" update
  as_root env DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" -y install "${missing[@]}"
}

install_packages() {
  mapfile -t missing < <(wanted_packages "$@" | missing_of)
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! can_be_root; then
    say "these Debian packages are missing, and installing them needs root or sudo:"
    printf '%s ' "${missing[@]}" >&2
    printf '\n' >&2
    exit 1
  fi
  # No stamp: what dpkg says is the truth, and asking it takes a tenth of a second.
  local since=$SECONDS
  did_something=1
  say "Debian $debian packages: ${#missing[@]} to install"
  start packages run_apt
  finish packages "$started" "see whether 'apt-get update' works on this machine and whether its disk is full"
  say "   done in $((SECONDS - since)) s"
}
