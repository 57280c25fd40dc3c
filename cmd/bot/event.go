package main

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/asof"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/final"
	"topcut/tournament/handover"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
	"topcut/tournament/standings"
)

// event is the event of a file: a log and its fold. The log is that of the export or, for
// any other file, the one with which the event would be imported.
type event struct {
	file   *file.Tournament
	snap   *tournament.Snapshot // at the selected moment
	last   *tournament.State    // at the end of the log
	after  int                  // number of the file's rounds that count
	logged bool                 // the log is the event's own
	odd    error                // why the file's elimination is missing
}

// exported is the id under which the log of a file is folded; the file does not contain
// its original id.
const exported tournament.ID = 1

// event reads a file and returns its event. change, if not nil, first applies flags to
// the file.
func (s *source) event(p *program, args []string, change func(*file.Tournament)) (*event, error) {
	t, err := s.read(p, args)
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(t)
	}
	e := &event{file: t, after: len(t.Ledger.Rounds)}
	if err := e.export(s); err != nil || e.logged {
		return e, err
	}
	secret, err := s.secret(t.Seed)
	if err != nil {
		return nil, err
	}
	err = e.takeOver(secret, t)
	if refused := new(tournament.Refusal); errors.As(err, &refused) && refused.Notice.Code == "takeover.bracket" {
		swiss := *t
		l := *t.Ledger
		l.Rounds, swiss.Ledger = l.Rounds[:slices.IndexFunc(l.Rounds, func(r ledger.Round) bool { return rules.IsElimination(r.Stage) })], &l
		e.odd = e.explainError(err)
		err = e.takeOver(secret, &swiss)
	}
	return e, e.explainError(err)
}

// export uses the log of an export, unless the rounds of the file were changed since.
func (e *event) export(s *source) error {
	if len(e.file.Log) == 0 {
		return nil
	}
	log, err := decodeLog(e.file.Log)
	if err != nil {
		return err
	}
	state, err := tournament.Fold(exported, log)
	if err != nil {
		return fmt.Errorf("the log of the file does not fold: %w", err)
	}
	if differs, err := fileDiffers(e.file, state, log); err != nil || differs != "" {
		return err
	}
	secret, err := s.secret(state.Secret)
	e.logged, e.last, e.snap = true, state, &tournament.Snapshot{State: state, Book: e.named(&tournament.Book{Secret: secret[:]}, state), Log: log}
	return err
}

// takeOver builds the log with which a file is imported.
func (e *event) takeOver(secret [32]byte, t *file.Tournament) error {
	called := *t
	called.Name = e.title()
	after, log, err := command.Decide(tournament.Begin(exported, secret[:]), command.Request{
		Command: handover.TakeOver{File: &called, Begin: true, Holes: true}.Command(),
	}, time.Time{})
	if err != nil {
		return err
	}
	e.last, e.snap = after.State, &tournament.Snapshot{State: after.State, Book: e.named(after.Book, after.State), Log: log}
	return nil
}

// explainError puts a refusal into words, with the names of the file; it returns other
// errors unchanged.
func (e *event) explainError(err error) error {
	if refused := new(tournament.Refusal); errors.As(err, &refused) {
		return errors.New(e.words().Notice(refused.Notice))
	}
	return err
}

// named sets all players' names to those of the file.
func (e *event) named(book *tournament.Book, s *tournament.State) *tournament.Book {
	for i := range s.Players {
		for len(book.People) < s.Players[i].Person {
			book.People = append(book.People, tournament.Person{No: len(book.People) + 1})
		}
		if i < len(e.file.Players) {
			book.People.At(s.Players[i].Person).Name = nameOf(e.file, i)
		}
	}
	return book
}

// secret returns the secret for random decisions: --seed, else the one in the file (in
// hex), else zeros. With an export whose secret is revealed, the pairings are exactly
// those of the live event.
func (s *source) secret(known string) (secret [32]byte, err error) {
	if s.seed.given {
		return s.seed.value, nil
	}
	b, err := hex.DecodeString(known)
	copy(secret[:], b)
	return secret, err
}

