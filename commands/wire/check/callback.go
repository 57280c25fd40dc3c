package check

import (
	"encoding/json"
	"slices"

	"topcut/commands/wire"
)

// Callback checks the answer to an interaction of the given type: whether this type of
// answer fits, and its data. The context is that of the message whose component was used,
// if any; it matters for an answer of type 7, which edits that message. Callback sets the
// Route from the type of the answer.
func Callback(interactionType int, raw json.RawMessage, c Context) []string {
	body, ok := parse(raw)
	if ok && body.object() {
		checkCallback(interactionType, body, c)
	}
	return body.report.sentences
}

func checkCallback(interactionType int, body value, c Context) {
	field, data := body.get("type"), body.get("data")
	kind, ok := field.whole()
	if !ok {
		if !field.has() {
			field.fail("is missing")
		}
		return
	}
	if allowed := callbacksFor(interactionType, c.FromMessage); !slices.Contains(allowed, kind) {
		switch {
		case allowed == nil:
			body.fail("answers an interaction of type %d, which does not exist", interactionType)
		case kind == wire.AnswerModal && interactionType == wire.InteractionModal:
			field.fail("is 9; a modal cannot be answered with another modal")
		case kind == wire.AnswerModal && interactionType == wire.InteractionAutocomplete, kind == wire.AnswerDefer && interactionType == wire.InteractionAutocomplete:
			field.fail("is %d; autocomplete can only be answered with choices (type 8), at once", kind)
		default:
			field.fail("is %d; an interaction of type %d can be answered with types %s here", kind, interactionType, join(allowed))
		}
	}
	if kind != wire.AnswerMessage && kind != wire.AnswerUpdate && len(c.Files) > 0 {
		body.fail("comes with files; only callbacks of type 4 and 7 can carry them")
	}
	switch kind {
	case wire.AnswerMessage, wire.AnswerUpdate:
		if kind == wire.AnswerUpdate {
			c.Route = RouteUpdate
		} else {
			// A new message inherits nothing from the one that was clicked.
			c = Context{Route: RouteCallback, Files: c.Files}
		}
		if !data.has() {
			data.fail("is missing; a callback of type %d carries a message", kind)
			return
		}
		checkMessage(data, c)
	case wire.AnswerDefer:
		checkDefer(data)
	case wire.AnswerChoices:
		checkChoices(data)
	case wire.AnswerModal:
		checkModal(data)
	}
}

// callbacksFor returns the callback types that may answer an interaction, nil for a
// type of interaction that does not exist. A modal may only change a message when a
// component of that message opened it.
func callbacksFor(interactionType int, fromMessage bool) []int64 {
	switch interactionType {
	case wire.InteractionPing:
		return []int64{wire.AnswerPong}
	case wire.InteractionCommand:
		return []int64{wire.AnswerMessage, wire.AnswerDefer, wire.AnswerModal, wire.AnswerLaunch}
	case wire.InteractionComponent:
		return []int64{wire.AnswerMessage, wire.AnswerDefer, wire.AnswerDeferUpdate, wire.AnswerUpdate, wire.AnswerModal, wire.AnswerLaunch}
	case wire.InteractionAutocomplete:
		return []int64{wire.AnswerChoices}
	case wire.InteractionModal:
		if fromMessage {
			return []int64{wire.AnswerMessage, wire.AnswerDefer, wire.AnswerDeferUpdate, wire.AnswerUpdate, wire.AnswerLaunch}
		}
		return []int64{wire.AnswerMessage, wire.AnswerDefer, wire.AnswerLaunch}
	}
	return nil
}

// checkDefer checks the data of a deferred answer, which can only say that the
// answer will be ephemeral.
func checkDefer(data value) {
	if !data.has() || !data.object() {
		return
	}
	field := data.get("flags")
	flags, _ := field.whole()
	if flags&wire.FlagComponentsV2 != 0 {
		field.fail("sets IS_COMPONENTS_V2 (32768) in a deferred answer; set it in the edit that follows")
	}
	if extra := flags &^ (wire.FlagEphemeral | wire.FlagComponentsV2); extra != 0 {
		field.fail("sets %d in a deferred answer; only EPHEMERAL (64) can be set", extra)
	}
	for _, key := range []string{"content", "embeds", "components", "attachments", "poll"} {
		switch held := data.get(key).held.(type) {
		case nil:
		case string:
			if held != "" {
				data.get(key).fail("stands in a deferred answer, which shows nothing yet")
			}
		case []any:
			if len(held) > 0 {
				data.get(key).fail("stands in a deferred answer, which shows nothing yet")
			}
		default:
			data.get(key).fail("stands in a deferred answer, which shows nothing yet")
		}
	}
}

// checkChoices checks the choices of an answer to autocomplete.
func checkChoices(data value) {
	if !data.object() {
		return
	}
	choices := data.get("choices")
	if !choices.has() {
		choices.fail("is missing; when nothing fits send an empty list")
	}
	for _, choice := range choices.between(0, wire.MaxChoices) {
		checkChoice(choice, 0)
	}
}

// checkChoice checks one choice of an option of the given type, 0 if the type is unknown.
func checkChoice(choice value, option int64) {
	if !choice.object() {
		return
	}
	choice.get("name").required(wire.MaxChoiceText)
	checkTranslations(choice.get("name_localizations"), func(name value) { name.required(wire.MaxChoiceText) })

	field := choice.get("value")
	switch held := field.held.(type) {
	case nil:
		field.fail("is missing")
	case string:
		if option == wire.OptionInteger || option == wire.OptionNumber {
			field.fail("is a string in an option of numbers")
			return
		}
		field.required(wire.MaxChoiceText)
	case json.Number:
		if option == wire.OptionString {
			field.fail("is a number in an option of strings")
			return
		}
		if option == wire.OptionInteger {
			field.whole()
		}
		if n, err := held.Float64(); err != nil || n < -wire.MaxExact || n > wire.MaxExact {
			field.fail("is %s; numbers must be between -2^53 and 2^53", held)
		}
	default:
		field.fail("must be a string or a number")
	}
}
