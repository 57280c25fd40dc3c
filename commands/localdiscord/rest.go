package localdiscord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// request is a REST request, decoded as far as all routes need it.
type request struct {
	route       *route
	method      string
	path        string // after /api/vN
	uri         string // as sent, with version and query
	version     int
	params      map[string]string
	query       url.Values
	header      http.Header
	contentType string
	body        []byte
	raw         []byte // the JSON: the body, or payload_json of a multipart one
	files       []upload
}

// response is the answer of a handler.
type response struct {
	status int
	body   any // marshalled; nil for none
	header http.Header
	code   int    // Discord's error code
	reason string // the exact fault, for the violation
}

func ok(body any) response { return response{status: http.StatusOK, body: body} }

func created(body any) response { return response{status: http.StatusCreated, body: body} }

func noContent() response { return response{status: http.StatusNoContent} }

// fail returns a refusal in Discord's shape.
func fail(status, code int, message string) response {
	return response{status: status, code: code, reason: message, body: map[string]any{"message": message, "code": code}}
}

// because adds the exact reason.
func (a response) because(format string, args ...any) response {
	a.reason += ": " + fmt.Sprintf(format, args...)
	return a
}

// fieldPath matches the beginning of the sentences of package check: the place in the
// body, such as components[0].components[1].label.
var fieldPath = regexp.MustCompile(`^((?:[a-z_]+)(?:\[\d+\])*(?:\.[a-z_]+(?:\[\d+\])*)*):? (.+)$`)

// plainFields are the paths of one word; other first words begin a sentence.
var plainFields = []string{
	"content", "flags", "nonce", "components", "embeds", "attachments", "name", "limit", "before", "after", "around", "title", "poll", "type", "description", "status",
}

// invalidBody returns code 50035 with one entry for each problem, at the path that its
// sentence names, if any.
func invalidBody(problems ...string) response {
	tree := map[string]any{}
	for _, p := range problems {
		node, text := tree, p
		if m := fieldPath.FindStringSubmatch(p); m != nil && (strings.ContainsAny(m[1], "._[") || slices.Contains(plainFields, m[1])) {
			text = m[2]
			for _, key := range strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
				next, ok := node[key].(map[string]any)
				if !ok {
					next = map[string]any{}
					node[key] = next
				}
				node = next
			}
		}
		list, _ := node["_errors"].([]map[string]string)
		node["_errors"] = append(list, map[string]string{"code": "BASE_TYPE_BAD", "message": text})
	}
	return response{
		status: http.StatusBadRequest, code: wire.CodeInvalidBody,
		reason: "Invalid Form Body: " + strings.Join(problems, "; "),
		body: map[string]any{
			"message": "Invalid Form Body", "code": wire.CodeInvalidBody,
			"errors": tree,
		},
	}
}

func unknownChannel() response { return fail(404, wire.CodeUnknownChannel, "Unknown Channel") }
func unknownMessage() response { return fail(404, wire.CodeUnknownMessage, "Unknown Message") }
func unknownGuild() response   { return fail(404, wire.CodeUnknownGuild, "Unknown Guild") }
func missingAccess() response  { return fail(403, wire.CodeMissingAccess, "Missing Access") }
func missingPermissions() response {
	return fail(403, wire.CodeMissingPermissions, "Missing Permissions")
}

// route is one method and path of the API.
type route struct {
	method   string
	pattern  string
	segments []string
	rule     bucketRule
	major    string // parameter by which the bucket is divided
	open     bool   // needs no Authorization: the token is in the path
	exempt   bool   // not counted in the global limit
	handle   handler
}

// handler answers the requests of a route.
type handler func(*Server, *request) response

// finder finds what a request is about, or returns the answer if it does not exist or the
// bot may not access it.
type finder[T any] func(*Server, *request) (T, *response)

// about handles requests about something that is found first.
func about[T any](find finder[T], do func(*Server, *request, T) response) handler {
	return func(s *Server, r *request) response {
		it, bad := find(s, r)
		if bad != nil {
			return *bad
		}
		return do(s, r, it)
	}
}

