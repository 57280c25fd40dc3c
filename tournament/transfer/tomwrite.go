package transfer

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"topcut/tournament/file"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
	"topcut/tournament/stage"
)

// tomTime is how TOM writes a moment, without a zone.
const tomTime = "01/02/2006 15:04:05"

// tomBlank is a file without players and pods, spaced as TOM spaces its files: it
// writes them from templates, not by a library.
const tomBlank = `<?xml version="1.0" encoding="UTF-8"?>
<tournament type="3" stage="4" version="1.86" gametype="TRADING_CARD_GAME" mode="TCG1DAY">
	<data>
		<name></name>
		<id></id>
		<city></city>
		<state></state>
		<country></country>
		<roundtime>50</roundtime>
		<finalsroundtime>75</finalsroundtime>
		<organizer popid="" name=""/>
		<startdate></startdate>
		<lessswiss>false</lessswiss>
		<autotablenumber>true</autotablenumber>
		<overflowtablestart>0</overflowtablestart>
	</data>
	<timeelapsed>0</timeelapsed>
	<players>
	</players>
	<pods>
	</pods>
	<finalsoptions>
	</finalsoptions>
</tournament>
`

// tomEdit replaces a part of the text.
type tomEdit struct {
	from, to int
	text     string
}

// tomWriter changes a file of TOM as little as the event asks for: what has not
// changed, and everything that this package does not know, stays byte for byte.
type tomWriter struct {
	t       *file.Tournament
	was     *file.Tournament // the template, nil for a pod that it does not have
	f       *tomFile
	pod     node
	now     string
	edits   []tomEdit
	lost    []notice.Notice
	newline string
}

// writeTOM writes an event into the template it came from, or into a blank file.
func writeTOM(t *file.Tournament, to Target) ([]byte, []notice.Notice, error) {
	if t.Rules.Game != "Pokémon Trading Card Game" {
		return nil, nil, failed(finding("transfer.refused.game", "format", string(TOM)))
	}
	t, cut := pruned(t, func(has map[ledger.Stage]bool, kind stage.Kind) bool {
		return !has[ledger.Upper] && !has[ledger.Lower] && kind != stage.Placement
	})
	blank := len(to.Template) == 0
	data := to.Template
	if blank {
		data = []byte(tomBlank)
	}
	mark := []byte("\ufeff")
	hadMark := bytes.HasPrefix(data, mark)
	f, recoded, err := openTOM(data)
	if err != nil {
		return nil, nil, err
	}
	w := &tomWriter{t: t, f: f, now: to.Now.Format(tomTime), newline: "\n"}
	if strings.Contains(f.root.t.text, "\r\n") {
		w.newline = "\r\n"
	}
	if to.Now.IsZero() {
		w.now = f.root.child("data").text("startdate") + " 00:00:00"
	}
	if len(recoded) > 0 {
		return nil, nil, failed(finding("transfer.refused.encoding"))
	}
	if err := w.find(to.Part, data); err != nil {
		return nil, nil, err
	}
	if blank {
		w.head(to.Now)
	}
	if err := w.write(); err != nil {
		return nil, nil, err
	}
	out := []byte(w.text())
	if hadMark {
		out = append(slices.Clone(mark), out...)
	}
	if cut {
		w.lost = append(w.lost, finding("transfer.lost.elimination"))
	}
	w.lost = append(w.lost, lostComing(t)...)
	w.lose(blank)
	return out, w.lost, nil
}

// tomRules are the rules that every file of TOM is read by.
var tomRules = sync.OnceValues(func() (*rules.Ruleset, error) { return rules.Load("pokemon") })

// find selects the pod of the template and reads it.
func (w *tomWriter) find(part string, data []byte) error {
	var pods []node
	_ = w.f.root.child("pods").each("pod", func(n node) error {
		pods = append(pods, n)
		return nil
	})
	if len(pods) == 0 && part == "" {
		return nil
	}
	at := slices.IndexFunc(pods, func(n node) bool { return n.attr("category") == part })
	if at < 0 && (part != "" || len(pods) != 1) {
		return failed(finding("transfer.refused.part", "part", part))
	}
	at = max(at, 0)
	w.pod = pods[at]
	events, err := readTOM(data, Options{Load: func(string) (*rules.Ruleset, error) { return tomRules() }})
	if err != nil {
		return err
	}
	w.was = events[at].Tournament
	for _, p := range w.was.Players {
		if w.t.Index(p.ID) < 0 {
			return failed(finding("transfer.refused.template", "player", playerLabel(w.was, int32(w.was.Index(p.ID)))))
		}
	}
	return nil
}

