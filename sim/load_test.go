package sim_test

import (
	"testing"

	"topcut/tournament/rules"
)

func load(t testing.TB, id string) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}
