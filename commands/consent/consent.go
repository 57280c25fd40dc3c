// Package consent keeps a command from changing for others what the person who gives it has
// not been shown: it is shown first, and carried out if it is still the same then.
package consent

import (
	"encoding/json"

	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/effect"
)

// SurpriseError stops a command. Nothing of it is stored.
type SurpriseError struct {
	Before, After *tournament.Snapshot
	Effects       []effect.Effect // on others
}

func (*SurpriseError) Error() string { return "unagreed" }

// Mark returns the mark of the effects, for the button under them.
func (s *SurpriseError) Mark() string { return effect.Mark(s.Effects) }

// Check returns a SurpriseError unless the user has agreed to what a command, as it is decided
// now, changes for others (agreed is its mark), or it changes nothing that is asked about.
// With always it asks whatever is changed.
func Check(before, after *tournament.Snapshot, user, agreed string, always bool) error {
	effects := effect.Others(effect.Of(before.State, after.State), before.PlayerByUser(user))
	switch {
	case agreed != "" && agreed == effect.Mark(effects):
		return nil
	case agreed == "" && !always && !effect.Asks(effects):
		return nil
	}
	return &SurpriseError{before, after, effects}
}

// act is what a person did, as it is kept until they agree to its effects.
type act struct {
	Kind     discord.Kind
	Path     []string                  `json:",omitempty"`
	Options  map[string]discord.Option `json:",omitempty"`
	CustomID string                    `json:",omitempty"`
	Values   []string                  `json:",omitempty"`
	Fields   map[string][]string       `json:",omitempty"`
	Users    map[string]discord.User   `json:",omitempty"`
}

// Keep returns what is to be kept of an interaction, since its texts do not fit into a
// button.
func Keep(in *discord.Interaction) ([]byte, error) {
	return json.Marshal(act{in.Kind, in.Path, in.Options, in.CustomID, in.Values, in.Fields, in.Users})
}

// Again returns a press with what was kept in the place of what was pressed.
func Again(press *discord.Interaction, kept []byte) (*discord.Interaction, error) {
	var was act
	if err := json.Unmarshal(kept, &was); err != nil {
		return nil, err
	}
	in := *press
	in.Kind, in.Path, in.Options, in.CustomID, in.Values, in.Fields, in.Users = was.Kind, was.Path, was.Options, was.CustomID, was.Values, was.Fields, was.Users
	return &in, nil
}
