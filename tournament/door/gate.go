package door

import (
	"errors"
	"slices"

	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// Gate says whom an event lets in by themselves. The zero value lets in all people. Who is
// in stays in, whatever becomes of the gate.
type Gate struct {
	Role   string `json:"role,omitempty"`   // Discord id of a role that they must have
	Events int    `json:"events,omitempty"` // how many finished events of the server they must have played
	From   int    `json:"from,omitempty"`   // lowest rating in the game of the event; 0 = any
	To     int    `json:"to,omitempty"`     // highest; 0 = any
	// Invited means that they must be on the invitation list of the event or of its league.
	// The list is not part of the log: it has accounts, and who is in stays in.
	Invited bool `json:"invited,omitempty"`
}

// Invitation is an entry of an invitation list: an account, or a name that no account has
// used yet.
type Invitation struct {
	User string // Discord id; "" = the name alone
	Name string // as written, or as shown when the account was chosen
}

// Limits of a gate.
const (
	MaxEvents = 1000
	MaxRating = 9999
	// MaxInvited bounds an invitation list.
	MaxInvited = 1000
)

// Facts are what a gate asks about a person. The command that lets the person in has them
// as they are then, and nothing of the log depends on them later.
type Facts struct {
	Roles  []string // Discord ids
	Events int      // finished events of the server that the person has played
	Rating int      // in the game of the event; of who has none, that with which all begin
	// Invited means that the account, or the name of a guest, is on the invitation list.
	Invited bool
}

// Validate returns a refusal of a gate that is out of bounds.
func (g Gate) Validate() error {
	switch {
	case g.Events < 0 || g.Events > MaxEvents:
		return journal.Refuse(journal.BadInput, "gate.bad_events", "most", MaxEvents)
	case g.From < 0 || g.To < 0 || g.From > MaxRating || g.To > MaxRating || g.To > 0 && g.From > g.To:
		return journal.Refuse(journal.BadInput, "gate.bad_rating", "most", MaxRating)
	}
	return nil
}

// Needs says whom the gate lets in, one condition each; nil means all people.
func (g Gate) Needs() (out []notice.Notice) {
	if g.Invited {
		out = append(out, needsInvitation)
	}
	if g.Role != "" {
		out = append(out, g.needsRole())
	}
	if g.Events > 0 {
		out = append(out, g.needsEvents())
	}
	if g.From > 0 || g.To > 0 {
		out = append(out, g.needsRating())
	}
	return out
}

var needsInvitation = notice.New("gate.invitation")

// needsRole writes the id as text, which the sentence makes a mention of.
func (g Gate) needsRole() notice.Notice { return notice.New("gate.role", "role", notice.Text(g.Role)) }

func (g Gate) needsEvents() notice.Notice { return notice.New("gate.events", "n", g.Events) }

func (g Gate) needsRating() notice.Notice {
	switch {
	case g.To == 0:
		return notice.New("gate.rating_from", "from", notice.Ungrouped(g.From))
	case g.From == 0:
		return notice.New("gate.rating_to", "to", notice.Ungrouped(g.To))
	}
	return notice.New("gate.rating", "from", notice.Ungrouped(g.From), "to", notice.Ungrouped(g.To))
}

// admit returns a refusal that says which condition a person does not meet, and what to do.
func (g Gate) admit(event string, f Facts) error {
	name := notice.Text(event)
	switch {
	case g.Invited && !f.Invited:
		return journal.Refuse(journal.NotAllowed, "gate.not_invited", "event", name, "needs", needsInvitation)
	case g.Role != "" && !slices.Contains(f.Roles, g.Role):
		return journal.Refuse(journal.NotAllowed, "gate.no_role", "event", name, "needs", g.needsRole())
	case f.Events < g.Events:
		return journal.Refuse(journal.NotAllowed, "gate.no_events", "event", name, "needs", g.needsEvents(), "n", f.Events)
	case f.Rating < g.From || g.To > 0 && f.Rating > g.To:
		return journal.Refuse(journal.NotAllowed, "gate.no_rating", "event", name, "needs", g.needsRating(), "rating", notice.Ungrouped(f.Rating))
	}
	return nil
}

// Gated reports whether a refusal is that of a gate.
func Gated(err error) bool {
	r, ok := errors.AsType[*journal.Refusal](err)
	return ok && slices.Contains([]notice.Code{"gate.not_invited", "gate.no_role", "gate.no_events", "gate.no_rating", "gate.no_account"}, r.Notice.Code)
}

// Pass is what a command says of the person whom it lets in. The zero value lets in only
// who meets no gate.
type Pass struct {
	Facts
	Guest  bool // has no account, of which nothing is known
	Anyway bool // an organiser has decided it, or the person is in already
}

// Through returns a refusal unless the gate of an event lets a person in.
func (p *Pass) Through(g Gate, event string) error {
	switch {
	case p.Anyway || g == Gate{}, p.Guest && p.Invited && g == Gate{Invited: true}:
		return nil
	case p.Guest:
		return journal.Refuse(journal.NotAllowed, "gate.no_account", "event", notice.Text(event), "needs", g.Needs())
	}
	return g.admit(event, p.Facts)
}
