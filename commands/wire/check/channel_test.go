package check

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestThreadStart(t *testing.T) {
	in := func(changes object) object { return with(object{"name": "R2 M5 · A vs B"}, changes) }
	judge(t, []ruling{
		{name: "100", payload: in(object{"name": letters(100)})},
		{name: "101", payload: in(object{"name": letters(101)}), want: "name has 101"},
		{name: "blank", payload: in(object{"name": " "}), want: "name must not be empty"},
		{name: "missing", payload: object{}, want: "name is missing"},
		{name: "an hour", payload: in(object{"auto_archive_duration": 60})},
		{name: "a week", payload: in(object{"auto_archive_duration": 10080})},
		{name: "two hours", payload: in(object{"auto_archive_duration": 120}), want: "auto_archive_duration is 120"},
		{name: "slow 21600", payload: in(object{"rate_limit_per_user": 21600})},
		{name: "slow 21601", payload: in(object{"rate_limit_per_user": 21601}), want: "rate_limit_per_user is 21601"},
		{name: "public", payload: in(object{"type": 11})},
		{name: "a text channel", payload: in(object{"type": 0}), want: "type is 0"},
		{name: "5 tags", payload: in(object{"applied_tags": list{"1", "2", "3", "4", "5"}})},
		{name: "6 tags", payload: in(object{"applied_tags": list{"1", "2", "3", "4", "5", "6"}}), want: "applied_tags has 6"},
		{name: "a forum's first message", payload: in(object{"message": silent(object{"content": letters(2001)})}), want: "message.content has 2001"},
	}, func(raw json.RawMessage, _ Context) []string { return Thread(raw, true) })
}

func TestThreadEdit(t *testing.T) {
	judge(t, []ruling{
		{name: "archived and locked", payload: object{"archived": true, "locked": true}},
		{name: "renamed", payload: object{"name": letters(101)}, want: "name has 101"},
		{name: "archived by a word", payload: object{"archived": "yes"}, want: "archived must be true or false"},
	}, func(raw json.RawMessage, _ Context) []string { return Thread(raw, false) })
}

func TestChannel(t *testing.T) {
	in := func(changes object) object { return with(object{"name": "results", "type": 0}, changes) }
	overwrite := object{"id": "1", "type": 0, "allow": "1024", "deny": "0"}
	judge(t, []ruling{
		{name: "100", payload: in(object{"name": letters(100)})},
		{name: "101", payload: in(object{"name": letters(101)}), want: "name has 101"},
		{name: "topic 1024", payload: in(object{"topic": letters(1024)})},
		{name: "topic 1025", payload: in(object{"topic": letters(1025)}), want: "topic has 1025"},
		{name: "guidelines 4096", payload: in(object{"type": 15, "topic": letters(4096)})},
		{name: "guidelines 4097", payload: in(object{"type": 15, "topic": letters(4097)}), want: "topic has 4097"},
		{name: "a direct message", payload: in(object{"type": 1}), want: "type is 1"},
		{name: "overwrite", payload: in(object{"permission_overwrites": list{overwrite}})},
		{name: "overwrite of nobody", payload: in(object{"permission_overwrites": list{with(overwrite, object{"id": nil})}}), want: "permission_overwrites[0].id is missing"},
		{name: "overwrite of type 2", payload: in(object{"permission_overwrites": list{with(overwrite, object{"type": 2})}}), want: "type is 2"},
		{name: "overwrite in words", payload: in(object{"permission_overwrites": list{with(overwrite, object{"allow": "VIEW"})}}), want: "allow must be a permission set"},
		{name: "20 tags", payload: in(object{"type": 15, "available_tags": times(20, func(i int) any { return object{"name": fmt.Sprint(i)} })})},
		{name: "21 tags", payload: in(object{"type": 15, "available_tags": times(21, func(i int) any { return object{"name": fmt.Sprint(i)} })}), want: "available_tags has 21"},
	}, func(raw json.RawMessage, _ Context) []string { return Channel(raw, true) })
}

func TestChannelEditNeedsNoName(t *testing.T) {
	expect(t, Channel(json.RawMessage(`{"topic":"Round 2 of 5"}`), false), "")
}
