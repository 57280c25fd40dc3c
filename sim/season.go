package sim

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"topcut/tournament/numbered"

	"topcut/tournament"
	"topcut/tournament/final"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rating"
	"topcut/tournament/record"
	"topcut/tournament/season"
)

// SeasonConfig is a season with events still to come.
type SeasonConfig struct {
	Input *season.Input
	Left  []SeasonEvent
	// Running is an event of the season in progress, a round robin or a Swiss; nil for none.
	Running  *RunningEvent
	Strength Strength        // in it
	Ratings  []rating.Glicko // of its players before it, for StrengthRating
	// Of reports whether a member belongs to the table, for example of a division; nil means
	// all members.
	Of     func(member int) bool
	Open   bool  // members who have not played yet may join
	Lines  []int // places of interest: 1 for the title, K for a final of K, or for those who stay up
	Trials int   // 0 = none: facts only
	Seed   uint64
}

// SeasonEvent is an event that is still to come.
type SeasonEvent struct {
	Weight fraction.Fraction // 0 = by attendance
	Rounds int               // 0 = not known
}

// EventsLeft returns n future events of a season, none if n is negative.
func EventsLeft(s *season.State, n int) (out []SeasonEvent) {
	rounds := 0
	if s.Settings.Series != nil {
		rounds = s.Settings.Series.Event.Stages.First().Rounds
	}
	for range n {
		out = append(out, SeasonEvent{Rounds: rounds})
	}
	return out
}

// RunningEvent is an event of a season, part of which is played.
type RunningEvent struct {
	Event  *tournament.Snapshot
	Member func(season.Person) int // the member of a person; 0 = none
}

// SeasonOdds is the result.
type SeasonOdds struct {
	Trials  int
	Model   notice.Notice // of the estimates; zero without them
	Members []SeasonChance
}

// SeasonChance is how likely a member ends on one of the first places, for each line. A
// fact holds whatever happens in the coming events, except for a disqualification, an
// adjustment or a correction.
type SeasonChance struct {
	Member int
	Place  int // now, with what is played of an event under way
	Points fraction.Fraction
	Lines  []CutOdds
}

// Below returns the chance to end on none of the first places.
func (c CutOdds) Below() CutOdds {
	c.P, c.Low, c.High = 1-c.P, 1-c.High, 1-c.Low
	switch c.Fact {
	case Clinched:
		c.Fact = Eliminated
	case Eliminated:
		c.Fact = Clinched
	}
	return c
}

// Season returns facts and estimates, in the order of the table now.
func Season(ctx context.Context, cfg SeasonConfig) (*SeasonOdds, error) {
	table := cfg.table(cfg.Input)
	if cfg.Running != nil {
		return seasonRunning(ctx, &cfg)
	}
	out := &SeasonOdds{Members: make([]SeasonChance, len(table.Rows))}
	proof := newSeasonProof(&cfg, table)
	for i := range table.Rows {
		c := &out.Members[i]
		c.Member, c.Lines = table.Rows[i].Member, make([]CutOdds, len(cfg.Lines))
		c.Place, c.Points = table.Rows[i].Place, table.Rows[i].Points
		for k, line := range cfg.Lines {
			c.Lines[k].Fact = proof.fact(i, line)
		}
	}
	if len(cfg.Left) == 0 {
		out.decided(cfg.Lines)
	}
	if cfg.Trials > 0 && len(cfg.Left) > 0 {
		if err := out.estimate(ctx, &cfg, table); err != nil {
			return nil, err
		}
	}
	out.settle()
	return out, nil
}

// table returns the standings of interest.
func (c *SeasonConfig) table(in *season.Input) *season.Table {
	t := season.Compute(in)
	if c.Of != nil {
		t = t.Of(c.Of)
	}
	return t
}

// seasonProof is the least and the most that each member can end with. Both are
// possible for any two members at once, since places may be shared and members may stay
// away: so the bounds decide whether one can end ahead of another, up to ties that go
// by matches still to be played.
type seasonProof struct {
	table *season.Table
	ties  []season.Tie
	worst []seasonEnd // by row
	best  []seasonEnd
	new   *seasonEnd // of a member who is not in the table yet, at best; nil if none may come
	left  int
}

// seasonEnd is a total and its results, best first, with the number of events: the
// fewest at best, the most at worst.
type seasonEnd struct {
	points  fraction.Fraction
	results []fraction.Fraction
	events  int
}

