package division

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/journal"
)

var leagues = flag.Int("leagues", 2000, "random leagues to plan")

// league returns a random league: any rules, any number of people who leave and come.
func league(rng *rand.Rand) *Input {
	in := &Input{Rules: Default(), Out: map[int]bool{}}
	if rng.IntN(3) == 0 {
		in.Rules.Min = 2 + rng.IntN(6)
		in.Rules.Max = 2*in.Rules.Min - 1 + rng.IntN(12)
		in.Rules.Target = in.Rules.Min + rng.IntN(in.Rules.Max-in.Rules.Min+1)
		in.Rules.Up = rng.IntN(in.Rules.Min/2 + 1)
		in.Rules.Down = rng.IntN(in.Rules.Min/2 + 1)
	}
	member := 0
	leave := rng.IntN(10)
	for range rng.IntN(6) {
		var f Finished
		for range in.Rules.Min + rng.IntN(in.Rules.Max-in.Rules.Min+1) {
			member++
			f.Members = append(f.Members, member)
			f.Ratings = append(f.Ratings, rng.IntN(2)*(1000+rng.IntN(1000)))
			if rng.IntN(10) < leave {
				in.Out[member] = true
			}
		}
		in.Divisions = append(in.Divisions, f)
	}
	for range rng.IntN(30) {
		member++
		e := Entrant{Member: member, Rating: rng.IntN(2) * (1000 + rng.IntN(1000))}
		if rng.IntN(4) == 0 {
			e.Left, e.Missed = 1+rng.IntN(6), 1+rng.IntN(4)
		}
		in.Entrants = append(in.Entrants, e)
	}
	return in
}

// Each returning member is in exactly one division, sizes are within bounds, and no
// member who finished above another of the same division is placed below them; -leagues
// 100000 for more.
func TestPlansKeepTheirPromises(t *testing.T) {
	why := map[Why]int{}
	for i := range *leagues {
		in := league(rand.New(rand.NewPCG(uint64(i), 8)))
		if err := in.Rules.Check(); err != nil {
			t.Fatalf("league %d: %v", i, err)
		}
		p := New(in)
		want := map[int]bool{}
		for _, f := range in.Divisions {
			for _, m := range f.Members {
				if !in.Out[m] {
					want[m] = true
				}
			}
		}
		for _, e := range in.Entrants {
			want[e.Member] = true
		}
		seen := map[int]int{}
		for d, list := range p.Divisions {
			for _, x := range list {
				why[x.Why]++
				if seen[x.Member] != 0 || !want[x.Member] || x.To != d+1 || x.Explain().IsZero() {
					t.Fatalf("league %d: %+v in division %d", i, x, d+1)
				}
				seen[x.Member] = d + 1
			}
		}
		if len(seen) != len(want) {
			t.Fatalf("league %d: %d of %d are placed", i, len(seen), len(want))
		}
		if err := p.Check(); err != nil {
			t.Fatalf("league %d: %v", i, err)
		}
		for _, f := range in.Divisions {
			last := 0
			for _, m := range f.Members {
				if in.Out[m] {
					continue
				}
				if seen[m] < last {
					t.Fatalf("league %d: %d finished behind somebody and is placed above them", i, m)
				}
				last = seen[m]
			}
		}
	}
	if len(why) != 12 {
		t.Errorf("only these reasons ever come up: %v", why)
	}
}

// The plan of these leagues is the same on every machine.
func TestThePlanIsTheSameEverywhere(t *testing.T) {
	h := sha256.New()
	for i := range 200 {
		fmt.Fprintf(h, "%+v\n", New(league(rand.New(rand.NewPCG(uint64(i), 9)))).Divisions)
	}
	if got, want := fmt.Sprintf("%x", h.Sum(nil)[:8]), "32623bc819ce3b6d"; got != want {
		t.Errorf("the plans hash to %s, want %s", got, want)
	}
}

// people are members of one division, numbered on.
func people(from, n int) (f Finished) {
	for i := range n {
		f.Members = append(f.Members, from+i)
	}
	return f
}

