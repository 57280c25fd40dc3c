package transfer

import (
	"topcut/tournament/file"
	"topcut/tournament/notice"
)

func writeTOM(t *file.Tournament, to Target) ([]byte, []notice.Notice, error) { return nil, nil, nil }
func writeNRTM(t *file.Tournament) ([]byte, []notice.Notice, error)           { return nil, nil, nil }
func writeTRF(t *file.Tournament) ([]byte, []notice.Notice, error)            { return nil, nil, nil }
func writeCSV(t *file.Tournament) ([]byte, []notice.Notice, error)            { return nil, nil, nil }
