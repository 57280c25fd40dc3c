package tournament

import "topcut/tournament/journal"

// Page is where anybody can follow the event with a browser. The zero Page is none.
type Page = journal.Page

// PageOpened lets everybody who has the address follow the event. A new token is a
// new address: the old one leads nowhere from then on.
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

// OpenPage opens the page of the event, or says whether search engines may show the
// one there is, whose address stays.
type OpenPage struct {
	Token  string // random; not used where there is a page
	Listed bool
}

func (c *OpenPage) decide(d *decision) error {
	page, err := d.after.Page.Show(c.Token, c.Listed)
	if err != nil {
		return err
	}
	return d.emit((*PageOpened)(&page))
}

// ClosePage takes the page of the event away: its address leads nowhere.
type ClosePage struct{}

func (*ClosePage) decide(d *decision) error {
	if err := d.after.Page.Hide(); err != nil {
		return err
	}
	return d.emit(&PageClosed{})
}
