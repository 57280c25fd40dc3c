package view

import (
	"slices"
	"strconv"

	"topcut/commands/archive"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/leagueview"
	"topcut/commands/setting"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/asof"
	"topcut/tournament/command"
	"topcut/tournament/division"
	"topcut/tournament/effect"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// UndoPreview shows organisers the effect of an undo and asks for confirmation. out is the
// undo as decided now.
func UndoPreview(e Env, out *tournament.Outcome, effects []effect.Effect, yes customid.Sure) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(layout.Trouble, "undo.title")
		var taken []tournament.Envelope
		held := false
		for i := range out.Events {
			switch ev := out.Events[i].Event.(type) {
			case *tournament.Retracted:
				taken = e.takenBack(ev)
			case *tournament.ClocksHeld:
				held = true
			}
		}
		p.Lines(e.listed(taken, maxUndone)...)
		p.Lines(e.after(out.After).effectLines(effects, mostSure)...)
		p.Say("undo.then", "state", text.Raw(e.after(out.After).headline()))
		if held {
			p.Say("undo.clocks")
		}
		p.Small("undo.kept")
		p.Buttons(e.sureButtons("button.undo", yes)...)
		return p.Message()
	})
}

// takenBack returns the events that an undo takes back.
func (e Env) takenBack(r *tournament.Retracted) (taken []tournament.Envelope) {
	for _, seq := range r.Seqs {
		if seq >= 1 && seq <= int64(len(e.Snap.Log)) {
			taken = append(taken, *e.Snap.Log.At(seq))
		}
	}
	return taken
}

// after returns the Env for another snapshot.
func (e Env) after(s *tournament.Snapshot) Env {
	e.Snap = s
	return e
}

// maxMoves bounds the listed players whose rank moves.
const maxMoves = 15

// Effects are what a correction moves beside the standings of its event.
type Effects struct {
	Facts     []string             // that become or cease to be proved, one per line
	Ratings   []archive.RatingMove // of the server's members
	League    *season.Snapshot     // that counts the event, as it would be; nil = none that moves
	Members   []season.Move        // in its table
	Divisions []division.Placed    // members with another division after the season; From is the one so far
}

// CorrectionPreview shows organisers the effect of a changed result: the new result,
// which ranks move, who enters or leaves the cut, what has to be played again, and what
// moves in places, ratings and league. out is the correction as decided now.
func CorrectionPreview(e Env, out *tournament.Outcome, cmd *command.Correct, effects Effects, yes customid.Sure) discord.Message {
	s := e.state()
	round, match := cmd.Round, cmd.Match
	m, l := s.Match(round, match)
	if m == nil || out == nil || out.After == nil {
		return e.nothing("correction.gone")
	}
	return e.fitted(func(e Env) discord.Message {
		all := e
		e = e.at(round, match)
		p := e.panel(layout.Late, "correction.title", "table", text.Raw(e.table(round, match)), "round", text.Raw(e.round(round)))
		then := ""
		if m, after := out.After.State.Match(round, match); after != nil {
			then = e.outcome(wording.Shown(m, after), e.name)
		}
		p.Lines(e.say("correction.now", "result", text.Raw(e.result(wording.Shown(m, l)))), e.say("correction.then", "result", text.Raw(then)))
		e = all
		p.Lines(e.moves(out.After.State)...)
		p.Lines(e.playedCut(round, out.After)...)
		p.Lines(effects.Facts...)
		p.Lines(e.replays(out.After.State)...)
		p.Lines(e.effects(out.After.State, &effects)...)
		if round < len(s.Rounds) && !cmd.Replay {
			p.Small("correction.later")
		}
		p.Buttons(e.sureButtons("button.correct", yes)...)
		return p.Message()
	})
}

// replays names the matches that have to be played again.
func (e Env) replays(after *tournament.State) []string {
	list := effect.Replayed(e.state(), after)
	if len(list) == 0 {
		return nil
	}
	names := make([]string, len(list))
	for i, at := range list {
		_, l := e.state().Match(at.Round, at.Match)
		names[i] = string(e.about().Place(at, l))
	}
	return []string{e.say("correction.replay", "matches", e.clipped(names, 8))}
}

// playedCut says who would be in a cut that has been played, by the corrected result of a
// round before it.
func (e Env) playedCut(round int, after *tournament.Snapshot) []string {
	st := e.state().Elimination()
	if st == nil || round >= st.FirstRound {
		return nil
	}
	last := asof.AfterRound(st.FirstRound - 1)
	was, err := asof.Fold(after.State.ID, e.Snap.Log, last)
	if err != nil {
		return nil
	}
	now, err := asof.Fold(after.State.ID, after.Log, last)
	if err != nil {
		return nil
	}
	in, gone, ok := cutChange(was, now, len(st.Players))
	if !ok {
		return nil
	}
	return []string{e.say("correction.bracket", "n", len(st.Players), "in", e.clipped(e.names(in), 8), "out", e.clipped(e.names(gone), 8), "undo", e.command("tournament undo"))}
}

