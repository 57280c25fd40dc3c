package commands_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// foreign is an evening in the pseudo-language. It collects everything people read; any
// English in it did not come from the catalogue.
type foreign struct {
	*testServer
	words   text.Printer
	exempt  *strings.Replacer
	foreign *regexp.Regexp    // matches text that did not come from the catalogue
	locale  string            // of everyone's Discord; "" leaves it unchanged
	leaks   map[string]string // English words, and where they appear
	read    int               // number of texts
	pressed int               // number of buttons, menus and forms
}

// notWords matches what is not a word of a language: commands, mentions, timestamps and
// the like, links, custom emoji, file names, code.
var notWords = regexp.MustCompile("</[^>]*>|<[@#t:][^>]*>|https?://\\S+|`[^`]*`|\\bid\\b|\\b[0-9a-f]{16,64}\\b|\\b[0-9a-f]{4}-[0-9a-f]{4}\\b|\\S+\\.(?:json|csv|html|txt|png)\\b")

var english = regexp.MustCompile(`[A-Za-z]{2,}`)

// look collects the English of one text.
func (f *foreign) look(where, said string) {
	f.read++
	said = f.exempt.Replace(notWords.ReplaceAllString(discord.Unescape(said), " "))
	for _, word := range f.foreign.FindAllString(said, -1) {
		if f.leaks[word] == "" {
			f.leaks[word] = where + ": " + said
		}
	}
}

// components collects the English of all texts, labels and options.
func (f *foreign) components(where string, list []localdiscord.Component) {
	for i := range list {
		c := &list[i]
		f.look(where, c.Content)
		f.look(where, c.Label)
		f.look(where, c.Placeholder)
		if c.Description != nil {
			f.look(where, *c.Description)
		}
		for _, o := range c.Options {
			f.look(where, o.Label)
			f.look(where, o.Description)
		}
		f.components(where, c.Components)
		if c.Component != nil {
			f.components(where, []localdiscord.Component{*c.Component})
		}
		if c.Accessory != nil {
			f.components(where, []localdiscord.Component{*c.Accessory})
		}
	}
}

// ask runs a command and reads any answer.
func (f *foreign) ask(p *localdiscord.Person, command string, options localdiscord.Options) localdiscord.Message {
	f.t.Helper()
	m := f.heard("/"+command, p, f.use(p, command, options))
	if done := f.assented(p, localdiscord.Answer{Message: &m}); done.Message != &m && done.Message != nil {
		f.look("/"+command, done.Message.Content)
		f.components("/"+command, done.Message.Components)
		return *done.Message
	}
	return m
}

func (f *foreign) heard(where string, p *localdiscord.Person, i *localdiscord.Interaction) localdiscord.Message {
	f.t.Helper()
	a := f.answer(i)
	if m, ok := p.Modal(); ok && a.Message == nil {
		f.look(where, m.Title)
		f.components(where, m.Components)
	}
	if a.Message == nil {
		return localdiscord.Message{}
	}
	f.look(where, a.Message.Content)
	f.components(where, a.Message.Components)
	for _, file := range a.Message.Attachments {
		f.look(where, file.Description)
	}
	return *a.Message
}

// harmless lists the labels of buttons that people press out of curiosity: none of them
// advances the event.
var harmless = []notice.Code{
	"button.report", "button.confirm", "button.dispute", "button.judge", "button.enter_result", "button.correct",
	"button.status", "button.standings", "button.all_standings", "button.pairings", "button.rules", "button.log", "button.places",
	"button.bracket", "button.as_text", "button.as_picture", "button.refresh", "button.settings", "button.preview", "button.schedule",
	"button.join", "button.join_late", "button.check_in", "button.deck", "button.deck_change", "button.mix", "button.answer", "button.edit",
}

