// Package histories plays the people of an event: from any position it names
// the next thing that somebody could sensibly do. Property tests, crash runs,
// load tests and `topcut rehearse` all draw from this one generator, so that what
// is rehearsed is what is tested.
//
// A Generator is deterministic: the same seed and the same positions give the
// same steps. It never looks at a clock.
package histories

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Options is the kind of event that is played. Rates are in thousandths of a step, zero
// meaning never.
type Options struct {
	Players int  // who want to join, 2 to tournament.MaxPlayers
	Late    int  // how many of them come after round 1 has begun
	Guests  int  // how many of them are entered by the organiser and have no account
	Claims  bool // before the start a member takes the seat of every guest

	Decks    bool // players hand in decks before the start
	CheckIn  bool
	Mix      bool // players mix the draw before the start
	Disputes int  // a report is answered with a dispute or a different report
	Silence  int  // a report is not answered and the organiser rules
	Drops    int  // a player drops between or in rounds
	Rulings  int  // an organiser enters a result directly
	Repairs  int  // an organiser repairs the preview
	Undo     int  // an organiser takes the last thing back
	Old      int  // an organiser corrects a result of an earlier round
	Judge    int  // a player calls a judge
	Clock    int  // an organiser pauses, resumes or extends
	Captain  int  // a captain puts in a substitute or, ten times as often between rounds, gives a line-up

	// Usual has nearly all matches end as most do at real tables, by the games that win
	// one; else every legal result comes up as often as any other.
	Usual bool

	Flights int // into how many the organiser splits the first division; 0 = it stays whole

	// Away reports whether a user does nothing for now, so that others need not wait
	// for them if the order does not matter. Nil means that no user is away. Steps of
	// users who are away may still occur.
	Away func(user string) bool
}

// Lively returns an evening on which everything happens at least now and then.
func Lively(players int) Options {
	return Options{
		Players: players, Late: min(2, players/8), Guests: min(1, players/8), Decks: true, CheckIn: true, Mix: true,
		Disputes: 40, Silence: 15, Drops: 6, Rulings: 15, Repairs: 150, Undo: 8, Old: 3, Judge: 6, Clock: 4,
	}
}

// Organiser is the user id of the organiser in the histories of a Generator.
const Organiser = "organiser"

// User returns the user id of the i-th simulated player, from 1.
func User(i int) string { return fmt.Sprintf("player-%d", i) }

// Name returns the shown name of the i-th simulated player, from 1: names with
// the scripts and emoji that real servers have.
func Name(i int) string {
	given := []string{
		"Alice", "Bob", "Chloé", "Dmitri", "Elif", "Farouk", "Greta", "Hiroshi", "Ingrid", "Jamal",
		"Kasia", "Liam", "Mei", "Noor", "Óscar", "Priya", "Quentin", "Rosa", "Søren", "Tomasz",
		"佐藤", "김민준", "王芳", "Ειρήνη", "דניאל", "أمل", "ไพลิน", "Владимир", "🦊 Fox", "Zoë",
	}
	name := given[(i-1)%len(given)]
	if i > len(given) {
		name = fmt.Sprintf("%s %d", name, (i-1)/len(given)+1)
	}
	return name
}

// Step is something a person does.
type Step struct {
	Actor   tournament.Actor
	Player  int // number of the acting player; 0 = the organiser
	Command command.Command
}

// Generator acts for all players and the organiser.
type Generator struct {
	opts Options
	rng  *rand.Rand
	open int // players who have not come yet
}

// New returns a Generator.
func New(opts Options, seed uint64) *Generator {
	return &Generator{opts: opts, rng: rand.New(rand.NewPCG(seed, 0x746f70637574)), open: 1}
}

func (g *Generator) chance(perMille int) bool { return g.rng.IntN(1000) < perMille }

func (g *Generator) away(user string) bool { return g.opts.Away != nil && g.opts.Away(user) }

func organiser(c command.Command) Step {
	return Step{Actor: tournament.Actor{User: Organiser, Name: "Organiser"}, Command: c}
}

