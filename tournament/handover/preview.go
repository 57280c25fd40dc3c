package handover

import (
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/notice"
	"topcut/tournament/transfer"
)

// Kind returns the kind of a note about what is imported: understood, missing, decided or
// ambiguous.
func Kind(n notice.Notice) string {
	if kind := transfer.Kind(n); kind != "" {
		return kind
	}
	switch n.Code {
	case "takeover.inferred", "takeover.inferred_row", "takeover.cut", "file.cleaned", "takeover.order":
		return "decided"
	case "takeover.differ":
		return "ambiguous"
	}
	return "missing"
}

// Preview decides a command that creates an event, and whether the event can be imported as
// finished, without carrying the command out.
func Preview(d *command.Director, req command.Request) (after *tournament.State, over bool, err error) {
	made, err := d.TryCreate(req)
	if err != nil {
		return nil, false, err
	}
	req.Command = command.All{req.Command, &command.Finish{}}
	_, err = d.TryCreate(req)
	return made.State, err == nil, nil
}