// saying is about for requests whose JSON is read too.
func saying[T, B any](find finder[T], do func(*Server, *request, T, B) response) handler {
	return about(find, func(s *Server, r *request, it T) response {
		var body B
		if bad := r.decode(&body); bad != nil {
			return *bad
		}
		return do(s, r, it, body)
	})
}

// judged is find, followed by the checks of package check on the body.
func judged[T any](find finder[T], findings func(*request) []string) finder[T] {
	return func(s *Server, r *request) (T, *response) {
		it, bad := find(s, r)
		if bad == nil {
			bad = s.judge(r, findings(r))
		}
		return it, bad
	}
}

func (r *route) String() string { return r.method + " " + r.pattern }

// router finds routes by method and path.
type router struct{ byMethod map[string][]*route }

func newRouter() *router {
	rt := &router{byMethod: map[string][]*route{}}
	for _, list := range [][]*route{accountRoutes(), commandRoutes(), interactionRoutes(), messageRoutes(), threadRoutes(), channelRoutes(), guildRoutes(), scheduledRoutes()} {
		for _, r := range list {
			r.segments = strings.Split(strings.Trim(r.pattern, "/"), "/")
			if r.rule.name == ruleOther().name {
				r.rule.name = r.String() // its own bucket
			}
			rt.byMethod[r.method] = append(rt.byMethod[r.method], r)
		}
	}
	return rt
}

// find returns the route of a path; if two fit, the one with the literal segment.
func (rt *router) find(method, path string) (*route, map[string]string) {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for i := range segments {
		if plain, err := url.PathUnescape(segments[i]); err == nil {
			segments[i] = plain
		}
	}
	var best *route
	bestLiteral := -1
	for _, r := range rt.byMethod[method] {
		if literal, ok := r.fits(segments); ok && literal > bestLiteral {
			best, bestLiteral = r, literal
		}
	}
	if best == nil {
		return nil, nil
	}
	params := map[string]string{}
	for i, s := range best.segments {
		if name, isParam := strings.CutPrefix(s, "{"); isParam {
			params[strings.TrimSuffix(name, "}")] = segments[i]
		}
	}
	return best, params
}

func (r *route) fits(segments []string) (literal int, ok bool) {
	if len(segments) != len(r.segments) {
		return 0, false
	}
	for i, s := range r.segments {
		if s[0] == '{' {
			if segments[i] == "" {
				return 0, false
			}
			continue
		}
		if s != segments[i] {
			return 0, false
		}
		literal++
	}
	return literal, true
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		http.Error(w, "closed", http.StatusServiceUnavailable)
		return
	}
	defer s.wg.Done()
	if s.isDark() && !strings.HasPrefix(r.URL.Path, "/control/") {
		hangUp(w)
		return
	}
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/api/"):
		s.serveAPI(w, r)
	case path == "/gateway" || path == "/gateway/" || path == resumePath:
		s.serveGateway(w, r)
	case strings.HasPrefix(path, "/attachments/"):
		s.serveFile(w, r)
	case strings.HasPrefix(path, "/control/"):
		s.serveControl(w, r)
	default:
		if r.Header.Get("Authorization") != "" {
			s.mu.Lock()
			s.violate(r.Method+" "+path, 0, "no such route", nil)
			s.mu.Unlock()
		}
		http.NotFound(w, r)
	}
}

func (s *Server) isDark() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.faults.dark
}

// enter counts a request, for which Close will wait. It returns false after Close.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.done:
		return false
	default:
		s.wg.Add(1)
		return true
	}
}

