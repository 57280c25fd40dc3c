// Package pairing decides who meets whom in a Swiss round of two-player games.
package pairing
