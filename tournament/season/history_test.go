package season

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"topcut/tournament/division"
	"topcut/tournament/fraction"
	"topcut/tournament/golden"
	"topcut/tournament/journal"
)

var histories = flag.Int("histories", 400, "random seasons of commands to fold")

// deed is a command in the words of the model: people by who they are, not by number.
type deed struct {
	batch   int64
	what    string
	log     journal.ID
	event   Leg // members are indices into who
	who     []string
	from    string
	into    string
	points  fraction.Fraction
	rules   Rules
	closing bool
}

// history is a season under random commands, and beside it a model of what was done:
// a plain list, from which the season is reckoned from nothing at the end.
type history struct {
	t      *testing.T
	rng    *rand.Rand
	snap   *Snapshot
	deeds  []deed
	person map[string]int // book number of each person so far
	lives  map[string]int // how often each person has been forgotten
	step   int
}

func (h *history) do(c Command) (batch int64, err error) {
	h.step++
	req := Request{Actor: journal.Actor{User: "to", Name: "The organiser"}, Cause: fmt.Sprint("i", h.step), Command: c}
	after, events, err := journal.Decide(Aggregate{}, h.snap, req, time.Unix(1_800_000_000+int64(60*h.step), 0).UTC())
	if err != nil {
		if _, refused := errors.AsType[*journal.Refusal](err); !refused {
			h.t.Fatalf("a command fails: %v", err)
		}
		return 0, err
	}
	h.snap = after
	return events[0].Batch, nil
}

// people returns the users and guests that can appear, by what the model calls them.
func (h *history) people() (names []string, persons []Person) {
	for i := range 6 {
		p := Person{User: fmt.Sprint("u", i), Name: fmt.Sprint("User ", i)}
		if i >= 4 {
			p = Person{Name: fmt.Sprint("Guest ", i)}
		}
		name := fmt.Sprintf("%s%s/%d", p.User, p.Name, h.lives[p.Name])
		names, persons = append(names, name), append(persons, p)
	}
	return names, persons
}

// resolved returns who a person is by the merges that hold.
func (h *history) resolved(name string) string {
	for again := true; again; {
		again = false
		for _, d := range h.deeds {
			if d.what == "merge" && d.from == name {
				name, again = d.into, true
			}
		}
	}
	return name
}

// note records the person of the book.
func (h *history) note(names []string, persons []Person) {
	for i, p := range persons {
		for k := range h.snap.Book.People {
			if q := &h.snap.Book.People[k]; q.User == p.User && q.Name == p.Name && h.person[names[i]] == 0 {
				h.person[names[i]] = q.No
			}
		}
	}
}

// number returns the member of a person now, or 0.
func (h *history) number(name string) int { return h.snap.State.PlayerOf(h.person[name]) }

func (h *history) count() {
	names, persons := h.people()
	d := deed{what: "count", log: journal.ID(1 + h.rng.IntN(5))}
	order := h.rng.Perm(len(names))[:2+h.rng.IntN(4)]
	var here []Person
	for _, i := range order {
		d.who, here = append(d.who, h.resolved(names[i])), append(here, persons[i])
	}
	d.event = randomEvent(h.rng, len(here))
	batch, err := h.do(Count{Log: d.log, People: here, Event: d.event, Insist: h.rng.IntN(2) == 0})
	if err != nil {
		return
	}
	h.note(names, persons)
	d.batch = batch
	d.closing = h.snap.State.Closed != nil
	h.deeds = append(h.deeds, d)
}

