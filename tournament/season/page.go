package season

import "topcut/tournament/journal"

// PageOpened opens the season's web page to anyone with the address.
type PageOpened struct {
	Token  string `json:"token"`            // makes the address unguessable
	Listed bool   `json:"listed,omitempty"` // search engines may show it
}

func (f *PageOpened) apply(s *State, _ *Envelope) error {
	s.Page = journal.Page(*f)
	return nil
}

// PageClosed takes the page away. Its address is no longer valid.
type PageClosed struct{}

func (*PageClosed) apply(s *State, _ *Envelope) error {
	s.Page = journal.Page{}
	return nil
}

// OpenPage opens the page of the season, or sets whether search engines may show the
// existing one. A closed season has one too.
type OpenPage struct {
	Token  string // random; unused if there is a page
	Listed bool
}

func (c OpenPage) decide(d *Decision) error {
	page, err := d.After.Page.Show(c.Token, c.Listed)
	if err != nil {
		return err
	}
	return d.Emit((*PageOpened)(&page))
}

// ClosePage takes the page of the season away.
type ClosePage struct{}

func (ClosePage) decide(d *Decision) error {
	if err := d.After.Page.Hide(); err != nil {
		return err
	}
	return d.Emit(&PageClosed{})
}
