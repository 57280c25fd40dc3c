package tournament

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// With the setting LineUpMinutes a captain sees the opponent before they say who plays. A round
// is published without boards. Those of a match are dealt once the line-ups of both crews are in
// or their time is over; until then only the crew knows its own. The round starts when none is
// waited for.

// LineUpsShown deals the boards of a match by the line-ups of both crews.
type LineUpsShown struct {
	Place
	Lines   [][]int `json:"lines"`             // of each crew in the order of the match: the persons by board, 0 = an empty board
	Without []int   `json:"without,omitempty"` // players whose crews have given none for the round
}

func (ev *LineUpsShown) apply(s *State, e *Envelope) error {
	if !s.AwaitsLineUps(ev.Place) {
		return Refuse(WrongPhase, "crew.line_ups_in")
	}
	_, l := s.change(ev.Round, ev.Match)
	if len(ev.Lines) != int(l.N) {
		return Refuse(Corrupt, "match.players", "players", len(ev.Lines))
	}
	for i, seat := range l.Players() {
		n := int(seat) + 1
		if err := s.fitsLineUp(n, ev.Lines[i]); err != nil {
			return err
		}
		if p := s.Players.At(n); p.crew != nil {
			c := *p.crew
			c.LineUp, c.Next, c.ShownSeq = ev.Lines[i], nil, e.Seq
			p.crew = &c
		}
	}
	s.deal(ev.Round, ev.Match)
	return nil
}

// AwaitsLineUps reports whether the boards of a match of a published round are dealt only when
// its line-ups are shown.
func (s *State) AwaitsLineUps(at Place) bool {
	m, l := s.Match(at.Round, at.Match)
	return m != nil && s.Rounds.At(at.Round).Status == Published && len(m.Boards) == 0 && !m.Confirmed && s.onBoards(l)
}

// LineUpsWait reports whether a round waits for line-ups, or for the end of their time.
func (s *State) LineUpsWait(r *Round) bool {
	return r != nil && r.Status == Published && (r.Starts || len(s.AwaitedLineUps(r)) > 0)
}

// AwaitedLineUps returns the matches of a round whose line-ups are not shown.
func (s *State) AwaitedLineUps(r *Round) (out []int) {
	for m := range numbered.All(r.Matches) {
		if s.AwaitsLineUps(Place{r.Number, m}) {
			out = append(out, m)
		}
	}
	return out
}

// GivesLineUp reports whether the crew of player n has to say who plays in the given round.
func (s *State) GivesLineUp(n int, r *Round) bool {
	return r != nil && s.AwaitsLineUps(Place{r.Number, s.MatchOf(r.Number, n)}) && !s.lineUpIn(n, r)
}

// LineUpsMissing returns the players whose captains have to say who plays in a round.
func (s *State) LineUpsMissing(r *Round) (out []int) {
	for n := range numbered.All(s.Players) {
		if s.GivesLineUp(n, r) {
			out = append(out, n)
		}
	}
	return out
}

// lineUpIn reports whether a crew has given the line-up for a published round, or has nothing to
// choose.
func (s *State) lineUpIn(n int, r *Round) bool {
	c := s.Players.At(n).crew
	return s.SizeOfLineUp(n) == 0 || c != nil && (len(c.Next) > 0 || c.ShownSeq > r.PublishedSeq)
}

// LineUps returns the event that shows the line-ups of a match, and whether both are in. A crew
// that has given none sits as it did last or, the first time, in its order.
func (s *State) LineUps(at Place) (ev *LineUpsShown, in bool) {
	ev = &LineUpsShown{Place: at}
	_, l := s.Match(at.Round, at.Match)
	for _, seat := range l.Players() {
		n := int(seat) + 1
		ev.Lines = append(ev.Lines, append([]int{}, s.NextLineUp(n)...))
		if !s.lineUpIn(n, s.Rounds.At(at.Round)) {
			ev.Without = append(ev.Without, n)
		}
	}
	return ev, len(ev.Without) == 0
}

// LineUpsHadTime reports whether a round has a match whose line-ups were shown after it was
// published.
func (s *State) LineUpsHadTime(r *Round) bool {
	for _, p := range numbered.All(s.Players) {
		if p.crew != nil && p.crew.ShownSeq > r.PublishedSeq {
			return true
		}
	}
	return false
}

