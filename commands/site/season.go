package site

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"topcut/commands/calendar"
	"topcut/commands/columns"
	"topcut/commands/leagueview"
	"topcut/commands/pictures"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/numbered"
	"topcut/tournament/season"
	"topcut/tournament/sorted"
	"topcut/tournament/table"
)

// Season is the content of a season's page. One computed from a file has no Snap and no
// State.
type Season struct {
	Name     string
	State    string              // progress of the season in one line
	Champion string              // one sentence; empty while the champion is not known
	Tables   []*season.Table     // of the divisions from the highest; one if there are none
	Lines    []season.Line       // of each table
	Final    int                 // how many reach the final; 0 for no final
	Weeks    numbered.List[Week] // the counted events
	Reason   func(int) string    // for an adjustment
	Words    text.Printer        // names the members

	Snap   *season.Snapshot
	Coming []Week      // unfinished events by start
	Later  []time.Time // dates of further events by the schedule
}

// Week is an event of a season.
type Week struct {
	ID      tournament.ID
	Title   string
	Address string    // of its page; empty if it has none
	Starts  time.Time // zero if not set
	Ends    time.Time // zero if not over
	State   string    // state of the event

	Changed   time.Time
	Revision  int64
	Cancelled bool
	Matches   []calendar.Date // the agreed times of its matches
	Open      []arrangedMatch
}

// Weeks returns events of which only the titles are known.
func Weeks(titles []string) []Week {
	out := make([]Week, len(titles))
	for i, t := range titles {
		out[i].Title = t
	}
	return out
}

// FrozenSeason returns the page of a season as one file: the table with a column for each
// event and dropped results struck through, each event with its results, and the reasons
// for each place. Like the page of an event it loads nothing; it has no script.
func FrozenSeason(l *Season) ([]byte, error) {
	p := newSeasonPage(l)
	p.Frozen = &inlined{
		Policy: fmt.Sprintf("default-src 'none'; style-src %s; base-uri 'none'; form-action 'none'", source(style)),
		Style:  markup(style),
	}
	return p.html(), nil
}

// seasonPage is the page of a season.
type seasonPage struct {
	frame
	*Season

	Numbers   []int // numbers of the events that count, in order
	Divisions []seasonDivision
	Played    []playedWeek // newest first
	Hash      string       // of a closed table
}

// seasonDivision is the table of a division.
type seasonDivision struct {
	Number int // 0 if there is only one
	Table  *table.Table
	Rows   []seasonRow // why each member stands where
}

// seasonRow explains a member's row in a table.
type seasonRow struct {
	Place  int
	Anchor string // id in the page
	Name   string
	Why    []string
}

// playedWeek is an event with its results.
type playedWeek struct {
	Week
	Number  int
	Results []weekResult
}

type weekResult struct {
	Place   int // 0 for none
	Name    string
	Points  string
	Counted bool
}

func newSeasonPage(l *Season) *seasonPage {
	p := &seasonPage{Season: l, frame: frame{words: l.Words, Title: l.Name, Description: l.State}}
	var state *season.State
	if l.Snap != nil {
		state = l.Snap.State
		if p.Seq = state.Seq; state.Closed != nil {
			p.Hash = state.Closed.Hash
		}
	}
	for i := range l.Weeks {
		if !removed(state, i+1) {
			p.Numbers = append(p.Numbers, i+1)
			p.Played = append(p.Played, playedWeek{Week: l.Weeks[i], Number: i + 1})
		}
	}
	for d := range l.Tables {
		p.divide(d)
	}
	for i := range p.Played {
		sorted.Stable(p.Played[i].Results, func(a, b weekResult) int {
			if (a.Place == 0) != (b.Place == 0) {
				return b.Place - a.Place // players without a place come last
			}
			return a.Place - b.Place
		})
	}
	slices.Reverse(p.Played)
	return p
}

