package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"topcut/commands"
	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/library"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/ledger"
	"topcut/tournament/rules"
)

// shownButton is a button that was shown to a person, and when.
type shownButton struct {
	id    string
	panel customid.Panel
	user  string
	seq   int64 // of the last event at that time
}

// pressing are people who keep every button, menu and form that was ever shown to them.
type pressing struct {
	*testServer
	rng     *rand.Rand
	n       int
	kept    map[string][]shownButton // by verb
	pressed map[string][2]int        // by verb: presses on changed buttons, and how many of these had an effect
}

// anyID matches a custom id in an encoded message.
var anyID = regexp.MustCompile(`1:[a-z]+:[0-9a-z]+(?::[^\s"{}\[\]]*)*`)

// keep records the buttons that a person sees.
func (p *pressing) keep(user, said string, seq int64) {
	for _, id := range anyID.FindAllString(said, -1) {
		parsed, ok := customid.Parse(id)
		if !ok {
			continue
		}
		verb := customid.Verb(parsed.Panel)
		button := shownButton{id, parsed.Panel, user, seq}
		if list := p.kept[verb]; !slices.ContainsFunc(list, func(b shownButton) bool { return b.id == id && b.user == user && b.seq == seq }) {
			p.kept[verb] = append(list, button)
		}
	}
}

// seen records the answer to an interaction.
type seen struct {
	answers
	p    *pressing
	user string
	seq  int64
}

func (s *seen) see(m any) error { s.p.keep(s.user, fmt.Sprintf("%+v", m), s.seq); return nil }

func (s *seen) Reply(_ context.Context, m discord.Message) error     { return s.see(m.Components) }
func (s *seen) Update(_ context.Context, m discord.Message) error    { return s.see(m.Components) }
func (s *seen) EditReply(_ context.Context, m discord.Message) error { return s.see(m.Components) }
func (s *seen) Modal(_ context.Context, m discord.Modal) error       { return s.see(m) }

// serve performs an interaction of a member and records what it shows.
func (p *pressing) serve(in *discord.Interaction) {
	p.n++
	in.ID = fmt.Sprint(7_000_000 + p.n)
	p.app.Serve(p.t.Context(), in, &seen{p: p, user: in.User.ID, seq: p.snapshot().State.Seq})
}

// look lets everyone look at the channel and open their own panels.
func (p *pressing) look(people []*localdiscord.Person) {
	p.t.Helper()
	p.settle()
	seq := p.snapshot().State.Seq
	channels := []*localdiscord.Channel{p.channel}
	for _, m := range p.srv.Messages(p.channel, p.organiser) {
		if thread, ok := p.srv.Channel(m.ID); ok {
			channels = append(channels, thread)
		}
	}
	for _, who := range people {
		for _, c := range channels {
			for _, m := range p.srv.Messages(c, who) {
				data, err := json.Marshal(m)
				if err != nil {
					p.t.Fatal(err)
				}
				p.keep(who.ID(), string(data), seq)
			}
		}
		for _, path := range []string{"status", "report", "join", "deck submit", "drop", "match list", "match away"} {
			if r, ok := find(p.app.Table, path); ok {
				p.serve(p.interaction(r, who.ID(), 0, 0))
			}
		}
	}
}

// firstEvents maps each verb to the first events that a press may cause; consequences may follow
// them. A verb that is not listed only shows or asks something and writes nothing. Who says
// that the opponent is missing is there, which is what counts if the opponent said so first; so
// is who answers for a table that plays without them.
var firstEvents = map[string][]tournament.Event{
	"join": {&tournament.PlayerRegistered{}}, "joinform": {&tournament.PlayerRegistered{}},
	"leave": {&tournament.PlayerLeft{}}, "checkin": {&tournament.PlayerCheckedIn{}}, "mix": {&tournament.DrawMixed{}},
	"result": {&tournament.ResultReported{}, &tournament.PlayerPresent{}}, "won": {&tournament.ResultReported{}}, "resultform": {&tournament.ResultReported{}},
	"confirm": {&tournament.ResultConfirmed{}, &tournament.PlayerPresent{}}, "dispute": nil, "disputefor": {&tournament.ResultDisputed{}, &tournament.PlayerPresent{}},
	"judgeform": {&tournament.JudgeCalled{}}, "dropyes": {&tournament.PlayerDropped{}, &tournament.PlayerLeft{}}, "deckform": {&tournament.DeckSubmitted{}},
	"timeform": {&tournament.TimesProposed{}, &tournament.ZoneSet{}}, "timesay": {&tournament.TimesProposed{}, &tournament.TimeAgreed{}}, "timeyes": {&tournament.TimeAgreed{}},
	"timesure": {&tournament.TimesProposed{}, &tournament.TimeAgreed{}}, "awayback": {&tournament.PlayerAway{}}, "sitoutyes": {&tournament.PlayerSitsOut{}},
	"weekpick": {&tournament.HoursSet{}, &tournament.ZoneSet{}}, "weekclear": {&tournament.HoursSet{}, &tournament.ZoneSet{}}, "weekzone": {&tournament.ZoneSet{}}, "weekform": {&tournament.ZoneSet{}},
	"present": {&tournament.PlayerPresent{}}, "reminders": {&tournament.RemindersChosen{}}, "claim": {&tournament.ForfeitClaimed{}, &tournament.PlayerPresent{}}, "claimof": {&tournament.ForfeitClaimed{}, &tournament.PlayerPresent{}}, "object": {&tournament.ClaimObjected{}},
}

