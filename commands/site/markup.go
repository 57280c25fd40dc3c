package site

import (
	"bytes"
	"html"
	"net/url"
	"strconv"
	"time"

	"topcut/tournament/notice"
)

// markup is a piece of HTML. A constant in the code is markup by itself; a string that is
// computed must be escaped first, else it does not compile. (Package html/template escapes
// by context, but by reflection, with which the linker keeps every exported method of the
// program; the libraries with a function for each element import it.)
type markup string

// writer collects the markup of a page. The pages leave out what HTML lets them leave out,
// the ends of cells, rows and items: an eighth of a page is that otherwise.
type writer struct{ bytes.Buffer }

func (w *writer) put(parts ...markup) {
	for _, p := range parts {
		w.WriteString(string(p))
	}
}

// escaped returns text as markup, for the content of an element and for an attribute in
// double quotes.
func escaped(text string) markup { return markup(html.EscapeString(text)) }

// shownText returns typed text as markup; see plain.
func shownText(typed string) markup { return escaped(plain(typed)) }

// linked returns an address as the value of an attribute: one of the web, or one within
// the site. Any other, such as one that runs a script, leads nowhere.
func linked(address string) markup {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" && u.Scheme != "https" && u.Scheme != "http" {
		return "#"
	}
	return escaped(address)
}

// number returns a whole number as markup.
func number[T int | int64](n T) markup { return markup(strconv.FormatInt(int64(n), 10)) }

// probability returns a probability as the value of an attribute.
func probability(p float64) markup { return markup(strconv.FormatFloat(p, 'g', -1, 64)) }

// instant returns a time as the value of datetime, empty if it is zero.
func instant(t time.Time) markup {
	if t.IsZero() {
		return ""
	}
	return markup(t.UTC().Format(time.RFC3339))
}

// when returns markup if a condition holds, else none.
func when(condition bool, m markup) markup {
	if !condition {
		return ""
	}
	return m
}

// formatted returns a time in a layout of digits.
func formatted(t time.Time, layout string) markup { return escaped(t.Format(layout)) }

// said returns a text of the catalogue as markup.
func (p *frame) said(key notice.Code, args ...any) markup { return escaped(p.say(key, args...)) }

// name returns a person's name with its own text direction.
func (p *frame) name(s string) markup {
	shown := plain(s)
	if shown == "" {
		shown = p.say("player.nameless")
	}
	return "<bdi>" + escaped(shown) + "</bdi>"
}

// seat returns the name of a player, of a team with its members.
func (p *frame) seat(s string) markup {
	if p.teams[s] == "" {
		return p.name(s)
	}
	return p.name(s) + ` <small class="team">` + shownText(p.teams[s]) + `</small>`
}

// counting returns the text that counts those who play: players or teams.
func (p *frame) counting() notice.Code {
	if p.teams != nil {
		return "card.teams"
	}
	return "card.players"
}
