#!/bin/sh
# Writes docs/reports/calibration.md: the chances of the simulator held against real events.
# They are read where they lie; name the directory by EVENTS, or keep it in
# ../shared/data/events beside the project. Takes some minutes.
#
#   sim/calibrate.sh      (arguments are passed on: -trials, -files, -fields)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
events=${EVENTS:-$root/../shared/data/events}
[ -d "$events" ] || { echo "there are no events at $events; set EVENTS" >&2; exit 1; }
page=$(mktemp)
trap 'rm -f "$page"' EXIT
(cd "$root" && go run ./sim/internal/calibrate -trials 3000 -fields 150 -events "$events" "$@") >"$page"
cat "$page" >"$root/docs/reports/calibration.md"
