package check

import (
	"encoding/json"
	"slices"
)

// The interaction types.
const (
	interactionPing         = 1
	interactionCommand      = 2
	interactionComponent    = 3
	interactionAutocomplete = 4
	interactionModal        = 5
)

// The callback types.
const (
	callbackPong         = 1
	callbackMessage      = 4
	callbackDefer        = 5
	callbackDeferUpdate  = 6
	callbackUpdate       = 7
	callbackAutocomplete = 8
	callbackModal        = 9
	callbackLaunch       = 12
)

// The limits of an answer to autocomplete.
const (
	maxChoices    = 25
	maxChoiceText = 100 // characters of a name or a string value

	// maxExact is the largest whole number that a double holds exactly, and so
	// the largest that Discord takes as a number: 2^53.
	maxExact = 1 << 53
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
		case kind == callbackModal && interactionType == interactionModal:
			field.fail("is 9; a modal cannot be answered with another modal")
		case kind == callbackModal && interactionType == interactionAutocomplete, kind == callbackDefer && interactionType == interactionAutocomplete:
			field.fail("is %d; autocomplete can only be answered with choices (type 8), at once", kind)
		default:
			field.fail("is %d; an interaction of type %d can be answered with types %s here", kind, interactionType, join(allowed))
		}
	}
	if kind != callbackMessage && kind != callbackUpdate && len(c.Files) > 0 {
		body.fail("comes with files; only callbacks of type 4 and 7 can carry them")
	}
	switch kind {
	case callbackMessage, callbackUpdate:
		if kind == callbackUpdate {
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
	case callbackDefer:
		checkDefer(data)
	case callbackAutocomplete:
		checkChoices(data)
	case callbackModal:
		checkModal(data)
	}
}

// callbacksFor returns the callback types that may answer an interaction, nil for a
// type of interaction that does not exist. A modal may only change a message when a
// component of that message opened it.
func callbacksFor(interactionType int, fromMessage bool) []int64 {
	switch interactionType {
	case interactionPing:
		return []int64{callbackPong}
	case interactionCommand:
		return []int64{callbackMessage, callbackDefer, callbackModal, callbackLaunch}
	case interactionComponent:
		return []int64{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate, callbackModal, callbackLaunch}
	case interactionAutocomplete:
		return []int64{callbackAutocomplete}
	case interactionModal:
		if fromMessage {
			return []int64{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate, callbackLaunch}
		}
		return []int64{callbackMessage, callbackDefer, callbackLaunch}
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
	if flags&flagComponentsV2 != 0 {
		field.fail("sets IS_COMPONENTS_V2 (32768) in a deferred answer; set it in the edit that follows")
	}
	if extra := flags &^ (flagEphemeral | flagComponentsV2); extra != 0 {
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
	for _, choice := range choices.between(0, maxChoices) {
		checkChoice(choice, 0)
	}
}

// checkChoice checks one choice of an option of the given type, 0 if the type is unknown.
func checkChoice(choice value, option int64) {
	if !choice.object() {
		return
	}
	choice.get("name").required(maxChoiceText)
	checkTranslations(choice.get("name_localizations"), func(name value) { name.required(maxChoiceText) })

	field := choice.get("value")
	switch held := field.held.(type) {
	case nil:
		field.fail("is missing")
	case string:
		if option == optionInteger || option == optionNumber {
			field.fail("is a string in an option of numbers")
			return
		}
		field.required(maxChoiceText)
	case json.Number:
		if option == optionString {
			field.fail("is a number in an option of strings")
			return
		}
		if option == optionInteger {
			field.whole()
		}
		if n, err := held.Float64(); err != nil || n < -maxExact || n > maxExact {
			field.fail("is %s; numbers must be between -2^53 and 2^53", held)
		}
	default:
		field.fail("must be a string or a number")
	}
}
