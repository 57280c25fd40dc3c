package journal_test

import (
	"slices"
	"time"

	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// season is a second aggregate beside the event: points over many evenings.
type season struct {
	id      journal.ID
	seq     int64
	at      time.Time
	name    string
	players []int // person of player n at [n-1]
	points  []int
	over    bool
}

func (s *season) PersonOf(n int) int {
	if n < 1 || n > len(s.players) {
		return 0
	}
	return s.players[n-1]
}

func (s *season) MembersOf(n int) []int { return []int{s.PersonOf(n)} }

func (s *season) PlayerOf(person int) int { return slices.Index(s.players, person) + 1 }

type fact interface{ happen(s *season) error }

type began struct {
	Name string `json:"name"`
}

func (f *began) happen(s *season) error { s.name = f.Name; return nil }

type entered struct {
	Person int `json:"person"`
}

func (f *entered) happen(s *season) error {
	s.players, s.points = append(s.players, f.Person), append(s.points, 0)
	return nil
}

type scored struct {
	Player int `json:"player"`
	Points int `json:"points"`
}

func (f *scored) happen(s *season) error {
	if f.Player > len(s.players) {
		return journal.Refuse(journal.NotFound, "player.none")
	}
	s.points[f.Player-1] += f.Points
	return nil
}

type ended struct{}

func (*ended) happen(s *season) error { s.over = true; return nil }

type undone struct {
	Seqs []int64 `json:"seqs"`
}

func (*undone) happen(*season) error { return nil }

func kindOf[F any, P interface {
	*F
	fact
}](name string) journal.Kind[fact] {
	return journal.KindOf(name, func() (P, fact) { p := P(new(F)); return p, p })
}

var kinds = journal.NewKinds(kindOf[began]("began"), kindOf[entered]("entered"), kindOf[scored]("scored"), kindOf[ended]("ended"), kindOf[undone]("undone"))

// The commands of a season, and what is decided on.
type (
	decision = journal.Decision[*season, fact]
	command  func(d *decision) error
	snapshot = journal.Snapshot[*season, fact]
	envelope = journal.Envelope[fact]
	request  = journal.Request[*season, fact, command]
)

type seasons struct{}

func (seasons) Kinds() *journal.Kinds[fact]         { return kinds }
func (seasons) Empty(id journal.ID) *season         { return &season{id: id} }
func (seasons) ID(s *season) journal.ID             { return s.id }
func (seasons) Last(s *season) int64                { return s.seq }
func (seasons) Apply(s *season, e *envelope) error  { return e.Event.happen(s) }
func (seasons) Retraction(seqs []int64) fact        { return &undone{seqs} }
func (seasons) Decide(d *decision, c command) error { return c(d) }
func (seasons) Over(s *season) bool                 { return s.over }
func (seasons) Read(s *snapshot) string             { return s.State.name }

func (seasons) Clone(s *season) *season {
	c := *s
	c.players, c.points = slices.Clone(s.players), slices.Clone(s.points)
	return &c
}

func (seasons) Folded(s *season, seq int64, at time.Time) { s.seq, s.at = seq, at }

func (seasons) Skipped(s *season, e *journal.Envelope[fact]) { s.seq = e.Seq }

func (seasons) Creates(f fact) bool { _, ok := f.(*began); return ok }

func (seasons) Retracts(f fact) []int64 {
	if u, ok := f.(*undone); ok {
		return u.Seqs
	}
	return nil
}

func (seasons) Deadlines(s *season) []journal.Deadline {
	if s.over {
		return nil
	}
	return []journal.Deadline{{Key: "end", At: s.at.AddDate(0, 0, 90)}}
}

func (seasons) Traces(_ []envelope, b *journal.Book, user string) (people, texts []int) {
	people = b.Known(user)
	return people, b.TextsOf(people)
}

func enter(user string) command {
	return func(d *decision) error { return d.Emit(&entered{Person: d.PersonFor(user, user)}) }
}

func score(player, points int) command {
	return func(d *decision) error { return d.Emit(&scored{Player: player, Points: points}) }
}

func undo(batch int64, later bool) command {
	return func(d *decision) error { return d.Undo(batch, later) }
}

// both does two things as one command.
func both(a, b command) command {
	return func(d *decision) error {
		if err := a(d); err != nil {
			return err
		}
		return b(d)
	}
}

var unknownPlayer = notice.Code("player.none")
