package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"topcut/tournament/file"
	"topcut/tournament/rules"
)

// spelledAlike returns the ways in which files of different programs write one name.
func spelledAlike(name string) []string {
	return []string{name, norm.NFD.String(name), strings.ToUpper(name), strings.ToLower(norm.NFD.String(name)), "  " + name + " ", strings.Replace(name, " ", "  ", 1), norm.NFD.String(strings.ToUpper(name)) + "\u00a0"}
}

// TestANameIsOnePersonInEverySpelling takes names with the letters of the languages of the
// bot through several files: whoever is written in another normal form, in capitals or with
// spaces is one player, in the ratings and in a season whose events are files and lists.
func TestANameIsOnePersonInEverySpelling(t *testing.T) {
	tried := 0
	for _, letter := range "àáâãäåąçćčďèéêëęěíîïłñńòóôõöőøřśšťùúûüůűýźżž" {
		name := fmt.Sprintf("Zo%c Ziel", letter)
		r := newRoster("name")
		for week, other := range spelledAlike(name) {
			tried++
			text := fmt.Sprintf(`{"version":1,"ruleset":"magic","rounds_planned":1,"players":[{"id":"w%d","name":%q},{"id":"x%d","name":"Bob Berg"}],"rounds":[]}`, week, other, week)
			event, err := file.Read([]byte(text), rules.Load)
			if err != nil {
				t.Fatalf("%q: %v", other, err)
			}
			who, err := r.of(event)
			if err != nil || !slices.Equal(who, []int32{0, 1}) {
				t.Errorf("%q in the file of week %d is %v, %v", other, week+1, who, err)
			}
			if m, known := r.find(other); !known || m != 0 {
				t.Errorf("%q is not found", other)
			}
		}
		season := fmt.Sprintf(`{"version":1,"name":"League","rules":{"places":["3","1"],"win":"0","draw":"0","loss":"0","attendance":"0","best":9,"equal_places":"as_placed","ties":["shared"]},"events":[
{"id":"a","tournament":{"version":1,"ruleset":"magic","rounds_planned":1,"players":[{"id":"1","name":%s},{"id":"2","name":"Bob Berg"}],"rounds":[{"number":1,"stage":"swiss","matches":[{"players":["1","2"],"games":[2,0,0],"kind":"played"}]}]}},
{"id":"b","places":[[%s,1],["bob berg",2]],"records":{%s:[1,0,0]}}],"adjustments":[{"player":%s,"points":"-1","reason":"late"}]}`,
			quoted(t, name), quoted(t, norm.NFD.String(strings.ToUpper(name))), quoted(t, name), quoted(t, " "+name))
		f, err := parseSeason([]byte(season))
		if err != nil {
			t.Fatal(err)
		}
		table, err := newSeasonTable(f, &source{}, ".", "name")
		if err != nil {
			t.Fatal(err)
		}
		if len(table.ids) != 2 {
			t.Errorf("the season of %q has the members %q", name, table.ids)
		}
	}
	if tried < 250 {
		t.Errorf("%d names were tried", tried)
	}
	r := newRoster("name")
	for i, name := range []string{"Jose", "José", "Josef"} { // another letter is another name
		if m := r.player(name); int(m) != i {
			t.Errorf("%s is player %d", name, m)
		}
	}
}

func quoted(t *testing.T, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
