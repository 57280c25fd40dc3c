package names_test

import (
	"strconv"
	"strings"
	"testing"

	"topcut/tournament/names"
)

// TestANameThatIsKnownIsComparedForNothing: how it looks is found out once.
func TestANameThatIsKnownIsComparedForNothing(t *testing.T) {
	alike, other := names.Alike("Ann"), strings.Repeat("Вера ", 3)
	alike(other)
	if n := testing.AllocsPerRun(100, func() { alike(other) }); n > 0 {
		t.Errorf("a comparison with a known name allocates %v times", n)
	}
	for i := range 20_000 { // more than are remembered
		alike(strconv.Itoa(i))
	}
	if !alike("Аnn") || alike(other) {
		t.Error("a name that was forgotten is taken for another")
	}
}
