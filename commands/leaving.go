package commands

import (
	"context"

	"topcut/commands/consent"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
)

// takeOut takes player n out by an organiser's decision. Where all meet, the organiser
// chooses what becomes of the matches.
func (c *Call) takeOut(ctx context.Context, n int) (Reply, error) {
	cmd := &command.Remove{Player: n, Reason: c.text("reason"), Keep: c.keep, Leaving: c.way}
	if c.Snap.State.AnnouncedLeaving(n) != "" {
		c.show = func(ctx context.Context, s *consent.SurpriseError, yes customid.Sure) (discord.Message, error) {
			if _, passes := tournament.Last[*tournament.SeatTaken](s.Events, nil); passes != nil {
				return view.Sure(c.env(), s.After, "", s.Effects, yes), nil // a substitute has the matches to come
			}
			ways, err := c.leavingWays(ctx, *cmd)
			return view.LeavingTables(c.env(), n, ways, yes), err
		}
	}
	reply, _, err := c.do(ctx, cmd, parted("did.remove", n, "player", notice.Player(n)))
	return reply, err
}

// leavingWays decides a removal in each of the ways in which the matches can count.
func (c *Call) leavingWays(ctx context.Context, cmd command.Remove) (out []view.LeavingWay, err error) {
	for _, way := range tournament.Leavings() {
		cmd.Leaving = way
		tried, err := c.try(ctx, &cmd)
		if err != nil {
			return nil, err
		}
		asked := consent.Of(*tried, c.User.ID)
		out = append(out, view.LeavingWay{Leaving: way, After: tried.After, Effects: asked.Effects, Facts: c.factsMoved(tried.After), Mark: asked.Mark()})
	}
	return out, nil
}

// parting are the texts about a departure: by the text for one that concerns no match, those
// about matches conceded, a report kept, results that count no more, and matches that are not
// played.
var parting = map[notice.Code][4]notice.Code{
	"did.remove": {"did.remove_conceded", "did.remove_kept", "did.remove_annulled", "leaving.kept"},
	"did.drop":   {"did.drop_conceded", "did.drop_kept", "did.drop", "did.drop"},
}

// parted returns the answer to the departure of player n: the text of a code, or one that
// says what becomes of the matches that they have not played to the end.
func parted(code notice.Code, n int, args ...any) answerFunc {
	return func(after *tournament.Snapshot, events []tournament.Envelope) answer {
		s := after.State
		match := func(at tournament.Place) notice.Notice {
			m, l := s.Match(at.Round, at.Match)
			if !m.Confirmed {
				l = wording.Reported(l, m.Report)
			}
			return notice.New("did.left_match", "table", l.Table, "round", s.RoundTitle(at.Round), "result", wording.ResultOf(s, l))
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
					return newAnswer(parting[code][2], args...)
				case ev.Unplayed:
					return newAnswer(parting[code][3], args...)
				}
			}
		}
		round := len(s.Rounds)
		switch {
		case len(conceded) > 0:
			return newAnswer(parting[code][0], append(args, "matches", conceded)...)
		case round > 0 && s.ReportKept(round, s.MatchOf(round, n), n):
			return newAnswer(parting[code][1], append(args, "match", match(tournament.Place{Round: round, Match: s.MatchOf(round, n)}))...)
		}
		return newAnswer(code, args...)
	}
}
