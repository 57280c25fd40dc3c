package main

import (
	"fmt"
	"math"
)

// row is a line of the table of chances.
func (b *bin) row(title string) string {
	if b.n == 0 {
		return fmt.Sprintf("| %s | 0 | | | |", title)
	}
	n := float64(b.n)
	share := b.made / n
	return fmt.Sprintf("| %s | %d | %.1f %% | %.1f %% | ±%.1f |", title, b.n, 100*b.sum/n, 100*share, 196*math.Sqrt(share*(1-share)/n))
}

// row is a line of the table of scores.
func (s *scores) row(title string) string {
	n := float64(max(s.n, 1))
	return fmt.Sprintf("| %s | %d | %.4f | %.4f | %.4f |", title, s.n, s.ours/n, s.byPoints/n, s.byRank/n)
}
