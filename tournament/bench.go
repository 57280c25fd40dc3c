package tournament

import (
	"slices"
	"time"

	"topcut/tournament/notice"
)

// With the setting BenchMinutes people who are in no crew stand by on a bench. A captain has the
// bot ask them, one after the other, to take over a board of the current round for one match. A
// person of the bench who does so holds the seat of the crew until the board is over.

// Benched is a person on the bench of an event.
type Benched struct {
	Person int
	Silent int // times asked without an answer
	Played int // boards taken over
	lent   request
}

// request is a board that a crew seeks a substitute for.
type request struct {
	Place
	Player, For int
}

// BenchRequest asks the bench for a substitute at a board.
type BenchRequest struct {
	request
	Person int   // who is asked now; 0 = all have declined
	Seq    int64 // of the event that asks, or after which no one is left
	At     time.Time
	Tried  []int // who has declined or not answered
}

// BenchChanged puts a person at the end of the bench, or takes one off it.
type BenchChanged struct {
	Person int  `json:"person"`
	Off    bool `json:"off,omitempty"`
}

func (ev *BenchChanged) apply(s *State, _ *Envelope) error {
	i := s.onBench(ev.Person)
	switch {
	case s.Settings.BenchMinutes == 0 || s.BoardRules == nil:
		return Refuse(WrongPhase, "bench.none")
	case s.Phase >= Finished:
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	case ev.Off && i < 0:
		return Refuse(NoChange, "bench.off")
	case ev.Off:
		s.Bench = slices.Delete(slices.Clone(s.Bench), i, i+1)
		return nil
	case i >= 0:
		return Refuse(NoChange, "bench.on")
	case s.seated(ev.Person):
		return Refuse(Conflict, "crew.in", "team", notice.Player(s.PlayerOf(ev.Person)))
	}
	s.Bench = append(slices.Clip(s.Bench), Benched{Person: ev.Person})
	return nil
}

// SubstituteAsked asks a person of the bench to take over a board of a crew.
type SubstituteAsked struct {
	Place
	Player int `json:"player"`
	For    int `json:"for"` // who sits there
	Person int `json:"person"`
}

func (ev *SubstituteAsked) apply(s *State, e *Envelope) error {
	r := request{ev.Place, ev.Player, ev.For}
	if err := s.seeksSubstitute(r); err != nil {
		return err
	}
	if !slices.Contains(s.BenchFor(ev.Place, ev.Player, ev.For), ev.Person) {
		return Refuse(Conflict, "bench.empty")
	}
	x := BenchRequest{request: r, Person: ev.Person, Seq: e.Seq, At: e.Time, Tried: s.tried(r)}
	s.BenchRequests = append(s.otherRequests(r), x)
	return nil
}

// SubstituteAnswered is what a person of the bench who was asked says. With yes they take the
// board over for this match.
type SubstituteAnswered struct {
	Place
	Player int  `json:"player"`
	For    int  `json:"for"`
	Person int  `json:"person"`
	Yes    bool `json:"yes,omitempty"`
	Silent bool `json:"silent,omitempty"` // no answer in time
}

func (ev *SubstituteAnswered) apply(s *State, e *Envelope) error {
	r := request{ev.Place, ev.Player, ev.For}
	x := s.benchRequest(r)
	i := s.onBench(ev.Person)
	switch {
	case x == nil || x.Person != ev.Person || i < 0:
		return Refuse(NotAllowed, "bench.not_asked")
	case ev.Yes && ev.Silent:
		return Refuse(Corrupt, "bench.not_asked")
	}
	s.Bench = slices.Clone(s.Bench)
	if !ev.Yes {
		if ev.Silent {
			s.Bench[i].Silent++
		}
		s.BenchRequests = append(s.otherRequests(r), BenchRequest{request: r, Seq: e.Seq, Tried: append(slices.Clip(x.Tried), ev.Person)})
		return nil
	}
	if err := s.fitsBoard(r); err != nil {
		return err
	}
	if s.seated(ev.Person) {
		return Refuse(Conflict, "crew.in", "team", notice.Player(s.PlayerOf(ev.Person)))
	}
	s.Bench[i].Played++
	s.Bench[i].lent = r
	s.BenchRequests = s.otherRequests(r)
	board, l := s.change(ev.Round, ev.Match)
	board.Who[l.Seat(int32(ev.Player-1))] = ev.Person
	return nil
}

// onBench returns the index of a person on the bench, or -1.
func (s *State) onBench(person int) int {
	return slices.IndexFunc(s.Bench, func(b Benched) bool { return b.Person == person })
}

// OnBench reports whether a person is on the bench.
func (s *State) OnBench(person int) bool { return s.onBench(person) >= 0 }

// seated reports whether a person holds a seat of the event, as a member or for one match.
func (s *State) seated(person int) bool {
	n := s.PlayerOf(person)
	return n > 0 && (s.Players.At(n).Status != Left || s.LentTo(person) == n)
}

