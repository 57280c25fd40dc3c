package replay

import (
	"encoding/json"
	"slices"
	"time"

	"topcut/tournament"
	"topcut/tournament/draw"
	"topcut/tournament/final"
	"topcut/tournament/fixture"
	"topcut/tournament/journal"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/pods"
	"topcut/tournament/ruling"
)

// This file recomputes, for replay, everything in the log that is not decided by a
// person. For a person's decision (a result, a drop, a note) it checks only whether the
// rules allow it.

// differs returns the notice for an entry that does not follow from the log before it.
func differs(e *tournament.Envelope) notice.Notice {
	return notice.New("replay.entry", "entry", e.Seq, "kind", notice.Text(e.Kind))
}

// equal reports whether two values have the same JSON.
func equal(a, b any) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && string(x) == string(y)
}

// inOrder reports whether a stage began as it should; the order of a round robin's rounds
// is the one of the log.
func inOrder(made, logged *tournament.StageBegan) bool {
	made.Berger = logged.Berger
	return equal(made, logged)
}

// wellFormed reports whether the last entry of log belongs to the batch it names and, if
// it takes entries back, whether one undo takes back exactly those.
func wellFormed(log []tournament.Envelope) bool {
	earlier, e := log[:len(log)-1], &log[len(log)-1]
	if e.Batch != e.Seq {
		if len(earlier) == 0 {
			return false
		}
		before := &earlier[len(earlier)-1]
		if e.Batch != before.Batch || e.Actor != before.Actor || e.Cause != before.Cause || !e.Time.Equal(before.Time) {
			return false
		}
	}
	ev, ok := e.Event.(*tournament.Retracted)
	if !ok {
		return true
	}
	if len(ev.Seqs) == 0 || ev.Seqs[0] < 1 || ev.Seqs[0] > int64(len(earlier)) {
		return false
	}
	first := journal.Lines[tournament.Event](log).At(ev.Seqs[0]).Batch
	for _, later := range []bool{false, true} {
		if slices.Equal(ev.Seqs, tournament.Retractable(earlier, first, later)) {
			return true
		}
	}
	return false
}

// follows reports whether e follows from s. It accepts any decision of a person that the
// rules allow.
func (s step) follows(e *tournament.Envelope) (bool, error) {
	switch ev := e.Event.(type) {
	case *tournament.EventStarted:
		return s.startFollows(ev)
	case *tournament.StageBegan:
		return s.stageFollows(ev)
	case *tournament.SettingsChanged:
		return s.settingsFollow(ev)
	case *tournament.EventFinished:
		places, err := final.Places(s.State)
		return err == nil && slices.Equal(places, ev.Places), err
	case *tournament.PlacesCorrected:
		places, err := final.Places(s.State)
		return err == nil && slices.Equal(places, ev.Places), err
	case *tournament.TieShared:
		tied, err := s.TopTie()
		return err == nil && slices.Equal(tied, ev.Players), err
	case *tournament.CutLocked:
		locks, err := s.LocksByRule()
		return err == nil && slices.Equal(locks, ev.Locks), err
	case *tournament.PlayerPromoted:
		return e.Seq == e.Batch || s.nextPromoted() == ev.Player, nil
	case *tournament.PackOpened:
		return s.Draft != nil && ev.Pack == s.Draft.Pack+1 && ev.Left == pods.PassesLeft(ev.Pack), nil
	case *tournament.StandInSeated:
		st := s.Schedule()
		return st != nil && ev.Player == len(s.Players)+1 && slices.Contains(st.Schedule.Numbers, ev.For), nil
	case *tournament.PlayerDropped:
		return s.replaced(ev.Player), nil
	case *tournament.PlayerDisqualified:
		return s.replaced(ev.Player), nil
	case *tournament.SeatTaken:
		return ev.Player == s.waiting(), nil
	case *tournament.LeagueHeard:
		return ev.League == s.CountsIn(), nil
	case *tournament.RoundClosed:
		r := s.Round(ev.Round)
		return r != nil && (s.Dated(r) || len(s.Blocking(ev.Round)) == 0), nil
	}
	return s.timeFollows(e) && s.resultFollows(e), nil
}

