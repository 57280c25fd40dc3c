package kernel

import (
	"math"
	"math/bits"
	"sync"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// Rules is a ruleset made ready for simulating events of up to a number of
// rounds. It is not changed after Compile and may be shared.
type Rules struct {
	Set    *rules.Ruleset
	Rounds int   // rounds of the event at most
	Unit   int64 // points are multiples of 1/Unit
	// Win, Draw and Loss are match points in units.
	Win, Draw, Loss int
	most            int  // of one round
	Varied          bool // not every win is worth Win; see varied.go
	// Beyond names the tiebreaks that the kernel does not compute. If there are any,
	// package standings ranks players level on points, and the bye of an odd field is
	// drawn among the lowest. Positions made from records have no history to rank by;
	// there these tiebreaks are left to the lot.
	Beyond []string

	seats   [][2]Word      // by outcome index, of the first and the second player
	matches []ledger.Match // the same in ledger form
	byes    []Word         // by round, the last repeats
	award   []Word         // byes named beforehand
	gameWin uint64         // game points of a game won, in units
	steps   []step
	halves  bool // Word.share counts wins and half draws
	snaps   bool // some step looks back at single rounds
	// What every result of the vocabulary adds, by Outcome, and one result of each. It is
	// made when first asked for, since most simulations play by seats alone.
	vocabulary func() (endings, examples)

	means uint64   // mean factor: lcm of 1..Rounds
	over  []uint64 // means / i
}

// Functions of a step.
type function uint8

const (
	onTime     function = iota
	ownShare            // mwp, wp
	meanShare           // omw, owp
	meanMean            // oomw, oowp
	ownGames            // gwp
	meanGames           // ogw
	headToHead          // headToHeadPair
)

// step is one tiebreak. Shares are integers over scale.
type step struct {
	fn      function
	name    string
	lower   bool
	freeze  bool
	scale   uint64
	each    []uint64 // scale / (denominator of one round * rounds), by rounds
	shares  []uint64 // own share by bits roundsAt and up of a Word, of a player who is still in
	none    uint64   // share of a player without a round that counts
	floor   uint64
	ceiling uint64 // scale where there is no cap
	dropCap uint64
	capFrom uint64
	empty   uint64 // mean over no opponents, over scale * means

	floorF, ceilingF, emptyF float64 // for shares of games
	rule                     *rules.Tiebreak
}

// Outcome index bits of a match, see Rules.seats.
const (
	starterWins = 1 << iota
	thirdGame
	isDraw
	firstSeatStarts
)

// outcomes is the number of outcome indices of a match that is not played on boards.
const outcomes = noteAgreed + 2

// Compile makes a ruleset ready. It refuses games that are not played by two, or
// whose results are not worth fixed points for a win, a draw and a loss.
func Compile(rs *rules.Ruleset, rounds int) (*Rules, error) {
	switch {
	case rs.Seats.Max != 2 || rs.Seats.Min != 2:
		return nil, notice.Err("sim.not_for_two", "game", notice.Text(rs.Name))
	case rs.Scoring.Mode != "outcome" && rs.Scoring.Mode != "reported" && rs.Scoring.Mode != "margin":
		return nil, notice.Err("sim.scoring", "game", notice.Text(rs.Name))
	case rounds < 1 || rounds > MaxRounds:
		return nil, notice.Err("sim.rounds", "rounds", rounds, "most", MaxRounds)
	}
	r := &Rules{Set: rs, Rounds: rounds, Unit: unit(rs), means: 1}
	r.Win, r.Draw, r.Loss = r.units(rs.Scoring.Win), r.units(rs.Scoring.Draw), r.units(rs.Scoring.Loss)
	r.gameWin = uint64(max(r.units(rs.Scoring.GameWin), 1))
	for _, p := range worths(rs) {
		if p.Sign() < 0 {
			return nil, notice.Err("sim.takes_away", "game", notice.Text(rs.Name))
		}
		r.most = max(r.most, r.units(p))
	}
	games := max(9, rs.Boards) // of a match
	if r.most*rounds > maxPoints || games*r.units(rs.Scoring.GameWin)*rounds >= 2048 || rs.Boards > mostBoards || rs.Boards*rounds > 255 {
		return nil, notice.Err("sim.points_large", "game", notice.Text(rs.Name), "rounds", rounds)
	}
	for i := 2; i <= rounds; i++ {
		r.means = lcm(r.means, uint64(i))
	}
	r.over = make([]uint64, rounds+1)
	for i := 1; i <= rounds; i++ {
		r.over[i] = r.means / uint64(i)
	}
	for i := range rs.Ranking.Tiebreaks {
		if err := r.addStep(&rs.Ranking.Tiebreaks[i]); err != nil {
			return nil, err
		}
	}
	r.results()
	r.vocabulary = sync.OnceValues(r.readVocabulary)
	if len(r.Beyond) > 0 {
		if _, err := standings.Compute(&ledger.Ledger{}, rs, standings.Options{}); err != nil {
			return nil, notice.Err("sim.ranking", "game", notice.Text(rs.Name), "why", notice.Of(err))
		}
	}
	return r, nil
}

func unit(rs *rules.Ruleset) int64 {
	sc := &rs.Scoring
	u := uint64(1)
	for _, v := range append([]fraction.Fraction{sc.DoubleLoss, sc.GameWin, sc.GameDraw, rs.Absent.Points}, worths(rs)...) {
		if _, den, ok := v.Parts(); ok {
			u = lcm(u, uint64(den))
		}
	}
	return int64(u)
}

// worths returns the match points that a round can bring.
func worths(rs *rules.Ruleset) []fraction.Fraction {
	sc := &rs.Scoring
	list := append([]fraction.Fraction{sc.Win, sc.Draw, sc.Loss}, rs.Bye.Points...)
	list = append(list, rs.Bye.AwardedPts...)
	if mg := sc.Margin; mg != nil {
		list = append(list, mg.Ring, mg.WeakestWin, mg.WeakestLoss, mg.Tie, mg.ScenarioWin, mg.ScenarioHigh, mg.ScenarioLow)
		for _, b := range mg.Bands {
			list = append(list, b.Winner, b.Loser)
		}
	}
	return list
}

func (r *Rules) units(v fraction.Fraction) int {
	num, den, _ := v.Parts()
	return int(num * (r.Unit / den))
}

// results books every result of a match and the byes.
func (r *Rules) results() {
	switch {
	case r.Set.Boards > 0:
		r.boards()
	case r.Set.Scoring.Mode != "outcome":
		r.varied()
	default:
		r.outcomes()
	}
	for _, p := range r.Set.Bye.Points {
		r.byes = append(r.byes, r.bye(r.units(p), false))
	}
	for _, p := range r.Set.Bye.AwardedPts {
		r.award = append(r.award, r.bye(r.units(p), true))
	}
	if len(r.award) == 0 {
		r.award = r.byes
	}
}

// outcomes books the results of a game by win, draw and loss.
func (r *Rules) outcomes() {
	single := r.Set.Match.Games == 1
	r.seats, r.matches = make([][2]Word, outcomes), make([]ledger.Match, outcomes)
	for k := range noteAgreed {
		won, lost, drawn := 2, k&thirdGame>>1, 0
		if single {
			won, lost = 1, 0
		}
		outcome := 1
		switch {
		case k&isDraw != 0 && single:
			outcome, won, lost, drawn = 0, 0, 0, 1
		case k&isDraw != 0:
			outcome, won, lost, drawn = 0, 1, 1, 1
		case (k&starterWins != 0) != (k&firstSeatStarts != 0):
			outcome, won, lost = -1, lost, won
		}
		r.matches[k] = ledger.Match{N: 2, Result: ledger.Result{Form: ledger.Games, V: [4]int32{int32(won), int32(lost), int32(drawn)}}}
		r.seats[k][0] = r.match(outcome, [3]int{won, lost, drawn})
		r.seats[k][1] = r.match(-outcome, [3]int{lost, won, drawn})
		if k&firstSeatStarts != 0 {
			r.seats[k][0] += 1 << firstAt
		} else {
			r.seats[k][1] += 1 << firstAt
		}
	}
	id := r.Set.IDResult()
	w := r.match(0, [3]int{int(id.V[0]), int(id.V[1]), int(id.V[2])})
	for k := noteAgreed; k < len(r.seats); k++ {
		r.seats[k], r.matches[k] = [2]Word{w, w}, ledger.Match{Kind: ledger.IntentionalDraw, N: 2, Result: id}
		r.seats[k][noteAgreed+1-k] += 1 << firstAt
	}
}

// match books a match that was played: outcome 1, 0 or -1, games won, lost,
// drawn.
func (r *Rules) match(outcome int, games [3]int) Word {
	points := [3]int{r.Loss, r.Draw, r.Win}[outcome+1]
	w := r.counted(points, outcome+1) + r.gamesWord(games)
	return w + Word(points)<<pointsAt + outcomeWord(outcome)
}

func outcomeWord(outcome int) Word {
	return Word([3]Record{NewRecord(0, 1, 0), NewRecord(0, 0, 1), NewRecord(1, 0, 0)}[outcome+1]) << recordAt
}

// counted books a round that counts for the own percentage.
func (r *Rules) counted(points, halves int) Word {
	if r.halves {
		points = halves
	}
	return 1<<roundsAt + Word(points)<<shareAt
}

func (r *Rules) gamesWord(games [3]int) Word {
	points := games[0]*r.units(r.Set.Scoring.GameWin) + games[2]*r.units(r.Set.Scoring.GameDraw)
	return Word(games[0]+games[1]+games[2])<<gamesAt + Word(points)<<gamePointsAt
}

func (r *Rules) bye(points int, awarded bool) Word {
	b := &r.Set.Bye
	w := Word(points) << pointsAt
	if b.CountsAsWin {
		outcome := 1
		if awarded && points < r.Win {
			outcome = 0
		}
		w += outcomeWord(outcome)
	}
	if b.InOwnPct {
		w += r.counted(points, 2)
	}
	if b.InOwnGames {
		w += r.gamesWord(b.Games)
	}
	return w
}

// byeIn returns what a bye in a round (0 = the first) is worth.
func (r *Rules) byeIn(round int, awarded bool) Word {
	words := r.byes
	if awarded {
		words = r.award
	}
	if len(words) == 0 {
		return 0
	}
	return words[min(round, len(words)-1)]
}

// absence books an assigned loss.
func (r *Rules) absence() Word {
	points := r.units(r.Set.Absent.Points)
	w := Word(points) << pointsAt
	if r.Set.Absent.Loss {
		w += outcomeWord(-1)
	}
	if r.Set.Absent.Round {
		w += r.counted(points, 0)
	}
	return w
}

func (r *Rules) addStep(t *rules.Tiebreak) error {
	if t.ShowOnly {
		return nil
	}
	s := step{name: t.Func, lower: t.Lower, freeze: t.Freeze, rule: t}
	perRound := uint64(r.Win)
	way := standings.Beyond
	if known := standings.Lookup(t.Func); known != nil && t.Method == "" {
		way = known.Sim // another method is beyond the kernel
	}
	switch way {
	case standings.OnTime:
		s.fn = onTime
	case standings.OwnShare:
		s.fn = ownShare
	case standings.MeanShare:
		s.fn = meanShare
	case standings.MeanMean:
		s.fn = meanMean
	case standings.OwnHalves, standings.MeanHalves, standings.MeanMeanHalves:
		r.halves, perRound = true, 2
		s.fn = map[standings.Sim]function{standings.OwnHalves: ownShare, standings.MeanHalves: meanShare, standings.MeanMeanHalves: meanMean}[way]
	case standings.OwnGames:
		s.fn = ownGames
	case standings.MeanGames:
		s.fn = meanGames
	case standings.HeadToHead:
		s.fn, r.snaps = headToHead, true
	case standings.Beyond:
		r.Beyond, r.snaps = append(r.Beyond, t.Func), true
		return nil
	}
	r.snaps = r.snaps || t.Freeze
	if err := r.limits(&s, t, perRound); err != nil {
		return err
	}
	r.steps = append(r.steps, s)
	return nil
}

// limits computes the common denominator of a share and its bounds over it.
func (r *Rules) limits(s *step, t *rules.Tiebreak, perRound uint64) error {
	empty := fraction.Fraction{}
	switch {
	case t.NoOpponents != nil:
		empty = *t.NoOpponents
	case t.Floor != nil:
		empty = *t.Floor
	}
	s.scale = r.means * perRound
	s.emptyF, s.ceilingF = empty.Float64(), math.Inf(1)
	for _, v := range []*fraction.Fraction{t.Floor, t.Cap, t.DropCap, &empty} {
		if v != nil {
			_, den, _ := v.Parts()
			s.scale = lcm(s.scale, uint64(den))
		}
	}
	hi, lo := bits.Mul64(s.scale, r.means)
	if over, _ := bits.Mul64(lo, uint64(r.Rounds)); hi != 0 || over != 0 {
		return notice.Err("sim.digits", "game", notice.Text(r.Set.Name), "rounds", r.Rounds)
	}
	of := func(v fraction.Fraction) uint64 {
		num, den, _ := v.Parts()
		return uint64(num) * (s.scale / uint64(den))
	}
	// A share of points may exceed 1 where a bye is worth more than a win.
	s.ceiling, s.dropCap = math.MaxUint64, math.MaxUint64
	if t.Floor != nil {
		s.floor, s.none, s.floorF = of(*t.Floor), of(*t.Floor), t.Floor.Float64()
	}
	if t.Cap != nil {
		s.ceiling, s.ceilingF = of(*t.Cap), t.Cap.Float64()
	}
	if t.DropCap != nil {
		s.dropCap, s.capFrom = of(*t.DropCap), uint64(t.DropCapFrom)
	}
	s.empty = of(empty) * r.means
	s.each = make([]uint64, r.Rounds+1)
	for i := 1; i <= r.Rounds; i++ {
		s.each[i] = s.scale / (perRound * uint64(i))
	}
	s.shares = make([]uint64, (max(r.most, 2)*r.Rounds+1)<<(shareAt-roundsAt))
	for i := range s.shares {
		if w := Word(i) << roundsAt; int(w.rounds()) <= r.Rounds {
			s.shares[i] = s.exactShare(w, false)
		}
	}
	return nil
}

// share returns the own percentage of a Word inside the bounds of the step.
func (s *step) share(w Word, dropped bool) uint64 {
	if dropped && s.dropCap < math.MaxUint64 {
		return s.exactShare(w, true)
	}
	return s.shares[w>>roundsAt&(1<<(pointsAt-roundsAt)-1)]
}

func (s *step) exactShare(w Word, dropped bool) uint64 {
	rounds := w.rounds()
	if rounds == 0 {
		return s.none
	}
	v := min(w.share()*s.each[rounds], s.ceiling)
	if dropped && rounds >= s.capFrom {
		v = min(v, s.dropCap)
	}
	return max(v, s.floor)
}

// gameShare returns the game-win percentage of a Word inside the bounds. A division of
// small whole numbers is rounded correctly, so equal fractions give equal floats
// and different ones differ by far more than rounding.
func (r *Rules) gameShare(s *step, w Word) float64 {
	g := w.games()
	if g == 0 {
		return s.floorF
	}
	return max(min(float64(w.gamePoints())/float64(g*r.gameWin), s.ceilingF), s.floorF)
}

// exactGameShare is gameShare as a fraction.
func (r *Rules) exactGameShare(s *step, w Word) fraction.Fraction {
	floor := fraction.Fraction{}
	if s.rule.Floor != nil {
		floor = *s.rule.Floor
	}
	g := int64(w.games())
	if g == 0 {
		return floor
	}
	v := fraction.New(int64(w.gamePoints()), g*int64(r.gameWin))
	if s.rule.Cap != nil {
		v = fraction.Min(v, *s.rule.Cap)
	}
	return fraction.Max(v, floor)
}

func lcm(a, b uint64) uint64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}
