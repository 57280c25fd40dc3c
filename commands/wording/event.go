package wording

import (
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// MoreTime returns the words for a clock extension: "+5 min", "−1 min".
func MoreTime(minutes int) notice.Notice {
	if minutes < 0 {
		return notice.New("clock.less", "n", -minutes)
	}
	return notice.New("clock.more", "n", minutes)
}

// Pending describes a player who is not known yet by where they come from.
func Pending(w text.Printer, from bracket.Source) string {
	switch from.Kind {
	case bracket.WinnerOf:
		return w.Say("bracket.winner_of", "match", from.N)
	case bracket.LoserOf:
		return w.Say("bracket.loser_of", "match", from.N)
	case bracket.Survivor:
		return w.Say("bracket.open")
	case bracket.Nobody, bracket.Seed:
	}
	return ""
}

// PointsOff converts a penalty in thousandths of a point.
func PointsOff(thousandths int32) fraction.Fraction { return fraction.New(int64(thousandths), 1000) }

// LateCost describes the penalty for a player who enters late: the missed rounds, or the
// ruleset's text if there is no penalty yet.
func LateCost(s *tournament.State, n int) []notice.Notice {
	var out []notice.Notice
	if missed := int(s.Ledger.Players.At(n).LateRounds); missed > 0 {
		if s.Rules.Absent.Loss {
			out = append(out, notice.New("late.lost", "n", missed))
		} else {
			out = append(out, notice.New("late.missed", "n", missed, "points", s.Rules.Absent.Points))
		}
		if s.Rules.Entry.RanksLate {
			out = append(out, notice.New("late.below"))
		}
	}
	if own := s.Rules.Entry.Text; own != "" && len(out) == 0 {
		out = append(out, notice.New(RuleOfLate, "text", notice.Quote(own)))
	}
	return out
}

// RuleOfLate quotes the game's rule about late players, for a player without a penalty.
const RuleOfLate notice.Code = "late.rule"
