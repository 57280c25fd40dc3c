// Package post decides and sends everything the bot posts in channels unasked: which
// posts an event of the log causes (Plan), what each shows (Render), and how each gets to
// Discord exactly once (Sender).
//
// A post is a row before it is a message. Plan is called inside the decision, its rows
// are written in the transaction of the events, and the Sender renders a row from the
// state at the time it sends it. A row is posted once and edited as often as later events
// require; edits that pile up become one.
//
// An edit notifies no one. Posts that call people therefore form a series
// (tournament.Post.Series): a user who is called for the first time is mentioned in a new
// post, which shows everything that is open and replaces the post before.
package post

import (
	"fmt"
	"slices"

	"topcut/commands/posted"
	"topcut/tournament"
	"topcut/tournament/rules"
)

// Kinds of posts.
const (
	kindCard      tournament.PostKind = "card"
	kindCheckIn   tournament.PostKind = "checkin"
	kindMix       tournament.PostKind = "mix" // players mix the draw
	kindStarted   tournament.PostKind = "started"
	kindNotBegun  tournament.PostKind = "notbegun" // an automatic start that failed
	kindPairings  tournament.PostKind = "pairings"
	kindMatch     tournament.PostKind = "match"
	kindThread    tournament.PostKind = "thread"   // first post of a match thread
	kindReseated  tournament.PostKind = "reseated" // the new players of a match thread after a repair
	kindRepaired  tournament.PostKind = "repaired"
	kindCall      tournament.PostKind = "call"  // who has to confirm a result, and that time is short or up
	kindPanel     tournament.PostKind = "panel" // the organisers' panel
	kindStandings tournament.PostKind = "standings"
	kindBracket   tournament.PostKind = "bracket"
	kindChampion  tournament.PostKind = "champion"
	kindPromoted  tournament.PostKind = "promoted"
	kindAnnounced tournament.PostKind = "announced"
	kindCorrected tournament.PostKind = "corrected"
	kindUndone    tournament.PostKind = "undone"
	kindCancelled tournament.PostKind = "cancelled"
	kindAsked     tournament.PostKind = "asked"   // asks the opponent in the match thread to confirm a report
	kindMissing   tournament.PostKind = "missing" // the players that the event waits for
	kindMoved     tournament.PostKind = "moved"   // the event continues in this channel
	kindStaff     tournament.PostKind = "staff"   // says who named or removed whom, for organisers
	kindRated     tournament.PostKind = "rated"   // says that a merge, or its undo, has moved a rating
)

// missing is the series that calls the players the event waits for, at an organiser's
// request. The newest post is edited as they arrive and removed after the last.
const missing = "missing"

// promoted is the series that tells players that they moved up from the waiting list. It
// keeps a single post, however often places change hands, until the event starts.
const promoted = "promoted"

// threadSuffix ends the key of the first post in a match thread; the part before it is
// the key of the match card.
const threadSuffix = ".thread"

// Plan returns the posts that the events cause.
func Plan(before, after *tournament.Snapshot, events []tournament.Envelope) []tournament.Post {
	p := &planner{before: before.State, s: after.State, log: after.Log}
	takenOver := before.State.Seq == 0 && len(after.State.Rounds) > 0
	for i := range events {
		if takenOver && !p.stillToSay(events[i].Event) {
			continue
		}
		if r, ok := events[i].Event.(*tournament.Retracted); ok {
			p.retracted(before, r)
			p.rated(before.Log, r, events[i].Seq)
			p.add(tournament.Post{Key: key("undo", events[i].Seq), Kind: kindUndone, Seq: events[i].Seq})
			continue
		}
		p.event(&events[i])
	}
	if from := before.State.Channel; from != "" && from != p.s.Channel {
		p.moved(from)
	}
	p.reminded()
	p.panel(events)
	return p.posts
}

// reminded updates the post that calls missing players if it would name others. A new
// reminder has a new post.
func (p *planner) reminded() {
	if p.before.MissingAt.IsZero() || !p.before.MissingAt.Equal(p.s.MissingAt) {
		return
	}
	_, waited := p.before.StillMissing()
	if _, waits := p.s.StillMissing(); len(waited) > 0 && !slices.Equal(waited, waits) {
		p.editSeries(missing, p.s.Seq)
	}
}

