// Package setting has the settings that organisers change by key: of an event and of a league.
// Each is one entry of a list, with its key, its topic, its choices, how its value is read
// and written, and its words. Commands, forms, schedules of leagues and panels read these lists;
// what a setting may be together with the others is for tournament.Settings to check.
package setting

import (
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// A Reader is who reads a value: their words, and the event for what its game decides.
type Reader struct {
	text.Printer
	State *tournament.State
}

// A Setting is a value in the settings S that organisers change by its key. The texts of one of
// an event are setting.title.KEY and, if it is typed, setting.hint.KEY; of a league
// league.rule.KEY.
type Setting[S any] struct {
	Key  string
	Page string // topic of its form; NoPage means by command only
	// Choices are the values of its menu, as typed; none means a text field.
	Choices []string
	// Many means that it takes several choices, separated by blanks.
	Many bool
	// When says until when it may be changed, a setting of a league until its season ends.
	When tournament.Term
	// Touches are the keys of other settings that may change with it. Those of the stages show
	// parts of one chain, so that each may change with each other, and name none of them.
	Touches []string
	// Show returns the value as it is typed; "" may mean that it has its default.
	Show func(*S) string
	// Set reads a typed value, among others what Show returns. It refuses what it cannot read.
	Set func(*S, string) error

	shown func(Reader, *S) string // for display, "" if it is off; nil means as typed
	off   func(*S) bool           // whether it has no effect beside the others; nil means never
}

// Event is a setting of an event, League one of a league.
type (
	Event  = Setting[tournament.Settings]
	League = Setting[season.Settings]
)

// Shown returns the value in words for display; "" if it is off or has no effect beside the other
// settings.
func (x *Setting[S]) Shown(r Reader, s *S) string {
	if x.off != nil && x.off(s) {
		return ""
	}
	return x.Written(r, s)
}

// Written returns the value in words, even if it has no effect.
func (x *Setting[S]) Written(r Reader, s *S) string {
	if x.shown != nil {
		return x.shown(r, s)
	}
	return r.Value(notice.Text(x.Show(s)))
}
