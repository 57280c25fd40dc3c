package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"topcut/commands/league"
	"topcut/tournament/division"
	"topcut/tournament/file"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/numbered"
	"topcut/tournament/season"
	"topcut/tournament/textfile"
)

// seasonFile is the input file of `topcut season`, in JSON or TOML.
type seasonFile struct {
	Version     int              `json:"version"`
	Name        string           `json:"name"`
	Rules       season.Rules     `json:"rules"`
	Events      []seasonEvent    `json:"events"`
	Adjustments []seasonAdjusted `json:"adjustments"`
	Divisions   *seasonDivisions `json:"divisions"`

	exported *seasonTable // set for an export from Discord, which has a log instead
}

// seasonEvent is an event given by its tournament file or by its results. One with
// neither is still to come.
type seasonEvent struct {
	ID           string            `json:"id"`
	Weight       fraction.Fraction `json:"weight"`
	Tournament   json.RawMessage   `json:"tournament"`
	File         string            `json:"file"` // a tournament file, relative to this file
	Places       []seasonPlace     `json:"places"`
	Disqualified []string          `json:"disqualified"`
	Records      map[string][3]int `json:"records"` // won, lost, drawn
	Matches      []seasonMatch     `json:"matches"`
	Rounds       int               `json:"rounds"` // for a future event
}

type seasonAdjusted struct {
	Player string            `json:"player"`
	Points fraction.Fraction `json:"points"`
	Reason string            `json:"reason"`
}

// seasonDivisions assigns players to divisions, from the highest, and says how many are
// promoted and relegated between two of them; 0 means a sixth, rounded up.
type seasonDivisions struct {
	Up      int        `json:"up"`
	Down    int        `json:"down"`
	Members [][]string `json:"members"`
}

// seasonPlace is ["ann", 1].
type seasonPlace struct {
	player string
	place  int
}

// UnmarshalJSON decodes the pair.
func (p *seasonPlace) UnmarshalJSON(data []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(data, &pair); err != nil || len(pair) != 2 ||
		json.Unmarshal(pair[0], &p.player) != nil || json.Unmarshal(pair[1], &p.place) != nil || p.place < 1 || p.place > season.MaxMembers {
		return fmt.Errorf(`%s is no place; write ["ann", 1]`, data)
	}
	return nil
}

// seasonMatch is ["ann", "bob", "ann"]; the winner is null for a draw.
type seasonMatch struct{ a, b, winner string }

// UnmarshalJSON decodes the three strings.
func (m *seasonMatch) UnmarshalJSON(data []byte) error {
	var three []*string
	ok := json.Unmarshal(data, &three) == nil && (len(three) == 2 || len(three) == 3) && three[0] != nil && three[1] != nil
	if ok {
		m.a, m.b = *three[0], *three[1]
		if len(three) == 3 && three[2] != nil {
			m.winner = *three[2]
		}
	}
	if !ok || m.a == m.b || m.winner != "" && m.winner != m.a && m.winner != m.b {
		return fmt.Errorf(`%s is no match; write ["ann", "bob", "ann"], with null for the winner of a draw`, data)
	}
	return nil
}

// maxSeasonBytes bounds a season file including its tournaments.
const maxSeasonBytes = 64 << 20

// maxTOMLBytes is the size of the largest season in TOML. Twice the tables take the TOML
// library four times as long; JSON takes twice.
const maxTOMLBytes = 1 << 20

// readSeason reads the season file that is the only argument.
func readSeason(p *program, args []string) (f *seasonFile, name string, err error) {
	name, data, err := p.input("the season file", args, maxSeasonBytes)
	if err != nil {
		return nil, "", err
	}
	if f, err = parseSeason(data); err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return f, name, nil
}

func parseSeason(data []byte) (*seasonFile, error) {
	data, err := textfile.Plain(data)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		if len(data) > maxTOMLBytes {
			return nil, fmt.Errorf("it is larger than %d MiB, which is read in JSON only", maxTOMLBytes>>20)
		}
		var tree map[string]any
		if err := toml.Unmarshal(data, &tree); err != nil {
			return nil, fmt.Errorf("it is neither JSON nor TOML: %w", err)
		}
		if data, err = json.Marshal(tree); err != nil {
			return nil, err
		}
	}
	if f, err := parseExported(data); f != nil || err != nil {
		return f, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	f := &seasonFile{}
	if err := dec.Decode(f); err != nil {
		if m := unknownField.FindStringSubmatch(err.Error()); m != nil {
			return nil, fmt.Errorf("there is no key %s", m[1])
		}
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows after the season")
	}
	if f.Version != 1 {
		return nil, fmt.Errorf("version is 1, not %d", f.Version)
	}
	if len(f.Events) > season.MaxEvents {
		return nil, fmt.Errorf("a season has at most %d events", season.MaxEvents)
	}
	seen := map[string]bool{}
	for i, e := range f.Events {
		switch {
		case e.ID == "" || len(e.ID) > 64:
			return nil, fmt.Errorf("events[%d]: an id of 1 to 64 characters belongs here", i)
		case seen[e.ID]:
			return nil, fmt.Errorf("events[%d]: the id %q stands twice", i, e.ID)
		case e.Weight.Sign() < 0:
			return nil, fmt.Errorf("events[%d]: a weight is above 0", i)
		case e.Rounds < 0 || e.Rounds > file.MaxRounds:
			return nil, fmt.Errorf("events[%d]: an event has at most %d rounds", i, file.MaxRounds)
		}
		seen[e.ID] = true
	}
	return f, f.Rules.Check()
}