// upTo takes the event back to the moment after the given number of the file's rounds or,
// if paired is true, to just before the next is paired.
func (e *event) upTo(rounds int, paired bool) error {
	if most := len(e.file.Ledger.Rounds); rounds > most {
		return fmt.Errorf("the file has %d rounds, so nothing can be said after round %d", most, rounds)
	}
	if rounds == allRounds {
		return nil
	}
	e.after = rounds
	done := handover.RoundsOfFile(e.last, rounds)
	if done == len(e.last.Rounds) {
		return nil
	}
	moment := asof.AfterRound(done)
	if paired {
		moment = asof.BeforePairing(done + 1)
	}
	state, err := asof.Fold(exported, e.snap.Log, moment)
	if err == nil {
		e.snap = &tournament.Snapshot{State: state, Book: e.snap.Book, Log: e.snap.Log}
	}
	return err
}

// do runs a command on the event.
func (e *event) do(c command.Command) ([]tournament.Envelope, error) {
	after, made, err := command.Decide(e.snap, command.Request{Command: c}, time.Time{})
	if err == nil {
		e.snap = after
	}
	return made, e.explainError(err)
}

// decodeLog decodes the log of an export.
func decodeLog(raw json.RawMessage) ([]tournament.Envelope, error) {
	log, err := tournament.ReadLog(exported, raw)
	if err != nil {
		return nil, fmt.Errorf("the log of the file cannot be read: %w", err)
	}
	return log, nil
}

// nameOf returns the display name of a player by index.
func nameOf(t *file.Tournament, i int) string { return cmp.Or(t.Players[i].Name, t.Players[i].ID) }

// titleOf returns the name of an event, or of its game if it has none.
func titleOf(t *file.Tournament) string { return cmp.Or(t.Name, t.Rules.Name) }

func (e *event) title() string { return titleOf(e.file) }

func (e *event) state() *tournament.State { return e.snap.State }

func (e *event) name(i int32) string { return e.snap.Name(int(i) + 1) }

// id returns a player's id in the file; a drawn stand-in is not in the file.
func (e *event) id(i int32) string {
	if known := len(e.file.Players); int(i) >= known {
		return fmt.Sprintf("s%d", int(i)-known+1)
	}
	return e.file.Players[i].ID
}

// table returns the standings without elimination rounds.
func (e *event) table() (*standings.Table, error) { return e.state().Table(len(e.state().Rounds)) }

// swiss returns the number of the event's rounds that count for the standings.
func (e *event) swiss() int {
	if el := e.state().Elimination(); el != nil {
		return el.FirstRound - 1
	}
	return len(e.state().Rounds)
}

// unfinished returns an error about the first round with an open match among the file's
// first rounds.
func (e *event) unfinished(rounds int) error {
	all := e.file.Ledger.Rounds
	for i := range all[:min(rounds, len(all))] {
		var open []string
		for j := range all[i].Matches {
			m := &all[i].Matches[j]
			if m.Finished() || handover.Conceded(e.file, i+1, m) {
				continue
			}
			where := e.name(m.Seats[0])
			if m.Table > 0 {
				where = "table " + strconv.Itoa(int(m.Table))
			}
			open = append(open, where)
		}
		if len(open) > 0 {
			text := open[0]
			if len(open) > 1 {
				text += fmt.Sprintf(" and %d others have", len(open)-1)
			} else {
				text += " has"
			}
			return fmt.Errorf("round %d is not finished: %s no result; enter what is missing", i+1, text)
		}
	}
	return nil
}

// words returns the printer for notices about the event, with the names of the file.
func (e *event) words() text.Printer {
	return text.Printer{Name: func(n int) string {
		switch {
		case n < 1:
			return ""
		case e.snap != nil && n <= len(e.state().Players):
			return e.name(int32(n - 1))
		case n <= len(e.file.Players): // not imported
			return nameOf(e.file, n-1)
		}
		return ""
	}}
}

// env returns the event's environment for the bot's views.
func (e *event) env() view.Env { return view.Env{Snap: e.snap} }

// saysRounds reports whether the file says how many rounds precede the cut.
func (e *event) saysRounds() bool {
	return e.logged || e.file.RoundsPlanned > 0 || len(e.file.Stages.Stages) > 0
}

// places returns the final place of each player by index; 0 if there is none or it can
// still change.
func (e *event) places() ([]int, error) {
	if e.after < len(e.file.Ledger.Rounds) || e.odd != nil || !e.saysRounds() && e.state().Elimination() == nil {
		return make([]int, len(e.state().Players)), nil
	}
	return final.Settled(e.state())
}
