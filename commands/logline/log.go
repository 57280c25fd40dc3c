package logline

import (
	"slices"

	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// Unlisted reports whether an entry is not in the public log: it is for organisers only,
// or a report that still waits for confirmation.
func Unlisted(s *tournament.State, env *tournament.Envelope) bool {
	if ev, ok := env.Event.(*tournament.ResultReported); ok {
		m, _ := s.Match(ev.Round, ev.Match)
		return m != nil && !m.Over()
	}
	switch ev := env.Event.(type) {
	case *tournament.ItemPicked:
		return s.Hidden(ev.Place, ev.Step)
	case *tournament.ItemDrawn:
		return s.Hidden(ev.Place, ev.Step)
	}
	return Private(env.Event)
}

// Private reports whether an event is for organisers only.
func Private(ev tournament.Event) bool {
	switch ev.(type) {
	case *tournament.PlayerNoted, *tournament.Reminded, *tournament.LeagueHeard, *tournament.FixtureReminded, *tournament.PlayersGone:
		return true
	}
	return false
}

// Undone returns the sequence numbers of the events that were undone before the event with the given one.
func Undone(log []tournament.Envelope, before int64) map[int64]bool {
	gone := map[int64]bool{}
	for i := range log {
		if r, ok := log[i].Event.(*tournament.Retracted); ok && log[i].Seq < before {
			for _, s := range r.Seqs {
				gone[s] = true
			}
		}
	}
	return gone
}

// tookStart reports whether an undo took back the start or the end of an event.
func (e teller) tookStart(ev *tournament.Retracted) bool {
	return slices.ContainsFunc(e.Snap.Log, func(env tournament.Envelope) bool {
		_, started := env.Event.(*tournament.EventStarted)
		return started && slices.Contains(ev.Seqs, env.Seq)
	})
}

// changed lists the settings that an event changed from those before it.
func (e teller) changed(seq int64, ev *tournament.SettingsChanged) string {
	var before *tournament.Settings
	gone := Undone(e.Snap.Log, seq)
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if env.Seq >= seq || gone[env.Seq] {
			continue
		}
		switch old := env.Event.(type) {
		case *tournament.Created:
			before = &old.Settings
		case *tournament.SettingsChanged:
			before = &old.Settings
		}
	}
	if before == nil {
		return ""
	}
	var words []string
	for _, set := range setting.Events() {
		if set.Key == "to_channel" {
			continue
		}
		if set.Show(before) == set.Show(&ev.Settings) {
			continue
		}
		now := set.Shown(setting.Reader{Printer: e.Printer, State: e.Snap.State}, &ev.Settings)
		if now == "" {
			now = e.Say("setting.off")
		}
		words = append(words, e.Say("setting.changed", "setting", notice.Word("setting.title."+set.Key), "value", text.Raw(now)))
	}
	if !slices.Equal(before.Options, ev.Settings.Options) || len(ev.Ruleset) > 0 {
		words = append(words, e.Say("setting.ruleset"))
	}
	if len(words) == 0 {
		return ""
	}
	return string(wording.Clipped(e.Printer, words, 6))
}
