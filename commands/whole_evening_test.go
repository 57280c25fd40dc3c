package commands_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"topcut/cmd/bot/rehearse/browsertest"
	"topcut/cmd/bot/rehearse/web"
	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/field"
)

// TestAWholeEveningByPressesAlone: after /tournament create neither organisers nor
// players type a command, in English or, with -languages, in others. Sixteen people join, check in, report and
// confirm; one table disputes, one calls a judge, a player does not come, a wrong result
// is found two rounds later, a drop by mistake is undone, and the Top 4 play the cut.
// With TOPCUT_SHOTS it takes screenshots on a phone and a desktop, light and dark, and
// runs axe-core on each page.
func TestAWholeEveningByPressesAlone(t *testing.T) {
	t.Parallel()
	languages := []string{"en-US"}
	if *playLanguages {
		languages = append(languages, "de", "ja")
	}
	for _, language := range languages {
		t.Run(language, func(t *testing.T) { pressEvening(t, language) })
	}
}

func pressEvening(t *testing.T, language string) {
	words, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := &byPresses{testServer: testServerSpeaking(t, words)}
	h.organiser.SetLocale(language)
	h.slash(h.organiser, "setup", localdiscord.Options{"to_channel": h.office.ID(), "language": language[:2]})
	h.fill(h.form(nil), localdiscord.Fields{view.FieldName: "Friday Night", view.FieldGame: "magic", view.FieldStructure: "top4"})

	people := make([]*localdiscord.Person, 0, 16)
	for _, name := range []string{
		"Alice", "Bob", "Chloé", "Dmitri", "Elif", "Farouk", "Greta", "Hiroshi", "Ingrid", "Jamal", "Kasia", "Liam", "(╯°□°)╯︵ ┻━┻",
		"Maximiliane-Theodora von Wolffen", "さくら🌸", "Noor",
	} {
		p := h.guild.AddPerson(name)
		p.SetLocale(language)
		people = append(people, p)
	}
	h.photograph(t, people)
	for _, p := range people {
		h.push(p, h.having(h.channel, p, customid.Join{}), customid.Join{})
	}
	if n := field.StillIn(h.snapshot().State); n != len(people) {
		t.Fatalf("%d of %d are in", n, len(people))
	}
	h.shot("joined")
	h.staff(customid.StartCheckIn{})
	for _, p := range people[:15] {
		h.push(p, h.having(h.channel, p, customid.CheckIn{}), customid.CheckIn{})
	}
	h.settle()
	if got := h.text(h.having(h.channel, h.organiser, customid.CheckIn{})); !strings.Contains(got, "15") || strings.Contains(got, "Alice") {
		t.Errorf("the call names who is here as missing: %s", got)
	}
	h.shot("check-in")
	h.push(h.organiser, h.staff(customid.Start{}), customid.Start{Absent: "all"}) // the last player is on the way
	h.shot("started")

	h.publish()
	h.shot("round")
	absent := h.snapshot().State.MatchOf(1, 16)
	table := func(n int) int { return (absent+n-1)%8 + 1 }
	h.dispute(table(1))
	h.judge(table(2))
	h.noShow(absent)
	wrong := table(3)
	h.report(wrong)
	h.rest()
	h.shot("round over")
	h.drop(16)

	h.publish()
	h.rest()
	h.publish()
	h.mistake()
	h.correct(1, wrong)
	h.rest()
	for h.snapshot().State.NextStep() == tournament.StepPair {
		h.publish()
		h.rest()
	}
	h.shot("Swiss over")
	if made := h.staff(customid.Cut{}); made.Message == nil || control(made.Message.Components, customid.Pair{}) == "" {
		t.Errorf("who made the cut has no button for what comes next: %s", h.text(made))
	}
	h.shot("cut")
	for h.snapshot().State.NextStep() == tournament.StepPair {
		h.publish()
		h.shot("bracket")
		h.rest()
	}
	h.staff(customid.Finish{})
	h.shot("end")
	if s := h.snapshot().State; s.Phase != tournament.Finished || s.Elimination() == nil {
		t.Errorf("the event is %s after %d rounds", s.Phase, len(s.Rounds))
	}
	if n := h.typed.Load(); n != 2 { // /setup, once per server, and /tournament create
		t.Errorf("%d commands were typed", n)
	}
	h.clean()
	if !testing.Short() { // drawings are compared
		h.audit()
	}
}

// byPresses is an evening that is run only with presses, menus and forms. They are found
// by their effect, not by their label.
type byPresses struct {
	*testServer
	screens []*browsertest.Browser
}

