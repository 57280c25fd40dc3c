package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Controls are the buttons of a rehearsal. Those not in Status.Offered are disabled and
// never called. Errors are one sentence and shown unchanged. The methods may be called
// concurrently.
type Controls interface {
	// Status returns the enabled controls and the state of the rehearsal.
	Status() Status
	// SetSpeed sets the speed of the event relative to real time; Fastest and Still are
	// special values.
	SetSpeed(ctx context.Context, factor float64) error
	// LetPlay sets which people play automatically.
	LetPlay(ctx context.Context, who Players) error
	// Vanish makes the person with this user id stop acting, or act again; an empty id
	// selects some player.
	Vanish(ctx context.Context, person string) error
	// Disagree lets the two players of a table report different results.
	Disagree(ctx context.Context) error
	// CutConnection cuts the bot's connection to the gateway.
	CutConnection(ctx context.Context) error
	// RestartBot kills the bot without warning and starts it again.
	RestartBot(ctx context.Context) error
	// ExportURL returns the address of a download of the finished or running event: a path
	// of this page's server or an address on loopback.
	ExportURL(ctx context.Context) (string, error)
	// Turn moves a stopped clock by a number of days.
	Turn(ctx context.Context, days int) error
	// Step lets one person take the next sensible step, and returns when it is done.
	Step(ctx context.Context) error
	// NewEvent creates another event with a number of simulated players.
	NewEvent(ctx context.Context, players int, ruleset string) error
	// DropEventFile starts a rehearsal of the event in a tournament file.
	DropEventFile(ctx context.Context, data []byte) error
	// Log returns the newest lines of the bot's own log.
	Log(ctx context.Context) (string, error)
}

// Special speeds.
const (
	fastest = 0  // people do not wait
	still   = -1 // the clock is stopped and moved by Step
)

// Players says which people play automatically.
type Players string

// The values of Players.
const (
	Nobody    Players = "nobody"
	Others    Players = "others" // everyone not controlled on the page
	Everybody Players = "everybody"
)

// Control names one of the [Controls].
type Control string

// The controls.
const (
	ControlSpeed    Control = "speed"
	ControlPlay     Control = "play"
	ControlVanish   Control = "vanish"
	ControlDisagree Control = "disagree"
	ControlCut      Control = "cut"
	ControlRestart  Control = "restart"
	ControlExport   Control = "export"
	ControlStep     Control = "step"
	ControlDays     Control = "days"
	ControlNewEvent Control = "new"
	ControlDropFile Control = "file"
)

// Status is the state of a rehearsal.
type Status struct {
	// At grows with each status. The response to a button and the stream may overtake each
	// other; the page ignores the older one.
	At int64 `json:"at"`
	// Offered are the enabled controls.
	Offered []Control `json:"offered"`
	// Speed is the factor of SetSpeed.
	Speed float64 `json:"speed"`
	// Playing says which people play automatically.
	Playing Players `json:"playing"`
	// Rulesets are the ids accepted by NewEvent.
	Rulesets []string `json:"rulesets"`
	// Note describes the state of the event in one line, such as "Round 2 of 4, 3 of 8
	// tables done".
	Note string `json:"note,omitempty"`
	// Next is what the event waits for, such as "Olga (TO): pair the next round"; the zero
	// Step if the event is over.
	Next Step `json:"next,omitzero"`
	// First are the steps of a newcomer, in their order; nil if there are none.
	First []Step `json:"first,omitempty"`
	// Page is the address of the event's public page; "" if it is not served.
	Page string `json:"page,omitempty"`
	// Vanished are the user ids of vanished people.
	Vanished []string `json:"vanished"`
	// Channel is the channel of the newest event; "" if there is none.
	Channel string `json:"channel,omitempty"`
	// People is the number of people in the rehearsal; the page reloads the list when it
	// changes.
	People int `json:"people"`
}

// Step is something a person does next.
type Step struct {
	Person string `json:"person"` // user id
	Text   string `json:"text"`   // such as "Join as Alice"
	Done   bool   `json:"done,omitempty"`
	// Channel is where it is done; "" for the channel of the newest event.
	Channel string `json:"channel,omitempty"`
}

// status returns the status without nil lists, which the page cannot handle.
func (h *Handler) status() Status {
	s := Status{Speed: 1}
	if h.cfg.Controls != nil {
		s = h.cfg.Controls.Status()
	}
	if s.Playing == "" {
		s.Playing = Nobody
	}
	if s.Vanished == nil {
		s.Vanished = []string{}
	}
	h.mu.Lock()
	s.People = len(h.cast)
	h.told++
	s.At = h.told
	h.mu.Unlock()
	if s.Offered == nil {
		s.Offered = []Control{}
	}
	if s.Rulesets == nil {
		s.Rulesets = []string{}
	}
	return s
}

