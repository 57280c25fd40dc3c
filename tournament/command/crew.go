package command

import (
	"slices"
	"unicode/utf8"

	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/notice"
)

// Mate is a person with an account who is to join a crew. The pass counts where the word of
// the captain is enough.
type Mate struct {
	User, Name string
	door.Pass
}

// seat returns the name of the seat that a person takes: their own, or that of their crew.
// An organiser who adds a crew may leave its name out.
func (c *Join) seat(s *tournament.State, name string) (string, error) {
	if !s.Crewed() {
		return name, nil
	}
	seat := cleanName(c.Crew)
	switch {
	case seat == "" && c.ByOrganiser:
		return name, nil
	case seat == "":
		return "", tournament.Refuse(tournament.BadInput, "crew.name")
	case utf8.RuneCountInString(seat) > tournament.MaxPersonal:
		return "", tournament.Refuse(tournament.BadInput, "join.name_long", "most", tournament.MaxPersonal)
	}
	return seat, nil
}

// InviteMates asks people to join the crew of a player. The captain does so until the event
// begins, afterwards only an organiser, whose word needs no answer. Nor does that of the captain
// with the setting CaptainsWord; but who has left a crew, has declined to join one or may not
// enter is asked, and reads why themselves.
type InviteMates struct {
	Player      int
	Mates       []Mate
	ByOrganiser bool
	door.Pass        // of the people whom an organiser adds
	joining     bool // in the command that registers the crew, which may be a late one
}

func (c *InviteMates) decide(d *decision) error {
	for _, mate := range c.Mates {
		if err := d.leads(c.Player, c.ByOrganiser || c.joining); err != nil {
			return err
		}
		person := d.personFor(mate.User, cleanName(mate.Name))
		if in := d.after.PlayerOf(person); in == c.Player && person == d.person {
			return tournament.Refuse(tournament.BadInput, "crew.self")
		} else if in > 0 && d.after.Players.At(in).Status != tournament.Left {
			return tournament.Refuse(tournament.Conflict, "crew.elsewhere", "who", notice.Text(d.book.Person(person).Name), "team", notice.Player(in))
		}
		pass, taken := c.Pass, c.ByOrganiser // whose word is the answer
		if !taken {
			pass, taken = mate.Pass, d.takesWord(person, mate.Pass)
		}
		if slices.Contains(d.after.Players.At(c.Player).Invited(), person) {
			if !taken {
				return tournament.Refuse(tournament.NoChange, "crew.asked", "team", notice.Player(c.Player), "who", notice.Text(d.book.Person(person).Name))
			}
		} else if err := d.emit(&tournament.MemberAsked{Player: c.Player, Person: person}); err != nil {
			return err
		}
		if !taken {
			continue
		}
		if err := d.with(pass, func() error {
			return d.emit(&tournament.MemberAnswered{Player: c.Player, Person: person, Yes: true})
		}); err != nil {
			return err
		}
	}
	return nil
}

// takesWord reports whether the word of a captain makes a person a member of a crew.
func (d *decision) takesWord(person int, pass door.Pass) bool {
	return d.after.Settings.CaptainsWord && !d.after.HasStayedOut(person) && d.after.Admits(person) == nil &&
		d.admit(person) == nil && d.with(pass, d.throughGate) == nil
}

// AnswerInvitation is the answer of a person who was asked to join the crew of a player.
type AnswerInvitation struct {
	Player int
	User   string
	Yes    bool
	door.Pass
}

func (c *AnswerInvitation) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	person := d.book.ByUser(c.User)
	if !slices.Contains(d.after.Players.At(c.Player).Invited(), person) {
		return tournament.Refuse(tournament.NotAllowed, "crew.not_invited", "team", notice.Player(c.Player))
	}
	if in := d.after.PlayerOf(person); c.Yes && in > 0 && d.after.Players.At(in).Status != tournament.Left {
		return tournament.Refuse(tournament.Conflict, "crew.elsewhere", "who", notice.Text(d.book.Person(person).Name), "team", notice.Player(in))
	}
	return d.with(c.Pass, func() error {
		return d.emit(&tournament.MemberAnswered{Player: c.Player, Person: person, Yes: c.Yes})
	})
}

// RemoveMember takes a person out of the crew of a player, or takes their invitation back.
// Members take themselves out at any time; the captain decides about others until the event
// begins, afterwards only an organiser. An invitation is taken back at any time.
type RemoveMember struct {
	Player      int
	Person      int
	ByOrganiser bool
}

func (c *RemoveMember) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	asked := slices.Contains(d.after.Players.At(c.Player).Invited(), c.Person)
	if err := d.leads(c.Player, c.ByOrganiser); err != nil && c.Person != d.person && !(asked && d.captains(c.Player)) {
		return err
	}
	return d.withoutMember(c.Player, c.Person)
}

// GiveLineUp names the members of a crew who sit at the boards from the next round on, or in the
// one that waits for line-ups, board 1 first. The captain does so, or an organiser, who does not
// learn what was named before. The last line-up that a round waits for starts it.
type GiveLineUp struct {
	Player      int
	Persons     []int
	ByOrganiser bool
}

