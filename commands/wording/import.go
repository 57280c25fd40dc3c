package wording

import (
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/transfer"
)

// ImportFacts describes the event that an import creates, line by line.
func ImportFacts(w text.Printer, format transfer.Format, game string, s *tournament.State, over bool) []string {
	lines := []string{w.Say("import.format", "format", text.Raw(w.Say("import.format_"+notice.Code(format))), "game", text.Raw(game))}
	if s == nil {
		return lines
	}
	lines = append(lines, w.Say("import.size", "players", notice.New("card.players", "n", len(s.Players)), "rounds", notice.New("structure.rounds", "n", len(s.Rounds))))
	return append(lines, importState(w, s, over))
}

// importState describes the state of the imported event.
func importState(w text.Printer, s *tournament.State, over bool) string {
	r := s.Current()
	switch {
	case over:
		return w.Say("import.over")
	case r == nil:
		return w.Say("import.not_begun")
	case r.Status != tournament.Done, len(s.OpenRounds()) > 0:
		open := 0
		for _, n := range s.OpenRounds() {
			open += len(s.Blocking(n))
		}
		return w.Say("import.running", "round", r.Number, "of", max(s.PlannedRounds(), r.Number), "n", open)
	case r.Number < s.PlannedRounds():
		return w.Say("did.import_round", "round", r.Number+1, "of", s.PlannedRounds())
	}
	return w.Say("import.swiss_over")
}