// moved moves the posts of a channel that the event has left: those still to be sent, and
// those with the buttons of the open round.
func (p *planner) moved(from string) {
	p.posts = append(p.posts, tournament.Post{Channel: p.s.Channel, Leaves: from, Seq: p.s.Seq})
	living := &planner{before: p.before, s: p.s, log: p.log}
	living.edit("card", p.s.Seq)
	switch r := p.s.Current(); {
	case r == nil || r.Status == tournament.Done:
	default:
		p.call(r.Number, p.s.Seq)
		living.openRound()
		for m := range r.Matches {
			living.edit(p.matchKey(r.Number, m+1)+threadSuffix, p.s.Seq)
		}
	}
	if p.s.Elimination() != nil {
		living.editBrackets(p.s.Seq)
	}
	p.gather(p.s.Seq)
	for _, post := range living.posts {
		if post.Series != "" {
			continue
		}
		post.Edit, post.Channel, post.Leaves = false, p.s.Channel, from
		p.posts = append(p.posts, post)
	}
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

func (p *planner) add(post tournament.Post) {
	if post.Parent == "" && post.Channel == "" {
		post.Channel = p.s.Channel
	}
	for i := range p.posts {
		if p.posts[i].Key == post.Key && p.posts[i].Series == post.Series {
			if !post.Edit { // a full post takes precedence over an edit
				p.posts[i] = post
			}
			return
		}
	}
	p.posts = append(p.posts, post)
}

func (p *planner) edit(k string, seq int64) {
	p.add(tournament.Post{Key: k, Seq: seq, Edit: true})
}

// editSeries updates the current post of a series.
func (p *planner) editSeries(series string, seq int64) {
	p.add(tournament.Post{Series: series, Seq: seq, Edit: true})
}

// onCard reports whether an event changes what the card says of a running event: the
// round, and how many are still in.
func onCard(ev tournament.Event) bool {
	switch ev.(type) {
	case *tournament.StageBegan, *tournament.DraftSeated, *tournament.PackOpened, *tournament.DeckBuilding,
		*tournament.RoundPublished, *tournament.RoundStarted, *tournament.RoundClosed,
		*tournament.PlayerDropped, *tournament.PlayerReinstated, *tournament.PlayerDisqualified:
		return true
	}
	return false
}

func (p *planner) event(e *tournament.Envelope) {
	if onCard(e.Event) {
		p.edit("card", e.Seq)
	}
	if p.fixtureEvent(e) {
		return
	}
	seq := e.Seq
	switch ev := e.Event.(type) {
	case *tournament.ChannelMoved:
		p.add(tournament.Post{Key: key("moved", seq), Kind: kindMoved, Seq: seq})
	case *tournament.PageOpened, *tournament.PageClosed:
		p.edit("card", seq)
	case *tournament.Opened:
		p.add(tournament.Post{Key: "card", Kind: kindCard, Seq: 1})
	case *tournament.PlayerRegistered:
		p.edit("card", seq)
		p.editMix(seq)
	case *tournament.PlayerPromoted:
		p.edit("card", seq)
		p.add(tournament.Post{Key: key(promoted, seq), Kind: kindPromoted, Series: promoted, Seq: seq, Pings: true})
	case *tournament.PlayerLeft:
		p.edit("card", seq)
		p.editSeries(promoted, seq)
		p.editMix(seq)
	case *tournament.SettingsChanged:
		p.edit("card", seq)
		p.editCall(len(p.s.Rounds), seq)
	case *tournament.StaffChanged:
		p.add(tournament.Post{Key: key("staff", seq), Kind: kindStaff, Channel: panelChannel(p.s), Seq: seq})
	case *tournament.SeatClaimed:
		p.edit("card", seq)
		if ev.Tell {
			p.add(tournament.Post{Key: key("rated", seq), Kind: kindRated, Seq: seq, Pings: true})
		}
	case *tournament.RegistrationClosed:
		p.edit("card", seq)
	case *tournament.PlayerCheckedIn:
		p.edit("card", seq)
		p.editSeries(gathering, seq) // it names those who are missing
	case *tournament.CheckInStarted:
		p.edit("card", seq)
		p.editSeries(promoted, seq)
		p.add(tournament.Post{Key: key("checkin", seq), Kind: kindCheckIn, Series: gathering, Seq: seq, Pings: true})
	case *tournament.CheckInEnded:
		p.edit("card", seq)
		p.editSeries(gathering, seq)
		p.editSeries(promoted, seq)
	case *tournament.Reminded:
		if !p.s.Waits() && p.s.Phase < tournament.Running && (ev.What == tournament.DueStart || ev.What == tournament.DueMixed) {
			p.add(tournament.Post{Key: key("notbegun", seq), Kind: kindNotBegun, Seq: seq})
		}
	case *tournament.Interrupted:
		p.interrupted(seq)
	case *tournament.MixAsked:
		p.edit("card", seq)
		p.add(tournament.Post{Key: key("mix", seq), Kind: kindMix, Series: gathering, Seq: seq})
	case *tournament.DrawMixed:
		p.editMix(seq)
	case *tournament.EventStarted:
		p.edit("card", seq)
		p.editSeries(gathering, seq)
		p.editSeries(promoted, seq)
		if p.s.Settings.Fixtures.Opens != tournament.AtOnce { // else the card says it, above the list of all matches
			p.add(tournament.Post{Key: key("started", seq), Kind: kindStarted, Seq: seq})
		}
	case *tournament.StageBegan:
		p.stageBegan(ev, seq)
	case *tournament.EventFinished:
		p.edit("card", seq)
		p.add(tournament.Post{Key: key("champion", seq), Kind: kindChampion, Seq: seq})
	case *tournament.PlacesCorrected:
		p.edit("card", seq)
		p.edit(key("champion", p.last(isEnd)), seq)
	case *tournament.BracketReopened:
		p.reopened(ev, seq)
	case *tournament.EventCancelled:
		p.edit("card", seq)
		p.editSeries(gathering, seq)
		p.editSeries(promoted, seq)
		p.editCall(len(p.s.Rounds), seq)
		p.cancelled(seq)
		p.add(tournament.Post{Key: key("cancelled", seq), Kind: kindCancelled, Seq: seq, Pings: true})
	case *tournament.Announced:
		p.add(tournament.Post{Key: key("announced", seq), Kind: kindAnnounced, Seq: seq})
	case *tournament.PlayerPenalised:
		if ev.Points != 0 {
			p.match(ev.Round, ev.Match, seq)
			p.editStandings(ev.Round, seq)
		}
	case *tournament.JudgeCalled:
		p.match(ev.Round, ev.Match, seq)
		p.editCall(ev.Round, seq) // silence no longer confirms
	case *tournament.MissingReminded:
		p.add(tournament.Post{Key: key("missing", seq), Kind: kindMissing, Series: missing, Seq: seq, Pings: true})
	case *tournament.TableTaken:
		p.match(ev.Round, ev.Match, seq)
	default:
		p.roundEvent(e)
	}
}

func (p *planner) roundEvent(e *tournament.Envelope) {
	seq := e.Seq
	switch ev := e.Event.(type) {
	case *tournament.RoundPublished:
		if ev.Round == 1 {
			p.editBuild(seq)
		}
		p.published(ev.Round)
	case *tournament.RoundRepaired:
		p.repaired(ev, seq)
	case *tournament.RoundStarted:
		p.lists(ev.Round, seq)
	case *tournament.RoundClosed:
		p.lists(ev.Round, seq)
		p.editCall(ev.Round, seq)
		p.closed(ev.Round, seq)
	case *tournament.ClockPaused:
		p.clock(ev.Round, seq)
	case *tournament.ClockResumed:
		p.clock(ev.Round, seq)
	case *tournament.ClockExtended:
		p.clock(ev.Round, seq)
		if ev.Match > 0 {
			p.match(ev.Round, ev.Match, seq)
		}
	case *tournament.ClockReminded:
		p.lists(ev.Round, seq)
		p.call(ev.Round, seq)
	case *tournament.TimeCalled:
		p.lists(ev.Round, seq)
		p.call(ev.Round, seq)
	case *tournament.ResultReported:
		p.match(ev.Round, ev.Match, seq)
		p.editFixture(ev.Round, ev.Match, seq)
		// An edited list does not ping, so the opponent is asked in a new post: the next call
		// of the round, or a post in the match thread. A changed report is a new question with
		// its own ping.
		p.editAsked(ev.Round, ev.Match, seq)
		switch {
		case p.s.Asks(ev.Round, ev.Match) && posted.Threaded(p.s, ev.Round, ev.Match):
			p.add(tournament.Post{Key: p.askedKey(ev.Round, ev.Match, seq), Kind: kindAsked, Parent: p.matchKey(ev.Round, ev.Match), Round: ev.Round, Match: ev.Match, Seq: seq, Pings: true})
		case p.s.Asks(ev.Round, ev.Match):
			p.call(ev.Round, seq)
		}
	case *tournament.ResultConfirmed:
		p.settled(ev.Round, ev.Match, seq)
	case *tournament.ResultDisputed:
		p.match(ev.Round, ev.Match, seq)
		p.editAsked(ev.Round, ev.Match, seq)
	case *tournament.ResultCorrected:
		p.settled(ev.Round, ev.Match, seq)
		p.corrected(ev, seq)
	default:
		p.draftEvent(e)
	}
}

// gathering is the series of posts that call people before the start, to check in or to
// mix the draw.
const gathering = "gathering"

// editMix updates the post that asks players to mix the draw.
func (p *planner) editMix(seq int64) {
	if p.before.Mixing.Asked > 0 && p.before.Phase < tournament.Running {
		p.editSeries(gathering, seq)
	}
}

// gather renews the post that calls people before the start, if it was removed or is far
// up in the channel. It does not ping again.
func (p *planner) gather(seq int64) {
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

func (p *planner) editCall(r int, seq int64) {
	if p.s.Round(r) != nil {
		p.editSeries(p.callSeries(r), seq)
	}
}

func (p *planner) callSeries(r int) string { return p.roundKey(r) + ".call" }

// clock updates the posts that show the clock of a round.
func (p *planner) clock(r int, seq int64) {
	p.lists(r, seq)
	p.editCall(r, seq)
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

// settled updates the posts that asked for a decision about a match, and its bracket.
func (p *planner) settled(r, m int, seq int64) {
	p.match(r, m, seq)
	p.editFixture(r, m, seq)
	if round := p.s.Round(r); round != nil && rules.IsElimination(round.Stage) {
		p.editBrackets(seq)
	}
	p.editAsked(r, m, seq)
}

// editAsked updates the question about a report.
func (p *planner) editAsked(r, m int, seq int64) {
	if p.s.Round(r) == nil {
		return
	}
	p.editCall(r, seq)
	if posted.Threads(p.s, r) {
		if match, _ := p.before.Match(r, m); match != nil && match.Report != nil {
			p.edit(p.askedKey(r, m, match.Report.Seq), seq)
		}
	}
}

// askedKey returns the key of the question about a report in the match thread. report is
// the sequence number of the report.
func (p *planner) askedKey(r, m int, report int64) string {
	return fmt.Sprintf("%s.asked.%d", p.matchKey(r, m), report)
}

func (p *planner) matchKey(r, m int) string       { return fmt.Sprintf("%s.m%d", p.roundKey(r), m) }
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
	if !posted.Threads(p.s, r) || p.s.Arranged() { // an arranged match gets its card when a time is proposed
		return
	}
	for i := range round.Matches {
		p.card(r, i+1, seq)
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

// match marks the posts that show a match for an edit.
func (p *planner) match(r, m int, seq int64) {
	if p.s.Round(r) == nil {
		return
	}
	p.edit(p.pairingsKey(r, posted.PairingPage(p.s, r, m)), seq)
	if posted.Threads(p.s, r) {
		p.edit(p.matchKey(r, m), seq)
		p.edit(p.matchKey(r, m)+threadSuffix, seq)
	}
}

// lists updates all lists of pairings of a round, with its clock.
func (p *planner) lists(r int, seq int64) {
	if p.s.Round(r) == nil {
		return
	}
	for page := range posted.PairingPages(p.s, r) {
		p.edit(p.pairingsKey(r, page), seq)
	}
}

func (p *planner) repaired(ev *tournament.RoundRepaired, seq int64) {
	round := p.s.Round(ev.Round)
	if round == nil {
		return // a preview is not posted
	}
	for page := range posted.PairingPages(p.s, ev.Round) {
		p.edit(p.pairingsKey(ev.Round, page), seq)
	}
	p.editCall(ev.Round, seq)
	if posted.Threads(p.s, ev.Round) {
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
	if round == nil {
		return
	}
	if rules.IsElimination(round.Stage) {
		p.editBrackets(seq)
		return
	}
	if _, last := p.s.OpenedWith(r); r < last {
		return // it closed as soon as it had opened
	}
	for page := range posted.Standings(p.s) {
		p.add(tournament.Post{Key: fmt.Sprintf("standings.%d.p%d", seq, page), Kind: kindStandings, Round: r, Page: page, Seq: seq})
	}
}

// corrected announces a changed result of a finished round and updates the posted
// standings.
func (p *planner) corrected(ev *tournament.ResultCorrected, seq int64) {
	round := p.s.Round(ev.Round)
	if round == nil || round.ClosedSeq == 0 || round.ClosedSeq > seq {
		return
	}
	p.add(tournament.Post{Key: key("corrected", seq), Kind: kindCorrected, Round: ev.Round, Match: ev.Match, Seq: seq})
	p.editStandings(ev.Round, seq)
}

// editStandings updates the posted standings from a round on.
func (p *planner) editStandings(from int, seq int64) {
	for r := from; r <= p.s.LastDone(); r++ {
		for page := range posted.Standings(p.s) {
			p.edit(fmt.Sprintf("standings.%d.p%d", p.s.Rounds.At(r).ClosedSeq, page), seq)
		}
	}
}

func isEnd(ev tournament.Event) bool { _, ok := ev.(*tournament.EventFinished); return ok }

// last returns the last event of the log that counts and is of a kind, or 0.
func (p *planner) last(is func(tournament.Event) bool) int64 {
	for i := range slices.Backward(p.log) {
		if is(p.log[i].Event) && !retracted(p.log, p.log[i].Seq) {
			return p.log[i].Seq
		}
	}
	return 0
}

// reopened marks the posts of the rounds that are taken back, and of the end of the event,
// for an edit: they say that they were withdrawn.
func (p *planner) reopened(ev *tournament.BracketReopened, seq int64) {
	then := &planner{before: p.before, s: p.before, log: p.log}
	for i := range p.log {
		e := &p.log[i]
		r, published := e.Event.(*tournament.RoundPublished)
		if e.Seq < seq && (published && r.Round > ev.After || isEnd(e.Event)) && !retracted(p.log, e.Seq) {
			then.event(e)
		}
	}
	for _, old := range then.posts {
		if old.Series != "" {
			old.Key = ""
		}
		old.Edit, old.Seq = true, seq
		p.add(old)
	}
	p.edit("card", seq)
	p.editBrackets(seq)
}

// retracted marks every post of the undone events for an edit: it then says that it was
// withdrawn and loses its buttons. Posts that show the current state are edited too.
func (p *planner) retracted(before *tournament.Snapshot, r *tournament.Retracted) {
	gone := make(map[int64]bool, len(r.Seqs))
	for _, seq := range r.Seqs {
		gone[seq] = true
	}
	then := &planner{before: before.State, s: before.State, log: before.Log}
	for i := range before.Log {
		if gone[before.Log[i].Seq] {
			then.event(&before.Log[i])
		}
	}
	if r := before.State.Current(); r != nil {
		then.editCall(r.Number, p.s.Seq)
	}
	for _, old := range then.posts {
		if old.Series != "" { // rendered from the state alone; removed posts stay removed
			old.Key = ""
		}
		// Render the state after the undo: a post that has been sent shows the event that is
		// gone.
		old.Edit, old.Seq = true, p.s.Seq
		p.add(old)
	}
	if r := p.s.Current(); r != nil {
		p.openRound()
		p.call(r.Number, p.s.Seq)
	}
	p.restored(before.State, p.s.Seq)
	p.gather(p.s.Seq)
	p.edit("card", p.s.Seq)
}

// interrupted updates the posts that say until when players may answer.
func (p *planner) interrupted(seq int64) {
	p.edit("card", seq)
	if p.s.Phase == tournament.CheckIn || p.s.Waits() {
		p.editSeries(gathering, seq)
	}
	r := p.s.Current()
	if r == nil || r.Status != tournament.Started {
		return
	}
	for m := range r.Matches {
		if r.Matches[m].Report != nil && !r.Matches[m].Confirmed {
			p.match(r.Number, m+1, seq)
			p.editAsked(r.Number, m+1, seq)
		}
	}
}

// cancelled updates the posts by which the open rounds were played.
func (p *planner) cancelled(seq int64) {
	for _, r := range p.s.OpenRounds() {
		p.lists(r, seq)
		round := p.s.Round(r)
		if round == nil {
			continue
		}
		for m := range round.Matches {
			if !round.Matches[m].Over() {
				p.match(r, m+1, seq)
				p.editFixture(r, m+1, seq)
				p.editAsked(r, m+1, seq)
			}
		}
	}
}

// openRound updates the posts with which the newest round is played.
func (p *planner) openRound() {
	s, r := p.s, len(p.s.Rounds)
	if posted.Threads(s, r) {
		for m := range s.Current().Matches {
			p.edit(p.matchKey(r, m+1), s.Seq)
			if report := s.Current().Matches[m].Report; report != nil { // asked about again
				p.edit(p.askedKey(r, m+1, report.Seq), s.Seq)
			}
		}
	}
	for page := range posted.PairingPages(s, r) {
		p.edit(p.pairingsKey(r, page), s.Seq)
	}
}
