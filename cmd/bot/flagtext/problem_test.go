package flagtext_test

import (
	"errors"
	"flag"
	"io"
	"testing"
	"time"

	"topcut/cmd/bot/flagtext"
)

func TestProblem(t *testing.T) {
	for _, tt := range []struct{ arg, want string }{
		{"--nosuch", "there is no flag --nosuch"},
		{"-nosuch=3", "there is no flag --nosuch"},
		{"--rounds=two", `--rounds does not take "two": it takes a whole number`},
		{"--rounds=99999999999999999999", `--rounds does not take "99999999999999999999": it takes a whole number`},
		{"--rounds", "--rounds needs a whole number"},
		{"--seed=-1", `--seed does not take "-1": it takes a whole number from 0`},
		{"--faults=x", `--faults does not take "x": it takes a number`},
		{"--every=5", `--every does not take "5": it takes a duration such as 90s or 30m`},
		{"--json=perhaps", `--json does not take "perhaps": it takes true or false`},
		{"--file", "--file needs a value"},
		{"--cut=x", `--cut does not take "x": a cut is a number`},
	} {
		t.Run(tt.arg, func(t *testing.T) {
			fs := flag.NewFlagSet("test", flag.ContinueOnError)
			fs.SetOutput(io.Discard)
			fs.Int("rounds", 0, "")
			fs.Uint64("seed", 0, "")
			fs.Float64("faults", 0, "")
			fs.Duration("every", time.Second, "")
			fs.Bool("json", false, "")
			fs.String("file", "", "")
			fs.Func("cut", "", func(string) error { return errors.New("a cut is a number") })
			if got := flagtext.Problem(fs, fs.Parse([]string{tt.arg})); got != tt.want {
				t.Errorf("it says %q, not %q", got, tt.want)
			}
		})
	}
}