// serveAPI answers one REST request: token, route, injected fault, rate limit, body,
// handler, in Discord's order.
func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	req := &request{method: r.Method, uri: r.URL.RequestURI(), query: r.URL.Query(), header: r.Header, contentType: r.Header.Get("Content-Type")}
	req.version, req.path = apiVersion(r.URL.EscapedPath())
	req.route, req.params = s.router.find(r.Method, req.path)

	s.mu.Lock()
	s.stats.Requests++
	fault, faulty := s.faults.take(req.method, req.path)
	if req.route != nil && req.route.open {
		switch fault { // these need only the token of an interaction, which Discord does not forget
		case Fault401, Fault403, Fault404:
			fault = Fault500
		default: // possible on every route
		}
	}
	if faulty {
		s.stats.Faults++
		s.taints.add(s.now(), req.method+" "+req.path, req.params["token"])
		if fault == FaultLate || fault == FaultSlow {
			s.taints.add(s.now(), late(req.method, req.path))
		}
	}
	plan := s.faults.plan
	s.faults.flap(s.channels[req.params["channel"]])
	s.mu.Unlock()
	if faulty && s.failNow(w, fault, plan) {
		return
	}

	problem := req.read(r)
	if problem == cutOff {
		hangUp(w)
		return
	}
	if fault == FaultLate {
		hangUp(w)
		s.later(plan.latency(), req, problem)
		return
	}
	a, use := s.decide(req, problem)
	s.observe(req, a)
	s.outlived(r.Context(), req)
	switch {
	case fault == FaultTwice && req.method == http.MethodPost: // a nonce prevents it
		s.later(plan.latency(), req, problem)
	case fault == FaultTwice: // at once: later it would undo what was answered since
		s.decide(req, problem)
	}
	if fault == FaultCutAfter {
		hangUp(w)
		return
	}
	s.write(w, a, use)
}

// later makes a request take effect after d and discards its answer. It is called while a
// request is being served.
func (s *Server) later(d time.Duration, req *request, problem *response) {
	s.wg.Go(func() {
		select {
		case <-time.After(d):
			a, _ := s.decide(req, problem)
			s.observe(req, a)
		case <-s.done:
		}
	})
}

func (p FaultPlan) latency() time.Duration {
	if p.Latency <= 0 {
		return 250 * time.Millisecond
	}
	return p.Latency
}

// apiVersion splits /api/v9/rest into 9 and /rest.
func apiVersion(path string) (int, string) {
	rest := strings.TrimPrefix(path, "/api")
	for v, prefix := range map[int]string{9: "/v9/", 10: "/v10/"} {
		if strings.HasPrefix(rest, prefix) {
			return v, rest[len(prefix)-1:]
		}
	}
	return 0, rest
}

// failNow carries out a fault that comes before the request is handled. It reports
// whether that ends the request.
func (s *Server) failNow(w http.ResponseWriter, fault Fault, plan FaultPlan) bool {
	retry := plan.RetryAfter
	if retry <= 0 {
		retry = 300 * time.Millisecond
	}
	switch fault {
	case FaultCutBefore:
		hangUp(w)
	case FaultUser429:
		s.write(w, limited(retry, "user", 0), usage{rule: ruleOther(), after: retry})
	case FaultShared429:
		s.write(w, limited(retry, "shared", 0), usage{rule: ruleOther(), after: retry})
	case FaultGlobal429:
		s.write(w, limited(retry, "global", 0), usage{})
	case FaultHTML429:
		w.Header().Set("Content-Type", "text/html; charset=UTF-8")
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, "<!DOCTYPE html><html><title>Access denied | discord.com used Cloudflare to restrict access</title><body>error code: 1015</body></html>")
	case Fault500:
		s.write(w, fail(500, 0, "500: Internal Server Error"), usage{})
	case Fault502:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, "<html><body>502 Bad Gateway</body></html>")
	case Fault401:
		s.write(w, fail(401, 0, "401: Unauthorized"), usage{})
	case Fault403:
		s.write(w, missingPermissions(), usage{})
	case Fault404:
		s.write(w, unknownChannel(), usage{})
	case FaultHTML403:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, "<html><body><h1>403 Forbidden</h1></body></html>")
	case FaultSlow:
		select {
		case <-time.After(plan.latency()):
		case <-s.done:
		}
		return false
	default:
		return false
	}
	return true
}

// hangUp closes the connection without an answer.
func hangUp(w http.ResponseWriter) {
	if h, canHijack := w.(http.Hijacker); canHijack {
		if conn, _, err := h.Hijack(); err == nil {
			_ = conn.Close() // breaking it is the intent
		}
	}
}

