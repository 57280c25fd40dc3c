package rehearse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// realEvent replays a tournament file: its players, its published pairings, its results
// and its cut. Matches of the cut whose result is in the file end as they did; the
// others, as in most published events, get a random winner.
type realEvent struct {
	file   *file.Tournament
	rounds int        // Swiss rounds
	top    int        // players in the cut; 0 for no cut
	names  []string   // of the players by index, without duplicates
	expect []expected // the published standings; may be empty

	exported []byte // the result of /tournament export at the end
}

// expected has the published values of a player.
type expected struct {
	player int // index
	values map[string]float64
}

// tolerance is how far a published value may differ from ours: half a unit of the sixth
// or seventh digit.
const tolerance = 2e-6

// readEvent reads a tournament file and the published standings in its key "expect".
// Errors are sentences.
func readEvent(path string) (*realEvent, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the event cannot be read: %w", err)
	}
	return parseEvent(path, data)
}

// parseEvent parses a tournament file with this name.
func parseEvent(path string, data []byte) (*realEvent, error) {
	f, err := file.Read(data, rules.Load)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	e := &realEvent{file: f, names: uniqueNames(f.Players)}
	for e.rounds < len(f.Ledger.Rounds) && f.Ledger.Rounds[e.rounds].Stage == ledger.Swiss {
		e.rounds++
	}
	switch {
	case e.rounds == 0:
		return nil, fmt.Errorf("%s has no Swiss rounds to play", path)
	case f.Format != "" && f.Format != "swiss":
		return nil, fmt.Errorf("%s is an event of the format %s; only Swiss events are played again", path, f.Format)
	}
	e.top = e.places()
	var beside struct {
		Expect []map[string]any `json:"expect"`
	}
	if err := json.Unmarshal(data, &beside); err != nil {
		return nil, fmt.Errorf("%s: the published standings under \"expect\" cannot be read: %w", path, err)
	}
	for _, row := range beside.Expect {
		x := expected{player: -1, values: map[string]float64{}}
		for key, v := range row {
			switch v := v.(type) {
			case float64:
				x.values[key] = v
			case string:
				if key == "player" {
					x.player = f.Index(v)
				}
			}
		}
		if x.player < 0 {
			return nil, fmt.Errorf("%s: \"expect\" names the player %v, whom the event does not have", path, row["player"])
		}
		e.expect = append(e.expect, x)
	}
	return e, nil
}

// places returns how many players advance from the Swiss rounds: what the file says, else
// the number of players in the rounds after them. It returns 0 if these include other
// rounds than elimination.
func (e *realEvent) places() int {
	if e.file.Cut.IsTop() {
		return e.file.Cut.Top
	}
	in := map[int32]bool{}
	for _, r := range e.file.Ledger.Rounds[e.rounds:] {
		for _, m := range r.Matches {
			for _, seat := range m.Players() {
				in[seat] = r.Stage == ledger.Elimination
			}
		}
	}
	n := len(in)
	for _, plays := range in {
		if !plays {
			return 0 // other kinds of rounds, which are not replayed
		}
	}
	return n
}

// uniqueNames returns a unique valid name for each player: the player's own, else the id.
func uniqueNames(players []file.Player) []string {
	count := map[string]int{}
	for _, p := range players {
		count[strings.ToLower(p.Name)]++
	}
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = p.Name
		if p.Name == "" || count[strings.ToLower(p.Name)] > 1 || utf8.RuneCountInString(p.Name) > tournament.MaxPersonal || strings.ContainsAny(p.Name, "|\t#\n") {
			names[i] = p.ID
			if len(p.ID) > tournament.MaxPersonal {
				names[i] = fmt.Sprintf("Player %d", i+1)
			}
		}
	}
	return names
}

func (e *realEvent) people() []string { return e.names }

func (e *realEvent) settings() (localdiscord.Options, map[string]string) {
	name := e.file.Name
	if name == "" {
		name = "Rehearsed event"
	}
	if r := []rune(name); len(r) > tournament.MaxNameLen {
		name = string(r[:tournament.MaxNameLen])
	}
	create := localdiscord.Options{"name": name, "ruleset": e.file.Ruleset, "rounds": e.rounds, "cut": e.top}
	set := map[string]string{"late_until": fmt.Sprint(max(e.rounds-1, 1))}
	for name, value := range e.file.Options {
		set["option."+name] = value
	}
	return create, set
}

