package tournament_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/db"
	"topcut/sim"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/histories/chains"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var chainsOneIn = flag.Int("chains-one-in", 400, "play one chain of stages in so many; 1 = every chain, some ten minutes")

// TestEveryChainOfStages plays chains of stages through Director and Store from
// registration to final places, with drops, late entries, corrections and undo; half of
// them with lengths of matches of their own, where the game has several, and a third on
// boards, where it has boards. It
// holds of each what TestEveryRuleset holds of usual events; asks for odds in every
// round; exports the event, which replays, and takes it over where another server
// could; and takes back every command to the start. A chain that a game refuses in
// any field is refused by a notice.
func TestEveryChainOfStages(t *testing.T) {
	all := chains.All()
	if len(all) < 300 {
		t.Fatalf("only %d chains", len(all))
	}
	h := newChainHall(t)
	played, lengths, crewed, boarded, boardable, refused := 0, 0, 0, 0, 0, map[string]int{}
	for _, chain := range all {
		hash := fnv.New64a()
		hash.Write([]byte(chain))
		rng := rand.New(rand.NewPCG(hash.Sum64(), 1))
		if rng.IntN(*chainsOneIn) > 0 {
			continue
		}
		ids := chains.Rulesets(chain)
		rs := load(t, ids[rng.IntN(len(ids))])
		s := settings(0, 0)
		s.Stages = stage.MustParse(chain)
		s.LateUntil = 2
		if rng := rand.New(rand.NewPCG(hash.Sum64(), 4)); rng.IntN(2) == 0 {
			if c, ok := chains.WithLengths(s.Stages, rs, rng); ok {
				s.Stages = c
				lengths++
			}
		}
		// A third on boards and a sixth by crews without, where the stages and the game take them.
		by := rand.New(rand.NewPCG(hash.Sum64(), 2))
		of := by.IntN(6)
		s.Crew = 2 + by.IntN(3)
		s.Boards = 2 + by.IntN(s.Crew-1)
		switch code := startRefused(t, rs.ID, s, 8); {
		case code == "crew.stages":
			s.Crew, s.Boards = 0, 0
		case code == "crew.boards_game":
			s.Boards = 0
		default:
			boardable++
		}
		switch {
		case of > 2:
			s.Crew, s.Boards = 0, 0
		case of == 2:
			s.Boards = 0
		}
		if s.Boards > 0 && by.IntN(2) == 0 {
			s.LineUpMinutes = 10
		}
		if s.Crew > 0 {
			crewed++
		}
		if s.Boards > 0 {
			boarded++
		}
		players := 8 + rng.IntN(14)
		code := startRefused(t, rs.ID, s, players)
		for ; code != "" && players < 32; players++ { // a larger field may do
			code = startRefused(t, rs.ID, s, players+1)
		}
		if code != "" {
			refused[code]++
			continue
		}
		played++
		opts := histories.Options{Players: players}
		if rng.IntN(2) == 0 {
			opts = histories.Suited(chain, players)
		}
		if !t.Run(s.Stages.String(), func(t *testing.T) { h.holds(t, rs, s, opts, rng.Uint64()) }) {
			t.Logf("%s with %d players of %s, crews of %d on %d boards", s.Stages, players, rs.ID, s.Crew, s.Boards)
		}
	}
	t.Logf("%d of %d chains played, %d with lengths of their own, %d by crews, %d of them on boards of %d that take them, refused: %v; %d commands taken back, %d answers of odds (none: %v), %d taken over",
		played, len(all), lengths, crewed, boarded, boardable, refused, h.undone, h.odds, h.noOdds, h.taken)
}

// startRefused returns why a chain cannot be created or started in a game, empty
// if it can.
func startRefused(t *testing.T, id string, s tournament.Settings, players int) string {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	err := w.as("organiser", &command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: load(t, id)})
	if err == nil {
		w.do(&command.OpenRegistration{})
		w.guests(players)
		err = w.as("organiser", &command.Start{})
	}
	if err == nil {
		return ""
	}
	if tournament.ClassOf(err) == "" {
		t.Errorf("%s of %s: %v is no refusal", s.Stages, id, err)
	}
	return codeOf(err)
}

func codeOf(err error) string {
	code, _, _ := strings.Cut(err.Error(), " ")
	return code
}

// chainHall is where chains are played: one database, one Director, a clock that the
// test turns.
type chainHall struct {
	*command.Director
	now time.Time

	undone, odds, taken int
	noOdds              map[string]int
}

