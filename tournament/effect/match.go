package effect

import (
	"time"

	"topcut/tournament"
	"topcut/tournament/fixture"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
)

// matches compares the matches of each round that is not the same in both states. A state
// is never changed in place, so a round of one memory is the same.
func (c *comparison) matches() {
	for r := 1; r <= max(len(c.before.Rounds), len(c.after.Rounds)); r++ {
		b, a := c.before.Round(r), c.after.Round(r)
		if b != nil && a != nil && b.PublishedSeq == a.PublishedSeq && sameMemory(c.before, c.after, r) && clockOf(b) == clockOf(a) {
			continue
		}
		was, now := seats(c.before, r), seats(c.after, r)
		for n := 1; n <= len(c.after.Players); n++ {
			if x, y := was.of(n), now.of(n); x.l != nil || y.l != nil {
				c.match(n, r, x, y)
			}
		}
	}
}

// sameMemory reports whether two states have the matches of a round in common.
func sameMemory(a, b *tournament.State, r int) bool {
	x, y := a.Rounds.At(r).Matches, b.Rounds.At(r).Matches
	l, k := a.Ledger.Rounds.At(r).Matches, b.Ledger.Rounds.At(r).Matches
	return len(x) > 0 && len(x) == len(y) && &x[0] == &y[0] && len(l) == len(k) && &l[0] == &k[0]
}

// clock is what the clock of a round depends on.
type clock struct {
	deadline, paused time.Time
	status           tournament.RoundStatus
}

func clockOf(r *tournament.Round) clock { return clock{r.Deadline, r.PausedAt, r.Status} }

// seating has the match of each player in a round.
type seating struct {
	s       *tournament.State
	r       *tournament.Round
	at      []int32 // match by player, both from 1; 0 = none
	matches numbered.List[ledger.Match]
}

// seat is a player in a match; without l they have none.
type seat struct {
	s      *tournament.State
	r      *tournament.Round
	number int
	m      *tournament.Match
	l      *ledger.Match
	n      int // the player
}

func seats(s *tournament.State, r int) seating {
	round := s.Round(r)
	if round == nil {
		return seating{}
	}
	out := seating{s: s, r: round, at: make([]int32, len(s.Players)+1), matches: s.Ledger.Rounds.At(r).Matches}
	for m, l := range numbered.All(out.matches) {
		for _, p := range l.Players() {
			out.at[p+1] = int32(m)
		}
	}
	return out
}

func (x seating) of(n int) seat {
	if n >= len(x.at) || x.at[n] == 0 {
		return seat{}
	}
	m := int(x.at[n])
	return seat{s: x.s, r: x.r, number: m, m: x.r.Matches.At(m), l: x.matches.At(m), n: n}
}

// match compares the match of player n in round r.
func (c *comparison) match(n, r int, was, now seat) {
	e := Effect{Player: n, At: tournament.Place{Round: r, Match: max(now.number, was.number)}}
	if now.l != nil {
		e.At.Match = now.number
	}
	same := meets(was, now)
	if !same {
		e.Fact, e.Before, e.After = Seat, was.opponents(), now.opponents()
		c.add(e)
	} else if was.l.Table != now.l.Table {
		e.Fact, e.Before, e.After = Table, notice.Int(was.l.Table), notice.Int(now.l.Table)
		c.add(e)
	}
	c.outcome(e, was, now)
	if same {
		e.Fact = Clock
		c.clock(e, was, now)
		e.Fact = Window
		c.window(e, was, now)
		for b := range numbered.All(now.m.Boards) {
			if numbered.Has(was.m.Boards, b) {
				e.At.Match = tournament.BoardNumber(now.number, b)
				c.outcome(e, was.board(b), now.board(b))
			}
		}
	}
}

// board returns the player's seat at a board of the match.
func (x seat) board(b int) seat {
	x.m, x.l = x.s.Match(x.r.Number, tournament.BoardNumber(x.number, b))
	x.number = tournament.BoardNumber(x.number, b)
	return x
}

// outcome compares the result and the report of a match or a board.
func (c *comparison) outcome(e Effect, was, now seat) {
	ended, ends := was.result(), now.result()
	said, says := was.report(), now.report()
	replaced := said != nil && ends != nil && !equal(said, ends) // by a result, which then is no effect of its own
	if !equal(ended, ends) && !replaced {
		e.Fact, e.Before, e.After = Result, ended, ends
		c.add(e)
	}
	if replaced || ends == nil && !equal(said, says) {
		if e.Fact, e.Before, e.After = Report, said, says; replaced {
			e.After = ends
		}
		if says == disputed || said == disputed { // a dispute is there to be decided
			c.with(e, Tell)
		} else {
			c.add(e)
		}
	}
}

