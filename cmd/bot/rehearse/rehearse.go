// Package rehearse is `topcut rehearse`: the whole bot, as it runs in production, on a
// local Discord with simulated people. It needs no token, no account and no network.
//
// # What is real and what is simulated
//
// The bot is a child process: the same executable with `serve`, its own database file,
// and the address of the local Discord. Everything between it and the people goes over
// HTTP and WebSocket as with Discord: slash commands with autocomplete, buttons,
// selects, modals, attachments. The local Discord (package localdiscord) is strict:
// what Discord would refuse is refused and counts as a violation. The people are played
// by package histories, which names the next sensible step of a person, and by this
// package, which takes it in one of the ways that a person has: as a command, or with
// the buttons they see.
//
// # How the play follows the event
//
// What to do next is decided on the log in the child's database, which is opened for
// reading only beside the running bot (SQLite in WAL mode allows that) and folded. A
// batch of steps is tried on a copy (command.Decide) and then carried out for real;
// the copy is thrown away. So nothing drifts: what was refused, lost in a crash or
// decided otherwise is seen at the next look, as people see it in the channel.
//
// # What is checked
//
// At the end, when nothing waits to be sent any more: every result that a player was
// told is final is in the log with their interaction as its cause; every interaction
// took effect at most once; the posts that the log asks for (post.Plan over the log)
// are in the channels, each once, found by the ids of their components; each shows at
// least the last event that changes it and says what post.Render makes of the log up to
// there; the threads of decided matches are closed, the others open; the local Discord
// saw no violation. With --event the standings equal the published ones.
//
// # On the page
//
// With --web (package web) a user can be any of these people in the browser, while the
// others play by the same means: an autoplayer takes the steps of the people that are
// not controlled on the page, when its pacer allows. What the page does to the event is
// done by interactions of its people; what it does to the bot (cut, restart, the clock
// in a file that the bot follows) happens around it.
//
// # Time
//
// With --speed max people do not wait and the event's clock runs as real time. With
// --speed N the event's clock runs N times as fast, people take the time that people
// take, and clocks, reminders and deadlines fire. The rate limits of the local Discord
// are never off; their windows are shortened, by N, or by a fixed factor with max.
package rehearse

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Exit codes of Main.
const (
	exitOK     = 0
	exitFailed = 1 // bad input, or the rehearsal could not be completed
	exitFaulty = 6 // something was lost, doubled, or violated Discord's rules
	exitUsage  = 64
)

// Env is the environment of a rehearsal.
type Env struct {
	Stdout, Stderr io.Writer
	// Executable is the bot; it is started with the argument serve.
	Executable string
	// Environ is the environment; nil means that of this process. NO_COLOR and TERM are
	// honoured. Variables of Discord and Topcut are not passed to the child.
	Environ []string
}

func (e *Env) setDefaults() {
	if e.Stdout == nil {
		e.Stdout = os.Stdout
	}
	if e.Stderr == nil {
		e.Stderr = os.Stderr
	}
	if e.Environ == nil {
		e.Environ = os.Environ()
	}
}

// Main runs `topcut rehearse` with the given arguments and returns the exit code. It
// stops early, with everything it has started, when ctx is done and on an interrupt.
// Errors are one line on Stderr that begins "topcut: ".
func Main(ctx context.Context, args []string, env Env) int {
	env.setDefaults()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	opts, err := parseOptions(args, env.Stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		fmt.Fprintf(env.Stderr, "topcut: %v\n", err)
		return exitUsage
	}
	return run(ctx, opts, env)
}
