package check

// The limits of a poll.
const (
	maxPollQuestion = 300 // characters
	maxPollAnswers  = 10
	maxPollAnswer   = 55      // characters
	maxPollHours    = 32 * 24 // duration
)

// poll checks a poll, which only a new message can carry.
func (m *message) poll() {
	poll := m.body.get("poll")
	if !poll.has() || !poll.object() {
		return
	}
	if m.context.Route == RouteEdit || m.context.Route == RouteUpdate {
		poll.fail("cannot be added to a message that exists")
	}
	poll.get("question").get("text").required(maxPollQuestion)
	for _, answer := range poll.get("answers").between(1, maxPollAnswers) {
		media := answer.get("poll_media")
		if !media.object() {
			continue
		}
		media.get("text").required(maxPollAnswer)
		checkEmoji(media.get("emoji"))
	}
	poll.get("duration").within(1, maxPollHours, 24)
	poll.get("layout_type").oneOf(1)
	poll.get("allow_multiselect").boolean()
}
