package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestCertificatesOfThePages: with http.autocert the pages are served with the stored
// certificate, only to the host of public_url; without it they are served as before. No
// request leaves the machine.
func TestCertificatesOfThePages(t *testing.T) {
	if off, err := (&httpConfig{PublicURL: "https://events.example.org"}).certificates(); off != nil || err != nil {
		t.Fatalf("certificates without http.autocert: %v %v", off, err)
	}
	const host = "events.example.org"
	folder := t.TempDir()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	from := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0)}
	der, err := x509.CreateCertificate(rand.Reader, from, from, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	kept := append(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	if err := os.WriteFile(filepath.Join(folder, host), kept, 0o600); err != nil {
		t.Fatal(err)
	}
	certificates, err := (&httpConfig{PublicURL: "https://" + host, Autocert: folder}).certificates()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	at, wait, err := listen(ctx, "127.0.0.1:0", certificates, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "the page")
	}))
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	trusted.AddCert(leaf)
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, at.String())
		},
	}}
	res, err := client.Get("https://" + host + "/")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || string(body) != "the page" {
		t.Errorf("%q %v", body, err)
	}
	if res, err := client.Get("https://other.example.org/"); err == nil {
		res.Body.Close()
		t.Error("another host is served")
	}
	stop()
	if err := wait(); err != nil {
		t.Error(err)
	}
}
