package rehearse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"topcut/commands/customid"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
)

// tooLong is the time of an event after which an evening without an organiser is taken to
// stand still.
const tooLong = 24 * time.Hour

// idleLooks is how often in a row no player has anything to do before a stopped clock is
// moved on: a step that is thought of by chance may be one of a ghost.
const idleLooks = 5

// alone is the pacer of an evening without an organiser. Once the event runs, its organiser
// does nothing any more, and neither do the ghosts: they have joined and never press.
type alone struct {
	play    *play
	ghosts  map[string]bool // by user id
	waited  map[string]bool // the ghosts whose opponents do not say that they are missed
	began   time.Time       // of the event's time
	running atomic.Bool
	idled   int   // looks in a row at the event of seq
	seq     int64 // of its log
}

// leaveAlone lets the last of the people who join be ghosts, or members from all over the
// teams, and the organiser leave when the event runs.
func (p *play) leaveAlone(ghosts int) {
	a := &alone{play: p, ghosts: map[string]bool{}, waited: map[string]bool{}, began: p.clock.now()}
	last := slices.Clone(p.venue.players[len(p.venue.players)-ghosts:])
	if p.opts.crew > 0 { // captains come first
		mates := p.venue.players[p.opts.players:]
		for i := range last {
			last[i] = mates[i*len(mates)/ghosts]
		}
	}
	for i, x := range last {
		a.ghosts[x.ID()], a.waited[x.ID()] = true, i%2 == 1
	}
	look := p.look
	p.look = func(snap *tournament.Snapshot) {
		a.running.Store(snap.State.Phase >= tournament.Running)
		look(snap)
	}
	p.pacer, p.alone = a, a
}

func (a *alone) await(ctx context.Context, _ *play) (int, error) {
	if a.play.clock.now().Sub(a.began) > tooLong {
		return 0, fmt.Errorf("%w: it is not over after %v without an organiser", errStuck, tooLong)
	}
	return math.MaxInt, ctx.Err()
}

func (a *alone) skips(user string) bool {
	return a.running.Load() && (a.ghosts[user] || user == a.play.venue.organiser.ID())
}

// idle implements [pacer]. What ends the evening are clocks: it moves a stopped one to the
// next deadline.
func (a *alone) idle(ctx context.Context, snap *tournament.Snapshot, _ []histories.Step) error {
	if err := a.play.bot.died(); err != nil {
		return err
	}
	if a.idled++; a.seq != snap.State.Seq {
		a.idled, a.seq = 1, snap.State.Seq
	}
	if speed, _ := a.play.clock.pace(); speed == still && a.idled >= idleLooks {
		_, err := a.play.onward(ctx, a.began.Add(tooLong+time.Second))
		return err
	}
	time.Sleep(idleWait)
	return ctx.Err()
}

// absurd reports whether no player would take a step: who reports a match has played it.
func (a *alone) absurd(snap *tournament.Snapshot, step histories.Step) bool {
	report, reports := step.Command.(*command.ReportResult)
	if a == nil || !reports || step.Player == 0 {
		return false
	}
	s := snap.State
	at := tournament.Place{Round: len(s.Rounds), Match: s.MatchOf(len(s.Rounds), step.Player)}
	if report.Match > 0 {
		at.Match = report.Match
	}
	_, l := s.Match(at.Round, at.Match)
	if l == nil {
		return false
	}
	played := *l
	played.Kind, played.Result, _ = s.RulesOf(at.Match, l).ParseResult(s.Rounds.At(at.Round).Stage, l.Seat(int32(step.Player-1)), int(l.N), report.Text)
	won := s.Rules.Winner(&played)
	ghost := func(n int) bool { return a.ghosts[playing(snap, at, n)] }
	return won >= 0 && ghost(int(l.Seats[won])+1) || slices.ContainsFunc(s.PlayingAt(at), ghost)
}

// playing returns the account of who plays a match for player n: of a team, at a board, who
// sits there.
func playing(snap *tournament.Snapshot, at tournament.Place, n int) string {
	if person := snap.State.Sitting(at, n); person > 0 {
		return snap.Book.Person(person).User
	}
	return snap.User(n)
}

