package posted

import (
	"slices"

	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
)

// Told is a change for players of a round that another person made and that the call of the
// round says.
type Told struct {
	Seq     int64 // the event of the log that says it
	Players []int // whom it concerns
}

// Changes returns what of the events up to one was changed for players of a round since it
// was published: the newest of each match, player and clock, and nothing that was undone.
func Changes(s *tournament.State, log []tournament.Envelope, round int, upTo int64) (out []Told) {
	gone, seen := tournament.RetractedSeqs(log), map[subject]bool{}
	for i := len(log) - 1; i >= 0 && log[i].Seq > s.Rounds.At(round).PublishedSeq; i-- {
		if log[i].Seq > upTo || gone[log[i].Seq] {
			continue
		}
		of := subjectOf(log[i].Event)
		if players := Concerned(s, log, &log[i]); len(players) > 0 && !seen[of] {
			seen[of] = true
			out = append(out, Told{log[i].Seq, players})
		}
	}
	slices.Reverse(out)
	return out
}

// AsksAnew returns the undos up to an event that ask players of a round again. The call that
// asks them says what was undone, so such an undo has no post of its own.
func AsksAnew(s *tournament.State, log []tournament.Envelope, round int, upTo int64) (undos []int64) {
	undo := int64(0)
	for i := s.Rounds.At(round).PublishedSeq; i < min(upTo, int64(len(log))); i++ {
		switch ev := log[i].Event.(type) {
		case *tournament.Retracted:
			undo = log[i].Seq
		case *tournament.ClocksHeld: // follows its undo
			if !s.Arranged() && slices.ContainsFunc(ev.Again, func(at tournament.Place) bool { return at.Round == round && !Threaded(s, round, at.Match) }) {
				undos = append(undos, undo)
			}
		}
	}
	return undos
}

// Alone returns what a post of its own says where no call of a round does: of the events of
// one command from the given one on, those that concern others.
func Alone(s *tournament.State, log []tournament.Envelope, seq int64) (out []Told) {
	for i := max(0, seq-1); i < int64(len(log)) && log[i].Batch == at(log, seq).Batch; i++ {
		of, clock := subjectOf(log[i].Event), decided(s, &log[i])
		if of.what == aClock || of.what == aMatch && s.Arranged() && !clock && !conceded(log[i].Event) || of.terms == "seed" && len(out) > 0 {
			continue // the clock of no round, what has a post as an arranged match, the seeds of a list
		}
		if players := Concerned(s, log, &log[i]); len(players) > 0 && !(clock && playOn(log, seq, players)) {
			out = append(out, Told{log[i].Seq, players})
		}
	}
	return out
}

// conceded reports whether a match ends because a player leaves.
func conceded(ev tournament.Event) bool {
	switch ev := ev.(type) {
	case *tournament.ResultCorrected:
		return ev.By == tournament.ByConcession
	case *tournament.ResultConfirmed:
		return ev.By == tournament.ByConcession
	}
	return false
}

// playOn reports whether the command of an event publishes a round in which all of the
// players are seated, whose pairings call them and stand beside the result.
func playOn(log []tournament.Envelope, seq int64, players []int) bool {
	for i := seq - 1; i < int64(len(log)) && log[i].Batch == at(log, seq).Batch; i++ {
		if _, published := log[i].Event.(*tournament.RoundPublished); published {
			next := entered(log, log[i].Seq)
			return !slices.ContainsFunc(players, func(n int) bool { return !slices.Contains(next, n) })
		}
	}
	return false
}

// decided reports whether a clock has ended a match: by silence, or by the order in which an
// event that runs by itself settles one. A claim that stands in a live round is said where the
// one who is missed is called.
func decided(s *tournament.State, e *tournament.Envelope) bool {
	if e.Actor != 0 {
		return false
	}
	switch ev := e.Event.(type) {
	case *tournament.ResultConfirmed:
		return ev.By == tournament.BySilence || ev.By == tournament.ByRule
	case *tournament.ResultCorrected:
		return ev.By == tournament.ByRule || ev.By == tournament.ByClaim && s.Arranged()
	}
	return false
}

