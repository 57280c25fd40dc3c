// Package compromise puts into notices what is not ideal about a pairing, and why.
package compromise

import (
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/pairing"
)

// Notices returns the compromises of a pairing, each with its reason.
func Notices(list []pairing.Warning) []notice.Notice {
	var out []notice.Notice
	for _, w := range list {
		who := make([]notice.Player, len(w.Players))
		for i, p := range w.Players {
			who[i] = notice.Player(p)
		}
		out = append(out, notice.New(kind(w.Kind), "players", who, "reason", because(w)))
	}
	return out
}

// kind returns the code of what is not ideal.
func kind(k pairing.WarningKind) notice.Code {
	switch k {
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

// because returns why a compromise was made: what forces it, if that was traced.
func because(w pairing.Warning) notice.Notice {
	if len(w.Causes) == 0 {
		return notice.New(reason(w))
	}
	var what []notice.Word
	for _, c := range w.Causes {
		if word := causes()[c]; !slices.Contains(what, word) {
			what = append(what, word)
		}
	}
	return notice.New("reason.forced_by", "what", what)
}

// causes returns what each cause is called.
func causes() map[pairing.Cause]notice.Word {
	return map[pairing.Cause]notice.Word{
		pairing.CausePairs: "cause.pairs", pairing.CauseDivisions: "cause.divisions", pairing.CauseFlights: "cause.flights",
		pairing.CauseByes: "cause.byes", pairing.CauseKept: "cause.kept",
		"rematches": "cause.rematches", "thirdMeetings": "cause.rematches", "crossDivision": "cause.divisions",
		"crossFlight": "cause.flights", "tagConflict": "cause.tag", "keptApart": "cause.apart", "pointGap": "cause.gap", "groupGap": "cause.gap",
		"repeatFloat": "cause.float", "sideDebt": "cause.sides", "absoluteSides": "cause.sides", "singleSided": "cause.gap",
		"singleSidedIllegal": "cause.sides", "rankGap": "cause.gap",
	}
}

// Untraced returns the compromises as rounds had them before what forces them was traced.
func Untraced(list []pairing.Warning) []pairing.Warning {
	out := slices.Clone(list)
	for i := range out {
		out[i].Causes, out[i].Unavoidable = nil, false
	}
	return out
}

// reason returns the code of why a compromise was made.
func reason(w pairing.Warning) notice.Code {
	switch {
	case w.Forced:
		return "reason.forced"
	case w.Unavoidable && w.Kind != pairing.WarnSecondBye:
		return "reason.no_pairing"
	case w.Kind == pairing.WarnSecondBye || w.Kind == pairing.WarnBarredBye:
		return "reason.byes"
	case !w.Proved:
		return "reason.not_proved"
	case w.First:
		return "reason.no_pairing"
	}
	return "reason.first"
}
