// Package post decides and sends everything the bot posts in channels unasked: which
// new posts an event of the log causes (Plan), what each shows (Render), which of those that
// stand have to change (look.go), and how each gets to Discord exactly once (Sender).
//
// A post is a row before it is a message. Plan is called inside the decision, its rows
// are written in the transaction of the events, and the Sender renders a row from the
// state at the time it sends it. A row is posted once and edited as often as it shows
// something else than the state; edits that pile up become one.
//
// An edit notifies no one. Posts that call people therefore form a series
// (tournament.Post.Series): a user who is called for the first time is mentioned in a new
// post, which shows everything that is open and replaces the post before.
package post

import (
	"fmt"
	"slices"

	"topcut/commands/crew"
	"topcut/commands/posted"
	"topcut/tournament"
	"topcut/tournament/effect"
	"topcut/tournament/rules"
)

// Kinds of posts.
const (
	kindCard       tournament.PostKind = "card"
	kindCheckIn    tournament.PostKind = "checkin"
	kindMix        tournament.PostKind = "mix" // players mix the draw; then the event has started
	kindStarted    tournament.PostKind = "started"
	kindNotBegun   tournament.PostKind = "notbegun" // an automatic start that failed
	kindPairings   tournament.PostKind = "pairings"
	kindMatch      tournament.PostKind = "match"
	kindThread     tournament.PostKind = "thread"   // first post of a match thread
	kindReseated   tournament.PostKind = "reseated" // the new players of a match thread after a repair
	kindRepaired   tournament.PostKind = "repaired"
	kindCall       tournament.PostKind = "call"  // who has to confirm a result, and that time is short or up
	kindPanel      tournament.PostKind = "panel" // the organisers' panel
	kindStandings  tournament.PostKind = "standings"
	kindBracket    tournament.PostKind = "bracket"
	kindChampion   tournament.PostKind = "champion"
	kindPromoted   tournament.PostKind = "promoted"
	kindAnnounced  tournament.PostKind = "announced"
	kindCorrected  tournament.PostKind = "corrected"
	kindUndone     tournament.PostKind = "undone"
	kindCancelled  tournament.PostKind = "cancelled"
	kindAsked      tournament.PostKind = "asked"      // asks the opponent in the match thread to confirm a report
	kindMissing    tournament.PostKind = "missing"    // the players that the event waits for
	kindMoved      tournament.PostKind = "moved"      // the event continues in this channel
	kindStaff      tournament.PostKind = "staff"      // says who named or removed whom, for organisers
	kindTold       tournament.PostKind = "told"       // says what an organiser changed for some players, or for all
	kindRated      tournament.PostKind = "rated"      // says that a merge, or its undo, has moved a rating
	kindPick       tournament.PostKind = "pick"       // calls the players who have to pick or ban, in the match thread if there is one
	kindCrews      tournament.PostKind = "crews"      // asks those whom a team wants as members
	kindLineUpCall tournament.PostKind = "lineupcall" // reminds captains of the line-ups that a round waits for
	kindLineUps    tournament.PostKind = "lineups"    // calls those who sit at the boards of a round that has waited for line-ups
	kindBench      tournament.PostKind = "bench"      // asks a person of the bench to take over a board, or tells a captain that no one can
	kindInstead    tournament.PostKind = "instead"    // pings a member to whom Discord takes no direct message
)

// missing is the series that calls the players the event waits for, at an organiser's
// request. The newest post is removed after the last of them has arrived.
const missing = "missing"

// promoted is the series that tells players that they moved up from the waiting list. It
// keeps a single post, however often places change hands, until the event starts.
const promoted = "promoted"

// crews is the series that asks those whom teams want as members. Its post is removed after
// the last of them has answered.
const crews = "crews"

// threadSuffix ends the key of the first post in a match thread; the part before it is
// the key of the match card.
const threadSuffix = ".thread"