// replaced reports whether player n, who leaves, has no seats in coming sessions that a
// stand-in must take.
func (s step) replaced(n int) bool {
	_, left := s.SessionsLeft()
	return s.Schedule() == nil || !left || !slices.Contains(s.Schedule().Schedule.Numbers, n)
}

func (s step) startFollows(ev *tournament.EventStarted) (bool, error) {
	for _, n := range ev.Absent {
		p := s.Player(n)
		if p == nil || p.CheckedIn && !(s.Settings.DecksFirst() && p.Deck == 0) {
			return false, nil
		}
	}
	plan, err := s.PlanWithout(ev.Absent)
	return err == nil && ev.Joins == s.Joins && equal(plan, ev.Plan), err
}

// stageFollows reports whether ev begins a stage that follows: the first stage as
// planned, a play-off among tied players, the next stage with the players who reach it,
// or a cut as announced or as an organiser chose it, earlier or of another size.
func (s step) stageFollows(ev *tournament.StageBegan) (bool, error) {
	switch {
	case !ev.Planned():
		tied, err := s.TopTie()
		return err == nil && equal(s.PlayedOff(tied), ev), err
	case ev.Kind.Eliminates() && (len(s.Stages) == 0 || s.SeedsAgain()):
		if !s.out.SeedKnown {
			return true, nil
		}
		return equal(draw.Bracket(s.State, s.joint), ev), nil
	case ev.Kind.Eliminates():
		for _, size := range []int{0, len(ev.Players)} {
			if cut, err := s.Qualifiers(size); err == nil && equal(cut, ev) {
				return true, nil
			}
		}
		return false, nil
	case len(s.Stages) == 0:
		return len(s.Plan) > 0 && inOrder(s.Beginning(0), ev), nil
	case s.Next() == nil:
		return false, nil
	}
	next, err := s.NextBeginning()
	return err == nil && inOrder(next, ev), err
}

func (s step) settingsFollow(ev *tournament.SettingsChanged) (bool, error) {
	if s.Phase != tournament.Running || ev.Settings.Stages.Equal(s.Settings.Stages) {
		return len(ev.Plan) == 0, nil
	}
	plan, err := s.Replan(ev.Settings.Stages)
	return err == nil && equal(plan, ev.Plan), err
}

// nextPromoted returns the player who moves up from the waiting list next, or 0.
func (s step) nextPromoted() int {
	if s.Phase >= tournament.Running || s.Settings.Capacity > 0 && s.Count(tournament.Registered) >= s.Settings.Capacity {
		return 0
	}
	return s.waiting()
}

// waiting returns the player who has waited longest, or 0.
func (s step) waiting() int {
	return 1 + slices.IndexFunc(s.Players, func(p tournament.Player) bool { return p.Status == tournament.Waiting })
}

