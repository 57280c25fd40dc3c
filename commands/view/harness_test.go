package view_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/logline"
	"topcut/commands/person"
	"topcut/commands/posted"
	"topcut/commands/view"
	"topcut/commands/wire/check"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/field"
	"topcut/tournament/histories"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var begin = time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)

// table is a tournament played command by command.
type table struct {
	t    testing.TB
	snap *tournament.Snapshot
	now  time.Time
	n    int
}

func organiser() tournament.Actor {
	return tournament.Actor{User: histories.Organiser, Name: "Olga (TO)"}
}

func create(t testing.TB, ruleset string, settings tournament.Settings) *table {
	t.Helper()
	rs, err := rules.Load(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	secret := sha256.Sum256([]byte("a secret"))
	e := &table{t: t, snap: tournament.Begin(77, secret[:]), now: begin}
	if err := e.do(organiser(), &command.Create{Guild: "1", Channel: "2", Settings: settings, Ruleset: rs}); err != nil {
		t.Fatal(err)
	}
	return e
}

func (e *table) do(actor tournament.Actor, c command.Command) error {
	if actor.User == histories.Organiser { // package histories uses other names
		actor = organiser()
	}
	e.n++
	e.now = e.now.Add(7 * time.Second)
	next, _, err := command.Decide(e.snap, command.Request{Actor: actor, Cause: fmt.Sprintf("i%d", e.n), Command: c, Fresh: fmt.Appendf(nil, "%032d", e.n)}, e.now)
	if err != nil {
		if code := tournament.ClassOf(err); code == "" || code == tournament.Corrupt {
			e.t.Fatalf("%T: %v", c, err)
		}
		return err
	}
	e.snap = next
	return nil
}

// must runs a command of the organiser.
func (e *table) must(c command.Command) {
	e.t.Helper()
	if err := e.do(organiser(), c); err != nil {
		e.t.Fatalf("%T: %v", c, err)
	}
}

// play plays to the end and calls at after each accepted step.
func (e *table) play(opts histories.Options, seed uint64, at func(*tournament.Snapshot)) {
	e.t.Helper()
	gen := histories.New(opts, seed)
	refused := 0
	for {
		step, ok := gen.Next(e.snap)
		if !ok {
			return
		}
		if err := e.do(step.Actor, step.Command); err != nil {
			if refused++; refused > 200 {
				e.t.Fatalf("%T is refused again and again: %v", step.Command, err)
			}
			continue
		}
		refused = 0
		at(e.snap)
	}
}

func swiss(rounds, cut int) tournament.Settings {
	s := tournament.DefaultSettings("Friday Night")
	s.Stages, s.Decks = s.Stages.WithRounds(rounds).WithCut(stage.Entry{}), tournament.DecksOptional
	if cut > 0 {
		s.Stages = s.Stages.WithCut(stage.Entry{By: stage.Top, N: cut})
	}
	return s
}

// user returns a Discord id for a person of the book.
func user(no int) string { return fmt.Sprintf("9%018d", no) }

// hostileNames returns the worst names that Discord allows, each as long as a name may
// be.
func hostileNames() []string {
	fill := func(s string) string {
		r := []rune(strings.Repeat(s, 33))
		return string(r[:tournament.MaxPersonal])
	}
	return []string{
		fill("漢字"), fill("👨‍👩‍👧‍👦"), fill("🇩🇪"), fill("@"), fill("`"), fill("\\"), fill("*_~|"), fill("W"), fill("ﷺ"),
		fill("שלום "), "\u202e" + fill("أمل")[:20], fill("e\u0301\u0302\u0303\u0304\u0305\u0306"), fill("\u200b"), fill("한국어"),
		"@everyone @here <@111111111111>", "<@&222222222222> <#333333333333>", "[x](https://evil.example/a?b=c)", "```\n# big\n```",
		"# heading", "> quote\n- list", "-# small", "||spoiler||", "</drop:444444444444>", "<t:1:R>", "#12 and #13", "%s %d %!v", "1. one", "😀" + fill("\U0001F3FD"),
	}
}

// disguise returns the snapshot with other names and with Discord ids in their real form;
// guests stay guests.
func disguise(s *tournament.Snapshot, names []string) *tournament.Snapshot {
	book := s.Book.Clone()
	for i := range book.People {
		if book.People[i].User != "" {
			book.People[i].User = user(i + 1)
		}
		if len(names) > 0 {
			book.People[i].Name = names[i%len(names)]
		}
	}
	return &tournament.Snapshot{State: s.State, Book: book, Log: s.Log}
}

// texts returns every text of a message.
func texts(list []discord.Component) []string {
	var out []string
	for _, c := range list {
		switch c := c.(type) {
		case discord.Container:
			out = append(out, texts(c.Components)...)
		case discord.TextDisplay:
			out = append(out, c.Content)
		}
	}
	return out
}

// ids returns every custom id of a message.
func ids(list []discord.Component) []string {
	var out []string
	for _, c := range list {
		switch c := c.(type) {
		case discord.Container:
			out = append(out, ids(c.Components)...)
		case discord.ActionRow:
			out = append(out, ids(c.Components)...)
		case discord.Button:
			out = append(out, c.CustomID)
		case discord.StringSelect:
			out = append(out, c.CustomID)
		case discord.EntitySelect:
			out = append(out, c.CustomID)
		}
	}
	return out
}

var mention = regexp.MustCompile(`<@[!&]?(\d+)>`)

// outsideCode returns a text without its code blocks.
func outsideCode(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "```") {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}

// checkMessage checks a message against Discord's limits and ours: it pings only players
// of the event, each once and visibly, and no name formats, mentions or breaks anything.
func checkMessage(t testing.TB, name string, s *tournament.Snapshot, m discord.Message) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%s: %s\n%s", name, fmt.Sprintf(format, args...), draw(m))
	}
	m.Identity = discord.Identity{1 << 30, 1<<30 + 1} // like the sender's posts
	if err := m.Check(); err != nil {
		fail("%v", err)
	}
	attachments, files := []map[string]any{}, []check.File{}
	for i, f := range m.Files {
		attachments = append(attachments, map[string]any{"id": fmt.Sprint(i), "filename": f.Name, "description": f.Description})
		files = append(files, check.File{Part: fmt.Sprintf("files[%d]", i), Name: f.Name})
	}
	raw, err := json.Marshal(map[string]any{
		"components": m.Components, "flags": 1 << 15, "attachments": attachments,
		"allowed_mentions": map[string]any{"parse": []string{}, "users": append([]string{}, m.Mentions.Users...)},
	})
	if err != nil {
		fail("%v", err)
	}
	if wrong := check.Message(raw, check.Context{Route: check.RouteCreate, Files: files}); len(wrong) > 0 {
		fail("%s", strings.Join(wrong, "\n"))
	}
	known := map[string]bool{}
	if s != nil {
		for _, p := range s.Book.People {
			known[p.User] = true
		}
	}
	all := strings.Join(texts(m.Components), "\n")
	if !utf8.ValidString(all) {
		fail("is not UTF-8")
	}
	seen := map[string]bool{}
	for _, id := range m.Mentions.Users {
		if !known[id] || id == "" || seen[id] {
			fail("pings %q, unknown or twice", id)
		}
		seen[id] = true
		if n := strings.Count(all, "<@"+id+">"); n != 1 {
			fail("pings %s and shows them %d times", id, n)
		}
	}
	for _, text := range texts(m.Components) {
		if strings.Count(text, "```")%2 != 0 {
			fail("has a code block that is not closed: %q", text)
		}
		open := outsideCode(text)
		for _, hit := range mention.FindAllStringSubmatch(open, -1) {
			if !known[hit[1]] {
				fail("mentions %s", hit[0])
			}
		}
		for _, word := range []string{"@everyone", "@here", "<@&", "<#3", "</drop:4", "](https://evil", "<t:1:R>", "||spoiler||"} {
			if strings.Contains(open, word) {
				fail("shows %q as Discord would read it", word)
			}
		}
		for _, line := range strings.Split(open, "\n") {
			if strings.HasPrefix(line, "# ") {
				fail("has a heading of somebody else: %q", line)
			}
		}
	}
	for _, id := range ids(m.Components) {
		if p, ok := customid.Parse(id); !ok || s != nil && p.Tournament != s.State.ID {
			fail("has the custom id %q", id)
		}
	}
}

