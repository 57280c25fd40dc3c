package sim

import (
	"math/big"
	"slices"

	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Pack encodes a plan without its ruleset in letters and digits, few enough for the custom
// id of a menu.
func Pack(c PlanConfig) string {
	f := packer{place: big.NewInt(1)}
	f.plan(&c)
	if f.bad {
		panic("a plan has a number that is out of its range")
	}
	return f.number.Text(base)
}

// Unpack decodes a plan; ok is false for what Pack does not return.
func Unpack(text string, rs *rules.Ruleset) (c PlanConfig, ok bool) {
	f := packer{reads: true}
	if _, ok = f.number.SetString(text, base); !ok || f.number.Sign() < 0 {
		return c, false
	}
	c.Rules = rs
	f.plan(&c)
	if len(c.Stages.Stages) > 0 {
		var err error
		if c, err = c.With(c.Stages); err != nil {
			return c, false
		}
	}
	return c, !f.bad && Pack(c) == text
}

// base is the base of numbers in digits and letters.
const base = 62

// packer packs the fields of a plan into one number, or unpacks them: each takes as many
// values as it can have, so that the longest chain fits into a custom id.
type packer struct {
	number big.Int
	place  *big.Int // of the next field, for packing
	reads  bool
	bad    bool // a field is out of range, or digits are left over
}

// int packs or unpacks a field from 0 to values-1.
func (f *packer) int(v *int, values int) {
	n := big.NewInt(int64(values))
	if f.reads {
		var rest big.Int
		f.number.QuoRem(&f.number, n, &rest)
		*v = int(rest.Int64())
		return
	}
	f.bad = f.bad || *v < 0 || *v >= values
	f.number.Add(&f.number, n.Mul(f.place, big.NewInt(int64(*v))))
	f.place = new(big.Int).Mul(f.place, big.NewInt(int64(values)))
}

func (f *packer) bool(v *bool) {
	n := 0
	if *v {
		n = 1
	}
	f.int(&n, 2)
	*v = n == 1
}

// oneOf packs or unpacks a field with one of the values in list.
func oneOf[T comparable](f *packer, v *T, list ...T) {
	n := slices.Index(list, *v)
	if f.int(&n, len(list)); n >= 0 {
		*v = list[n]
	}
}

// plan packs or unpacks a plan without its ruleset.
func (f *packer) plan(c *PlanConfig) {
	byes := 0
	for _, r := range c.Byes {
		byes |= 1 << r
	}
	f.int(&c.Players, 1<<16)
	f.int((*int)(&c.DrawChance), 201)
	f.int((*int)(&c.PlayChance), 201)
	oneOf(f, &c.IDs, IDsOff, IDsLiteral, IDsStrict, IDsUsual)
	f.bool(&c.RecordedIDs)
	f.int(&c.DropLosses, 21)
	f.int(&byes, 1<<32)
	if f.reads {
		for r := range 32 {
			if byes>>r&1 == 1 {
				c.Byes = append(c.Byes, r)
			}
		}
	}
	n := len(c.Stages.Stages)
	if f.int(&n, stage.MaxStages+1); n > 0 {
		f.chain(&c.Stages, n)
		return
	}
	f.int(&c.Rounds, 64)
	f.int(&c.Cut.Top, stage.MaxEntry+1)
	for _, v := range []*int{&c.DayTwo.Wins, &c.DayTwo.Losses, &c.DayTwo.Draws} {
		f.int(v, 21)
	}
}

// chain packs or unpacks a chain of n stages.
func (f *packer) chain(c *stage.Chain, n int) {
	for _, step := range []stage.Preparation{stage.Draft, stage.Build} {
		has := c.Prepares(step)
		if f.bool(&has); has && f.reads {
			c.Prepare = append(c.Prepare, step)
		}
	}
	if f.reads {
		c.Stages = make([]stage.Stage, n)
	}
	for i := range c.Stages {
		s := &c.Stages[i]
		oneOf(f, &s.Kind, stage.Swiss, stage.RoundRobin, stage.Bracket, stage.Single, stage.Reseed, stage.Placement, stage.Double)
		if i > 0 {
			f.entry(&s.Entry)
		}
		if s.Kind.Eliminates() {
			f.int(&s.Entry.Lock, 1024)
			f.bool(&s.Third)
			continue
		}
		f.int(&s.Rounds, stage.MaxRounds+1)
		if s.Kind.MeetsAll() {
			f.bool(&s.Twice)
		} else {
			f.bool(&s.Unbeaten)
		}
		if i == 0 {
			f.int(&s.Groups, stage.MaxGroups+1)
			f.bool(&s.Across)
		}
	}
}

func (f *packer) entry(e *stage.Entry) {
	oneOf(f, &e.By, stage.All, stage.Auto, stage.Top, stage.Points, stage.Equal)
	f.int(&e.N, stage.MaxEntry+1)
	limit := &e.Max
	if e.By == stage.Points {
		limit = &e.Least
	}
	f.int(limit, stage.MaxEntry+1)
}
