package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/tournament"
)

// Pages of the settings panel.
const (
	PageGeneral      = "general"
	PageStructure    = "structure"
	PageRounds       = "rounds"
	PageRegistration = "registration"
)

// optionKey begins the key of a switch of the ruleset: "option.match".
const optionKey = "option."

// setting is one thing an organiser can set: by a menu, in a form, or with
// /tournament settings.
type setting struct {
	key, page string
	title     string
	hint      string   // for the form; empty where a menu is enough
	choices   []choice // of the menu; none where it is typed
	show      func(*tournament.Settings) string
	set       func(*tournament.Settings, string) error
}

// choice is one line of a menu.
type choice struct{ value, title string }

// settings returns every setting but the switches of a ruleset, in the order of
// the panel. show writes what set reads.
func settings() []setting {
	return slices.Concat(generalSettings(), structureSettings(), roundSettings(), registrationSettings())
}

func generalSettings() []setting {
	return []setting{
		{
			key: "name", page: PageGeneral, title: "Name", hint: "What the event is called",
			show: func(s *tournament.Settings) string { return s.Name },
			set:  func(s *tournament.Settings, v string) error { s.Name = v; return nil },
		},
		{
			key: "prizes", page: PageGeneral, title: "Prizes", hint: "Announced at the start; may stay empty",
			show: func(s *tournament.Settings) string { return s.Prizes },
			set:  func(s *tournament.Settings, v string) error { s.Prizes = v; return nil },
		},
		{
			key: "start_at", page: PageGeneral, title: "Start", hint: "As 2026-03-06 18:00 in the event's time zone",
			show: showStart, set: setStart,
		},
		{
			key: "time_zone", page: PageGeneral, title: "Time zone", hint: "Such as Europe/Berlin",
			show: func(s *tournament.Settings) string { return s.TimeZone }, set: setZone,
		},
		toggle("auto_start", PageGeneral, "Starts by itself", func(s *tournament.Settings) *bool { return &s.AutoStart }),
		lineSetting(),
		{
			key: "to_channel", page: PageGeneral, title: "Organisers' channel",
			show: func(s *tournament.Settings) string { return s.TOChannel }, set: setChannel,
		},
	}
}

// lineSetting is the post about who is in and who is out, which is on by default.
func lineSetting() setting {
	t := toggle("line_post", PageGeneral, "After a round: who is in, who is out", func(s *tournament.Settings) *bool { return &s.QuietLine })
	swap := func(v string) string {
		if v == "yes" {
			return "no"
		}
		return "yes"
	}
	show, set := t.show, t.set
	t.show = func(s *tournament.Settings) string { return swap(show(s)) }
	t.set = func(s *tournament.Settings, v string) error {
		if err := set(s, v); err != nil {
			return err
		}
		s.QuietLine = !s.QuietLine
		return nil
	}
	return t
}

