package transfer

import (
	"fmt"

	"topcut/tournament/ledger"
	"topcut/tournament/notice"
)

// eventlinkFile is the state of an event as EventLink's own page asks for it.
type eventlinkFile struct {
	Data *struct {
		State eventlinkState `json:"gameStateV2AtRound"`
	} `json:"data"`
	State eventlinkState `json:"gameStateV2AtRound"`
}

type eventlinkState struct {
	Rounds []struct {
		Number    int              `json:"roundNumber"`
		Playoff   bool             `json:"isPlayoff"`
		Matches   []eventlinkMatch `json:"matches"`
		Standings []struct {
			Team   string  `json:"teamId"`
			Points loose   `json:"matchPoints"`
			GW     float64 `json:"gameWinPercent"`
			OGW    float64 `json:"opponentGameWinPercent"`
			OMW    float64 `json:"opponentMatchWinPercent"`
		} `json:"standings"`
	} `json:"rounds"`
	Drops []struct {
		Team  string `json:"teamId"`
		Round int    `json:"roundNumber"`
	} `json:"drops"`
	Teams []struct {
		ID      string `json:"teamId"`
		Players []struct {
			Name string `json:"displayName"`
		} `json:"players"`
	} `json:"teams"`
	MinRounds int `json:"minRounds"`
}

type eventlinkMatch struct {
	Bye     bool     `json:"isBye"`
	Teams   []string `json:"teamIds"`
	Table   int      `json:"tableNumber"`
	Results []struct {
		Team   string `json:"teamId"`
		Wins   int32  `json:"wins"`
		Losses int32  `json:"losses"`
		Draws  int32  `json:"draws"`
	} `json:"results"`
}

// readEventLink reads the state of an EventLink event. Only an invented sample was
// at hand.
func readEventLink(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f eventlinkFile
	if err := readJSON(text, 28, &f); err != nil {
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
	b.findings = findings
	b.note("transfer.decided.experimental")
	for i := range s.Teams {
		t := &s.Teams[i]
		if len(t.Players) > 1 {
			return nil, failed(finding("transfer.refused.teams", "at", clip(t.ID)))
		}
		name := ""
		if len(t.Players) == 1 {
			name = t.Players[0].Name
		}
		if _, err := b.player(notice.Text("teams"), t.ID, name); err != nil {
			return nil, err
		}
	}
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
		b.stated, b.after = nil, r.Number
		for _, row := range r.Standings {
			if p, ok := b.index[row.Team]; ok {
				if v, half, ok := row.Points.decimal(); ok {
					b.state(p, "points", v, half)
				}
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
		r := &m.Results[i]
		if r.Team == m.Teams[0] && min(r.Wins, r.Losses, r.Draws) >= 0 && max(r.Wins, r.Losses, r.Draws) < 100 {
			res = games(r.Wins, r.Losses, r.Draws)
		}
	}
	if res.V == [4]int32{0, 0, 3} {
		kind = ledger.IntentionalDraw
	}
	return b.add(at, kind, m.Table, res, first, second)
}
