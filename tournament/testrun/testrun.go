// Package testrun sets how test programs run, so that `go test ./...` is fast. Only tests
// import it.
package testrun

import (
	"flag"
	"os"
	"runtime/debug"
	"strconv"
)

// gcPercent lets a test program and the programs it starts collect garbage seldom: tests
// allocate much and keep little, so that collecting was up to a third of their work.
const gcPercent = 400

// checks is how often a property is tried: a quarter of what rapid would do. .ci/run says
// -rapid.checks 100.
const checks = 25

var atLength = flag.Bool("at-length", false, "try more of the same, as CI does")

// AtLength reports whether the command line asks for more trials than `go test ./...` has
// time for; .ci/run names the tests that have some.
func AtLength() bool { return *atLength }

// UpTo returns the larger number with -at-length, otherwise the smaller.
func UpTo[N int | uint64](few, many N) N {
	if *atLength {
		return many
	}
	return few
}

// Light is called by a TestMain before the tests run. Flags of the command line come after
// it and have the last word.
func Light() {
	debug.SetGCPercent(gcPercent)
	if err := os.Setenv("GOGC", strconv.Itoa(gcPercent)); err != nil {
		panic(err) // the name and the value are valid
	}
	if flag.Lookup("rapid.checks") != nil {
		set("rapid.checks", checks)
	}
}

// AtOnce is called by a TestMain if its tests wait more than they work: so many run in
// parallel.
func AtOnce(n int) { set("test.parallel", n) }

func set(name string, n int) {
	if err := flag.Set(name, strconv.Itoa(n)); err != nil {
		panic(err) // every test program has the flag
	}
}
