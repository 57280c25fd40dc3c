package transfer_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/bracket"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/testrun"
	"topcut/tournament/transfer"
)

// challonged is an event as Challonge has it, which two versions of its API write.
type challonged struct {
	kind    string // its last stage
	names   []string
	groups  [][]int // players of each, from 0
	play    string  // how they play, "" = all against all
	advance int
	matches []challongedMatch
}

// challongedMatch is a match; players are numbered from 0, -1 = not known yet.
type challongedMatch struct {
	id, round, group int // group counts from 1, 0 = none
	players          [2]int
	before           [2]int // the matches that the players come from, 0 = none
	lost             [2]bool
	winner           int // -1 = open
}

type object = map[string]any

// player returns the id of a player, which in groups is another one.
func (c *challonged) player(m *challongedMatch, i int) any {
	switch p := m.players[i]; {
	case p < 0:
		return nil
	case m.group > 0:
		return 5000 + p
	default:
		return 100 + p
	}
}

// first writes version 1: one object with participants and matches in objects of their own.
func (c *challonged) first(rng *rand.Rand) string {
	var people, matches []object
	for p, name := range c.names {
		ids := []int{}
		if len(c.groups) > 0 {
			ids = []int{5000 + p}
		}
		people = append(people, object{"participant": object{"id": 100 + p, "name": name, "seed": p + 1, "group_player_ids": ids, "active": true}})
	}
	for i := range c.matches {
		m := &c.matches[i]
		o := object{
			"id": m.id, "round": m.round, "player1_id": c.player(m, 0), "player2_id": c.player(m, 1), "state": "pending", "winner_id": nil, "scores_csv": "", "group_id": nil,
			"player1_prereq_match_id": nil, "player2_prereq_match_id": nil, "player1_is_prereq_match_loser": m.lost[0], "player2_is_prereq_match_loser": m.lost[1],
		}
		for k, key := range []string{"player1_prereq_match_id", "player2_prereq_match_id"} {
			if m.before[k] > 0 {
				o[key] = m.before[k]
			}
		}
		if m.group > 0 {
			o["group_id"] = 70 + m.group
		}
		if m.known() {
			o["state"] = "open"
		}
		if m.winner >= 0 {
			o["state"], o["winner_id"], o["scores_csv"] = "complete", c.player(m, m.winner), []string{"2-1", "1-2"}[m.winner]
		}
		matches = append(matches, object{"match": o})
	}
	rng.Shuffle(len(matches), func(i, j int) { matches[i], matches[j] = matches[j], matches[i] })
	return encoded(object{"tournament": object{"name": "Cup", "tournament_type": c.kind, "state": "underway", "participants": people, "matches": matches}})
}

