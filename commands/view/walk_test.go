package view_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/deviation"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/journal"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var walkOneIn = flag.Int("walk-one-in", 120, "walk one combination of option, stages and take-over in so many; 1 = all")

// walk is a combination that an organiser can choose.
type walk struct {
	ruleset string
	option  tournament.Option // zero = every option has its default
	chain   string            // of the general kinds of stages
	divided bool
	over    *takeOverAt // nil = played in Topcut from the first round on
}

// takeOverAt is the moment of an event at which it is exported and taken over.
type takeOverAt struct {
	round int // 0 = started, nothing paired
	done  bool
}

func (w walk) String() string {
	at := "live"
	if w.over != nil {
		at = fmt.Sprintf("taken over in round %d", w.over.round)
		if w.over.done {
			at = fmt.Sprintf("taken over after round %d", w.over.round)
		}
	}
	return fmt.Sprintf("%s %s=%s, %s, divisions %v, %s", w.ruleset, w.option.Name, w.option.Value, w.chain, w.divided, at)
}

// walks returns every combination of a ruleset, one option that is not at its default,
// stages by attendance or by an organiser's number, divisions, and the moment of a
// take-over.
func walks(t *testing.T) []walk {
	t.Helper()
	moments := []*takeOverAt{nil, {0, true}, {1, false}, {1, true}, {2, false}, {2, true}, {3, true}}
	var out []walk
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		options := []tournament.Option{{}}
		for _, o := range rs.Options {
			for _, c := range o.Choices {
				if c.Value != o.Default {
					options = append(options, tournament.Option{Name: o.Name, Value: c.Value})
				}
			}
		}
		for _, o := range options {
			for _, chain := range []string{
				"swiss", "swiss 3", "swiss > bracket auto", "swiss 3 > bracket 4", "swiss > bracket 2", "swiss 2 > double 4", "swiss 2 > top 6 swiss 1 > single 2",
				"roundrobin", "groups 2 roundrobin > single 4", "double", "single third", "draft > swiss 3", "build > swiss 3 > bracket 4",
			} {
				for _, divided := range []bool{false, true} {
					for _, over := range moments {
						out = append(out, walk{id, o, chain, divided, over})
					}
				}
			}
		}
	}
	return out
}

// TestEveryOptionAndStageLiveAndTakenOver plays each combination of walks to its end, live,
// and, taken over from its own file at a moment, a second time from there. In both, the
// schedule is completed as it was announced at the start, cuts keep to the table and the
// share of the ruleset, the stages and clocks that the option implies exist, and no posted
// line contradicts another.
func TestEveryOptionAndStageLiveAndTakenOver(t *testing.T) {
	all, walked, refused := walks(t), 0, map[string]int{}
	for _, w := range all {
		if w.hash()%uint32(*walkOneIn) > 0 {
			continue
		}
		if code := w.play(t); code != "" {
			refused[code]++
			continue
		}
		walked++
	}
	t.Logf("%d of %d combinations walked, refused: %v", walked, len(all), refused)
	if walked < len(all) / *walkOneIn / 3 {
		t.Errorf("only %d combinations were walked", walked)
	}
}

// TestACutByTheTableStandsAfterLateEntries plays the combination in which the players who
// join late give the table another cut than the one that was announced at the start.
func TestACutByTheTableStandsAfterLateEntries(t *testing.T) {
	w := walk{ruleset: "pokemon-2009", chain: "swiss > bracket auto", over: &takeOverAt{3, true}}
	if code := w.play(t); code != "" {
		t.Error(code)
	}
}

// hash returns a number that differs between combinations: the seed of what is played.
func (w walk) hash() uint32 {
	hash := fnv.New32a()
	hash.Write([]byte(w.String()))
	return hash.Sum32()
}

