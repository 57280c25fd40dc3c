package owngame

import (
	"context"
	"strconv"
	"strings"
	"time"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/picks"
	"topcut/commands/router"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// trial is a match of a game against oneself: the presser reports a result and confirms it as
// the other side, in an event that is nowhere but in memory.
type trial struct {
	customid.GameTry
	rules *rules.Ruleset
	key   string // of the draft, "" for a game
	picks int    // the player who has to pick or ban; 0 = neither
	over  bool   // the last of the games that are reported one by one has decided the match
}

// try shows a step of the match.
func try(ctx context.Context, c call, p customid.GameTry) (router.Reply, error) {
	if p.Show != customid.GameTryTyped {
		c.NoForm()
	}
	t, err := c.trial(ctx, p)
	if err != nil {
		return router.Reply{}, err
	}
	page, picked := strings.CutPrefix(p.Show, customid.GameTryPick)
	switch {
	case len(c.Values) == 0:
	case picked:
		item, err := strconv.Atoi(c.Values[0])
		if err != nil || page == "" || item < 0 || item > maxItem {
			return router.Reply{}, router.ErrOldPanel
		}
		t.Picked, t.Show = t.Picked+letters(item), customid.GameTryUsual
	default:
		t.Result, t.Show = c.Values[0], customid.GameTryUsual
	}
	return c.play(t)
}

// tryTyped reports what was typed.
func tryTyped(ctx context.Context, c call, p customid.GameTryForm) (router.Reply, error) {
	t, err := c.trial(ctx, customid.GameTry{Of: p.Of, Picked: p.Picked})
	if err != nil {
		return router.Reply{}, err
	}
	t.Result = discord.Cut(c.Field(view.FieldResult), 12)
	return c.play(t)
}

// trial returns the match of a game or a draft.
func (c call) trial(ctx context.Context, p customid.GameTry) (*trial, error) {
	d, err := c.of(ctx, p.Of)
	if err != nil {
		return nil, err
	}
	m, err := c.make(ctx, d)
	if err != nil {
		return nil, err
	}
	return &trial{GameTry: p, rules: m.rules, key: d.key}, m.wrong
}

// play plays the match so far, and shows what the side whose turn it is sees in an event.
func (c call) play(t *trial) (router.Reply, error) {
	w := c.Words()
	me := command.Join{User: c.User.ID, Name: router.ShownName(c.User.Name), ByOrganiser: true}
	snap, err := t.played(me, command.Join{User: c.AppID, Name: w.Say("games.other_side"), ByOrganiser: true}, c.App.Now())
	if err != nil {
		return router.Reply{}, err
	}
	e := c.EnvOf(snap)
	var m discord.Message
	note := notice.Code("games.try_report")
	switch {
	case t.picks > 0:
		m, note = view.MatchPanel(e, t.picks), "games.try_pick"
	case t.Done:
		m, note = view.StandingsPost(e, 1, 0), "games.try_done"
	case t.Result != "" || t.over:
		m, note = view.MatchPanel(e, 2), "games.try_confirm"
	case t.Show == customid.GameTryTyped:
		form := view.ResultModal(e, 1, 1)
		form.CustomID = customid.New(0, customid.GameTryForm{Of: t.Of, Picked: t.Picked})
		return router.Reply{Modal: &form}, nil
	case t.Show == customid.GameTryOther:
		m = view.OtherResults(e, 1, 1, 1)
	default:
		m = view.MatchPanel(e, 1)
	}
	m.Components, m.Mentions = t.ours(m.Components), discord.Mentions{}
	p := layout.New(w, layout.Quiet, w.Say("games.try", "game", notice.Text(t.rules.Name)))
	p.Say(note)
	m.Components = append(p.Message().Components, m.Components...)
	m.Components = append(m.Components, t.onward(w))
	return c.Turned(m)
}

// onward is the row of buttons below the match: play it again, or go back.
func (t *trial) onward(w text.Printer) discord.ActionRow {
	back := button(w, "game", customid.Game{ID: t.Of})
	if t.key != "" {
		back = button(w, "game_draft", customid.GameDraft{Draft: t.Of})
	}
	if t.Result == "" && t.Picked == "" && t.Show == customid.GameTryUsual {
		return discord.ActionRow{Components: []discord.Component{back}}
	}
	return discord.ActionRow{Components: []discord.Component{button(w, "game_again", customid.GameTry{Of: t.Of}), back}}
}

// ours leaves only those buttons and menus of a panel that play the match, and makes them
// buttons of the trial.
func (t *trial) ours(list []discord.Component) (out []discord.Component) {
	for _, part := range list {
		switch part := part.(type) {
		case discord.Container:
			part.Components = t.ours(part.Components)
			out = append(out, part)
		case discord.ActionRow:
			if part.Components = t.ours(part.Components); len(part.Components) > 0 {
				out = append(out, part)
			}
		case discord.Button:
			if p, ok := t.instead(part.CustomID); ok {
				part.CustomID = customid.New(0, p)
				out = append(out, part)
			}
		case discord.StringSelect:
			if p, ok := t.instead(part.CustomID); ok {
				part.CustomID = customid.New(0, p)
				out = append(out, part)
			}
		default:
			out = append(out, part)
		}
	}
	return out
}

// instead returns the panel of the trial for one of a match. The other side only confirms.
func (t *trial) instead(id string) (p customid.GameTry, ok bool) {
	parsed, _ := customid.Parse(id)
	p.Of, p.Picked = t.Of, t.Picked
	switch of := parsed.Panel.(type) {
	case customid.Veto:
		p.Picked += letters(of.Item)
		return p, t.picks > 0
	case customid.VetoFrom:
		p.Show = customid.GameTryPick + strconv.Itoa(of.Page)
		return p, t.picks > 0
	}
	if t.picks > 0 {
		return p, false
	}
	if _, confirms := parsed.Panel.(customid.Confirm); confirms {
		p.Result, p.Done = t.Result, true
		return p, t.Result != "" || t.over
	}
	if t.Result != "" || t.over {
		return p, false
	}
	switch of := parsed.Panel.(type) {
	case customid.GameWon:
		p.Picked += wins[of.Player-1 : of.Player]
	case customid.ResultPress:
		p.Result = of.Result
	case customid.ResultOther:
		p.Show = customid.GameTryOther
	case customid.ResultOpen:
		p.Show = customid.GameTryTyped
	case customid.Result:
		p.Show = customid.GameTryOther
	default:
		return p, false
	}
	return p, true
}

// played returns the event of the match: two players in one round, with what was picked,
// reported and confirmed. The other side has the account of the bot, with which no player can
// join.
func (t *trial) played(me, other command.Join, now time.Time) (*tournament.Snapshot, error) {
	s := tournament.DefaultSettings(t.rules.Name)
	s.Stages, s.ConfirmMinutes = stage.MustParse("swiss 1"), 0
	o := solo{snap: tournament.Begin(0, make([]byte, 32)), by: tournament.Actor{User: me.User, Name: me.Name}, now: now}
	o.do(
		&command.Create{Guild: "1", Channel: "1", Settings: s, Ruleset: t.rules, Open: true},
		&me, &other,
	)
	if own := t.rules.OwnItems(); own != nil {
		o.do(&command.SubmitDeck{Player: 1, Text: own.SomeOwn(), ByOrganiser: true}, &command.SubmitDeck{Player: 2, Text: own.SomeOwn(), ByOrganiser: true})
	}
	o.do(
		&command.Start{KeepAll: true, Pair: true}, &command.PublishAndStart{},
	)
	if o.err == nil && o.snap.State.MayPick(trialMatch) {
		o.do(&command.BeginPicks{Player: 1})
		t.pick(&o)
	}
	if t.Result != "" {
		o.do(&command.ReportResult{Player: 1, Text: t.Result})
	}
	if t.Done {
		o.do(&command.ConfirmReport{Player: 2})
	}
	return o.snap, o.err
}

// trialMatch is the match that is played.
var trialMatch = tournament.Place{Round: 1, Match: 1}

// solo is the event of a trial.
type solo struct {
	snap *tournament.Snapshot
	by   tournament.Actor
	now  time.Time
	n    int
	err  error // the first; nothing is done after it
}

func (o *solo) do(commands ...command.Command) {
	for _, c := range commands {
		if o.err != nil {
			return
		}
		o.n++
		o.snap, _, o.err = command.Decide(o.snap, command.Request{Actor: o.by, Cause: strconv.Itoa(o.n), Command: c}, o.now)
	}
}

// pick chooses what was picked and banned, reports the games between, and says whose turn it is
// then. When no more fits into a button, the first items are chosen.
func (t *trial) pick(o *solo) {
	rest := t.Picked
	for o.err == nil {
		s := o.snap.State
		turn, waits, due := s.PickTurn(trialMatch), s.PickWaits(trialMatch), s.GameDue(trialMatch)
		switch {
		case turn == nil && due == 0:
			m, _ := s.Match(trialMatch.Round, trialMatch.Match)
			t.over = m.Report != nil
			return
		case rest == "" && len(t.Picked) <= mostPicked-len(letters(maxItem)):
			if turn != nil {
				t.picks = waits[0]
			}
			return
		case turn == nil:
			winner := 1
			if rest != "" {
				winner, rest = max(1, strings.Index(wins, rest[:1])+1), rest[1:]
			}
			o.do(&command.ReportGame{Player: 1, Round: trialMatch.Round, Match: trialMatch.Match, Game: due, Winner: winner})
			continue
		}
		m, _ := s.Match(trialMatch.Round, trialMatch.Match)
		name := m.Picks.Options(turn.Waits[0])[0]
		if rest != "" {
			var item int
			item, rest = number(rest)
			name = picks.Item(s, trialMatch, turn.Number, item)
		}
		o.do(&command.PickItem{Player: waits[0], Round: trialMatch.Round, Match: trialMatch.Match, Step: turn.Number, Item: name})
	}
}

const (
	mostPicked = 24 // letters in the custom id
	maxItem    = 99
	alphabet   = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	last       = len(alphabet) - 1 // begins the numbers of two letters
	wins       = "-_"              // stand for a game won by player 1, and by player 2
)

// letters writes the number of an item, 0 to maxItem, in one letter or two.
func letters(item int) string {
	if item < last {
		return alphabet[item : item+1]
	}
	return alphabet[last:] + alphabet[item-last:item-last+1]
}

// number reads what letters wrote at the beginning of a text; -1 is no item.
func number(s string) (item int, rest string) {
	item, rest = strings.Index(alphabet, s[:1]), s[1:]
	if item == last && rest != "" {
		item, rest = last+strings.Index(alphabet, rest[:1]), rest[1:]
	}
	return item, rest
}