func (c *GiveLineUp) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	switch {
	case len(c.Persons) == 0:
		return tournament.Refuse(tournament.BadInput, "crew.line_up_size", "n", d.after.SizeOfLineUp(c.Player), "got", 0)
	case c.ByOrganiser:
	case !d.captains(c.Player):
		return tournament.Refuse(tournament.NotAllowed, "crew.captain")
	case slices.Equal(d.after.NextLineUp(c.Player), c.Persons) && !d.after.GivesLineUp(c.Player, d.after.Current()):
		return tournament.Refuse(tournament.NoChange, "crew.line_up_same")
	case d.after.SizeOfLineUp(c.Player) == 0:
		return tournament.Refuse(tournament.WrongPhase, "crew.all_play", "team", notice.Player(c.Player))
	case slices.Contains(c.Persons, 0):
		return tournament.Refuse(tournament.NotFound, "crew.not_member", "team", notice.Player(c.Player))
	}
	if err := d.emit(&tournament.LineUpGiven{Player: c.Player, Persons: c.Persons}); err != nil {
		return err
	}
	return d.lineUpsIn()
}

// showLineUps shows the line-ups of the matches of a published round in which both are in, or
// those of all.
func (d *decision) showLineUps(all bool) error {
	r := d.after.Current()
	if r == nil || r.Status != tournament.Published {
		return nil
	}
	for _, m := range d.after.AwaitedLineUps(r) {
		if ev, in := d.after.LineUps(tournament.Place{Round: r.Number, Match: m}); in || all {
			if err := d.emit(ev); err != nil {
				return err
			}
		}
	}
	return nil
}

// lineUpsIn shows the line-ups of the matches in which both are in. If the round waits for no
// others, and was to start, it does.
func (d *decision) lineUpsIn() error {
	if err := d.showLineUps(false); err != nil {
		return err
	}
	if r := d.after.Current(); r != nil && r.Starts && r.Status == tournament.Published && len(d.after.AwaitedLineUps(r)) == 0 {
		return d.openRound()
	}
	return nil
}

// lineUpsOver ends the time for line-ups. What is not in is filled in.
func (d *decision) lineUpsOver() error {
	if err := d.showLineUps(true); err != nil {
		return err
	}
	return d.lineUpsIn()
}

// Substitute puts a member of a crew who sits at no board in the place of another for the rest
// of the round. The captain or an organiser does so until the board has a report.
type Substitute struct {
	tournament.Place // of the board
	Player           int
	Person, For      int
	ByOrganiser      bool
}

func (c *Substitute) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	if !c.ByOrganiser && !d.captains(c.Player) {
		return tournament.Refuse(tournament.NotAllowed, "crew.captain")
	}
	return d.emit(&tournament.MemberSubstituted{Place: c.Place, Player: c.Player, Person: c.Person, For: c.For})
}

// withoutMember takes a person out of a crew, or their invitation back. The last member
// takes the crew along.
func (d *decision) withoutMember(n, person int) error {
	if err := d.checkPlayer(n); err != nil {
		return err
	}
	p := *d.after.Players.At(n)
	switch {
	case person == d.person && d.after.Phase == tournament.Running && p.Status == tournament.Registered && !d.after.Taking(n):
		return tournament.Refuse(tournament.Conflict, "join.dropped") // or they could enter again by another crew
	case slices.Contains(p.Invited(), person):
		return d.emit(&tournament.MemberAnswered{Player: n, Person: person})
	case !slices.Contains(p.Members(), person):
		return tournament.Refuse(tournament.NotFound, "crew.not_member", "team", notice.Player(n))
	case len(p.Members()) > 1:
		rest := slices.DeleteFunc(slices.Clone(p.Members()), func(other int) bool { return other == person })
		if err := d.emit(&tournament.CrewChanged{Player: n, Members: rest}); err != nil {
			return err
		}
		if err := d.promote(); err != nil { // a crew may have waited because of a member who is banned
			return err
		}
		return d.closeIfDone()
	case d.after.Phase == tournament.Running && p.Status == tournament.Registered:
		return (&Drop{Player: n, all: true}).decide(d)
	}
	return (&Leave{Player: n, all: true}).decide(d)
}

// leads returns a refusal unless the actor may decide about the crew of player n: the
// captain until the event begins, or an organiser.
func (d *decision) leads(n int, organiser bool) error {
	if err := d.checkPlayer(n); err != nil {
		return err
	}
	switch {
	case organiser:
		return nil
	case !d.captains(n):
		return tournament.Refuse(tournament.NotAllowed, "crew.captain")
	case d.after.Phase >= tournament.Running:
		return tournament.Refuse(tournament.WrongPhase, "crew.started")
	}
	return nil
}

// captains reports whether the actor is the captain of the crew of player n.
func (d *decision) captains(n int) bool {
	return slices.Index(d.after.Players.At(n).Members(), d.person) == 0
}

// isMate reports whether the actor is a member of the crew of player n, but not its captain, or
// plays a board for it.
func (d *decision) isMate(n int) bool {
	return slices.Index(d.after.Players.At(n).Members(), d.person) > 0 || d.after.LentTo(d.person) == n
}

// writer returns the person whose text it is that the actor writes for player n: the member
// of the crew, or the player.
func (d *decision) writer(n int) int {
	if p := d.after.Players.At(n); !slices.Contains(p.Members(), d.person) {
		return p.Person
	}
	return d.person
}
