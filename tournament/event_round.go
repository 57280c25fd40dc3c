package tournament

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// Pairing is one match of a paired round, in player numbers.
type Pairing struct {
	Table   int            `json:"table,omitempty"`
	Kind    ledger.Kind    `json:"kind,omitzero"` // played, bye, assigned_loss, elsewhere, or forfeit: won by the first player
	Players []int          `json:"players"`
	Part    ledger.Stage   `json:"part,omitzero"` // third_place beside a final
	Slot    int            `json:"slot,omitempty"`
	Choice  bool           `json:"choice,omitempty"` // the first player picks the side
	Result  *ledger.Result `json:"result,omitempty"` // of a round played elsewhere
	Met     int            `json:"met,omitempty"`    // player met in the rounds played elsewhere; 0 = unknown
	Why     notice.Notice  `json:"why,omitzero"`     // what is not obvious about it
}

func (p Pairing) match() (Match, ledger.Match) {
	l := ledger.Match{Table: int16(p.Table), Kind: p.Kind, N: uint8(len(p.Players)), Seats: seatsOf(p.Players)}
	if p.Kind == ledger.Elsewhere && p.Result != nil {
		l.Seats[1], l.Result = int32(p.Met-1), *p.Result // 0 becomes ledger.None
	}
	return Match{Part: p.Part, Slot: p.Slot, Choice: p.Choice, Why: p.Why, Confirmed: p.Kind != ledger.Played}, l
}

// RoundPaired is a preview of a round. It is private to organisers and replaced by the
// next preview. Seed and Engine let anyone recompute it.
type RoundPaired struct {
	Round    int             `json:"round"`
	Stage    ledger.Stage    `json:"stage"`
	Pairings []Pairing       `json:"pairings"`
	Seed     string          `json:"seed"` // hex; one-way from the joint seed, round and attempt
	Attempt  int             `json:"attempt"`
	Engine   int             `json:"engine"`           // version of the pairing engine
	Forced   bool            `json:"forced,omitempty"` // given by an organiser
	Warnings []notice.Notice `json:"warnings,omitempty"`
	Cost     []Cost          `json:"cost,omitempty"`
	Optimal  bool            `json:"optimal,omitempty"` // proved optimal by the engine
	// AsDraws are open matches that count as draws for this pairing only. The standings
	// count only what was played.
	AsDraws []Place `json:"as_draws,omitempty"`
}

