package router

import (
	"cmp"
	"context"
	"sync"
)

// refining tracks the answers that are still being refined, by message. A press on such a
// message asks a new question, and the refinement of the old answer must not overwrite
// the new one.
type refining struct {
	mu sync.Mutex
	of map[string]*refinement
}

// refinement is an answer that is replaced by better ones.
type refinement struct {
	cancel context.CancelFunc
	edit   sync.Mutex // held while an edit is in progress
}

// begin registers the refinement of a message and replaces an earlier one. cancel stops
// its work.
func (r *refining) begin(message string, cancel context.CancelFunc) *refinement {
	r.end(message)
	x := &refinement{cancel: cancel}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of[message] = x
	return x
}

// end stops the refinement of a message. It waits for an edit in progress, or cancels it
// so that the next answer keeps its three seconds.
func (r *refining) end(message string) {
	r.mu.Lock()
	x := r.of[message]
	delete(r.of, message)
	r.mu.Unlock()
	if x == nil {
		return
	}
	x.cancel()
	x.edit.Lock() // wait for an edit in progress
	defer x.edit.Unlock()
}

// done removes a finished refinement.
func (r *refining) done(message string, x *refinement) {
	x.cancel()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[message] == x {
		delete(r.of, message)
	}
}

// Show calls edit unless the refinement has ended.
func (x *refinement) show(ctx context.Context, edit func() error) error {
	x.edit.Lock()
	defer x.edit.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	return edit()
}

// message identifies the message that shows a reply by the interaction that created it,
// because the id of a new message is not known yet.
func (c *Call) message(reply Reply) string {
	if reply.Update == nil {
		return c.ID
	}
	return cmp.Or(c.Interaction.Message.Answers.ID, c.Interaction.Message.ID)
}
