package post_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/post"
	"topcut/commands/site"
	"topcut/commands/view"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
	"topcut/tournament/rules"
	"topcut/tournament/season"
)

var matrixOneIn = flag.Int("matrix-one-in", 399, "of the cases of stray answers, try one in so many")

// stray is an answer that says nothing about the request.
type stray struct {
	name         string
	status, code int  // 0 = the connection breaks
	after        bool // when the request has taken effect
}

var strays = []stray{
	{name: "404 10003", status: 404, code: 10003},
	{name: "404 10008", status: 404, code: 10008},
	{name: "403 50001", status: 403, code: 50001},
	{name: "403 50013", status: 403, code: 50013},
	{name: "400", status: 400},
	{name: "500", status: 500},
	{name: "429", status: 429},
	{name: "cut before", status: 0},
	{name: "cut after", status: 0, after: true},
}

// spell is how long a stray answer is given.
type spell struct {
	name  string
	times int           // so many requests, or
	lasts time.Duration // for so long
}

var spells = []spell{
	{name: "once", times: 1}, {name: "twice", times: 2}, {name: "for an hour", lasts: time.Hour}, {name: "for ever", lasts: 1000 * time.Hour},
}

// cell is one case of the matrix.
type cell struct {
	kind  tournament.PostKind
	edit  bool // the fault meets an edit of the post, not its sending
	over  bool // the log is over when the fault comes
	stray stray
	spell spell
}

func (c cell) String() string {
	what, when := "new", "running"
	if c.edit {
		what = "edit"
	}
	if c.over {
		when = "finished"
	}
	return fmt.Sprintf("%s, %s, %s, %s, %s", c.kind, what, when, c.stray.name, c.spell.name)
}

// matrixServer is a local Discord with an event or a league of which every post is known,
// and a Sender between them.
type matrixServer struct {
	*testing.T
	srv             *localdiscord.Server
	guild           *localdiscord.Guild
	channel, office *localdiscord.Channel
	store           *db.DB
	director        *command.Director
	seasons         *season.Director
	sender          *post.Sender
	client          *discord.Client
	lines           localtest.Buffer
	n               int

	frozen  time.Time // what the posts show as the time, once a fault comes
	id      journal.ID
	snap    *tournament.Snapshot // of the event, after the last command
	planned []journal.Post       // by the last command
	batch   int64                // the first line of its log
	all     map[string]bool      // the keys of all posts
	behind  []string             // the messages in a channel that the event has left, of which editing failed

	mu    sync.Mutex
	sent  [][]byte // the bodies of the requests for new messages
	hit   []string // the keys of the posts whose requests are answered by
	stray *stray
	left  int       // so many times, or
	until time.Time // until then
	hits  int
	gate  chan struct{} // requests wait until it is closed; nil = they go on
}

// startMatrix starts everything but the event. It is called within a bubble.
func startMatrix(t *testing.T) *matrixServer {
	srv, err := localdiscord.New(localdiscord.Config{Listener: localtest.NewNetwork(true), RateLimits: localdiscord.RateLimits{Off: true}})
	if err != nil {
		t.Fatal(err)
	}
	srv.Tolerate(10003, 10008, 50001, 50013, 50083, 160004)
	store := newStore(t)
	m := &matrixServer{T: t, srv: srv, guild: srv.AddGuild("Hall"), store: store, all: map[string]bool{}}
	m.channel, m.office = m.guild.AddChannel("open"), m.guild.AddChannel("office")
	secret := func() []byte { return make([]byte, 32) }
	m.director = command.NewDirector(command.Config{
		Store: db.StoreOf(store, tournament.Log), Now: time.Now, Secret: secret,
		Posts: func(before, after *tournament.Snapshot, events []tournament.Envelope) []tournament.Post {
			return m.plan(post.Plan(before, after, events), events[0].Seq)
		},
	})
	m.seasons = season.NewDirector(season.Config{
		Store: db.StoreOf(store, season.Log), Now: time.Now, Secret: secret,
		Posts: func(before, after *season.Snapshot, facts []season.Envelope) []journal.Post {
			return m.plan(post.PlanSeason(before, after, facts), facts[0].Seq)
		},
	})
	network := localtest.NewNetwork(true)
	server := &http.Server{Handler: m, ReadHeaderTimeout: time.Minute}
	var running sync.WaitGroup
	running.Go(func() { _ = server.Serve(network) })
	if m.client, err = discord.New(discord.Config{Token: srv.BotToken(), APIBase: "http://" + network.Addr().String(), Dial: network.Dial}); err != nil {
		t.Fatal(err)
	}
	m.sender = post.NewSender(post.Config{
		Outbox: store, Director: m.director, Freeze: site.Frozen, Seasons: m.seasons, Channels: m.client, Now: m.now, Idle: time.Minute, Rest: time.Millisecond,
		Log: slog.New(slog.NewTextHandler(&m.lines, nil)),
	})
	ctx, cancel := context.WithCancel(t.Context())
	running.Go(func() { m.sender.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		m.client.Close()
		_ = server.Close()
		_ = srv.Close()
		running.Wait()
		_ = store.Close()
	})
	return m
}

