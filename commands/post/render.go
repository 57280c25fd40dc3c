package post

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"topcut/commands/crew"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/logline"
	"topcut/commands/picks"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/ledger"
)

// Lapses reports whether a post of the kind may be journal.Obsolete although its event
// was not undone: a question that was answered, a table that became a bye in a repair, a
// post replaced by another of its series, a reminder that is out of date.
func Lapses(kind tournament.PostKind) bool {
	switch kind {
	case kindAsked, kindCall, kindPick, kindMatch, kindThread, kindReseated,
		kindCrews, kindCheckIn, kindMix, kindNotBegun, kindPanel, kindMissing, kindBuildWarn, kindFixture, kindLineUpCall, kindBench, kindInstead, journal.DirectMessage:
		return true
	}
	return false
}

// stale reports whether a post that was not sent in time is useless now, because it is
// out of date and another post shows the current state.
func stale(e view.Env, row *tournament.OutboxRow) bool {
	s := e.Snap.State
	switch row.Kind {
	case kindNotBegun:
		return s.Phase >= tournament.Running
	case kindBuildWarn:
		return s.Build == nil || s.Build.Over || len(s.Rounds) > 0
	}
	return false
}

// Identity returns the numbers by which the Sender finds a post again after a crash when
// the nonce has expired. Both numbers are larger than any id that Discord assigns, so no
// other message has them.
func Identity(id tournament.ID, key string) discord.Identity {
	sum := sum(id, key)
	number := func(b []byte) int32 { return int32(binary.BigEndian.Uint32(b)&0x3fffffff | 0x40000000) }
	out := discord.Identity{number(sum[24:]), number(sum[28:])}
	if out[0] == out[1] {
		out[1] ^= 1
	}
	return out
}

// nonce returns a nonce that makes it safe to post a row twice within some minutes.
func nonce(id tournament.ID, key string) string {
	sum := sum(id, key)
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:])[:25]
}

func sum(id tournament.ID, key string) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "topcut post %d %s", id, key))
}

// Render returns what a row shows now. ok is false if it has nothing to say any more and
// was never posted, or if it is one of a series and must be removed.
func Render(e view.Env, row *tournament.OutboxRow) (m discord.Message, ok bool) {
	if e.Season != nil {
		return seasonPost(e, row)
	}
	passing := row.Series != ""
	gone := row.Kind != kindCard && row.Kind != tournament.LeftBehind && !passing && (retracted(e.Snap.Log, row.Seq) || reopened(e.Snap.Log, row))
	if !gone && (row.Message != "" || !stale(e, row)) {
		m, ok = draw(e, row)
	}
	if !ok {
		if row.Message == "" || passing {
			return m, false
		}
		m = view.Withdrawn(e, what(e, row))
	}
	if !row.Pings || row.Message != "" || row.Again > 0 {
		m.Mentions = discord.Mentions{}
	}
	m.Identity = Identity(e.Snap.State.ID, row.Key)
	return m, true
}

// what names a withdrawn post; "" if it has no name.
func what(e view.Env, row *tournament.OutboxRow) string {
	round := text.Raw(e.Words.Notice(e.Snap.State.RoundTitle(max(row.Round, 1))))
	switch row.Kind {
	case kindPairings, kindMatch, kindThread, kindLineUps:
		return e.Words.Say("withdrawn.pairings", "round", round)
	case kindStandings:
		return e.Words.Say("withdrawn.standings", "round", round)
	case kindBracket:
		return e.Words.Say("withdrawn.cut")
	case kindChampion:
		return e.Words.Say("withdrawn.end")
	case kindStarted:
		return e.Words.Say("withdrawn.start")
	case kindSeats:
		return e.Words.Say("draft.seats_short")
	case kindPack:
		return e.Words.Say("withdrawn.pack")
	case kindBuild, kindBuildWarn, kindBuildOver:
		return e.Words.Say("build.title")
	case kindPlayoff:
		return e.Words.Say("withdrawn.playoff")
	case kindShared:
		return e.Words.Say("withdrawn.shared")
	case kindFlights:
		return e.Words.Say("withdrawn.flights")
	}
	return ""
}

