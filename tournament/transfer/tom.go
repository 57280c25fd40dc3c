package transfer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
)

// Codes of Tournament Operations Manager.
const (
	tomOpen       = "0"
	tomFirst      = "1"
	tomSecond     = "2"
	tomTie        = "3"
	tomAwarded    = "4" // a bye that was awarded beforehand
	tomBye        = "5"
	tomDoubleLoss = "10"
	tomDoubleOld  = "6"
	tomMissed     = "8" // the round that a late player missed
	tomDeleted    = "9"

	tomElimination = "1" // type of a round
	tomFinalised   = "5" // stage of the event
)

// tomPaths are the places of a .tdf file. What only the clock, the seating or the office
// of that program needs is not read and named.
const tomPaths xmlPaths = `
tournament @type @stage @mode -@version -@gametype
 data/name
 data/startdate
 -data/id
 -data/city
 -data/state
 -data/country
 -data/organizer
 -timeelapsed
 players/player @userid
 players/player/firstname
 players/player/lastname
 players/player/birthdate
 players/player/seed
 players/player/byes
 players/player/dropped/status
 players/player/dropped/round
 -players/player/dropped/timestamp
 -players/player/starter
 -players/player/order
 -players/player/creationdate
 -players/player/lastmodifieddate
 pods/pod @category -@stage
 pods/pod/poddata/playoff3rd4th
 -pods/pod/poddata/startingtable
 -pods/pod/poddata/subgroupcount
 pods/pod/subgroups/subgroup -@number
 pods/pod/subgroups/subgroup/players/player @userid
 pods/pod/rounds/round @number @type -@stage
 -pods/pod/rounds/round/timeleft
 -pods/pod/rounds/round/pairtime
 -pods/pod/rounds/round/starttime
 pods/pod/rounds/round/matches/match @outcome
 pods/pod/rounds/round/matches/match/player @userid
 pods/pod/rounds/round/matches/match/player1 @userid
 pods/pod/rounds/round/matches/match/player2 @userid
 pods/pod/rounds/round/matches/match/tablenumber
 -pods/pod/rounds/round/matches/match/timestamp
 standings/pod @category @type
 standings/pod/player @id @place
 finalsoptions/categorycut @key
 finalsoptions/categorycut/cut
 -finalsoptions/categorycut/options
 -finalsoptions/categorycut/playercount
 -finalsoptions/categorycut/paired3rd4th
`

// maxPods is how many pods a file may have. Each looks at all players.
const maxPods = 16

// tomCategories returns the pods of a file by their code.
func tomCategories() map[string]string {
	return map[string]string{"0": "juniors", "1": "seniors", "2": "masters", "8": "", "9": "", "10": ""}
}

// tomPlayer is an entry of the list of players. Of the birth date only the year is
// used, and nothing is kept.
type tomPlayer struct {
	id, name string
	born     int
	seed     int
	byes     int
	dropped  int // round, -1 = active
	out      bool
}

// tomFile is a file of Tournament Operations Manager.
type tomFile struct {
	root      node
	players   []tomPlayer
	index     map[string]int
	year      int               // season of the event, 0 = not known
	divisions map[string]string // of the players in the standings, by id
}

func openTOM(data []byte) (*tomFile, []notice.Notice, error) {
	root, findings, err := xmlRoot(data, "tournament")
	if err != nil {
		return nil, nil, err
	}
	f := &tomFile{root: root, index: map[string]int{}, divisions: map[string]string{}}
	if date := strings.Split(f.root.child("data").text("startdate"), "/"); len(date) == 3 {
		month, year := number(date[0]), number(date[2])
		if f.year = year; month >= 7 && year > 0 {
			f.year++
		}
	}
	if err := f.readPlayers(); err != nil {
		return nil, nil, err
	}
	err = f.root.child("standings").each("pod", func(pod node) error {
		name := tomCategories()[pod.attr("category")]
		return pod.each("player", func(p node) error {
			if name != "" {
				f.divisions[p.attr("id")] = name
			}
			return nil
		})
	})
	return f, findings, err
}

