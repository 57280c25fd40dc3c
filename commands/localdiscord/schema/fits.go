package schema

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// fits reports whether an instance, decoded by [decode], certainly fits a compiled
// schema. False means that the validator must be asked: it would refuse the instance and
// give a reason, or the schema has a keyword unknown here. A true answer is some fifty
// times as fast, because no reasons are collected for the other branches of unions.
func fits(schema *jsonschema.Schema, instance any) bool {
	f := fitting{}
	return f.fits(schema, instance) && !f.unsure
}

// fitting is the state of one call of fits.
type fitting struct {
	depth  int
	unsure bool // a keyword or value that only the validator knows
}

// deepest is the depth of nested schemas beyond which the validator is asked: it detects
// references in a circle.
const deepest = 500

func (f *fitting) fits(s *jsonschema.Schema, v any) bool {
	if s.Bool != nil {
		return *s.Bool
	}
	if f.depth == deepest || unknownTo(s) {
		f.unsure = true
		return false
	}
	f.depth++
	defer func() { f.depth-- }()
	if !f.plain(s, v) {
		return false
	}
	if s.Ref != nil {
		if !f.fits(s.Ref, v) {
			return false
		}
		if s.DraftVersion < 2019 {
			return true // what is beside a reference is ignored
		}
	}
	switch v := v.(type) {
	case map[string]any:
		if !f.object(s, v) {
			return false
		}
	case []any:
		if !f.list(s, v) {
			return false
		}
	}
	return f.combined(s, v)
}

// unknownTo reports whether a schema has keywords that are unknown here. Discord's
// descriptions have none.
func unknownTo(s *jsonschema.Schema) bool {
	return s.DraftVersion < 7 || s.RecursiveRef != nil || s.DynamicRef != nil || s.If != nil ||
		s.PropertyNames != nil || len(s.PatternProperties) > 0 || len(s.Dependencies) > 0 ||
		len(s.DependentRequired) > 0 || len(s.DependentSchemas) > 0 || s.UnevaluatedProperties != nil ||
		s.Contains != nil || s.AdditionalItems != nil || len(s.PrefixItems) > 0 || s.UnevaluatedItems != nil ||
		s.ContentMediaType != nil || s.ContentSchema != nil || len(s.Extensions) > 0
}

// plain checks a value without looking into it.
func (f *fitting) plain(s *jsonschema.Schema, v any) bool {
	if s.Types != nil && !s.Types.IsEmpty() && !ofType(*s.Types, v) {
		return false
	}
	if s.Const != nil && !equal(v, *s.Const) {
		return false
	}
	if s.Enum != nil && !slices.ContainsFunc(s.Enum.Values, func(listed any) bool { return equal(v, listed) }) {
		return false
	}
	if s.Format != nil && s.Format.Validate(v) != nil {
		return false
	}
	switch v := v.(type) {
	case string:
		return ofText(s, v)
	case json.Number:
		return ofNumber(s, v)
	case nil, bool, map[string]any, []any:
		return true
	}
	f.unsure = true // not decoded from JSON
	return false
}

// ofType reports whether a value has one of the types.
func ofType(types jsonschema.Types, v any) bool {
	var own jsonschema.Types
	switch v := v.(type) {
	case nil:
		own.Add("null")
	case bool:
		own.Add("boolean")
	case string:
		own.Add("string")
	case []any:
		own.Add("array")
	case map[string]any:
		own.Add("object")
	case json.Number:
		own.Add("number")
		var integer jsonschema.Types
		if integer.Add("integer"); types&integer != 0 && types&own == 0 {
			return whole(v)
		}
	}
	return types&own != 0
}

// whole reports whether a number is one; 1.0 and 1e3 are.
func whole(n json.Number) bool {
	if _, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return true
	}
	r, ok := rational(n)
	return ok && r.IsInt()
}

func rational(n json.Number) (*big.Rat, bool) { return new(big.Rat).SetString(string(n)) }

// equal reports whether two decoded values are the same; 1 and 1.0 are.
func equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		if !ok || a == b {
			return ok
		}
		x, xErr := strconv.ParseInt(string(a), 10, 64)
		y, yErr := strconv.ParseInt(string(b), 10, 64)
		if xErr == nil && yErr == nil {
			return x == y
		}
		m, mOK := rational(a)
		n, nOK := rational(b)
		return mOK && nOK && m.Cmp(n) == 0
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, value := range a {
			if other, ok := b[name]; !ok || !equal(value, other) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case []any, map[string]any:
		return false // not comparable with ==
	}
	return a == b
}

