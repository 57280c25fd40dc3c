package tournament

import (
	"strings"

	"topcut/tournament/pairing"
)

// warnings puts the compromises of a pairing into sentences, each with its
// reason.
func (d *decision) warnings(list []pairing.Warning) []string {
	var out []string
	for _, w := range list {
		who := make([]string, 0, len(w.Players))
		for _, p := range w.Players {
			who = append(who, "#"+itoa(int(p)))
		}
		out = append(out, strings.Join(who, " and ")+compromise(w.Kind)+" ("+d.after.reason(w)+").")
	}
	return out
}

// compromise says what is not as it should be.
func compromise(kind pairing.WarningKind) string {
	switch kind {
	case pairing.WarnRematch:
		return " meet again"
	case pairing.WarnSecondBye:
		return " has another bye"
	case pairing.WarnRepeatFloat:
		return ": paired outside the score group again"
	case pairing.WarnCrossDivision:
		return " are of different divisions"
	case pairing.WarnCrossFlight:
		return " are of different flights"
	case pairing.WarnSameTag:
		return " have the same tag"
	case pairing.WarnSides:
		return " both need the same side"
	case pairing.WarnBarredBye:
		return " has the bye though barred from it"
	}
	return ""
}

// reason says why a compromise was made.
func (s *State) reason(w pairing.Warning) string {
	first := ""
	if hard := s.Rules.Pairing.Hard; len(hard) > 0 {
		first = hard[0]
	}
	switch {
	case w.Forced:
		return "fixed beforehand"
	case w.Kind == pairing.WarnSecondBye || w.Kind == pairing.WarnBarredBye:
		return "nobody with fewer byes can sit out"
	case !w.Proved:
		return "nothing better was found"
	case w.Kind == pairing.WarnRematch && first == "noRematch", w.Kind == pairing.WarnSides && first == "singleSidedIllegal":
		return "no pairing avoids it"
	}
	return "every pairing without it breaks what the ruleset puts first"
}
