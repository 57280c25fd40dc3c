package post

import (
	"context"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/posted"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// askedPost asks the opponent, in the thread of the match, whether a report is right.
func askedPost(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	s := e.Snap.State
	m, l := s.Match(row.Round, row.Match)
	if m.Report != nil && m.Report.Seq > row.Seq && !m.Confirmed && !m.Disputed {
		if row.Message == "" {
			return discord.Message{}, false // changed again before the question was posted
		}
		p := e.Words
		p.Escape = discord.Escape
		return layout.Text(p.Say("asked.changed", "who", notice.Text(e.Snap.Name(m.Report.Player)), "table", tournament.TableName(row.Match, l))), true
	}
	if m.Report == nil || m.Confirmed || m.Disputed || s.Phase == tournament.Cancelled {
		if row.Message == "" {
			return discord.Message{}, false // answered before the question was posted
		}
		switch {
		case m.Disputed && s.Phase != tournament.Cancelled:
			return layout.Text(e.Words.Say("asked.disputed")), true
		case l.Result.Form != ledger.Unfinished:
			return layout.Text(wording.About(e.Words, e.Snap).Say("asked.answered", "table", tournament.TableName(row.Match, l), "result", wording.ResultOf(s, row.Match, l))), true
		case s.Phase == tournament.Cancelled:
			return view.Cancelled(e), true
		}
		return layout.Text(e.Words.Say("asked.over")), true
	}
	words, users := question(e, row.Round, row.Match)
	return asking(words, users,
		discord.Button{Style: discord.Success, Label: e.Words.Say("button.confirm"), CustomID: customid.New(s.ID, customid.Confirm{Round: row.Round, Match: row.Match, Report: row.Seq})},
		discord.Button{Style: discord.Danger, Label: e.Words.Say("button.dispute"), CustomID: customid.New(s.ID, customid.Dispute{Round: row.Round, Match: row.Match, Report: row.Seq})},
	), true
}

// question returns the question about the report of a match, and the users to ask.
func question(e view.Env, round, match int) (words string, users []string) {
	s := e.Snap.State
	m, l := s.Match(round, match)
	p := wording.About(e.Words, e.Snap).At(tournament.Place{Round: round, Match: match})
	var asked []string
	for _, q := range l.Players() {
		if n := int(q) + 1; n != m.Report.Player {
			if called := p.Users(n); len(called) > 0 {
				asked, users = append(asked, p.Mention(n)), append(users, called...)
			}
		}
	}
	words = p.Say("asked.question", "players", text.Raw(strings.Join(asked, " ")), "reporter", notice.Text(e.Snap.Name(m.Report.Player)),
		"table", tournament.TableName(match, l), "result", wording.ReportOf(s, match, l, m.Report))
	if at := s.SilenceAt(round, match); !at.IsZero() {
		words += " " + p.Say("match.auto_confirm", "relative", text.Raw(discord.Relative(at)))
	}
	return words, users
}

// asking returns a post with a question and buttons. It pings the users.
func asking(markdown string, users []string, buttons ...discord.Button) discord.Message {
	row := discord.ActionRow{}
	for _, b := range buttons {
		row.Components = append(row.Components, b)
	}
	m := discord.Message{Components: []discord.Component{
		discord.Container{Components: []discord.Component{discord.TextDisplay{Content: markdown}, row}},
	}}
	m.Mentions.Users = users
	return m
}

// called renders a call of a round. If one post has no room for all who must be asked,
// the call that comes with the last of those who fit is posted even if another call
// follows it.
func called(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	if row.Newer && (row.Message != "" || row.Seq < posted.FullAt(e.Snap.State, row.Round, row.Said)) {
		return discord.Message{}, false
	}
	return view.Call(e, row.Round, row.Seq, row.Said)
}

// giveUpObsolete gives up a row that has nothing more to say. If calls come faster than they can
// be posted, it gives up at once all calls that a later one includes.
func (s *Sender) giveUpObsolete(ctx context.Context, row *tournament.OutboxRow, e view.Env) {
	if row.Kind == kindCall && row.Newer && row.Began.IsZero() && e.Snap.State.Round(row.Round) != nil {
		err := s.cfg.Outbox.Supersede(ctx, row.ID, posted.FullAt(e.Snap.State, row.Round, row.Said))
		if err != nil {
			s.cfg.Log.Error("the outbox cannot be written", "error", err)
		}
		return
	}
	if err := s.stayShut(ctx, row, e.Snap); err != nil {
		s.failed(ctx, row, err, s.traffic.unclear(row))
		return
	}
	s.kill(ctx, row, journal.Obsolete)
}
