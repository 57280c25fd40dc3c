package setting

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/discord"
	moments "topcut/commands/moment"
	"topcut/commands/text"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/fairclock"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/stage"
)

// Topics of the settings: one form each, with at most five settings.
const (
	PageGeneral      = "general"
	PageStructure    = "structure"
	PageCut          = "cut"
	PageDayTwo       = "day_two"
	PageSpecial      = "special"
	PageRounds       = "rounds"
	PageArranged     = "arranged"
	PageMatches      = "matches"
	PageDays         = "days"
	PageRegistration = "registration"
	PageEntry        = "entry"
	PageTeams        = "teams"
	PageDecks        = "decks"
	PagePosts        = "posts"
	PageGame         = "game"
	PageOptions      = "options" // of the game; from the second form on a number follows
	NoPage           = ""        // only by command
)

// Events returns the settings of an event, without the options of its ruleset, in the order
// of the panel.
func Events() []Event {
	staged := slices.Concat(structureSettings(), cutSettings(), dayTwoSettings())
	for i := range staged {
		staged[i].When = tournament.WithStages
	}
	return slices.Concat(generalSettings(), staged, roundSettings(), arrangedSettings(), registrationSettings(), gateSettings())
}

func generalSettings() []Event {
	return []Event{
		{
			Key: "name", Page: PageGeneral,
			Show: func(s *tournament.Settings) string { return s.Name },
			Set:  func(s *tournament.Settings, v string) error { s.Name = v; return nil },
		},
		{
			Key: "prizes", Page: PagePosts,
			Show: func(s *tournament.Settings) string { return s.Prizes },
			Set:  func(s *tournament.Settings, v string) error { s.Prizes = v; return nil },
		},
		{
			Key: "start_at", Page: PageGeneral, Show: showStart, Set: setStart,
			shown: func(_ Reader, s *tournament.Settings) string {
				if s.StartAt == 0 {
					return ""
				}
				return discord.Timestamp(time.Unix(s.StartAt, 0), 'F')
			},
		},
		{
			Key: "time_zone", Page: PageGeneral,
			Show: func(s *tournament.Settings) string { return s.TimeZone }, Set: setZone,
		},
		{
			Key: "language", Page: PageGeneral, Choices: text.Offered(),
			Show:  func(s *tournament.Settings) string { return cmp.Or(s.Language, text.English) },
			shown: func(_ Reader, s *tournament.Settings) string { return text.NameOf(cmp.Or(s.Language, text.English)) },
			Set:   func(s *tournament.Settings, v string) (err error) { s.Language, err = Language(v); return err },
			off:   func(s *tournament.Settings) bool { return s.Language == "" },
		},
		toggle("auto_start", PageGeneral, at(func(s *tournament.Settings) *bool { return &s.AutoStart })),
		lineSetting(),
		{
			Key: "to_channel", Page: PagePosts,
			Show: func(s *tournament.Settings) string { return s.TOChannel }, Set: setChannel,
			shown: func(r Reader, s *tournament.Settings) string {
				if s.TOChannel == "" {
					return r.Say("setting.own_channel")
				}
				return discord.MentionChannel(s.TOChannel)
			},
		},
		toggle("light_pictures", PagePosts, at(func(s *tournament.Settings) *bool { return &s.LightPictures })),
		toggle("open_to_server", PagePosts, at(func(s *tournament.Settings) *bool { return &s.OpenToServer })),
	}
}

// lineSetting returns the setting for the post about who is in and out, which is on by
// default.
func lineSetting() Event {
	quiet := at(func(s *tournament.Settings) *bool { return &s.QuietLine })
	t := toggle("line_post", PagePosts, quiet)
	loud := func(s *tournament.Settings) *tournament.Settings {
		c := *s
		c.QuietLine = !s.QuietLine
		return &c
	}
	show, set, shown := t.Show, t.Set, t.shown
	t.Show = func(s *tournament.Settings) string { return show(loud(s)) }
	t.shown = func(r Reader, s *tournament.Settings) string { return shown(r, loud(s)) }
	t.Set = func(s *tournament.Settings, v string) error {
		if err := set(s, v); err != nil {
			return err
		}
		s.QuietLine = !s.QuietLine
		return nil
	}
	t.off = func(s *tournament.Settings) bool { return !Cuts(s.Stages) }
	return t
}