// photograph opens the page of the rehearsal on a desktop and on a phone, with the
// organisers' channel beside that of the event as a player sees it.
func (h *byPresses) photograph(t *testing.T, people []*localdiscord.Person) {
	t.Helper()
	if os.Getenv("TOPCUT_SHOTS") == "" {
		return
	}
	cast := []web.Member{{Person: h.organiser, Part: web.Organiser}}
	for _, p := range people {
		cast = append(cast, web.Member{Person: p, Part: web.Player})
	}
	for _, width := range []int64{1280, 390} {
		page, err := web.New(web.Config{Server: h.srv, Guild: h.guild, Cast: cast, Clock: h.now}) // a key works once
		if err != nil {
			t.Fatal(err)
		}
		b := browsertest.New(t, width, 844)
		b.Open(browsertest.Serve(t, page)())
		b.ActAs("a", h.organiser.Name())
		b.GoTo("a", h.office.Name())
		b.ActAs("b", people[0].Name())
		b.GoTo("b", h.channel.Name())
		h.screens = append(h.screens, b)
	}
}

// shot takes pictures of both panes on both screens, light and dark.
func (h *byPresses) shot(name string) {
	h.t.Helper()
	h.settle()
	for i, b := range h.screens {
		for _, pane := range []string{"a", "b"}[i^1 : 2] { // a desktop shows both
			shown := name
			if b.Show(pane); i == 1 {
				shown += " " + pane
			}
			b.Pause(1)
			for _, scheme := range []string{"light", "dark"} {
				b.Media(scheme)
				b.Shot(shown + " " + scheme)
				if i == 0 {
					b.Accessible(shown)
				}
			}
		}
	}
}

// control returns the id of the control in a message that does something.
func control(list []localdiscord.Component, does customid.Panel) string {
	for _, c := range list {
		if id, ok := customid.Parse(c.CustomID); ok && !c.Disabled && customid.Like(id.Panel, does) {
			return c.CustomID
		}
		if found := control(c.Components, does); found != "" {
			return found
		}
	}
	return ""
}

// having waits for and returns the newest message visible to a person with a control that
// does something.
func (h *byPresses) having(c *localdiscord.Channel, p *localdiscord.Person, does customid.Panel) localdiscord.Answer {
	h.t.Helper()
	var found localdiscord.Message
	h.until(fmt.Sprintf("%s sees %T", p.Name(), does), func() bool {
		all := h.srv.Messages(c, p)
		slices.Reverse(all)
		i := slices.IndexFunc(all, func(m localdiscord.Message) bool { return !m.Private() && control(m.Components, does) != "" })
		if i >= 0 {
			found = all[i]
		}
		return i >= 0
	})
	return localdiscord.Answer{Message: &found}
}

// push presses the button of a message that does something.
func (h *byPresses) push(p *localdiscord.Person, a localdiscord.Answer, does customid.Panel) localdiscord.Answer {
	h.t.Helper()
	if a.Message == nil || control(a.Message.Components, does) == "" {
		h.t.Fatalf("no %T: %s", does, h.text(a))
	}
	return h.presses(p, a, control(a.Message.Components, does))
}

// pick chooses in the menu of a message that does something.
func (h *byPresses) pick(a localdiscord.Answer, does customid.Panel, value string) localdiscord.Answer {
	h.t.Helper()
	if a.Message == nil || control(a.Message.Components, does) == "" {
		h.t.Fatalf("no %T: %s", does, h.text(a))
	}
	i, err := h.organiser.Select(h.t.Context(), *a.Message, control(a.Message.Components, does), []string{value})
	if err != nil {
		h.t.Fatal(err)
	}
	return h.answer(i)
}

// sends submits the form in an answer.
func (h *byPresses) sends(p *localdiscord.Person, a localdiscord.Answer, fields localdiscord.Fields) localdiscord.Answer {
	h.t.Helper()
	i, err := p.SubmitModal(h.t.Context(), a.Modal, fields)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.answer(i)
}

// staff presses a button of the current organisers' panel.
func (h *byPresses) staff(does customid.Panel) localdiscord.Answer {
	h.t.Helper()
	h.settle()
	return h.push(h.organiser, h.having(h.office, h.organiser, does), does)
}

// more submits a form under More.
func (h *byPresses) more(what string, fields localdiscord.Fields) localdiscord.Answer {
	h.t.Helper()
	more := h.staff(customid.More{})
	return h.sends(h.organiser, h.push(h.organiser, more, customid.StaffOpen{What: what}), fields)
}

// publish pairs and publishes the next round.
func (h *byPresses) publish() {
	h.t.Helper()
	before := len(h.snapshot().State.Rounds)
	if h.snapshot().State.Preview == nil {
		h.staff(customid.Pair{})
	}
	h.staff(customid.Publish{})
	if s := h.snapshot().State; len(s.Rounds) != before+1 || s.Current().Status != tournament.Started {
		h.t.Fatalf("round %d is not running", before+1)
	}
	h.settle()
}

// two returns the players of a match of the current round.
func (h *byPresses) two(match int) (a, b *localdiscord.Person) {
	h.t.Helper()
	s := h.snapshot().State
	_, l := s.Match(len(s.Rounds), match)
	return h.person(int(l.Seats[0]) + 1), h.person(int(l.Seats[1]) + 1)
}

// mine opens the panel of a person's own match.
func (h *byPresses) mine(p *localdiscord.Person) localdiscord.Answer {
	h.t.Helper()
	return h.push(p, h.having(h.channel, p, customid.Report{}), customid.Report{})
}

