package posted

import "topcut/tournament"

// ByForm reports whether a player's press on Report opens a form at once: all results are
// numbers and nothing was reported yet.
func ByForm(s *tournament.State, round, match int) bool {
	m, l := s.Match(round, match)
	r := s.Round(round)
	return m != nil && r != nil && r.Status == tournament.Started && s.RulesOf(match, l).Tables != nil && m.Report == nil && !m.Confirmed && !m.Disputed
}
