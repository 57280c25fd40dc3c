package command

import (
	"errors"
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rounds"
	"topcut/tournament/rules"
	"topcut/tournament/ruling"
)

// Pair makes a preview of the next round. Forced pairings, by player number, are taken
// as given; a single number is a bye. The engine pairs all other players unless Only is
// set.
type Pair struct {
	Forced [][]int
	Only   bool // pair no players beyond Forced; for rounds taken over from elsewhere
	// Again replaces an existing preview. Without it, two organisers who pair at once
	// get one preview.
	Again bool
}

func (c *Pair) decide(d *decision) error {
	if err := d.mayPair(); err != nil {
		return err
	}
	if d.after.NextStageDue() {
		if err := d.beginNext(); err != nil {
			return err
		}
	}
	if p := d.after.Preview; p != nil && !c.Again && len(c.Forced) == 0 {
		return tournament.Refuse(tournament.NoChange, "round.paired", "round", p.Number)
	}
	return d.pair(c.Forced, c.Only)
}

// mayPair returns why no round can be paired now, or nil.
func (d *decision) mayPair() error {
	s := d.after
	switch s.Phase {
	case tournament.Draft, tournament.Open, tournament.Closed, tournament.CheckIn:
		return tournament.Refuse(tournament.WrongPhase, "event.not_started")
	case tournament.Finished, tournament.Cancelled:
		return tournament.Refuse(tournament.WrongPhase, "event.is", "phase", s.Phase.Word())
	case tournament.Running:
	}
	if r := s.Current(); r != nil && r.Status != tournament.Done {
		return tournament.Refuse(tournament.WrongPhase, "round.waits", "round", r.Number, "tables", blockers(s, r.Number, 8))
	}
	if err := prepared(s); err != nil {
		return err
	}
	if !s.StageOver() || s.NextStageDue() {
		return nil
	}
	st := s.Stage()
	switch {
	case st.Kind.Eliminates():
		return tournament.Refuse(tournament.WrongPhase, "bracket.played")
	case len(s.Rounds) < st.LastRound():
		return tournament.Refuse(tournament.WrongPhase, "rounds.unbeaten")
	case s.PlannedCut() != nil:
		return tournament.Refuse(tournament.WrongPhase, "rounds.all_cut", "n", len(s.Rounds))
	}
	return tournament.Refuse(tournament.WrongPhase, "rounds.all", "n", len(s.Rounds))
}

// blockers describes the tables that a round waits for and what each of them lacks.
func blockers(s *tournament.State, r, limit int) []notice.Notice {
	var out []notice.Notice
	blocking := s.Blocking(r)
	for i, m := range blocking {
		if i == limit {
			return append(out, notice.New("blocker.others", "n", len(blocking)-limit))
		}
		match, l := s.Match(r, m)
		players := make([]notice.Player, 0, l.N)
		for _, p := range l.Players() {
			players = append(players, notice.Player(p+1))
		}
		code := notice.Code("blocker.open")
		switch {
		case match.Disputed:
			code = "blocker.disputed"
		case match.Report != nil:
			code = "blocker.reported"
		}
		out = append(out, notice.New(code, "table", tournament.TableName(m, l), "players", players))
	}
	return out
}

// pair emits the preview of the next round.
func (d *decision) pair(forced [][]int, only bool) error {
	ev, err := rounds.Next(d.after, d.joint(), forced, only)
	if err != nil {
		return err
	}
	return d.emit(ev)
}

// Publish makes the preview binding.
type Publish struct{}

func (*Publish) decide(d *decision) error {
	if err := d.paired(); err != nil {
		return err
	}
	return d.publish(false)
}

// paired returns a refusal unless a round is paired and not published.
func (d *decision) paired() error {
	if d.after.Preview != nil {
		return nil
	}
	if r := d.after.Current(); r != nil && r.Status == tournament.Published {
		return tournament.Refuse(tournament.NoChange, "round.published_already", "round", r.Number)
	}
	return tournament.Refuse(tournament.WrongPhase, "round.no_pairing")
}

// publish makes the preview binding. If it starts at once, a round that waits for line-ups
// does so when they are in or their time is over.
func (d *decision) publish(starts bool) error {
	waits := starts && d.after.Settings.LineUpMinutes > 0 && d.after.BoardRules != nil
	if err := d.emit(&tournament.RoundPublished{Round: d.after.Preview.Number, Starts: waits}); err != nil {
		return err
	}
	if r := d.after.Current(); !starts || len(d.after.AwaitedLineUps(r)) > 0 {
		return nil
	}
	return d.openRound()
}

