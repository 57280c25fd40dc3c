package rehearse

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// screen prints to a terminal what people in the channels do and see.
type screen struct {
	mu       sync.Mutex
	out, err io.Writer
	colour   bool // of out
	live     bool // err is a terminal, so the progress line overwrites itself
	quiet    bool
	drawn    bool // the cursor is on a progress line
	last     string
	shown    map[string][]string // lines of each message as last printed
}

func newScreen(env Env, quiet bool) *screen {
	plain := false
	for _, kv := range env.Environ {
		name, value, _ := strings.Cut(kv, "=")
		plain = plain || name == "NO_COLOR" && value != "" || name == "TERM" && value == "dumb"
	}
	return &screen{
		out: env.Stdout, err: env.Stderr, quiet: quiet,
		colour: isTerminal(env.Stdout) && !plain, live: isTerminal(env.Stderr) && !plain,
		shown: map[string][]string{},
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// Colours of the terminal.
const (
	bold   = "1"
	dim    = "2"
	green  = "32"
	yellow = "33"
	red    = "31"
	cyan   = "36"
)

func (s *screen) paint(colour, text string) string {
	if !s.colour || text == "" {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// privateLines is how many lines of a private answer are printed: the channels are more
// important.
const privateLines = 4

// entry prints one entry of the transcript, on as many lines as it needs.
func (s *screen) entry(e localdiscord.Entry) {
	if s.quiet {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e.Kind {
	case localdiscord.EntryAction:
		text := s.paint(dim, e.Channel) + "  " + s.paint(cyan, e.Actor) + " " + e.Action
		if e.Text != "" {
			text += " " + s.paint(dim, strings.ReplaceAll(e.Text, "\n", " / "))
		}
		s.print(text)
	case localdiscord.EntryPosted, localdiscord.EntryEdited:
		s.message(e)
	case localdiscord.EntryFailed:
		s.print("    " + s.paint(yellow, "-> only "+e.To+": "+e.Text))
	case localdiscord.EntryThread:
		s.print(s.paint(dim, e.Channel+"  "+e.Actor+" "+e.Action))
	case localdiscord.EntryConnected:
		s.print(s.paint(green, "* "+e.Actor+" is online"))
	case localdiscord.EntryDisconnected:
		s.print(s.paint(yellow, "* "+e.Actor+" is offline"))
	case localdiscord.EntryDeleted, localdiscord.EntryModal, localdiscord.EntryChoices, localdiscord.EntryMember:
		// Forms, lists and dismissals are not printed.
	}
}

// message prints a message: completely when it is posted, only the changes when it is
// edited.
func (s *screen) message(e localdiscord.Entry) {
	lines := messageLines(e.Text)
	before := s.shown[e.MessageID]
	s.shown[e.MessageID] = lines
	if e.To != "" {
		more := ""
		if len(lines) > privateLines {
			more = fmt.Sprintf(" (and %d more lines)", len(lines)-privateLines)
			lines = lines[:privateLines]
		}
		for i, line := range lines {
			mark := "    -> only " + e.To + ": "
			if i > 0 {
				mark = "       "
			}
			s.print(s.paint(dim, mark+line))
		}
		if more != "" {
			s.print(s.paint(dim, "      "+more))
		}
		return
	}
	if e.Kind == localdiscord.EntryEdited {
		lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(before, line) || line == "" })
		if len(lines) == 0 {
			return
		}
		title := ""
		if len(before) > 0 {
			title = before[0]
		}
		s.print(s.paint(dim, e.Channel+"  ~ "+title))
		for _, line := range lines {
			s.print("  " + s.paint(yellow, "~ ") + line)
		}
		return
	}
	s.print(s.paint(dim, e.Channel) + "  " + s.paint(bold, e.Actor))
	for _, line := range lines {
		s.print("  " + s.paint(green, "| ") + line)
	}
}

// messageLines returns the lines of a message.
func messageLines(text string) []string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		// Without the bar of a container: the screen draws its own.
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(line, "| "), "### ")
	}
	return lines
}

func (s *screen) print(line string) {
	s.wipe()
	fmt.Fprintln(s.out, line)
}

// say prints a line even if output is quiet.
func (s *screen) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.print(fmt.Sprintf(format, args...))
}

// wipe removes the progress line.
func (s *screen) wipe() {
	if s.drawn {
		fmt.Fprint(s.err, "\r\x1b[K")
		s.drawn = false
	}
}

// progress shows the state of the event: on one line that is overwritten or, without a
// terminal, on a line per phase and round.
func (s *screen) progress(now progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stage := now.phase.String()
	if now.phase == tournament.Running && now.round > 0 {
		stage = fmt.Sprintf("round %d", now.round)
		if now.round <= now.of {
			stage += fmt.Sprintf(" of %d", now.of)
		}
	}
	if !s.live {
		if stage != s.last {
			s.last = stage
			fmt.Fprintf(s.err, "%s: %d players, %d interactions\n", stage, now.players, now.interactions)
		}
		return
	}
	line := fmt.Sprintf("%s · %d players · %d interactions", stage, now.players, now.interactions)
	if now.tables > 0 {
		line = fmt.Sprintf("%s · %d of %d tables · %d interactions", stage, now.done, now.tables, now.interactions)
	}
	if now.restarts > 0 {
		line += fmt.Sprintf(" · %d restarts", now.restarts)
	}
	fmt.Fprint(s.err, "\r\x1b[K"+line)
	s.drawn = true
}

// done removes the progress line for good.
func (s *screen) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wipe()
}

// writeJSON prints a value on one line.
func writeJSON(w io.Writer, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own plain structs always marshal
	}
	fmt.Fprintf(w, "%s\n", data)
}
