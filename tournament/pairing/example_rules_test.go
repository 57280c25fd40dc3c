package pairing_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/pairing"
)

// example21 is the part of rules/examples/21_pairing_rules.json that bears on
// two-player pairings.
type example21 struct {
	Rematch []struct {
		Name   string
		Points map[string]int64
		Met    []string
		Legal  [][][]string
		Expect [][]string
	}
	Divisions []struct {
		Name    string
		Players map[string]struct {
			Division, Record string
			Wins             int64
		}
		Expect [][][]string
	}
	Bye []struct {
		Name        string
		Standings   []string
		Groups      [][]string
		HadBye      []string
		Expect      string
		ExpectOneOf []string
		Points      map[string]int64
		Met         []string
	}
	Floats []struct {
		Name   string
		Groups map[string][]string
		Met    []string
		Expect json.RawMessage
	}
	DraftCrossPairing []struct {
		Players    int
		FirstRound [][2]int
		Bye        *int
	}
	Tags []struct {
		Name    string
		Players map[string]json.RawMessage
		Expect  json.RawMessage
	}
	Sides struct {
		Cases []struct {
			A, B struct{ Points, Bias int32 }
			Met  bool
			Cost struct {
				ACorp *int64 `json:"aCorp"`
				BCorp *int64 `json:"bCorp"`
			}
			Corp string
		}
	}
	Tables struct {
		Example struct {
			Standings []string
			Pairs     [][]string
			Tables    map[string][]string
		}
	}
	RoundRobin struct{ Players, Rounds, ByesEach, Matches int }
}

func readExample(t *testing.T, file string, into any) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func ex21(t *testing.T) example21 {
	t.Helper()
	var ex example21
	readExample(t, "21_pairing_rules.json", &ex)
	return ex
}

// field builds an input from names; IDs follow the order of the alphabet.
type field struct {
	in    pairing.Input
	names []string
}

func newField(pol pairing.Policy, names []string) *field {
	names = slices.Clone(names)
	slices.Sort(names)
	f := &field{in: pairing.Input{Policy: pol, Round: 3}, names: names}
	for i := range names {
		f.in.Players = append(f.in.Players, pairing.Player{ID: int32(i + 1), Rank: int32(i + 1)})
	}
	return f
}

func (f *field) player(name string) *pairing.Player {
	return &f.in.Players[slices.Index(f.names, name)]
}

func (f *field) name(id int32) string { return f.names[id-1] }

func (f *field) meet(pairs ...string) {
	for _, pair := range pairs {
		a, b, _ := strings.Cut(pair, "-")
		f.player(a).Opponents = append(f.player(a).Opponents, f.player(b).ID)
		f.player(b).Opponents = append(f.player(b).Opponents, f.player(a).ID)
	}
}

// pairs returns the pairs by name, names and pairs in order of the alphabet.
func (f *field) pairs(r *pairing.Result) [][]string {
	var list [][]string
	for _, t := range r.Tables {
		list = append(list, []string{f.name(t.A), f.name(t.B)})
	}
	return ordered(list)
}

func ordered(list [][]string) [][]string {
	for _, pair := range list {
		slices.Sort(pair)
	}
	slices.SortFunc(list, slices.Compare)
	return list
}

func (f *field) solve(t *testing.T) *pairing.Result {
	t.Helper()
	r, err := pairing.Swiss(f.in)
	if err != nil {
		t.Fatal(err)
	}
	if !r.ProvedOptimal {
		t.Error("the pairing is not proved optimal")
	}
	return r
}

// draws pairs the field with many seeds.
func (f *field) draws(t *testing.T, check func(*pairing.Result)) {
	t.Helper()
	for seed := range 200 {
		f.in.Seed[0] = byte(seed)
		check(f.solve(t))
	}
}

func keys[V any](m map[string]V) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

func oneOf(t *testing.T, got [][]string, want [][][]string) {
	t.Helper()
	for _, w := range want {
		if cmp.Equal(got, ordered(w)) {
			return
		}
	}
	t.Errorf("paired %v, want one of %v", got, want)
}

func warned(r *pairing.Result, kind pairing.WarningKind) int {
	n := 0
	for _, w := range r.Warnings {
		if w.Kind == kind {
			n++
		}
	}
	return n
}

