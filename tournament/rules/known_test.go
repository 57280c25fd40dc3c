package rules_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pelletier/go-toml/v2"

	"topcut/tournament/rules"
)

var everyKey = flag.Bool("every-key", false, "misspell every key of every ruleset, not every fifth")

// TestAnUnknownKeyIsTheOneThatTheDecoderFinds: each key and table of the embedded
// rulesets, misspelt, is named with its line as the TOML library names it. Without
// -every-key every fifth is.
func TestAnUnknownKeyIsTheOneThatTheDecoderFinds(t *testing.T) {
	key, found := regexp.MustCompile(`(?m)^(?:\[\[?(?:\w+\.)*)?(\w+)(?: =|\])`), 0
	each := 5
	if *everyKey {
		each = 1
	}
	for _, id := range rules.IDs() {
		data, err := os.ReadFile(id + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(data), `id = "`+id+`"`, `id = "own"`, 1)
		for i, at := range key.FindAllStringSubmatchIndex(text, -1) {
			if i%each != 0 {
				continue
			}
			misspelt := text[:at[2]] + "x" + text[at[2]:]
			var r rules.Ruleset
			var missing *toml.StrictMissingError
			if !errors.As(toml.NewDecoder(strings.NewReader(misspelt)).DisallowUnknownFields().Decode(&r), &missing) {
				continue // in the text of a choice
			}
			found++
			line, _ := missing.Errors[0].Position()
			want := fmt.Sprintf("ruleset.key line=%d key=%s", line, strings.Join(missing.Errors[0].Key(), "."))
			if _, err := rules.LoadDir(fstest.MapFS{"own.toml": {Data: []byte(misspelt)}}); err == nil || !strings.HasSuffix(err.Error(), want) {
				t.Fatalf("%s: %v, want %s", id, err, want)
			}
		}
	}
	if found < 2000/each {
		t.Errorf("only %d keys were misspelt", found)
	}
}