// retracted reports whether the event with the sequence number was undone.
func retracted(log []tournament.Envelope, seq int64) bool {
	for i := len(log) - 1; i >= 0 && log[i].Seq > seq; i-- {
		if r, ok := log[i].Event.(*tournament.Retracted); ok && slices.Contains(r.Seqs, seq) {
			return true
		}
	}
	return false
}

// reopened reports whether a post is of a round of a bracket that was taken back, or of
// the end of an event that goes on.
func reopened(log []tournament.Envelope, row *tournament.OutboxRow) bool {
	for i := len(log) - 1; i >= 0 && log[i].Seq > row.Seq; i-- {
		ev, ok := log[i].Event.(*tournament.BracketReopened)
		if ok && (row.Round > ev.After || row.Kind == kindChampion) && row.Kind != kindCorrected && !retracted(log, log[i].Seq) {
			return true
		}
	}
	return false
}

func draw(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	s := e.Snap.State
	if row.Round > len(s.Rounds) && row.Kind != tournament.LeftBehind {
		return discord.Message{}, false
	}
	if row.Match > 0 && row.Kind != tournament.LeftBehind {
		if m, _ := s.Match(row.Round, row.Match); m == nil {
			return discord.Message{}, false
		}
	}
	switch row.Kind {
	case kindCard:
		return view.Card(e), true
	case kindCheckIn:
		return view.CheckInCall(e), s.Phase == tournament.CheckIn && !row.Newer
	case kindMix:
		if s.Phase < tournament.Running {
			return view.MixCall(e), !row.Newer
		}
		return view.Started(e), !row.Newer && startPosted(s) && row.Seq >= s.Mixing.Asked
	case kindStarted:
		return view.Started(e), s.Phase >= tournament.Running
	case kindNotBegun:
		return view.RegistrationFailed(e), true
	case kindPairings:
		m := view.PairingPost(e, row.Round, row.Page)
		if s.Threaded(row.Round) && !s.Arranged() {
			m.Mentions.Users = byes(e, row.Round) // the others are pinged in their threads
		}
		return m, true
	case kindMatch:
		if _, l := s.Match(row.Round, row.Match); l.N < 2 {
			return discord.Message{}, false
		}
		return view.MatchCard(e, row.Round, row.Match), true
	case kindThread:
		return view.MatchThread(e, row.Round, row.Match), true
	case kindReseated:
		return reseatedPost(e, row)
	case kindRepaired:
		return view.RepairedPost(e, row.Seq), true
	case kindCall:
		return called(e, row)
	case kindMissing:
		m, ok := view.MissingCall(e)
		return m, ok && !row.Newer
	case kindPanel:
		return view.StaffPanel(e, row.Said), !row.Newer && posted.StaffPanelDue(s)
	case kindFixture:
		m, ok := view.FixturePost(e, tournament.Place{Round: row.Round, Match: row.Match}, row.Said, row.Seq)
		return m, ok && !row.Newer
	case kindStandings:
		return view.StandingsPost(e, row.Round, row.Page), true
	case kindAsked:
		return askedPost(e, row)
	case kindPick:
		m, ok := picks.Call(wording.About(e.Words, e.Snap), tournament.Place{Round: row.Round, Match: row.Match})
		return m, ok && !row.Newer
	case kindLineUpCall:
		m, ok := crew.LineUpsMissing(wording.About(e.Words, e.Snap), row.Round)
		return m, ok && !row.Newer
	case kindBench:
		m, ok := crew.BenchCall(wording.About(e.Words, e.Snap), row.Seq)
		return m, ok && !row.Newer
	case kindLineUps:
		return lineUpsPost(e, row), true
	case kindBracket:
		if s.Elimination() == nil {
			return discord.Message{}, false
		}
		return view.DivisionBracket(e, row.Page), true
	case kindChampion:
		return championPost(e)
	case kindPromoted:
		m, ok := view.PromotedPost(e, row.Said)
		return m, ok && !row.Newer
	case kindAnnounced:
		return view.AnnouncementPost(e, row.Seq), true
	case kindCorrected:
		return view.CorrectionPost(e, row.Seq), true
	case kindUndone:
		return view.UndonePost(e, row.Seq), true
	case kindCancelled:
		return view.Cancelled(e), true
	case kindMoved:
		return layout.Text(e.Words.Say("event.moved_here", "event", text.Raw(discord.Escape(s.Settings.Name)))), true
	case kindStaff:
		return staffPost(e, row), true
	case kindTold:
		m, ok := view.ToldPost(e, row.Seq)
		return m, ok && !row.Newer
	case kindCrews:
		if row.Newer && (row.Message != "" || row.Seq < crew.FullAt(e.Snap, row.Said)) {
			return discord.Message{}, false
		}
		return crew.Invitations(wording.About(e.Words, e.Snap), row.Said, row.Seq)
	case kindRated:
		return ratedPost(e, row)
	case kindInstead:
		return insteadPost(e, row)
	case journal.DirectMessage:
		return directPost(e, row)
	case tournament.LeftBehind:
		return layout.Text(e.Words.Say("event.moved", "event", text.Raw(discord.Escape(s.Settings.Name)),
			"channel", text.Raw(discord.MentionChannel(s.Channel)))), row.Message != ""
	}
	return drawSpecial(e, row)
}

