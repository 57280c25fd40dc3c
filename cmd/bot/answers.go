package main

import (
	"fmt"
	"sync"
	"time"
)

// lateWindow is how far back late answers are counted.
const lateWindow = time.Hour

// lateAnswers are the answers of the last lateWindow that came too late, so that people read
// that the application did not respond. The newest are kept.
type lateAnswers struct {
	mu  sync.Mutex
	all []lateAnswer
}

type lateAnswer struct {
	at  time.Time
	age time.Duration // since Discord made the interaction
}

const mostLate = 1000

func (l *lateAnswers) note(age time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, lateAnswer{now, age})
	if len(l.all) > mostLate {
		l.all = l.all[len(l.all)-mostLate:]
	}
}

// answersHealth are the late answers as /healthz shows them. They do not make the bot
// degraded: a restart is no remedy.
type answersHealth struct {
	Late   int       `json:"late"` // in the last hour
	Last   time.Time `json:"last,omitzero"`
	Oldest float64   `json:"oldest_seconds,omitempty"` // the greatest age of an interaction when it was answered
}

func (l *lateAnswers) read(now time.Time) (h answersHealth) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.all {
		if now.Sub(a.at) < lateWindow {
			h.Late, h.Last, h.Oldest = h.Late+1, a.at, max(h.Oldest, a.age.Seconds())
		}
	}
	return h
}

// line returns what topcut health says of it; "" if there are none.
func (h answersHealth) line() string {
	if h.Late == 0 {
		return ""
	}
	answers := "answers"
	if h.Late == 1 {
		answers = "answer"
	}
	return fmt.Sprintf("%d late %s in the last hour, the last at %s: people read that the application did not respond", h.Late, answers, h.Last.Format(time.TimeOnly))
}

// lateInHour returns the number of late answers of the last hour, and when the last was.
func (m *metrics) lateInHour() (n int, last time.Time) {
	h := m.late.read(time.Now())
	return h.Late, h.Last
}