// docs/rules/lorcana.md#lor-28, LOR-30, docs/rules/meccg.md#mec-20,
// docs/rules/magic.md#mtg-25: differences in points grow before a rematch is paired.
func TestARematchIsTheLastResort(t *testing.T) {
	for k, c := range ex21(t).Rematch {
		t.Run(c.Name, func(t *testing.T) {
			f := newField(usual(), keys(c.Points))
			for name, p := range c.Points {
				f.player(name).Score = p
			}
			if k == 1 { // "all six pairs"
				c.Met = []string{"W-X", "W-Y", "W-Z", "X-Y", "X-Z", "Y-Z"}
			}
			f.meet(c.Met...)
			want := c.Legal
			if c.Expect != nil {
				want = [][][]string{c.Expect}
			}
			f.draws(t, func(r *pairing.Result) {
				oneOf(t, f.pairs(r), want)
				flags := 0
				if k == 1 {
					flags = len(r.Tables)
				}
				if got := warned(r, pairing.WarnRematch); got != flags {
					t.Errorf("%d tables are flagged as rematches, want %d", got, flags)
				}
			})
		})
	}
}

// docs/rules/pokemon.md#pkm-19, PKM-20: the own division comes before the own record.
func TestPKM20_DivisionBeforeRecord(t *testing.T) {
	for _, c := range ex21(t).Divisions {
		t.Run(c.Name, func(t *testing.T) {
			f := newField(ageModified(), keys(c.Players))
			for name, p := range c.Players {
				score := p.Wins
				if p.Record != "" {
					score = int64(p.Record[0] - '0')
				}
				f.player(name).Score = 3 * score
				if p.Division == "masters" {
					f.player(name).Division = 1
				}
			}
			f.draws(t, func(r *pairing.Result) { oneOf(t, f.pairs(r), c.Expect) })
		})
	}
}

// docs/rules/lorcana.md#lor-31, docs/rules/magic.md#mtg-27, docs/rules/pokemon.md#pkm-10,
// PKM-12, PKM-13, docs/rules/meccg.md#mec-10, MEC-11: the bye by each rule, and no second
// one.
func TestWhoGetsTheBye(t *testing.T) {
	for _, c := range ex21(t).Bye {
		t.Run(c.Name, func(t *testing.T) {
			pol := usual()
			names := c.Standings
			if c.Groups != nil {
				pol.Bye = pairing.ByeRandomLowest
				names = slices.Concat(c.Groups...)
			}
			if c.Points != nil {
				names = keys(c.Points)
			}
			if names == nil { // round 1: see TestMEC09_FirstRoundByeIsUniform
				return
			}
			f := newField(pol, names)
			for i, name := range names {
				f.player(name).Score = int64(len(names)-i) * 3
			}
			for g, group := range c.Groups {
				for _, name := range group {
					f.player(name).Score = int64(len(c.Groups) - g)
				}
			}
			for name, p := range c.Points {
				f.player(name).Score = p
			}
			for _, name := range c.HadBye {
				f.player(name).Byes = 1
			}
			f.meet(c.Met...)
			seen := map[string]bool{}
			f.draws(t, func(r *pairing.Result) { seen[f.name(r.Byes[0])] = true })
			want := c.ExpectOneOf
			if want == nil {
				want = []string{c.Expect[:1]}
			}
			if c.Met != nil {
				// "C cannot take the bye because A-B already met; bye to B".
				want = []string{"B"}
			}
			if diff := cmp.Diff(want, keys(seen)); diff != "" {
				t.Errorf("byes (-want +got):\n%s", diff)
			}
			if len(c.HadBye) == len(names) {
				if r := f.solve(t); warned(r, pairing.WarnSecondBye) != 1 {
					t.Error("the second bye is not flagged")
				}
				f.in.Policy.RefuseSecondBye = true
				if _, err := pairing.Swiss(f.in); err == nil {
					t.Error("a second bye is not refused though the ruleset says never")
				}
			}
			if c.Met != nil {
				// With soft rematches C takes the bye and A-B is a flagged rematch.
				f.in.Policy.Hard, f.in.Policy.Cost = nil, []pairing.Term{pairing.Rematches, pairing.PointGap}
				r := f.solve(t)
				if got := f.name(r.Byes[0]); got != "C" {
					t.Errorf("soft rematches: bye to %s, want C", got)
				}
				if warned(r, pairing.WarnRematch) != 1 {
					t.Error("soft rematches: A-B is not flagged")
				}
			}
		})
	}
}

