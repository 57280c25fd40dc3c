package commands

import (
	"context"
	"slices"
	"sync"
	"time"

	"topcut/tournament"
)

// Limits per member, so that one member cannot slow down the others: the number of
// interactions in progress at once, and the rate of actions that are stored, posted or
// sent to Discord. Normal use stays far below them.
const atOncePerMember = 12

// Limits per server.
const (
	mostLeagues = 25 // not closed
	mostEmpty   = 40 // events without players
)

// spending is a kind of costly action.
type spending uint8

const (
	spendReport   spending = iota // reports and responses to them: each notifies the opponent
	spendJoin                     // joining and leaving
	spendDeck                     // each stores a text
	spendJudge                    // each calls an organiser
	spendAnnounce                 // each is a post to all players
	spendOther                    // other changes by a player
	spendOrganise                 // changes by an organiser
	spendCreate                   // a new event, with its whole ruleset, or a new league
	spendUpkeep                   // requests to Discord and scans of the whole database
	spendings
)

// allowance is a token bucket: a burst, and one more token per interval.
type allowance struct {
	most  int
	every time.Duration
}

var allowances = [spendings]allowance{
	spendReport: {12, 30 * time.Second}, spendJoin: {6, 2 * time.Minute}, spendDeck: {10, time.Minute}, spendJudge: {5, 2 * time.Minute}, spendAnnounce: {30, 20 * time.Second},
	spendOther: {30, 10 * time.Second}, spendOrganise: {400, time.Second}, spendCreate: {40, 3 * time.Minute}, spendUpkeep: {10, 20 * time.Second},
}

// costOf returns the kind of spending of a command.
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

// member is one user in one server.
type member struct{ guild, user string }

// rememberedMembers bounds how many members are remembered. Those whose allowance is full
// are forgotten first.
const rememberedMembers = 5000

// budget tracks the remaining allowance of each member. It is kept in memory only: a
// restart restores everything.
type budget struct {
	now func() time.Time

	mu      sync.Mutex
	members map[member]*balance
}

type balance struct {
	underWay int
	until    [spendings]time.Time // when the allowance is full again
}

func newBudget(now func() time.Time) *budget {
	return &budget{now: now, members: map[member]*balance{}}
}

// balanceOf returns the remaining allowance of a member. The caller holds the lock.
func (b *budget) balanceOf(m member) *balance {
	p := b.members[m]
	if p == nil {
		if len(b.members) >= rememberedMembers {
			b.forget()
		}
		p = &balance{}
		b.members[m] = p
	}
	return p
}

// forget drops the members whose allowance is full, or, if there are none, all members
// without an interaction in progress.
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

// enter reports whether a member may have one more interaction in progress. If it returns
// true, the caller must call leave.
func (b *budget) enter(m member) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.balanceOf(m)
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

// spend takes one token of a kind from a member's allowance. If there is none it returns
// a refusal that says when there will be one. The caller calls back to return the token
// if the action turned out to cost nothing.
func (b *budget) spend(m member, what spending) (back func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a, p, now := allowances[what], b.balanceOf(m), b.now()
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

// spend takes from the allowance of the caller's member.
func (c *Call) spend(what spending) error {
	_, err := c.App.budget.spend(c.member(), what)
	return err
}

// charged returns the request charged to the member's allowance: once, and only when the request
// is carried out, so that an interaction delivered twice gets its stored answer. A
// refused request is free. The caller must call settle with the error of the request.
func (c *Call) charged(req tournament.Request, what spending) (_ tournament.Request, settle func(error)) {
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

// turns admits a limited number of callers at a time, round-robin by member, so that a
// member with sixty questions does not delay the others.
type turns struct {
	mu      sync.Mutex
	free    int
	order   []member // members who wait, in the order of their next turn
	waiting map[member][]chan struct{}
}

func newTurns(atOnce int) *turns { return &turns{free: atOnce, waiting: map[member][]chan struct{}{}} }

// enter waits for a turn. After it returned nil, the caller must call leave.
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
		t.leave() // the turn came at the same moment
	}
	return ctx.Err()
}

// keep stores the callers of a member that still wait. The caller holds the lock.
func (t *turns) keep(m member, rest []chan struct{}) {
	if t.waiting[m] = rest; len(rest) == 0 {
		delete(t.waiting, m)
		t.order = slices.DeleteFunc(t.order, func(o member) bool { return o == m })
	}
}

// leave passes the turn to the next in line.
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

// wanted reports whether any caller is waiting for a turn.
func (t *turns) wanted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.order) > 0
}
