package site

import (
	"strings"
	"testing"

	"topcut/commands/text"
	"topcut/tournament/rat"
	"topcut/tournament/season"
)

// The page of a season loads nothing, strikes through what is dropped, explains every
// row, and takes every name and reason as text.
func TestThePageOfASeasonIsSelfContained(t *testing.T) {
	in := &season.Input{
		Rules: season.Rules{Places: []rat.Rat{rat.Int(5), rat.Int(3)}, Best: 1},
		Events: []season.Event{
			{Results: []season.Result{{Member: 1, Place: 1}, {Member: 2, Place: 2}}},
			{Results: []season.Result{{Member: 2, Place: 1}, {Member: 1, Place: 2}}},
		},
		Adjustments: []season.Adjustment{{Member: 2, Points: rat.Int(-1), Reason: 1}},
	}
	html := string(Season(&SeasonPage{
		Name: "Monday <b>", Table: season.Compute(in), Events: []string{"w1", "<i>w2"}, Reason: func(int) string { return "<script>alert(1)</script>" },
		Words: text.Printer{Name: func(n int) string { return []string{"Ann <u>", "Bo"}[n-1] }},
	}))
	for _, want := range []string{"<del>3</del>", "Monday &lt;b&gt;", "&lt;i&gt;w2", "Ann &lt;u&gt;", "&lt;script&gt;", "more points", "default-src 'none'"} {
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
