package tournament

import (
	"slices"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// Pair makes a preview of the next round. Forced pairings, by player number,
// are taken as they are; one number alone is a bye. Everybody else is paired
// by the engine unless Only is set.
type Pair struct {
	Forced [][]int
	Only   bool // pair nobody beyond Forced; for rounds taken over from elsewhere
	// Again replaces a preview that is there already. Without it two organisers
	// who pair at once get one preview.
	Again bool
}

func (c *Pair) decide(d *decision) error {
	if err := d.mayPair(); err != nil {
		return err
	}
	if d.after.DayTwoDue() {
		if err := d.beginDayTwo(); err != nil {
			return err
		}
	}
	if p := d.after.Preview; p != nil && !c.Again && len(c.Forced) == 0 {
		return RefuseText(NoChange, "%s paired already; publish the preview, or press Pair again.", d.after.RoundIs(p.Number, "is", "are"))
	}
	return d.pair(c.Forced, c.Only)
}

// mayPair says why no round can be paired now.
func (d *decision) mayPair() error {
	s := d.after
	switch s.Phase {
	case Draft, Open, Closed, CheckIn:
		return RefuseText(WrongPhase, "The event has not started: /tournament start.")
	case Finished, Cancelled:
		return RefuseText(WrongPhase, "The event is %s.", s.Phase)
	case Running:
	}
	if r := s.Current(); r != nil && r.Status != Done {
		return RefuseText(WrongPhase, "Round %d is not over: %s.", r.Number, d.blockers(r.Number, 8))
	}
	if s.Cut != nil {
		if _, st, err := s.Bracket(); err != nil {
			return err
		} else if st.Champion != 0 && len(st.Ready) == 0 {
			return RefuseText(WrongPhase, "The bracket is played to its end: /tournament finish.")
		}
		return nil
	}
	if err := s.mayPairDraft(); err != nil {
		return err
	}
	if s.SwissOver() && !s.PlayoffOpen() {
		if len(s.Rounds) < s.SwissRounds {
			return RefuseText(WrongPhase, "One player is unbeaten, so no further round is played: /tournament finish, or /tournament cut where there is one.")
		}
		if s.CutSize > 0 {
			return RefuseText(WrongPhase, "All %d rounds are played. Next comes the cut: /tournament cut.", s.SwissRounds)
		}
		return RefuseText(WrongPhase, "All %d rounds are played: /tournament finish. For one more round raise their number with /tournament settings.", s.SwissRounds)
	}
	return nil
}

// blockers names the tables that a round waits for.
func (d *decision) blockers(r, limit int) words {
	var out words
	blocking := d.after.Blocking(r)
	for i, m := range blocking {
		if i == limit {
			return append(out, " and ", plural(len(blocking)-limit, "other table", "other tables"))
		}
		if i > 0 {
			out = append(out, "; ")
		}
		match, l := d.after.Match(r, m)
		out = append(out, "table ", l.Table, " (")
		for j, p := range l.Players() {
			if j > 0 {
				out = append(out, " – ")
			}
			out = append(out, d.name(int(p)+1))
		}
		switch {
		case match.Disputed:
			out = append(out, ", disputed")
		case match.Report != nil:
			out = append(out, ", reported, not confirmed")
		}
		out = append(out, ")")
	}
	return out
}

// Publish makes the preview binding.
type Publish struct{}

func (*Publish) decide(d *decision) error {
	if d.after.Preview == nil {
		if r := d.after.Current(); r != nil && r.Status == Published {
			return RefuseText(NoChange, "Round %d is published already; start its clock with /tournament startround.", r.Number)
		}
		return RefuseText(WrongPhase, "No round is paired: /tournament pair.")
	}
	return d.publish()
}

func (d *decision) publish() error {
	if err := d.emit(&RoundPublished{Round: d.after.Preview.Number}); err != nil {
		return err
	}
	return nil
}

// StartRound starts the clock of the published round. Minutes 0 takes the
// settings or the ruleset.
type StartRound struct{ Minutes int }

func (c *StartRound) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	r := d.after.Current()
	switch {
	case r == nil || r.Status == Done:
		if d.after.Preview != nil {
			return RefuseText(WrongPhase, "Round %d is paired but not published: /tournament publish.", d.after.Preview.Number)
		}
		return RefuseText(WrongPhase, "No round is published: /tournament pair.")
	case r.Status == Started:
		return RefuseText(NoChange, "Round %d is running already.", r.Number)
	case c.Minutes < Untimed || c.Minutes > 24*60:
		return RefuseText(BadInput, "A round lasts 1 to 1440 minutes, not %d.", c.Minutes)
	}
	return d.startRound(c.Minutes)
}

