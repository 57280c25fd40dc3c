package tournament

import (
	"fmt"
	"slices"
	"strings"

	"topcut/tournament/rat"
)

// Labels says, a sentence each, where the event as it is set up leaves what the
// documents of its game sanction or advise. A label changes nothing: who may run
// such an event is not for a program to say (PKM-02, MEC-06).
func (s *State) Labels() []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if !slices.Contains(s.Rules.Formats, string(s.Settings.Format)) {
		words := strings.NewReplacer("_", " ").Replace
		say("Not a sanctioned format of %s: its documents name %s, this event is played as %s.", s.Rules.Name, words(strings.Join(s.Rules.Formats, ", ")), words(string(s.Settings.Format)))
	}
	attendance := s.Rules.Attendance(&s.Ledger)
	if s.Settings.Format == FormatSwiss && attendance > 1 {
		row, ok := s.Rules.Row("", attendance)
		if _, _, note := s.Rules.RoundsFor(attendance); note != "" && (!ok || row.Unofficial) {
			say("%s", sentence(note))
		}
		rounds := s.SwissRounds
		if rounds == 0 {
			rounds = s.Settings.Rounds
		}
		if least := s.Rules.Rounds.Min; rounds > 0 && rounds < least {
			say("%s asks for at least %s.", s.Rules.Name, plural(least, "round", "rounds"))
		}
	}
	if s.Settings.UntilUnbeaten && !s.Rules.Rounds.Early {
		say("The documents of %s do not let rounds end with one unbeaten player.", s.Rules.Name)
	}
	if largest := s.Rules.LargestCut(attendance); s.Settings.Format == FormatSwiss && s.CutSize > largest && s.Settings.Cut.Kind == CutTop {
		say("The cut to %d is larger than the %d players that %s allows of %d.", s.CutSize, largest, s.Rules.Name, attendance) // PKM-27
	}
	if note := s.unequalCuts(); note != "" {
		say("%s", note)
	}
	if len(s.Flights) > 0 && s.Rules.Texts["flights"] != "" {
		say("%s", s.Rules.Texts["flights"]) // PKM-67
	}
	return out
}

// unequalCuts says where the share of a division that makes the cut is more than
// twice that of another one (PKM-30).
func (s *State) unequalCuts() string {
	if !s.ByDivision() {
		return ""
	}
	var least, most rat.Rat
	var small, large string
	for division, players := range s.divisionSizes() {
		cut := s.divisionCut(players)
		if cut == 0 {
			continue
		}
		share, name := rat.New(int64(cut), int64(players)), s.Settings.Divisions[division]
		if small == "" || share.Cmp(least) < 0 {
			least, small = share, name
		}
		if large == "" || share.Cmp(most) > 0 {
			most, large = share, name
		}
	}
	if small == "" || most.Cmp(least.Mul(rat.Int(2))) <= 0 {
		return ""
	}
	return fmt.Sprintf("The cut takes more than twice the share of %s that it takes of %s; about the same share of each division should play on.", large, small)
}
