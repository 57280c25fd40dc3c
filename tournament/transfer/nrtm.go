package transfer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"topcut/tournament/bracket"
	"topcut/tournament/fraction"
	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
)

// nrtmFile is the JSON of Cobra and NRTM (tournament-schema.json).
type nrtmFile struct {
	Name               string          `json:"name"`
	CutToTop           loose           `json:"cutToTop"`
	Players            []nrtmPlayer    `json:"players"`
	EliminationPlayers []nrtmFinalist  `json:"eliminationPlayers"`
	Rounds             [][]nrtmPairing `json:"rounds"`

	_ jsonfile.Passed `keys:"date preliminaryRounds tournamentOrganiser uploadedFrom links"`
}

type nrtmPlayer struct {
	ID           loose `json:"id"`
	Name         loose `json:"name"`
	MatchPoints  loose `json:"matchPoints"`
	Prestige     loose `json:"prestige"` // the older name
	SoS          loose `json:"strengthOfSchedule"`
	ESoS         loose `json:"extendedStrengthOfSchedule"`
	Forfeit      bool  `json:"forfeit"`
	Disqualified bool  `json:"disqualified"`
	Bye          bool  `json:"isBye"` // no player, but who meets it has the bye

	_ jsonfile.Passed `keys:"pronouns"`
}

type nrtmFinalist struct {
	ID   loose `json:"id"`
	Seed loose `json:"seed"`

	_ jsonfile.Passed `keys:"name rank"`
}

// nrtmPairing is a match, kept small since a file has many.
type nrtmPairing struct {
	table           int32
	first, second   nrtmSeat
	intentionalDraw bool
	elimination     bool
}

type nrtmSeat struct {
	id       loose // empty = no player: a bye
	points   int32
	reported bool
	role     byte // c, r; 0 if both sides are played
	won      bool
}

// ReadJSON reads a match of Cobra.
func (p *nrtmPairing) ReadJSON(v *jsonfile.Value) error {
	type seat struct {
		ID       loose `json:"id"`
		Role     loose `json:"role"`
		Runner   loose `json:"runnerScore"`
		Corp     loose `json:"corpScore"`
		Combined loose `json:"combinedScore"`
		Winner   loose `json:"winner"`
	}
	var in struct {
		Table   loose `json:"table"`
		Player1 seat  `json:"player1"`
		Player2 seat  `json:"player2"`
		Draw    bool  `json:"intentionalDraw"`
		Game    bool  `json:"eliminationGame"`
	}
	if err := v.Into(&in); err != nil {
		return err
	}
	p.table, _ = in.Table.number()
	p.intentionalDraw, p.elimination = in.Draw, in.Game
	for _, s := range []struct {
		from *seat
		to   *nrtmSeat
	}{{&in.Player1, &p.first}, {&in.Player2, &p.second}} {
		s.to.id, s.to.won = s.from.ID, s.from.Winner == "true"
		roles := []string{"", "corp", "runner"}
		i := slices.Index(roles, strings.ToLower(string(s.from.Role)))
		if i < 0 {
			return v.Path().Wrong("file.unknown", "value", clip(string(s.from.Role)), "known", notice.Texts(roles[1:]))
		}
		s.to.role = [...]byte{0, 'c', 'r'}[i]
		if s.to.points, s.to.reported = s.from.Combined.number(); !s.to.reported {
			runner, one := s.from.Runner.number()
			corp, two := s.from.Corp.number()
			s.to.points, s.to.reported = min(runner, 999)+min(corp, 999), one || two
		}
	}
	if p.first.role != 0 && p.first.role == p.second.role {
		return failed(finding("transfer.refused.contradiction", "at", notice.Text(v.Path()), "first", "player1."+string(in.Player1.Role), "second", "player2."+string(in.Player2.Role)))
	}
	return nil
}

// tomeSeparator stands between the JSON of a TOME file and a number.
const tomeSeparator = "^^THIS IS A SEPARATOR^^"

// readNRTM reads a Netrunner tournament of Cobra, NRTM or TOME.
func readNRTM(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	var f nrtmFile
	var left []notice.Notice
	dropped := map[loose]bool{}
	if head, _, ok := strings.Cut(text, tomeSeparator); ok || strings.Contains(text[:min(len(text), 300)], `"entityGroupMap"`) {
		if dropped, left, err = readTOME(head, &f); err != nil {
			return nil, err
		}
	} else if left, err = readJSON(text, 32, &f); err != nil {
		return nil, err
	}
	f.withoutByes()
	choices := map[string]string{}
	if f.single() {
		choices["sides"] = "single"
	}
	b, err := newBuild(o, "netrunner", choices)
	if err != nil {
		return nil, err
	}
	b.t.Name, b.findings = f.Name, append(findings, left...)
	for _, p := range f.Players {
		no, err := b.player(notice.Text("players"), string(p.ID), string(p.Name))
		if err != nil {
			return nil, err
		}
		b.statedNRTM(no, &p)
	}
	if err := b.nrtmScores(&f); err != nil {
		return nil, err
	}
	if err := b.nrtmRounds(&f); err != nil {
		return nil, err
	}
	b.after = closedRounds(b.t)
	b.droppedByAbsence()
	swiss := int16(swissRounds(b.t))
	for i, p := range f.Players {
		if lp := &b.t.Ledger.Players[i]; (p.Forfeit || p.Disqualified || dropped[p.ID]) && lp.DroppedAfter == ledger.Active {
			lp.DroppedAfter, lp.Disqualified = swiss, p.Disqualified
		}
	}
	if n, ok := f.CutToTop.number(); ok {
		b.cutOf(int(n))
	}
	over := len(b.t.Ledger.Rounds) > int(swiss)
	b.plan(0, over)
	e, err := b.event()
	return []Imported{e}, err
}