func (d *decision) startRound(minutes int) error {
	r := d.after.Current()
	length := d.after.RoundLength(r.Stage)
	if minutes > 0 {
		length = time.Duration(minutes) * time.Minute
	} else if minutes == Untimed {
		length = 0
	}
	ev := &RoundStarted{Round: r.Number}
	switch {
	case d.after.Correspondence() && minutes == 0:
		// Whole days in the event's time zone: a deadline in the evening stays in
		// the evening when the clocks change.
		ev.Deadline = d.now.In(d.after.Settings.Location()).AddDate(0, 0, d.after.Settings.RoundDays).UTC()
	case length > 0:
		ev.Deadline = d.now.Add(length)
	}
	if err := d.emit(ev); err != nil {
		return err
	}
	return d.closeIfDone()
}

// RoundLength returns how long a round of the stage lasts; 0 = untimed.
func (s *State) RoundLength(stage ledger.Stage) time.Duration {
	minutes := s.Settings.RoundMinutes
	if rules.IsElimination(stage) {
		minutes = s.Settings.CutMinutes
	}
	switch {
	case minutes == Untimed:
		return 0
	case minutes > 0:
		return time.Duration(minutes) * time.Minute
	}
	return s.Rules.Clock(stage)
}

// Resolution says what becomes of tables without a result when an organiser
// closes a round by force.
type Resolution string

// Resolutions.
const (
	ResolveNone       Resolution = ""
	ResolveDraw       Resolution = "draw"
	ResolveDoubleLoss Resolution = "double_loss"
)

// CloseRound ends a round that waits for results. Without Resolve it names who
// blocks it; with it, open reports become results and the other tables end as
// it says.
type CloseRound struct{ Resolve Resolution }

func (c *CloseRound) decide(d *decision) error {
	s := d.after
	r := s.Current()
	if s.Phase != Running || r == nil || r.Status == Done {
		return RefuseText(WrongPhase, "No round is open.")
	}
	if r.Status == Published {
		return RefuseText(WrongPhase, "Round %d has not started: /tournament startround, or /tournament undo to take it back.", r.Number)
	}
	if len(s.Blocking(r.Number)) > 0 && c.Resolve == ResolveNone {
		return RefuseText(NeedsForce, "Round %d waits for %s.", r.Number, d.blockers(r.Number, 12))
	}
	if rules.IsElimination(r.Stage) && len(s.Blocking(r.Number)) > 0 {
		return RefuseText(WrongPhase, "In elimination somebody must win. Round %d waits for %s.", r.Number, d.blockers(r.Number, 12))
	}
	for _, m := range s.Blocking(r.Number) {
		match, l := d.after.Match(r.Number, m)
		if match.Report != nil && !match.Disputed {
			if err := d.emit(&ResultConfirmed{Round: r.Number, Match: m, By: ByOrganiser}); err != nil {
				return err
			}
			continue
		}
		ev := &ResultCorrected{Round: r.Number, Match: m, By: ByOrganiser}
		switch c.Resolve {
		case ResolveDraw:
			var err error
			if ev.Kind, ev.Result, err = s.drawnResult(match.Part, l); err != nil {
				return RefuseText(BadInput, "%s knows no draws; enter the result of table %d or close with double losses.", s.Rules.Name, l.Table)
			}
		case ResolveDoubleLoss:
			if s.Rules.Tables != nil {
				return RefuseText(BadInput, "A session has scores; enter those of table %d.", l.Table)
			}
			ev.Kind, ev.Result = ledger.DoubleLoss, ledger.Result{Form: ledger.Games}
		case ResolveNone:
		default:
			return RefuseText(BadInput, "Close with draw or double_loss, not %q.", c.Resolve)
		}
		if err := d.emit(ev); err != nil {
			return err
		}
	}
	return d.closeIfDone()
}

// closeIfDone closes the current round when its last result is in, and goes on
// by itself where the settings say so.
func (d *decision) closeIfDone() error {
	r := d.after.Current()
	if r == nil || r.Status != Started || len(d.after.Blocking(r.Number)) > 0 {
		return nil
	}
	if err := d.emit(&RoundClosed{Round: r.Number}); err != nil {
		return err
	}
	if err := d.lockIn(); err != nil {
		return err
	}
	if d.after.Settings.AutoAdvance && d.after.Settings.BreakMinutes == 0 {
		return d.goOn()
	}
	return nil
}

// goOn advances where nothing stands in the way. Where something does, what was
// decided before stands, and the organisers are told why nothing followed.
func (d *decision) goOn() error {
	err := d.attempt((*decision).advance)
	if ClassOf(err) == "" {
		return err
	}
	return d.emit(&AdvanceHeld{Reason: d.book.addText(TextReason, 0, err.Error())})
}