// Next returns the next step, and false when the event is over or waits for a
// clock only. Steps are nearly always accepted; a refusal is no fault (two
// people can want the same thing) and the next call offers something else.
func (g *Generator) Next(snap *tournament.Snapshot) (Step, bool) {
	s := snap.State
	if step, asked := g.joinCrew(snap); asked {
		return step, true
	}
	switch s.Phase {
	case tournament.Draft:
		return organiser(&command.OpenRegistration{}), true
	case tournament.Open, tournament.Closed, tournament.CheckIn:
		return g.before(snap)
	case tournament.Running:
		return g.running(snap)
	case tournament.Finished, tournament.Cancelled:
	}
	return Step{}, false
}

// joinCrew makes the next person whom a crew has asked join it.
func (g *Generator) joinCrew(snap *tournament.Snapshot) (Step, bool) {
	for n := 1; snap.State.Crewed() && snap.State.Phase < tournament.Finished && n <= len(snap.State.Players); n++ {
		p := snap.State.Players.At(n)
		if len(p.Invited()) == 0 || p.Status != tournament.Registered && p.Status != tournament.Waiting {
			continue
		}
		mate := snap.Book.Person(p.Invited()[0])
		who := tournament.Actor{User: mate.User, Name: mate.Name}
		return Step{Actor: who, Command: &command.AnswerInvitation{Player: n, User: mate.User, Yes: true}}, true
	}
	return Step{}, false
}

// player returns a step of player n, or of any member of a crew.
func (g *Generator) player(snap *tournament.Snapshot, n int, c command.Command) Step {
	user := snap.User(n)
	if users := snap.Users(n); len(users) > 1 {
		user = users[g.rng.IntN(len(users))]
	}
	if at := meantBy(c); at.Match > 0 { // whoever sits at the board
		user = sitting(snap, n, at)
	}
	if user == "" { // a guest: the organiser acts for them
		if r, ok := c.(*command.ReportResult); ok {
			number := r.Match
			if number == 0 {
				number = snap.State.MatchOf(len(snap.State.Rounds), n)
			}
			return g.rule(snap.State, len(snap.State.Rounds), number, r.Text)
		}
		if _, ok := c.(*command.Drop); ok {
			return organiser(&command.Remove{Player: n})
		}
		return organiser(c)
	}
	return Step{Actor: tournament.Actor{User: user, Name: snap.Name(n)}, Player: n, Command: c}
}

// come makes the next player join.
func (g *Generator) come(s *tournament.State) Step {
	i := g.open
	g.open++
	division := ""
	if d := s.Settings.Divisions; len(d) > 0 {
		division = d[g.rng.IntN(len(d))]
	}
	join := &command.Join{User: User(i), Name: Name(i), Division: division}
	if s.Crewed() {
		join.Crew = "Team " + Name(i)
		for k := range s.Settings.Crew - 1 { // after all captains
			mate := g.opts.Players + (i-1)*(s.Settings.Crew-1) + k + 1
			join.Mates = append(join.Mates, command.Mate{User: User(mate), Name: Name(mate)})
		}
	}
	if i > g.opts.Players-g.opts.Late-g.opts.Guests && i <= g.opts.Players-g.opts.Late {
		join.User, join.ByOrganiser, join.Mates = "", true, nil
		return organiser(join)
	}
	return Step{Actor: tournament.Actor{User: join.User, Name: join.Name}, Command: join}
}

func (g *Generator) before(snap *tournament.Snapshot) (Step, bool) {
	s := snap.State
	if s.Phase == tournament.Open && (g.open <= g.opts.Players-g.opts.Late || g.open <= g.opts.Players && g.few(s)) {
		return g.come(s), true
	}
	for n := 1; g.opts.Claims && !s.Crewed() && n <= len(s.Players); n++ {
		if s.Players.At(n).Status == tournament.Registered && snap.User(n) == "" {
			return organiser(&command.Join{User: fmt.Sprintf("guest-%d", n), Name: snap.Name(n), ByOrganiser: true}), true
		}
	}
	if s.Settings.DecksBefore() {
		if step, ok := g.handIn(snap); ok {
			return step, true
		}
	}
	if g.opts.CheckIn {
		if s.Phase == tournament.Open {
			return organiser(&command.StartCheckIn{}), true
		}
		for n := range s.Players {
			// A guest cannot press buttons, and some players always forget.
			if s.Players[n].Status == tournament.Registered && !s.Players[n].CheckedIn && n%17 != 16 && snap.User(n+1) != "" && !g.away(snap.User(n+1)) {
				return g.player(snap, n+1, &command.CheckInPlayer{Player: n + 1}), true
			}
		}
	}
	if s.Waits() {
		for n := range s.Players {
			p := s.Players[n]
			if p.Status == tournament.Registered && p.Account && !slices.ContainsFunc(s.MembersOf(n+1), s.IsStaff) && len(s.Mixing.By) < s.MixersNeeded() &&
				!slices.Contains(s.Mixing.By, n+1) && !g.away(snap.User(n+1)) {
				return g.player(snap, n+1, &command.Mix{Player: n + 1}), true
			}
		}
	}
	return organiser(&command.Start{KeepAll: true, Mix: g.opts.Mix && !s.Waits()}), true
}

