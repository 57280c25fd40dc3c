package file

import (
	"encoding/hex"
	"slices"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/textfile"
)

// Read decodes a tournament file. load finds the ruleset by id (rules.Load, or
// the Load of a Library with a server's own). Errors are notices that hold the
// path of the place that is wrong.
func Read(data []byte, load func(id string) (*rules.Ruleset, error)) (*Tournament, error) {
	if len(data) > MaxBytes {
		return nil, notice.Err("file.large", "bytes", len(data), "most", MaxBytes)
	}
	data, err := textfile.Plain(data)
	if err != nil {
		return nil, err
	}
	var top eventKeys
	if err := jsonfile.Read(data, &top, jsonfile.Options{Strict: true, Inside: "tournament"}); err != nil {
		return nil, err
	}
	r := &reader{t: &Tournament{Tags: []string{""}, Ledger: &ledger.Ledger{}}, index: map[string]int32{}, out: map[int32]int16{}, groups: map[*[]string]map[string]int16{}}
	if err := r.top(&top, load); err != nil {
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

func (r *reader) top(v *eventKeys, load func(string) (*rules.Ruleset, error)) error {
	if v.Version != 1 {
		return v.At.Key("version").Wrong("file.version", "version", v.Version)
	}
	steps := []func() error{
		func() error { return r.rules(v, load) },
		func() error { return r.head(v) },
		func() error { return each(v.Players, r.player) },
		func() error { return each(v.Apart, r.apart) },
		func() error { return each(v.Rounds, r.round) },
		func() error { return r.cut(v.Cut) },
		func() error { return r.cutSeeds(v) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	if r.t.Log = v.Log; r.t.Log == nil { // a log says what was played
		r.t.BringForward()
	}
	return nil
}

// each calls read for each item of a list.
func each[T any](items []T, read func(*T) error) error {
	for i := range items {
		if err := read(&items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) rules(v *eventKeys, load func(string) (*rules.Ruleset, error)) error {
	rs, err := load(v.Ruleset)
	if err != nil {
		return v.At.Key("ruleset").Because(err)
	}
	r.t.Ruleset = v.Ruleset
	if len(v.Options) > 0 {
		if rs, err = rs.With(v.Options); err != nil {
			return v.At.Key("options").Because(err)
		}
		r.t.Options = v.Options
	}
	r.t.Rules = rs
	if err := r.crews(v); err != nil {
		return err
	}
	for _, d := range rs.Divisions.List {
		r.t.Divisions = append(r.t.Divisions, d.Name)
	}
	return nil
}

func (r *reader) head(v *eventKeys) (err error) {
	if r.t.Name, _, err = nameOf(&v.Name, maxText); err != nil {
		return err
	}
	if r.t.Question, _, err = nameOf(&v.Question, maxSaid); err != nil {
		return err
	}
	r.t.Invited = v.Invited
	if !v.Format.Missing() {
		i, err := v.Format.Word(formats())
		if err != nil {
			return err
		}
		r.t.Format = formats()[i]
	}
	if v.Stages != nil {
		at := v.At.Key("stages")
		if r.t.Stages, err = stage.Parse(*v.Stages); err != nil {
			return at.Because(err)
		}
		if r.t.Format == "" {
			r.t.Format = r.t.Stages.Format()
		}
		if r.t.Format != r.t.Stages.Format() {
			return at.Wrong("file.stages_format", "format", notice.Text(r.t.Format))
		}
	}
	named := map[string]bool{"": true}
	for i, name := range v.Divisions { // which take the place of the ruleset's
		if named[name] {
			return v.At.Key("divisions").Item(i).Wrong("file.seed_twice", "player", notice.Text(name))
		}
		named[name] = true
	}
	if len(v.Divisions) > 0 {
		r.t.Divisions = slices.Clone(v.Divisions)
	}
	r.t.RoundsPlanned = v.RoundsPlanned
	if v.Seed != nil {
		if b, err := hex.DecodeString(*v.Seed); err != nil || len(b) != 32 {
			return v.At.Key("seed").Wrong("file.seed")
		}
		r.t.Seed = strings.ToLower(*v.Seed)
	}
	return nil
}

// nameOf reads a name for people of at most so many bytes, and whether control characters
// were taken out of it: programs write names with tabs and line ends in them. A name without a visible
// character is empty.
func nameOf(v *jsonfile.Token, most int) (name string, cleaned bool, err error) {
	if v.Missing() {
		return "", false, nil
	}
	if cleaned = v.Kind == 's' && strings.ContainsFunc(v.Text, jsonfile.Control); cleaned {
		v.Text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if jsonfile.Control(r) {
				return ' '
			}
			return r
		}, v.Text)), " ")
	}
	text, err := v.String(most)
	if err != nil || names.Clean(text) == "" {
		return "", cleaned, err
	}
	return text, cleaned, nil
}

func (r *reader) player(v *playerKeys) error {
	id := v.At.Key("id")
	if v.ID == "" || strings.Trim(v.ID, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		return id.Wrong("file.ident", "id", notice.Text(v.ID))
	}
	if _, taken := r.index[v.ID]; taken {
		return id.Wrong("file.id_taken", "id", notice.Text(v.ID))
	}
	name, cleaned, err := nameOf(&v.Name, maxText)
	if err != nil {
		return err
	}
	if cleaned {
		r.t.Notes = append(r.t.Notes, notice.New("file.cleaned", "id", notice.Text(v.ID), "name", notice.Text(name)))
	}
	lp := ledger.Player{
		DroppedAfter: ledger.Active, Seed: v.Seed, Seat: v.Seat, Rating: v.Rating, LateRounds: v.LateRounds,
		Disqualified: v.Disqualified, StandIn: v.StandIn,
	}
	if v.DroppedAfter != nil {
		lp.DroppedAfter = *v.DroppedAfter
	}
	if lp.Division, err = r.group(&v.Division, &r.t.Divisions, len(r.t.Rules.Divisions.List) > 0); err != nil {
		return err
	}
	if lp.Flight, err = r.group(&v.Flight, &r.t.Flights, false); err != nil {
		return err
	}
	tag, err := r.group(&v.Tag, &r.t.Tags, false)
	if err != nil {
		return err
	}
	lp.Tag = int32(tag)
	if err := sitsOut(v, &lp); err != nil {
		return err
	}
	r.index[v.ID] = int32(len(r.t.Players))
	answer, _, err := nameOf(&v.Answer, maxSaid)
	if err != nil {
		return err
	}
	members, err := r.members(v, "members", v.Members)
	if err != nil {
		return err
	}
	former, err := r.members(v, "former", v.Former)
	if err != nil {
		return err
	}
	r.t.Players = append(r.t.Players, Player{ID: v.ID, Name: name, Answer: answer, Members: members, Former: former})
	r.t.Ledger.Players = append(r.t.Ledger.Players, lp)
	return nil
}

// sitsOut reads the rounds that a player sits out as known beforehand.
func sitsOut(v *playerKeys, lp *ledger.Player) error {
	for _, f := range []struct {
		key    string
		rounds []int
		to     *uint64
	}{{"byes", v.Byes, &lp.ByeRounds}, {"full_byes", v.FullByes, &lp.FullRounds}, {"absent", v.Absent, &lp.AwayRounds}} {
		for i, n := range f.rounds {
			if lp.SitsOut(n) {
				return v.At.Key(f.key).Item(i).Wrong("file.round_twice", "round", n)
			}
			*f.to |= 1 << uint(n)
		}
	}
	return nil
}

// group returns the number of a division, flight or tag; new names are added
// unless the ruleset fixes them. Players without one share the empty name.
// Flights may be numbers.
func (r *reader) group(v *jsonfile.Token, names *[]string, fixed bool) (int16, error) {
	text := v.Text
	if !v.Missing() && v.Kind != 'n' {
		var err error
		if text, err = v.String(maxText); err != nil {
			return 0, err
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
		return 0, v.At.Wrong("file.division", "name", notice.Text(text), "known", notice.Texts(*names))
	}
	n := int16(len(*names))
	*names, numbers[text] = append(*names, text), n
	return n, nil
}

func (r *reader) round(v *roundKeys) error {
	number := len(r.t.Ledger.Rounds) + 1
	if v.Number != number {
		return v.At.Key("number").Wrong("file.order", "got", v.Number, "number", number)
	}
	round := ledger.Round{Number: int16(number)}
	if !v.Stage.Missing() {
		i, err := v.Stage.Word(stageNames())
		if err != nil {
			return err
		}
		round.Stage = ledger.Stage(i)
	}
	seated := make([]bool, len(r.t.Players))
	for i := range v.Matches {
		m, err := r.match(&v.Matches[i], &round, i, seated)
		if err != nil {
			return err
		}
		round.Matches = append(round.Matches, m)
		boards, err := r.boards(&v.Matches[i], &round, i, &m)
		if err != nil {
			return err
		}
		if boards != nil {
			for len(round.Boards) < i {
				round.Boards = append(round.Boards, nil)
			}
			round.Boards = append(round.Boards, boards)
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

func (r *reader) match(v *matchKeys, round *ledger.Round, index int, seated []bool) (ledger.Match, error) {
	m := ledger.Match{Table: v.Table, Seats: [4]int32{ledger.None, ledger.None, ledger.None, ledger.None}}
	kind, err := v.Kind.Word(kindNames())
	if err != nil {
		return m, err
	}
	m.Kind = ledger.Kind(kind)
	if err := r.seats(v, &m, round, seated); err != nil {
		return m, err
	}
	if err := r.result(v, &m); err != nil {
		return m, err
	}
	if err := r.against(v, &m); err != nil {
		return m, err
	}
	if err := r.checkResult(v, round.Stage, &m); err != nil {
		return m, err
	}
	if v.Reported {
		return m, r.pends(v.At, Pending{Round: int(round.Number), Match: index}, &m)
	}
	return m, nil
}

// pends takes a result that is not yet confirmed from a match or a board.
func (r *reader) pends(at jsonfile.Path, p Pending, m *ledger.Match) error {
	if m.Kind != ledger.Played || m.Result.Form == ledger.Unfinished {
		return at.Key("reported").Wrong("file.pending")
	}
	p.Result, m.Result = m.Result, ledger.Result{}
	r.t.Pending = append(r.t.Pending, p)
	return nil
}

func (r *reader) seats(v *matchKeys, m *ledger.Match, in *ledger.Round, seated []bool) error {
	round, players, items := int(in.Number), v.At.Key("players"), v.Players
	lo, hi := r.t.Rules.Seats.Min, r.t.Rules.Seats.Max
	if m.Kind == ledger.Bye || m.Kind == ledger.AssignedLoss || m.Kind == ledger.Elsewhere {
		lo, hi = 1, 1
	}
	if len(items) < lo || len(items) > hi {
		if lo == hi {
			return players.Wrong("file.players", "n", lo, "got", len(items))
		}
		return players.Wrong("file.players_range", "least", lo, "most", hi, "got", len(items))
	}
	m.N = uint8(len(items))
	for i, id := range items {
		item := players.Item(i)
		p, ok := r.index[id]
		if !ok {
			return item.Wrong("file.nobody", "player", notice.Text(id))
		}
		if seated[p] {
			return item.Wrong("file.seated", "player", notice.Text(id), "round", round)
		}
		seated[p] = true
		switch lp := &r.t.Ledger.Players[p]; {
		case lp.DroppedAfter != ledger.Active && round > int(lp.DroppedAfter):
			return item.Wrong("file.left", "player", notice.Text(id), "last", lp.DroppedAfter, "round", round)
		case round <= int(lp.LateRounds) && m.Kind != ledger.AssignedLoss:
			return item.Wrong("file.late", "player", notice.Text(id), "n", lp.LateRounds, "round", round)
		case playsAwardedBye(lp, in, m):
			return item.Wrong("file.has_bye", "player", notice.Text(id), "round", round)
		}
		m.Seats[i] = p
	}
	return nil
}

// against reads the player met in a round elsewhere.
func (r *reader) against(v *matchKeys, m *ledger.Match) error {
	if v.Against == nil {
		return nil
	}
	at, id := v.At.Key("against"), *v.Against
	if m.Kind != ledger.Elsewhere {
		return at.Wrong("file.elsewhere")
	}
	p, ok := r.index[id]
	if !ok || p == m.Seats[0] {
		return at.Wrong("file.met", "player", notice.Text(id))
	}
	m.Seats[1] = p
	return nil
}

// result reads the one result of a match.
func (r *reader) result(v *matchKeys, m *ledger.Match) error {
	if v.Best > 0 && r.t.GameRules().BestOf(v.Best) == nil {
		return v.At.Key("best").Wrong("stages.best_game", "game", notice.Text(r.t.Rules.Name), "n", v.Best)
	}
	n := int(m.N)
	m.Best = uint8(v.Best)
	res := &m.Result
	for _, f := range []struct {
		key    string
		form   ledger.Form
		n      int
		values []int32
	}{
		{"games", ledger.Games, 3, v.Games},
		{"scores", ledger.Scores, n, v.Scores},
		{"places", ledger.Places, n, v.Places},
		{"mp", ledger.Marshalling, 2, v.MP},
		{"points", ledger.Points, 2, v.Points},
	} {
		switch at := v.At.Key(f.key); {
		case f.values == nil:
			continue
		case res.Form != ledger.Unfinished:
			return at.Wrong("file.one_result")
		case len(f.values) != f.n:
			return at.Wrong("file.numbers", "n", f.n, "got", len(f.values))
		}
		res.Form = f.form
		copy(res.V[:], f.values)
	}
	if !v.By.Missing() {
		i, err := v.By.Word(byNames())
		if err != nil {
			return err
		}
		if res.Form == ledger.Unfinished {
			res.Form = ledger.Marshalling
		}
		if res.Form != ledger.Marshalling {
			return v.By.At.Wrong("file.mp")
		}
		res.By = ledger.By(i)
	}
	if v.Winner != nil {
		at := v.At.Key("winner")
		if err := at.Between(*v.Winner, 0, int64(n)-1); err != nil {
			return err
		}
		if res.Form == ledger.Unfinished {
			return at.Wrong("file.winner")
		}
		res.HasWinner, res.Winner = true, int8(*v.Winner)
	}
	if err := r.sides(v, res); err != nil {
		return err
	}
	return penalties(v, n, res)
}

func (r *reader) sides(v *matchKeys, res *ledger.Result) error {
	if v.Sides == nil {
		return nil
	}
	at, names := v.At.Key("sides"), r.t.Rules.Seats.Sides
	if len(names) != 2 || res.Form == ledger.Unfinished {
		return at.Wrong("file.sides")
	}
	if len(v.Sides) != 2 {
		return at.Wrong("file.two_sides", "got", len(v.Sides))
	}
	first, err := v.Sides[0].Word(names)
	if err != nil {
		return err
	}
	second, err := v.Sides[1].Word(names)
	if err != nil {
		return err
	}
	if first == second {
		return at.Wrong("file.same_side", "name", notice.Text(names[first]))
	}
	if first == 0 {
		res.Sides = 1
	}
	return nil
}

// penalties are result points with up to three decimals.
func penalties(v *matchKeys, n int, res *ledger.Result) error {
	if v.Penalties == nil {
		return nil
	}
	if len(v.Penalties) != n || res.Form == ledger.Unfinished {
		return v.At.Key("penalties").Wrong("file.penalties", "n", n)
	}
	for i, item := range v.Penalties {
		points, err := fraction.Parse(item.Text)
		if item.Kind != 'n' || err != nil {
			return item.At.Wrong("file.penalty_number")
		}
		thousandths, den, ok := points.Mul(fraction.Int(1000)).Parts()
		if !ok || den != 1 || thousandths < 0 || thousandths > 1_000_000 {
			return item.At.Wrong("file.penalty", "value", notice.Text(item.Text))
		}
		res.Penalties[i] = int32(thousandths)
	}
	return nil
}

// checkResult holds the result against kind and ruleset.
func (r *reader) checkResult(v *matchKeys, stage ledger.Stage, m *ledger.Match) error {
	has := m.Result.Form != ledger.Unfinished
	name := notice.Text(kindNames()[m.Kind])
	switch m.Kind {
	case ledger.Bye, ledger.AssignedLoss, ledger.Forfeit:
		if has {
			return v.At.Wrong("file.kind_decides", "kind", name)
		}
		return nil
	case ledger.Elsewhere:
		if stage != ledger.Swiss || has && m.Result.Form != ledger.Games || m.Result.HasWinner {
			return v.At.Wrong("file.kind_elsewhere", "kind", name)
		}
		return nil
	case ledger.DoubleLoss:
		if rules.IsElimination(stage) && m.N == 2 {
			return v.At.Wrong("file.kind_no_winner", "kind", name)
		}
		if has && (m.Result.Form != ledger.Games || m.Result.HasWinner) {
			return v.At.Wrong("file.kind_games", "kind", name)
		}
		return nil
	case ledger.IntentionalDraw:
		if rules.IsElimination(stage) {
			return v.At.Wrong("file.kind_elimination", "kind", name)
		}
		if has && (m.Result.HasWinner || m.Result.Form != r.t.Rules.IDResult().Form || m.N == 2 && m.Result.V[0] != m.Result.V[1]) {
			return v.At.Wrong("file.kind_level", "kind", name)
		}
		return nil
	case ledger.Played:
	}
	if err := r.how(v, &m.Result); err != nil {
		return err
	}
	if err := r.t.Rules.Of(m).CheckResult(stage, m); err != nil {
		return v.At.Because(err)
	}
	return r.decides(v, stage, m)
}

// how refuses level marshalling points without a word on how the game was
// decided, in the keys of the file.
func (r *reader) how(v *matchKeys, res *ledger.Result) error {
	margin := r.t.Rules.Scoring.Margin
	switch a, b := max(res.V[0], 0), max(res.V[1], 0); {
	case res.Form != ledger.Marshalling || margin != nil && margin.Scenario:
	case res.By == ledger.ByPoints && a == b:
		return v.At.Wrong("file.level", "first", a, "second", b)
	case res.By != ledger.ByPoints && res.By != ledger.ByTie && !res.HasWinner:
		return v.At.Key("by").Wrong("file.needs_winner", "by", notice.Text(byNames()[res.By]))
	}
	return nil
}

// decides checks a winner against the result. The winner decides what the result leaves
// open in elimination, and a game of MECCG that is not decided by points. A winner that
// follows from the result is left out.
func (r *reader) decides(v *matchKeys, stage ledger.Stage, m *ledger.Match) error {
	if v.Winner == nil || m.Result.By != ledger.ByPoints {
		return nil
	}
	stated := int(m.Result.Winner)
	plain := *m
	plain.Result.HasWinner, plain.Result.Winner = false, 0
	switch won := r.t.Rules.Winner(&plain); {
	case won == stated:
		m.Result = plain.Result
	case won != ledger.None:
		return v.At.Key("winner").Wrong("file.other_won", "won", won, "said", stated)
	case !rules.IsElimination(stage):
		return v.At.Key("winner").Wrong("file.draw")
	}
	return nil
}

// cut reads how large the cut is.
func (r *reader) cut(v *cutKeys) error {
	if v == nil {
		return nil
	}
	r.t.Cut = rules.Cut{Top: v.Top, Points: v.Points, EqualPoints: v.EqualPoints, Max: v.Max, PerDivision: v.PerDivision, PerFlight: v.PerFlight, Lock: v.Lock}
	c := &r.t.Cut
	if !v.number {
		if err := v.agrees(c); err != nil {
			return err
		}
	}
	field := 0
	for _, p := range r.t.Ledger.Players {
		if !p.StandIn {
			field++
		}
	}
	if c.Top > field {
		return v.At.Wrong("file.cut_larger", "size", c.Top, "n", field)
	}
	if largest := r.largestFlight(); c.PerFlight > largest {
		return v.At.Wrong("file.cut_flight", "size", c.PerFlight, "n", largest)
	}
	sizes := map[string]int{}
	for _, name := range r.t.Divisions {
		sizes[name] = 0
	}
	for _, p := range r.t.Ledger.Players {
		sizes[r.t.Divisions[p.Division]]++
	}
	for name, n := range c.PerDivision {
		size, known := sizes[name]
		if !known {
			return v.At.Key("per_division").Key(name).Wrong("file.no_division", "name", notice.Text(name))
		}
		if n > size {
			return v.At.Wrong("file.cut_division", "size", n, "n", size, "division", notice.Text(name))
		}
	}
	return nil
}

// cutSeeds reads who went on, best first.
func (r *reader) cutSeeds(v *eventKeys) (err error) {
	if v.CutSeeds == nil {
		return nil
	}
	at := v.At.Key("cut_seeds")
	if len(v.CutSeeds) < 2 {
		return at.Wrong("file.seeds_few")
	}
	r.t.CutSeeds, err = r.set(at, v.CutSeeds)
	return err
}

// set reads the ids of players, each of them once.
func (r *reader) set(at jsonfile.Path, ids []string) ([]int32, error) {
	var out []int32
	seen := make([]bool, len(r.t.Players))
	for i, id := range ids {
		p, ok := r.index[id]
		switch {
		case !ok:
			return nil, at.Item(i).Wrong("file.seed_nobody", "player", notice.Text(id))
		case seen[p]:
			return nil, at.Item(i).Wrong("file.seed_twice", "player", notice.Text(id))
		}
		seen[p], out = true, append(out, p)
	}
	return out, nil
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

// agrees refuses keys of a cut that do not go together.
func (v *cutKeys) agrees(c *rules.Cut) error {
	switch {
	case c.IsZero():
		return v.At.Wrong("file.cut_empty")
	case c.EqualPoints && c.Top == 0 && len(c.PerDivision) == 0, c.Max > 0 && !c.EqualPoints, c.Max > 0 && c.Max < c.Largest():
		return v.At.Wrong("file.cut_equal")
	case c.PerFlight > 0 && (c.Points > 0 || c.Top > 0 && c.Top <= c.PerFlight), len(c.PerDivision) > 0 && (c.Top > 0 || c.Points > 0 || c.PerFlight > 0):
		return v.At.Wrong("file.cut_alone")
	case c.Lock > 0 && (c.Top == 0 || c.Points > 0 || c.EqualPoints):
		return v.At.Wrong("file.cut_lock")
	}
	return nil
}
