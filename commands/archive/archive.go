// Package archive computes profiles, records and ratings of a server's members from its
// finished events. Everything follows from the records of the events in the order of
// their ends. A correction, a merge or blanked data changes a record, and everything
// after it is recomputed.
package archive

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"topcut/commands/library"
	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/names"
	"topcut/tournament/numbered"
	"topcut/tournament/profile"
	"topcut/tournament/rating"
	"topcut/tournament/record"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stores"
)

// keptServers bounds the cached servers; the most recently used are kept.
const keptServers = 20

// Archive caches the records of servers.
type Archive struct {
	Records  stores.Records
	Rulesets *library.Libraries

	mu      sync.Mutex
	servers map[string]*shelf
	order   []string // least recently used first
}

// shelf is the cache of one server. Its lock is held while it is updated.
type shelf struct {
	mu      sync.Mutex
	records map[tournament.ID]*stores.Recorded
	history *History
}

// Of returns the current history of a server.
func (a *Archive) Of(ctx context.Context, guild string) (*History, error) {
	a.mu.Lock()
	s := a.servers[guild]
	if s == nil {
		s = &shelf{}
		if a.servers == nil {
			a.servers = map[string]*shelf{}
		}
		a.servers[guild] = s
	}
	a.order = append(slices.DeleteFunc(a.order, func(g string) bool { return g == guild }), guild)
	if len(a.order) > keptServers {
		delete(a.servers, a.order[0])
		a.order = a.order[1:]
	}
	a.mu.Unlock()

	s.mu.Lock()
	defer s.mu.Unlock()
	ends, err := a.Records.Ends(ctx, guild)
	if err != nil {
		return nil, err
	}
	records, changed := make(map[tournament.ID]*stores.Recorded, len(ends)), len(ends) != len(s.records)
	var missing []tournament.ID
	for id, seq := range ends {
		if old := s.records[id]; old != nil && old.Seq == seq {
			records[id] = old
		} else {
			missing = append(missing, id)
		}
	}
	read, err := a.read(ctx, guild, missing)
	if err != nil {
		return nil, err
	}
	for _, r := range read {
		records[r.ID], changed = r, true
	}
	if changed || s.history == nil {
		lib, err := a.Rulesets.Of(ctx, guild)
		if err != nil {
			return nil, err
		}
		s.records, s.history = records, newHistory(slices.Collect(maps.Values(records)), lib)
	}
	return s.history, nil
}

// read returns the records of events, and maybe of some between them, using all
// processors.
func (a *Archive) read(ctx context.Context, guild string, ids []tournament.ID) ([]*stores.Recorded, error) {
	workers := runtime.GOMAXPROCS(0)
	slices.Sort(ids)
	parts := make([][]*stores.Recorded, workers)
	g, ctx := errgroup.WithContext(ctx)
	for w := range parts {
		if part := ids[w*len(ids)/workers : (w+1)*len(ids)/workers]; len(part) > 0 {
			g.Go(func() (err error) {
				parts[w], err = a.Records.Recorded(ctx, guild, part[0], part[len(part)-1])
				return err
			})
		}
	}
	err := g.Wait()
	return slices.Concat(parts...), err
}

// Forgotten clears the cache of all servers after a person's data was blanked.
func (a *Archive) Forgotten() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.servers, a.order = nil, nil
}

// History is what is known about a server's members, numbered from 1 in the order of
// their first appearance. It is immutable.
type History struct {
	Events  []profile.Tournament
	records []*stores.Recorded // parallel to Events
	first   [][]int            // parallel to Events: the index of each player's first place; the next one's ends it
	members numbered.List[member]
	numbers map[string]int // member by identity
	rules   *rules.Library

	mu      sync.Mutex
	ratings map[string]*Ratings // by game
}

type member struct {
	user, name string
	shown      string // the name, with a number if another account has the same
	guest      bool
}

// identity identifies a person of an event across events: a user, a person whose data is
// blanked, or a guest by name. Each blanked guest is a separate person.
func identity(event tournament.ID, p *stores.Identity) string {
	switch {
	case p.User != "":
		return "u" + p.User
	case p.Forgotten > 0:
		return fmt.Sprintf("f%d", p.Forgotten)
	case p.Name == journal.ForgottenName(p.No):
		return fmt.Sprintf("x%d.%d", event, p.No)
	}
	return "g" + names.Key(p.Name)
}

