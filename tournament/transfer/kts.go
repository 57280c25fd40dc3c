package transfer

import (
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
)

// ktsID returns an id as a key: matches lose the zeros in front that the list of
// players has.
func ktsID(id string) string { return strings.TrimLeft(strings.TrimSpace(id), "0") }

// ktsPaths are the places of a .Tournament file.
const ktsPaths xmlPaths = `
Tournament -@xmlns:xsi -@xmlns:xsd
 Name
 PlayoffRound
 Finalized
 -ID
 -TournamentStyleCode
 -EventTypeCode
 -PlayerStructure
 -ReferenceDateTime
 -Date
 -Time
 -CurrentRound
 -SoftwareVersion
 -Staff
 -Location
 TournamentPlayers/TournPlayer/Player/ID
 TournamentPlayers/TournPlayer/Player/FirstName
 TournamentPlayers/TournPlayer/Player/LastName
 -TournamentPlayers/TournPlayer/Player/TeamPosition
 TournamentPlayers/TournPlayer/DropReason
 TournamentPlayers/TournPlayer/DropRound
 TournamentPlayers/TournPlayer/Wins
 TournamentPlayers/TournPlayer/Points
 TournamentPlayers/TournPlayer/Rank
 -TournamentPlayers/TournPlayer/PlayoffPoints
 -TournamentPlayers/TournPlayer/OpenDueling
 -TournamentPlayers/TournPlayer/AssignedSeat
 Matches/TournMatch/Player/ID
 Matches/TournMatch/Round
 Matches/TournMatch/Status
 Matches/TournMatch/Table
 Matches/TournMatch/Winner
 Matches/TournMatch/PlayoffMatch
`

// readKTS reads a .Tournament file of Konami Tournament Software 3.0.
func readKTS(data []byte, o Options) ([]Imported, error) {
	root, findings, err := xmlRoot(data, "Tournament")
	if err != nil {
		return nil, err
	}
	b, err := newBuild(o, "yugioh", map[string]string{"number": "kts"})
	if err != nil {
		return nil, err
	}
	b.t.Name, b.findings = root.text("Name"), append(findings, root.t.unread(ktsPaths)...)
	drops := map[int32]int{}
	if err := root.child("TournamentPlayers").each("TournPlayer", func(n node) error { return ktsPlayer(b, n, drops) }); err != nil {
		return nil, err
	}
	if err := ktsRounds(b, root); err != nil {
		return nil, err
	}
	for p, at := range lastRounds(b.t) {
		if round, ok := drops[int32(p)]; ok {
			b.t.Ledger.Players[p].DroppedAfter = min(int16(min(round, maxRounds)), at)
		}
	}
	b.missedFirst()
	finished := root.text("Finalized") == "True"
	playoff := number(root.text("PlayoffRound"))
	b.plan(0, finished || playoff > 0)
	if !finished {
		b.after = closedRounds(b.t)
	}
	if err := b.seed(); err != nil {
		return nil, err
	}
	b.note("transfer.missing.games")
	e, err := b.event()
	return []Imported{e}, err
}

func ktsPlayer(b *build, n node, drops map[int32]int) error {
	player := n.child("Player")
	id := player.text("ID")
	for len(id) < 10 {
		id = "0" + id
	}
	p, err := b.player(n.at(), id, player.text("FirstName")+" "+player.text("LastName"))
	if err != nil {
		return err
	}
	b.index[ktsID(id)] = p
	switch reason := n.text("DropReason"); reason {
	case "Drop":
		drops[p] = number(n.text("DropRound"))
	case "Active", "PlayoffCut", "":
	default:
		return failed(finding("transfer.refused.code", "at", n.at(), "what", "DropReason", "code", clip(reason)))
	}
	if text := n.text("Wins"); text != "" { // match points, despite the name
		b.state(p, "points", fraction.Int(int64(number(text))), fraction.Fraction{})
	}
	if v, err := strconv.ParseInt(n.text("Points"), 10, 48); err == nil && v > 0 {
		b.state(p, "ygoNumber", fraction.Int(v), fraction.Fraction{})
	}
	if rank := number(n.text("Rank")); rank > 0 {
		b.state(p, "place", fraction.Int(int64(rank)), fraction.Fraction{})
	}
	return nil
}

