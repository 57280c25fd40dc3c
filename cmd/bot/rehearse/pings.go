package rehearse

import (
	"slices"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/posted"
	"topcut/tournament"
)

// pings returns the most pings of one player in one round, from the publication of its
// pairings to that of the next, and the most beside one for each of the rulings that the
// player is told of (by round and account). Removed posts count too.
func pings(entries []localdiscord.Entry, pairings map[string]int, staff string, rulings map[int]map[string]int) (most, beside int) {
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
			most, beside = max(most, of[user]), max(beside, of[user]-rulings[round][user])
		}
	}
	return most, beside
}

// rulings counts by round and account what players are told that another person decided.
func rulings(snap *tournament.Snapshot) map[int]map[string]int {
	round, out := 0, map[int]map[string]int{}
	for i := range snap.Log {
		if ev, ok := snap.Log[i].Event.(*tournament.RoundPublished); ok {
			round = ev.Round
		}
		for _, n := range posted.Concerned(snap.State, snap.Log, &snap.Log[i]) {
			if out[round] == nil {
				out[round] = map[string]int{}
			}
			out[round][snap.User(n)]++
		}
	}
	return out
}

// callsOfStaff returns how many posts of a season pinged an organiser or an organiser
// role, and on how many days of the busiest week there was one: the divisions of a league
// call at the same hour.
func callsOfStaff(entries []localdiscord.Entry, staff string) (posts, days int) {
	weeks := map[int]map[int]bool{}
	var began time.Time
	for _, e := range entries {
		if e.Kind != localdiscord.EntryPosted || e.To != "" || e.Pinged == nil {
			continue
		}
		if !slices.Contains(e.Pinged.Users, staff) && len(e.Pinged.Roles) == 0 {
			continue
		}
		if posts++; began.IsZero() {
			began = e.Time
		}
		day := int(e.Time.Sub(began).Hours()) / 24
		if weeks[day/7] == nil {
			weeks[day/7] = map[int]bool{}
		}
		weeks[day/7][day] = true
		days = max(days, len(weeks[day/7]))
	}
	return posts, days
}

// pingsOfPlayers returns how many pings the posts of a season sent to users other than
// staff.
func pingsOfPlayers(entries []localdiscord.Entry, staff string) (all int) {
	for _, e := range entries {
		if e.Kind != localdiscord.EntryPosted || e.To != "" || e.Pinged == nil {
			continue
		}
		for _, user := range e.Pinged.Users {
			if user != staff {
				all++
			}
		}
	}
	return all
}
