package schema

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// agree fails the test where fits says other than the validator about what it
// is sure of.
func agree(t interface {
	Helper()
	Errorf(string, ...any)
}, schema *jsonschema.Schema, what string, instance any,
) (sure bool) {
	t.Helper()
	f := fitting{}
	got := f.fits(schema, instance)
	err := schema.Validate(instance)
	if fits(schema, instance) && err != nil || !f.unsure && got != (err == nil) {
		t.Errorf("%s: fits says %t of %v, the validator %v", what, got, instance, err)
	}
	return !f.unsure
}

// TestFitsAgreesWithTheValidatorOnEveryKeyword asks both about everything
// against everything.
func TestFitsAgreesWithTheValidatorOnEveryKeyword(t *testing.T) {
	schemas := []string{
		`true`, `false`, `{}`, `{"type": []}`, `{"type": "null"}`, `{"type": "boolean"}`, `{"type": "number"}`, `{"type": "integer"}`,
		`{"type": "string"}`, `{"type": "array"}`, `{"type": "object"}`, `{"type": ["integer", "string"]}`, `{"type": ["integer", "number"]}`,
		`{"const": 1}`, `{"const": "1"}`, `{"const": null}`, `{"const": [1, "a"]}`, `{"const": {"a": 1}}`, `{"enum": [1, "a", null, true]}`,
		`{"enum": [[], {}, 0]}`, `{"format": "date-time"}`, `{"format": "unheard-of"}`, `{"pattern": "^a"}`, `{"minLength": 2}`, `{"maxLength": 1}`,
		`{"contentEncoding": "base64"}`, `{"minimum": 1}`, `{"maximum": 1}`, `{"exclusiveMinimum": 1}`, `{"exclusiveMaximum": 1}`, `{"multipleOf": 2}`,
		`{"required": ["a"]}`, `{"minProperties": 2}`, `{"maxProperties": 1}`, `{"properties": {"a": {"type": "integer"}}}`,
		`{"properties": {"a": true}, "additionalProperties": false}`, `{"additionalProperties": {"type": "string"}}`,
		`{"minItems": 2}`, `{"maxItems": 1}`, `{"uniqueItems": true}`, `{"items": {"type": "integer"}}`, `{"items": [{"type": "integer"}], "additionalItems": false}`,
		`{"not": {"type": "string"}}`, `{"allOf": [{"type": "string"}, {"minLength": 1}]}`, `{"anyOf": [{"type": "string"}, {"minimum": 1}]}`,
		`{"oneOf": [{"type": "integer"}, {"minimum": 1}]}`, `{"oneOf": [{"required": ["a"]}, {"required": ["b"]}, {"type": "string"}]}`,
		`{"$ref": "#/definitions/short", "type": "array"}`, `{"$ref": "#/definitions/tree"}`, `{"$ref": "#/definitions/tree", "required": ["b"]}`,
		// What only the validator knows.
		`{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 1}}`, `{"propertyNames": {"maxLength": 1}}`,
		`{"patternProperties": {"^a": {"type": "string"}}}`, `{"dependentRequired": {"a": ["b"]}}`, `{"dependencies": {"a": ["b"]}}`,
		`{"contains": {"type": "string"}}`, `{"prefixItems": [{"type": "string"}]}`, `{"unevaluatedProperties": false}`, `{"unevaluatedItems": false}`,
		`{"not": {"contains": {"type": "string"}}}`, `{"$ref": "#/definitions/loop"}`, `{"not": {"$ref": "#/definitions/loop"}}`,
	}
	instances := []string{
		`null`, `true`, `false`, `0`, `1`, `1.0`, `2`, `-1`, `1.5`, `1e2`, `10000000000000000000000`, `10000000000000000000001`, `""`, `"a"`, `"1"`, `"ab"`, `"äö"`, `"YQ=="`,
		`"2026-03-07T18:00:00Z"`, `[]`, `[1]`, `[1, 1.0]`, `[1, "a"]`, `["a", 1]`, `[{"a": 1}, {"a": 1}]`, `[[], []]`, `{}`, `{"a": 1}`, `{"a": "x"}`, `{"b": 1}`,
		`{"a": 1, "b": 2}`, `{"a": null, "ab": "c"}`, `{"children": [{"children": []}]}`, `{"children": [{"children": 1}]}`,
	}
	for draft, version := range map[string]*jsonschema.Draft{"draft 7": jsonschema.Draft7, "draft 2020": jsonschema.Draft2020} {
		sure := 0
		for _, text := range schemas {
			document := map[string]any{"definitions": map[string]any{
				"short": map[string]any{"maxLength": json.Number("1")},
				"loop":  map[string]any{"allOf": []any{map[string]any{"$ref": "#/definitions/loop"}}},
				"tree":  map[string]any{"properties": map[string]any{"children": map[string]any{"type": "array", "items": map[string]any{"$ref": "#/definitions/tree"}}}},
			}}
			var err error
			if document["schema"], err = decode([]byte(text)); err != nil {
				t.Fatal(err)
			}
			s, err := newSchemas("test.json", document, version)
			if err != nil {
				t.Fatal(err)
			}
			schema, err := s.at([]string{"schema"})
			if err != nil {
				continue // this draft has another form of the keyword
			}
			for _, value := range instances {
				instance, err := decode([]byte(value))
				if err != nil {
					t.Fatal(err)
				}
				if agree(t, schema, draft+" "+text, instance) {
					sure++
				}
			}
		}
		if least := 40 * len(instances); sure < least {
			t.Errorf("%s: fits was sure of %d answers only, it should be of at least %d", draft, sure, least)
		}
	}
}