// second writes version 2.1: records of types, players in relations, ids as texts.
func (c *challonged) second(rng *rand.Rand) string {
	var all []object
	for p, name := range c.names {
		ids := []int{}
		if len(c.groups) > 0 {
			ids = []int{5000 + p}
		}
		all = append(all, object{"id": fmt.Sprint(100 + p), "type": "participant", "attributes": object{"name": name, "seed": p + 1, "group_player_ids": ids}})
	}
	link := func(id any) object {
		return object{"data": object{"id": fmt.Sprint(id), "type": "participant"}}
	}
	for i := range c.matches {
		m := &c.matches[i]
		of := object{"state": "pending", "round": m.round, "identifier": fmt.Sprint(m.id), "scores": "", "winner_id": nil}
		relations := object{}
		for k, key := range []string{"player1", "player2"} {
			if m.players[k] >= 0 {
				relations[key] = link(c.player(m, k))
			}
		}
		if m.group > 0 {
			relations["group"] = object{"data": object{"id": fmt.Sprint(70 + m.group), "type": "group"}}
		}
		if m.known() {
			of["state"] = "open"
		}
		if m.winner >= 0 {
			of["state"], of["winner_id"] = "complete", c.player(m, m.winner)
			sides := []object{{"participant_id": c.player(m, 0), "scores": []int{2 - m.winner}}, {"participant_id": c.player(m, 1), "scores": []int{1 + m.winner}}}
			of["points_by_participant"] = sides
		}
		all = append(all, object{"id": fmt.Sprint(m.id), "type": "match", "attributes": of, "relationships": relations})
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	about := object{"name": "Cup", "tournament_type": c.kind}
	if len(c.groups) > 0 {
		about["group_stage_options"] = object{"stage_type": cmp.Or(c.play, "round robin"), "group_size": len(c.groups[0]), "participant_count_to_advance_per_group": c.advance}
	}
	return encoded(object{"data": object{"id": "9", "type": "tournament", "attributes": about}, "included": all})
}

func encoded(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func (m *challongedMatch) known() bool { return m.players[0] >= 0 && m.players[1] >= 0 }

// play lets the player of a match win who is drawn.
func (m *challongedMatch) play(rng *rand.Rand) { m.winner = rng.IntN(2) }

// inGroups adds groups of the given sizes, and plays so many of their matches in any order.
func (c *challonged) inGroups(rng *rand.Rand, groups, size, played int) (left int) {
	for g := range groups {
		var in []int
		n := size + rng.IntN(2)
		for range n {
			in = append(in, len(c.names))
			c.names = append(c.names, fmt.Sprintf("Player %d", len(c.names)+1))
		}
		c.groups = append(c.groups, in)
		circle := n - 1 + n%2
		for r := range circle {
			for i := range in {
				for k := range i {
					if (i < circle && k < circle && (i+k)%circle == r) || i == circle && 2*k%circle == r {
						c.matches = append(c.matches, challongedMatch{id: len(c.matches) + 1, round: r + 1, group: g + 1, players: [2]int{in[k], in[i]}, winner: -1})
					}
				}
			}
		}
	}
	for _, i := range rng.Perm(len(c.matches)) {
		if played > 0 {
			c.matches[i].play(rng)
			played--
		}
	}
	for i := range c.matches {
		if c.matches[i].winner < 0 {
			left++
		}
	}
	return left
}

// inBracket adds the bracket of players in the order of their seeds, and plays so many of
// its matches, any that can be played. Challonge counts the rounds of the lower bracket
// below 0, and the match for third place is of round 0.
func (c *challonged) inBracket(rng *rand.Rand, players []int, cfg bracket.Config, played int) {
	cfg.Size = len(players)
	br, err := bracket.New(cfg)
	if err != nil {
		panic(err)
	}
	offset := len(c.matches)
	number := map[int]int{}
	upper, lower := 0, 0
	for _, r := range br.Rounds() {
		n := 0
		switch r.Part {
		case bracket.Lower:
			lower++
			n = -lower
		case bracket.Third:
		default:
			if upper++; r.Matches[0] < len(br.Matches()) || cfg.Type != bracket.Double {
				n = upper
			} else {
				upper--
				n = upper // the final that is played again is of the same round
			}
		}
		for _, id := range r.Matches {
			number[id] = n
		}
	}
	results := bracket.Results{}
	for {
		state, err := br.Resolve(results)
		if err != nil {
			panic(err)
		}
		ready := slices.Clone(state.Ready)
		if len(ready) == 0 || played == 0 {
			for _, m := range br.Matches() {
				out := challongedMatch{id: offset + m.ID, round: number[m.ID], players: [2]int{-1, -1}, winner: -1}
				x := state.Matches.At(m.ID)
				for k, s := range m.Sources {
					if s.Kind == bracket.WinnerOf || s.Kind == bracket.LoserOf {
						out.before[k], out.lost[k] = offset+s.N, s.Kind == bracket.LoserOf
					}
					if x.Players[k] > 0 && x.Needed {
						out.players[k] = players[x.Players[k]-1]
					}
				}
				if len(x.Order) > 0 {
					out.winner = slices.Index(x.Players, x.Order[0])
				}
				c.matches = append(c.matches, out)
			}
			return
		}
		id := ready[rng.IntN(len(ready))]
		order := slices.Clone(state.Matches.At(id).Players)
		if rng.IntN(2) == 0 {
			slices.Reverse(order)
		}
		results[id] = order
		played--
	}
}

// open returns the matches that can be played, as pairs of names.
func (c *challonged) open() (out []string) {
	for i := range c.matches {
		if m := &c.matches[i]; m.known() && m.winner < 0 {
			out = append(out, pairOf(c.names[m.players[0]], c.names[m.players[1]]))
		}
	}
	slices.Sort(out)
	return out
}

func pairOf(names ...string) string {
	slices.Sort(names)
	return strings.Join(names, " - ")
}

// takenOver returns the state of an event that goes on from a file.
func takenOver(t *testing.T, f *file.Tournament) *tournament.Snapshot {
	t.Helper()
	req := command.Request{Actor: tournament.Actor{User: "organiser", Name: "organiser"}, Cause: "i1", Command: handover.TakeOver{File: f}.Command(), Fresh: make([]byte, 32)}
	after, _, err := command.Decide(tournament.Begin(1, make([]byte, 32)), req, time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
	if err != nil {
		var b strings.Builder
		_ = file.Write(&b, f)
		t.Fatalf("%v\n%s", err, b.String())
	}
	return after
}

// ready returns the matches of a taken over event that can be played: those of the last
// round that are open, and those that the brackets have ready beside them.
func ready(t *testing.T, snap *tournament.Snapshot) (out []string) {
	t.Helper()
	s := snap.State
	name := func(n int) string { return snap.Name(n) }
	if s.Elimination() == nil {
		last := len(s.Rounds)
		for _, m := range s.Blocking(last) {
			var names []string
			for _, p := range s.Ledger.Rounds[last-1].Matches[m-1].Players() {
				names = append(names, name(int(p)+1))
			}
			out = append(out, pairOf(names...))
		}
		slices.Sort(out)
		return out
	}
	all, err := s.Brackets()
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]bool{} // in a round that is not closed, they do not count in the bracket yet
	for i := range s.Ledger.Rounds.At(len(s.Rounds)).Matches {
		m := &s.Ledger.Rounds.At(len(s.Rounds)).Matches[i]
		var names []string
		for _, p := range m.Players() {
			names = append(names, name(int(p)+1))
		}
		done[pairOf(names...)] = m.Finished()
	}
	for _, b := range all {
		for _, id := range b.State.Ready {
			var names []string
			for _, seed := range b.State.Matches.At(id).Players {
				names = append(names, name(b.Seeds[seed-1]))
			}
			if pair := pairOf(names...); !done[pair] {
				out = append(out, pair)
			}
		}
	}
	slices.Sort(out)
	return out
}

// TestAChallongeBracketIsTakenOverAtAnyMoment: eliminations of Challonge, single with and
// without a match for third place and double with the final that may be played twice, of
// which any matches are played in any order, and written by both versions of its API: the
// matches that can be played are the same here.
func TestAChallongeBracketIsTakenOverAtAnyMoment(t *testing.T) {
	for seed := range testrun.UpTo[uint64](40, 120) {
		rng := rand.New(rand.NewPCG(seed, 7))
		cfg := []bracket.Config{{Type: bracket.Double}, {Type: bracket.Double}, {Third: true}, {}}[rng.IntN(4)]
		c := &challonged{kind: "single elimination"}
		if cfg.Type == bracket.Double {
			c.kind = "double elimination"
		}
		n := 4 + rng.IntN(13)
		var players []int
		for p := range n {
			c.names = append(c.names, fmt.Sprintf("Player %d", p+1))
			players = append(players, p)
		}
		c.inBracket(rng, players, cfg, rng.IntN(2*n+2))
		for k, text := range []string{c.first(rng), c.second(rng)} {
			sameMatches(t, fmt.Sprintf("%d: %s of %d, version %d", seed, c.kind, n, k+1), c, text)
		}
		if t.Failed() {
			return
		}
	}
}

// TestChoiceABracketDrawnOtherwiseIsRefused: in a double elimination of 16 the losers of two
// matches of the upper bracket drop to each other's places of the lower one. The players
// alone are taken over, as the refusal says.
func TestChoiceABracketDrawnOtherwiseIsRefused(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 31))
		c := &challonged{kind: "double elimination"}
		var players []int
		for p := range 16 {
			c.names, players = append(c.names, fmt.Sprintf("Player %d", p+1)), append(players, p)
		}
		c.inBracket(rng, players, bracket.Config{Type: bracket.Double}, 1_000)
		var drops []*challongedMatch
		for i := range c.matches {
			switch m := &c.matches[i]; {
			case m.round == -2:
				drops = append(drops, m)
			case m.round < -2 || m.round > 4:
				m.players, m.winner = [2]int{-1, -1}, -1
			}
		}
		a, b := drops[0], drops[1]
		a.players[0], b.players[0] = b.players[0], a.players[0]
		for k, text := range []string{c.first(rng), c.second(rng)} {
			if _, err := transfer.Read([]byte(text), transfer.Options{Ruleset: "magic"}); err == nil || !strings.Contains(err.Error(), "refused.crossing at=matches[") {
				t.Errorf("%d, version %d: %v", seed, k+1, err)
			}
		}
		c.matches = nil
		in, err := transfer.Read([]byte(c.first(rng)), transfer.Options{Ruleset: "magic"})
		if err != nil {
			t.Fatal(err)
		}
		if s := takenOver(t, in.Events[0].Tournament).State; len(s.Players) != 16 || s.Settings.Stages.String() != "double" {
			t.Errorf("%d players, %s", len(s.Players), s.Settings.Stages)
		}
	}
}

