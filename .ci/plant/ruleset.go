package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// A key leads to a value of a ruleset: names of tables and keys with dots between them,
// `[min=33]` for the one element of a list with that value, `[2]` for the third, and ` > `
// into a string that is TOML itself.
//
//	stages[kind=swiss].rounds
//	options[name=match].choices[value=best-of-one].set > bye.games

// within leads into a string that is TOML itself.
const within = " > "

// rulesetFile finds the file of a ruleset by its id.
func rulesetFile(id string) (string, error) {
	paths, err := filepath.Glob("tournament/rules/*.toml")
	if err != nil {
		return "", err
	}
	for _, path := range paths {
		var head struct{ ID string }
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		if err := toml.Unmarshal(text, &head); err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		if head.ID == id {
			return path, nil
		}
	}
	return "", fmt.Errorf("there are no rules %q", id)
}

// editRuleset makes edits of the text of a ruleset. The keys of all are those of the text
// as it was.
func editRuleset(text string, edits []keyed) (string, error) {
	tree := map[string]any{}
	if err := toml.Unmarshal([]byte(text), &tree); err != nil {
		return "", err
	}
	for i := range edits {
		outer, inner, nested := strings.Cut(edits[i].key, within)
		steps, err := parseKey(outer)
		if err == nil {
			err = resolve(tree, steps)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", edits[i].key, err)
		}
		edits[i].steps, edits[i].inner, edits[i].nested = steps, inner, nested
	}
	for _, k := range edits {
		if _, err := edited(tree, k.steps, k.change); err != nil {
			return "", fmt.Errorf("%s: %w", k.key, err)
		}
	}
	out, err := toml.Marshal(tree)
	return string(out), err
}

// A keyed edit is one with its way through the ruleset.
type keyed struct {
	*Edit
	key    string
	steps  []step
	inner  string // the rest of the way, in a string that is TOML itself
	nested bool
}

func (k keyed) change(was any) (any, error) {
	if s, ok := was.(string); ok && k.nested {
		return editRuleset(s, []keyed{{Edit: k.Edit, key: k.inner}})
	}
	return k.value(was)
}

// resolve turns selectors into the indexes that they mean.
func resolve(tree any, steps []step) error {
	for i := range steps {
		switch v := tree.(type) {
		case map[string]any:
			tree = v[steps[i].name]
		case []any:
			at, err := steps[i].find(v)
			if err != nil {
				return err
			}
			steps[i], tree = step{index: at}, v[at]
		default:
			return fmt.Errorf("there is no %s", steps[i])
		}
	}
	return nil
}

// value is what an edit makes of a value; nil is none.
func (e *Edit) value(was any) (any, error) {
	if e.Text != "" {
		s, _ := was.(string)
		if strings.Count(s, e.Text) != 1 {
			return nil, fmt.Errorf("%q is %d times in %q", e.Text, strings.Count(s, e.Text), s)
		}
		return strings.Replace(s, e.Text, e.New, 1), nil
	}
	switch {
	case e.Was == nil && e.Now == nil && was == nil:
		return nil, errors.New("there is nothing to remove")
	case (e.Was != nil || e.Now != nil) && !reflect.DeepEqual(was, e.Was):
		return nil, fmt.Errorf("is %v, not %v", was, e.Was)
	}
	return e.Now, nil
}

// A step leads one level down: a name, an index, or a name and its value in an element.
type step struct {
	name, value string
	index       int
}

func parseKey(key string) ([]step, error) {
	var out []step
	for key != "" {
		switch {
		case key[0] == '[':
			inside, rest, ok := strings.Cut(key[1:], "]")
			if !ok {
				return nil, fmt.Errorf("%s is not closed", key)
			}
			name, value, selects := strings.Cut(inside, "=")
			index, err := strconv.Atoi(inside)
			if !selects && err != nil {
				return nil, fmt.Errorf("[%s] selects nothing", inside)
			}
			if !selects {
				name = ""
			}
			out, key = append(out, step{name, value, index}), rest
		default:
			key = strings.TrimPrefix(key, ".")
			n := strings.IndexAny(key, ".[")
			if n < 0 {
				n = len(key)
			}
			out, key = append(out, step{name: key[:n], index: -1}), key[n:]
		}
	}
	return out, nil
}

