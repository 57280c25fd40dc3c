package rehearse

import "testing"

// An evening whose organiser leaves when it runs, with a third of the players ghosts, ends
// by itself, through a kill of the bot too: by claims, at tables of two by the announced
// rule too, and by no organiser.
func TestAnEveningWithoutAnOrganiserEnds(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"magic", "commander-pods"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			endsAlone(t, game)
		})
	}
}

func endsAlone(t *testing.T, game string) {
	t.Helper()
	code, out, errOut, line := rehearse(t, hurried, "--unattended", "--ghosts", "4", "--players", "12", "--rounds", "3", "--cut", "4", "--seed", "5", "--ruleset", game)
	if code != exitOK {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errOut)
	}
	x := line.Unattended
	if x == nil || x.Ghosts != 4 || x.Claims+x.Absent == 0 || x.Rules == 0 && game == "magic" || x.Staff != 0 || line.Restarts != 1 || line.Champion == "" {
		t.Errorf("it ended with %+v: %+v", x, line)
	}
}
