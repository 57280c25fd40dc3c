// Package jointseed makes the seed of an event from a secret of the bot and from the acts
// of its players.
//
// When an event is created, the bot draws a secret of 32 bytes and
// publishes its SHA-256, the commitment. The first join of each person mixes the id of
// its interaction into a digest, and so do presses of players after registration has
// closed (command.Mix); Discord chooses those ids. The seed is the hash of both: the bot
// cannot choose it after its commitment, and a player who knows the secret cannot
// choose it by joining last. At the end the secret is published, and anyone can
// recompute every decision. docs/fairness.md is the exact model.
package jointseed

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Commit returns the SHA-256 of a secret in hex, which is published before
// registration opens.
func Commit(secret []byte) string {
	sum := sha256.Sum256(secret)
	return hex.EncodeToString(sum[:])
}

// Of returns the seed of an event from its secret and the digest of its join
// interactions.
func Of(secret []byte, joins string) [32]byte {
	h := sha256.New()
	h.Write([]byte("topcut seed 1\n"))
	h.Write(secret)
	h.Write([]byte(joins))
	return [32]byte(h.Sum(nil))
}

// Round returns the seed of one attempt at pairing one round. It can be published
// without revealing the others.
func Round(joint [32]byte, round, attempt int) [32]byte {
	h := sha256.New()
	h.Write([]byte("topcut round 1\n"))
	h.Write(joint[:])
	var n [16]byte
	binary.BigEndian.PutUint64(n[:8], uint64(round))
	binary.BigEndian.PutUint64(n[8:], uint64(attempt))
	h.Write(n[:])
	return [32]byte(h.Sum(nil))
}

// Mix returns the digest with one more Discord id mixed in, so that the bot alone does
// not determine the seed.
func Mix(digest, id string) string {
	sum := sha256.Sum256([]byte(digest + "\n" + id))
	return hex.EncodeToString(sum[:])
}

// Opens reports whether secret, in hex, has the commitment.
func Opens(commitment, secret string) bool {
	raw, err := hex.DecodeString(secret)
	return err == nil && Commit(raw) == commitment
}
