package check

import (
	"encoding/json"
	"testing"
)

func TestScheduledEvents(t *testing.T) {
	event := func(changes object) object {
		return with(object{
			"name": "Ann – Bob", "entity_metadata": object{"location": "table 1"}, "entity_type": 3, "privacy_level": 2,
			"scheduled_start_time": "2026-08-01T18:00:00Z", "scheduled_end_time": "2026-08-01T19:00:00Z",
		}, changes)
	}
	judge(t, []ruling{
		{name: "complete", payload: event(nil)},
		{name: "name 100", payload: event(object{"name": letters(100)})},
		{name: "name 101", payload: event(object{"name": letters(101)}), want: "name has 101 characters"},
		{name: "blank place", payload: event(object{"entity_metadata": object{"location": " "}}), want: "location must not be empty"},
		{name: "description 1001", payload: event(object{"description": letters(1001)}), want: "description has 1001 characters"},
		{name: "no end", payload: event(object{"scheduled_end_time": nil}), want: "scheduled_end_time is missing"},
		{name: "no time", payload: event(object{"scheduled_end_time": "tomorrow"}), want: "must be a time"},
		{name: "for all of Discord", payload: event(object{"privacy_level": 1}), want: "privacy_level is 1"},
	}, func(raw json.RawMessage, _ Context) []string { return Scheduled(raw, true) })
	judge(t, []ruling{
		{name: "a change of one field", payload: object{"status": 2}},
		{name: "a name taken away", payload: object{"name": ""}, want: "name must not be empty"},
	}, func(raw json.RawMessage, _ Context) []string { return Scheduled(raw, false) })
}
