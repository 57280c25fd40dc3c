package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"topcut/commands/league"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// TestASeasonsExportIsItsTable: the export of a closed season prints the table from its
// log alone, and an export with a changed log is refused.
func TestASeasonsExportIsItsTable(t *testing.T) {
	rules, _ := season.Preset("places")
	snap := journal.Begin(season.Aggregate{}, 1, make([]byte, 32))
	people := []season.Person{{User: "1", Name: "Ann"}, {Name: "Bob"}}
	results := []season.Result{{Member: 1, Place: 2}, {Member: 2, Place: 1}}
	for i, c := range []season.Command{
		season.Create{Guild: "g", Settings: season.Settings{Name: "Spring", Rules: rules, Channel: "c"}},
		season.Count{Log: 7, People: people, Event: season.Leg{Results: results}},
		season.Close{},
	} {
		var err error
		if snap, _, err = journal.Decide(season.Aggregate{}, snap, season.Request{Command: c}, time.Unix(int64(1_800_000_000+i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	data, err := league.Export(snap, func(int) string { return "Week 1" })
	if err != nil {
		t.Fatal(err)
	}
	run := func(data string) (int, string) {
		var out, said bytes.Buffer
		p := &program{env: func(string) string { return "" }, stdin: strings.NewReader(data), stdout: &out, stderr: &said}
		return p.run(t.Context(), []string{"season"}), out.String() + said.String()
	}
	if code, out := run(string(data)); code != 0 || !strings.Contains(out, "Bob") || !strings.Contains(out, "Week 1") || strings.Index(out, "Bob") > strings.Index(out, "Ann") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	changed := strings.Replace(string(data), `"place": 1`, `"place": 3`, 1)
	if changed == string(data) {
		changed = strings.Replace(string(data), `"place":1`, `"place":3`, 1)
	}
	if code, out := run(changed); code != 1 || changed == string(data) {
		t.Errorf("a changed log: exit code %d:\n%s", code, out)
	}
}

// TestALargeSeasonIsReadInJSONOnly: the time that TOML takes grows with the square of the
// number of tables, so a large file is refused before it is parsed.
func TestALargeSeasonIsReadInJSONOnly(t *testing.T) {
	if _, err := parseSeason(bytes.Repeat([]byte("[a]\n"), maxTOMLBytes)); err == nil || !strings.Contains(err.Error(), "in JSON only") {
		t.Errorf("TOML: %v", err)
	}
	large := append([]byte("{"), bytes.Repeat([]byte(" "), 2*maxTOMLBytes)...)
	if _, err := parseSeason(large); err == nil || strings.Contains(err.Error(), "in JSON only") {
		t.Errorf("JSON: %v", err)
	}
}
