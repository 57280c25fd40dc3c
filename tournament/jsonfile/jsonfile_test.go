package jsonfile_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/jsonfile"
)

type event struct {
	At      jsonfile.Path
	Name    string          `json:"name" need:"yes" most:"5"`
	Rounds  []round         `json:"rounds" entries:"2"`
	Options map[string]int  `json:"options" least:"1" most:"3"`
	Share   float64         `json:"share"`
	Small   int8            `json:"small"`
	Late    *int            `json:"late"`
	Any     jsonfile.Token  `json:"any"`
	Log     json.RawMessage `json:"log"`
}

type round struct {
	At     jsonfile.Path
	Tables []int `json:"tables" least:"0" most:"9"`
	Done   bool  `json:"done"`
}

// TestReadTakesWhatIsDeclared: values go into the fields of their keys with the places
// where they stand, and null is nothing.
func TestReadTakesWhatIsDeclared(t *testing.T) {
	late := 0
	for _, c := range []struct {
		name, text string
		o          jsonfile.Options
		want       event
	}{
		{
			"everything", ` {"name":"Z\u00fc\"","rounds":[{"tables":[1,2]},{"done":true}],"options":{"a":1,"b":3},"share":0.25,"small":-128,"late":0,"any":1.50,"log":[ {"x":1} ]} `,
			jsonfile.Options{Strict: true},
			event{
				Name: "Zü\"", Rounds: []round{{At: "rounds[0]", Tables: []int{1, 2}}, {At: "rounds[1]", Done: true}}, Options: map[string]int{"a": 1, "b": 3},
				Share: 0.25, Small: -128, Late: &late, Any: jsonfile.Token{At: "any", Kind: 'n', Text: "1.50"}, Log: json.RawMessage(`[ {"x":1} ]`),
			},
		},
		{"null", `{"name":"A","rounds":null,"late":null,"any":null,"log":null}`, jsonfile.Options{Strict: true}, event{Name: "A"}},
		{"other keys", `{"x":{"y":[1,{"z":"]}"}],"y":2},"name":"A","NAME":"B"}`, jsonfile.Options{}, event{Name: "A"}},
		{
			"inside", `{"exported":[1],"inner":{"name":"A","rounds":[{}]}}`,
			jsonfile.Options{Strict: true, Inside: "inner"},
			event{At: "inner", Name: "A", Rounds: []round{{At: "inner.rounds[0]"}}},
		},
		{"not inside", `{"name":"A"}`, jsonfile.Options{Strict: true, Inside: "inner"}, event{Name: "A"}},
		{"a list for any value", `{"name":"A","any":[1,[2]],"small":1}`, jsonfile.Options{}, event{Name: "A", Any: jsonfile.Token{At: "any", Kind: '['}, Small: 1}},
		{"an empty item", `{"name":"A","rounds":[null,{}]}`, jsonfile.Options{}, event{Name: "A", Rounds: []round{{}, {At: "rounds[1]"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got event
			if err := jsonfile.Read([]byte(c.text), &got, c.o); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestReadNamesThePlace: what is not declared, doubled, missing or out of bounds is
// refused with its path.
func TestReadNamesThePlace(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", ``, "file.json_end"},
		{"cut off", `{"name":`, "file.json_end"},
		{"not JSON", "{\n\"name\":A}", "file.json line=2"},
		{"more behind", `{"name":"A"}]`, "file.behind"},
		{"no object", `[]`, "file.at_top why=file.object"},
		{"a missing key", `{"rounds":[]}`, "file.at_top why=file.missing key=name"},
		{"a missing value", `{"name":null}`, "file.at_top why=file.missing key=name"},
		{"an unknown key", `{"name":"A","rounds":[{"tables":[],"x":1}]}`, "path=rounds[0].x why=file.key known=[tables done]"},
		{"a key in another spelling", `{"Name":"A"}`, "path=Name why=file.key"},
		{"a doubled key", `{"name":"A","rounds":[{"done":true,"done":null}]}`, "path=rounds[0].done why=file.twice"},
		{"a doubled key with escapes", `{"name":"A","n\u0061me":"A"}`, "path=name why=file.twice"},
		{"a doubled key of a map", `{"name":"A","options":{"a":1,"a":2}}`, "path=options.a why=file.twice"},
		{"a doubled key in raw text", `{"name":"A","log":[{"k":{"a":1,"a":2}}]}`, "path=log[0].k.a why=file.twice"},
		{"a long text", `{"name":"ABCDEF"}`, "path=name why=file.long n=6 most=5"},
		{"a control character", `{"name":"A\u0007"}`, "path=name why=file.control"},
		{"a number for a text", `{"name":1}`, "path=name why=file.text"},
		{"an object for a list", `{"name":"A","rounds":{}}`, "path=rounds why=file.list"},
		{"too many entries", `{"name":"A","rounds":[{},{},{},{}]}`, "path=rounds why=file.entries n=4 most=2"},
		{"an empty item", `{"name":"A","rounds":[null]}`, "path=rounds[0] why=file.object"},
		{"a fraction", `{"name":"A","rounds":[{},{"tables":[1,2.5]}]}`, "path=rounds[1].tables[1] why=file.whole"},
		{"too small", `{"name":"A","rounds":[{"tables":[-1]}]}`, "path=rounds[0].tables[0] why=file.between value=-1 least=0 most=9"},
		{"too large", `{"name":"A","options":{"a":4}}`, "path=options.a why=file.between value=4 least=1 most=3"},
		{"larger than its field", `{"name":"A","small":128}`, "path=small why=file.between value=128 least=-128 most=127"},
		{"larger than any field", `{"name":"A","small":9223372036854775808}`, "path=small why=file.whole"},
		{"a text for a share", `{"name":"A","share":"0.5"}`, "path=share why=file.number"},
		{"a number for a truth", `{"name":"A","rounds":[{"done":1}]}`, "path=rounds[0].done why=file.boolean"},
		{"deep", `{"name":"A","log":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`, "why=file.deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := jsonfile.Read([]byte(c.text), new(event), jsonfile.Options{Strict: true})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestEveryFieldHasAKey: a struct with a field that no key fills is a fault of ours.
func TestEveryFieldHasAKey(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a field without a key was read")
		}
	}()
	_ = jsonfile.Read([]byte(`{}`), &struct{ Name string }{}, jsonfile.Options{})
}

// FuzzRead: whatever is JSON is read or refused, by strict reading and by the other.
func FuzzRead(f *testing.F) {
	f.Add(`{"name":"A","rounds":[{"tables":[1]}],"any":{"a":["]",{}]},"log":{"x":null}}`)
	f.Add(`{"name":"\ud800\\","options":{"":1},"any":-0e5}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, strict := range []bool{false, true} {
			var got event
			err := jsonfile.Read([]byte(text), &got, jsonfile.Options{Strict: strict, Inside: "any"})
			if err == nil && !json.Valid([]byte(text)) {
				t.Errorf("%q was read", text)
			}
		}
	})
}

// TestUnknownKeysAreListed: a reading that is not strict lists the keys that it does not
// know, each place once and without indices, but not those that are declared as of no use
// and those without a value; of many it keeps the first and counts the others.
func TestUnknownKeysAreListed(t *testing.T) {
	type base struct {
		Name string `json:"name"`

		_ jsonfile.Passed `keys:"id made_at"`
	}
	type file struct {
		base
		Tables []struct {
			Number int `json:"number"`

			_ jsonfile.Passed `keys:"colour"`
		} `json:"tables"`

		_ jsonfile.Passed `keys:"links"`
	}
	text := `{"id":1,"links":{"x":1},"name":"A","notes":"x","tables":[{"number":1,"colour":2,"judge":"J"},{"judge":"K","links":1,"id":2}],"empty":"","none":null,"list":[],"object":{},"made_at":7,"zero":0}`
	var unread jsonfile.Unread
	if err := jsonfile.Read([]byte(text), new(file), jsonfile.Options{Unread: &unread}); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(unread.Paths, " "), "notes tables.judge tables.links tables.id zero"; got != want || unread.More != 0 {
		t.Errorf("%s and %d more, want %s", got, unread.More, want)
	}
	var many strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&many, `"key%d":1,`, i)
	}
	unread = jsonfile.Unread{}
	if err := jsonfile.Read([]byte("{"+strings.TrimSuffix(many.String(), ",")+"}"), new(file), jsonfile.Options{Unread: &unread}); err != nil {
		t.Fatal(err)
	}
	if len(unread.Paths) != 8 || unread.Paths[7] != "key7" || unread.More < 1000 || unread.More > 5000 {
		t.Errorf("%v and %d more", unread.Paths, unread.More)
	}
}
