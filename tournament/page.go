package tournament

// Page is where anybody can follow the event with a browser. The zero Page is
// none.
type Page struct {
	Token  string // what makes its address unguessable, see Address
	Listed bool   // search engines may show it
}

// Open reports whether there is a page.
func (p Page) Open() bool { return p.Token != "" }

// minToken is how short a token may be: 16 letters of base 32 are 80 bits.
const minToken = 16

// PageOpened lets everybody who has the address follow the event. A new token is a
// new address: the old one leads nowhere from then on.
type PageOpened struct {
	Token  string `json:"token"`
	Listed bool   `json:"listed,omitempty"`
}

func (ev *PageOpened) apply(s *State, _ *Envelope) error {
	s.Page = Page{Token: ev.Token, Listed: ev.Listed}
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
	Token  string // random, at least 16 characters; not used where there is a page
	Listed bool
}

func (c *OpenPage) decide(d *decision) error {
	page := d.after.Page
	token := c.Token
	if page.Open() {
		token = page.Token
	}
	switch {
	case page.Open() && page.Listed == c.Listed:
		return Refuse(WrongPhase, "page.open")
	case len(token) < minToken:
		return Refuse(BadInput, "page.token")
	}
	return d.emit(&PageOpened{Token: token, Listed: c.Listed})
}

// ClosePage takes the page of the event away: its address leads nowhere.
type ClosePage struct{}

func (*ClosePage) decide(d *decision) error {
	if !d.after.Page.Open() {
		return Refuse(WrongPhase, "page.none")
	}
	return d.emit(&PageClosed{})
}