// play plays the event, and once more from the moment of the take-over. It returns why
// the event cannot be created or started, if so.
func (w walk) play(t *testing.T) (refusal string) {
	t.Helper()
	seed := uint64(w.hash())
	rs, err := rules.Load(w.ruleset)
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Walk")
	s.Stages = stage.MustParse(w.chain)
	if w.option.Name != "" {
		s.Options = []tournament.Option{w.option}
	}
	if w.divided {
		s.Divisions = []string{"junior", "masters"}
	}
	e := &table{t: t, snap: tournament.Begin(77, make([]byte, 32)), now: begin}
	if err := e.do(organiser(), &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs, Open: true}); err != nil {
		return code(err)
	}
	const players = 14
	for i := range players {
		division := ""
		if w.divided {
			division = s.Divisions[min(1, i/5)]
		}
		e.must(&command.Join{Name: fmt.Sprintf("Guest %d", i+1), Division: division, ByOrganiser: true})
	}
	if err := e.do(organiser(), &command.Start{}); err != nil {
		return code(err)
	}
	attendance := e.snap.State.Rules.Attendance(e.snap.State.Facts())
	live := w.follow(t, e, seed, attendance)
	if w.over == nil || live.file == nil {
		return ""
	}
	again := &table{t: t, snap: tournament.Begin(78, make([]byte, 32)), now: begin}
	if err := again.do(organiser(), handover.TakeOver{File: live.file, Begin: true}.Command()); err != nil {
		t.Errorf("%s: the file of the event is refused: %v", w, err)
		return ""
	}
	taken := w.follow(t, again, seed, attendance)
	if live.said != taken.said {
		t.Errorf("%s: announced are\n%s\nand, taken over,\n%s", w, live.said, taken.said)
	}
	return ""
}

// followed is what an event has said, and its file at the moment of the take-over.
type followed struct {
	said string
	file *file.Tournament
}

// follow plays an event to its end that started with the given attendance.
func (w walk) follow(t *testing.T, e *table, seed uint64, attendance int) (out followed) {
	t.Helper()
	s := e.snap.State
	out.said = w.announced(t, e)
	structures := map[string]bool{structure(e): true}
	w.checkPlan(t, s, attendance)
	rounds := s.PlannedRounds()
	look := func(snap *tournament.Snapshot) {
		now := snap.State
		if now.Phase == tournament.Running {
			structures[structure(e)] = true
		}
		if w.over != nil && out.file == nil && len(now.Rounds) == w.over.round && (now.Current() == nil || (now.Current().Status == tournament.Done) == w.over.done) {
			out.file = w.reread(t, snap)
		}
		if r := now.Current(); r != nil && r.Status == tournament.Started && !r.Deadline.IsZero() {
			if got, want := r.Deadline.Sub(r.StartedAt), now.RoundLength(now.ClockStage(r)); got != want {
				t.Errorf("%s: round %d has a clock of %s, %s are announced", w, len(now.Rounds), got, want)
			}
		}
	}
	look(e.snap)
	e.play(histories.Options{Players: 2}, seed, look)
	end := e.snap.State
	if end.Phase != tournament.Finished {
		t.Errorf("%s: the event ends %s, in round %d", w, end.Phase, len(end.Rounds))
		return out
	}
	if played := ranked(end); played != rounds {
		t.Errorf("%s: %d rounds are announced, %d were played", w, rounds, played)
	}
	if w.divided && strings.Contains(w.chain, "top 6") {
		return out // who is among the best 6 decides which divisions have a bracket
	}
	if len(structures) > 1 {
		t.Errorf("%s: the card says one after the other %q", w, slices.Sorted(maps.Keys(structures)))
	}
	w.checkCut(t, s, end)
	return out
}

// reread returns the file of an event, written and read.
func (w walk) reread(t *testing.T, snap *tournament.Snapshot) *file.Tournament {
	t.Helper()
	event, err := handover.Export(snap)
	if err != nil {
		t.Fatal(err)
	}
	event.Log = nil
	var b bytes.Buffer
	if err := file.Write(&b, event); err != nil {
		t.Fatal(err)
	}
	again, err := file.Read(b.Bytes(), rules.Load)
	if err != nil {
		t.Errorf("%s: %v\n%s", w, err, b.String())
	}
	return again
}

