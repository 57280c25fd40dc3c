package journal

// Page is the public web page of a log. The zero Page is no page.
type Page struct {
	Token  string // makes the address unguessable
	Listed bool   // search engines may show it
}

// Open reports whether there is a page.
func (p Page) Open() bool { return p.Token != "" }

// minToken is the least length of a token: 16 letters of base 32 are 80 bits.
const minToken = 16

// Show returns the page opened with the given random token, or, if there is a page
// already, that page with the new value of listed and its address unchanged.
func (p Page) Show(token string, listed bool) (Page, error) {
	if p.Open() {
		token = p.Token
	}
	switch {
	case p.Open() && p.Listed == listed:
		return p, Refuse(WrongPhase, "page.open")
	case len(token) < minToken:
		return p, Refuse(BadInput, "page.token")
	}
	return Page{Token: token, Listed: listed}, nil
}

// Hide refuses if there is no page to take away.
func (p Page) Hide() error {
	if !p.Open() {
		return Refuse(WrongPhase, "page.none")
	}
	return nil
}