func (h *history) play() {
	names, _ := h.people()
	var d deed
	var err error
	switch what := h.rng.IntN(16); {
	case what < 6:
		h.count()
		return
	case what < 8:
		d = deed{what: "adjust", who: []string{h.resolved(names[h.rng.IntN(len(names))])}, points: randomFraction(h.rng)}
		d.batch, err = h.do(Adjust{Member: h.number(d.who[0]), Points: d.points, Reason: "late"})
	case what == 8:
		d = deed{what: "merge", from: h.resolved(names[h.rng.IntN(len(names))]), into: h.resolved(names[h.rng.IntN(len(names))])}
		d.batch, err = h.do(merge{h.number(d.from), h.number(d.into)})
	case what == 9:
		log := journal.ID(1 + h.rng.IntN(5))
		d = deed{what: "remove", log: log}
		d.batch, err = h.do(Remove{log})
	case what == 10:
		d = deed{what: "rules", rules: randomRules(h.rng)}
		d.batch, err = h.do(Change{Settings: Settings{Name: "Monday", Rules: d.rules, Divisions: &division.Rules{Target: 8, Min: 8, Max: 20, Pause: 1}}})
	case what == 11:
		d = deed{what: "close"}
		d.batch, err = h.do(Close{Ratings: h.ratings()})
	case what == 12: // forgotten: the book is blanked, the log stays
		i := h.rng.IntN(len(names))
		no := h.person[names[i]]
		if no == 0 {
			return
		}
		book := h.snap.Book.Clone()
		book.People[no-1] = journal.Person{No: no, Name: journal.ForgottenName(no)}
		for k := range book.Texts {
			if book.Texts[k].Person == no {
				book.Texts[k].Body = ""
			}
		}
		h.snap = &Snapshot{State: h.snap.State, Book: book, Log: h.snap.Log}
		_, persons := h.people()
		h.lives[persons[i].Name]++
		return
	case what == 13: // divisions move nothing in the table of all
		_, _ = h.do(Divide{Ratings: map[int]int{1: 1500}})
		return
	case what == 14:
		who := h.number(names[h.rng.IntN(len(names))])
		_, _ = h.do(Assign{Member: who, Division: h.rng.IntN(2), Reason: "asked"})
		if h.snap.State.Closed != nil {
			_, _ = h.do(Leave{Member: who})
		}
		return
	default:
		h.undo()
		return
	}
	if err == nil {
		h.deeds = append(h.deeds, d)
	}
}

// ratings returns the ratings of all, some of them equal.
func (h *history) ratings() (out []MemberRating) {
	for i, m := range h.snap.State.Members {
		if m.Person > 0 && m.Into == 0 {
			out = append(out, MemberRating{i + 1, 1_500_000 + h.rng.IntN(3)})
		}
	}
	return out
}

func (h *history) undo() {
	if len(h.deeds) == 0 {
		return
	}
	i, later := h.rng.IntN(len(h.deeds)), h.rng.IntN(4) == 0
	batch := h.deeds[i].batch
	if _, err := h.do(Undo{batch, later}); err != nil {
		return
	}
	h.deeds = slices.DeleteFunc(h.deeds, func(d deed) bool { return d.batch == batch || later && d.batch > batch })
}

// fromNothing returns the season from the deeds that hold.
func (h *history) fromNothing(first Rules) *Input {
	in := &Input{Rules: first}
	type counted struct {
		log   journal.ID
		event Leg
	}
	var events []counted
	member := func(name string) int { return h.number(h.resolved(name)) }
	for _, d := range h.deeds {
		at := slices.IndexFunc(events, func(c counted) bool { return c.log == d.log && c.log > 0 })
		switch d.what {
		case "rules":
			in.Rules = d.rules
		case "adjust":
			in.Adjustments = append(in.Adjustments, Adjustment{Member: member(d.who[0]), Points: d.points})
		case "remove":
			events[at].event = Leg{} // counted again it has its old place
		case "count":
			e := Leg{Weight: d.event.Weight, Playoff: d.event.Playoff}
			for _, r := range d.event.Results {
				r.Member = member(d.who[r.Member-1])
				e.Results = append(e.Results, r)
			}
			for _, m := range d.event.Meetings {
				n := Meeting{A: member(d.who[m.A-1]), B: member(d.who[m.B-1])}
				switch m.Winner {
				case m.A:
					n.Winner = n.A
				case m.B:
					n.Winner = n.B
				}
				e.Meetings = append(e.Meetings, n)
			}
			if at >= 0 {
				events[at].event = e
			} else {
				events = append(events, counted{d.log, e})
			}
		}
	}
	for _, e := range events {
		in.Events = append(in.Events, e.event)
	}
	for n, m := range h.snap.State.Members {
		if m.Into == 0 && m.Person > 0 {
			in.Members = append(in.Members, n+1)
		}
	}
	if c := h.snap.State.Closed; c != nil {
		in.Seed = c.seed(h.snap.State.Joins)
	}
	in.Ratings = h.snap.State.Ratings
	return in
}

