package tournament

import (
	"slices"

	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// MaxCrew is the highest number of members of a seat.
const MaxCrew = 10

// crew is who holds the seat of a player together.
type crew struct {
	Members, Invited []int
	Former           []int // members who have left it
	Declined         []int // who did not want to join it
	LineUp, Next     []int // who sits at the boards of the current round, and from the next one on
	ShownSeq         int64 // the event with which LineUp was shown; what was given later is hidden
}

// setCrew sets who holds the seat together and who is asked to.
func (p *Player) setCrew(members, invited []int) {
	c := &crew{Members: members, Invited: invited}
	if p.crew != nil {
		c.Former, c.Declined, c.LineUp, c.Next, c.ShownSeq = p.crew.Former, p.crew.Declined, p.crew.LineUp, p.crew.Next, p.crew.ShownSeq
		for _, person := range p.crew.Members {
			if !slices.Contains(members, person) {
				c.Former = append(slices.Clip(c.Former), person)
			}
		}
	}
	p.crew = c
}

// held reports whether a person holds the seat or has held it.
func (p *Player) held(person int) bool {
	return p.Holds(person) || p.crew != nil && slices.Contains(p.crew.Former, person)
}

// HasStayedOut reports whether a person is no longer in a crew of the event or has declined to
// join one, so that no captain's word makes them a member.
func (s *State) HasStayedOut(person int) bool {
	return slices.ContainsFunc(s.Players, func(p Player) bool {
		return p.crew != nil && (slices.Contains(p.crew.Former, person) || slices.Contains(p.crew.Declined, person))
	})
}

// Members returns the persons who hold the seat together, the captain first; none where one
// person holds it.
func (p *Player) Members() []int {
	if p.crew == nil {
		return nil
	}
	return p.crew.Members
}

// Invited returns the persons who are asked to join the crew and have not answered.
func (p *Player) Invited() []int {
	if p.crew == nil {
		return nil
	}
	return p.crew.Invited
}

// Crewed reports whether the members of a crew hold each seat of the event together. The
// seat has a person of its own, with the name of the crew and without an account.
func (s *State) Crewed() bool { return s.Settings.Crew > 0 }

// MembersOf returns the persons who hold the seat of player n: the members of a crew, the
// captain first, or else the player's one person.
func (s *State) MembersOf(n int) []int {
	switch p := s.Player(n); {
	case p == nil:
		return nil
	case len(p.Members()) > 0:
		return p.Members()
	default:
		return []int{p.Person}
	}
}

// Holds reports whether a person holds the seat, alone or with others.
func (p *Player) Holds(person int) bool {
	return p.Person == person || slices.Contains(p.Members(), person)
}

// fitsCrews returns why crews cannot play in stages of a game, or nil: nobody drafts, plays
// at a table of more than two or builds a deck as a crew.
func (s Settings) fitsCrews(seats int) error {
	if s.Crew > 0 && (seats > 2 || len(s.Stages.Prepare) > 0 || slices.ContainsFunc(s.Stages.Stages, func(st stage.Stage) bool { return st.Kind == stage.Pods })) {
		return Refuse(BadInput, "crew.stages")
	}
	return nil
}

// MemberAsked asks a person to join the crew of a player.
type MemberAsked struct {
	Player int `json:"player"`
	Person int `json:"person"`
}

func (ev *MemberAsked) apply(s *State, _ *Envelope) error {
	p, err := s.ofCrew(ev.Player)
	switch {
	case err != nil:
		return err
	case slices.Contains(p.Invited(), ev.Person) || p.Holds(ev.Person):
		return Refuse(Corrupt, "log.player_again", "player", ev.Player)
	case len(p.Members())+len(p.Invited()) >= s.Settings.Crew:
		return Refuse(Conflict, "crew.full", "n", s.Settings.Crew, "team", notice.Player(ev.Player))
	}
	p.setCrew(p.Members(), append(slices.Clone(p.Invited()), ev.Person))
	return nil
}

// MemberAnswered takes a person who was asked into the crew, or off the list of those who
// are asked.
type MemberAnswered struct {
	Player int  `json:"player"`
	Person int  `json:"person"`
	Yes    bool `json:"yes,omitempty"`
}

func (ev *MemberAnswered) apply(s *State, env *Envelope) error {
	p, err := s.ofCrew(ev.Player)
	if err != nil {
		return err
	}
	i := slices.Index(p.Invited(), ev.Person)
	if i < 0 {
		return Refuse(NotFound, "crew.not_invited", "team", notice.Player(ev.Player))
	}
	p.setCrew(p.Members(), slices.Delete(slices.Clone(p.Invited()), i, i+1))
	if !ev.Yes {
		if env.Actor == ev.Person {
			p.crew.Declined = append(slices.Clip(p.crew.Declined), ev.Person)
		}
		return nil
	}
	if other := s.PlayerOf(ev.Person); other > 0 && s.Players.At(other).Status != Left {
		return Refuse(Conflict, "crew.in", "team", notice.Player(other))
	}
	p.setCrew(append(slices.Clone(p.Members()), ev.Person), p.Invited())
	p.Account = true
	s.newest = max(s.newest, ev.Person)
	return nil
}

// CrewChanged takes members out of a crew, or puts them in another order.
type CrewChanged struct {
	Player  int   `json:"player"`
	Members []int `json:"members"` // who stay, the captain first
}

func (ev *CrewChanged) apply(s *State, _ *Envelope) error {
	p, err := s.ofCrew(ev.Player)
	if err != nil {
		return err
	}
	for i, person := range ev.Members {
		if !slices.Contains(p.Members(), person) || slices.Contains(ev.Members[:i], person) {
			return Refuse(NotFound, "crew.not_member", "team", notice.Player(ev.Player))
		}
	}
	p.setCrew(ev.Members, p.Invited())
	for _, r := range s.OpenRounds() {
		s.refit(ev.Player, r)
	}
	return nil
}

// ofCrew returns the player of a crew in an event that is not over.
func (s *State) ofCrew(n int) (*Player, error) {
	p := s.Player(n)
	switch {
	case p == nil || p.Status == Void || p.Status == Left || !s.Crewed():
		return nil, Refuse(NotFound, "player.not_registered", "who", notice.Player(n))
	case s.Phase >= Finished:
		return nil, Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	return p, nil
}

// LineUpGiven says which members of a crew sit at the boards from the next round on that is
// published, board 1 first, or from the one that waits for it. Until it is shown only the crew
// knows them, and a file has none. In an
// event that is taken over, a board can be empty, which is person 0, and all members can sit in
// another order.
type LineUpGiven struct {
	Player  int   `json:"player"`
	Persons []int `json:"persons,omitempty"`
}

// Shown returns an event of the log as it may be shown to others now: without the line-up that
// it gives as long as that is hidden, and without what an opponent may not see yet.
func (s *State) Shown(e Envelope) Envelope {
	if ev, gives := e.Event.(*LineUpGiven); gives && s.hidesLineUp(ev, e.Seq) {
		e.Event = &LineUpGiven{Player: ev.Player}
	}
	e.Event = s.shownPick(e.Event)
	return e
}

func (ev *LineUpGiven) apply(s *State, _ *Envelope) error {
	p, err := s.ofCrew(ev.Player)
	if err != nil || len(ev.Persons) == 0 {
		return err
	}
	if err := s.fitsLineUp(ev.Player, ev.Persons); err != nil {
		return err
	}
	c := *p.crew
	c.Next = ev.Persons
	p.crew = &c
	return nil
}

// SizeOfLineUp returns how many members of the crew of player n sit at boards; 0 if all do,
// so that there is nothing to choose.
func (s *State) SizeOfLineUp(n int) int {
	if size := s.Settings.Boards; s.BoardRules != nil && size < len(s.Players.At(n).Members()) {
		return size
	}
	return 0
}

// fitsLineUp returns why some persons cannot sit at the boards for the crew of player n, or nil.
func (s *State) fitsLineUp(n int, persons []int) error {
	size, members := s.SizeOfLineUp(n), s.Players.At(n).Members()
	seen := map[int]bool{}
	for _, person := range persons {
		if person == 0 {
			continue
		}
		if seen[person] || !slices.Contains(members, person) {
			return Refuse(NotFound, "crew.not_member", "team", notice.Player(n))
		}
		seen[person] = true
	}
	if len(persons) > s.Settings.Boards || size > 0 && len(persons) != size {
		return Refuse(BadInput, "crew.line_up_size", "n", s.Settings.Boards, "got", len(persons))
	}
	return nil
}

// NextLineUp returns who sits at the boards for the crew of player n from the next round on,
// board 1 first: who was named last and, for those who have left, the first of the others.
func (s *State) NextLineUp(n int) []int {
	p := s.Players.At(n)
	if p.crew != nil && len(p.crew.Next) > 0 {
		return s.lineUp(n, p.crew.Next)
	}
	return s.lineUpNow(n)
}

// lineUpNow is NextLineUp for the current round.
func (s *State) lineUpNow(n int) []int {
	if p := s.Players.At(n); p.crew != nil {
		return s.lineUp(n, p.crew.LineUp)
	}
	return nil
}

// lineUp returns those of named who are members of the crew of player n, then its other
// members, as many as there are boards.
func (s *State) lineUp(n int, named []int) []int {
	members := s.Players.At(n).Members()
	out := slices.DeleteFunc(slices.Clone(named), func(person int) bool { return person != 0 && !slices.Contains(members, person) })
	for _, person := range members {
		if !slices.Contains(out, person) {
			out = append(out, person)
		}
	}
	return out[:min(len(out), s.Settings.Boards)]
}

// MemberSubstituted puts a member of a crew in the place of another at a board of the current
// round, or an arranged one, that has no report and no result. A time that was agreed on stays.
type MemberSubstituted struct {
	Place
	Player int `json:"player"`
	Person int `json:"person"`
	For    int `json:"for"` // who sat there
}

func (ev *MemberSubstituted) apply(s *State, _ *Envelope) error {
	if err := s.fitsSubstitute(ev); err != nil {
		return err
	}
	board, l := s.change(ev.Round, ev.Match)
	board.Who[l.Seat(int32(ev.Player-1))] = ev.Person
	return nil
}

// fitsSubstitute returns why a member cannot take over a board, or nil.
func (s *State) fitsSubstitute(ev *MemberSubstituted) error {
	p, err := s.ofCrew(ev.Player)
	if err != nil {
		return err
	}
	open := s.fitsBoard(request{ev.Place, ev.Player, ev.For})
	switch {
	case ClassOf(open) == WrongPhase:
		return open
	case !slices.Contains(p.Members(), ev.Person):
		return Refuse(NotFound, "crew.not_member", "team", notice.Player(ev.Player))
	case s.boardOf(ev.Place.OfBoard(), ev.Person) > 0:
		return Refuse(Conflict, "crew.sub_sits")
	}
	return open
}

// fitsBoard returns why another person cannot take over a board, or nil.
func (s *State) fitsBoard(r request) error {
	if _, err := s.ofCrew(r.Player); err != nil {
		return err
	}
	sits := s.Sitting(r.Place, r.Player)
	if sits == 0 || sits != r.For || !slices.Contains(s.OpenRounds(), r.Round) {
		return Refuse(WrongPhase, "crew.sub_gone")
	}
	match, _ := s.Match(r.Round, r.OfBoard().Match)
	board, _ := s.Match(r.Round, r.Match)
	if board.Over() || board.Disputed || board.Report != nil || match.ruled() {
		return Refuse(Conflict, "crew.sub_reported")
	}
	return nil
}

// Substitutes returns each way in which a member of the crew of player n who sits at no board
// can take over one of the current round, or an arranged one, by round and board.
func (s *State) Substitutes(n int) (out []MemberSubstituted) {
	for _, r := range s.OpenRounds() {
		for b := range s.Settings.Boards {
			x := MemberSubstituted{Place: Place{r, BoardNumber(s.MatchOf(r, n), b+1)}, Player: n}
			for _, x.Person = range s.Players.At(n).Members() {
				if x.For = s.Sitting(x.Place, n); s.fitsSubstitute(&x) == nil {
					out = append(out, x)
				}
			}
		}
	}
	return out
}
