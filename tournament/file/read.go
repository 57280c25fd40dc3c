package file

import (
	"encoding/hex"
	"math"
	"slices"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Read decodes a tournament file. load finds the ruleset by id (rules.Load, or
// the Load of a Library with a server's own). Errors are notices that hold the
// path of the place that is wrong.
func Read(data []byte, load func(id string) (*rules.Ruleset, error)) (*Tournament, error) {
	if len(data) > MaxBytes {
		return nil, notice.Err("file.large", "bytes", len(data), "most", MaxBytes)
	}
	top, err := parse(data)
	if err != nil {
		return nil, err
	}
	if inner := top.get("tournament"); inner != nil && top.kind == '{' {
		top = inner
	}
	r := &reader{t: &Tournament{Tags: []string{""}, Ledger: &ledger.Ledger{}}, index: map[string]int32{}, out: map[int32]int16{}, groups: map[*[]string]map[string]int16{}}
	if err := r.top(top, load); err != nil {
		return nil, err
	}
	return r.t, nil
}

type reader struct {
	t     *Tournament
	index map[string]int32 // player id -> index
	out   map[int32]int16  // player index -> elimination round that they lost

	groups map[*[]string]map[string]int16 // the numbers of the names of each list
}

func (r *reader) top(v *value, load func(string) (*rules.Ruleset, error)) error {
	if err := v.object("version", "name", "ruleset", "options", "stages", "format", "rounds_planned", "seed", "cut", "cut_seeds", "players", "apart", "rounds", "log"); err != nil {
		return err
	}
	for _, key := range []string{"version", "ruleset", "players"} {
		if v.get(key) == nil {
			return v.wrong("file.missing", "key", notice.Text(key))
		}
	}
	if n, err := v.get("version").integer(math.MinInt64, math.MaxInt64); err != nil {
		return err
	} else if n != 1 {
		return v.get("version").wrong("file.version", "version", n)
	}
	steps := []func() error{
		func() error { return r.rules(v, load) },
		func() error { return r.head(v) },
		func() error { return r.players(v.get("players")) },
		func() error { return r.apart(v.get("apart")) },
		func() error { return r.rounds(v.get("rounds")) },
		func() error { return r.cut(v.get("cut")) },
		func() error { return r.cutSeeds(v.get("cut_seeds")) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	if log := v.get("log"); log != nil {
		r.t.Log = slices.Clone(log.raw) // which says what was played
	} else {
		r.t.BringForward()
	}
	return nil
}

func (r *reader) rules(v *value, load func(string) (*rules.Ruleset, error)) error {
	id := v.get("ruleset")
	text, err := id.string(maxText)
	if err != nil {
		return err
	}
	rs, err := load(text)
	if err != nil {
		return id.because(err)
	}
	r.t.Ruleset = text
	if options := v.get("options"); options != nil {
		if options.kind != '{' {
			return options.wrong("file.object")
		}
		for _, item := range options.items {
			value, err := item.string(maxText)
			if err != nil {
				return err
			}
			if r.t.Options == nil {
				r.t.Options = map[string]string{}
			}
			r.t.Options[item.key] = value
		}
		if r.t.Options != nil {
			if rs, err = rs.With(r.t.Options); err != nil {
				return options.because(err)
			}
		}
	}
	r.t.Rules = rs
	for _, d := range rs.Divisions.List {
		r.t.Divisions = append(r.t.Divisions, d.Name)
	}
	return nil
}

func (r *reader) head(v *value) (err error) {
	if name := v.get("name"); name != nil {
		if r.t.Name, err = name.name(); err != nil {
			return err
		}
	}
	if format := v.get("format"); format != nil {
		i, err := format.word(formats())
		if err != nil {
			return err
		}
		r.t.Format = formats()[i]
	}
	if stages := v.get("stages"); stages != nil {
		text, err := stages.string(maxText)
		if err != nil {
			return err
		}
		if r.t.Stages, err = stage.Parse(text); err != nil {
			return stages.because(err)
		}
		if r.t.Format == "" {
			r.t.Format = r.t.Stages.Format()
		}
		if r.t.Format != r.t.Stages.Format() {
			return stages.wrong("file.stages_format", "format", notice.Text(r.t.Format))
		}
	}
	if planned := v.get("rounds_planned"); planned != nil {
		n, err := planned.integer(0, MaxRounds)
		if err != nil {
			return err
		}
		r.t.RoundsPlanned = int(n)
	}
	if seed := v.get("seed"); seed != nil {
		if r.t.Seed, err = seed.string(64); err != nil {
			return err
		}
		if b, err := hex.DecodeString(r.t.Seed); err != nil || len(b) != 32 {
			return seed.wrong("file.seed")
		}
		r.t.Seed = strings.ToLower(r.t.Seed)
	}
	return nil
}

func (r *reader) players(v *value) error {
	items, err := v.array(MaxPlayers)
	if err != nil {
		return err
	}
	for _, item := range items {
		if err := r.player(item); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) player(v *value) error {
	if err := v.object("id", "name", "division", "flight", "tag", "seed", "seat", "rating", "byes", "full_byes", "absent", "late_rounds", "dropped_after", "disqualified", "standin"); err != nil {
		return err
	}
	id := v.get("id")
	if id == nil {
		return v.wrong("file.missing", "key", notice.Text("id"))
	}
	p := Player{}
	var err error
	if p.ID, err = id.string(64); err != nil {
		return err
	}
	if p.ID == "" || strings.Trim(p.ID, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		return id.wrong("file.ident", "id", notice.Text(p.ID))
	}
	if _, taken := r.index[p.ID]; taken {
		return id.wrong("file.id_taken", "id", notice.Text(p.ID))
	}
	if name := v.get("name"); name != nil {
		if p.Name, err = name.name(); err != nil {
			return err
		}
		if name.tidy() != name {
			r.t.Notes = append(r.t.Notes, notice.New("file.cleaned", "id", notice.Text(p.ID), "name", notice.Text(p.Name)))
		}
	}
	lp := ledger.Player{DroppedAfter: ledger.Active}
	if lp.Division, err = r.group(v.get("division"), &r.t.Divisions, len(r.t.Rules.Divisions.List) > 0); err != nil {
		return err
	}
	if lp.Flight, err = r.group(v.get("flight"), &r.t.Flights, false); err != nil {
		return err
	}
	tag, err := r.group(v.get("tag"), &r.t.Tags, false)
	if err != nil {
		return err
	}
	lp.Tag = int32(tag)
	if err := r.playerNumbers(v, &lp); err != nil {
		return err
	}
	r.index[p.ID] = int32(len(r.t.Players))
	r.t.Players = append(r.t.Players, p)
	r.t.Ledger.Players = append(r.t.Ledger.Players, lp)
	return nil
}

func (r *reader) playerNumbers(v *value, lp *ledger.Player) error {
	for _, f := range []struct {
		key string
		lo  int64
		hi  int64
		set func(int64)
	}{
		{"seed", 0, 1 << 30, func(n int64) { lp.Seed = int32(n) }},
		{"seat", 0, 1 << 30, func(n int64) { lp.Seat = int32(n) }},
		{"rating", 0, 1 << 30, func(n int64) { lp.Rating = int32(n) }},
		{"late_rounds", 0, MaxRounds, func(n int64) { lp.LateRounds = int16(n) }},
		{"dropped_after", 0, MaxRounds, func(n int64) { lp.DroppedAfter = int16(n) }},
	} {
		if x := v.get(f.key); x != nil {
			n, err := x.integer(f.lo, f.hi)
			if err != nil {
				return err
			}
			f.set(n)
		}
	}
	for _, f := range []struct {
		key string
		to  *bool
	}{{"disqualified", &lp.Disqualified}, {"standin", &lp.StandIn}} {
		if x := v.get(f.key); x != nil {
			yes, err := x.boolean()
			if err != nil {
				return err
			}
			*f.to = yes
		}
	}
	return sitsOut(v, lp)
}

// sitsOut reads the rounds that a player sits out as known beforehand.
func sitsOut(v *value, lp *ledger.Player) error {
	for _, f := range []struct {
		key string
		to  *uint64
	}{{"byes", &lp.ByeRounds}, {"full_byes", &lp.FullRounds}, {"absent", &lp.AwayRounds}} {
		rounds := v.get(f.key)
		if rounds == nil {
			continue
		}
		items, err := rounds.array(63)
		if err != nil {
			return err
		}
		for _, item := range items {
			n, err := item.integer(1, 63)
			if err != nil {
				return err
			}
			if lp.SitsOut(int(n)) {
				return item.wrong("file.round_twice", "round", n)
			}
			*f.to |= 1 << uint(n)
		}
	}
	return nil
}

// group returns the number of a division, flight or tag; new names are added
// unless the ruleset fixes them. Players without one share the empty name.
// Flights may be numbers.
func (r *reader) group(v *value, names *[]string, fixed bool) (int16, error) {
	text := ""
	if v != nil {
		text = v.text
		if v.kind != 'n' {
			var err error
			if text, err = v.string(maxText); err != nil {
				return 0, err
			}
		}
	}
	numbers := r.groups[names]
	if numbers == nil {
		numbers = map[string]int16{}
		for i, name := range *names {
			numbers[name] = int16(i)
		}
		r.groups[names] = numbers
	}
	if n, ok := numbers[text]; ok {
		return n, nil
	}
	if fixed && text != "" {
		return 0, v.wrong("file.division", "name", notice.Text(text), "known", notice.Texts(*names))
	}
	n := int16(len(*names))
	*names, numbers[text] = append(*names, text), n
	return n, nil
}

func (r *reader) rounds(v *value) error {
	if v == nil {
		return nil
	}
	items, err := v.array(MaxRounds)
	if err != nil {
		return err
	}
	for i, item := range items {
		if err := r.round(item, i+1); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) round(v *value, number int) error {
	if err := v.object("number", "stage", "matches"); err != nil {
		return err
	}
	round := ledger.Round{Number: int16(number)}
	if n := v.get("number"); n == nil {
		return v.wrong("file.missing", "key", notice.Text("number"))
	} else if got, err := n.integer(1, MaxRounds); err != nil {
		return err
	} else if int(got) != number {
		return n.wrong("file.order", "got", got, "number", number)
	}
	if stage := v.get("stage"); stage != nil {
		i, err := stage.word(stageNames())
		if err != nil {
			return err
		}
		round.Stage = ledger.Stage(i)
	}
	seated := make([]bool, len(r.t.Players))
	if matches := v.get("matches"); matches != nil {
		items, err := matches.array(MaxPlayers)
		if err != nil {
			return err
		}
		for i, item := range items {
			m, err := r.match(item, &round, i, seated)
			if err != nil {
				return err
			}
			round.Matches = append(round.Matches, m)
		}
	}
	for p := range r.t.Ledger.Players {
		lp := &r.t.Ledger.Players[p]
		if number <= int(lp.LateRounds) && !seated[p] && !lp.Out(number) {
			round.Matches = append(round.Matches, ledger.Match{
				Kind: ledger.AssignedLoss, N: 1, Seats: [4]int32{int32(p), ledger.None, ledger.None, ledger.None},
			})
		}
	}
	if err := r.fits(v, &round); err != nil {
		return err
	}
	r.t.Ledger.Rounds = append(r.t.Ledger.Rounds, round)
	return nil
}

func (r *reader) match(v *value, round *ledger.Round, index int, seated []bool) (ledger.Match, error) {
	m := ledger.Match{Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
	if err := v.object("table", "players", "kind", "games", "scores", "places", "mp", "by", "points", "sides", "winner", "penalties", "reported", "against"); err != nil {
		return m, err
	}
	kind := v.get("kind")
	if kind == nil {
		return m, v.wrong("file.missing", "key", notice.Text("kind"))
	}
	k, err := kind.word(kindNames())
	if err != nil {
		return m, err
	}
	m.Kind = ledger.Kind(k)
	if table := v.get("table"); table != nil {
		n, err := table.integer(0, math.MaxInt16)
		if err != nil {
			return m, err
		}
		m.Table = int16(n)
	}
	if err := r.seats(v, &m, round, seated); err != nil {
		return m, err
	}
	if err := r.result(v, &m); err != nil {
		return m, err
	}
	if err := r.against(v.get("against"), &m); err != nil {
		return m, err
	}
	if err := r.checkResult(v, round.Stage, &m); err != nil {
		return m, err
	}
	if reported := v.get("reported"); reported != nil {
		yes, err := reported.boolean()
		if err != nil {
			return m, err
		}
		if yes {
			if m.Kind != ledger.Played || m.Result.Form == ledger.Unfinished {
				return m, reported.wrong("file.pending")
			}
			r.t.Pending = append(r.t.Pending, Pending{Round: int(round.Number), Match: index, Result: m.Result})
			m.Result = ledger.Result{}
		}
	}
	return m, nil
}

func (r *reader) seats(v *value, m *ledger.Match, in *ledger.Round, seated []bool) error {
	round := int(in.Number)
	players := v.get("players")
	if players == nil {
		return v.wrong("file.missing", "key", notice.Text("players"))
	}
	items, err := players.array(4)
	if err != nil {
		return err
	}
	lo, hi := r.t.Rules.Seats.Min, r.t.Rules.Seats.Max
	if m.Kind == ledger.Bye || m.Kind == ledger.AssignedLoss || m.Kind == ledger.Elsewhere {
		lo, hi = 1, 1
	}
	if len(items) < lo || len(items) > hi {
		if lo == hi {
			return players.wrong("file.players", "n", lo, "got", len(items))
		}
		return players.wrong("file.players_range", "least", lo, "most", hi, "got", len(items))
	}
	m.N = uint8(len(items))
	for i, item := range items {
		id, err := item.string(64)
		if err != nil {
			return err
		}
		p, ok := r.index[id]
		if !ok {
			return item.wrong("file.nobody", "player", notice.Text(id))
		}
		if seated[p] {
			return item.wrong("file.seated", "player", notice.Text(id), "round", round)
		}
		seated[p] = true
		switch lp := &r.t.Ledger.Players[p]; {
		case lp.DroppedAfter != ledger.Active && round > int(lp.DroppedAfter):
			return item.wrong("file.left", "player", notice.Text(id), "last", lp.DroppedAfter, "round", round)
		case round <= int(lp.LateRounds) && m.Kind != ledger.AssignedLoss:
			return item.wrong("file.late", "player", notice.Text(id), "n", lp.LateRounds, "round", round)
		case playsAwardedBye(lp, in, m):
			return item.wrong("file.has_bye", "player", notice.Text(id), "round", round)
		}
		m.Seats[i] = p
	}
	return nil
}

// against reads the player met in a round elsewhere.
func (r *reader) against(v *value, m *ledger.Match) error {
	if v == nil {
		return nil
	}
	if m.Kind != ledger.Elsewhere {
		return v.wrong("file.elsewhere")
	}
	id, err := v.string(64)
	if err != nil {
		return err
	}
	p, ok := r.index[id]
	if !ok || p == m.Seats[0] {
		return v.wrong("file.met", "player", notice.Text(id))
	}
	m.Seats[1] = p
	return nil
}

// result reads the one result of a match.
func (r *reader) result(v *value, m *ledger.Match) error {
	n := int(m.N)
	res := &m.Result
	for _, f := range []struct {
		key    string
		form   ledger.Form
		n      int
		lo, hi int64
	}{
		{"games", ledger.Games, 3, 0, 99},
		{"scores", ledger.Scores, n, -10_000_000, 10_000_000},
		{"places", ledger.Places, n, 1, 4},
		{"mp", ledger.Marshalling, 2, -999, 999},
		{"points", ledger.Points, 2, 0, 999},
	} {
		x := v.get(f.key)
		if x == nil {
			continue
		}
		if res.Form != ledger.Unfinished {
			return x.wrong("file.one_result")
		}
		values, err := x.integers(f.n, f.lo, f.hi)
		if err != nil {
			return err
		}
		res.Form, res.V = f.form, values
	}
	if by := v.get("by"); by != nil {
		i, err := by.word(byNames())
		if err != nil {
			return err
		}
		if res.Form == ledger.Unfinished {
			res.Form = ledger.Marshalling
		}
		if res.Form != ledger.Marshalling {
			return by.wrong("file.mp")
		}
		res.By = ledger.By(i)
	}
	if winner := v.get("winner"); winner != nil {
		w, err := winner.integer(0, int64(n)-1)
		if err != nil {
			return err
		}
		if res.Form == ledger.Unfinished {
			return winner.wrong("file.winner")
		}
		res.HasWinner, res.Winner = true, int8(w)
	}
	if err := r.sides(v.get("sides"), res); err != nil {
		return err
	}
	return penalties(v.get("penalties"), n, res)
}

func (r *reader) sides(v *value, res *ledger.Result) error {
	if v == nil {
		return nil
	}
	items, err := v.array(2)
	if err != nil {
		return err
	}
	names := r.t.Rules.Seats.Sides
	if len(names) != 2 || res.Form == ledger.Unfinished {
		return v.wrong("file.sides")
	}
	if len(items) != 2 {
		return v.wrong("file.two_sides", "got", len(items))
	}
	first, err := items[0].word(names)
	if err != nil {
		return err
	}
	second, err := items[1].word(names)
	if err != nil {
		return err
	}
	if first == second {
		return v.wrong("file.same_side", "name", notice.Text(names[first]))
	}
	if first == 0 {
		res.Sides = 1
	}
	return nil
}

// penalties are result points with up to three decimals.
func penalties(v *value, n int, res *ledger.Result) error {
	if v == nil {
		return nil
	}
	items, err := v.array(4)
	if err != nil {
		return err
	}
	if len(items) != n || res.Form == ledger.Unfinished {
		return v.wrong("file.penalties", "n", n)
	}
	for i, item := range items {
		points, err := fraction.Parse(item.text)
		if item.kind != 'n' || err != nil {
			return item.wrong("file.penalty_number")
		}
		thousandths, den, ok := points.Mul(fraction.Int(1000)).Parts()
		if !ok || den != 1 || thousandths < 0 || thousandths > 1_000_000 {
			return item.wrong("file.penalty", "value", notice.Text(item.text))
		}
		res.Penalties[i] = int32(thousandths)
	}
	return nil
}

// checkResult holds the result against kind and ruleset.
func (r *reader) checkResult(v *value, stage ledger.Stage, m *ledger.Match) error {
	has := m.Result.Form != ledger.Unfinished
	name := notice.Text(kindNames()[m.Kind])
	switch m.Kind {
	case ledger.Bye, ledger.AssignedLoss, ledger.Forfeit:
		if has {
			return v.wrong("file.kind_decides", "kind", name)
		}
		return nil
	case ledger.Elsewhere:
		if stage != ledger.Swiss || has && m.Result.Form != ledger.Games || m.Result.HasWinner {
			return v.wrong("file.kind_elsewhere", "kind", name)
		}
		return nil
	case ledger.DoubleLoss:
		if rules.IsElimination(stage) && m.N == 2 {
			return v.wrong("file.kind_no_winner", "kind", name)
		}
		if has && (m.Result.Form != ledger.Games || m.Result.HasWinner) {
			return v.wrong("file.kind_games", "kind", name)
		}
		return nil
	case ledger.IntentionalDraw:
		if rules.IsElimination(stage) {
			return v.wrong("file.kind_elimination", "kind", name)
		}
		if has && (m.Result.HasWinner || m.Result.Form != r.t.Rules.IDResult().Form || m.N == 2 && m.Result.V[0] != m.Result.V[1]) {
			return v.wrong("file.kind_level", "kind", name)
		}
		return nil
	case ledger.Played:
	}
	if err := r.how(v, &m.Result); err != nil {
		return err
	}
	if err := r.t.Rules.CheckResult(stage, m); err != nil {
		return v.because(err)
	}
	return r.decides(v.get("winner"), stage, m)
}

// how refuses level marshalling points without a word on how the game was
// decided, in the keys of the file.
func (r *reader) how(v *value, res *ledger.Result) error {
	margin := r.t.Rules.Scoring.Margin
	switch a, b := max(res.V[0], 0), max(res.V[1], 0); {
	case res.Form != ledger.Marshalling || margin != nil && margin.Scenario:
	case res.By == ledger.ByPoints && a == b:
		return v.wrong("file.level", "first", a, "second", b)
	case res.By != ledger.ByPoints && res.By != ledger.ByTie && !res.HasWinner:
		return v.get("by").wrong("file.needs_winner", "by", notice.Text(byNames()[res.By]))
	}
	return nil
}

// decides checks a winner against the result. The winner decides what the result leaves
// open in elimination, and a game of MECCG that is not decided by points. A winner that
// follows from the result is left out.
func (r *reader) decides(winner *value, stage ledger.Stage, m *ledger.Match) error {
	if winner == nil || m.Result.By != ledger.ByPoints {
		return nil
	}
	stated := int(m.Result.Winner)
	plain := *m
	plain.Result.HasWinner, plain.Result.Winner = false, 0
	switch won := r.t.Rules.Winner(&plain); {
	case won == stated:
		m.Result = plain.Result
	case won != ledger.None:
		return winner.wrong("file.other_won", "won", won, "said", stated)
	case !rules.IsElimination(stage):
		return winner.wrong("file.draw")
	}
	return nil
}

func (r *reader) cut(v *value) error {
	if v == nil {
		return nil
	}
	c := &r.t.Cut
	if v.kind == 'n' {
		n, err := v.integer(0, MaxPlayers)
		if err != nil {
			return err
		}
		c.Top = int(n)
	} else if err := r.cutObject(v, c); err != nil {
		return err
	}
	field := 0
	for _, p := range r.t.Ledger.Players {
		if !p.StandIn {
			field++
		}
	}
	if c.Top > field {
		return v.wrong("file.cut_larger", "size", c.Top, "n", field)
	}
	if largest := r.largestFlight(); c.PerFlight > largest {
		return v.wrong("file.cut_flight", "size", c.PerFlight, "n", largest)
	}
	sizes := map[string]int{}
	for _, p := range r.t.Ledger.Players {
		sizes[r.t.Divisions[p.Division]]++
	}
	for name, n := range c.PerDivision {
		if size := sizes[name]; n > size {
			return v.wrong("file.cut_division", "size", n, "n", size, "division", notice.Text(name))
		}
	}
	return nil
}

// cutSeeds reads who went on, best first.
func (r *reader) cutSeeds(v *value) error {
	if v == nil {
		return nil
	}
	items, err := v.array(MaxPlayers)
	if err != nil {
		return err
	}
	if len(items) < 2 {
		return v.wrong("file.seeds_few")
	}
	seeded := make([]bool, len(r.t.Players))
	for _, item := range items {
		id, err := item.string(64)
		if err != nil {
			return err
		}
		p, ok := r.index[id]
		switch {
		case !ok:
			return item.wrong("file.seed_nobody", "player", notice.Text(id))
		case seeded[p]:
			return item.wrong("file.seed_twice", "player", notice.Text(id))
		}
		seeded[p] = true
		r.t.CutSeeds = append(r.t.CutSeeds, p)
	}
	return nil
}

// largestFlight returns the number of players of the largest flight that has a name.
func (r *reader) largestFlight() int {
	sizes := make([]int, len(r.t.Flights))
	largest := 0
	for _, p := range r.t.Ledger.Players {
		if sizes[p.Flight]++; r.t.Flights[p.Flight] != "" {
			largest = max(largest, sizes[p.Flight])
		}
	}
	return largest
}

func (r *reader) cutObject(v *value, c *rules.Cut) error {
	if v.kind != '{' {
		return v.wrong("file.cut")
	}
	if err := v.object("top", "points", "equal_points", "max", "per_division", "per_flight", "lock"); err != nil {
		return err
	}
	for _, f := range []struct {
		key string
		to  *int
	}{{"top", &c.Top}, {"points", &c.Points}, {"max", &c.Max}, {"per_flight", &c.PerFlight}, {"lock", &c.Lock}} {
		if x := v.get(f.key); x != nil {
			n, err := x.integer(1, 1_000_000)
			if err != nil {
				return err
			}
			*f.to = int(n)
		}
	}
	if x := v.get("equal_points"); x != nil {
		yes, err := x.boolean()
		if err != nil {
			return err
		}
		c.EqualPoints = yes
	}
	if x := v.get("per_division"); x != nil {
		if x.kind != '{' {
			return x.wrong("file.object")
		}
		c.PerDivision = map[string]int{}
		known := map[string]bool{}
		for _, name := range r.t.Divisions {
			known[name] = true
		}
		for _, item := range x.items {
			n, err := item.integer(0, MaxPlayers)
			if err != nil {
				return err
			}
			if !known[item.key] {
				return item.wrong("file.no_division", "name", notice.Text(item.key))
			}
			c.PerDivision[item.key] = int(n)
		}
	}
	switch {
	case c.IsZero():
		return v.wrong("file.cut_empty")
	case c.EqualPoints && c.Top == 0, c.Max > 0 && !c.EqualPoints, c.Max > 0 && c.Max < c.Top:
		return v.wrong("file.cut_equal")
	case c.PerFlight > 0 && (c.Top > 0 || c.Points > 0), len(c.PerDivision) > 0 && (c.Top > 0 || c.Points > 0 || c.PerFlight > 0):
		return v.wrong("file.cut_alone")
	case c.Lock > 0 && (c.Top == 0 || c.Points > 0 || c.EqualPoints):
		return v.wrong("file.cut_lock")
	}
	return nil
}
