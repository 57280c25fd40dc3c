package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"time"

	"topcut/commands/discord"
)

// A process that stops leaves its sessions with Discord open, and the next one goes on with
// them: what people press in between is answered by the next. Discord keeps a session for
// some minutes, and the file beside the database says which they are.
const (
	sessionsSuffix = ".sessions"
	sessionsLast   = 3 * time.Minute
)

type leftSessions struct {
	At       time.Time         `json:"at"`
	Sessions []discord.Session `json:"sessions"`
}

// inherited returns the sessions that the process before has left, once.
func inherited(database string, now time.Time) ([]discord.Session, error) {
	data, err := os.ReadFile(database + sessionsSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = os.Remove(database + sessionsSuffix)
	}
	var left leftSessions
	if err == nil {
		err = json.Unmarshal(data, &left)
	}
	if age := now.Sub(left.At); err != nil || age < 0 || age > sessionsLast {
		return nil, err
	}
	return left.Sessions, nil
}

// leave writes down which sessions are left to the next process.
func leave(database string, sessions []discord.Session, now time.Time) error {
	if len(sessions) == 0 {
		return nil
	}
	data, err := json.Marshal(leftSessions{now, sessions})
	if err != nil {
		return err
	}
	return os.WriteFile(database+sessionsSuffix, data, 0o600)
}
