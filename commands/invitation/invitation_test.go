package invitation

import (
	"slices"
	"strings"
	"testing"

	"topcut/tournament/door"
	"topcut/tournament/journal"
)

// Mentions, user names with and without @, and names of any script are read from what is
// pasted; what can't be an entry is refused whole.
func TestAnInvitationIsReadAsItIsPasted(t *testing.T) {
	account := func(id string) door.Invitation { return door.Invitation{User: id} }
	name := func(n string) door.Invitation { return door.Invitation{Name: n} }
	for text, want := range map[string][]door.Invitation{
		"":                                nil,
		"<@17> <@!4>":                     {account("17"), account("4")},
		"@bob, ann":                       {name("bob"), name("ann")},
		"1. bob\n2. 鈴木🐉\n- <@9>":          {account("9"), name("bob"), name("鈴木🐉")},
		"王小明，محمد":                        {name("王小明"), name("محمد")},
		"<@>":                             {name("<@>")},
		"@":                               nil,
		"\u200b, \u3164":                  nil,
		"name\tscore\nann\t3\nben\t1\n":   {name("ann"), name("ben")},
		strings.Repeat("界", 32) + "\nann": {name(strings.Repeat("界", 32)), name("ann")},
	} {
		if got, err := Read(text); !slices.Equal(got, want) || err != nil {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
	if got, err := Read("ann", strings.Repeat("界", 33)); len(got) > 0 || journal.ClassOf(err) != journal.BadInput {
		t.Errorf("a long name: %v, %v", got, err)
	}
}
