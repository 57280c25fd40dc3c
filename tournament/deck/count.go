package deck

import (
	"slices"
	"strings"

	"topcut/tournament"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
)

// Limits of what is said of one list.
const (
	mostCards  = 5
	shownRunes = 60
)

// Doubts says what of a list is not as the game of an event counts decks, one sentence each.
// It returns nil where nothing is wrong, and where nothing can be said: the game counts no
// decks, or the text is a link or a name.
func Doubts(s *tournament.State, text string) []notice.Notice {
	if s.GameRules().OwnItems() != nil { // it names decks
		return nil
	}
	return Read(text).Doubts(s.Rules.Deck, len(s.Settings.Stages.Prepare) > 0)
}

// Doubts is Doubts of a list by the rules of a game. A limited deck is one that is built of
// opened packs.
func (l List) Doubts(d rules.Deck, limited bool) (out []notice.Notice) {
	least, most := d.Min, d.Max
	if limited {
		least, most = d.Limited, 0
	}
	if least == 0 || len(l.Cards) < 2 {
		return nil
	}
	if !limited {
		l.Cards = l.behindBlank(d)
	}
	main, side, extra := l.sum(Main), l.sum(Side), l.sum(Extra)
	say := func(code notice.Code, args ...any) { out = append(out, notice.New(code, args...)) }
	switch {
	case least == most && main != least:
		say("deck.exactly", "n", main, "least", least)
	case main < least:
		say("deck.too_few", "n", main, "least", least)
	case most > 0 && main > most:
		say("deck.too_many", "n", main, "most", most)
	}
	if !limited {
		switch {
		case side > 0 && d.Side == 0:
			say("deck.no_side", "n", side)
		case side > d.Side:
			say("deck.side", "n", side, "most", d.Side)
		}
		if extra > d.Extra {
			say("deck.extra", "n", extra, "most", d.Extra)
		}
		out = append(out, l.copies(d)...)
	}
	if n := len(l.Unread); n > 0 && len(out) > 0 {
		say("deck.unread", "n", n, "line", notice.Text(names.Cut(names.Clean(l.Unread[0]), shownRunes)))
	}
	return out
}

// behindBlank returns the cards, of which those behind the last blank line are the sideboard
// where the list names none. They are so if the cards before are a deck, or if the list has
// just two blocks and is not as large as a deck all together.
func (l List) behindBlank(d rules.Deck) []Card {
	blocks := slices.DeleteFunc(slices.Clone(l.blocks), func(at int) bool { return at >= len(l.Cards) })
	if l.named || d.Side == 0 || len(blocks) == 0 {
		return l.Cards
	}
	at := blocks[len(blocks)-1]
	before, behind := List{Cards: l.Cards[:at]}.sum(Main), List{Cards: l.Cards[at:]}.sum(Main)
	if behind > d.Side || before < d.Min && (len(blocks) > 1 || before+behind == d.Min) {
		return l.Cards
	}
	out := slices.Clone(l.Cards)
	for i := range out[at:] {
		if c := &out[at+i]; c.Part == Main {
			c.Part = Side
		}
	}
	return out
}

func (l List) sum(p Part) (n int) {
	for _, c := range l.Cards {
		if c.Part == p {
			n += c.N
		}
	}
	return n
}

// copies names the cards of which a list has too many.
func (l List) copies(d rules.Deck) (out []notice.Notice) {
	if d.Copies == 0 {
		return nil
	}
	total, shown := map[string]int{}, map[string]string{}
	var order []string
	for _, c := range l.Cards {
		key := names.Key(c.Name)
		if c.Part == Out || slices.ContainsFunc(d.Free, func(free string) bool { return fits(names.Key(free), key) }) {
			continue
		}
		if total[key] == 0 {
			order, shown[key] = append(order, key), c.Name
		}
		total[key] += c.N
	}
	left := 0
	for _, key := range order {
		switch {
		case total[key] <= d.Copies:
		case len(out) == mostCards:
			left++
		default:
			out = append(out, notice.New("deck.copies", "n", total[key], "card", notice.Text(names.Cut(shown[key], shownRunes)), "most", d.Copies))
		}
	}
	if left > 0 {
		out = append(out, notice.New("deck.more_copies", "n", left))
	}
	return out
}

// fits reports whether a name is one that may be in a deck any number of times, where *
// stands for any text.
func fits(free, name string) bool {
	before, after, star := strings.Cut(free, "*")
	if !star {
		return free == name
	}
	return len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}
