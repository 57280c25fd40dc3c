package commands_test

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"

	"topcut/commands/localdiscord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

var everyGame = flag.Bool("every-game", false, "look at every game, not only at those whose documents TestEveryRuleOfAFileIsSeen quotes")

// TestEveryRuleOfAFileIsSeen plays a short evening of a game, with each of its
// options chosen once, and collects everything that organisers and players see in
// their channels and panels. Every text of the file is among it, its round times, breaks
// and penalties with their minutes too, every reminder came at its time, and so did what is said at the end of a round.
//
// It holds docs/rules/meccg.md#mec-40 to MEC-50 and MEC-62 to MEC-70: formats,
// alignments, scenarios, sealed decks, standby players, scouting, decks and
// Fallen-wizards; docs/rules/riichi.md#rii-21 and RII-38: the uma, and how the schedule
// is made; docs/rules/magic.md#mtg-33, MTG-39, MTG-40 and MTG-54: what is said at the end
// of a round and of one of elimination; docs/rules/pokemon.md#pkm-80: standings are
// posted after each round.
func TestEveryRuleOfAFileIsSeen(t *testing.T) {
	t.Parallel()
	for _, id := range rules.IDs() {
		if _, quoted := documents[id]; quoted || *everyGame {
			t.Run(id, func(t *testing.T) { newEvening(t, id).play() })
		}
	}
}

// evening is an event of a game that collects all shown texts.
type evening struct {
	*testServer
	rs   *rules.Ruleset
	ada  *localdiscord.Person
	seen strings.Builder
	read map[string]bool // messages of a channel as read
}

func newEvening(t *testing.T, id string) *evening {
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"ruleset": id, "name": "Evening"})
	return &evening{testServer: h, rs: load(t, id), read: map[string]bool{}}
}

// see records an answer.
func (e *evening) see(says string) { e.seen.WriteString(plain(says) + "\n") }

// look reads both channels.
func (e *evening) look() {
	e.settle()
	for _, c := range []*localdiscord.Channel{e.channel, e.office} {
		for _, m := range e.srv.Messages(c, e.organiser) {
			if says := e.srv.Render(m); !e.read[m.ID+says] {
				e.read[m.ID+says] = true
				e.see(says)
			}
		}
	}
}

// rulesPages opens the rules of the event and turns every page.
func (e *evening) rulesPages(p *localdiscord.Person) {
	help := e.answer(e.use(p, "help", nil))
	page := e.answer(e.click(p, *help.Message, "All rules of this game"))
	e.see(e.text(page))
	for strings.Contains(e.text(page), "[▶]") {
		page = e.answer(e.click(p, *page.Message, "▶"))
		e.see(e.text(page))
	}
}

func (e *evening) click(p *localdiscord.Person, m localdiscord.Message, label string) *localdiscord.Interaction {
	e.t.Helper()
	i, err := p.Click(e.t.Context(), m, label)
	if err != nil {
		e.t.Fatal(err)
	}
	return i
}

// options chooses every value of every option once with the menus of the panel and reads
// the rules each time. At the end each option has its default again.
func (e *evening) options() {
	panel := e.answer(e.use(e.organiser, "tournament settings", localdiscord.Options{"set": "rounds=2"}))
	e.see(e.text(panel))
	for _, o := range offered(e.rs) {
		for _, c := range append(slices.Clone(o.Choices), rules.Choice{Value: o.Default}) {
			panel = e.choose(panel, o.Name, c.Value)
			e.see(e.text(panel))
			e.rulesPages(e.organiser)
		}
	}
}

