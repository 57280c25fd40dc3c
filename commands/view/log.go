package view

import (
	"fmt"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/logline"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
)

// whyOut returns the reasons of all players who are out, by player number.
func (e Env) whyOut() map[int]string {
	why, gone := map[int]string{}, e.undone()
	for i := range e.Snap.Log {
		env := &e.Snap.Log[i]
		if gone[env.Seq] {
			continue
		}
		switch ev := env.Event.(type) {
		case *tournament.PlayerDropped:
			why[ev.Player] = logline.Because(e.about(), ev)
		case *tournament.PlayerDisqualified:
			why[ev.Player] = logline.Because(e.about(), ev)
		case *tournament.PlayerReinstated:
			delete(why, ev.Player)
		}
	}
	return why
}

// linesPerPage is the number of entries on a page of the log.
const linesPerPage = 15

// LogPage returns a page of the log, newest first. Undone entries stay and are struck
// through. Organisers (staff) also see that notes were written, and why a player is out
// or penalised.
func LogPage(e Env, page int, staff bool) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		var shown []int
		for i := len(e.Snap.Log) - 1; i >= 0; i-- {
			if staff || !logline.Unlisted(e.state(), &e.Snap.Log[i]) {
				shown = append(shown, i)
			}
		}
		part, page := layout.PageOf(shown, page, linesPerPage)
		gone := e.undone()
		style := 't'
		if log := e.Snap.Log; len(log) > 0 && log[len(log)-1].Time.Sub(log[0].Time) > 20*time.Hour {
			style = 'f'
		}
		p := e.panel(layout.Quiet, "log.title", "event", e.title())
		lines := make([]string, 0, len(part))
		for _, i := range part {
			env := &e.Snap.Log[i]
			line := logline.Line(e.about(), *env)
			if staff {
				line = wording.Joined(line, logline.Because(e.about(), env.Event))
			}
			if gone[env.Seq] {
				line = e.say("log.struck", "line", text.Raw(line))
			}
			lines = append(lines, fmt.Sprintf("`%d` %s %s", env.Seq, discord.Timestamp(env.Time, style), line))
		}
		p.Lines(lines...)
		p.Buttons(layout.Pager(e.words(), page, posted.Pages(len(shown), linesPerPage), func(n int) string {
			return e.id(customid.Log{Page: n, Staff: staff})
		})...)
		return p.Message()
	})
}
