package commands_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"topcut/commands"
	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/text"
	"topcut/commands/wire"
	"topcut/tournament"
)

var (
	presses       = flag.Int("presses", 0, "how often one member presses each route in TestOneMemberCostsNobodyElse; 0 = not at all")
	pressesStrict = flag.Bool("presses.strict", false, "fail where heap or file grow by 2 MB, or another member waits 1 s longer")
)

// TestOneMemberCostsNobodyElse: one member uses every route, as a player and as an
// organiser, as fast as possible. Memory and file stay small, and another member is
// answered as quickly as before.
func TestOneMemberCostsNobodyElse(t *testing.T) {
	if *presses == 0 {
		t.Skip("it takes a while: -presses says how often")
	}
	for role, perms := range map[string]wire.Permissions{"player": 0, "organiser": wire.ManageGuild} {
		t.Run(role, func(t *testing.T) {
			h := openTestServer(inTurn{t}, nil, false)
			halls := 0
			begin := func() string {
				halls++ // what the presses made in the channel before does not matter here
				h.channel = h.guild.AddChannel(fmt.Sprint("hall-", halls))
				players := h.toRound1(6, localdiscord.Options{"rounds": 3, "cut": 2})
				return players[0].ID()
			}
			hog := begin()
			for _, language := range text.Offered() {
				text.NameOf(language) // loaded on first use
			}
			for k, r := range h.app.Table.Routes() {
				h.hammer(r, hog, perms, 500+k, 2) // so that everything loaded on first use is loaded
			}
			if h.snapshot().State.Phase >= tournament.Finished {
				hog = begin()
			}
			alone := h.slowest(t.Context(), 20)
			var worst struct{ heap, file, wait, took largest }
			for k, r := range h.app.Table.Routes() {
				if s := h.snapshot().State; s.Phase >= tournament.Finished {
					hog = begin()
				}
				h.ahead.Add(int64(24 * time.Hour)) // every allowance is full again
				h.settle()
				heap, file := h.kept(k)
				ctx, stop := context.WithCancel(t.Context())
				waited := make(chan time.Duration, 1)
				go func() {
					most := time.Duration(0)
					for ctx.Err() == nil {
						most = max(most, h.slowest(t.Context(), 1))
					}
					waited <- most
				}()
				start := time.Now()
				h.hammer(r, hog, perms, k, *presses)
				worst.took.note(r, int64(time.Since(start)/time.Millisecond))
				stop()
				more := <-waited - alone
				h.settle()
				heapNow, fileNow := h.kept(k)
				worst.heap.note(r, (heapNow-heap)>>10)
				worst.file.note(r, (fileNow-file)>>10)
				worst.wait.note(r, int64(more/time.Millisecond))
				if *pressesStrict && (heapNow-heap > 2<<20 || fileNow-file > 2<<20 || more > time.Second) {
					t.Errorf("%s: heap %d KB, file %d KB, another waits %v longer", r.Name(), (heapNow-heap)>>10, (fileNow-file)>>10, more)
				}
			}
			t.Logf("%d presses of each of %d routes: at most %v KB of heap, %v KB of file, another waits %v ms longer than %v; the longest took %v ms",
				*presses, len(h.app.Table.Routes()), worst.heap, worst.file, worst.wait, alone, worst.took)
		})
	}
}

// inTurn is a test that runs alone, so that all memory in use is its own.
type inTurn struct{ *testing.T }

// largest is the largest of some numbers, with its route.
type largest struct {
	n     int64
	route string
}

func (m *largest) note(r *commands.Route, n int64) {
	if n > m.n {
		m.n, m.route = n, r.Name()
	}
}

func (m largest) String() string { return fmt.Sprintf("%d (%s)", m.n, m.route) }

// hammer uses a route many times at once for one member.
func (h *testServer) hammer(r *commands.Route, user string, perms wire.Permissions, k, times int) {
	var hands sync.WaitGroup
	const atOnce = 24
	for hand := range atOnce {
		hands.Add(1)
		go func() {
			defer hands.Done()
			rng := rand.New(rand.NewPCG(uint64(k), uint64(hand)))
			for n := hand; n < times; n += atOnce {
				in := h.anything(r, user, perms, 100_000_000+k*1_000_000+n, rng)
				h.app.Serve(h.t.Context(), in, &answers{})
			}
		}()
	}
	hands.Wait()
}

// slowest returns the longest time that another member waits for a first answer of any
// kind.
func (h *testServer) slowest(ctx context.Context, times int) (most time.Duration) {
	for range times {
		for _, path := range []string{"status", "standings", "pairings", "odds", "help", "report", "join", "deck submit"} {
			r, _ := find(h.app.Table, path)
			in := h.interaction(r, "4711", 0, int(time.Now().UnixNano()%1e9)+1_000_000_000)
			first := &firstAnswer{answers: &answers{}, begin: time.Now()}
			h.app.Serve(ctx, in, first)
			most = max(most, first.after)
		}
	}
	return most
}

// firstAnswer records when the first answer came.
type firstAnswer struct {
	*answers
	begin time.Time
	once  sync.Once
	after time.Duration
}

func (f *firstAnswer) note() { f.once.Do(func() { f.after = time.Since(f.begin) }) }

func (f *firstAnswer) Reply(ctx context.Context, m discord.Message) error {
	f.note()
	return f.answers.Reply(ctx, m)
}

func (f *firstAnswer) Defer(ctx context.Context, ephemeral bool) error {
	f.note()
	return f.answers.Defer(ctx, ephemeral)
}

func (f *firstAnswer) Modal(ctx context.Context, m discord.Modal) error {
	f.note()
	return f.answers.Modal(ctx, m)
}

// kept returns the memory in use and the size of the file.
func (h *testServer) kept(k int) (heap, file int64) {
	h.t.Helper()
	if !*pressesStrict && k%40 != 0 {
		return 0, 0 // measuring costs a collection and a copy
	}
	path := filepath.Join(h.t.TempDir(), fmt.Sprintf("copy-%d-%d.db", k, time.Now().UnixNano()))
	if err := h.store.Backup(h.t.Context(), path); err != nil {
		h.t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		h.t.Fatal(err)
	}
	_ = os.Remove(path)
	var m runtime.MemStats
	for range 2 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc), info.Size()
}

// TestAServerKeepsSoManyEventsAndLeagues: one event without players, or one open league,
// more than allowed is refused with what to end first.
func TestAServerKeepsSoManyEventsAndLeagues(t *testing.T) {
	h := openTestServer(t, nil, false)
	refused := func(command, want string, most int) {
		t.Helper()
		for n := range most + 1 {
			h.ahead.Add(int64(time.Hour)) // every allowance is full again
			got := h.slash(h.organiser, command, localdiscord.Options{"name": fmt.Sprint("Number ", n+1)})
			if is := strings.Contains(got, want); is != (n == most) {
				t.Fatalf("/%s the %dth time: %s", command, n+1, got)
			}
		}
	}
	refused("tournament create", "This server has 40 events that nobody has joined. Cancel one first.", 40)
	refused("league-admin create", "This server has 25 leagues. End one first.", 25)
	h.clean()
}
