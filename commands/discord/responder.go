package discord

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"topcut/commands/wire"
	"topcut/commands/wire/check"
)

// AnswerLimit is how long after an interaction Discord accepts its first answer.
const AnswerLimit = 3 * time.Second

// tokenLife is how long an interaction can be answered at all.
const tokenLife = 15 * time.Minute

// Responder answers one interaction: first once with Reply, Defer, DeferUpdate, Update,
// Modal or Choices, then with edits and follow-ups for 15 minutes. A second first answer
// fails with ErrAlreadyAnswered without a request.
//
// The errors are ErrInteractionUnknown if the first answer came too late or the
// interaction is a duplicate that Discord no longer knows, ErrAlreadyAnswered if a
// duplicate was answered before, and errInteractionExpired after 15 minutes.
type Responder struct {
	c        *Client
	id       string
	app      string
	token    Secret
	received time.Time
	answered atomic.Bool
	apart    func()
}

// Apart declares that the handler will take long for a reason of its own, such as a file
// that it reads, and bounds that itself: it counts no longer among the interactions that
// are handled at one time, so that it keeps none of others waiting.
func (r *Responder) Apart() {
	if r.apart != nil {
		r.apart()
	}
}

// responder returns a responder for an interaction, possibly received by an earlier
// process. ID, AppID, Token and Received must be set.
func (c *Client) responder(in *Interaction) *Responder {
	return &Responder{c: c, id: in.ID, app: in.AppID, token: in.Token, received: in.Received}
}

// Reply answers with a new message.
func (r *Responder) Reply(ctx context.Context, m Message) error {
	body, err := m.body(check.RouteCallback)
	if err != nil {
		return err
	}
	return r.first(ctx, wire.Answer{Type: wire.AnswerMessage, Data: body}, m.Files)
}

// Defer shows that the bot is thinking; EditReply shows the message. Whether it is
// ephemeral is decided here and cannot change.
func (r *Responder) Defer(ctx context.Context, ephemeral bool) error {
	var message wire.Message
	if ephemeral {
		message.Flags = wire.FlagEphemeral
	}
	data, err := wire.Encode(message)
	if err != nil {
		return err
	}
	return r.first(ctx, wire.Answer{Type: wire.AnswerDefer, Data: data}, nil)
}

// DeferUpdate acknowledges a click without showing anything; EditReply edits the message
// of the component.
func (r *Responder) DeferUpdate(ctx context.Context) error {
	return r.first(ctx, wire.Answer{Type: wire.AnswerDeferUpdate}, nil)
}

// Update answers a click by editing the message of the component.
func (r *Responder) Update(ctx context.Context, m Message) error {
	body, err := m.body(check.RouteUpdate)
	if err != nil {
		return err
	}
	return r.first(ctx, wire.Answer{Type: wire.AnswerUpdate, Data: body}, m.Files)
}

// Modal answers a command or a click with a form. It cannot follow a Defer.
func (r *Responder) Modal(ctx context.Context, m Modal) error {
	body, err := m.body()
	if err != nil {
		return err
	}
	return r.first(ctx, body, nil)
}

// Choices answers an autocompletion with up to 25 suggestions; without any, Discord shows
// that nothing matches.
func (r *Responder) Choices(ctx context.Context, choices []Choice) error {
	data := struct {
		Choices []Choice `json:"choices"`
	}{wire.List(choices[:min(len(choices), wire.MaxChoices)])}
	body, err := callback(wire.InteractionAutocomplete, wire.AnswerChoices, data, "choices")
	if err != nil {
		return err
	}
	return r.first(ctx, body, nil)
}

// first sends the first answer.
func (r *Responder) first(ctx context.Context, body any, files []File) error {
	if !r.answered.CompareAndSwap(false, true) {
		return ErrAlreadyAnswered
	}
	ctx, cancel := context.WithTimeout(ctx, r.c.cfg.AnswerTime)
	defer cancel()
	// Discord accepts only one first answer, so repeating it after a broken connection is
	// safe.
	tries, err := r.c.rest.do(ctx, call("POST", "/interactions/{interaction}/{token}/callback", r.id, string(r.token)).
		with(body, files...).on(laneCallback).repeatable(true))
	r.noteAge(err)
	if tries > 1 && errors.Is(err, ErrAlreadyAnswered) {
		return nil // an earlier attempt had arrived
	}
	return err
}

// noteAge reports a first answer that came too late: by the time at which Discord made the
// interaction, which its id tells, or because Discord no longer knows the interaction.
func (r *Responder) noteAge(err error) {
	age := time.Since(wire.SnowflakeTime(r.id))
	switch {
	case errors.Is(err, ErrInteractionUnknown):
		age = max(age, time.Since(r.received)) // whatever the clock of the host says
	case err != nil, age <= AnswerLimit, age > tokenLife:
		return
	}
	r.c.log.Warn("an interaction was answered too late: people read that the application did not respond", "interaction", r.id, "age", age.Round(time.Millisecond), "waited_here", time.Since(r.received).Round(time.Millisecond), "error", err)
	r.c.cfg.Hooks.late(age)
}

// EditReply edits the first answer, or completes it after a Defer.
func (r *Responder) EditReply(ctx context.Context, m Message) error {
	return r.editFollowUp(ctx, "@original", m)
}

// editFollowUp edits a follow-up by its id.
func (r *Responder) editFollowUp(ctx context.Context, messageID string, m Message) error {
	body, err := m.body(check.RouteWebhookEdit)
	if err != nil {
		return err
	}
	return r.follow(ctx, call("PATCH", "/webhooks/{application}/{token}/messages/{message}", r.app, string(r.token), messageID).
		with(body, m.Files...))
}

// FollowUp sends another message and returns its id. After a broken connection it returns
// an *UnclearError.
func (r *Responder) FollowUp(ctx context.Context, m Message) (string, error) {
	body, err := m.body(check.RouteFollowUp)
	if err != nil {
		return "", err
	}
	var sent rawMessage
	req := call("POST", "/webhooks/{application}/{token}", r.app, string(r.token))
	req.path += "?wait=true"
	err = r.follow(ctx, req.with(body, m.Files...).decode(&sent))
	return sent.ID, err
}

func (r *Responder) follow(ctx context.Context, req *request) error {
	if time.Since(r.received) > tokenLife {
		return errInteractionExpired
	}
	_, err := r.c.rest.do(ctx, req.on(laneFollowUps))
	return err
}