// parseExported reads the export of a season from Discord by folding its log. If the
// season was closed, the table must equal the closed one. It returns nil for a file
// without a log.
func parseExported(data []byte) (*seasonFile, error) {
	var has struct {
		Log json.RawMessage `json:"log"`
	}
	if json.Unmarshal(data, &has) != nil || has.Log == nil {
		return nil, nil
	}
	snap, f, err := league.Read(data)
	if err != nil {
		return nil, err
	}
	t := &seasonTable{roster: newRoster("id"), input: snap.State.Input(), season: snap.State, events: f.Events, reasons: f.Reasons}
	for i := range snap.State.Members {
		id := "m" + strconv.Itoa(i+1)
		t.index[id] = int32(i)
		t.ids, t.names = append(t.ids, id), append(t.names, cmp.Or(snap.Name(i+1), id))
	}
	for n := range max(0, snap.State.Settings.Planned-len(snap.State.Events)) {
		t.left = append(t.left, seasonEvent{ID: "e" + strconv.Itoa(len(snap.State.Events)+n+1)})
	}
	if rules := snap.State.Settings.Tiers(); rules != nil && snap.State.Count() > 1 {
		t.divisions, t.division = *rules, snap.State.DivisionOf
	}
	return &seasonFile{Version: 1, Name: f.Name, Rules: snap.State.Settings.Rules, exported: t}, nil
}

// toCome reports whether the event is still to be played.
func (e *seasonEvent) toCome() bool {
	return e.Tournament == nil && e.File == "" && e.Places == nil && e.Disqualified == nil && e.Records == nil && e.Matches == nil
}

// seasonTable is a season file with numbered members.
type seasonTable struct {
	*roster
	input   *season.Input
	events  numbered.List[string] // ids of the played events
	left    []seasonEvent
	reasons numbered.List[string]
	season  *season.State // of an export from Discord; nil for a file

	divisions division.Rules // promotion and relegation
	division  func(member int) int
}

// member returns the number of a member and adds a new one.
func (t *seasonTable) member(id string) int {
	return int(t.player(id)) + 1
}

// newSeasonTable counts the events of a file. by says how to identify players across
// tournament files: id or name.
func newSeasonTable(f *seasonFile, src *source, dir, by string) (*seasonTable, error) {
	if f.exported != nil {
		return f.exported, nil
	}
	t := &seasonTable{roster: newRoster(by), input: &season.Input{Rules: f.Rules}}
	for i := range f.Events {
		e := &f.Events[i]
		if e.toCome() {
			t.left = append(t.left, *e)
			continue
		}
		counted, err := t.count(e, src, dir)
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", e.ID, err)
		}
		counted.Weight = e.Weight
		t.input.Events = append(t.input.Events, counted)
		t.events = append(t.events, e.ID)
	}
	for i, a := range f.Adjustments {
		if a.Player == "" {
			return nil, fmt.Errorf("adjustments[%d]: a player belongs here", i)
		}
		t.reasons = append(t.reasons, a.Reason)
		t.input.Adjustments = append(t.input.Adjustments, season.Adjustment{Member: t.member(a.Player), Points: a.Points, Reason: i + 1})
	}
	return t, t.divide(f.Divisions)
}

func (t *seasonTable) count(e *seasonEvent, src *source, dir string) (season.Leg, error) {
	var out season.Leg
	if e.Tournament == nil && e.File == "" {
		return t.listed(e)
	}
	if e.Tournament != nil && e.File != "" || e.Places != nil || e.Records != nil || e.Matches != nil || e.Disqualified != nil {
		return out, errors.New("an event is given by a tournament, a file or its places, not by several")
	}
	from := &program{stdin: bytes.NewReader(e.Tournament)}
	var names []string
	if e.File != "" {
		names = []string{filepath.Join(dir, filepath.FromSlash(e.File))}
	}
	pos, err := src.event(from, names, nil)
	if err != nil {
		return out, errors.New(strings.TrimPrefix(faultText(err), "standard input: "))
	}
	who, err := t.of(pos.file)
	if err != nil {
		return out, err
	}
	return seasonEventOf(pos, func(player int32) int { return int(who[player]) + 1 })
}

