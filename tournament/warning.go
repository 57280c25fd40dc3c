package tournament

import (
	"topcut/tournament/notice"
	"topcut/tournament/pairing"
)

// Warnings returns the compromises of a pairing, each with its reason.
func Warnings(list []pairing.Warning) []notice.Notice {
	var out []notice.Notice
	for _, w := range list {
		who := make([]notice.Player, len(w.Players))
		for i, p := range w.Players {
			who[i] = notice.Player(p)
		}
		out = append(out, notice.New(compromise(w.Kind), "players", who, "reason", notice.New(reason(w))))
	}
	return out
}

// compromise returns the code of what is not ideal.
func compromise(kind pairing.WarningKind) notice.Code {
	switch kind {
	case pairing.WarnRematch:
		return "warning.rematch"
	case pairing.WarnSecondBye:
		return "warning.second_bye"
	case pairing.WarnRepeatFloat:
		return "warning.repeat_float"
	case pairing.WarnCrossDivision:
		return "warning.cross_division"
	case pairing.WarnCrossFlight:
		return "warning.cross_flight"
	case pairing.WarnSameTag:
		return "warning.same_tag"
	case pairing.WarnKeptApart:
		return "warning.kept_apart"
	case pairing.WarnSides:
		return "warning.sides"
	case pairing.WarnBarredBye:
		return "warning.barred_bye"
	}
	return "warning.compromise"
}

// reason returns the code of why a compromise was made.
func reason(w pairing.Warning) notice.Code {
	switch {
	case w.Forced:
		return "reason.forced"
	case w.Kind == pairing.WarnSecondBye || w.Kind == pairing.WarnBarredBye:
		return "reason.byes"
	case !w.Proved:
		return "reason.not_proved"
	case w.First:
		return "reason.no_pairing"
	}
	return "reason.first"
}