// decide runs the request and returns the answer.
func (s *Server) decide(req *request, problem *response) (response, usage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, use := s.handle(req, problem)
	s.countInvalid(a)
	if a.status >= 400 {
		s.refuse(req, a)
	}
	s.viewed = s.cfg.ViewClock()
	// Marshal while the lock protects what the body points to.
	if a.body != nil {
		raw, err := json.Marshal(a.body)
		if err != nil {
			s.log.Error("answer cannot be written", "route", req.path, "error", err)
			return fail(500, 0, "500: Internal Server Error"), use
		}
		a.body = json.RawMessage(raw)
	}
	return a, use
}

func (s *Server) handle(req *request, problem *response) (response, usage) {
	if req.version == 0 {
		return fail(400, 50041, "Invalid API version").because("only v9 and v10 are spoken"), usage{}
	}
	if req.route == nil {
		return fail(404, 0, "404: Not Found").because("no such route"), usage{}
	}
	if !req.route.open && req.header.Get("Authorization") != "Bot "+s.cfg.Token {
		return fail(401, 0, "401: Unauthorized"), usage{}
	}
	use := s.spend(req.route.rule, req.params[req.route.major], req.route.exempt)
	if use.denied {
		s.stats.RateLimited++
		scope := "user"
		switch {
		case use.global:
			scope = "global"
		case use.rule.shared:
			scope = "shared"
		}
		return limited(use.after, scope, 0), use
	}
	if problem != nil {
		return *problem, use
	}
	return req.route.handle(s, req), use
}

// refuse records a 4xx answer, as a violation unless the bot is not to blame.
func (s *Server) refuse(req *request, a response) {
	if a.status == http.StatusTooManyRequests || a.status >= 500 {
		return
	}
	s.stats.Rejected++
	if s.tolerated[a.code] || a.code == wire.CodeCannotDM || s.excused(req) || s.unpermitted(req, a) || s.archivedLate(req, a) {
		return
	}
	s.violate(req.name(), a.code, a.reason, req.raw)
}

// excused reports whether a fault, a redelivery or a person caused a refusal.
func (s *Server) excused(req *request) bool {
	keys := []string{req.method + " " + req.path}
	for _, v := range req.params {
		keys = append(keys, v)
	}
	if s.taints.has(s.now(), keys...) {
		return true
	}
	i := s.interactions.byToken[req.params["token"]]
	return i != nil && i.disturbed(s)
}

// unpermitted reports whether a refusal is due to a permission that comes and goes.
func (s *Server) unpermitted(req *request, a response) bool {
	ch := s.channels[req.params["channel"]]
	if ch == nil || a.code != wire.CodeMissingAccess && a.code != wire.CodeMissingPermissions {
		return false
	}
	if ch.thread != nil {
		ch = s.channels[ch.parentID]
	}
	return ch != nil && s.taints.has(s.now(), flapped(ch))
}

// outlived taints a request whose client was gone when it took effect, as after a kill: the
// next process may have looked at what it changed before that.
func (s *Server) outlived(ctx context.Context, req *request) {
	if ctx.Err() != nil {
		s.mu.Lock()
		s.taints.add(s.now(), late(req.method, req.path))
		s.mu.Unlock()
	}
}

// archivedLate reports whether a refusal is due to a thread that an earlier request, of
// which the bot had no answer, may have archived between a look at it and this request.
func (s *Server) archivedLate(req *request, a response) bool {
	return a.code == wire.CodeThreadArchived && s.taints.has(s.now(), late(http.MethodPatch, "/channels/"+req.params["channel"]))
}

func (req *request) name() string {
	if req.route != nil {
		return req.route.String()
	}
	return req.method + " " + req.path
}

