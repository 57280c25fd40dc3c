package post

import (
	"context"
	"fmt"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/ledger"
)

// askedAtOnce is of how many tables one post asks, where matches have no cards:
// it fits a message, and two hundred reports at the same moment take fourteen.
const askedAtOnce = 15

// askedPost asks the other side of a match whether a report is right.
func askedPost(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	s := e.Snap.State
	m, l := s.Match(row.Round, row.Match)
	if m.Report == nil || m.Confirmed || m.Disputed {
		if row.Message == "" {
			return discord.Message{}, false // answered before anybody was asked
		}
		text := "This table has its result."
		if m.Disputed {
			text = "The organisers have been asked to decide about this table."
		} else if l.Result.Form != ledger.Unfinished {
			text = fmt.Sprintf("Table %d: **%s**.", l.Table, view.Outcome(e.Snap, l))
		}
		return view.Text(text), true
	}
	text, users := question(e, row.Round, row.Match)
	return asking(text, users,
		discord.Button{Style: discord.Success, Label: "Confirm", CustomID: customid.New(customid.Confirm, s.ID, row.Round, row.Match)},
		discord.Button{Style: discord.Danger, Label: "Dispute", CustomID: customid.New(customid.Dispute, s.ID, row.Round, row.Match)},
	), true
}

// askedTogether asks about the tables of a row and of others in one post. Whoever
// presses its button gets to see their own match.
func askedTogether(e view.Env, row *tournament.OutboxRow, others []tournament.OutboxRow) discord.Message {
	var lines, users []string
	for _, match := range append([]int{row.Match}, matches(others)...) {
		text, asked := question(e, row.Round, match)
		lines, users = append(lines, text), append(users, asked...)
	}
	m := asking(strings.Join(lines, "\n"), users,
		discord.Button{Style: discord.Success, Label: "Confirm or dispute", CustomID: customid.New(customid.Report, e.Snap.State.ID)})
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
func askedOnce() discord.Message {
	return view.Text("Reports waited here for the other side; /status shows your match.")
}

// question is the sentence that asks about the report of a match, and who is
// asked.
func question(e view.Env, round, match int) (text string, users []string) {
	s := e.Snap.State
	m, l := s.Match(round, match)
	var asked []string
	for _, q := range l.Players() {
		if n := int(q) + 1; n != m.Report.Player {
			name, user := mentioned(e, n)
			asked = append(asked, name)
			if user != "" {
				users = append(users, user)
			}
		}
	}
	text = fmt.Sprintf("%s, %s reports for table %d: **%s**. Is that right?", strings.Join(asked, " and "),
		discord.Escape(e.Snap.Name(m.Report.Player)), l.Table, view.Reported(e.Snap, l, m.Report))
	if s.SilenceConfirms(s.Round(round)) {
		at := m.Report.At.Add(time.Duration(s.Settings.ConfirmMinutes) * time.Minute)
		text += " Without an answer it stands " + discord.Relative(at) + "."
	}
	return text, users
}

// asking is a post with a question and buttons that pings users.
func asking(text string, users []string, buttons ...discord.Button) discord.Message {
	row := discord.ActionRow{}
	for _, b := range buttons {
		row.Components = append(row.Components, b)
	}
	m := discord.Message{Components: []discord.Component{
		discord.Container{Components: []discord.Component{discord.TextDisplay{Content: text}, row}},
	}}
	m.Mentions.Users = users
	return m
}

// together returns the unsent questions that go into one post with that of a
// row; nil where each match has a card, and its question a post of its own.
func (s *Sender) together(ctx context.Context, row *tournament.OutboxRow, snap *tournament.Snapshot) []tournament.OutboxRow {
	round := snap.State.Round(row.Round)
	if row.Kind != kindAsked || round == nil || cards(snap.State, row.Round) {
		return nil
	}
	out := []tournament.OutboxRow{}
	prefix := strings.TrimSuffix(row.Key, fmt.Sprintf(".m%d.asked", row.Match))
	for i := range round.Matches {
		m := &round.Matches[i]
		if m.Report == nil || m.Confirmed || m.Disputed || i+1 == row.Match {
			continue
		}
		if len(out) == askedAtOnce-1 {
			break
		}
		other, err := s.cfg.Outbox.Post(ctx, row.Tournament, fmt.Sprintf("%s.m%d.asked", prefix, i+1))
		if err == nil && other.Message == "" && other.Dead == "" && other.Began.IsZero() {
			out = append(out, other)
		}
	}
	return out
}
