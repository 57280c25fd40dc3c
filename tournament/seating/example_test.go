package seating_test

import (
	"fmt"

	"topcut/tournament/seating"
)

// Sixteen players all meet each other once in five sessions.
func Example() {
	schedule, err := seating.New(seating.Config{Players: 16, Sessions: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(schedule.Sessions), "sessions of", len(schedule.Sessions[0].Tables), "tables")
	fmt.Println("most meetings of two players:", schedule.Value().MaxMeetings)
	// Output:
	// 5 sessions of 4 tables
	// most meetings of two players: 1
}
