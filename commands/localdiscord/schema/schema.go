package schema

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// schemas compiles parts of one JSON document when they are needed. Compiling everything
// at once would take longer than most tests do.
type schemas struct {
	url      string
	mutex    sync.Mutex // the compiler is not safe for concurrent use
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

// newSchemas makes the parts of document available, which others may refer to
// by url.
func newSchemas(url string, document any, draft *jsonschema.Draft) (*schemas, error) {
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(draft)
	compiler.AssertFormat()
	if err := compiler.AddResource(url, document); err != nil {
		return nil, err
	}
	return &schemas{url: url, compiler: compiler, compiled: map[string]*jsonschema.Schema{}}, nil
}

// readDocument reads a JSON file for a compiler.
func readDocument(path string) (any, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s is not JSON: %w", path, err)
	}
	return document, nil
}

// check validates a decoded instance against the schema at the tokens of a
// JSON pointer. Its sentences begin with root and the path below it.
func (s *schemas) check(instance any, root string, tokens ...string) []string {
	schema, err := s.at(tokens)
	if err != nil {
		return []string{fmt.Sprintf("%s cannot be checked: %v", root, err)}
	}
	if fits(schema, instance) {
		return nil
	}
	return explain(schema.Validate(instance), root)
}

// checkAny is check for a value with several readings, of which one must fit. If none
// does, it reports on the first that is at least of the right kind.
func (s *schemas) checkAny(readings []any, root string, tokens ...string) []string {
	schema, err := s.at(tokens)
	if err != nil {
		return []string{fmt.Sprintf("%s cannot be checked: %v", root, err)}
	}
	if slices.ContainsFunc(readings, func(reading any) bool { return fits(schema, reading) }) {
		return nil
	}
	var told error
	for i, reading := range readings {
		err := schema.Validate(reading)
		if err == nil {
			return nil
		}
		if i == 0 || alien(told) && !alien(err) {
			told = err
		}
	}
	return explain(told, root)
}

// alien reports whether err says that a value is of another kind altogether.
func alien(err error) bool {
	invalid := (*jsonschema.ValidationError)(nil)
	return errors.As(err, &invalid) && foreign(invalid, 0)
}

// at returns the compiled schema at the tokens of a JSON pointer.
func (s *schemas) at(tokens []string) (*jsonschema.Schema, error) {
	location := s.url + "#" + pointer(tokens)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if schema := s.compiled[location]; schema != nil {
		return schema, nil
	}
	schema, err := s.compiler.Compile(location)
	if err != nil {
		return nil, err
	}
	s.compiled[location] = schema
	return schema, nil
}

// pointer writes a JSON pointer for a URL fragment, in which the braces of
// Discord's paths have to be escaped.
func pointer(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
		b.WriteString("/" + url.PathEscape(token))
	}
	return b.String()
}

// violation is one reason why an instance does not fit.
type violation struct {
	location []string
	text     string
}

// explain turns a validation error into sentences, sorted and without duplicates; the
// validator itself has no fixed order.
func explain(err error, root string) []string {
	if err == nil {
		return nil
	}
	invalid := (*jsonschema.ValidationError)(nil)
	if !errors.As(err, &invalid) {
		return []string{root + ": " + err.Error()}
	}
	var sentences []string
	for _, v := range violations(invalid) {
		sentences = append(sentences, place(root, v.location)+": "+v.text)
	}
	slices.Sort(sentences)
	return slices.Compact(sentences)
}

// violations returns the leaves of a validation error. Of a union it reports only the
// branch that was meant.
func violations(e *jsonschema.ValidationError) []violation {
	if len(e.Causes) == 0 {
		return []violation{{e.InstanceLocation, e.BasicOutput().Error.String()}}
	}
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if branch := meant(e); branch != nil {
			return violations(branch)
		}
		return []violation{{e.InstanceLocation, fmt.Sprintf("fits none of the %d shapes that can stand here", len(e.Causes))}}
	}
	var all []violation
	for _, cause := range e.Causes {
		all = append(all, violations(cause)...)
	}
	return all
}

// meant returns the branch of a union that the instance was meant to fit: of those with
// its kind and type, the one nearest to fitting; nil if there is none.
func meant(union *jsonschema.ValidationError) *jsonschema.ValidationError {
	var best *jsonschema.ValidationError
	fewest := 0
	for _, branch := range union.Causes {
		if foreign(branch, len(union.InstanceLocation)) {
			continue
		}
		if n := distance(branch); best == nil || n < fewest {
			best, fewest = branch, n
		}
	}
	return best
}

// distance returns how far an instance is from fitting. A wrong type below the surface,
// such as that of a command in an interaction, weighs more than anything that is missing.
func distance(e *jsonschema.ValidationError) int {
	const otherType = 100
	if len(e.Causes) == 0 {
		switch e.ErrorKind.(type) {
		case *kind.Const, *kind.Enum:
			if len(e.InstanceLocation) > 0 && e.InstanceLocation[len(e.InstanceLocation)-1] == "type" {
				return otherType
			}
		}
		return 1
	}
	total, least := 0, 0
	for i, cause := range e.Causes {
		n := distance(cause)
		total += n
		if i == 0 || n < least {
			least = n
		}
	}
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return least
	}
	return total
}

// foreign reports whether a branch was refused because of the kind of the whole value or
// its type field, such as that of a component.
func foreign(e *jsonschema.ValidationError, depth int) bool {
	switch e.ErrorKind.(type) {
	case *kind.Type, *kind.Not, *kind.FalseSchema:
		if len(e.InstanceLocation) == depth {
			return true
		}
	case *kind.Const, *kind.Enum:
		below := e.InstanceLocation[depth:]
		if len(below) == 0 || len(below) == 1 && below[0] == "type" {
			return true
		}
	case *kind.AnyOf, *kind.OneOf:
		// A nested union is foreign only if all its branches are.
		return len(e.Causes) > 0 && !slices.ContainsFunc(e.Causes, func(cause *jsonschema.ValidationError) bool {
			return !foreign(cause, depth)
		})
	}
	return slices.ContainsFunc(e.Causes, func(cause *jsonschema.ValidationError) bool {
		return foreign(cause, depth)
	})
}

// place writes a path as the sentences of this package do: embeds[0].title.
func place(root string, location []string) string {
	var b strings.Builder
	b.WriteString(root)
	for _, token := range location {
		if strings.Trim(token, "0123456789") == "" {
			b.WriteString("[" + token + "]")
			continue
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), " ") {
			b.WriteByte('.')
		}
		b.WriteString(token)
	}
	return strings.TrimSuffix(b.String(), " ")
}
