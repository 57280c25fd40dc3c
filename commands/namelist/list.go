package namelist

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"unicode/utf8"

	"topcut/commands/customid"
	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/door"
	"topcut/tournament/names"
	"topcut/tournament/notice"
)

// Most bounds the names of a list.
const Most = 500

// Mark says why a name of a list is not added.
type Mark uint8

// Marks.
const (
	Added  Mark = iota
	Twice       // it stands before in the list
	Like        // it looks like another that stands before in the list
	In          // it is that of a player who is in the event or waits for a place
	LikeIn      // it looks like that of such a player
	Long        // it is too long
	marks
)

// Entry is a name of a list. Of is the other name of Like and LikeIn.
type Entry struct {
	Name string
	Mark Mark
	Of   string
}

// List is a list of names for an event.
type List []Entry

// For returns the list of names that were typed for an event, marked by what the event
// has.
func For(snap *tournament.Snapshot, typed []string) List {
	players := playing(snap)
	var before names.Index
	out := make(List, len(typed))
	for i, name := range typed {
		e := &out[i]
		e.Name = name
		if n := players.Find(name); len(n) > 0 {
			e.against(snap.Name(n[0]), In, LikeIn)
		}
		if seen := before.Find(name); e.Mark == Added && len(seen) > 0 {
			e.against(typed[seen[0]], Twice, Like)
		}
		if e.Mark == Added && utf8.RuneCountInString(name) > tournament.MaxPersonal {
			e.Mark = Long
		}
		if e.Mark == Added {
			before.Add(name, i)
		}
	}
	return out
}

// against marks the entry as the same name as another, or as one that looks the same.
func (e *Entry) against(other string, same, like Mark) {
	if e.Mark = same; names.Key(other) != names.Key(e.Name) {
		e.Mark, e.Of = like, other
	}
}

// playing returns the names of the players who are in the event or wait for a place.
func playing(snap *tournament.Snapshot) *names.Index {
	var out names.Index
	for n := 1; n <= len(snap.State.Players); n++ {
		if p := snap.State.Players.At(n); p.Status == tournament.Registered || p.Status == tournament.Waiting {
			out.Add(snap.Name(n), n)
		}
	}
	return &out
}

// named returns the names with a mark, with those they look like.
func (l List) named(m Mark) (out []string) {
	for i := range l {
		switch e := &l[i]; {
		case e.Mark != m:
		case e.Of != "":
			out = append(out, discord.Escape(e.Name)+" ("+discord.Escape(e.Of)+")")
		default:
			out = append(out, discord.Escape(e.Name))
		}
	}
	return out
}

// Joins returns the commands that add what is to be added, past the gate of the event, of
// which the question tells.
func (l List) Joins(division, tag string) (out command.All) {
	for i := range l {
		if l[i].Mark == Added {
			out = append(out, &command.Join{Name: l[i].Name, Division: division, Tag: tag, ByOrganiser: true, Pass: door.Pass{Anyway: true}})
		}
	}
	return out
}

// Mark returns the mark of the list for the button under it.
func (l List) Mark() string {
	sum := crc32.NewIEEE()
	for i := range l {
		fmt.Fprintf(sum, "%q %d %q\n", l[i].Name, l[i].Mark, l[i].Of)
	}
	return strconv.FormatUint(uint64(sum.Sum32()), 36)
}

// Text returns the names as a table, from which Read reads them as they are.
func Text(typed []string) string {
	var b strings.Builder
	b.WriteString("name,\n")
	for _, name := range typed {
		b.WriteString(`"` + strings.ReplaceAll(name, `"`, `""`) + "\",\n")
	}
	return b.String()
}

const (
	// mostShown bounds the characters of the names that are shown, and mostMarked the
	// names of one mark.
	mostShown  = 1800
	mostMarked = 8
)

// words says which names have which mark.
var words = [marks]notice.Code{Twice: "names.twice", Like: "names.like", In: "names.in", LikeIn: "names.like_in", Long: "names.long"}

// left says which names are left out, and why.
func (l List) left(e view.Env) (out []string) {
	p := wording.Markdown(e.Words)
	for m := Twice; m < marks; m++ {
		if with := l.named(m); len(with) > 0 {
			out = append(out, "⚠ "+p.Say(words[m], "names", wording.Clipped(p, with, mostMarked), "most", tournament.MaxPersonal))
		}
	}
	return out
}

// Nothing says why nothing of the list can be added.
func (l List) Nothing(e view.Env) string {
	return strings.Join(append([]string{e.Words.Say("names.none")}, l.left(e)...), "\n")
}

// Question shows the list, and asks whether to add it.
func (l List) Question(e view.Env, yes customid.Sure) discord.Message {
	p, added := wording.Markdown(e.Words), l.named(Added)
	var shown strings.Builder
	for i, name := range added {
		if shown.Len()+len(name) > mostShown {
			shown.WriteString(" · " + p.Say("list.left", "n", len(added)-i))
			break
		}
		if i > 0 {
			shown.WriteString(" · ")
		}
		shown.WriteString(name)
	}
	said := append([]string{p.Say("names.ask", "n", len(added)), shown.String()}, l.left(e)...)
	if needs := e.Snap.State.Settings.Gate.Needs(); len(needs) > 0 {
		said = append(said, p.Say("gate.list", "needs", needs))
	}
	return layout.Sure(e.Words, strings.Join(said, "\n"),
		discord.Button{Style: discord.Success, Label: p.Say("names.add", "n", len(added)), CustomID: customid.New(e.Snap.State.ID, yes)},
		discord.Button{Label: p.Say("sure.cancel"), CustomID: customid.New(e.Snap.State.ID, customid.Sure{})})
}