func newHistory(records []*stores.Recorded, lib *rules.Library) *History {
	sorted.Stable(records, func(a, b *stores.Recorded) int { return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.ID, b.ID)) })
	h := &History{records: records, numbers: map[string]int{}, rules: lib, ratings: map[string]*Ratings{}}
	for _, r := range records {
		e := profile.Tournament{ID: r.ID, Game: r.Game, Ended: r.Ended, Field: len(r.Players), Places: make([]profile.Place, 0, len(r.Players)), Matches: make([]profile.Match, 0, len(r.Matches))}
		first := make([]int, len(r.Players)+1)
		for i := range r.Players {
			p := &r.Players[i]
			place := profile.Place{Penalties: p.Penalties, NoShow: p.NoShow}
			if r.Decided() { // else the places are by lot
				place.Place = p.Place
			}
			if len(p.Members) == 0 {
				place.Person, place.Member = p.Person, h.number(r, p.Person)
				e.Places = append(e.Places, place)
			} else if team := numbered.Find(r.People, p.Person); team != nil {
				place.Team = team.Name
			}
			for _, person := range p.Members {
				place.Person, place.Member = person, h.number(r, person)
				e.Places = append(e.Places, place)
			}
			first[i+1] = len(e.Places)
		}
		h.first = append(h.first, first)
		for i := range r.Matches {
			switch m := &r.Matches[i]; {
			case len(m.Boards) > 0:
				e.Matches = h.appendBoards(e.Matches, r, m)
			case len(m.Players) == 2:
				e.Matches = appendMatches(e.Matches, r, m, e.Places, first)
			}
		}
		h.Events = append(h.Events, e)
	}
	h.tellApart()
	return h
}

// appendMatches appends a match of two: of teams one for each of their members.
func appendMatches(out []profile.Match, r *stores.Recorded, m *record.Match, places []profile.Place, first []int) []profile.Match {
	w := m.Winner()
	for side, p := range m.Players {
		mine, other := places[first[p]:first[p+1]], m.Players[1-side]
		match := profile.Match{Round: m.Round, B: profile.Team, Unplayed: m.Unplayed}
		if len(r.Players[p].Members) == 0 && len(r.Players[other].Members) == 0 {
			if side == 1 { // it is that of the other
				break
			}
			match.B = places[first[other]].Member
		}
		for k := range mine {
			match.A = mine[k].Member
			switch w {
			case -1:
			case p:
				match.Winner = match.A
			default:
				match.Winner = match.B
			}
			out = append(out, match)
		}
	}
	return out
}

// appendBoards appends the boards of a match of two teams, each a match of who sat there. Who
// met an empty seat has met the team.
func (h *History) appendBoards(out []profile.Match, r *stores.Recorded, m *record.Match) []profile.Match {
	for _, b := range m.Boards {
		match := profile.Match{Round: m.Round, A: h.number(r, b.Persons[0]), B: h.number(r, b.Persons[1]), Unplayed: b.Unplayed}
		if match.A == 0 && match.B == 0 {
			continue
		}
		for _, side := range []*int{&match.A, &match.B} {
			if *side == 0 {
				*side = profile.Team
			}
		}
		switch {
		case b.Places[0] < b.Places[1]:
			match.Winner = match.A
		case b.Places[0] > b.Places[1]:
			match.Winner = match.B
		}
		out = append(out, match)
	}
	return out
}

// tellApart numbers the accounts whose names look the same. In an event they are told apart
// by their user names, but they may never have been in one together.
func (h *History) tellApart() {
	var called names.Index
	for i := range h.members {
		m := &h.members[i]
		m.shown = m.name
		if m.user == "" {
			continue
		}
		alike := called.Find(m.name)
		slices.Sort(alike)
		if n := len(slices.Compact(alike)); n > 0 {
			shown := names.Apart(m.name, strconv.Itoa(n+1), tournament.MaxPersonal)
			for n += 2; shown != "" && len(called.Find(shown)) > 0; n++ { // another member may be called so
				shown = names.Apart(m.name, strconv.Itoa(n), tournament.MaxPersonal)
			}
			m.shown = cmp.Or(shown, m.name) // it may have no room for a number
			called.Add(m.shown, i)
		}
		called.Add(m.name, i)
	}
}

// number returns the member number of a person of an event, and gives the member the
// person's newest name.
func (h *History) number(r *stores.Recorded, person int) int {
	p := numbered.Find(r.People, person)
	if p == nil {
		return 0
	}
	key := identity(r.ID, p)
	n := h.numbers[key]
	if n == 0 {
		h.members = append(h.members, member{user: p.User, guest: strings.HasPrefix(key, "g")})
		n = len(h.members)
		h.numbers[key] = n
	}
	h.members.At(n).name = p.Name
	return n
}

// Members returns the number of members.
func (h *History) Members() int { return len(h.members) }

// Name returns the name of a member.
func (h *History) Name(n int) string {
	if n < 1 || n > len(h.members) {
		return ""
	}
	return h.members.At(n).shown
}

// Guest reports whether a member has no account and their data is not blanked.
func (h *History) Guest(n int) bool { return h.members.At(n).guest }

// Account returns the Discord id of a member, or "".
func (h *History) Account(n int) string { return h.members.At(n).user }

