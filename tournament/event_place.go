package tournament

// PlaceOf returns the match that alone an event changes. With match 0 it changes nothing of
// earlier rounds, with round 0 it may change anything, as do all that say nothing else here.
func PlaceOf(ev Event) Place {
	if ev, ok := ev.(interface{ about() Place }); ok {
		return ev.about()
	}
	return Place{}
}

func (at Place) about() Place            { return at }
func (*FixtureVoided) about() Place      { return Place{} } // it may end the stage
func (ev *ResultCorrected) about() Place { return Place{Round: ev.Round} }
func (ev *RoundStarted) about() Place    { return Place{Round: ev.Round} }
func (ev *RoundClosed) about() Place     { return Place{Round: ev.Round} }
func (ev *ClockPaused) about() Place     { return Place{Round: ev.Round} }
func (ev *ClockResumed) about() Place    { return Place{Round: ev.Round} }
func (ev *ClockExtended) about() Place   { return Place{Round: ev.Round} }
func (ev *ClockReminded) about() Place   { return Place{Round: ev.Round} }
func (ev *TimeCalled) about() Place      { return Place{Round: ev.Round} }
