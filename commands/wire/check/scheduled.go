package check

import (
	"encoding/json"

	"topcut/commands/wire"
)

// Scheduled checks the body that puts an event held outside of Discord into the list of a
// guild or, if create is false, changes one.
func Scheduled(raw json.RawMessage, create bool) []string {
	body, ok := parse(raw)
	if !ok || !body.object() {
		return body.report.sentences
	}
	if create {
		for _, key := range []string{"name", "entity_metadata", "entity_type", "privacy_level", "scheduled_start_time", "scheduled_end_time"} {
			if field := body.get(key); !field.has() {
				field.fail("is missing")
			}
		}
	}
	place := body.get("entity_metadata")
	for _, text := range []value{body.get("name"), place.get("location")} {
		if text.has() || text.path() != "name" && place.has() {
			text.required(wire.MaxScheduledText)
		}
	}
	body.get("description").optional(wire.MaxScheduledNote)
	body.get("scheduled_start_time").moment()
	body.get("scheduled_end_time").moment()
	body.get("privacy_level").oneOf(wire.ScheduledPrivacy)
	return body.report.sentences
}