// listed returns an event given by its places.
func (t *seasonTable) listed(e *seasonEvent) (out season.Leg, err error) {
	at := map[int]int{} // of the members
	result := func(id string) *season.Result {
		m := t.member(id)
		i, ok := at[m]
		if !ok {
			i = len(out.Results)
			at[m] = i
			out.Results = append(out.Results, season.Result{Member: m})
		}
		return &out.Results[i]
	}
	for _, p := range e.Places {
		if _, twice := at[t.member(p.player)]; twice {
			return out, fmt.Errorf("%q has two places", p.player)
		}
		result(p.player).Place = p.place
	}
	for _, id := range e.Disqualified {
		result(id).Disqualified = true
	}
	for _, id := range slices.Sorted(maps.Keys(e.Records)) {
		r, record := result(id), e.Records[id]
		if slices.Min(record[:]) < 0 || slices.Max(record[:]) > file.MaxRounds {
			return out, fmt.Errorf("%v is no record of %q; write [won, lost, drawn]", record, id)
		}
		r.Won, r.Lost, r.Drawn = record[0], record[1], record[2]
		r.Rounds = record[0] + record[1] + record[2]
	}
	for _, m := range e.Matches {
		meeting := season.Meeting{A: t.member(m.a), B: t.member(m.b)}
		if m.winner != "" {
			meeting.Winner = t.member(m.winner)
		}
		out.Meetings = append(out.Meetings, meeting)
	}
	return out, nil
}

// seasonEventOf returns what counts from a played event: final places (of the Swiss if
// there was no elimination), records before the elimination, and all two-player matches.
func seasonEventOf(pos *event, member func(player int32) int) (out season.Leg, err error) {
	if err := pos.unfinished(pos.after); err != nil {
		return out, err
	}
	table, err := pos.table()
	if err != nil {
		return out, err
	}
	places, err := pos.places()
	if err != nil {
		return out, err
	}
	known := slices.Max(append([]int{0}, places...)) > 0
	if !known && (pos.odd != nil || pos.state().Elimination() != nil) {
		return out, errors.New("its elimination has no winner yet")
	}
	rounds, byes := make([]int, len(places)), make([]int, len(places))
	l := pos.file.Ledger
	for i := range l.Rounds {
		for j := range l.Rounds[i].Matches {
			m := &l.Rounds[i].Matches[j]
			for _, p := range m.Players() {
				if m.Kind != ledger.AssignedLoss {
					rounds[p]++
				}
				if m.Kind == ledger.Bye {
					byes[p]++
				}
			}
			if meeting, ok := meetingOf(pos, m, member); ok {
				out.Meetings = append(out.Meetings, meeting)
			}
		}
	}
	for i := range table.Rows {
		r := &table.Rows[i]
		res := season.Result{
			Member: member(r.Player), Place: places[r.Player], Won: r.Record[0], Lost: r.Record[1], Drawn: r.Record[2],
			Rounds: rounds[r.Player], Disqualified: r.Disqualified, Byes: min(byes[r.Player], r.Record[0]),
		}
		if !known {
			res.Place = r.Place
		}
		if l.Players[r.Player].DroppedAfter != 0 || rounds[r.Player] > 0 {
			out.Results = append(out.Results, res)
		}
	}
	return out, nil
}

// meetingOf returns a two-player match with a winner or a draw.
func meetingOf(pos *event, m *ledger.Match, member func(player int32) int) (out season.Meeting, ok bool) {
	if m.N != 2 || m.Kind == ledger.DoubleLoss || m.Kind == ledger.Elsewhere {
		return out, false
	}
	out = season.Meeting{A: member(m.Seats[0]), B: member(m.Seats[1])}
	switch w := pos.file.Rules.Winner(m); {
	case m.Kind == ledger.Forfeit:
		out.Winner = out.A
	case w == 0:
		out.Winner = out.A
	case w == 1:
		out.Winner = out.B
	}
	return out, true
}

// unknownField matches encoding/json's error for an unknown key.
var unknownField = regexp.MustCompile(`json: unknown field ("[^"]*")`)

// divide assigns the members to the divisions of a file.
func (t *seasonTable) divide(d *seasonDivisions) error {
	if d == nil {
		return nil
	}
	if d.Up < 0 || d.Down < 0 {
		return errors.New("divisions: up and down are numbers from 0")
	}
	of := map[int]int{}
	for i, ids := range d.Members {
		for _, id := range ids {
			m := t.member(id)
			if of[m] > 0 {
				return fmt.Errorf("divisions: %q is in two of them", id)
			}
			of[m] = i + 1
			if !slices.Contains(t.input.Members, m) {
				t.input.Members = append(t.input.Members, m)
			}
		}
	}
	for m := range t.ids {
		if of[m+1] == 0 {
			return fmt.Errorf("divisions: %q is in none of them", t.ids[m])
		}
	}
	t.divisions, t.division = division.Rules{Up: d.Up, Down: d.Down}, func(member int) int { return of[member] }
	return nil
}
