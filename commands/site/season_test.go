package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"topcut/commands/text"
	"topcut/tournament/fraction"
	"topcut/tournament/season"
)

// The page of a season loads nothing, strikes through what is dropped, explains every
// row, and takes every name and reason as text.
func TestThePageOfASeasonIsSelfContained(t *testing.T) {
	in := &season.Input{
		Rules: season.Rules{Places: []fraction.Fraction{fraction.Int(5), fraction.Int(3)}, Best: 1},
		Events: []season.Leg{
			{Results: []season.Result{{Member: 1, Place: 1}, {Member: 2, Place: 2}}},
			{Results: []season.Result{{Member: 2, Place: 1}, {Member: 1, Place: 2}}},
		},
		Adjustments: []season.Adjustment{{Member: 2, Points: fraction.Int(-1), Reason: 1}},
	}
	page, err := FrozenSeason(&Season{
		Name: "Monday <b>", Tables: []*season.Table{season.Compute(in)}, Weeks: Weeks([]string{"w1", "<i>w2"}), Reason: func(int) string { return "<script>alert(1)</script>" },
		Words: text.Printer{Name: func(n int) string { return []string{"Ann <u>", "Bo"}[n-1] }},
	})
	if err != nil {
		t.Fatal(err)
	}
	html := string(page)
	for _, want := range []string{"<del>3</del>", "Monday &lt;b&gt;", "&lt;i&gt;w2", "Ann &lt;u&gt;", "&lt;script&gt;", "more points", "default-src &#39;none&#39;"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	for _, bad := range []string{"<script", "<b>", "<i>", "<u>", "http://", "https://", "src="} {
		if strings.Contains(html, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

// TestTheLineOfTheFinalPartsNobodyWhoIsLevel: it stands below all who share the last
// place that reaches it.
func TestTheLineOfTheFinalPartsNobodyWhoIsLevel(t *testing.T) {
	in := &season.Input{Rules: season.Rules{Places: []fraction.Fraction{fraction.Int(5), fraction.Int(3), fraction.Int(3), fraction.Int(1)}, Final: 2}, Events: []season.Leg{
		{Results: []season.Result{{Member: 1, Place: 1}, {Member: 2, Place: 2}, {Member: 3, Place: 3}, {Member: 4, Place: 4}}},
	}}
	table := season.Compute(in)
	p := newSeasonPage(&Season{Tables: []*season.Table{table}, Lines: []season.Line{table.FinalLine(2)}, Final: 2, Weeks: Weeks([]string{"w1"}), Words: text.Printer{Name: func(int) string { return "x" }}})
	if got := p.Divisions[0].Table.Cut.After; got != 3 {
		t.Errorf("the line stands below row %d in place %d, want row 3", got, p.Divisions[0].Rows[max(got, 1)-1].Place)
	}
}

// TestNoRouteWrites walks every address the server has: each takes GET (and so HEAD)
// and nothing else.
func TestNoRouteWrites(t *testing.T) {
	s := New(Config{})
	for pattern := range s.routes() {
		method, path, _ := strings.Cut(pattern, " ")
		if method != http.MethodGet {
			t.Errorf("%s can be asked with %s", path, method)
		}
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", ""} {
			w := httptest.NewRecorder()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, strings.NewReplacer("{slug}", "1-a", "{name}", "x").Replace(path), nil)
			r.Method = method
			s.Handler().ServeHTTP(w, r)
			if w.Code != http.StatusMethodNotAllowed {
				t.Errorf("%q %s is answered %d", method, path, w.Code)
			}
		}
	}
}

// TestThePageOfASeasonListsOpenMatches: an agreed match with its time, any other with the
// end of its window, in the form that the reader's browser turns into its own zone.
func TestThePageOfASeasonListsOpenMatches(t *testing.T) {
	at := time.Date(2026, 3, 6, 19, 0, 0, 0, time.UTC)
	page, err := FrozenSeason(&Season{Name: "Monday", Tables: []*season.Table{season.Compute(&season.Input{})}, Coming: []Week{{
		Title: "w3", State: "going on", Open: []arrangedMatch{{First: "Ann", Second: "Bo", At: at, Agreed: true}, {First: "Cy", Second: "<Di>", At: at.AddDate(0, 0, 1)}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<time class="local" datetime="2026-03-06T19:00:00Z">2026-03-06 19:00 UTC</time>`,
		`<time class="local" datetime="2026-03-07T19:00:00Z" data-say="by %">by 2026-03-07 19:00 UTC</time>`, "&lt;Di&gt;",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not have %s", want)
		}
	}
}
