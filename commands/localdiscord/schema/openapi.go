package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"topcut/commands/wire"
)

// jsonType is the media type of nearly everything that Discord reads and sends.
const jsonType = "application/json"

// OpenAPI checks requests and answers against Discord's own description of its
// REST API. It is safe for concurrent use.
//
// Where the description and the API are known to differ, the API wins:
//   - requests of version 9 (discordgo's) are checked as of version 10;
//   - in requests every whole number that is not one of a fixed set may be
//     written as a string, as default_member_permissions usually is;
//   - of a multipart request payload_json is checked as a JSON request would
//     be, and the names of its file parts by hand.
//
// One quirk of discordgo is refused on purpose: an attachment that is kept with
// its id alone goes out with an empty filename, which the description forbids.
// Keep its name, or send the request raw.
type OpenAPI struct {
	routes   map[int][]route // by number of path segments
	shared   map[string]any  // responses that operations refer to, by name
	requests *schemas        // whole numbers may be strings
	answers  *schemas        // as described, also for paths and queries
	fine     sync.Map        // the last JSON body without a violation, by operation
}

// route is one path of the description.
type route struct {
	template string
	segments []string
	item     map[string]any
}

// NewOpenAPI loads the description (openapi.json, version 3.1) at path. Schemas
// are compiled when they are first needed.
func NewOpenAPI(path string) (*OpenAPI, error) {
	document, err := readDocument(path)
	if err != nil {
		return nil, fmt.Errorf("load Discord's OpenAPI description: %w", err)
	}
	root, _ := document.(map[string]any)
	paths, ok := root["paths"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("load Discord's OpenAPI description: %s has no paths", path)
	}
	components, _ := root["components"].(map[string]any)
	shared, _ := components["responses"].(map[string]any)
	o := &OpenAPI{routes: map[int][]route{}, shared: shared}
	for _, template := range slices.Sorted(maps.Keys(paths)) {
		segments := strings.Split(template, "/")
		item, _ := paths[template].(map[string]any)
		o.routes[len(segments)] = append(o.routes[len(segments)], route{template, segments, item})
	}
	if o.answers, err = newSchemas("answers.json", document, jsonschema.Draft2020); err != nil {
		return nil, fmt.Errorf("load Discord's OpenAPI description: %w", err)
	}
	if o.requests, err = newSchemas("requests.json", relaxed(document), jsonschema.Draft2020); err != nil {
		return nil, fmt.Errorf("load Discord's OpenAPI description: %w", err)
	}
	return o, nil
}

// relaxed returns a document in which every whole number without a fixed set of values
// may also be a string of digits. The unchanged parts, most of a large document, are
// shared with the original.
func relaxed(v any) any {
	other, _ := relax(v)
	return other
}

func relax(v any) (other any, changed bool) {
	switch v := v.(type) {
	case []any:
		var copied []any
		for i, element := range v {
			if other, changed := relax(element); changed {
				if copied == nil {
					copied = slices.Clone(v)
				}
				copied[i] = other
			}
		}
		if copied != nil {
			return copied, true
		}
	case map[string]any:
		copied := widen(v)
		for key, element := range v {
			if other, changed := relax(element); changed {
				if copied == nil {
					copied = maps.Clone(v)
				}
				copied[key] = other
			}
		}
		if copied != nil {
			return copied, true
		}
	}
	return v, false
}

// widen returns a schema of whole numbers with strings of digits added to its
// types, nil for any other.
func widen(schema map[string]any) map[string]any {
	for _, fixed := range []string{"enum", "const", "pattern"} {
		if schema[fixed] != nil {
			return nil
		}
	}
	var types []any
	switch declared := schema["type"].(type) {
	case string:
		types = []any{declared}
	case []any:
		types = declared
	}
	if !slices.Contains(types, any("integer")) || slices.Contains(types, any("string")) {
		return nil
	}
	schema = maps.Clone(schema)
	schema["type"] = append(slices.Clone(types), "string")
	schema["pattern"] = `^-?\d+$`
	return schema
}

// Request checks the path, the query and the body of a request. The path may
// carry host, version and query; contentType is the header's value and may be
// empty when there is no body.
func (o *OpenAPI) Request(method, path, contentType string, body []byte) []string {
	found, query, problem := o.find(method, path)
	if problem != "" {
		return []string{problem}
	}
	sentences := o.parameters(found, query)
	request, _ := found.operation["requestBody"].(map[string]any)
	if request == nil {
		return sentences
	}
	if len(bytes.TrimSpace(body)) == 0 {
		if request["required"] == true {
			sentences = append(sentences, found.name()+" needs a body")
		}
		return sentences
	}
	return append(sentences, o.body(found, request, contentType, body)...)
}

