package rehearse

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/cmd/bot/flagtext"
	"topcut/commands/localdiscord"
	"topcut/commands/text"
	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// options are the values of the command-line flags.
type options struct {
	players, rounds, cut int
	direct               int // how many players want direct messages
	crew                 int // members of each team; 0 = players play alone
	boards               int // of a match of crews; 0 = none
	bench                int // members of each team beyond the boards
	ruleset              string
	own                  *ownGame    // of the server, which is played; nil = a game of the program
	stages               stage.Chain // empty for Swiss rounds and a cut
	seed                 uint64
	speed                float64 // relative to real time; 0 means max
	restartEvery         time.Duration
	faults               float64 // percent
	downtime             time.Duration
	schemas              string // a folder, "" to look for it, or noSchemas
	event                string
	keep                 string
	public               string // listen address for the page of the event
	quiet, json, hold    bool
	verbose              bool // show the complete channels
	rough                bool // people make mistakes, argue, drop and correct far more than usual
	web                  bool
	unattended           bool   // the organiser leaves when the event runs
	ghosts               int    // players who join and never press anything; goes with unattended
	league               bool   // a season of arranged matches instead of an evening
	language             string // of the event and of everyone's Discord; "" means English

	usual    bool              // people play as most do, and the organiser sets what the form asks for
	restarts int               // stop restarting after this many; 0 for no limit
	hurry    float64           // speed of the event's clock at maxSpeed; 0 for real time
	dark     bool              // in the downtime Discord is down, not the bot
	linger   bool              // one match of each round lasts until the time is over
	steps    time.Duration     // how far the clock of the bot's host is set between kills, alternately forward and back
	set      map[string]string // additional settings of the event
	poll     time.Duration     // how often the bot checks its clocks; 0 for the default
	windows  float64           // factor by which the windows of rate limits are shortened; 0 for that of the speed
}

// maxSpeed is the stored value of `--speed max`.
const maxSpeed = 0

// pageSpeed is the initial speed of a rehearsal on the page.
const pageSpeed = 60

// maxWindow is the factor by which the windows of rate limits are shortened at maxSpeed.
const maxWindow = 50

// scale returns the initial factor by which the windows of rate limits are shortened.
func (o *options) scale() float64 {
	if o.windows > 0 {
		return o.windows
	}
	return windowScale(o.speed)
}

// windowScale returns the factor by which the windows of rate limits are shortened at a
// speed.
func windowScale(speed float64) float64 {
	if speed == maxSpeed || speed == still {
		return maxWindow
	}
	return max(speed, 1)
}

// noSchemas is the value of --schemas that turns the conformance check off.
const noSchemas = "none"

// faultPlan returns the faults for --faults.
func (o *options) faultPlan() localdiscord.FaultPlan {
	return localdiscord.FaultPlan{Percent: o.faults, Duplicate: o.faults / 5, Delay: o.faults / 5, Flap: o.faults / 20}
}

// describedBy returns a function that reads Discord's own API descriptions for a bot's
// executable.
func (o *options) describedBy(executable string) func() (localdiscord.Conformance, error) {
	return func() (localdiscord.Conformance, error) { return o.conformance(executable) }
}

// conformance returns the check against Discord's API descriptions; the zero value if it
// is turned off or they are not available.
func (o *options) conformance(executable string) (localdiscord.Conformance, error) {
	folder, found := o.schemas, o.schemas != ""
	switch folder {
	case noSchemas:
		return localdiscord.Conformance{}, nil
	case "":
		if folder, found = localdiscord.FindDescriptions("."); !found {
			folder, found = localdiscord.FindDescriptions(filepath.Dir(executable))
		}
	}
	if !found {
		return localdiscord.Conformance{}, nil
	}
	return localdiscord.Descriptions(folder)
}