func (e *evening) play() {
	t := e.t
	e.options()
	e.rulesPages(e.organiser)
	set := "rounds=2, late_until=1"
	if !e.rs.NoDecks {
		set += ", decks=optional"
	}
	if e.rs.Tables == nil {
		set += ", cut=top 4"
	}
	settings := e.slash(e.organiser, "tournament settings", localdiscord.Options{"set": set})
	e.see(settings)
	e.moment("the settings", settings, e.rs.Moments.Organisers)
	e.ada = e.guild.AddPerson("Ada")
	e.see(e.slash(e.ada, "join", nil))
	e.see(e.slash(e.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(11), ",")}))
	deck := e.slash(e.ada, "deck submit", localdiscord.Options{"deck": "sixty cards"})
	e.see(deck)
	e.moment("handing in a deck", deck, e.rs.Moments.Decks)
	e.see(e.slash(e.organiser, "tournament start", nil))
	e.look()
	e.moment("the post of the start", e.started(), e.rs.Moments.Start)
	if len(e.rs.Moments.Schedule) > 0 {
		e.moment("the schedule", e.press(e.ada, e.posted("Commitment:"), "Who sits where"), e.rs.Moments.Schedule)
	}
	if build := e.rs.Moments.Build; len(build) > 0 {
		e.see(e.slash(e.organiser, "tournament draft build", localdiscord.Options{"minutes": 45}))
		e.moment("the post while decks are built", e.srv.Render(e.posted("Build your deck")), build)
	}
	for round := 1; round <= 2 || e.snapshot().State.NextStep() == tournament.StepPair; round++ {
		e.nextRound()
		if round == 1 {
			e.see(e.slash(e.organiser, "player add", localdiscord.Options{"name": "Latecomer"}))
			e.see(e.slash(e.ada, "drop", nil))
		}
		e.clock()
		e.enter()
		e.look()
		if e.snapshot().State.LastDone() != round {
			t.Fatalf("round %d is not over", round)
		}
		if round <= 2 && !strings.Contains(e.seen.String(), fmt.Sprintf("Standings after %s", e.roundName(round))) {
			t.Errorf("no standings are posted after round %d", round)
		}
	}
	if e.snapshot().State.PlannedCut() != nil {
		e.see(e.slash(e.organiser, "tournament cut", nil))
		e.nextRound()
		if e.snapshot().State.Current().Deadline.IsZero() {
			// An untimed round gets a clock, and at its end the ruleset's text is posted.
			e.slash(e.organiser, "round start", localdiscord.Options{"minutes": 60})
		}
		e.clock()
	}
	e.missing()
	e.clean()
}

// started returns the text of the post about the start.
func (e *evening) started() string {
	e.settle()
	for _, m := range e.srv.Messages(e.channel, e.organiser) {
		if says := e.srv.Render(m); strings.Contains(says, "Evening has started") && !m.Private() {
			return says
		}
	}
	return ""
}

// moment checks that texts which people get unasked are sent at the right time.
func (e *evening) moment(when, says string, subjects []string) {
	e.t.Helper()
	for _, subject := range subjects {
		if !strings.Contains(plain(says), plain(e.rs.Texts[subject])) {
			e.t.Errorf("%s does not say the text on %s: %s", when, subject, says)
		}
	}
}

func (e *evening) roundName(round int) string {
	if e.rs.Tables != nil {
		return fmt.Sprintf("Hanchan %d", round)
	}
	return fmt.Sprintf("Round %d", round)
}

// clock lets the time of the round pass and checks the times of the ruleset's reminders,
// and then the post at the end.
func (e *evening) clock() {
	r := e.snapshot().State.Current()
	if r.Deadline.IsZero() {
		return
	}
	for _, warn := range e.snapshot().State.Rules.Warnings(r.Stage) {
		e.pass(r.Deadline.Add(-warn).Sub(e.now()) - 30*time.Second)
		left := fmt.Sprintf("**%d min left.", int(warn/time.Minute))
		if e.look(); strings.Contains(e.last(), left) {
			e.t.Errorf("the reminder %s before the end comes early", warn)
		}
		e.pass(time.Minute)
		if e.look(); !strings.Contains(e.last(), left) {
			e.t.Errorf("there is no reminder %s before the end: %s", warn, e.last())
		}
	}
	e.look()
	before := e.seen.Len()
	e.pass(r.Deadline.Sub(e.now()) + time.Second)
	e.look()
	if !strings.Contains(e.seen.String()[before:], plain(e.snapshot().State.Rules.EndOfMatch(r.Stage))) {
		e.t.Errorf("nothing is said at the end of the round: %s", e.last())
	}
}

// last returns the text of the newest message in the channel.
func (e *evening) last() string {
	all := e.srv.Messages(e.channel, e.organiser)
	return e.srv.Render(all[len(all)-1])
}

