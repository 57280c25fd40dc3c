package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
)

// access decides which requests are allowed.
type access struct {
	key    string // of the printed address, for a single use
	ticket string // value of the cookie
	cookie string // its name, unique per rehearsal because cookies ignore ports
	used   atomic.Bool
}

// policy allows only the page's own files. Trusted types turn every attempt of a script
// to convert text into HTML into an error.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// admit writes the headers that every response has and reports whether the request may go
// on; otherwise admit has answered it.
func (d *access) admit(w http.ResponseWriter, r *http.Request) bool {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	switch {
	case !loopback(r.RemoteAddr) || !loopback(r.Host):
		http.Error(w, "The rehearsal page is for this machine only.", http.StatusForbidden)
		return false
	case !ownRequest(r):
		http.Error(w, "Only the rehearsal page itself may ask this.", http.StatusForbidden)
		return false
	}
	if c, err := r.Cookie(d.cookie); err == nil && same(c.Value, d.ticket) {
		return true
	}
	if r.Method == http.MethodGet && r.URL.Path == "/" && same(r.URL.Query().Get("key"), d.key) && d.used.CompareAndSwap(false, true) {
		http.SetCookie(w, &http.Cookie{
			Name: d.cookie, Value: d.ticket, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		})
		return true
	}
	http.Error(w, "Open the address that the rehearsal printed when it started. Its key works once: if it was used "+
		"elsewhere, go on there or start the rehearsal again.", http.StatusForbidden)
	return false
}

// ownRequest reports whether a request was made by the page, or by a user who typed or
// followed its address.
func ownRequest(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin != "" && origin != "http://"+r.Host {
		return false
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && origin == "" {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return true
	}
	return r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate"
}

// loopback reports whether a host, with or without a port, is this machine.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = strings.Trim(address, "[]")
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
