package transfer

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"topcut/tournament/jsonfile"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/sorted"
)

// challongeFile is a tournament of Challonge's API, version 1.
type challongeFile struct {
	Tournament challongeTournament `json:"tournament"`
}

type challongeTournament struct {
	Name         string              `json:"name"`
	Type         string              `json:"tournament_type"`
	SwissRounds  loose               `json:"swiss_rounds"`
	Finals       string              `json:"grand_finals_modifier"`
	Participants []*challongeEntrant `json:"participants"`
	Matches      []*challongeEntry   `json:"matches"`
	recorded     []*challongeMatch
	advance      int            // how many of each group go on, 0 = not said
	groups       string         // how groups play, "" = not said
	fills        map[loose]bool // ids of participants who stand for a bye
	left         []int32        // players who are not active any more

	_ jsonfile.Passed `keys:"id url state created_at updated_at started_at completed_at start_at started_checking_in_at full_challonge_url live_image_url sign_up_url subdomain participants_count progress_meter game_id game_name category private description description_source hide_forum show_rounds accept_attachments predictions_opened_at signup_cap open_signup check_in_duration created_by_api credit_capped anonymous_voting allow_participant_match_reporting notify_users_when_matches_open notify_users_when_the_tournament_ends max_predictions_per_user prediction_method accepting_predictions quick_advance review_before_finalizing participants_locked participants_swappable team_convertable require_score_agreement ranked_by starts_at timestamps group_stages_enabled group_stages_were_started participants_per_match hold_third_place_match"`
}

// challongeEntrant is a participant, bare or in an object of its own.
type challongeEntrant struct {
	challongePlayer
	In *challongePlayer `json:"participant"`
}

type challongePlayer struct {
	ID     loose   `json:"id"`
	Name   string  `json:"name"`
	Shown  string  `json:"display_name"`
	User   string  `json:"username"`
	Seed   loose   `json:"seed"`
	InAll  []loose `json:"group_player_ids"` // the ids that the player has in matches of groups
	Active loose   `json:"active"`           // false for a player who has left

	_ jsonfile.Passed `keys:"tournament_id created_at updated_at invitation_id icon checked_in checked_in_at can_check_in removable reactivatable confirm_remove invitation_pending email_hash attached_participatable_portrait_url participatable_or_invitation_attached challonge_username challonge_email_address_verified display_name_with_invitation_email_address"`
}

// player returns the participant.
func (e *challongeEntrant) player() *challongePlayer { return cmp.Or(e.In, &e.challongePlayer) }

// challongeEntry is a match, bare or in an object of its own.
type challongeEntry struct {
	challongeMatch
	In *challongeMatch `json:"match"`
}

// matches returns the matches in the order of their rounds.
func (t *challongeTournament) matches() []*challongeMatch {
	out := t.recorded
	for _, e := range t.Matches {
		if e != nil {
			out = append(out, cmp.Or(e.In, &e.challongeMatch))
		}
	}
	sorted.Stable(out, func(x, y *challongeMatch) int { return x.Round - y.Round })
	return out
}

type challongeMatch struct {
	ID        loose  `json:"id"`
	Before1   loose  `json:"player1_prereq_match_id"`
	Before2   loose  `json:"player2_prereq_match_id"`
	State     string `json:"state"`
	First     loose  `json:"player1_id"`
	Second    loose  `json:"player2_id"`
	Winner    loose  `json:"winner_id"`
	Round     int    `json:"round"`
	Group     loose  `json:"group_id"`
	Forfeited loose  `json:"forfeited"`
	Scores    string `json:"scores_csv"`

	_ jsonfile.Passed `keys:"tournament_id loser_id started_at created_at updated_at completed_at underway_at scheduled_time identifier suggested_play_order location has_attachment attachment_count player1_votes player2_votes player1_is_prereq_match_loser player2_is_prereq_match_loser prerequisite_match_ids_csv optional rushb_id open_graph_image_file_name open_graph_image_content_type open_graph_image_file_size"`
}

// challongeJSON decodes a file: the list of matches of a tournament or the whole of it, or
// the records of version 2.1.
func challongeJSON(text string) (*challongeTournament, []notice.Notice, error) {
	var f challongeFile
	switch {
	case strings.HasPrefix(strings.TrimSpace(text), "["):
		left, err := readJSON(text, 46, &f.Tournament.Matches)
		return &f.Tournament, left, err
	case !strings.Contains(text[:min(len(text), 4096)], `"attributes"`):
		left, err := readJSON(text, 46, &f)
		return &f.Tournament, left, err
	}
	var records struct {
		Data     challongeRecords `json:"data"`
		Included challongeRecords `json:"included"`

		_ jsonfile.Passed `keys:"meta links jsonapi"`
	}
	left, err := readJSON(text, 32, &records)
	f.Tournament.records(records.Data)
	f.Tournament.records(records.Included)
	return &f.Tournament, left, err
}