// handIn makes the next player submit a deck.
func (g *Generator) handIn(snap *tournament.Snapshot) (Step, bool) {
	s := snap.State
	for n := 1; g.opts.Decks && s.Settings.Decks != tournament.DecksNone && n <= len(s.Players); n++ {
		if s.Taking(n) && s.Players.At(n).Deck == 0 && !g.away(snap.User(n)) {
			return g.player(snap, n, &command.SubmitDeck{Player: n, Text: g.deck(s.GameRules()), ByOrganiser: snap.User(n) == ""}), true
		}
	}
	return Step{}, false
}

// few reports whether the game needs more players to start, so that no player is late.
func (g *Generator) few(s *tournament.State) bool {
	return s.Count(tournament.Registered) < max(s.Rules.Seats.Min, s.Rules.Seats.MinField)
}

// deck returns a short list of cards that is as the game counts decks, or the items of their own
// that players bring.
func (g *Generator) deck(rs *rules.Ruleset) string {
	if own := rs.OwnItems(); own != nil {
		return own.SomeOwn()
	}
	d := &rs.Deck
	copies := cmp.Or(d.Copies, 4)
	lines := []string{fmt.Sprintf("%d Lightning Bolt", copies), fmt.Sprintf("%d Counterspell", copies)}
	left, first := max(d.Min, 40)-2*copies, 10+g.rng.IntN(8)+g.rng.IntN(8)
	free := slices.DeleteFunc(slices.Clone(d.Free), func(name string) bool { return strings.Contains(name, "*") })
	if d.Min == 0 {
		free = []string{"Island", "Mountain"}
	}
	if len(free) > 1 {
		return strings.Join(append(lines, fmt.Sprintf("%d %s", first, free[0]), fmt.Sprintf("%d %s", left-first, free[1])), "\n")
	}
	for k := 1; left > 0; k++ {
		n := min(left, copies)
		lines = append(lines, fmt.Sprintf("%d Card %c", n, 'A'+rune(k%26))+strings.Repeat("'", k/26))
		left -= n
	}
	return strings.Join(lines, "\n")
}

func (g *Generator) running(snap *tournament.Snapshot) (Step, bool) {
	s := snap.State
	r := s.Current()
	switch {
	case s.Preview != nil:
		return g.preview(s), true
	case r == nil || r.Status == tournament.Done:
		return g.between(snap), true
	case r.Status == tournament.Published:
		if missing := s.LineUpsMissing(r); len(missing) > 0 && g.chance(900) {
			if step, ok := g.lineUpOf(snap, missing[g.rng.IntN(len(missing))]); ok {
				return step, true
			}
		}
		return organiser(&command.StartRound{}), true
	}
	return g.playing(snap, r)
}

