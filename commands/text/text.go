// Package text holds every word a person can read in Discord, by language.
//
// The domain, the simulator and the store speak in notices (package tournament/notice):
// codes with typed arguments. The views use the same keys, through a Printer. The texts
// are in catalogue/*.LANGUAGE.toml, one file for each subject and language. A key with
// several plural forms takes the one that CLDR has for its argument "n", which package
// plural of x/text chooses. (Its message catalogues have no files that a translator can
// edit, and go-i18n, which has, brings package text/template, with which the linker keeps
// every exported method of the program.) English is embedded as it is; of every other
// language what is packed in catalogue/packed.
//
//	[round]
//	open = "Round {round} is still being played."
//
//	[round.waits]
//	one = "Round {round} is waiting for one table."
//	other = "Round {round} is waiting for {n} tables."
//
// An argument is written in braces. No text names a slash command literally: it says
// {command} and is given one that can be clicked.
package text

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"

	"topcut/tournament/notice"
	"topcut/tournament/table"
)

// Printer prints texts in one language for one kind of reader. Its fields may be changed
// in a copy. The zero Printer prints English.
type Printer struct {
	tongue *languageTexts
	// Language is its BCP 47 tag, empty for the zero Printer.
	Language string
	// Name returns the name of a player; nil means by number.
	Name func(player int) string
	// Escape makes typed text safe for where it is shown; nil leaves it unchanged.
	Escape func(string) string
	// Command makes a slash command clickable by its path; nil leaves it as code.
	Command func(path string) Raw
	// Moment formats a time; nil means in UTC.
	Moment func(time.Time) string
	// Away formats the distance to a time, for arguments named "away"; nil means Moment.
	Away func(time.Time) string
	// Clock formats the time of day of a time within hours, for arguments named "clock",
	// in texts that are never edited; nil means Moment.
	Clock func(time.Time) string
}

// Raw is an argument of Say that is inserted unchanged: a mention, a clickable command,
// an already printed sentence.
type Raw string

// Say returns the text of a key with arguments in pairs of name and value, as
// notice.New takes them; a value may also be Raw.
func (p Printer) Say(key notice.Code, args ...any) string {
	words := make(map[string]string, len(args)/2)
	count := uncounted
	for i := 0; i+1 < len(args); i += 2 {
		name, _ := args[i].(string)
		if raw, ok := args[i+1].(Raw); ok {
			words[name] = string(raw)
			continue
		}
		a := notice.New(key, name, args[i+1]).Args[0]
		words[name] = p.argument(a)
		if n, ok := a.Value.(notice.Int); ok && name == "n" {
			count = int(n)
		}
	}
	return p.say(key, words, count)
}

// Begin capitalises the first letter of a text that begins a line.
func Begin(line string) string {
	r, n := utf8.DecodeRuneInString(line)
	return string(unicode.ToUpper(r)) + line[n:]
}

// Plain returns a function that prints texts for packages without our types: its
// arguments are strings, used unchanged, and ints.
func (p Printer) Plain() func(key string, args ...any) string {
	return func(key string, args ...any) string {
		typed := slices.Clone(args)
		for i := 1; i < len(typed); i += 2 {
			if s, ok := typed[i].(string); ok {
				typed[i] = Raw(s)
			}
		}
		return p.Say(notice.Code(key), typed...)
	}
}

// Notice returns the sentence of a notice, "" for the zero Notice.
func (p Printer) Notice(n notice.Notice) string {
	if n.IsZero() {
		return ""
	}
	words := make(map[string]string, len(n.Args))
	count := uncounted
	for _, a := range n.Args {
		words[a.Name] = p.argument(a)
		if i, ok := a.Value.(notice.Int); ok && a.Name == "n" {
			count = int(i)
		}
	}
	return p.say(n.Code, words, count)
}

// uncounted is the count of a text without the argument "n".
const uncounted = math.MinInt

func (p Printer) say(key notice.Code, words map[string]string, count int) string {
	if p.tongue != nil {
		if text, ok := p.tongue.say(key, words, count); ok {
			return text
		}
	}
	text, ok := english().say(key, words, count)
	if !ok {
		return missing(key) // a test finds every key without a text
	}
	return text
}

// say returns a text; ok is false if the language lacks it, or if it has an argument that
// is not among the words.
func (t *languageTexts) say(key notice.Code, words map[string]string, count int) (said string, ok bool) {
	forms, ok := t.compiled()[string(key)]
	if !ok {
		return "", false
	}
	form := plural.Other
	if len(forms) > 1 && count != uncounted {
		form = plural.Cardinal.MatchPlural(t.tag, max(count, -count), 0, 0, 0, 0)
	}
	return forms[form].fill(words)
}

func (p Printer) argument(a notice.Arg) string {
	if t, ok := a.Value.(notice.Time); ok {
		switch {
		case a.Name == "away" && p.Away != nil:
			return p.Away(t.Time)
		case a.Name == "clock" && p.Clock != nil:
			return p.Clock(t.Time)
		}
	}
	if side, ok := a.Value.(notice.Text); ok && a.Name == "side" {
		return p.Value(notice.Quote(side))
	}
	if slices.Contains(numbers, a.Name) {
		return p.number(a.Value)
	}
	return p.Value(a.Value)
}

// numbers are the names of arguments that number something: their thousands are not set
// apart, since "Table 1024" is a name, which the table has everywhere.
var numbers = []string{"entry", "last", "line", "log", "match", "number", "player", "pod", "round", "seat", "seed", "seeds", "table", "tables"}

// number formats an argument that is a number of something, or several of them.
func (p Printer) number(v notice.Value) string {
	switch v := v.(type) {
	case notice.Int:
		return strconv.FormatInt(int64(v), 10)
	case notice.List:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = p.number(v[i])
		}
		return p.List(parts)
	}
	return p.Value(v)
}

