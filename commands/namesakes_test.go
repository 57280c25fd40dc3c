package commands_test

import (
	"regexp"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// TestTwoPlayersOfOneNameAreToldApartEverywhere: two members are called Alex. A post that asks
// mentions their accounts; whatever else names them both has the user name behind the second,
// or a number where that is not known, and the name alone chooses neither by chance.
func TestTwoPlayersOfOneNameAreToldApartEverywhere(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"rounds": 2, "cut": 2})
	one, two := h.guild.AddPerson("Alexander Stone"), h.guild.AddPerson("Alexandra Reed")
	for _, p := range []*localdiscord.Person{one, two} {
		p.SetNick(h.guild, "Alex")
	}
	people := []*localdiscord.Person{one, two, h.guild.AddPerson("Bo"), h.guild.AddPerson("Cy")}
	for _, p := range people {
		h.slash(p, "join", nil)
	}
	s := h.snapshot()
	second := s.Name(s.PlayerByUser(two.ID()))
	if second != "Alex (alexandra_reed)" || s.Name(s.PlayerByUser(one.ID())) != "Alex" {
		t.Fatalf("they play as %q and %q", s.Name(s.PlayerByUser(one.ID())), second)
	}
	apart := regexp.MustCompile(`Alex \((alexandra_[a-z]*|2)[)…]`) // in tables it is cut
	both := func(where, said string) {
		t.Helper()
		plain := strings.ReplaceAll(said, `\`, "")
		rest := apart.ReplaceAllString(plain, "")
		if rest == plain || !regexp.MustCompile(`\bAlex\b`).MatchString(rest) {
			t.Errorf("%s does not name %q and %q:\n%s", where, "Alex", second, said)
		}
	}
	page := regexp.MustCompile(`/e/[0-9a-z]+-[a-z0-9]+`).FindString(h.slash(h.organiser, "tournament page", localdiscord.Options{"show": "link"}))
	h.begin()
	suggested, err := h.organiser.Autocomplete(t.Context(), h.channel, "player drop", localdiscord.Options{"player": "alex"}, "player")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := suggested.Answer(t.Context())
	if err != nil || len(answer.Choices) != 2 {
		t.Fatalf("%d are suggested: %v", len(answer.Choices), err)
	}
	both("a suggestion", answer.Choices[0].Name+" · "+answer.Choices[1].Name)
	h.toTheEnd(4, always("2-0"))
	for _, command := range []string{"standings", "log", "ratings", "tournament log"} {
		both("/"+command, h.slash(h.organiser, command, nil))
	}
	for _, format := range []string{"json", "csv"} {
		both("the file "+format, h.fileOf(h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": format}))))
	}
	_, body := h.served(page)
	both("the page", body)
	for _, p := range []*localdiscord.Person{one, two} {
		want := "Alex"
		if p == two {
			want = second
		}
		if got := strings.ReplaceAll(h.slash(p, "profile", nil), `\`, ""); !strings.Contains(got, want) || p == one && strings.Contains(got, second+" ·") {
			t.Errorf("the profile of %s is %s", want, got)
		}
	}

	// Alone in the next event, the second plays by the name alone; in the ratings they are two.
	h.create(localdiscord.Options{"name": "Saturday", "rounds": 1, "cut": 0})
	for _, p := range people[1:3] {
		h.slash(p, "join", localdiscord.Options{"tournament": "Saturday"})
	}
	h.organise("tournament start", "round pair", "round publish")
	h.says("Table", "player report", localdiscord.Options{"table": 1, "result": "2-0"})
	h.says("The event is over", "tournament finish", nil)
	both("/ratings", h.slash(h.organiser, "ratings", nil))
	if got := h.text(h.answer(h.use(h.organiser, "profile", localdiscord.Options{"player": "alex"}))); !strings.Contains(got, "Two players have that name") {
		t.Errorf("a name of two says %s", got)
	}
	h.clean()
}
