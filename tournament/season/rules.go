package season

import (
	"fmt"
	"slices"

	"topcut/tournament/fraction"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// Rules are the rules of counting.
type Rules struct {
	Places     []fraction.Fraction `json:"places,omitempty"`      // points of place 1, 2, …
	Below      fraction.Fraction   `json:"below,omitzero"`        // points of every place after those
	Win        fraction.Fraction   `json:"win,omitzero"`          // points of a match won, byes included
	Draw       fraction.Fraction   `json:"draw,omitzero"`         // points of a match drawn
	Loss       fraction.Fraction   `json:"loss,omitzero"`         // points of a match lost
	Bye        *fraction.Fraction  `json:"bye,omitempty"`         // points of a bye, where it is not worth a win
	Attendance fraction.Fraction   `json:"attendance,omitzero"`   // points of taking part
	Round      fraction.Fraction   `json:"round,omitzero"`        // points of each round taken part in
	Deck       fraction.Fraction   `json:"deck,omitzero"`         // points of a deck submitted
	Perfect    fraction.Fraction   `json:"perfect,omitzero"`      // points of a record without loss or draw
	Best       int                 `json:"best,omitempty"`        // the number of results that count; 0 = all
	Equal      Equal               `json:"equal_places,omitzero"` // points of members who share a place
	Ties       []Tie               `json:"ties,omitempty"`        // the order of members level in points
	Tiers      []Tier              `json:"tiers,omitempty"`       // weights by attendance, of events without one of their own
	Final      int                 `json:"final,omitempty"`       // the number of members in the final; 0 = no final
}

// Tier is the weight of events with at least a given attendance.
type Tier struct {
	From   int               `json:"from"`
	Weight fraction.Fraction `json:"weight"`
}

// Equal determines the points of members who share a place.
type Equal uint8

// Values of Equal.
const (
	AsPlaced Equal = iota // the points of the place they share
	Best                  // the best points of the places they cover
	Average               // the mean of the points of the places they cover
)

var equalWords = []string{"as_placed", "best", "average"}

// Tie is one criterion between members level in points.
type Tie uint8

// Ties.
const (
	Points      Tie = iota // no tie: the points before all ties
	Results                // the counted results one by one, best first
	HeadToHead             // matches among the members level here
	Wins                   // matches won in the events that count
	FewerEvents            // fewer events played
	ByRating               // ratings when the season is closed
	Playoff                // the place in a play-off event, the last one first
	Draw                   // by lot, from the season's seed, once it is closed
	Shared                 // they share the place
	Event                  // no tie: the order of the event that is the whole table
)

var tieWords = []string{"points", "results", "head_to_head", "wins", "fewer_events", "rating", "playoff", "draw", "shared", "event"}

// after reports whether a tie is decided after the events. Only these separate members
// who share a place of the event that is the whole table.
func (t Tie) after() bool { return t == ByRating || t == Playoff || t == Draw }

// String returns the word of the season file and the log.
func (e Equal) String() string { return equalWords[e] }

// MarshalText returns the word of the season file and the log.
func (e Equal) MarshalText() ([]byte, error) { return []byte(equalWords[e]), nil }

// UnmarshalText parses the word of the season file and the log.
func (e *Equal) UnmarshalText(text []byte) error { return word(e, equalWords, text) }

// String returns the word of the season file and the log.
func (t Tie) String() string { return tieWords[t] }

// MarshalText returns the word of the season file and the log.
func (t Tie) MarshalText() ([]byte, error) { return []byte(tieWords[t]), nil }

// UnmarshalText parses the word of the season file and the log.
func (t *Tie) UnmarshalText(text []byte) error { return word(t, tieWords, text) }

func word[W ~uint8](to *W, words []string, text []byte) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return notice.Err("season.no_word", "text", notice.Text(text), "words", notice.Texts(words))
	}
	*to = W(i)
	return nil
}

// Limits of rules. The largest season has one event a day for more than a year.
const (
	MaxEvents  = 400
	MaxMembers = 4096
	maxPlaces  = 1000
	maxTiers   = 20
)