func structureSettings() []setting {
	return []setting{
		{
			key: "format", page: PageStructure, title: "Format",
			choices: []choice{{"swiss", "Swiss, then a cut"}, {"single", "Single elimination"}, {"double", "Double elimination"}, {"round_robin", "Round robin"}, {"draft", "Booster draft, then rounds"}},
			show:    func(s *tournament.Settings) string { return string(s.Format) },
			set: func(s *tournament.Settings, v string) error {
				v = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(v))
				if !slices.Contains(tournament.Formats(), tournament.Format(v)) {
					return tournament.RefuseText(tournament.BadInput, "%q is no format; choose swiss, single, double, round_robin or draft.", v)
				}
				s.Format = tournament.Format(v)
				return nil
			},
		},
		number("rounds", PageStructure, "Rounds", "A number, or auto: by attendance", "auto", "", func(s *tournament.Settings) *int { return &s.Rounds }),
		{
			key: "cut", page: PageStructure, title: "Cut", hint: "auto, auto max 8, none, top 8, top 8 lock 39, points 15 min 8, equal 8 max 12, equal auto",
			choices: []choice{{"auto", "Cut by attendance"}, {"none", "No cut"}, {"top 2", "Top 2"}, {"top 4", "Top 4"}, {"top 8", "Top 8"}, {"top 16", "Top 16"}, {"top 32", "Top 32"}},
			show:    showCut, set: setCut,
		},
		groupsSetting(),
		toggle("third_place", PageStructure, "Third place is played", func(s *tournament.Settings) *bool { return &s.ThirdPlace }),
		{
			key: "bracket", page: PageStructure, title: "Bracket", hint: "auto, fixed, reseed: best against worst again, placement: every place is played, or double",
			show: func(s *tournament.Settings) string {
				if s.Bracket == "" {
					return "auto"
				}
				return string(s.Bracket)
			},
			set: func(s *tournament.Settings, v string) error {
				tree := tournament.Tree(strings.ToLower(v))
				switch tree {
				case "auto":
					tree = ""
				case "", tournament.BracketFixed, tournament.BracketReseed, tournament.BracketPlacement, tournament.BracketDouble:
				default:
					return tournament.RefuseText(tournament.BadInput, "A bracket is auto, fixed, reseed, placement or double, not %q.", clip(v))
				}
				s.Bracket = tree
				return nil
			},
		},
		{
			key: "day_two", page: PageStructure, title: "Second day", hint: "none, points 10 rounds 2, top 32 rounds 3",
			show: showDayTwo, set: setDayTwo,
		},
		{
			key: "cross_pods", page: PageStructure, title: "Draft pods meet after round 1", hint: "yes, or no: each pod plays by itself",
			show: func(s *tournament.Settings) string { return yesNo(s.CrossPods) },
			set:  toggle("", "", "Draft pods meet after round 1", func(s *tournament.Settings) *bool { return &s.CrossPods }).set,
		},
		toggle("until_unbeaten", PageStructure, "Rounds end with one unbeaten", func(s *tournament.Settings) *bool { return &s.UntilUnbeaten }),
	}
}

func roundSettings() []setting {
	return []setting{
		number("round_minutes", PageRounds, "Length of a round", "Minutes, auto: as the ruleset says, or untimed", "auto", "untimed", func(s *tournament.Settings) *int { return &s.RoundMinutes }),
		number("cut_minutes", PageRounds, "Length in the cut", "Minutes, auto: as the ruleset says, or untimed", "auto", "untimed", func(s *tournament.Settings) *int { return &s.CutMinutes }),
		number("round_days", PageRounds, "Days of a round", "For a correspondence event; none: played live", "none", "", func(s *tournament.Settings) *int { return &s.RoundDays }),
		{
			key: "reminder_hours", page: PageRounds, title: "Reminders, hours before", hint: "For rounds of days, such as 48 24 6",
			show: func(s *tournament.Settings) string {
				words := make([]string, len(s.ReminderHours))
				for i, h := range s.ReminderHours {
					words[i] = strconv.Itoa(h)
				}
				return strings.Join(words, " ")
			},
			set: setReminders,
		},
		number("confirm_minutes", PageRounds, "Silence confirms after", "Minutes, or never", "never", "", func(s *tournament.Settings) *int { return &s.ConfirmMinutes }),
		toggle("auto_advance", PageRounds, "Rounds follow by themselves", func(s *tournament.Settings) *bool { return &s.AutoAdvance }),
		breakSetting(),
		toggle("threads", PageRounds, "A thread for each match", func(s *tournament.Settings) *bool { return &s.Threads }),
	}
}

// groupsSetting is into how many groups a round robin is split.
func groupsSetting() setting {
	g := number("groups", PageStructure, "Groups of a round robin", "", "one", "", func(s *tournament.Settings) *int { return &s.Groups })
	g.choices = []choice{{"one", "A round robin in one group"}}
	for _, n := range []string{"2", "3", "4", "6", "8"} {
		g.choices = append(g.choices, choice{n, "A round robin in " + n + " groups"})
	}
	return g
}