// press presses a recorded button. It checks that the outcome is about the match, report,
// round and time of the button, is caused by the presser, and includes nothing else.
func (p *pressing) press(b shownButton) {
	p.t.Helper()
	verb := customid.Verb(b.panel)
	before := p.snapshot()
	in := p.interaction(&commands.Route{Path: "status"}, b.user, 0, 0)
	in.Path, in.CustomID, in.Kind = nil, b.id, discord.KindComponent
	in.Message = discord.MessageRef{Head: wire.Head{ID: "5", ChannelID: p.channel.ID()}}
	in.Values = []string{"2-0"}
	switch verb {
	case "sitoutpick":
		in.Values = []string{fmt.Sprint(2 + p.rng.IntN(2))}
	case "weekpick":
		in.Values = []string{"all"}
	case "weekzone":
		in.Values = []string{"Europe/Berlin"}
	}
	if strings.HasSuffix(verb, "form") || verb == "disputefor" {
		in.Kind, in.Values = discord.KindModal, nil
		for name, text := range map[string]string{
			"name": "Somebody", "deck": fmt.Sprint("60 Islands ", p.n), "reason": "because", "result": "2-0", "zone": "UTC", "time_zone": "UTC",
			"when": []string{p.now().Add(2 * time.Hour).UTC().Format("2006-01-02 15:04"), "tomorrow 8", p.now().UTC().AddDate(0, 0, 1).Format("2006-01-02") + " 03:00"}[p.rng.IntN(3)],
		} {
			in.Fields[name] = []string{text}
		}
	}
	p.serve(in)
	after := p.snapshot()
	events := after.Log[before.State.Seq:]
	if before.State.Seq > b.seq {
		n := p.pressed[verb]
		n[0]++
		if len(events) > 0 {
			n[1]++
		}
		p.pressed[verb] = n
	}
	if len(events) == 0 {
		return
	}
	i := slices.IndexFunc(events, func(e tournament.Envelope) bool {
		return slices.ContainsFunc(firstEvents[verb], func(d tournament.Event) bool { return reflect.TypeOf(d) == reflect.TypeOf(e.Event) })
	})
	if i < 0 {
		p.t.Errorf("%s, shown at entry %d, wrote %s", b.id, b.seq, events[0].Kind)
		return
	}
	if own := after.Book.ByUser(b.user); events[i].Actor != own {
		p.t.Errorf("%s wrote an event of person %d for person %d", b.id, events[i].Actor, own)
	}
	want, did := reflect.ValueOf(b.panel), reflect.ValueOf(events[i].Event).Elem()
	for _, field := range []string{"Round", "Match"} {
		w, d := want.FieldByName(field), did.FieldByName(field)
		if w.IsValid() && d.IsValid() && w.Int() != 0 && w.Int() != d.Int() {
			p.t.Errorf("%s, shown at entry %d, is about %s %d and wrote %+v", b.id, b.seq, field, w.Int(), events[i].Event)
		}
	}
	if r := want.FieldByName("Report"); r.IsValid() && did.FieldByName("Match").IsValid() {
		m, _ := before.State.Match(int(did.FieldByName("Round").Int()), int(did.FieldByName("Match").Int()))
		if m == nil || m.Report == nil || m.Report.Seq > r.Int() || want.FieldByName("Match").Int() > 0 && m.LastWord() != r.Int() {
			p.t.Errorf("%s, shown at entry %d, answered another report: %+v", b.id, b.seq, m)
		}
	}
	switch ev := events[i].Event.(type) {
	case *tournament.PlayerDropped:
		if r := len(before.State.Rounds); r != b.panel.(customid.DropYes).Round {
			p.t.Errorf("%s dropped somebody in round %d", b.id, r)
		}
	case *tournament.TimeAgreed:
		if at := b.panel.(customid.TimeAccept).At; ev.At.Unix() != at {
			p.t.Errorf("%s agreed on %v", b.id, ev.At)
		}
	}
}

