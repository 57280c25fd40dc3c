// Package consent keeps a command from changing for others what the person who gives it has
// not been shown: it is shown first, and carried out if it is still the same then.
package consent

import (
	"context"
	"encoding/json"
	"maps"
	"time"

	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/tournament"
	"topcut/tournament/effect"
	"topcut/tournament/stores"
)

// SurpriseError stops a command. Nothing of it is stored.
type SurpriseError struct {
	tournament.Outcome
	Effects []effect.Effect // on others
}

func (*SurpriseError) Error() string { return "unagreed" }

// Mark returns the mark of what is shown, for the button under it: of the effects, of the
// round in which they are shown, and of what is taken back and who plays on, which may change
// nothing for others.
func (s *SurpriseError) Mark() string {
	beside := []any{len(s.Before.State.Rounds)}
	for i := range s.Events {
		switch ev := s.Events[i].Event.(type) {
		case *tournament.Retracted:
			beside = append(beside, ev.Seqs)
		case *tournament.StageBegan:
			beside = append(beside, ev.Players)
		}
	}
	return effect.Mark(s.Effects, beside...)
}

// Of returns what a command, as it is decided now, changes for others than its user.
func Of(out tournament.Outcome, user string) *SurpriseError {
	return &SurpriseError{out, effect.Others(effect.Of(out.Before.State, out.After.State), out.Before.PlayerByUser(user))}
}

// Check returns a SurpriseError unless the user has agreed to what a command, as it is decided
// now, changes for others (agreed is its mark), or it changes nothing that is asked about.
// With always it asks whatever is changed.
func Check(out tournament.Outcome, user, agreed string, always bool) error {
	asked := Of(out, user)
	switch {
	case agreed != "" && agreed == asked.Mark():
		return nil
	case agreed == "" && !always && !effect.Asks(asked.Effects):
		return nil
	}
	return asked
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

// Put keeps an interaction until its user agrees, since its texts do not fit into a button.
func Put(ctx context.Context, uploads stores.Uploads, in *discord.Interaction, now time.Time) error {
	kept, err := json.Marshal(act{in.Kind, in.Path, in.Options, in.CustomID, in.Values, in.Fields, in.Users})
	if err != nil {
		return err
	}
	return uploads.PutQuestion(ctx, stores.Question{ID: in.ID, Guild: in.GuildID, User: in.User.ID, At: now, Act: kept})
}

// Again returns a press with the interaction that was kept as asked in the place of what
// was pressed, and when that was asked. It returns tournament.ErrNotFound if that is no
// longer kept, or is another user's.
func Again(ctx context.Context, uploads stores.Uploads, press *discord.Interaction, asked string, now time.Time) (*discord.Interaction, time.Time, error) {
	kept, err := uploads.Question(ctx, asked, now)
	switch {
	case err != nil:
		return nil, now, err
	case kept.Guild != press.GuildID || kept.User != press.User.ID:
		return nil, now, tournament.ErrNotFound
	}
	var was act
	if err := json.Unmarshal(kept.Act, &was); err != nil {
		return nil, now, err
	}
	in := *press
	in.Kind, in.Path, in.Options, in.CustomID, in.Values, in.Fields, in.Users = was.Kind, was.Path, was.Options, was.CustomID, was.Values, was.Fields, was.Users
	return &in, kept.At, nil
}

// Instead returns an interaction with a text in an option or field, for example in the
// place of a file, which is not kept.
func Instead(in *discord.Interaction, name, text string) *discord.Interaction {
	out := *in
	if in.Kind == discord.KindModal {
		out.Fields = maps.Clone(in.Fields)
		out.Fields[name] = []string{text}
		return &out
	}
	if out.Options = maps.Clone(in.Options); out.Options == nil {
		out.Options = map[string]discord.Option{}
	}
	out.Options[name] = discord.Option{Type: wire.OptionString, Text: text}
	return &out
}
