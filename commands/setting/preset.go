package setting

import (
	"topcut/tournament"
	"topcut/tournament/stage"
)

// Preset applies a preset to the settings of an event; other names change nothing.
func Preset(s tournament.Settings, name string) tournament.Settings {
	switch name {
	case "casual":
		s.Stages = s.Stages.WithCut(stage.Entry{})
		s.AutoAdvance, s.ConfirmMinutes, s.LateUntil = true, 5, 2
	case "competitive":
		s.CheckInMinutes, s.Decks, s.LateUntil = 20, tournament.DecksRequired, 1
		s.Stages = s.Stages.WithThird(true)
	case "correspondence":
		s.RoundDays, s.ReminderHours, s.ConfirmMinutes, s.Threads = 7, []int{48, 12}, 24*60, true
	}
	return s
}
