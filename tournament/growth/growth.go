// Package growth measures how cost grows with size: in processor time, for the table that
// .ci/growth prints, and in counted work, for tests. Only tests import it.
package growth

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/coverage"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"topcut/tournament/testrun"
)

// How memory and counted code may grow at most. What grows in steps, such as maps and
// slices, is seen in memory at some sizes and not at others.
const (
	exponentOfMemory = 1.32 // 2.5 times for twice the size
	exponentOfCode   = 1.1
)

// point is one measurement.
type point struct{ Size, Cost float64 }

// exponent returns the exponent of the cost between two sizes: 1 if twice the size
// costs twice as much, 2 if it costs four times as much.
func exponent(small, large point) float64 {
	return math.Log(large.Cost/small.Cost) / math.Log(large.Size/small.Size)
}

// Bench reports the processor time of a function at each of some sizes, and the exponent
// between the ends. prepare makes what is measured, of about a size, and returns how
// large it is; what the function returns undoes what one call did, if it is not nil.
// It is run with -benchtime 1x.
func Bench(b *testing.B, sizes []int, prepare func(n int) (size int, f func() (undo func()))) {
	b.Helper()
	if processor() == 0 {
		b.Skip("this system does not tell the processor time")
	}
	ballast()
	points, calls := make([]point, len(sizes)), make([]func() func(), len(sizes))
	for i, n := range sizes {
		var size int
		size, calls[i] = prepare(n)
		points[i] = point{float64(size), math.Inf(1)}
	}
	for b.Loop() {
		// In turns, so that what else the machine does is beside all sizes. It makes a
		// call longer, never shorter: the shortest counts.
		rows := slices.Repeat([]int{1}, len(sizes))
		begin := processor()
		for tries := 0; tries < least || processor()-begin < tried; tries++ {
			for i, f := range calls {
				took := row(f, rows[i])
				points[i].Cost = min(points[i].Cost, float64(took)/float64(rows[i]))
				if took < time.Millisecond && rows[i] < 1<<12 {
					rows[i] *= 2
				}
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	for i, n := range sizes {
		b.ReportMetric(points[i].Cost, fmt.Sprintf("ns/%d", n))
	}
	b.ReportMetric(exponent(points[0], points[len(points)-1]), "exponent")
}

// ballast is memory that is never touched and makes the heap look large, so that the runtime
// keeps the pages of one call for the next. Otherwise it gives them back to the system, as
// many as the heap is larger than it usually is, and only a large size pays for them anew.
var ballast = sync.OnceValue(func() []byte { return make([]byte, 2<<30) })

// How long the sizes are tried, and how often at least.
const (
	tried = 2 * time.Second
	least = 9
)

// row returns the processor time of some calls, without that of the garbage collector: it
// does not run for what fits into its smallest heap, so that a size below that and one
// above it say nothing of each other. What it has to do grows as memory, see Hold.
func row(f func() func(), times int) (took time.Duration) {
	undo := make([]func(), times)
	if times == 1 {
		runtime.GC() // what others left
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	from := processor()
	for i := range undo {
		undo[i] = f()
	}
	took = processor() - from
	for _, u := range slices.Backward(undo) {
		if u != nil {
			u()
		}
	}
	return took
}

// Work is what a function did, counted: the same on any machine.
type Work struct {
	Allocs, Bytes int // of memory
	Blocks        int // of code that were run; 0 where none is counted
}

// counted reports whether code is counted.
var counted bool

// Main runs the tests of a package that count code, for its TestMain. Built with
// -covermode=atomic it runs them twice: counters can be read only after the first run,
// at the end of which testing writes down what was compiled. What -coverpkg names is
// counted then.
func Main(m *testing.M) {
	testrun.Light()
	code := m.Run()
	if counted = testing.CoverMode() == "atomic"; code == 0 && counted {
		code = m.Run()
	}
	os.Exit(code)
}

// Of returns the work of a function: the least of some calls, since what one makes for
// all is not of its size. No garbage is collected meanwhile: it would empty the pools in
// which regular expressions keep their memory between the calls.
func Of(tb testing.TB, f func()) Work {
	tb.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	f()
	w := once(tb, f)
	for range 2 {
		next := once(tb, f)
		w = Work{min(w.Allocs, next.Allocs), min(w.Bytes, next.Bytes), min(w.Blocks, next.Blocks)}
	}
	return w
}

// once returns the work of one call.
func once(tb testing.TB, f func()) Work {
	tb.Helper()
	var before, after runtime.MemStats
	if counted {
		if err := coverage.ClearCounters(); err != nil {
			tb.Fatal(err)
		}
	}
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	w := Work{Allocs: int(after.Mallocs - before.Mallocs), Bytes: int(after.TotalAlloc - before.TotalAlloc)}
	if !counted {
		return w
	}
	var counters bytes.Buffer
	if err := coverage.WriteCounters(&counters); err != nil {
		tb.Fatal(err)
	}
	var err error
	if w.Blocks, err = sum(counters.Bytes()); err != nil {
		tb.Fatal(err)
	}
	return w
}

// Layout of counters as runtime/coverage writes them: a header, and segments with
// functions of some counters each (internal/coverage/defs.go).
const (
	fileHeader    = 32
	segmentHeader = 16
	flavorAt      = 24 // of the header
	plain, varied = 1, 2
)

// sum adds all counters.
func sum(data []byte) (total int, err error) {
	if len(data) < fileHeader+segmentHeader || !bytes.HasPrefix(data, []byte("\x00cwm")) {
		return 0, fmt.Errorf("growth: %d bytes are no counters", len(data))
	}
	flavor := data[flavorAt]
	if flavor != plain && flavor != varied {
		return 0, fmt.Errorf("growth: counters are written in way %d", flavor)
	}
	segment := data[fileHeader:]
	functions := binary.LittleEndian.Uint64(segment)
	at := segmentHeader + int(binary.LittleEndian.Uint32(segment[8:])) + int(binary.LittleEndian.Uint32(segment[12:]))
	rest := segment[(at+3)&^3:]
	next := func() int {
		if flavor == plain {
			n := binary.LittleEndian.Uint32(rest)
			rest = rest[4:]
			return int(n)
		}
		n, size := binary.Uvarint(rest)
		rest = rest[size:]
		return int(n)
	}
	for range functions {
		n := next()
		next() // package
		next() // function
		for range n {
			total += next()
		}
	}
	return total, nil
}

// Hold fails if the work for a size that is so many times as large grew with a larger
// exponent than it may. What is done whatever the size does not count as growth.
func Hold(tb testing.TB, name string, times float64, small, large Work) {
	tb.Helper()
	for _, w := range []struct {
		what         string
		small, large int
		fixed        int
		exponent     float64
	}{
		{"allocations", small.Allocs, large.Allocs, 200, exponentOfMemory},
		{"bytes", small.Bytes, large.Bytes, 64 << 10, exponentOfMemory},
		{"blocks of code", small.Blocks, large.Blocks, 10_000, exponentOfCode},
	} {
		if most := float64(w.small) * math.Pow(times, w.exponent); float64(w.large) > most+float64(w.fixed) {
			tb.Errorf("%s: %d %s, and %d for %.2f times the size", name, w.small, w.what, w.large, times)
		}
	}
}