// Unpaired returns those of the players who are not called by the pairings, or the stand-in,
// that the command of an event publishes too.
func Unpaired(s *tournament.State, log []tournament.Envelope, seq int64, players []int) (out []int) {
	r := s.Current()
	paired := r != nil && r.PublishedSeq >= seq && r.PublishedSeq <= int64(len(log)) && at(log, r.PublishedSeq).Batch == at(log, seq).Batch
	for _, n := range players {
		if !(paired && s.MatchOf(r.Number, n) > 0) && !stoodIn(s, log, seq, n) {
			out = append(out, n)
		}
	}
	return out
}

// stoodIn reports whether the command of an event seats a stand-in for a player at a table
// that is published, which its post says.
func stoodIn(s *tournament.State, log []tournament.Envelope, seq int64, n int) bool {
	batch, seated, published := at(log, seq).Batch, false, false
	for i := batch - 1; i < int64(len(log)) && log[i].Batch == batch; i++ {
		switch ev := log[i].Event.(type) {
		case *tournament.StandInSeated:
			seated = seated || ev.For == n
		case *tournament.RoundRepaired:
			r := s.Round(ev.Round)
			published = r != nil && r.PublishedSeq < batch
		}
	}
	return seated && published
}

// FewTold bounds the players whom an undo calls: what concerns more is for all to read.
const FewTold = 8

// Undone returns whom an undo concerns: the players of what it takes back, if they are few.
func Undone(s *tournament.State, log []tournament.Envelope, undo *tournament.Envelope, ev *tournament.Retracted) (players []int) {
	for _, seq := range ev.Seqs {
		if seq < 1 || seq > int64(len(log)) {
			continue
		}
		here := entered(log, seq)
		switch of, taken := subjectOf(at(log, seq).Event), tournament.PlaceOf(at(log, seq).Event); {
		case of.what == aPlayer, of.what == aPenalty, of.what == aTerm:
			here = []int{of.n}
		case of.what == aMatch, of.what == aWindow, of.what == aBoard:
			here = inMatch(s, of.round, of.n)
		case taken.Match > 0:
			here = inMatch(s, taken.Round, taken.Match)
		}
		for _, n := range others(s, undo, here) {
			if !slices.Contains(players, n) && !asked(s, n) {
				players = append(players, n)
			}
		}
	}
	if len(players) > FewTold {
		return nil
	}
	return players
}

// asked reports whether the call of the last round asks a player about a report that waits.
func asked(s *tournament.State, n int) bool {
	r := len(s.Rounds)
	if r == 0 || s.Arranged() {
		return false
	}
	for number := range s.Contests(r) {
		if m, l := s.Match(r, number); l.Seat(int32(n-1)) >= 0 && s.Asks(r, number) && m.Report.Player != n && !Threaded(s, r, number) {
			return true
		}
	}
	return false
}

// inMatch returns who sits at a match.
func inMatch(s *tournament.State, round, match int) []int {
	_, l := s.Match(round, match)
	return seated(l)
}

// entered returns who is registered, or is seated, by an event that is undone.
func entered(log []tournament.Envelope, seq int64) (players []int) {
	var pairings []tournament.Pairing
	switch ev := at(log, seq).Event.(type) {
	case *tournament.PlayerRegistered:
		return []int{ev.Player}
	case *tournament.PlayerPromoted:
		return []int{ev.Player}
	case *tournament.RoundRepaired:
		for _, m := range ev.Changed {
			pairings = append(pairings, *numbered.List[tournament.Pairing](ev.Pairings).At(m))
		}
	case *tournament.RoundPublished:
		if paired, found := tournament.Last(log[:seq], func(p *tournament.RoundPaired) bool { return p.Round == ev.Round }); found != nil {
			pairings = paired.Pairings
		}
	}
	for _, p := range pairings {
		players = append(players, p.Players...)
	}
	return players
}