// User returns the member with a Discord id, or 0.
func (h *History) User(id string) int { return h.numbers["u"+id] }

// Named returns the member with a name, as it was given or as it is shown, or 0; clash means
// that there are several.
func (h *History) Named(name string) (n int, clash bool) {
	given, shown := make([]string, len(h.members)), make([]string, len(h.members))
	for i := range h.members {
		given[i], shown[i] = h.members[i].name, h.members[i].shown
	}
	found := names.Find(name, given)
	if len(found) == 0 {
		found = names.Find(name, shown)
	}
	switch len(found) {
	case 0:
		return 0, false
	case 1:
		return found[0] + 1, false
	}
	return 0, true
}

// Title returns the name of an event.
func (h *History) Title(id tournament.ID) string {
	for _, r := range h.records {
		if r.ID == id {
			return r.Name
		}
	}
	return ""
}

// Of returns the profile of a member in a game, or in all of them.
func (h *History) Of(member int, game string, now time.Time) *profile.Profile {
	return profile.Of(h.Events, &profile.Members{}, member, game, now)
}

// Games returns the games played, the most recent first.
func (h *History) Games() []string {
	var out []string
	for i := len(h.Events) - 1; i >= 0; i-- {
		if g := h.Events[i].Game; !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out
}

// Facts returns what a gate asks about a user with roles who wants to play a game.
func (h *History) Facts(user string, roles []string, game string) door.Facts {
	f := door.Facts{Roles: roles}
	n := h.User(user)
	if n > 0 {
		f.Events = len(h.Seats(n))
	}
	if r, ok := h.Ratings(game); ok {
		f.Rating = int(math.Round(r.Formula.Start))
		if n > 0 {
			f.Rating = int(math.Round(r.Now.At(n).Value))
		}
	}
	return f
}

// Seats returns, by event, the person who is this member.
func (h *History) Seats(member int) map[tournament.ID]int {
	out := map[tournament.ID]int{}
	for i, r := range h.records {
		for k := range h.Events[i].Places {
			if h.Events[i].Places[k].Member == member {
				out[r.ID] = h.Events[i].Places[k].Person
			}
		}
	}
	return out
}

// Team returns the Discord ids of the members of the newest team with a name.
func (h *History) Team(name string) (users []string) {
	for i := len(h.Events) - 1; i >= 0 && len(users) == 0; i-- {
		for _, p := range h.Events[i].Places {
			if user := h.Account(p.Member); p.Team == name && name != "" && user != "" {
				users = append(users, user)
			}
		}
	}
	return users
}

// Teams returns the names of the teams for which the person with a Discord id has played, the
// newest first.
func (h *History) Teams(user string) (out []string) {
	n := h.User(user)
	for i := len(h.Events) - 1; i >= 0 && n > 0; i-- {
		for _, p := range h.Events[i].Places {
			if p.Member == n && p.Team != "" && !slices.Contains(out, p.Team) {
				out = append(out, p.Team)
			}
		}
	}
	return out
}

// Won is an event with its winners, several if they share the first place.
type Won struct {
	Event   string
	Ended   time.Time
	Winners []Winner
}

// Winner is a member who has won an event, or a team with its members.
type Winner struct {
	Team    string // "" = one who played alone
	Members []int
}

// Champions returns who has won the events, the newest first. An event whose first place is
// not decided has no winner and is left out.
func (h *History) Champions() (out []Won) {
	for i := len(h.Events) - 1; i >= 0; i-- {
		w := Won{Event: h.records[i].Name, Ended: h.Events[i].Ended}
		for player := range h.records[i].Players {
			seat := h.seat(i, player)
			if len(seat) == 0 || seat[0].Place != 1 {
				continue
			}
			winner := Winner{Team: seat[0].Team}
			for k := range seat {
				winner.Members = append(winner.Members, seat[k].Member)
			}
			w.Winners = append(w.Winners, winner)
		}
		if len(w.Winners) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// Ratings are the ratings of one game; member 1 is at [0], and each event is a period.
type Ratings struct {
	Formula rating.Formula
	Now     numbered.List[rating.Rating] // by member
	courses numbered.List[[]Moment]      // by member
}

// Moment is the rating of a member after an event that they played.
type Moment struct {
	rating.Rating
	Ended time.Time // when the event ended
}

// Ratings returns the ratings of a game; false if it has none.
func (h *History) Ratings(game string) (*Ratings, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.ratings[game]; r != nil {
		return r, true
	}
	rs, err := h.rules.Load(game)
	if err != nil {
		return nil, false
	}
	r := &Ratings{Formula: rating.FormulaFor(rs), courses: make([][]Moment, len(h.members))}
	var periods []rating.Period
	var ends []time.Time
	for i := range h.Events {
		if h.Events[i].Game == game {
			periods, ends = append(periods, h.period(i, r.Formula.Tables)), append(ends, h.Events[i].Ended)
		}
	}
	r.Now = r.Formula.Fold(len(h.members), periods, func(period int, now []rating.Rating) {
		for i := range now {
			if c := r.courses[i]; now[i].Matches > 0 && (len(c) == 0 || c[len(c)-1].Matches < now[i].Matches) {
				r.courses[i] = append(c, Moment{now[i], ends[period]})
			}
		}
	})
	h.ratings[game] = r
	return r, true
}

// seat returns the places of those who held the seat of a player of an event.
func (h *History) seat(event, player int) []profile.Place {
	return h.Events[event].Places[h.first[event][player]:h.first[event][player+1]]
}

// period returns the rated matches of an event, which are those played.
func (h *History) period(event int, tables bool) rating.Period {
	var out rating.Period
	for i := range h.records[event].Matches {
		m := &h.records[event].Matches[i]
		if len(m.Boards) > 0 {
			out = append(out, h.boards(event, m)...)
			continue
		}
		if m.Unplayed || len(m.Players) != 2 && !tables || len(m.Players) > len(rating.Table{}.Members) {
			continue
		}
		t := rating.Table{N: uint8(len(m.Players)), Places: m.Places}
		for k, p := range m.Players {
			seat := h.seat(event, p)
			t.Members[k] = int32(seat[0].Member - 1)
			for j := range seat[1:] {
				t.Mates = append(t.Mates, rating.Mate{Side: k, Member: int32(seat[j+1].Member - 1)})
			}
		}
		out = append(out, t)
	}
	return out
}

// boards returns the boards of a match that were played: each is rated for who sat there.
func (h *History) boards(event int, m *record.Match) (out rating.Period) {
	r := h.records[event]
	for _, b := range m.Boards {
		t := rating.Table{N: 2, Places: [4]int8{b.Places[0], b.Places[1]}}
		for k, person := range b.Persons {
			if p := numbered.Find(r.People, person); p != nil {
				t.Members[k] = int32(h.numbers[identity(r.ID, p)] - 1)
			} else {
				t.Members[k] = -1
			}
		}
		if !b.Unplayed && t.Members[0] >= 0 && t.Members[1] >= 0 {
			out = append(out, t)
		}
	}
	return out
}

// LastRated returns the last event with a rated match of a member, or 0.
func (h *History) LastRated(member int) tournament.ID {
	for i := len(h.Events) - 1; i >= 0; i-- {
		r, ok := h.Ratings(h.Events[i].Game)
		if ok && slices.ContainsFunc(h.period(i, r.Formula.Tables), func(t rating.Table) bool {
			return t.Has(int32(member - 1))
		}) {
			return h.records[i].ID
		}
	}
	return 0
}

// Course returns the rating of a member after each event of the game that they played,
// oldest first.
func (r *Ratings) Course(member int) []Moment { return numbered.Get(r.courses, member) }

// Ranked returns the rated members by a conservative estimate of their rating.
func (r *Ratings) Ranked() []int {
	var out []int
	for i := range r.Now {
		if r.Now[i].Matches > 0 {
			out = append(out, i+1)
		}
	}
	sorted.Stable(out, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.Now.At(b).Floor(), r.Now.At(a).Floor()), cmp.Compare(a, b))
	})
	return out
}