func newChainHall(t *testing.T) *chainHall {
	t.Helper()
	d, err := db.Open(t.Context(), db.Config{Path: filepath.Join(t.TempDir(), "t.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	h := &chainHall{now: begin, noOdds: map[string]int{}}
	h.Director = command.NewDirector(command.Config{Store: db.StoreOf(d, tournament.Log), Now: func() time.Time { return h.now }, Secret: func() []byte { return make([]byte, 32) }})
	return h
}

// holds plays an event and checks all that TestEveryChainOfStages promises.
func (h *chainHall) holds(t *testing.T, rs *rules.Ruleset, s tournament.Settings, opts histories.Options, seed uint64) {
	t.Helper()
	ctx := t.Context()
	out, err := h.Create(ctx, command.Request{
		Actor: tournament.Actor{User: histories.Organiser, Name: "Organiser"}, Cause: fmt.Sprintf("create %d", seed),
		Command: &command.Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs},
	})
	if err != nil {
		t.Fatal(err)
	}
	snap, rounds := out.After, 0
	before := map[int64]*tournament.State{} // by the first event of a command
	gen := histories.New(opts, seed)
	for step, ok := gen.Next(snap); ok; step, ok = gen.Next(snap) {
		h.now = h.now.Add(7 * time.Second)
		out, err := h.Do(ctx, snap.State.ID, command.Request{Actor: step.Actor, Cause: fmt.Sprintf("%d.%d", seed, len(snap.Log)), Command: step.Command})
		switch {
		case err != nil && (tournament.ClassOf(err) == "" || tournament.ClassOf(err) == tournament.Corrupt):
			t.Fatalf("%T: %v", step.Command, err)
		case err != nil:
			continue
		case len(snap.Log) > 10_000:
			t.Fatalf("the event does not end: round %d", len(snap.State.Rounds))
		}
		if next := out.After; len(next.Log) > len(snap.Log) {
			before[next.Log[len(snap.Log)].Batch] = snap.State
			snap = next
			inStep(t, snap.State)
		}
		if n := len(snap.State.Rounds); n > rounds {
			rounds = n
			seatedOnce(t, snap.State)
			h.asksOdds(t, snap.State)
			h.takesOver(t, snap)
		}
	}
	if snap.State.Phase != tournament.Finished {
		t.Fatalf("the event ended %s", snap.State.Phase)
	}
	resultsAreLegal(t, snap.State)
	folds(t, snap)
	placesArePermutation(t, snap.State)
	orderDoesNotMatter(t, snap.State, seed)
	written(t, snap)
	h.takesBack(ctx, t, snap, before)
}

// inStep checks that each match of the event is one of the ledger, so that State.Match finds
// both: the two have the same rounds with the same numbers of matches.
func inStep(t *testing.T, s *tournament.State) {
	t.Helper()
	facts := s.Facts()
	if len(s.Rounds) != len(facts.Rounds) || len(s.Players) != len(facts.Players) {
		t.Fatalf("after event %d: %d rounds and %d players, in the ledger %d and %d", s.Seq, len(s.Rounds), len(s.Players), len(facts.Rounds), len(facts.Players))
	}
	for r := range s.Rounds {
		if n, in := len(s.Rounds[r].Matches), len(facts.Rounds[r].Matches); n != in || s.Rounds[r].Number != int(facts.Rounds[r].Number) {
			t.Fatalf("after event %d: round %d has %d matches, in the ledger %d", s.Seq, s.Rounds[r].Number, n, in)
		}
	}
}

// asksOdds requests the chance of the cut of all players: they share its places.
func (h *chainHall) asksOdds(t *testing.T, s *tournament.State) {
	t.Helper()
	c, err := sim.Live(s)
	if err != nil {
		h.noOdds[string(notice.Of(err).Code)]++
		return
	}
	c.Trials = 16
	res, err := sim.Odds(t.Context(), c)
	switch {
	case err == nil:
	case notice.Of(err).Code == "sim.rounds": // a double round robin of many
		h.noOdds["sim.rounds"]++
		return
	default:
		t.Fatalf("round %d: %v", len(s.Rounds), err)
	}
	h.odds++
	sum := 0.0
	for _, p := range res.Players {
		sum += p.Cut.P
	}
	if c.Cut.Top > 0 && c.Cut.Points == 0 && !c.Cut.EqualPoints && len(c.Shape.Days) == 0 && math.Abs(sum-float64(min(c.Cut.Top, len(s.Field())))) > 0.5 {
		t.Fatalf("round %d: the chances sum to %.2f for %d places", len(s.Rounds), sum, c.Cut.Top)
	}
}

// takesOver exports the running event and has another server go on with it: it has
// the same standings there.
func (h *chainHall) takesOver(t *testing.T, snap *tournament.Snapshot) {
	t.Helper()
	f := written(t, snap)
	there := tournament.Begin(2, make([]byte, 32))
	after, _, err := command.Decide(there, command.Request{
		Actor: tournament.Actor{User: "organiser"}, Cause: "import", Command: handover.TakeOver{Guild: "h", Channel: "d", File: f}.Command(),
	}, begin)
	if err != nil {
		t.Fatalf("taking it over after round %d: %v", snap.State.LastDone(), err)
	}
	h.taken++
	h.sameElimination(t, snap.State, after.State)
	here, err := snap.State.Table(snap.State.LastDone())
	if err != nil {
		t.Fatal(err)
	}
	table, err := after.State.Table(snap.State.LastDone())
	if err != nil {
		t.Fatal(err)
	}
	got, want := map[int32]string{}, map[int32]string{}
	for i := range here.Rows {
		want[here.Rows[i].Player] = here.Rows[i].Points.String()
	}
	for i := range table.Rows {
		got[table.Rows[i].Player] = table.Rows[i].Points.String()
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("taken over after round %d, the points differ (-here +there):\n%s", snap.State.LastDone(), d)
	}
}

// sameElimination holds the brackets of an event that was taken over against those of
// the event itself: who plays whom, who has won, who has which place.
func (h *chainHall) sameElimination(t *testing.T, here, there *tournament.State) {
	t.Helper()
	want, err := here.Brackets()
	if err != nil {
		return // there is none
	}
	got, err := there.Brackets()
	if err != nil {
		t.Fatalf("the elimination is not taken over: %v", err)
	}
	for i := range want {
		want[i].Tree, got[i].Tree = nil, nil
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("taken over in round %d, the brackets differ (-here +there):\n%s", len(here.Rounds), d)
	}
}

// written exports the event to a file and reads it again: it is the same event.
func written(t *testing.T, snap *tournament.Snapshot) *file.Tournament {
	t.Helper()
	data, err := handover.ExportJSON(snap)
	if err != nil {
		t.Fatal(err)
	}
	f, err := file.Read(data, rules.Load)
	if err != nil {
		t.Fatalf("the export cannot be read: %v", err)
	}
	var again bytes.Buffer
	if err := file.Write(&again, f); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, again.Bytes()) {
		t.Fatalf("the export, read and written again, differs:\n%s", cmp.Diff(string(data), again.String()))
	}
	return f
}

// withoutHolds returns a state without what an undo keeps: the ends of clocks, since when
// reports wait, and when the event was first over.
func withoutHolds(s *tournament.State) *tournament.State {
	c := *s
	c.Holds, c.CheckInEnd, c.FirstOver = nil, time.Time{}, time.Time{}
	c.Rounds = slices.Clone(s.Rounds)
	for i := range c.Rounds {
		c.Rounds[i].Deadline = time.Time{}
		c.Rounds[i].Matches = withoutAsked(c.Rounds[i].Matches)
		for j := range c.Rounds[i].Matches {
			c.Rounds[i].Matches[j].Boards = withoutAsked(c.Rounds[i].Matches[j].Boards)
		}
	}
	if s.Build != nil {
		build := *s.Build
		build.Deadline, c.Build = time.Time{}, &build
	}
	return &c
}

// withoutAsked returns matches without since when their reports wait.
func withoutAsked(matches []tournament.Match) []tournament.Match {
	matches = slices.Clone(matches)
	for i := range matches {
		if m := &matches[i]; m.Report != nil {
			report := *m.Report
			report.Asked, m.Report = 0, &report
		}
	}
	return matches
}

// takesBack takes back every command, the last one first, until nothing is left to be
// taken back: each time the event is what it was before.
func (h *chainHall) takesBack(ctx context.Context, t *testing.T, snap *tournament.Snapshot, before map[int64]*tournament.State) {
	t.Helper()
	id := snap.State.ID
	for batch := tournament.LastBatch(snap.Log); batch > 1; batch = tournament.LastBatch(snap.Log) {
		out, err := h.Do(ctx, id, command.Request{
			Actor: tournament.Actor{User: histories.Organiser, Name: "Organiser"}, Cause: fmt.Sprintf("back %d.%d", id, batch), Command: &command.Undo{Batch: batch, Later: true},
		})
		if err != nil {
			t.Fatalf("%s cannot be taken back: %v", snap.Log[batch-1].Kind, err)
		}
		h.undone++
		snap = out.After
		if before[batch] == nil {
			t.Fatalf("%s, number %d of %d, is the last command, and nobody gave it", snap.Log[batch-1].Kind, batch, len(snap.Log))
		}
		for _, timer := range tournament.Timers(snap.State) {
			if !timer.At.After(h.now) && timer.Kind != tournament.DueLeague {
				t.Fatalf("%s is due at once after taking back %s", timer.Key(), snap.Log[batch-1].Kind)
			}
		}
		got, want := *withoutHolds(snap.State), *withoutHolds(before[batch])
		got.Seq, got.At = want.Seq, want.At
		got.Commitment, got.Spent = want.Commitment, want.Spent // a public secret draws nothing more
		if want.Phase < tournament.Running {
			got.Mixing = want.Mixing // the next start asks anew
		}
		if d := difference(&want, &got); d != "" {
			t.Fatalf("taking back %s:\n%s", snap.Log[batch-1].Kind, d)
		}
	}
	if s := snap.State; s.Phase != tournament.Draft || len(s.Players) > 0 && s.Count(tournament.Registered) > 0 {
		t.Fatalf("after everything was taken back the event is %s", s.Phase)
	}
}
