package logline

import (
	"slices"
	"time"

	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// lateInLeague has the kinds of facts of a league that may have come before what is refused,
// by the code of the refusal.
var lateInLeague = func() map[notice.Code][]string {
	table := []string{"event_counted", "event_corrected", "event_removed", "final_decided", "adjusted", "merged", "joined", "left", "settings_changed", "closed", "reopened", "retracted"}
	seats := []string{"divided", "members_seated", "transferred", "paused", "joined", "left", "merged", "settings_changed", "retracted"}
	return map[notice.Code][]string{
		"league.moved_on": table, "season.closed": {"closed"}, "season.not_closed": {"reopened"}, "league.ended": {"ended"},
		"season.member_already": {"joined"}, "season.member_in": {"joined", "members_seated"}, "season.left_already": {"left", "merged"},
		"season.counts_so": {"event_counted", "event_corrected"}, "season.event_counts": {"event_counted"}, "season.not_held": {"correction_left", "event_corrected", "reopened"},
		"promotion.moved_on": seats, "promotion.begun": {"created"}, "season.not_moved": {"transferred"}, "season.pauses_so": {"paused"}, "season.all_placed": {"members_seated", "divided"},
	}
}()

// FasterInLeague is Faster for a refusal of what was to be done in a league.
func FasterInLeague(w text.Printer, snap *season.Snapshot, refused notice.Notice, user string, since time.Time) string {
	kinds := lateInLeague[refused.Code]
	for i := len(snap.Log) - 1; i >= 0 && len(kinds) > 0; i-- {
		env := &snap.Log[i]
		who := snap.Book.Person(env.Actor)
		switch {
		case env.Time.Before(since):
			return ""
		case !slices.Contains(kinds, env.Kind), !sameMember(env.Event, refused), who.User == "": // it follows from another deed
			continue
		case who.User == user:
			return ""
		}
		return w.Say("stale.first", "clock", env.Time, "who", text.Raw(wording.Name(w, who.Name, wording.Longest)))
	}
	return ""
}

// sameMember reports whether a fact is about the member whom a refusal names, if it names one
// and the fact is about one.
func sameMember(f season.Fact, refused notice.Notice) bool {
	member := 0
	switch f := f.(type) {
	case *season.MemberJoined:
		member = f.Member
	case *season.MemberLeft:
		member = f.Member
	case *season.MembersMerged:
		member = f.From
	case *season.Transferred:
		member = f.Member
	case *season.Paused:
		member = f.Member
	}
	for _, a := range refused.Args {
		if named, ok := a.Value.(notice.Player); ok && member > 0 {
			return int(named) == member
		}
	}
	return true
}
