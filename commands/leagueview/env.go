// Package leagueview is what a message about a league looks like: its table, its events, its
// members and those who go up and down. Like the views of an event these are pure.
package leagueview

import (
	"time"

	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
)

// Env is the input of a view of a league.
type Env struct {
	Season   *season.Snapshot
	Now      time.Time
	Commands map[string]string // command name -> id, for clickable mentions; may be nil
	Words    text.Printer      // prints texts in the reader's language
	// Draw renders a drawing as picture files, see view.Env; nil means messages are text only.
	Draw func(name string, d pictures.Drawing) []discord.File
	// AsText shows text instead of pictures, at the reader's request.
	AsText bool
	// Title names an event that counts; "" if the reader may not see it. Nil means events
	// are named by number.
	Title func(event tournament.ID) string
	// Page is the public address of the league's web page; "" if it has none.
	Page string
}

// words returns the printer for a message: players of texts are members of the league.
func (e Env) words() text.Printer { return wording.AboutSeason(e.Words, e.Season) }

func (e Env) say(key notice.Code, args ...any) string { return e.words().Say(key, args...) }

// command returns a clickable mention of a slash command if its id is known.
func (e Env) command(path string) text.Raw { return wording.Command(e.Commands, path) }

// clipped joins at most limit words and says how many are left out.
func (e Env) clipped(words []string, limit int) text.Raw {
	return wording.Clipped(e.words(), words, limit)
}

// panel starts a panel with a title from the catalogue.
func (e Env) panel(accent int, key notice.Code, args ...any) *layout.Panel {
	return e.titled(accent, e.say(key, args...))
}

// titled starts a panel with a title in Markdown.
func (e Env) titled(accent int, title string) *layout.Panel {
	p := layout.New(e.words(), accent, title)
	p.Page = e.Page
	return p
}

// draws returns what draws the pictures of a panel; nil if it is to be text only.
func (e Env) draws() func(layout.Figure) []discord.File {
	if e.Draw == nil || e.AsText {
		return nil
	}
	theme := pictures.Dark
	if x := e.Season.State.Settings.Series; x != nil && x.Event.LightPictures { // as its next events
		theme = pictures.Light
	}
	return func(f layout.Figure) []discord.File {
		return e.Draw(f.Name, pictures.In(e.Words.Language, e.Words.Plain(), theme, f.Drawing))
	}
}

// nothing returns a private answer for when there is nothing to show.
func (e Env) nothing(key notice.Code, args ...any) discord.Message {
	return layout.Text(e.say(key, args...))
}

// sure asks for confirmation.
func (e Env) sure(markdown string, buttons ...discord.Button) discord.Message {
	return layout.Sure(e.words(), markdown, buttons...)
}
