package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// A verdict is what became of a planted fault.
type verdict string

const (
	byAssertion verdict = "found by an assertion"
	byPanic     verdict = "found by a panic"
	byTime      verdict = "found by the time limit"
	harmless    verdict = "without effect, as it should be"
	missed      verdict = "MISSED"
	harmful     verdict = "CHANGES WHAT IS STORED"
	unplanted   verdict = "cannot be planted"
	uncompiled  verdict = "does not compile"
	untested    verdict = "has no such test"
)

// bad are the verdicts that fail.
var bad = []verdict{missed, harmful, unplanted, uncompiled, untested}

// atOnce is how many faults are tried side by side.
const atOnce = 2

// kill plants each fault and runs its test, and tells what became of it.
func (r *repo) kill(all []*Fault) bool {
	start := time.Now()
	m := r.metamutant(all)
	if err := m.build(); err != nil {
		fmt.Println("together they cannot be planted, so each is by itself:", err)
	}
	defer os.RemoveAll(m.work)
	fmt.Printf("%d of %d planted together, built in %d s\n", len(m.number), len(all), int(time.Since(start).Seconds()))
	counts := map[verdict]int{}
	var lock sync.Mutex // of all that follows, and of what the repo has read
	sideBySide(all, func(f *Fault) {
		v, why := m.try(f), ""
		if v == missed {
			v, why = r.try(f, &lock)
		}
		lock.Lock()
		defer lock.Unlock()
		counts[v]++
		fmt.Printf("%s by %s: %s%s\n", v, f.Test, f.Name, why)
	})
	return tell(all, counts, time.Since(start))
}

// sideBySide calls a function with each of a list, some at once.
func sideBySide[T any](all []T, do func(T)) {
	var group sync.WaitGroup
	queue := make(chan T)
	for range atOnce {
		group.Go(func() {
			for one := range queue {
				do(one)
			}
		})
	}
	for _, one := range all {
		queue <- one
	}
	close(queue)
	group.Wait()
}

// tell closes with the counts.
func tell(all []*Fault, counts map[verdict]int, took time.Duration) bool {
	found := counts[byAssertion] + counts[byPanic] + counts[byTime]
	fmt.Printf("%d planted, %d found", len(all)-counts[unplanted]-counts[uncompiled]-counts[untested], found)
	fmt.Printf(" (%d by an assertion, %d by a panic, %d by the time limit)", counts[byAssertion], counts[byPanic], counts[byTime])
	failed := 0
	for _, v := range append([]verdict{harmless}, bad...) {
		if counts[v] > 0 {
			fmt.Printf(", %d %s", counts[v], v)
		}
		if v != harmless {
			failed += counts[v]
		}
	}
	fmt.Printf(", in %d s\n", int(took.Seconds()))
	return failed == 0
}

// try plants a fault by itself, builds the package of its test and runs the test.
func (r *repo) try(f *Fault, lock *sync.Mutex) (verdict, string) {
	lock.Lock()
	files, err := r.planted(f)
	noTest, noRule := r.findTests(f), r.holdsRule(f)
	lock.Unlock()
	switch {
	case err != nil:
		return unplanted, ": " + err.Error()
	case noTest != nil:
		return untested, ": " + noTest.Error()
	case noRule != nil:
		return untested, ": " + noRule.Error()
	}
	work, err := os.MkdirTemp("", "plant")
	if err != nil {
		return unplanted, ": " + err.Error()
	}
	defer os.RemoveAll(work)
	laid, err := overlay(work, files)
	if err != nil {
		return unplanted, ": " + err.Error()
	}
	program := filepath.Join(work, "test")
	if err := buildTests(f.Package, program, environment(laid)); err != nil {
		return uncompiled, ": " + err.Error()
	}
	return runTest(f, program, environment(laid)), ""
}

// runTest runs the test of a fault by a program of tests.
func runTest(f *Fault, program string, env []string) verdict {
	limit := f.Limit
	if limit == "" {
		limit = "60s"
	}
	// The first failure is enough: what follows it may be slow to fail, such as a random test
	// that looks for its smallest failure.
	args := append([]string{"-test.run", "^(" + f.Test + ")$", "-test.failfast", "-test.timeout", limit}, strings.Fields(f.Flags)...)
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = f.Package, env
	out, err := cmd.CombinedOutput()
	// What a random test keeps of its failure.
	_ = exec.Command("git", "clean", "-fdq", "--", filepath.Join(f.Package, "testdata/rapid")).Run()
	return judge(f, string(out), err)
}

// buildTests builds the tests of a package.
func buildTests(pkg, program string, env []string) error {
	cmd := exec.Command("go", "test", "-vet=off", "-ldflags=-s -w", "-c", "-o", program, pkg)
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	if err != nil {
		lines := strings.SplitN(string(out), "\n", 4)
		return fmt.Errorf("%w: %s", err, strings.Join(lines[:min(3, len(lines))], " "))
	}
	return nil
}

// environment is that of what is built and run over changed files, and of what a test
// builds by itself.
func environment(laid string) []string {
	return append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+laid)
}

// judge reads what a test said.
func judge(f *Fault, out string, err error) verdict {
	switch {
	case err == nil && f.harmless():
		return harmless
	case err == nil:
		return missed
	case f.harmless():
		return harmful
	case strings.Contains(out, "panic: test timed out after"):
		return byTime
	case strings.Contains(out, "--- FAIL") && !strings.Contains(out, "\npanic: "):
		return byAssertion
	}
	return byPanic
}