func checkModal(t testing.TB, name string, m discord.Modal) {
	t.Helper()
	if err := m.Check(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	raw, err := json.Marshal(map[string]any{"type": 9, "data": map[string]any{"custom_id": m.CustomID, "title": m.Title, "components": m.Components}})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := check.Callback(int(discord.KindCommand), raw, check.Context{}); len(wrong) > 0 {
		t.Fatalf("%s: %s", name, strings.Join(wrong, "\n"))
	}
	if _, ok := customid.Parse(m.CustomID); !ok {
		t.Fatalf("%s has the custom id %q", name, m.CustomID)
	}
}

// shown is a view with its name. secret names the text of players that it may show:
// "deck", "dispute", "judge".
type shown struct {
	name   string
	m      discord.Message
	secret string
}

// everything renders every message of a state, for the given players and rounds.
func everything(e view.Env, players, rounds []int) []shown {
	s := e.Snap.State
	var out []shown
	add := func(m discord.Message, format string, args ...any) {
		out = append(out, shown{name: fmt.Sprintf(format, args...), m: m})
	}
	add(view.Card(e), "Card")
	add(view.Started(e), "Started")
	add(view.CheckInCall(e), "CheckInCall")
	add(view.Clock(e), "Clock")
	add(view.Champion(e), "Champion")
	add(view.Cancelled(e), "Cancelled")
	add(view.RegistrationFailed(e), "RegistrationFailed")
	add(view.Withdrawn(e, "The pairings of round 3"), "Withdrawn")
	add(view.StaffMore(e, ""), "StaffMore")
	add(view.BuildReminder(e), "BuildReminder")
	add(view.BuildOver(e), "BuildOver")
	add(view.DraftStep(e, "Pack 1 is open."), "DraftStep")
	e.GivenUp = []tournament.OutboxRow{{Post: tournament.Post{Channel: "123456789012345678"}, Dead: strings.Repeat("refused ", 100)}}
	out = append(out, shown{"StaffPanel", view.StaffPanel(e, 0), "dispute judge"})
	e.GivenUp = nil
	for which := range field.Brackets(s) + 1 {
		add(view.DivisionBracket(e, which), "DivisionBracket %d", which)
	}
	for _, g := range field.Groups(s) {
		if field.Parse(g.String()) != g {
			panic("a group does not read what it wrote: " + g.String())
		}
		add(view.GroupStandings(e, -1, 0, g), "GroupStandings %s", g)
	}
	add(view.Help(e, 0, helped, nil, nil, nil), "Help")
	add(view.Help(e, 0, helped, helpedStaff, nil, nil), "Help for staff")
	for page := range 4 {
		add(view.Rules(e, s.Rules, page), "Rules, page %d", page)
	}
	add(view.Settings(e), "Settings")
	for _, page := range []int{-1, 0, 1, 1000} {
		add(view.Preview(e, page, page), "Preview %d", page)
		add(view.FinalPlaces(e, page), "FinalPlaces %d", page)
		add(view.Roster(e, page), "Roster %d", page)
		add(view.LogPage(e, page, false), "LogPage %d", page)
		add(view.LogPage(e, page, true), "LogPage of staff %d", page)
		add(view.GroupStandings(e, -1, page, field.Group{}), "GroupStandings %d", page)
		add(view.StandingsPost(e, s.LastDone(), page), "StandingsPost %d", page)
	}
	for _, n := range append(players, 0, len(s.Players)+1) {
		add(view.Status(e, n), "Status %d", n)
		add(view.MatchPanel(e, n), "MatchPanel %d", n)
		if r := len(s.Rounds); r > 0 && s.MatchOf(r, n) > 0 {
			if _, l := s.Match(r, s.MatchOf(r, n)); l.N > 1 {
				add(view.OtherResults(e, r, s.MatchOf(r, n), n), "OtherResults %d", n)
			}
		}
		add(view.ExplainStanding(e, n), "ExplainStanding %d", n)
		if n > 0 && n <= len(s.Players) {
			add(view.AskDrop(e, n, nil), "AskDrop %d", n)
		}
		out = append(out, shown{fmt.Sprintf("Deck %d", n), view.Deck(e, n), "deck"})
		for _, r := range rounds {
			add(view.ExplainPairing(e, n, r), "ExplainPairing %d in round %d", n, r)
		}
	}
	for _, r := range rounds {
		for page := range posted.PairingPages(s, r) {
			add(view.Pairings(e, r, page), "Pairings of round %d, page %d", r, page)
			add(view.PairingPost(e, r, page), "PairingPost of round %d, page %d", r, page)
		}
		if m, ok := view.Call(e, r, s.Seq, 0); ok {
			add(m, "Call %d", r)
		}
		add(view.ClosePanel(e, r), "ClosePanel %d", r)
		matches := 0
		if s.Round(r) != nil {
			matches = len(s.Round(r).Matches)
		}
		for m := range matches + 1 {
			m++
			if m > 6 && m < matches-3 {
				continue
			}
			add(view.MatchCard(e, r, m), "MatchCard %d of round %d", m, r)
			add(view.MatchThread(e, r, m), "MatchThread %d of round %d", m, r)
			out = append(out,
				shown{fmt.Sprintf("TablePanel %d of round %d", m, r), view.TablePanel(e, r, m), "dispute judge"})
		}
	}
	return out
}

// everyModal renders every modal of a state.
func everyModal(e view.Env, players, rounds []int) map[string]discord.Modal {
	out := map[string]discord.Modal{"JoinModal": view.JoinModal(e, hostileNames()[0], hostileNames()[0]), "JudgeModal": view.JudgeModal(e, tournament.Place{})}
	asking, asked := *e.Snap.State, *e.Snap
	asking.Settings.Question = strings.Repeat("界", tournament.MaxQuestion)
	asked.State = &asking
	question := e
	question.Snap = &asked
	out["JoinModal with a question"] = view.JoinModal(question, hostileNames()[0], hostileNames()[0])
	out["AnswerModal"] = person.AnswerModal(wording.About(question.Words, question.Snap), 1)
	for _, page := range append(topics(), "") {
		out["SettingsModal "+page] = view.SettingsModal(e, page)
	}
	for _, n := range append(players, 0) {
		out[fmt.Sprintf("DeckModal %d", n)] = view.DeckModal(e, n)
	}
	for _, r := range rounds {
		for _, m := range []int{0, 1, 2} {
			out[fmt.Sprintf("ResultModal %d.%d", r, m)] = view.ResultModal(e, r, m)
			out[fmt.Sprintf("RuleModal %d.%d", r, m)] = view.RuleModal(e, customid.RuleForm{Round: r, Match: m})
			out[fmt.Sprintf("DisputeModal %d.%d", r, m)] = view.DisputeModal(e, r, m)
		}
	}
	return out
}

// posts renders each kind of post for each of these events of the log.
func posts(e view.Env, seqs []int64) []shown {
	var out []shown
	for _, seq := range seqs {
		promoted, _ := view.PromotedPost(e, seq)
		out = append(out,
			shown{name: fmt.Sprintf("PromotedPost %d", seq), m: promoted},
			shown{name: fmt.Sprintf("CorrectionPost %d", seq), m: view.CorrectionPost(e, seq)},
			shown{name: fmt.Sprintf("AnnouncementPost %d", seq), m: view.AnnouncementPost(e, seq)},
			shown{name: fmt.Sprintf("UndonePost %d", seq), m: view.UndonePost(e, seq)},
			shown{name: fmt.Sprintf("DraftSeats %d", seq), m: view.DraftSeats(e, seq, 0)},
			shown{name: fmt.Sprintf("DraftPack %d", seq), m: view.DraftPack(e, seq)},
			shown{name: fmt.Sprintf("DeckBuilding %d", seq), m: view.DeckBuilding(e, seq)},
			shown{name: fmt.Sprintf("PlayoffPost %d", seq), m: view.PlayoffPost(e, seq)},
			shown{name: fmt.Sprintf("SharedPost %d", seq), m: view.SharedPost(e, seq)},
			shown{name: fmt.Sprintf("FlightsPost %d", seq), m: view.FlightsPost(e, seq, 0)})
	}
	return out
}

// draw formats a message as text, for golden files and failures.
func draw(m discord.Message) string {
	var b strings.Builder
	var walk func(list []discord.Component, indent string)
	walk = func(list []discord.Component, indent string) {
		for _, c := range list {
			switch c := c.(type) {
			case discord.Container:
				accent := 0
				if c.Accent != nil {
					accent = *c.Accent
				}
				fmt.Fprintf(&b, "%s▌#%06X\n", indent, accent)
				walk(c.Components, indent+"▌ ")
			case discord.TextDisplay:
				for _, l := range strings.Split(c.Content, "\n") {
					b.WriteString(strings.TrimRight(indent+l, " ") + "\n")
				}
			case discord.Separator:
				b.WriteString(indent + "────\n")
			case discord.ActionRow:
				for _, x := range c.Components {
					switch x := x.(type) {
					case discord.Button:
						state := ""
						if x.Disabled {
							state = ", disabled"
						}
						fmt.Fprintf(&b, "%s[%s] %s%s\n", indent, x.Label, x.CustomID, state)
					case discord.StringSelect:
						fmt.Fprintf(&b, "%s{%s} %s\n", indent, x.Placeholder, x.CustomID)
						for _, o := range x.Options {
							chosen := " "
							if o.Default {
								chosen = "•"
							}
							fmt.Fprintf(&b, "%s  %s %s = %s\n", indent, chosen, o.Label, o.Value)
						}
					case discord.EntitySelect:
						fmt.Fprintf(&b, "%s{%s} %s\n", indent, x.Placeholder, x.CustomID)
					}
				}
			}
		}
	}
	walk(m.Components, "")
	if len(m.Mentions.Users) > 0 {
		fmt.Fprintf(&b, "pings %s\n", strings.Join(m.Mentions.Users, " "))
	}
	return b.String()
}

// drawModal formats a modal as text.
func drawModal(m discord.Modal) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n", m.Title, m.CustomID)
	for _, c := range m.Components {
		switch c := c.(type) {
		case discord.TextDisplay:
			fmt.Fprintf(&b, "  %s\n", c.Content)
		case discord.Label:
			id, value := "", ""
			switch in := c.Input.(type) {
			case discord.TextInput:
				id, value = in.CustomID, in.Value
			case discord.StringSelect:
				id = in.CustomID
			}
			fmt.Fprintf(&b, "  %s (%s): %q · %s\n", c.Text, id, value, c.Description)
		}
	}
	return b.String()
}

// helped are more commands than /help lists at once.
var helped = []string{"checkin", "join", "leave", "status", "report", "judge", "pairings", "standings", "explain", "odds", "bracket", "drop"}

// helpedStaff are the same for organisers.
var helpedStaff = []string{"player add", "tournament flights", "round pair", "round publish", "round start", "player report", "round repair", "round close", "tournament cut", "tournament undo"}

// logLine returns the sentence about an event in the log.
func logLine(e view.Env, env tournament.Envelope) string {
	return logline.Line(about(e), env)
}

func about(e view.Env) wording.Event { return wording.About(e.Words, e.Snap) }