// TestNoButtonDoesAnythingButWhatItShowed: people keep every button, menu and form of an
// event and press them when everything has changed: reports, rounds, times, players. The
// effect is what was shown, or nothing. Every verb of players is pressed late.
func TestNoButtonDoesAnythingButWhatItShowed(t *testing.T) {
	t.Parallel()
	late := map[string][2]int{}
	t.Run("events", func(t *testing.T) {
		results := make(chan map[string][2]int, 4)
		t.Run("Swiss", func(t *testing.T) {
			p := newPressing(t)
			p.app.Rulesets = askingMagic(t)
			p.create(localdiscord.Options{"ruleset": "own", "rounds": 3, "cut": 2})
			p.slash(p.organiser, "tournament settings", localdiscord.Options{"set": "decks=required, threads=yes, late_until=1"})
			p.evening(results, "tournament checkin", "no decks", "tournament start", "round pair", "round publish", "round start", "report", "round close", "tournament undo", "round pair", "round publish", "round start")
		})
		t.Run("arranged", func(t *testing.T) {
			p := newPressing(t)
			p.create(localdiscord.Options{"cut": 0})
			p.slash(p.organiser, "tournament settings", localdiscord.Options{"set": "format=round_robin, arranged=by_date"})
			p.evening(results, "start and claim")
		})
		t.Run("in numbers", func(t *testing.T) {
			p := newPressing(t)
			p.create(localdiscord.Options{"ruleset": "riichi-ema", "rounds": 2, "cut": 0})
			p.evening(results, "start alone", "round pair", "round publish", "round start")
		})
		t.Run("tables of four", func(t *testing.T) {
			p := newPressing(t)
			p.create(localdiscord.Options{"ruleset": "commander-pods", "rounds": 2, "cut": 0})
			p.evening(results, "start alone", "round pair", "round publish", "round start")
		})
		t.Cleanup(func() {
			for range cap(results) {
				for verb, n := range <-results {
					late[verb] = [2]int{late[verb][0] + n[0], late[verb][1] + n[1]}
				}
			}
		})
	})
	for verb := range firstEvents {
		if late[verb][0] == 0 {
			t.Errorf("%q was never pressed late", verb)
		}
	}
	t.Logf("pressed late, and of those did something: %v", late)
}

// askingMagic are the rulesets, with one of Magic in which players may ask to sit out
// coming rounds.
func askingMagic(t *testing.T) *library.Libraries {
	t.Helper()
	lib, err := rules.LoadDir(fstest.MapFS{"own.toml": {Data: []byte(`id = "own"
name = "Own"
extends = "magic"
version = "1"
date = "2026-01-01"
status = "community"
community = ["players may miss a round"]
[absent]
on_request = true
`)}})
	if err != nil {
		t.Fatal(err)
	}
	return &library.Libraries{Rulesets: lib}
}

func newPressing(t *testing.T) *pressing {
	h := openTestServer(t, nil, false)
	return &pressing{testServer: h, rng: rand.New(rand.NewPCG(11, 16)), kept: map[string][]shownButton{}, pressed: map[string][2]int{}}
}

// evening lets people press between the steps of the organiser, each button that was ever
// shown with the same probability.
func (p *pressing) evening(results chan<- map[string][2]int, steps ...string) {
	defer func() { results <- p.pressed }()
	var people []*localdiscord.Person
	for i := range 8 {
		people = append(people, p.guild.AddPerson(fmt.Sprint("Player ", i+1)))
	}
	for i := range max(30, 3*len(steps)+1) {
		if i%3 == 2 && len(steps) > 0 {
			for _, who := range people {
				if p.snapshot().State.Phase < tournament.Running {
					p.slash(who, "join", nil)
				}
			}
			p.step(steps[0])
			steps = steps[1:]
		}
		p.look(people)
		verbs := slices.Sorted(maps.Keys(p.kept))
		verbs = slices.DeleteFunc(verbs, func(v string) bool { _, writes := firstEvents[v]; return !writes && p.rng.IntN(4) > 0 })
		for range 12 {
			if len(verbs) == 0 {
				break
			}
			verb := verbs[p.rng.IntN(len(verbs))]
			if (verb == "leave" || verb == "dropyes") && p.rng.IntN(8) > 0 {
				continue // or the event has no players
			}
			p.press(p.kept[verb][p.rng.IntN(len(p.kept[verb]))])
		}
		p.pass(time.Duration(20+p.rng.IntN(20)) * time.Minute)
		if p.t.Failed() {
			return
		}
	}
	for verb := range firstEvents { // each once more in the final state
		for _, b := range p.kept[verb][:min(3, len(p.kept[verb]))] {
			p.press(b)
		}
	}
}