// says lets a player report a win by 2-0.
func (h *byPresses) says(p *localdiscord.Person) {
	h.t.Helper()
	h.push(p, h.mine(p), customid.ResultPress{Result: "2-0"})
}

// report lets the first player of a match report a win and the other one confirm.
func (h *byPresses) report(match int) {
	h.t.Helper()
	a, b := h.two(match)
	h.says(a)
	h.push(b, h.mine(b), customid.Confirm{})
	h.decided(match)
}

// decided checks that a match of the current round has its result.
func (h *byPresses) decided(match int) {
	h.t.Helper()
	s := h.snapshot().State
	if m, _ := s.Match(len(s.Rounds), match); !m.Confirmed {
		h.t.Errorf("match %d of round %d has no result", match, len(s.Rounds))
	}
}

// rest reports every match that is open, the last one of which closes the round.
func (h *byPresses) rest() {
	h.t.Helper()
	s := h.snapshot().State
	for _, match := range s.Blocking(len(s.Rounds)) {
		h.report(match)
	}
	if s := h.snapshot().State; s.LastDone() != len(s.Rounds) {
		h.t.Fatalf("round %d is open: %v", len(s.Rounds), s.Blocking(len(s.Rounds)))
	}
}

// dispute is a report that the other side does not agree with, and a ruling.
func (h *byPresses) dispute(match int) {
	h.t.Helper()
	a, b := h.two(match)
	h.says(a)
	h.shot("reported")
	h.sends(b, h.push(b, h.mine(b), customid.Dispute{}), localdiscord.Fields{"reason": "It was 2-1."})
	h.shot("dispute")
	h.staff(customid.Take{})
	h.staff(customid.RulePress{Result: "2-0"})
	h.decided(match)
}

// judge is a call for a judge, who comes and gives the table more time.
func (h *byPresses) judge(match int) {
	h.t.Helper()
	a, _ := h.two(match)
	h.sends(a, h.push(a, h.having(h.channel, a, customid.Judge{}), customid.Judge{}), localdiscord.Fields{"reason": "A card is missing."})
	h.staff(customid.Take{})
	h.push(h.organiser, h.staff(customid.TablePanel{}), customid.Extend{Minutes: 5})
	h.shot("judge")
	if m, _ := h.snapshot().State.Match(1, match); m.Extra == 0 || m.Coming == 0 {
		h.t.Errorf("the table has no judge and no more time: %+v", m)
	}
	h.report(match)
}

// noShow is an opponent who does not come: told by a player, decided by an organiser.
func (h *byPresses) noShow(match int) {
	h.t.Helper()
	a, b := h.two(match)
	value := view.ForfeitWon
	if h.snapshot().User(16) == a.ID() {
		a, value = b, view.ForfeitLost
	}
	h.push(a, h.mine(a), customid.Claim{})
	h.shot("no-show")
	h.pick(h.staff(customid.TablePanel{}), customid.Rule{}, value)
	h.decided(match)
	if _, l := h.snapshot().State.Match(1, match); h.snapshot().User(int(l.Seats[0])+1) != a.ID() {
		h.t.Errorf("the wrong side wins without play")
	}
}

// drop is a player whom an organiser drops.
func (h *byPresses) drop(player int) {
	h.t.Helper()
	h.push(h.organiser, h.more("drop", localdiscord.Fields{"player": fmt.Sprintf("p%d", player)}), customid.Sure{})
	if h.snapshot().State.Taking(player) {
		h.t.Errorf("player %d is in", player)
	}
}

// mistake drops the wrong player, and undoes it.
func (h *byPresses) mistake() {
	h.t.Helper()
	h.drop(3)
	ask := h.staff(customid.UndoAsk{})
	h.shot("undo")
	h.push(h.organiser, ask, customid.Sure{})
	if !h.snapshot().State.Taking(3) {
		h.t.Errorf("the drop by mistake is not taken back")
	}
}

// correct changes a win of an earlier round to the loss that it was. What moves is shown
// first, and a button that was about the old result changes nothing.
func (h *byPresses) correct(round, match int) {
	h.t.Helper()
	winner := func() int { _, l := h.snapshot().State.Match(round, match); return h.snapshot().State.Rules.Winner(l) }
	_, l := h.snapshot().State.Match(round, match)
	table := h.more("result", localdiscord.Fields{"round": fmt.Sprint(round), "player": fmt.Sprintf("p%d", l.Seats[1]+1)})
	h.shot("old result")
	preview := h.pick(table, customid.Rule{}, "0-2")
	late := h.pick(table, customid.Rule{}, "1-2")
	h.shot("correction")
	if winner() != 0 {
		h.t.Errorf("the result is changed before it is confirmed")
	}
	h.push(h.organiser, preview, customid.Sure{})
	if winner() != 1 {
		h.t.Errorf("the result of round %d is not changed", round)
	}
	seq := h.snapshot().State.Seq
	h.push(h.organiser, late, customid.Sure{})
	h.pick(table, customid.Rule{}, "2-0")
	if h.snapshot().State.Seq != seq {
		h.t.Errorf("a panel that showed the old result changes the new one")
	}
}