// TestAParticipantWhoIsCalledAByeIsNone: organisers fill a field of Challonge with one.
func TestAParticipantWhoIsCalledAByeIsNone(t *testing.T) {
	for kind, text := range map[string]string{
		"swiss":              `{"match":{"id":1,"state":"complete","round":1,"player1_id":1,"player2_id":2,"winner_id":1,"scores_csv":"2-0"}},{"match":{"id":2,"state":"complete","round":1,"player1_id":4,"player2_id":3,"winner_id":3,"scores_csv":"0-2"}}`,
		"single elimination": `{"match":{"id":1,"state":"complete","round":1,"player1_id":1,"player2_id":4,"winner_id":1,"scores_csv":"2-0"}},{"match":{"id":2,"state":"complete","round":1,"player1_id":2,"player2_id":3,"winner_id":3,"scores_csv":"0-2"}},{"match":{"id":3,"state":"open","round":2,"player1_id":1,"player2_id":3,"player1_prereq_match_id":1,"player2_prereq_match_id":2,"winner_id":null,"scores_csv":""}}`,
	} {
		in, err := transfer.Read([]byte(`{"tournament":{"name":"Cup","tournament_type":"`+kind+`","participants":[{"participant":{"id":1,"name":"Ann","seed":1}},{"participant":{"id":2,"name":"Bo","seed":2}},{"participant":{"id":3,"name":"Cy","seed":3}},{"participant":{"id":4,"name":"- BYE -","seed":4}}],"matches":[`+text+`]}}`), transfer.Options{Ruleset: "magic"})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		f := in.Events[0].Tournament
		byes := 0
		for _, m := range f.Ledger.Rounds[0].Matches {
			byes += b2i(m.Kind == ledger.Bye)
		}
		if len(f.Players) != 3 || byes != b2i(kind == "swiss") {
			t.Errorf("%s: %v, %d byes", kind, f.Players, byes)
		}
		takenOver(t, f)
	}
}

