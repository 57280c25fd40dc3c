package rehearse

import "topcut/commands/localdiscord"

// pings returns the most pings of one player in one round, from the publication of its
// pairings to that of the next. Removed posts count too.
func pings(entries []localdiscord.Entry, pairings map[string]int, staff string) (most int) {
	round, of := 0, map[string]int{}
	for _, e := range entries {
		if e.Kind != localdiscord.EntryPosted || e.To != "" {
			continue
		}
		if r := pairings[e.MessageID]; r > round {
			round, of = r, map[string]int{}
		}
		if e.Pinged == nil || round == 0 {
			continue
		}
		for _, user := range e.Pinged.Users {
			if user == staff {
				continue
			}
			of[user]++
			most = max(most, of[user])
		}
	}
	return most
}