func (b *build) statedNRTM(no int32, p *nrtmPlayer) {
	for _, s := range []struct {
		what string
		text loose
	}{{"points", cmp.Or(p.MatchPoints, p.Prestige)}, {"sos", p.SoS}, {"esos", p.ESoS}} {
		if v, half, ok := s.text.decimal(); ok {
			if s.what == "points" {
				half = fraction.Fraction{}
			}
			b.state(no, s.what, v, half)
		}
	}
}

// withoutByes takes the players with whom NRTM fills the other seat of a bye out of the
// matches: the player 0, unless there is one, and those that the list calls a bye, who are
// no players.
func (f *nrtmFile) withoutByes() {
	fill := map[loose]bool{"0": true}
	for _, p := range f.Players {
		if bye := p.Bye || isBye(string(p.Name)); bye || p.ID == "0" {
			fill[p.ID] = bye
		}
	}
	f.Players = slices.DeleteFunc(f.Players, func(p nrtmPlayer) bool { return fill[p.ID] && (p.Bye || isBye(string(p.Name))) })
	for _, r := range f.Rounds {
		for i := range r {
			for _, s := range []*nrtmSeat{&r[i].first, &r[i].second} {
				if fill[s.id] {
					s.id = ""
				}
			}
		}
	}
}

// single reports whether matches are one game, in which a seat has one side.
func (f *nrtmFile) single() bool {
	for _, r := range f.Rounds {
		for i := range r {
			if !r[i].elimination && (r[i].first.role != 0 || r[i].second.role != 0) {
				return true
			}
		}
	}
	return false
}

// nrtmScores allows any score if the file has one that two games cannot give, since
// Cobra lets an organiser type any.
func (b *build) nrtmScores(f *nrtmFile) error {
	for _, r := range f.Rounds {
		for i := range r {
			if r[i].elimination || r[i].first.id == "" || r[i].second.id == "" {
				continue
			}
			m := ledger.Match{N: 2, Result: ledger.Result{Form: ledger.Points, V: [4]int32{r[i].first.points, r[i].second.points}}}
			if r[i].second.reported && b.t.Rules.CheckResult(ledger.Swiss, &m) != nil {
				b.beyond++
			}
		}
	}
	if b.beyond > 0 {
		return b.choose("scores", "any")
	}
	return nil
}

func (b *build) nrtmRounds(f *nrtmFile) error {
	var elimination []nrtmPairing
	for no, r := range f.Rounds {
		played := slices.ContainsFunc(r, func(p nrtmPairing) bool { return !p.elimination })
		if played {
			if len(elimination) > 0 {
				return failed(finding("transfer.refused.round", "at", fmt.Sprintf("rounds[%d]", no)))
			}
			if err := b.round(ledger.Swiss); err != nil {
				return err
			}
		}
		for i := range r {
			if r[i].elimination {
				elimination = append(elimination, r[i])
				continue
			}
			if err := b.nrtmMatch(notice.Text(fmt.Sprintf("rounds[%d][%d]", no, i)), &r[i]); err != nil {
				return err
			}
		}
	}
	if len(elimination) == 0 {
		return nil
	}
	return b.nrtmCut(f, elimination)
}

func (b *build) nrtmMatch(at notice.Value, m *nrtmPairing) error {
	first, second := &m.first, &m.second
	switch {
	case first.id == "" && second.id == "":
		return nil
	case first.id == "":
		first = second
		fallthrough
	case second.id == "":
		p, err := b.of(at, string(first.id))
		if err != nil {
			return err
		}
		if first.reported && first.points == 0 { // a bye is worth a win at once
			return b.add(at, ledger.AssignedLoss, 0, ledger.Result{}, p)
		}
		return b.bye(at, p, false)
	}
	p, err := b.of(at, string(first.id))
	if err != nil {
		return err
	}
	q, err := b.of(at, string(second.id))
	if err != nil {
		return err
	}
	res := ledger.Result{}
	if first.reported || second.reported {
		res = ledger.Result{Form: ledger.Points, V: [4]int32{first.points, second.points}}
		corp := first.role == 'c' || first.role == 0 && second.role != 'c' // who is named first, if nothing is said
		if corp && b.t.Rules.Match.Games == 1 {
			res.Sides = 1
		}
	}
	kind := ledger.Played
	if id := b.t.Rules.IDResult(); m.intentionalDraw && res.Form == id.Form && res.V == id.V {
		kind = ledger.IntentionalDraw // with other scores the flag is a slip
	}
	return b.add(at, kind, int(m.table), res, p, q)
}

