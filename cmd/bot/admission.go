package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"topcut/commands/discord"
	"topcut/db"
)

// settingError is an invalid setting. A restart does not help, so its exit code tells
// service managers not to restart the bot.
type settingError struct{ err error }

// Error implements error.
func (e *settingError) Error() string { return e.err.Error() }

// Unwrap returns the error.
func (e *settingError) Unwrap() error { return e.err }

// wrongSetting wraps an error as a settingError; nil stays nil.
func wrongSetting(err error) error {
	if err == nil {
		return nil
	}
	return &settingError{err}
}

// admission is a check of a configuration: `serve` refuses to start if it fails, `doctor`
// reports it.
type admission struct {
	name string
	// address is where the check listens, as the key of that name has it; nil = nowhere.
	// The running bot holds it.
	address func(c config) string
	check   func(ctx context.Context, p *program, c config) error
}

// admissions lists the checks in the order of serve.
func admissions() []admission {
	return []admission{
		{name: "environment", check: func(_ context.Context, p *program, _ config) error {
			strange := unknownVariables(p.environ)
			if len(strange) == 0 {
				return nil
			}
			return wrongSetting(fmt.Errorf("%s: there is no such setting; `topcut man` lists the variables", strings.Join(strange, ", ")))
		}},
		{name: "token", check: func(_ context.Context, _ *program, c config) error {
			_, err := c.token()
			return wrongSetting(err)
		}},
		{name: "rehearsal", check: func(_ context.Context, p *program, c config) error {
			_, err := newClock(p.env("TOPCUT_CLOCK"), c.onLoopback())
			_, noSeed := secrets(p.env("TOPCUT_SEED"), c.onLoopback())
			for _, name := range rehearsedVariables {
				if err == nil {
					_, err = rehearsed(p.env, name, c.onLoopback())
				}
			}
			if err == nil {
				err = noSeed
			}
			return wrongSetting(err)
		}},
		{name: "rulesets", check: func(_ context.Context, _ *program, c config) error {
			_, err := library(c.Rulesets.Dir)
			return wrongSetting(err)
		}},
		{name: "backup.dir", check: func(_ context.Context, _ *program, c config) error {
			return mayBeFolder("backup.dir", c.Backup.Dir)
		}},
		{name: "http.autocert", check: func(_ context.Context, _ *program, c config) error {
			return mayBeFolder("http.autocert", c.HTTP.Autocert)
		}},
		{name: "database", check: func(ctx context.Context, _ *program, c config) error {
			return db.Admit(ctx, db.Config{Path: c.Database.Path, BackupDir: c.Backup.Dir})
		}},
		port("http.listen", func(c config) string { return c.HTTP.Listen }),
		port("http.public", func(c config) string { return c.HTTP.Public }),
	}
}

// mayBeFolder returns an error if something else lies where a key wants a folder.
func mayBeFolder(key, dir string) error {
	if dir == "" {
		return nil
	}
	at, info := standing(dir)
	if info != nil && !info.IsDir() {
		return wrongSetting(fmt.Errorf("%s: %s is no folder", key, at))
	}
	return nil
}

// standing returns what there is of a path: itself, or the nearest of what it lies in.
func standing(path string) (string, fs.FileInfo) {
	for {
		info, err := os.Stat(path)
		parent := filepath.Dir(path)
		if err == nil || parent == path {
			return path, info
		}
		path = parent
	}
}

// port returns the check that the address of a key can be listened at.
func port(key string, address func(c config) string) admission {
	return admission{name: key, address: address, check: func(ctx context.Context, _ *program, c config) error {
		return free(ctx, key, address(c))
	}}
}

// holding returns how a running bot notes that it listens at an address for a key.
func holding(key, address string) string { return key + " " + address }

// admit returns the error of the first check that fails, as serve does.
func (p *program) admit(ctx context.Context, c config) error {
	for _, a := range admissions() {
		if err := a.check(ctx, p, c); err != nil {
			return err
		}
	}
	return nil
}

// admissions reports every check that fails. An address that the running bot of this
// database holds is no finding.
func (e *examination) admissions(ctx context.Context, p *program) {
	note, _ := db.Held(e.cfg.Database.Path)
	for _, a := range admissions() {
		if a.address != nil {
			address, err := listenAddress(a.name, a.address(e.cfg))
			if err == nil && slices.Contains(strings.Split(note, "\n"), holding(a.name, address)) {
				continue
			}
		}
		if err := a.check(ctx, p, e.cfg); err != nil {
			e.refuse(a.name, err)
		}
	}
}

// refuse reports an error that keeps the bot from starting.
func (e *examination) refuse(check string, err error) {
	e.note(check, wrong, "%s", faultText(err))
	e.refused = cmp.Or(e.refused, exitCode(err))
}

// has reports whether a check has failed.
func (e *examination) has(check string) bool {
	for _, f := range e.found {
		if f.Check == check && f.State == wrong {
			return true
		}
	}
	return false
}

// free returns an error if the address of a key is not available for listening.
func free(ctx context.Context, key, text string) error {
	if text == "" {
		return nil
	}
	address, err := listenAddress(key, text)
	if err != nil {
		return wrongSetting(err)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return l.Close()
}

// sameAddress reports whether two addresses conflict for listening.
func sameAddress(a, b string) bool {
	hostA, portA, errA := net.SplitHostPort(a)
	hostB, portB, errB := net.SplitHostPort(b)
	if errA != nil || errB != nil || portA != portB || portA == "0" {
		return false
	}
	all := func(host string) bool { ip := net.ParseIP(host); return ip != nil && ip.IsUnspecified() }
	return hostA == hostB || all(hostA) || all(hostB)
}

// foreign returns an error if the bot is not in the server of discord.guild.
func (c *config) foreign(servers []string) error {
	for _, id := range servers {
		if id == c.Discord.Guild {
			return nil
		}
	}
	if c.Discord.Guild == "" {
		return nil
	}
	return wrongSetting(fmt.Errorf("discord.guild names the server %s, which the bot is not in; invite it there or correct the id", c.Discord.Guild))
}

// serverIDs returns the ids of the servers that the bot is in.
func serverIDs(all []discord.Membership) (ids []string) {
	for _, s := range all {
		ids = append(ids, s.ID)
	}
	return ids
}
