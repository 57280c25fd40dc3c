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

// OpenPage opens the page of the event, or sets whether search engines may show the
// existing page, whose address stays.
type OpenPage struct {
	Token  string // random; unused if there is a page
	Listed bool
}

func (c *OpenPage) decide(d *decision) error {
	page, err := d.after.Page.Show(c.Token, c.Listed)
	if err != nil {
		return err
	}
	return d.emit((*PageOpened)(&page))
}

// ClosePage takes the page of the event away. Its address is no longer valid.
type ClosePage struct{}

func (*ClosePage) decide(d *decision) error {
	if err := d.after.Page.Hide(); err != nil {
		return err
	}
	return d.emit(&PageClosed{})
}
