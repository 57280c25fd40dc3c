package router

import (
	"encoding/json"
	"strings"

	"topcut/tournament"
	"topcut/tournament/notice"
)

// Answer tells the user what was done, line by line. It is stored with the events as
// codes and arguments and put into words when it is shown, so an interaction that Discord
// delivers twice gets the same answer, in the user's language.
type Answer []answerLine

// answerLine is one line of an answer: its sentences, and the command to suggest next.
type answerLine struct {
	Said []notice.Notice `json:"said"`
	Next string          `json:"next,omitempty"`
}

// AnswerFunc builds the answer from the event after the command and the events it wrote.
type AnswerFunc func(after *tournament.Snapshot, events []tournament.Envelope) Answer

// NewAnswer begins an answer.
func NewAnswer(code notice.Code, args ...any) Answer { return Answer{}.Line(notice.New(code, args...)) }

// FixedAnswer returns an answerFunc for an answer that does not depend on the event.
func FixedAnswer(code notice.Code, args ...any) AnswerFunc {
	said := NewAnswer(code, args...)
	return func(*tournament.Snapshot, []tournament.Envelope) Answer { return said }
}

// Line adds a line to the answer.
func (a Answer) Line(said notice.Notice) Answer {
	return append(a, answerLine{Said: []notice.Notice{said}})
}

// And adds a sentence to the last line.
func (a Answer) And(code notice.Code, args ...any) Answer {
	last := &a[len(a)-1]
	last.Said = append(last.Said, notice.New(code, args...))
	return a
}

// All adds sentences to the last line.
func (a Answer) All(said []notice.Notice) Answer {
	last := &a[len(a)-1]
	last.Said = append(last.Said, said...)
	return a
}

// Next sets the command to suggest after the last line; empty for none.
func (a Answer) Next(path string) Answer {
	a[len(a)-1].Next = path
	return a
}

// Store adapts say to the stored form of an answer.
func Store(say AnswerFunc) func(before, after *tournament.Snapshot, events []tournament.Envelope) ([]byte, error) {
	return func(_, after *tournament.Snapshot, events []tournament.Envelope) ([]byte, error) {
		return json.Marshal(say(after, events))
	}
}

// nextOf returns the command that a stored answer suggests last, or "".
func nextOf(stored []byte) string {
	var a Answer
	if err := json.Unmarshal(stored, &a); err != nil || len(a) == 0 {
		return ""
	}
	return a[len(a)-1].Next
}

// AnswerText puts a stored answer into words. An answer stored by another version that
// cannot be read becomes a general "done".
func (c *Call) AnswerText(stored []byte) string {
	var a Answer
	if err := json.Unmarshal(stored, &a); err != nil || len(a) == 0 {
		return c.Say("answer.done")
	}
	lines := make([]string, len(a))
	for i, l := range a {
		said := make([]string, len(l.Said))
		for j, n := range l.Said {
			said[j] = c.Words().Notice(n)
		}
		lines[i] = strings.Join(said, " ") + c.Next(l.Next)
	}
	return strings.Join(lines, "\n")
}