// Plan returns the new posts that the events cause, and those that move to another
// channel. What changes in a message that stands is found out after the commit (look.go).
func Plan(before, after *tournament.Snapshot, events []tournament.Envelope) []tournament.Post {
	p := &planner{before: before.State, s: after.State, log: after.Log}
	takenOver := before.State.Seq == 0 && len(after.State.Rounds) > 0
	for i := range events {
		if takenOver && !p.stillToSay(events[i].Event) {
			continue
		}
		if r, ok := events[i].Event.(*tournament.Retracted); ok {
			p.retracted(before, r, events[i].Seq)
			continue
		}
		p.event(&events[i])
	}
	if from := before.State.Channel; from != "" && from != p.s.Channel {
		p.moved(from)
	}
	if len(events) > 0 {
		p.tell(events)
	}
	p.panel(events)
	return p.posts
}

// tell tells players what other people have changed for them: in the call of the round, in
// the place of a call that the same events cause, so that none is pinged twice. Where no
// round is played, and for what was announced to all, it is a post of its own.
func (p *planner) tell(events []tournament.Envelope) {
	r, calls := p.s.Current(), false
	if r != nil && r.Status == tournament.Started && !p.s.Arranged() {
		was := p.before.Round(r.Number)
		calls = was != nil && was.PublishedSeq == r.PublishedSeq && was.Status == tournament.Started
	}
	if p.s.Phase == tournament.Draft || p.before.Seq == 0 {
		return // nothing is announced, or it was played elsewhere
	}
	for i := range events {
		if starts, ok := events[i].Event.(*tournament.EventStarted); ok { // its post says who plays
			if len(starts.Absent) > 0 {
				p.told(events[i].Seq, "")
			}
			return
		}
	}
	called := false
	for i := range events {
		switch {
		case p.announces(&events[i]):
			p.told(events[i].Seq, "")
		case calls && !called && len(posted.Concerned(p.s, p.log, &events[i])) > 0:
			called = true
			p.posts = slices.DeleteFunc(p.posts, func(o tournament.Post) bool { return o.Kind == kindCall })
			p.call(r.Number, p.s.Seq)
		}
	}
	if alone := posted.Alone(p.s, p.log, events[0].Seq); !calls && len(alone) > 0 {
		series := ""
		if p.s.Phase < tournament.Running { // each player in turn is given a division, say
			series = toldBefore
		}
		p.told(alone[0].Seq, series)
	}
}

// toldBefore is the series of what is told before the start: a single post stands.
const toldBefore = "told"

// told posts what the command of an event has changed from there on.
func (p *planner) told(seq int64, series string) {
	p.add(tournament.Post{Key: key("told", seq), Kind: kindTold, Series: series, Seq: seq, Pings: true})
}

// announces reports whether an event changes what was announced to the players.
func (p *planner) announces(e *tournament.Envelope) bool {
	if _, changed := e.Event.(*tournament.SettingsChanged); !changed {
		return false
	}
	return slices.ContainsFunc(effect.Of(p.before, p.s), func(x effect.Effect) bool {
		return x.Fact == effect.Rounds || x.Fact == effect.Cut || x.Fact == effect.Announced
	})
}

// moved moves the posts of a channel that the event has left: those still to be sent, and
// those with the buttons of the open round.
func (p *planner) moved(from string) {
	seq := p.s.Seq
	p.posts = append(p.posts, tournament.Post{Channel: p.s.Channel, Leaves: from, Seq: seq})
	keys := []string{"card"}
	if r := p.s.Current(); r != nil && r.Status != tournament.Done {
		p.call(r.Number, seq)
		keys = append(keys, p.playedBy(r)...)
	}
	keys = append(keys, p.bracketKeys()...)
	p.gather(seq)
	for _, k := range keys {
		p.posts = append(p.posts, tournament.Post{Key: k, Channel: p.s.Channel, Leaves: from, Seq: seq})
	}
}

// playedBy returns the keys of the posts by which a round is played.
func (p *planner) playedBy(r *tournament.Round) (keys []string) {
	for m := range r.Matches {
		card := p.matchKey(r.Number, m+1)
		keys = append(keys, card, card+threadSuffix)
	}
	for number := range p.s.Contests(r.Number) {
		if m, _ := p.s.Match(r.Number, number); m.Report != nil {
			keys = append(keys, p.askedKey(r.Number, number, m.Report.Seq))
		}
	}
	for page := range posted.PairingPages(p.s, r.Number) {
		keys = append(keys, p.pairingsKey(r.Number, page))
	}
	return keys
}

