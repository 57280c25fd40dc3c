package post

import (
	"context"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// askedAtOnce is of how many tables one post asks, where matches have no cards:
// it fits a message, and two hundred reports at the same moment take fourteen.
const askedAtOnce = 15

// askedPost asks the other side of a match whether a report is right.
func askedPost(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	s := e.Snap.State
	m, l := s.Match(row.Round, row.Match)
	if m.Report != nil && m.Report.Seq > row.Seq && !m.Confirmed && !m.Disputed {
		if row.Message == "" {
			return discord.Message{}, false // asked anew before anybody was asked
		}
		p := e.Words
		p.Escape = discord.Escape
		return view.Text(p.Say("asked.changed", "who", notice.Text(e.Snap.Name(m.Report.Player)), "table", int(l.Table))), true
	}
	if m.Report == nil || m.Confirmed || m.Disputed {
		if row.Message == "" {
			return discord.Message{}, false // answered before anybody was asked
		}
		switch {
		case m.Disputed:
			return view.Text(e.Words.Say("asked.disputed")), true
		case l.Result.Form != ledger.Unfinished:
			return view.Text(e.Words.Say("asked.answered", "table", int(l.Table), "result", text.Raw(view.Outcome(e, l)))), true
		}
		return view.Text(e.Words.Say("asked.over")), true
	}
	words, users := question(e, row.Round, row.Match)
	return asking(words, users,
		discord.Button{Style: discord.Success, Label: e.Words.Say("button.confirm"), CustomID: customid.New(s.ID, customid.Confirm{Round: row.Round, Match: row.Match, Report: row.Seq})},
		discord.Button{Style: discord.Danger, Label: e.Words.Say("button.dispute"), CustomID: customid.New(s.ID, customid.Dispute{Round: row.Round, Match: row.Match, Report: row.Seq})},
	), true
}

// askedTogether asks about the tables of a row and of others in one post. Whoever
// presses its button gets to see their own match.
func askedTogether(e view.Env, row *tournament.OutboxRow, others []tournament.OutboxRow) discord.Message {
	var lines, users []string
	for _, match := range append([]int{row.Match}, matches(others)...) {
		words, asked := question(e, row.Round, match)
		lines, users = append(lines, words), append(users, asked...)
	}
	m := asking(strings.Join(lines, "\n"), users,
		discord.Button{Style: discord.Success, Label: e.Words.Say("button.answer"), CustomID: customid.New(e.Snap.State.ID, customid.Report{})})
	m.Identity = Identity(e.Snap.State.ID, row.Key)
	return m
}

func matches(rows []tournament.OutboxRow) []int {
	var out []int
	for i := range rows {
		out = append(out, rows[i].Match)
	}
	return out
}

// askedOnce is what a post about many tables becomes where it has to be shown
// anew.
func askedOnce(e view.Env) discord.Message {
	return view.Text(e.Words.Say("asked.together"))
}

// question is the sentence that asks about the report of a match, and who is
// asked.
func question(e view.Env, round, match int) (words string, users []string) {
	s := e.Snap.State
	m, l := s.Match(round, match)
	var asked []string
	for _, q := range l.Players() {
		if n := int(q) + 1; n != m.Report.Player {
			if name, user := mentioned(e, n); user != "" {
				asked, users = append(asked, name), append(users, user)
			}
		}
	}
	p := e.Words
	p.Escape = discord.Escape
	words = p.Say("asked.question", "players", text.Raw(strings.Join(asked, " ")), "reporter", notice.Text(e.Snap.Name(m.Report.Player)),
		"table", int(l.Table), "result", text.Raw(view.Reported(e, l, m.Report)))
	if at := s.SilenceAt(round, match); !at.IsZero() {
		words += " " + p.Say("match.auto_confirm", "relative", text.Raw(discord.Relative(at)))
	}
	return words, users
}

// asking is a post with a question and buttons that pings users.
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

// together returns the unsent questions that go into one post with that of a
// row; nil where each match has a card, and its question a post of its own.
func (s *Sender) together(ctx context.Context, row *tournament.OutboxRow, snap *tournament.Snapshot) []tournament.OutboxRow {
	if row.Kind != kindAsked {
		return nil
	}
	round := snap.State.Round(row.Round)
	if round == nil || cards(snap.State, row.Round) {
		return nil
	}
	out := []tournament.OutboxRow{}
	prefix := strings.TrimSuffix(row.Key, askedKey("", row.Match, row.Seq))
	for i := range round.Matches {
		m := &round.Matches[i]
		if !snap.State.Asks(row.Round, i+1) || i+1 == row.Match {
			continue
		}
		if len(out) == askedAtOnce-1 {
			break
		}
		other, err := s.cfg.Outbox.Post(ctx, row.Log.ID, askedKey(prefix, i+1, m.Report.Seq))
		if err == nil && other.Message == "" && other.Dead == "" && other.Began.IsZero() {
			out = append(out, other)
		}
	}
	return out
}
