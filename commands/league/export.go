package league

import (
	"bytes"
	"encoding/json"
	"slices"

	"topcut/commands/columns"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament/journal"
	"topcut/tournament/season"
	"topcut/tournament/table"
)

// File is the export of a season: its log, from which the table follows without the
// events, and the names of people and reasons in it. It has no Discord ids.
type File struct {
	Version int             `json:"version"`
	Name    string          `json:"name"`
	Events  []string        `json:"event_names"`
	People  []string        `json:"people"`
	Reasons []string        `json:"reasons"`
	Log     json.RawMessage `json:"log"`
}

// Export returns the file of a season. title returns the names of events.
func Export(s *season.Snapshot, title func(number int) string) ([]byte, error) {
	log, err := json.Marshal(withoutPlaces(s.Log))
	if err != nil {
		return nil, err
	}
	out := File{Version: 1, Name: s.State.Settings.Name, Events: titles(s, title), People: []string{}, Reasons: []string{}, Log: log}
	for _, p := range s.Book.People {
		out.People = append(out.People, p.Name)
	}
	for _, x := range s.Book.Texts {
		out.Reasons = append(out.Reasons, x.Body)
	}
	return json.MarshalIndent(out, "", " ")
}

func titles(s *season.Snapshot, title func(number int) string) []string {
	out := make([]string, len(s.State.Events))
	for i := range out {
		out[i] = title(i + 1)
	}
	return out
}

// Read folds the log of an export.
func Read(data []byte) (*season.Snapshot, *File, error) {
	var f File
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, nil, err
	}
	log, err := season.ReadLog(1, f.Log)
	if err != nil {
		return nil, nil, err
	}
	s, err := season.Fold(1, log)
	if err != nil {
		return nil, nil, err
	}
	book := &journal.Book{}
	for _, name := range f.People {
		book.AddPerson("", name)
	}
	for _, reason := range f.Reasons {
		book.Texts = append(book.Texts, journal.Text{No: len(book.Texts) + 1, Body: reason})
	}
	return &season.Snapshot{State: s, Book: book, Log: log}, &f, nil
}

// withoutPlaces returns a log without the server and channels of the season, on which
// nothing in the log depends.
func withoutPlaces(log []season.Envelope) []season.Envelope {
	out := slices.Clone(log)
	blank := func(s season.Settings) season.Settings {
		s.Channel = ""
		if s.Series != nil {
			x := *s.Series
			x.Event.TOChannel, x.Event.Gate.Role = "", ""
			s.Series = &x
		}
		return s
	}
	for i := range out {
		switch f := out[i].Event.(type) {
		case *season.Created:
			c := *f
			c.Guild, c.Settings = "", blank(f.Settings)
			out[i].Event = &c
		case *season.SettingsChanged:
			out[i].Event = &season.SettingsChanged{Settings: blank(f.Settings)}
		case *season.CorrectionHeld:
			out[i].Event = &season.CorrectionHeld{Log: f.Log}
		}
	}
	return out
}

// CSV returns the tables of a season with a column for each event; results that do not
// count are in square brackets. With several divisions, the first column is the division.
func CSV(s *season.Snapshot, title func(number int) string) ([]byte, error) {
	rows := columns.Season{Tables: s.State.Tables(), Event: title, Name: s.Name, Adjusted: true}
	for i := range s.State.Events {
		rows.Events = append(rows.Events, i+1)
	}
	var out bytes.Buffer
	err := rows.Make(table.CSV, text.Printer{}).CSV(&out)
	return out.Bytes(), err
}

// HTML returns the season's page to keep.
func HTML(s *season.Snapshot, title func(number int) string, words text.Printer) ([]byte, error) {
	return site.FrozenSeason(page(s, titles(s, title), words))
}

// page returns a season as on its page, without the future.
func page(s *season.Snapshot, titles []string, words text.Printer) *site.Season {
	words.Name = s.Name
	tables := s.State.Tables()
	lines := make([]season.Line, len(tables))
	for i, t := range tables {
		lines[i] = s.State.Line(min(i+1, s.State.Count()), t)
	}
	return &site.Season{
		Name: s.State.Settings.Name, State: wording.SeasonState(words, s.State, nil), Champion: wording.ChampionsPlain(words, s), Tables: tables, Lines: lines, Final: s.State.Settings.Rules.Final,
		Weeks: site.Weeks(titles), Reason: s.Book.Text, Words: words, Snap: s,
	}
}
