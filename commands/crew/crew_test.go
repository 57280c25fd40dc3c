package crew_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topcut/commands/crew"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// invited returns an event of n teams of ten, whose captains have asked nine mates each, all
// with long names.
func invited(t *testing.T, n int) *tournament.Snapshot {
	t.Helper()
	long := strings.Repeat("🐉*_", 9)
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	settings := tournament.DefaultSettings("Evening")
	settings.Crew = tournament.MaxCrew
	snap := tournament.Begin(1, make([]byte, 32))
	do := func(user string, c command.Command) {
		req := command.Request{Actor: tournament.Actor{User: user, Name: user}, Cause: fmt.Sprint(len(snap.Log)), Command: c}
		if snap, _, err = command.Decide(snap, req, time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	do("1", &command.Create{Guild: "1", Channel: "2", Settings: settings, Ruleset: rs})
	do("1", &command.OpenRegistration{})
	for i := 1; i <= n; i++ {
		join := &command.Join{User: fmt.Sprint(int(1e17) + i), Name: fmt.Sprint(i, long), Crew: fmt.Sprint(i, long)}
		for j := 1; j < tournament.MaxCrew; j++ {
			join.Mates = append(join.Mates, command.Mate{User: fmt.Sprint(int(2e17) + i*100 + j), Name: fmt.Sprint(j, " of ", i, long)})
		}
		do(join.User, join)
	}
	return snap
}

// When more teams ask at once than one message can name, each message is full with five of
// them, and all whom they ask are pinged in one, by name.
func TestNoInvitationIsLostWhenManyTeamsAsk(t *testing.T) {
	e := wording.About(text.Printer{}, invited(t, 12))
	last := e.Snap.Log[len(e.Snap.Log)-1].Seq
	pinged := map[string]bool{}
	messages := 0
	for said := int64(0); said < last; messages++ {
		upTo := crew.FullAt(e.Snap, said)
		if upTo == 0 {
			upTo = last
		}
		m, ok := crew.Invitations(e, said, upTo)
		if !ok || !layout.Fits(m) || len(m.Mentions.Users) > wire.MaxMentionIDs {
			t.Fatalf("after %d: %v, fits: %v, pings %d", said, ok, layout.Fits(m), len(m.Mentions.Users))
		}
		words := fmt.Sprintf("%+v", m)
		for _, user := range m.Mentions.Users {
			if pinged[user] || !strings.Contains(words, discord.MentionUser(user)) {
				t.Errorf("%s is pinged twice, or is not named", user)
			}
			pinged[user] = true
		}
		said = upTo
	}
	if messages != 3 || len(pinged) != 12*(tournament.MaxCrew-1) {
		t.Errorf("%d messages ping %d people", messages, len(pinged))
	}
}

// However many teams ask, one message asks, within Discord's limits, and pings those whom the
// newest events ask, whose teams it names first.
func TestOneMessageAsksForAllTeams(t *testing.T) {
	for _, n := range []int{1, 10, 300} {
		e := wording.About(text.Printer{}, invited(t, n))
		said := e.Snap.Log[len(e.Snap.Log)-1].Seq - 9
		m, ok := crew.Invitations(e, said, said+9)
		if !ok || !layout.Fits(m) || len(m.Mentions.Users) != 9 {
			t.Fatalf("%d teams: %v, fits: %v, pings %d", n, ok, layout.Fits(m), len(m.Mentions.Users))
		}
		first := m.Components[0].(discord.Container).Components[1].(discord.TextDisplay).Content
		for _, user := range m.Mentions.Users {
			if !strings.Contains(strings.SplitN(first, "\n", 2)[0], discord.MentionUser(user)) {
				t.Errorf("%d teams: %s is pinged and not named first", n, user)
			}
		}
		if m := crew.Which(e, []int{1, n}); !layout.Fits(m) {
			t.Errorf("%d teams: a choice between two does not fit", n)
		}
		if got := []rune(crew.Ask(e, 1).Title); len(got) > wire.MaxModalTitle {
			t.Errorf("the form is called %q", string(got))
		}
	}
}
