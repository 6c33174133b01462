# shellcheck shell=bash
# Installs what the scripts need and the machine lacks: on Debian, with apt and rustup. This file is sourced, not run.

say() { printf '\n== %s\n' "$*"; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Names of packages on Debian, Fedora and Homebrew. A dash means that another package contains it.
# Packages that are not listed have the same name everywhere.
names() {
  cat <<'NAMES'
debootstrap debootstrap -
dovecot-imapd dovecot dovecot
fonts-dejavu-core dejavu-sans-fonts font-dejavu
gcc gcc -
libc6-dev glibc-devel -
lintian lintian -
make make -
nginx-light nginx nginx
nodejs nodejs node
npm nodejs-npm node
postfix postfix -
postgresql postgresql-server postgresql
python3-aiosmtpd python3-aiosmtpd -
python3-dkim python3-dkimpy -
ca-certificates ca-certificates -
NAMES
}

# The names of Debian packages in a column of this list.
named() {
  local column=$1 package; shift
  for package in "$@"; do
    names | awk -v package="$package" -v column="$column" '
      $1 == package { print $column; found = 1 }
      END { if (!found) print package }'
  done | grep -vx -- - | sort -u | tr '\n' ' '
}

# Installs Debian packages. Where there is no apt, prints the names of what is missing.
need_packages() {
  [ $# -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "missing, please install: $*" >&2
    if command -v dnf >/dev/null; then
      echo "on Fedora: sudo dnf install $(named 2 "$@")" >&2
    elif [ "$(uname)" = Darwin ]; then
      echo "on macOS: xcode-select --install; brew install $(named 3 "$@")" >&2
    fi
    return 1
  fi
  say "installing $*"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@"
}

# The oldest supported Rust: `rust-version` in Cargo.toml.
wanted_rust() { sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml; }

# The Rust that changes are checked with: `channel` in rust-toolchain.toml. With rustup, cargo uses it in
# this folder.
pinned_rust() { sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml; }

rust_is_new_enough() {
  command -v cargo >/dev/null || return 1
  local have
  have=$(cargo --version | cut -d' ' -f2)
  [ "$(printf '%s\n%s\n' "$(wanted_rust)" "$have" | sort -V | head -n 1)" = "$(wanted_rust)" ]
}

need_rust() {
  # shellcheck source=/dev/null
  if [ -f "$HOME/.cargo/env" ]; then . "$HOME/.cargo/env"; fi
  rust_is_new_enough && return 0
  if ! command -v rustup >/dev/null; then
    say "installing Rust with rustup"
    command -v curl >/dev/null || need_packages curl ca-certificates
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs \
      | sh -s -- -y --profile minimal --default-toolchain "$(pinned_rust)"
    # shellcheck source=/dev/null
    . "$HOME/.cargo/env"
  fi
  # Without a network, use another installed version that is new enough.
  rust_is_new_enough || rustup toolchain install "$(pinned_rust)" || export RUSTUP_TOOLCHAIN=stable
  rust_is_new_enough
}

need_build_tools() {
  command -v cc >/dev/null || need_packages gcc libc6-dev
  command -v make >/dev/null || need_packages make
  need_rust
}

# Installs PostgreSQL for scripts/on-postgres, without the cluster that Debian's package would create and
# start.
need_postgres() {
  local found
  for found in "${POSTGRES_PROGRAMS:-}" /usr/lib/postgresql/*/bin; do
    [ ! -x "$found/initdb" ] || return 0
  done
  as_root mkdir -p /etc/postgresql-common
  [ -f /etc/postgresql-common/createcluster.conf ] \
    || echo 'create_main_cluster = false' | as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
  need_packages postgresql
}