// between is after one round and before the next.
func (g *Generator) between(snap *tournament.Snapshot) Step {
	s := snap.State
	if len(s.Rounds) > 0 && g.chance(g.opts.Undo) {
		return organiser(&command.Undo{})
	}
	if s.Elimination() == nil && len(s.Rounds) > 1 && g.chance(10*g.opts.Old) {
		if step, ok := g.old(s); ok {
			return step
		}
	}
	if g.mayDrop(s) && g.chance(10*g.opts.Drops) {
		field := s.Field()
		if n := field[g.rng.IntN(len(field))]; !s.Players.At(n).StandIn {
			return g.player(snap, n, &command.Drop{Player: n})
		}
	}
	if step, ok := g.lineUp(snap); ok {
		return step
	}
	if step, ok := prepare(s); ok {
		return step
	}
	if s.Build != nil && len(s.Rounds) == 0 { // of the cards that were drafted
		if step, ok := g.handIn(snap); ok {
			return step
		}
	}
	if s.Elimination() != nil {
		if _, st, err := s.Bracket(); err == nil && st.Champion != 0 && len(st.Ready) == 0 {
			return organiser(&command.Finish{})
		}
		return organiser(&command.Pair{})
	}
	if g.opts.Flights > 0 && len(s.Rounds) == 0 && len(s.Drawn) == 0 {
		return organiser(&command.SplitFlights{Flights: g.opts.Flights})
	}
	if s.RoundsOver() {
		if s.PlayoffOpen() {
			return organiser(&command.Pair{})
		}
		if tied, err := s.TopTie(); err == nil && len(tied) > 0 {
			if s.Playoff() == nil && g.chance(700) {
				return organiser(&command.PlayOff{})
			}
			return organiser(&command.ShareTitle{})
		}
		if s.PlannedCut() != nil {
			return organiser(&command.MakeCut{})
		}
		return organiser(&command.Finish{})
	}
	return organiser(&command.Pair{})
}

// prepare returns the next step before the first round: of a booster draft, or deck
// building.
func prepare(s *tournament.State) (Step, bool) {
	drafts := s.Settings.Stages.Prepares(stage.Draft)
	switch {
	case len(s.Settings.Stages.Prepare) == 0 || s.Build != nil || len(s.Rounds) > 0:
		return Step{}, false
	case drafts && s.Draft == nil:
		return organiser(&command.SeatDraft{}), true
	case drafts && s.Draft.Pack < 3:
		return organiser(&command.OpenPack{First: s.Draft.Pack == 0}), true
	}
	return organiser(&command.BuildDecks{}), true
}

// mayDrop reports whether the event can do without another player.
func (g *Generator) mayDrop(s *tournament.State) bool {
	return s.Elimination() == nil && len(s.Field()) > max(8, 2*s.CutSize())
}

func (g *Generator) preview(s *tournament.State) Step {
	if s.Elimination() == nil && len(s.PreviewMatches) > 2 && g.chance(g.opts.Repairs) {
		a, b := g.rng.IntN(len(s.PreviewMatches)), g.rng.IntN(len(s.PreviewMatches))
		x, y := int(s.PreviewMatches[a].Seats[0])+1, int(s.PreviewMatches[b].Seats[0])+1
		if a != b {
			return organiser(&command.Repair{Swap: [2]int{x, y}})
		}
	}
	return organiser(&command.Publish{})
}

// playing returns a step during a round by a player at an unfinished table.
func (g *Generator) playing(snap *tournament.Snapshot, r *tournament.Round) (Step, bool) {
	s := snap.State
	if s.TakesLate() && g.open <= g.opts.Players && r.Number <= min(s.Settings.LateUntil, s.StageRounds()-1) && g.chance(60) {
		return g.come(s), true
	}
	if !r.Deadline.IsZero() && g.chance(g.opts.Clock) {
		if !r.PausedAt.IsZero() {
			return organiser(&command.ResumeClock{}), true
		}
		return organiser(&command.PauseClock{}), true
	}
	open := s.Blocking(r.Number)
	if len(open) == 0 {
		return organiser(&command.CloseRound{}), true
	}
	m := open[g.rng.IntN(len(open))]
	match, l := s.Match(r.Number, m)
	players := l.Players()
	seat := g.rng.IntN(len(players))
	n := int(players[seat]) + 1
	at := meant(r.Number, m)
	if step, ok := g.substitute(snap, n); ok {
		return step, true
	}
	switch {
	case match.Disputed:
		return g.rule(s, r.Number, m, ""), true
	case match.Report != nil:
		return g.answer(snap, r.Number, m), true
	case g.chance(g.opts.Judge) && match.Judge == 0:
		return g.player(snap, n, &command.CallJudge{Player: n, Round: at.Round, Match: at.Match, Reason: "a question about a trigger"}), true
	case g.chance(g.opts.Drops) && g.mayDrop(s) && !s.Players.At(n).StandIn:
		return g.player(snap, n, &command.Drop{Player: n}), true
	case g.chance(g.opts.Rulings):
		return g.rule(s, r.Number, m, ""), true
	}
	if step, ok := g.pick(snap, tournament.Place{Round: r.Number, Match: m}, n); ok {
		return step, true
	}
	return g.player(snap, n, &command.ReportResult{Player: n, Round: at.Round, Match: at.Match, Text: g.result(s.RulesOf(m, l), match.Part, int(l.N))}), true
}

