package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"topcut/tournament/notice"
)

// Freeze returns the ruleset as an event keeps it: the ruleset as it was
// published, in JSON with exactly the keys of the files, and under "chosen" the
// options by name and value. What is zero or empty is left out, and so are the
// examples, which test a file and rule nothing. Thaw reads it back.
//
// The keys are those of the files and not the names of Go's fields, so renaming a
// field changes no event that is stored; a key that an event may hold is never
// renamed or given another meaning (testdata/keys.txt).
func (r *Ruleset) Freeze() (json.RawMessage, error) {
	tree, err := r.asPublished().tree()
	if err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", r.ID, err)
	}
	delete(tree, "example")
	if len(r.Chosen) > 0 {
		tree["chosen"] = r.Chosen
	}
	return json.Marshal(bare(tree))
}

// Thaw returns the ruleset that Freeze stored, with its options applied. It is strict:
// an unknown key is an error. Recent results are cached, since most events of a server
// are of one game.
func Thaw(frozen json.RawMessage) (*Ruleset, error) {
	return thawed.get(string(frozen), func() (*Ruleset, error) { return thaw(frozen) })
}

// thawed holds as many rulesets as there are games, some with options.
var thawed = recent[string]{most: 32}

func thaw(frozen json.RawMessage) (*Ruleset, error) {
	dec := json.NewDecoder(bytes.NewReader(frozen))
	dec.UseNumber()
	var tree map[string]any
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, notice.Err("ruleset.more")
	}
	if err := whole(tree); err != nil {
		return nil, err
	}
	r, err := decode(tree)
	if err != nil {
		return nil, err
	}
	chosen := r.Chosen
	r.Chosen = nil
	if err := r.validate(); err != nil {
		return nil, fmt.Errorf("frozen ruleset %s: %w", r.ID, err)
	}
	return r.With(chosen)
}

// tree returns the ruleset as the keys and values of its file.
func (r *Ruleset) tree() (map[string]any, error) {
	text, err := toml.Marshal(r)
	if err != nil {
		return nil, err
	}
	var tree map[string]any
	err = toml.Unmarshal(text, &tree)
	return tree, err
}

// bare removes empty values from a tree: false, 0 and everything empty. Points and
// percentages are strings and stay, since a floor of "0" has a meaning.
func bare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, sub := range v {
			if sub = bare(sub); sub == nil {
				delete(v, key)
			} else {
				v[key] = sub
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		if len(v) == 0 {
			return nil
		}
		for i := range v {
			if table, ok := v[i].(map[string]any); ok {
				bare(table)
			}
		}
	case string:
		if v == "" {
			return nil
		}
	case int64:
		if v == 0 {
			return nil
		}
	case bool:
		if !v {
			return nil
		}
	}
	return v
}

// whole turns the numbers of a decoded tree into integers and refuses what no
// file can hold.
func whole(v any) error {
	switch v := v.(type) {
	case map[string]any:
		for key, sub := range v {
			n, err := wholeValue(sub)
			if err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			v[key] = n
		}
	case []any:
		for i, sub := range v {
			n, err := wholeValue(sub)
			if err != nil {
				return err
			}
			v[i] = n
		}
	}
	return nil
}

func wholeValue(v any) (any, error) {
	switch v := v.(type) {
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return nil, notice.Err("ruleset.whole", "value", notice.Text(v))
		}
		return v.Int64()
	case nil:
		return nil, notice.Err("ruleset.null")
	}
	return v, whole(v)
}
