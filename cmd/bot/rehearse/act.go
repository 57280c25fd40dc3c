package rehearse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/commands/wire"
)

// errNoAnswer means that the bot did not answer an interaction: it was down, or something
// failed on the way. The person looks again.
var errNoAnswer = errors.New("the application did not respond")

// errNotThere means that an action is not possible now: its button is not on the person's
// screen.
var errNotThere = errors.New("that is not there to be used")

const (
	// answerLimit is how long a person waits for an answer. Discord itself gives up after
	// three seconds unless the bot has deferred.
	answerLimit = 20 * time.Second
	// onlineLimit is how long a person waits until the bot is online.
	onlineLimit = time.Minute
	// lookLimit is how long a person waits for a post that is due.
	lookLimit = 3 * time.Second
)

// response is the bot's answer to an interaction as the person sees it.
type response struct {
	interaction string
	answer      localdiscord.Answer
	text        string // the message as shown; "" for a modal
}

// actor is a simulated person, who does one thing at a time.
type actor struct {
	*localdiscord.Person
	mu sync.Mutex
}

// launch performs one action of a client: a command, a click, a choice, a form.
type launch func(ctx context.Context) (*localdiscord.Interaction, error)

// online waits until the bot is connected, before the person acts.
func (p *play) online(ctx context.Context, who *actor, what string) error {
	limit, cancel := context.WithTimeout(ctx, onlineLimit)
	defer cancel()
	for {
		p.mu.Lock()
		gate := p.gate
		p.mu.Unlock()
		if gate != nil {
			select {
			case <-gate:
			case <-limit.Done():
			}
		}
		life := p.bot.alive()
		waiting, stop := context.WithCancel(limit)
		release := context.AfterFunc(life, stop)
		err := p.venue.srv.WaitConnected(waiting)
		release()
		stop()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case p.bot.died() != nil:
			return p.bot.died()
		case limit.Err() != nil:
			return fmt.Errorf("%s waited %v for the bot to be online, to %s: %w", who.Name(), onlineLimit, what, err)
		}
		select { // it was killed and will be restarted
		case <-time.After(5 * time.Millisecond):
		case <-limit.Done():
		}
	}
}

