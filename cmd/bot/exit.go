package main

import (
	"errors"
	"fmt"

	"topcut/commands/discord"
	"topcut/commands/refusal"
	"topcut/db"
)

// Exit codes; see the package comment.
const (
	codeOK       = 0
	codeFailed   = 1
	codeToken    = 3 // 2 is used by Go programs that panic
	codeGateway  = 4
	codeDatabase = 5
	codeLost     = 7  // 6 is used by rehearsals
	codeUsage    = 64 // also for invalid settings: EX_USAGE of sysexits.h
)

// staysDown are the exit codes for which a restart does not help. The systemd unit and
// serve --stay use them.
var staysDown = []int{codeUsage, codeToken, codeGateway, codeLost}

// usageError is an error in the command line.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// exitError is an exit code whose reason was already printed.
type exitError int

func (e exitError) Error() string { return "" }

// codedError is an error with an exit code of its own.
type codedError struct {
	text string
	code int
}

func (e *codedError) Error() string { return e.text }

// exitCode returns the exit code for an error.
func exitCode(err error) int {
	var told exitError
	var coded *codedError
	var usage *usageError
	var setting *settingError
	var closed *discord.FatalCloseError
	var open *db.OpenError
	var lost *db.LostError
	switch {
	case errors.As(err, &told):
		return int(told)
	case errors.As(err, &coded):
		return coded.code
	case errors.As(err, &usage), errors.As(err, &setting):
		return codeUsage
	case errors.Is(err, discord.ErrTokenRefused), refusal.Of(err) == refusal.Unauthorized:
		return codeToken
	case errors.As(err, &closed):
		return codeGateway
	case errors.As(err, &lost), errors.As(err, &open) && (open.Problem == db.Behind || open.Problem == db.WasLost):
		return codeLost
	case errors.As(err, &open):
		return codeDatabase
	}
	return codeFailed
}
