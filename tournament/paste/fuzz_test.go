package paste_test

import (
	"errors"
	"testing"

	"topcut/tournament/notice"
	"topcut/tournament/paste"
)

// FuzzStandings: whatever is pasted is a sheet or a notice, and a sheet has no more
// rows than the text has lines.
func FuzzStandings(f *testing.F) {
	f.Add("1 Ann 9 3-0-0 66.6% 77.7% 55.5%\n2 Bob 6 2-1-0 50% 60% 40%\n")
	f.Add("Rank\tName\tPoints\tOMW%\n1\tAnn\t9\t0.6667\n")
	f.Add("1. Ann (9)\n2. Bob (6)")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := paste.Standings(text); err != nil {
			var coded *notice.Error
			if !errors.As(err, &coded) {
				t.Fatalf("an error without a notice: %v", err)
			}
		}
	})
}