// enter gives every open table a result of the game with the organisers' menu.
func (e *evening) enter() {
	s := e.snapshot().State
	r := len(s.Rounds)
	for _, m := range s.Blocking(r) {
		_, l := s.Match(r, m)
		result := "40000 30000 26000 24000"
		if e.rs.Tables != nil {
			if s.Rules.Tables.Start == 25000 {
				result = "40000 30000 20000 10000"
			}
		} else if all := s.Rules.Results(ledger.Swiss); len(all) > 0 {
			result = all[0].Value
		}
		e.see(e.slash(e.organiser, "player report", localdiscord.Options{"table": int(l.Table), "result": result}))
	}
}

// documents has texts from the documents of the games that must be shown too.
var documents = map[string][]string{
	"meccg": {
		"A Hobbit's Quest (page 72)", "Barrels out of Bond (page 66)", "The King beneath the Mountains (page 67)", // docs/rules/meccg.md#mec-43
		"The coordinator posts the scenarios beforehand; each player announces the chosen one after the starting characters are revealed", // docs/rules/meccg.md#mec-42
		"Other scenarios need a written proposal", // docs/rules/meccg.md#mec-44
		"Sanctioned are single alignment, Fallen-wizard only, general, sealed, challenge deck and scenario events", "any other format needs a written proposal", // docs/rules/meccg.md#mec-62
		"Hero: Wizard", "Minion: Ringwraith, Sauron and Balrog", "Fallen-wizard: Fallen-wizard", "Avatars printed later name their alignment", // docs/rules/meccg.md#mec-63
		"all players of one alignment, any hazards, one deck", "hero items in minion events and the reverse", "each player declares the wizard", // docs/rules/meccg.md#mec-64, MEC-65
		"two decks of the same alignment, one for minion and one for hero opponents, the same cards in every game",                   // docs/rules/meccg.md#mec-66
		"ten predetermined sideboard cards may be added, and copies of that Wizard may be replaced", "That Wizard may not be played", // docs/rules/meccg.md#mec-67
		"at least 25 resources and 25 hazards from one starter and three boosters: three of The Wizards, or one and two of Dragons or Dark Minions", // docs/rules/meccg.md#mec-68
		"fewer than 25 playable cards of a kind you play all of them, and still 25 of the other kind", "About seven cards",                          // docs/rules/meccg.md#mec-69
		"Challenge decks are played unchanged, every card with the icon of the deck", "Tell the coordinator after your game", "exchanged between rounds until the next pairing is announced", // docs/rules/meccg.md#mec-70, MEC-50
		"Type of game: Two decks, 1 hour 20",                                  // docs/rules/meccg.md#mec-04
		"15 min left", "second player finishes a turn", "end-of-game council", // docs/rules/meccg.md#mec-47, MEC-48
		"if the opponent did not have the first turn, the opponent has one last turn", "Then the higher rank wins", // docs/rules/meccg.md#mec-40, MEC-41
	},
	"riichi-helper": {"uma 15 / 5 / -5 / -15", "largest number of meetings", "difference between the most and the fewest", "most different opponents"},
	"magic":         {"TURNS", "five additional turns", "the higher life total wins the current game", "until the first life change that leaves one player lower"},
	"pokemon-2009":  {"a loss for every round that has already started", "rank below"},
}

// unstated reports whether a text is inherited from a game whose finals this game lacks.
func (e *evening) unstated(key string) bool {
	for i, a := range e.rs.Announce {
		if key == fmt.Sprintf("announce.%d.text", i) {
			return a.Fact == "cut" && e.rs.Tables != nil && len(e.rs.Tables.Finals) == 0
		}
	}
	return false
}

// sentences split a text into what a list of it has.
var sentences = regexp.MustCompile(`[.;] `)