// substitute returns the step of a captain who puts a member of their crew in the place of
// another.
func (g *Generator) substitute(snap *tournament.Snapshot, n int) (Step, bool) {
	if g.opts.Captain == 0 || !g.chance(g.opts.Captain) {
		return Step{}, false
	}
	ways := snap.State.Substitutes(n)
	if len(ways) == 0 {
		return Step{}, false
	}
	x := ways[g.rng.IntN(len(ways))]
	return captain(snap, n, &command.Substitute{Place: x.Place, Player: n, Person: x.Person, For: x.For})
}

// lineUp returns the step of a captain who names the members that play in the next round.
func (g *Generator) lineUp(snap *tournament.Snapshot) (Step, bool) {
	s := snap.State
	if g.opts.Captain == 0 || len(s.Field()) == 0 || !g.chance(10*g.opts.Captain) {
		return Step{}, false
	}
	return g.lineUpOf(snap, s.Field()[g.rng.IntN(len(s.Field()))])
}

// lineUpOf is lineUp for the captain of the crew of player n.
func (g *Generator) lineUpOf(snap *tournament.Snapshot, n int) (Step, bool) {
	s := snap.State
	members, size := s.MembersOf(n), s.SizeOfLineUp(n)
	if size == 0 {
		return Step{}, false
	}
	chosen := g.rng.Perm(len(members))[:size]
	slices.Sort(chosen)
	c := &command.GiveLineUp{Player: n}
	for _, i := range chosen {
		c.Persons = append(c.Persons, members[i])
	}
	if slices.Equal(c.Persons, s.NextLineUp(n)) && !s.GivesLineUp(n, s.Current()) {
		return Step{}, false
	}
	return captain(snap, n, c)
}

// captain returns a step of the captain of a crew; ok is false if they have no account.
func captain(snap *tournament.Snapshot, n int, c command.Command) (step Step, ok bool) {
	who := snap.Book.Person(snap.State.MembersOf(n)[0])
	return Step{Actor: tournament.Actor{User: who.User, Name: who.Name}, Player: n, Command: c}, who.User != ""
}

// answer returns the other side's reaction to a report.
func (g *Generator) answer(snap *tournament.Snapshot, r, m int) Step {
	s := snap.State
	match, l := s.Match(r, m)
	others := slices.DeleteFunc(slices.Clone(l.Players()), func(p int32) bool { return int(p)+1 == match.Report.Player })
	n := int(others[g.rng.IntN(len(others))]) + 1
	at := meant(r, m)
	switch {
	case snap.User(n) == "" || g.chance(g.opts.Silence):
		return g.rule(s, r, m, "")
	case g.chance(g.opts.Disputes):
		if g.rng.IntN(2) == 0 {
			return g.player(snap, n, &command.DisputeReport{Player: n, Round: at.Round, Match: at.Match, Reason: "we agreed on something else"})
		}
		return g.player(snap, n, &command.ReportResult{Player: n, Round: at.Round, Match: at.Match, Text: g.result(s.RulesOf(m, l), match.Part, int(l.N))})
	}
	return g.player(snap, n, &command.ConfirmReport{Player: n, Round: at.Round, Match: at.Match})
}

// Confirms returns the step of a player who confirms the report of a match, or of who sits at
// a board.
func Confirms(snap *tournament.Snapshot, n int, at tournament.Place) Step {
	user := snap.User(n)
	if at = meant(at.Round, at.Match); at.Match > 0 {
		user = sitting(snap, n, at)
	}
	return Step{Actor: tournament.Actor{User: user, Name: snap.Name(n)}, Player: n, Command: &command.ConfirmReport{Player: n, Round: at.Round, Match: at.Match}}
}