func structureSettings() []Event {
	return []Event{
		{
			Key: "format", Page: PageStructure, Choices: []string{"swiss", "single", "double", "round_robin", "draft"},
			Show:  func(s *tournament.Settings) string { return s.Stages.Format() },
			shown: func(r Reader, s *tournament.Settings) string { return wording.Format(r.Printer, s.Stages) },
			Set:   setFormat,
		},
		choosing(amount(number("rounds", PageStructure, "auto", "", part(func(c stage.Chain) int { return c.First().Rounds }, stage.Chain.WithRounds)), "", "setting.by_attendance"), "auto", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
		{
			Key: "cut", Page: PageStructure, Choices: []string{"auto", "none", "top 2", "top 4", "top 8", "top 16", "top 32"},
			Show: showCut, Set: setCut,
			shown: func(r Reader, s *tournament.Settings) string { return r.Notice(wording.Cut(CutOf(s))) },
		},
		groupsSetting(),
		{
			Key: "bracket", Page: PageStructure, Choices: []string{"auto", "fixed", "reseed", "placement", "double"},
			Show: func(s *tournament.Settings) string { return treeWord(s.Stages) },
			shown: func(r Reader, s *tournament.Settings) string {
				if tree := treeWord(s.Stages); tree != "auto" {
					return r.Say("setting.value.bracket." + notice.Code(tree))
				}
				return ""
			},
			Set: setTree,
		},
		{
			Key: "day_two", Page: NoPage, Show: showDayTwo, Set: setDayTwo,
			shown: func(r Reader, s *tournament.Settings) string {
				if second, ok := s.Stages.Second(); ok {
					return wording.LaterStage(r.Printer, second, second.Rounds)
				}
				return ""
			},
		},
		toggle("cross_pods", PageSpecial, part(func(c stage.Chain) bool { return c.First().Across },
			func(c stage.Chain, on bool) stage.Chain { return c.WithFirst(func(st *stage.Stage) { st.Across = on }) })),
		toggle("until_unbeaten", PageSpecial, part(func(c stage.Chain) bool { return c.First().Unbeaten },
			func(c stage.Chain, on bool) stage.Chain {
				return c.WithFirst(func(st *stage.Stage) { st.Unbeaten = on })
			})),
		toggle("twice", PageSpecial, part(func(c stage.Chain) bool { return c.First().Twice },
			func(c stage.Chain, on bool) stage.Chain {
				return c.WithFirst(func(st *stage.Stage) { st.Twice = on })
			})),
		{
			// The whole chain, for what the settings above cannot express.
			Key: "stages", Page: NoPage,
			Show: func(s *tournament.Settings) string { return s.Stages.String() },
			shown: func(r Reader, s *tournament.Settings) string {
				if Plain(s.Stages) {
					return ""
				}
				return "`" + s.Stages.String() + "`"
			},
			Set: func(s *tournament.Settings, v string) (err error) {
				chain, err := stage.Parse(v)
				if err != nil {
					return tournament.RefuseAs(tournament.BadInput, err)
				}
				s.Stages = chain
				return nil
			},
		},
	}
}

// thirdSetting returns the setting for the match for third place, which needs losers of
// semi-finals.
func thirdSetting() Event {
	t := toggle("third_place", PageStructure, part(func(c stage.Chain) bool {
		st, _, _ := c.Elimination()
		return st.Third
	}, stage.Chain.WithThird))
	set := t.Set
	t.Set = func(s *tournament.Settings, v string) error {
		if err := set(s, v); err != nil {
			return err
		}
		if el, _, ok := s.Stages.Elimination(); yes(v) && (!ok || NoSemiFinals(el)) {
			return tournament.Refuse(tournament.BadInput, "setting.third_needs")
		}
		return nil
	}
	return t
}

// NoSemiFinals reports whether an elimination is known to be too small for semi-finals.
func NoSemiFinals(el stage.Stage) bool { return el.Entry.By == stage.Top && el.Entry.N < 4 }

func roundSettings() []Event {
	roundMinutes := number("round_minutes", PageRounds, "auto", "untimed", at(func(s *tournament.Settings) *int { return &s.RoundMinutes }))
	roundMinutes.shown = func(r Reader, s *tournament.Settings) string {
		return wording.RoundTime(r.Printer, r.State, s, ledger.Swiss)
	}
	cutMinutes := number("cut_minutes", PageRounds, "auto", "untimed", at(func(s *tournament.Settings) *int { return &s.CutMinutes }))
	cutMinutes.shown = func(r Reader, s *tournament.Settings) string {
		return wording.RoundTime(r.Printer, r.State, s, ledger.Elimination)
	}
	cutMinutes.off = func(s *tournament.Settings) bool { return !Cuts(s.Stages) }
	return []Event{
		choosing(roundMinutes, "auto", "30", "35", "40", "45", "50", "55", "60", "65", "75", "80", "90", "untimed"),
		choosing(cutMinutes, "auto", "30", "40", "50", "55", "60", "65", "75", "80", "90", "untimed"),
		choosing(amount(number("round_days", PageDays, "none", "", at(func(s *tournament.Settings) *int { return &s.RoundDays })), "span.days", ""), "none", "1", "2", "3", "4", "5", "7", "10", "14"),
		{
			Key: "reminder_hours", Page: PageDays, Many: true, Choices: []string{"1", "2", "6", "12", "24", "48", "72"},
			Show: func(s *tournament.Settings) string { return strings.Join(wording.Numbers(s.ReminderHours), " ") },
			shown: func(r Reader, s *tournament.Settings) string {
				if len(s.ReminderHours) == 0 || s.RoundDays == 0 {
					return ""
				}
				return r.Say("setting.value.reminders", "hours", text.Raw(r.List(wording.Numbers(s.ReminderHours))))
			},
			Set: setReminders,
		},
		{
			Key: "quiet_hours", Page: PageDays, Choices: []string{"none", "21:00-09:00", "22:00-08:00", "23:00-07:00", "00:00-08:00"},
			Show: func(s *tournament.Settings) string { return cmp.Or(string(s.QuietHours), "none") },
			shown: func(_ Reader, s *tournament.Settings) string {
				return strings.Replace(string(s.QuietHours), "-", "–", 1)
			},
			Set: func(s *tournament.Settings, v string) (err error) {
				if s.QuietHours = ""; v == "" || strings.EqualFold(v, "none") {
					return nil
				}
				s.QuietHours, err = fairclock.ParseHours(v)
				return err
			},
			off: func(s *tournament.Settings) bool { return s.QuietHours == "" },
		},
		commonSetting(),
		choosing(minutes(number("confirm_minutes", PageMatches, "never", "", at(func(s *tournament.Settings) *int { return &s.ConfirmMinutes }))), "never", "3", "5", "10", "15", "30", "60", "1440"),
		choosing(minutes(number("grace", PageMatches, "auto", "never", at(func(s *tournament.Settings) *int { return &s.Grace }))), "auto", "5", "10", "15", "20", "30", "never"),
		toggle("guest_final", PageMatches, at(func(s *tournament.Settings) *bool { return &s.GuestFinal })),
		toggle("clock_apart", PageRounds, at(func(s *tournament.Settings) *bool { return &s.ClockApart })),
		toggle("auto_advance", PageRounds, at(func(s *tournament.Settings) *bool { return &s.AutoAdvance })),
		unattendedSetting(),
		breakSetting(),
		toggle("threads", PageMatches, at(func(s *tournament.Settings) *bool { return &s.Threads })),
	}
}

// commonSetting returns the setting by which Swiss rounds prefer pairs with hours in common.
func commonSetting() Event {
	x := toggle("prefer_common_hours", PageDays, at(func(s *tournament.Settings) *bool { return &s.Fixtures.Hours }))
	x.off = func(s *tournament.Settings) bool { return s.Fixtures.Opens == tournament.Together && !s.Fixtures.Hours }
	return x
}

// ByHours reports whether some rounds of an event can be paired by hours in common.
func ByHours(s *tournament.Settings) bool {
	return s.Fixtures.Opens != tournament.Together && slices.ContainsFunc(s.Stages.Stages, func(st stage.Stage) bool { return st.Kind == stage.Swiss })
}

func unattendedSetting() Event {
	x := toggle("unattended", PageMatches, at(func(s *tournament.Settings) *bool { return &s.Unattended }))
	x.Touches = []string{"cut_minutes", "clock_apart", "auto_advance"}
	return x
}

// arrangedSettings returns the settings of an event whose matches players arrange.
func arrangedSettings() []Event {
	arranged := word("arranged", PageArranged, "none", at(func(s *tournament.Settings) *tournament.Opening { return &s.Fixtures.Opens }), tournament.ByDate, tournament.AtOnce)
	arranged.When = tournament.WithCalendar
	arranged.Touches = []string{"round_days", "confirm_minutes", "clock_apart", "auto_advance", "break_minutes", "threads", "claims_by_silence"}
	set := arranged.Set
	arranged.Set = func(s *tournament.Settings, v string) error {
		before := s.Fixtures.Opens
		if err := set(s, v); err != nil || before != tournament.Together || s.Fixtures.Opens == tournament.Together {
			return err
		}
		s.Threads, s.Fixtures.Silence = true, true // what most leagues use; each can be changed
		if s.RoundDays == 0 {
			s.RoundDays = 7
		}
		return nil
	}
	off := func(s *tournament.Settings) bool { return s.Fixtures.Opens == tournament.Together }
	list := []Event{
		arranged,
		toggle("claims_by_silence", PageArranged, at(func(s *tournament.Settings) *bool { return &s.Fixtures.Silence })),
		word("unplayed", PageArranged, "ask", at(func(s *tournament.Settings) *tournament.Unplayed { return &s.Fixtures.Unplayed }), tournament.UnplayedDraw, tournament.UnplayedVoid),
		number("objection_hours", PageArranged, "24", "", at(func(s *tournament.Settings) *int { return &s.Fixtures.Objection })),
		number("postpone_days", PageArranged, "14", "", at(func(s *tournament.Settings) *int { return &s.Fixtures.ShiftDays })),
		toggle("forfeit_all", NoPage, at(func(s *tournament.Settings) *bool { return &s.Fixtures.ForfeitAll })),
	}
	for i := 1; i < len(list); i++ {
		list[i].off = off
	}
	return list
}

// word returns a setting with a few possible words; none is the word for the empty value.
func word[W ~string](key, page, none string, at field[W], words ...W) Event {
	choices := []string{none}
	for _, w := range words {
		choices = append(choices, string(w))
	}
	return Event{
		Key: key, Page: page, Choices: choices,
		Show: func(s *tournament.Settings) string {
			if w := at.get(s); w != "" {
				return string(w)
			}
			return none
		},
		shown: func(r Reader, s *tournament.Settings) string {
			if w := at.get(s); w != "" {
				return r.Say(notice.Code("setting.word." + string(w)))
			}
			return ""
		},
		Set: func(s *tournament.Settings, v string) error {
			v = strings.ReplaceAll(strings.ToLower(v), " ", "_")
			if !slices.Contains(choices, v) {
				return bad("setting.bad_word", v)
			}
			if v == none {
				v = ""
			}
			at.set(s, W(v))
			return nil
		},
	}
}

// groupsSetting returns the setting for the number of groups in a round robin.
func groupsSetting() Event {
	g := amount(number("groups", PageSpecial, "one", "", part(func(c stage.Chain) int { return c.First().Groups },
		func(c stage.Chain, n int) stage.Chain { return c.WithFirst(func(st *stage.Stage) { st.Groups = n }) })), "", "")
	return choosing(g, "one", "2", "3", "4", "6", "8")
}

// breakSetting returns the setting for the break after which the next round follows
// automatically.
func breakSetting() Event {
	b := minutes(number("break_minutes", PageRounds, "none", "", at(func(s *tournament.Settings) *int { return &s.BreakMinutes })))
	return choosing(b, "none", "3", "5", "10", "20")
}

// capacitySetting returns the setting for the most players of an event; "none" means no
// limit.
func capacitySetting() Event {
	c := amount(number("capacity", PageRegistration, "no limit", "", at(func(s *tournament.Settings) *int { return &s.Capacity })), "", "")
	set := c.Set
	c.Set = func(s *tournament.Settings, v string) error {
		if strings.EqualFold(v, "none") {
			v = ""
		}
		return set(s, v)
	}
	return c
}

// lateSetting returns the setting for the last round in which a player may enter. It is
// hidden if late entry is impossible anyway.
func lateSetting() Event {
	l := choosing(amount(number("late_until", PageRegistration, "none", "", at(func(s *tournament.Settings) *int { return &s.LateUntil })), "", ""), "none", "1", "2", "3", "4", "5")
	off := l.off
	l.off = func(s *tournament.Settings) bool { return !s.TakesLate() || off != nil && off(s) }
	return l
}

// crewSetting returns the setting for the members of a team that holds a seat.
func crewSetting() Event {
	c := choosing(amount(number("crew", PageTeams, "none", "", at(func(s *tournament.Settings) *int { return &s.Crew })), "", ""), "none", "2", "3", "4", "5", "6", "7", "8", "9", "10")
	c.When, c.Touches = tournament.WithCrews, []string{"boards"}
	set := c.Set
	c.Set = func(s *tournament.Settings, v string) error {
		err := set(s, v)
		if s.Boards = min(s.Boards, s.Crew); s.Boards == 1 {
			s.Boards = 0
		}
		return err
	}
	return c
}

// boardsSetting returns the setting for the boards of a match between teams, which have a member
// for each.
func boardsSetting() Event {
	b := choosing(amount(number("boards", PageTeams, "none", "", at(func(s *tournament.Settings) *int { return &s.Boards })), "", ""), "none", "2", "3", "4", "5", "6", "7", "8", "9", "10")
	b.When, b.Touches = tournament.WithCrews, []string{"crew"}
	set := b.Set
	b.Set = func(s *tournament.Settings, v string) error {
		err := set(s, v)
		s.Crew = max(s.Crew, s.Boards)
		return err
	}
	b.off = func(s *tournament.Settings) bool { return s.Crew == 0 }
	return b
}

// wordSetting returns the setting by which a captain's mates need not accept.
func wordSetting() Event {
	w := toggle("captains_word", PageTeams, at(func(s *tournament.Settings) *bool { return &s.CaptainsWord }))
	w.off = func(s *tournament.Settings) bool { return s.Crew == 0 }
	return w
}

// lineUpSetting returns the setting for the time in which captains say who plays, once they know
// their opponents.
func lineUpSetting() Event {
	l := minutes(number("line_up_minutes", PageTeams, "none", "", at(func(s *tournament.Settings) *int { return &s.LineUpMinutes })))
	l.off = func(s *tournament.Settings) bool { return s.Boards == 0 }
	return choosing(l, "none", "5", "10", "15", "30", "60", "1440")
}

// benchSetting returns the setting for the time in which each of the bench answers.
func benchSetting() Event {
	b := minutes(number("bench_minutes", PageRegistration, "none", "", at(func(s *tournament.Settings) *int { return &s.BenchMinutes })))
	b.off = func(s *tournament.Settings) bool { return s.Boards == 0 }
	return choosing(b, "none", "5", "10", "15", "30", "60", "1440")
}

func registrationSettings() []Event {
	return []Event{
		capacitySetting(),
		{
			Key: "divisions", Page: PageRegistration,
			Show: func(s *tournament.Settings) string { return strings.Join(s.Divisions, "; ") },
			Set: func(s *tournament.Settings, v string) error {
				s.Divisions = nil
				for _, d := range strings.FieldsFunc(v, func(r rune) bool { return r == ';' || r == '\n' || r == ',' }) {
					if d = strings.TrimSpace(d); d != "" {
						s.Divisions = append(s.Divisions, d)
					}
				}
				return nil
			},
		},
		choosing(minutes(number("check_in_minutes", PageRegistration, "none", "", at(func(s *tournament.Settings) *int { return &s.CheckInMinutes }))), "none", "5", "10", "15", "20", "30", "60"),
		lateSetting(),
		crewSetting(),
		boardsSetting(),
		wordSetting(),
		lineUpSetting(),
		benchSetting(),
		toggle("ask_tag", PageTeams, at(func(s *tournament.Settings) *bool { return &s.AskTag })),
		{
			Key: "decks", Page: PageDecks, Choices: []string{"none", "optional", "required"},
			Show:  func(s *tournament.Settings) string { return string(s.Decks) },
			shown: func(r Reader, s *tournament.Settings) string { return r.Say("deck.policy." + notice.Code(s.Decks)) },
			Set: func(s *tournament.Settings, v string) error {
				p := tournament.DeckPolicy(strings.ToLower(v))
				if !slices.Contains([]tournament.DeckPolicy{tournament.DecksNone, tournament.DecksOptional, tournament.DecksRequired}, p) {
					return bad("setting.bad_decks", v)
				}
				s.Decks = p
				return nil
			},
		},
		{
			Key: "decks_shown", Page: PageDecks, Choices: []string{"private", "public", "at_end"},
			Show: func(s *tournament.Settings) string { return string(s.DecksShown) },
			shown: func(r Reader, s *tournament.Settings) string {
				return r.Say("deck.shown." + notice.Code(s.DecksShown))
			},
			off: func(s *tournament.Settings) bool { return s.Decks == tournament.DecksNone },
			Set: func(s *tournament.Settings, v string) error {
				d := tournament.DeckView(strings.ReplaceAll(strings.ToLower(v), " ", "_"))
				if !slices.Contains([]tournament.DeckView{tournament.DecksPrivate, tournament.DecksPublic, tournament.DecksAtEnd}, d) {
					return bad("setting.bad_decks_shown", v)
				}
				s.DecksShown = d
				return nil
			},
		},
	}
}

// bad returns the refusal of a typed value.
func bad(code notice.Code, typed string) error {
	return tournament.Refuse(tournament.BadInput, code, "value", notice.Text(clip(typed)))
}

// number returns a setting that is a whole number. zero and minus are words for 0 and
// tournament.Untimed.
func number(key, page, zero, minus string, at field[int]) Event {
	return Event{
		Key: key, Page: page,
		Show: func(s *tournament.Settings) string { return showNumber(at.get(s), zero, minus) },
		Set: func(s *tournament.Settings, v string) error {
			n, err := readNumber(key, zero, minus, v)
			if err == nil {
				at.set(s, n)
			}
			return err
		},
	}
}

func showNumber(n int, zero, minus string) string {
	switch {
	case n == 0:
		return zero
	case n == tournament.Untimed && minus != "":
		return minus
	}
	return strconv.Itoa(n)
}

func readNumber(key, zero, minus, v string) (int, error) {
	switch strings.ToLower(v) {
	case zero, "":
		return 0, nil
	case minus:
		return tournament.Untimed, nil
	}
	n, err := fraction.TypedWhole(v)
	if err != nil || n < 0 && minus == "" || n < tournament.Untimed {
		words := []notice.Notice{typedWord(zero)}
		if minus != "" {
			words = append(words, typedWord(minus))
		}
		return 0, tournament.Refuse(tournament.BadInput, "setting.bad_number",
			"setting", notice.Word("setting.title."+key), "words", words, "value", notice.Text(clip(v)))
	}
	return n, nil
}

// amount formats a number with the text counted, or as the bare number if counted is
// empty, and 0 with the text zero, or as off if zero is empty.
func amount(s Event, counted, zero notice.Code) Event {
	s.shown = func(r Reader, in *tournament.Settings) string { return sayAmount(r, counted, zero, s.Show(in)) }
	return s
}

func sayAmount(r Reader, counted, zero notice.Code, typed string) string {
	n, err := strconv.Atoi(typed)
	switch {
	case err != nil && zero == "":
		return ""
	case err != nil:
		return r.Say(zero)
	case counted == "":
		return strconv.Itoa(n)
	}
	return r.Say(counted, "n", n)
}

// minutes formats a number as a duration, and 0 as off.
func minutes(s Event) Event {
	s.shown = func(r Reader, in *tournament.Settings) string { return sayMinutes(r, s.Show(in)) }
	return s
}

func sayMinutes(r Reader, typed string) string {
	n, err := strconv.Atoi(typed)
	if err != nil {
		return ""
	}
	return wording.Span(r.Printer, time.Duration(n)*time.Minute)
}

// toggle returns a setting that is on or off.
func toggle(key, page string, at field[bool]) Event {
	return Event{
		Key: key, Page: page, Choices: []string{"yes", "no"},
		Show: func(s *tournament.Settings) string {
			if at.get(s) {
				return "yes"
			}
			return "no"
		},
		shown: func(r Reader, s *tournament.Settings) string {
			if at.get(s) {
				return r.Say("setting.on")
			}
			return ""
		},
		Set: func(s *tournament.Settings, v string) error {
			if err := onOrOff(key, v); err != nil {
				return err
			}
			at.set(s, yes(v))
			return nil
		},
	}
}

// onOrOff refuses what neither turns a setting on nor off.
func onOrOff(key, v string) error {
	if yes(v) || slices.Contains([]string{"no", "off", "false", "0", ""}, strings.ToLower(v)) {
		return nil
	}
	return tournament.Refuse(tournament.BadInput, "setting.bad_toggle", "setting", notice.Word("setting.title."+key), "value", notice.Text(clip(v)))
}

// yes reports whether a typed value turns a setting on.
func yes(v string) bool {
	return slices.Contains([]string{"yes", "on", "true", "1"}, strings.ToLower(v))
}

// choosing gives a setting a menu of choices.
func choosing(s Event, choices ...string) Event {
	s.Choices = choices
	return s
}

// clip shortens a typed value for use in a sentence.
func clip(v string) string {
	if r := []rune(v); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return v
}

// StartLayout is the layout of a start time in a form.
const StartLayout = "2 Jan 2006 15:04"

func showStart(s *tournament.Settings) string {
	if s.StartAt == 0 {
		return ""
	}
	return time.Unix(s.StartAt, 0).In(s.Location()).Format(StartLayout)
}

func setStart(s *tournament.Settings, v string) error {
	switch strings.ToLower(v) {
	case "", "none":
		s.StartAt = 0
		return nil
	}
	v = strings.Join(strings.Fields(strings.Replace(v, "T", " ", 1)), " ")
	for _, layout := range []string{StartLayout, "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, v, s.Location()); err == nil {
			s.StartAt = at.Unix()
			return nil
		}
	}
	return bad("time.unreadable", v)
}