// breakSetting is how long the standings are up before a round follows by itself.
func breakSetting() setting {
	b := number("break_minutes", PageRounds, "Break before the next round", "", "none", "", func(s *tournament.Settings) *int { return &s.BreakMinutes })
	b.choices = []choice{{"none", "No break before the next round"}, {"3", "A break of 3 minutes"}, {"5", "A break of 5 minutes"}, {"10", "A break of 10 minutes"}, {"20", "A break of 20 minutes"}}
	return b
}

// capacitySetting is how many players an event takes; people also say none for no
// limit.
func capacitySetting() setting {
	c := number("capacity", PageRegistration, "Most players", "A number, or no limit", "no limit", "", func(s *tournament.Settings) *int { return &s.Capacity })
	set := c.set
	c.set = func(s *tournament.Settings, v string) error {
		if strings.EqualFold(v, "none") {
			v = ""
		}
		return set(s, v)
	}
	return c
}

func registrationSettings() []setting {
	return []setting{
		capacitySetting(),
		{
			key: "divisions", page: PageRegistration, title: "Divisions", hint: "Names with a semicolon between, such as Juniors; Masters",
			show: func(s *tournament.Settings) string { return strings.Join(s.Divisions, "; ") },
			set: func(s *tournament.Settings, v string) error {
				s.Divisions = nil
				for _, d := range strings.FieldsFunc(v, func(r rune) bool { return r == ';' || r == '\n' || r == ',' }) {
					if d = strings.TrimSpace(d); d != "" {
						s.Divisions = append(s.Divisions, d)
					}
				}
				return nil
			},
		},
		number("check_in_minutes", PageRegistration, "Length of check-in", "Minutes, or none", "none", "", func(s *tournament.Settings) *int { return &s.CheckInMinutes }),
		number("late_until", PageRegistration, "Late entry up to round", "A round, or none", "none", "", func(s *tournament.Settings) *int { return &s.LateUntil }),
		toggle("ask_tag", PageRegistration, "Asks for a team", func(s *tournament.Settings) *bool { return &s.AskTag }),
		{
			key: "decks", page: PageRegistration, title: "Decks",
			choices: []choice{{"none", "No decks"}, {"optional", "Decks are optional"}, {"required", "Decks are required"}},
			show:    func(s *tournament.Settings) string { return string(s.Decks) },
			set: func(s *tournament.Settings, v string) error {
				p := tournament.DeckPolicy(strings.ToLower(v))
				if !slices.Contains([]tournament.DeckPolicy{tournament.DecksNone, tournament.DecksOptional, tournament.DecksRequired}, p) {
					return tournament.RefuseText(tournament.BadInput, "Decks are none, optional or required, not %q.", v)
				}
				s.Decks = p
				return nil
			},
		},
		{
			key: "decks_shown", page: PageRegistration, title: "Decks are shown",
			choices: []choice{{"private", "Decks are seen by organisers only"}, {"public", "Decks are shown to everybody"}, {"at_end", "Decks are shown after the event"}},
			show:    func(s *tournament.Settings) string { return string(s.DecksShown) },
			set: func(s *tournament.Settings, v string) error {
				d := tournament.DeckView(strings.ReplaceAll(strings.ToLower(v), " ", "_"))
				if !slices.Contains([]tournament.DeckView{tournament.DecksPrivate, tournament.DecksPublic, tournament.DecksAtEnd}, d) {
					return tournament.RefuseText(tournament.BadInput, "Decks are shown private, public or at_end, not %q.", v)
				}
				s.DecksShown = d
				return nil
			},
		},
	}
}

// number is a setting that is a whole number; zero and minus are words for 0
// and tournament.Untimed.
func number(key, page, title, hint, zero, minus string, at func(*tournament.Settings) *int) setting {
	return setting{
		key: key, page: page, title: title, hint: hint,
		show: func(s *tournament.Settings) string {
			switch v := *at(s); {
			case v == 0:
				return zero
			case v == tournament.Untimed && minus != "":
				return minus
			default:
				return strconv.Itoa(v)
			}
		},
		set: func(s *tournament.Settings, v string) error {
			switch strings.ToLower(v) {
			case zero, "":
				*at(s) = 0
				return nil
			case minus:
				*at(s) = tournament.Untimed
				return nil
			}
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 && minus == "" || n < tournament.Untimed {
				words := zero
				if minus != "" {
					words += " or " + minus
				}
				return tournament.RefuseText(tournament.BadInput, "%s is a whole number or %s, not %q.", title, words, clip(v))
			}
			*at(s) = n
			return nil
		},
	}
}

