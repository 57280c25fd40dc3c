package command

import (
	"os"
	"testing"

	"topcut/tournament/testrun"
)

func TestMain(m *testing.M) {
	testrun.Light()
	os.Exit(m.Run())
}
