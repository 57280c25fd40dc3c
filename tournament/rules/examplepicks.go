package rules

import (
	"strconv"

	"topcut/tournament/notice"
	"topcut/tournament/script"
)

// PlayPicks plays the picks and bans of each length of match to their end, in which each player
// chooses the first item they may, and A and B win in turn, where games are reported.
func (r *Ruleset) PlayPicks() ([]ExamplePicks, error) {
	var out []ExamplePicks
	for _, games := range r.lengths() {
		plan, err := r.plan(games)
		if err != nil {
			return nil, err
		}
		if plan == nil {
			continue
		}
		e := ExamplePicks{Best: games}
		run, err := firstChosen(script.Begin(plan, 0))
		for run != nil && run.Due() > 0 {
			next, decided := run.Report((run.Due() + 1) % 2)
			if decided {
				break
			}
			run, err = firstChosen(next)
		}
		if err != nil {
			return nil, err
		}
		for _, c := range run.Seen() {
			e.Choices = append(e.Choices, choiceText(&plan.Steps[c.Step], c))
		}
		out = append(out, e)
	}
	return out, nil
}

// firstChosen takes the steps until a game is played, each by the first item.
func firstChosen(run *script.Run) (*script.Run, error) {
	for t := run.Next(); t != nil; t = run.Next() {
		by := script.None
		if len(t.Waits) > 0 {
			by = t.Waits[0]
		}
		next, err := run.Choose(script.Choice{Step: t.Number, By: by, Item: run.Options(by)[0]})
		if err != nil {
			return nil, err
		}
		run = next
	}
	return run, nil
}

// choiceText writes a choice: the verb, the player, the game that it is for, and the item.
func choiceText(s *script.Step, c script.Choice) string {
	text := string(s.Verb)
	if c.By != script.None {
		text += " " + string(rune('A'+c.By))
	}
	if s.Game > 0 {
		text += " " + strconv.Itoa(s.Game)
	}
	return text + ": " + c.Item
}

// CheckPicks plays the picks and bans as PlayPicks does, and returns an error with its notice
// if they go otherwise than an example says.
func (r *Ruleset) CheckPicks(want []ExamplePicks) error {
	if len(want) == 0 {
		return nil
	}
	got, err := r.PlayPicks()
	if err != nil {
		return err
	}
	for i := range max(len(got), len(want)) {
		var of, as ExamplePicks
		if i < len(got) {
			of = got[i]
		}
		if i < len(want) {
			as = want[i]
		}
		if of.Best != as.Best {
			return notice.Err("example.picks_length", "got", of.Best, "want", as.Best)
		}
		for n := range max(len(of.Choices), len(as.Choices)) {
			if a, b := at(of.Choices, n), at(as.Choices, n); a != b {
				return notice.Err("example.picks", "best", of.Best, "n", n+1, "got", notice.Text(a), "want", notice.Text(b))
			}
		}
	}
	return nil
}

// at returns an entry of a list, "" behind its end.
func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}
