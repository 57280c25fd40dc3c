// Package wording says in words who plays and how a match ended; what the settings of an
// event are: its format, stages, cut and clocks; what a chance is for and how large; and how
// files are named. Panels, forms, pages, the list of settings and the command line use the
// same words.
package wording

import (
	"strconv"
	"strings"
	"time"

	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// Format returns the name of the first stage's format.
func Format(w text.Printer, c stage.Chain) string { return w.Say("format." + notice.Code(c.Format())) }

// LaterStage describes a stage of rounds that follows another.
func LaterStage(w text.Printer, st stage.Stage, rounds int) string {
	switch {
	case st.Twice:
		return w.Say("later.roundrobin_twice", "who", text.Raw(entrants(w, st.Entry)))
	case st.Kind == stage.RoundRobin:
		return w.Say("later.roundrobin", "who", text.Raw(entrants(w, st.Entry)))
	}
	return w.Say("later.rounds", "n", rounds, "who", text.Raw(entrants(w, st.Entry)))
}

// entrants describes who enters a later stage of rounds.
func entrants(w text.Printer, entry stage.Entry) string {
	switch entry.By {
	case stage.Top:
		return w.Say("later.top", "n", entry.N)
	case stage.Equal:
		return w.Say("later.equal", "n", entry.N)
	case stage.Points:
		if entry.Least > 0 {
			return w.Say("later.points_least", "n", entry.N, "least", entry.Least)
		}
		return w.Say("later.points", "n", entry.N)
	case stage.All, stage.Auto:
	}
	return w.Say("later.all")
}

// Cut returns the words for who makes a cut; the zero Notice for none.
func Cut(c stage.Entry) notice.Notice {
	var out notice.Notice
	switch c.By {
	case stage.All:
		return out
	case stage.Auto:
		if out = notice.New("cut.auto"); c.Max > 0 {
			out = notice.New("cut.auto_max", "most", c.Max)
		}
	case stage.Top:
		out = notice.New("cut.top", "n", c.N)
	case stage.Points:
		if out = notice.New("cut.points", "n", c.N); c.Least > 0 {
			out = notice.New("cut.points_least", "n", c.N, "least", c.Least)
		}
	case stage.Equal:
		switch {
		case c.N == 0:
			out = notice.New("cut.equal_auto")
		case c.Max > 0:
			out = notice.New("cut.equal_max", "places", c.N, "most", c.Max)
		default:
			out = notice.New("cut.equal", "places", c.N)
		}
	}
	if c.Lock > 0 {
		return notice.New("cut.lock", "cut", out, "n", c.Lock)
	}
	return out
}

// CutPart describes a cut as part of the structure: "cut by attendance", "Top 8".
func CutPart(c stage.Entry) notice.Notice {
	if c.By == stage.Auto || c.By == stage.Points || c.By == stage.Equal && c.N == 0 {
		return notice.New("structure.cut", "cut", Cut(c))
	}
	return Cut(c)
}

// RoundTime returns how long a round of a stage lasts under the given settings.
func RoundTime(w text.Printer, s *tournament.State, set *tournament.Settings, of ledger.Stage) string {
	with := *s
	with.Settings = *set
	if d := with.RoundLength(of); d > 0 {
		return Span(w, d)
	}
	return w.Say("clock.untimed")
}

// RoundTimes says how long rounds last, and those of a cut and a final where they differ.
func RoundTimes(w text.Printer, swiss, cut, final string) string {
	switch {
	case swiss != cut && cut != final:
		return w.Say("card.round_times_final", "span", text.Raw(swiss), "cut", text.Raw(cut), "final", text.Raw(final))
	case swiss != cut:
		return w.Say("card.round_times", "span", text.Raw(swiss), "cut", text.Raw(cut))
	case cut != final:
		return w.Say("card.round_time_final", "span", text.Raw(swiss), "final", text.Raw(final))
	}
	return w.Say("card.round_time", "span", text.Raw(swiss))
}

// Span formats a duration, rounded to minutes if it is over a minute.
func Span(w text.Printer, d time.Duration) string {
	if d = d.Abs(); d > time.Minute {
		d = d.Round(time.Minute)
	}
	return w.Span(d)
}

// Numbers returns whole numbers as text.
func Numbers(list []int) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = strconv.Itoa(n)
	}
	return out
}

// Joined joins sentences, without the empty ones.
func Joined(sentences ...string) string {
	var said []string
	for _, s := range sentences {
		if s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}