// StartRound starts the clock of the published round, or of a round played without one.
// Minutes 0 means the time of the settings or the ruleset.
type StartRound struct{ Minutes int }

func (c *StartRound) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	r := d.after.Current()
	switch {
	case r == nil || r.Status == tournament.Done:
		if d.after.Preview != nil {
			return tournament.Refuse(tournament.WrongPhase, "round.not_published", "round", d.after.Preview.Number)
		}
		return tournament.Refuse(tournament.WrongPhase, "round.none_published")
	case r.Status == tournament.Started && (!r.Deadline.IsZero() || c.Minutes <= 0 && !d.after.ClockWaits()):
		return tournament.Refuse(tournament.NoChange, "round.running_already", "round", r.Number)
	case c.Minutes < tournament.Untimed || c.Minutes > 24*60:
		return tournament.Refuse(tournament.BadInput, "round.minutes", "minutes", c.Minutes)
	}
	return d.startRound(c.Minutes)
}

// PublishAndStart makes the preview binding and opens reporting. It also starts the
// clock, unless the settings leave that to an organiser. If captains have a time for their
// line-ups, all that follows it.
type PublishAndStart struct{}

func (*PublishAndStart) decide(d *decision) error {
	if err := d.paired(); err != nil {
		return err
	}
	return d.publish(true)
}

// openRound starts the round. If all rounds open at once, it starts the following ones
// too.
func (d *decision) openRound() error {
	if d.after.Settings.ClockApart {
		return d.startRound(tournament.Untimed)
	}
	return d.startRound(0)
}

func (d *decision) startRound(minutes int) error {
	if err := d.showLineUps(true); err != nil {
		return err
	}
	r := d.after.Current()
	length := d.after.RoundLength(d.after.ClockStage(r))
	if minutes > 0 {
		length = time.Duration(minutes) * time.Minute
	} else if minutes == tournament.Untimed {
		length = 0
	}
	ev := &tournament.RoundStarted{Round: r.Number}
	switch {
	case d.after.Correspondence() && minutes == 0:
		// Whole days in the event's time zone, so that a deadline in the evening stays
		// in the evening when the clocks change.
		ev.Deadline = opens(d.after, r, d.now).In(d.after.Settings.Location()).AddDate(0, 0, days(d.after, r)).UTC()
	case length > 0:
		ev.Deadline = d.now.Add(length)
	}
	if err := d.emit(ev); err != nil {
		return err
	}
	if err := d.keepResults(r.Number); err != nil {
		return err
	}
	return d.closeIfDone()
}

// CloseRound ends a round that waits for results. Without Resolve it is refused with
// the players who block it. With Resolve, open reports become results and the other
// tables end as it says.
type CloseRound struct{ Resolve tournament.Resolution }

func (c *CloseRound) decide(d *decision) error {
	s := d.after
	r := s.Current()
	if s.Phase != tournament.Running || r == nil || r.Status == tournament.Done {
		return tournament.Refuse(tournament.WrongPhase, "round.none_open")
	}
	if r.Status == tournament.Published {
		return tournament.Refuse(tournament.WrongPhase, "round.not_started", "round", r.Number)
	}
	if s.Dated(r) && c.Resolve == tournament.ResolveNone {
		return d.closeRound(r) // open matches go on beside the next round
	}
	if len(s.Blocking(r.Number)) > 0 && c.Resolve == tournament.ResolveNone {
		return tournament.Refuse(tournament.NeedsForce, "round.waits", "round", r.Number, "tables", blockers(s, r.Number, 12))
	}
	if rules.IsElimination(r.Stage) && len(s.Blocking(r.Number)) > 0 {
		return tournament.Refuse(tournament.WrongPhase, "round.needs_winners", "round", r.Number, "tables", blockers(s, r.Number, 12))
	}
	resolve := c.Resolve
	if resolve == tournament.ResolveRules {
		if resolve = s.AtTime(r.Stage); resolve == tournament.ResolveNone {
			return tournament.Refuse(tournament.BadInput, "close.no_rule", "game", notice.Text(s.Rules.Name))
		}
	}
	for _, m := range s.Blocking(r.Number) {
		match, l := d.after.Match(r.Number, m)
		if match.Report != nil && !match.Disputed {
			if err := d.emit(&tournament.ResultConfirmed{Place: tournament.Place{Round: r.Number, Match: m}, By: tournament.ByOrganiser}); err != nil {
				return err
			}
			continue
		}
		ev := &tournament.ResultCorrected{Place: tournament.Place{Round: r.Number, Match: m}, By: tournament.ByOrganiser}
		switch resolve {
		case tournament.ResolveDraw:
			var err error
			if ev.Kind, ev.Result, err = s.RulesOf(m, l).DrawnResult(match.Part, int(l.N)); err != nil {
				return tournament.Refuse(tournament.BadInput, "close.no_draws", "game", notice.Text(s.Rules.Name), "table", l.Table)
			}
		case tournament.ResolveDoubleLoss:
			if s.Rules.Tables != nil {
				return tournament.Refuse(tournament.BadInput, "close.scores", "table", l.Table)
			}
			ev.Kind, ev.Result = ledger.DoubleLoss, s.RulesOf(m, l).BothLost()
		case tournament.ResolveNone:
		default:
			return tournament.Refuse(tournament.BadInput, "close.how", "typed", notice.Text(c.Resolve))
		}
		if err := d.emit(ev); err != nil {
			return err
		}
	}
	if s.Dated(r) {
		return d.closeRound(d.after.Current())
	}
	return d.closeIfDone()
}

