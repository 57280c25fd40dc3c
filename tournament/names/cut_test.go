package names_test

import (
	"testing"

	"topcut/tournament/names"
)

// TestNamesAreCutBetweenCharacters: what people see as one character stays or goes whole.
func TestNamesAreCutBetweenCharacters(t *testing.T) {
	for _, tt := range []struct {
		name string
		n    int
		want string
	}{
		{"Ada", 3, "Ada"},
		{"Ada Lovelace", 4, "Ada…"},
		{"Ada Lovelace", 5, "Ada…"},
		{"Ada Lovelace", 6, "Ada L…"},
		{"Ce\u0301line", 3, "C…"},
		{"Ce\u0301line", 4, "Ce\u0301…"},
		{"A👩\u200d🚀!", 4, "A…"},
		{"A👩\u200d🚀!?", 5, "A👩\u200d🚀…"},
		{"A👍🏽!", 3, "A…"},
		{"A🇩🇪🇫🇷", 4, "A…"},
	} {
		if got := names.Cut(tt.name, tt.n); got != tt.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", tt.name, tt.n, got, tt.want)
		}
	}
}
