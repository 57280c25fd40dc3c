package check

import (
	"encoding/json"
	"strings"
	"testing"
)

// object and list spell JSON in the tables of the tests.
type (
	object = map[string]any
	list   = []any
)

// ruling is one line of a table: a payload, and a part of the one sentence it must
// cause, or "" when it must be fine.
type ruling struct {
	name    string
	payload any
	context Context
	want    string
}

// judge runs a table against a check.
func judge(t *testing.T, table []ruling, check func(json.RawMessage, Context) []string) {
	t.Helper()
	for _, line := range table {
		t.Run(line.name, func(t *testing.T) {
			raw, err := json.Marshal(line.payload)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, check(raw, line.context), line.want)
		})
	}
}

// expect demands exactly one sentence that contains want, or none for "".
func expect(t *testing.T, got []string, want string) {
	t.Helper()
	switch {
	case want == "" && len(got) > 0:
		t.Errorf("must be fine, got:\n%s", strings.Join(got, "\n"))
	case want != "" && len(got) != 1:
		t.Errorf("must cause one sentence with %q, got %d:\n%s", want, len(got), strings.Join(got, "\n"))
	case want != "" && !strings.Contains(got[0], want):
		t.Errorf("must cause a sentence with %q, got:\n%s", want, got[0])
	}
}

// letters returns a text of n characters.
func letters(n int) string { return strings.Repeat("x", n) }

// times returns n copies of what each makes of its number.
func times(n int, each func(i int) any) list {
	copies := make(list, n)
	for i := range copies {
		copies[i] = each(i)
	}
	return copies
}

// with returns a copy of an object with some members replaced.
func with(base object, changes object) object {
	changed := object{}
	for key, value := range base {
		changed[key] = value
	}
	for key, value := range changes {
		changed[key] = value
	}
	return changed
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
