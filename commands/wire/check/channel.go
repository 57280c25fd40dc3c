package check

import (
	"encoding/json"

	"topcut/commands/wire"
)

// Thread checks the body that starts a thread or, if create is false, edits one. A thread
// of a forum starts with a message, which is checked too.
func Thread(raw json.RawMessage, create bool) []string {
	body, ok := parse(raw)
	if !ok || !body.object() {
		return body.report.sentences
	}
	checkChannelName(body, create)
	checkArchive(body.get("auto_archive_duration"))
	body.get("rate_limit_per_user").within(0, wire.MaxSlowmode, 0)
	body.get("invitable").boolean()
	if tags := body.get("applied_tags"); tags.has() {
		for _, tag := range tags.between(0, wire.MaxAppliedTags) {
			tag.snowflake()
		}
	}
	if create {
		body.get("type").oneOf(wire.ChannelAnnouncementThread, wire.ChannelPublicThread, wire.ChannelPrivateThread)
		if message := body.get("message"); message.has() {
			checkMessage(message, Context{Route: RouteCreate})
		}
		return body.report.sentences
	}
	body.get("archived").boolean()
	body.get("locked").boolean()
	return body.report.sentences
}

// Channel checks the body that creates a channel of a guild or, if create is false, edits
// one.
func Channel(raw json.RawMessage, create bool) []string {
	body, ok := parse(raw)
	if !ok || !body.object() {
		return body.report.sentences
	}
	checkChannelName(body, create)
	kind := body.get("type")
	kind.oneOf(0, 2, 4, 5, 13, wire.ChannelForum, wire.ChannelMedia)
	topic := wire.MaxTopic
	if n := kind.scalar(); n == "15" || n == "16" || !create {
		// The body of an edit does not tell the kind of channel, so the larger limit applies.
		topic = wire.MaxForumTopic
	}
	body.get("topic").optional(topic)
	body.get("nsfw").boolean()
	body.get("rate_limit_per_user").within(0, wire.MaxSlowmode, 0)
	body.get("default_thread_rate_limit_per_user").within(0, wire.MaxSlowmode, 0)
	body.get("user_limit").within(0, wire.MaxUserLimit, 0)
	checkArchive(body.get("default_auto_archive_duration"))
	body.get("parent_id").snowflake()
	checkOverwrites(body.get("permission_overwrites"))
	for _, tag := range body.get("available_tags").between(0, wire.MaxForumTags) {
		tag.get("name").required(wire.MaxTagName)
	}
	return body.report.sentences
}

// checkChannelName checks a name, which only a new channel must have.
func checkChannelName(body value, create bool) {
	if name := body.get("name"); create || name.has() {
		name.required(wire.MaxChannelName)
	}
}

// checkArchive checks after how many minutes a quiet thread is archived.
func checkArchive(v value) { v.oneOf(60, 1440, 4320, 10080) }

// checkOverwrites checks the permissions of roles (type 0) and members (type 1).
func checkOverwrites(list value) {
	ids := unique{}
	for _, overwrite := range list.between(0, wire.MaxOverwrites) {
		if !overwrite.object() {
			continue
		}
		id := overwrite.get("id")
		if id.snowflake() == "" {
			id.fail("is missing")
		}
		ids.add(id, id.scalar(), "id")
		overwrite.get("type").oneOf(0, 1)
		for _, key := range []string{"allow", "deny"} {
			if set := overwrite.get(key); set.has() && !wire.IsSnowflake(set.scalar()) {
				set.fail("must be a permission set in digits")
			}
		}
	}
}
