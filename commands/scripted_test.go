package commands_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/golden"
)

// TestEvenings plays the evenings in testdata/evenings: each is a script of several people
// in a file, on a bot of its own with the real database and a local Discord, whose clock
// stands still. The draw is the same in every run. A line is a verb with its arguments;
// quotes are single, and # begins a comment. The owner of the server is Olga.
//
//	people NAME…                      the people come to the server
//	as NAME /COMMAND [OPTION=VALUE…]  uses a command: as olga /round pair; @NAME is a person, <FILE a file
//	as NAME press LABEL…              presses the newest button or chooses the newest option of a menu
//	                                  that the person sees with the label, then the next in what is answered
//	as NAME fill FIELD=VALUE…         fills in the form that was answered, and sends it; @NAME @NAME are people
//	as NAME says TEXT                 writes in the channel of the event
//	table N NAME NAME…                holds who sits at a table of the current round
//	advance DURATION                  lets time pass, and what is due happen: advance 50m
//	kill                              ends the bot at once; what it was about to post waits
//	games FILE…                       starts the bot again with these ruleset files of the script
//	restart                           starts the bot on what is stored, ending it before
//	post CHANNEL contains TEXT        a post in the channel says the text; ! = none does
//	saved FILE                        writes the file of the last answer to a file of the script
//	posts CHANNEL                     of a channel, or a thread with that in its name: prints the posts since the line before that printed them
//	stdout REGEXP                     what was printed last, by posts or as the answer to a person, matches; ! = does not
//	cmp stdout FILE                   it is that file of the script; UPDATE=1 writes the file
//
// Every verb but kill begins once all is posted. The other verbs are those of package
// testscript. A failing line says its number, who, and what was there. At the
// end nothing was against Discord's rules.
func TestEvenings(t *testing.T) {
	t.Parallel()
	update := golden.Updating(t)
	files, err := filepath.Glob("testdata/evenings/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no evenings: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			e := &scriptedEvening{testServer: newTestServer(t), printed: map[string]string{}}
			friday := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
			e.script = true
			e.stopped.Store(&friday)
			e.organiser.SetNick(e.guild, "Olga")
			testscript.Run(t, testscript.Params{
				Files: []string{file}, UpdateScripts: update, RequireUniqueNames: true,
				Setup: func(env *testscript.Env) error {
					env.Defer(e.clean)
					return nil
				},
				Cmds: map[string]func(*testscript.TestScript, bool, []string){
					"people": e.verb(1, "NAME…", e.people), "as": e.verb(2, "NAME /COMMAND or press, fill, says", e.as),
					"table": e.verb(2, "N NAME…", e.table), "advance": e.verb(1, "DURATION", e.advance),
					"kill": e.verb(0, ending, e.end), "restart": e.verb(0, "no arguments", e.restart),
					"games": e.verb(1, "FILE…", e.ownGames),
					"saved": e.verb(1, "FILE", e.saved),
					"post":  e.post, "posts": e.verb(1, "CHANNEL", e.posts),
				},
			})
		})
	}
}

// scriptedEvening is a test server on which a script plays.
type scriptedEvening struct {
	*testServer
	answered localdiscord.Answer
	dead     bool
	printed  map[string]string // the last printed post of a channel, by channel id
}

// scripted is a test whose failures belong to the current line.
type scripted struct {
	testing.TB
	ts *testscript.TestScript
}

func (s scripted) Fatal(args ...any)                 { s.ts.Fatalf("%s", fmt.Sprint(args...)) }
func (s scripted) Fatalf(format string, args ...any) { s.ts.Fatalf(format, args...) }
func (s scripted) Error(args ...any)                 { s.ts.Fatalf("%s", fmt.Sprint(args...)) }
func (s scripted) Errorf(format string, args ...any) { s.ts.Fatalf(format, args...) }

// ending is the usage of the one verb that does not wait until every post is sent.
const ending = "no arguments: the bot ends, whatever it is about to post"

// verb returns a verb with a minimum number of arguments that cannot be negated.
func (e *scriptedEvening) verb(least int, usage string, do func(ts *testscript.TestScript, args []string)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < least {
			ts.Fatalf("usage: %s", usage)
		}
		before := e.t
		e.t = scripted{before, ts}
		defer func() { e.t = before }()
		if !e.dead && usage != ending { // so that the posts do not depend on timing
			e.settle()
		}
		do(ts, args)
	}
}

// people adds people to the server.
func (e *scriptedEvening) people(ts *testscript.TestScript, names []string) {
	for _, name := range names {
		e.guild.AddPerson(name)
	}
}

// who returns a person by name.
func (e *scriptedEvening) who(name string) *localdiscord.Person {
	e.t.Helper()
	if strings.EqualFold(name, "olga") {
		return e.organiser
	}
	all := e.guild.People()
	i := slices.IndexFunc(all, func(p *localdiscord.Person) bool { return strings.EqualFold(p.Name(), name) })
	if i < 0 {
		e.t.Fatalf("no %s is on the server: people %s brings them", name, name)
	}
	return all[i]
}

