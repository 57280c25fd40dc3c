package jointseed_test

import (
	"fmt"
	"testing"

	"topcut/tournament/jointseed"
)

func TestSeedVectors(t *testing.T) {
	secret := make([]byte, 32)
	joint := firstBytes(jointseed.Of(secret, "abc"))
	round := firstBytes(jointseed.Round(jointseed.Of(secret, "abc"), 3, 1))
	// Pinned: a revealed seed must reproduce old pairings with every later version.
	if joint != "f09b8d1bc6ce548b" || round != "301ebaf63d7ef296" {
		t.Errorf("joint %s, round %s", joint, round)
	}
}

// firstBytes returns the first bytes of a seed in hex.
func firstBytes(seed [32]byte) string { return fmt.Sprintf("%x", seed[:8]) }
