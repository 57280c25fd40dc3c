package check

import "topcut/commands/wire"

// poll checks a poll, which only a new message can carry.
func (m *message) poll() {
	poll := m.body.get("poll")
	if !poll.has() || !poll.object() {
		return
	}
	if m.context.Route == RouteEdit || m.context.Route == RouteUpdate {
		poll.fail("cannot be added to a message that exists")
	}
	poll.get("question").get("text").required(wire.MaxPollQuestion)
	for _, answer := range poll.get("answers").between(1, wire.MaxPollAnswers) {
		media := answer.get("poll_media")
		if !media.object() {
			continue
		}
		media.get("text").required(wire.MaxPollAnswer)
		checkEmoji(media.get("emoji"))
	}
	poll.get("duration").within(1, wire.MaxPollHours, 24)
	poll.get("layout_type").oneOf(1)
	poll.get("allow_multiselect").boolean()
}
