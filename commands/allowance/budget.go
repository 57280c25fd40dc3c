package allowance

import (
	"slices"
	"sync"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
)

// atOncePerMember is how many interactions of a member may be in progress at once.
const atOncePerMember = 12

// ErrUnderWay refuses one more interaction.
var ErrUnderWay = tournament.Refuse(tournament.Unavailable, "budget.under_way")

// Kind is a kind of costly action.
type Kind uint8

// Kinds of costly actions.
const (
	Report   Kind = iota // reports and responses to them: each notifies the opponent
	Join                 // joining and leaving
	Deck                 // each stores a text
	Judge                // each calls an organiser
	Announce             // each is a post to all players
	Other                // other changes by a player
	Organise             // changes by an organiser
	Create               // a new event, with its whole ruleset, or a new league
	Upkeep               // requests to Discord and scans of the whole database
	kinds
)

// allowed is a token bucket: a burst, and one more token per interval.
type allowed struct {
	most  int
	every time.Duration
}

var allowances = [kinds]allowed{
	Report: {12, 30 * time.Second}, Join: {6, 2 * time.Minute}, Deck: {10, time.Minute}, Judge: {5, 2 * time.Minute}, Announce: {30, 20 * time.Second},
	Other: {30, 10 * time.Second}, Organise: {400, time.Second}, Create: {40, 3 * time.Minute}, Upkeep: {10, 20 * time.Second},
}

// KindOf returns the kind of a command.
func KindOf(cmd command.Command, staff bool) Kind {
	switch cmd := cmd.(type) {
	case *command.SubmitDeck, *command.SubmitOwnDeck:
		return Deck
	case *command.Announce:
		return Announce
	case command.All:
		return KindOf(cmd[0], staff)
	}
	if staff {
		return Organise
	}
	switch cmd.(type) {
	case *command.ReportResult, *command.ConfirmReport, *command.DisputeReport:
		return Report
	case *command.Join, *command.Leave, *command.InviteMates:
		return Join
	case *command.CallJudge:
		return Judge
	}
	return Other
}

// Member is one user in one server.
type Member struct{ Guild, User string }

// rememberedMembers bounds how many members are remembered. Those whose allowance is full
// are forgotten first.
const rememberedMembers = 5000

// Budget tracks the remaining allowance of each member. It is kept in memory only: a
// restart restores everything.
type Budget struct {
	now func() time.Time

	mu      sync.Mutex
	members map[Member]*balance
}

type balance struct {
	underWay int
	until    [kinds]time.Time // when the allowance is full again
}

// NewBudget returns a budget of which nothing is spent.
func NewBudget(now func() time.Time) *Budget {
	return &Budget{now: now, members: map[Member]*balance{}}
}

// balanceOf returns the remaining allowance of a member. The caller holds the lock.
func (b *Budget) balanceOf(m Member) *balance {
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
func (b *Budget) forget() {
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

// Enter reports whether a member may have one more interaction in progress. If it returns
// true, the caller must call Leave.
func (b *Budget) Enter(m Member) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.balanceOf(m)
	if p.underWay >= atOncePerMember {
		return false
	}
	p.underWay++
	return true
}

// Leave ends an interaction.
func (b *Budget) Leave(m Member) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.members[m].underWay--
}

// Spend takes one token of a kind from a member's allowance. If there is none it returns
// a refusal that says when there will be one. The caller calls back to return the token
// if the action turned out to cost nothing.
func (b *Budget) Spend(m Member, what Kind) (back func(), err error) {
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
		return nil, tournament.Refuse(tournament.Unavailable, "budget.spent", "clock", again.Add(time.Minute-1).Truncate(time.Minute)) // a time of day has no seconds
	}
	p.until[what] = until
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		p.until[what] = p.until[what].Add(-a.every)
	}, nil
}
