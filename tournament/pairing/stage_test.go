package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

func procT() time.Duration {
	var ts syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 2, uintptr(unsafe.Pointer(&ts)), 0)
	return time.Duration(ts.Nano())
}

func StageTimes(in Input) {
	const m = 9
	var best [m]time.Duration
	name := [m]string{"newRound", "fields", "shuffle", "certify", "tables", "rest", "clock"}
	all := make([][]time.Duration, m)
	for range 300 {
		t := [m]time.Duration{}
		t[0] = procT()
		r, _ := newRound(&in)
		t[1] = procT()
		members := r.fields()[0]
		t[2] = procT()
		rng := r.random("draw", [2]int32{})
		start := r.shuffleLevels(members, rng)
		t[3] = procT()
		ok := r.certify(members, start)
		r.drawn = append(r.drawn, members)
		t[4] = procT()
		tt := r.tables()
		t[5] = procT()
		_ = tt
		t[6] = procT()
		if !ok {
			panic("x")
		}
		for i := range 6 {
			all[i] = append(all[i], t[i+1]-t[i])
		}
	}
	for i := range 6 {
		slices.Sort(all[i])
		best[i] = all[i][len(all[i])/4]
		fmt.Print(name[i], " ", best[i]-best[5], "  ")
	}
	fmt.Println()
}
var _ = rand.Int
var _ testing.TB