// announced returns what is announced of an event: its structure and what it lasts.
func (w walk) announced(t *testing.T, e *table) string {
	t.Helper()
	s := e.snap.State
	draft, build := s.Preparation()
	length, open := s.Length()
	if s.Rules.Builds && build == 0 && draft == 0 && !s.Settings.Stages.Prepares(stage.Draft) {
		t.Errorf("%s: decks are built at the event, and no time is planned for it", w)
	}
	if played := time.Duration(s.PlannedRounds()) * s.RoundLength(ledger.Swiss); length > 0 && length < played+draft+build {
		t.Errorf("%s: the event lasts %s, its rounds %s, preparation %s", w, length, played, draft+build)
	}
	return fmt.Sprintf("%s; %s to draft, %s to build, %s in all (open %v)", structure(e), draft, build, length, open)
}

// structure returns the line about rounds and cut on the card.
func structure(e *table) string {
	for _, text := range texts(view.Card(view.Env{Snap: e.snap, Now: e.now}).Components) {
		if _, rest, ok := strings.Cut(text, "**Structure:**"); ok {
			line, _, _ := strings.Cut(rest, "\n")
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// ranked returns how many rounds were played before the elimination.
func ranked(s *tournament.State) (n int) {
	for i := range s.Rounds {
		if of := s.Rounds[i].Stage; !rules.IsElimination(of) && of != ledger.Playoff {
			n++
		}
	}
	return n
}

// checkPlan checks the announced cut against the table for the attendance at the start and
// the share of the ruleset, and that each division with another one than the organiser's
// number is named.
func (w walk) checkPlan(t *testing.T, s *tournament.State, attendance int) {
	t.Helper()
	plan := s.PlannedCut()
	asked, cuts := s.Settings.Stages.Cut()
	if plan == nil || !cuts || !s.Settings.Stages.First().Kind.ByPoints() || s.Settings.Stages.First().Groups > 1 {
		return
	}
	if _, byTable, _ := s.Rules.RoundsFor(attendance); asked.Entry.By == stage.Auto && !s.ByDivision() && len(s.Settings.Stages.Prepare) == 0 && plan.Size != byTable {
		t.Errorf("%s: a cut to %d, %d by the table for %d", w, plan.Size, byTable, attendance)
	}
	if !s.ByDivision() {
		return
	}
	named := map[string]bool{}
	for _, n := range deviation.Of(s) {
		if n.Code == "label.division_cut" || n.Code == "label.division_no_cut" {
			named[n.String()] = true
		}
	}
	sizes := make([]int, len(s.Settings.Divisions))
	for _, p := range s.Players {
		sizes[p.Division]++
	}
	for division, n := range s.DivisionCuts(plan.Entry()) {
		if sizes[division] == 0 {
			continue
		}
		if asked.Entry.By == stage.Auto || s.Rules.Advance.Binds {
			if most := s.Rules.LargestCut(sizes[division]); n > most {
				t.Errorf("%s: Top %d in a division of %d, at most %d by the ruleset", w, n, sizes[division], most)
			}
		}
		says := slices.ContainsFunc(slices.Collect(maps.Keys(named)), func(l string) bool {
			return strings.Contains(l, "division="+s.Settings.Divisions[division]+" ")
		})
		if says != (asked.Entry.By == stage.Top && n != asked.Entry.N) {
			t.Errorf("%s: Top %d of %s where Top %d was asked, named %v", w, n, s.Settings.Divisions[division], asked.Entry.N, named)
		}
	}
}

// checkCut compares the cut that was made with the one announced at the start.
func (w walk) checkCut(t *testing.T, start, end *tournament.State) {
	t.Helper()
	plan, el := start.PlannedCut(), end.Elimination()
	switch {
	case plan == nil || start.Elimination() != nil:
	case plan.Size == 0 && el != nil:
		t.Errorf("%s: a cut to %d without one announced", w, len(el.Players))
	case plan.Size == 0:
	case el == nil:
		t.Errorf("%s: the announced cut to %d was not made", w, plan.Size)
	default:
		announced := plan.Size
		if start.ByDivision() {
			announced = 0
			for _, n := range start.DivisionCuts(plan.Entry()) {
				announced += n
			}
		}
		if len(el.Players) != announced {
			t.Errorf("%s: a cut to %d was announced, one to %d made", w, announced, len(el.Players))
		}
	}
}

// code returns the code of a refusal.
func code(err error) string {
	var r *journal.Refusal
	if errors.As(err, &r) {
		return string(r.Notice.Code)
	}
	return err.Error()
}