// controlRequest is a press of one of the rehearsal's buttons.
type controlRequest struct {
	Do      Control `json:"do"`
	Factor  float64 `json:"factor"`
	Who     Players `json:"who"`
	Person  string  `json:"person"`
	Players int     `json:"players"`
	Days    int     `json:"days"`
	Ruleset string  `json:"ruleset"`
	Data    []byte  `json:"data"`
}

const (
	mostSpeed   = 100_000
	mostPlayers = 1000
	mostDays    = 7
)

// control presses a button of the rehearsal and responds with the new status.
func (h *Handler) control(r *http.Request) (any, error) {
	var req controlRequest
	if err := body(r, &req); err != nil {
		return nil, err
	}
	if !slices.Contains(h.status().Offered, req.Do) {
		return nil, errors.New("this rehearsal does not offer that")
	}
	c, ctx := h.cfg.Controls, r.Context()
	reply := struct {
		Status Status `json:"status"`
		URL    string `json:"url,omitempty"`
	}{}
	var err error
	switch req.Do {
	case ControlSpeed:
		if !(req.Factor == fastest || req.Factor == still || req.Factor >= 1 && req.Factor <= mostSpeed) {
			return nil, fmt.Errorf("the speed is 0 for the fastest, -1 for a clock that stands, or from 1 to %d", mostSpeed)
		}
		err = c.SetSpeed(ctx, req.Factor)
	case ControlPlay:
		if req.Who != Nobody && req.Who != Others && req.Who != Everybody {
			return nil, fmt.Errorf("nobody is called %q; it is nobody, others or everybody", req.Who)
		}
		err = c.LetPlay(ctx, req.Who)
	case ControlVanish:
		if _, found := h.srv.Person(req.Person); !found && req.Person != "" {
			return nil, errors.New("there is no such person")
		}
		err = c.Vanish(ctx, req.Person)
	case ControlDisagree:
		err = c.Disagree(ctx)
	case ControlCut:
		err = c.CutConnection(ctx)
	case ControlRestart:
		err = c.RestartBot(ctx)
	case ControlExport:
		reply.URL, err = c.ExportURL(ctx)
		if err == nil && !localURL(reply.URL) {
			err = errors.New("the export lies outside of this machine and is not opened")
		}
	case ControlDays:
		if req.Days < 1 || req.Days > mostDays {
			return nil, fmt.Errorf("the clock is turned on by 1 to %d days at once", mostDays)
		}
		err = c.Turn(ctx, req.Days)
	case ControlStep:
		err = c.Step(ctx)
	case ControlNewEvent:
		if req.Players < 2 || req.Players > mostPlayers {
			return nil, fmt.Errorf("an event has from 2 to %d players", mostPlayers)
		}
		err = c.NewEvent(ctx, req.Players, req.Ruleset)
	case ControlDropFile:
		if !json.Valid(req.Data) {
			return nil, errors.New("the file is not a tournament file: it is not JSON")
		}
		err = c.DropEventFile(ctx, req.Data)
	}
	reply.Status = h.status()
	h.answers.Add(1)
	return reply, err
}

// logWire is the log of a rehearsal.
type logWire struct {
	Bot        string   `json:"bot"`        // newest lines of the bot's own log
	Discord    []string `json:"discord"`    // what happened, oldest first
	Violations []string `json:"violations"` // violations of Discord's rules
}

// logged is the number of transcript entries shown.
const logged = 300

// log returns the transcript and the bot's own log.
func (h *Handler) log(r *http.Request) (any, error) {
	w := logWire{Discord: []string{}, Violations: []string{}}
	if h.cfg.Controls != nil {
		var err error
		if w.Bot, err = h.cfg.Controls.Log(r.Context()); err != nil {
			return nil, err
		}
	}
	for _, e := range h.srv.Transcript(max(h.unread.catchUp(h.srv)-logged, 0)) {
		w.Discord = append(w.Discord, h.cfg.When(e.Time).UTC().Format(time.TimeOnly)+"  "+e.String())
	}
	for _, v := range h.srv.Violations() {
		w.Violations = append(w.Violations, v.String())
	}
	return w, nil
}

// localURL reports whether an address is a path or on loopback.
func localURL(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if u.Scheme == "" && u.Host == "" {
		return strings.HasPrefix(u.Path, "/")
	}
	return u.Scheme == "http" && loopback(u.Host)
}
