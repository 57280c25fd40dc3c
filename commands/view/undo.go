package view

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
	"topcut/tournament/standings"
)

// UndoPreview shows organisers the effect of an undo and asks for confirmation. later
// quoteReport that everything after the command is undone too.
func UndoPreview(e Env, out *tournament.Outcome, batch []tournament.Envelope, later bool) discord.Message {
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(accentTrouble, "undo.title")
		taken := e.takenBy(out, batch)
		p.lines(e.listed(taken, maxUndone)...)
		if out != nil && out.After != nil {
			p.say("undo.then", "state", text.Raw(e.after(out.After).headline()))
		}
		if out != nil && slices.ContainsFunc(out.Events, func(env tournament.Envelope) bool {
			_, held := env.Event.(*tournament.ClocksHeld)
			return held
		}) {
			p.say("undo.clocks")
		}
		p.small("undo.kept")
		if len(batch) > 0 {
			undo := customid.Undo{Batch: batch[0].Batch}
			if later {
				undo.Through = e.state().Seq
			}
			p.buttons(discord.Button{Style: discord.Danger, Label: e.say("button.undo"), CustomID: e.id(undo)})
		}
		return p.message()
	})
}

// takenBy returns the events taken back by an undo: those that its own event names or,
// without it, the batch.
func (e Env) takenBy(out *tournament.Outcome, batch []tournament.Envelope) []tournament.Envelope {
	if out == nil {
		return batch
	}
	var taken []tournament.Envelope
	for i := range out.Events {
		if r, ok := out.Events[i].Event.(*tournament.Retracted); ok {
			for _, seq := range r.Seqs {
				if seq >= 1 && seq <= int64(len(e.Snap.Log)) {
					taken = append(taken, e.Snap.Log[seq-1])
				}
			}
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

// CorrectionPreview shows organisers the effect of a changed result: the new result,
// which ranks move, who enters or leaves the cut, and which facts (one per line) become
// or cease to be proved. result is the typed result, from the first player's side.
func CorrectionPreview(e Env, out *tournament.Outcome, round, match int, result string, facts []string) discord.Message {
	s := e.state()
	m, l := s.Match(round, match)
	if m == nil || out == nil || out.After == nil {
		return e.nothing("correction.gone")
	}
	return e.fitted(func(e Env) discord.Message {
		p := e.panel(accentLate, "correction.title", "table", text.Raw(e.table(round, match)), "round", text.Raw(e.round(round)))
		then := ""
		if m, after := out.After.State.Match(round, match); after != nil {
			then = e.outcome(withoutSchedulingDraw(m, after), e.name)
		}
		p.lines(e.say("correction.now", "result", text.Raw(Outcome(e, withoutSchedulingDraw(m, l)))), e.say("correction.then", "result", text.Raw(then)))
		p.lines(e.moves(out.After.State)...)
		p.lines(facts...)
		if round < len(s.Rounds) {
			p.small("correction.later")
		}
		p.buttons(discord.Button{Style: discord.Danger, Label: e.say("button.correct"), CustomID: e.id(customid.Correct{Round: round, Match: match, Result: result, Mark: ResultMark(s, round, match)})})
		return p.message()
	})
}

// ResultMark returns a short mark of a match's current result, which differs for
// different results; "" if there is no such match.
func ResultMark(s *tournament.State, round, match int) string {
	m, l := s.Match(round, match)
	if m == nil {
		return ""
	}
	sum := crc32.ChecksumIEEE(fmt.Appendf(nil, "%v %v %v %v", m.Confirmed, l.Kind, l.Seats, l.Result))
	return strconv.FormatUint(uint64(sum), 36)
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
	if s.Elimination() != nil || s.CutSize() == 0 || cutOf(&s.Settings).By == stage.Points {
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
