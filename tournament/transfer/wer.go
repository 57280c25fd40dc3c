package transfer

import (
	"strings"

	"topcut/tournament/ledger"
	"topcut/tournament/sorted"
)

// werID returns an id as a key: DCI numbers lose the zeros in front.
func werID(id string) string { return strings.TrimLeft(id, "0") }

// werPaths are the places of a .wer file.
const werPaths xmlPaths = `
event @title @numberofrounds @playoffstartround -@sanctionnumber -@eventguid -@eventtypecode -@orgname -@coordinator -@startdate -@enddate -@postevententry -@iscasualreportonly -@isstarted -@status -@batchid -@isplayoff -@manualmatchround -@headjudge
 participation/person @id @first @last -@middle -@country
 participation/team -@id -@name @status @eliminationround
 participation/team/member @person -@position
 -participation/role
 matches/round @number -@date
 matches/round/match @person @opponent @outcome @win @loss @draw @winbydrop
 -seats
 -log
`

// readWER reads a .wer file of Wizards Event Reporter.
func readWER(data []byte, o Options) ([]Imported, error) {
	root, findings, err := xmlRoot(data, "event")
	if err != nil {
		return nil, err
	}
	b, err := newBuild(o, "magic", nil)
	if err != nil {
		return nil, err
	}
	b.t.Name, b.findings = root.attr("title"), append(findings, root.t.unread(werPaths)...)
	if err := werPlayers(b, root); err != nil {
		return nil, err
	}
	playoff := number(root.attr("playoffstartround"))
	var rounds []node
	if err := root.child("matches").each("round", func(n node) error {
		rounds = append(rounds, n)
		return nil
	}); err != nil {
		return nil, err
	}
	sorted.Stable(rounds, func(x, y node) int { return number(x.attr("number")) - number(y.attr("number")) })
	for i, r := range rounds {
		stage := ledger.Swiss
		if playoff > 0 && i+1 >= playoff {
			stage = ledger.Elimination
		}
		if number(r.attr("number")) != i+1 {
			return nil, failed(finding("transfer.refused.round", "at", r.at()))
		}
		if err := b.round(stage); err != nil {
			return nil, err
		}
		if err := r.each("match", func(m node) error { return werMatch(b, m) }); err != nil {
			return nil, err
		}
	}
	planned := number(root.attr("numberofrounds"))
	if playoff > 1 {
		planned = playoff - 1
	}
	b.plan(min(planned, maxRounds), true)
	if err := b.seed(); err != nil {
		return nil, err
	}
	e, err := b.event()
	return []Imported{e}, err
}

// werPlayers adds the persons who are in a team, which others, such as the
// coordinator and the judges, are not.
func werPlayers(b *build, root node) error {
	people := root.child("participation")
	names := map[string]string{}
	if err := people.each("person", func(n node) error {
		names[werID(n.attr("id"))] = n.attr("first") + " " + n.attr("last")
		return nil
	}); err != nil {
		return err
	}
	return people.each("team", func(team node) error {
		var members []string
		if err := team.each("member", func(n node) error {
			members = append(members, n.attr("person"))
			return nil
		}); err != nil {
			return err
		}
		if len(members) != 1 {
			return failed(finding("transfer.refused.teams", "at", team.at()))
		}
		id := members[0]
		name, ok := names[werID(id)]
		if !ok {
			return failed(finding("transfer.refused.player", "at", team.at(), "player", clip(id)))
		}
		if _, ok := b.index[werID(id)]; ok {
			return failed(finding("transfer.refused.doubled", "at", team.at(), "player", clip(id)))
		}
		p, err := b.player(team.at(), id, name)
		if err != nil {
			return err
		}
		b.index[werID(id)] = p
		switch status := team.attr("status"); status {
		case "2", "4": // to the end; out at the cut or in the playoff
		case "3":
			b.t.Ledger.Players[p].DroppedAfter = int16(min(number(team.attr("eliminationround")), maxRounds))
		default:
			return failed(finding("transfer.refused.code", "at", team.at(), "what", "team/status", "code", clip(status)))
		}
		return nil
	})
}

func werMatch(b *build, m node) error {
	first, err := b.of(m.at(), werID(m.attr("person")))
	if err != nil {
		return err
	}
	outcome := m.attr("outcome")
	if outcome == "3" {
		return b.bye(m.at(), first, false)
	}
	second, err := b.of(m.at(), werID(m.attr("opponent")))
	if err != nil {
		return err
	}
	won, lost, drawn := int32(number(m.attr("win"))), int32(number(m.attr("loss"))), int32(number(m.attr("draw")))
	switch {
	case outcome == "1" && strings.EqualFold(m.attr("winbydrop"), "true"):
		return b.add(m.at(), ledger.Forfeit, 0, ledger.Result{}, first, second)
	case outcome == "2" && won == 0 && lost == 0 && drawn == 3:
		return b.add(m.at(), ledger.IntentionalDraw, 0, games(0, 0, 3), first, second)
	case outcome == "1" && won > lost, outcome == "2" && won == lost:
		return b.add(m.at(), ledger.Played, 0, games(won, lost, drawn), first, second)
	case outcome == "1" || outcome == "2":
		return failed(finding("transfer.refused.result", "at", m.at(), "result", clip(m.attr("win")+"-"+m.attr("loss")+"-"+m.attr("draw"))))
	}
	return failed(finding("transfer.refused.code", "at", m.at(), "what", "match/outcome", "code", clip(outcome)))
}