func missing(key notice.Code) string { return "‹" + string(key) + "›" }

// Lookup is Say for a key that may have no text, or none that these arguments fill: then ok
// is false.
func (p Printer) Lookup(key notice.Code, args ...any) (text string, ok bool) {
	text = p.Say(key, args...)
	return text, text != missing(key)
}

// Known reports whether there is a text without arguments for a key.
func Known(key notice.Code) bool {
	_, ok := Printer{}.Lookup(key)
	return ok
}

// Value formats an argument.
func (p Printer) Value(v notice.Value) string {
	switch v := v.(type) {
	case notice.Int:
		return p.count(int64(v))
	case notice.Text:
		if p.Escape != nil {
			return p.Escape(string(v))
		}
		return string(v)
	case notice.Quote:
		return p.Value(notice.Text(p.tongue.quoted(string(v))))
	case notice.Word:
		return p.Say(notice.Code(v))
	case notice.Player:
		if p.Name != nil {
			if name := p.Name(int(v)); name != "" {
				return name
			}
		}
		return v.String()
	case notice.Command:
		if p.Command != nil {
			return string(p.Command(string(v)))
		}
		return "`/" + string(v) + "`"
	case notice.Number:
		return p.Decimal(string(v))
	case notice.Points:
		return p.Decimal(v.Plain(0))
	case notice.Time:
		if p.Moment != nil {
			return p.Moment(v.Time)
		}
		return v.Format("2006-01-02 15:04 UTC")
	case notice.Span:
		return p.Span(time.Duration(v))
	case notice.List:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = p.Value(v[i])
		}
		return p.List(parts)
	case notice.Notice:
		return p.Notice(v)
	}
	return fmt.Sprint(v)
}

// Numerals returns the signs with which the language writes numbers.
func (p Printer) Numerals() table.Numerals {
	return table.Numerals{Point: p.Say("number.point"), Percent: p.Say("number.percent")}
}

// Decimal returns a number that is written with a decimal point, and perhaps with the sign
// of percent, as the language writes it.
func (p Printer) Decimal(number string) string { return p.Numerals().Write(number) }

// count returns a whole number with its thousands apart, where the language sets them apart
// in a number of so many digits.
func (p Printer) count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	if -1000 < n && n < 1000 {
		return digits
	}
	sign, digits := digits[:len(digits)-len(strings.TrimPrefix(digits, "-"))], strings.TrimPrefix(digits, "-")
	if from, err := strconv.Atoi(p.Say("number.grouped_from")); err == nil && len(digits) < from {
		return sign + digits
	}
	head := (len(digits)-1)%3 + 1
	var b strings.Builder
	b.WriteString(sign + digits[:head])
	for i := head; i < len(digits); i += 3 {
		b.WriteString(p.Say("number.group") + digits[i:i+3])
	}
	return b.String()
}

// List joins parts with the language's conjunction: "a, b and c".
func (p Printer) List(parts []string) string {
	switch n := len(parts); n {
	case 0:
		return ""
	case 1:
		return parts[0]
	default:
		head := strings.Join(parts[:n-1], p.Say("list.comma"))
		return p.Say("list.and", "head", Raw(head), "last", Raw(parts[len(parts)-1]))
	}
}

// Span formats a duration in its largest units: "2 days", "1 h 20 min".
func (p Printer) Span(d time.Duration) string {
	d = d.Abs()
	hours, minutes := int64(d/time.Hour), int64(d%time.Hour/time.Minute)
	switch {
	case hours >= 48 && d%(24*time.Hour) == 0:
		return p.Say("span.days", "n", hours/24)
	case hours > 0 && minutes > 0:
		return p.Say("span.both", "hours", Raw(p.Say("span.hours", "n", hours)), "minutes", Raw(p.Say("span.minutes", "n", minutes)))
	case hours > 0:
		return p.Say("span.hours", "n", hours)
	case minutes > 0:
		return p.Say("span.minutes", "n", minutes)
	}
	return p.Say("span.seconds", "n", int64(d/time.Second))
}

// Start formats the start of something: weekday, day and time of day in t's zone.
func (p Printer) Start(t time.Time) string {
	return p.Say("date.start", "weekday", notice.Word("date.weekday."+strings.ToLower(t.Format("Mon"))), "day", t.Day(),
		"month", notice.Word("date.month."+strings.ToLower(t.Format("Jan"))), "time", Raw(t.Format("15:04")))
}

// Day formats a date in t's zone.
func (p Printer) Day(t time.Time) string {
	return p.Say("date.day", "day", t.Day(), "month", notice.Word("date.whole."+strings.ToLower(t.Format("Jan"))), "year", Raw(strconv.Itoa(t.Year())))
}

// compiled is a text with arguments in braces: it alternates text and names of
// arguments, beginning with text.
type compiled []string

// compile reads a text.
func compile(src string) (compiled, error) {
	var c compiled
	for {
		before, rest, open := strings.Cut(src, "{")
		c = append(c, before)
		if !open {
			return c, nil
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed || name == "" {
			return nil, fmt.Errorf("%q: a brace is not closed, or names nothing", src)
		}
		c = append(c, name)
		src = after
	}
}

// fill returns the text with its arguments; ok is false if one is missing, or the text.
func (c compiled) fill(words map[string]string) (said string, ok bool) {
	switch len(c) {
	case 0:
		return "", false
	case 1:
		return c[0], true
	}
	var b strings.Builder
	for i, part := range c {
		if i%2 == 1 {
			if part, ok = words[part]; !ok {
				return "", false
			}
		}
		b.WriteString(part)
	}
	return b.String(), true
}