// TestFitsIsNoMatchForOtherThanJSON: a Go value that is not decoded from JSON
// is left to the validator.
func TestFitsIsNoMatchForOtherThanJSON(t *testing.T) {
	s, err := newSchemas("test.json", map[string]any{"title": "anything"}, jsonschema.Draft2020)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := s.at(nil)
	if err != nil {
		t.Fatal(err)
	}
	if fits(schema, struct{}{}) {
		t.Error("fits knows a struct")
	}
}

// TestFitsAgreesOnInteractionsThatAreSpoiled takes real payloads and spoils
// them in one to three places.
func TestFitsAgreesOnInteractionsThatAreSpoiled(t *testing.T) {
	g := gateway(t)
	paths, err := filepath.Glob(filepath.Join(discordFile(t, "payloads/real"), "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no payloads", err)
	}
	slices.Sort(paths)
	rapid.Check(t, func(t *rapid.T) {
		raw, err := os.ReadFile(rapid.SampledFrom(paths).Draw(t, "payload"))
		if err != nil {
			t.Fatal(err)
		}
		instance, err := decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		event := "INTERACTION_CREATE"
		if members(raw)["author"] != nil {
			event = "MESSAGE_CREATE"
		}
		schema, err := g.schemas.at(g.events[event])
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 3).Draw(t, "spoiled") {
			instance = spoil(t, instance)
		}
		if !agree(t, schema, event, instance) {
			t.Errorf("%s has a keyword that fits does not know", event)
		}
	})
}

// spoil changes one place of a decoded value.
func spoil(t *rapid.T, v any) any {
	other := func() any {
		return rapid.SampledFrom([]any{nil, true, json.Number("1"), json.Number("999"), json.Number("1.5"), "", "x", "123456789012345678", []any{}, map[string]any{}}).Draw(t, "other")
	}
	switch v := v.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		if len(names) == 0 {
			return other()
		}
		name := rapid.SampledFrom(names).Draw(t, "member")
		switch rapid.IntRange(0, 5).Draw(t, "how") {
		case 0:
			delete(v, name)
		case 1:
			v[name+"_"] = other()
		default:
			v[name] = spoil(t, v[name])
		}
		return v
	case []any:
		if len(v) == 0 {
			return append(v, other())
		}
		i := rapid.IntRange(0, len(v)-1).Draw(t, "element")
		if rapid.Bool().Draw(t, "twice") {
			return append(v, v[i])
		}
		v[i] = spoil(t, v[i])
		return v
	case json.Number:
		if n, err := strconv.Atoi(v.String()); err == nil && rapid.Bool().Draw(t, "near") {
			return json.Number(strconv.Itoa(n + 1))
		}
	}
	return other()
}
