package command

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"topcut/tournament"
	"topcut/tournament/door"
)

// gated sets a gate that Zoe does not meet.
func (h *hall) gated() *hall {
	h.list = door.List{}
	return h.do(organiser, &ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
		s.Gate = door.Gate{Role: "77", Events: 2, From: 1200, To: 1600, Invited: true}
		return s, nil
	}})
}

// Whom the gate does not let in comes in by no command but those with which organisers and
// leagues decide it, however it is filled in: an addition by an organiser asks for
// Pass.Anyway, which is the answer to a question. Who was in before stays in, waits on, and
// comes back.
func TestNoCommandPassesTheGateButAnOrganisersDecision(t *testing.T) {
	decided := []string{"AdmitPlayer", "Enlist", "ClaimSeat", "scripted"}
	all := halls(t)
	for name, h := range all {
		h.gated()
		in := entered(t, map[string]*hall{name: h}, 15)
		if name != "she waits" && (in["Join"] || in["All"]) {
			t.Errorf("%s: whom the gate does not let in joins", name)
		}
		was := name == "she waits" || name == "a seat" || name == "she was dropped"
		for way := range in {
			if !was && !slices.Contains(decided, way) && way != "Undo" {
				t.Errorf("%s: whom the gate does not let in comes in by %s", name, way)
			}
		}
		if name == "she waits" && !in["Leave"] {
			t.Error("who waited when the gate was set does not move up")
		}
		if name == "she was dropped" && !in["Reinstate"] {
			t.Error("who was in when the gate was set does not come back")
		}
	}
}

// Each condition is refused by its own sentence, and who meets all of them is in. So is
// whom an organiser adds anyway, and a guest only so.
func TestTheGateSaysWhatIsMissing(t *testing.T) {
	h := open(t, "swiss 3", nil).gated()
	fits := door.Facts{Roles: []string{"5", "77"}, Events: 2, Rating: 1600, Invited: true}
	without := func(change func(*door.Facts)) door.Pass {
		f := fits
		change(&f)
		return door.Pass{Facts: f}
	}
	for code, pass := range map[string]door.Pass{
		"gate.not_invited": without(func(f *door.Facts) { f.Invited = false }),
		"gate.no_role":     without(func(f *door.Facts) { f.Roles = []string{"5"} }),
		"gate.no_events":   without(func(f *door.Facts) { f.Events = 1 }),
		"gate.no_rating":   without(func(f *door.Facts) { f.Rating = 1601 }),
	} {
		for _, by := range []bool{false, true} {
			_, err := h.decide(zoe, &Join{User: zoe, Name: "Zoe", Pass: pass, ByOrganiser: by})
			refused, ok := errors.AsType[*tournament.Refusal](err)
			if !ok || string(refused.Notice.Code) != code || !door.Gated(err) {
				t.Errorf("%s: %v", code, err)
			}
		}
	}
	if _, err := h.decide(organiser, &Join{Name: "Guest", Pass: door.Pass{Facts: fits}, ByOrganiser: true}); !door.Gated(err) {
		t.Errorf("a guest of whom nothing is known: %v", err)
	}
	h.do(zoe, &Join{User: zoe, Name: "Zoe", Pass: door.Pass{Facts: fits}})
	h.do(organiser, &Join{User: "yan", Name: "Yan", ByOrganiser: true, Pass: door.Pass{Anyway: true}}, &Join{Name: "Guest", ByOrganiser: true, Pass: door.Pass{Anyway: true}})
	if got := h.snap.State.Count(tournament.Registered); got != 8 {
		t.Errorf("%d players", got)
	}
	for _, e := range h.snap.Log {
		if in, ok := e.Event.(*tournament.PlayerRegistered); ok && in.Player > 5 && !reflect.DeepEqual(*in, tournament.PlayerRegistered{Player: in.Player, Person: in.Person, Account: in.Account}) {
			t.Errorf("the log has what the gate asked: %+v", in)
		}
	}
}

// A guest whose name is on the invitation list is let in where nothing else is asked.
func TestAnInvitedGuestNeedsNoDecision(t *testing.T) {
	for _, g := range []door.Gate{{Invited: true}, {Invited: true, Events: 1}} {
		for _, invited := range []bool{false, true} {
			p := door.Pass{Guest: true, Facts: door.Facts{Invited: invited}}
			if got, want := p.Through(g, "X") == nil, invited && g.Events == 0; got != want {
				t.Errorf("%+v, %+v: let in %t", g, p, got)
			}
		}
	}
}

func TestAGateHasBounds(t *testing.T) {
	for _, g := range []door.Gate{{Events: -1}, {Events: door.MaxEvents + 1}, {From: 1600, To: 1200}, {To: door.MaxRating + 1}, {From: -1}} {
		s := tournament.DefaultSettings("X")
		if s.Gate = g; s.Validate() == nil {
			t.Errorf("%+v is accepted", g)
		}
	}
}