func newSeasonProof(cfg *SeasonConfig, table *season.Table) *seasonProof {
	p := &seasonProof{table: table, ties: cfg.Input.Rules.Ties, left: len(cfg.Left)}
	var gains []seasonGain
	for _, e := range cfg.Left {
		gains = append(gains, seasonGainOf(&cfg.Input.Rules, e))
	}
	for i := range table.Rows {
		p.worst = append(p.worst, seasonWorst(cfg.Input, &table.Rows[i], gains))
		p.best = append(p.best, seasonBest(cfg.Input, &table.Rows[i], gains))
	}
	if cfg.Open {
		end := seasonBest(cfg.Input, &season.Row{}, gains)
		p.new = &end
	}
	return p
}

// seasonBest returns the most that a member can end with, from the fewest events.
func seasonBest(in *season.Input, r *season.Row, gains []seasonGain) seasonEnd {
	var more []fraction.Fraction
	for _, g := range gains {
		if g.high.Sign() > 0 { // a member who would lose by playing stays away
			more = append(more, g.high)
		}
	}
	slices.SortFunc(more, func(a, b fraction.Fraction) int { return b.Cmp(a) })
	end := seasonEndOf(in, r, more)
	for n := range len(more) {
		if fewer := seasonEndOf(in, r, more[:n]); fewer.points.Equal(end.points) {
			end = fewer
			break
		}
	}
	return end
}

// seasonWorst returns the least that a member can end with, from as many events as give
// no more.
func seasonWorst(in *season.Input, r *season.Row, gains []seasonGain) seasonEnd {
	var more []fraction.Fraction
	for _, g := range gains {
		if g.low.Sign() < 0 {
			more = append(more, g.low)
		}
	}
	end := seasonEndOf(in, r, more)
	for _, g := range gains {
		if g.low.Sign() < 0 {
			continue
		}
		if come := seasonEndOf(in, r, append(slices.Clip(more), g.low)); come.points.Equal(end.points) {
			more = append(more, g.low)
			end = come
		}
	}
	return end
}

// seasonEndOf returns how a member ends with these results more.
func seasonEndOf(in *season.Input, r *season.Row, more []fraction.Fraction) seasonEnd {
	best, banned := in.Rules.Best, 0
	results := slices.Clone(more)
	for i := range r.Parts {
		part := &r.Parts[i]
		if in.Events.At(part.Event).Results[part.Result].Disqualified {
			banned++
			continue
		}
		results = append(results, part.Points)
	}
	slices.SortFunc(results, func(a, b fraction.Fraction) int { return b.Cmp(a) })
	if best > 0 {
		results = results[:min(len(results), max(0, best-banned))]
	}
	end := seasonEnd{points: r.Adjusted, events: len(r.Parts) + len(more)}
	for _, x := range results {
		end.points = end.points.Add(x)
	}
	for range banned {
		results = append(results, fraction.Fraction{})
	}
	slices.SortFunc(results, func(a, b fraction.Fraction) int { return b.Cmp(a) })
	end.results = results
	return end
}

// unknownRounds bounds the rounds of an event of which no number is given.
const unknownRounds = 64

// seasonGain is the least and the most that a participant gets from an event.
type seasonGain struct{ low, high fraction.Fraction }

func seasonGainOf(r *season.Rules, e SeasonEvent) seasonGain {
	var low, high fraction.Fraction
	widen := func(values ...fraction.Fraction) {
		from, to := values[0], values[0]
		for _, v := range values[1:] {
			from, to = fraction.Min(from, v), fraction.Max(to, v)
		}
		low, high = low.Add(from), high.Add(to)
	}
	widen(append([]fraction.Fraction{r.Below}, r.Places...)...)
	none := fraction.Fraction{}
	rounds := fraction.Int(unknownRounds)
	if e.Rounds > 0 {
		rounds = fraction.Int(int64(e.Rounds))
	}
	results := []fraction.Fraction{r.Win, r.Draw, r.Loss}
	if r.Bye != nil {
		results = append(results, *r.Bye)
	}
	for i := range results {
		results[i] = results[i].Add(r.Round).Mul(rounds)
	}
	widen(append(results, none)...) // who drops before the first round
	widen(r.Deck, none)
	widen(r.Perfect, none)
	low, high = low.Add(r.Attendance), high.Add(r.Attendance)
	weights := []fraction.Fraction{e.Weight}
	if e.Weight.IsZero() {
		weights[0] = fraction.Int(1)
		for _, t := range r.Tiers {
			weights = append(weights, t.Weight)
		}
	}
	from, to := low.Mul(weights[0]), high.Mul(weights[0])
	for _, w := range weights {
		from, to = fraction.Min(from, low.Mul(w)), fraction.Max(to, high.Mul(w))
	}
	return seasonGain{from, to}
}