const usage = `usage: topcut rehearse [flags]

Plays a whole event with simulated people on a local Discord: no token, no
account, no network. The bot runs as a process of its own, as it would for real,
and is killed once on the way, unless another flag says what goes wrong.

  --players N         how many people want to play (default 16)
  --rounds N          Swiss rounds (default 4)
  --cut N             size of the cut, 0 = none (default 4; none for mahjong)
  --stages CHAIN      what is played, instead of --rounds and --cut, such as
                      "draft > swiss 3 > single 4"; docs/organisers.md has the notation
  --crews N           so many teams of two want to play, in the place of players:
                      any member reports, any of the other team confirms
  --boards N          with --crews: teams of N play their matches on N boards, and
                      whoever sits at a board reports it
  --bench N           with --boards: teams have N more members than boards, and
                      captains put in substitutes and give line-ups
  --direct N          how many of them want to be told by direct message, and
                      confirm results there (default 0)
  --ruleset ID        which game (default magic)
  --game FILE         a game of your own instead, as one of the server's: the file of
                      a ruleset whose id begins with own-
  --language TAG      what people read, such as de, ja or pt-BR (default en)
  --seed N            the same number gives the same event (default 1)
  --speed N|max       how much faster than an evening; max = nobody waits, and
                      the event's clock runs as the real one, or stands still
                      with --unattended (default max, on the page 60)
  --restart-every D   kill the bot every D of real time (such as 5s), without
                      warning, and start it again
  --faults PERCENT    let so many of Discord's answers go wrong
  --downtime D        leave the bot down once, in the middle of a round, for D of
                      the event's and of Discord's time (such as 30m)
  --schemas DIR       compare everything with Discord's own descriptions in this
                      folder (openapi.json, gateway.schema.json); none = do not
                      (default: looked for beside the project)
  --unattended        the organiser leaves when the event runs, and it ends by its own
                      order; its clock waits for the players and then goes to
                      what is due next
  --ghosts N          so many of its players, or members of teams who are no captains,
                      never press anything once they have joined; goes with
                      --unattended (default 0)
  --league            eight weeks of a league with two divisions, whose players
                      arrange their matches, to the start of the next season;
                      goes with --ruleset, --language, --seed, --verbose, --quiet and --json;
                      with --web on the page, where you turn the clock on by days;
                      with --crews, --boards and --bench one league of teams instead,
                      in which the two at each board arrange their match
  --event FILE        play a real event: its players, pairings and results, and
                      compare the standings with those in the file
  --keep FILE         keep the database; the bot's log is kept beside it
  --public ADDR       serve the page of the event there while it is played (such as
                      127.0.0.1:8081), and print its address
  --verbose           everything that people do and see in the channels, as it is
  --quiet             only the result
  --rough             people err, argue, drop and correct far more than people do,
                      with most settings changed; the bot is not killed
  --json              the result as the last line, for programs
  --web               on a page in the browser: act the people yourself, let the
                      others play, let things go wrong
  --hold              start the local Discord without playing, print its
                      addresses, and wait for Ctrl+C

Discord's rate limits are kept, with their windows shortened by the speed (by 50
with max): five messages in five seconds and channel become five in 0.1 seconds.
They are never switched off.

Exit codes: 0 all is well; 1 the event could not be played or its standings
differ; 6 something was lost, doubled, or against Discord's rules; 64 wrong flags.
`

