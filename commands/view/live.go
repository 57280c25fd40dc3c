package view

import (
	"time"

	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// Live is the current state of a running event.
type Live struct {
	State string    // one line: the round and how many results are in
	Ends  time.Time // when the running clock ends; zero if none runs
	Round int       // the round being played, once published; 0 for none
	Open  []int     // indexes of the rounds with unfinished matches
}

// NewLive returns the current state of the event.
func NewLive(e Env) Live {
	s := e.state()
	r := s.Current()
	if s.Phase != tournament.Running || r == nil {
		return Live{State: e.say("web."+notice.Code(s.Phase.Word()), "n", e.played())}
	}
	if s.Arranged() && !s.Eliminates(r.Number) {
		l := Live{State: e.say("web.arranged", "n", e.openUpTo(r.Number)), Round: r.Number}
		for _, n := range s.OpenRounds() {
			l.Open = append(l.Open, n-1)
		}
		if len(l.Open) == 0 {
			l = Live{State: e.say("web.between", "round", text.Raw(e.round(r.Number)))}
		}
		return l
	}
	if r.Status == tournament.Done {
		return Live{State: e.say("web.between", "round", text.Raw(e.round(r.Number)))}
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
	l := Live{State: e.say("web.playing", "round", text.Raw(e.round(r.Number)), "in", in, "n", tables), Round: r.Number, Open: []int{r.Number - 1}}
	if r.Status == tournament.Started && r.PausedAt.IsZero() && !r.TimeCalled {
		l.Ends = r.Deadline
	}
	return l
}