// as lets a person act and prints the answer.
func (e *scriptedEvening) as(ts *testscript.TestScript, args []string) {
	p, verb, rest := e.who(args[0]), args[1], args[2:]
	switch {
	case e.dead:
		e.t.Fatalf("the bot is dead: restart comes first")
	case strings.HasPrefix(verb, "/"):
		words := []string{strings.TrimPrefix(verb, "/")}
		for len(rest) > 0 && !strings.Contains(rest[0], "=") {
			words, rest = append(words, rest[0]), rest[1:]
		}
		options := localdiscord.Options{}
		for name, value := range e.pairs(rest) {
			options[name] = value
			if who, mentioned := strings.CutPrefix(value, "@"); mentioned {
				options[name] = e.who(who)
			}
			if file, attached := strings.CutPrefix(value, "<"); attached {
				options[name] = localdiscord.File{Name: file, Data: []byte(ts.ReadFile(file))}
			}
		}
		e.answered = e.testServer.answer(e.use(p, strings.Join(words, " "), options))
	case verb == "press" && len(rest) > 0:
		e.pressed(p, e.newestWith(args[0], rest[0]), rest[0])
		for _, label := range rest[1:] {
			if e.answered.Message == nil || !offers(e.answered.Message.Components, label) {
				e.t.Fatalf("%s is answered without %q:\n%s", args[0], label, e.said())
			}
			e.pressed(p, *e.answered.Message, label)
		}
	case verb == "choose" && len(rest) > 0 && e.answered.Message != nil:
		e.pressed(p, *e.answered.Message, rest...)
	case verb == "fill":
		if e.answered.Modal == nil {
			e.t.Fatalf("%s has no form open, but:\n%s", args[0], e.said())
		}
		fields := localdiscord.Fields{}
		for name, value := range e.pairs(rest) {
			if fields[name] = value; strings.HasPrefix(value, "@") {
				fields[name] = e.chosen(value)
			}
		}
		i, err := p.SubmitModal(e.t.Context(), e.answered.Modal, fields)
		if err != nil {
			e.t.Fatal(err)
		}
		e.answered = e.testServer.answer(i)
	case verb == "says":
		if _, err := p.Send(e.t.Context(), e.channel, strings.Join(rest, " ")); err != nil {
			e.t.Fatal(err)
		}
		return
	default:
		e.t.Fatalf("%s can use a /command, press, choose, fill and says, not %s", args[0], verb)
	}
	fmt.Fprintln(ts.Stdout(), e.said())
}

// saved writes the file of the last answer to a file of the script.
func (e *scriptedEvening) saved(ts *testscript.TestScript, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(e.fileOf(e.answered)), 0o600))
}

// chosen returns the ids of people.
func (e *scriptedEvening) chosen(names string) (ids []string) {
	for _, name := range strings.Fields(names) {
		ids = append(ids, e.who(strings.TrimPrefix(name, "@")).ID())
	}
	return ids
}

// said formats an answer: a message, or a form with its fields.
func (e *scriptedEvening) said() string {
	form := e.answered.Modal
	if form == nil {
		return e.text(e.answered)
	}
	lines := []string{"form: " + form.Title}
	for _, c := range form.Components {
		if c.Label != "" {
			lines = append(lines, "  "+c.Label+"=")
		}
	}
	return strings.Join(lines, "\n")
}

// pairs splits arguments into names and values.
func (e *scriptedEvening) pairs(args []string) map[string]string {
	e.t.Helper()
	out := map[string]string{}
	for _, a := range args {
		name, value, ok := strings.Cut(a, "=")
		if !ok {
			e.t.Fatalf("%q is no NAME=VALUE", a)
		}
		out[name] = value
	}
	return out
}

// newestWith returns the newest message visible to a person that has a button or option
// with a label.
func (e *scriptedEvening) newestWith(name, label string) localdiscord.Message {
	e.t.Helper()
	p := e.who(name)
	var seen []localdiscord.Message
	for _, c := range e.guild.Channels() {
		seen = append(seen, e.srv.Messages(c, p)...)
	}
	slices.SortFunc(seen, func(a, b localdiscord.Message) int {
		if older(a.ID, b.ID) {
			return 1
		}
		return -1
	})
	i := slices.IndexFunc(seen, func(m localdiscord.Message) bool { return offers(m.Components, label) })
	if i < 0 {
		var there []string
		for _, m := range seen[:min(len(seen), 5)] {
			there = append(there, e.srv.Render(m))
		}
		e.t.Fatalf("%s sees no %q; the newest posts:\n%s", name, label, strings.Join(there, "\n"))
	}
	return seen[i]
}

// older reports whether an id was assigned before another: ids increase.
func older(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }

// offers reports whether there is a button or option with a label.
func offers(list []localdiscord.Component, label string) bool {
	return slices.ContainsFunc(list, func(c localdiscord.Component) bool {
		return !c.Disabled && (c.Type == wire.TypeButton && c.Label == label || option(c, label) != "") ||
			offers(c.Components, label) || c.Accessory != nil && offers([]localdiscord.Component{*c.Accessory}, label)
	})
}

