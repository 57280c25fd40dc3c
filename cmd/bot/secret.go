package main

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"strconv"
	"sync/atomic"
)

// newSecret returns the bot's random part of an event's seed.
func newSecret() []byte {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails: the program aborts if the system has no randomness
	return secret
}

var errSeedOnline = errors.New("TOPCUT_SEED is for rehearsals on a local Discord only: with it everybody could foresee the pairings; unset it")

// secrets returns the source of the events' secrets. In a rehearsal they are derived from
// TOPCUT_SEED, so that it can be repeated.
func secrets(seed string, loopback bool) (func() []byte, error) {
	if seed == "" {
		return newSecret, nil
	}
	if !loopback {
		return nil, errSeedOnline
	}
	var drawn atomic.Int64
	return func() []byte {
		sum := sha256.Sum256([]byte(seed + "\n" + strconv.FormatInt(drawn.Add(1), 10)))
		return sum[:]
	}, nil
}
