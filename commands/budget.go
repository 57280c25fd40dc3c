package commands

import (
	"context"
	"slices"
	"sync"
	"time"

	"topcut/tournament"
)

// Limits on what one member may cost, so that one member cannot make the others wait:
// how many of their interactions are under way at once, and how often they may do what
// is stored, posted or sent to Discord. Normal use comes nowhere near them.
const atOncePerMember = 12

// What a server may keep.
const (
	mostLeagues = 25 // that go on
	mostEmpty   = 40 // events without players
)

// spending is what something costs.
type spending uint8

const (
	spendReport   spending = iota // reports and answers to them: each asks or tells the other side
	spendJoin                     // joining and leaving
	spendDeck                     // each is a text to keep
	spendJudge                    // each calls an organiser
	spendAnnounce                 // each is a post that all players read
	spendOther                    // what else a player changes
	spendOrganise                 // what an organiser changes
	spendCreate                   // an event, with its whole ruleset, or a league
	spendUpkeep                   // what asks Discord or goes through the whole database
	spendings
)

// allowance is a rate: a number at once, and one more after each interval.
type allowance struct {
	most  int
	every time.Duration
}

var allowances = [spendings]allowance{
	spendReport: {12, 30 * time.Second}, spendJoin: {6, 2 * time.Minute}, spendDeck: {10, time.Minute}, spendJudge: {5, 2 * time.Minute}, spendAnnounce: {30, 20 * time.Second},
	spendOther: {30, 10 * time.Second}, spendOrganise: {400, time.Second}, spendCreate: {40, 3 * time.Minute}, spendUpkeep: {10, 20 * time.Second},
}

// costOf returns what a command costs.
func costOf(cmd tournament.Command, staff bool) spending {
	switch cmd := cmd.(type) {
	case *tournament.SubmitDeck, *tournament.SubmitOwnDeck:
		return spendDeck
	case *tournament.Announce:
		return spendAnnounce
	case tournament.All:
		return costOf(cmd[0], staff)
	}
	if staff {
		return spendOrganise
	}
	switch cmd.(type) {
	case *tournament.ReportResult, *tournament.ConfirmReport, *tournament.DisputeReport:
		return spendReport
	case *tournament.Join, *tournament.Leave:
		return spendJoin
	case *tournament.CallJudge:
		return spendJudge
	}
	return spendOther
}

// member is one person in one server.
type member struct{ guild, user string }

// rememberedMembers is how many members are remembered; those who have everything left
// are forgotten first.
const rememberedMembers = 5000

// budget keeps what members have left. It is of the running process: a restart
// gives everything back.
type budget struct {
	now func() time.Time

	mu      sync.Mutex
	members map[member]*purse
}

type purse struct {
	underWay int
	until    [spendings]time.Time // when everything is back
}

func newBudget(now func() time.Time) *budget { return &budget{now: now, members: map[member]*purse{}} }

// purse returns what a member has left; the lock is held.
func (b *budget) purse(m member) *purse {
	p := b.members[m]
	if p == nil {
		if len(b.members) >= rememberedMembers {
			b.forget()
		}
		p = &purse{}
		b.members[m] = p
	}
	return p
}

// forget drops the members who have everything back, and where that are none all
// who have nothing under way.
func (b *budget) forget() {
	now := b.now()
	for _, whoever := range []bool{false, true} {
		for m, p := range b.members {
			back := !slices.ContainsFunc(p.until[:], func(t time.Time) bool { return t.After(now) })
			if p.underWay == 0 && (back || whoever) {
				delete(b.members, m)
			}
		}
		if len(b.members) < rememberedMembers {
			return
		}
	}
}

// enter reports whether a member may have one more interaction under way; if it returns
// true, leave must be called.
func (b *budget) enter(m member) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.purse(m)
	if p.underWay >= atOncePerMember {
		return false
	}
	p.underWay++
	return true
}

func (b *budget) leave(m member) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.members[m].underWay--
}

// spend takes one of a kind from what a member has left, or refuses and says when
// there is one again. What turns out to cost nothing is given back.
func (b *budget) spend(m member, what spending) (back func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a, p, now := allowances[what], b.purse(m), b.now()
	until := p.until[what]
	if limit := now.Add(time.Duration(a.most) * a.every); until.After(limit) {
		until = limit // the clock was set back
		p.until[what] = until
	}
	if until.Before(now) {
		until = now
	}
	until = until.Add(a.every)
	if again := until.Add(-time.Duration(a.most) * a.every); again.After(now) {
		return nil, tournament.Refuse(tournament.Unavailable, "budget.spent", "away", again)
	}
	p.until[what] = until
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		p.until[what] = p.until[what].Add(-a.every)
	}, nil
}

var errTooMany = tournament.Refuse(tournament.Unavailable, "budget.under_way")

func (c *Call) member() member { return member{c.GuildID, c.User.ID} }

// spend takes from what the person of the call has left.
func (c *Call) spend(what spending) error {
	_, err := c.App.budget.spend(c.member(), what)
	return err
}

// carefully makes a request cost what its command costs: once, and only when its turn
// comes, so that an interaction delivered again gets its answer; a refused request
// costs nothing. The caller must call settle with the error of the request.
func (c *Call) carefully(req tournament.Request, what spending) (_ tournament.Request, settle func(error)) {
	expect, back := req.Expect, func() {}
	paid := false
	req.Expect = func(now *tournament.Snapshot) error {
		if expect != nil {
			if err := expect(now); err != nil {
				return err
			}
		}
		if paid {
			return nil
		}
		give, err := c.App.budget.spend(c.member(), what)
		if err == nil {
			paid, back = true, give
		}
		return err
	}
	return req, func(err error) {
		if err != nil {
			back()
		}
	}
}

// turns admits a limited number at a time, one member after the other, so that a member
// with sixty questions does not delay the others.
type turns struct {
	mu      sync.Mutex
	free    int
	order   []member // who waits, in the order of their next turn
	waiting map[member][]chan struct{}
}

func newTurns(atOnce int) *turns { return &turns{free: atOnce, waiting: map[member][]chan struct{}{}} }

// enter waits for a turn; leave must be called after it returned nil.
func (t *turns) enter(ctx context.Context, m member) error {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	if len(t.waiting[m]) == 0 {
		t.order = append(t.order, m)
	}
	t.waiting[m] = append(t.waiting[m], turn)
	t.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	i := slices.Index(t.waiting[m], turn)
	if i >= 0 {
		t.keep(m, slices.Delete(t.waiting[m], i, i+1))
	}
	t.mu.Unlock()
	if i < 0 {
		t.leave() // it had just come
	}
	return ctx.Err()
}

// keep keeps what a member still waits for; the lock is held.
func (t *turns) keep(m member, rest []chan struct{}) {
	if t.waiting[m] = rest; len(rest) == 0 {
		delete(t.waiting, m)
		t.order = slices.DeleteFunc(t.order, func(o member) bool { return o == m })
	}
}

// leave gives the turn to the next in line.
func (t *turns) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.order) == 0 {
		t.free++
		return
	}
	m := t.order[0]
	turn := t.waiting[m][0]
	t.order = append(t.order[1:], m)
	t.keep(m, t.waiting[m][1:])
	close(turn)
}

// wanted reports whether a caller waits for a turn.
func (t *turns) wanted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.order) > 0
}
