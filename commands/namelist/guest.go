package namelist

import (
	"topcut/tournament"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// Guest returns the one name in what was typed for a guest of a league, unless it is another
// member's or looks the same. The same guest may come again.
func Guest(s *season.Snapshot, typed string) (string, error) {
	list := Read(typed)
	switch len(list) {
	case 0:
		return "", tournament.Refuse(tournament.BadInput, "pick.member_or_guest")
	case 1:
	default:
		return "", tournament.Refuse(tournament.BadInput, "pick.one_name", "got", len(list))
	}
	same := names.Alike(list[0])
	for i, m := range s.State.Members {
		if other := s.Name(i + 1); m.Person > 0 && m.Into == 0 && !m.Left && same(other) && (s.User(i+1) != "" || names.Key(other) != names.Key(list[0])) {
			return "", tournament.Refuse(tournament.Conflict, "season.name_taken", "name", notice.Text(list[0]), "other", notice.Text(other))
		}
	}
	return list[0], nil
}
