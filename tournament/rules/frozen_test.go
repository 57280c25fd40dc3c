package rules_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"topcut/tournament/fraction"
	"topcut/tournament/golden"
	"topcut/tournament/rules"
)

// each calls do with every ruleset, as published and with each choice of its
// options.
func each(t *testing.T, do func(t *testing.T, r *rules.Ruleset)) {
	for _, id := range rules.IDs() {
		r := load(t, id)
		t.Run(id, func(t *testing.T) { do(t, r) })
		for _, o := range r.Options {
			for _, c := range o.Choices {
				t.Run(id+"/"+o.Name+"="+c.Value, func(t *testing.T) { do(t, load(t, id, o.Name, c.Value)) })
			}
		}
	}
}

func freeze(t *testing.T, r *rules.Ruleset) json.RawMessage {
	t.Helper()
	frozen, err := r.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

// What an event has stored is the ruleset that it began with, with its options.
func TestAFrozenRulesetThawsAsItWas(t *testing.T) {
	exact := []cmp.Option{cmpopts.EquateEmpty(), cmpopts.IgnoreFields(rules.Ruleset{}, "Examples")}
	each(t, func(t *testing.T, r *rules.Ruleset) {
		frozen := freeze(t, r)
		thawed, err := rules.Thaw(frozen)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, thawed, exact...); diff != "" {
			t.Errorf("(-frozen +thawed):\n%s", diff)
		}
		if again := freeze(t, thawed); string(again) != string(frozen) {
			t.Errorf("frozen again it is\n%s\nnot\n%s", again, frozen)
		}
	})
}

// The published ruleset is what is stored, so that other options can still be
// chosen, and the first ones again.
func TestOptionsAreStoredBesideThePublishedRuleset(t *testing.T) {
	plain, chosen := map[string]any{}, map[string]any{}
	if err := json.Unmarshal(freeze(t, load(t, "magic")), &plain); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(freeze(t, load(t, "magic", "match", "best-of-one")), &chosen); err != nil {
		t.Fatal(err)
	}
	plain["chosen"] = map[string]any{"match": "best-of-one"}
	if diff := cmp.Diff(plain, chosen); diff != "" {
		t.Errorf("an option changes more than its name and value (-without +with):\n%s", diff)
	}
	thawed, err := rules.Thaw(freeze(t, load(t, "magic", "match", "best-of-one")))
	if err != nil {
		t.Fatal(err)
	}
	back, err := thawed.With(nil)
	if err != nil || thawed.Match.Games != 1 || back.Match.Games != 3 {
		t.Errorf("best of %d, taken back best of %d: %v", thawed.Match.Games, back.Match.Games, err)
	}
}

func TestAFrozenRulesetIsReadStrictly(t *testing.T) {
	good := string(freeze(t, load(t, "magic", "match", "best-of-one")))
	for name, bad := range map[string]string{
		"unknown key":          strings.Replace(good, `"win":`, `"wun":`, 1),
		"name of a Go field":   strings.Replace(good, `"elimination_games":`, `"EliminationGames":`, 1),
		"broken number":        strings.Replace(good, `"games":3`, `"games":3.5`, 1),
		"null":                 strings.Replace(good, `"games":3`, `"games":null`, 1),
		"another type":         strings.Replace(good, `"games":3`, `"games":"3"`, 1),
		"unknown option":       strings.Replace(good, `"match":"best-of-one"`, `"mach":"best-of-one"`, 1),
		"unknown choice":       strings.Replace(good, `"best-of-one"`, `"best-of-nine"`, 1),
		"two values":           good + good,
		"cut short":            good[:len(good)/2],
		"what cannot be held":  strings.Replace(good, `"games":3`, `"games":99999999999999999999`, 1),
		"a ruleset of no game": `{}`,
	} {
		if bad == good {
			t.Errorf("%s: nothing was changed", name)
		}
		if r, err := rules.Thaw(json.RawMessage(bad)); err == nil {
			t.Errorf("%s: it is read as %s %s", name, r.ID, r.Version)
		}
	}
}

// keys lists every key that a stored ruleset may have with the form of its value.
func keys(t *testing.T, prefix string, of reflect.Type, out map[string]string) {
	for i := range of.NumField() {
		f := of.Field(i)
		key := f.Tag.Get("toml")
		if key == "-" {
			continue
		}
		if !regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString(key) {
			t.Errorf("%s.%s has no key: its Go name would be stored", of.Name(), f.Name)
		}
		kind, list := f.Type, ""
		for kind.Kind() == reflect.Slice || kind.Kind() == reflect.Pointer {
			if kind.Kind() == reflect.Slice {
				list += "list of "
			}
			kind = kind.Elem()
		}
		if kind.Kind() == reflect.Map && kind.Elem().Kind() == reflect.Struct {
			list, kind = list+"named ", kind.Elem()
		}
		switch {
		case kind == reflect.TypeFor[fraction.Fraction]():
			out[prefix+key] = list + "fraction"
		case kind == reflect.TypeFor[rules.Duration]():
			out[prefix+key] = list + "length of time"
		case kind.Kind() == reflect.Struct:
			out[prefix+key] = list + "table"
			keys(t, prefix+key+".", kind, out)
		default:
			out[prefix+key] = list + kind.String()
		}
	}
}

// Stored events keep these keys. A key may be added, with a zero that means what was so
// before; none may be removed, or change its form.
func TestKeysOfStoredRulesetsStand(t *testing.T) {
	found := map[string]string{}
	keys(t, "", reflect.TypeFor[rules.Ruleset](), found)
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(found)) {
		lines = append(lines, key+" "+found[key])
	}
	golden.File(t, "testdata/keys.txt", strings.Join(lines, "\n")+"\n")
}

func TestALengthOfTimeIsWrittenAsInTheFiles(t *testing.T) {
	for _, want := range []string{"50m", "1h20m", "1h", "90s", "0s", "1m30s", "1h0m5s"} {
		var d rules.Duration
		if err := d.UnmarshalText([]byte(want)); err != nil {
			t.Fatal(err)
		}
		if got, _ := d.MarshalText(); string(got) != want && want != "90s" || want == "90s" && string(got) != "1m30s" {
			t.Errorf("%s is written %s", want, got)
		}
	}
}

func BenchmarkThaw(b *testing.B) {
	r, err := rules.Load("pokemon")
	if err != nil {
		b.Fatal(err)
	}
	for _, choices := range []map[string]string{nil, {"event": "challenge"}} {
		with, err := r.With(choices)
		if err != nil {
			b.Fatal(err)
		}
		frozen, err := with.Freeze()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.Join(slices.Collect(maps.Keys(choices)), " "), func(b *testing.B) {
			for b.Loop() {
				if _, err := rules.Thaw(frozen); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(frozen)), "bytes")
		})
	}
}