// advance does what an organiser would do next: pair, publish and start the
// next round, make the cut, finish.
func (d *decision) advance() error {
	s := d.after
	if s.Phase != Running {
		return nil
	}
	if s.Settings.Format == FormatDraft && len(s.Rounds) == 0 {
		if s.Draft == nil {
			return (&SeatDraft{}).decide(d)
		}
		if s.Build == nil {
			return nil // people draft
		}
	}
	if s.DayTwoDue() {
		if err := d.beginDayTwo(); err != nil {
			return err
		}
		s = d.after
	}
	if s.Cut == nil && s.SwissOver() && !s.PlayoffOpen() {
		if s.CutSize == 0 {
			if tied, err := s.TopTie(); err != nil || len(tied) > 0 {
				return err // an organiser says how the tie is settled
			}
			return d.finish()
		}
		cut, err := s.qualifiers(0)
		if err != nil {
			return err
		}
		if err := d.emit(cut); err != nil {
			return err
		}
	}
	if d.after.Cut != nil {
		_, st, err := d.after.Bracket()
		if err != nil {
			return err
		}
		if st.Champion != 0 && len(st.Ready) == 0 {
			return d.finish()
		}
	}
	if err := d.pair(nil, false); err != nil {
		return err
	}
	if err := d.publish(); err != nil {
		return err
	}
	return d.startRound(0)
}

// PauseClock stops the clock of the round.
type PauseClock struct{}

func (*PauseClock) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	r := d.after.Current()
	if r == nil || r.Status != Started || r.Deadline.IsZero() {
		return RefuseText(WrongPhase, "No clock is running.")
	}
	if !r.PausedAt.IsZero() {
		return RefuseText(NoChange, "The clock is paused already.")
	}
	return d.emit(&ClockPaused{Round: r.Number})
}

// ResumeClock starts the paused clock again with the time that was left.
type ResumeClock struct{}

func (*ResumeClock) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	r := d.after.Current()
	if r == nil || r.Status != Started || r.PausedAt.IsZero() {
		return RefuseText(WrongPhase, "The clock is not paused.")
	}
	return d.emit(&ClockResumed{Round: r.Number, Deadline: r.Deadline.Add(d.now.Sub(r.PausedAt))})
}

// ExtendClock gives a table, or with Table 0 the whole round, more time: 1 to
// 10080 minutes. From the whole round up to 120 can be taken away.
type ExtendClock struct{ Table, Minutes int }

func (c *ExtendClock) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	r := d.after.Current()
	if r == nil || r.Status != Started || r.Deadline.IsZero() {
		return RefuseText(WrongPhase, "No clock is running.")
	}
	if c.Minutes == 0 || c.Minutes < -120 || c.Minutes > 7*24*60 {
		return RefuseText(BadInput, "An extension is 1 to 10080 minutes, or down to -120 for less time, not %d.", c.Minutes)
	}
	ev := &ClockExtended{Round: r.Number, Minutes: c.Minutes}
	if c.Table > 0 {
		if c.Minutes < 0 {
			return RefuseText(BadInput, "A single table can only get more time.")
		}
		if ev.Match = d.after.MatchAt(r.Number, c.Table); ev.Match == 0 {
			return RefuseText(NotFound, "Round %d has no table %d.", r.Number, c.Table)
		}
		if _, l := d.after.Match(r.Number, ev.Match); l.Finished() {
			return RefuseText(WrongPhase, "Table %d has finished.", c.Table)
		}
	}
	return d.emit(ev)
}

// Repair changes single tables of the preview, or of the current round as long
// as those tables have no result. Exactly one of its parts is set.
type Repair struct {
	Swap     [2]int // two players change places
	Pair     [2]int // these two meet; their opponents are paired with each other, or as few tables change as possible
	Bye      int    // this player gets the bye; whoever had it takes the seat
	Add      int    // this player, who is not seated, is added
	Withdraw int    // this player is taken out of the round, without dropping
}

func (c *Repair) decide(d *decision) error {
	s := d.after
	if s.Preview == nil {
		r := s.Current()
		if s.Phase != Running || r == nil || r.Status == Done {
			return RefuseText(WrongPhase, "There is no round to repair: pair it first.")
		}
		if rules.IsElimination(r.Stage) {
			return RefuseText(WrongPhase, "The bracket decides who meets; correct a result instead.")
		}
	}
	return d.repair(*c)
}

// pairingsOf returns the pairings of the preview or the current round.
func (s *State) pairingsOf() (round int, stage ledger.Stage, list []Pairing) {
	r, matches := s.Preview, s.PreviewMatches
	if r == nil {
		r = s.Current()
		matches = s.Ledger.Rounds[r.Number-1].Matches
	}
	for i := range matches {
		p := Pairing{Table: int(matches[i].Table), Kind: matches[i].Kind, Part: r.Matches[i].Part, Slot: r.Matches[i].Slot, Choice: r.Matches[i].Choice, Why: r.Matches[i].Why}
		for _, q := range matches[i].Players() {
			p.Players = append(p.Players, int(q)+1)
		}
		list = append(list, p)
	}
	return r.Number, r.Stage, list
}

// changedPairings returns the numbers of the pairings that differ.
func changedPairings(old, now []Pairing) []int {
	var out []int
	for i := range now {
		if i >= len(old) || old[i].Table != now[i].Table || old[i].Kind != now[i].Kind || !slices.Equal(old[i].Players, now[i].Players) {
			out = append(out, i+1)
		}
	}
	return out
}
