package season

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/names"
)

// Signup is the sign-up for the next season. Who does not answer does not play in it.
type Signup struct {
	Name string // of the next season
	In   []int  // members who play, in the order of their answers
	Out  []int  // members who do not
	New  []int  // those of In and Out who became members by answering
}

// SignupOpened opens the sign-up for the next season, or gives the season another name.
type SignupOpened struct {
	Name string `json:"name"` // of the next season
}

func (f *SignupOpened) apply(s *State, _ *Envelope) error {
	if s.Settings.Tiers() == nil {
		return journal.Refuse(journal.WrongPhase, "season.no_divisions")
	}
	next := Signup{}
	if s.Signup != nil {
		next = *s.Signup
	}
	next.Name = f.Name
	s.Signup = &next
	return nil
}

// SignupAnswered records whether a member plays the next season. The last answer holds.
type SignupAnswered struct {
	Member int  `json:"member"`        // number
	In     bool `json:"in,omitempty"`  // plays
	New    bool `json:"new,omitempty"` // became a member by this answer
}

func (f *SignupAnswered) apply(s *State, _ *Envelope) error {
	switch {
	case s.Signup == nil:
		return journal.Refuse(journal.WrongPhase, "season.no_signup")
	case s.member(f.Member) != nil:
		return s.member(f.Member)
	}
	next := *s.Signup
	without := func(list []int) []int {
		return slices.DeleteFunc(slices.Clone(list), func(m int) bool { return m == f.Member })
	}
	next.In, next.Out = without(next.In), without(next.Out)
	if f.In {
		next.In = append(next.In, f.Member)
	} else {
		next.Out = append(next.Out, f.Member)
	}
	if f.New {
		next.New = append(slices.Clone(next.New), f.Member)
	}
	s.Signup = &next
	return nil
}

// Unanswered returns the members who play and have not answered.
func (s *State) Unanswered() (out []int) {
	for i, m := range s.Members {
		if s.Signup != nil && m.plays() && !slices.Contains(s.Signup.In, i+1) && !slices.Contains(s.Signup.Out, i+1) {
			out = append(out, i+1)
		}
	}
	return out
}

// away reports whether a member is not in the season that is planned.
func (s *State) away(member int) bool {
	pausing := slices.Contains(s.Pausing, member)
	if s.Closed != nil && s.Signup != nil {
		return pausing || !slices.Contains(s.Signup.In, member)
	}
	early := s.Signup != nil && slices.Contains(s.Signup.New, member) // for the next season, not for this one
	return s.Members.At(member).Left || pausing || early
}

// pauses reports whether a member keeps their division without playing the next season:
// who said so or left, but not who never answered.
func (s *State) pauses(member int) bool {
	if s.Signup != nil && slices.Contains(s.Signup.Out, member) {
		return true
	}
	return s.away(member) && (s.Members.At(member).Left || slices.Contains(s.Pausing, member))
}

// endsByItself reports whether the season is over when the events of its divisions are.
func (s *State) endsByItself() bool {
	return s.Settings.Tiers() != nil && (s.Listed() || s.Single())
}

var seriesName = regexp.MustCompile(`^(.*) (\d{1,4})$`)

// NextName returns the name of the following season: the one of its sign-up, or the next
// number: "Spring" → "Spring 2" → "Spring 3".
func (s *State) NextName() string {
	if s.Signup != nil {
		return s.Signup.Name
	}
	if m := seriesName.FindStringSubmatch(s.Settings.Name); m != nil {
		n, _ := strconv.Atoi(m[2])
		return m[1] + " " + strconv.Itoa(n+1)
	}
	name := []rune(s.Settings.Name)
	return strings.TrimSpace(string(name[:min(len(name), maxName-len(" 2"))])) + " 2"
}

// OpenSignup opens the sign-up for the next season or renames that. Guests, who cannot
// press a button, are in until an organiser takes them out.
type OpenSignup struct {
	Name string // empty = NextName
	// Once refuses a season whose events are open to everyone, which does not end with one
	// of them, one that was closed, and one whose sign-up was ever opened, also if that was
	// taken back: the bot opens it by itself, and not against the organisers.
	Once bool
}

func (c OpenSignup) decide(d *Decision) error {
	opened := func(e Envelope) bool { _, ok := e.Event.(*SignupOpened); return ok }
	if c.Once && (!d.After.endsByItself() || d.After.Closed != nil || slices.ContainsFunc(d.Log, opened)) {
		return journal.Refuse(journal.NoChange, "deadline.not_due")
	}
	name := strings.TrimSpace(c.Name)
	if name == "" {
		name = d.After.NextName()
	}
	if names.Clean(name) == "" || len([]rune(name)) > maxName {
		return journal.Refuse(journal.BadInput, "season.name", "most", maxName)
	}
	first := d.After.Signup == nil
	if err := d.Emit(&SignupOpened{Name: name}); err != nil || !first {
		return err
	}
	for _, m := range d.After.Unanswered() {
		if p := d.Book.Person(d.After.PersonOf(m)); p.User == "" && p.Name != journal.ForgottenName(p.No) {
			if err := d.Emit(&SignupAnswered{Member: m, In: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Answer says whether a person plays the next season. A person from outside who does
// becomes a member.
type Answer struct {
	Person Person
	In     bool
	Facts  door.Facts // of the person, for the gate of the league
}

func (c Answer) decide(d *Decision) error {
	if d.After.Signup == nil {
		return journal.Refuse(journal.WrongPhase, "season.no_signup")
	}
	m := d.After.PlayerOf(d.Book.ByUser(c.Person.User))
	list := d.After.Signup.Out
	if c.In {
		list = d.After.Signup.In
	}
	if m > 0 && slices.Contains(list, m) && !slices.Contains(d.After.Pausing, m) {
		return journal.Refuse(journal.NoChange, "season.answered_so")
	}
	f := &SignupAnswered{In: c.In, New: m == 0}
	if m == 0 {
		var err error
		if m, err = memberOf(d, c.Person); err != nil {
			return err
		}
	}
	if c.In && slices.Contains(d.After.Pausing, m) {
		if err := d.Emit(&Paused{Member: m, Back: true}); err != nil {
			return err
		}
	}
	f.Member = m
	return d.Emit(f)
}