// With returns the history as if an event had another record, or, with nil, as if it were
// not over.
func (h *History) With(event tournament.ID, r *record.Record) *History {
	records := make([]*stores.Recorded, 0, len(h.records))
	for _, old := range h.records {
		switch {
		case old.ID != event:
			records = append(records, old)
		case r != nil:
			then := *old
			then.Record = *r
			records = append(records, &then)
		}
	}
	return newHistory(records, h.rules)
}

// RatingMove is the rating of a member that another history changes.
type RatingMove struct {
	Name     string
	Was, Now int // 0 = none
}

// Moves returns the members whose rating in a game is another one in then, those that
// change most first.
func (h *History) Moves(then *History, game string) (out []RatingMove) {
	rated := func(h *History, key string) int {
		r, ok := h.Ratings(game)
		if n := h.numbers[key]; ok && n > 0 && r.Now.At(n).Matches > 0 {
			return int(math.Round(r.Now.At(n).Value))
		}
		return 0
	}
	for key, n := range h.numbers {
		if m := (RatingMove{h.members.At(n).name, rated(h, key), rated(then, key)}); m.Was != m.Now {
			out = append(out, m)
		}
	}
	size := func(m RatingMove) int { return max(m.Was-m.Now, m.Now-m.Was) }
	sorted.Stable(out, func(a, b RatingMove) int { return cmp.Or(size(b)-size(a), cmp.Compare(a.Name, b.Name)) })
	return out
}
