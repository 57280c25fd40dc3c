package seating

import (
	_ "embed"
	"strconv"
	"strings"

	"topcut/tournament/notice"
)

// schedulesText holds the best schedules found, one a line: players, sessions,
// the three numbers of the value, how it was found, and for each session the
// players table by table, one letter each. internal/search writes it.
//
//go:embed schedules.txt
var schedulesText string

// Letters are the players of a stored schedule in order.
const Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"

// line is one stored schedule.
type line struct {
	players, sessions int
	value             Value
	seats             []string
}

// lines reads all stored schedules. Lines that begin with # are comments.
func lines() []line {
	var all []line
	for text := range strings.Lines(schedulesText) {
		fields := strings.Fields(text)
		if len(fields) < 7 || fields[0] == "#" {
			continue
		}
		var n [5]int
		for i := range n {
			n[i], _ = strconv.Atoi(fields[i]) // a test reads every line
		}
		all = append(all, line{n[0], n[1], Value{n[2], n[3], n[4]}, fields[6:]})
	}
	return all
}

// stored returns the best stored schedule: the one made for this number of
// sessions, or else the beginning of the shortest longer one. Longer ones serve
// where they have no repeats, since then every beginning is as good as can be.
func stored(players, sessions int) ([]Session, error) {
	var best *line
	for _, l := range lines() {
		if l.players == players && l.sessions >= sessions && (best == nil || l.sessions < best.sessions) {
			best = &l
		}
	}
	if best == nil {
		return nil, notice.Err("seating.unknown", "players", players, "sessions", sessions)
	}
	out := make([]Session, sessions)
	for i, text := range best.seats[:sessions] {
		for t := 0; t+Seats <= len(text); t += Seats {
			var table Table
			for seat := range table {
				table[seat] = strings.IndexByte(Letters, text[t+seat]) + 1
			}
			out[i].Tables = append(out[i].Tables, table)
		}
	}
	return out, nil
}