// stillToSay reports whether an event in the history of an imported tournament is posted:
// the current state is, but not how it came about.
func (p *planner) stillToSay(ev tournament.Event) bool {
	open := len(p.s.Rounds)
	if p.s.LastDone() == open {
		open = 0
	}
	switch ev := ev.(type) {
	case *tournament.Opened, *tournament.EventStarted:
		return true
	case *tournament.RoundPublished:
		return ev.Round == open
	case *tournament.RoundStarted:
		return ev.Round == open
	case *tournament.RoundClosed:
		return ev.Round == p.s.LastDone() && open == 0
	case *tournament.ResultCorrected:
		return ev.Round == open
	}
	return false
}

type planner struct {
	before *tournament.State
	s      *tournament.State
	log    []tournament.Envelope
	posts  []tournament.Post
}

func key(kind string, seq int64) string { return fmt.Sprintf("%s.%d", kind, seq) }

// add adds a post. One that is added again with other details replaces the first.
func (p *planner) add(post tournament.Post) {
	if post.Parent == "" && post.Channel == "" {
		post.Channel = p.s.Channel
	}
	if i := slices.IndexFunc(p.posts, func(o tournament.Post) bool { return o.Key == post.Key && o.Series == post.Series }); i >= 0 {
		p.posts[i] = post
		return
	}
	p.posts = append(p.posts, post)
}

func (p *planner) event(e *tournament.Envelope) {
	if p.missed(e) || p.fixtureEvent(e) {
		return
	}
	seq := e.Seq
	switch ev := e.Event.(type) {
	case *tournament.ChannelMoved:
		p.add(tournament.Post{Key: key("moved", seq), Kind: kindMoved, Seq: seq})
	case *tournament.Opened:
		p.add(tournament.Post{Key: "card", Kind: kindCard, Seq: 1})
	case *tournament.PlayerPromoted:
		p.add(tournament.Post{Key: key(promoted, seq), Kind: kindPromoted, Series: promoted, Seq: seq, Pings: true})
	case *tournament.MemberAsked:
		p.add(tournament.Post{Key: key(crews, e.Batch), Kind: kindCrews, Series: crews, Seq: seq, Pings: true})
	case *tournament.MemberAnswered:
		if crew.Added(e) {
			p.add(tournament.Post{Key: key(crews, e.Batch), Kind: kindCrews, Series: crews, Seq: seq, Pings: true})
		}
	case *tournament.SubstituteAsked:
		p.bench(ev.Place, ev.Player, seq)
	case *tournament.SubstituteAnswered:
		p.bench(ev.Place, ev.Player, seq)
	case *tournament.StaffChanged:
		p.add(tournament.Post{Key: key("staff", seq), Kind: kindStaff, Channel: panelChannel(p.s), Seq: seq, Pings: true})
	case *tournament.SeatClaimed:
		if ev.Tell {
			p.add(tournament.Post{Key: key("rated", seq), Kind: kindRated, Seq: seq, Pings: true})
		}
	case *tournament.CheckInStarted:
		p.add(tournament.Post{Key: key("checkin", seq), Kind: kindCheckIn, Series: gathering, Seq: seq, Pings: true})
	case *tournament.Reminded:
		if ev.What == tournament.DueCall {
			p.call(ev.Round, seq)
		}
		if ev.What == tournament.DueLineUpWarning {
			series := p.roundKey(ev.Round) + ".lineups"
			p.add(tournament.Post{Key: key(series, seq), Kind: kindLineUpCall, Series: series, Round: ev.Round, Seq: seq, Pings: true})
		}
		if !p.s.Waits() && p.s.Phase < tournament.Running && (ev.What == tournament.DueStart || ev.What == tournament.DueMixed) {
			p.add(tournament.Post{Key: key("notbegun", seq), Kind: kindNotBegun, Seq: seq})
		}
	case *tournament.MixAsked:
		p.add(tournament.Post{Key: key("mix", seq), Kind: kindMix, Series: gathering, Seq: seq})
	case *tournament.EventStarted:
		if startPosted(p.s) && (p.s.Mixing.Asked == 0 || p.before.Seq == 0) { // else the call to mix the draw becomes it
			p.add(tournament.Post{Key: key("started", seq), Kind: kindStarted, Seq: seq})
		}
	case *tournament.StageBegan:
		p.stageBegan(ev, seq)
	case *tournament.EventFinished:
		p.add(tournament.Post{Key: key("champion", seq), Kind: kindChampion, Seq: seq})
	case *tournament.EventCancelled:
		p.add(tournament.Post{Key: key("cancelled", seq), Kind: kindCancelled, Seq: seq, Pings: true})
	case *tournament.Announced:
		p.add(tournament.Post{Key: key("announced", seq), Kind: kindAnnounced, Seq: seq})
	case *tournament.MissingReminded:
		p.add(tournament.Post{Key: key("missing", seq), Kind: kindMissing, Series: missing, Seq: seq, Pings: true})
	default:
		p.roundEvent(e)
	}
}

