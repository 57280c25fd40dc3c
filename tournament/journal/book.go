package journal

import (
	"bytes"
	"fmt"
	"slices"

	"topcut/tournament/numbered"
)

// Book holds what identifies people and what they wrote. It is kept apart from the
// events, which refer to it by number, so that it can be blanked without changing the
// log, the standings or a replay.
type Book struct {
	People numbered.List[Person] // by No
	Texts  numbered.List[Text]   // by No
	Secret []byte                // the bot's part of a joint seed, 32 bytes; empty if there is none
}

// Person is a player, guest or organiser of one log.
type Person struct {
	No   int    `json:"no"`
	User string `json:"user,omitempty"` // Discord id; empty for a guest and after /privacy forget
	Name string `json:"name"`           // shown name; "Player n" after /privacy forget
}

// ForgottenName returns the name shown for person no after /privacy forget.
func ForgottenName(no int) string { return fmt.Sprintf("Player %d", no) }

// TextKind is the subject of a text, which determines who may see it.
type TextKind string

// Text is something a person wrote: a deck, a reason, a note.
type Text struct {
	No     int      `json:"no"`
	Kind   TextKind `json:"kind"`
	Person int      `json:"person"` // author, whose /privacy forget blanks it
	Body   string   `json:"body"`
}

// Clone returns a copy whose slices can be appended to and changed.
func (b *Book) Clone() *Book {
	return &Book{People: slices.Clone(b.People), Texts: slices.Clone(b.Texts), Secret: b.Secret}
}

// ByUser returns the number of the person with the Discord id, or 0.
func (b *Book) ByUser(user string) int {
	if user == "" {
		return 0
	}
	for i := range b.People {
		if b.People[i].User == user {
			return i + 1
		}
	}
	return 0
}

// Person returns the person with the given number, or the zero Person if there is none.
func (b *Book) Person(no int) Person {
	return numbered.Get(b.People, no)
}

// Text returns the body of text no, or "" if there is none.
func (b *Book) Text(no int) string {
	return numbered.Get(b.Texts, no).Body
}

// AddPerson adds a person and returns their number.
func (b *Book) AddPerson(user, name string) int {
	no := len(b.People) + 1
	b.People = append(b.People, Person{No: no, User: user, Name: name})
	return no
}

// AddText adds a text and returns its number, or 0 if body is empty.
func (b *Book) AddText(kind TextKind, person int, body string) int {
	if body == "" {
		return 0
	}
	no := len(b.Texts) + 1
	b.Texts = append(b.Texts, Text{No: no, Kind: kind, Person: person, Body: body})
	return no
}

// Rewrite replaces the body of text no. The old body is not kept.
func (b *Book) Rewrite(no int, body string) { b.Texts.At(no).Body = body }

// Known returns the numbers of the people with the Discord id user.
func (b *Book) Known(user string) (people []int) {
	for _, p := range b.People {
		if p.User == user && user != "" {
			people = append(people, p.No)
		}
	}
	return people
}

// TextsOf returns the numbers of the texts by the given people that are not blank.
func (b *Book) TextsOf(people []int) (texts []int) {
	for _, t := range b.Texts {
		if t.Body != "" && slices.Contains(people, t.Person) {
			texts = append(texts, t.No)
		}
	}
	return texts
}

// since returns what was added to b or changed in it since it was cloned from before.
func (b *Book) since(before *Book) (w writing) {
	for i, p := range b.People {
		if i >= len(before.People) || before.People[i] != p {
			w.people = append(w.people, p)
		}
	}
	for i, t := range b.Texts {
		if i >= len(before.Texts) || before.Texts[i] != t {
			w.texts = append(w.texts, t)
		}
	}
	w.renewed = !bytes.Equal(b.Secret, before.Secret)
	return w
}