// settle emits an event after which the last result of the round may be in.
func (d *decision) settle(ev tournament.Event) error {
	if err := d.emit(ev); err != nil {
		return err
	}
	return d.closeIfDone()
}

// closeIfDone closes the current round when its last result is in, and then advances the
// event if the settings say so.
func (d *decision) closeIfDone() error {
	r := d.after.Current()
	switch s := d.after; {
	case r == nil || r.Status != tournament.Started:
		return nil
	case s.Dated(r) && s.Settings.Fixtures.Opens == tournament.ByDate:
		return nil // it closes on its date
	case !s.Dated(r) && openMatches(s):
		return nil
	case len(s.Awaited(r)) > 0 && (s.AwaitedUntil(r).IsZero() || d.now.Before(s.AwaitedUntil(r))):
		return nil // who was missed may still come
	}
	return d.closeRound(r)
}

// closeRound closes the current round and advances the event if the settings say so.
func (d *decision) closeRound(r *tournament.Round) error {
	if err := d.emit(&tournament.RoundClosed{Round: r.Number}); err != nil {
		return err
	}
	for _, n := range ruling.NoShows(d.after, r.Number) {
		x := exit{player: n, noShow: true, way: d.after.AnnouncedLeaving(n)}
		if err := d.emit(x.event(d, r.Number)); err != nil {
			return err
		}
	}
	if err := d.lockIn(); err != nil {
		return err
	}
	if d.after.Settings.AutoAdvance && d.after.Settings.BreakMinutes == 0 {
		return d.goOn()
	}
	return nil
}

// goOn advances the event if possible. If a step is refused, the steps before it stand,
// and the organisers get the reason.
func (d *decision) goOn() error {
	err := d.attempt((*decision).advance)
	if tournament.ClassOf(err) == "" {
		return err
	}
	var refused *tournament.Refusal
	errors.As(err, &refused)
	return d.emit(&tournament.AdvanceHeld{Reason: refused.Notice})
}

// advance takes the next step of an organiser: it pairs, publishes and starts the next
// round, makes the cut, or finishes.
func (d *decision) advance() error {
	s := d.after
	if s.Phase != tournament.Running {
		return nil
	}
	if len(s.Settings.Stages.Prepare) > 0 && len(s.Rounds) == 0 {
		if s.Drafts() && s.Draft == nil {
			return (&SeatDraft{}).decide(d)
		}
		if s.Build == nil {
			return nil // players draft and build
		}
	}
	if s.NextStageDue() {
		if err := d.beginNext(); err != nil {
			return err
		}
		s = d.after
	}
	if s.Elimination() == nil && s.StageOver() {
		if s.PlannedCut() == nil {
			if tied, err := s.TopTie(); err != nil || len(tied) > 0 {
				return err // an organiser decides how the tie is settled
			}
			return d.finish()
		}
		cut, err := s.Qualifiers(0)
		if err != nil {
			return err
		}
		if err := d.emit(cut); err != nil {
			return err
		}
	}
	if d.after.Elimination() != nil {
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
	return d.publish(true)
}

// PauseClock stops the clock of the round.
type PauseClock struct{}

func (*PauseClock) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	r := d.after.Current()
	if r == nil || r.Status != tournament.Started || r.Deadline.IsZero() {
		return tournament.Refuse(tournament.WrongPhase, "clock.not_on")
	}
	if !r.PausedAt.IsZero() {
		return tournament.Refuse(tournament.NoChange, "clock.paused_already")
	}
	return d.emit(&tournament.ClockPaused{Round: r.Number})
}

