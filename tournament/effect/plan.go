package effect

import (
	"time"

	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// plan compares how many rounds are planned and how large the cut is, for each player who
// takes part.
func (c *comparison) plan() {
	if c.after.Phase != tournament.Running || c.before.Phase > tournament.Running {
		return
	}
	rounds := [2]notice.Value{number(c.before.PlannedRounds()), number(c.after.PlannedRounds())}
	size := [2]notice.Value{number(c.before.CutSize()), number(c.after.CutSize())}
	for n := 1; n <= len(c.after.Players); n++ {
		if entryOf(c.after, n) != in {
			continue
		}
		if rounds[0] != rounds[1] {
			c.add(Effect{Player: n, Fact: Rounds, Before: rounds[0], After: rounds[1]})
		}
		was, now := cutFor(c.before, n, size[0]), cutFor(c.after, n, size[1])
		_, planned := was.(notice.Int)
		_, plans := now.(notice.Int)
		switch e := (Effect{Player: n, Fact: Cut, Before: was, After: now}); {
		case was == now:
		case planned && now != nil && !plans: // it is made
			c.with(e, Tell)
		default:
			c.add(e)
		}
	}
}

// number returns n, or nil for none.
func number(n int) notice.Value {
	if n == 0 {
		return nil
	}
	return notice.Int(n)
}

// cutFor returns the size of the cut or, once it is made, whether player n is in it.
func cutFor(s *tournament.State, n int, size notice.Value) notice.Value {
	st := s.Elimination()
	if st == nil {
		return size
	}
	for _, p := range st.Players {
		if p == n {
			return in
		}
	}
	return out
}

// settings are the announced settings that tell players when and how long they play, by
// the keys of package setting.
func settings(s *tournament.State) [8]notice.Value {
	x, minutes := &s.Settings, func(of ledger.Stage) notice.Value { return number(int(s.RoundLength(of).Minutes())) }
	var start notice.Value
	if x.StartAt != 0 {
		start = notice.Time{Time: time.Unix(x.StartAt, 0).UTC()}
	}
	return [...]notice.Value{
		minutes(ledger.Swiss), minutes(ledger.Elimination), number(x.RoundDays), number(x.ConfirmMinutes), number(x.Capacity), number(x.LateUntil), start, number(x.LineUpMinutes),
	}
}

// settingKeys are the keys of settings, in order.
var settingKeys = [...]string{"round_minutes", "cut_minutes", "round_days", "confirm_minutes", "capacity", "late_until", "start_at", "line_up_minutes"}

// announced compares the settings that were announced to who takes part.
func (c *comparison) announced() {
	if !c.both(func(p tournament.Phase) bool { return p > tournament.Draft && p < tournament.Finished }) {
		return
	}
	was, now := settings(c.before), settings(c.after)
	concern := Tell
	if c.both(running) {
		concern = Ask
	}
	for i, key := range settingKeys {
		for n := 1; was[i] != now[i] && n <= len(c.after.Players); n++ {
			if at := entryOf(c.after, n); at == in || at == waiting {
				c.with(Effect{Player: n, Fact: Announced, Setting: key, Before: was[i], After: now[i]}, concern)
			}
		}
	}
}