// LentTo returns the player whose board a person of the bench plays now, or 0.
func (s *State) LentTo(person int) int {
	i := s.onBench(person)
	if i < 0 || s.Phase != Running || s.Bench[i].lent.Player == 0 {
		return 0
	}
	r := s.Bench[i].lent
	if m, _ := s.Match(r.Round, r.Match); m == nil || m.Over() || s.Sitting(r.Place, r.Player) != person {
		return 0
	}
	if m, _ := s.Match(r.Round, r.OfBoard().Match); m.ruled() || !slices.Contains(s.OpenRounds(), r.Round) {
		return 0
	}
	return r.Player
}

// seeksSubstitute returns why a crew cannot have the bench asked for a board, or nil.
func (s *State) seeksSubstitute(r request) error {
	if s.Settings.BenchMinutes == 0 {
		return Refuse(WrongPhase, "bench.none")
	}
	if err := s.fitsBoard(r); err != nil {
		return err
	}
	if x := s.benchRequest(r); x != nil && x.Person != 0 {
		return Refuse(NoChange, "bench.asked")
	}
	return nil
}

// benchRequest returns the request for a board that has been made and can still be answered, or
// nil.
func (s *State) benchRequest(r request) *BenchRequest {
	i := slices.IndexFunc(s.BenchRequests, func(x BenchRequest) bool { return x.request == r })
	if i < 0 || s.fitsBoard(r) != nil {
		return nil
	}
	return &s.BenchRequests[i]
}

// OpenBenchRequests returns the requests to which a person of the bench has to answer now, or
// all have declined, in the order in which they were last changed.
func (s *State) OpenBenchRequests() (out []BenchRequest) {
	for _, x := range s.BenchRequests {
		if s.fitsBoard(x.request) == nil {
			out = append(out, x)
		}
	}
	return out
}

// otherRequests returns a copy of the requests but that for a board.
func (s *State) otherRequests(r request) []BenchRequest {
	return slices.DeleteFunc(slices.Clone(s.BenchRequests), func(x BenchRequest) bool { return x.request.Place == r.Place && x.Player == r.Player })
}

func (s *State) tried(r request) []int {
	if x := s.benchRequest(r); x != nil {
		return x.Tried
	}
	return nil
}

// BenchFor returns whom of the bench a crew can have asked to take over a board, in the order in
// which they are asked: who was silent least often first, then who has played least, then who
// has waited longest. Who is asked or plays elsewhere, or has declined this board, is not asked.
func (s *State) BenchFor(at Place, player, out int) (persons []int) {
	r := request{at, player, out}
	free := slices.DeleteFunc(slices.Clone(s.Bench), func(b Benched) bool {
		asked := slices.ContainsFunc(s.OpenBenchRequests(), func(x BenchRequest) bool { return x.Person == b.Person })
		return asked || s.seated(b.Person) || slices.Contains(s.tried(r), b.Person)
	})
	slices.SortStableFunc(free, func(a, b Benched) int {
		if a.Silent != b.Silent {
			return a.Silent - b.Silent
		}
		return a.Played - b.Played
	})
	for _, b := range free {
		persons = append(persons, b.Person)
	}
	return persons
}

// BenchSeeks returns each board for which the crew of player n can have the bench asked.
func (s *State) BenchSeeks(n int) (out []MemberSubstituted) {
	if s.Settings.BenchMinutes == 0 {
		return nil
	}
	for _, r := range s.OpenRounds() {
		for b := range s.Settings.Boards {
			x := MemberSubstituted{Place: Place{r, BoardNumber(s.MatchOf(r, n), b+1)}, Player: n}
			x.For = s.Sitting(x.Place, n)
			if s.seeksSubstitute(request{x.Place, n, x.For}) == nil && len(s.BenchFor(x.Place, n, x.For)) > 0 {
				out = append(out, x)
			}
		}
	}
	return out
}

// BenchDue returns until when the person who is asked by a request has time to answer; zero if
// an undo has stopped it. Time in which people could not reach the bot does not count.
func (s *State) BenchDue(x *BenchRequest) time.Time {
	from, long, runs := s.resumed(x.due(), x.At, time.Duration(s.Settings.BenchMinutes)*time.Minute)
	if !runs {
		return time.Time{}
	}
	return s.clock().Ends(from, long)
}

func (x *BenchRequest) due() Due {
	return Due{Kind: DueSubstitute, Round: x.Round, Match: x.Match, Asked: x.Seq}
}

// BenchRequestOf returns the request with which an event of the log asks a person, or after
// which no one is left to ask, as long as that is so; else nil.
func (s *State) BenchRequestOf(seq int64) *BenchRequest {
	for _, x := range s.OpenBenchRequests() {
		if x.Seq == seq {
			return &x
		}
	}
	return nil
}

// benchDeadlines adds the ends of the times to answer.
func (s *State) benchDeadlines(add func(time.Time, Due)) {
	for _, x := range s.OpenBenchRequests() {
		if x.Person != 0 {
			add(s.BenchDue(&x), x.due())
		}
	}
}
