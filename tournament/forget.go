package tournament

import (
	"slices"

	"topcut/tournament/journal"
)

// traces returns the parts of a book that belong to the person with a Discord id: the
// numbers of that person's entries, and of the texts that are about no other person.
//
// A guest whose seat the person took over counts as the person, since the guest had their
// name. A tag belongs to them if no other person who has not been forgotten has it. A
// reason written by the bot may name any player, so it belongs to no person.
func traces(log []Envelope, book *Book, user string) (people, texts []int) {
	if user == "" {
		return nil, nil
	}
	people = book.Known(user)
	bearers := map[int][]int{} // people by tag
	holder := map[int]int{}    // person by player
	crews := map[int][]int{}   // who was in a crew, by its person
	for i := range log {
		switch ev := log[i].Event.(type) {
		case *PlayerRegistered:
			holder[ev.Player] = ev.Person
			bearers[ev.Tag] = append(bearers[ev.Tag], ev.Person)
			if len(ev.Members) > 0 {
				crews[ev.Person] = append(crews[ev.Person], ev.Members...)
			}
		case *MemberAnswered:
			if ev.Yes {
				crews[holder[ev.Player]] = append(crews[holder[ev.Player]], ev.Person)
			}
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
	for crew, members := range crews { // its name and what is about it stay while one of them is known
		if !slices.ContainsFunc(members, func(no int) bool { return !theirs(no) }) {
			people = append(people, crew)
		}
	}
	slices.Sort(people)
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