// now returns what the posts show as the time: it stands still when a fault comes, so that
// what they show depends on nothing but the log.
func (m *matrixServer) now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.frozen.IsZero() {
		return m.frozen
	}
	return time.Now()
}

func (m *matrixServer) plan(posts []journal.Post, batch int64) []journal.Post {
	m.planned, m.batch = posts, batch
	for _, p := range posts {
		if p.Key != "" {
			m.all[p.Key] = true
		}
	}
	return posts
}

// ServeHTTP answers in place of the local Discord what concerns the posts that are hit.
func (m *matrixServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") {
		m.mu.Lock()
		m.sent = append(m.sent, body)
		m.mu.Unlock()
	}
	m.mu.Lock()
	gate := m.gate
	m.mu.Unlock()
	if gate != nil {
		<-gate
	}
	s := m.strikes(r, body)
	switch {
	case s == nil:
		m.srv.ServeHTTP(w, r)
	case s.status == 0:
		if s.after {
			m.srv.ServeHTTP(&unheard{header: http.Header{}}, r)
		}
		panic(http.ErrAbortHandler)
	default:
		w.Header().Set("Content-Type", "application/json")
		answer := map[string]any{"code": s.code, "message": s.name}
		if s.status == http.StatusTooManyRequests {
			answer["retry_after"] = 1.5
			w.Header().Set("Retry-After", "2")
		}
		w.WriteHeader(s.status)
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// unheard is an answer that does not arrive.
type unheard struct{ header http.Header }

func (u *unheard) Header() http.Header       { return u.header }
func (*unheard) Write(b []byte) (int, error) { return len(b), nil }
func (*unheard) WriteHeader(int)             {}

// strikes returns what a request is answered by, nil if by the local Discord.
func (m *matrixServer) strikes(r *http.Request, body []byte) *stray {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.stray == nil || !m.about(r, body):
		return nil
	case m.left > 0:
		m.left--
	case !time.Now().Before(m.until):
		return nil
	}
	m.hits++
	return m.stray
}

// about reports whether a request is about one of the posts that are hit.
func (m *matrixServer) about(r *http.Request, body []byte) bool {
	for _, key := range m.hit {
		if r.Method != http.MethodGet && bytes.Contains(body, fmt.Appendf(nil, `"id":%d`, post.Identity(m.id, key)[0])) {
			return true
		}
		row, err := m.store.Post(r.Context(), m.id, key)
		if err != nil {
			continue
		}
		if row.Message != "" && (strings.HasSuffix(r.URL.Path, "/messages/"+row.Message) || strings.HasSuffix(r.URL.Path, "/messages/"+row.Message+"/threads")) {
			return true
		}
		if row.Parent != "" && row.Channel != "" && strings.HasSuffix(r.URL.Path, "/channels/"+row.Channel) {
			return true
		}
	}
	return false
}

// hold lets requests wait until arm, so that none of them comes before the fault.
func (m *matrixServer) hold() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gate = make(chan struct{})
}

// pass lets the requests that wait go on.
func (m *matrixServer) pass() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gate != nil {
		close(m.gate)
		m.gate = nil
	}
}