// missing reports every text of the file that was not seen.
func (e *evening) missing() {
	seen := e.seen.String()
	for _, words := range documents[e.rs.ID] {
		if !strings.Contains(seen, plain(words)) {
			e.t.Errorf("what the document says is seen by nobody: %s", words)
		}
	}
	for _, w := range texts(e.t, e.rs) {
		if e.unstated(w.key) {
			if containsFold(seen, plain(w.text)) {
				e.t.Errorf("%s is said of a game without finals: %s", w.key, w.text)
			}
			continue
		}
		if strings.HasPrefix(w.key, "deck.free.") { // names that a list is not counted by
			continue
		}
		if teams := slices.IndexFunc(e.rs.Options, func(o rules.Option) bool { return o.Name == rules.TeamsOption }); strings.HasPrefix(w.key, fmt.Sprintf("options.%d.choices.", teams)) {
			continue // see offered
		}
		if w.key == "texts.tiebreakers" { // a list
			for _, item := range sentences.Split(w.text, -1) {
				if !containsFold(seen, plain(strings.TrimRight(item, "."))) {
					e.t.Errorf("%s is seen by nobody: %s", w.key, item)
				}
			}
			continue
		}
		said := e.phrases(w.key, w.text)
		if said == nil {
			said = []string{w.text}
		}
		if !slices.ContainsFunc(said, func(s string) bool { return containsFold(seen, plain(s)) }) {
			e.t.Errorf("%s is seen by nobody: %s", w.key, w.text)
		}
	}
	for _, p := range e.rs.Penalties {
		said := fmt.Sprintf("%d to %d minutes: %s", p.From, p.To, p.Effect)
		switch {
		case p.To == 0:
			said = fmt.Sprintf("%d minutes and more: %s", p.From, p.Effect)
		case p.From == 0:
			said = fmt.Sprintf("up to %d minutes: %s", p.To, p.Effect)
		}
		if !containsFold(seen, plain(said)) {
			e.t.Errorf("a penalty is seen by nobody: %s", said)
		}
	}
	for _, t := range e.rs.Ranking.Tiebreaks {
		if said := plain(text.Printer{}.Value(t.Called())); !containsFold(seen, said) {
			e.t.Errorf("the tiebreaker %q is seen by nobody", said)
		}
	}
}

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}

// worded is a text of a ruleset with its key.
type worded struct{ key, text string }

// silent lists keys of texts that are not shown verbatim, with the reason.
var silent = []struct{ keys, why string }{
	{`id|extends|example\..*`, "names and examples that tests know"},
	{`status`, "the rules begin with it in words: official, or community practice"},
	{`date`, "that of the version and of the sources, which are shown"},
	{`options\.\d+\.(name|default|choices\.\d+\.value)`, "what is typed; the titles are shown"},
	{`formats\.\d+`, "an organiser is told where an event is played in another one (TestPKM02_Labels)"},
	{`moments\..*`, "names of texts, each held to its moment by (*evening).moment"},
	{`announce\.\d+\.(fact|option)`, "what the text beside it is about; the choice of the option is said at the start"},
	{`results\.form|scoring\.mode|rounds\.(table|tables\.\d+\.name|tables\.\d+\.rows\.\d+\.format)`, "how the program reads the rest, which is shown: results, points, tables of rounds with their notes"},
	{`rounds\.count_by`, "decides what the settings and the start announce as rounds and cut"},
	{`ranking\.restart|ranking\.(tiebreaks|round_robin)\.\d+\.(method|drop_cap|no_opponents)`, "said in the text on tiebreakers, and of a player by /explain"},
	{`ranking\.(tiebreaks|round_robin)\.\d+\.func`, "its title is shown, held by (*evening).missing"},
	{`pairing\.(method|hard\.\d+|cost\.\d+|tables)`, "the rules say who meets whom; /explain pairing says it of a table"},
	{`bracket\.(type|third)`, "the structure of the event, and a setting"},
	{`tables\.finals\.\d+\.names\.\d+`, "the post that ends the fixed seating says who plays for which places"},
	{`seats\.odd`, "an option with titles, or the bye, whose rule is shown"},
	{`clocks\.(swiss|elimination|final)\.(at_time|warn\.\d+)`, "the text beside it is said at the end; (*evening).clock holds both to their times"},
	{`scoring\.margin\.scenario.*`, "said in the text on scenarios"},
	{`crew\..*`, "said of matches on boards (TestTheTableOfTeamsIsSaidAndExplained)"},
}

var silentKeys = func() *regexp.Regexp {
	var all []string
	for _, s := range silent {
		all = append(all, s.keys)
	}
	return regexp.MustCompile("^(" + strings.Join(all, "|") + ")$")
}()