// perform registers the players, plays every round as published, then the cut, and
// finishes.
func (e *realEvent) perform(ctx context.Context, p *play) error {
	steps := []func(*tournament.Snapshot) []histories.Step{
		once(p, func(s *tournament.State) bool { return s.Phase == tournament.Draft }, &command.OpenRegistration{}),
		func(snap *tournament.Snapshot) []histories.Step { return e.arrivals(p, snap, 0) },
		func(snap *tournament.Snapshot) []histories.Step { return e.start(p, snap) },
	}
	for _, step := range steps {
		if err := p.until(ctx, step); err != nil {
			return err
		}
	}
	for r := 1; r <= e.rounds; r++ {
		if err := e.round(ctx, p, r); err != nil {
			return fmt.Errorf("round %d: %w", r, err)
		}
	}
	if err := p.until(ctx, func(snap *tournament.Snapshot) []histories.Step { return e.roster(p, snap, e.rounds+1) }); err != nil {
		return err
	}
	if e.top > 0 {
		if err := e.cut(ctx, p); err != nil {
			return err
		}
	}
	if err := p.until(ctx, once(p, func(s *tournament.State) bool { return s.Phase < tournament.Finished }, &command.Finish{})); err != nil {
		return err
	}
	return e.export(ctx, p)
}

// cut makes the cut and plays the bracket until it has a winner.
func (e *realEvent) cut(ctx context.Context, p *play) error {
	if err := p.until(ctx, once(p, func(s *tournament.State) bool { return s.Elimination() == nil }, &command.MakeCut{})); err != nil {
		return err
	}
	for {
		snap, err := p.truth(ctx)
		if err != nil {
			return err
		}
		if _, tree, err := snap.State.Bracket(); err != nil || tree.Champion != 0 && len(tree.Ready) == 0 {
			return err
		}
		r := len(snap.State.Rounds) + 1
		if err := e.play(ctx, p, r, func(*tournament.Snapshot) [][]int { return nil }); err != nil {
			return fmt.Errorf("round %d: %w", r, err)
		}
	}
}

// start returns the steps to start the event: the organiser's, and those of the players
// who mix the draw.
func (e *realEvent) start(p *play, snap *tournament.Snapshot) []histories.Step {
	s := snap.State
	if s.Phase >= tournament.Running {
		return nil
	}
	var out []histories.Step
	for i, n := range e.numbers(snap) {
		if s.Waits() && n > 0 && !guest(i) && len(out) < s.MixersNeeded()-len(s.Mixing.By) && !slices.Contains(s.Mixing.By, n) {
			out = append(out, histories.Step{Actor: tournament.Actor{User: snap.User(n), Name: snap.Name(n)}, Player: n, Command: &command.Mix{Player: n}})
		}
	}
	if len(out) == 0 {
		out = append(out, p.organiser(&command.Start{KeepAll: true}))
	}
	return out
}

// until lets people take the steps that next returns, reading the event again each time,
// until there are none.
func (p *play) until(ctx context.Context, next func(*tournament.Snapshot) []histories.Step) error {
	seen, still := int64(-1), 0
	for {
		most, err := p.await(ctx)
		if err != nil {
			return err
		}
		snap, err := p.truth(ctx)
		if err != nil {
			return err
		}
		batch := next(snap)
		if len(batch) == 0 {
			return nil
		}
		if still++; snap.State.Seq != seen {
			seen, still = snap.State.Seq, 0
		}
		if still > patience && p.pacer == nil {
			return p.stuck(seen)
		}
		if p.pacer != nil {
			ours := slices.DeleteFunc(slices.Clone(batch), func(s histories.Step) bool { return p.skipped(s.Actor.User) })
			if len(ours) == 0 {
				if err := p.pacer.idle(ctx, snap, batch); err != nil {
					return err
				}
				continue
			}
			batch = ours[:min(most, len(ours))]
		}
		if err := p.bot.died(); err != nil {
			return err
		}
		if _, err := p.carryOutAll(ctx, snap, batch); err != nil {
			return err
		}
		if err := p.settle(ctx); err != nil {
			return err
		}
	}
}

