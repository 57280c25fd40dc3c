package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/script"
)

// Picks returns the picks and bans before a match of a stage, or nil if there are none.
func (r *Ruleset) Picks(stage ledger.Stage) *script.Plan {
	if len(r.Scripts) == 0 {
		return nil
	}
	plan, _ := r.plan(r.games(stage))
	return plan
}

// lengths returns of how many games matches of the game can be.
func (r *Ruleset) lengths() []int {
	out := append([]int{max(1, r.Match.Games), max(1, r.games(ledger.Elimination))}, r.Match.Best...)
	slices.Sort(out)
	return slices.Compact(out)
}

// plan returns the scripts of a match of so many games, or nil if it has none.
func (r *Ruleset) plan(games int) (*script.Plan, error) {
	games = max(1, games)
	best := 0
	if slices.ContainsFunc(r.Scripts, func(s Script) bool { return s.Best == games }) {
		best = games
	}
	var parts []script.Part
	for i := range r.Scripts {
		if s := &r.Scripts[i]; s.Best == best {
			parts = append(parts, script.Part{
				Steps: s.Start, Between: s.Between, Barred: s.Barred, Items: r.Pools[s.Pool].Items, PerPlayer: r.Pools[s.Pool].PerPlayer,
				Sides: s.Sides, First: s.First, Hidden: s.Hidden, Clock: time.Duration(s.Clock), Late: s.Late,
			})
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return script.New(parts, games)
}

// Clocks of a step.
const (
	shortestStep = Duration(15 * time.Second)
	longestStep  = Duration(24 * time.Hour)
)

func (r *Ruleset) checkScripts() error {
	for i, s := range r.Scripts {
		at := fmt.Sprintf("script[%d]", i)
		if err := cmp.Or(
			oneOf(at+".first", s.First, "", script.Coin, script.LoserOfCoin, script.FirstNamed),
			oneOf(at+".barred", s.Barred, "", script.NotBarred, script.Played, script.WonHere, script.LostHere),
			oneOf(at+".late", s.Late, "", script.Draw, script.Pass),
		); err != nil {
			return err
		}
		pool, known := r.Pools[s.Pool]
		switch {
		case r.Seats.Max != 2:
			return notice.Err("script.seats", "key", notice.Text(at))
		case !known:
			return notice.Err("script.pool", "key", notice.Text(at), "word", notice.Text(s.Pool))
		case s.Best != 0 && !slices.Contains(r.lengths(), s.Best):
			return notice.Err("script.best", "key", notice.Text(at), "n", s.Best)
		case s.Clock != 0 && (s.Clock < shortestStep || s.Clock > longestStep):
			return notice.Err("script.clock", "key", notice.Text(at), "least", time.Duration(shortestStep), "most", time.Duration(longestStep))
		case s.Between != "" && r.form() != ledger.Games:
			return notice.Err("script.form", "key", notice.Text(at), "word", notice.Text(s.Between))
		}
		if pool.PerPlayer != 0 {
			if err := r.checkOwn(s.Pool, pool); err != nil {
				return err
			}
		} else if err := nonEmpty("pool."+s.Pool+".items", len(pool.Items)); err != nil {
			return err
		}
	}
	for _, games := range r.lengths() {
		if _, err := r.plan(games); err != nil && len(r.Scripts) > 0 {
			return err
		}
	}
	return nil
}

// OwnItems returns the pool of which each player has items of their own, by its name, or nil.
// The items are lines of the player's decklist.
func (r *Ruleset) OwnItems() *Pool {
	for _, s := range r.Scripts {
		if pool := r.Pools[s.Pool]; pool.PerPlayer > 0 {
			return &pool
		}
	}
	return nil
}

// mostOwn is up to how many own items a player has.
const mostOwn = 9

// checkOwn checks a pool of own items. There is one at most, since there is one decklist.
func (r *Ruleset) checkOwn(name string, pool Pool) error {
	for _, s := range r.Scripts {
		if s.Pool != name && r.Pools[s.Pool].PerPlayer != 0 {
			return notice.Err("script.own_twice", "word", notice.Text(s.Pool))
		}
	}
	switch n := len(pool.Items); {
	case r.NoDecks:
		return notice.Err("script.own_decks", "word", notice.Text(name))
	case pool.PerPlayer < 2 || pool.PerPlayer > mostOwn:
		return notice.Err("script.own_count", "word", notice.Text(name), "most", mostOwn)
	case pool.Distinct != "" && n > 0 && n < pool.PerPlayer:
		return notice.Err("script.own_few", "word", notice.Text(pool.Distinct), "n", n)
	}
	return nil
}

// OwnLines returns the items of a player that a decklist names: its lines, or what semicolons
// part where it is typed in one line.
func OwnLines(decklist string) (out []string) {
	for line := range strings.FieldsFuncSeq(decklist, func(r rune) bool { return r == '\n' || r == ';' }) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// SomeOwn returns a decklist that FitOwn accepts, in one line.
func (p *Pool) SomeOwn() string {
	lines := make([]string, p.PerPlayer)
	for i := range lines {
		lines[i] = strconv.Itoa(i + 1)
		switch {
		case len(p.Items) > 0:
			lines[i] = p.Items[i%len(p.Items)] + ": " + lines[i]
		case p.Distinct != "":
			lines[i] = string(rune('A'+i)) + ": " + lines[i]
		}
	}
	return strings.Join(lines, "; ")
}

// FitOwn returns why a decklist does not name the own items of a player, or nil: by their number
// and by what stands before a colon.
func (p *Pool) FitOwn(decklist string) error {
	lines := OwnLines(decklist)
	if len(lines) != p.PerPlayer {
		return notice.Err("deck.own_count", "n", p.PerPlayer, "got", len(lines))
	}
	seen, classes := map[string]bool{}, map[string]bool{}
	for _, line := range lines {
		class, _, _ := strings.Cut(line, ":")
		class = strings.TrimSpace(class)
		key := strings.ToLower(class)
		switch {
		case seen[strings.ToLower(line)]:
			return notice.Err("deck.own_twice", "word", notice.Text(line))
		case len(p.Items) > 0 && !slices.ContainsFunc(p.Items, func(item string) bool { return strings.EqualFold(item, class) }):
			return notice.Err("deck.own_unknown", "word", notice.Text(class), "known", notice.Texts(p.Items))
		case p.Distinct != "" && classes[key]:
			return notice.Err("deck.own_distinct", "word", notice.Text(class), "what", notice.Text(p.Distinct))
		}
		seen[strings.ToLower(line)], classes[key] = true, true
	}
	return nil
}
