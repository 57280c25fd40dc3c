package tournament

import "topcut/tournament/journal"

// Page is the public web page of the event. The zero Page is no page.
type Page = journal.Page

// PageOpened opens the event to anyone with the address. A new token is a new address;
// the old one is no longer valid.
type PageOpened struct {
	Token  string `json:"token"`
	Listed bool   `json:"listed,omitempty"`
}

func (ev *PageOpened) apply(s *State, _ *Envelope) error {
	s.Page = Page(*ev)
	return nil
}

// PageClosed takes the page away.
type PageClosed struct{}

func (*PageClosed) apply(s *State, _ *Envelope) error {
	s.Page = Page{}
	return nil
}
