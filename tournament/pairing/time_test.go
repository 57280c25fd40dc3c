package pairing_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"topcut/tournament/pairing"
)

func procTime() time.Duration {
	var ts syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 2, uintptr(unsafe.Pointer(&ts)), 0)
	return time.Duration(ts.Nano())
}

func TestTimeZ(t *testing.T) {
	for _, n := range []int{1024, 4096} {
		in := history(n, middle(n), 1)
		in.Policy.Cost = []pairing.Term{pairing.PointGap}
		var list []time.Duration
		for range 60 {
			s := procTime()
			k := 16 * 4096 / n
			for range k {
				pairing.Swiss(in)
			}
			list = append(list, (procTime()-s)/time.Duration(k))
		}
		slices.Sort(list)
		fmt.Println(n, list[0], list[6], list[30])
	}
}

func TestStageZ(t *testing.T) {
	for _, n := range []int{1024, 4096} {
		in := history(n, middle(n), 1)
		in.Policy.Cost = []pairing.Term{pairing.PointGap}
		pairing.StageTimes(in)
	}
}

func TestLooksZ(t *testing.T) {
	for _, n := range []int{1024, 4096} {
		for s := range 8 {
		in := history(n, middle(n), uint64(s+1))
		in.Policy.Cost = []pairing.Term{pairing.PointGap}
		r, _ := pairing.Swiss(in)
		fmt.Println(n, s, pairing.Looks, r.Proof)
		}
	}
}
