package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"

	"topcut/tournament"
)

func versionCommand() command {
	return command{
		name: "version", about: "version of this program",
		setup: func(*flag.FlagSet) action {
			return func(_ context.Context, p *program, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				_, err := fmt.Fprintf(p.stdout, "topcut %s, pairing engine %d, %s %s/%s\n", version(), tournament.EngineVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
				return err
			}
		},
	}
}

// version is the tag this program was built from, else its commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel-" + s.Value[:12]
		}
	}
	return "devel"
}
