package tournament

import (
	"slices"

	"topcut/tournament/journal"
)

// traces returns what of a book belongs to the person behind a Discord id: the
// numbers of the people that are them, and of the texts that are about nobody else.
//
// A person is also the guest whose seat they took: that guest bore their name. A
// tag is theirs when nobody else bears it who has not been forgotten, and a reason
// that the bot itself wrote may name anybody, so it is everybody's.
func traces(log []Envelope, book *Book, user string) (people, texts []int) {
	if user == "" {
		return nil, nil
	}
	people = book.Known(user)
	bearers := map[int][]int{} // people by tag
	holder := map[int]int{}    // person by player
	for i := range log {
		switch ev := log[i].Event.(type) {
		case *PlayerRegistered:
			holder[ev.Player] = ev.Person
			bearers[ev.Tag] = append(bearers[ev.Tag], ev.Person)
		case *PlayerChanged:
			if ev.Tag != nil {
				bearers[*ev.Tag] = append(bearers[*ev.Tag], holder[ev.Player])
			}
		case *SeatClaimed:
			holder[ev.Player] = ev.Person
			if slices.Contains(people, ev.Person) && !slices.Contains(people, ev.Guest) {
				people = append(people, ev.Guest)
			}
		}
	}
	theirs := func(no int) bool {
		p := book.Person(no)
		return slices.Contains(people, no) || p.User == "" && p.Name == journal.ForgottenName(no)
	}
	for _, t := range book.Texts {
		switch {
		case t.Body == "":
		case slices.Contains(people, t.Person),
			t.Kind == TextReason && t.Person == 0,
			t.Kind == TextTag && !slices.ContainsFunc(bearers[t.No], func(no int) bool { return !theirs(no) }):
			texts = append(texts, t.No)
		}
	}
	return people, texts
}
