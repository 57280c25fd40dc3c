package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"topcut/tournament/rounds"
)

func versionCommand() subcommand {
	return subcommand{
		name: "version", about: "version of this program",
		text: "The commit is the one it was built from, with its date; \"changed\" says that files\nwere not as committed.",
		setup: func(*flag.FlagSet) action {
			return func(_ context.Context, p *program, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				parts := []string{"topcut " + version()}
				if built := commit(); built != "" {
					parts = append(parts, built)
				}
				parts = append(parts, fmt.Sprintf("pairing engine %d", rounds.EngineVersion),
					fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH))
				_, err := fmt.Fprintln(p.stdout, strings.Join(parts, ", "))
				return err
			}
		},
	}
}

// version returns the tag from which this program was built, else its commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	if revision := setting(info, "vcs.revision"); len(revision) >= 12 {
		return "devel-" + revision[:12]
	}
	return "devel"
}

// commit returns the commit from which this program was built, with its date; "" if it
// was built outside the repository. The date is the commit's, so that the same commit
// always gives the same program.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision := setting(info, "vcs.revision")
	if len(revision) < 12 {
		return ""
	}
	text := "commit " + revision[:12]
	if day, _, ok := strings.Cut(setting(info, "vcs.time"), "T"); ok {
		text += " of " + day
	}
	if setting(info, "vcs.modified") == "true" {
		text += " (changed)"
	}
	return text
}

// setting returns a build setting of the program.
func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