// curious lets people press all such buttons in the channels and in the answers to them,
// choose the first entry of the menus for results, and send every form with invalid
// input.
func (f *foreign) curious(people ...*localdiscord.Person) {
	f.t.Helper()
	f.settle()
	labels := map[string]bool{}
	for _, code := range harmless {
		labels[f.words.Say(code)] = true
	}
	for _, p := range people {
		done := map[string]bool{}
		seen := append(f.srv.Messages(f.channel, p), f.srv.Messages(f.office, p)...)
		for depth := 0; depth < 2; depth++ {
			var next []localdiscord.Message
			for _, m := range seen {
				f.each(m.Components, func(c *localdiscord.Component) {
					var i *localdiscord.Interaction
					var err error
					switch {
					case c.CustomID == "" || c.Disabled || done[c.CustomID]:
						return
					case c.Type == wire.TypeButton && labels[c.Label]:
						i, err = p.Click(f.t.Context(), m, c.CustomID)
					case len(c.Options) > 0 && c.Placeholder == f.words.Say("match.choose"):
						i, err = p.Select(f.t.Context(), m, c.CustomID, []string{c.Options[0].Value})
					default:
						return
					}
					done[c.CustomID] = true
					if err != nil {
						return // changed or gone meanwhile
					}
					f.pressed++
					next = append(next, f.heard("["+c.Label+"]", p, i))
					f.submit(p)
				})
			}
			seen = next
		}
	}
}

// submit submits the open form, if any, with an invalid result and deck.
func (f *foreign) submit(p *localdiscord.Person) {
	form, ok := p.Modal()
	if !ok {
		return
	}
	fields := localdiscord.Fields{}
	f.each(form.Components, func(c *localdiscord.Component) {
		if c.CustomID != "" && len(c.Options) == 0 {
			fields[c.CustomID] = "ψ"
		}
	})
	i, err := p.SubmitModal(f.t.Context(), form, fields)
	if err != nil {
		return
	}
	f.pressed++
	f.heard("form "+form.Title, p, i)
}

// each calls do for all components, including nested ones.
func (f *foreign) each(list []localdiscord.Component, do func(*localdiscord.Component)) {
	for i := range list {
		c := &list[i]
		do(c)
		f.each(c.Components, do)
		for _, inner := range []*localdiscord.Component{c.Component, c.Accessory} {
			if inner != nil {
				f.each([]localdiscord.Component{*inner}, do)
			}
		}
	}
}

// TestNoEnglishReachesAPersonInAnotherLanguage: in the pseudo-language every letter of
// the catalogue is replaced, so any English word that people read during a whole evening
// comes from the code. Names, titles of documents, the short names of tiebreakers and
// typed results are not the bot's words.
func TestNoEnglishReachesAPersonInAnotherLanguage(t *testing.T) {
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	words := catalogue.In(text.Pseudo)
	f := &foreign{testServer: testServerSpeaking(t, catalogue.Only(text.Pseudo)), words: words, foreign: english, leaks: map[string]string{}}
	f.exempt = strings.NewReplacer(exemptions(f, "owner of League Hall", "Owner of League Hall", "Topcut", "UTC", "Europe/Berlin", "English", "Deutsch", "Deutsch", "Français", "key=value", "rounds=5, cut=8", "auto", "OMW%", "OGW%", "GW%")...)
	f.evening()
	for word, where := range f.leaks {
		t.Errorf("%s\tin %s", word, where)
	}
	if f.pressed < 60 {
		t.Errorf("only %d buttons were pressed", f.pressed)
	}
	if f.read < 500 {
		t.Errorf("only %d texts were read", f.read)
	}
	f.clean()
}

// everydayEnglish matches words that nearly every English sentence has and that neither
// German nor Japanese has.
var everydayEnglish = regexp.MustCompile(`(?i)\b(the|and|of|to|you|your|is|isn't|are|has|have|with|for|not|this|that|from|by|round|table|players?|result|pairings|standings|registration|undo)\b`)

// ownWords are words of a language that everydayEnglish matches: the same word in both,
// or one cut at a letter with an accent.
var ownWords = map[string][]string{"fr": {"Table", "table", "noté"}, "pl": {"to", "To", "by"}, "pt-BR": {"força"}}

var playLanguages = flag.Bool("languages", false, "play an evening in every language")

