package site

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/columns"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/sorted"
)

// Limits for what-if questions: how often a caller may ask, how long a request waits, and
// how many answers are cached; one question is simulated at a time for all.
const (
	supposePerSecond = 0.5
	supposeBurst     = 20
	supposeWait      = 5 * time.Second
	keptSupposed     = 64
)

// supposed is the page on which a reader picks results of the open round.
type supposed struct {
	frame
	Back    string
	Round   string
	Clear   string // the address without picks; empty if there are none
	Matches []supposedMatch
	Rows    []supposedRow
	Details []string
}

// supposedMatch is an open match with its choices, each of which is an address.
type supposedMatch struct {
	Title   string
	Choices []supposedChoice
}

type supposedChoice struct {
	Label, Address string
	Picked         bool
}

// picks are the assumed results: a choice by the index of a match.
type picks map[int]int

// readPicks parses "1a.4b": match and choice. It skips what the round does not have.
func readPicks(text string, choices map[int][]pick) picks {
	out := picks{}
	for _, word := range strings.SplitN(text, ".", len(choices)+1) {
		if len(word) < 2 || len(word) > 5 {
			continue
		}
		n, err := strconv.Atoi(word[:len(word)-1])
		match, choice := n-1, int(word[len(word)-1])-'a'
		if err == nil && choice >= 0 && choice < len(choices[match]) {
			out[match] = choice
		}
	}
	return out
}

// String encodes picks for an address.
func (p picks) String() string {
	var matches []int
	for m := range p {
		matches = append(matches, m)
	}
	slices.Sort(matches)
	words := make([]string, len(matches))
	for i, m := range matches {
		words[i] = strconv.Itoa(m+1) + string(rune('a'+p[m]))
	}
	return strings.Join(words, ".")
}

// with returns the picks with another choice for a match; the same choice removes it.
func (p picks) with(match, choice int) picks {
	out := picks{match: choice}
	for m, c := range p {
		if m != match {
			out[m] = c
		} else if c == choice {
			delete(out, m)
		}
	}
	return out
}

// canSuppose reports whether an event has results to pick and chances that depend on
// them.
func canSuppose(s *tournament.State) bool {
	if len(openMatches(s)) == 0 {
		return false
	}
	_, err := sim.Live(s)
	return err == nil
}

// openMatches returns the indexes of the round's matches without a result.
func openMatches(s *tournament.State) (out []int) {
	r := s.Current()
	if r == nil || s.Phase != tournament.Running || r.Status == tournament.Done || s.Arranged() {
		return nil
	}
	for i := range s.Ledger.Rounds.At(r.Number).Matches {
		if m := &s.Ledger.Rounds.At(r.Number).Matches[i]; m.N == 2 && !m.Finished() {
			out = append(out, i)
		}
	}
	return out
}

// whatIf serves the chances after a reader's picks. Only the answer is cached, for the
// next reader with the same picks.
func (s *Server) whatIf(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, s.event, r.PathValue("slug"), func(sub *subject, _ *servedPage) {
		w.Header().Set("X-Robots-Tag", "noindex")
		snap := sub.state.(*tournament.Snapshot)
		open := openMatches(snap.State)
		if !canSuppose(snap.State) {
			http.Redirect(w, r, Path(snap.State), http.StatusSeeOther)
			return
		}
		if !s.supposing.allow(s.caller(r)) {
			w.Header().Set("Retry-After", "5")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		env := s.cfg.Env(snap)
		choices := map[int][]pick{}
		for _, m := range open {
			choices[m] = basicResults(wording.About(env.Words, env.Snap), snap.State.Current().Number, m+1)
		}
		p := picks{}
		if r.URL.Query().Get("round") == strconv.Itoa(snap.State.Current().Number) {
			p = readPicks(r.URL.Query().Get("pick"), choices)
		}
		ctx, cancel := context.WithTimeout(r.Context(), supposeWait)
		defer cancel()
		before, err := s.suppose(ctx, snap, nil, choices)
		after := before
		if err == nil && len(p) > 0 {
			after, err = s.suppose(ctx, snap, p, choices)
		}
		if err != nil {
			w.Header().Set("Retry-After", "5")
			http.Error(w, "the chances cannot be reckoned now", http.StatusServiceUnavailable)
			return
		}
		f := newFile("text/html; charset=utf-8", newSupposed(env, snap.State, p, choices, open, before, after).html())
		f.serve(w, r)
	})
}

// suppose returns the chances with some results of the open round picked, computed like
// /odds. Pending reports are not included, since they are not on the page.
func (s *Server) suppose(ctx context.Context, snap *tournament.Snapshot, p picks, choices map[int][]pick) (*sim.OddsResult, error) {
	key := fmt.Sprintf("%d %d %s", snap.State.ID, snap.State.Seq, p)
	s.mu.Lock()
	known := s.answers[key]
	s.mu.Unlock()
	if known != nil {
		return known, nil
	}
	select {
	case s.answering <- struct{}{}:
		defer func() { <-s.answering }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	results := map[int]ledger.Result{}
	for m, c := range p {
		results[m] = choices[m][c].Result
	}
	config, err := sim.Suppose(snap.State, results)
	if err != nil {
		return nil, err
	}
	config.Trials = min(liveTrials, max(leastTrials, mostSeats/max(1, len(snap.State.Players))))
	found, err := sim.Odds(ctx, config)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.answers) >= keptSupposed {
		clear(s.answers)
	}
	s.answers[key] = found
	return found, nil
}

