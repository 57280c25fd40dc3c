package main

import (
	"context"
	"os"
	"runtime/debug"

	"topcut/cmd/bot/rehearse"
)

func rehearseCommand() subcommand {
	return subcommand{
		name: "rehearse", about: "play a whole tournament on a local Discord, without a token",
		whole: func(ctx context.Context, p *program, args []string) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			// A rehearsal keeps everything that was shown; the bot runs in its own process.
			debug.SetGCPercent(gcPercent)
			code := rehearse.Main(ctx, args, rehearse.Env{Stdout: p.stdout, Stderr: p.stderr, Executable: self})
			if code != codeOK {
				return exitError(code)
			}
			return nil
		},
	}
}