// timeFollows reports whether the deadline behind e was due.
func (s step) timeFollows(e *tournament.Envelope) bool {
	come := func(at time.Time) bool { return !at.IsZero() && !at.After(e.Time) }
	due := func(what tournament.Due) bool {
		return slices.ContainsFunc(tournament.Timers(s.State), func(t tournament.Timer) bool { return t.Due == what && come(t.At) })
	}
	switch ev := e.Event.(type) {
	case *tournament.Reminded:
		what := tournament.Due{Kind: ev.What, Round: ev.Round, Asked: ev.Asked}
		return due(what) || what == s.MixEnd() && s.Mixed()
	case *tournament.CheckInEnded:
		return come(s.CheckInEnd)
	case *tournament.TimeCalled:
		r := s.Round(ev.Round)
		if ev.Match > 0 {
			return come(s.TableDeadline(ev.Round, ev.Match))
		}
		return r != nil && come(r.Deadline)
	case *tournament.ClockReminded:
		r := s.Round(ev.Round)
		return r != nil && slices.Contains(s.Reminders(r), ev.Before) && come(r.Deadline.Add(-time.Duration(ev.Before)*time.Minute))
	case *tournament.BuildReminded:
		return due(tournament.Due{Kind: tournament.DueBuildWarning})
	case *tournament.BuildEnded:
		return s.Build != nil && come(s.Build.Deadline)
	case *tournament.LineUpsShown:
		return s.lineUpsFollow(e, ev)
	case *tournament.SubstituteAnswered: // for themselves, or their time is over
		return ev.Silent == (e.Actor == 0) && (ev.Silent || e.Actor == ev.Person) && (!ev.Silent || s.benchCome(ev, come))
	case *tournament.RoundStarted:
		return ev.Deadline.IsZero() || ev.Deadline.After(e.Time)
	case *tournament.ScriptBegun:
		return s.MayPick(ev.Place) && ev.Coin == draw.Coin(s.State, ev.Place) && s.speaksFor(e.Actor, ev.Place, ev.Player)
	case *tournament.StepPassed:
		t := s.PickTurn(ev.Place)
		return t != nil && t.Number == ev.Step && s.PickPasses(ev.Place) && come(s.PickEnds(ev.Place, ev.Player))
	case *tournament.ItemDrawn:
		return s.drawn(ev, come)
	case *tournament.ResultConfirmed:
		return ev.By != tournament.BySilence && e.Actor != 0 || ev.By == tournament.BySilence && come(s.SilenceAt(ev.Round, ev.Match))
	}
	return s.fixtureFollows(e, come, due)
}

// lineUpsFollow reports whether line-ups are those that were given, and shown because both were
// in, their time was over or an organiser starts the round.
func (s step) lineUpsFollow(e *tournament.Envelope, ev *tournament.LineUpsShown) bool {
	if !s.AwaitsLineUps(ev.Place) {
		return false
	}
	made, in := s.LineUps(ev.Place)
	due := s.LineUpsDue(s.Rounds.At(ev.Round))
	return equal(made, ev) && (in || e.Actor != 0 || !due.IsZero() && !due.After(e.Time))
}

// benchCome reports whether the time is over in which a person of the bench could answer.
func (s step) benchCome(ev *tournament.SubstituteAnswered, come func(time.Time) bool) bool {
	for _, x := range s.OpenBenchRequests() {
		if x.Place == ev.Place && x.Player == ev.Player && x.Person == ev.Person {
			return come(s.BenchDue(&x))
		}
	}
	return false
}

// speaksFor reports whether a person may have said something for a player of a match: the player,
// or an organiser, who is not the opponent.
func (s step) speaksFor(person int, at tournament.Place, n int) bool {
	p := s.Player(n)
	if p == nil || person == 0 {
		return false
	}
	return p.Holds(person) || !slices.ContainsFunc(s.PlayingAt(at), func(other int) bool { return s.Players.At(other).Holds(person) })
}

// drawn reports whether an item is the one that is drawn, for a player whose time was over.
func (s step) drawn(ev *tournament.ItemDrawn, come func(time.Time) bool) bool {
	t := s.PickTurn(ev.Place)
	if t == nil || ev.Player == 0 != (len(t.Waits) == 0) || ev.Player > 0 && !come(s.PickEnds(ev.Place, ev.Player)) {
		return false
	}
	m, _ := s.Match(ev.Round, ev.Match)
	switch {
	case t.Number != ev.Step || ev.Player > 0 && s.PickPasses(ev.Place):
		return false
	case ev.Item == "":
		return s.Hidden(ev.Place, ev.Step)
	case m.Picks.Unseen():
		return true
	}
	return ev.Item == draw.Item(s.State, ev.Place, ev.Player)
}

