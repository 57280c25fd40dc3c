package sim_test

import (
	"testing"

	"topcut/commands/text"
	"topcut/tournament/notice"
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

// said is a notice as people read it.
func english(n notice.Notice) string { return text.Printer{}.Notice(n) }

// fault returns an error as people read it.
func fault(err error) string { return english(notice.Of(err)) }

// sentences are notices as people read them.
func sentences(list []notice.Notice) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = english(n)
	}
	return out
}
