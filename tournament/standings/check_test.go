package standings_test

import (
	"strings"
	"testing"

	"topcut/tournament/fraction"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Every ruleset carries examples, and they hold.
func TestWorkedExamples(t *testing.T) {
	for _, id := range rules.IDs() {
		t.Run(id, func(t *testing.T) {
			if err := standings.Check(load(t, id)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCheckFindsAWrongExample(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*rules.Ruleset)
		want   string
	}{
		{"points", func(r *rules.Ruleset) { r.Examples[0].Standings[0].Points = fraction.Int(99) }, "example.points player=A got=9 want=99"},
		{"value", func(r *rules.Ruleset) { r.Examples[0].Standings[0].Values["omw"] = fraction.New(1, 7) }, "example.value player=A func=omw got=10/27 want=1/7"},
		{"order", func(r *rules.Ruleset) {
			s := r.Examples[0].Standings
			s[3], s[4] = s[4], s[3]
		}, "example.rank player=D got=5 want=4"},
		{"result", func(r *rules.Ruleset) { r.Examples[0].Rounds[0].Results[0] = "A B 5-0" }, "example.result round=1 result=A B 5-0"},
		{"none", func(r *rules.Ruleset) { r.Examples = nil }, "example.none ruleset=magic"},
	} {
		r := load(t, "magic")
		tc.change(r)
		if err := standings.Check(r); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: Check = %v, want %q", tc.name, err, tc.want)
		}
	}
}

func load(t testing.TB, id string, options ...string) *rules.Ruleset {
	t.Helper()
	r, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	if len(options) == 0 {
		return r
	}
	choices := map[string]string{}
	for i := 0; i < len(options); i += 2 {
		choices[options[i]] = options[i+1]
	}
	if r, err = r.With(choices); err != nil {
		t.Fatal(err)
	}
	return r
}