// ahead returns whether a ends ahead of b with these ends: surely, or possibly, if ties
// that cannot be foreseen decide.
func (p *seasonProof) ahead(a, b seasonEnd) (surely, possibly bool) {
	if c := a.points.Cmp(b.points); c != 0 {
		return c > 0, c > 0
	}
	for _, tie := range p.ties {
		switch tie {
		case season.Results:
			if c := compareLists(a.results, b.results); c != 0 {
				return c > 0, c > 0
			}
		case season.FewerEvents:
			if c := cmp.Compare(b.events, a.events); c != 0 {
				return c > 0, c > 0
			}
		case season.Shared:
			return false, false
		case season.HeadToHead, season.Wins, season.ByRating, season.Playoff, season.Draw, season.Points, season.Event:
			return false, true
		}
	}
	return false, false
}

func compareLists(a, b []fraction.Fraction) int {
	for i := range max(len(a), len(b)) {
		var x, y fraction.Fraction
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if c := x.Cmp(y); c != 0 {
			return c
		}
	}
	return 0
}

// fact returns Clinched if the member of a row ends on one of the first places with any
// results, Eliminated if on none of them.
func (p *seasonProof) fact(row, line int) string {
	if p.left == 0 {
		return "" // the table says it
	}
	surely, possibly := 0, 0
	for i := range p.worst {
		if i == row {
			continue
		}
		if ahead, _ := p.ahead(p.worst[i], p.best[row]); ahead {
			surely++
		}
		if _, ahead := p.ahead(p.best[i], p.worst[row]); ahead {
			possibly++
		}
	}
	if p.new != nil {
		if _, ahead := p.ahead(*p.new, p.worst[row]); ahead {
			possibly = line // their number is unknown
		}
	}
	switch {
	case surely >= line:
		return Eliminated
	case possibly < line:
		return Clinched
	}
	return ""
}

// estimate plays the events to come. Each member takes part as often as so far, and
// wins a match by the Glicko-2 of all matches of the season, an event being a period;
// without known matches, all play alike. An event is a Swiss with as many rounds as its
// field needs, or as given, placed by matches won and then by lot.
func (o *SeasonOdds) estimate(ctx context.Context, cfg *SeasonConfig, table *season.Table) error {
	g := newSeasonGame(cfg, table)
	o.Model = notice.New("model.season", "events", len(cfg.Input.Events))
	in := *cfg.Input
	return o.sample(ctx, cfg.Trials, cfg.Lines, cfg.Seed, func(rng *rand.Rand, place func(member, place int)) error {
		in.Events = slices.Clip(cfg.Input.Events)
		for _, e := range cfg.Left {
			in.Events = append(in.Events, g.play(rng, e))
		}
		end := cfg.table(&in)
		for i := range end.Rows {
			place(end.Rows[i].Member, end.Rows[i].Place)
		}
		return nil
	})
}