// readChallonge reads a Swiss, a round robin, an elimination of Challonge, or groups before
// an elimination. Only four matches of a real event were at hand.
func readChallonge(data []byte, o Options) ([]Imported, error) {
	text, findings, err := decode(data)
	if err != nil {
		return nil, err
	}
	t, left, err := challongeJSON(text)
	if err != nil {
		return nil, err
	}
	b, err := newBuild(o, "magic-melee", nil)
	if err != nil {
		return nil, err
	}
	b.t.Name, b.findings = t.Name, append(findings, left...)
	b.note("transfer.decided.experimental")
	if o.Ruleset == "" {
		b.note("transfer.missing.ruleset", "ruleset", "magic-melee")
	}
	if err := b.challongePlayers(t); err != nil {
		return nil, err
	}
	if err := b.challongeMatches(t); err != nil {
		return nil, err
	}
	e, err := b.event()
	return []Imported{e}, err
}

// challongePlayers adds the participants, under the ids that they have in groups too.
func (b *build) challongePlayers(t *challongeTournament) error {
	t.fills = map[loose]bool{}
	for _, e := range t.Participants {
		if e == nil {
			continue
		}
		p := e.player()
		if name := cmp.Or(p.Name, p.Shown, p.User); isBye(name) {
			for _, id := range append(p.InAll, p.ID) {
				t.fills[id] = true
			}
			continue
		}
		no, err := b.player(notice.Text("participants"), string(p.ID), cmp.Or(p.Name, p.Shown, p.User))
		if err != nil {
			return err
		}
		b.t.Ledger.Players[no].Seed = int32(number(string(p.Seed)))
		if p.Active == "false" {
			t.left = append(t.left, no)
		}
		for _, id := range p.InAll {
			if other, ok := b.index[string(id)]; ok && other != no {
				return failed(finding("transfer.refused.doubled", "at", notice.Text("participants"), "player", clip(string(id))))
			}
			b.index[string(id)] = no
		}
	}
	return nil
}

// challongeMatches adds the matches: those of groups, then the others.
func (b *build) challongeMatches(t *challongeTournament) error {
	var groups, rest []challongePlace
	double := t.Type == "double elimination"
	for i, m := range t.matches() {
		x := challongePlace{m, notice.Text(fmt.Sprintf("matches[%d]", i))}
		for _, id := range []*loose{&m.First, &m.Second} {
			if t.fills[*id] {
				*id = ""
			}
		}
		if m.Group != "" && len(t.fills) > 0 && (m.First == "" || m.Second == "") {
			continue // the other has the bye
		}
		if m.Group != "" {
			groups = append(groups, x)
			continue
		}
		rest = append(rest, x)
		double = double || m.Round < 0 && t.Type == ""
	}
	swiss := 0
	refused := func(what, code string) error {
		return failed(finding("transfer.refused.code", "at", "tournament", "what", notice.Text(what), "code", clip(code)))
	}
	switch {
	case len(groups) > 0 && t.Type != "" && t.Type != "single elimination" && !double:
		return refused("tournament_type", t.Type)
	case double && t.Finals != "":
		return refused("grand_finals_modifier", t.Finals)
	case len(groups) > 0:
		var err error
		if swiss, err = b.challongeGroups(t, groups); err != nil {
			return err
		}
	}
	switch {
	case double || t.Type == "single elimination" || len(groups) > 0:
		if err := b.challongeTree(rest, double); err != nil {
			return err
		}
		return b.challongeChain(t, len(groups) > 0, double, swiss)
	case t.Type == "round robin":
		b.t.Format = "round_robin"
		err := b.challongeRobin(rest)
		b.challongeDrops(t)
		return err
	case t.Type == "swiss", t.Type == "":
		return b.challongeSwiss(rest, t)
	}
	return refused("tournament_type", t.Type)
}

// challongePlace is a match and where it stands.
type challongePlace struct {
	*challongeMatch
	at notice.Text
}

// challongeSwiss adds the rounds of a Swiss.
func (b *build) challongeSwiss(list []challongePlace, t *challongeTournament) error {
	for _, m := range list {
		if m.First == "" || m.Second == "" {
			continue // players not known yet
		}
		switch m.Round - len(b.t.Ledger.Rounds) {
		case 0:
		case 1:
			if err := b.round(ledger.Swiss); err != nil {
				return err
			}
		default:
			return failed(finding("transfer.refused.round", "at", m.at))
		}
		if len(b.t.Ledger.Rounds) == 0 {
			return failed(finding("transfer.refused.round", "at", m.at))
		}
		if err := b.challongeMatch(m.at, m.challongeMatch); err != nil {
			return err
		}
	}
	b.challongeDrops(t)
	b.byesByAbsence()
	b.droppedByAbsence()
	b.plan(min(number(string(t.SwissRounds)), maxRounds), false)
	return nil
}

