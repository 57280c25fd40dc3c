package tournament

// Step is the next action of an organiser.
type Step uint8

// Steps, in the order of an event.
const (
	NoStep Step = iota // the event is over
	StepOpen
	StepStart
	StepSeats
	StepPack
	StepBuild
	StepPair
	StepPublish
	StepClock
	StepClose
	StepCut
	StepFinish
)

// NextStep returns the next action of an organiser.
func (s *State) NextStep() Step {
	switch {
	case s.Phase == Draft:
		return StepOpen
	case s.Phase < Running:
		return StepStart
	case s.Phase != Running:
		return NoStep
	case s.Preview != nil:
		return StepPublish
	}
	r := s.Current()
	switch {
	case r != nil && r.Status == Published:
		return StepClock
	case r != nil && r.Status == Started:
		return StepClose
	case r == nil && s.Drafts() && s.Draft == nil:
		return StepSeats
	case r == nil && s.Drafts() && s.Draft.Pack == 0:
		return StepPack
	case r == nil && s.Drafts() && s.Build == nil:
		return StepBuild
	case r == nil || !s.StageOver():
		return StepPair
	}
	switch next := s.Next(); {
	case next == nil:
		return StepFinish
	case next.Kind().Eliminates():
		return StepCut
	}
	return StepPair
}