// meantBy returns the board that a command of a player is about, or the zero Place.
func meantBy(c command.Command) (at tournament.Place) {
	switch c := c.(type) {
	case *command.ReportResult:
		return tournament.Place{Round: c.Round, Match: c.Match}
	case *command.ConfirmReport:
		return tournament.Place{Round: c.Round, Match: c.Match}
	case *command.DisputeReport:
		return tournament.Place{Round: c.Round, Match: c.Match}
	case *command.CallJudge:
		return tournament.Place{Round: c.Round, Match: c.Match}
	}
	return at
}

// sitting returns the account of who sits at a board for player n, or "".
func sitting(snap *tournament.Snapshot, n int, at tournament.Place) string {
	if person := snap.State.Sitting(at, n); person > 0 {
		return snap.Book.Person(person).User
	}
	return ""
}

// meant returns how a player names a match of the current round: a board by its number, and
// the match without one.
func meant(r, number int) (at tournament.Place) {
	if _, board := tournament.OfBoard(number); board > 0 {
		at = tournament.Place{Round: r, Match: number}
	}
	return at
}

// rule returns the step of an organiser who enters a result.
func (g *Generator) rule(s *tournament.State, r, m int, text string) Step {
	match, l := s.Match(r, m)
	if text == "" {
		text = g.result(s.RulesOf(m, l), match.Part, int(l.N))
	}
	return organiser(&command.Correct{Round: r, Match: m, Text: text})
}

// old corrects a result of an earlier round.
func (g *Generator) old(s *tournament.State) (Step, bool) {
	r := 1 + g.rng.IntN(len(s.Rounds)-1)
	m := 1 + g.rng.IntN(len(s.Rounds.At(r).Matches))
	if match, _ := s.Match(r, m); len(match.Boards) > 0 {
		m = tournament.BoardNumber(m, 1+g.rng.IntN(len(match.Boards)))
	}
	if _, l := s.Match(r, m); l.N < 2 {
		return Step{}, false
	}
	return g.rule(s, r, m, ""), true
}

// result returns a legal result in the reporter's words.
func (g *Generator) result(rs *rules.Ruleset, stage ledger.Stage, seats int) string {
	options := rs.Results(stage)
	if len(options) == 0 {
		return g.scores(rs, seats)
	}
	if rs.Vocabulary.Form == "marshalling" && g.chance(700) {
		a, b := g.rng.IntN(40), g.rng.IntN(40)
		if a != b {
			return fmt.Sprintf("%d-%d", a, b)
		}
	}
	if g.opts.Usual && g.chance(950) {
		options = usual(options)
	}
	// Draws are rare at a table: lists name them as often as wins.
	for range 8 {
		o := options[g.rng.IntN(len(options))]
		m := ledger.Match{Kind: o.Kind, N: uint8(seats), Result: o.Result, Seats: [4]int32{0, 1, 2, 3}}
		if rs.Winner(&m) >= 0 || g.chance(150) {
			return o.Value
		}
	}
	return options[0].Value
}

// usual returns the results that win a match by games, with no game drawn and none
// missing, or that share out all points of a match; if the game has other results, it
// returns all.
func usual(options []rules.ResultOption) []rules.ResultOption {
	most := int32(0)
	for _, o := range options {
		most = max(most, o.Result.V[0], o.Result.V[1])
	}
	full := slices.DeleteFunc(slices.Clone(options), func(o rules.ResultOption) bool {
		r := &o.Result
		switch r.Form {
		case ledger.Games:
			return r.V[2] != 0 || max(r.V[0], r.V[1]) != most || r.V[0] == r.V[1]
		case ledger.Points:
			return r.V[0]+r.V[1] != most
		case ledger.Unfinished, ledger.Scores, ledger.Places, ledger.Marshalling:
		}
		return true
	})
	if len(full) == 0 {
		return options
	}
	return full
}

// scores returns four table scores with the right sum.
func (g *Generator) scores(rs *rules.Ruleset, seats int) string {
	start, step := int64(25000), int64(100)
	if rs.Tables != nil {
		start = rs.Tables.Start
		if rs.Tables.Unit > 0 {
			step = rs.Tables.Unit
		}
	}
	text, left := "", start*int64(seats)
	for i := range seats {
		v := left
		if i < seats-1 {
			v = start + (g.rng.Int64N(300)-150)*step
			left -= v
		}
		if i > 0 {
			text += " "
		}
		text += fmt.Sprint(v)
	}
	return text
}
