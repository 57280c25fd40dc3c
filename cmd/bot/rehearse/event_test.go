package rehearse

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sharedEvent returns a real event that is not part of the repository, or skips
// the test.
func sharedEvent(t *testing.T, name string) string {
	t.Helper()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		found, _ := filepath.Glob(filepath.Join(dir, "shared", "data", "events", name))
		if len(found) > 0 {
			return found[0]
		}
		if filepath.Dir(dir) == dir {
			t.Skipf("the real events (shared/data/events) are not here; %s is not played", name)
		}
		dir = filepath.Dir(dir)
	}
}

// TestRealEventsEqualTheirPublishedStandings replays events with byes, drops, draws of
// every kind and, in the larger one, an assigned loss.
func TestRealEventsEqualTheirPublishedStandings(t *testing.T) {
	t.Parallel()
	atLength(t)
	for _, name := range []string{"pokemon-0019-*", "melee-0011-*", "melee-0081-*"} {
		t.Run(strings.TrimSuffix(name, "-*"), func(t *testing.T) {
			t.Parallel()
			code, out, errOut, got := rehearse(t, hurried, "--quiet", "--event", sharedEvent(t, name))
			if code != exitOK || got.Champion == "" || got.Lost+got.Doubled+got.Violations > 0 {
				t.Errorf("exit code %d, %+v\n%s\n%s", code, got, out, errOut)
			}
		})
	}
}

// small is an event of four with a drop, a bye and a missed round.
const small = `{"version":1,"name":"Small","ruleset":"magic-melee","players":[
	{"id":"a","name":"Ann"},{"id":"b","name":"Ben","dropped_after":1},{"id":"c","name":"ann"},{"id":"d","name":"Dan"}],
	"rounds":[
	{"number":1,"stage":"swiss","matches":[{"players":["a","b"],"games":[2,0,0],"kind":"played"},{"players":["c","d"],"games":[1,1,1],"kind":"played"}]},
	{"number":2,"stage":"swiss","matches":[{"players":["c","a"],"kind":"double_loss"},{"players":["d"],"kind":"assigned_loss"}]},
	{"number":3,"stage":"swiss","matches":[{"players":["d","a"],"games":[0,0,0],"kind":"played"},{"players":["c"],"kind":"bye"}]}]}`

// TestAnEventIsPlayedAsItsFileSays: equal names are replaced by ids, results that are not
// in the list are entered by the organiser, and a wrong expectation is an error that
// names the value.
func TestAnEventIsPlayedAsItsFileSays(t *testing.T) {
	t.Parallel()
	write := func(expect string) string {
		path := filepath.Join(t.TempDir(), "event.json")
		text := `{"tournament":` + small + `,"expect":` + expect + `}`
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	code, out, errOut, got := rehearse(t, hurried, "--quiet", "--event", write(`[{"player":"a","points":4},{"player":"b","points":0},{"player":"c","points":4},{"player":"d","points":2}]`))
	if code != exitOK || got.Players != 4 || got.Rounds != 3 {
		t.Errorf("exit code %d, %+v\n%s\n%s", code, got, out, errOut)
	}
	code, _, errOut, _ = rehearse(t, hurried, "--quiet", "--event", write(`[{"player":"a","points":9}]`))
	if code != exitFailed || !strings.Contains(errOut, "a has points 4, published is 9") {
		t.Errorf("exit code %d, %s", code, errOut)
	}
}

// TestTheCutOfARealEventIsPlayed: if only the size of the cut is known, the best of the
// Swiss rounds play a bracket to its end. The export is replayed, including the matches
// of the cut, with the same winner.
func TestTheCutOfARealEventIsPlayed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "event.json")
	text := `{"tournament":` + strings.Replace(small, `"players"`, `"cut":3,"players"`, 1) + `}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := prepared(t, "--event", path)
	r.o.windows = hurried
	performed(t, r)
	snap, err := r.play.truth(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.script.check(snap); err != nil {
		t.Error(err)
	}
	champion := snap.Name(slices.Index(snap.State.Places, 1) + 1)
	if err := os.WriteFile(path, r.script.(*realEvent).exported, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut, again := rehearse(t, hurried, "--quiet", "--event", path)
	if code != exitOK || again.Champion != champion || len(snap.State.Rounds) != 5 || again.Rounds != 5 {
		t.Errorf("exit code %d, %s in %d rounds, then %s in %d\n%s\n%s", code, champion, len(snap.State.Rounds), again.Champion, again.Rounds, out, errOut)
	}
}
