package discord

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
)

// apart is a handler whose first interactions are held apart.
type apart struct {
	reached chan string
	goOn    chan struct{}
}

func (a *apart) Event(context.Context, Event) {}

func (a *apart) Interaction(_ context.Context, in *Interaction, r *Responder) {
	if in.ID != "answered" {
		r.Apart()
		r.Apart() // gives nothing back twice
		a.reached <- in.ID
		<-a.goOn
		return
	}
	a.reached <- in.ID
}

// TestWhatIsApartKeepsNoOtherWaiting: as many interactions as are handled at one time do
// not count while they are held apart.
func TestWhatIsApartKeepsNoOtherWaiting(t *testing.T) {
	h := &apart{make(chan string), make(chan struct{})}
	in := newInbox(t.Context(), &Client{log: slog.New(slog.DiscardHandler)}, h)
	for i := range maxInteractions {
		in.interaction(&Interaction{ID: fmt.Sprint(i)})
		<-h.reached
	}
	in.interaction(&Interaction{ID: "answered"})
	if got := <-h.reached; got != "answered" {
		t.Errorf("%s is handled", got)
	}
	close(h.goOn)
	close(in.events)
	in.working.Wait()
	if len(in.slots) != 0 {
		t.Errorf("%d places are still taken", len(in.slots))
	}
}