// head fills in the data of the event in a blank file.
func (w *tomWriter) head(now time.Time) {
	data := w.f.root.child("data")
	w.inside(data, "name", escape(w.t.Name))
	if !now.IsZero() {
		w.inside(data, "startdate", now.Format("01/02/2006"))
	}
	if w.t.Options["event"] == "challenge" {
		w.setAttr(w.f.root, "type", "2")
		w.setAttr(w.f.root, "mode", "LEAGUECHALLENGE")
	}
}

// inside replaces the content of an element.
func (w *tomWriter) inside(parent node, name, text string) {
	c := parent.child(name)
	if !c.ok() || c.elem().inner == c.elem().end {
		w.under(parent, name, text)
		return
	}
	w.edits = append(w.edits, tomEdit{int(c.elem().inner), int(c.elem().innerEnd), text})
}

func (w *tomWriter) setAttr(n node, name, value string) {
	if from, to, ok := n.attrAt(name); ok && n.attr(name) != value {
		w.edits = append(w.edits, tomEdit{from, to, value})
	}
}

// before inserts lines at the beginning of the line in which an offset stands.
func (w *tomWriter) before(at int, lines string) {
	text := w.f.root.t.text
	at = len(strings.TrimRight(text[:at], " \t"))
	w.edits = append(w.edits, tomEdit{at, at, lines})
}

// under adds lines at the end of a child of an element, creating it if it is missing or
// written as empty.
func (w *tomWriter) under(parent node, name, lines string) {
	c := parent.child(name)
	switch {
	case !c.ok():
		w.before(int(parent.elem().innerEnd), fmt.Sprintf("\t<%s>\n%s\t</%s>\n", name, lines, name))
	case c.elem().inner == c.elem().end:
		at := int(c.elem().end)
		w.edits = append(w.edits, tomEdit{at - len("/>"), at, fmt.Sprintf(">\n%s\t</%s>", lines, name)})
	default:
		w.before(int(c.elem().innerEnd), lines)
	}
}