// docs/rules/meccg.md#mec-09: in round 1 all players have the same chance of the bye.
func TestMEC09_FirstRoundByeIsUniform(t *testing.T) {
	f := newField(usual(), []string{"A", "B", "C", "D", "E", "F", "G"})
	f.in.Round = 1
	const draws = 7000
	count := map[int32]int{}
	for seed := range draws {
		f.in.Seed[0], f.in.Seed[1] = byte(seed), byte(seed>>8)
		count[f.solve(t).Byes[0]]++
	}
	for _, p := range f.in.Players {
		if d := count[p.ID] - draws/7; d*d > 25*draws/7 {
			t.Errorf("player %d had the bye %d times in %d draws, want about %d", p.ID, count[p.ID], draws, draws/7)
		}
	}
}

// docs/rules/lorcana.md#lor-29, docs/rules/pokemon.md#pkm-09, PKM-12,
// docs/rules/meccg.md#mec-19: one of an odd group meets the next lower one.
func TestWhoFloatsDown(t *testing.T) {
	for k, c := range ex21(t).Floats {
		t.Run(c.Name, func(t *testing.T) {
			var names []string
			for _, group := range c.Groups {
				names = append(names, group...)
			}
			f := newField(usual(), names)
			for points, group := range c.Groups {
				for _, name := range group {
					f.player(name).Score = int64(points[0] - '0')
				}
			}
			f.meet(c.Met...)
			floaters, partners := map[string]bool{}, map[string]bool{}
			f.draws(t, func(r *pairing.Result) {
				cross := 0
				for _, table := range r.Tables {
					if table.Reason.Group != table.Reason.OtherGroup {
						cross++
						floaters[f.name(table.A)] = true
						partners[f.name(table.B)] = true
					}
				}
				if k < 2 && cross != 1 {
					t.Errorf("%d pairs cross the groups, want 1: %v", cross, f.pairs(r))
				}
				if k == 2 {
					if got, want := f.pairs(r), [][]string{{"A", "C"}, {"B", "D"}}; !cmp.Equal(got, want) {
						t.Errorf("paired %v, want %v", got, want)
					}
					if got := reported(r)[1]; got != 72 {
						t.Errorf("cost %d, want 72", got)
					}
				}
			})
			switch k {
			case 0: // all players of the upper group float in some draw, all of the lower are met
				if len(floaters) != 3 || len(partners) != 3 {
					t.Errorf("floaters %v meet %v, want each of A, B, C and of D, E, F", keys(floaters), keys(partners))
				}
			case 1:
				if diff := cmp.Diff([]string{"C", "D"}, keys(partners)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// docs/rules/meccg.md#mec-21: equal tags are paired as rarely as possible.
func TestMEC21_EqualTagsAvoidEachOther(t *testing.T) {
	for _, c := range ex21(t).Tags {
		t.Run(c.Name, func(t *testing.T) {
			pol := usual()
			pol.Cost = []pairing.Term{pairing.TagConflict, pairing.PointGap}
			f := newField(pol, keys(c.Players))
			tags := []string{"", "Saruman", "Radagast", "Pallando"}
			for name, raw := range c.Players {
				var p struct {
					Tag    string
					Points int64
				}
				if json.Unmarshal(raw, &p.Tag) != nil {
					if err := json.Unmarshal(raw, &p); err != nil {
						t.Fatal(err)
					}
				}
				f.player(name).Tag = int32(slices.Index(tags, p.Tag))
				f.player(name).Score = p.Points
			}
			var want [][][]string
			if len(c.Players) == 2 {
				want = [][][]string{{{"A", "B"}}}
			} else if err := json.Unmarshal(c.Expect, &want); err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			f.draws(t, func(r *pairing.Result) {
				oneOf(t, f.pairs(r), want)
				seen[strings.Join(slices.Concat(f.pairs(r)...), "")] = true
				flags := 0
				if len(c.Players) == 2 {
					flags = 1
				}
				if got := warned(r, pairing.WarnSameTag); got != flags {
					t.Errorf("%d tables are flagged, want %d", got, flags)
				}
			})
			if len(seen) != len(want) {
				t.Errorf("drew %v, want each of %v now and then", keys(seen), want)
			}
		})
	}
}

func TestSidesOfARound(t *testing.T) {
	for _, c := range ex21(t).Sides.Cases {
		gap := int64(c.A.Points - c.B.Points)
		for name, want := range map[string]*int64{"aCorp": c.Cost.ACorp, "bCorp": c.Cost.BCorp} {
			corp, runner := c.A.Bias, c.B.Bias
			if name == "bCorp" {
				corp, runner = c.B.Bias, c.A.Bias
			}
			if got := pairing.SingleSidedCost(gap, 1, c.Met, pairing.SideDebtCost(corp, runner)); want == nil || got != *want {
				t.Errorf("%+v: %s costs %d", c, name, got)
			}
		}
		pol := pairing.Policy{Hard: []pairing.Term{pairing.SingleSidedIllegal}, Cost: []pairing.Term{pairing.SingleSided}}
		f := newField(pol, []string{"a", "b"})
		f.player("a").Score, f.player("b").Score = int64(c.A.Points), int64(c.B.Points)
		f.player("a").Sides.Balance, f.player("b").Sides.Balance = c.A.Bias, c.B.Bias
		if r := f.solve(t); c.Corp != "" && f.name(r.Tables[0].A) != c.Corp {
			t.Errorf("%+v: corp is %s, want %s", c, f.name(r.Tables[0].A), c.Corp)
		}
	}
}

// TestSidesSwapAtTheSecondMeeting: "a pair may meet twice, never on the same
// sides".
func TestSidesSwapAtTheSecondMeeting(t *testing.T) {
	pol := pairing.Policy{Hard: []pairing.Term{pairing.SingleSidedIllegal}, Cost: []pairing.Term{pairing.SingleSided}}
	f := newField(pol, []string{"a", "b"})
	f.meet("a-b")
	f.player("a").OpponentSides = []pairing.Side{pairing.FirstSide}
	f.player("b").OpponentSides = []pairing.Side{pairing.SecondSide}
	f.draws(t, func(r *pairing.Result) {
		if f.name(r.Tables[0].A) != "b" || warned(r, pairing.WarnSides) != 0 {
			t.Errorf("second meeting: corp is %s, warnings %v; want b and none about sides", f.name(r.Tables[0].A), r.Warnings)
		}
	})
	f.meet("a-b")
	f.player("a").OpponentSides = []pairing.Side{pairing.FirstSide, pairing.SecondSide}
	f.player("b").OpponentSides = []pairing.Side{pairing.SecondSide, pairing.FirstSide}
	if r := f.solve(t); warned(r, pairing.WarnSides) != 1 {
		t.Error("a third meeting is not flagged")
	}
}

// docs/rules/magic.md#mtg-26: table numbers follow the better rank of each pair.
func TestMTG26_TablesFollowTheBetterRank(t *testing.T) {
	ex := ex21(t).Tables.Example
	f := newField(usual(), ex.Standings)
	var given pairing.Seating
	for _, pair := range ex.Pairs {
		given.Tables = append(given.Tables, pairing.Table{A: f.player(pair[0]).ID, B: f.player(pair[1]).ID})
	}
	r, err := pairing.Check(f.in, given)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, table := range r.Tables {
		got[string(rune('0'+table.Number))] = []string{f.name(table.A), f.name(table.B)}
	}
	if diff := cmp.Diff(ex.Tables, got); diff != "" {
		t.Error(diff)
	}
}

func TestColourPreferences(t *testing.T) {
	var ex struct {
		Colours struct {
			Cases []struct{ History, Preference string }
		}
	}
	readExample(t, "29_chess_round1.json", &ex)
	for _, c := range ex.Colours.Cases {
		t.Run("preference after "+c.History, func(t *testing.T) {
			var s pairing.Sides
			for _, colour := range c.History {
				side := pairing.FirstSide
				if colour == 'B' {
					side = pairing.SecondSide
				}
				s = s.Add(side)
			}
			side, wish := s.Preference()
			got := map[pairing.Side]string{pairing.FirstSide: "white", pairing.SecondSide: "black"}[side] + ", " +
				map[pairing.Strength]string{pairing.MildWish: "mild", pairing.StrongWish: "strong", pairing.AbsoluteWish: "absolute"}[wish]
			if !strings.HasPrefix(c.Preference, got) {
				t.Errorf("got %q, want %q", got, c.Preference)
			}
		})
	}
}
