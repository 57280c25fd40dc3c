package main

import (
	"bytes"
	"errors"
	"testing"
)

func TestSecrets(t *testing.T) {
	real, err := secrets("", false)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := real(), real(); len(a) != 32 || bytes.Equal(a, b) {
		t.Errorf("%x, then %x", a, b)
	}
	if _, err := secrets("7", false); !errors.Is(err, errSeedOnline) {
		t.Errorf("a known seed away from loopback: %v", err)
	}
	one, err := secrets("7", true)
	if err != nil {
		t.Fatal(err)
	}
	two, err := secrets("7", true)
	if err != nil {
		t.Fatal(err)
	}
	first := one()
	if !bytes.Equal(first, two()) {
		t.Error("one seed gives two secrets")
	}
	if bytes.Equal(first, one()) {
		t.Error("two events have one secret")
	}
}
