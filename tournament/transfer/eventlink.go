package transfer

import (
	"cmp"
	"fmt"
	"strings"

	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/sorted"
)

// eventlinkFile is the state of an event as EventLink's own page asks for it.
type eventlinkFile struct {
	Data *struct {
		State eventlinkState `json:"gameStateV2AtRound"`
	} `json:"data"`
	State eventlinkState `json:"gameStateV2AtRound"`
}

type eventlinkState struct {
	Rounds []eventlinkRound `json:"rounds"`
	Drops  []struct {
		Team  string `json:"teamId"`
		Round int    `json:"roundNumber"`

		_ jsonfile.Passed `keys:"__typename"`
	} `json:"drops"`
	Teams []struct {
		ID      string            `json:"teamId"`
		Name    string            `json:"teamName"`
		Players []eventlinkPerson `json:"players"`

		_ jsonfile.Passed `keys:"__typename"`
	} `json:"teams"`
	MinRounds int `json:"minRounds"`

	_ jsonfile.Passed `keys:"__typename eventId currentRoundNumber nextRoundMeta"`
}

type eventlinkRound struct {
	Number    int              `json:"roundNumber"`
	Playoff   bool             `json:"isPlayoff"`
	Matches   []eventlinkMatch `json:"matches"`
	Standings []struct {
		Team   string `json:"teamId"`
		Points loose  `json:"matchPoints"`
		GW     loose  `json:"gameWinPercent"`
		OGW    loose  `json:"opponentGameWinPercent"`
		OMW    loose  `json:"opponentMatchWinPercent"`

		_ jsonfile.Passed `keys:"__typename"`
	} `json:"standings"`

	_ jsonfile.Passed `keys:"__typename roundId isFinalRound isCertified pairingStrategy canRollback timerId"`
}

type eventlinkPerson struct {
	Shown string `json:"displayName"`
	First string `json:"firstName"`
	Last  string `json:"lastName"`

	_ jsonfile.Passed `keys:"__typename personaId"`
}

// name returns the name of a person: the one that is shown, else the full one.
func (p *eventlinkPerson) name() string {
	return cmp.Or(p.Shown, strings.TrimSpace(p.First+" "+p.Last))
}

type eventlinkMatch struct {
	Bye     bool     `json:"isBye"`
	Teams   []string `json:"teamIds"`
	Table   int      `json:"tableNumber"`
	Results []struct {
		Team   string `json:"teamId"`
		Wins   int32  `json:"wins" least:"0" most:"99"`
		Losses int32  `json:"losses" least:"0" most:"99"`
		Draws  int32  `json:"draws" least:"0" most:"99"`

		_ jsonfile.Passed `keys:"__typename isBye"`
	} `json:"results"`

	_ jsonfile.Passed `keys:"__typename matchId"`
}

// readEventLink reads the state of an EventLink event. Only an invented sample was
// at hand.
func readEventLink(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f eventlinkFile
	left, err := readJSON(text, 28, &f)
	if err != nil {
		return nil, err
	}
	s := &f.State
	if f.Data != nil {
		s = &f.Data.State
	}
	b, err := newBuild(o, "magic", nil)
	if err != nil {
		return nil, err
	}
	b.findings = append(findings, left...)
	b.note("transfer.decided.experimental")
	for i := range s.Teams {
		t := &s.Teams[i]
		if len(t.Players) > 1 {
			return nil, failed(finding("transfer.refused.teams", "at", clip(t.ID)))
		}
		name := t.Name
		if len(t.Players) == 1 {
			name = cmp.Or(t.Players[0].name(), name)
		}
		if _, err := b.player(notice.Text("teams"), t.ID, name); err != nil {
			return nil, err
		}
	}
	sorted.Stable(s.Rounds, func(x, y eventlinkRound) int { return x.Number - y.Number })
	for i := range s.Rounds {
		r := &s.Rounds[i]
		stage := ledger.Swiss
		if r.Playoff {
			stage = ledger.Elimination
		}
		if r.Number != i+1 {
			return nil, failed(finding("transfer.refused.round", "at", fmt.Sprintf("rounds[%d]", i)))
		}
		if err := b.round(stage); err != nil {
			return nil, err
		}
		for j := range r.Matches {
			if err := b.eventlinkMatch(notice.Text(fmt.Sprintf("rounds[%d].matches[%d]", i, j)), &r.Matches[j]); err != nil {
				return nil, err
			}
		}
		if r.Playoff {
			continue
		}
		if len(r.Standings) > 0 {
			b.stated, b.after = nil, r.Number
		}
		for _, row := range r.Standings {
			if p, ok := b.index[row.Team]; ok {
				b.eventlinkStanding(p, map[string]loose{"points": row.Points, "omw": row.OMW, "gwp": row.GW, "ogw": row.OGW})
			}
		}
	}
	for _, d := range s.Drops {
		if p, ok := b.index[d.Team]; ok && d.Round >= 0 {
			b.t.Ledger.Players[p].DroppedAfter = int16(min(d.Round, maxRounds))
		}
	}
	b.plan(min(s.MinRounds, maxRounds), false)
	if err := b.seed(); err != nil {
		return nil, err
	}
	e, err := b.event()
	return []Imported{e}, err
}

// eventlinkStanding keeps what the file publishes of a player.
func (b *build) eventlinkStanding(p int32, values map[string]loose) {
	for _, what := range []string{"points", "omw", "gwp", "ogw"} {
		if v, half, ok := values[what].decimal(); ok {
			b.state(p, what, v, half)
		}
	}
}

// team finds a player by the id of the team of one.
func (b *build) team(at notice.Value, id string) (int32, error) {
	if p, ok := b.index[id]; ok {
		return p, nil
	}
	return b.player(at, id, "")
}

func (b *build) eventlinkMatch(at notice.Value, m *eventlinkMatch) error {
	if len(m.Teams) == 0 || len(m.Teams) > 2 {
		return failed(finding("transfer.refused.incomplete", "what", at))
	}
	first, err := b.team(at, m.Teams[0])
	if err != nil {
		return err
	}
	if m.Bye || len(m.Teams) == 1 {
		return b.bye(at, first, false)
	}
	second, err := b.team(at, m.Teams[1])
	if err != nil {
		return err
	}
	res, kind := ledger.Result{}, ledger.Played
	for i := range m.Results {
		said := games(m.Results[i].Wins, m.Results[i].Losses, m.Results[i].Draws)
		switch m.Results[i].Team {
		case m.Teams[0]:
		case m.Teams[1]:
			said.V[0], said.V[1] = said.V[1], said.V[0] // from the other side
		default:
			return failed(finding("transfer.refused.player", "at", at, "player", clip(m.Results[i].Team)))
		}
		if res.Form != ledger.Unfinished && res != said {
			return failed(finding("transfer.refused.contradiction", "at", at, "first", eventlinkScore(res), "second", eventlinkScore(said)))
		}
		res = said
	}
	if res.V == [4]int32{0, 0, 3} {
		kind = ledger.IntentionalDraw
	}
	return b.add(at, kind, m.Table, res, first, second)
}

// eventlinkScore writes a result for an error.
func eventlinkScore(r ledger.Result) string { return fmt.Sprintf("%d-%d-%d", r.V[0], r.V[1], r.V[2]) }
