package file

import (
	"slices"

	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// MaxCrew is the highest number of members of a crew, and of boards of a match.
const MaxCrew = 10

// MaxFormer is the highest number of people who have left a crew, and played for it.
const MaxFormer = 40

// boardKeys are the keys of one board of a match of crews.
type boardKeys struct {
	At      jsonfile.Path
	Players []string       `json:"players" need:"yes" entries:"2" most:"64"`
	Kind    jsonfile.Token `json:"kind" need:"yes"`
	Games   []int32        `json:"games" entries:"4" least:"0" most:"99"`
	Winner  *int64         `json:"winner"`
	Members []int          `json:"members" entries:"2" least:"0" most:"80"`

	Reported bool `json:"reported"`
}

// crews reads the size of a crew and the boards of a match, by which results of a match are
// read.
func (r *reader) crews(v *eventKeys) error {
	r.t.Crew, r.t.Boards = v.Crew, v.Boards
	if v.Crew == 1 {
		return v.At.Key("crew").Wrong("file.crew", "most", MaxCrew)
	}
	if v.Boards == 0 {
		return nil
	}
	at := v.At.Key("boards")
	if v.Boards == 1 || v.Boards > v.Crew {
		return at.Wrong("settings.boards", "most", v.Crew, "got", v.Boards)
	}
	of := r.t.Rules.OfBoards(v.Boards)
	if of == nil {
		return at.Wrong("crew.boards_game", "game", notice.Text(r.t.Rules.Game))
	}
	r.t.Rules, r.t.BoardRules = of, r.t.Rules
	return nil
}

// members reads the names of a crew's members, or of its former ones.
func (r *reader) members(v *playerKeys, key string, persons []jsonfile.Token) (out []string, err error) {
	if len(persons) > 0 && r.t.Crew == 0 {
		return nil, v.At.Key(key).Wrong("file.no_crews")
	}
	for i := range persons {
		name, _, err := nameOf(&persons[i], maxText)
		if err != nil {
			return nil, err
		}
		if name == "" {
			return nil, persons[i].At.Wrong("settings.name")
		}
		out = append(out, name)
	}
	return out, nil
}

// boards reads the boards of a match, of which index is the place in the round.
func (r *reader) boards(v *matchKeys, round *ledger.Round, index int, m *ledger.Match) (numbered.List[ledger.Match], error) {
	if len(v.Boards) == 0 {
		return nil, nil
	}
	if len(v.Boards) != r.t.Boards || m.N != 2 {
		return nil, v.At.Key("boards").Wrong("file.boards", "n", r.t.Boards, "got", len(v.Boards))
	}
	of := *r // by the rules of a board
	game := *r.t
	game.Rules, of.t = r.t.BoardRules, &game
	out := make(numbered.List[ledger.Match], len(v.Boards))
	for i := range v.Boards {
		k := &v.Boards[i]
		keys := matchKeys{At: k.At, Players: k.Players, Kind: k.Kind, Best: v.Best, Games: k.Games, Winner: k.Winner}
		b := &out[i]
		*b = ledger.Match{Table: m.Table, N: 2, Best: m.Best, Seats: m.Seats}
		kind, err := k.Kind.Word(kindNames())
		if err != nil {
			return nil, err
		}
		b.Kind = ledger.Kind(kind)
		for seat, id := range k.Players {
			p, ok := r.index[id]
			if !ok || m.Seat(p) < 0 || seat == 1 && p == b.Seats[0] {
				return nil, k.At.Key("players").Item(seat).Wrong("file.board_player", "player", notice.Text(id))
			}
			b.Seats[seat] = p
		}
		if len(k.Players) != 2 {
			return nil, k.At.Key("players").Wrong("file.players", "n", 2, "got", len(k.Players))
		}
		if b.Kind == ledger.Bye || b.Kind == ledger.AssignedLoss || b.Kind == ledger.Elsewhere {
			return nil, k.Kind.At.Wrong("file.board_kind", "kind", notice.Text(kindNames()[b.Kind]))
		}
		if err := of.result(&keys, b); err != nil {
			return nil, err
		}
		stage := round.Stage
		if b.Kind == ledger.DoubleLoss { // a board of a bracket can be without a winner
			stage = ledger.Swiss
		}
		if err := of.checkResult(&keys, stage, b); err != nil {
			return nil, err
		}
		if k.Reported {
			if err := r.pends(k.At, Pending{Round: int(round.Number), Match: index, Board: i + 1}, b); err != nil {
				return nil, err
			}
		}
	}
	return out, r.lineUps(v, int(round.Number), m, out)
}

// GameRules returns the rules by which two persons play.
func (t *Tournament) GameRules() *rules.Ruleset {
	if t.BoardRules != nil {
		return t.BoardRules
	}
	return t.Rules
}

type jsonBoard struct {
	Players []string `json:"players"`
	Kind    string   `json:"kind"`
	Games   []int32  `json:"games,omitempty"`
	Winner  *int8    `json:"winner,omitempty"`
	Members []int    `json:"members,omitempty"`

	Reported bool `json:"reported,omitempty"`
}

// boardsOf returns match m of a round as its boards are written.
func boardsOf(t *Tournament, r *ledger.Round, m int) (out []jsonBoard) {
	for number, b := range numbered.All(numbered.Get(r.Boards, m)) {
		result, pending := t.reported(r, m-1, number)
		if !pending {
			result = b.Result
		}
		j := jsonBoard{Kind: kindNames()[b.Kind], Reported: pending}
		for _, p := range b.Players() {
			j.Players = append(j.Players, t.Players[p].ID)
		}
		j.Members = t.sitting(int(r.Number), b, number)
		if result.Form == ledger.Games && b.Kind != ledger.Forfeit {
			j.Games = slices.Clone(result.V[:3])
		}
		if result.HasWinner {
			j.Winner = &result.Winner
		}
		out = append(out, j)
	}
	return out
}
