//go:build lemon

package pairing_test

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"topcut/tournament/pairing"
)

// lemon is the running solver of testdata/lemon.cpp.
type lemon struct {
	in  io.Writer
	out *bufio.Reader
}

func startLEMON(t *testing.T) lemon {
	t.Helper()
	cmd := exec.Command(os.Getenv("LEMON_SOLVER"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("run compare-lemon.sh, which builds the solver: %v", err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return lemon{in, bufio.NewReader(out)}
}

// solve gives LEMON for each player the 24 nearest in the list by points whom
// they have not met.
func (l lemon) solve(t *testing.T, in pairing.Input) (int64, time.Duration) {
	t.Helper()
	const nearest = 24
	list := slices.Clone(in.Players)
	slices.SortStableFunc(list, func(a, b pairing.Player) int { return cmp.Compare(b.Score, a.Score) })
	type edge struct{ a, b int }
	seen := map[edge]bool{}
	w := bufio.NewWriter(l.in)
	var lines []string
	for i, p := range list {
		found := 0
		for step := 1; found < nearest && step < len(list); step++ {
			for _, j := range [2]int{i - step, i + step} {
				if j < 0 || j >= len(list) || slices.Contains(p.Opponents, list[j].ID) {
					continue
				}
				found++
				e := edge{min(i, j), max(i, j)}
				if !seen[e] {
					seen[e] = true
					gap := p.Score - list[j].Score
					lines = append(lines, fmt.Sprintf("%d %d %d\n", e.a, e.b, gap*gap))
				}
			}
		}
	}
	fmt.Fprintf(w, "%d %d\n", len(list), len(lines))
	for _, line := range lines {
		w.WriteString(line)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var total int64
	var seconds float64
	if _, err := fmt.Fscan(l.out, &total, &seconds); err != nil {
		t.Fatal(err)
	}
	return total, time.Duration(seconds * float64(time.Second))
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestAgainstLEMON compares costs and CPU times, the best of three for both;
// building our graph and writing the whole result down counts, building LEMON's
// graph does not.
func TestAgainstLEMON(t *testing.T) {
	histories, err := strconv.Atoi(os.Getenv("LEMON_HISTORIES"))
	if err != nil {
		t.Fatal("run compare-lemon.sh")
	}
	peer := startLEMON(t)
	fmt.Println("players  round  ours(median)  LEMON(median)  times faster  slowest round: ours/LEMON  by bound  same cost")
	for _, size := range []struct{ players, round int }{
		{64, middle(64)}, {64, 8}, {256, middle(256)}, {1024, middle(1024)}, {1024, 9}, {4096, middle(4096)}, {4096, 11},
	} {
		var ours, theirs []time.Duration
		worst, bound, same := 0.0, 0, 0
		for k := range histories {
			in := history(size.players, size.round, uint64(k+1))
			in.Policy.Cost = []pairing.Term{pairing.PointGap}
			want, their := peer.solve(t, in)
			r, err := pairing.Swiss(in)
			if err != nil {
				t.Fatal(err)
			}
			runtime.GC() // what writing LEMON's graph has left behind is not ours
			our := time.Duration(math.MaxInt64)
			for range 3 {
				start, runs := cpuTime(), 0
				for batch := 1; cpuTime()-start < 8*time.Millisecond; batch = 16 {
					for range batch { // asking for the time takes time
						if _, err := pairing.Swiss(in); err != nil {
							t.Fatal(err)
						}
					}
					runs += batch
				}
				our = min(our, (cpuTime()-start)/time.Duration(runs))
			}
			ours, theirs = append(ours, our), append(theirs, their)
			worst = max(worst, float64(our)/float64(their))
			if r.Proof == pairing.ProofBound {
				bound++
			}
			switch {
			case r.Cost[0].Value == 0 && r.Cost[1].Value == want:
				same++
			case r.Cost[0].Value == 0 && (r.Cost[1].Value < want || want < 0):
				// LEMON saw part of the pairs only.
				t.Logf("%d players, round %d, history %d: ours %v, LEMON on its sparse graph %d", size.players, size.round+1, k+1, r.Cost, want)
			default:
				t.Errorf("%d players, round %d, history %d: ours %v, LEMON %d", size.players, size.round, k+1, r.Cost, want)
			}
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		our, their := ours[len(ours)/2], theirs[len(theirs)/2]
		fmt.Printf("%7d  %5d  %12v  %13v  %12.0f  %26.2f  %7d%%  %d of %d\n",
			size.players, size.round+1, our, their, float64(their)/float64(our), worst, 100*bound/histories, same, histories)
	}
}
