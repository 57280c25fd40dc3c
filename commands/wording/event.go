package wording

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/fraction"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
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
	if missed := int(s.Players.At(n).LateRounds); missed > 0 {
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

// Begins says when the first event of the coming season begins.
func Begins(w text.Printer, at time.Time) string {
	return w.Say("card.start", "time", Moment(at), "relative", text.Raw(discord.Relative(at)))
}

// Points formats points with their word, as the ruleset shows them.
func Points(w text.Printer, rs *rules.Ruleset, p fraction.Fraction) string {
	return PointsText(w, rs.FormatPoints(p))
}

// PointsText formats points, as the ruleset shows them, with their word.
func PointsText(w text.Printer, shown string) string {
	if n, err := strconv.Atoi(shown); err == nil {
		return w.Say("points.whole", "n", n)
	}
	return w.Say("points.part", "points", text.Raw(w.Decimal(shown)))
}

// Repaired describes the tables with moved players after a repair, one per line.
func Repaired(ev *tournament.RoundRepaired, moved []int) []notice.Notice {
	var out []notice.Notice
	gone := slices.Clone(moved)
	for _, p := range ev.Pairings {
		if !slices.ContainsFunc(p.Players, func(n int) bool { return slices.Contains(moved, n) }) {
			continue
		}
		gone = slices.DeleteFunc(gone, func(n int) bool { return slices.Contains(p.Players, n) })
		if len(p.Players) == 1 {
			out = append(out, notice.New("result.bye", "player", notice.Player(p.Players[0])))
		} else {
			out = append(out, notice.New("repair.table", "table", p.Table, "players", joinedBy("repair.players", notice.Players(p.Players))))
		}
	}
	for _, n := range gone {
		out = append(out, notice.New("repair.out", "player", notice.Player(n)))
	}
	return out
}

// Subjects returns texts of a ruleset, each with its subject.
func Subjects(rs *rules.Ruleset, subjects []string) []notice.Notice {
	var out []notice.Notice
	for _, subject := range subjects {
		first, size := utf8.DecodeRuneInString(subject)
		var title notice.Value = notice.Text(strings.ReplaceAll(string(unicode.ToUpper(first))+subject[size:], "_", " "))
		if known := notice.Code("rules.about." + subject); text.Known(known) {
			title = notice.Word(known)
		}
		out = append(out, notice.New("rules.subject", "title", title, "text", notice.Quote(rs.Texts[subject])))
	}
	return out
}

// ByHours returns the number of tables of a round that are there for the hours in common.
func ByHours(r *tournament.Round) (n int) {
	for i := range r.Matches {
		if r.Matches[i].Why.Code == "why.hours" {
			n++
		}
	}
	return n
}
