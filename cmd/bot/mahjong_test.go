package main

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

// TestRII36_ScheduleAsSpreadsheet: the schedule of all sessions opens as a spreadsheet
// with a row per table, and so do the standings.
func TestRII36_ScheduleAsSpreadsheet(t *testing.T) {
	read := func(args ...string) [][]string {
		done := runProgram(t.Context(), nil, "", args...)
		if done.code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, done.code, done.stderr)
		}
		lines, err := csv.NewReader(strings.NewReader(done.stdout)).ReadAll()
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return lines
	}
	lines := read("seat", "--players", "12", "--sessions", "6", "--csv")
	if !slices.Equal(lines[0], []string{"session", "table", "east", "south", "west", "north"}) || len(lines) != 1+6*3 {
		t.Fatalf("%d lines under %v", len(lines)-1, lines[0])
	}
	seats := map[string]int{}
	for _, line := range lines[1:] {
		for _, player := range line[2:] {
			seats[line[0]+" "+player]++
		}
	}
	if len(seats) != 6*12 {
		t.Errorf("%d seats of players in sessions, want 72", len(seats))
	}
}