// Concerned returns whom an event concerns that another person caused: a player who is out,
// in again, penalised or given other terms, the players of a match that was ruled in its
// round, disputed, or given another time, those at a board that another member of a crew takes
// over, those whose clock was changed, and the first who is
// not in a cut; and, whoever starts the event, who is left out of it. A clock is told only where
// it ends a match: the rest that it does was announced.
func Concerned(s *tournament.State, log []tournament.Envelope, e *tournament.Envelope) []int {
	var players []int
	switch of := subjectOf(e.Event); of.what {
	case aPlayer, aPenalty, aTerm:
		players = []int{of.n}
	case aMatch:
		players = inRound(s, tournament.Place{Round: of.round, Match: of.n}, e)
	case aWindow:
		return others(s, e, inMatch(s, of.round, of.n))
	case aBoard: // the captain's own crew, too, for it is another member who plays
		at := tournament.Place{Round: of.round, Match: of.n}
		if _, bench := e.Event.(*tournament.SubstituteAnswered); bench {
			return inRound(s, at, e)
		}
		return slices.DeleteFunc(inRound(s, at, e), func(n int) bool { return s.Sitting(at, n) == e.Actor })
	case aClock:
		players = clock(s, e.Event.(*tournament.ClockExtended))
	case aCut:
		players = firstOut(e)
	case aBracket:
		players = replayed(s, log, e)
	case aStart: // by the clock, too
		return e.Event.(*tournament.EventStarted).Absent
	}
	told := others(s, e, players)
	if len(told) < len(players) && agreed(s, e) {
		return nil
	}
	if !slices.ContainsFunc(told, func(n int) bool { return s.Players.At(n).Account }) {
		return nil // guests read it where it stands
	}
	return told
}

// agreed reports whether an event ends a match by what the other side has reported, which
// the player who caused it confirms or concedes. An organiser who plays rules on their own
// match like any other.
func agreed(s *tournament.State, e *tournament.Envelope) bool {
	ev, ok := e.Event.(*tournament.ResultConfirmed)
	return ok && ev.By != tournament.ByOrganiser && (ev.By != tournament.ByConcession || s.Players.At(ev.Player).Holds(e.Actor))
}

// others returns the players other than the person who caused an event; none if the bot did, but
// for a player who is out for missing a match, and for a match that a clock has ended.
func others(s *tournament.State, e *tournament.Envelope, players []int) (out []int) {
	dropped, _ := e.Event.(*tournament.PlayerDropped)
	told := e.Actor != 0 || dropped != nil && dropped.NoShow || decided(s, e) // who missed it may come back
	for _, n := range players {
		p := s.Player(n)                                                                       // nil: the registration was undone
		if p != nil && told && (!p.Holds(e.Actor) || dropped != nil && len(p.Members()) > 1) { // a captain drops for the others too
			out = append(out, n)
		}
	}
	return out
}

// subject is what an event is about that is told: a later one about the same takes its
// place.
type subject struct {
	what  topic
	round int // of a match or clock
	n     int // the player, or the match in its round; 0 = the clock of the round
	terms string
}

type topic uint8

const (
	aPlayer topic = iota + 1
	aPenalty
	aTerm
	aMatch
	aWindow
	aBoard
	aClock
	aCut
	aBracket
	aStart
)

// subjectOf returns the zero subject for an event that is not told.
func subjectOf(ev tournament.Event) subject {
	switch ev := ev.(type) {
	case *tournament.PlayerLeft:
		return subject{what: aPlayer, n: ev.Player}
	case *tournament.PlayerDropped:
		return subject{what: aPlayer, n: ev.Player}
	case *tournament.PlayerDisqualified:
		return subject{what: aPlayer, n: ev.Player}
	case *tournament.PlayerReinstated:
		return subject{what: aPlayer, n: ev.Player}
	case *tournament.PlayerPenalised:
		return subject{what: aPenalty, n: ev.Player}
	case *tournament.PlayerChanged:
		return termsOf(ev)
	case *tournament.DeckSubmitted:
		return subject{what: aTerm, n: ev.Player, terms: "deck"}
	case *tournament.SeatClaimed:
		if !ev.Tell { // else a post says that it moved a rating too
			return subject{what: aTerm, n: ev.Player, terms: "seat"}
		}
	case *tournament.ClockExtended:
		return subject{what: aClock, round: ev.Round, n: ev.Match}
	case *tournament.StageBegan:
		if ev.Kind.Eliminates() {
			return subject{what: aCut}
		}
	case *tournament.BracketReopened:
		return subject{what: aBracket}
	case *tournament.EventStarted:
		return subject{what: aStart}
	}
	return matchOf(ev)
}