func (p *planner) roundEvent(e *tournament.Envelope) {
	seq := e.Seq
	switch ev := e.Event.(type) {
	case *tournament.RoundPublished:
		p.published(ev.Round)
	case *tournament.RoundStarted:
		p.lineUps(ev.Round, seq)
	case *tournament.RoundRepaired:
		p.repaired(ev, seq)
	case *tournament.RoundClosed:
		p.closed(ev.Round, seq)
	case *tournament.ClockReminded:
		p.call(ev.Round, seq)
	case *tournament.TimeCalled:
		p.call(ev.Round, seq)
	case *tournament.ResultReported:
		// An edited list does not ping, so the opponent is asked in a new post: the next call
		// of the round, or a post in the match thread. A changed report is a new question with
		// its own ping.
		switch {
		case p.s.Asks(ev.Round, ev.Match) && posted.Threaded(p.s, ev.Round, ev.Match):
			p.add(tournament.Post{Key: p.askedKey(ev.Round, ev.Match, seq), Kind: kindAsked, Parent: p.matchKey(ev.Round, ev.Match), Round: ev.Round, Match: ev.Match, Seq: seq, Pings: true})
		case p.s.Asks(ev.Round, ev.Match) && p.s.CallsAtOnce(ev.Round, e.Time):
			p.call(ev.Round, seq) // the other calls come with their deadline
		}
	case *tournament.ResultCorrected:
		p.corrected(ev, seq)
	case *tournament.ScriptBegun:
		p.pick(ev.Place, ev.Player)
	case *tournament.ItemPicked:
		p.pick(ev.Place, ev.Player)
	case *tournament.ItemDrawn:
		p.pick(ev.Place, 0)
	case *tournament.StepPassed:
		p.pick(ev.Place, 0)
	case *tournament.GameReported:
		p.pick(ev.Place, ev.Player)
	case *tournament.GameWithdrawn:
		p.pick(ev.Place, ev.Player)
	default:
		p.draftEvent(e)
	}
}

// pick calls the players who have to choose after a choice in the picks and bans of a match,
// if it is not the one who has just chosen. What is left to say is edited into the last call.
func (p *planner) pick(at tournament.Place, chose int) {
	waits := p.s.PickWaits(at)
	if len(waits) == 0 || slices.Equal(waits, []int{chose}) || len(waits) == 1 && len(p.before.PickWaits(at)) == 2 { // called with the other
		return
	}
	series := fmt.Sprintf("%s.pick.%d", p.matchKey(at.Round, at.Match), at.Match)
	post := tournament.Post{Key: key(series, p.s.Seq), Kind: kindPick, Series: series, Round: at.Round, Match: at.Match, Seq: p.s.Seq, Pings: true}
	if posted.Threaded(p.s, at.Round, at.Match) {
		post.Parent = p.matchKey(at.Round, at.Match)
	}
	p.add(post)
}

