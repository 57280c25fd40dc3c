package site

import (
	"time"

	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/field"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// liveState is the current state of a running event.
type liveState struct {
	State string    // one line: the round and how many results are in
	Ends  time.Time // when the running clock ends; zero if none runs
	Round int       // the round being played, once published; 0 for none
	Open  []int     // indexes of the rounds with unfinished matches
	Match string    // what is said of a match without a report
}

// newLive returns the current state of the event.
func newLive(e wording.Event) liveState {
	s := e.Snap.State
	r := s.Current()
	if s.Phase != tournament.Running || r == nil {
		return liveState{State: e.Say("web."+notice.Code(s.Phase.Word()), "n", field.TookPart(e.Snap.State))}
	}
	if s.Arranged() && !s.Eliminates(r.Number) {
		l, open := liveState{Round: r.Number}, 0
		for _, n := range s.OpenRounds() {
			l.Open = append(l.Open, n-1)
			open += len(s.Blocking(n))
		}
		l.State = e.Say("web.arranged", "n", open)
		if len(l.Open) == 0 {
			l = liveState{State: e.Say("web.between", "round", text.Raw(e.Heading(r.Number)))}
		}
		return l
	}
	if r.Status == tournament.Done {
		return liveState{State: e.Say("web.between", "round", text.Raw(e.Heading(r.Number)))}
	}
	in, tables := 0, 0
	matches := s.Ledger.Rounds.At(r.Number).Matches
	for i := range matches {
		if matches[i].N < 2 || matches[i].Kind == ledger.Bye {
			continue
		}
		tables++
		if r.Matches[i].Confirmed {
			in++
		}
	}
	l := liveState{State: e.Say("web.playing", "round", text.Raw(e.Heading(r.Number)), "in", in, "n", tables), Round: r.Number, Open: []int{r.Number - 1}}
	l.Match = e.Say("pairings.paired")
	if r.Status == tournament.Started {
		l.Match = e.Say("pairings.playing")
	}
	if r.Status == tournament.Started && r.PausedAt.IsZero() && !r.TimeCalled {
		l.Ends = r.Deadline
	}
	return l
}