// body checks the body of a request whose operation describes one.
func (o *OpenAPI) body(found operation, request map[string]any, contentType string, body []byte) []string {
	media, options, err := mime.ParseMediaType(contentType)
	if err != nil && contentType != "" {
		return []string{fmt.Sprintf("%s has the content type %q, which cannot be read: %v", found.name(), contentType, err)}
	}
	content, _ := request["content"].(map[string]any)
	var sentences []string
	described := jsonType
	var instance any
	switch media {
	case "", jsonType:
		// Bots of one test run begin with the same list of commands.
		if last, ok := o.fine.Load(found.name()); ok && bytes.Equal(last.([]byte), body) {
			return nil
		}
		if instance, err = decode(body); err != nil {
			return []string{fmt.Sprintf("%s has a body that is not JSON: %v", found.name(), err)}
		}
	case "multipart/form-data":
		form, problems := readForm(found.name(), body, options["boundary"])
		sentences = problems
		if instance = form.payload; instance == nil {
			described, instance = media, form.values
		} else if content[described] == nil {
			described = media
		}
	default:
		return []string{fmt.Sprintf("%s has the content type %s; Discord takes %s", found.name(), media, strings.Join(slices.Sorted(maps.Keys(content)), " or "))}
	}
	if content[described] == nil {
		return append(sentences, fmt.Sprintf("%s has the content type %s; Discord takes %s", found.name(), described, strings.Join(slices.Sorted(maps.Keys(content)), " or ")))
	}
	sentences = append(sentences, o.requests.check(instance, found.name()+" ", "paths", found.template, found.method, "requestBody", "content", described, "schema")...)
	if len(sentences) == 0 && media != "multipart/form-data" {
		o.fine.Store(found.name(), body)
	}
	return sentences
}

// Response checks the answer to a request: whether the description has such a status, and
// the body. Failures of the server itself (status 500 and above) are not described and
// not checked.
func (o *OpenAPI) Response(method, path string, status int, body []byte) []string {
	if status >= http.StatusInternalServerError {
		return nil
	}
	found, _, problem := o.find(method, path)
	if problem != "" {
		if status == http.StatusNotFound || status == http.StatusMethodNotAllowed {
			return nil
		}
		return []string{problem}
	}
	name := fmt.Sprintf("%s, answer %d", found.name(), status)
	responses, _ := found.operation["responses"].(map[string]any)
	key := strconv.Itoa(status)
	if responses[key] == nil && status >= http.StatusBadRequest {
		key = "4XX"
	}
	response, _ := responses[key].(map[string]any)
	if response == nil {
		return []string{fmt.Sprintf("%s: the description knows only %s", name, strings.Join(slices.Sorted(maps.Keys(responses)), ", "))}
	}
	tokens := []string{"paths", found.template, found.method, "responses", key}
	if reference, ok := response["$ref"].(string); ok {
		shared := reference[strings.LastIndex(reference, "/")+1:]
		tokens = []string{"components", "responses", shared}
		response, _ = o.shared[shared].(map[string]any)
	}
	content, _ := response["content"].(map[string]any)
	if content[jsonType] == nil {
		if len(content) == 0 && len(bytes.TrimSpace(body)) > 0 {
			return []string{name + " has a body; it must have none"}
		}
		return nil
	}
	instance, err := decode(body)
	if err != nil {
		return []string{fmt.Sprintf("%s has a body that is not JSON: %v", name, err)}
	}
	return o.answers.check(instance, name+" ", append(tokens, "content", jsonType, "schema")...)
}

// operation is one method of one path, with the values of the path parameters.
type operation struct {
	method, template string
	item, operation  map[string]any
	values           map[string]string
}

// name returns the method and the path without the ids and tokens of one request.
func (o operation) name() string { return strings.ToUpper(o.method) + " " + o.template }

// find returns the operation that a request asks for and its query, or a sentence that
// says why there is none. If several paths fit, the one with the earliest literal segment
// wins: /users/@me before /users/{user_id}.
func (o *OpenAPI) find(method, path string) (operation, url.Values, string) {
	address, err := url.Parse(path)
	if err != nil {
		return operation{}, nil, fmt.Sprintf("%s %s has a path that cannot be read", method, path)
	}
	segments := strings.Split(withoutVersion(address.EscapedPath()), "/")
	var best *route
	for i := range o.routes[len(segments)] {
		candidate := &o.routes[len(segments)][i]
		if candidate.fits(segments) && (best == nil || candidate.literalBefore(best)) {
			best = candidate
		}
	}
	if best == nil {
		return operation{}, nil, fmt.Sprintf("%s %s is no route of Discord's API", method, address.Path)
	}
	lower := strings.ToLower(method)
	described, ok := best.item[lower].(map[string]any)
	if !ok {
		return operation{}, nil, fmt.Sprintf("%s %s: the route exists, but not with this method", method, best.template)
	}
	found := operation{lower, best.template, best.item, described, map[string]string{}}
	for i, segment := range best.segments {
		if name, ok := parameter(segment); ok {
			found.values[name], err = url.PathUnescape(segments[i])
			if err != nil {
				found.values[name] = segments[i]
			}
		}
	}
	query, err := url.ParseQuery(address.RawQuery)
	if err != nil {
		return operation{}, nil, found.name() + " has a query that cannot be read"
	}
	return found, query, ""
}