// ResumeClock starts the paused clock again with the time that was left.
type ResumeClock struct{}

func (*ResumeClock) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	r := d.after.Current()
	if r == nil || r.Status != tournament.Started || r.PausedAt.IsZero() {
		return tournament.Refuse(tournament.WrongPhase, "clock.running")
	}
	// A host clock that was put back meanwhile takes no time from the players.
	return d.emit(&tournament.ClockResumed{Round: r.Number, Deadline: r.Deadline.Add(max(0, d.now.Sub(r.PausedAt)))})
}

// ExtendClock gives a table or, with Table 0, the whole round 1 to 10080 more minutes.
// From the whole round up to 120 minutes can be taken away.
type ExtendClock struct{ Table, Minutes int }

func (c *ExtendClock) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	r := d.after.Current()
	if r == nil || r.Status != tournament.Started || r.Deadline.IsZero() {
		return tournament.Refuse(tournament.WrongPhase, "clock.not_on")
	}
	if c.Minutes == 0 || c.Minutes < -120 || c.Minutes > 7*24*60 {
		return tournament.Refuse(tournament.BadInput, "clock.minutes", "minutes", c.Minutes)
	}
	ev := &tournament.ClockExtended{Round: r.Number, Minutes: c.Minutes}
	if c.Table > 0 {
		if c.Minutes < 0 {
			return tournament.Refuse(tournament.BadInput, "clock.table_more")
		}
		if ev.Match = d.after.MatchAt(r.Number, c.Table); ev.Match == 0 {
			return tournament.Refuse(tournament.NotFound, "round.no_table", "round", r.Number, "table", c.Table)
		}
		if _, l := d.after.Match(r.Number, ev.Match); l.Finished() {
			return tournament.Refuse(tournament.WrongPhase, "table.finished", "table", c.Table)
		}
	}
	return d.emit(ev)
}

// Repair changes single tables of the preview, or of the current round while those
// tables have no result. Exactly one of Swap to Withdraw is set.
type Repair struct {
	Swap     [2]int // two players exchange their places
	Pair     [2]int // these two meet; their opponents meet each other, or as few tables change as possible
	Bye      int    // this player gets the bye; the player who had it takes the seat
	Add      int    // this player, who is not seated, is added
	Withdraw int    // this player is taken out of the round, but not dropped
}

func (c *Repair) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	s := d.after
	if s.Preview == nil {
		r := s.Current()
		if r == nil || r.Status == tournament.Done {
			return tournament.Refuse(tournament.WrongPhase, "repair.no_round")
		}
		if rules.IsElimination(r.Stage) {
			return tournament.Refuse(tournament.WrongPhase, "repair.bracket")
		}
	}
	return d.repair(*c)
}

// pairingsOf returns the pairings of the preview or of the current round.
func pairingsOf(s *tournament.State) (round int, stage ledger.Stage, list []tournament.Pairing) {
	r, matches := s.Preview, s.PreviewMatches
	if r == nil {
		r = s.Current()
		matches = s.Ledger.Rounds.At(r.Number).Matches
	}
	for i := range matches {
		p := tournament.Pairing{Table: int(matches[i].Table), Kind: matches[i].Kind, Part: r.Matches[i].Part, Slot: r.Matches[i].Slot, Choice: r.Matches[i].Choice, Why: r.Matches[i].Why}
		for _, q := range matches[i].Players() {
			p.Players = append(p.Players, int(q)+1)
		}
		list = append(list, p)
	}
	return r.Number, r.Stage, list
}

// changedPairings returns the numbers of the pairings that differ between old and now.
func changedPairings(old, now []tournament.Pairing) []int {
	var out []int
	for i := range now {
		if i >= len(old) || old[i].Table != now[i].Table || old[i].Kind != now[i].Kind || !slices.Equal(old[i].Players, now[i].Players) {
			out = append(out, i+1)
		}
	}
	return out
}