// matchOf is subjectOf for events about a match.
func matchOf(ev tournament.Event) subject {
	switch ev := ev.(type) {
	case *tournament.ResultCorrected:
		return subject{what: aMatch, round: ev.Round, n: ev.Match}
	case *tournament.ResultConfirmed:
		return subject{what: aMatch, round: ev.Round, n: ev.Match}
	case *tournament.ResultDisputed:
		return subject{what: aMatch, round: ev.Round, n: ev.Match}
	case *tournament.FixtureExtended:
		return subject{what: aWindow, round: ev.Round, n: ev.Match}
	case *tournament.FixtureVoided:
		return subject{what: aWindow, round: ev.Round, n: ev.Match}
	case *tournament.SubstituteAnswered:
		if ev.Yes {
			return subject{what: aBoard, round: ev.Round, n: ev.Match}
		}
	case *tournament.MemberSubstituted:
		return subject{what: aBoard, round: ev.Round, n: ev.Match}
	}
	return subject{}
}

// termsOf returns the subject of changed terms of a player; the zero subject if others need
// not tell the player: a tag, a rating, whom they do not meet.
func termsOf(ev *tournament.PlayerChanged) subject {
	terms := ""
	for name, changed := range map[string]bool{
		"division": ev.Division != nil, "table": ev.Table != nil, "late": ev.Late != nil, "standby": ev.Standby != nil, "seed": ev.Seed != nil && ev.Rating == nil,
		"byes": len(ev.Byes)+len(ev.Full)+len(ev.Away)+len(ev.Plays) > 0,
	} {
		if changed {
			terms = max(terms, name)
		}
	}
	if terms == "" {
		return subject{}
	}
	return subject{what: aTerm, n: ev.Player, terms: terms}
}

// inRound returns who sits at a match if its round was not over when the event came, and if
// a dispute still stands.
func inRound(s *tournament.State, at tournament.Place, e *tournament.Envelope) []int {
	m, l := s.Match(at.Round, at.Match)
	if l == nil || s.Rounds.At(at.Round).ClosedSeq > 0 && s.Rounds.At(at.Round).ClosedSeq < e.Seq {
		return nil
	}
	if _, disputes := e.Event.(*tournament.ResultDisputed); disputes && !m.Disputed {
		return nil
	}
	return seated(l)
}

// seated returns who sits at a match.
func seated(l *ledger.Match) []int {
	if l == nil {
		return nil
	}
	return numbers(l)
}

// clock returns whom a changed clock concerns until time is called: a table with more time,
// or all who still play and have less, or twice as much as planned.
func clock(s *tournament.State, ev *tournament.ClockExtended) (players []int) {
	if ev.Round != len(s.Rounds) {
		return nil
	}
	r := s.Rounds.At(ev.Round)
	if ev.Match == 0 && (r.TimeCalled || ev.Minutes > 0 && r.Deadline.Sub(r.StartedAt) <= 2*s.RoundLength(s.ClockStage(r))) {
		return nil
	}
	for m, l := range numbered.All(s.Ledger.Rounds.At(ev.Round).Matches) {
		if (ev.Match == 0 || ev.Match == m) && !l.Finished() && !r.Matches.At(m).TimeCalled {
			players = append(players, numbers(l)...)
		}
	}
	return players
}

// replayed returns who was seated in the rounds of a bracket that are played again, but for
// those whose own result has changed.
func replayed(s *tournament.State, log []tournament.Envelope, e *tournament.Envelope) (players []int) {
	after, gone, seen := e.Event.(*tournament.BracketReopened).After, tournament.RetractedSeqs(log), map[int]bool{}
	for seq := e.Seq - 1; seq > 0; seq-- {
		ev, ok := at(log, seq).Event.(*tournament.RoundPublished)
		if !ok || gone[seq] || seen[ev.Round] {
			continue
		}
		if ev.Round <= after {
			break
		}
		seen[ev.Round] = true
		for _, n := range entered(log, seq) {
			m, _ := s.Match(after, s.MatchOf(after, n))
			if !slices.Contains(players, n) && (m == nil || m.ResultSeq < e.Batch) {
				players = append(players, n)
			}
		}
	}
	return players
}

// firstOut returns the first who is not in a cut that was made by a command.
func firstOut(e *tournament.Envelope) []int {
	ev := e.Event.(*tournament.StageBegan)
	for _, n := range ev.Ranking {
		if e.Seq == e.Batch && !slices.Contains(ev.Players, n) {
			return []int{n}
		}
	}
	return nil
}

// at returns an event of a log.
func at(log []tournament.Envelope, seq int64) *tournament.Envelope {
	return journal.Lines[tournament.Event](log).At(seq)
}
