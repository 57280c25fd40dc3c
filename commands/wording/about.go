package wording

import (
	"slices"
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/season"
)

// Longest is how many characters of a name are shown at most.
const Longest = tournament.MaxPersonal

// Event prints sentences about an event in Markdown: players by name, typed text escaped.
type Event struct {
	text.Printer
	Snap    *tournament.Snapshot
	longest int
	called  []int
	place   tournament.Place // the board whose persons are named
}

// About returns the printer of an event.
func About(w text.Printer, snap *tournament.Snapshot) Event {
	return Event{Printer: Markdown(w), Snap: snap}.Within(Longest)
}

// Within returns the printer with names of at most longest characters.
func (e Event) Within(longest int) Event {
	e.longest = longest
	e.Name = e.Player
	return e
}

// AboutSeason returns a printer for sentences about a season in Markdown, whose players
// are its members.
func AboutSeason(w text.Printer, snap *season.Snapshot) text.Printer {
	w = Markdown(w)
	w.Name = func(n int) string { return Name(w, Member(w, snap, n), Longest) }
	return w
}

// Calling returns the printer that mentions some players in the place of their names.
func (e Event) Calling(players []int) Event {
	e.called = players
	e.Name = e.Player
	return e
}

// At returns the printer that names and mentions, of players at a board, the persons who sit
// there. At a match without boards it is the same printer.
func (e Event) At(at tournament.Place) Event {
	e.place = at
	e.Name = e.Player
	return e
}

// Rules returns the rules by which the results are written.
func (e Event) Rules() *rules.Ruleset {
	_, l := e.Snap.State.Match(e.place.Round, e.place.Match)
	return e.Snap.State.RulesOf(e.place.Match, l)
}

// atBoard reports whether the printer names the persons at a board.
func (e Event) atBoard() bool {
	_, board := tournament.OfBoard(e.place.Match)
	return board > 0
}

// Markdown returns a printer that escapes typed text and lets Discord format times.
func Markdown(w text.Printer) text.Printer {
	w.Escape = discord.Escape
	w.Moment = func(t time.Time) string { return discord.Timestamp(t, 'f') }
	w.Away = discord.Relative
	w.Clock = func(t time.Time) string { return discord.Timestamp(t, 't') }
	return w
}

// Plain returns a printer for plain text of one line, such as the label of a button.
func (e Event) Plain() text.Printer {
	w := e.Printer
	w.Name, w.Escape = e.Label, nil
	return w
}

// Given returns a player's name as given, or at a board that of the person there with the
// team: "Alice (Dragons)". It finds an undone registration in the log, so
// that the log stays readable.
func (e Event) Given(n int) string {
	if name := e.Snap.Name(n); name != "" {
		if who := e.Snap.Book.Person(e.Snap.State.Sitting(e.place, n)).Name; who != "" {
			return who + " (" + name + ")"
		}
		return name
	}
	for i := range e.Snap.Log {
		if ev, ok := e.Snap.Log[i].Event.(*tournament.PlayerRegistered); ok && ev.Player == n {
			if name := e.Snap.Book.Person(ev.Person).Name; name != "" {
				return name
			}
		}
	}
	return e.Say("player.number", "number", n)
}

// Player returns a player's name in Markdown.
func (e Event) Player(n int) string {
	if slices.Contains(e.called, n) {
		return e.Mention(n)
	}
	return e.Escaped(e.Given(n))
}

// Users returns the accounts that a post calls for a player: those of all members of a crew
// but, at a board, that of the person there and, where there is none, the captain's.
func (e Event) Users(n int) []string {
	if !e.atBoard() {
		return e.Snap.Users(n)
	}
	person := e.Snap.State.Sitting(e.place, n)
	if members := e.Snap.State.MembersOf(n); person == 0 && len(members) > 0 {
		person = members[0]
	}
	if user := e.Snap.Book.Person(person).User; user != "" {
		return []string{user}
	}
	return nil
}

// Mention returns the mention of a player, or the name of a guest. A crew is its name with
// the mentions of its members, and at a board the mention of the person there with the name.
func (e Event) Mention(n int) string {
	users := e.Users(n)
	for i, user := range users {
		users[i] = discord.MentionUser(user)
	}
	switch {
	case len(users) == 0:
		return e.Escaped(e.Given(n))
	case !e.Snap.State.Crewed():
		return users[0]
	case e.atBoard():
		return users[0] + " (" + e.Escaped(e.Snap.Name(n)) + ")"
	}
	return e.Escaped(e.Given(n)) + " (" + strings.Join(users, " ") + ")"
}

// Escaped escapes a name for Markdown, on one line.
func (e Event) Escaped(name string) string { return Name(e.Printer, name, e.longest) }

// Commitment returns the beginning of a commitment, for people to compare. Two secrets that
// share 32 digits cannot be found by trial, of 16 digits they could: some 2^32 trials make
// a pair, of which a host could choose one later.
func Commitment(hex string) string {
	const shown = 32
	if len(hex) <= shown {
		return hex
	}
	return hex[:shown] + "…"
}

// Fingerprint returns the beginning of a commitment or hash, for people to compare.
func Fingerprint(commitment string) string {
	if len(commitment) < 8 {
		return commitment
	}
	return commitment[:4] + "-" + commitment[4:8]
}

// Name escapes a name for Markdown, on one line of at most longest characters.
func Name(w text.Printer, name string, longest int) string {
	if name = discord.Plain(name, longest); name == "" {
		return w.Say("player.nameless")
	}
	return discord.Escape(name)
}