// open presses the newest buttons of a verb until one shows the other verb.
func (p *pressing) open(verb, shows string) {
	p.t.Helper()
	for _, b := range slices.Backward(p.kept[verb]) {
		if len(p.kept[shows]) > 0 {
			return
		}
		p.press(b)
	}
	if len(p.kept[shows]) == 0 {
		p.t.Errorf("no %q showed a %q", verb, shows)
	}
}

// step runs the organiser's next command and confirms its questions.
func (p *pressing) step(path string) {
	s := p.snapshot().State
	do := func(cmd command.Command) {
		req := command.Request{Actor: tournament.Actor{User: p.organiser.ID()}, Cause: fmt.Sprint("step ", p.n, path), Command: cmd}
		if _, err := p.director.Do(p.t.Context(), s.ID, req); err != nil && tournament.ClassOf(err) == "" {
			p.t.Fatal(err)
		}
	}
	switch path {
	case "tournament start":
		do(&command.Start{KeepAll: true, Mix: true})
	case "report":
		for m := range s.Rounds[0].Matches {
			if _, l := s.Match(1, m+1); l.N == 2 {
				p.slash(p.person(int(l.Seats[0])+1), "report", localdiscord.Options{"result": "2-0"})
				p.look([]*localdiscord.Person{p.person(int(l.Seats[1]) + 1)})
			}
		}
		p.open("dispute", "disputefor") // shown only while the report waits
	case "no decks":
		p.slash(p.organiser, "tournament settings", localdiscord.Options{"set": "decks=optional"})
	case "start and claim":
		do(&command.Start{KeepAll: true})
		_, l := p.snapshot().State.Match(1, 1)
		a, b := p.person(int(l.Seats[0])+1), p.person(int(l.Seats[1])+1)
		p.slash(a, "match propose", localdiscord.Options{"when": p.now().Add(2 * time.Hour).UTC().Format("2006-01-02 15:04"), "time_zone": "UTC"})
		p.look([]*localdiscord.Person{a, b})
		p.inMatch(b, nil, customid.TimeAccept{})
		p.pass(2*time.Hour + time.Minute)
		p.look([]*localdiscord.Person{a, b})
		p.inMatch(a, nil, customid.Present{})
		p.pass(25 * time.Minute)
		p.look([]*localdiscord.Person{a, b})
		p.inMatch(a, nil, customid.Claim{})
		// The form for times, and the questions about an ambiguous time and about a time at
		// night, each of which follows in a third of the cases.
		_, l = p.snapshot().State.Match(1, 2)
		c := p.person(int(l.Seats[0]) + 1)
		day := func(n int) string { return p.now().AddDate(0, 0, n).UTC().Format("2006-01-02 15:04") }
		zone := p.answer(p.use(c, "match away", localdiscord.Options{"from": day(20), "to": day(22)}))
		i, err := c.SubmitModal(p.t.Context(), zone.Modal, localdiscord.Fields{"Your time zone": "UTC"})
		if err != nil {
			p.t.Fatal(err)
		}
		p.answer(i)
		p.look([]*localdiscord.Person{c})
		for n := 0; n < 40 && len(p.kept["timeopen"]) > 0 && min(len(p.kept["timesay"]), len(p.kept["timesure"])) == 0; n++ {
			for _, verb := range []string{"timeopen", "timeform"} {
				if list := p.kept[verb]; len(list) > 0 {
					p.press(list[len(list)-1])
				}
			}
		}
	case "start alone":
		do(&command.Start{KeepAll: true})
	case "round close":
		do(&command.CloseRound{Resolve: tournament.ResolveDraw})
	case "tournament undo":
		do(&command.Undo{})
	case "round start":
		p.slash(p.organiser, path, nil)
		// The menu of results, which a button shows only while the match is open: in the
		// first round of two players a match that is still one.
		if l := p.duel(); l != nil {
			p.look([]*localdiscord.Person{p.person(int(l.Seats[0]) + 1)})
			p.open("report", "other")
			p.open("other", "result")
		}
	default:
		p.slash(p.organiser, path, nil)
	}
}

// duel returns the seats of the first match of the newest round that two players play, or
// nil.
func (p *pressing) duel() *ledger.Match {
	s := p.snapshot().State
	for m := range s.Rounds[len(s.Rounds)-1].Matches {
		if match, l := s.Match(len(s.Rounds), m+1); l.N == 2 && !match.Over() && match.Report == nil {
			return l
		}
	}
	return nil
}
