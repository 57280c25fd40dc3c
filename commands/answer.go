package commands

import (
	"encoding/json"
	"strings"

	"topcut/tournament"
	"topcut/tournament/notice"
)

// answer tells the user what was done, line by line. It is stored with the events as
// codes and arguments and put into words when it is shown, so an interaction that Discord
// delivers twice gets the same answer, in the user's language.
type answer []answerLine

// answerLine is one line of an answer: its sentences, and the command to suggest next.
type answerLine struct {
	Said []notice.Notice `json:"said"`
	Next string          `json:"next,omitempty"`
}

// answerFunc builds the answer from the event after the command and the events it wrote.
type answerFunc func(after *tournament.Snapshot, events []tournament.Envelope) answer

// newAnswer begins an answer.
func newAnswer(code notice.Code, args ...any) answer { return answer{}.line(notice.New(code, args...)) }

// fixedAnswer returns an answerFunc for an answer that does not depend on the event.
func fixedAnswer(code notice.Code, args ...any) answerFunc {
	said := newAnswer(code, args...)
	return func(*tournament.Snapshot, []tournament.Envelope) answer { return said }
}

// line adds a line to the answer.
func (a answer) line(said notice.Notice) answer {
	return append(a, answerLine{Said: []notice.Notice{said}})
}

// and adds a sentence to the last line.
func (a answer) and(code notice.Code, args ...any) answer {
	last := &a[len(a)-1]
	last.Said = append(last.Said, notice.New(code, args...))
	return a
}

// all adds sentences to the last line.
func (a answer) all(said []notice.Notice) answer {
	last := &a[len(a)-1]
	last.Said = append(last.Said, said...)
	return a
}

// next sets the command to suggest after the last line; empty for none.
func (a answer) next(path string) answer {
	a[len(a)-1].Next = path
	return a
}

// store adapts say to the stored form of an answer.
func store(say answerFunc) func(before, after *tournament.Snapshot, events []tournament.Envelope) ([]byte, error) {
	return func(_, after *tournament.Snapshot, events []tournament.Envelope) ([]byte, error) {
		return json.Marshal(say(after, events))
	}
}

// nextOf returns the command that a stored answer suggests last, or "".
func nextOf(stored []byte) string {
	var a answer
	if err := json.Unmarshal(stored, &a); err != nil || len(a) == 0 {
		return ""
	}
	return a[len(a)-1].Next
}

// answerText puts a stored answer into words. An answer stored by another version that
// cannot be read becomes a general "done".
func (c *Call) answerText(stored []byte) string {
	var a answer
	if err := json.Unmarshal(stored, &a); err != nil || len(a) == 0 {
		return c.say("answer.done")
	}
	lines := make([]string, len(a))
	for i, l := range a {
		said := make([]string, len(l.Said))
		for j, n := range l.Said {
			said[j] = c.words().Notice(n)
		}
		lines[i] = strings.Join(said, " ") + c.next(l.Next)
	}
	return strings.Join(lines, "\n")
}