func yesNo(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

// toggle is a setting that is on or off.
func toggle(key, page, title string, at func(*tournament.Settings) *bool) setting {
	return setting{
		key: key, page: page, title: title,
		choices: []choice{{"yes", title + ": yes"}, {"no", title + ": no"}},
		show:    func(s *tournament.Settings) string { return yesNo(*at(s)) },
		set: func(s *tournament.Settings, v string) error {
			switch strings.ToLower(v) {
			case "yes", "on", "true", "1":
				*at(s) = true
			case "no", "off", "false", "0", "":
				*at(s) = false
			default:
				return tournament.RefuseText(tournament.BadInput, "%s is yes or no, not %q.", title, clip(v))
			}
			return nil
		},
	}
}

// clip keeps what somebody typed from filling a sentence.
func clip(v string) string {
	if r := []rune(v); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return v
}

const startLayout = "2006-01-02 15:04"

func showStart(s *tournament.Settings) string {
	if s.StartAt == 0 {
		return ""
	}
	return time.Unix(s.StartAt, 0).In(s.Location()).Format(startLayout)
}

func setStart(s *tournament.Settings, v string) error {
	switch strings.ToLower(v) {
	case "", "none":
		s.StartAt = 0
		return nil
	}
	at, err := time.ParseInLocation(startLayout, strings.Join(strings.Fields(strings.Replace(v, "T", " ", 1)), " "), s.Location())
	if err != nil {
		return tournament.RefuseText(tournament.BadInput, "%q is no time; write it as 2026-03-06 18:00, in the event's time zone.", clip(v))
	}
	s.StartAt = at.Unix()
	return nil
}

// setZone changes the time zone. A start that is set keeps its time of day: six
// in the evening stays six in the evening.
func setZone(s *tournament.Settings, v string) error {
	if _, err := tournament.ParseZone(v); err != nil {
		return err
	}
	start := showStart(s)
	s.TimeZone = v
	if start == "" {
		return nil
	}
	return setStart(s, start)
}

func setChannel(s *tournament.Settings, v string) error {
	v = strings.TrimSuffix(strings.TrimPrefix(v, "<#"), ">")
	if v == "none" {
		v = ""
	}
	if len(v) > 20 || strings.ContainsFunc(v, func(r rune) bool { return r < '0' || r > '9' }) {
		return tournament.RefuseText(tournament.BadInput, "%q is no channel; choose one from the menu, or none.", clip(v))
	}
	s.TOChannel = v
	return nil
}

func setReminders(s *tournament.Settings, v string) error {
	s.ReminderHours = nil
	for _, f := range strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == ';' || r == ',' }) {
		h, err := strconv.Atoi(f)
		if err != nil {
			return tournament.RefuseText(tournament.BadInput, "Reminders are hours before the deadline, such as 48 24 6; %q is no number.", clip(f))
		}
		s.ReminderHours = append(s.ReminderHours, h)
	}
	return nil
}

func showCut(s *tournament.Settings) string {
	if points := s.Cut.Lock; points > 0 {
		without := *s
		without.Cut.Lock = 0
		return fmt.Sprintf("%s lock %d", showCut(&without), points)
	}
	switch c := s.Cut; c.Kind {
	case tournament.CutPoints:
		if c.Least > 0 {
			return fmt.Sprintf("points %d min %d", c.N, c.Least)
		}
		return fmt.Sprintf("points %d", c.N)
	case tournament.CutTop:
		return fmt.Sprintf("top %d", c.N)
	case tournament.CutEqual:
		switch {
		case c.N == 0:
			return "equal auto"
		case c.Max > 0:
			return fmt.Sprintf("equal %d max %d", c.N, c.Max)
		}
		return fmt.Sprintf("equal %d", c.N)
	case tournament.CutAuto:
		if c.Max > 0 {
			return fmt.Sprintf("auto max %d", c.Max)
		}
	case tournament.CutNone:
	}
	return string(s.Cut.Kind)
}

