package post

import (
	"cmp"
	"slices"

	"topcut/commands/discord"
	"topcut/commands/leagueview"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/journal"
	"topcut/tournament/season"
)

// Kinds of posts of a league.
const (
	kindTable  tournament.PostKind = "season_table"  // one post, edited
	kindClosed tournament.PostKind = "season_closed" // the table is final
	kindHeld   tournament.PostKind = "season_held"   // a correction that would move a closed table waits for organisers

	kindDivided tournament.PostKind = "season_divided" // the members of each division
	kindSignup  tournament.PostKind = "season_signup"  // who plays the next season: one post, edited
	kindAnswers tournament.PostKind = "season_answers" // who has answered, for organisers: one post, edited
)

// PlanSeason returns the new posts that the events of a season cause. The table is posted
// with the first event that counts.
func PlanSeason(_, after *season.Snapshot, facts []season.Envelope) (posts []journal.Post) {
	s := after.State
	channel := s.Settings.Channel
	if channel == "" {
		return nil
	}
	for i := range facts {
		seq := facts[i].Seq
		switch f := facts[i].Event.(type) {
		case *season.EventCounted:
			posts = append(posts, journal.Post{Key: "table." + channel, Kind: kindTable, Channel: channel, Seq: s.Seq})
		case *season.Closed: // once, however often a correction closes it again
			if seq == firstClosed(after.Log) {
				posts = append(posts, journal.Post{Key: key("closed", seq), Kind: kindClosed, Channel: channel, Seq: seq})
			}
		case *season.Divided:
			posts = append(posts, journal.Post{Key: key("divided", seq), Kind: kindDivided, Channel: channel, Seq: seq})
		case *season.CorrectionHeld:
			posts = append(posts, journal.Post{Key: key("held", seq), Kind: kindHeld, Channel: cmp.Or(f.Channel, office(s)), Seq: seq})
		case *season.SignupOpened:
			posts = append(posts, signupPosts(s, seq)...)
		}
	}
	return posts
}

// signupPosts returns the posts of the sign-up for the next season, and in a channel of
// their own what organisers see of it.
func signupPosts(s *season.State, seq int64) []journal.Post {
	if s.Signup == nil {
		return nil
	}
	posts := []journal.Post{{Key: "signup." + s.Settings.Channel, Kind: kindSignup, Channel: s.Settings.Channel, Seq: seq}}
	if to := office(s); to != s.Settings.Channel {
		posts = append(posts, journal.Post{Key: "answers." + to, Kind: kindAnswers, Channel: to, Seq: seq})
	}
	return posts
}

// office returns the channel of what organisers decide about a season: their own if its
// events have one.
func office(s *season.State) string {
	if x := s.Settings.Series; x != nil && x.Event.TOChannel != "" {
		return x.Event.TOChannel
	}
	return s.Settings.Channel
}

// firstClosed returns the line with which the season was first closed: its end is posted
// once, and edited when a correction closes it again. It returns 0 if there is none.
func firstClosed(log []season.Envelope) int64 {
	i := slices.IndexFunc(log, func(e season.Envelope) bool { _, ok := e.Event.(*season.Closed); return ok })
	if i < 0 {
		return 0
	}
	return log[i].Seq
}

// seasonPost is Render for the posts of a league.
func seasonPost(e view.Env, row *tournament.OutboxRow) (m discord.Message, ok bool) {
	l := leagueview.Env{Season: e.Season, Now: e.Now, Commands: e.Commands, Draw: e.Draw, Words: e.Words, Page: e.Page}
	switch row.Kind {
	case kindTable:
		m, ok = leagueview.Table(l, 0, 0), true
	case kindClosed:
		m, ok = leagueview.Closed(l), e.Season.State.Closed != nil || row.Message != ""
	case kindSignup:
		if e.Season.State.Signup == nil { // taken back
			return m, false
		}
		m, ok = leagueview.Signup(l), true
	case kindAnswers:
		if e.Season.State.Signup == nil { // taken back
			return m, false
		}
		m, ok = leagueview.Answers(l), true
	case kindDivided:
		m, ok = leagueview.Divided(l, row.Seq), true
	case kindHeld:
		held, _ := e.Season.Log.At(row.Seq).Event.(*season.CorrectionHeld)
		if held == nil {
			return m, false
		}
		m, ok = leagueview.Held(l, held.Log), true
	case journal.LeftBehind, journal.DirectMessage:
	}
	m.Identity = Identity(row.Log.ID, row.Key)
	return m, ok
}