// try performs an action and waits for the answer. It returns errNoAnswer if there is
// none, and a *localdiscord.ClientError if the client does not allow the action.
func (p *play) try(ctx context.Context, who *actor, what string, do launch) (response, error) {
	if err := p.online(ctx, who, what); err != nil {
		return response{}, err
	}
	alive := p.bot.alive()
	waiting, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	defer context.AfterFunc(alive, cancel)()
	i, err := do(waiting)
	switch {
	case err != nil && ctx.Err() == nil && waiting.Err() != nil:
		return response{}, fmt.Errorf("%w: %s could not %s: %w", errNoAnswer, who.Name(), what, err)
	case err != nil:
		return response{}, err
	}
	again := p.chance(redelivered)
	if again && !p.steady() {
		i.Redeliver() // at once: either delivery may be answered first
	}
	answer, err := answered(waiting, i)
	if again && p.steady() {
		i.Redeliver()
	}
	if err != nil {
		p.tally.unanswered.Add(1)
		if ctx.Err() != nil {
			return response{}, ctx.Err()
		}
		err = fmt.Errorf("%s waited for the answer to %s: %w", who.Name(), what, err)
		if alive.Err() == nil && !p.disturbed() {
			p.mu.Lock()
			p.unkept = append(p.unkept, err.Error())
			p.mu.Unlock()
		}
		return response{}, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	h := response{interaction: i.ID(), answer: answer}
	if answer.Message != nil {
		h.text = p.venue.srv.Render(*answer.Message)
	}
	p.claim(h)
	return h, nil
}

// answered waits for the bot's answer to an interaction. If the bot is slow after a
// click, it acknowledges it first and shows the result later, in the message of the
// button or in a new one.
func answered(ctx context.Context, i *localdiscord.Interaction) (localdiscord.Answer, error) {
	answer, err := i.Answer(ctx)
	if err != nil || answer.Type != wire.AnswerDeferUpdate {
		return answer, err
	}
	if answer, err = i.Next(ctx, 0); err != nil {
		return answer, err
	}
	if own := i.FollowUps(); len(own) > 0 {
		answer.Message = &own[len(own)-1]
	}
	return answer, nil
}

// redelivered is how many interactions per thousand are delivered twice, as gateways
// sometimes do.
const redelivered = 15

// slash uses a command in the event's channel.
func (p *play) slash(ctx context.Context, who *actor, command string, options localdiscord.Options) (response, error) {
	p.organises(who, &p.effort.commands)
	return p.try(ctx, who, "use /"+command, func(ctx context.Context) (*localdiscord.Interaction, error) {
		return who.Slash(ctx, p.venue.main, command, options)
	})
}

// suggested requests the suggestions for an option and returns the value if it is among
// them, else the text to type.
func (p *play) suggested(ctx context.Context, who *actor, command string, options localdiscord.Options, option, typed string, wanted func(localdiscord.Choice) bool) any {
	ask := localdiscord.Options{option: typed}
	for k, v := range options {
		if k != option {
			ask[k] = v
		}
	}
	h, err := p.try(ctx, who, "see what /"+command+" suggests", func(ctx context.Context) (*localdiscord.Interaction, error) {
		return who.Autocomplete(ctx, p.venue.main, command, ask, option)
	})
	if err != nil {
		return options[option]
	}
	if i := slices.IndexFunc(h.answer.Choices, wanted); i >= 0 {
		return h.answer.Choices[i].Value
	}
	return options[option]
}

// click presses a component of a message.
func (p *play) click(ctx context.Context, who *actor, m localdiscord.Message, id string) (response, error) {
	p.organises(who, &p.effort.presses)
	h, err := p.try(ctx, who, "press "+id, func(ctx context.Context) (*localdiscord.Interaction, error) { return who.Click(ctx, m, id) })
	p.tidy(who, m, h)
	return h, err
}

// choose selects options in a select of a message.
func (p *play) choose(ctx context.Context, who *actor, m localdiscord.Message, id string, values ...string) (response, error) {
	p.organises(who, &p.effort.presses)
	h, err := p.try(ctx, who, "choose in "+id, func(ctx context.Context) (*localdiscord.Interaction, error) {
		return who.Select(ctx, m, id, values)
	})
	p.tidy(who, m, h)
	return h, err
}

// submit submits a form.
func (p *play) submit(ctx context.Context, who *actor, m *localdiscord.Modal, fields localdiscord.Fields) (response, error) {
	p.organises(who, &p.effort.forms)
	return p.try(ctx, who, "send the form "+m.CustomID, func(ctx context.Context) (*localdiscord.Interaction, error) { return who.SubmitModal(ctx, m, fields) })
}

// fits reports whether a panel is the wanted one.
type fits func(customid.Panel) bool

// like matches panels that are like one of these, see customid.Like.
func like(any ...customid.Panel) fits {
	return func(p customid.Panel) bool {
		return slices.ContainsFunc(any, func(q customid.Panel) bool { return customid.Like(p, q) })
	}
}

// spot returns the component of a message that a person looks for; ok is false if the
// message does not have it.
type spot func(m *localdiscord.Message) (id string, ok bool)

// having looks for a component that fits.
func having(fit fits) spot {
	return func(m *localdiscord.Message) (string, bool) { return component(m.Components, fit) }
}

// find returns the newest message of a channel visible to who that has what one of the
// spots looks for, and which of them: the first one that is there. If none is, find waits
// for a post that has it, until all posts that were due when it began are there, for at
// most lookLimit. What becomes due later does not count: there is always more of it in a
// large event.
func (p *play) find(ctx context.Context, who *actor, c *localdiscord.Channel, spots ...spot) (m localdiscord.Message, id string, which int, err error) {
	look := func(ctx context.Context, spots ...spot) bool {
		m, err = who.WaitMessage(ctx, c, func(m localdiscord.Message) bool {
			for i, s := range spots {
				if found, ok := s(&m); ok {
					id, which = found, i
					return true
				}
			}
			return false
		})
		return err == nil
	}
	glance, cancel := context.WithCancel(ctx)
	cancel()
	for i, s := range spots {
		if look(glance, s) {
			return m, id, i, nil
		}
	}
	p.effort.looks.Add(1)
	waiting, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	go func() {
		defer cancel()
		_ = p.drainDue(waiting, lookLimit) // an unreadable database is noticed elsewhere
	}()
	if look(waiting, spots...) || look(glance, spots...) { // the last one posted may be it
		return m, id, which, nil
	}
	if errors.Is(waiting.Err(), context.DeadlineExceeded) {
		p.effort.gaveUp.Add(1)
	}
	return m, "", 0, errNotThere
}

// press finds a button in a channel and presses it.
func (p *play) press(ctx context.Context, who *actor, c *localdiscord.Channel, fit fits) (response, error) {
	m, id, _, err := p.find(ctx, who, c, having(fit))
	if err != nil {
		return response{}, err
	}
	return p.click(ctx, who, m, id)
}

// pressIn presses a button of the message in a response.
func (p *play) pressIn(ctx context.Context, who *actor, h response, fit fits) (response, error) {
	if h.answer.Message == nil {
		return h, errNotThere
	}
	id, ok := component(h.answer.Message.Components, fit)
	if !ok {
		return h, errNotThere
	}
	return p.click(ctx, who, *h.answer.Message, id)
}

// component returns the custom id of the first usable button or select that fits.
func component(list []localdiscord.Component, fit fits) (string, bool) {
	for i := range list {
		c := &list[i]
		if c.CustomID != "" && !c.Disabled {
			if id, ok := customid.Parse(c.CustomID); ok && fit(id.Panel) {
				return c.CustomID, true
			}
		}
		if id, ok := component(c.Components, fit); ok {
			return id, true
		}
		if c.Accessory != nil {
			if id, ok := component([]localdiscord.Component{*c.Accessory}, fit); ok {
				return id, true
			}
		}
	}
	return "", false
}

// offers reports whether the select with the custom id has an option with the value.
func offers(list []localdiscord.Component, id, value string) bool {
	return slices.ContainsFunc(list, func(c localdiscord.Component) bool {
		if c.CustomID == id {
			return slices.ContainsFunc(c.Options, func(o localdiscord.SelectOption) bool { return o.Value == value })
		}
		return offers(c.Components, id, value)
	})
}

// hasField reports whether a form has a field.
func hasField(list []localdiscord.Component, id string) bool {
	return slices.ContainsFunc(list, func(c localdiscord.Component) bool {
		return c.CustomID == id || c.Component != nil && c.Component.CustomID == id || hasField(c.Components, id)
	})
}

// dismiss removes a private answer from the screen, as people do after reading it.
func (p *play) dismiss(who *actor, h response) {
	if m := h.answer.Message; m != nil && m.Private() {
		_ = who.Delete(*m) // it may be gone already
	}
}

// tidy removes a private answer once something in it was answered by another message.
func (p *play) tidy(who *actor, m localdiscord.Message, next response) {
	if next.answer.Message != nil && next.answer.Message.ID != m.ID {
		p.dismiss(who, response{answer: localdiscord.Answer{Message: &m}})
	}
}

// claim records that a response confirms a result: the log must contain it, whatever
// happens later.
func (p *play) claim(h response) {
	if promises(h.text) {
		p.mu.Lock()
		p.claims = append(p.claims, promise{h.interaction, h.text})
		p.mu.Unlock()
	}
}

// promises reports whether a sentence of the bot confirms that a report or result is
// stored.
func promises(text string) bool {
	for _, begin := range []string{"Reported: ", "Both of you agree: ", "Your report differs ", "Confirmed: "} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return strings.HasPrefix(text, "Table ") && strings.Contains(text, ": **")
}

// promise is a result that the bot confirmed to a person.
type promise struct{ interaction, text string }
