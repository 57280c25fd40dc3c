package main

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"strconv"
	"sync/atomic"
)

// newSecret draws the bot's part of an event's seed.
func newSecret() []byte {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails: the program ends where the system has no randomness
	return secret
}

var errSeedOnline = errors.New("TOPCUT_SEED is for rehearsals on a local Discord only: with it everybody could foresee the pairings; unset it")

// secrets returns where the secrets of events come from. In a rehearsal they
// follow from TOPCUT_SEED, so that it can be repeated.
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
