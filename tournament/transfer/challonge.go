package transfer

import (
	"fmt"
	"slices"
	"strings"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// challongeFile is a tournament of Challonge's API, version 1, or the list of its
// matches.
type challongeFile struct {
	Tournament struct {
		Name         string `json:"name"`
		Type         string `json:"tournament_type"`
		SwissRounds  loose  `json:"swiss_rounds"`
		Participants []struct {
			Participant struct {
				ID   loose  `json:"id"`
				Name string `json:"name"`
				Seed loose  `json:"seed"`
			} `json:"participant"`
		} `json:"participants"`
		Matches []challongeEntry `json:"matches"`
	} `json:"tournament"`
}

type challongeEntry struct {
	Match challongeMatch `json:"match"`
}

type challongeMatch struct {
	State     string `json:"state"`
	First     loose  `json:"player1_id"`
	Second    loose  `json:"player2_id"`
	Winner    loose  `json:"winner_id"`
	Round     int    `json:"round"`
	Group     loose  `json:"group_id"`
	Forfeited loose  `json:"forfeited"`
	Scores    string `json:"scores_csv"`
	Order     loose  `json:"suggested_play_order"`
}

// readChallonge reads a Swiss, a round robin or a single elimination of
// Challonge. Only four matches of a real event were at hand.
func readChallonge(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f challongeFile
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		err = readJSON(text, 46, &f.Tournament.Matches)
	} else {
		err = readJSON(text, 46, &f)
	}
	if err != nil {
		return nil, err
	}
	t := &f.Tournament
	b, err := newBuild(o, "magic-melee", nil)
	if err != nil {
		return nil, err
	}
	b.t.Name, b.findings = t.Name, findings
	b.note("transfer.decided.experimental")
	if o.Ruleset == "" {
		b.note("transfer.missing.ruleset", "ruleset", "magic-melee")
	}
	stage := ledger.Swiss
	switch t.Type {
	case "single elimination":
		stage, b.t.Format = ledger.Elimination, "single"
	case "round robin":
		stage, b.t.Format = ledger.RoundRobin, "round_robin"
	case "swiss", "":
	default:
		return nil, failed(finding("transfer.refused.code", "at", "tournament", "what", "tournament_type", "code", clip(t.Type)))
	}
	for _, p := range t.Participants {
		no, err := b.player(notice.Text("participants"), string(p.Participant.ID), p.Participant.Name)
		if err != nil {
			return nil, err
		}
		b.t.Ledger.Players[no].Seed = int32(number(string(p.Participant.Seed)))
	}
	slices.SortStableFunc(t.Matches, func(x, y challongeEntry) int { return x.Match.Round - y.Match.Round })
	for i := range t.Matches {
		m := &t.Matches[i].Match
		at := notice.Text(fmt.Sprintf("matches[%d]", i))
		if m.Group != "" || m.Round < 0 {
			return nil, failed(finding("transfer.refused.code", "at", at, "what", "round", "code", fmt.Sprint(m.Round)))
		}
		if m.First == "" || m.Second == "" {
			continue // players not known yet
		}
		switch m.Round - len(b.t.Ledger.Rounds) {
		case 0:
		case 1:
			if err := b.round(stage); err != nil {
				return nil, err
			}
		default:
			return nil, failed(finding("transfer.refused.round", "at", at))
		}
		if len(b.t.Ledger.Rounds) == 0 {
			return nil, failed(finding("transfer.refused.round", "at", at))
		}
		if err := b.challongeMatch(at, m); err != nil {
			return nil, err
		}
	}
	if stage == ledger.Swiss {
		b.byesByAbsence()
	}
	b.plan(min(number(string(t.SwissRounds)), maxRounds), false)
	e, err := b.event()
	return []Imported{e}, err
}

func (b *build) challongeMatch(at notice.Value, m *challongeMatch) error {
	p, err := b.team(at, string(m.First))
	if err != nil {
		return err
	}
	q, err := b.team(at, string(m.Second))
	if err != nil {
		return err
	}
	winner := -1
	switch m.Winner {
	case "":
	case m.First:
		winner = 0
	case m.Second:
		winner = 1
	default:
		return failed(finding("transfer.refused.result", "at", at, "result", clip(string(m.Winner))))
	}
	switch {
	case m.State != "complete":
		return b.add(at, ledger.Played, 0, ledger.Result{}, p, q)
	case m.Forfeited == "true" && winner == 0:
		return b.add(at, ledger.Forfeit, 0, ledger.Result{}, p, q)
	case m.Forfeited == "true" && winner == 1:
		return b.add(at, ledger.Forfeit, 0, ledger.Result{}, q, p)
	}
	won, lost := challongeScore(m.Scores)
	switch {
	case winner == 0 && won <= lost, winner == 1 && lost <= won, winner < 0 && won != lost:
		return failed(finding("transfer.refused.result", "at", at, "result", clip(m.Scores)))
	}
	return b.add(at, ledger.Played, 0, b.fitting(b.current().Stage, won, lost), p, q)
}

// challongeScore reads "2-1", or several sets "3-1, 3-2", of which it counts the
// won ones.
func challongeScore(text string) (won, lost int32) {
	sets := strings.Split(text, ",")
	for _, set := range sets {
		x, y, _, ok := score(set)
		switch {
		case !ok:
			return 0, 0
		case len(sets) == 1:
			return x, y
		case x > y:
			won++
		case y > x:
			lost++
		}
	}
	return won, lost
}

// fitting returns a score in games, or only the winner if the ruleset has no such
// score.
func (b *build) fitting(stage ledger.Stage, won, lost int32) ledger.Result {
	for _, res := range []ledger.Result{games(won, lost, 0), games(min(won, 2), min(lost, 2), 0), games(b2i(won > lost)*2, b2i(lost > won)*2, 0)} {
		m := ledger.Match{N: 2, Result: res}
		if b.t.Rules.CheckResult(stage, &m) == nil {
			if res.V[0] != won || res.V[1] != lost {
				b.beyond++
			}
			return res
		}
	}
	return games(b2i(won > lost), b2i(lost > won), 0)
}

func b2i(yes bool) int32 {
	if yes {
		return 1
	}
	return 0
}

// byesByAbsence gives a bye to the only player missing in a Swiss round, since
// Challonge has no matches for byes.
func (b *build) byesByAbsence() {
	rounds := b.t.Ledger.Rounds
	for i := range rounds {
		in := make([]bool, len(b.t.Players))
		n := 0
		for j := range rounds[i].Matches {
			for _, p := range rounds[i].Matches[j].Players() {
				in[p] = true
				n++
			}
		}
		if n == 0 || n != len(b.t.Players)-1 {
			continue
		}
		p := int32(slices.Index(in, false))
		rounds[i].Matches = append(rounds[i].Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{p, ledger.None, ledger.None, ledger.None}})
		b.note("transfer.decided.missingbye", "round", i+1, "player", playerLabel(b.t, p))
	}
}