// ktsRounds reads the matches, which are in one list.
func ktsRounds(b *build, root node) error {
	var matches []node
	if err := root.child("Matches").each("TournMatch", func(n node) error {
		matches = append(matches, n)
		return nil
	}); err != nil {
		return err
	}
	sorted.Stable(matches, func(x, y node) int { return number(x.text("Round")) - number(y.text("Round")) })
	for _, m := range matches {
		stage := ledger.Swiss
		if m.text("PlayoffMatch") == "True" {
			stage = ledger.Elimination
		}
		switch round := number(m.text("Round")); round - len(b.t.Ledger.Rounds) {
		case 0:
			if round == 0 || b.current().Stage != stage {
				return failed(finding("transfer.refused.round", "at", m.at()))
			}
		case 1:
			if err := b.round(stage); err != nil {
				return err
			}
		default:
			return failed(finding("transfer.refused.round", "at", m.at()))
		}
		if err := ktsMatch(b, m); err != nil {
			return err
		}
	}
	return nil
}

func ktsMatch(b *build, m node) error {
	var seats []int32
	if err := m.each("Player", func(n node) error {
		id := n.content()
		if nested := n.child("ID"); nested.ok() {
			id = nested.content()
		}
		if key := ktsID(id); key != "" && !strings.EqualFold(key, "BYE") {
			p, err := b.of(n.at(), key)
			if err != nil {
				return err
			}
			seats = append(seats, p)
		}
		return nil
	}); err != nil {
		return err
	}
	if len(seats) == 0 || len(seats) > 2 {
		return failed(finding("transfer.refused.incomplete", "what", m.at()))
	}
	status, winner := m.text("Status"), ktsID(m.text("Winner"))
	won := int32(ledger.None)
	if winner != "" {
		var err error
		if won, err = b.of(m.at(), winner); err != nil {
			return err
		}
		if !slices.Contains(seats, won) {
			return failed(finding("transfer.refused.result", "at", m.at(), "result", clip(winner)))
		}
	}
	table := number(m.text("Table"))
	open := status == "Unreported" || status == "Incomplete"
	switch {
	case len(seats) == 1 && (open || status == "Winner" && won != ledger.None):
		return b.bye(m.at(), seats[0], false)
	case len(seats) == 1 && status == "Winner":
		return b.add(m.at(), ledger.AssignedLoss, 0, ledger.Result{}, seats[0]) // a late player's missed round
	case len(seats) == 2 && status == "Winner" && won == seats[0]:
		return b.add(m.at(), ledger.Played, table, games(2, 0, 0), seats...)
	case len(seats) == 2 && status == "Winner" && won == seats[1]:
		return b.add(m.at(), ledger.Played, table, games(0, 2, 0), seats...)
	case len(seats) == 2 && status == "Draw":
		return b.add(m.at(), ledger.Played, table, games(1, 1, 1), seats...)
	case len(seats) == 2 && status == "DoubleLoss":
		return b.add(m.at(), ledger.DoubleLoss, table, ledger.Result{}, seats...)
	case len(seats) == 2 && open:
		return b.add(m.at(), ledger.Played, table, ledger.Result{}, seats...)
	}
	return failed(finding("transfer.refused.code", "at", m.at(), "what", "Status", "code", clip(status)))
}

// cutOf sets the cut to the number of players in the elimination.
func (b *build) cutOf(n int) {
	if n > 1 && n <= len(b.t.Players) {
		b.t.Cut = rules.Cut{Top: n}
	}
}
