package customgame

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/script"
)

// Preset is a usual kind of picks and bans, whose scripts follow from the number of items and
// the length of a match.
type Preset string

// Presets.
const (
	NoPicks  Preset = ""         // no picks and bans
	Veto     Preset = "veto"     // two bans, picks in turn, bans down to the decider
	RTS      Preset = "rts"      // bans, then picks; who bans first picks last
	Striking Preset = "striking" // strikes for the first game, then the loser picks
	Fighter  Preset = "fighter"  // characters unseen and a drawn stage, then the loser picks both
	Conquest Preset = "conquest" // own decks: one that has won is out
	Standing Preset = "standing" // own decks: one that has lost is out, the winner keeps the deck
	Typed    Preset = "typed"    // scripts of its own
)

// Presets returns the kinds whose scripts need not be written.
func Presets() []Preset { return []Preset{Veto, RTS, Striking, Fighter, Conquest, Standing} }

// ofDecks reports whether players choose from decks of their own.
func (p Preset) ofDecks() bool { return p == Conquest || p == Standing }

// MaxPicks is the most characters of a game's items, and of its scripts.
const MaxPicks = 4000

// onlyList is the name of a list that has no heading.
const onlyList = "items"

// Picks are the picks and bans before the matches of a game.
type Picks struct {
	Preset  Preset
	Lists   []List        // what is chosen from; the first is that of a preset
	Sides   []string      // of a game, two; empty = no side is chosen
	Clock   time.Duration // for each step, which is then drawn; 0 = none
	Scripts []Script      // of Typed
}

// List is what players choose from.
type List struct {
	Name      string // as a heading; small letters, digits and hyphens
	Items     []string
	PerPlayer int    // own items of each player instead, 0 = none: Items are what they can be
	Distinct  string // of own items, as in a ruleset
}

// Script is the picks and bans of matches of a length.
type Script struct {
	Best    int    // 0 = of all matches that have no script of their own
	List    string // by name
	Start   string // the steps before the first game
	Between string // the steps before each later one
	Barred  string // what cannot be chosen between games, as in package script
	First   string // who is A, as in package script; "" = who is drawn
	Hidden  bool
	Late    string // what becomes of a late step, as in package script; "" = it is drawn
}

// lines returns the lines of a text without spaces around them, and without empty ones.
func lines(text string) (out []string) {
	for line := range strings.Lines(text) {
		if words := strings.Join(strings.Fields(line), " "); words != "" {
			out = append(out, words)
		}
	}
	return out
}

// ParseLists reads items, one a line, or a line of items with commas. A line in brackets, such
// as [starters], begins a list of that name; [decks 4] is one of which each player has four of
// their own, and in [decks 4 class] the word before a colon differs for each.
func ParseLists(text string) (out []List, err error) {
	all := lines(text)
	if len(all) == 1 && !strings.HasPrefix(all[0], "[") {
		all = lines(strings.ReplaceAll(all[0], ",", "\n"))
	}
	for _, line := range all {
		name, heads := strings.CutPrefix(line, "[")
		if heads {
			l, ok := headed(strings.Fields(strings.TrimSuffix(name, "]")))
			if !ok || slices.ContainsFunc(out, func(of List) bool { return of.Name == l.Name }) {
				return nil, notice.Err("own_game.list", "word", notice.Text(line))
			}
			out = append(out, l)
			continue
		}
		if len(out) == 0 {
			out = []List{{Name: onlyList}}
		}
		last := &out[len(out)-1]
		last.Items = append(last.Items, line)
	}
	for i := range out {
		if len(out[i].Items) == 0 && out[i].PerPlayer == 0 {
			return nil, notice.Err("own_game.list_empty", "word", notice.Text(out[i].Name))
		}
	}
	return out, nil
}

// headed returns the list that the words of a heading begin.
func headed(words []string) (l List, ok bool) {
	if len(words) == 0 || len(words) > 3 || !validName(words[0]) {
		return l, false
	}
	l.Name = words[0]
	if len(words) > 1 {
		n, err := strconv.Atoi(words[1])
		if l.PerPlayer = n; err != nil || n < 1 {
			return l, false
		}
	}
	if len(words) > 2 {
		l.Distinct = words[2]
	}
	return l, true
}