// organiser returns a step of the organiser.
func (p *play) organiser(c command.Command) histories.Step {
	return histories.Step{Actor: tournament.Actor{User: p.venue.organiser.ID(), Name: p.venue.organiser.Name()}, Command: c}
}

// once returns the organiser's command while needed reports true, then no step.
func once(p *play, needed func(*tournament.State) bool, c command.Command) func(*tournament.Snapshot) []histories.Step {
	return func(snap *tournament.Snapshot) []histories.Step {
		if !needed(snap.State) {
			return nil
		}
		return []histories.Step{p.organiser(c)}
	}
}

// guest reports whether a player is entered by the organiser without an account: every
// tenth.
func guest(i int) bool { return i%10 == 9 }

// user returns the Discord id of a player; "" for a guest.
func (e *realEvent) user(p *play, i int) string {
	if guest(i) {
		return ""
	}
	return p.venue.players[i].ID()
}

// numbers returns the bot's player number of each player of the file; 0 if there is none.
func (e *realEvent) numbers(snap *tournament.Snapshot) []int {
	byName := map[string]int{}
	for n := 1; n <= len(snap.State.Players); n++ {
		if snap.State.Players.At(n).Status == tournament.Registered {
			byName[snap.Name(n)] = n
		}
	}
	out := make([]int, len(e.names))
	for i, name := range e.names {
		out[i] = byName[name]
	}
	return out
}

// arrivals returns the joins of the missing players who enter in round r; 0 means those
// who are there from the start.
func (e *realEvent) arrivals(p *play, snap *tournament.Snapshot, r int) []histories.Step {
	var out []histories.Step
	for i, n := range e.numbers(snap) {
		if l := &e.file.Ledger.Players[i]; n > 0 || l.Absent || int(l.LateRounds) != r {
			continue
		}
		join := &command.Join{User: e.user(p, i), Name: e.names[i]}
		step := histories.Step{Actor: tournament.Actor{User: join.User, Name: e.names[i]}, Command: join}
		if join.User == "" {
			join.ByOrganiser = true
			step = p.organiser(join)
		}
		out = append(out, step)
	}
	return out
}

// plays reports whether a player of the file is paired in round r, including a bye.
// stands reports whether the round includes them at all, even with an assigned loss.
func (e *realEvent) plays(i, r int) (plays, stands bool) {
	for _, m := range e.file.Ledger.Rounds.At(r).Matches {
		if m.Seat(int32(i)) >= 0 {
			return m.Kind != ledger.AssignedLoss, true
		}
	}
	return false, false
}

// out reports whether a player of the file has left before round r: the file says so, or
// they are in no round from r on.
func (e *realEvent) out(i, r int) bool {
	if l := &e.file.Ledger.Players[i]; l.DroppedAfter != ledger.Active {
		return r > int(l.DroppedAfter)
	}
	for ; r <= e.rounds; r++ {
		if _, stands := e.plays(i, r); stands {
			return false
		}
	}
	_, stands := e.plays(i, e.rounds)
	return !stands
}

// misses reports whether a player of the file is in the event in round r but not paired.
func (e *realEvent) misses(i, r int) bool {
	if r > e.rounds || e.out(i, r) {
		return false
	}
	plays, _ := e.plays(i, r)
	return !plays
}

// roster returns the drops and returns before round r is paired. A player who misses a
// round drops for it; the round counts as lost after the return.
func (e *realEvent) roster(p *play, snap *tournament.Snapshot, r int) []histories.Step {
	var out []histories.Step
	for i, n := range e.numbers(snap) {
		if n == 0 {
			continue
		}
		here := snap.State.Players.At(n)
		gone := here.DroppedAfter != ledger.Active
		switch {
		case gone && r > 1 && e.misses(i, r-1) && !e.out(i, r-1) && snap.State.MatchOf(r-1, n) == 0:
			out = append(out, p.organiser(&command.Reinstate{Player: n}))
		case !gone && (e.out(i, r) || e.misses(i, r)):
			step := histories.Step{Actor: tournament.Actor{User: snap.User(n), Name: snap.Name(n)}, Player: n, Command: &command.Drop{Player: n}}
			if snap.User(n) == "" || i%4 == 0 {
				step = p.organiser(&command.Remove{Player: n})
			}
			out = append(out, step)
		case r > e.rounds && e.file.Ledger.Players[i].Disqualified && !here.Disqualified:
			out = append(out, p.organiser(&command.Disqualify{Player: n}))
		}
	}
	return out
}