// parseOptions parses the flags. The error is one sentence, or flag.ErrHelp after the
// help was printed.
func parseOptions(args []string, out io.Writer) (*options, error) {
	o := &options{}
	flags := flag.NewFlagSet("rehearse", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&o.players, "players", 16, "")
	flags.IntVar(&o.rounds, "rounds", 4, "")
	flags.IntVar(&o.cut, "cut", 4, "")
	crews := flags.Int("crews", 0, "")
	flags.IntVar(&o.boards, "boards", 0, "")
	flags.IntVar(&o.bench, "bench", 0, "")
	flags.IntVar(&o.direct, "direct", 0, "")
	flags.StringVar(&o.ruleset, "ruleset", "magic", "")
	flags.Func("game", "", func(path string) (err error) {
		o.own, err = readGame(path)
		return err
	})
	flags.Func("stages", "", func(v string) (err error) {
		o.stages, err = stage.Parse(v)
		return inWords(err)
	})
	flags.Func("language", "", func(v string) error {
		if o.language = text.Closest(v); o.language == text.English && !strings.HasPrefix(strings.ToLower(v), text.English) {
			return fmt.Errorf("there are %s", strings.Join(text.Offered(), ", "))
		}
		return nil
	})
	flags.Uint64Var(&o.seed, "seed", 1, "")
	flags.Func("speed", "", func(v string) error {
		if v == "max" {
			o.speed = maxSpeed
			return nil
		}
		n, err := strconv.ParseFloat(v, 64)
		if err != nil || !(n >= 1 && n <= 100_000) {
			return errors.New("give a number from 1 to 100000, or max")
		}
		o.speed = n
		return nil
	})
	flags.DurationVar(&o.restartEvery, "restart-every", 0, "")
	flags.Float64Var(&o.faults, "faults", 0, "")
	flags.DurationVar(&o.downtime, "downtime", 0, "")
	flags.StringVar(&o.schemas, "schemas", "", "")
	flags.StringVar(&o.event, "event", "", "")
	flags.StringVar(&o.keep, "keep", "", "")
	flags.StringVar(&o.public, "public", "", "")
	flags.BoolVar(&o.verbose, "verbose", false, "")
	flags.BoolVar(&o.quiet, "quiet", false, "")
	flags.BoolVar(&o.rough, "rough", false, "")
	flags.BoolVar(&o.json, "json", false, "")
	flags.BoolVar(&o.hold, "hold", false, "")
	flags.BoolVar(&o.web, "web", false, "")
	flags.BoolVar(&o.unattended, "unattended", false, "")
	flags.IntVar(&o.ghosts, "ghosts", 0, "")
	flags.BoolVar(&o.league, "league", false, "")
	if err := flagtext.Parse(flags, args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(out, usage)
			return nil, err
		}
		return nil, fmt.Errorf("%s; `topcut help rehearse` lists the flags", flagtext.Problem(flags, err))
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("rehearse takes no argument %q; `topcut help rehearse` lists the flags", flags.Arg(0))
	}
	if *crews != 0 {
		o.players, o.crew = *crews, max(2, o.boards+o.bench)
	}
	return o, o.check(flags)
}

// inWords puts an error of the domain into a sentence.
func inWords(err error) error {
	var refused *tournament.Refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused) && !refused.Notice.IsZero():
		return errors.New(strings.TrimSuffix(text.Printer{}.Notice(refused.Notice), "."))
	}
	return errors.New(strings.TrimSuffix(text.Printer{}.Notice(notice.Of(err)), "."))
}

// killsOnce reports whether the bot is killed once during a narrated event, to show that
// it survives.
func (o *options) killsOnce() bool {
	return o.usual && !o.quiet && !o.verbose && o.restartEvery == 0 && o.faults == 0 && o.downtime == 0 && o.event == "" && (o.speed == maxSpeed || o.unattended && o.speed == still)
}

