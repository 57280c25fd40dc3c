#!/usr/bin/env bash
# Writes docs/coverage.md: for every line of the rules checklist the tests that
# name it. A test names a line in its own name (TestPKM31_LateLoss), in the
# comment above it or inside it (PKM-31, "RII-23 to RII-33"). docs/checklist-ids.txt
# has one line for each id.
#
# Exit code 1, with the list, where a line has no test.
set -euo pipefail
cd "$(dirname "$0")/.."
find . -name '*_test.go' -not -path './.git/*' | LC_ALL=C sort | xargs awk '
function note(id, test) { if (!((id SUBSEP test) in seen)) { seen[id, test] = 1; print id "\t" test } }
function collect(line, out,    n, m, from, to, i, pre) {
	n = 0
	while (match(line, /(LOR|RII|PKM|MTG|MEC|#lor|#rii|#pkm|#mtg|#mec)-?[0-9]+( to (LOR|RII|PKM|MTG|MEC)-[0-9]+)?/)) {
		m = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
		sub(/^#/, "", m)
		pre = toupper(m); sub(/[-0-9].*/, "", pre)
		from = m; sub(/^[A-Za-z]+-?/, "", from); sub(/ .*/, "", from)
		to = from
		if (m ~ / to /) { to = m; sub(/.*-/, "", to) }
		for (i = from + 0; i <= to + 0; i++) out[++n] = sprintf("%s-%02d", pre, i)
	}
	return n
}
/^$/ && current == "" { held = 0 }
FNR == 1 { current = ""; held = 0 }
/^func Test|^func Benchmark|^func Fuzz|^func Example/ {
	current = $2; sub(/\(.*/, "", current)
	where = FILENAME; sub(/^\.\//, "", where); sub(/\/[^\/]*$/, "", where)
	test = where "." current
	for (i = 1; i <= held; i++) note(hold[i], test)
	held = 0
}
/^[^\/\tf}]/ && !/^func/ { held = 0 }
{
	n = collect($0, found)
	for (i = 1; i <= n; i++) if (current != "") note(found[i], test); else hold[++held] = found[i]
}
/^}/ { current = ""; held = 0 }
' > /tmp/coverage.$$
trap 'rm -f /tmp/coverage.$$' EXIT
awk -F'\t' -v out=docs/coverage.md '
FILENAME != "docs/checklist-ids.txt" { tests[$1] = tests[$1] (tests[$1] == "" ? "" : ", ") "`" $2 "`"; next }
{
	split($0, part, " "); id = part[1]; group = substr(id, 1, 3)
	total[group]++
	text = tests[id]
	if (text == "") { text = "no test"; missing = missing " " id; none[group]++ }
	rows = rows "| " id " | " text " |\n"
	delete part
}
END {
	print "# Which test holds which line of the rules checklist\n" > out
	print "Written by `docs/coverage.sh`; do not edit.\n" > out
	print "| group | lines | no test |\n|---|---|---|" > out
	split("LOR RII PKM MTG MEC", groups, " ")
	for (i = 1; i <= 5; i++) { g = groups[i]; printf "| %s | %d | %d |\n", g, total[g], none[g] > out }
	print "\n| line | tests |\n|---|---|" > out
	printf "%s", rows > out
	if (missing != "") { print "no test names:" missing > "/dev/stderr"; exit 1 }
}' /tmp/coverage.$$ docs/checklist-ids.txt
