package db

import (
	"slices"
	"testing"

	"topcut/tournament/door"
	"topcut/tournament/journal"
)

// TestAnInvitationListIsKeptAndForgotten: a list survives the process, a name on it belongs
// to the first account of that user name and to no later one, entries are among the data of
// the person, and of who is forgotten nothing stays, name included.
func TestAnInvitationListIsKeptAndForgotten(t *testing.T) {
	d, ctx := openTest(t), t.Context()
	if err := d.Invite(ctx, 7, []door.Invitation{{User: "1", Name: "ann"}, {Name: "Bob"}, {Name: "鈴木🐉"}}); err != nil {
		t.Fatal(err)
	}
	is := func(user, name string, want bool, logs ...journal.ID) {
		t.Helper()
		if got, err := d.Invited(ctx, user, name, logs...); got != want || err != nil {
			t.Errorf("%q called %q on %v: %t, %v", user, name, logs, got, err)
		}
	}
	is("1", "anything", true, 7)
	is("1", "anything", true, 6, 7)
	is("1", "anything", false, 6)
	is("2", "carl", false, 7)
	is("", "ann", false, 7) // a guest has no account
	is("", "鈴木🐉", true, 7)
	is("", "", false, 7)
	is("2", "", false, 7)
	is("2", "bob", true, 7)
	is("3", "bob", false, 7) // the name is used
	is("2", "bobby", true, 7)
	list, err := d.Invitations(ctx, 7)
	if want := []door.Invitation{{User: "2", Name: "Bob"}, {User: "1", Name: "ann"}, {Name: "鈴木🐉"}}; err != nil || !slices.Equal(list, want) {
		t.Errorf("%v, %v", list, err)
	}
	if err := d.Uninvite(ctx, 7, []door.Invitation{{User: "1"}, {Name: "鈴木🐉"}, {Name: "nobody"}}); err != nil {
		t.Fatal(err)
	}
	is("1", "ann", false, 7)
	is("", "鈴木🐉", false, 7)
	if n, err := d.Forget(ctx, "2"); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	is("2", "bob", false, 7)
	if data, err := d.Personal(ctx, "2"); err != nil || len(data.Invitations) > 0 {
		t.Errorf("%+v, %v", data.Invitations, err)
	}
	if left, err := d.Invitations(ctx, 7); err != nil || len(left) > 0 {
		t.Errorf("of who is forgotten there is %v, %v", left, err)
	}
}

// TestAnInvitationListHasABound: what would make it longer is refused whole.
func TestAnInvitationListHasABound(t *testing.T) {
	d, ctx := openTest(t), t.Context()
	var in []door.Invitation
	for i := range door.MaxInvited {
		in = append(in, door.Invitation{Name: string(rune('一' + i))})
	}
	if err := d.Invite(ctx, 7, in); err != nil {
		t.Fatal(err)
	}
	if err := d.Invite(ctx, 7, []door.Invitation{{Name: "one more"}, {Name: "二"}}); journal.ClassOf(err) != journal.BadInput {
		t.Errorf("%v", err)
	}
	if list, err := d.Invitations(ctx, 7); err != nil || len(list) != door.MaxInvited {
		t.Errorf("%d entries, %v", len(list), err)
	}
}