// withoutVersion removes /api and the version from a path.
func withoutVersion(path string) string {
	rest, ok := strings.CutPrefix(path, "/api/")
	if !ok {
		return path
	}
	version, below, _ := strings.Cut(rest, "/")
	if digits, ok := strings.CutPrefix(version, "v"); ok && digits != "" && strings.Trim(digits, "0123456789") == "" {
		return "/" + below
	}
	return "/" + rest
}

// parameter returns the name in a segment such as {channel_id}.
func parameter(segment string) (string, bool) {
	if name, ok := strings.CutPrefix(segment, "{"); ok {
		return strings.CutSuffix(name, "}")
	}
	return "", false
}

// fits reports whether a path has the literal segments of the route.
func (r *route) fits(segments []string) bool {
	for i, segment := range r.segments {
		if _, free := parameter(segment); !free && segment != segments[i] {
			return false
		}
	}
	return true
}

// literalBefore reports whether r, at the first difference, has a literal segment and
// other a parameter. Both fit the same path.
func (r *route) literalBefore(other *route) bool {
	for i := range r.segments {
		_, mine := parameter(r.segments[i])
		_, theirs := parameter(other.segments[i])
		if mine != theirs {
			return theirs
		}
	}
	return false
}

// parameters checks the values in the path and the query. Unknown parameters of
// a query are ignored, as Discord does.
func (o *OpenAPI) parameters(found operation, query url.Values) []string {
	var sentences []string
	check := func(list []any, tokens ...string) {
		for i, entry := range list {
			described, _ := entry.(map[string]any)
			name, _ := described["name"].(string)
			value, given := found.values[name]
			where := "path"
			if described["in"] == "query" {
				where = "query"
				given = query.Has(name)
				value = query.Get(name)
			}
			if !given {
				if described["required"] == true {
					sentences = append(sentences, fmt.Sprintf("%s %s %s: is missing", found.name(), where, name))
				}
				continue
			}
			at := append(slices.Clone(tokens), "parameters", strconv.Itoa(i), "schema")
			sentences = append(sentences, o.scalar(value, fmt.Sprintf("%s %s %s", found.name(), where, name), at)...)
		}
	}
	shared, _ := found.item["parameters"].([]any)
	check(shared, "paths", found.template)
	own, _ := found.operation["parameters"].([]any)
	check(own, "paths", found.template, found.method)
	return sentences
}

// scalar checks a value that came as text but may be a number, a boolean or a list with
// one of these.
func (o *OpenAPI) scalar(text, root string, tokens []string) []string {
	readings := []any{text}
	if number, err := decode([]byte(text)); err == nil {
		readings = append(readings, number, []any{number})
	}
	return o.answers.checkAny(append(readings, []any{text}), root, tokens...)
}

// decode reads JSON into the types that the validator expects.
func decode(body []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(body)) }

// form is a multipart body.
type form struct {
	payload any            // payload_json, nil when there is none
	values  map[string]any // all other parts, files as empty strings
}

// readForm reads a multipart body. All parts except payload_json must be files named
// files[0] to files[9].
func readForm(name string, body []byte, boundary string) (form, []string) {
	f := form{values: map[string]any{}}
	var sentences []string
	reader := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return f, append(sentences, fmt.Sprintf("%s has a multipart body that cannot be read: %v", name, err))
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return f, append(sentences, fmt.Sprintf("%s has a part %q that cannot be read: %v", name, part.FormName(), err))
		}
		key := part.FormName()
		if _, twice := f.values[key]; twice || key == "payload_json" && f.payload != nil {
			sentences = append(sentences, fmt.Sprintf("%s has two parts named %q", name, key))
		}
		switch {
		case key == "payload_json":
			if f.payload, err = decode(content); err != nil {
				sentences = append(sentences, fmt.Sprintf("%s has a payload_json that is not JSON: %v", name, err))
			}
		case part.FileName() != "":
			f.values[key] = ""
		default:
			f.values[key] = string(content)
		}
	}
	if f.payload == nil {
		return f, sentences
	}
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		if number, ok := wire.PartNumber(key); !ok || len(number) > 1 {
			sentences = append(sentences, fmt.Sprintf("%s has a part %q beside payload_json; files are named files[0] to files[%d]", name, key, wire.MaxAttachments-1))
		}
	}
	return f, sentences
}
