package fairclock

import "time"

// Span is the time from one moment until another.
type Span struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
}

// Spans is a set of moments: spans in order, none of which touches another. Its methods
// change nothing.
type Spans []Span

// With returns the union of s and a span.
func (s Spans) With(add Span) Spans {
	if !add.Until.After(add.From) {
		return s
	}
	out := make(Spans, 0, len(s)+1)
	for _, x := range s {
		switch {
		case x.Until.Before(add.From):
			out = append(out, x)
		case add.Until.Before(x.From):
			out = append(out, add)
			add = x
		default:
			add = Span{earlier(x.From, add.From), later(x.Until, add.Until)}
		}
	}
	return append(out, add)
}

// Union returns the union of s and other.
func (s Spans) Union(other Spans) Spans {
	for _, x := range other {
		s = s.With(x)
	}
	return s
}

// Without returns s less a span.
func (s Spans) Without(cut Span) Spans {
	if !cut.Until.After(cut.From) {
		return s
	}
	var out Spans
	for _, x := range s {
		for _, part := range []Span{{x.From, earlier(x.Until, cut.From)}, {later(x.From, cut.Until), x.Until}} {
			if part.Until.After(part.From) {
				out = append(out, part)
			}
		}
	}
	return out
}

// In returns the part of s in a span.
func (s Spans) In(within Span) Spans {
	var out Spans
	for _, x := range s {
		if part := (Span{later(x.From, within.From), earlier(x.Until, within.Until)}); part.Until.After(part.From) {
			out = append(out, part)
		}
	}
	return out
}

// Long returns how long the spans are in all.
func (s Spans) Long() (sum time.Duration) {
	for _, x := range s {
		sum += x.Until.Sub(x.From)
	}
	return sum
}

// at returns the end of the span that contains a moment; ok is false if none does.
func (s Spans) at(moment time.Time) (until time.Time, ok bool) {
	for _, x := range s {
		if !moment.Before(x.From) && moment.Before(x.Until) {
			return x.Until, true
		}
	}
	return until, false
}

// Contains reports whether a moment is in s.
func (s Spans) Contains(moment time.Time) bool {
	_, ok := s.at(moment)
	return ok
}

// after returns when the next span begins after a moment; ok is false if there is none.
func (s Spans) after(moment time.Time) (from time.Time, ok bool) {
	for _, x := range s {
		if x.From.After(moment) {
			return x.From, true
		}
	}
	return from, false
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