func begin(t *testing.T, rng *rand.Rand, rules Rules) *history {
	t.Helper()
	h := &history{t: t, rng: rng, snap: journal.Begin(Aggregate{}, 7, []byte("a secret of thirty-two bytes ...")), person: map[string]int{}, lives: map[string]int{}}
	if _, err := h.do(Create{Guild: "g", Settings: Settings{Name: "Monday", Rules: rules}}); err != nil {
		t.Fatal(err)
	}
	return h
}

// With corrections, undo, merges, forgetting and closing in the middle the fold is the
// table that follows from nothing but what holds; read back from its stored form it is
// so still. -histories 20000 for more.
func TestTheFoldIsTheTableFromNothing(t *testing.T) {
	closed, undone := 0, 0
	for i := range *histories {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		first := randomRules(rng)
		h := begin(t, rng, first)
		for range 30 {
			h.play()
		}
		if got, want := textOf(h.snap.State.Table()), oracle(h.fromNothing(first)); got != want {
			t.Fatalf("history %d\n%+v\nis\n%s\nfrom nothing\n%s", i, h.deeds, got, want)
		}
		data, err := json.Marshal(h.snap.Log)
		if err != nil {
			t.Fatal(err)
		}
		log, err := ReadLog(7, data)
		if err != nil {
			t.Fatalf("history %d: %v", i, err)
		}
		state, err := Fold(7, log)
		if err != nil {
			t.Fatalf("history %d: %v", i, err)
		}
		if diff := cmp.Diff(h.snap.State, state, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("history %d is read back otherwise:\n%s", i, diff)
		}
		if state.Closed != nil {
			closed++
		}
		for k := range log {
			if log[k].Kind == "retracted" {
				undone++
			}
		}
	}
	if closed < *histories/20 || undone < *histories {
		t.Errorf("only %d of the seasons are closed, and %d commands were taken back", closed, undone)
	}
}

func three(place ...int) Leg {
	e := Leg{}
	for i, p := range place {
		e.Results = append(e.Results, Result{Member: i + 1, Place: p})
	}
	return e
}

// A correction of a closed season asks first where something moves, and closes it
// anew; one that moves nothing does not ask.
func TestACorrectionOfAClosedSeasonAsks(t *testing.T) {
	h := begin(t, nil, Rules{Places: ints(5, 3, 1)})
	people := []Person{{User: "u1", Name: "Ann"}, {User: "u2", Name: "Bo"}, {Name: "Cy"}}
	must := func(c Command) int64 {
		t.Helper()
		batch, err := h.do(c)
		if err != nil {
			t.Fatal(err)
		}
		return batch
	}
	refused := func(class journal.Class, code string, c Command) {
		t.Helper()
		_, err := h.do(c)
		if r, ok := errors.AsType[*journal.Refusal](err); !ok || r.Class != class || string(r.Notice.Code) != code {
			t.Fatalf("%+v: %v, want %s", c, err, code)
		}
	}
	first := must(Count{Log: 3, People: people, Event: three(1, 2, 3)})
	must(Close{})
	frozen := h.snap.State.Closed.Hash
	refused(journal.WrongPhase, "season.closed", Adjust{Member: 1, Points: fraction.Int(1), Reason: "x"})
	refused(journal.WrongPhase, "season.closed", Count{Log: 4, People: people, Event: three(1, 2, 3)})
	refused(journal.NeedsForce, "undo.rests", Undo{Batch: first})
	refused(journal.NoChange, "season.counts_so", Count{Log: 3, People: people, Event: three(1, 2, 3)})
	longer := three(1, 2, 3)
	longer.Results[0].Rounds = 5
	must(Count{Log: 3, People: people, Event: longer})
	if h.snap.State.Closed.Hash != frozen {
		t.Error("a correction that moves nothing gave another hash")
	}
	refused(journal.NeedsForce, "season.closed_moves", Count{Log: 3, People: people, Event: three(2, 1, 3)})
	must(Count{Log: 3, People: people, Event: three(2, 1, 3), Insist: true})
	if c := h.snap.State.Closed; c == nil || c.Hash == frozen || h.snap.State.Table().Rows[0].Member != 2 {
		t.Error("the season was not closed anew")
	}
	must(Undo{Batch: first, Later: true})
	if h.snap.State.Closed != nil || len(h.snap.State.Members) != 0 {
		t.Errorf("everything is taken back, and there is %+v", h.snap.State)
	}
}