// TestNoEnglishSentenceReachesAPersonInTheirLanguage: if a server and all its people use
// a language, everything they read in an evening is in it.
func TestNoEnglishSentenceReachesAPersonInTheirLanguage(t *testing.T) {
	if !*playLanguages {
		t.Skip("-languages plays an evening in each of them")
	}
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range text.Offered()[1:] {
		t.Run(language, func(t *testing.T) {
			if missing := untranslated(t, language); len(missing) > 0 {
				t.Skipf("%d texts are read in English until they are translated, as every one is before a release: %q", len(missing), missing)
			}
			locale := language
			if language == "es" { // Discord has Spanish only with a region
				locale = "es-419"
			}
			f := &foreign{testServer: testServerSpeaking(t, catalogue), words: catalogue.In(language), foreign: everydayEnglish, locale: locale, leaks: map[string]string{}}
			f.exempt = strings.NewReplacer(exemptions(f, append(ownWords[language], "owner of League Hall", "Owner of League Hall")...)...)
			f.organiser.SetLocale(locale)
			f.slash(f.organiser, "setup", localdiscord.Options{"language": language})
			f.evening()
			for word, where := range f.leaks {
				t.Errorf("%s\tin %s", word, where)
			}
			if f.pressed < 60 || f.read < 500 {
				t.Errorf("only %d buttons were pressed and %d texts read", f.pressed, f.read)
			}
			f.clean()
		})
	}
}

// untranslated returns the keys of the texts without a translation into a language.
func untranslated(t *testing.T, language string) (missing []string) {
	t.Helper()
	keys := func(tag string) map[string]bool {
		names, err := filepath.Glob("text/catalogue/*." + tag + ".toml")
		if err != nil || len(names) == 0 {
			t.Fatalf("no texts in %s: %v", tag, err)
		}
		out := map[string]bool{}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var file map[string]any
			if err := toml.Unmarshal(data, &file); err != nil {
				t.Fatal(err)
			}
			var add func(key string, value any)
			add = func(key string, value any) {
				table, ok := value.(map[string]any)
				if !ok || table["other"] != nil { // plural forms
					out[key] = true
					return
				}
				for name, inner := range table {
					add(strings.TrimPrefix(key+"."+name, "."), inner)
				}
			}
			add("", file)
		}
		return out
	}
	english, there := keys(text.English), keys(language)
	for place := range rules.Sentences() {
		english["rulesets."+place] = true
	}
	for key := range english {
		if !there[key] {
			missing = append(missing, key)
		}
	}
	slices.Sort(missing)
	return missing
}

// person adds a person to the server.
func (f *foreign) person(name string) *localdiscord.Person {
	p := f.guild.AddPerson(name)
	if f.locale != "" {
		p.SetLocale(f.locale)
	}
	return p
}

// TestEverybodyReadsTheirOwnLanguage: posts are in the language of the event, which is
// initially the server's; private answers are in the language of the person.
func TestEverybodyReadsTheirOwnLanguage(t *testing.T) {
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := openTestServer(t, catalogue, false)
	says := func(seen, language string, key notice.Code, args ...any) {
		t.Helper()
		want := catalogue.In(language).Say(key, args...)
		if !strings.Contains(seen, want) {
			t.Errorf("%q is not said in %q", want, seen)
		}
	}
	h.slash(h.organiser, "setup", localdiscord.Options{"language": "de"})
	says(h.slash(h.organiser, "tournament create", localdiscord.Options{"name": "Cup", "ruleset": "magic", "cut": 0}), "en", "setting.change")
	says(h.slash(h.organiser, "tournament open", nil), "en", "did.open")
	if got := h.snapshot().State.Settings.Language; got != "de" {
		t.Errorf("the event speaks %q", got)
	}
	anna := h.guild.AddPerson("Anna")
	anna.SetLocale("de")
	says(h.slash(anna, "join", nil), "de", "did.join", "event", text.Raw("Cup"), "player", text.Raw("Anna"))
	h.settle()
	posts := h.srv.Messages(h.channel, h.organiser)
	said := ""
	for i := range posts {
		said += plainComponents(posts[i].Components)
	}
	says(said, "de", "card.open")
	h.clean()
}

// plainComponents returns the text of components.
func plainComponents(list []localdiscord.Component) string {
	var b strings.Builder
	var walk func([]localdiscord.Component)
	walk = func(list []localdiscord.Component) {
		for i := range list {
			b.WriteString(list[i].Content + " " + list[i].Label + "\n")
			walk(list[i].Components)
		}
	}
	walk(list)
	return b.String()
}

