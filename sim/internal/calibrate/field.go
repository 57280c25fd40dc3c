package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// field plays an event of people who are equally good, without package sim: paired and
// ranked by the engine that runs events, with rounds and cut of the ruleset's table. By
// time and by agreement they draw as often as h counted at real events.
func field(rs *rules.Ruleset, players int, h *habit, seed uint64) (*event, error) {
	rng := rand.New(rand.NewPCG(seed, uint64(players)))
	rounds, cut, _ := rs.RoundsFor(players)
	e := &event{name: fmt.Sprintf("field %d", seed), Tournament: &file.Tournament{Rules: rs, Cut: rules.Cut{Top: cut}}}
	settings := tournament.DefaultSettings(e.name)
	settings.Stages = stage.MustParse(fmt.Sprintf("swiss %d > single %d", rounds, cut))
	secret := make([]byte, 32)
	for i := range secret {
		secret[i] = byte(rng.Uint32())
	}
	snap, now := tournament.Begin(1, secret), time.Unix(0, 0)
	do := func(commands ...command.Command) error {
		for _, c := range commands {
			now = now.Add(time.Second)
			after, _, err := command.Decide(snap, command.Request{Actor: tournament.Actor{User: "organiser"}, Cause: fmt.Sprint(now.Unix()), Command: c}, now)
			if err != nil {
				return fmt.Errorf("%s: %T: %w", e.name, c, err)
			}
			snap = after
		}
		return nil
	}
	if err := do(&command.Create{Guild: "1", Channel: "2", Settings: settings, Ruleset: rs}, &command.OpenRegistration{}); err != nil {
		return nil, err
	}
	for n := range players {
		if err := do(&command.Join{Name: fmt.Sprintf("Player %d", n+1), ByOrganiser: true}); err != nil {
			return nil, err
		}
	}
	if err := do(&command.Start{}); err != nil {
		return nil, err
	}
	points := make([]float64, players)
	for round := 1; round <= rounds; round++ {
		if err := do(&command.Pair{}, &command.Publish{}, &command.StartRound{}); err != nil {
			return nil, err
		}
		e.Ledger = snap.State.Facts()
		in, left := e.playing(round-1), rounds-round+1
		for _, m := range snap.State.Blocking(round) {
			_, l := snap.State.Match(round, m)
			if err := do(&command.Correct{Round: round, Match: m, Text: e.result(points, in, l, left, h, rng)}); err != nil {
				return nil, err
			}
		}
		if r := snap.State.Current(); r.Status != tournament.Done {
			if err := do(&command.CloseRound{}); err != nil {
				return nil, err
			}
		}
		e.Ledger = snap.State.Facts()
		e.score(points, round)
	}
	return e, nil
}

// result returns how a match ends.
func (e *event) result(points []float64, in []int32, m *ledger.Match, left int, h *habit, rng *rand.Rand) string {
	byTime, agreed := h.byTime, count{n: 1}
	if left <= 2 {
		switch certain, expected := e.stakes(points, in, m, left); {
		case certain || expected < 0.75:
			agreed = h.safe
		case expected < 1:
			agreed = h.likely
		case left == 1:
			byTime = h.lastElse
		}
	}
	happens := func(c count) bool { return rng.IntN(max(c.n, 1)) < c.drawn }
	switch {
	case happens(agreed):
		return "id"
	case happens(byTime):
		return "1-1"
	}
	return []string{"2-0", "2-1", "1-2", "0-2"}[rng.IntN(4)]
}

// score adds what the matches of a round were worth.
func (e *event) score(points []float64, round int) {
	matches := e.Ledger.Rounds.At(round).Matches
	for i := range matches {
		for seat, worth := range standings.Score(e.Rules, round, &matches[i]) {
			if seat < int(matches[i].N) {
				points[matches[i].Seats[seat]] += worth.Float64()
			}
		}
	}
}

// fields returns n events of two games, of 9 to 72 players.
func fields(n int, h *habit) ([]*event, error) {
	var out []*event
	for i := range n {
		rs, err := rules.Load([]string{"magic", "lorcana"}[i%2])
		if err != nil {
			return nil, err
		}
		e, err := field(rs, 9+(i*29)%64, h, uint64(i))
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}
