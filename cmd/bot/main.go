// Command bot is Topcut: a Discord bot that runs whole tournaments in a server, and the
// engine behind it on the command line.
//
// One binary does everything. `topcut serve` is the bot; `check`, `doctor`, `health`,
// `commands`, `invite`, `backup`, `restore`, `verify`, `export`, `import`, `replay`,
// `forget`, `mydata` and `cancel` are for its host; `standings`, `pair`, `seat` and
// `bracket` are the engine without Discord, on tournament files. `topcut help` lists
// them all.
//
// What a program needs goes to standard output; messages and logs go to standard error.
// An error is one line there that begins "topcut: ". Exit codes:
//
//	0  done
//	1  bad input, or a check failed
//	3  Discord refuses the token
//	4  Discord closed the gateway for good (4010 to 4014)
//	5  the database cannot be used (newer schema, second bot, not writable)
//	6  a rehearsal lost or doubled something, or broke a rule of Discord
//	7  the database file was deleted, moved or replaced under the running bot
//	64 the command line or a setting is wrong
//
// 2 is left to crashes: a Go program that panics exits with it.
package main

import (
	"context"
	"os"
	"time"
	_ "time/tzdata" // time zones for systems without them: scratch images, Windows

	_ "golang.org/x/crypto/x509roots/fallback" // certificate authorities, likewise
)

func main() { start(pulseEvery) }

func start(pulse time.Duration) {
	p := &program{env: os.Getenv, environ: os.Environ(), stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, pulse: pulse}
	os.Exit(p.run(context.Background(), os.Args[1:]))
}
