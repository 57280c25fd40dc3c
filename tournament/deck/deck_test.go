package deck_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/tournament/deck"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

func said(doubts []notice.Notice) (out []string) {
	for _, n := range doubts {
		line := string(n.Code)
		for _, a := range n.Args {
			line += fmt.Sprintf(" %s=%v", a.Name, a.Value)
		}
		out = append(out, line)
	}
	return out
}

// spells are n cards in fours of different names.
func spells(n int, form string) string {
	var b strings.Builder
	for i := 0; n > 0; i, n = i+1, n-4 {
		fmt.Fprintf(&b, form+"\n", min(4, n), fmt.Sprintf("Spell %c%c", 'A'+rune(i/26), 'a'+rune(i%26)))
	}
	return b.String()
}

const plainForm = "%d %s"

// Lists as real deck builders write them are read whole: no line is left unread, the parts
// have their cards, and a legal deck is in no doubt.
func TestListsOfDeckBuildersAreRead(t *testing.T) {
	for name, l := range map[string]struct {
		game, text        string
		main, side, extra int
	}{
		"Arena":              {"magic", "About\nName Mono Red: the 60\n\nDeck\n" + spells(40, "%d %s (M10) 146") + "20 Mountain (DMU) 269\n\nSideboard\n3 Abrade (VOW) 139\n12 Forest", 60, 15, 0},
		"Arena in German":    {"magic", "Deck\n" + spells(40, "%d %s (M10) 146") + "20 Gebirge (DMU) 269\n\nSideboard\n3 Abrieb (VOW) 139", 60, 3, 0},
		"Arena in French":    {"magic", "Deck\n" + spells(40, plainForm) + "20 Montagne\n\nRéserve\n2 Abrasion", 60, 2, 0},
		"Arena in Spanish":   {"magic", "Mazo\n" + spells(40, plainForm) + "20 Montaña\n\nBanquillo\n2 Abrasión", 60, 2, 0},
		"Arena in Japanese":  {"magic", "デッキ\n" + spells(40, plainForm) + "20 山 (DMU) 269\n\nサイドボード\n2 削剥 (VOW) 139", 60, 2, 0},
		"a companion":        {"magic", "Companion\n1 Lurrus of the Dream-Den (IKO) 226\n\nDeck\n" + spells(40, plainForm) + "20 Swamp\n\nSideboard\n1 Lurrus of the Dream-Den (IKO) 226", 60, 1, 0},
		"MTGO .txt":          {"magic", spells(40, plainForm) + "20 Mountain\r\n\r\n3 Abrade\r\n2 Smash to Smithereens\r\n", 60, 5, 0},
		"SB: before a card":  {"magic", "// Burn\n// by Ann\n" + spells(40, plainForm) + "20 Mountain\nSB: 3 Abrade\nSB:2 Smash", 60, 5, 0},
		"4x":                 {"magic", "Creatures (16)\n" + spells(40, "%dx %s") + "\nLands (20)\n20x Mountain\n\nSideboard (3):\n3 x Abrade", 60, 3, 0},
		"x4 behind the name": {"magic", spells(40, "- %[2]s x%[1]d") + "* Mountain x20", 60, 0, 0},
		"Moxfield":           {"commander-pods", singles(98, "1 %s (C21) 263 *F*") + "1 Atraxa, Praetors' Voice (2XM) 190 *E*\n1 Forest (NEO) 301", 100, 0, 0},
		"Archidekt":          {"commander-pods", singles(70, "1x %s (cmm) 410 [Ramp] ^Have,#37d67a^") + "1x Kenrith (eld) 303 [Commander{top}]\n29x Island (unf) 236 [Land]\n1x Opt (xln) 65 [Maybeboard{noDeck}{noPrice}]", 100, 0, 0},
		"names alone":        {"commander-pods", singles(100, "%s"), 100, 0, 0},
		"TappedOut sections": {"commander-pods", "Commander\n1x Kenrith\n\nMainboard\n" + singles(69, "1x %s") + "30x Snow-Covered Island\n\nMaybeboard\n4x Opt", 100, 0, 0},
		"PTCGL": {"pokemon", "Pokémon: 12\n4 Charizard ex OBF 125\n4 Charmander MEW 4\n4 Pidgey OBF 162 PH\n\nTrainer: 36\n" + spells(36, "%d %s PAL 185") +
			"\nEnergy: 12\n6 Basic {R} Energy SVE 2\n6 Fire Energy 2\n\nTotal Cards: 60", 60, 0, 0},
		"ydk":           {"yugioh", "#created by Ann\n#main\n" + codes(40, 3, 10_000_000) + "#extra\n" + codes(15, 1, 20_000_000) + "!side\n" + codes(15, 3, 30_000_000), 40, 15, 15},
		"Yu-Gi-Oh text": {"yugioh", "Monsters\n" + spells(20, "3 %[2]s") + "Extra Deck (2)\n2 Dragon\nSide Deck:\n3 Ash", 15, 3, 2},
		"Lorcana":       {"lorcana", spells(60, "%d %s - Queen of Snow"), 60, 0, 0},
	} {
		rs, err := rules.Load(l.game)
		if err != nil {
			t.Fatal(err)
		}
		got := deck.Read(l.text)
		var sums [3]int
		for _, c := range got.Cards {
			if c.Part < deck.Out {
				sums[c.Part] += c.N
			}
			if strings.ContainsAny(c.Name, "()[]*^#:") || strings.Contains(c.Name, "  ") {
				t.Errorf("%s: a card is called %q", name, c.Name)
			}
		}
		doubts := said(got.Doubts(rs.Deck, false))
		if name == "MTGO .txt" {
			sums[0], sums[1] = sums[0]-5, 5 // told apart by the count
		}
		if sums != [3]int{l.main, l.side, l.extra} || len(got.Unread) > 0 || len(doubts) > 0 && name != "Yu-Gi-Oh text" {
			t.Errorf("%s: %v cards, unread %q, %q", name, sums, got.Unread, doubts)
		}
	}
}