// arm gives a stray answer to the requests of posts from now on, and to those that wait.
func (m *matrixServer) arm(keys []string, s stray, length spell) {
	defer m.pass()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.frozen = time.Now()
	m.hit, m.stray, m.left, m.until = keys, &s, length.times, time.Now().Add(length.lasts)
}

func (m *matrixServer) disarm() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stray = nil
}

// open begins the event of a kind of post and opens its registration.
func (m *matrixServer) open(k *matrixKind) {
	m.Helper()
	rs, err := rules.Load(k.ruleset())
	if err != nil {
		m.Fatal(err)
	}
	if k.picks {
		rs.Pools = map[string]rules.Pool{"maps": {Items: []string{"Abbey", "Bridge", "Canal"}}}
		rs.Scripts = []rules.Script{{Best: 3, Pool: "maps", Start: "pick both 3"}}
	}
	s := tournament.DefaultSettings("Friday Night")
	s.TOChannel = m.office.ID()
	if k.settings != nil {
		k.settings(&s)
	}
	out, err := m.director.Create(m.Context(), m.request(command.All{
		&command.Create{Guild: m.guild.ID(), Channel: m.channel.ID(), Settings: s, Ruleset: rs}, &command.OpenRegistration{},
	}))
	if err != nil {
		m.Fatal(err)
	}
	m.id, m.snap = out.After.State.ID, out.After
}

func (m *matrixServer) request(c command.Command) command.Request {
	m.n++
	return command.Request{Actor: tournament.Actor{User: "7", Name: "Ann"}, Cause: fmt.Sprint(m.n), Command: c, Fresh: make([]byte, 32)}
}

// do carries out commands, all at once.
func (m *matrixServer) do(all ...command.Command) {
	m.Helper()
	out, err := m.director.Do(m.Context(), m.id, m.request(command.All(all)))
	if err != nil {
		m.Fatalf("%T: %v", all[len(all)-1], err)
	}
	m.snap = out.After
}

// league carries out a command on the league, which a season.Create begins.
func (m *matrixServer) league(c season.Command) {
	m.Helper()
	m.n++
	req := season.Request{Actor: journal.Actor{User: "7", Name: "Ann"}, Cause: fmt.Sprint(m.n), Command: c}
	var err error
	if _, begins := c.(season.Create); begins {
		var out *season.Outcome
		if out, err = m.seasons.Create(m.Context(), req); err == nil {
			m.id = out.ID
		}
	} else {
		_, err = m.seasons.Do(m.Context(), m.id, req)
	}
	if err != nil {
		m.Fatalf("%T: %v", c, err)
	}
}

// fire lets the next timer of a kind take effect when it is due.
func (m *matrixServer) fire(kind tournament.DueKind) {
	m.Helper()
	for _, timer := range tournament.Timers(m.snap.State) {
		if timer.Kind == kind {
			time.Sleep(time.Until(timer.At))
			m.do(&command.Fire{Key: timer.Key()})
			return
		}
	}
	m.Fatalf("there is no timer of the kind %s", kind)
}

// settle lets everything be posted, or what is left wait for as long as most.
func (m *matrixServer) settle(most time.Duration) (waits bool) {
	m.sender.Wake()
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		waiting, watched, err := m.store.PostsPending(m.Context())
		if err != nil {
			m.Fatal(err)
		}
		if waiting+watched == 0 && m.sender.Quiet(m.Context()) {
			synctest.Wait() // the Sender sleeps
			return false
		}
		if time.Until(end) < most-10*time.Second { // nothing new in the first seconds
			time.Sleep(time.Minute)
		}
	}
	return true
}

// standing returns the messages that bear the identity of a post.
func (m *matrixServer) standing(key string) (found []localdiscord.Message) {
	want := post.Identity(m.id, key)
	for _, c := range m.guild.Channels() {
		for _, message := range m.srv.Messages(c, nil) {
			if slices.Contains(message.ComponentIDs(), int(want[0])) && !slices.Contains(m.behind, message.ID) {
				found = append(found, message)
			}
		}
	}
	return found
}

