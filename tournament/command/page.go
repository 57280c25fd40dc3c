package command

import (
	"topcut/tournament"
)

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
	return d.emit((*tournament.PageOpened)(&page))
}

// ClosePage takes the page of the event away. Its address is no longer valid.
type ClosePage struct{}

func (*ClosePage) decide(d *decision) error {
	if err := d.after.Page.Hide(); err != nil {
		return err
	}
	return d.emit(&tournament.PageClosed{})
}