// phrases returns the phrases of which one must be shown for a value that is not a text;
// none for a text.
func (e *evening) phrases(key, value string) []string {
	switch {
	case e.rs.Tables != nil && (strings.HasPrefix(key, "bye.") || strings.HasPrefix(key, "pairing.")):
		return []string{""} // a schedule of tables has neither
	case e.rs.Bracket.Type == "" && strings.HasPrefix(key, "bracket."):
		return []string{""} // there is no cut
	}
	switch key {
	case "seats.sides.1":
		if value == "black" {
			return []string{"White is named first"}
		}
	case "bye.who":
		return []string{map[string]string{"lowest": "lowest-ranked player who has had none", "random_lowest": "on the fewest points who have had none", "random": "among those who have had none"}[value]}
	case "bye.first_round":
		return []string{map[string]string{"random": "In round 1 the bye is drawn among all", "lowest": "lowest-ranked player who has had none"}[value]}
	case "pairing.first":
		return []string{map[string]string{"random": "Round 1 is drawn", "halves": "the upper half by seed meets the lower half"}[value]}
	case "bracket.places":
		return []string{"ranks by the standings before it"}
	case "bracket.choice":
		return []string{"The higher seed chooses"}
	case "bracket.draw_goes":
		return []string{"From a draw the best-ranked player goes on"}
	case "ranking.final":
		return []string{map[string]string{"random": "a random draw", "playoff": "play-off", "shared": "share"}[value]}
	case "draws.id":
		return []string{"recorded as " + value}
	case "no_show.grace":
		if value == "0s" {
			return []string{""} // organisers decide
		}
		return []string{"has " + strings.TrimSuffix(value, "m") + " min to come"}
	}
	if d, err := time.ParseDuration(value); err == nil && strings.HasPrefix(key, "clocks.") {
		if d == 0 {
			return []string{""}
		}
		span := text.Printer{}.Span(d)
		planned, _ := e.snapshot().State.Length()
		switch {
		case key == "clocks.start_up" && planned > 0:
			return []string{span + " to set up"}
		case key == "clocks.between" && planned > 0:
			return []string{span + " between rounds"}
		case key == "clocks.start_up" || key == "clocks.between":
			return []string{""} // no clock runs
		}
		return []string{span}
	}
	if r, err := fraction.Parse(value); err == nil && value != "" {
		percent := r.Mul(fraction.Int(100))
		out := []string{value, r.Plain(0), r.Plain(1), percent.Plain(0) + " percent", percent.Plain(0) + "%"}
		switch value {
		case "1/2":
			out = append(out, "half a point", "halved")
		case "1/3":
			out = append(out, "one third", "a third", "33 percent")
		case "3/2":
			out = append(out, "one and a half")
		}
		return out
	}
	return nil
}

// texts returns the texts of a ruleset, and those set by its options.
func texts(t testing.TB, rs *rules.Ruleset) []worded {
	var out []worded
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, sub := range v {
				walk(strings.TrimPrefix(key+"."+k, "."), sub)
			}
		case []any:
			for i, sub := range v {
				walk(fmt.Sprintf("%s.%d", key, i), sub)
			}
		case string:
			if strings.HasSuffix(key, ".set") {
				var set map[string]any
				if err := toml.Unmarshal([]byte(v), &set); err != nil {
					t.Fatal(err)
				}
				walk("", set)
			} else if v != "" && !silentKeys.MatchString(key) {
				out = append(out, worded{key, v})
			}
		}
	}
	data, err := toml.Marshal(rs)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := toml.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	walk("", tree)
	if len(out) < 15 {
		t.Fatalf("only %d texts found", len(out))
	}
	return out
}