// equal compares values that may be lists or notices.
func equal(a, b notice.Value) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return notice.Notice{Args: []notice.Arg{{Value: a}}}.Equal(notice.Notice{Args: []notice.Arg{{Value: b}}})
}

// meets reports whether a player has the same match in two states: in the same round, as
// it was published, with the same players.
func meets(was, now seat) bool {
	if was.l == nil || now.l == nil || was.r.PublishedSeq != now.r.PublishedSeq || was.l.N != now.l.N || (was.l.Kind == ledger.Bye) != (now.l.Kind == ledger.Bye) {
		return false
	}
	for _, p := range was.l.Players() {
		if now.l.Seat(p) < 0 {
			return false
		}
	}
	return true
}

// opponents returns whom the player meets.
func (x seat) opponents() notice.Value {
	switch {
	case x.l == nil:
		return nil
	case x.l.Kind == ledger.Bye:
		return notice.Word("effect.bye")
	case x.l.N == 1:
		return notice.Word("effect.absent")
	}
	var list notice.List
	for _, p := range x.l.Players() {
		if int(p)+1 != x.n {
			list = append(list, notice.Player(p+1))
		}
	}
	return list
}

// result returns how the match ended from the player's side; nil while it is open, and for
// one without opponents.
func (x seat) result() notice.Value {
	if x.l == nil || x.l.N < 2 || !x.l.Finished() {
		return nil
	}
	return x.said(x.l)
}

// said returns a result from the player's side.
func (x seat) said(l *ledger.Match) notice.Value {
	switch l.Kind {
	case ledger.IntentionalDraw:
		if f := x.m.Fixture; f != nil && f.End == fixture.SchedulingDraw { // the players did not agree on it
			return notice.Word("verdict.draw")
		}
		return notice.Word("result.intentional")
	case ledger.DoubleLoss:
		return notice.Word("result.double_loss")
	case ledger.Forfeit:
		return notice.New("result.forfeit", "player", notice.Player(l.Seats[0]+1))
	case ledger.Played, ledger.Bye, ledger.AssignedLoss, ledger.Elsewhere:
	}
	return notice.Text(x.s.RulesOf(x.number, l).FormatResult(*l, l.Seat(int32(x.n-1))))
}

const disputed notice.Word = "effect.disputed"

// report returns what is reported of the match and waits; nil if nothing is.
func (x seat) report() notice.Value {
	switch {
	case x.l == nil || x.m.Confirmed || x.m.Report == nil || x.l.Finished():
		return nil
	case x.m.Disputed:
		return disputed
	}
	l := *x.l
	l.Kind, l.Result = x.m.Report.Kind, x.m.Report.Result
	return x.said(&l)
}

// clock compares until when the player plays. A clock that is put off is shown by the posts
// that stand; one that takes time, or is of one table, is told; one that would be over at
// once, or twice as long as planned, is asked about.
func (c *comparison) clock(e Effect, was, now seat) {
	if was.r.Status != tournament.Started || now.r.Status != tournament.Started || was.s.Arranged() || was.l.Finished() || now.l.Finished() {
		return
	}
	e.Before, e.After = was.until(), now.until()
	if e.Before == e.After {
		return
	}
	from, to := was.r.Deadline.Add(was.m.Extra), now.r.Deadline.Add(now.m.Extra)
	planned := max(now.s.RoundLength(now.s.ClockStage(now.r)), from.Sub(was.r.StartedAt))
	switch {
	case was.r.Deadline.IsZero() || now.r.Deadline.IsZero():
		c.with(e, Tell)
	case was.r.PausedAt != now.r.PausedAt:
		c.with(e, Quiet)
	case !to.After(c.after.At), to.Sub(now.r.StartedAt) > 2*planned:
		c.with(e, Ask)
	case to.Before(from), was.m.Extra != now.m.Extra:
		c.with(e, Tell)
	default:
		c.with(e, Quiet)
	}
}

// until returns when time is up at the match; nil if no clock runs.
func (x seat) until() notice.Value {
	switch {
	case x.r.Deadline.IsZero():
		return nil
	case !x.r.PausedAt.IsZero():
		return notice.Word("effect.paused")
	}
	return notice.Time{Time: x.r.Deadline.Add(x.m.Extra)}
}

// window compares until when an arranged match is to be played.
func (c *comparison) window(e Effect, was, now seat) {
	f, g := was.m.Fixture, now.m.Fixture
	if f == nil || g == nil || was.l.Finished() || now.l.Finished() || f.PlayBy.Equal(g.PlayBy) && (f.End == fixture.Void) == (g.End == fixture.Void) {
		return
	}
	e.Before, e.After = notice.Time{Time: f.PlayBy}, notice.Time{Time: g.PlayBy}
	if g.End == fixture.Void {
		e.After = notice.Word("effect.void")
	}
	c.add(e)
}