func singles(n int, form string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, form+"\n", fmt.Sprintf("Card %c%c", 'A'+rune(i/26), 'a'+rune(i%26)))
	}
	return b.String()
}

func codes(n, each, first int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d\n", first+i/each)
	}
	return b.String()
}

// What breaks a count is said in one sentence that names the number or the card.
func TestADeckThatBreaksACountIsDoubted(t *testing.T) {
	for _, x := range []struct {
		game, text string
		limited    bool
		want       []string
	}{
		{"magic", spells(39, plainForm) + "20 Mountain", false, []string{"deck.too_few n=59 least=60"}},
		{"magic", spells(300, plainForm), false, nil},
		{"magic", spells(40, plainForm) + "16 Mountain\n4 Bolt\nSideboard\n1 BOLT\n15 Forest", false, []string{"deck.side n=16 most=15", "deck.copies n=5 card=Bolt most=4"}},
		{"magic", spells(37, plainForm) + "20 Mountain\n\n15 Forest", false, []string{"deck.too_few n=57 least=60"}},
		{"magic", spells(45, plainForm) + "\n15 Forest", false, nil},                     // spells and lands, not a sideboard
		{"magic", spells(30, plainForm) + "\n4 Elf\n16 Forest\n\n11 Plains", false, nil}, // blocks by type: 61 cards
		{"magic", "5 Bolt\n55 Relentless Rats", false, []string{"deck.copies n=5 card=Bolt most=4"}},
		{"magic", "My deck of fire\n5 Bolt\n54 Mountain", false, []string{"deck.too_few n=59 least=60", "deck.copies n=5 card=Bolt most=4", "deck.unread n=1 line=My deck of fire"}},
		{"magic", "17 Island\n9 Opt\n14 Bolt\nSideboard\n30 Shock", true, nil},
		{"magic", "17 Island\n9 Opt\n13 Bolt", true, []string{"deck.too_few n=39 least=40"}},
		{"magic", singles(7, "5 %s") + "25 Island", false, []string{"deck.copies n=5 card=Card Aa most=4", "deck.copies n=5 card=Card Ab most=4", "deck.copies n=5 card=Card Ac most=4", "deck.copies n=5 card=Card Ad most=4", "deck.copies n=5 card=Card Ae most=4", "deck.more_copies n=2"}},
		{"commander-pods", singles(98, "1 %s") + "1 Sol Ring", false, []string{"deck.exactly n=99 least=100"}},
		{"commander-pods", singles(68, "1 %s") + "30 Forest\n1 Sol Ring (C21) 263\n1 Sol Ring (LTC) 284", false, []string{"deck.copies n=2 card=Sol Ring most=1"}},
		{"commander-pods", singles(100, "1 %s") + "Sideboard\n1 Opt", false, []string{"deck.no_side n=1"}},
		{"pokemon", spells(48, "%d %s PAL 1") + "12 Basic Fire Energy SVE 2\n1 Iono PAF 80", false, []string{"deck.exactly n=61 least=60"}},
		{"pokemon", spells(40, "%d %s PAL 1") + "3 Iono PAL 185\n2 Iono PAF 80\n15 Basic {W} Energy SVE 3", false, []string{"deck.copies n=5 card=Iono most=4"}},
		{"pokemon", spells(55, "%d %s PAL 1") + "5 Double Turbo Energy BRS 151", false, []string{"deck.copies n=5 card=Double Turbo Energy most=4"}},
		{"yugioh", "#main\n" + codes(61, 3, 1) + "#extra\n" + codes(16, 3, 100) + "!side\n" + codes(16, 3, 200), false, []string{"deck.too_many n=61 most=60", "deck.side n=16 most=15", "deck.extra n=16 most=15"}},
		{"yugioh", "#main\n" + codes(40, 3, 10) + "!side\n10\n", false, []string{"deck.copies n=4 card=10 most=3"}},
		{"lorcana", spells(55, "%d %s") + "5 Elsa - Snow Queen", false, []string{"deck.copies n=5 card=Elsa - Snow Queen most=4"}},
		{"lorcana", spells(56, "%d %s") + "4 Elsa - Snow Queen\n4 Elsa - Ice Surfer", false, nil},
		{"netrunner", "9 Hedge Fund\n9 Sure Gamble", false, nil},
		{"meccg", "9 Gandalf\n9 Orc-patrol", false, nil},
		// Nothing can be said of a link, a name or one line.
		{"magic", "https://example.org/deck/17", false, nil},
		{"magic", "Mono Red Burn", false, nil},
		{"magic", "4 Bolt 4 Shock 52 Mountain", false, nil},
		{"magic", "", false, nil},
	} {
		rs, err := rules.Load(x.game)
		if err != nil {
			t.Fatal(err)
		}
		if got := said(deck.Read(x.text).Doubts(rs.Deck, x.limited)); !slices.Equal(got, x.want) {
			t.Errorf("%s, limited %t: %q, want %q\n%.80s", x.game, x.limited, got, x.want, x.text)
		}
	}
}

