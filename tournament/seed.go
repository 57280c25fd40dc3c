package tournament

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// The joint seed. When an event is created the bot draws a secret of 32 bytes
// and publishes its SHA-256, the commitment. The first join of each person mixes
// the id of its interaction into a digest, and so do presses of players after
// registration has closed (mix.go); those ids are Discord's. The seed is the hash
// of both: the bot cannot choose it after it has committed itself, and who has the
// secret cannot choose it by joining last. At the end the secret is published and
// everybody can recompute every decision. docs/fairness.md is the exact model.

// Commitment returns what is published of a secret before registration opens:
// the SHA-256 in hex.
func Commitment(secret []byte) string {
	sum := sha256.Sum256(secret)
	return hex.EncodeToString(sum[:])
}

// JointSeed returns the seed of an event from its secret and the digest over
// its join interactions.
func JointSeed(secret []byte, joins string) [32]byte {
	h := sha256.New()
	h.Write([]byte("topcut seed 1\n"))
	h.Write(secret)
	h.Write([]byte(joins))
	return [32]byte(h.Sum(nil))
}

// RoundSeed returns the seed of one attempt at pairing one round. It can be
// published without giving away the others.
func RoundSeed(joint [32]byte, round, attempt int) [32]byte {
	h := sha256.New()
	h.Write([]byte("topcut round 1\n"))
	h.Write(joint[:])
	var n [16]byte
	binary.BigEndian.PutUint64(n[:8], uint64(round))
	binary.BigEndian.PutUint64(n[8:], uint64(attempt))
	h.Write(n[:])
	return [32]byte(h.Sum(nil))
}