// validName reports whether a heading can be the name of a list.
func validName(name string) bool {
	return name != "" && len(name) <= 30 && !slices.Contains(scriptWords, name) && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

// ItemText returns the lists as they are typed.
func (p *Picks) ItemText() string {
	var out []string
	for i, l := range p.Lists {
		head := l.Name
		if l.PerPlayer > 0 {
			head = strings.TrimSpace(head + " " + strconv.Itoa(l.PerPlayer) + " " + l.Distinct)
		}
		if i > 0 || head != onlyList {
			out = append(out, "["+head+"]")
		}
		out = append(out, l.Items...)
	}
	return strings.Join(out, "\n")
}

const (
	wordHidden = "hidden"
	wordBest   = "bo"
)

// scriptWords are the words before the colon of a script that are no name of a list.
var (
	scriptWords = append([]string{wordHidden, script.Pass, script.Coin, script.LoserOfCoin, script.FirstNamed}, barredWords...)
	barredWords = []string{script.Played, script.WonHere, script.LostHere}
)

// ParseScripts reads scripts, one a line: the steps in the notation of package script, and
// before a colon what they are for, in any order, such as
//
//	bo3 starters hidden loser_of_coin: strike A, strike B 2, strike A, left
//
// Steps before each later game stand behind a semicolon; played, won_here or lost_here before
// the colon says what cannot be chosen there, and pass that a late step removes nothing.
//
// A line without a length is for all matches that have no line of their own; one without a
// list is about the first.
func ParseScripts(text string, lists []List) (out []Script, err error) {
	for _, line := range lines(text) {
		var s Script
		head, steps, headed := strings.Cut(line, ":")
		if !headed {
			head, steps = "", line
		}
		if len(lists) > 0 {
			s.List = lists[0].Name
		}
		for _, word := range strings.Fields(head) {
			n, isBest := strings.CutPrefix(word, wordBest)
			best, err := strconv.Atoi(n)
			switch {
			case isBest && err == nil && best > 0:
				s.Best = best
			case word == wordHidden:
				s.Hidden = true
			case word == script.Pass:
				s.Late = word
			case slices.Contains(barredWords, word):
				s.Barred = word
			case slices.Contains(scriptWords, word):
				if s.First = word; word == script.Coin {
					s.First = ""
				}
			case slices.ContainsFunc(lists, func(l List) bool { return l.Name == word }):
				s.List = word
			default:
				return nil, notice.Err("own_game.script_word", "word", notice.Text(word), "line", notice.Text(line))
			}
		}
		start, between, _ := strings.Cut(steps, ";")
		s.Start, s.Between = strings.TrimSpace(start), strings.TrimSpace(between)
		out = append(out, s)
	}
	return out, nil
}

// ScriptText returns the scripts of Typed as they are typed.
func (p *Picks) ScriptText() string {
	return strings.Join(p.texts(p.Scripts), "\n")
}

// Scripts returns the scripts of a game as they are typed, those of a preset for the lengths
// that its matches have as the game is described.
func (g *Game) Scripts() []string {
	scripts, _, _ := g.picksFor()
	if g.Picks.Preset != Typed {
		scripts = slices.DeleteFunc(scripts, func(s Script) bool { return s.Best > 0 && !slices.Contains(g.needed(), s.Best) })
	}
	return g.Picks.texts(scripts)
}

func (p *Picks) texts(scripts []Script) (out []string) {
	for _, s := range scripts {
		var head []string
		if s.Best > 0 {
			head = append(head, wordBest+strconv.Itoa(s.Best))
		}
		if len(p.Lists) == 0 || s.List != p.Lists[0].Name {
			head = append(head, s.List)
		}
		if s.Hidden {
			head = append(head, wordHidden)
		}
		for _, word := range []string{s.First, s.Barred, s.Late} {
			if word != "" {
				head = append(head, word)
			}
		}
		line := s.Start
		if s.Between != "" {
			line += "; " + s.Between
		}
		if len(head) > 0 {
			line = strings.Join(head, " ") + ": " + line
		}
		out = append(out, line)
	}
	return out
}

// check returns why a game cannot have such picks and bans, or nil.
func (p *Picks) check() error {
	items, scripts := utf8.RuneCountInString(p.ItemText()), utf8.RuneCountInString(p.ScriptText())
	switch {
	case p.Preset != NoPicks && p.Preset != Typed && !slices.Contains(Presets(), p.Preset):
		return notice.Err("own_game.preset", "word", notice.Text(string(p.Preset)))
	case p.Preset == NoPicks && len(p.Lists) > 0:
		return notice.Err("own_game.picks_none")
	case p.Preset != Typed && len(p.Scripts) > 0:
		return notice.Err("own_game.picks_typed")
	case p.Preset == Typed && len(p.Scripts) == 0:
		return notice.Err("own_game.no_script")
	case p.Preset != NoPicks && (len(p.Lists) == 0 || p.Preset != Typed && (p.Lists[0].PerPlayer > 0) != p.Preset.ofDecks()):
		return notice.Err("own_game.no_items")
	case items > MaxPicks:
		return notice.Err("own_game.items_long", "chars", items, "most", MaxPicks)
	case scripts > MaxPicks:
		return notice.Err("own_game.script_long", "chars", scripts, "most", MaxPicks)
	}
	return nil
}

// picksFor returns the scripts of a game for matches of the lengths that it has. A length that
// it need not have is left out if there are too few items for it.
func (g *Game) picksFor() (scripts []Script, lengths []int, err error) {
	p := &g.Picks
	switch {
	case p.Preset == NoPicks:
		return nil, g.lengths(), nil
	case p.Preset == Typed && slices.ContainsFunc(p.Scripts, func(s Script) bool { return s.Best == 0 }):
		return p.Scripts, g.needed(), nil
	case p.Preset == Typed:
		return p.Scripts, g.lengths(), nil
	}
	if p.Preset != Veto && p.Preset != RTS {
		return g.between()
	}
	items, needed := len(p.Lists[0].Items), g.needed()
	all := slices.Concat(needed, g.lengths())
	slices.Sort(all)
	for _, n := range slices.Compact(all) {
		if items < max(n, 2) {
			if slices.Contains(needed, n) {
				return nil, nil, notice.Err("own_game.few_items", "n", items, "best", n, "least", max(n, 2))
			}
			continue
		}
		if slices.Contains(g.lengths(), n) {
			lengths = append(lengths, n)
		}
		scripts = append(scripts, Script{Best: n, List: p.Lists[0].Name, Start: p.preset(items, n)})
	}
	return scripts, lengths, nil
}

// between returns the scripts of a preset in which items are chosen between games, for all
// lengths for which there are enough.
func (g *Game) between() (scripts []Script, lengths []int, err error) {
	p := &g.Picks
	first, last := p.Lists[0].Name, p.Lists[len(p.Lists)-1].Name
	switch p.Preset {
	case Striking:
		scripts = []Script{
			{List: first, First: script.LoserOfCoin, Start: struck(len(p.Lists[0].Items))},
			{List: last, Between: "ban winner 2, pick loser", Barred: script.WonHere},
		}
	case Fighter:
		if first != last {
			scripts = []Script{{List: first, Hidden: true, Start: "pick both", Between: "keep winner, pick loser"}}
		}
		scripts = append(scripts, Script{List: last, Start: "random", Between: "pick loser"})
	case Conquest:
		scripts = []Script{{List: first, Hidden: true, Start: "ban both of_other, pick both", Between: "pick both", Barred: script.WonHere}}
	case Standing:
		scripts = []Script{{List: first, Hidden: true, Start: "ban both of_other, pick both", Between: "keep winner, pick loser", Barred: script.LostHere}}
	case NoPicks, Veto, RTS, Typed: // nothing is chosen between games, or it is typed
	}
	for _, n := range slices.Concat(g.needed(), g.lengths()) {
		var parts []script.Part
		for _, s := range scripts {
			l := p.Lists[slices.IndexFunc(p.Lists, func(l List) bool { return l.Name == s.List })]
			parts = append(parts, script.Part{Steps: s.Start, Between: s.Between, Barred: s.Barred, Items: l.Items, PerPlayer: l.PerPlayer, Sides: p.Sides, First: s.First, Hidden: s.Hidden})
		}
		switch _, err := script.New(parts, n); {
		case err != nil && slices.Contains(g.needed(), n):
			return nil, nil, err
		case err == nil && slices.Contains(g.lengths(), n):
			lengths = append(lengths, n)
		}
	}
	slices.Sort(lengths)
	return scripts, slices.Compact(lengths), nil
}

// struck are strikes of all items but one: A one, then two in a row each.
func struck(items int) string {
	var t turns
	for i := range items - 1 {
		t.take(script.Strike, (i+1)/2%2)
	}
	t.decider()
	return t.String()
}

// Decks returns the list of decks of a preset for matches of so many games, if it has one and
// none is named: one more than the games to be won, since one is banned.
func (p Preset) Decks(best int) []List {
	if !p.ofDecks() {
		return nil
	}
	return []List{{Name: "decks", PerPlayer: best/2 + 2}}
}

// preset returns the steps of a preset for a match of n games and so many items.
func (p *Picks) preset(items, n int) string {
	if p.Preset == RTS {
		return p.allBansFirst(items, n)
	}
	return p.vetoed(items, n)
}

// turns writes steps in which A and B take turns.
type turns struct {
	steps []string
	who   int
	sides bool
}

func (t *turns) take(verb script.Verb, by int) {
	t.steps = append(t.steps, string(verb)+" "+string(rune('A'+by)))
	if verb == script.Pick && t.sides {
		t.take(script.Side, 1-by)
	}
}

func (t *turns) next(verb script.Verb) {
	t.take(verb, t.who)
	t.who = 1 - t.who
}

// decider takes what is left, in which the player whose turn it is chooses the side.
func (t *turns) decider() {
	t.steps = append(t.steps, string(script.Left))
	if t.sides {
		t.take(script.Side, t.who)
	}
}

// String joins the steps, with equal ones after one another as one.
func (t *turns) String() string {
	var out []string
	for i := 0; i < len(t.steps); {
		n := 1
		for i+n < len(t.steps) && n < 9 && t.steps[i+n] == t.steps[i] && strings.Contains(t.steps[i], " ") {
			n++
		}
		step := t.steps[i]
		if n > 1 {
			step += " " + strconv.Itoa(n)
		}
		out, i = append(out, step), i+n
	}
	return strings.Join(out, ", ")
}

// vetoed are the steps of a map veto: up to two bans, picks, and bans until the decider is
// left, in turn. An even number of games has no decider.
func (p *Picks) vetoed(items, n int) string {
	t := turns{sides: len(p.Sides) > 0}
	bans := items - n
	for range min(2, bans) {
		t.next(script.Ban)
	}
	for range n - n%2 {
		t.next(script.Pick)
	}
	if n%2 == 1 {
		for range max(0, bans-2) {
			t.next(script.Ban)
		}
		t.decider()
	}
	return t.String()
}

// allBansFirst are the steps of a pool of maps: bans, two in a row but for the ends, with the
// last by A; then picks, in the same order or, where nothing is banned, in turn.
func (p *Picks) allBansFirst(items, n int) string {
	t := turns{sides: len(p.Sides) > 0}
	bans := items - n
	if n%2 == 0 {
		bans = min(bans, 2)
	}
	for i := range bans {
		t.take(script.Ban, (bans-i)/2%2)
	}
	for i := range n - n%2 {
		by := (i + 1) / 2 % 2
		if bans == 0 {
			by = i % 2
		}
		t.take(script.Pick, by)
	}
	if n%2 == 1 {
		t.decider()
	}
	return t.String()
}

// picksOf fills in the picks and bans of a ruleset.
func (g *Game) picksOf(rs *rules.Ruleset) {
	p := &g.Picks
	if len(rs.Scripts) > 0 {
		p.Sides, p.Clock, p.Preset = rs.Scripts[0].Sides, time.Duration(rs.Scripts[0].Clock), Typed
	}
	for _, name := range slices.Sorted(maps.Keys(rs.Pools)) {
		of := rs.Pools[name]
		l := List{name, of.Items, of.PerPlayer, of.Distinct}
		if p.Preset != NoPicks && name == rs.Scripts[0].Pool {
			p.Lists = slices.Insert(p.Lists, 0, l)
			continue
		}
		p.Lists = append(p.Lists, l)
	}
	for i := range rs.Scripts {
		s := &rs.Scripts[i]
		p.Scripts = append(p.Scripts, Script{s.Best, s.Pool, s.Start, s.Between, s.Barred, s.First, s.Hidden, s.Late})
	}
	if p.Preset == NoPicks {
		return
	}
	for _, preset := range Presets() {
		of := *g
		of.Picks.Preset, of.Picks.Scripts = preset, nil
		if preset.ofDecks() != (p.Lists[0].PerPlayer > 0) {
			continue
		}
		if made, _, err := of.picksFor(); err == nil && slices.Equal(made, p.Scripts) {
			p.Preset, p.Scripts = preset, nil
			return
		}
	}
}