// text carries out the edits.
func (w *tomWriter) text() string {
	sorted.Stable(w.edits, func(a, b tomEdit) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	text := w.f.root.t.text
	var b strings.Builder
	at := 0
	for _, e := range w.edits {
		b.WriteString(text[at:e.from])
		if w.newline != "\n" {
			e.text = strings.ReplaceAll(e.text, "\n", w.newline)
		}
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(text[at:])
	return b.String()
}

func (w *tomWriter) write() error {
	w.players()
	rounds := w.rounds()
	if !w.pod.ok() {
		w.newPod(rounds)
		return nil
	}
	var there []node
	_ = w.pod.child("rounds").each("round", func(n node) error {
		there = append(there, n)
		return nil
	})
	if len(there) > len(rounds) {
		return failed(finding("transfer.refused.behind", "ours", len(rounds), "theirs", len(there)))
	}
	sorted.Stable(there, func(x, y node) int { return number(x.attr("number")) - number(y.attr("number")) })
	for i, n := range there {
		w.round(n, rounds[i])
	}
	if len(rounds) > len(there) {
		var b strings.Builder
		for _, r := range rounds[len(there):] {
			w.newRound(&b, r)
		}
		w.under(w.pod, "rounds", b.String())
		if stage := w.f.root.attr("stage"); stage == "1" || stage == "3" {
			w.setAttr(w.f.root, "stage", "4")
		}
	}
	return nil
}

// tomRound is a round as TOM counts them: the match for third place is part of
// the final's.
type tomRound struct {
	number      int
	elimination bool
	matches     []ledger.Match
}

func (w *tomWriter) rounds() []tomRound {
	var out []tomRound
	var third []ledger.Match
	for i := range w.t.Ledger.Rounds {
		r := &w.t.Ledger.Rounds[i]
		if r.Stage == ledger.ThirdPlace {
			third = r.Matches
			continue
		}
		out = append(out, tomRound{len(out) + 1, !ranked(r.Stage), slices.Concat(r.Matches, third)})
		third = nil
	}
	return out
}

// outcome is TOM's code of a match, with its seats from first to second.
func (w *tomWriter) outcome(m *ledger.Match, round int) string {
	switch m.Kind {
	case ledger.Bye:
		if w.t.Ledger.Players[m.Seats[0]].AwardedBye(round) {
			return tomAwarded
		}
		return tomBye
	case ledger.AssignedLoss:
		return tomMissed
	case ledger.DoubleLoss:
		return tomDoubleLoss
	case ledger.Played, ledger.IntentionalDraw, ledger.Forfeit, ledger.Elsewhere:
	}
	switch {
	case !m.Finished():
		return tomOpen
	case w.t.Rules.Winner(m) == 0:
		return tomFirst
	case w.t.Rules.Winner(m) == 1:
		return tomSecond
	}
	return tomTie
}

// round updates a round of the template: outcomes if the same people sit at the tables,
// otherwise all matches.
func (w *tomWriter) round(n node, r tomRound) {
	type edit struct {
		match node
		code  string
	}
	var changes []edit
	matched, open := 0, false
	same := n.child("matches").each("match", func(m node) error {
		if m.attr("outcome") == tomDeleted {
			return nil
		}
		seats := []int{}
		for _, seat := range []string{"player", "player1", "player2"} {
			if s := m.child(seat); s.ok() {
				seats = append(seats, w.t.Index(s.attr("userid")))
			}
		}
		for i := range r.matches {
			ours := r.matches[i]
			if int(ours.N) != len(seats) || ours.Seat(int32(seats[0])) < 0 || ours.Seat(int32(seats[len(seats)-1])) < 0 {
				continue
			}
			matched++
			code := w.outcome(&ours, r.number)
			if len(seats) == 2 && int(ours.Seats[0]) != seats[0] {
				code = map[string]string{tomFirst: tomSecond, tomSecond: tomFirst}[code]
				if code == "" {
					code = w.outcome(&ours, r.number)
				}
			}
			open = open || code == tomOpen
			if had := m.attr("outcome"); had != code && (had != tomDoubleOld || code != tomDoubleLoss) {
				changes = append(changes, edit{m, code})
			}
			return nil
		}
		return failed(finding("transfer.refused.round", "at", m.at()))
	}) == nil && matched == len(r.matches)
	if !same {
		var b strings.Builder
		b.WriteString("\n")
		for i := range r.matches {
			w.newMatch(&b, &r.matches[i], r.number)
		}
		b.WriteString("\t\t\t\t\t")
		w.inside(n, "matches", b.String())
	}
	for _, c := range changes {
		if same {
			w.setAttr(c.match, "outcome", c.code)
		}
	}
	if stage := n.attr("stage"); !open && same && len(changes) > 0 && (stage == "2" || stage == "4") {
		w.setAttr(n, "stage", "6")
	}
}

func (w *tomWriter) newPod(rounds []tomRound) {
	var b strings.Builder
	fmt.Fprintf(&b, "\t\t<pod category=\"%s\" stage=\"0\">\n\t\t\t<poddata>\n\t\t\t\t<startingtable>1</startingtable>\n\t\t\t\t<playoff3rd4th>%t</playoff3rd4th>\n\t\t\t\t<subgroupcount>1</subgroupcount>\n\t\t\t\t<additionalrounds>0</additionalrounds>\n\t\t\t\t<blockedranges>\n\t\t\t\t</blockedranges>\n\t\t\t</poddata>\n", w.category(), w.third())
	b.WriteString("\t\t\t<subgroups>\n\t\t\t\t<subgroup number=\"1\">\n\t\t\t\t\t<players>\n")
	for _, p := range w.t.Players {
		fmt.Fprintf(&b, "\t\t\t\t\t\t<player userid=\"%s\" />\n", escape(p.ID))
	}
	b.WriteString("\t\t\t\t\t</players>\n\t\t\t\t</subgroup>\n\t\t\t</subgroups>\n\t\t\t<rounds>\n")
	for _, r := range rounds {
		w.newRound(&b, r)
	}
	b.WriteString("\t\t\t</rounds>\n\t\t</pod>\n")
	w.under(w.f.root, "pods", b.String())
	w.setAttr(w.f.root, "stage", "4")
	if top := w.t.Cut.Top; top > 0 && !w.f.root.child("finalsoptions").child("categorycut").ok() {
		w.under(w.f.root, "finalsoptions", fmt.Sprintf("\t\t<categorycut key=\"%s\">\n\t\t\t<options>\n\t\t\t\t<value>0</value>\n\t\t\t\t<value>%d</value>\n\t\t\t</options>\n\t\t\t<cut>%d</cut>\n\t\t\t<playercount>%d</playercount>\n\t\t\t<paired3rd4th>%t</paired3rd4th>\n\t\t</categorycut>\n", w.category(), top, top, len(w.t.Players), w.third()))
	}
}

func (w *tomWriter) third() bool {
	return slices.ContainsFunc(w.t.Ledger.Rounds, func(r ledger.Round) bool { return r.Stage == ledger.ThirdPlace })
}

// category returns the pod in which the players of these divisions play together.
func (w *tomWriter) category() string {
	codes := map[string]bool{}
	for _, p := range w.t.Ledger.Players {
		for code, name := range tomCategories() {
			if name != "" && name == w.t.Divisions[p.Division] {
				codes[code] = true
			}
		}
	}
	switch {
	case len(codes) == 1 && codes["0"]:
		return "0"
	case len(codes) == 1 && codes["1"]:
		return "1"
	case len(codes) == 1, len(codes) == 0:
		return "2"
	case len(codes) == 2 && !codes["2"]:
		return "8"
	case len(codes) == 2 && !codes["0"]:
		return "9"
	}
	return "10"
}

func (w *tomWriter) newRound(b *strings.Builder, r tomRound) {
	kind, stage, minutes := w.f.root.attr("type"), "6", number(w.f.root.child("data").text("roundtime"))
	if kind != "2" && kind != "3" {
		kind = "3"
	}
	if r.elimination {
		kind, minutes = tomElimination, number(w.f.root.child("data").text("finalsroundtime"))
	}
	if slices.ContainsFunc(r.matches, func(m ledger.Match) bool { return !m.Finished() }) {
		stage = "2"
	}
	fmt.Fprintf(b, "\t\t\t\t<round number=\"%d\" type=\"%s\" stage=\"%s\" >\n\t\t\t\t\t<timeleft>%d</timeleft>\n\t\t\t\t\t<pairtime>%s</pairtime>\n\t\t\t\t\t<starttime>%s</starttime>\n\t\t\t\t\t<matches>\n", r.number, kind, stage, 60*minutes, w.now, w.now)
	for i := range r.matches {
		w.newMatch(b, &r.matches[i], r.number)
	}
	b.WriteString("\t\t\t\t\t</matches>\n\t\t\t\t</round>\n")
}

func (w *tomWriter) newMatch(b *strings.Builder, m *ledger.Match, round int) {
	fmt.Fprintf(b, "\t\t\t\t\t\t<match outcome=\"%s\">\n", w.outcome(m, round))
	if m.N == 1 {
		fmt.Fprintf(b, "\t\t\t\t\t\t\t<player userid=\"%s\"/>\n", escape(w.t.Players[m.Seats[0]].ID))
	} else {
		fmt.Fprintf(b, "\t\t\t\t\t\t\t<player1 userid=\"%s\"/>\n\t\t\t\t\t\t\t<player2 userid=\"%s\"/>\n", escape(w.t.Players[m.Seats[0]].ID), escape(w.t.Players[m.Seats[1]].ID))
	}
	fmt.Fprintf(b, "\t\t\t\t\t\t\t<timestamp>%s</timestamp>\n\t\t\t\t\t\t\t<tablenumber>%d</tablenumber>\n\t\t\t\t\t\t</match>\n", w.now, m.Table)
}

// players adds new players, and new drops and seeds.
func (w *tomWriter) players() {
	nodes := map[string]node{}
	_ = w.f.root.child("players").each("player", func(n node) error {
		nodes[n.attr("userid")] = n
		return nil
	})
	var added, roster strings.Builder
	born := 0
	for i, p := range w.t.Players {
		n, there := nodes[p.ID]
		if there {
			w.player(n, int32(i))
			continue
		}
		born++
		first, rest, _ := strings.Cut(cmp.Or(p.Name, p.ID), " ")
		fmt.Fprintf(&added, "\t\t<player userid=\"%s\">\n\t\t\t<firstname>%s</firstname>\n\t\t\t<lastname>%s</lastname>\n\t\t\t<birthdate>%s</birthdate>\n\t\t\t<starter>true</starter>\n%s\t\t\t<creationdate>%s</creationdate>\n\t\t\t<lastmodifieddate>%s</lastmodifieddate>\n\t\t</player>\n",
			escape(p.ID), escape(first), escape(rest), w.birthdate(int32(i)), w.extras(int32(i), nil), w.now, w.now)
		fmt.Fprintf(&roster, "\t\t\t\t\t\t<player userid=\"%s\" />\n", escape(p.ID))
	}
	if added.Len() > 0 {
		w.under(w.f.root, "players", added.String())
		w.lost = append(w.lost, finding("transfer.missing.birth", "n", born))
		if group := w.pod.child("subgroups").child("subgroup"); group.child("players").ok() {
			w.under(group, "players", roster.String())
		}
	}
}

// birthdate returns a day that TOM assigns to the division of a player whose birth date
// is unknown.
func (w *tomWriter) birthdate(p int32) string {
	name := cmp.Or(w.t.Divisions[w.t.Ledger.Players[p].Division], tomCategories()[w.category()])
	for _, d := range w.t.Rules.Divisions.List {
		if d.Name == name {
			return "01/01/" + strconv.Itoa(cmp.Or(d.BornTo, d.BornFrom, 2000))
		}
	}
	return "01/01/2000"
}

// extras returns the elements of a player that the template does not have yet.
func (w *tomWriter) extras(p int32, n *node) string {
	var b strings.Builder
	lp := &w.t.Ledger.Players[p]
	has := func(name string) bool { return n != nil && n.child(name).ok() }
	if at := slices.Index(w.t.CutSeeds, p); at >= 0 && !has("seed") {
		fmt.Fprintf(&b, "\t\t\t<order>%d</order>\n\t\t\t<seed>%d</seed>\n", slices.Index(tomSlots(len(w.t.CutSeeds)), at+1)+1, at+1)
	}
	if n == nil {
		byes := 0
		for lp.AwardedBye(byes + 1) {
			byes++
		}
		if byes > 0 {
			fmt.Fprintf(&b, "\t\t\t<byes>%d</byes>\n", byes)
		}
		if lp.LateRounds > 0 {
			fmt.Fprintf(&b, "\t\t\t<late>\n\t\t\t\t<round>-1</round>\n\t\t\t\t<timestamp>%s</timestamp>\n\t\t\t\t<forcedloss>false</forcedloss>\n\t\t\t\t<usedforcedloss>true</usedforcedloss>\n\t\t\t</late>\n", w.now)
		}
	}
	if lp.DroppedAfter != ledger.Active && !has("dropped") {
		status := 1
		if lp.Disqualified {
			status = 2
		}
		fmt.Fprintf(&b, "\t\t\t<dropped>\n\t\t\t\t<status>%d</status>\n\t\t\t\t<round>%d</round>\n\t\t\t\t<timestamp>%s</timestamp>\n\t\t\t</dropped>\n", status, lp.DroppedAfter, w.now)
	}
	return b.String()
}

// player brings a player of the template up to date.
func (w *tomWriter) player(n node, p int32) {
	was := ledger.Player{DroppedAfter: ledger.Active}
	if w.was != nil {
		if at := w.was.Index(w.t.Players[p].ID); at >= 0 {
			was = w.was.Ledger.Players[at]
		}
	}
	lp := &w.t.Ledger.Players[p]
	dropped := n.child("dropped")
	switch {
	case was.DroppedAfter == lp.DroppedAfter && was.Disqualified == lp.Disqualified || !dropped.ok():
	case lp.DroppedAfter == ledger.Active:
		w.inside(dropped, "status", "0")
	default:
		w.inside(dropped, "round", strconv.Itoa(int(lp.DroppedAfter)))
	}
	if extras := w.extras(p, &n); extras != "" {
		at := n.elem().innerEnd
		if c := n.child("creationdate"); c.ok() {
			at = c.elem().start
		}
		w.before(int(at), extras)
	}
}

// tomSlots returns the order in which TOM writes the seeds of a bracket.
func tomSlots(size int) []int {
	out := []int{1}
	for n := 2; n/2 < size; n *= 2 {
		next := make([]int, 0, n)
		for i, s := range out {
			if i%2 == 0 {
				next = append(next, s, n+1-s)
			} else {
				next = append(next, n+1-s, s)
			}
		}
		out = next
	}
	return out
}

// lose adds findings about what TOM does not keep.
func (w *tomWriter) lose(blank bool) {
	if slices.ContainsFunc(w.t.Ledger.Rounds, func(r ledger.Round) bool {
		return slices.ContainsFunc(r.Matches, func(m ledger.Match) bool {
			return m.Kind == ledger.Played && m.Result.Form == ledger.Games && m.Result.V[0]+m.Result.V[1]+m.Result.V[2] > 1
		})
	}) {
		w.lost = append(w.lost, finding("transfer.lost.games"))
	}
	if blank {
		w.lost = append(w.lost, finding("transfer.missing.sanction"))
	}
	if len(w.edits) > 0 {
		w.lost = append(w.lost, finding("transfer.missing.final"))
	}
}
