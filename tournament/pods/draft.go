package pods

import (
	"topcut/tournament/notice"
	"topcut/tournament/random"
)

// bestDraft is the size of a draft pod that is aimed at; 6 to 8 are good
// (docs/rules/magic.md#mtg-55).
const bestDraft = 8

const leastDraft = 6

// DraftSizes returns the sizes of the draft pods for a field of two or more:
// pods of 6 to 8, at most one of them odd. Fields that cannot be divided like
// that sit in one larger pod (9, 10, 11 players) or in pods of 9 and 8 (17);
// below six there is one small pod.
func DraftSizes(players int) ([]int, error) {
	if players < 2 {
		return nil, notice.Err("pods.draft", "players", players)
	}
	pods := (players + bestDraft - 1) / bestDraft
	if pods > 1 && pods*leastDraft > players {
		pods--
	}
	sizes := make([]int, pods)
	for i := range sizes {
		sizes[i] = bestDraft
	}
	missing := pods*bestDraft - players
	if pods == 1 || missing < 0 {
		sizes[0] -= missing
		return sizes, nil
	}
	for i := pods - 1; missing > 1; i-- {
		sizes[i] -= 2
		missing -= 2
	}
	sizes[0] -= missing
	return sizes, nil
}

// DraftSeats seats players, numbered from 0, at random: for each pod the players
// in the order of the seats, seat 1 first (docs/rules/magic.md#mtg-09, MTG-16).
func DraftSeats(players int, src *random.Source) ([][]int, error) {
	sizes, err := DraftSizes(players)
	if err != nil {
		return nil, err
	}
	order := src.Perm(players)
	pods := make([][]int, len(sizes))
	for i, n := range sizes {
		pods[i], order = order[:n], order[n:]
	}
	return pods, nil
}

// DraftFirstRound returns the first-round pairs of seats of a pod, counted from 1: each
// player meets the one opposite, 1-5, 2-6, 3-7, 4-8 in a pod of eight. An odd pod is
// paired as if it had one more seat; the player opposite the empty seat has the bye,
// otherwise bye is 0 (docs/rules/magic.md#mtg-15, MTG-17).
func DraftFirstRound(size int) (pairs [][2]int, bye int) {
	half := (size + 1) / 2
	for seat := 1; seat <= half; seat++ {
		if opposite := seat + half; opposite <= size {
			pairs = append(pairs, [2]int{seat, opposite})
		} else {
			bye = seat
		}
	}
	return pairs, bye
}

// Packs is how many packs a draft has (docs/rules/magic.md#mtg-10 to MTG-12); organisers
// may open more.
const Packs = 3

// PassesLeft reports whether a pack, counted from 1, is passed to the left: the
// first one is, and then the direction alternates (docs/rules/magic.md#mtg-10 to MTG-12).
func PassesLeft(pack int) bool { return pack%2 == 1 }
