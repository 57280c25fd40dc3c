package journal

// Page is where anybody can follow what a log is about with a browser. The zero Page
// is none.
type Page struct {
	Token  string // what makes its address unguessable
	Listed bool   // search engines may show it
}

// Open reports whether there is a page.
func (p Page) Open() bool { return p.Token != "" }

// minToken is how short a token may be: 16 letters of base 32 are 80 bits.
const minToken = 16

// Show opens the page, or says whether search engines may show the one there is, whose
// address stays: the token, random, counts only where there is none.
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

// Hide takes the page away: its address leads nowhere.
func (p Page) Hide() error {
	if !p.Open() {
		return Refuse(WrongPhase, "page.none")
	}
	return nil
}