func (p *Plan) text() string {
	var lines []string
	for _, list := range p.Divisions {
		var line []string
		for _, x := range list {
			if word := fmt.Sprint(x.Member); x.Why == Stays {
				line = append(line, word)
			} else {
				line = append(line, word+" "+string(x.Why))
			}
		}
		slices.Sort(line)
		lines = append(lines, strings.Join(line, ", "))
	}
	return strings.Join(lines, "\n")
}

// Two of twelve go up and two down; of the three places that were vacated the next
// best fill two, and the best of those to go down is spared.
func TestVacatedPlacesAreFilled(t *testing.T) {
	in := &Input{Rules: Default(), Divisions: []Finished{people(101, 12), people(201, 12)}, Out: map[int]bool{}}
	if got, want := New(in).text(), `101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 201 promoted, 202 promoted
111 relegated, 112 relegated, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212`; got != want {
		t.Errorf("the plan is\n%s\nwant\n%s", got, want)
	}
	in.Out = map[int]bool{103: true, 105: true, 107: true}
	if got, want := New(in).text(), `101, 102, 104, 106, 108, 109, 110, 111 spared, 201 promoted, 202 promoted, 203 filled, 204 filled
112 relegated, 205, 206, 207, 208, 209, 210, 211, 212`; got != want {
		t.Errorf("the plan is\n%s\nwant\n%s", got, want)
	}
}

// Who comes back keeps the division, for some seasons; who is new goes by rating, else
// into the lowest.
func TestWhoComes(t *testing.T) {
	first, second := people(101, 12), people(201, 12)
	first.Ratings, second.Ratings = slices.Repeat([]int{1800}, 12), slices.Repeat([]int{1500}, 12)
	in := &Input{Rules: Default(), Divisions: []Finished{first, second}, Out: map[int]bool{101: true, 102: true, 103: true}, Entrants: []Entrant{
		{Member: 1, Left: 1, Missed: 2}, {Member: 2, Left: 1, Missed: 3}, {Member: 3, Rating: 1900}, {Member: 4, Rating: 1200}, {Member: 5},
	}}
	p := New(in)
	for member, want := range map[int]Placed{
		1: {Member: 1, To: 1, Why: Returned}, 2: {Member: 2, To: 2, Why: Lapsed}, 3: {Member: 3, To: 1, Why: ByRating},
		4: {Member: 4, To: 2, Why: Lowest}, 5: {Member: 5, To: 2, Why: Lowest},
	} {
		if got := p.of(member); got == nil || *got != want {
			t.Errorf("member %d: %+v, want %+v", member, got, want)
		}
	}
}

func TestAnOrganiserMovesAPlayer(t *testing.T) {
	in := &Input{Rules: Default(), Divisions: []Finished{people(101, 8), people(201, 8)}}
	p := New(in)
	for _, tc := range []struct {
		code       string
		member, to int
		reason     string
	}{{"tier.nobody", 9, 1, "x"}, {"tier.none", 101, 3, "x"}, {"tier.already", 101, 1, "x"}, {"tier.why", 101, 2, ""}} {
		err := p.Move(tc.member, tc.to, tc.reason)
		if r, ok := errors.AsType[*journal.Refusal](err); !ok || string(r.Notice.Code) != tc.code {
			t.Errorf("%+v: %v", tc, err)
		}
	}
	if err := p.Move(101, 2, "asked for it"); err != nil {
		t.Fatal(err)
	}
	if x := p.of(101); x.To != 2 || x.Why != Moved || x.Reason != "asked for it" || x.From != 1 {
		t.Errorf("%+v", x)
	}
	if p.Check() == nil {
		t.Error("a division of seven is taken")
	}
	if err := p.Move(203, 1, "in exchange"); err != nil || p.Check() != nil {
		t.Errorf("%v, %v", err, p.Check())
	}
}

func TestRulesThatMakeNoSenseAreRefused(t *testing.T) {
	for _, r := range []Rules{
		{Target: 12, Min: 1, Max: 20}, {Target: 4, Min: 8, Max: 20}, {Target: 12, Min: 8, Max: 14}, {Target: 12, Min: 8, Max: 20, Up: 5, Down: 4}, {Target: 12, Min: 8, Max: 20, Pause: -1},
	} {
		if r.Check() == nil {
			t.Errorf("%+v was taken", r)
		}
	}
}