// lineUpsPost calls those who sit at the boards of a page of a round's matches.
func lineUpsPost(e view.Env, row *tournament.OutboxRow) discord.Message {
	list, per := posted.Pairings(e.Snap.State, row.Round)
	part, _ := layout.PageOf(list, row.Page, per)
	var matches []int
	for _, at := range part {
		if at.Round == row.Round {
			matches = append(matches, at.Match)
		}
	}
	return crew.LineUpsIn(wording.About(e.Words, e.Snap), row.Round, matches)
}

// byes returns the accounts of the players with a bye in a round.
func byes(e view.Env, r int) []string {
	var out []string
	for i := range e.Snap.State.Ledger.Rounds.At(r).Matches {
		l := &e.Snap.State.Ledger.Rounds.At(r).Matches[i]
		if l.Kind == ledger.Bye {
			out = append(out, e.Snap.Users(int(l.Seats[0])+1)...)
		}
	}
	return out[:min(len(out), 100)]
}

// staffPost says who named or removed whom, and pings the latter.
func staffPost(e view.Env, row *tournament.OutboxRow) discord.Message {
	env := e.Snap.Log.At(row.Seq)
	line := logline.Line(wording.About(e.Words, e.Snap), *env)
	ev, ok := env.Event.(*tournament.StaffChanged)
	if !ok || ev.Person == env.Actor || e.Snap.Book.Person(ev.Person).User == "" {
		return layout.Text(line)
	}
	user := e.Snap.Book.Person(ev.Person).User
	m := layout.Text(discord.MentionUser(user) + " · " + line)
	m.Mentions.Users = []string{user}
	return m
}

// reseatedPost names the players of a match thread after a repair.
func reseatedPost(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	_, l := e.Snap.State.Match(row.Round, row.Match)
	if l.N < 2 {
		return discord.Message{}, false
	}
	var names, users []string
	for _, q := range l.Players() {
		names = append(names, wording.About(e.Words, e.Snap).Mention(int(q)+1))
		users = append(users, e.Snap.Users(int(q)+1)...)
	}
	m := layout.Text(e.Words.Say("repair.thread", "players", text.Raw(strings.Join(names, " – "))))
	m.Mentions.Users = users
	return m, true
}

// championPost attaches the whole event as a page to keep, which checks the revealed seed
// in the browser. An edit attaches it again, because names may have been blanked since.
func championPost(e view.Env) (discord.Message, bool) {
	if e.Snap.State.Phase != tournament.Finished {
		return discord.Message{}, false
	}
	m := view.Champion(e)
	if e.Freeze == nil {
		return m, true
	}
	data, err := e.Freeze(e)
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("it has %d bytes", len(data))
	}
	name := wording.FileName(e.Snap.State) + ".html"
	if err != nil {
		if e.Lacks != nil {
			e.Lacks(name, err)
		}
		return m, true
	}
	m.Files = append(m.Files, discord.File{Name: name, ContentType: "text/html", Description: e.Words.Say("file.page"), Data: data})
	m.Components = append(slices.Clip(m.Components), discord.FileRef{URL: "attachment://" + name})
	return m, true
}

// maxFile is Discord's limit for a bot in a server without boosts, less some room for the
// message and its pictures.
const maxFile = 8 << 20
