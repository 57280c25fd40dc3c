#!/bin/sh
# Pairs the same histories with this package and with LEMON (the fastest exact
# matching library known to us) and prints the CPU times side by side.
# Usage: compare-lemon.sh [histories per size]
# Needs g++ and LEMON's headers (Debian: liblemon-dev).
set -eu
cd "$(dirname "$0")"
if ! command -v g++ >/dev/null; then
	echo "compare-lemon: g++ is not installed" >&2
	exit 2
fi
if ! echo '#include <lemon/matching.h>' | g++ -x c++ -fsyntax-only - 2>/dev/null; then
	echo "compare-lemon: LEMON's headers are not installed (Debian: apt-get install liblemon-dev)" >&2
	exit 2
fi
solver=$(mktemp)
trap 'rm -f "$solver"' EXIT
g++ -O2 -o "$solver" testdata/lemon.cpp
LEMON_SOLVER="$solver" LEMON_HISTORIES="${1:-40}" GOMAXPROCS=1 "${GO:-go}" test -tags lemon -count=1 -timeout 30m -run TestAgainstLEMON -v .
