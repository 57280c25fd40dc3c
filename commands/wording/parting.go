package wording

import (
	"topcut/tournament"
	"topcut/tournament/notice"
)

// parting are the texts about a departure: by the text for one that concerns no match, those
// about matches conceded, a report kept, results that count no more, and matches that are not
// played.
var parting = map[notice.Code][4]notice.Code{
	"did.remove": {"did.remove_conceded", "did.remove_kept", "did.remove_annulled", "leaving.kept"},
	"did.drop":   {"did.drop_conceded", "did.drop_kept", "did.drop", "did.drop"},
}

// Parting returns what is said of the departure of player n by the given events, after which
// the event is s: the text of a code, or one that says what becomes of the matches that they
// have not played to the end.
func Parting(s *tournament.State, code notice.Code, n int, events []tournament.Envelope) notice.Notice {
	match := func(at tournament.Place) notice.Notice {
		m, l := s.Match(at.Round, at.Match)
		if !m.Confirmed {
			l = Reported(l, m.Report)
		}
		return notice.New("did.left_match", "table", tournament.TableName(at.Match, l), "round", s.RoundTitle(at.Round), "result", ResultOf(s, at.Match, l))
	}
	var conceded []notice.Notice
	for i := range events {
		switch ev := events[i].Event.(type) {
		case *tournament.ResultConfirmed:
			conceded = append(conceded, match(ev.Place))
		case *tournament.ResultCorrected:
			conceded = append(conceded, match(ev.Place))
		case *tournament.PlayerDropped:
			switch {
			case ev.Annulled:
				return notice.New(parting[code][2])
			case ev.Unplayed:
				return notice.New(parting[code][3])
			}
		}
	}
	round := len(s.Rounds)
	switch {
	case len(conceded) > 0:
		return notice.New(parting[code][0], "matches", conceded)
	case round > 0 && s.ReportKept(round, s.MatchOf(round, n), n):
		return notice.New(parting[code][1], "match", match(tournament.Place{Round: round, Match: s.MatchOf(round, n)}))
	}
	return notice.New(code)
}
