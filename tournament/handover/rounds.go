package handover

import (
	"cmp"
	"slices"

	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rounds"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

// start starts the event with the groups of the file.
func (t *takeOver) start() error {
	s := t.State()
	plan := t.plan()
	if err := t.Emit(&tournament.EventStarted{Plan: plan, Joins: s.Joins}); err != nil {
		return err
	}
	if first := plan[0]; !first.Kind().Eliminates() {
		began, err := t.NextStage()
		if err != nil {
			return err
		}
		if err := t.Emit(began); err != nil {
			return err
		}
		if err := t.groups(); err != nil {
			return err
		}
	}
	if err := t.leave(0, 0); err != nil || !plan[0].Kind().Eliminates() {
		return err
	}
	return t.Emit(t.seededByFile())
}

// plan returns the plan of the chain. What was played elsewhere may differ from
// what could be announced here; then the plan follows the file.
func (t *takeOver) plan() []tournament.Planned {
	s := t.State()
	var absent []int
	for i, r := range t.left {
		if r == 0 {
			absent = append(absent, i+1)
		}
	}
	plan, err := t.Plan(absent)
	if err != nil {
		plan = nil
		for i, st := range s.Settings.Stages.Stages {
			p := tournament.Planned{Stage: st, Rounds: st.Rounds}
			switch {
			case st.Entry.By == stage.Top:
				p.Size = st.Entry.N
			case i == 0 && st.Kind.Eliminates():
				p.Size = s.Count(tournament.Registered) - len(absent)
			}
			plan = append(plan, p)
		}
	}
	plan = t.announced(plan)
	planned, last := 0, 0
	for i := range plan {
		if planned += plan[i].Rounds; plan[i].Kind().ByPoints() || plan[i].Kind().MeetsAll() {
			last = i
		}
	}
	if more := t.f.RoundsPlanned - planned; t.f.RoundsPlanned > 0 && plan[0].Stage.Rounds == 0 && plan[0].Kind().Ranked() {
		plan[0].Rounds, planned = max(1, plan[0].Rounds+more), planned+more
	}
	if more := swissRoundsOf(t.f) - planned; more > 0 {
		plan[last].Rounds += more
	}
	return plan
}

// announced returns the plan with the stages and the cut that the file states. They were
// announced for the players at the start; the file may have more by now, who joined late,
// or count fewer, if players left before round 1.
func (t *takeOver) announced(plan []tournament.Planned) []tournament.Planned {
	chain, parts := t.State().Settings.Stages, t.f.Cut.PerDivision
	if t.f.RoundsPlanned > 0 {
		plan = slices.DeleteFunc(plan, func(p tournament.Planned) bool { return !slices.Contains(chain.Stages, p.Stage) })
	}
	st, cuts := chain.Cut()
	stated, _ := takenEntry(t.f)
	byTable := st.Entry.By == stage.Auto && stated.By == stage.Top || st.Entry.By == stage.Equal && st.Entry.N == 0 && stated.By == stage.Equal
	one := byTable && !t.State().ByDivision()
	if len(plan) == 0 || !cuts || len(parts) == 0 && !one {
		return plan
	}
	if !plan[len(plan)-1].Kind().Eliminates() {
		plan = append(plan, tournament.Planned{Stage: st})
	}
	last := &plan[len(plan)-1]
	if last.Size = stated.N; len(parts) > 0 {
		last.Parts = make([]int, len(t.f.Divisions))
		for i, name := range t.f.Divisions {
			last.Parts[i] = parts[name]
		}
	}
	return plan
}

// groups draws what is drawn for the first stage as the file has it: pods, flights, a
// schedule. What the file does not have, and no round depends on, is drawn here.
func (t *takeOver) groups() error {
	first, drawn := t.State().Plan[0], flightsOfFile(t.f)
	switch {
	case t.State().Settings.Stages.Prepares(stage.Draft):
		return t.pods()
	case first.Kind() == stage.Schedule:
		return t.schedule()
	case len(drawn) == 0 && first.Stage.Groups > 1 && len(t.f.Ledger.Rounds) == 0:
		return t.Draw()
	}
	for _, ev := range drawn {
		ev.Rounds = t.State().Stage().Rounds
		if err := t.Emit(ev); err != nil {
			return err
		}
	}
	return nil
}

// pods seats a draft: the players of each flight in the order of their seats. Only
// round 1 depends on the seats (docs/rules/magic.md#mtg-15).
func (t *takeOver) pods() error {
	players := t.f.Ledger.Players
	seats := make([][]int, len(t.f.Flights))
	known := false
	for i := range players {
		if l := &players[i]; l.Seat > 0 || t.left[i] != 0 {
			seats[l.Flight] = append(seats[l.Flight], i+1)
			known = known || l.Seat > 0
		}
	}
	if !known && len(t.f.Ledger.Rounds) == 0 {
		return nil // still to be drawn
	}
	seat := func(n int) int { return int(players.At(n).Seat) }
	for _, pod := range seats {
		sorted.Stable(pod, func(a, b int) int { return cmp.Compare(seat(a), seat(b)) })
		for i, n := range pod {
			switch {
			case len(t.f.Ledger.Rounds) > 0 || seat(n) == i+1:
			case seat(n) == 0:
				return tournament.Refuse(tournament.BadInput, "takeover.no_seat", "player", t.names([]int{n})[0])
			case seat(n) <= i:
				return tournament.Refuse(tournament.BadInput, "takeover.seat_twice", "seat", seat(n))
			default:
				return tournament.Refuse(tournament.BadInput, "takeover.seat_empty", "seat", i+1)
			}
		}
	}
	seats = slices.DeleteFunc(seats, func(pod []int) bool { return len(pod) == 0 })
	return t.Emit(&tournament.DraftSeated{Pods: seats}, &tournament.DeckBuilding{}, &tournament.BuildEnded{})
}

// rounds replays the file's rounds.
func (t *takeOver) rounds() error {
	all := t.f.Ledger.Rounds
	for i := 0; i < len(all); {
		if err := t.reach(i); err != nil {
			return err
		}
		rest := t.conceded(i)
		n := t.beside(rest)
		closed, err := t.round(rest[:n], i+n == len(all))
		if err != nil {
			return err
		}
		if err := t.leave(i+1, i+n); err != nil {
			return err
		}
		if i += n; closed {
			if err := t.Emit(&tournament.RoundClosed{Round: len(t.State().Rounds)}); err != nil {
				return err
			}
			if err := t.Lock(); err != nil {
				return err
			}
		}
	}
	return t.fill()
}

// leave takes out the players for whom one of these rounds of the file was the last or,
// for round 0, who are in none.
func (t *takeOver) leave(first, last int) error {
	for i, r := range t.left {
		if r < first || r > last || r == int(ledger.Active) {
			continue
		}
		var ev tournament.Event = &tournament.PlayerDropped{Player: i + 1, After: len(t.State().Rounds)}
		if t.f.Ledger.Players[i].Disqualified {
			ev = &tournament.PlayerDisqualified{Player: i + 1, After: len(t.State().Rounds)}
		}
		if err := t.Emit(ev); err != nil {
			return err
		}
	}
	return nil
}

// reach begins the stages up to the one of round i of the file.
func (t *takeOver) reach(i int) error {
	word := t.f.Ledger.Rounds[i].Stage
	for other := i > 0 && t.f.Ledger.Rounds.At(i).Stage != word; ; other = false {
		s := t.State()
		next := s.Next()
		switch {
		case rules.IsElimination(word) && s.Elimination() != nil, word == ledger.Playoff && s.Playoff() != nil:
			return nil
		case rules.IsElimination(word):
			return t.cut()
		case word == ledger.Playoff:
			return t.Emit(&tournament.StageBegan{Kind: stage.Playoff, Plan: -1, Players: t.seated(i), Rounds: len(t.f.Ledger.Rounds) - i})
		case next == nil || next.Kind().Eliminates() || !s.NextStageDue() && !other:
			return nil
		}
		began, err := t.NextStage()
		if err != nil {
			return err
		}
		in := t.seated(i)
		if len(began.Players) > 0 && slices.ContainsFunc(in, func(n int) bool { return !slices.Contains(began.Players, n) }) {
			began.Players = in // as decided there
		}
		if err := t.Emit(began); err != nil {
			return err
		}
	}
}

// seated returns the players in a round of the file, in the order of the standings.
func (t *takeOver) seated(i int) []int {
	var out []int
	for j := range t.f.Ledger.Rounds[i].Matches {
		for _, p := range t.f.Ledger.Rounds[i].Matches[j].Players() {
			out = append(out, int(p)+1)
		}
	}
	if table, err := t.State().Table(-1); err == nil {
		rank := make([]int, len(t.f.Players)+1)
		for k := range table.Rows {
			rank[table.Rows[k].Player+1] = k
		}
		sorted.Stable(out, func(a, b int) int { return rank[a] - rank[b] })
	}
	return out
}

// Conceded reports whether a match of a file was left without a result by a player: the
// other one has a walkover, in an elimination alone.
func Conceded(f *file.Tournament, round int, m *ledger.Match) bool {
	return rules.IsElimination(f.Ledger.Rounds.At(round).Stage) && m.N == 2 && !m.Finished() && (f.Ledger.Players[m.Seats[0]].Out(round+1) || f.Ledger.Players[m.Seats[1]].Out(round+1))
}

// conceded returns the rounds of the file, from round i on, with the walkovers of matches
// that a player has left, or of the better seed if both have, as where a tree is played
// here.
func (t *takeOver) conceded(i int) []ledger.Round {
	out := slices.Clone(t.f.Ledger.Rounds[i:])
	st := t.State().Elimination()
	if st == nil {
		return out
	}
	for r := range out {
		of := func(m ledger.Match) bool { return Conceded(t.f, i+r+1, &m) }
		if !slices.ContainsFunc(out[r].Matches, of) {
			continue
		}
		out[r].Matches = slices.Clone(out[r].Matches)
		for k := range out[r].Matches {
			m := &out[r].Matches[k]
			if !of(*m) {
				continue
			}
			m.Kind = ledger.Forfeit
			a, b := m.Seats[0], m.Seats[1]
			left, both := t.f.Ledger.Players[a].Out(i+r+2), t.f.Ledger.Players[b].Out(i+r+2)
			if left && (!both || slices.Index(st.Players, int(b)+1) < slices.Index(st.Players, int(a)+1)) {
				m.Seats[0], m.Seats[1] = b, a
			}
		}
	}
	return out
}

// beside returns how many of the rounds of a file are, from the first on, one round of the
// event: in a file a round has one stage, so that the match for third place beside the
// final is a separate round.
func (t *takeOver) beside(all []ledger.Round) int {
	n := t.together(all)
	if open := slices.IndexFunc(all[:n], unfinished); open > 0 && n < len(all) {
		return open // it is to be in the last round
	}
	return n
}

// unfinished reports whether a round has open matches.
func unfinished(r ledger.Round) bool {
	return slices.ContainsFunc(r.Matches, func(m ledger.Match) bool { return !m.Finished() })
}

// together returns how many of the rounds can be played beside each other, from the first on.
func (t *takeOver) together(all []ledger.Round) int {
	if !rules.IsElimination(all[0].Stage) {
		return 1
	}
	ready, _ := openSlotsOf(t.State())
	seen, words := map[int32]bool{}, map[ledger.Stage]bool{}
	for n := range all {
		if !rules.IsElimination(all[n].Stage) || words[all[n].Stage] {
			return n
		}
		for j := range all[n].Matches {
			m := &all[n].Matches[j]
			if n > 0 && m.N > 1 && ready.of(m, all[n].Stage) == 0 || slices.ContainsFunc(m.Players(), func(p int32) bool { return seen[p] }) {
				return n
			}
		}
		words[all[n].Stage] = true
		for j := range all[n].Matches {
			for _, p := range all[n].Matches[j].Players() {
				seen[p] = true
			}
		}
	}
	return len(all)
}

// round replays a round, which may be several in the file. closed is false if it is the
// last one and has open matches.
func (t *takeOver) round(parts []ledger.Round, last bool) (closed bool, err error) {
	r := len(t.State().Rounds) + 1
	paired := &tournament.RoundPaired{Round: r, Stage: parts[0].Stage, Forced: true, Engine: rounds.EngineVersion}
	var slots openSlots
	if rules.IsElimination(parts[0].Stage) {
		paired.Stage = ledger.Elimination
		if slots, err = openSlotsOf(t.State()); err != nil {
			return false, err
		}
	}
	var results []tournament.Event
	var ruled []*tournament.ResultCorrected // those that the boards do not give
	closed = true
	for _, part := range parts {
		for i := range part.Matches {
			m := &part.Matches[i]
			switch {
			case m.Finished():
			case last:
				closed = false
			case !t.holes || slots != nil:
				return false, tournament.Refuse(tournament.BadInput, "takeover.hole", "round", part.Number, "players", t.names(numbers(m)))
			default:
				paired.Pairings = append(paired.Pairings, notPlayed(m, part.Stage)...)
				continue
			}
			p := takenPairing(m, part.Stage)
			if slots != nil && m.N > 1 { // a walkover is not a match of the bracket
				if p.Slot = slots.of(m, part.Stage); p.Slot == 0 {
					return false, tournament.Refuse(tournament.BadInput, "takeover.bracket", "round", part.Number, "players", t.names(numbers(m)))
				}
				slots[p.Slot] = openSlot{}
			}
			paired.Pairings = append(paired.Pairings, p)
			if m.N > 1 && m.Finished() {
				ruled = append(ruled, &tournament.ResultCorrected{Place: tournament.Place{Round: r, Match: len(paired.Pairings)}, Kind: m.Kind, Result: m.Result, By: tournament.ByOrganiser})
			}
			results = append(results, t.boards(tournament.Place{Round: r, Match: len(paired.Pairings)}, m, numbered.Get(part.Boards, i+1))...)
		}
	}
	paired.Pairings = append(paired.Pairings, t.missing(paired)...)
	begin := append(t.lineUps(parts), paired, &tournament.RoundPublished{Round: r}, &tournament.RoundStarted{Round: r})
	err = t.Emit(append(begin, results...)...)
	for _, ev := range ruled {
		if _, l := t.State().Match(r, ev.Match); err == nil && (l.Kind != ev.Kind || l.Result != ev.Result) {
			err = t.Emit(ev)
		}
	}
	return closed, err
}

// boards returns the results of the boards of a match of the file, in the seats in which they
// are dealt.
func (t *takeOver) boards(at tournament.Place, m *ledger.Match, boards numbered.List[ledger.Match]) (out []tournament.Event) {
	for b, played := range numbered.All(boards) {
		if !played.Finished() {
			continue
		}
		ev := &tournament.ResultCorrected{Place: at, Kind: played.Kind, Result: played.Result, By: tournament.ByOrganiser}
		ev.Match = tournament.BoardNumber(at.Match, b)
		first := tournament.FirstAt(t.f.GameRules(), m, b)
		switch {
		case played.Kind == ledger.Forfeit:
			ev.Swap = played.Seats[0] != first
		case played.Seats[0] != first:
			ev.Result.V[0], ev.Result.V[1] = ev.Result.V[1], ev.Result.V[0]
			if ev.Result.HasWinner {
				ev.Result.Winner = 1 - ev.Result.Winner
			}
		}
		out = append(out, ev)
	}
	return out
}

// missing returns pairings for the players who take part and are not in a round of the
// file. Here that would be a loss, but they took no part in it.
func (t *takeOver) missing(paired *tournament.RoundPaired) (out []tournament.Pairing) {
	if paired.Stage != ledger.Swiss {
		return nil
	}
	in := make([]bool, len(t.f.Players)+1)
	for _, p := range paired.Pairings {
		for _, n := range p.Players {
			in[n] = true
		}
	}
	for n := 1; n <= len(t.f.Players); n++ {
		if !in[n] && t.State().PlaysOn(n) && !t.State().Players.At(n).StandIn {
			out = append(out, elsewherePairing(n, 0, "why.absent_before"))
		}
	}
	return out
}

// numbers returns the player numbers of a match of the file.
func numbers(m *ledger.Match) []int {
	out := make([]int, 0, m.N)
	for _, p := range m.Players() {
		out = append(out, int(p)+1)
	}
	return out
}

// names returns the names of players in the file, since they are not registered yet.
func (t *takeOver) names(numbers []int) notice.List {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = cmp.Or(t.f.Players.At(n).Name, t.f.Players.At(n).ID)
	}
	return notice.Texts(out)
}

// takenPairing returns a match of the file as a pairing.
func takenPairing(m *ledger.Match, part ledger.Stage) tournament.Pairing {
	p := tournament.Pairing{Table: int(m.Table), Kind: ledger.Played, Part: part, Players: numbers(m), Why: notice.New("why.taken_over")}
	if m.N == 1 {
		p.Kind = m.Kind
	}
	if m.Kind == ledger.Elsewhere {
		p.Result, p.Met = &m.Result, int(m.Against())+1
	}
	return p
}

// notPlayed returns the pairings for a match without a result in a round before the
// last: its players have met, and nothing counts.
func notPlayed(m *ledger.Match, part ledger.Stage) (out []tournament.Pairing) {
	players := numbers(m)
	for i, n := range players {
		p := elsewherePairing(n, players[(i+1)%len(players)], "why.taken_over")
		p.Part = part
		out = append(out, p)
	}
	return out
}

// elsewherePairing returns the pairing for a round in which a player took no part here.
func elsewherePairing(n, met int, why notice.Code) tournament.Pairing {
	return tournament.Pairing{Kind: ledger.Elsewhere, Players: []int{n}, Met: met, Result: &ledger.Result{}, Why: notice.New(why)}
}
