package stage

import (
	"slices"

	"topcut/tournament/notice"
)

// Check returns an error that names the stage if a chain cannot be played in any game.
func (c Chain) Check() error {
	switch {
	case len(c.Stages) == 0:
		return notice.Err("stages.none")
	case len(c.Stages) > MaxStages:
		return notice.Err("stages.too_many", "most", MaxStages)
	case len(c.Prepare) > 1:
		return notice.Err("stages.preparations")
	}
	for i, s := range c.Stages {
		if err := s.check(); err != nil {
			return err
		}
		if err := c.checkPlace(i); err != nil {
			return err
		}
	}
	return nil
}

// check returns why a stage cannot be played at any position, or nil.
func (s Stage) check() error {
	word := s.Kind.Word()
	switch {
	case !s.Kind.written():
		return notice.Err("stages.kind", "kind", notice.Text(s.Kind))
	case s.Rounds < 0 || s.Rounds > MaxRounds:
		return notice.Err("stages.rounds", "stage", word, "most", MaxRounds, "rounds", s.Rounds)
	case (s.Kind.Eliminates() || s.Kind.MeetsAll()) && s.Rounds > 0:
		return notice.Err("stages.rounds_follow", "stage", word)
	case s.Groups < 0 || s.Groups > MaxGroups:
		return notice.Err("stages.groups", "most", MaxGroups, "groups", s.Groups)
	case s.Groups > 1 && !traits[s.Kind].Grouped:
		return notice.Err("stages.groups_of", "stage", word)
	case s.Unbeaten && !s.Kind.ByPoints():
		return notice.Err("stages.unbeaten", "stage", word)
	case s.Across && s.Kind != Swiss:
		return notice.Err("stages.across", "stage", word)
	case s.Third && !traits[s.Kind].Third:
		return notice.Err("stages.third", "stage", word)
	case s.Twice && !s.Kind.MeetsAll():
		return notice.Err("stages.twice", "stage", word)
	}
	if err := s.Best.check(s.Kind); err != nil {
		return err
	}
	return s.Entry.check(s.Kind)
}

func (e Entry) check(k Kind) error {
	most := MaxEntry
	if k.Eliminates() {
		most = MaxCut
	}
	switch e.By {
	case All:
		if e != (Entry{}) {
			return notice.Err("stages.entry_all")
		}
		return nil
	case Auto:
		if e.Max != 0 && (e.Max < 2 || e.Max > most) {
			return notice.Err("entry.auto_max", "most", most, "max", e.Max)
		}
		if e.N != 0 || e.Least != 0 {
			return notice.Err("stages.entry_all")
		}
	case Top, Equal:
		if e.By == Equal && e.N == 0 && e.Max == 0 {
			break
		}
		if e.N < 2 || e.N > most {
			return notice.Err("entry.size", "most", most, "n", e.N)
		}
		if e.Max != 0 && e.Max < e.N {
			return notice.Err("entry.max_below", "max", e.Max, "size", e.N)
		}
	case Points:
		if e.N < 1 || e.N > maxPoints {
			return notice.Err("entry.points", "most", maxPoints, "n", e.N)
		}
		if e.Least != 0 && (e.Least < 2 || e.Least > most) {
			return notice.Err("entry.least", "most", most, "n", e.Least)
		}
	default:
		return notice.Err("entry.kind", "kind", notice.Text(e.By))
	}
	switch {
	case e.Lock == 0:
		return nil
	case e.Lock < 0 || e.Lock > maxPoints:
		return notice.Err("entry.lock_points", "most", maxPoints, "n", e.Lock)
	case e.By != Top && e.By != Auto:
		return notice.Err("entry.lock_fixed")
	}
	return nil
}

// checkPlace returns why stage i cannot be at its position, or nil.
func (c Chain) checkPlace(i int) error {
	s, last := c.Stages[i], i == len(c.Stages)-1
	word := s.Kind.Word()
	switch {
	case s.Kind.Eliminates() && !last:
		return notice.Err("stages.after_bracket", "stage", word, "next", c.Stages[i+1].Kind.Word())
	case s.Kind == Schedule && i > 0:
		return notice.Err("stages.only_first", "stage", word)
	case s.Kind == Schedule && !last && c.Stages[i+1].Kind != Final:
		return notice.Err("stages.after_schedule", "next", c.Stages[i+1].Kind.Word())
	case s.Kind == Final && (i == 0 || c.Stages[i-1].Kind != Schedule):
		return notice.Err("stages.final_first", "stage", word)
	case s.Groups > 1 && i > 0:
		return notice.Err("stages.groups_later", "stage", word)
	case i == 0 && s.Entry != (Entry{}):
		return notice.Err("stages.entry_first", "stage", word)
	case i > 0 && !s.Kind.Eliminates() && s.Entry.By == Auto && s.Kind != Final:
		return notice.Err("stages.entry_auto", "stage", word)
	case i > 0 && s.Kind.Eliminates() && s.Entry.By == All:
		return notice.Err("stages.entry_none", "stage", word)
	case i > 0 && s.Kind != RoundRobin && s.Kind != Final && !s.Kind.Eliminates() && s.Rounds == 0:
		return notice.Err("stages.rounds_later", "stage", word)
	case s.Across && (i > 0 || !c.Prepares(Draft)):
		return notice.Err("stages.across", "stage", word)
	case s.Entry.Lock > 0 && (!s.Kind.Eliminates() || !locks(c.Stages[:i])):
		return notice.Err("stages.lock", "stage", word)
	case len(c.Prepare) > 0 && (s.Kind == Schedule || s.Kind == Pods || s.Kind == Tables):
		return notice.Err("stages.draft_tables", "stage", word)
	case len(c.Prepare) > 0 && c.Prepare[0] == Draft && s.Groups > 1:
		return notice.Err("stages.draft_groups", "stage", word)
	}
	return nil
}

// locks reports whether places can be locked while these stages are played: all
// are Swiss rounds.
func locks(before []Stage) bool {
	return !slices.ContainsFunc(before, func(s Stage) bool { return !s.Kind.ByPoints() || s.Groups > 1 })
}