func ofText(s *jsonschema.Schema, text string) bool {
	if s.MinLength != nil || s.MaxLength != nil {
		n := utf8.RuneCountInString(text)
		if s.MinLength != nil && n < *s.MinLength || s.MaxLength != nil && n > *s.MaxLength {
			return false
		}
	}
	if s.Pattern != nil && !s.Pattern.MatchString(text) {
		return false
	}
	if s.ContentEncoding != nil {
		if _, err := s.ContentEncoding.Decode(text); err != nil {
			return false
		}
	}
	return true
}

func ofNumber(s *jsonschema.Schema, number json.Number) bool {
	if s.Minimum == nil && s.Maximum == nil && s.ExclusiveMinimum == nil && s.ExclusiveMaximum == nil && s.MultipleOf == nil {
		return true
	}
	n, ok := rational(number)
	return ok &&
		(s.Minimum == nil || n.Cmp(s.Minimum) >= 0) &&
		(s.Maximum == nil || n.Cmp(s.Maximum) <= 0) &&
		(s.ExclusiveMinimum == nil || n.Cmp(s.ExclusiveMinimum) > 0) &&
		(s.ExclusiveMaximum == nil || n.Cmp(s.ExclusiveMaximum) < 0) &&
		(s.MultipleOf == nil || new(big.Rat).Quo(n, s.MultipleOf).IsInt())
}

// object checks the members of an object. It first checks those that are not objects or
// lists: they are cheap, and one of them tells the branches of a union apart.
func (f *fitting) object(s *jsonschema.Schema, object map[string]any) bool {
	if s.MinProperties != nil && len(object) < *s.MinProperties || s.MaxProperties != nil && len(object) > *s.MaxProperties {
		return false
	}
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			return false
		}
	}
	if len(s.Properties) == 0 && s.AdditionalProperties == nil {
		return true
	}
	if kind, ok := object["type"]; ok && !composite(kind) && !f.member(s, "type", kind) {
		return false // this alone tells most branches apart
	}
	for _, deep := range []bool{false, true} {
		for name, value := range object {
			if composite(value) == deep && !f.member(s, name, value) {
				return false
			}
		}
	}
	return true
}

func composite(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

func (f *fitting) member(s *jsonschema.Schema, name string, value any) bool {
	if described, ok := s.Properties[name]; ok {
		return f.fits(described, value)
	}
	switch others := s.AdditionalProperties.(type) {
	case bool:
		return others
	case *jsonschema.Schema:
		return f.fits(others, value)
	}
	return true
}

func (f *fitting) list(s *jsonschema.Schema, list []any) bool {
	if s.MinItems != nil && len(list) < *s.MinItems || s.MaxItems != nil && len(list) > *s.MaxItems {
		return false
	}
	if s.UniqueItems {
		for i := range list {
			if slices.ContainsFunc(list[:i], func(earlier any) bool { return equal(earlier, list[i]) }) {
				return false
			}
		}
	}
	element := s.Items2020
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		element = items
	case []*jsonschema.Schema:
		f.unsure = true // one schema for each place
		return false
	}
	return element == nil || !slices.ContainsFunc(list, func(v any) bool { return !f.fits(element, v) })
}

// combined checks allOf, anyOf, oneOf and not.
func (f *fitting) combined(s *jsonschema.Schema, v any) bool {
	fitted := func(branch *jsonschema.Schema) bool { return f.fits(branch, v) }
	if s.Not != nil && fitted(s.Not) {
		return false
	}
	if slices.ContainsFunc(s.AllOf, func(part *jsonschema.Schema) bool { return !fitted(part) }) {
		return false
	}
	if len(s.AnyOf) > 0 && !slices.ContainsFunc(s.AnyOf, fitted) {
		return false
	}
	if len(s.OneOf) == 0 {
		return true
	}
	first := slices.IndexFunc(s.OneOf, fitted)
	return first >= 0 && !slices.ContainsFunc(s.OneOf[first+1:], fitted)
}