var tournamentMarks = strings.NewReplacer(`\`, "", "*", "", "_", "", "`", "", "| -# ", "", "\n", " ", "| ", "", "  ", " ")

// plain removes markup and line breaks from a text, for searching.
func plain(says string) string {
	return strings.Join(strings.Fields(tournamentMarks.Replace(says)), " ")
}

var thousands = regexp.MustCompile(`(\d),(\d{3})\b`)

// ungrouped returns an English text in which the thousands of numbers are not apart.
func ungrouped(says string) string { return thousands.ReplaceAllString(says, "$1$2") }

// TestAChomboIsEntered: a chombo takes twenty points off the result of a session, before
// and after its scores are entered, as often as it happens. The posted standings, the
// match and the log show it, and it can be undone.
func TestAChomboIsEntered(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"ruleset": "riichi-wrc", "rounds": 2})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(8), ",")})
	h.begin()
	_, l := h.snapshot().State.Match(1, 1)
	who := fmt.Sprintf("p%d", l.Seats[0]+1)
	h.says("20 points off the result of round 1", "player penalty", localdiscord.Options{"player": who, "kind": "chombo", "reason": "open hand"})
	h.says("isn't a number", "player penalty", localdiscord.Options{"player": who, "kind": "chombo", "points": "many"})
	for table := 1; table <= 2; table++ {
		h.says("Table", "player report", localdiscord.Options{"table": table, "result": "40000 30000 26000 24000"})
	}
	points := func() string {
		table, err := h.snapshot().State.Table(1)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range table.Rows {
			if row.Player == l.Seats[0] {
				return row.Points.String()
			}
		}
		return ""
	}
	if got := points(); got != "5" { // 10 + 15 - 20
		t.Errorf("with a chombo before the scores %s points", got)
	}
	h.says("chombo: 20.0 off", "explain", localdiscord.Options{"what": "standing", "player": who})
	h.says("7.5 points off", "player penalty", localdiscord.Options{"player": who, "kind": "chombo", "points": "7.5", "round": 1})
	if got := points(); got != "-5/2" {
		t.Errorf("with a second one afterwards %s points", got)
	}
	h.says("chombo", "tournament log", nil)
	standing := func(points string) {
		t.Helper()
		got := plain(h.srv.Render(h.posted("Standings after")))
		if !strings.Contains(got, h.snapshot().Name(int(l.Seats[0])+1)+" "+points+" ") {
			t.Errorf("the posted standings do not say that %s points are left: %s", points, got)
		}
	}
	standing("-2.5")
	h.undo()
	standing("5.0")
	if got := points(); got != "5" {
		t.Errorf("with the second one undone %s points", got)
	}
	// A new result of the session keeps the first chombo.
	h.press(h.organiser, *h.answer(h.use(h.organiser, "player report", localdiscord.Options{"table": 1, "round": 1, "result": "41000 29000 26000 24000"})).Message, "Change the result")
	if got := points(); got != "6" {
		t.Errorf("with the result corrected %s points", got)
	}
	h.clean()
}

// TestAMatchLossIsFollowedByItsResult: a match loss or game loss in an open match is
// recorded, and the menu under the answer enters the result. Other games have no points
// to take off.
func TestAMatchLossIsFollowedByItsResult(t *testing.T) {
	h := newTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 2, "cut": 0})
	_, l := h.snapshot().State.Match(1, 1)
	who := fmt.Sprintf("p%d", l.Seats[0]+1)
	h.says("no penalty in points", "player penalty", localdiscord.Options{"player": who, "kind": "chombo"})
	panel := h.answer(h.use(h.organiser, "player penalty", localdiscord.Options{"player": who, "kind": "match_loss", "reason": "ten minutes late"}))
	if got := h.text(panel); !strings.Contains(got, "10 minutes and more: match loss") {
		t.Errorf("the panel does not say the table of penalties: %s", got)
	}
	i, err := h.organiser.Select(t.Context(), *panel.Message, "", []string{"0-2"})
	if err != nil {
		t.Fatal(err)
	}
	h.answer(i)
	// A game loss is one game of the result, which the same menu enters.
	_, l = h.snapshot().State.Match(1, 2)
	panel = h.answer(h.use(h.organiser, "player penalty", localdiscord.Options{"player": fmt.Sprintf("p%d", l.Seats[1]+1), "kind": "game_loss", "reason": "deck"}))
	if i, err = h.organiser.Select(t.Context(), *panel.Message, "", []string{"2-1"}); err != nil {
		t.Fatal(err)
	}
	h.answer(i)
	if m, l := h.snapshot().State.Match(1, 2); !m.Confirmed || l.Result.V != [4]int32{2, 1, 0, 0} {
		t.Errorf("with a game loss the match is %+v, %+v", m, l)
	}
	h.says("game loss", "tournament log", nil)
	if m, l := h.snapshot().State.Match(1, 1); !m.Confirmed || m.ConfirmBy != tournament.ByOrganiser || h.snapshot().State.Rules.Winner(l) != 1 {
		t.Errorf("the match is %+v, %+v", m, l)
	}
	h.clean()
}