// round plays round r: the roster changes, the pairings as a file, the results.
func (e *realEvent) round(ctx context.Context, p *play, r int) error {
	err := p.until(ctx, func(snap *tournament.Snapshot) []histories.Step { return e.roster(p, snap, r) })
	if err != nil {
		return err
	}
	return e.play(ctx, p, r, func(snap *tournament.Snapshot) [][]int { return e.pairings(snap, r) })
}

// play pairs round r, starts it, and reports its results. forced returns its tables; it
// is nil if a bracket determines them.
func (e *realEvent) play(ctx context.Context, p *play, r int, forced func(*tournament.Snapshot) [][]int) error {
	paired := func(s *tournament.State) bool { return len(s.Rounds) >= r }
	steps := []func(*tournament.Snapshot) []histories.Step{
		func(snap *tournament.Snapshot) []histories.Step {
			if paired(snap.State) {
				return nil
			}
			tables := forced(snap) // the start pairs the first round, but not as in the file
			if snap.State.Preview != nil && !slices.ContainsFunc(tables, func(t []int) bool { return !previewed(snap.State, t) }) {
				return nil
			}
			return []histories.Step{p.organiser(&command.Pair{Forced: tables})}
		},
		once(p, func(s *tournament.State) bool { return !paired(s) }, &command.Publish{}),
		once(p, func(s *tournament.State) bool { return s.Rounds.At(r).Status == tournament.Published }, &command.StartRound{}),
		func(snap *tournament.Snapshot) []histories.Step { return e.arrivals(p, snap, r) },
	}
	for _, step := range steps {
		if err := p.until(ctx, step); err != nil {
			return err
		}
	}
	var bad error
	err := p.until(ctx, func(snap *tournament.Snapshot) []histories.Step {
		var out []histories.Step
		out, bad = e.results(p, snap, r)
		return out
	})
	return errors.Join(err, bad)
}

// previewed reports whether the preview seats these players at one table.
func previewed(s *tournament.State, table []int) bool {
	return slices.ContainsFunc(s.PreviewMatches, func(m ledger.Match) bool {
		return len(m.Players()) == len(table) && !slices.ContainsFunc(table, func(n int) bool { return m.Seat(int32(n-1)) < 0 })
	})
}

// pairings returns the tables of round r with the bot's player numbers.
func (e *realEvent) pairings(snap *tournament.Snapshot, r int) [][]int {
	numbers := e.numbers(snap)
	var out [][]int
	for _, m := range e.file.Ledger.Rounds.At(r).Matches {
		if m.Kind == ledger.AssignedLoss {
			continue
		}
		var table []int
		for _, seat := range m.Players() {
			table = append(table, numbers[seat])
		}
		out = append(out, table)
	}
	return out
}

// results returns the remaining steps of players and organiser in round r. It returns an
// error for a result that cannot be reported.
func (e *realEvent) results(p *play, snap *tournament.Snapshot, r int) ([]histories.Step, error) {
	index := make(numbered.List[int32], len(snap.State.Players))
	for i, n := range e.numbers(snap) {
		if n > 0 {
			*index.At(n) = int32(i)
		}
	}
	played := map[int32]*ledger.Match{} // by each of its players
	for _, round := range e.file.Ledger.Rounds {
		if int(round.Number) != r {
			continue
		}
		for i := range round.Matches {
			for _, seat := range round.Matches[i].Players() {
				played[seat] = &round.Matches[i]
			}
		}
	}
	var out []histories.Step
	for _, number := range snap.State.Blocking(r) {
		match, l := snap.State.Match(r, number)
		was := played[index[l.Seats[0]]]
		if r > e.rounds && len(played) == 0 {
			was = e.imagined(p, snap.State.Rules, match.Part, l, index)
		}
		if was == nil || was.N != l.N || was.Result.Form == ledger.Unfinished && was.Kind == ledger.Played {
			return nil, fmt.Errorf("the file has no result for the match of %s", snap.Name(int(l.Seats[0])+1))
		}
		turned, ok := seatedAs(was, l, index)
		if !ok {
			return nil, fmt.Errorf("the bot does not let %s meet whom the file says", snap.Name(int(l.Seats[0])+1))
		}
		if was.Kind == ledger.Forfeit {
			out = append(out, p.organiser(&command.Correct{Round: r, Match: number, Kind: ledger.Forfeit, Second: turned.Seats != was.Seats}))
			continue
		}
		step, err := e.say(p, snap, r, number, match, turned)
		if err != nil {
			return nil, err
		}
		out = append(out, step)
	}
	return out, nil
}

