// Package door says who may not enter the events and leagues of a server: those on its
// ban list, and those whom the gate of an event does not let in. A command of an event or a
// league asks before it gives an account a place.
package door

import (
	"slices"
	"time"

	"topcut/tournament/journal"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// Limits in runes.
const (
	MaxReason = 300
	MaxAppeal = 200
)

// Ban is an entry of a ban list: an account may not enter before the end.
type Ban struct {
	User   string    // Discord id
	Name   string    // shown name when it was entered; "" once it is forgotten
	By     string    // Discord id of the organiser; "" once it is forgotten
	Reason string    // for organisers alone; may be empty
	Begin  time.Time // when it was entered
	End    time.Time // zero = none
}

// Term says until when a ban holds.
func (b *Ban) Term() notice.Notice {
	if b.End.IsZero() {
		return notice.New("ban.for_good")
	}
	return notice.New("ban.until", "until", b.End)
}

// over reports whether the ban has ended.
func (b *Ban) over(now time.Time) bool { return !b.End.IsZero() && !b.End.After(now) }

// List is the ban list of a server.
type List struct {
	Bans   []Ban
	Appeal string // where banned people turn to, in the organisers' words; may be empty
}

// Lists reads the ban list of a server.
type Lists func(guild string) (List, error)

// InForce returns the bans that have not ended.
func (l *List) InForce(now time.Time) []Ban {
	return slices.DeleteFunc(slices.Clone(l.Bans), func(b Ban) bool { return b.over(now) })
}

// Of returns the ban of an account that holds now, or nil.
func (l *List) Of(user string, now time.Time) *Ban {
	for i := range l.Bans {
		if b := &l.Bans[i]; b.User == user && user != "" && !b.over(now) {
			return b
		}
	}
	return nil
}

// Called returns the ban of an account whose name looks like a name, or nil: a banned
// person must not come back as a guest under their own name.
func (l *List) Called(name string, now time.Time) *Ban {
	same := names.Alike(name)
	for i := range l.Bans {
		if b := &l.Bans[i]; b.Name != "" && !b.over(now) && same(b.Name) {
			return b
		}
	}
	return nil
}

// refuse returns the refusal of an account that is banned, as the person reads it: with
// the end and where to appeal. The reason is the organisers'.
func (l *List) refuse(b *Ban) error {
	if l.Appeal != "" {
		return journal.Refuse(journal.NotAllowed, "ban.you_appeal", "term", b.Term(), "appeal", notice.Text(l.Appeal))
	}
	return journal.Refuse(journal.NotAllowed, "ban.you", "term", b.Term())
}

// refuseFor returns the refusal that an organiser reads who lets a banned account in.
func (b *Ban) refuseFor(name string) error {
	return journal.Refuse(journal.NotAllowed, "ban.theirs", "name", notice.Text(name), "term", b.Term())
}

// refuseGuest returns the refusal of a guest of the name of a banned account.
func (b *Ban) refuseGuest(name string) error {
	return journal.Refuse(journal.NotAllowed, "ban.guest", "name", notice.Text(name), "term", b.Term())
}

// Keeper keeps banned people out of one decision. It reads the list when it is first
// asked. A nil Keeper keeps out no person.
type Keeper struct {
	Lists Lists
	Guild func() string
	Actor func() string // Discord id of the person who gives the command; "" = the bot
	Now   time.Time
	Pass  // of the person whom the command lets in now

	list *List
}

// Banned returns the ban of an account, or, of a guest (user ""), that of an account of
// such a name; nil if there is none.
func (k *Keeper) Banned(user, name string) (*Ban, error) {
	if k == nil || k.Lists == nil {
		return nil, nil
	}
	if k.list == nil {
		l, err := k.Lists(k.Guild())
		if err != nil {
			return nil, err
		}
		k.list = &l
	}
	if user == "" && name != "" {
		return k.list.Called(name, k.Now), nil
	}
	return k.list.Of(user, k.Now), nil
}

// Admit refuses to let in an account or guest that is banned.
func (k *Keeper) Admit(user, name string) error {
	b, err := k.Banned(user, name)
	switch {
	case b == nil || err != nil:
		return err
	case user == "":
		return b.refuseGuest(name)
	case user == k.Actor():
		return k.list.refuse(b)
	}
	return b.refuseFor(name)
}
