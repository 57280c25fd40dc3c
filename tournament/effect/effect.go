// Package effect says what changes for each player between two states of an event: twelve
// facts, none of which is a rank or a point, since otherwise every report would concern the
// whole field. What asks an organiser before a deed and what tells the players after it
// both read this list.
package effect

import (
	"fmt"
	"hash/crc32"
	"strconv"

	"topcut/tournament"
	"topcut/tournament/notice"
)

// Fact is a kind of thing that holds for a player.
type Fact uint8

// The facts.
const (
	Entry     Fact = iota // whether the player takes part
	Seat                  // whom the player meets in a round
	Table                 // where
	Result                // how a match of the player ended
	Report                // what was reported of one and waits for an answer
	Clock                 // until when the player plays
	Rounds                // how many rounds are planned
	Cut                   // how large the cut is, then whether the player is in it
	Place                 // the final place
	Window                // until when an arranged match is to be played
	Announced             // a setting that was announced
	Terms                 // byes, division, fixed table, late rounds, penalties
	facts
)

// Concern says what an effect on another person asks of the bot.
type Concern uint8

// Concerns, each with those before it.
const (
	Quiet Concern = iota // the posts that stand show it
	Tell                 // the player is told
	Ask                  // who does it is asked first
)

// Effect is a change of one fact of one player.
type Effect struct {
	Player        int
	Fact          Fact
	At            tournament.Place // of a match, or its round
	Setting       string           // of Announced: its key
	Before, After notice.Value     // as the player would say it; nil = nothing
	Concern       Concern
}

// concerns has what an effect asks of the bot: where nothing stood before, and where
// something did.
var concerns = [facts][2]Concern{
	Entry: {Tell, Ask}, Seat: {Tell, Ask}, Table: {Quiet, Tell}, Result: {Tell, Ask}, Report: {Tell, Ask}, Clock: {Tell, Quiet},
	Rounds: {Tell, Ask}, Cut: {Tell, Ask}, Place: {Tell, Ask}, Window: {Tell, Tell}, Announced: {Tell, Ask}, Terms: {Tell, Tell},
}

// Of returns the effects of what happened between two states of an event, by player within
// each fact. It depends on nothing else.
func Of(before, after *tournament.State) []Effect {
	c := comparison{before: before, after: after}
	for n := 1; n <= len(after.Players); n++ {
		c.entry(n)
		c.terms(n)
		c.place(n)
	}
	c.matches()
	c.plan()
	c.announced()
	return c.list
}

// Others returns the effects on players other than n.
func Others(list []Effect, n int) []Effect {
	out := make([]Effect, 0, len(list))
	for i := range list {
		if list[i].Player != n {
			out = append(out, list[i])
		}
	}
	return out
}

// Asks reports whether one of the effects is to be shown before it happens. So are results
// that end matches at several tables at once without a word of their players.
func Asks(list []Effect) bool {
	tables := map[tournament.Place]bool{}
	for i := range list {
		e := &list[i]
		if e.Concern == Ask {
			return true
		}
		if e.Fact == Result && e.Before == nil || e.Fact == Report { // which is disputed, else it asks
			tables[e.At.OfBoard()] = true
		}
	}
	return len(tables) > 1
}

// Mark returns a short hash of effects and of what is shown beside them, which differs if
// another state or another deed has others. It leaves out what depends on the second in which
// it is asked.
func Mark(list []Effect, beside ...any) string {
	sum := crc32.NewIEEE()
	fmt.Fprint(sum, beside...)
	for i := range list {
		e := list[i]
		if e.Fact == Clock || e.Fact == Window { // an undo gives back the time until it is made
			e.After = nil
		}
		if e.Concern == Ask || e.Concern == Tell && e.Fact != Clock {
			fmt.Fprintf(sum, "%d %d %v %s %v %v\n", e.Player, e.Fact, e.At, e.Setting, e.Before, e.After)
		}
	}
	return strconv.FormatUint(uint64(sum.Sum32()), 36)
}

// comparison collects the effects between two states.
type comparison struct {
	before, after *tournament.State
	list          []Effect
}

// add adds an effect with the concern of its fact.
func (c *comparison) add(e Effect) {
	stood := 0
	if e.Before != nil {
		stood = 1
	}
	c.with(e, concerns[e.Fact][stood])
}

// with adds an effect with a concern of its own.
func (c *comparison) with(e Effect, concern Concern) {
	e.Concern = concern
	c.list = append(c.list, e)
}

// both reports whether the event is in a phase before and after.
func (c *comparison) both(in func(tournament.Phase) bool) bool {
	return in(c.before.Phase) && in(c.after.Phase)
}

func running(p tournament.Phase) bool { return p == tournament.Running }
