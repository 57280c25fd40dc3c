package journal

import "encoding/json"

// Personal is all that is stored about a person.
type Personal struct {
	User string        `json:"user"` // Discord id
	Logs []PersonalLog `json:"events"`
	// Calendars is what the person has said of themselves for all events of a server.
	Calendars []PersonalCalendar `json:"calendars,omitempty"`
	Bans      []PersonalBan      `json:"bans,omitempty"`
	// Invitations are the lists of events and leagues on which the person is.
	Invitations []PersonalInvitation `json:"invitations,omitempty"`
	// Games are the versions of servers' own games that the person has saved.
	Games []PersonalGame `json:"games,omitempty"`
}

// PersonalGame is a version of a server's own game.
type PersonalGame struct {
	Guild   string `json:"guild"`
	ID      string `json:"game"`
	Version int    `json:"version"`
	Name    string `json:"name"`
	At      int64  `json:"at"` // unix milliseconds
}

// PersonalInvitation is an entry of the invitation list of an event or league.
type PersonalInvitation struct {
	Kind  string `json:"kind"`
	Log   int64  `json:"event"`
	Guild string `json:"guild"`
	Name  string `json:"name"` // as organisers wrote it
}

// PersonalBan is an entry of the ban list of a server, without the reason, which is the
// organisers'.
type PersonalBan struct {
	Guild string `json:"guild"`
	Begin int64  `json:"begin"`         // unix milliseconds
	End   int64  `json:"end,omitempty"` // 0 = none
}

// PersonalCalendar is a person's time zone and absences in a server.
type PersonalCalendar struct {
	Guild string          `json:"guild"`
	Data  json.RawMessage `json:"calendar"`
}

// PersonalLog is what one log holds about a person.
type PersonalLog struct {
	Kind   string         `json:"kind"`
	Log    int64          `json:"event"`
	Guild  string         `json:"guild"`
	Title  string         `json:"title"`
	Number int            `json:"number"` // the person's number in the log
	Name   string         `json:"name"`
	Over   bool           `json:"-"`     // nothing more is to be expected
	Texts  []PersonalText `json:"texts"` // by or about the person
	Acts   []PersonalAct  `json:"acts"`  // entries of the log that the person caused
}

// PersonalText is something written by or about a person.
type PersonalText struct {
	Kind string `json:"kind"`
	Body string `json:"body"`
}

// PersonalAct is an entry of the log that a person caused.
type PersonalAct struct {
	Entry int64           `json:"entry"`
	Time  int64           `json:"time"` // unix milliseconds
	Kind  string          `json:"kind"`
	Data  json.RawMessage `json:"data"`
}