// judge turns the findings of package check into an answer. Violations of house rules,
// for which Discord would not refuse a request, are recorded if Discord would accept it.
func (s *Server) judge(req *request, findings []string) *response {
	var problems, house []string
	for _, f := range findings {
		if check.IsHouseRule(f) {
			house = append(house, f)
			continue
		}
		problems = append(problems, f)
	}
	switch {
	case len(problems) == 1 && strings.Contains(problems[0], "is an empty message"):
		return new(fail(400, wire.CodeEmptyMessage, "Cannot send an empty message"))
	case len(problems) > 0:
		return new(invalidBody(problems...))
	}
	for _, f := range req.files {
		if f.problem != "" {
			house = append(house, f.problem)
		}
	}
	for _, f := range house {
		s.violate(req.name(), 0, f, req.raw)
	}
	return nil
}

// cutOff is what read returns for a request whose sender is gone before all of it has
// arrived. Discord never sees it, so it breaks no rule.
var cutOff = &response{}

// read reads the body. It returns an answer if that fails.
func (req *request) read(r *http.Request) *response {
	body, err := io.ReadAll(io.LimitReader(r.Body, wire.MaxBodyBytes+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return cutOff
	case err != nil:
		return new(fail(400, 0, "400: Bad Request").because("the body cannot be read: %v", err))
	}
	if len(body) > wire.MaxBodyBytes {
		return new(fail(413, wire.CodeTooLarge, "Request entity too large").because("more than 25 MiB"))
	}
	req.body = body
	if len(body) == 0 {
		return nil
	}
	kind, params, err := mime.ParseMediaType(req.contentType)
	switch {
	case err == nil && kind == "multipart/form-data":
		return req.readParts(params["boundary"])
	case err == nil && kind == "application/json":
		req.raw = body
	default:
		return new(invalidBody(fmt.Sprintf("Content-Type %q; expected application/json or multipart/form-data", req.contentType)))
	}
	if !json.Valid(req.raw) {
		return new(fail(400, wire.CodeInvalidJSON, "The request body contains invalid JSON."))
	}
	return nil
}

func (req *request) readParts(boundary string) *response {
	parts := multipart.NewReader(bytes.NewReader(req.body), boundary)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return new(invalidBody("the multipart body is broken: " + err.Error()))
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return new(invalidBody("a part of the body is broken: " + err.Error()))
		}
		if part.FileName() == "" {
			if part.FormName() != "payload_json" {
				return new(invalidBody(fmt.Sprintf("part %q is neither a file nor payload_json", part.FormName())))
			}
			if !json.Valid(data) {
				return new(fail(400, wire.CodeInvalidJSON, "The request body contains invalid JSON."))
			}
			req.raw = data
			continue
		}
		if len(data) > wire.MaxFileBytes {
			return new(fail(413, wire.CodeTooLarge, "Request entity too large").because("file %q is over 10 MiB", part.FileName()))
		}
		up := upload{part: part.FormName(), name: part.FileName(), contentType: part.Header.Get("Content-Type"), data: data}
		up.inspect()
		req.files = append(req.files, up)
	}
}

// write sends an answer.
func (s *Server) write(w http.ResponseWriter, a response, use usage) {
	h := w.Header()
	for k, v := range a.header {
		h[k] = v
	}
	use.headers(h, s.now())
	if a.body == nil {
		w.WriteHeader(a.status)
		return
	}
	h.Set("Content-Type", "application/json")
	raw, isRaw := a.body.(json.RawMessage)
	if !isRaw {
		var err error
		if raw, err = json.Marshal(a.body); err != nil {
			s.log.Error("answer cannot be written", "error", err)
		}
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(raw) // a client that hung up needs no error
}

// limit returns how many results a request asks for, usual if it does not say.
func (req *request) limit(usual, most int) (int, *response) {
	q := req.query.Get("limit")
	if q == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(q)
	if err != nil || n < 1 || n > most {
		return 0, new(invalidBody(fmt.Sprintf("limit must be from 1 to %d, not %s", most, q)))
	}
	return n, nil
}

// decode reads the JSON of a request into v; an absent body counts as empty.
func (req *request) decode(v any) *response {
	raw := req.raw
	if len(raw) == 0 {
		raw = []byte("{}")
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return new(invalidBody("the body does not have the expected shape: " + err.Error()))
	}
	return nil
}