// newSupposed builds the page.
func newSupposed(env view.Env, s *tournament.State, p picks, choices map[int][]pick, open []int, before, after *sim.OddsResult) *supposed {
	round, back := s.Current().Number, Path(s)
	page := &supposed{Back: back, Rows: compared(wording.About(env.Words, env.Snap), before, after), Details: wording.OddsWords(env.Words, after)}
	page.frame = frame{words: env.Words, Title: s.Settings.Name, Seq: s.Seq, Still: true}
	page.Description = page.say("web.whatif_title")
	page.Round = page.say("web.whatif_hint", "round", round)
	address := func(p picks) string {
		if len(p) == 0 {
			return back + "/odds"
		}
		return fmt.Sprintf("%s/odds?round=%d&pick=%s", back, round, p)
	}
	if len(p) > 0 {
		page.Clear = address(nil)
	}
	for _, m := range open {
		match := supposedMatch{Title: page.say("web.table_number", "table", int(s.Ledger.Rounds.At(round).Matches[m].Table))}
		for i, c := range choices[m] {
			now, picked := p[m]
			match.Choices = append(match.Choices, supposedChoice{Label: plain(c.Label), Address: address(p.with(m, i)), Picked: picked && now == i})
		}
		page.Matches = append(page.Matches, match)
	}
	return page
}

// html returns the page.
func (p *supposed) html() []byte {
	w := &writer{}
	p.top(w)
	w.put(`
<header>
<h1>`, p.name(p.Title), `</h1>
<p class="meta">`, p.said("web.whatif_title"), ` · <a href="`, linked(p.Back), `#odds">`, p.said("web.whatif_back"), `</a></p>
</header>
<main>
<section id="picks">
<h2>`, p.said("web.now"), `</h2>
<p>`, escaped(p.Round))
	if p.Clear != "" {
		w.put(` <a href="`, linked(p.Clear), `" rel="nofollow">`, p.said("web.whatif_clear"), `</a>`)
	}
	w.put(`</p>
<ul class="picks">`)
	for i := range p.Matches {
		m := &p.Matches[i]
		w.put(`
<li><span>`, escaped(m.Title), `</span>`)
		for _, c := range m.Choices {
			w.put(` <a href="`, linked(c.Address), `#chances" rel="nofollow"`, when(c.Picked, ` aria-current="true"`), `>`, escaped(c.Label), `</a>`)
		}
	}
	w.put(`
</ul>
</section>
<section id="chances">
<h2>`, p.said("web.odds"), `</h2>
`)
	w.beginTable(p.said("web.odds"), "", p.headed("web.player"), p.heading("web.whatif_before"), p.heading("web.whatif_after"))
	for i := range p.Rows {
		r := &p.Rows[i]
		w.put(`
<tr><td class="name">`, p.name(r.Name), `<td>`, escaped(r.Before), `<td>`, escaped(r.After), `<meter value="`, probability(r.P), `" aria-hidden="true"></meter>`)
	}
	w.endTable()
	p.notes(w, p.Details)
	w.put(`
</section>
</main>
`)
	p.bottom(w)
	return w.Bytes()
}

// pick is an assumed result of an open match, from the first player's side.
type pick struct {
	Label  string
	Result ledger.Result
}

// basicResults returns the basic results of an open two-player match: a win of either side and,
// if the rules have it, a played draw.
func basicResults(e wording.Event, round, match int) []pick {
	s := e.Snap.State
	l := s.Ledger.Rounds.At(round).Matches.At(match)
	boards := numbered.Get(s.Ledger.Rounds.At(round).Boards, match)
	var out []pick
	seen := map[int]bool{}
	rs := s.RulesOf(match, l)
	for _, o := range rs.Results(s.Ledger.Rounds.At(round).Stage) {
		m := *l
		m.Kind, m.Result = o.Kind, o.Result
		winner := s.Rules.Winner(&m)
		if o.Kind != ledger.Played || seen[winner] || !s.Rules.CanEnd(l, boards, o.Result) {
			continue
		}
		seen[winner] = true
		label := e.Given(int(l.Seats[0])+1) + " – " + e.Given(int(l.Seats[1])+1)
		if winner >= 0 {
			label = e.Given(int(l.Seats[winner]) + 1)
		}
		out = append(out, pick{label + " " + rs.FormatResult(m, max(winner, 0)), o.Result})
	}
	return out
}

// supposedRow is one player's chance of making the cut, currently and with the assumed
// result.
type supposedRow struct {
	Name, Before, After string
	P                   float64 // with the assumed result
}

// compared compares the chances of all players in contention for the cut; the likeliest
// with the assumed result comes first.
func compared(e wording.Event, before, after *sim.OddsResult) []supposedRow {
	var order []int
	for i := range after.Players {
		if after.HasCut(i) && (e.Snap.State.Taking(i+1) || after.Players[i].Cut.P > 0) {
			order = append(order, i)
		}
	}
	sorted.Stable(order, func(a, b int) int { return cmp.Compare(after.Players[b].Cut.P, after.Players[a].Cut.P) })
	out := make([]supposedRow, len(order))
	for i, n := range order {
		was, is := before.Players[n].Cut, after.Players[n].Cut
		out[i] = supposedRow{e.Given(n + 1), columns.ShortVerdict(e.Printer, was), columns.ShortVerdict(e.Printer, is), is.P}
	}
	return out
}