func setCut(s *tournament.Settings, v string) error {
	fields := strings.Fields(strings.ToLower(v))
	bad := tournament.RefuseText(tournament.BadInput, "%q is no cut; write auto, auto max 8, none, top 8, top 8 lock 39, points 15, points 15 min 8, equal 8, equal 8 max 12 or equal auto.", clip(v))
	fields, lock, err := cutLock(fields)
	if len(fields) == 0 || err != nil {
		return bad
	}
	if n, err := strconv.Atoi(fields[0]); err == nil && len(fields) == 1 {
		s.Cut = tournament.Cut{Kind: tournament.CutTop, N: n, Lock: lock}
		if n == 0 {
			s.Cut = tournament.Cut{Kind: tournament.CutNone}
		}
		return nil
	}
	c := tournament.Cut{Kind: tournament.CutKind(fields[0]), Lock: lock}
	var numbers []*int // in the order of the words
	word := ""         // before the last number
	switch c.Kind {
	case tournament.CutNone:
	case tournament.CutAuto:
		if len(fields) > 1 {
			numbers, word = []*int{&c.Max}, "max"
		}
	case tournament.CutTop:
		numbers = []*int{&c.N}
	case tournament.CutPoints, tournament.CutEqual:
		if c.Kind == tournament.CutEqual && len(fields) == 2 && fields[1] == "auto" {
			fields = fields[:1]
			break
		}
		numbers = []*int{&c.N}
		if len(fields) > 2 && c.Kind == tournament.CutPoints {
			numbers, word = append(numbers, &c.Least), "min"
		} else if len(fields) > 2 {
			numbers, word = append(numbers, &c.Max), "max"
		}
	default:
		return bad
	}
	fields = fields[1:]
	for i, to := range numbers {
		if word != "" && i == len(numbers)-1 {
			if len(fields) == 0 || fields[0] != word {
				return bad
			}
			fields = fields[1:]
		}
		if len(fields) == 0 {
			return bad
		}
		var err error
		if *to, err = strconv.Atoi(fields[0]); err != nil {
			return bad
		}
		fields = fields[1:]
	}
	if len(fields) > 0 {
		return bad
	}
	s.Cut = c
	return nil
}

// PageOf returns the page of the settings panel that shows a setting, empty
// where there is none.
func PageOf(key string) string {
	for _, set := range settings() {
		if set.key == strings.ToLower(strings.TrimSpace(key)) {
			return set.page
		}
	}
	return ""
}

// ApplySetting returns the settings with one of them changed. Keys are those of
// tournament.Settings in JSON ("rounds", "cut", "round_minutes", …), and
// "option.NAME" for a switch of the ruleset; values are text. The error is a
// sentence for the organiser. Whether the settings fit together is checked when
// they are stored.
func ApplySetting(s tournament.Settings, key, value string) (tournament.Settings, error) {
	key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
	if name, ok := strings.CutPrefix(key, optionKey); ok && name != "" {
		s.Options = slices.DeleteFunc(slices.Clone(s.Options), func(o tournament.Option) bool { return o.Name == name })
		if value != "" {
			s.Options = append(s.Options, tournament.Option{Name: name, Value: value})
		}
		return s, nil
	}
	var keys []string
	for _, set := range settings() {
		if set.key == key {
			next := s
			if err := set.set(&next, value); err != nil {
				return s, err
			}
			return next, nil
		}
		keys = append(keys, set.key)
	}
	return s, tournament.RefuseText(tournament.BadInput, "There is no setting %q; the settings are %s.", clip(key), strings.Join(keys, ", "))
}