// option returns the value of a menu's option with a label.
func option(c localdiscord.Component, label string) string {
	for _, o := range c.Options {
		if o.Label == label || o.Value == label {
			return o.Value
		}
	}
	return ""
}

// pressed presses a button of a message, or chooses options of one of its menus.
func (e *scriptedEvening) pressed(p *localdiscord.Person, m localdiscord.Message, labels ...string) {
	e.t.Helper()
	menu, values := "", []string(nil)
	var walk func([]localdiscord.Component)
	walk = func(list []localdiscord.Component) {
		for _, c := range list {
			var chosen []string
			for _, label := range labels {
				if v := option(c, label); v != "" {
					chosen = append(chosen, v)
				}
			}
			if len(chosen) == len(labels) && (len(labels) == 1 || c.MaxValues != nil && *c.MaxValues >= len(labels)) {
				menu, values = c.CustomID, chosen
			}
			walk(c.Components)
		}
	}
	walk(m.Components)
	var i *localdiscord.Interaction
	var err error
	if menu != "" {
		i, err = p.Select(e.t.Context(), m, menu, values)
	} else {
		i, err = p.Click(e.t.Context(), m, labels[0])
	}
	if err != nil {
		e.t.Fatal(err)
	}
	e.answered = e.testServer.answer(i)
}

// table checks the players at a table of the current round.
func (e *scriptedEvening) table(ts *testscript.TestScript, args []string) {
	s := e.snapshot().State
	var n int
	if _, err := fmt.Sscan(args[0], &n); err != nil {
		ts.Fatalf("%q is no table", args[0])
	}
	_, l := s.Match(len(s.Rounds), n)
	if l == nil {
		ts.Fatalf("round %d has no table %d", len(s.Rounds), n)
	}
	var names []string
	for _, seat := range l.Players() {
		names = append(names, e.snapshot().Book.Person(s.Players[seat].Person).Name)
	}
	if got, want := strings.Join(names, " "), strings.Join(args[1:], " "); !strings.EqualFold(got, want) {
		ts.Fatalf("at table %d are %s, not %s", n, got, want)
	}
}

// advance lets time pass.
func (e *scriptedEvening) advance(ts *testscript.TestScript, args []string) {
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	if e.dead {
		e.ahead.Add(int64(d))
		return
	}
	e.pass(d)
}

// end stops the bot.
func (e *scriptedEvening) end(ts *testscript.TestScript, _ []string) {
	if e.dead {
		ts.Fatalf("the bot is dead")
	}
	e.stop()
	e.dead = true
}

// restart starts the bot from its stored state.
func (e *scriptedEvening) restart(ts *testscript.TestScript, _ []string) {
	if !e.dead {
		e.stop()
	}
	ts.Check(e.srv.WaitOffline(e.t.Context()))
	e.start(false)
	e.dead = false
}

// ownGames starts the bot again with ruleset files of the script.
func (e *scriptedEvening) ownGames(ts *testscript.TestScript, files []string) {
	e.games = fstest.MapFS{}
	for _, file := range files {
		e.games[file] = &fstest.MapFile{Data: []byte(ts.ReadFile(file))}
	}
	e.restart(ts, nil)
}

// in returns a channel by its name.
func (e *scriptedEvening) in(name string) *localdiscord.Channel {
	e.t.Helper()
	all := e.guild.Channels()
	i := slices.IndexFunc(all, func(c *localdiscord.Channel) bool { return c.Name() == strings.TrimPrefix(name, "#") })
	for k := 0; i < 0 && k < len(all); k++ {
		for _, m := range e.srv.Messages(all[k], e.organiser) {
			if thread, ok := e.srv.Channel(m.ID); ok && strings.Contains(thread.Name(), name) {
				return thread
			}
		}
	}
	if i < 0 {
		e.t.Fatalf("there is no channel %s", name)
	}
	return all[i]
}

// post waits until a channel has a post with a text, or checks that it has none.
func (e *scriptedEvening) post(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 || args[1] != "contains" {
		ts.Fatalf("usage: post CHANNEL contains TEXT")
	}
	e.verb(0, "", func(*testscript.TestScript, []string) {
		var there []string
		for _, m := range e.srv.Messages(e.in(args[0]), e.organiser) {
			if !m.Private() {
				there = append(there, e.srv.Render(m))
			}
		}
		if found := slices.ContainsFunc(there, func(m string) bool { return strings.Contains(m, args[2]) }); found == neg {
			ts.Fatalf("%s has (%t) a post with %q:\n%s", args[0], found, args[2], strings.Join(there, "\n"))
		}
	})(ts, false, args)
}

// posts prints what was posted in a channel since it was last printed, in its current
// state.
func (e *scriptedEvening) posts(ts *testscript.TestScript, args []string) {
	all := slices.DeleteFunc(e.srv.Messages(e.in(args[0]), e.organiser), localdiscord.Message.Private)
	for _, m := range all {
		if older(e.printed[args[0]], m.ID) {
			fmt.Fprintln(ts.Stdout(), strings.TrimRight(e.srv.Render(m), "\n"))
			e.printed[args[0]] = m.ID
		}
	}
}
