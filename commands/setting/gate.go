package setting

import (
	"regexp"
	"strconv"
	"strings"

	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// gateSettings returns the settings about who joins, and what they are asked.
func gateSettings() []Event {
	events := amount(number("gate_events", PageEntry, "none", "", at(func(s *tournament.Settings) *int { return &s.Gate.Events })), "", "")
	return []Event{
		{
			Key: "question", Page: PageEntry,
			Show: func(s *tournament.Settings) string { return s.Question },
			Set:  func(s *tournament.Settings, v string) error { s.Question = names.Clean(v); return nil },
		},
		{
			Key: "gate_role", Page: PageEntry,
			Show: func(s *tournament.Settings) string { return s.Gate.Role },
			Set: func(s *tournament.Settings, v string) error {
				id := strings.TrimSuffix(strings.TrimPrefix(v, "<@&"), ">")
				if strings.EqualFold(id, "none") {
					id = ""
				}
				if len(id) > 20 || strings.ContainsFunc(id, func(r rune) bool { return r < '0' || r > '9' }) {
					return bad("gate.bad_role", v)
				}
				s.Gate.Role = id
				return nil
			},
			shown: func(_ Reader, s *tournament.Settings) string {
				if s.Gate.Role == "" {
					return ""
				}
				return discord.MentionRole(s.Gate.Role)
			},
		},
		toggle("gate_invited", PageEntry, at(func(s *tournament.Settings) *bool { return &s.Gate.Invited })),
		choosing(events, "none", "1", "2", "3", "5", "10", "20"),
		{
			Key: "gate_rating", Page: PageEntry,
			Show: showRange, Set: setRange,
			shown: func(r Reader, s *tournament.Settings) string { return r.Value(notice.Text(showRange(s))) },
		},
	}
}

// showRange writes a range of ratings: "1200-1600", "1200-", "-1600"; "" for none.
func showRange(s *tournament.Settings) string {
	if s.Gate.From == 0 && s.Gate.To == 0 {
		return ""
	}
	limit := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	return limit(s.Gate.From) + "-" + limit(s.Gate.To)
}

var typedRange = regexp.MustCompile(`^(\d{0,4})\s*[-–—]\s*(\d{0,4})$`)

func setRange(s *tournament.Settings, v string) error {
	if v == "" || strings.EqualFold(v, "none") {
		s.Gate.From, s.Gate.To = 0, 0
		return nil
	}
	m := typedRange.FindStringSubmatch(v)
	if m == nil || m[1]+m[2] == "" {
		return bad("gate.bad_range", v)
	}
	s.Gate.From, _ = strconv.Atoi(m[1]) // digits, or nothing
	s.Gate.To, _ = strconv.Atoi(m[2])
	return nil
}