// Label returns a player's name for plain-text labels.
func (e Event) Label(n int) string {
	if name := discord.Plain(e.Given(n), Longest); name != "" {
		return name
	}
	return e.Say("player.number", "number", n)
}

// Person returns the name of an organiser or other user in Markdown.
func (e Event) Person(no int) string {
	if no == 0 {
		return "Topcut"
	}
	name := e.Snap.Book.Person(no).Name
	if name == "" {
		return e.Say("player.forgotten")
	}
	return Name(e.Printer, name, Longest)
}

// Players returns the names of players in Markdown.
func (e Event) Players(players []int) []string {
	out := make([]string, 0, len(players))
	for _, n := range players {
		out = append(out, e.Player(n))
	}
	return out
}

// Round names a round: "Round 3", "Quarter-finals", "Session 2".
func (e Event) Round(r int) string { return e.Notice(e.Snap.State.RoundTitle(r)) }

// Heading names a round above what is about it: as Round does, and of how many where the
// number is known, "Round 2 of 5".
func (e Event) Heading(r int) string {
	s := e.Snap.State
	title, of := s.RoundTitle(r), s.PlannedRounds()
	switch {
	case r > of || s.Settings.Stages.First().Unbeaten:
	case title.Code == "round.number":
		title = notice.New("round.number_of", "round", r, "of", of)
	case title.Code == "round.session":
		title = notice.New("round.session_of", "round", r, "of", of)
	}
	return e.Notice(title)
}

// Member returns the name of a member of a season as given.
func Member(w text.Printer, snap *season.Snapshot, n int) string {
	if name := snap.Name(n); name != "" {
		return name
	}
	return w.Say("player.number", "number", n)
}

// Seated returns the players of a match in seat order.
func Seated(l *ledger.Match) []int {
	out := make([]int, 0, l.N)
	for _, p := range l.Players() {
		out = append(out, int(p)+1)
	}
	return out
}

// Place names a match in the log: "Round 3, table 5 (Alice – Bob)".
func (e Event) Place(at tournament.Place, l *ledger.Match) text.Raw {
	e, round := e.At(at), at.Round
	name := text.Raw(e.Round(round))
	if l == nil {
		return name
	}
	players := text.Raw(strings.Join(e.Players(Seated(l)), " – "))
	if l.Table > 0 {
		return text.Raw(e.Say("log.table", "round", name, "table", tournament.TableName(at.Match, l), "players", players))
	}
	return text.Raw(e.Say("log.match", "round", name, "players", players))
}

// Field names what was split: a division, or the field.
func (e Event) Field(division int) text.Raw {
	if d := e.Snap.State.Settings.Divisions; division >= 0 && division < len(d) {
		return text.Raw(discord.Escape(d[division]))
	}
	return text.Raw(discord.Escape(e.Snap.State.Settings.Name))
}

// Moment formats a time with its date, in each reader's zone.
func Moment(t time.Time) text.Raw { return text.Raw(discord.Timestamp(t, 'F')) }

// Day formats a date in each reader's zone.
func Day(t time.Time) text.Raw { return text.Raw(discord.Timestamp(t, 'D')) }

// Times formats times as Moment does, one after the other.
func Times(list []time.Time) text.Raw {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = string(Moment(t))
	}
	return text.Raw(strings.Join(out, ", "))
}

// Clipped joins at most limit words and says how many are left out.
func Clipped(w text.Printer, words []string, limit int) text.Raw {
	if len(words) <= limit {
		return text.Raw(w.List(words))
	}
	head := strings.Join(words[:limit], w.Say("list.comma"))
	return text.Raw(w.Say("list.more", "head", text.Raw(head), "n", len(words)-limit))
}

// Command returns a clickable mention of a slash command if its id is known, else its
// name.
func Command(ids map[string]string, path string) text.Raw {
	name, _, _ := strings.Cut(path, " ")
	if id := ids[name]; id != "" {
		return text.Raw(discord.MentionCommand(path, id))
	}
	return text.Raw("`/" + path + "`")
}

// Thread returns the name of a match thread, at most 100 characters.
func (e Event) Thread(round, match int) string {
	_, l := e.Snap.State.Match(round, match)
	if l == nil {
		return e.Say("thread.match", "round", round, "match", match)
	}
	names := make([]string, 0, l.N)
	e = e.At(tournament.Place{Round: round, Match: match})
	for _, n := range Seated(l) {
		names = append(names, e.Label(n))
	}
	players := text.Raw(strings.Join(names, " – "))
	if e.Snap.State.Eliminates(round) {
		return discord.Plain(e.Say("thread.cut", "round", text.Raw(e.Round(round)), "table", tournament.TableName(match, l), "players", players), wire.MaxChannelName)
	}
	return discord.Plain(e.Say("thread.round", "round", round, "table", tournament.TableName(match, l), "players", players), wire.MaxChannelName)
}

// Title returns the name of the event in Markdown.
func (e Event) Title() text.Raw { return text.Raw(discord.Escape(e.Snap.State.Settings.Name)) }

// DeckReplaceable returns the text that says until when a player may replace a submitted
// deck.
func DeckReplaceable(s *tournament.State) notice.Code {
	switch {
	case s.Rules.DeckSwaps:
		return "did.deck_swaps"
	case len(s.Rounds) > 0:
		return "did.deck_locked"
	}
	return "did.deck_open"
}
