package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"topcut/commands/localdiscord"
)

// A list that is not as the game counts decks is shown to who hands it in, by form, command,
// file and the form of Join, and nothing is stored before they send it anyway. Its owner and
// the organisers read the same in /deck show, opponents do not. A legal list is in at once.
func TestADeckThatBreaksACountIsShownFirst(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks=optional, decks_shown=public"})
	people := h.people("Ann", "Ben")
	for _, p := range people {
		h.slash(p, "join", nil)
	}
	ann, ben := people[0], people[1]
	var legal strings.Builder
	for i := range 10 {
		fmt.Fprintf(&legal, "4 Card %c\n", 'A'+rune(i))
	}
	file := func(text string) localdiscord.Options {
		return localdiscord.Options{"file": localdiscord.File{Name: "deck.txt", Data: []byte(text)}}
	}
	stored := func(p *localdiscord.Person) string {
		s := h.snapshot()
		return s.Book.Text(s.State.Players.At(s.PlayerByUser(p.ID())).Deck)
	}
	short := legal.String() + "17 Mountain\n3 Mountain Goat\n5 **Bolt**\n\nSideboard\n16 Forest"
	asked := h.answer(h.use(ann, "deck submit", file(short)))
	h.hasAll(h.text(asked), "doesn't add up by the rules of Magic", "Nothing is stored yet", "Cards in the sideboard: 16; at most 15 are allowed.", "**Bolt**: 5; at most 4 are allowed.")
	if got := stored(ann); got != "" {
		t.Errorf("stored is %q", got)
	}
	h.stop()
	h.start(false)
	if got := h.text(h.presses(ann, asked, "Send anyway")); !strings.Contains(got, "Your decklist is in") || stored(ann) != short {
		t.Errorf("sent anyway: %s, stored is %q", got, stored(ann))
	}
	if got := h.slash(ben, "deck submit", file(legal.String()+"20 Mountain (M10) 242")); !strings.Contains(got, "Your decklist is in") {
		t.Errorf("a legal deck: %s", got)
	}
	if got := h.slash(ben, "deck submit", localdiscord.Options{"deck": "https://example.org/deck/7"}); !strings.Contains(got, "Your decklist is in") {
		t.Errorf("a link: %s", got)
	}
	form := h.answer(h.use(ben, "deck submit", nil))
	in, err := ben.SubmitModal(t.Context(), form.Modal, localdiscord.Fields{"Decklist": "4 Bolt\n55 Mountain"})
	if err != nil {
		t.Fatal(err)
	}
	asked = h.answer(in)
	h.hasAll(h.text(asked), "Cards in the main deck: 59; at least 60 are needed.")
	if again := h.presses(ben, asked, "Change deck"); again.Modal == nil {
		t.Error("the field does not open again")
	}
	if got := h.slash(h.organiser, "player deck", localdiscord.Options{"player": "Ben", "file": localdiscord.File{Name: "d.txt", Data: []byte("4 Bolt\n55 Mountain")}}); !strings.Contains(got, "59; at least 60") || !strings.HasPrefix(stored(ben), "4 Bolt") {
		t.Errorf("an organiser hands in: %s, stored is %q", got, stored(ben))
	}
	if got := h.slash(h.organiser, "deck submit", file(strings.Repeat("4 Bolt\n", 9000))); strings.Contains(got, "Nothing is stored yet") {
		t.Errorf("too long, and by somebody who does not play: %s", got)
	}
	h.begin()
	shown := localdiscord.Options{"player": "Ann"}
	for _, x := range []struct {
		by   *localdiscord.Person
		want bool
	}{{ann, true}, {h.organiser, true}, {ben, false}} {
		if got := h.slash(x.by, "deck show", shown); !strings.Contains(got, "Card A") || strings.Contains(got, "organisers decide") != x.want {
			t.Errorf("/deck show for %s says %s", x.by.Name(), got)
		}
	}
	h.clean()
}

// The form of Join asks about its list as well, and joins with the second press.
func TestWhoJoinsWithADeckIsAskedAboutIt(t *testing.T) {
	h := newTestServer(t)
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "decks=required"})
	ann := h.guild.AddPerson("Ann")
	form := h.answer(h.use(ann, "join", nil))
	in, err := ann.SubmitModal(t.Context(), form.Modal, localdiscord.Fields{"Decklist": "4 Bolt\n55 Mountain"})
	if err != nil {
		t.Fatal(err)
	}
	asked := h.answer(in)
	h.hasAll(h.text(asked), "59; at least 60")
	if s := h.snapshot(); s.PlayerByUser(ann.ID()) != 0 {
		t.Error("she is in before she answers")
	}
	if got := h.text(h.presses(ann, asked, "Send anyway")); !strings.Contains(got, "You're in") || h.snapshot().State.Players.At(1).Deck == 0 {
		t.Errorf("sent anyway: %s", got)
	}
	h.clean()
}
