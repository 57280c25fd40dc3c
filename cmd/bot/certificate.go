package main

import (
	"crypto/tls"
	"net/url"

	"golang.org/x/crypto/acme/autocert"
)

// certificates returns automatically issued and renewed certificates for the host of
// public_url, or nil if a proxy has them.
func (h *httpConfig) certificates() (*tls.Config, error) {
	if h.Autocert == "" {
		return nil, nil
	}
	u, err := url.Parse(h.PublicURL)
	if err != nil {
		return nil, err
	}
	m := &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(h.Autocert), HostPolicy: autocert.HostWhitelist(u.Hostname())}
	return m.TLSConfig(), nil
}