// An event that is removed, since its end was taken back, and counted again has its old
// place: of two results with equal points the earlier one still counts.
func TestAnEventCountsAgainInItsOldPlace(t *testing.T) {
	h := begin(t, nil, Rules{Places: ints(5, 3, 1), Best: 1})
	people := []Person{{User: "u1", Name: "Ann"}, {User: "u2", Name: "Bo"}}
	for _, c := range []Command{
		Count{Log: 3, People: people, Event: three(1, 2)}, Count{Log: 4, People: people, Event: three(1, 2)}, Remove{3}, Count{Log: 3, People: people, Event: three(1, 2)},
	} {
		if _, err := h.do(c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
	s := h.snap.State
	if len(s.Events) != 2 || s.EventOf(3) != 1 || s.EventOf(4) != 2 {
		t.Errorf("the events count as %+v", s.Events)
	}
	if parts := s.Table().Row(1).Parts; len(parts) != 2 || parts[0].Event != 1 || !parts[0].Counted {
		t.Errorf("of %+v the first event does not count", parts)
	}
}

// A closed season is opened again, takes changes and is closed anew. A start of its series
// that has passed meanwhile opens nothing.
func TestAClosedSeasonIsOpenedAgain(t *testing.T) {
	h := begin(t, nil, Rules{Places: ints(5, 3, 1)})
	people := []Person{{User: "u1", Name: "Ann"}, {User: "u2", Name: "Bo"}}
	if _, err := h.do(Reopen{}); err == nil {
		t.Error("an open season is opened again")
	}
	start := time.Unix(1_800_000_000, 0).UTC() // before every command
	for _, c := range []Command{
		Count{Log: 3, People: people, Event: three(1, 2)}, Schedule{Next: start}, Close{}, Reopen{Next: start.AddDate(1, 0, 0)},
	} {
		if _, err := h.do(c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
	if s := h.snap.State; s.Closed != nil || !s.Next.Equal(start.AddDate(1, 0, 0)) {
		t.Errorf("closed %v, next start %s", s.Closed, s.Next)
	}
	for _, c := range []Command{Adjust{Member: 2, Points: fraction.Int(9), Reason: "x"}, Close{}} {
		if _, err := h.do(c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
	if s := h.snap.State; s.Closed == nil || s.Table().Rows[0].Member != 2 {
		t.Errorf("closed %v, first is %+v", s.Closed, s.Table().Rows[0])
	}
}

func TestWhatASeasonRefuses(t *testing.T) {
	h := begin(t, nil, Rules{Places: ints(5, 3, 1)})
	people := []Person{{User: "u1", Name: "Ann"}, {User: "u2", Name: "Bo"}, {Name: "Cy"}}
	if _, err := h.do(Count{Log: 3, People: people, Event: three(1, 2, 3)}); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		code string
		c    Command
	}{
		{"season.adjust_why", Adjust{Member: 1, Points: fraction.Int(1)}},
		{"season.adjust_nothing", Adjust{Member: 1, Reason: "x"}},
		{"season.no_member", Adjust{Member: 9, Points: fraction.Int(1), Reason: "x"}},
		{"season.both_played", merge{3, 1}},
		{"season.same_member", merge{1, 1}},
		{"season.no_member", merge{0, 1}},
		{"season.no_event", Remove{2}},
		{"season.name", Change{}},
		{"season.best", Change{Settings: Settings{Name: "x", Rules: Rules{Best: -1}}}},
		{"season.bad_result", Count{Log: 9, People: people, Event: three(-1)}},
		{"season.weight", Count{Log: 9, People: people, Event: Leg{Weight: fraction.Int(-1)}}},
		{"season.no_member", Count{Log: 9, People: people, Event: three(1, 2, 3, 4)}},
		{"season.both_played", Count{Log: 9, People: []Person{{Name: "Cy"}, {Name: "cy"}}, Event: three(1, 2)}},
		{"season.member_already", Join{Person: people[0]}},
		{"season.counts_so", Count{Log: 3, People: people, Event: three(1, 2, 3)}},
		{"undo.already", Undo{Batch: 99}},
	} {
		_, err := h.do(tc.c)
		if r, ok := errors.AsType[*journal.Refusal](err); !ok || string(r.Notice.Code) != tc.code {
			t.Errorf("%+v: %v, want %s", tc.c, err, tc.code)
		}
	}
	if _, err := h.do(Leave{2}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.do(Leave{2}); journal.ClassOf(err) != journal.NoChange {
		t.Errorf("leaving twice: %v", err)
	}
	if _, err := h.do(Join{Person: people[1]}); err != nil || h.snap.State.Members[1].Left {
		t.Errorf("back again: %v", err)
	}
	if _, err := h.do(Close{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []Command{Join{Person: Person{User: "u4", Name: "Dee"}}, Add{Person: Person{User: "u4", Name: "Dee"}}, Count{Log: 9, People: people, Event: three(1, 2, 3)}, Leave{1}, Close{}} {
		_, err := h.do(c)
		if r, ok := errors.AsType[*journal.Refusal](err); !ok || string(r.Notice.Code) != "season.closed" {
			t.Errorf("after the end, %+v: %v", c, err)
		}
	}
}

// The logs in testdata/golden are from when their form was set: each always folds to
// the same table. UPDATE=1 writes missing ones only.
func TestGoldenLogs(t *testing.T) {
	for _, name := range []string{"lively", "closed"} {
		path := filepath.Join("testdata", "golden", name)
		if _, err := os.Stat(path + ".json"); golden.Updating(t) && err != nil {
			rng := rand.New(rand.NewPCG(5, uint64(len(name))))
			h := begin(t, rng, randomRules(rng))
			for range 60 {
				if h.play(); name == "closed" && h.step > 25 && h.snap.State.Closed != nil {
					break
				}
			}
			data, err := json.MarshalIndent(h.snap.Log, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			for suffix, text := range map[string]string{".json": string(data) + "\n", ".txt": textOf(h.snap.State.Table()) + "\n"} {
				golden.Write(t, path+suffix, []byte(text))
			}
		}
		data, err := os.ReadFile(path + ".json")
		if err != nil {
			t.Fatal(err)
		}
		log, err := ReadLog(7, data)
		if err != nil {
			t.Fatal(err)
		}
		state, err := Fold(7, log)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(path + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.TrimSpace(string(want)), textOf(state.Table())); diff != "" {
			t.Errorf("%s reads otherwise:\n%s", name, diff)
		}
		again, err := json.MarshalIndent(log, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(string(data)) != string(again) {
			t.Errorf("%s is written otherwise", name)
		}
	}
}

// merge makes two members one by their numbers; [Adopt] finds them by name.
type merge struct{ from, into int }

func (c merge) decide(d *Decision) error { return d.Emit(&MembersMerged{c.from, c.into}) }
