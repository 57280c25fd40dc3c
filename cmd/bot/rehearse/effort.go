package rehearse

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync/atomic"

	"topcut/commands/localdiscord"
	"topcut/commands/view"
	"topcut/tournament"
)

// effort counts the actions of people: those of the organiser until round 1 is published,
// and those of players who report or confirm a result with buttons.
type effort struct {
	forms, presses, commands atomic.Int64 // of the organiser
	published                atomic.Bool
	reports, reportPresses   atomic.Int64
	answers, answerPresses   atomic.Int64
	looks, gaveUp            atomic.Int64 // for a button that is not there yet
}

// effortReport is effort in the output.
type effortReport struct {
	Commands  int64   `json:"to_commands"` // until round 1 was published
	Forms     int64   `json:"to_forms"`
	Presses   int64   `json:"to_presses"`
	PerReport float64 `json:"presses_per_report"`
	PerAnswer float64 `json:"presses_per_confirmation"`
	Looks     int64   `json:"waits_for_posts"`         // how often a person had to wait for a post with a button
	GaveUp    int64   `json:"waits_for_posts_in_vain"` // how many of these waits ended without the button although posts were on their way
}

func (e *effort) report() effortReport {
	return effortReport{
		Commands: e.commands.Load(), Forms: e.forms.Load(), Presses: e.presses.Load(),
		PerReport: mean(&e.reportPresses, &e.reports), PerAnswer: mean(&e.answerPresses, &e.answers),
		Looks: e.looks.Load(), GaveUp: e.gaveUp.Load(),
	}
}

// organises increments what if who is the organiser and no round is published yet.
func (p *play) organises(who *actor, what *atomic.Int64) {
	if who.ID() == p.venue.organiser.ID() && !p.effort.published.Load() {
		what.Add(1)
	}
}

// count adds one to times and n to presses if err is nil.
func (e *effort) count(times, presses *atomic.Int64, n int64, err error) {
	if err == nil {
		times.Add(1)
		presses.Add(n)
	}
}

// mean returns presses per time, rounded to hundredths; 0 if times is 0.
func mean(presses, times *atomic.Int64) float64 {
	if times.Load() == 0 {
		return 0
	}
	return math.Round(100*float64(presses.Load())/float64(times.Load())) / 100
}

// create lets the organiser create the event with the form and change the settings that
// the form does not have.
func (p *play) create(ctx context.Context, create localdiscord.Options, settings map[string]string) error {
	organiser := p.actors[p.venue.organiser.ID()]
	fields, typed, rest := formOf(create)
	h, err := p.persistently(ctx, func(ctx context.Context) (response, error) {
		h, err := p.slash(ctx, organiser, "tournament create", typed)
		if err != nil || h.answer.Modal == nil {
			return h, err
		}
		return p.submit(ctx, organiser, h.answer.Modal, fields)
	})
	if err != nil {
		return err
	}
	all, err := p.bot.read().ByGuild(ctx, p.venue.guild.ID())
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("the event was not created: %s", h.text)
	}
	p.id = all[0].ID
	p.dismiss(organiser, h)
	if err := p.settle(ctx); err != nil {
		return err
	}
	if err := p.openPage(ctx, organiser); err != nil {
		return err
	}
	maps.Copy(rest, settings)
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		h, err := p.persistently(ctx, func(ctx context.Context) (response, error) {
			return p.anyWay(ctx, p.set(organiser, key, rest[key]), p.setInPanel(organiser, key, rest[key]))
		})
		if err != nil {
			return fmt.Errorf("the setting %s: %w", key, err)
		}
		p.dismiss(organiser, h)
		if err := p.settle(ctx); err != nil {
			return err
		}
	}
	return nil
}

// formOf splits the options of an event into the fields of the form, the options of the
// command that opens it, and the remaining settings.
func formOf(create localdiscord.Options) (fields localdiscord.Fields, typed localdiscord.Options, rest map[string]string) {
	fields = localdiscord.Fields{view.FieldName: create["name"], view.FieldGame: create["ruleset"]}
	typed, rest = localdiscord.Options{}, map[string]string{}
	if stages, ok := create["stages"]; ok {
		rest["stages"] = fmt.Sprint(stages)
	}
	for _, key := range []string{"rounds", "cut"} {
		if v, ok := create[key]; ok {
			typed[key] = v
		}
	}
	return fields, typed, rest
}

// paired records that a round has been published.
func (e *effort) paired(s *tournament.State) {
	if len(s.Rounds) > 0 {
		e.published.Store(true)
	}
}
