#!/bin/sh
# Plays the same workload with the naive simulator (Node) and with ours, in turn,
# one thread each on one core, and prints the ratios of events per second of
# processor time. Of the runs the best counts: what else a machine does only ever
# slows one down. Needs node and naive-sim.mjs; name it by NAIVE, or keep it in
# ../shared/bench beside the project.
#
#   sim/compare-naive.sh      (REPEATS=5, VERBOSE=1 shows what both found)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
naive=${NAIVE:-$root/../shared/bench/naive-sim.mjs}
[ -f "$naive" ] || { echo "the naive simulator is not at $naive; set NAIVE" >&2; exit 1; }
ours=$(mktemp -d)
trap 'rm -r "$ours"' EXIT
(cd "$root" && go build -o "$ours/ours" ./sim/internal/comparenaive)
pin=""
command -v taskset >/dev/null && pin="taskset -c 1"

rate() { sed -n 's/.* \([0-9.]*\) tourn\/s.*/\1/p'; }
best() { sort -n | tail -n 1; }

for shape in "64 6 8 6000 200000" "256 8 8 1200 50000" "1024 10 8 200 12000" "2048 11 8 80 6000"; do
  set -- $shape
  : >"$ours/naive.txt"; : >"$ours/ours.txt"; : >"$ours/all.txt"
  for _ in $(seq "${REPEATS:-5}"); do
    $pin node "$naive" "$1" "$2" "$3" "$4" | tee "$ours/naive.out" | rate >>"$ours/naive.txt"
    $pin "$ours/ours" "$1" "$2" "$3" "$5" | tee "$ours/ours.out" | rate >>"$ours/ours.txt"
    $pin "$ours/ours" -all "$1" "$2" "$3" "$5" | rate >>"$ours/all.txt"
  done
  [ -z "${VERBOSE:-}" ] || cat "$ours/naive.out" "$ours/ours.out"
  echo "$1x$2 $(best <"$ours/naive.txt") $(best <"$ours/ours.txt") $(best <"$ours/all.txt")" |
    awk '{ printf "%-8s naive %8.1f  ours %9.1f events/s  %6.1f times  all options on: %.2f of the plain time\n", $1, $2, $3, $3 / $2, $3 / $4 }'
done
