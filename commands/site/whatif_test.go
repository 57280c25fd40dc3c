package site_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
)

// inRound returns an evening as it stood when a round had been published and no match
// of it was over.
func inRound(t *testing.T, last *tournament.Snapshot, round int) *tournament.Snapshot {
	t.Helper()
	for i := range last.Log {
		s, err := tournament.Fold(1, last.Log[:i+1])
		if err != nil {
			t.Fatal(err)
		}
		if r := s.Current(); r != nil && r.Number == round && len(s.Blocking(round)) > 2 {
			s.Page = tournament.Page{Token: token}
			return &tournament.Snapshot{State: s, Log: last.Log[:i+1], Book: last.Book}
		}
	}
	t.Fatalf("there is no round %d", round)
	return nil
}

var (
	choiceLink = regexp.MustCompile(`<a href="([^"]*pick=[^"]*)#chances" rel="nofollow">([^<]*)</a>`)
	chanceRow  = regexp.MustCompile(`<tr><td class="name"><bdi>([^<]*)</bdi><td>([^<]*)<td>([^<]*)<meter value="([^"]*)"`)
)

// TestAReaderPicksResultsAndSeesTheChances: by links alone. The chances are those of the
// engine of /odds after the same results, and a second press takes a pick back.
func TestAReaderPicksResultsAndSeesTheChances(t *testing.T) { picked(t, swiss, 3) }

// TestAReaderPicksResultsOfAGroup: the chances of the places of each group.
func TestAReaderPicksResultsOfAGroup(t *testing.T) { picked(t, groups, 2) }

// picked has a reader pick a result of a round.
func picked(t *testing.T, shape func(*tournament.Settings), round int) {
	t.Helper()
	snap := inRound(t, play(t, 3, "magic", shape, histories.Options{Players: 8}, nil), round)
	_, _, srv := begin(t, snap)
	path := srv.URL + "/e/1-" + token + "/odds"
	code, body, _ := get(t, path)
	if code != http.StatusOK || strings.Contains(body, "<script") || strings.Contains(body, "<form") {
		t.Fatalf("%d %s", code, body)
	}
	links := choiceLink.FindAllStringSubmatch(body, -1)
	if want := 3 * len(snap.State.Blocking(round)); len(links) != want {
		t.Fatalf("%d choices, want %d", len(links), want)
	}
	match := -1
	r := snap.State.Ledger.Rounds[round-1]
	for i := range r.Matches {
		if !r.Matches[i].Finished() {
			match = i
			break
		}
	}
	winner := snap.Name(int(r.Matches[match].Seats[0]) + 1)
	if !strings.HasPrefix(html.UnescapeString(links[0][2]), winner+" 2-0") {
		t.Fatalf("the first choice is %q, not that %s wins", links[0][2], winner)
	}
	code, body, _ = get(t, srv.URL+html.UnescapeString(links[0][1]))
	if code != http.StatusOK || !strings.Contains(body, `aria-current="true">`+links[0][2]) {
		t.Fatalf("%d: the pick is not shown", code)
	}
	config, err := sim.Suppose(snap.State, map[int]ledger.Result{match: {Form: ledger.Games, V: [4]int32{2, 0, 0}}})
	if err != nil {
		t.Fatal(err)
	}
	config.Trials = 1000
	want, err := sim.Odds(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]float64{}
	for i := range want.Players {
		ours[snap.Name(i+1)] = want.Players[i].Cut.P
	}
	changed := 0
	rows := chanceRow.FindAllStringSubmatch(body, -1)
	for _, row := range rows {
		if row[2] != row[3] {
			changed++
		}
		var p float64
		if _, err := fmt.Sscan(row[4], &p); err != nil || p != ours[html.UnescapeString(row[1])] {
			t.Errorf("%s has %s, the engine says %v", row[1], row[4], ours[row[1]])
		}
	}
	if len(rows) != 8 || changed == 0 {
		t.Errorf("%d rows, %d of them changed", len(rows), changed)
	}
	if !strings.Contains(body, `/odds#chances" rel="nofollow" aria-current="true">`) {
		t.Error("a second press does not take the pick back")
	}
}

// TestPicksOfAnotherRoundSupposeNothing: an old link, forged picks and an event without
// an open round.
func TestPicksOfAnotherRoundSupposeNothing(t *testing.T) {
	last := play(t, 3, "magic", swiss, histories.Options{Players: 8}, nil)
	e, _, srv := begin(t, inRound(t, last, 3))
	path := srv.URL + "/e/1-" + token + "/odds"
	for _, query := range []string{"?round=2&pick=1a", "?round=3&pick=99a.1z.a.-1a.1", "?round=3&pick=" + strings.Repeat("9a.", 3000)} {
		if code, body, _ := get(t, path+query); code != http.StatusOK || strings.Contains(body, "aria-current") {
			t.Errorf("%.40s: %d", query, code)
		}
	}
	e.now.Store(do(t, last, &command.OpenPage{Token: token}))
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req, err := http.NewRequestWithContext(t.Context(), "GET", path, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != "/e/1-"+token {
		t.Errorf("an event that is over: %s to %q", resp.Status, resp.Header.Get("Location"))
	}
}

// TestQuestionsOfChancesAreCountedApart: a caller who asks without end is refused, and
// others are answered.
func TestQuestionsOfChancesAreCountedApart(t *testing.T) {
	_, s, _ := begin(t, inRound(t, play(t, 3, "magic", swiss, histories.Options{Players: 8}, nil), 3))
	h := s.Handler()
	ask := func(address string) int {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/e/1-"+token+"/odds", nil)
		r.RemoteAddr = address
		h.ServeHTTP(w, r)
		return w.Code
	}
	refused := 0
	for range 60 {
		if ask("198.51.100.7:1") == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused < 20 {
		t.Errorf("%d of 60 questions are refused", refused)
	}
	if code := ask("198.51.100.8:1"); code != http.StatusOK {
		t.Errorf("another caller is answered %d", code)
	}
}