// fixtureFollows reports whether the deadline of an arranged match behind e was due.
func (s step) fixtureFollows(e *tournament.Envelope, come func(time.Time) bool, due func(tournament.Due) bool) bool {
	fixtureAt := func(round, match int) *fixture.Fixture {
		if m, _ := s.Match(round, match); m != nil {
			return m.Fixture
		}
		return nil
	}
	switch ev := e.Event.(type) {
	case *tournament.PlayerAbsent:
		end, _ := s.StaleAt(ev.Place)
		return come(s.GraceEnds(ev.Place, ev.Player)) || come(end)
	case *tournament.FixtureReminded:
		return due(tournament.Due{Kind: tournament.RemindKind(fixture.Kind(ev.What)), Round: ev.Round, Match: ev.Match, Asked: ev.About.Unix()})
	case *tournament.FixtureOverdue:
		f := fixtureAt(ev.Round, ev.Match)
		return f != nil && due(tournament.Due{Kind: tournament.DueOverdue, Round: ev.Round, Match: ev.Match, Asked: f.DueBy().Unix()})
	case *tournament.FixtureVoided:
		f := fixtureAt(ev.Round, ev.Match)
		return f != nil && (e.Actor != 0 || due(tournament.Due{Kind: tournament.DueOverdue, Round: ev.Round, Match: ev.Match, Asked: f.DueBy().Unix()}))
	case *tournament.ResultCorrected:
		f := fixtureAt(ev.Round, ev.Match)
		switch ev.By {
		case tournament.ByClaim:
			m, _ := s.Match(ev.Round, ev.Match)
			if alone := ruling.LeftAlone(s.State, ev.Place); alone != nil && len(s.Missed(ev.Place)) > 1 {
				return equal(alone, ev)
			}
			return m != nil && m.Claim() != nil && come(s.ClaimEnds(ev.Place)) && ev.Kind == ledger.Forfeit && ev.Swap == (m.Claim().By == fixture.Second)
		case tournament.ByRule:
			if f == nil {
				end, _ := s.StaleAt(ev.Place)
				return come(end)
			}
			return come(f.DueBy()) && f.Actions == [2]fixture.Actions{}
		case tournament.NotConfirmed, tournament.ByOpponent, tournament.BySilence, tournament.ByOrganiser, tournament.ByConcession, tournament.ByReport:
		}
	}
	return true
}

// resultFollows reports whether a result is valid in the game and was reported by a
// player at the table.
func (s step) resultFollows(e *tournament.Envelope) bool {
	legal := func(round, match int, kind ledger.Kind, result ledger.Result) bool {
		m, l := s.Match(round, match)
		if m == nil {
			return false
		}
		played := *l
		played.Kind, played.Result = kind, result
		return kind != ledger.Played || s.RulesOf(match, l).CheckResult(m.Part, &played) == nil
	}
	seated := func(round, match, player int) bool {
		_, l := s.Match(round, match)
		return l != nil && l.Seat(int32(player-1)) >= 0
	}
	switch ev := e.Event.(type) {
	case *tournament.ResultReported:
		return seated(ev.Round, ev.Match, ev.Player) && legal(ev.Round, ev.Match, ev.Kind, ev.Result)
	case *tournament.ResultCorrected:
		return legal(ev.Round, ev.Match, ev.Kind, ev.Result)
	case *tournament.ResultDisputed:
		return seated(ev.Round, ev.Match, ev.Player)
	case *tournament.ResultConfirmed:
		m, _ := s.Match(ev.Round, ev.Match)
		if m == nil || m.Report == nil {
			return false
		}
		agrees := ev.Player != m.Report.Player || m.Counter != nil && m.Counter.Kind == m.Report.Kind && m.Counter.Result == m.Report.Result
		return ev.By != tournament.ByOpponent || agrees && seated(ev.Round, ev.Match, ev.Player)
	case *tournament.DrawMixed:
		return s.PlayerOf(e.Actor) == ev.Player
	case *tournament.JudgeCalled:
		return seated(ev.Round, ev.Match, ev.Player)
	case *tournament.TableTaken, *tournament.DutyChanged:
		return e.Actor != 0
	}
	return true
}