// docs/rules/pokemon.md#pkm-42, PKM-43, PKM-105: an opponent who has dropped after one
// win counts with 75 percent, one who dropped after one loss with 25, one who plays on
// with 100.
func TestPKM43_APlayerWhoDropsCountsBetweenTheBounds(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "pokemon-2009", "rounds": 3, "cut": 0})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(8), ",")})
	h.slash(h.organiser, "tournament start", nil)
	h.playRound(always("1-0"))
	s := h.snapshot().State
	at := func(match, seat int) int { return int(s.Ledger.Rounds[0].Matches[match].Seats[seat]) + 1 }
	drop := func(n int) {
		h.says("out of the event", "player drop", localdiscord.Options{"player": fmt.Sprintf("p%d", n)})
	}
	drop(at(0, 0))
	drop(at(1, 1))
	for n, want := range map[int]string{at(0, 1): "75.00", at(1, 0): "25.00", at(2, 1): "100.00"} {
		if got := h.slash(h.organiser, "explain", localdiscord.Options{"what": "standing", "player": fmt.Sprintf("p%d", n)}); !strings.Contains(got, want) {
			t.Errorf("the opponents' win percentage of player %d is not %s: %s", n, want, got)
		}
	}
	h.clean()
}

// docs/rules/pokemon.md#pkm-54, docs/rules/magic.md#mtg-59: the tree stands: seed 8, who
// has beaten seed 1, meets the winner of 4 and 5, and no player is seeded again.
func TestPKM54_WinnersMoveOnAlongTheTree(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"ruleset": "pokemon-2009", "rounds": 3, "cut": 8})
	h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(8), ",")})
	h.slash(h.organiser, "tournament start", nil)
	for range 3 {
		h.playRound(byNumber("1-0", "0-1"))
	}
	h.says("The cut is made: 8 players", "tournament cut", nil)
	seed := map[int32]int{}
	for i, n := range h.snapshot().State.Elimination().Players {
		seed[int32(n-1)] = i + 1
	}
	h.playRound(func(_ int, l *ledger.Match) string { // the better seed wins, but for the first
		if a, b := seed[l.Seats[0]], seed[l.Seats[1]]; min(a, b) == 1 == (a < b) {
			return "0-2"
		}
		return "2-0"
	})
	h.nextRound()
	s := h.snapshot().State
	for i := range s.Ledger.Rounds[len(s.Rounds)-1].Matches {
		l := &s.Ledger.Rounds[len(s.Rounds)-1].Matches[i]
		if a, b := seed[l.Seats[0]], seed[l.Seats[1]]; a+b != 12 && a+b != 5 { // 4 and 8, 2 and 3
			t.Errorf("seeds %d and %d meet", a, b)
		}
	}
	h.clean()
}

// docs/rules/meccg.md#mec-11, MEC-77: a player who had a bye gets no second one while
// another has had none, not even the one player who is last after every round: the
// others draw, and the last one loses. Of three players in four rounds each has one bye,
// and the second that a player must get in the fourth is said in the preview.
func TestMEC77_ASecondByeIsTheLastResort(t *testing.T) {
	t.Parallel()
	lastLoses := func(_ int, l *ledger.Match) string {
		switch int32(6) { // of seven, the last on the list
		case l.Seats[0]:
			return "0-20"
		case l.Seats[1]:
			return "20-0"
		}
		return "tie"
	}
	for players, result := range map[int]func(int, *ledger.Match) string{3: always("20-10"), 7: lastLoses} {
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			h := newTestServer(t)
			h.create(localdiscord.Options{"ruleset": "meccg", "rounds": 4})
			h.slash(h.organiser, "player bulkadd", localdiscord.Options{"names": strings.Join(guests(players), ",")})
			h.slash(h.organiser, "tournament start", nil)
			rounds := min(players, 4)
			for range rounds {
				if got := h.slash(h.organiser, "round pair", nil); strings.Contains(got, "second bye") {
					t.Errorf("a second bye before everybody has had one: %s", got)
				}
				h.playRound(result)
			}
			had := map[int32]bool{}
			for _, r := range h.snapshot().State.Ledger.Rounds {
				for i := range r.Matches {
					if r.Matches[i].Kind == ledger.Bye {
						had[r.Matches[i].Seats[0]] = true
					}
				}
			}
			if len(had) != rounds {
				t.Errorf("%d of %d players have had a bye in %d rounds", len(had), players, rounds)
			}
			if players == 3 {
				h.says("second bye", "round pair", nil)
			}
			h.clean()
		})
	}
}
