package tournament_test

import (
	"testing"

	"topcut/tournament/growth"
)

func TestMain(m *testing.M) {
	growth.Main(m)
}
