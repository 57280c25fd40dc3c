package rehearse

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
)

// TestALargeEveningCostsNoMore limits what an evening of 400 players costs: memory of the
// players and the bot together, requests to Discord, how often a player had to wait for a
// post with a button, and how often one gave up waiting. Processor time is limited against
// that of an evening of 100 players on the same machine: what a request costs may at most
// double, since machines differ. Time and memory also depend on what else the machine does,
// so both evenings are repeated once if they take too much.
func TestALargeEveningCostsNoMore(t *testing.T) {
	atLength(t)
	const (
		dearer   = 2.0    // times the processor time per request of 100 players
		memory   = 256.0  // MB: 219 to 242 were measured; 259 to 285 where private answers stayed
		requests = 12_000 // some 9,400 were measured
		looks    = 200    // 77 to 93 were measured; 440 where players waited for calls
		gaveUp   = 10
	)
	var got result
	var ratio float64
	for range 2 {
		small := playedBy(t, "100")
		got = playedBy(t, "400")
		if got.Requests > requests || got.Looks > looks || got.GaveUp > gaveUp {
			t.Fatalf("it took %d requests (at most %d), %d waits (%d), %d of them in vain (%d)", got.Requests, requests, got.Looks, looks, got.GaveUp, gaveUp)
		}
		ratio = got.Processor / float64(got.Requests) / (small.Processor / float64(small.Requests))
		t.Logf("a request takes %.2f times the processor time of one of 100 players", ratio)
		if ratio <= dearer && got.PeakMB <= memory {
			return
		}
	}
	t.Errorf("two evenings took more than %v MB or %v times the processor time per request of 100 players, the second one %.1f MB and %.2f times", memory, dearer, got.PeakMB, ratio)
}

// playedBy rehearses an evening of that many players in a process of its own and returns its result.
func playedBy(t *testing.T, players string) (got result) {
	t.Helper()
	cmd := exec.Command(executable(t), "rehearse", "--players", players, "--rounds", "9", "--cut", "8", "--quiet", "--json", "--schemas", noSchemas)
	cmd.Env = append(cmd.Environ(), "GOGC=") // as a host runs it, not as tests do
	cmd.Stderr = testWriter{t}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &got); err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f s of processor time, %.1f MB, %d requests, %d edits, %d waits for posts, %d in vain",
		got.Processor, got.PeakMB, got.Requests, got.Edits, got.Looks, got.GaveUp)
	return got
}
