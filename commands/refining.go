package commands

import (
	"cmp"
	"context"
	"sync"
)

// refining holds the answers that are still being refined, by message. Pressing a
// component of such a message asks a new question, whose answer a refinement of the old
// one must not replace.
type refining struct {
	mu sync.Mutex
	of map[string]*refinement
}

// refinement is one answer that better ones follow.
type refinement struct {
	cancel context.CancelFunc
	edit   sync.Mutex // held while a better answer is on its way
}

// begin notes that better answers follow in a message, in place of those that followed
// there until now. cancel ends the work on them.
func (r *refining) begin(message string, cancel context.CancelFunc) *refinement {
	r.end(message)
	x := &refinement{cancel: cancel}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of[message] = x
	return x
}

// end stops the refinement of a message. An edit on its way is waited for or cancelled,
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
	x.edit.Lock() // until an edit on its way has returned
	defer x.edit.Unlock()
}

// done forgets a refinement after which nothing follows.
func (r *refining) done(message string, x *refinement) {
	x.cancel()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of[message] == x {
		delete(r.of, message)
	}
}

// show calls edit unless the refinement has ended.
func (x *refinement) show(ctx context.Context, edit func() error) error {
	x.edit.Lock()
	defer x.edit.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	return edit()
}

// message names the message that a reply is shown in, by the interaction which that
// answers: the id of a new one is not known yet.
func (c *Call) message(reply Reply) string {
	if reply.Update == nil {
		return c.ID
	}
	return cmp.Or(c.Interaction.Message.Answers.ID, c.Interaction.Message.ID)
}