// verdict returns how a post has ended: "posted", "nothing", "given up", or "waits", and
// fails if that is not what stands in the channel, or is told nowhere.
func (m *matrixServer) verdict(key string) string {
	m.Helper()
	row, err := m.store.Post(m.Context(), m.id, key)
	if err != nil {
		m.Fatal(err)
	}
	stands := m.standing(key)
	switch {
	case row.Kind == tournament.LeftBehind && row.Dead == journal.Obsolete:
		m.behind = append(m.behind, row.Message)
		return "nothing"
	case row.Dead == journal.Obsolete, row.Message == "" && row.Shown > 0 && row.Shown >= row.Want:
		if len(stands) > 0 {
			m.Errorf("%s has nothing to say and stands %d times", key, len(stands))
		}
		return "nothing"
	case row.Dead != "":
		m.told(&row)
		return "given up"
	case row.Shown >= row.Want && row.Began.IsZero():
		if len(stands) != 1 {
			m.Errorf("%s is posted and stands %d times", key, len(stands))
		}
		return "posted"
	}
	st, err := m.store.Stats(m.Context())
	if err != nil {
		m.Fatal(err)
	}
	if len(m.sender.Bars(m.guild.ID())) == 0 && st.Oldest == (db.Oldest{}) {
		m.Errorf("%s waits, which is told nowhere: %+v", key, row)
	}
	if len(m.sender.Bars(m.guild.ID())) == 0 {
		return "waits, late"
	}
	return "waits, barred"
}

// told fails if a post was given up and one of these does not say so: /doctor, the health of the
// bot, or the organisers' panel.
func (m *matrixServer) told(row *tournament.OutboxRow) {
	m.Helper()
	lost, err := m.store.GivenUp(m.Context(), m.guild.ID())
	if err != nil {
		m.Fatal(err)
	}
	lost = post.Lost(lost)
	named := func(o tournament.OutboxRow) bool { return o.Key == row.Key || row.Parent != "" && o.Key == row.Parent }
	if !slices.ContainsFunc(lost, named) {
		m.Errorf("%s is given up (%s), which /doctor does not say", row.Key, row.Dead)
	}
	if st, err := m.store.Stats(m.Context()); err != nil || len(st.PostsDead) == 0 {
		m.Errorf("%s is given up, which the health does not say: %v", row.Key, err)
	}
	if row.Log.Kind != tournament.Log.Name || row.Kind == "panel" {
		return
	}
	for _, message := range m.srv.Messages(m.office, nil) {
		if strings.Contains(m.srv.Render(message), "Post them again") {
			return
		}
	}
	m.Errorf("%s is given up (%s), which the panel does not say", row.Key, row.Dead)
}

// newest fails if the message of a post does not show what the post shows now: an edit
// that writes it once more changes nothing.
func (m *matrixServer) newest(key string) {
	m.Helper()
	row, err := m.store.Post(m.Context(), m.id, key)
	if err != nil {
		m.Fatal(err)
	}
	e := view.Env{Now: m.now(), Freeze: site.Frozen}
	if row.Log.Kind == season.Log.Name {
		e.Season, err = m.seasons.Snapshot(m.Context(), m.id)
	} else {
		e.Snap, err = m.director.Snapshot(m.Context(), m.id)
	}
	if err != nil {
		m.Fatal(err)
	}
	now, ok := post.Render(e, &row)
	stands := m.standing(key)
	if !ok || len(stands) != 1 {
		m.Errorf("%s is posted and stands %d times; it has something to say: %v", key, len(stands), ok)
		return
	}
	shown := m.srv.Render(stands[0])
	if row.Parent != "" { // in the thread of a match, which may be put away
		if err := m.client.EditThread(m.Context(), stands[0].ChannelID, discord.ThreadChange{Archived: new(false), Locked: new(false)}); err != nil {
			m.Error(err)
		}
	}
	if err := m.client.Edit(m.Context(), stands[0].ChannelID, stands[0].ID, now); err != nil {
		m.Errorf("%s cannot be edited: %v", key, err)
	}
	if want := m.srv.Render(m.standing(key)[0]); shown != want {
		m.Errorf("%s shows\n%s\nwant\n%s", key, shown, want)
	}
}