// divide adds a table by its index, with the results of its events.
func (p *seasonPage) divide(d int) {
	t := p.Tables[d]
	var out seasonDivision
	events := p.Numbers
	if len(p.Tables) > 1 {
		out.Number = d + 1
		events = slices.DeleteFunc(slices.Clone(p.Numbers), func(event int) bool { return !t.Counts(event) })
	}
	title := func(event int) string { return p.Weeks.At(event).Title }
	out.Table = columns.Season{Tables: []*season.Table{t}, Events: events, Event: title, Name: p.Words.Name}.Make(table.HTML, p.Words)
	if d < len(p.Lines) && p.Lines[d].After < len(t.Rows) {
		out.Table.Cut.After = p.Lines[d].After
	}
	name := out.Table.Of(table.Name)
	for i := range t.Rows {
		r := &t.Rows[i]
		row := seasonRow{Place: r.Place, Anchor: fmt.Sprintf("m%d", r.Member), Name: p.Words.Name(r.Member)}
		if out.Number > 1 {
			row.Anchor = fmt.Sprintf("d%dm%d", out.Number, r.Member)
		}
		out.Table.Rows[i].Cells[name].Link = "#" + row.Anchor
		for k := range r.Parts {
			part := &r.Parts[k]
			at := slices.Index(p.Numbers, part.Event)
			if at < 0 || !slices.Contains(events, part.Event) {
				continue
			}
			week := &p.Played[at]
			week.Results = append(week.Results, weekResult{t.Result(part).Place, row.Name, part.Points.Plain(0), part.Counted})
		}
		for _, n := range t.Explain(r.Member, title, p.Reason) {
			row.Why = append(row.Why, plain(p.Words.Notice(n)))
		}
		out.Rows = append(out.Rows, row)
	}
	p.Divisions = append(p.Divisions, out)
}

// drawing returns the picture for previews of a link to the season.
func (l *Season) drawing() pictures.Drawing {
	return leagueview.Drawing(leagueview.Env{Season: l.Snap, Words: l.Words})
}

// seasonDocument is a season for other programs (docs/json.md).
type seasonDocument struct {
	Version  int                 `json:"version"`
	Sequence int64               `json:"sequence"`
	Name     string              `json:"name"`
	State    string              `json:"state"`           // one line for people
	Closed   string              `json:"closed,omitzero"` // hash of the final table
	Final    int                 `json:"final,omitzero"`  // how many reach it
	Next     time.Time           `json:"next,omitzero"`   // start of the next event
	Rows     []seasonDocumentRow `json:"rows"`
	Events   []weekDocument      `json:"events"` // that count
	Coming   []weekDocument      `json:"coming,omitempty"`
}

type seasonDocumentRow struct {
	Division int                  `json:"division,omitzero"` // from 1, the highest; missing if there is only one
	Place    int                  `json:"place"`
	Name     string               `json:"name"`
	Points   string               `json:"points"`
	Adjusted string               `json:"adjusted,omitzero"`
	Results  []weekResultDocument `json:"results"` // in the order of the events
}

type weekResultDocument struct {
	Event   int    `json:"event"` // number
	Place   int    `json:"place"` // 0 for none
	Points  string `json:"points"`
	Counted bool   `json:"counted"`
}

type weekDocument struct {
	Number int       `json:"number,omitzero"`
	Title  string    `json:"title"`
	Page   string    `json:"page,omitzero"` // address of its page
	Starts time.Time `json:"starts,omitzero"`
	State  string    `json:"state,omitzero"` // one line for people
}

func newWeekDocument(w *Week) weekDocument {
	return weekDocument{Title: w.Title, Page: w.Address, Starts: w.Starts.UTC(), State: w.State}
}

// document encodes the season for other programs.
func (p *seasonPage) document() ([]byte, error) {
	d := seasonDocument{
		Version: documentVersion, Sequence: p.Seq, Name: p.Name, State: p.State, Closed: p.Hash, Final: p.Final, Rows: []seasonDocumentRow{}, Events: []weekDocument{},
	}
	if p.Snap != nil && p.Snap.State.Closed == nil {
		d.Next = p.Snap.State.Next
	}
	for i, t := range p.Tables {
		for k := range t.Rows {
			r, shown := &t.Rows[k], &p.Divisions[i]
			row := seasonDocumentRow{Division: shown.Number, Place: r.Place, Name: shown.Rows[k].Name, Points: r.Points.String(), Results: []weekResultDocument{}}
			if !r.Adjusted.IsZero() {
				row.Adjusted = r.Adjusted.String()
			}
			for j := range r.Parts {
				part := &r.Parts[j]
				row.Results = append(row.Results, weekResultDocument{part.Event, t.Result(part).Place, part.Points.String(), part.Counted})
			}
			d.Rows = append(d.Rows, row)
		}
	}
	for _, n := range p.Numbers {
		w := newWeekDocument(p.Weeks.At(n))
		w.Number = n
		d.Events = append(d.Events, w)
	}
	for i := range p.Coming {
		d.Coming = append(d.Coming, newWeekDocument(&p.Coming[i]))
	}
	return json.Marshal(d)
}