func (ev *RoundPaired) apply(s *State, e *Envelope) error {
	if s.Phase != Running {
		return Refuse(WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	if c := s.Current(); c != nil && c.Status != Done {
		return Refuse(WrongPhase, "round.not_over", "round", c.Number)
	}
	if ev.Round != len(s.Rounds)+1 {
		return Refuse(WrongPhase, "round.next", "round", len(s.Rounds)+1)
	}
	if s.Arranged() && !ev.Forced && !slices.Equal(ev.AsDraws, s.PairedAsDraws()) {
		return Refuse(WrongPhase, "fixtures.paired_open", "round", ev.Round)
	}
	r := &Round{
		Number: ev.Round, Stage: ev.Stage, Seed: ev.Seed, Attempt: ev.Attempt, Engine: ev.Engine,
		Forced: ev.Forced, Warnings: ev.Warnings, Cost: ev.Cost, Optimal: ev.Optimal, PublishedSeq: e.Seq, PublishedAt: e.Time,
	}
	s.Preview, s.PreviewMatches = r, nil
	if err := s.setPreview(ev.Pairings); err != nil {
		return err
	}
	s.Attempts, s.Held = ev.Attempt+1, notice.Notice{}
	return nil
}

// setPreview fills the preview. A player may be seated only once.
func (s *State) setPreview(pairings []Pairing) error {
	s.Preview.Matches, s.PreviewMatches = nil, nil
	seen, best := make([]bool, len(s.Players)+1), s.bestIn(s.Preview.Number)
	for _, p := range pairings {
		if len(p.Players) < 1 || len(p.Players) > 4 {
			return Refuse(Corrupt, "match.players", "players", len(p.Players))
		}
		for _, n := range p.Players {
			if n < 1 || n > len(s.Players) || seen[n] {
				return Refuse(Conflict, "pairings.player", "player", n)
			}
			if !s.Taking(n) && p.Kind != ledger.Forfeit && !s.Preview.podOfTheCut(len(p.Players)) {
				return Refuse(Conflict, "player.has_left", "player", notice.Player(n))
			}
			seen[n] = true
		}
		m, l := p.match()
		l.Best = best(&m)
		s.Preview.Matches = append(s.Preview.Matches, m)
		s.PreviewMatches = append(s.PreviewMatches, l)
	}
	return nil
}

// podOfTheCut reports whether the seats are a table of a cut of pods, where players who
// have left keep their seats.
func (r *Round) podOfTheCut(seats int) bool { return seats > 2 && rules.IsElimination(r.Stage) }

// RoundRepaired replaces some pairings of the preview, or of the current
// round as long as it is not over. Matches keep their numbers; only Changed ones
// differ.
type RoundRepaired struct {
	Round    int             `json:"round"`
	Pairings []Pairing       `json:"pairings"` // all of them
	Changed  []int           `json:"changed"`  // match numbers that differ
	Warnings []notice.Notice `json:"warnings,omitempty"`
}

func (ev *RoundRepaired) apply(s *State, e *Envelope) error {
	if s.Preview != nil && s.Preview.Number == ev.Round {
		s.Preview.Warnings, s.Preview.PublishedSeq, s.Preview.Forced = ev.Warnings, e.Seq, true
		return s.setPreview(ev.Pairings)
	}
	r := s.Current()
	if r == nil || r.Number != ev.Round || r.Status == Done {
		return Refuse(WrongPhase, "round.no_repair", "round", ev.Round)
	}
	seen, best := make([]bool, len(s.Players)+1), s.bestIn(ev.Round)
	for i, p := range ev.Pairings {
		for _, n := range p.Players {
			if n < 1 || n > len(s.Players) || seen[n] {
				return Refuse(Conflict, "pairings.player", "player", n)
			}
			seen[n] = true
		}
		m, l := p.match()
		l.Best = best(&m)
		switch {
		case i >= len(r.Matches):
			r.Matches = append(r.Matches, m)
			s.Ledger.Rounds.At(ev.Round).Matches = append(s.Ledger.Rounds.At(ev.Round).Matches, l)
			s.redeal(r, i+1)
		case slices.Contains(ev.Changed, i+1):
			if old := s.Ledger.Rounds.At(ev.Round).Matches[i]; old.Result.Form != ledger.Unfinished || s.Begun(Place{ev.Round, i + 1}) {
				return Refuse(Conflict, "match.has_result", "match", i+1, "round", ev.Round)
			}
			r.Matches[i], s.Ledger.Rounds.At(ev.Round).Matches[i] = m, l
			s.redeal(r, i+1)
		}
	}
	if n := len(ev.Pairings); n < len(r.Matches) {
		for i := n; i < len(r.Matches); i++ {
			if s.Ledger.Rounds.At(ev.Round).Matches[i].Result.Form != ledger.Unfinished || s.Begun(Place{ev.Round, i + 1}) {
				return Refuse(Conflict, "match.has_result", "match", i+1, "round", ev.Round)
			}
		}
		l := s.Ledger.Rounds.At(ev.Round)
		r.Matches, l.Matches, l.Boards = r.Matches[:n], l.Matches[:n], l.Boards[:min(n, len(l.Boards))]
	}
	r.Forced = true
	r.Warnings = append(slices.Clip(r.Warnings), ev.Warnings...)
	if r.Status == Started {
		s.arrange(r, e.Time)
	}
	return nil
}

// RoundPublished makes the preview binding.
type RoundPublished struct {
	Round  int  `json:"round"`
	Starts bool `json:"starts,omitempty"` // when the line-ups are in that it waits for, or their time is over
}

func (ev *RoundPublished) apply(s *State, e *Envelope) error {
	if s.Preview == nil || s.Preview.Number != ev.Round {
		return Refuse(WrongPhase, "round.not_paired", "round", ev.Round)
	}
	r := *s.Preview
	for i := range s.PreviewMatches {
		for _, p := range s.PreviewMatches[i].Players() {
			if !s.Taking(int(p)+1) && s.PreviewMatches[i].Kind != ledger.Forfeit && !r.podOfTheCut(int(s.PreviewMatches[i].N)) {
				return Refuse(Conflict, "pairings.left", "player", notice.Player(p+1), "round", ev.Round)
			}
		}
	}
	r.Status, r.PublishedSeq, r.PublishedAt, r.Starts = Published, e.Seq, e.Time, ev.Starts
	s.Rounds = append(s.Rounds, r)
	s.Ledger.Rounds = append(s.Ledger.Rounds, ledger.Round{Number: int16(ev.Round), Stage: r.Stage, Matches: s.PreviewMatches})
	s.Preview, s.PreviewMatches, s.Attempts = nil, nil, 0
	s.dealRound(s.Rounds.At(ev.Round))
	return nil
}

// RoundStarted starts the clock. Players who take part and are not seated by then have
// missed the round: they get an assigned loss (docs/rules/pokemon.md#pkm-31, PKM-32).
type RoundStarted struct {
	Round    int       `json:"round"`
	Deadline time.Time `json:"deadline,omitzero"` // zero = untimed
}

// outEngine is the version of the pairing engine (rounds.Engine) that plans a round robin
// around those who are known to sit out a round. Older ones paired them.
const outEngine = 3

func (ev *RoundStarted) apply(s *State, e *Envelope) error {
	r := s.Round(ev.Round)
	if r == nil || r.Status != Published && (r.Status != Started || !r.Deadline.IsZero() || ev.Deadline.IsZero()) {
		return Refuse(WrongPhase, "round.not_waiting", "round", ev.Round)
	}
	r.Status, r.StartedAt, r.Deadline = Started, e.Time, ev.Deadline
	if around := r.Stage == ledger.RoundRobin && r.Engine >= outEngine; around || r.Stage == ledger.Swiss {
		plays := s.seatedIn(ev.Round)
		for n := 1; n <= len(s.Players); n++ {
			if !s.PlaysOn(n) || numbered.Get(plays, n) || s.Players.At(n).StandIn {
				continue // a standby player who was not needed (docs/rules/meccg.md#mec-13)
			}
			if around && !s.Players.At(n).Away(ev.Round) {
				continue // sits out by the schedule
			}
			s.assignLoss(ev.Round, n)
			if p := s.Players.At(n); p.Round == ev.Round && !p.Away(ev.Round) { // has never played, so comes late
				p.Round++
				p.LateRounds = int16(ev.Round)
			}
		}
	}
	s.arrange(r, e.Time)
	return nil
}

// seatedIn reports of each player whether a match of a round has them.
func (s *State) seatedIn(round int) numbered.List[bool] {
	plays := make(numbered.List[bool], len(s.Players))
	for i := range s.Ledger.Rounds.At(round).Matches {
		for _, seat := range s.Ledger.Rounds.At(round).Matches[i].Players() {
			plays[seat] = true
		}
	}
	return plays
}

// RoundClosed ends a round: every match has a result or, in an arranged event, its date
// has come, and open matches go on beside the next round.
type RoundClosed struct {
	Round int `json:"round"`
}

func (ev *RoundClosed) apply(s *State, e *Envelope) error {
	r := s.Round(ev.Round)
	if r == nil || r.Status == Done {
		return Refuse(WrongPhase, "round.not_open", "round", ev.Round)
	}
	if b := s.Blocking(ev.Round); len(b) > 0 && !s.Dated(r) {
		return Refuse(WrongPhase, "match.no_result", "match", b[0], "round", ev.Round)
	}
	r.Status, r.ClosedSeq, r.ClosedAt, r.PausedAt = Done, e.Seq, e.Time, time.Time{}
	return nil
}

// ClockPaused stops the clock of a round.
type ClockPaused struct {
	Round int `json:"round"`
}

func (ev *ClockPaused) apply(s *State, e *Envelope) error {
	r := s.Round(ev.Round)
	if r == nil || r.Status != Started || r.Deadline.IsZero() || !r.PausedAt.IsZero() {
		return Refuse(WrongPhase, "clock.not_running", "round", ev.Round)
	}
	r.PausedAt = e.Time
	return nil
}

// ClockResumed starts a paused clock again.
type ClockResumed struct {
	Round    int       `json:"round"`
	Deadline time.Time `json:"deadline"`
}

func (ev *ClockResumed) apply(s *State, e *Envelope) error {
	r := s.Round(ev.Round)
	if r == nil || r.Status != Started || r.PausedAt.IsZero() {
		return Refuse(WrongPhase, "clock.not_paused", "round", ev.Round)
	}
	s.pauseEnds(r, e.Time)
	r.PausedAt, r.Deadline = time.Time{}, ev.Deadline
	return nil
}

// ClockExtended gives a match, or (Match 0) the whole round, more time.
type ClockExtended struct {
	Round   int `json:"round"`
	Match   int `json:"match,omitempty"`
	Minutes int `json:"minutes"` // may be negative for the whole round
}

func (ev *ClockExtended) apply(s *State, e *Envelope) error {
	r := s.Round(ev.Round)
	if r == nil || r.Status != Started || r.Deadline.IsZero() {
		return Refuse(WrongPhase, "clock.not_running", "round", ev.Round)
	}
	d := time.Duration(ev.Minutes) * time.Minute
	if ev.Match == 0 {
		r.Deadline, r.TimeCalled, r.Warned = r.Deadline.Add(d), false, nil
		if s.Settings.Unattended && r.Deadline.Before(e.Time) && r.PausedAt.IsZero() {
			r.Deadline = e.Time // what counts from the end of a round does not begin in the past
		}
		return nil
	}
	m, _ := s.change(ev.Round, ev.Match)
	if m == nil {
		return Refuse(NotFound, "match.absent", "match", ev.Match, "round", ev.Round)
	}
	m.Extra += d
	m.TimeCalled = false
	return nil
}

// ClockReminded records the reminder some minutes before the end of a round.
type ClockReminded struct {
	Round  int `json:"round"`
	Before int `json:"before"` // minutes before the deadline
}

func (ev *ClockReminded) apply(s *State, _ *Envelope) error {
	r := s.Round(ev.Round)
	if r == nil || r.Status != Started || slices.Contains(r.Warned, ev.Before) {
		return Refuse(WrongPhase, "clock.no_reminder", "round", ev.Round)
	}
	r.Warned = append(slices.Clip(r.Warned), ev.Before)
	return nil
}

// TimeCalled records that time is up for the round, or for one match with an extension.
// It decides nothing: a clock never makes a player lose.
type TimeCalled struct {
	Round int `json:"round"`
	Match int `json:"match,omitempty"`
}

func (ev *TimeCalled) apply(s *State, _ *Envelope) error {
	r := s.Round(ev.Round)
	if r == nil || r.Status != Started {
		return Refuse(WrongPhase, "clock.not_running", "round", ev.Round)
	}
	if ev.Match == 0 {
		if r.TimeCalled {
			return Refuse(WrongPhase, "clock.called", "round", ev.Round)
		}
		r.TimeCalled = true
		return nil
	}
	m, _ := s.change(ev.Round, ev.Match)
	if m == nil || m.TimeCalled {
		return Refuse(WrongPhase, "clock.called_table")
	}
	m.TimeCalled = true
	return nil
}