// challongeDrops marks players who are not active any more as dropped after the last round
// in which they play.
func (b *build) challongeDrops(t *challongeTournament) {
	lasts := lastRounds(b.t)
	for _, p := range t.left {
		b.t.Ledger.Players[p].DroppedAfter = lasts[p]
	}
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
	won, lost, read := challongeScore(m.Scores)
	switch {
	case m.State != "complete":
		return b.add(at, ledger.Played, 0, ledger.Result{}, p, q)
	case !read:
		return failed(finding("transfer.refused.result", "at", at, "result", clip(m.Scores)))
	case winner == 0 && (m.Forfeited == "true" || lost < 0):
		return b.add(at, ledger.Forfeit, 0, ledger.Result{}, p, q)
	case winner == 1 && (m.Forfeited == "true" || won < 0):
		return b.add(at, ledger.Forfeit, 0, ledger.Result{}, q, p)
	case winner >= 0 && won == 0 && lost == 0: // only the winner was entered
		if res, ok := b.t.Rules.ResultOf(b.current().Stage, 2, winner); ok {
			b.winners++
			return b.add(at, ledger.Played, 0, res, p, q)
		}
	case won < 0, lost < 0, winner == 0 && won <= lost, winner == 1 && lost <= won, winner < 0 && won != lost, winner < 0 && rules.IsElimination(b.current().Stage):
		return failed(finding("transfer.refused.result", "at", at, "result", clip(m.Scores)))
	}
	return b.add(at, ledger.Played, 0, b.fitting(b.current().Stage, won, lost), p, q)
}

// challongeScore reads "2-1", or several sets "3-1, 3-2", of which it counts the won
// ones. A player who did not come has a score below 0: "-1-0" is the first.
func challongeScore(text string) (won, lost int32, ok bool) {
	if strings.TrimSpace(text) == "" {
		return 0, 0, true
	}
	sets := strings.Split(text, ",")
	for _, set := range sets {
		if part := noShow.FindStringSubmatch(strings.TrimSpace(set)); part != nil && part[1]+part[2] != "" {
			return -b2i(part[1] == "-"), -b2i(part[2] == "-"), true
		}
		v, read := rules.Score(set)
		switch {
		case !read || v[2] != 0:
			return 0, 0, false
		case len(sets) == 1:
			return v[0], v[1], true
		case v[0] > v[1]:
			won++
		case v[1] > v[0]:
			lost++
		}
	}
	return won, lost, true
}

// noShow is a score in which a player did not come.
var noShow = regexp.MustCompile(`^(-?)[0-9]+ ?- ?(-?)[0-9]+$`)

// fitting returns a score in games, or only the winner if the ruleset has no such
// score.
func (b *build) fitting(stage ledger.Stage, won, lost int32) ledger.Result {
	for _, res := range []ledger.Result{games(won, lost, 0), games(min(won, 2), min(lost, 2), 0), games(b2i(won > lost)*2, b2i(lost > won)*2, 0)} {
		m := ledger.Match{N: 2, Result: res}
		if b.t.Rules.Fit(stage, &m) == nil {
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

// byesByAbsence gives a bye to the only player missing in a Swiss round, or in the round of
// a group, since Challonge has no matches for byes.
func (b *build) byesByAbsence() {
	rounds := b.t.Ledger.Rounds
	for i := range rounds {
		in := make([]bool, len(b.t.Players))
		for j := range rounds[i].Matches {
			for _, p := range rounds[i].Matches[j].Players() {
				in[p] = true
			}
		}
		missing, seated := map[int16][]int32{}, map[int16]bool{}
		for p := range b.t.Players {
			flight := b.t.Ledger.Players[p].Flight
			left := b.t.Ledger.Players[p].DroppedAfter
			if seated[flight] = seated[flight] || in[p]; !in[p] && (left == ledger.Active || int(left) > i) {
				missing[flight] = append(missing[flight], int32(p))
			}
		}
		for flight := range int16(len(b.t.Flights)) + 1 {
			if list := missing[flight]; len(list) == 1 && seated[flight] {
				rounds[i].Matches = append(rounds[i].Matches, ledger.Match{Kind: ledger.Bye, N: 1, Seats: [4]int32{list[0], ledger.None, ledger.None, ledger.None}})
				b.note("transfer.decided.missingbye", "round", i+1, "player", playerLabel(b.t, list[0]))
			}
		}
	}
}