// edited is a tree in which the value at the end of the steps is another.
func edited(tree any, steps []step, change func(any) (any, error)) (any, error) {
	if len(steps) == 0 {
		return change(tree)
	}
	switch tree := tree.(type) {
	case map[string]any:
		name := steps[0].name
		now, err := edited(tree[name], steps[1:], change)
		if err != nil {
			return nil, err
		}
		if now == nil {
			delete(tree, name)
		} else {
			tree[name] = now
		}
		return tree, nil
	case []any:
		i, err := steps[0].find(tree)
		if err != nil {
			return nil, err
		}
		now, err := edited(tree[i], steps[1:], change)
		switch {
		case err != nil:
			return nil, err
		case now == nil:
			return slices.Delete(tree, i, i+1), nil
		}
		tree[i] = now
		return tree, nil
	}
	return nil, fmt.Errorf("there is no %s", steps[0])
}

func (s step) String() string {
	switch {
	case s.name == "":
		return fmt.Sprintf("[%d]", s.index)
	case s.value != "":
		return fmt.Sprintf("[%s=%s]", s.name, s.value)
	}
	return s.name
}

// find is the index of the one element that a step selects.
func (s step) find(list []any) (int, error) {
	if s.name == "" {
		if s.index >= len(list) {
			return 0, fmt.Errorf("there is no %s", s)
		}
		return s.index, nil
	}
	found := -1
	for i, el := range list {
		if m, ok := el.(map[string]any); ok && fmt.Sprint(m[s.name]) == s.value {
			if found >= 0 {
				return 0, fmt.Errorf("%s fits several", s)
			}
			found = i
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("%s fits none", s)
	}
	return found, nil
}

// rulesetEdits tells what was changed between two texts of a ruleset.
func rulesetEdits(id, before, after string) ([]Edit, error) {
	var was, is map[string]any
	if err := errors.Join(toml.Unmarshal([]byte(before), &was), toml.Unmarshal([]byte(after), &is)); err != nil {
		return nil, err
	}
	out := valueEdits("", was, is)
	for i := range out {
		out[i].Rules = id
	}
	return out, nil
}

// valueEdits tells what was changed between two values.
func valueEdits(key string, was, is any) []Edit {
	if reflect.DeepEqual(was, is) {
		return nil
	}
	switch a := was.(type) {
	case map[string]any:
		if b, ok := is.(map[string]any); ok {
			return tableEdits(key, a, b)
		}
	case []any:
		if b, ok := is.([]any); ok && len(a) > 0 {
			if _, tables := a[0].(map[string]any); tables {
				return listEdits(key, a, b)
			}
		}
	case string:
		if b, ok := is.(string); ok {
			return stringEdits(key, a, b)
		}
	}
	return []Edit{{Key: key, Was: was, Now: is}}
}

func tableEdits(key string, a, b map[string]any) []Edit {
	names := map[string]bool{}
	for name := range a {
		names[name] = true
	}
	for name := range b {
		names[name] = true
	}
	var out []Edit
	for name := range names {
		out = append(out, valueEdits(strings.TrimPrefix(key+"."+name, "."), a[name], b[name])...)
	}
	slices.SortFunc(out, func(a, b Edit) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// listEdits tells what was changed in a list of tables: elements, or one that is missing.
func listEdits(key string, a, b []any) []Edit {
	var out []Edit
	for i := range a {
		if len(b) == len(a) {
			out = append(out, valueEdits(key+selector(a, i), a[i], b[i])...)
		} else if len(b) == len(a)-1 && (i == len(b) || !reflect.DeepEqual(a[i], b[i])) {
			return []Edit{{Key: key + selector(a, i)}}
		}
	}
	if len(b) != len(a) {
		return []Edit{{Key: key, Was: a, Now: b}}
	}
	return out
}

// selector is what only this element of a list has.
func selector(list []any, i int) string {
	for _, name := range []string{"name", "id", "value", "func", "kind", "min", "max", "title"} {
		s := step{name: name, value: fmt.Sprint(list[i].(map[string]any)[name])}
		if found, err := s.find(list); err == nil && found == i {
			return s.String()
		}
	}
	return fmt.Sprintf("[%d]", i)
}

// stringEdits tells what was changed in a string: words of a text, or keys of TOML.
func stringEdits(key, a, b string) []Edit {
	var was, is map[string]any
	if strings.Contains(a, "\n") && toml.Unmarshal([]byte(a), &was) == nil && toml.Unmarshal([]byte(b), &is) == nil {
		out := tableEdits("", was, is)
		for i := range out {
			out[i].Key = key + within + out[i].Key
		}
		return out
	}
	if !strings.Contains(a, " ") {
		return []Edit{{Key: key, Was: a, Now: b}}
	}
	e := Edit{Key: key}
	e.Text, e.New = words(a, b)
	return []Edit{e}
}