// pickAgain calls the players whose turn it is again after an undo.
func (p *planner) pickAgain() {
	for r := p.s.FirstPlayed(); r <= len(p.s.Rounds); r++ {
		for m := range p.s.Contests(r) {
			at := tournament.Place{Round: r, Match: m}
			if !slices.Equal(p.s.PickWaits(at), p.before.PickWaits(at)) {
				p.pick(at, 0)
			}
		}
	}
}

// startPosted reports whether an event has started and a post says so. Where all rounds open
// at once, the card does, above the list of all matches.
func startPosted(s *tournament.State) bool {
	return len(s.Plan) > 0 && s.Phase >= tournament.Running && s.Settings.Fixtures.Opens != tournament.AtOnce
}

// gathering is the series of posts that call people before the start, to check in or to
// mix the draw.
const gathering = "gathering"

// gather renews the posts that call people to a team or before the start, if they were
// removed or are far up in the channel. It does not ping again.
func (p *planner) gather(seq int64) {
	if crew.Asked(p.s) {
		p.add(tournament.Post{Key: key(crews, seq), Kind: kindCrews, Series: crews, Seq: seq})
	}
	switch s := p.s; {
	case s.Phase >= tournament.Running:
	case s.Mixing.Asked > 0:
		p.add(tournament.Post{Key: key("mix", seq), Kind: kindMix, Series: gathering, Seq: seq})
	case s.Phase == tournament.CheckIn:
		p.add(tournament.Post{Key: key("checkin", seq), Kind: kindCheckIn, Series: gathering, Seq: seq})
	}
}

// call renews the post that calls people in a round, because an edit would not notify
// them.
func (p *planner) call(r int, seq int64) {
	if p.s.Round(r) == nil {
		return
	}
	series := p.callSeries(r)
	p.add(tournament.Post{Key: key(series, seq), Kind: kindCall, Series: series, Round: r, Seq: seq, Pings: true})
}

func (p *planner) callSeries(r int) string { return p.roundKey(r) + ".call" }

// bench asks a person of the bench, or tells a captain that no one is left, in place of what the
// post before it said.
func (p *planner) bench(at tournament.Place, player int, seq int64) {
	if p.s.BenchRequestOf(seq) != nil {
		series := fmt.Sprintf("%s.bench.%d.%d", p.roundKey(at.Round), at.Match, player)
		p.add(tournament.Post{Key: key(series, seq), Kind: kindBench, Series: series, Round: at.Round, Match: at.Match, Seq: seq, Pings: true})
	}
}

// roundKey returns the prefix of the keys of a published round's posts. It contains the
// sequence number of the publication, because a round that was undone and published again
// has the same number.
func (p *planner) roundKey(r int) string {
	round := p.s.Round(r)
	if round == nil {
		return fmt.Sprintf("r%d.0", r)
	}
	return fmt.Sprintf("r%d.%d", r, round.PublishedSeq)
}

// askedKey returns the key of the question about a report in the match thread. report is
// the sequence number of the report.
func (p *planner) askedKey(r, m int, report int64) string {
	return fmt.Sprintf("%s.asked.%d", p.matchKey(r, m), report)
}

// matchKey returns the key of the card of a match. What is about a board stands in the thread
// of its match.
func (p *planner) matchKey(r, m int) string {
	m, _ = tournament.OfBoard(m)
	return fmt.Sprintf("%s.m%d", p.roundKey(r), m)
}

func (p *planner) pairingsKey(r, page int) string { return fmt.Sprintf("%s.p%d", p.listKey(r), page) }

// listKey is roundKey of the list with a round: rounds that opened together share theirs.
func (p *planner) listKey(r int) string {
	first, _ := p.s.OpenedWith(r)
	return p.roundKey(first)
}

func (p *planner) published(r int) {
	round := p.s.Round(r)
	if round == nil {
		return
	}
	seq := round.PublishedSeq
	first, _ := p.s.OpenedWith(r)
	for page := range posted.PairingPages(p.s, r) {
		p.add(tournament.Post{Key: p.pairingsKey(r, page), Kind: kindPairings, Round: first, Page: page, Seq: seq, Pings: true})
	}
	if !p.s.Threaded(r) || p.s.Arranged() { // an arranged match gets its card when a time is proposed
		return
	}
	for i := range round.Matches {
		p.card(r, i+1, seq)
	}
}

