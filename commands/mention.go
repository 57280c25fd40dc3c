package commands

import (
	"context"
	"log/slog"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/phrase"
	"topcut/commands/router"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// AnswerMention reads a result from a message that mentions the bot, on servers that
// enable this. A clear result is reported as by /report; an ambiguous one gets a question
// with a button for each meaning; a message without a result is ignored.
func AnswerMention(ctx context.Context, a *App, m discord.Mentioned) {
	server, err := a.Servers.Server(ctx, m.GuildID)
	if err != nil || !server.ChatResults {
		return
	}
	c := &call{&router.Call{App: a, Interaction: &discord.Interaction{
		ID: "m" + m.ID, Kind: discord.KindCommand, GuildID: m.GuildID, ChannelID: m.ChannelID, ChannelType: m.ChannelType,
		User: m.User, Roles: m.Roles, Path: []string{"report"},
	}}}
	if m.ChannelType.Thread() {
		if ch, err := a.Rest.Channel(ctx, m.ChannelID); err == nil {
			c.ParentID = ch.ParentID
		}
	}
	answer, ok := c.mentionAnswer(ctx, m.Text)
	if !ok {
		return
	}
	answer.Nonce = "m" + m.ID
	if _, err := a.Rest.Send(ctx, m.ChannelID, answer); err != nil {
		a.Log.Log(ctx, slog.LevelWarn, "an answer in the channel did not arrive", "channel", m.ChannelID, "error", err)
	}
}

// mentionAnswer returns the answer to a message, and false if it needs none.
func (c *call) mentionAnswer(ctx context.Context, said string) (discord.Message, bool) {
	route, _, err := c.App.Table.Find(c.Interaction)
	if err == nil {
		err = c.App.Locate(ctx, route, c.Call)
	}
	if err != nil {
		return discord.Message{}, false // none or several events: a command can ask
	}
	if !c.OpenHere() {
		return discord.Message{}, false // the answer would reveal the event to others
	}
	r, number, err := c.meant(reportable)
	match, l := c.Snap.State.Match(r, number)
	if err != nil || match == nil || l.N != 2 {
		return discord.Message{}, false
	}
	if len(match.Boards) > 0 && !match.Open() {
		return view.Refusal(c.Say("match.which_board"), discord.Button{Style: discord.Primary, Label: c.Say("button.report"), CustomID: customid.New(c.Event, customid.Report{})}), true
	}
	rs := c.Snap.State.RulesOf(number, l)
	reading := phrase.Read(said, c.phrases(rs, match, l))
	if len(reading.Values) == 0 {
		return discord.Message{}, false
	}
	if !reading.Sure {
		var row []discord.Component
		for _, v := range reading.Values[:min(len(reading.Values), 5)] {
			if o, ok := option(rs, match, v); ok && customid.Fits(c.Event, customid.ResultPress{Round: r, Match: number, Result: v}) {
				row = append(row, discord.Button{Label: wording.Choice(c.Words(), rs, o), CustomID: customid.New(c.Event, customid.ResultPress{Round: r, Match: number, Result: v})})
			}
		}
		return view.Refusal(c.Say("chat.which"), row...), len(row) > 0
	}
	reply, err := c.report(ctx, r, number, reading.Values[0])
	if err != nil {
		text, known := c.Refusal(err)
		return discord.Message{Content: text}, known
	}
	return discord.Message{Content: discord.Cut(reply.Text, 1900)}, true
}

// phrases returns the match data that the phrase parser needs.
func (c *call) phrases(rs *rules.Ruleset, match *tournament.Match, l *ledger.Match) phrase.Table {
	seat := l.Seat(int32(c.MyNumber() - 1))
	opponent := int(l.Seats[1-seat]) + 1
	t := phrase.Table{
		Opponent: []string{c.Snap.Name(opponent)}, Bots: c.App.Rest.Mentions(),
		Turned: seat == 1 && rs.Match.Games == 1 && !match.Choice && rs.SideName(match.Part, l, 0) != "",
		Legal: func(value string) bool {
			_, _, err := rs.ParseResult(match.Part, seat, 2, value)
			return err == nil
		},
	}
	for _, user := range c.Snap.Users(opponent) {
		t.Opponent = append(t.Opponent, "<@"+user+">", "<@!"+user+">")
	}
	for _, o := range rs.Results(match.Part) {
		m := ledger.Match{Kind: o.Kind, N: 2, Result: o.Result}
		outcome := 0
		switch rs.Winner(&m) {
		case 0:
			outcome = 1
		case 1:
			outcome = -1
		}
		t.Results = append(t.Results, phrase.Result{Value: o.Value, Outcome: outcome})
	}
	return t
}

// option returns the game's result option with the given value.
func option(rs *rules.Ruleset, match *tournament.Match, value string) (rules.ResultOption, bool) {
	for _, o := range rs.Results(match.Part) {
		if o.Value == value {
			return o, true
		}
	}
	return rules.ResultOption{}, false
}