// shifts reports whether a post shows more than the log: what was at fault, or that it
// is new.
func (*matrixServer) shifts(row *tournament.OutboxRow, edited bool) bool {
	return row.Kind == "panel" || row.Kind == "fixture" && !edited
}

// keysOf returns the keys of the posts of a kind that the last command has caused.
func (m *matrixServer) keysOf(kind tournament.PostKind) (keys []string) {
	for _, p := range m.planned {
		switch {
		case kind == tournament.LeftBehind && p.Leaves != "" && p.Key != "":
			keys = append(keys, fmt.Sprintf("%s.left.%d", p.Key, m.snap.State.Seq))
		case p.Kind == kind:
			keys = append(keys, p.Key)
		}
	}
	return keys
}

// try plays a case of the matrix and returns how its posts ended.
func (c cell) try(t *testing.T, k *matrixKind) (ends []string) {
	m := startMatrix(t)
	if k.before != nil || !k.creates {
		if !k.league {
			m.open(k)
		}
		if k.before != nil {
			k.before(m)
		}
		if m.settle(10 * time.Minute) {
			t.Fatalf("what comes before is not posted\n%s", &m.lines)
		}
	}
	m.planned = nil
	m.hold()
	if k.creates {
		m.open(k)
	}
	if k.cause != nil {
		k.cause(m)
	}
	keys := m.keysOf(c.kind)
	if len(keys) == 0 {
		t.Fatalf("no such post is planned: %+v", m.planned)
	}
	if c.edit {
		m.pass()
		if m.settle(10 * time.Minute) {
			t.Fatalf("it is not posted\n%s", &m.lines)
		}
		m.hold()
		k.changes(m)
	}
	if c.over {
		k.end(m)
	}
	m.arm(keys, c.stray, c.spell)
	most := 10 * time.Minute
	if c.spell.times == 0 {
		most = min(c.spell.lasts, 90*time.Minute) + time.Hour
	}
	m.settle(most)
	for _, key := range keys {
		end := m.verdict(key)
		if c.spell.times > 0 && end != "posted" && end != "nothing" {
			t.Errorf("%s: %s after a passing fault", key, end)
		}
		ends = append(ends, end)
	}
	if m.hits == 0 && ends[0] != "nothing" {
		t.Error("the fault met no request")
	}
	m.disarm()
	m.after()
	for _, key := range keys {
		if row, err := m.store.Post(t.Context(), m.id, key); err == nil && row.Dead == "" && row.Message != "" && !m.shifts(&row, c.edit) {
			m.newest(key)
		}
	}
	if t.Failed() || testing.Verbose() {
		t.Logf("ended as %v after %d faults\n%s", ends, m.hits, &m.lines)
	}
	return ends
}

// after takes up what was given up, now that nothing is at fault any more: all of it is
// posted, and so is everything else.
func (m *matrixServer) after() {
	m.Helper()
	if _, err := m.sender.Repost(m.Context(), m.guild.ID()); err != nil {
		m.Fatal(err)
	}
	if m.settle(30 * time.Minute) {
		m.Errorf("not everything is posted afterwards")
	}
	for key := range m.all {
		if end := m.verdict(key); end != "posted" && end != "nothing" {
			m.Errorf("afterwards %s: %s", key, end)
		}
	}
	if lost, err := m.store.GivenUp(m.Context(), m.guild.ID()); err != nil || len(lost) > 0 {
		m.Errorf("afterwards lost: %+v, %v", lost, err)
	}
}

// kindsOfPosts returns the kinds that are declared in this package, and that of messages
// in a channel that the event has left.
func kindsOfPosts(t *testing.T) (kinds []tournament.PostKind) {
	t.Helper()
	kinds = append(kinds, tournament.LeftBehind)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			of, ok := spec.Type.(*ast.SelectorExpr)
			if !ok || of.Sel.Name != "PostKind" {
				return true
			}
			for _, v := range spec.Values {
				kind, err := strconv.Unquote(v.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				kinds = append(kinds, tournament.PostKind(kind))
			}
			return true
		})
	}
	slices.Sort(kinds)
	return kinds
}

