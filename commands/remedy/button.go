package remedy

import (
	"fmt"
	"strings"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// presses are the commands that a button runs in any event.
var presses = map[string]struct {
	label notice.Code
	panel customid.Panel
}{
	"tournament create":      {"button.create", customid.CreateOpen{}},
	"tournament open":        {"button.open", customid.Open{}},
	"tournament checkin":     {"button.start_check_in", customid.StartCheckIn{}},
	"tournament start":       {"button.start", customid.Start{}},
	"tournament settings":    {"button.settings", customid.Settings{}},
	"tournament draft seats": {"draft.button.seats", customid.DraftSeats{}},
	"tournament tie playoff": {"tie.button.playoff", customid.TieAsk{}},
	"round publish":          {"button.preview", customid.Preview{}},
	"tournament cut":         {"button.cut", customid.Cut{}},
	"tournament finish":      {"button.finish", customid.Finish{}},
	"tournament undo":        {"button.undo", customid.UndoAsk{}},
	"tournament list":        {"button.players", customid.Roster{}},
	"player add":             {"staff.form.add", customid.StaffOpen{What: "add"}},
	"player drop":            {"staff.form.drop", customid.StaffOpen{What: "drop"}},
	"tournament announce":    {"staff.form.announce", customid.StaffOpen{What: "announce"}},
	"status":                 {"button.status", customid.Status{}},
	"match list":             {"button.my_matches", customid.Matches{}},
	"report":                 {"button.report", customid.Report{}},
	"judge":                  {"button.judge", customid.Judge{}},
	"join":                   {"button.join", customid.Join{}},
	"leave":                  {"button.leave", customid.Leave{}},
	"drop":                   {"button.drop", customid.Drop{}},
	"deck submit":            {"button.deck", customid.DeckOpen{}},
}

// Button returns the label and the panel of a button that runs a command after a refusal
// of what a person did; false if the command needs more than a press. s is nil without an
// event.
func Button(path string, refused notice.Notice, s *tournament.State, did *discord.Interaction) (notice.Code, customid.Panel, bool) {
	if s == nil {
		return "button.create", customid.CreateOpen{}, path == "tournament create"
	}
	switch path {
	case Results:
		return "button.choose_result", results(s, did), true
	case "player reinstate":
		if who, ok := refused.Arg("who").(notice.Player); ok {
			return "button.reinstate", customid.Pick{Path: path, Options: fmt.Sprintf("player=p%d;tournament=t%d", int(who), int64(s.ID))}, true
		}
	case "round pair":
		return "button.pair", customid.Pair{Round: len(s.Rounds) + 1}, true
	case "round close":
		return "button.close_round", customid.CloseRound{Round: len(s.Rounds)}, true
	case "round pause":
		return "button.pause", customid.Clock{Round: len(s.Rounds), Stop: true}, true
	case "round resume":
		return "button.resume", customid.Clock{Round: len(s.Rounds)}, true
	case "pairings":
		return "button.pairings", customid.Pairings{Round: len(s.Rounds)}, s.Current() != nil
	case "standings":
		return "button.standings", customid.Standings{After: min(s.Counted(), s.PlannedRounds())}, s.Counted() > 0 && s.PlannedRounds() > 0
	default:
		b, ok := presses[path]
		return b.label, b.panel, ok
	}
	return "", nil, false
}

// results returns the panel on which to choose the result that was typed: of the table
// whose result an organiser typed, or of the person's own match.
func results(s *tournament.State, did *discord.Interaction) customid.Panel {
	if id, ok := customid.Parse(did.CustomID); ok {
		if p, ok := id.Panel.(customid.RuleForm); ok {
			return customid.TablePanel{Round: p.Round, Match: p.Match}
		}
	}
	if strings.Join(did.Path, " ") != "player report" {
		return customid.Report{}
	}
	r := len(s.Rounds)
	if n, ok := did.Int("round"); ok {
		r = int(n)
	}
	table, _ := did.Int("table")
	board, _ := did.Int("board")
	return customid.TablePanel{Round: r, Match: tournament.BoardNumber(s.MatchAt(r, int(table)), int(board))}
}