// number reads a whole number of at most nine figures, 0 for anything else.
func number(s string) int {
	if len(s) > 9 {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

func (f *tomFile) readPlayers() error {
	return f.root.child("players").each("player", func(n node) error {
		p := tomPlayer{id: n.attr("userid"), name: n.text("firstname") + " " + n.text("lastname"), seed: number(n.text("seed")), byes: number(n.text("byes")), dropped: -1}
		if date := strings.Split(n.text("birthdate"), "/"); len(date) == 3 {
			p.born = number(date[2])
		}
		if d := n.child("dropped"); d.ok() {
			switch status := d.text("status"); status {
			case "0", "":
			case "1", "2":
				p.dropped, p.out = max(number(d.text("round")), 0), status == "2"
			default:
				return failed(finding("transfer.refused.code", "at", n.at(), "what", "dropped/status", "code", clip(status)))
			}
		}
		if _, ok := f.index[p.id]; ok || p.id == "" {
			return failed(finding("transfer.refused.doubled", "at", n.at(), "player", clip(p.id)))
		}
		f.index[p.id] = len(f.players)
		f.players = append(f.players, p)
		return nil
	})
}

// readTOM reads a .tdf file: one event for each pod.
func readTOM(data []byte, o Options) ([]Imported, error) {
	f, findings, err := openTOM(data)
	if err != nil {
		return nil, err
	}
	findings = append(findings, f.root.t.unread(tomPaths)...)
	var pods []node
	if err := f.root.child("pods").each("pod", func(n node) error {
		if _, ok := tomCategories()[n.attr("category")]; !ok {
			return failed(finding("transfer.refused.code", "at", n.at(), "what", "pod/category", "code", clip(n.attr("category"))))
		}
		if pods = append(pods, n); len(pods) > maxPods {
			return failed(finding("transfer.refused.density"))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if len(pods) == 0 {
		pods = []node{{}} // only registered: one event with all players
	}
	var events []Imported
	inPods := map[string]bool{}
	for _, pod := range pods {
		e, err := f.pod(pod, o, inPods)
		if err != nil {
			return nil, err
		}
		if len(pods) > 1 {
			e.Part = pod.attr("category")
		}
		e.Findings = append(e.Findings, findings...)
		events = append(events, e)
	}
	if n := len(f.players) - len(inPods); n > 0 && pods[0].ok() {
		events[0].Findings = append(events[0].Findings, finding("transfer.missing.pod", "n", n))
	}
	return events, nil
}

// pod reads one pod; the zero node is an event that has not begun.
func (f *tomFile) pod(pod node, o Options, inPods map[string]bool) (Imported, error) {
	data := f.root.child("data")
	kind := "cup"
	switch mode := f.root.attr("mode"); {
	case mode == "LEAGUECHALLENGE", mode == "PRERELEASE", mode != "TCG1DAY" && f.root.attr("type") == "2":
		kind = "challenge"
	}
	b, err := newBuild(o, "pokemon", map[string]string{"event": kind, "freeze_owp": "tom"})
	if err != nil {
		return Imported{}, err
	}
	b.t.Name = data.text("name")
	if err := f.roster(b, pod, inPods); err != nil {
		return Imported{}, err
	}
	f.divide(b, pod.attr("category"))
	if err := f.rounds(b, pod); err != nil {
		return Imported{}, err
	}
	over := f.root.attr("stage") == tomFinalised
	f.status(b)
	f.cut(b, pod.attr("category"))
	b.missedFirst()
	for i := range b.t.Ledger.Rounds {
		over = over || b.t.Ledger.Rounds[i].Stage != ledger.Swiss
	}
	b.plan(0, over)
	if len(b.t.Ledger.Rounds) > 0 {
		b.note("transfer.missing.games")
	}
	if err := f.published(b); err != nil {
		return Imported{}, err
	}
	return b.event()
}

// roster adds the players of a pod in the order of the list of players, which is
// TOM's last criterion.
func (f *tomFile) roster(b *build, pod node, inPods map[string]bool) error {
	in := map[string]bool{}
	add := func(n node) error {
		id := n.attr("userid")
		if _, ok := f.index[id]; !ok {
			return failed(finding("transfer.refused.player", "at", n.at(), "player", clip(id)))
		}
		in[id], inPods[id] = true, true
		return nil
	}
	err := pod.child("subgroups").each("subgroup", func(s node) error { return s.child("players").each("player", add) })
	if err != nil {
		return err
	}
	err = pod.child("rounds").each("round", func(r node) error {
		return r.child("matches").each("match", func(m node) error {
			for _, seat := range []string{"player", "player1", "player2"} {
				if err := m.each(seat, add); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	for i := range f.players {
		p := &f.players[i]
		if pod.ok() && !in[p.id] {
			continue
		}
		if _, err := b.player(notice.Text("players"), p.id, p.name); err != nil {
			return err
		}
	}
	return nil
}

// divide gives each player a division: that of the pod, or the one in which the
// standings list the player, or by the year of birth.
func (f *tomFile) divide(b *build, category string) {
	guessed := 0
	for _, p := range f.players {
		no, ok := b.index[p.id]
		if !ok {
			continue
		}
		name := cmp.Or(tomCategories()[category], f.divisions[p.id])
		if name == "" && p.born > 0 {
			name = f.byAge(b.t.Rules, p.born)
			guessed++
		}
		b.division(no, name)
	}
	if guessed > 0 {
		b.note("transfer.decided.division", "n", guessed, "season", f.year)
	}
}

// byAge returns the division of a year of birth. The ruleset's years are those of
// one season; every season moves them on by one.
func (f *tomFile) byAge(rs *rules.Ruleset, born int) string {
	shift := 0
	if date := rs.Date; f.year > 0 && len(date) >= 4 {
		shift = f.year - (number(date[:4]) + 1)
	}
	for _, d := range rs.Divisions.List {
		if (d.BornFrom == 0 || born >= d.BornFrom+shift) && (d.BornTo == 0 || born <= d.BornTo+shift) {
			return d.Name
		}
	}
	return ""
}

func (f *tomFile) rounds(b *build, pod node) error {
	var rounds []node
	if err := pod.child("rounds").each("round", func(r node) error {
		rounds = append(rounds, r)
		return nil
	}); err != nil {
		return err
	}
	sorted.Stable(rounds, func(x, y node) int { return number(x.attr("number")) - number(y.attr("number")) })
	deleted := 0
	for i, r := range rounds {
		if number(r.attr("number")) != i+1 {
			return failed(finding("transfer.refused.round", "at", r.at()))
		}
		n, err := f.round(b, pod, r)
		if err != nil {
			return err
		}
		deleted += n
	}
	if deleted > 0 {
		b.note("transfer.decided.deleted", "n", deleted)
	}
	return nil
}

func (f *tomFile) round(b *build, pod, r node) (deleted int, err error) {
	stage := ledger.Swiss
	switch kind := r.attr("type"); kind {
	case tomElimination:
		stage = ledger.Elimination
	case "2", "3", "": // other programs leave it out of Swiss rounds
	default:
		return 0, failed(finding("transfer.refused.code", "at", r.at(), "what", "round/type", "code", clip(kind)))
	}
	var matches []node
	if err := r.child("matches").each("match", func(m node) error {
		if m.attr("outcome") == tomDeleted {
			deleted++
		} else {
			matches = append(matches, m)
		}
		return nil
	}); err != nil {
		return 0, err
	}
	if stage == ledger.Elimination && len(matches) == 2 && pod.child("poddata").text("playoff3rd4th") == "true" {
		// The match for third place is beside the final.
		for i, m := range matches {
			if f.beaten(b, m) {
				if err := b.round(ledger.ThirdPlace); err != nil {
					return 0, err
				}
				if err := f.match(b, m); err != nil {
					return 0, err
				}
				matches = slices.Delete(matches, i, i+1)
				break
			}
		}
	}
	if err := b.round(stage); err != nil {
		return 0, err
	}
	for _, m := range matches {
		if err := f.match(b, m); err != nil {
			return 0, err
		}
	}
	return deleted, nil
}

// beaten reports whether both players of a match have lost in the elimination.
func (f *tomFile) beaten(b *build, m node) bool {
	for _, seat := range []string{"player1", "player2"} {
		if p, ok := b.index[m.child(seat).attr("userid")]; !ok || !b.lost[p] {
			return false
		}
	}
	return true
}

func (f *tomFile) match(b *build, m node) error {
	table, outcome := number(m.text("tablenumber")), m.attr("outcome")
	if single := m.child("player"); single.ok() {
		p, err := b.of(m.at(), single.attr("userid"))
		if err != nil {
			return err
		}
		switch outcome {
		case tomAwarded, tomBye:
			return b.bye(m.at(), p, outcome == tomAwarded && b.current().Stage == ledger.Swiss)
		case tomMissed:
			return b.add(m.at(), ledger.AssignedLoss, 0, ledger.Result{}, p)
		}
		return failed(finding("transfer.refused.code", "at", m.at(), "what", "match/outcome", "code", clip(outcome)))
	}
	first, err := b.of(m.at(), m.child("player1").attr("userid"))
	if err != nil {
		return err
	}
	second, err := b.of(m.at(), m.child("player2").attr("userid"))
	if err != nil {
		return err
	}
	kind, res := ledger.Played, ledger.Result{}
	switch outcome {
	case tomOpen:
	case tomFirst:
		res = games(1, 0, 0)
	case tomSecond:
		res = games(0, 1, 0)
	case tomTie:
		res = games(0, 0, 0)
	case tomDoubleLoss, tomDoubleOld:
		kind = ledger.DoubleLoss
	default:
		return failed(finding("transfer.refused.code", "at", m.at(), "what", "match/outcome", "code", clip(outcome)))
	}
	return b.add(m.at(), kind, table, res, first, second)
}

// status sets byes to come, drops and disqualifications.
func (f *tomFile) status(b *build) {
	for i := range f.players {
		p := &f.players[i]
		no, ok := b.index[p.id]
		if !ok {
			continue
		}
		lp := &b.t.Ledger.Players[no]
		for r := len(b.t.Ledger.Rounds) + 1; r <= min(p.byes, maxRounds); r++ {
			lp.ByeRounds |= 1 << uint(r)
		}
		if p.dropped >= 0 {
			lp.DroppedAfter = int16(min(p.dropped, maxRounds))
			lp.Disqualified = p.out
		}
	}
}

// cut reads the size of the cut and its seeds, which are TOM's.
func (f *tomFile) cut(b *build, category string) {
	tops := map[string]int{}
	_ = f.root.child("finalsoptions").each("categorycut", func(n node) error {
		if size := number(n.text("cut")); size > 1 && size <= len(b.t.Players) {
			tops[n.attr("key")] = size
		}
		return nil
	})
	switch top, ok := tops[category]; {
	case ok:
		b.t.Cut = rules.Cut{Top: top}
	case tomCategories()[category] == "" && len(tops) > 0:
		sizes := map[string]int{}
		for _, lp := range b.t.Ledger.Players {
			if lp.Division >= 0 {
				sizes[b.t.Divisions[lp.Division]]++
			}
		}
		for key, n := range tops {
			if name := tomCategories()[key]; name != "" && n <= sizes[name] {
				if b.t.Cut.PerDivision == nil {
					b.t.Cut.PerDivision = map[string]int{}
				}
				b.t.Cut.PerDivision[name] = n
			}
		}
	}
	var seeded []tomPlayer
	for _, p := range f.players {
		if _, ok := b.index[p.id]; ok && p.seed > 0 {
			seeded = append(seeded, p)
		}
	}
	sorted.Stable(seeded, func(x, y tomPlayer) int { return x.seed - y.seed })
	if len(seeded) > 1 {
		for _, p := range seeded {
			b.t.CutSeeds = append(b.t.CutSeeds, b.index[p.id])
		}
		b.note("transfer.decided.seeds", "n", len(seeded))
	}
}

// published keeps the places that TOM wrote.
func (f *tomFile) published(b *build) error {
	return f.root.child("standings").each("pod", func(pod node) error {
		if pod.attr("type") != "finished" {
			return nil
		}
		return pod.each("player", func(n node) error {
			if p, ok := b.index[n.attr("id")]; ok {
				b.state(p, "place", fraction.Int(int64(number(n.attr("place")))), fraction.Fraction{})
			}
			return nil
		})
	})
}
