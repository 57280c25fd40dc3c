package post

import (
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/notice"
)

// claimTold returns the claim among the events of some numbers that its person is told
// of, nil if there is none.
func claimTold(log journal.Lines[tournament.Event], seqs ...int64) *tournament.SeatClaimed {
	for _, seq := range seqs {
		if ev, ok := log.At(seq).Event.(*tournament.SeatClaimed); ok && ev.Tell {
			return ev
		}
	}
	return nil
}

// rated posts that the undo of a merge has moved a rating.
func (p *planner) rated(log []tournament.Envelope, r *tournament.Retracted, seq int64) {
	if claimTold(log, r.Seqs...) != nil {
		p.add(tournament.Post{Key: key("rated", seq), Kind: kindRated, Seq: seq, Pings: true})
	}
}

// ratedPost names the person whose rating a merge, or its undo, has moved.
func ratedPost(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	code, seqs := notice.Code("merge.told"), []int64{row.Seq}
	if r, ok := e.Snap.Log.At(row.Seq).Event.(*tournament.Retracted); ok {
		code, seqs = "merge.taken", r.Seqs
	}
	ev := claimTold(e.Snap.Log, seqs...)
	if ev == nil {
		return discord.Message{}, false
	}
	user := e.Snap.Book.Person(ev.Person).User
	if user == "" { // forgotten
		return discord.Message{}, false
	}
	m := layout.Text(e.Words.Say(code, "user", text.Raw(discord.MentionUser(user)),
		"guest", text.Raw(discord.Escape(e.Snap.Book.Person(ev.Guest).Name)), "profile", wording.Command(e.Commands, "profile")))
	m.Mentions.Users = []string{user}
	return m, true
}