// setZone changes the time zone. The start keeps its time of day: 18:00 stays 18:00.
func setZone(s *tournament.Settings, v string) error {
	zone := v
	if v != "" {
		var err error
		if zone, err = moments.Zone(v); err != nil {
			return err
		}
	}
	start := showStart(s)
	s.TimeZone = zone
	if start == "" {
		return nil
	}
	return setStart(s, start)
}

// Language parses an offered language and returns its stored form: "" for English.
func Language(v string) (string, error) {
	switch {
	case !slices.Contains(text.Offered(), v):
		return "", bad("setting.bad_language", v)
	case v == text.English:
		return "", nil
	}
	return v, nil
}

func setChannel(s *tournament.Settings, v string) error {
	v = strings.TrimSuffix(strings.TrimPrefix(v, "<#"), ">")
	if v == "none" {
		v = ""
	}
	if len(v) > 20 || strings.ContainsFunc(v, func(r rune) bool { return r < '0' || r > '9' }) {
		return bad("setting.bad_channel", v)
	}
	s.TOChannel = v
	return nil
}

func setReminders(s *tournament.Settings, v string) error {
	s.ReminderHours = nil
	for _, f := range strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == ';' || r == ',' }) {
		h, err := fraction.TypedWhole(f)
		if err != nil {
			return bad("setting.bad_reminders", f)
		}
		s.ReminderHours = append(s.ReminderHours, h)
	}
	return nil
}

// typedWord returns a word to type for a value: it is the same in every language.
func typedWord(word string) notice.Notice {
	return notice.New("setting.typed", "word", notice.Text(word))
}