// step returns what a player does about a match whose opponent is a ghost: they miss every
// other ghost, and where they wait instead until the table is asked for, they answer.
func (a *alone) step(snap *tournament.Snapshot) (histories.Step, bool) {
	s := snap.State
	r := s.Current()
	if a == nil || r == nil || r.Status != tournament.Started || s.Phase != tournament.Running {
		return histories.Step{}, false
	}
	for _, match := range s.Blocking(r.Number) {
		at := tournament.Place{Round: r.Number, Match: match}
		m, l := s.Match(at.Round, at.Match)
		for _, p := range l.Players() {
			n := int(p) + 1
			user := playing(snap, at, n)
			if l.N < 2 || user == "" || a.ghosts[user] {
				continue
			}
			missed := slices.DeleteFunc(s.Claimable(at, n), func(of int) bool {
				who := playing(snap, at, of)
				return !a.ghosts[who] || a.waited[who] || s.AsksOrganisers(at, of)
			})
			step := histories.Step{Actor: tournament.Actor{User: user, Name: snap.Name(n)}, Player: n}
			switch {
			case m.Unanswered() && !s.AbsentFrom(at, n) && s.Players.At(n).Pressed.Before(m.Live.Asked.At):
				step.Command = &command.BePresent{Player: n, At: at}
				return step, true
			case len(missed) > 0:
				step.Command = &command.ClaimForfeit{Player: n, At: at, Of: missed[0]}
				return step, true
			}
		}
	}
	return histories.Step{}, false
}

// inOwnMatch presses a button of the private panel of one's match.
func (p *play) inOwnMatch(who *actor, fit fits) way {
	return func(ctx context.Context) (response, error) {
		h, err := p.openPanel(ctx, who)
		if err != nil {
			return h, err
		}
		return p.pressIn(ctx, who, h, fit)
	}
}

// misses says that an opponent is not there: of, at a table of three or four.
func (p *play) misses(who *actor, of int) way {
	return func(ctx context.Context) (response, error) {
		h, err := p.inOwnMatch(who, like(customid.Claim{}))(ctx)
		if err != nil || of == 0 {
			return h, err
		}
		return p.pressIn(ctx, who, h, func(x customid.Panel) bool {
			claim, ok := x.(customid.ClaimOf)
			return ok && claim.Of == of
		})
	}
}

// endings counts how the matches of an evening without an organiser ended.
type endings struct {
	Ghosts int `json:"ghosts"`                // who never pressed anything
	Claims int `json:"lost_by_claim"`         // matches, of teams boards
	Absent int `json:"absent_from_tables"`    // players without whom a table of three or four has played
	Rules  int `json:"settled_by_rule"`       // matches
	Staff  int `json:"settled_by_organisers"` // matches
	Stall  int `json:"longest_stall_minutes"` // from the end of a round's time until it is over
}

// ended counts how the matches ended.
func (a *alone) ended(s *tournament.State) *endings {
	out := &endings{Ghosts: len(a.ghosts)}
	for i := range s.Rounds {
		r := &s.Rounds[i]
		out.Stall = max(out.Stall, int(math.Ceil(r.ClosedAt.Sub(r.Deadline).Minutes())))
		for j := range r.Matches {
			for _, at := range s.Parts(tournament.Place{Round: i + 1, Match: j + 1}) {
				m, l := s.Match(at.Round, at.Match)
				out.Absent += int(l.N) - len(s.PlayingAt(at))
				switch m.ConfirmBy {
				case tournament.ByClaim:
					out.Claims++
				case tournament.ByRule:
					out.Rules++
				case tournament.ByOrganiser:
					out.Staff++
				case tournament.NotConfirmed, tournament.ByOpponent, tournament.BySilence, tournament.ByConcession, tournament.ByReport:
				}
			}
		}
	}
	return out
}

// check returns an error if an evening without an organiser did not end by itself.
func (x *endings) check() error {
	switch {
	case x == nil:
		return nil
	case x.Staff > 0:
		return errors.New("an organiser settled a match of an evening without one")
	case x.Ghosts > 0 && x.Claims+x.Rules+x.Absent == 0:
		return errors.New("no match ended without a report although there are ghosts")
	}
	return nil
}