// imagined returns a result with a random winner for a match of the cut without a result
// in the file. It returns nil in a game without a list of results.
func (e *realEvent) imagined(p *play, rs *rules.Ruleset, part ledger.Stage, l *ledger.Match, index []int32) *ledger.Match {
	options := slices.DeleteFunc(slices.Clone(rs.Results(part)), func(o rules.ResultOption) bool {
		m := *l
		m.Kind, m.Result = o.Kind, o.Result
		return o.Kind != ledger.Played || rs.Winner(&m) < 0
	})
	if len(options) == 0 {
		return nil
	}
	m := *l
	m.Kind, m.Result = ledger.Played, options[p.intN(len(options))].Result
	for i, seat := range l.Players() {
		m.Seats[i] = index[seat]
	}
	return &m
}

// seatedAs returns a match of the file with its players in the bot's seats, which may
// give them other sides; the result is adjusted.
func seatedAs(was, l *ledger.Match, index []int32) (*ledger.Match, bool) {
	m := *was
	for i, seat := range l.Players() {
		from := was.Seat(index[seat])
		if from < 0 {
			return nil, false
		}
		m.Seats[i], m.Result.V[i] = was.Seats[from], was.Result.V[from]
		if was.Result.HasWinner && int(was.Result.Winner) == from {
			m.Result.Winner = int8(i)
		}
	}
	return &m, true
}

// say returns the next step of a match that ended as was: a player reports, the opponent
// confirms; the organiser enters results that are not in the list and those of guests.
func (e *realEvent) say(p *play, snap *tournament.Snapshot, r, number int, match *tournament.Match, was *ledger.Match) (histories.Step, error) {
	_, l := snap.State.Match(r, number)
	rule := &command.Correct{Round: r, Match: number}
	if was.Kind == ledger.DoubleLoss {
		rule.Kind = was.Kind
		return p.organiser(rule), nil
	}
	seat := p.intN(int(l.N))
	var text string
	if match.Report != nil {
		seat = 1 - l.Seat(int32(match.Report.Player-1))
	} else {
		text = resultText(snap.State.Rules, match.Part, was, seat)
	}
	rule.Text = resultText(snap.State.Rules, match.Part, was, 0)
	if rule.Text == "" {
		return histories.Step{}, fmt.Errorf("table %d: the result %v of the file cannot be told to the bot", l.Table, was.Result.V[:3])
	}
	listed := slices.ContainsFunc(snap.State.Rules.Results(match.Part), func(o rules.ResultOption) bool { return o.Value == text })
	n := int(l.Seats[max(seat, 0)]) + 1
	user := snap.User(n)
	switch {
	case match.Disputed, l.N > 2, user == "":
		return p.organiser(rule), nil
	case match.Report != nil:
		return histories.Step{Actor: tournament.Actor{User: user, Name: snap.Name(n)}, Player: n, Command: &command.ConfirmReport{Player: n}}, nil
	case !listed:
		return p.organiser(rule), nil
	}
	return histories.Step{Actor: tournament.Actor{User: user, Name: snap.Name(n)}, Player: n, Command: &command.ReportResult{Player: n, Text: text}}, nil
}