// seasonRunning answers for a season one of whose events is under way: its matches are
// played to their end, and the season counts the event as it will; then come the events
// left. What is proved is proved by points: those of the event if the table has its order,
// else those of the season if it counts match by match, so that they are sums. While others
// are left, the event may end in any way for the proof.
func seasonRunning(ctx context.Context, cfg *SeasonConfig) (*SeasonOdds, error) {
	g, err := newRest(cfg.Running.Event.State)
	if err != nil {
		return nil, err
	}
	in := *cfg.Input
	// ended is the table if the event ended with a record, and others after it.
	ended := func(record *record.Record, err error, later ...season.Leg) (*season.Table, error) {
		if err != nil {
			return nil, err
		}
		in.Events = append(append(slices.Clip(cfg.Input.Events), cfg.Running.leg(record)), later...)
		return cfg.table(&in), nil
	}
	now, err := ended(final.IfEnded(g.s, g.ledger))
	if err != nil {
		return nil, err
	}
	players := make([]int, len(now.Rows)) // by row, the index of the member
	for i := range now.Rows {
		players[i] = now.Rows[i].Member - 1
	}
	odds := newSeasonOdds(players, len(cfg.Lines))
	for i := range now.Rows {
		odds.Members[i].Place, odds.Members[i].Points = now.Rows[i].Place, now.Rows[i].Points
	}
	member := make([]int, len(g.s.Players)) // by player, the index of the row; -1 = in none
	for n := range member {
		who := cfg.Running.Event.Book.Person(g.s.Players[n].Person)
		m := cfg.Running.Member(season.Person{User: who.User, Name: who.Name})
		if member[n] = slices.Index(players, m-1); g.s.Players[n].Annulled || g.s.Players[n].Disqualified {
			member[n] = -1 // without a place
		}
	}
	weight := g.s.Series.Weight
	if weight.IsZero() {
		weight = fraction.Int(1)
	}
	r := &cfg.Input.Rules
	switch {
	case len(cfg.Left) > 0:
		odds.prove(cfg)
	case g.over():
		odds.decided(cfg.Lines)
	case cfg.Input.Single:
		best, worst, err := g.places(member, now.Rows)
		if err != nil {
			return nil, err
		}
		odds.enter(settled(best, worst, cfg.Lines))
	case r.Additive(len(cfg.Input.Events)+1) && (len(r.Tiers) == 0 || !g.s.Series.Weight.IsZero()) && g.rounds == 0 && !g.bracket:
		both := r.Loss.Add(r.Round).Mul(weight) // lost by both
		race := g.race(member, len(players), func(m *ledger.Match) [2]fraction.Fraction {
			if m.Kind == ledger.DoubleLoss {
				return [2]fraction.Fraction{both, both}
			}
			switch g.s.Rules.Winner(m) {
			case 0:
				return [2]fraction.Fraction{r.Win.Add(r.Round).Mul(weight), r.Loss.Add(r.Round).Mul(weight)}
			case 1:
				return [2]fraction.Fraction{r.Loss.Add(r.Round).Mul(weight), r.Win.Add(r.Round).Mul(weight)}
			}
			return [2]fraction.Fraction{r.Draw.Add(r.Round).Mul(weight), r.Draw.Add(r.Round).Mul(weight)}
		})
		for i := range now.Rows {
			race.base[i] = now.Rows[i].Points
		}
		odds.enter(race.facts(cfg.Lines))
	}
	if cfg.Trials > 0 && (!g.over() || len(cfg.Left) > 0) {
		edge, model, err := cfg.Strength.edges(g.s.Rules, g.s.Facts(), cfg.Ratings)
		if err != nil {
			return nil, err
		}
		g.edge, odds.Model = edge, model
		coming := *cfg
		coming.Input = &in // with the event as it stands
		game := newSeasonGame(&coming, now)
		if err := odds.sample(ctx, cfg.Trials, cfg.Lines, cfg.Seed, func(rng *rand.Rand, place func(member, place int)) error {
			record, err := g.record(rng)
			var later []season.Leg
			for _, e := range cfg.Left {
				later = append(later, game.play(rng, e))
			}
			end, err := ended(record, err, later...)
			if err != nil {
				return err
			}
			for i := range end.Rows {
				place(end.Rows[i].Member, end.Rows[i].Place)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	odds.settle()
	return odds, nil
}

// prove enters what holds however the event under way and those left end.
func (o *SeasonOdds) prove(cfg *SeasonConfig) {
	any := *cfg
	weight := cfg.Running.Event.State.Series.Weight
	any.Left = append([]SeasonEvent{{Weight: weight}}, cfg.Left...)
	table := cfg.table(cfg.Input)
	proof := newSeasonProof(&any, table)
	for i := range o.Members {
		at := slices.IndexFunc(table.Rows, func(r season.Row) bool { return r.Member == o.Members[i].Member })
		for k, line := range cfg.Lines {
			if at >= 0 {
				o.Members[i].Lines[k].Fact = proof.fact(at, line)
			}
		}
	}
}

// Show gives the members the places, the points and the order of a table.
func (o *SeasonOdds) Show(t *season.Table) {
	row := map[int]int{}
	for i := range t.Rows {
		row[t.Rows[i].Member] = i
	}
	for i := range o.Members {
		if r := t.Row(o.Members[i].Member); r != nil {
			o.Members[i].Place, o.Members[i].Points = r.Place, r.Points
		}
	}
	slices.SortStableFunc(o.Members, func(a, b SeasonChance) int { return cmp.Compare(row[a.Member], row[b.Member]) })
}

// leg returns the event as the season counts it with a record.
func (r *RunningEvent) leg(record *record.Record) season.Leg {
	counting := season.Counting(r.Event, record)
	e := counting.Event
	of := func(n int) int {
		if n == 0 {
			return 0
		}
		return r.Member(numbered.Get(counting.People, n))
	}
	for i := range e.Results {
		e.Results[i].Member = of(e.Results[i].Member)
	}
	e.Results = slices.DeleteFunc(e.Results, func(r season.Result) bool { return r.Member == 0 })
	for i := range e.Meetings {
		m := &e.Meetings[i]
		m.A, m.B, m.Winner = of(m.A), of(m.B), of(m.Winner)
	}
	e.Meetings = slices.DeleteFunc(e.Meetings, func(m season.Meeting) bool { return m.A == 0 || m.B == 0 })
	return e
}

// seasonGame is what events to come are played from.
type seasonGame struct {
	members []int
	comes   []float64 // how often, by index of members
	ratings []rating.Rating
}

func newSeasonGame(cfg *SeasonConfig, table *season.Table) *seasonGame {
	g := &seasonGame{}
	index := map[int]int32{}
	past := len(cfg.Input.Events)
	for i := range table.Rows {
		r := &table.Rows[i]
		index[r.Member] = int32(i)
		g.members = append(g.members, r.Member)
		share := 0.5
		if past > 0 {
			share = float64(len(r.Parts)) / float64(past)
		}
		g.comes = append(g.comes, share)
	}
	var periods []rating.Period
	for i := range cfg.Input.Events {
		var p rating.Period
		for _, m := range cfg.Input.Events[i].Meetings {
			a, known := index[m.A]
			b, also := index[m.B]
			if !known || !also {
				continue
			}
			t := rating.Table{N: 2, Members: [4]int32{a, b}, Places: [4]int8{1, 1}}
			switch m.Winner {
			case m.A:
				t.Places[1] = 2
			case m.B:
				t.Places[0] = 2
			}
			p = append(p, t)
		}
		periods = append(periods, p)
	}
	f := rating.Glicko2()
	f.Deviation = GlickoAlike
	g.ratings = f.Fold(len(g.members), periods, nil)
	return g
}

// play returns one event: who comes, who wins, and the places that follow.
func (g *seasonGame) play(rng *rand.Rand, e SeasonEvent) season.Leg {
	out := season.Leg{Weight: e.Weight}
	var field []int
	for i, share := range g.comes {
		if rng.Float64() < share {
			field = append(field, i)
		}
	}
	rounds := e.Rounds
	if rounds == 0 {
		rounds = int(math.Ceil(math.Log2(float64(max(2, len(field))))))
	}
	won, lot, byes := make(map[int]int, len(field)), make(map[int]float64, len(field)), map[int]int{}
	for _, i := range field {
		lot[i] = rng.Float64()
	}
	for range rounds {
		rng.Shuffle(len(field), func(i, j int) { field[i], field[j] = field[j], field[i] })
		slices.SortStableFunc(field, func(a, b int) int { return cmp.Compare(won[b], won[a]) })
		for k := 0; k+1 < len(field); k += 2 {
			a, b := field[k], field[k+1]
			odds := g.glicko(a).LogOdds(g.glicko(b))
			winner := a
			if rng.Float64() >= 1/(1+math.Exp(-odds)) {
				winner = b
			}
			won[winner]++
			out.Meetings = append(out.Meetings, season.Meeting{A: g.members[a], B: g.members[b], Winner: g.members[winner]})
		}
		if len(field)%2 == 1 {
			won[field[len(field)-1]]++
			byes[field[len(field)-1]]++
		}
	}
	slices.SortFunc(field, func(a, b int) int { return cmp.Or(cmp.Compare(won[b], won[a]), cmp.Compare(lot[a], lot[b])) })
	for place, i := range field {
		out.Results = append(out.Results, season.Result{Member: g.members[i], Place: place + 1, Won: won[i], Lost: rounds - won[i], Byes: byes[i], Rounds: rounds})
	}
	return out
}

func (g *seasonGame) glicko(i int) rating.Glicko {
	r := &g.ratings[i]
	return rating.Glicko{Rating: r.Value, Deviation: r.Deviation, Volatility: r.Volatility}
}
