package commands_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"topcut/commands/localdiscord"
	"topcut/commands/wire"
	"topcut/tournament/stores"
)

// heldServers are the servers of a store whose first look at one waits.
type heldServers struct {
	stores.Servers
	guild   string
	looked  atomic.Bool
	reached chan struct{} // closed when it waits
	goOn    chan struct{}
}

func (s *heldServers) Server(ctx context.Context, guild string) (stores.Server, error) {
	if guild == s.guild && s.looked.CompareAndSwap(false, true) {
		close(s.reached)
		<-s.goOn
	}
	return s.Servers.Server(ctx, guild)
}

// TestAReadingHoldsNoOtherAnswerUp: while a file is understood, another server's answers
// come, a second file of the same member is refused, and another member's file waits for
// its turn.
func TestAReadingHoldsNoOtherAnswerUp(t *testing.T) {
	h := newTestServer(t)
	elsewhere := h.srv.AddGuild("Elsewhere")
	channel := elsewhere.AddChannel("events")
	olga := elsewhere.AddPerson("Olga", elsewhere.AddRole("Staff", wire.ManageEvents))
	held := &heldServers{Servers: h.app.Servers, guild: h.guild.ID(), reached: make(chan struct{}), goOn: make(chan struct{})}
	h.app.Servers = held
	file := localdiscord.Options{"file": localdiscord.File{Name: "rounds.csv", Data: []byte("Table,Player 1,Player 2,Result\n1,Ada,Bob,2-1\n")}}

	first := h.use(h.organiser, "tournament import", file)
	<-held.reached
	if got := h.slash(h.organiser, "tournament import", file); !strings.Contains(got, "still being read") {
		t.Errorf("a second file of the member: %s", got)
	}
	theirs, err := olga.Slash(t.Context(), channel, "tournament import", file)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		help, err := olga.Slash(t.Context(), channel, "help", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.text(h.answer(help)); got == "" {
			t.Error("the other server has no answer")
		}
	}
	select {
	case <-held.goOn:
		t.Fatal("the file is not held")
	default:
	}
	close(held.goOn)
	for _, i := range []*localdiscord.Interaction{first, theirs} {
		h.awaitText(i, h.saying("2 players · 1 round"))
	}
	h.awaitText(h.use(h.organiser, "tournament import", file), h.saying("2 players · 1 round"))
}