// resultText returns a text for a result from the side of a seat that the ruleset parses
// as exactly that result; "" if there is none.
func resultText(rs *rules.Ruleset, stage ledger.Stage, was *ledger.Match, seat int) string {
	a, b := was.Result.V[0], was.Result.V[1]
	if seat == 1 {
		a, b = b, a
	}
	for _, text := range []string{
		rs.FormatResult(*was, seat), fmt.Sprintf("%d-%d", a, b), fmt.Sprintf("%d-%d-%d", a, b, was.Result.V[2]), "draw", "id",
	} {
		kind, result, err := rs.ParseResult(stage, seat, int(was.N), text)
		// Sources often record an agreed draw as a played one; both count the same.
		agreed := kind == ledger.IntentionalDraw && was.Kind == ledger.Played
		if err == nil && result == was.Result && (kind == was.Kind || agreed) {
			return text
		}
	}
	return ""
}

// export lets the organiser export the event as a file.
func (e *realEvent) export(ctx context.Context, p *play) error {
	organiser := p.actors[p.venue.organiser.ID()]
	h, err := p.persistently(ctx, p.command(organiser, "tournament export", localdiscord.Options{"format": "json"}))
	if err != nil {
		return err
	}
	if h.answer.Message == nil || len(h.answer.Message.Attachments) != 1 {
		return fmt.Errorf("/tournament export gave no file: %s", h.text)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.answer.Message.Attachments[0].URL, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if e.exported, err = io.ReadAll(io.LimitReader(res.Body, file.MaxBytes)); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("the exported file cannot be fetched: %s", res.Status)
	}
	return nil
}

// check compares the standings with the published ones: the folded log's and those of the
// exported file. The cut is the one named in the file, else the best of the remaining
// players.
func (e *realEvent) check(snap *tournament.Snapshot) error {
	table, err := snap.State.Table(e.rounds)
	if err != nil {
		return err
	}
	byName := map[string]int32{}
	for n := range snap.State.Players {
		byName[snap.Name(n+1)] = int32(n)
	}
	if err := e.checkCut(snap, table, byName); err != nil {
		return err
	}
	if err := e.compare("the bot's standings", table, byName); err != nil {
		return err
	}
	f, err := file.Read(e.exported, rules.Load)
	if err != nil {
		return fmt.Errorf("the exported file cannot be read: %w", err)
	}
	table, err = standings.Compute(f.Ledger, f.Rules, standings.Options{After: e.rounds})
	if err != nil {
		return err
	}
	clear(byName)
	for i, p := range f.Players {
		byName[p.Name] = int32(i)
	}
	return e.compare("the standings of the exported file", table, byName)
}

func (e *realEvent) checkCut(snap *tournament.Snapshot, table *standings.Table, byName map[string]int32) error {
	if e.top == 0 {
		return nil
	}
	var want []int
	for _, seat := range e.file.CutSeeds {
		want = append(want, int(byName[e.names[seat]])+1)
	}
	for i := 0; i < len(table.Rows) && len(e.file.CutSeeds) == 0 && len(want) < e.top; i++ {
		if p := table.Rows[i].Player; !snap.State.Players[p].Out(e.rounds + 1) {
			want = append(want, int(p)+1)
		}
	}
	if st := snap.State.Elimination(); st == nil || !slices.Equal(st.Players, want) {
		return fmt.Errorf("the cut is not played by the players %v", want)
	}
	return nil
}

// compare returns an error about the first values that differ from the published ones.
func (e *realEvent) compare(what string, table *standings.Table, byName map[string]int32) error {
	var wrong []string
	for _, x := range e.expect {
		name := e.names[x.player]
		index, ok := byName[name]
		row := table.Row(index)
		if !ok || row == nil {
			wrong = append(wrong, name+" is missing")
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(x.values)) {
			got, known := row.Points, true
			if key != "points" {
				got, known = table.Value(row, column(key))
			}
			if !known || math.Abs(got.Float64()-x.values[key]) > tolerance {
				wrong = append(wrong, fmt.Sprintf("%s has %s %v, published is %v", name, key, got.Float64(), x.values[key]))
			}
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return fmt.Errorf("%s differ from the published ones in %d values: %s", what, len(wrong), strings.Join(wrong[:min(len(wrong), 5)], "; "))
}

// column returns package standings' name of a published value.
func column(key string) string {
	if key == "gw" {
		return "gwp"
	}
	return key
}
