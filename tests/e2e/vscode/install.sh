#!/bin/sh
# Installs what tests/e2e/test_vscode.py drives: VS Code (code-server), Chromium and playwright-core,
# and the extension's own build tools. Does nothing when it has already been done for these versions.
#
#   NUBBIN_E2E_CACHE   the folder that holds it all; default $XDG_CACHE_HOME/nubbin-e2e,
#                      else .cache/nubbin-e2e in the checkout. About 330 MB.
#
# Needs Node 20 (code-server 4.100 insists on it) and, for the Debian packages, root.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../../.." && pwd)
cache=${NUBBIN_E2E_CACHE:-${XDG_CACHE_HOME:-$root/.cache}/nubbin-e2e}/vscode
npm='npm --no-audit --no-fund --no-update-notifier --loglevel=error'

fail() { echo "install.sh: $*" >&2; exit 1; }

command -v node >/dev/null && command -v npm >/dev/null || fail 'Node 20 with npm is needed; install it, then run this again.'
case $(node --version) in v20.*) ;; *) fail "Node 20 is needed, found $(node --version): code-server 4.100 runs on no other." ;; esac

# --- the browser and the compilers of code-server's native modules, from Debian
packages=
need() { command -v "$1" >/dev/null || packages="$packages $2"; }
need chromium chromium; need rg ripgrep; need make make; need g++ g++; need python3 python3
fc-list 2>/dev/null | grep -q DejaVuSansMono || packages="$packages fontconfig fonts-dejavu-core"
if [ -n "$packages" ]; then
    [ "$(id -u)" = 0 ] || fail "missing:$packages. Install them (apt-get install$packages), then run this again."
    apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $packages >/dev/null
fi

# --- the editor and its driver
mkdir -p "$cache"
echo '*' > "$cache/.gitignore"
stamp=$cache/.installed
versions=$(cat "$here/package-lock.json" "$here/install.sh" | cksum)
if [ "$(cat "$stamp" 2>/dev/null)" != "$versions" ]; then
    rm -f "$stamp"
    cp "$here/package.json" "$here/package-lock.json" "$cache/"
    cd "$cache"
    # Install scripts stay off: several of them download from code forges, which a CI machine may not reach.
    $npm ci --ignore-scripts

    # Native modules are compiled against Node's headers: those beside node if there, else npm's copy.
    headers=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
    if [ ! -f "$headers/include/node/node.h" ]; then
        $npm install --no-save --ignore-scripts "node-linux-$(node -p process.arch)@$(node -p process.versions.node)"
        headers=$cache/node_modules/node-linux-$(node -p process.arch)
    fi
    export npm_config_nodedir="$headers" npm_config_build_from_source=true
    export CXXFLAGS=-O0 # halves the time; what they do takes none
    build() { $npm rebuild "$1" > "$cache/rebuild.log" 2>&1 || fail "$1 did not build: $(tail -n 3 "$cache/rebuild.log")"; }
    build argon2

    cd "$cache/node_modules/code-server/lib/vscode"
    $npm install --omit=dev --ignore-scripts
    # Only what the server loads at its start; the terminal, kerberos and the like are never reached here.
    build @vscode/spdlog
    build native-watchdog
    mkdir -p node_modules/@vscode/ripgrep/bin
    ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
    ln -sfn node_modules node_modules.asar
    (cd extensions && $npm install --omit=dev --ignore-scripts)
    echo "$versions" > "$stamp"
fi

# --- the extension's build tools
cd "$root/editors/vscode"
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    $npm ci
fi
echo "VS Code for the end-to-end test is in $cache"