// lineUps calls those who play in a round that has waited for line-ups, for its list of matches
// has called the captains.
func (p *planner) lineUps(r int, seq int64) {
	round, was := p.s.Round(r), p.before.Round(r)
	if round == nil || was == nil || was.PublishedSeq != round.PublishedSeq || was.Status != tournament.Published || !p.s.LineUpsHadTime(round) {
		return
	}
	for page := range posted.PairingPages(p.s, r) {
		p.add(tournament.Post{Key: fmt.Sprintf("%s.lineups.p%d", p.roundKey(r), page), Kind: kindLineUps, Round: r, Page: page, Seq: seq, Pings: true})
	}
}

// card posts the card of a match, on which its thread is opened. The list of pairings has
// pinged the players; the mention in the thread adds them to it.
func (p *planner) card(r, m int, seq int64) {
	if _, l := p.s.Match(r, m); l.N < 2 {
		return
	}
	k := p.matchKey(r, m)
	p.add(tournament.Post{Key: k, Kind: kindMatch, Round: r, Match: m, Seq: seq})
	p.add(tournament.Post{Key: k + threadSuffix, Kind: kindThread, Parent: k, Round: r, Match: m, Seq: seq, Pings: true})
}

func (p *planner) repaired(ev *tournament.RoundRepaired, seq int64) {
	round := p.s.Round(ev.Round)
	if round == nil {
		return // a preview is not posted
	}
	if p.s.Threaded(ev.Round) {
		for _, m := range ev.Changed {
			if !posted.Threaded(p.s, ev.Round, m) && !posted.Threaded(p.before, ev.Round, m) {
				continue
			}
			p.card(ev.Round, m, seq)
			if _, l := p.s.Match(ev.Round, m); l.N > 1 {
				// A mention adds people to a thread, but an edit does not.
				k := p.matchKey(ev.Round, m)
				p.add(tournament.Post{Key: fmt.Sprintf("%s%s.%d", k, threadSuffix, seq), Kind: kindReseated, Parent: k, Round: ev.Round, Match: m, Seq: seq, Pings: true})
			}
		}
	}
	p.add(tournament.Post{Key: key("repaired", seq), Kind: kindRepaired, Round: ev.Round, Seq: seq, Pings: true})
}

func (p *planner) closed(r int, seq int64) {
	round := p.s.Round(r)
	if round == nil || rules.IsElimination(round.Stage) {
		return
	}
	if _, last := p.s.OpenedWith(r); r < last {
		return // it closed as soon as it had opened
	}
	if posted.StandingsBelow(p.s, r) {
		return
	}
	for page := range posted.Standings(p.s) {
		p.add(tournament.Post{Key: fmt.Sprintf("standings.%d.p%d", seq, page), Kind: kindStandings, Round: r, Page: page, Seq: seq})
	}
}

// corrected announces a changed result of a finished round.
func (p *planner) corrected(ev *tournament.ResultCorrected, seq int64) {
	if round := p.s.Round(ev.Round); round != nil && (round.ClosedSeq > 0 && round.ClosedSeq <= seq || p.s.Arranged() && ev.By == tournament.ByOrganiser) {
		p.add(tournament.Post{Key: key("corrected", seq), Kind: kindCorrected, Round: ev.Round, Match: ev.Match, Seq: seq, Pings: ev.By == tournament.ByOrganiser})
	}
}

// retracted announces an undo, and calls again whom the event waits for in the state before
// it. A call that asks players anew says the undo.
func (p *planner) retracted(before *tournament.Snapshot, r *tournament.Retracted, seq int64) {
	said := false
	if open := p.s.Current(); open != nil {
		p.call(open.Number, p.s.Seq)
		said = slices.Contains(posted.AsksAnew(p.s, p.log, open.Number, p.s.Seq), seq)
	}
	p.restored(before.State, p.s.Seq)
	p.pickAgain()
	p.gather(p.s.Seq)
	p.rated(before.Log, r, seq)
	if !said {
		p.add(tournament.Post{Key: key("undo", seq), Kind: kindUndone, Seq: seq, Pings: true})
	}
}