// nrtmCut reads the games of the cut, which are numbered by table through the
// whole bracket, into the rounds of the bracket of the stated seeds.
func (b *build) nrtmCut(f *nrtmFile, pairings []nrtmPairing) error {
	finalists := slices.DeleteFunc(slices.Clone(f.EliminationPlayers), func(p nrtmFinalist) bool { return p.ID == "" })
	sorted.Stable(finalists, func(x, y nrtmFinalist) int { return number(string(x.Seed)) - number(string(y.Seed)) })
	seeded := make([]bool, len(b.t.Players))
	for _, p := range finalists {
		no, err := b.of(notice.Text("eliminationPlayers"), string(p.ID))
		if err != nil {
			return err
		}
		if seeded[no] {
			return failed(finding("transfer.refused.doubled", "at", "eliminationPlayers", "player", string(p.ID)))
		}
		b.t.CutSeeds, seeded[no] = append(b.t.CutSeeds, no), true
	}
	if len(finalists) < 2 {
		return failed(finding("transfer.refused.incomplete", "what", "eliminationPlayers"))
	}
	b.note("transfer.decided.seeds", "n", len(finalists))
	sorted.Stable(pairings, func(x, y nrtmPairing) int { return int(x.table - y.table) })
	double := len(pairings) != len(finalists)-1
	before := len(b.t.Ledger.Rounds)
	err := b.nrtmBracket(pairings, double)
	if err != nil && len(b.t.Ledger.Rounds) == before && b.nrtmBracket(pairings, !double) == nil {
		return nil
	}
	return err
}

func (b *build) nrtmBracket(pairings []nrtmPairing, double bool) error {
	br := bracketOf(b.t, double)
	if br == nil {
		return failed(finding("transfer.refused.incomplete", "what", "eliminationPlayers"))
	}
	type game struct {
		round int
		match ledger.Match
	}
	var played []game
	results := bracket.Results{}
	for i := range pairings {
		g := &pairings[i]
		at := notice.Text(fmt.Sprintf("table[%d]", g.table))
		if g.first.id == "" || g.second.id == "" {
			continue
		}
		p, err := b.of(at, string(g.first.id))
		if err != nil {
			return err
		}
		q, err := b.of(at, string(g.second.id))
		if err != nil {
			return err
		}
		m := ledger.Match{N: 2, Seats: [4]int32{p, q, ledger.None, ledger.None}}
		state, err := br.Resolve(results)
		if err != nil {
			return failed(finding("transfer.refused.round", "at", at))
		}
		id, seeds := slotOf(b.t, state, &m)
		if id == 0 {
			return failed(finding("transfer.refused.bracket", "at", at, "first", clip(playerLabel(b.t, p)), "second", clip(playerLabel(b.t, q))))
		}
		if g.first.won && g.second.won {
			return failed(finding("transfer.refused.contradiction", "at", at, "first", clip(playerLabel(b.t, p)), "second", clip(playerLabel(b.t, q))))
		}
		if g.first.role == 'c' {
			m.Result.Sides = 1
		}
		won := -1
		switch {
		case g.first.won:
			won, m.Result.V = 0, [4]int32{3, 0}
		case g.second.won:
			won, m.Result.V = 1, [4]int32{0, 3}
		default:
			m.Result.Sides = 0
		}
		if won >= 0 {
			m.Result.Form = ledger.Points
			results[id] = []int{seeds[won], seeds[1-won]}
		}
		found, _ := br.Match(id)
		played = append(played, game{found.Round, m})
	}
	sorted.Stable(played, func(x, y game) int { return cmp.Compare(x.round, y.round) })
	before := 0
	for _, g := range played {
		if g.round != before {
			stage := ledger.Elimination
			if double {
				stage = map[bracket.Part]ledger.Stage{bracket.Upper: ledger.Upper, bracket.Lower: ledger.Lower, bracket.Final: ledger.Final}[br.Rounds().At(g.round).Part]
			}
			if err := b.round(stage); err != nil {
				return err
			}
			before = g.round
		}
		if err := b.add(notice.Text("rounds"), ledger.Played, 0, g.match.Result, g.match.Seats[0], g.match.Seats[1]); err != nil {
			return err
		}
	}
	b.t.Cut = rules.Cut{Top: len(b.t.CutSeeds)}
	return nil
}
