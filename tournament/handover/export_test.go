package handover_test

import (
	"strings"
	"testing"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/handover"
)

// TestAnExportNamesNoAccountsAndNoPlaces: neither people nor server nor channels can be
// identified from the public file, and the event itself keeps them.
func TestAnExportNamesNoAccountsAndNoPlaces(t *testing.T) {
	w := empty(t)
	settings := tournament.DefaultSettings("Friday Night")
	settings.TOChannel = "100000000000000003"
	w.do(
		&command.Create{Guild: "100000000000000001", Channel: "100000000000000002", Settings: settings, Ruleset: load(t, "magic")},
		&command.ChangeSettings{Edit: func(s tournament.Settings) (tournament.Settings, error) {
			s.TOChannel = "100000000000000004"
			return s, nil
		}},
		&command.OpenRegistration{}, &command.Join{User: "100000000000000005", Name: "Bob"},
	)
	data, err := handover.ExportJSON(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); strings.Contains(text, "10000000000000000") || !strings.Contains(text, "Bob") || !strings.Contains(text, "settings_changed") {
		t.Errorf("the export is\n%s", text)
	}
	if s := w.snap.State; s.Guild == "" || s.Channel == "" || s.Settings.TOChannel == "" {
		t.Error("the event has lost its places")
	}
	created := w.snap.Log[0].Event.(*tournament.Created)
	if created.Guild == "" || created.Settings.TOChannel == "" {
		t.Error("the log of the event has lost its places")
	}
}