// TestEveryKindOfPostMeetsEveryStrayAnswer: posts of each kind, when they are sent and
// when they are edited, while their event or league goes on and when it is over, meet an
// answer that says nothing about them. In the end each stands once and shows the newest,
// or it is given up or waits, which is told; and it is posted when nothing is at fault
// any more and an organiser presses "Post them again".
func TestEveryKindOfPostMeetsEveryStrayAnswer(t *testing.T) {
	kinds := kindsOfPosts(t)
	for _, kind := range kinds {
		if matrixKinds[kind] == nil {
			t.Errorf("the kind %q has no row in the matrix", kind)
		}
	}
	for kind := range matrixKinds {
		if !slices.Contains(kinds, kind) {
			t.Errorf("there is no kind %q", kind)
		}
	}
	counts, n, tried := map[string]int{}, 0, 0
	for i, kind := range kinds {
		k := matrixKinds[kind]
		for _, c := range k.cells(kind) {
			n++
			if (n+i)%*matrixOneIn != 0 || testing.Short() && n%5 != 0 {
				continue
			}
			tried++
			t.Run(c.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					for _, end := range c.try(t, k) {
						counts[end]++
					}
				})
			})
		}
	}
	t.Logf("%d of %d cases, their posts ended as %v", tried, n, counts)
}

// cells returns the cases of a kind.
func (k *matrixKind) cells(kind tournament.PostKind) (all []cell) {
	if k == nil {
		return nil
	}
	for _, edit := range []bool{false, true} {
		for _, over := range []bool{false, true} {
			if edit && k.never || !over && k.onlyOver {
				continue
			}
			for _, s := range strays {
				for _, length := range spells {
					all = append(all, cell{kind, edit, over, s, length})
				}
			}
		}
	}
	return all
}

// ends plays one case by itself and fails if its posts do not end as they should.
func (c cell) ends(t *testing.T, want string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if got := c.try(t, matrixKinds[c.kind]); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: ended as %v, want %s", c, got, want)
		}
	})
}

// TestAMessageThatIsListedIsNotGone: for an hour Discord says that a message is not there,
// which is. It is edited after that.
func TestAMessageThatIsListedIsNotGone(t *testing.T) {
	cell{kind: "announced", edit: true, stray: stray{name: "404 10008", status: 404, code: 10008}, spell: spells[2]}.ends(t, "posted")
}

// TestAPostThatFailsAloneIsGivenUp: Discord fails at one post for ever and takes all
// others. After an hour it is given up.
func TestAPostThatFailsAloneIsGivenUp(t *testing.T) {
	cell{kind: "announced", stray: stray{name: "500", status: 500}, spell: spells[3]}.ends(t, "given up")
}

// TestAMessageThatIsRefusedAloneBarsNoOther: Discord refuses one message for ever, as if
// the bot might not post in its channel, and takes the others there. These are edited
// within seconds, and after an hour the one is given up. If it refuses all of them, none
// is given up.
func TestAMessageThatIsRefusedAloneBarsNoOther(t *testing.T) {
	for name, alone := range map[string]bool{"one": true, "all": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := startMatrix(t)
				k := matrixKinds["announced"]
				m.open(k)
				k.cause(m)
				refused := m.keysOf("announced")
				if m.settle(10 * time.Minute) {
					t.Fatalf("it is not posted\n%s", &m.lines)
				}
				hit := refused
				if !alone {
					hit = append(slices.Clone(refused), "card")
				}
				m.arm(hit, stray{name: "403 50013", status: http.StatusForbidden, code: 50013}, spells[3])
				k.changes(m)
				for minute := range 80 {
					m.do(&command.Join{User: fmt.Sprint(100 + minute), Name: fmt.Sprint("Player ", minute)})
					m.sender.Wake()
					if time.Sleep(10 * time.Second); alone {
						if got := m.verdict("card"); got != "posted" {
							t.Fatalf("after %d minutes the card %s: %+v\n%s", minute, got, m.sender.Bars(m.guild.ID()), &m.lines)
						}
					}
					time.Sleep(time.Minute)
				}
				want := "waits, barred"
				if alone {
					want = "given up"
				}
				if got := m.verdict(refused[0]); got != want {
					t.Errorf("the message %s, want %s\n%s", got, want, &m.lines)
				}
				m.disarm()
				m.after()
			})
		})
	}
}