// Check returns a refusal for contradictory rules.
func (r *Rules) Check() error {
	switch {
	case len(r.Places) > maxPlaces:
		return journal.Refuse(journal.BadInput, "season.places_many", "most", maxPlaces)
	case r.Best < 0 || r.Best > MaxEvents:
		return journal.Refuse(journal.BadInput, "season.best", "most", MaxEvents)
	case r.Final < 0 || r.Final > MaxMembers:
		return journal.Refuse(journal.BadInput, "season.final", "most", MaxMembers)
	case len(r.Tiers) > maxTiers:
		return journal.Refuse(journal.BadInput, "season.tiers_many", "most", maxTiers)
	}
	last := -1
	for _, t := range r.Tiers {
		if t.From < 0 || t.Weight.Sign() <= 0 || t.From <= last {
			return journal.Refuse(journal.BadInput, "season.tier", "from", t.From)
		}
		last = t.From
	}
	for i, t := range r.Ties {
		switch {
		case t == Points || t == Event:
			return journal.Refuse(journal.BadInput, "season.no_word", "text", notice.Text(t.String()), "words", notice.Texts(tieWords[Results:Event]))
		case slices.Contains(r.Ties[:i], t):
			return journal.Refuse(journal.BadInput, "season.tie_twice", "tie", notice.Word("season.by."+t.String()))
		case (t == Draw || t == Shared) && i+1 < len(r.Ties):
			return journal.Refuse(journal.BadInput, "season.tie_last", "tie", notice.Word("season.by."+t.String()))
		}
	}
	return nil
}

// Additive reports whether, in a season with the given number of events, the points of
// a member are the sum of the points of each match.
func (r *Rules) Additive(events int) bool {
	for _, x := range []fraction.Fraction{r.Below, r.Attendance, r.Deck, r.Perfect} {
		if !x.IsZero() {
			return false
		}
	}
	return len(r.Places) == 0 && (r.Best == 0 || events <= r.Best)
}

// Presets returns the names of the rules a league can start with.
func Presets() []string { return []string{"records", "places", "gatherling", "attendance"} }

// Preset returns the named rules, and false if there are none.
func Preset(name string) (Rules, bool) {
	ties := []Tie{Results, HeadToHead, Wins, FewerEvents, Shared}
	ints := func(values ...int64) []fraction.Fraction {
		out := make([]fraction.Fraction, len(values))
		for i, v := range values {
			out[i] = fraction.Int(v)
		}
		return out
	}
	switch name {
	case "records":
		return Rules{Win: fraction.Int(3), Draw: fraction.Int(1), Ties: ties}, true
	case "places":
		return Rules{Places: ints(25, 15, 10, 6, 4, 4, 4, 4), Below: fraction.Int(1), Ties: ties}, true
	case "gatherling": // points for places, matches, rounds, decks and attendance
		return Rules{Places: ints(7, 5, 3, 3, 2, 2, 2, 2), Win: fraction.Int(1), Attendance: fraction.Int(1), Deck: fraction.Int(1), Perfect: fraction.Int(1), Ties: ties}, true
	case "attendance":
		return Rules{Attendance: fraction.Int(1), Ties: []Tie{Wins, Shared}}, true
	}
	return Rules{}, false
}

// of returns the points of a place.
func (r *Rules) of(place int) fraction.Fraction {
	if numbered.Has(r.Places, place) {
		return numbered.Get(r.Places, place)
	}
	return r.Below
}

// shared returns the points of a place that sharing members have.
func (r *Rules) shared(place, sharing int) fraction.Fraction {
	switch out := r.of(place); r.Equal {
	case AsPlaced:
		return out
	case Best:
		for p := place + 1; p < place+sharing; p++ {
			out = fraction.Max(out, r.of(p))
		}
		return out
	case Average:
		for p := place + 1; p < place+sharing; p++ {
			out = out.Add(r.of(p))
		}
		return out.Quo(fraction.Int(int64(sharing)))
	}
	panic(fmt.Sprintf("rule %d for equal places", r.Equal))
}

// Weight returns the factor of the results of an event.
func (r *Rules) Weight(e *Leg) fraction.Fraction {
	if !e.Weight.IsZero() {
		return e.Weight
	}
	w := fraction.Int(1)
	for _, t := range r.Tiers {
		if len(e.Results) >= t.From {
			w = t.Weight
		}
	}
	return w
}