// A deck shared as an address of passcodes is read as its file is.
func TestASharedAddressOfPasscodesIsRead(t *testing.T) {
	got := deck.Read("ydke://AQAAAAEAAAACAAAA!AwAAAA==!BAAAAA==!\n")
	want := []deck.Card{{"1", 1, deck.Main}, {"1", 1, deck.Main}, {"2", 1, deck.Main}, {"3", 1, deck.Extra}, {"4", 1, deck.Side}}
	if !slices.Equal(got.Cards, want) {
		t.Errorf("%v", got.Cards)
	}
	if got := deck.Read("ydke://%%%!!"); len(got.Cards) > 0 {
		t.Errorf("%v", got.Cards)
	}
}

// Every game that counts decks says by which document, or marks it as practice.
func TestDeckCountsHaveTheirSource(t *testing.T) {
	counted := 0
	for _, id := range rules.IDs() {
		rs, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if rs.Deck.Min == 0 {
			continue
		}
		base, said := rs, rs.Community
		for base.Extends != "" && base.Deck.From == "" {
			if base, err = rules.Load(base.Extends); err != nil {
				t.Fatal(err)
			}
			said = slices.Concat(said, base.Community)
		}
		if counted++; rs.Deck.From == "" && !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "a deck has ") }) {
			t.Errorf("%s counts decks by nothing", id)
		}
	}
	if counted != 8 {
		t.Errorf("%d games count decks", counted)
	}
}

// Whatever is pasted is read without a panic; counts are bounded; and what was read, written
// plainly and read again, counts the same.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"4 Bolt\n20 Mountain\n\nSideboard\n3x Abrade (VOW) 139", "#main\n123\n0045\n!side\n9", "ydke://AQAAAA==!!!", "SB: 2 Opt\n1x A [Maybeboard{x}] ^y,#1^ *F*",
		"Deck\n\n\n4 サイドボード\nサイドボード\n2 山", "// Side\n- 4 x\n* B x4", "9999 A\n999 B\n0 C\n00004 D", "Pokémon: 2\n2 Basic {R} Energy SVE 2 PH\n3 Energy Energy 3",
	} {
		f.Add(seed)
	}
	var all []*rules.Ruleset
	for _, id := range []string{"magic", "commander-pods", "pokemon", "yugioh", "lorcana"} {
		rs, err := rules.Load(id)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, rs)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := deck.Read(text)
		if len(l.Unread) > len(text) || len(l.Cards) > len(text) {
			t.Fatalf("%d cards and %d lines of %q", len(l.Cards), len(l.Unread), text)
		}
		for _, rs := range all {
			for _, limited := range []bool{false, true} {
				if n := len(l.Doubts(rs.Deck, limited)); n > 10 {
					t.Fatalf("%d sentences of %q", n, text)
				}
			}
		}
		var again strings.Builder
		sums := [4]map[string]int{{}, {}, {}, {}}
		for part, head := range []string{"Deck", "Sideboard", "Extra Deck", "Maybeboard"} {
			again.WriteString(head + "\n")
			for _, c := range l.Cards {
				if c.N < 1 || c.N > 999 || c.Name == "" || names.Clean(c.Name) != c.Name {
					t.Fatalf("%+v in %q", c, text)
				}
				if int(c.Part) == part {
					fmt.Fprintf(&again, "%dx %s\n", c.N, c.Name)
					sums[part][c.Name] += c.N
				}
			}
		}
		for _, c := range deck.Read(again.String()).Cards {
			sums[c.Part][c.Name] -= c.N
		}
		for part := range sums {
			for name, n := range sums[part] {
				if n != 0 {
					t.Fatalf("%q has %d of %q in part %d more than\n%s", text, n, name, part, again.String())
				}
			}
		}
	})
}