// cutChange returns the players who enter and who leave a cut of n players between two
// states; ok is false if the cut stays as it is.
func cutChange(was, now *tournament.State, n int) (in, gone []int, ok bool) {
	seeds := func(s *tournament.State) []int {
		t, err := s.Table(-1)
		if err != nil {
			return nil
		}
		out, err := s.Seeds(t, n)
		if err != nil {
			return nil
		}
		return out
	}
	before, after := seeds(was), seeds(now)
	for _, p := range after {
		if !slices.Contains(before, p) {
			in = append(in, p)
		}
	}
	for _, p := range before {
		if !slices.Contains(after, p) {
			gone = append(gone, p)
		}
	}
	return in, gone, before != nil && after != nil && len(in)+len(gone) > 0
}

// effects says what a correction moves in the places of an event that is over, in ratings
// and in its league.
func (e Env) effects(after *tournament.State, x *Effects) (out []string) {
	champions := func(s *tournament.State) text.Raw {
		var first []int
		for i, place := range s.Places {
			if place == 1 {
				first = append(first, i+1)
			}
		}
		return e.clipped(e.names(first), 4)
	}
	if s := e.state(); s.Phase == tournament.Finished && after.Phase == tournament.Finished && champions(s) != champions(after) {
		out = append(out, e.say("correction.champion", "now", champions(after), "was", champions(s)))
	}
	if n := len(x.Ratings); n > 0 {
		out = append(out, e.say("correction.ratings", "n", n))
		for _, m := range x.Ratings[:min(n, mostRatings)] {
			out = append(out, "- "+e.say("correction.rating", "player", text.Raw(discord.Escape(m.Name)), "now", ratingOrNone(m.Now), "was", ratingOrNone(m.Was)))
		}
		if n > mostRatings {
			out = append(out, "- "+e.say("list.left", "n", n-mostRatings))
		}
	}
	if x.League == nil || len(x.Members) == 0 {
		return out
	}
	league := leagueview.Env{Season: x.League, Words: e.Words}
	title := e.say("correction.league", "league", league.Name())
	if x.League.State.Closed != nil {
		title += " " + e.say("season.closed_moves", "n", len(x.Members))
	}
	out = append(append(out, title), league.MovedMembers(x.Members)...)
	for _, p := range x.Divisions {
		out = append(out, "- "+e.say("correction.division", "player", text.Raw(league.Member(p.Member)), "division", p.To, "was", p.From))
	}
	return out
}

// mostRatings bounds the listed ratings.
const mostRatings = 5

// ratingOrNone returns a rating, or a dash for none.
func ratingOrNone(value int) text.Raw {
	if value == 0 {
		return "–"
	}
	return text.Raw(strconv.Itoa(value))
}

// moves returns how the standings after the last closed round would change.
func (e Env) moves(after *tournament.State) []string {
	s := e.state()
	old, err := s.Table(-1)
	if err != nil {
		return nil
	}
	now, err := after.Table(old.After)
	if err != nil || old.After == 0 {
		return nil
	}
	var lines []string
	moved := 0
	for i := range now.Rows {
		row := &now.Rows[i]
		was := old.Row(row.Player)
		if was == nil || was.Rank == row.Rank && was.Points.Equal(row.Points) {
			continue
		}
		if moved++; moved > maxMoves {
			continue
		}
		key := notice.Code("correction.rank")
		if !was.Points.Equal(row.Points) {
			key = "correction.rank_points"
		}
		lines = append(lines, "- "+e.say(key, "player", notice.Player(int(row.Player)+1), "rank", row.Rank, "was", was.Rank,
			"points", e.points(pointsOf(s.Rules, row)), "had", text.Raw(pointsOf(s.Rules, was))))
	}
	if moved == 0 {
		return []string{e.say("correction.no_rank")}
	}
	out := append([]string{e.say("correction.standings", "round", text.Raw(e.round(old.After)))}, lines...)
	if moved > maxMoves {
		out = append(out, "- "+e.say("correction.more", "n", moved-maxMoves))
	}
	return append(out, e.cutMoves(old, now)...)
}

// cutMoves returns who would enter or leave the planned cut.
func (e Env) cutMoves(old, now *standings.Table) []string {
	s := e.state()
	if s.Elimination() != nil || s.CutSize() == 0 || setting.CutOf(&s.Settings).By == stage.Points {
		return nil
	}
	inside := func(t *standings.Table) []int {
		var out []int
		for i := range t.Rows {
			if n := int(t.Rows[i].Player) + 1; s.Taking(n) && len(out) < s.CutSize() {
				out = append(out, n)
			}
		}
		return out
	}
	before, after := inside(old), inside(now)
	var in, gone []int
	for _, n := range after {
		if !slices.Contains(before, n) {
			in = append(in, n)
		}
	}
	for _, n := range before {
		if !slices.Contains(after, n) {
			gone = append(gone, n)
		}
	}
	if len(in)+len(gone) == 0 {
		return []string{e.say("correction.cut_same", "n", s.CutSize())}
	}
	return []string{e.say("correction.cut", "n", s.CutSize(), "in", e.clipped(e.names(in), 8), "out", e.clipped(e.names(gone), 8))}
}
