#!/usr/bin/env bash
# Tests what scripts/release makes: installs, starts, upgrades, removes and purges the Debian package in
# a bare Debian, and starts the container image and the tarball. The services start by the commands in
# their own files, as their own users; systemd and Docker themselves are not run.
#
#   tests/packages.sh BINARY [OLDER-BINARY]
#
# Upgrades from the older binary, or from the same one with a lower version. Needs root privileges, and
# a network the first time, for debootstrap. Strip debug information first, which takes long to pack.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/needs.sh

[ $# -ge 1 ] || { sed -n '6,9s/^# \{0,1\}//p' "$0"; exit 2; }
binary=$(realpath "$1") older=$(realpath "${2:-$1}")
place=$PWD/target/packages-test suite=${RAVENPOST_SUITE:-bookworm}
passed=0 failed=0 server=""
# The configuration of the image, as `unpack_image` prints it.
image_user="" image_env=() image_entrypoint=() image_cmd=() image_health=()

need_test_tools() {
  local missing=()
  command -v debootstrap >/dev/null || missing+=(debootstrap)
  command -v lintian >/dev/null || missing+=(lintian)
  command -v minisign >/dev/null || missing+=(minisign)
  command -v curl >/dev/null || missing+=(curl)
  need_packages ${missing[@]+"${missing[@]}"}
}

check() {
  local name=$1; shift
  if "$@" > "$place/check.log" 2>&1; then
    passed=$((passed + 1)); echo "ok      $name"
  else
    failed=$((failed + 1)); echo "FAILED  $name"; sed 's/^/        /' "$place/check.log" | tail -n 20
  fi
}
absent() { [ ! -e "$1" ]; }
contains() { grep -qF -- "$2" "$1"; }

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# Asks for a page until the server answers, for at most a minute.
page() { curl -sSf --retry 60 --retry-delay 1 --retry-connrefused --max-time 60 -o /dev/null "http://127.0.0.1:$port$1"; }

# Runs settings and a command in a root as a user, instead of this shell.
inside() {
  local user=$1 settings=(); shift
  while [[ $1 == *=* ]]; do settings+=("$1"); shift; done
  exec env -i PATH=/usr/local/bin:/usr/bin:/bin ${settings[@]+"${settings[@]}"} \
    /usr/sbin/chroot --userspec="$user" "$root" "$@"
}
start() { (inside "$@") > "$place/server.log" 2>&1 & server=$!; }
stop() {
  [ -n "$server" ] || return 0
  kill "$server" 2>/dev/null || true
  wait "$server" || true
  server=""
}
trap stop EXIT

# Starts the service as its unit says.
serve() {
  local unit=$root/usr/lib/systemd/system/ravenpost.service user environment command
  user=$(sed -n 's/^User=//p' "$unit")
  environment=$(sed -n 's/^Environment=//p' "$unit" | sed 's|%S|/var/lib|')
  command=$(sed -n 's/^ExecStart=//p' "$unit")
  # shellcheck disable=SC2086 # words of the unit
  start "$user:$user" $environment RAVENPOST__SERVER__BIND="127.0.0.1:$port" $command
}

# A command of the installed program, as its user.
ravenpost() { (inside ravenpost:ravenpost ravenpost "$@" --config /etc/ravenpost/ravenpost.toml); }

bare_debian() {
  local base=$place/$suite.tar
  if [ ! -f "$base" ]; then
    say "a bare Debian"
    debootstrap --variant=minbase --include=ca-certificates,systemd-standalone-sysusers \
      "$suite" "$place/base" "${RAVENPOST_MIRROR:-http://deb.debian.org/debian}" > "$place/debootstrap.log"
    tar -C "$place/base" -cf "$base" .
    rm -rf "$place/base"
  fi
  root=$place/root
  rm -rf "$root"
  mkdir "$root"
  tar -C "$root" -xf "$base"
}

install_package() { cp "$1" "$root/tmp/ravenpost.deb" && DEBIAN_FRONTEND=noninteractive chroot "$root" dpkg -i /tmp/ravenpost.deb; }

package() {
  local old new began=$SECONDS
  old=$(echo "$place"/old/*.deb) new=$(echo "$place"/new/*.deb)
  check "lintian finds nothing" lintian --fail-on error,warning --allow-root "$new"
  bare_debian
  say "Debian package"
  began=$SECONDS
  check "installs" install_package "$old"
  serve
  check "the first game page answers" page /titles/gotlandia
  echo "        $((SECONDS - began)) s from the package to the first game page"
  check "the program is not root" test "$(stat -c %U "/proc/$server")" != root
  check "the settings are not public" test "$(stat -c %a "$root/etc/ravenpost/ravenpost.toml")" = 640
  check "the data is not public" test "$(stat -c %a "$root/var/lib/ravenpost")" = 700
  check "the manual is there" test -f "$root/usr/share/man/man1/ravenpost.1.gz"
  # An empty server opens an exhibition game.
  check "a game is running" page /games
  echo "# edited" >> "$root/etc/ravenpost/ravenpost.toml"
  check "upgrades while the server runs" install_package "$new"
  check "the old program still answers" page /healthz
  ravenpost audit > "$place/before.txt" || true
  stop
  serve
  check "the new program answers" page /titles/gotlandia
  check "no game is broken" ravenpost audit
  ravenpost audit > "$place/after.txt" || true
  check "all games are still there" test "$(games before)" -ge 1 -a "$(games before)" = "$(games after)"
  check "edited settings are kept" contains "$root/etc/ravenpost/ravenpost.toml" "# edited"
  stop
  check "is removed" chroot "$root" dpkg -r ravenpost
  check "removal leaves the data" test -f "$root/var/lib/ravenpost/ravenpost.db"
  check "removal leaves the settings" test -f "$root/etc/ravenpost/ravenpost.toml"
  check "removal takes the program" absent "$root/usr/bin/ravenpost"
  check "installs again over the data" install_package "$new"
  serve
  check "the games are still there" page /titles/gotlandia
  check "no game is broken" ravenpost audit
  stop
  check "is purged" chroot "$root" dpkg -P ravenpost
  check "a purge takes the data" absent "$root/var/lib/ravenpost"
  check "a purge takes the settings" absent "$root/etc/ravenpost"
}

# The number of games, with which the first line of `audit` begins.
games() { head -n 1 "$place/$1.txt" | cut -d' ' -f1; }

# Unpacks the image, and prints a value of its configuration.
unpack_image() {
  python3 - "$1" "$2" <<'P'
import io, json, shlex, sys, tarfile
archive = tarfile.open(sys.argv[1])
read = lambda name: archive.extractfile(name).read()
manifest = json.loads(read("manifest.json"))[0]
for layer in manifest["Layers"]:
    with tarfile.open(fileobj=io.BytesIO(read(layer))) as files:
        files.extractall(sys.argv[2], numeric_owner=True, filter="fully_trusted")
config = json.loads(read(manifest["Config"]))["config"]
for name in ["Env", "Entrypoint", "Cmd"]:
    print(f"image_{name.lower()}=({shlex.join(config[name])})")
print("image_user=" + shlex.quote(config["User"]))
print("image_health=(" + shlex.join(config["Healthcheck"]["Test"][1:]) + ")")
P
}

in_image() { (inside "$image_user" "${image_env[@]}" "$@"); }
refused() { ! "$@"; }

image() {
  say "container image"
  root=$place/image
  rm -rf "$root"
  mkdir "$root"
  unpack_image "$(echo "$place"/new/*-oci.tar)" "$root" > "$place/image.sh"
  # shellcheck source=/dev/null
  . "$place/image.sh"
  check "has no shell" absent "$root/usr/bin/sh"
  check "does not start without a relay" refused in_image "${image_entrypoint[@]}" "${image_cmd[@]}"
  port=$(free_port)
  local relay=(RAVENPOST__SERVER__BIND="127.0.0.1:$port" RAVENPOST__MAIL__TRANSPORT=smtp
    RAVENPOST__MAIL__SMTP_HOST=relay.example.org RAVENPOST__SERVER__BASE_URL=https://games.example.org
    RAVENPOST__MAIL__FROM=raven@games.example.org RAVENPOST__MAIL__ADMIN=ann@example.org)
  local began=$SECONDS
  start "$image_user" "${image_env[@]}" "${relay[@]}" "${image_entrypoint[@]}" "${image_cmd[@]}"
  check "the first game page answers" page /titles/gotlandia
  echo "        $((SECONDS - began)) s from the start to the first game page"
  check "the health check agrees" in_image "${relay[@]}" "${image_health[@]}"
  check "the data is in the volume" test -f "$root/data/ravenpost.db"
  stop
}

tarball() {
  say "tarball"
  local prefix=$place/prefix
  rm -rf "$prefix"
  mkdir "$prefix"
  check "unpacks" tar -xzf "$(echo "$place"/new/*.tar.gz)" -C "$prefix" --strip-components=1
  check "the program runs" "$prefix/bin/ravenpost" check --help
  check "the unit is there" test -f "$prefix/lib/systemd/system/ravenpost.service"
  if command -v systemd-analyze >/dev/null; then
    check "the units are sound" sound_units "$prefix"
  else
    echo "not tried: there is no systemd-analyze"
  fi
}

# The units name the program where the tarball is meant to be unpacked.
sound_units() {
  sed -i "s|/usr/local/bin|$1/bin|" "$1"/lib/systemd/system/ravenpost.service
  systemd-analyze verify --man=no "$1"/lib/systemd/system/ravenpost.{service,socket}
}

checksums() {
  say "checksums"
  check "are right" sh -c "cd '$place/new' && sha256sum -c SHA256SUMS"
  check "are signed" minisign -V -q -p "$place/key.pub" -m "$place/new/SHA256SUMS"
  check "are the same for a second build" cmp "$place/new/SHA256SUMS" "$place/again/SHA256SUMS"
}

need_test_tools
mkdir -p "$place"
port=$(free_port)
rm -f "$place"/key.*
minisign -G -W -p "$place/key.pub" -s "$place/key.secret" > /dev/null
export RAVENPOST_SIGNING_KEY=$place/key.secret
# The smallest packages take minutes.
export DPKG_DEB_COMPRESSOR_LEVEL=0
scripts/release --binary "$older" --version 0.0.1 --to "$place/old"
scripts/release --binary "$binary" --version 0.0.2 --to "$place/new"
scripts/release --binary "$binary" --version 0.0.2 --to "$place/again"
checksums
package
image
tarball

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
