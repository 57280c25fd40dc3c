package site

import (
	"math"

	"topcut/commands/logline"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
)

// SeedCheck contains all that is needed to recompute the seeds of an event whose secret
// is revealed (see tournament/seed.go).
type SeedCheck struct {
	Secrets []SeedSecret `json:"secrets"` // the first, and one more for each time the end was undone
	Joins   []SeedJoin   `json:"joins"`   // what was mixed into the digest, in order
	Digest  string       `json:"digest"`  // hex, as the log of the start has it
	Draws   []SeedDraw   `json:"draws"`   // what was drawn
	Mixers  []string     `json:"-"`       // the players who mixed the draw after registration had closed
}

// SeedSecret is a secret with the commitment that was published before it was used.
type SeedSecret struct {
	Commitment string `json:"commitment"` // hex SHA-256 of the secret
	Secret     string `json:"secret"`     // hex
}

// SeedJoin is a join, or a press that mixed the draw, by the id of its interaction.
type SeedJoin struct {
	Name string `json:"name"`
	ID   string `json:"id"`
}

// SeedDraw is a seed that was drawn for one attempt at one decision.
type SeedDraw struct {
	What    string `json:"what"`
	Secret  int    `json:"secret"` // index into Secrets
	Round   int    `json:"round"`
	Attempt int    `json:"attempt"`
	Seed    string `json:"seed"` // hex
}

// NewSeedCheck collects the seeds of an event; ok is false if its secret is not revealed
// yet or the event never started.
func NewSeedCheck(e wording.Event) (c SeedCheck, ok bool) {
	s := e.Snap.State
	c = SeedCheck{Joins: []SeedJoin{}, Draws: []SeedDraw{}}
	for _, one := range s.Secrets() {
		c.Secrets = append(c.Secrets, SeedSecret(one))
	}
	gone, joined := logline.Undone(e.Snap.Log, math.MaxInt64), map[int]bool{}
	started, secret := false, 0
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if gone[env.Seq] {
			continue
		}
		draw := func(what string, round, attempt int, seed string) {
			c.Draws = append(c.Draws, SeedDraw{what, secret, round, attempt, seed})
		}
		switch ev := env.Event.(type) {
		case *tournament.PlayerRegistered:
			if !started && !joined[ev.Enters()] {
				c.Joins = append(c.Joins, SeedJoin{e.Given(ev.Player), env.Cause})
			}
			joined[ev.Person], joined[ev.Enters()] = true, true
		case *tournament.MemberAnswered:
			joined[ev.Person] = joined[ev.Person] || ev.Yes
		case *tournament.SeatClaimed:
			joined[ev.Person] = true
		case *tournament.DrawMixed:
			c.Joins = append(c.Joins, SeedJoin{e.Given(ev.Player), env.Cause})
		case *tournament.EventStarted:
			started, c.Digest = true, ev.Joins
		case *tournament.SeedRenewed:
			secret++
		case *tournament.RoundPaired:
			if ev.Forced {
				continue // pairings set by the organisers
			}
			what := e.Round(ev.Round)
			if ev.Attempt > 0 {
				what = e.Say("record.attempt", "what", text.Raw(what), "attempt", ev.Attempt+1)
			}
			draw(what, ev.Round, ev.Attempt, ev.Seed)
		case *tournament.ScheduleDrawn:
			draw(e.Say("record.seating"), 0, 0, ev.Seed)
		case *tournament.DraftSeated:
			draw(e.Say("draft.seats_short"), 0, ev.Attempt, ev.Seed)
		case *tournament.GroupsDrawn:
			draw(e.Say("record.flights"), 0, ev.Division, ev.Seed)
		}
	}
	for _, n := range s.Mixing.By {
		c.Mixers = append(c.Mixers, e.Given(n))
	}
	return c, started && s.Secret != ""
}
