package names_test

import (
	"testing"

	"topcut/tournament/names"
)

func TestANameOfWhichNothingCanBeSeenIsNone(t *testing.T) {
	for _, name := range []string{"", " ", "\u200b", "\u200d", "\ufe0f\u200c", "\u3164", "\u2800 \uffa0", "\u0301", "\u202e\u2066"} {
		if got := names.Clean(name); got != "" {
			t.Errorf("%+q is the name %+q", name, got)
		}
	}
	for _, name := range []string{"Ann", "李", "?", "¯\\_(ツ)_/¯", "👩‍🚀", "7"} {
		if got := names.Clean(name); got != name {
			t.Errorf("%q becomes %q", name, got)
		}
	}
}

func TestNamesThatLookTheSameAreTheSame(t *testing.T) {
	for a, b := range map[string]string{
		"Alice": "ALICE", "Bob": "Ｂｏｂ", "pace": "расе", "Zoë": "Zoe\u0308", "Ann": "A\u200dnn", "Omega": "Οmega", "file": "ﬁle", "Max": "Ma\u3164x",
		"Allan": "AIlan", "Rocky": "ꓣocky", "Annà": "Αnnа\u0300", "Kai": "\u212aai", "Lou": "1ou", "Oto": "0to", "Max2": "Max\U0001d7d0", "Tom\ufe0e": "Τοm", "Ed": "Ed\U000e0101",
	} {
		if !names.Alike(a)(b) {
			t.Errorf("%q and %q can both play", a, b)
		}
	}
	for a, b := range map[string]string{"Ann": "Anna", "Zoë": "Zoe", "Ben 1": "Ben 2", "李": "王"} {
		if names.Alike(a)(b) {
			t.Errorf("%q and %q are one", a, b)
		}
	}
}