// check returns an error for options that cannot be played.
func (o *options) check(flags *flag.FlagSet) error {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if o.event != "" {
		for _, name := range []string{"players", "rounds", "cut", "stages", "ruleset", "game"} {
			if given[name] {
				return fmt.Errorf("--%s has no meaning with --event: the file says it", name)
			}
		}
	}
	switch {
	case o.crew > 0 && (o.players < 2 || o.players > 500):
		return fmt.Errorf("--crews is a number from 2 to 500, not %d", o.players)
	case o.league && o.crew > 0 && o.boards == 0:
		return errors.New("--crews in a --league needs --boards: the two at each board arrange their match")
	case o.league && o.crew > 0 && o.players > maxTeams:
		return fmt.Errorf("--crews in a --league is a number from 2 to %d, not %d", maxTeams, o.players)
	case o.boards != 0 && (o.crew == 0 || o.boards < 2 || o.boards > tournament.MaxCrew):
		return fmt.Errorf("--boards is a number from 2 to %d and goes with --crews: a board has one player of either team", tournament.MaxCrew)
	case o.bench < 0 || o.bench > 0 && (o.boards == 0 || o.boards+o.bench > tournament.MaxCrew):
		return fmt.Errorf("--bench goes with --boards: a team has at most %d members", tournament.MaxCrew)
	case o.players < 2 || o.players > 1000:
		return fmt.Errorf("--players is a number from 2 to 1000, not %d", o.players)
	case o.rounds < 1 || o.rounds > 63:
		return fmt.Errorf("--rounds is a number from 1 to 63, not %d", o.rounds)
	case o.cut < 0 || o.cut == 1 || o.cut > 256:
		return fmt.Errorf("--cut is 0 or a number from 2 to 256, not %d", o.cut)
	case o.direct < 0 || o.direct > o.players:
		return fmt.Errorf("--direct is a number from 0 to the number of players, not %d", o.direct)
	case o.cut > o.players && given["cut"]:
		return fmt.Errorf("a cut to %d is larger than the field of %d players", o.cut, o.players)
	case o.restartEvery != 0 && o.restartEvery < 100*time.Millisecond:
		return errors.New("--restart-every is at least 100ms: the bot needs time to start")
	case o.downtime != 0 && (o.downtime < 10*time.Minute || o.downtime > 12*time.Hour):
		return errors.New("--downtime is a time from 10m to 12h")
	case o.quiet && o.verbose:
		return errors.New("--quiet shows nothing and --verbose everything: give one of them")
	case !(o.faults >= 0 && o.faults <= 50):
		return errors.New("--faults is a percentage from 0 to 50")
	case o.ghosts != 0 && !o.unattended:
		return errors.New("--ghosts goes with --unattended: others would wait for their organiser")
	case o.crew > 0 && (o.ghosts < 0 || o.ghosts > o.players*(o.crew-1)):
		return fmt.Errorf("--ghosts is a number from 0 to %d, so that the captains are there", o.players*(o.crew-1))
	case o.crew == 0 && (o.ghosts < 0 || o.ghosts > o.players-2):
		return fmt.Errorf("--ghosts is a number from 0 to %d, so that two players are there", o.players-2)
	case o.public != "" && !isAddress(o.public):
		return errors.New("--public is an address and a port, such as 127.0.0.1:8081")
	}
	for _, x := range []struct {
		flag, why string
		not       []string
	}{
		{"crews", "the players of an evening are its teams", []string{"players", "web", "hold", "event"}},
		{"game", "it says which game is played", []string{"ruleset"}},
		{"downtime", "it goes with an event that is made up and played by itself", []string{"web", "hold", "event"}},
		{"unattended", "its organiser leaves when it runs", []string{"web", "hold", "event", "league", "downtime", "rough"}},
		{"web", "it begins on an empty page", []string{"hold", "event", "keep", "restart-every"}},
		{"hold", "it only starts the local Discord", []string{"event", "keep", "restart-every", "public"}},
	} {
		i := slices.IndexFunc(x.not, func(name string) bool { return given[name] })
		if given[x.flag] && i >= 0 {
			return fmt.Errorf("--%s does not go with --%s: %s", x.not[i], x.flag, x.why)
		}
	}
	if o.league {
		for name := range given {
			if !slices.Contains([]string{"league", "crews", "boards", "bench", "ruleset", "game", "language", "seed", "schemas", "verbose", "quiet", "json", "web"}, name) {
				return fmt.Errorf("--%s has no meaning with --league", name)
			}
		}
	}
	if o.own != nil {
		o.ruleset = o.own.ID
		if !given["stages"] && !given["rounds"] && !given["cut"] {
			o.stages = o.own.Structure
		}
	}
	rs, err := o.load(o.ruleset)
	if err != nil {
		return fmt.Errorf("there is no ruleset %q; there are %s", o.ruleset, strings.Join(rules.IDs(), ", "))
	}
	if o.unattended {
		if rs.NoShow.Grace == 0 {
			return fmt.Errorf("--unattended does not go with %s: someone has to sit in for a missing player", rs.ID)
		}
		if o.speed == maxSpeed {
			o.speed = still
		}
	}
	if given["stages"] {
		if given["rounds"] || given["cut"] {
			return errors.New("--stages says rounds and cut too: leave --rounds and --cut out")
		}
		fit, err := tournament.Settings{Stages: o.stages}.Fit(rs)
		if err != nil {
			return fmt.Errorf("--stages: %w", inWords(err))
		}
		o.stages = fit.Stages
	}
	if o.league {
		o.speed = still
		if o.crew == 0 {
			o.players = leagueCount*leagueSize + 1
		}
		o.rounds = o.players - 1 + o.players%2
	} else if o.web && !given["speed"] {
		o.speed = pageSpeed
	}
	// Games with tables of four have their own cuts, or none.
	if !given["cut"] && (o.cut > o.players || rs.Tables != nil) {
		o.cut = 0
	}
	return nil
}

// isAddress reports whether text is a host and port that can be both listened on and
// connected to; port 0 means any free one.
func isAddress(text string) bool {
	host, port, err := net.SplitHostPort(text)
	n, bad := strconv.Atoi(port)
	return err == nil && host != "" && bad == nil && n >= 0 && n < 1<<16
}