// exemptions returns texts that are equal in all languages, longest first.
func exemptions(f *foreign, names ...string) (pairs []string) {
	f.t.Helper()
	var out []string
	for _, id := range f.rulesets.Rulesets.IDs() {
		rs, err := f.rulesets.Rulesets.Load(id)
		if err != nil {
			f.t.Fatal(err)
		}
		out = append(out, rs.Name, rs.Game, "("+id+")", rs.NoShow.From, rs.Deck.From)
		for _, src := range rs.Sources {
			out = append(out, src.Title, src.Date)
		}
		names = append(names, id)
	}
	out = append(out, names...)
	out = slices.DeleteFunc(out, func(s string) bool { return s == "" })
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	for _, text := range out {
		pairs = append(pairs, text, "")
	}
	return pairs
}

// evening plays a Swiss event with a cut from creation to end, with a dispute, a judge
// call, a drop, an undo and many mistakes.
func (f *foreign) evening() {
	o, h := f.organiser, f.testServer
	type opts = localdiscord.Options
	f.ask(o, "help", nil)
	f.ask(o, "tournament start", nil)
	f.ask(o, "tournament create", opts{"name": "Ωμ", "ruleset": "Ψ"})
	f.ask(o, "tournament create", opts{"name": "Ωμ", "ruleset": "magic", "rounds": 2, "cut": 2})
	f.ask(o, "tournament settings", opts{"set": "rounds=ψ"})
	f.ask(o, "tournament settings", opts{"set": "ψ"})
	f.ask(o, "tournament settings", opts{"set": "decks=optional, late_until=1"})
	f.ask(o, "tournament open", nil)
	f.ask(o, "tournament open", nil)
	var players []*localdiscord.Person
	for i := range 5 {
		p := f.person(fmt.Sprintf("Π%d", i+1))
		f.ask(p, "join", nil)
		players = append(players, p)
	}
	stranger := f.person("Ξ")
	f.ask(players[0], "join", nil)
	f.ask(players[4], "leave", nil)
	f.ask(players[4], "leave", nil)
	f.ask(players[0], "deck submit", opts{"deck": "4 ✦"})
	f.ask(players[0], "deck show", opts{"player": "Π2"})
	f.ask(players[0], "status", nil)
	for _, c := range []string{"drop", "judge", "confirm", "standings", "bracket", "clock", "pairings", "odds", "help", "checkin"} {
		f.ask(players[1], c, nil)
	}
	f.guild.ShowCommands(f.guild.ID())
	f.ask(players[1], "tournament start", nil)
	f.ask(o, "player add", opts{"name": "Γ"})
	f.ask(o, "player add", opts{"name": "Γ"})
	f.ask(o, "player bulkadd", opts{"names": "Δ,Θ,Λ"})
	f.ask(o, "player seed", opts{"player": "Δ", "seed": 1})
	f.ask(o, "player note", opts{"player": "Δ", "text": "ν"})
	f.ask(o, "player fixtable", opts{"player": "Δ", "number": 2})
	f.ask(o, "player tag", opts{"player": "Δ", "tag": "τ"})
	f.ask(o, "player drop", opts{"player": "Λ"})
	f.ask(o, "tournament list", opts{"players": true})
	f.ask(o, "tournament list", nil)
	f.curious(players[0], stranger, o)
	f.ask(o, "tournament checkin", opts{"minutes": 5})
	for _, p := range players[:4] {
		f.ask(p, "checkin", nil)
	}
	f.ask(o, "tournament start", nil)
	f.ask(o, "tournament start", opts{"absent": "all"})
	f.ask(o, "round publish", nil)
	f.ask(o, "round pair", nil)
	f.ask(o, "round publish", nil)
	f.ask(players[0], "report", opts{"result": "2-0"})
	f.ask(o, "round start", nil)
	f.ask(o, "round extend", opts{"minutes": 5})
	f.ask(o, "round pause", nil)
	f.ask(o, "round resume", nil)
	f.ask(stranger, "status", nil)
	f.ask(players[0], "judge", opts{"reason": "ρ"})
	for _, wrong := range []string{"7-2", "2-", "ψ", "2-0-3", "id", "double-loss", strings.Repeat("9", 70)} {
		f.ask(stranger, "report", opts{"result": wrong})
		f.ask(players[0], "report", opts{"result": wrong})
		f.ask(o, "player report", opts{"table": 1, "result": wrong})
	}
	f.curious(players[3], players[0], stranger)
	f.ask(players[0], "report", opts{"result": "2-1"})
	f.ask(players[0], "confirm", nil)
	for _, p := range players[1:4] {
		f.ask(p, "report", opts{"result": "2-1"})
		if own := f.answer(f.use(p, "status", nil)); f.idIn(own, customid.Dispute{}) != "" {
			f.submits(p, f.presses(p, own, f.idIn(own, customid.Dispute{})), localdiscord.Fields{"reason": "ρ"})
		}
	}
	f.curious(players[0], players[1], players[2], o)
	f.ask(players[0], "status", nil)
	f.ask(players[0], "pairings", nil)
	f.ask(players[0], "explain", localdiscord.Options{"what": "pairing"})
	f.ask(players[0], "help", nil)
	f.ask(players[0], "clock", nil)
	f.ask(o, "round close", nil)
	f.ask(o, "round pair", nil)
	f.ask(o, "player penalty", opts{"player": "Δ", "kind": "warning", "reason": "ρ"})
	f.ask(o, "player report", opts{"table": 99, "result": "2-0"})
	for table := 1; table <= 4; table++ {
		f.ask(o, "player report", opts{"table": table, "result": "2-0"})
	}
	f.ask(o, "round close", opts{"rest": "draw"})
	f.ask(o, "player report", opts{"table": 1, "round": 1, "result": "1-2"})
	f.ask(players[0], "standings", nil)
	f.ask(players[0], "explain", localdiscord.Options{"what": "standing"})
	f.curious(players[0], o)
	f.ask(o, "tournament undo", nil)
	f.ask(o, "tournament cut", nil)
	f.ask(players[3], "drop", nil)
	f.ask(o, "player disqualify", opts{"player": "Θ"})
	f.ask(o, "round pair", nil)
	f.ask(o, "round repair", opts{"what": "swap", "player": "Π1", "other": "Π2"})
	f.ask(o, "round publish", nil)
	f.ask(o, "round start", nil)
	f.ask(players[0], "odds", opts{"public": false})
	for table := 1; table <= 4; table++ {
		f.ask(o, "player report", opts{"table": table, "result": "2-1"})
	}
	f.ask(o, "round close", opts{"rest": "double_loss"})
	f.ask(o, "round pair", nil)
	f.ask(o, "tournament finish", nil)
	f.ask(o, "tournament cut", nil)
	f.ask(players[0], "bracket", nil)
	f.ask(o, "round pair", nil)
	f.ask(o, "round publish", nil)
	f.ask(o, "round start", nil)
	for _, wrong := range []string{"1-1-1", "id", "double-loss", "ψ"} {
		f.ask(players[0], "report", opts{"result": wrong})
		f.ask(o, "player report", opts{"table": 1, "result": wrong})
	}
	f.curious(players[0], o)
	f.ask(o, "player report", opts{"table": 1, "result": "2-0"})
	f.ask(o, "round close", nil)
	f.ask(o, "tournament finish", nil)
	f.ask(o, "tournament finish", nil)
	f.curious(players[0], stranger, o)
	f.ask(o, "tournament export", opts{"format": "csv"})
	f.ask(o, "tournament log", nil)
	f.ask(o, "tournament announce", opts{"text": "α"})
	f.ask(players[0], "log", nil)
	f.ask(players[0], "status", nil)
	f.ask(players[0], "privacy mydata", nil)
	f.ask(players[0], "privacy forget", nil)
	f.ask(o, "doctor", nil)
	f.ask(o, "setup", opts{"time_zone": "Europe/Berlin"})
	f.ask(o, "league-admin create", opts{"name": "Ω", "cron": "ψ"})
	f.ask(o, "league-admin create", opts{"name": "Ω", "cron": "0 19 * * 5"})
	f.ask(players[0], "league info", localdiscord.Options{"show": "leagues"})
	f.ask(o, "league-admin end", opts{"league": "Ω"})
	f.ask(players[0], "tournament simulate", opts{"players": 8, "ruleset": "magic", "byes": "ψ"})
	for _, option := range []string{"tournament", "ruleset"} {
		choices, err := o.Suggest(f.t.Context(), h.channel, "help", nil, option)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, c := range choices {
			f.look("suggestions of "+option, c.Name)
		}
	}
	h.settle()
	for _, c := range []*localdiscord.Channel{h.channel, h.office} {
		for _, m := range h.srv.Messages(c, o) {
			f.look("a post", m.Content)
			f.components("a post", m.Components)
		}
	}
}