func b2i(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// sameMatches reads a file and takes it over: what can be played is what can be played there.
func sameMatches(t *testing.T, about string, c *challonged, text string) *tournament.Snapshot {
	t.Helper()
	in, err := transfer.Read([]byte(text), transfer.Options{Ruleset: "magic"})
	if err != nil {
		t.Errorf("%s: %v\n%s", about, err, text)
		return nil
	}
	f := in.Events[0].Tournament
	readsBack(t, f)
	snap := takenOver(t, f)
	if got, want := ready(t, snap), c.open(); !slices.Equal(got, want) {
		t.Errorf("%s: can be played %q, want %q\n%s", about, got, want, text)
	}
	return snap
}

// TestChallongeGroupsAreTakenOverAtAnyMoment: groups that play all against all, of which any
// matches are played in any order, and the bracket behind them.
func TestChallongeGroupsAreTakenOverAtAnyMoment(t *testing.T) {
	for seed := range testrun.UpTo[uint64](30, 120) {
		rng := rand.New(rand.NewPCG(seed, 8))
		c := &challonged{kind: []string{"single elimination", "double elimination"}[rng.IntN(2)], advance: 2}
		groups, played := 2+2*rng.IntN(2), 1_000
		if rng.IntN(2) == 0 {
			played = rng.IntN(20)
		}
		left := c.inGroups(rng, groups, 3+rng.IntN(2), played)
		bracketed := left == 0 && rng.IntN(3) > 0
		if bracketed {
			var in []int
			for place := range 2 {
				for g := range c.groups {
					in = append(in, c.groups[g][(place+g)%len(c.groups[g])])
				}
			}
			cfg := bracket.Config{}
			if c.kind == "double elimination" {
				cfg.Type = bracket.Double
			}
			c.inBracket(rng, in, cfg, rng.IntN(2*len(in)))
		}
		for k, text := range []string{c.first(rng), c.second(rng)} {
			about := fmt.Sprintf("%d: %d groups, %s, version %d", seed, groups, c.kind, k+1)
			in, err := transfer.Read([]byte(text), transfer.Options{Ruleset: "magic"})
			if err != nil {
				t.Fatalf("%s: %v\n%s", about, err, text)
			}
			f := in.Events[0].Tournament
			readsBack(t, f)
			snap := takenOver(t, f)
			if bracketed {
				sameMatches(t, about, c, text)
			}
			c.sameGroups(t, about, snap)
		}
		if t.Failed() {
			return
		}
	}
}

// TestChoiceSwissGroupsOfChallongeAreTakenOver: groups that play the same Swiss rounds, of
// which the last may be open, and the bracket behind them. Groups that play a bracket, that
// are ahead of others or play twice against all are refused, with the way out.
func TestChoiceSwissGroupsOfChallongeAreTakenOver(t *testing.T) {
	for seed := range testrun.UpTo[uint64](20, 60) {
		rng := rand.New(rand.NewPCG(seed, 29))
		c := &challonged{kind: []string{"single elimination", "double elimination"}[rng.IntN(2)], play: "swiss", advance: 2}
		groups, rounds := 2+2*rng.IntN(2), 2
		c.inGroups(rng, groups, 4+rng.IntN(3), 1_000)
		c.matches = slices.DeleteFunc(c.matches, func(m challongedMatch) bool { return m.round > rounds })
		if open := rng.IntN(len(c.matches)); rng.IntN(2) == 0 && c.matches[open].round == rounds {
			c.matches[open].winner = -1
		} else {
			var in []int
			for place := range 2 {
				for g := range c.groups {
					in = append(in, c.groups[g][(place+g)%len(c.groups[g])])
				}
			}
			for i := range c.matches {
				c.matches[i].id = i + 1
			}
			cfg := bracket.Config{}
			if c.kind == "double elimination" {
				cfg.Type = bracket.Double
			}
			c.inBracket(rng, in, cfg, rng.IntN(2*len(in)))
		}
		for k, text := range []string{c.first(rng), c.second(rng)} {
			about := fmt.Sprintf("%d: %d groups of Swiss rounds, %s, version %d", seed, groups, c.kind, k+1)
			in, err := transfer.Read([]byte(text), transfer.Options{Ruleset: "magic"})
			if err != nil {
				t.Fatalf("%s: %v\n%s", about, err, text)
			}
			f := in.Events[0].Tournament
			if want := fmt.Sprintf("groups %d swiss %d > ", groups, rounds); !strings.HasPrefix(f.Stages.String(), want) {
				t.Errorf("%s: the stages are %s, want %s", about, f.Stages, want)
			}
			readsBack(t, f)
			c.sameGroups(t, about, takenOver(t, f))
		}
		odd := *c
		odd.matches = slices.DeleteFunc(slices.Clone(c.matches), func(m challongedMatch) bool { return m.group == 0 })
		what := "twice against all"
		switch last := &odd.matches[len(odd.matches)-1]; seed % 4 {
		case 0:
			what, last.before = "a bracket", [2]int{1, 2}
		case 1:
			what, last.round = "ahead", rounds+1
			if rng.IntN(2) == 0 {
				what = "a round without one of them"
				odd.names = append(slices.Clone(odd.names), "Nemo")
				last.round = rounds
			}
		case 2:
			what, odd.play = "said to be a bracket", "single elimination"
		default:
			odd = challonged{kind: c.kind, advance: 2}
			odd.inGroups(rng, 2, 4, 1_000)
			for _, m := range odd.matches {
				m.id, m.round = m.id+100, m.round+5
				odd.matches = append(odd.matches, m)
			}
		}
		text := odd.first(rng)
		if seed%4 == 2 {
			text = odd.second(rng)
		}
		if _, err := transfer.Read([]byte(text), transfer.Options{Ruleset: "magic"}); err == nil || !strings.Contains(err.Error(), "refused.groups") {
			t.Errorf("%d: groups that play %s: %v\n%s", seed, what, err, text)
		}
		if t.Failed() {
			return
		}
	}
}

// sameGroups fails if the groups of a taken over event are others, or if other pairs have
// played, or one of them twice.
func (c *challonged) sameGroups(t *testing.T, about string, snap *tournament.Snapshot) {
	t.Helper()
	s := snap.State
	flight := map[string]int16{}
	for i, p := range s.Players {
		flight[snap.Name(i+1)] = p.Flight
	}
	for _, in := range c.groups {
		for _, p := range in {
			if flight[c.names[p]] != flight[c.names[in[0]]] {
				t.Errorf("%s: %s is in another group than %s", about, c.names[p], c.names[in[0]])
			}
		}
	}
	var want, got []string
	for i := range c.matches {
		if m := &c.matches[i]; m.group > 0 && m.winner >= 0 {
			want = append(want, c.names[m.players[m.winner]]+" beats "+c.names[m.players[1-m.winner]])
		}
	}
	for _, r := range s.Ledger.Rounds {
		for _, m := range r.Matches {
			if w := s.Rules.Winner(&m); (r.Stage == ledger.RoundRobin || r.Stage == ledger.Swiss) && m.N == 2 && w >= 0 {
				got = append(got, snap.Name(int(m.Seats[w])+1)+" beats "+snap.Name(int(m.Seats[1-w])+1))
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s: played %q, want %q", about, got, want)
	}
}