// LineUpsDue returns when the time for the line-ups of a published round is over; zero if an
// undo has stopped it. Time in which people could not reach the bot does not count.
func (s *State) LineUpsDue(r *Round) time.Time {
	from, long, runs := s.resumed(lineUpDue(r), r.PublishedAt, s.lineUpTime())
	if !runs {
		return time.Time{}
	}
	return s.clock().Ends(from, long)
}

func (s *State) lineUpTime() time.Duration {
	return time.Duration(s.Settings.LineUpMinutes) * time.Minute
}

func lineUpDue(r *Round) Due {
	return Due{Kind: DueLineUp, Round: r.Number, Asked: r.PublishedSeq}
}

// lineUpDeadlines adds the end of the time for line-ups and, once half of it is over, the
// reminder to the captains who have given none.
func (s *State) lineUpDeadlines(r *Round, add func(time.Time, Due)) {
	if !s.LineUpsWait(r) {
		return
	}
	due := s.LineUpsDue(r)
	add(due, lineUpDue(r))
	warning := Due{Kind: DueLineUpWarning, Round: r.Number, Asked: r.PublishedSeq}
	if !due.IsZero() && !slices.Contains(s.Reminded, warning) && len(s.LineUpsMissing(r)) > 0 {
		add(s.clock().Ends(r.PublishedAt, s.lineUpTime()/2), warning)
	}
}

// dealRound deals the boards of a round that is published now, but for those whose line-ups it
// waits for.
func (s *State) dealRound(r *Round) {
	waits := map[int32]bool{}
	for m := range numbered.All(r.Matches) {
		if _, l := s.Match(r.Number, m); s.Settings.LineUpMinutes > 0 && s.AwaitsLineUps(Place{r.Number, m}) {
			if _, in := s.LineUps(Place{r.Number, m}); !in {
				waits[l.Seats[0]], waits[l.Seats[1]] = true, true
			}
		}
	}
	for n, p := range numbered.All(s.Players) {
		if p.crew == nil || waits[int32(n-1)] {
			continue
		}
		c := *p.crew
		if c.ShownSeq = r.PublishedSeq; len(c.Next) > 0 {
			c.LineUp, c.Next = c.Next, nil
		}
		p.crew = &c
	}
	for m := range numbered.All(r.Matches) {
		if _, l := s.Match(r.Number, m); !waits[l.Seats[0]] {
			s.deal(r.Number, m)
		}
	}
}

// redeal deals the boards of a match that a repair has changed, or leaves it to the line-ups
// where those of its round have a time of their own.
func (s *State) redeal(r *Round, number int) {
	if r.Status != Published || s.Settings.LineUpMinutes == 0 {
		s.deal(r.Number, number)
		return
	}
	s.undeal(r.Number, number)
}

// undeal takes the boards of a match away that had other players.
func (s *State) undeal(r, number int) {
	if dealt := s.Ledger.Rounds.At(r).Boards; numbered.Has(dealt, number) {
		*dealt.At(number) = nil
	}
}

// onBoards reports whether a match is played on boards.
func (s *State) onBoards(l *ledger.Match) bool {
	return s.Settings.Boards > 0 && s.BoardRules != nil && l.N == 2 && l.Kind == ledger.Played
}

// hidesLineUp reports whether only the crew may know a line-up that an event of the log gives.
func (s *State) hidesLineUp(ev *LineUpGiven, seq int64) bool {
	p := s.Player(ev.Player)
	return p == nil || p.crew == nil || seq > p.crew.ShownSeq
}

// fitsLineUps returns why line-ups cannot have a time of their own, or nil.
func (s *Settings) fitsLineUps() error {
	switch most := 7 * 24 * 60; {
	case s.LineUpMinutes < 0 || s.LineUpMinutes > most:
		return Refuse(BadInput, "settings.line_up", "got", s.LineUpMinutes)
	case s.BenchMinutes < 0 || s.BenchMinutes > most:
		return Refuse(BadInput, "settings.bench", "got", s.BenchMinutes)
	case s.LineUpMinutes > 0 && s.Fixtures.Opens == AtOnce:
		return Refuse(BadInput, "crew.line_up_at_once")
	}
	return nil
}
