package ledger

import (
	"fmt"

	"topcut/tournament/notice"
)

var (
	stageWords = []string{"swiss", "elimination", "third_place", "upper", "lower", "final", "round_robin", "scramble", "final_tables", "playoff"}
	kindWords  = []string{"played", "bye", "intentional_draw", "assigned_loss", "forfeit", "double_loss", "elsewhere"}
	formWords  = []string{"unfinished", "games", "scores", "places", "mp", "points"}
	byWords    = []string{"points", "ring", "weakest_link", "tie", "scenario"}
)

// String returns the word of the tournament file for s.
func (s Stage) String() string { return word(stageWords, int(s)) }

// MarshalText writes the word of the tournament file.
func (s Stage) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word of the tournament file.
func (s *Stage) UnmarshalText(b []byte) error { return parse("stage", stageWords, b, (*uint8)(s)) }

// String returns the word of the tournament file for k.
func (k Kind) String() string { return word(kindWords, int(k)) }

// MarshalText writes the word of the tournament file.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word of the tournament file.
func (k *Kind) UnmarshalText(b []byte) error { return parse("kind", kindWords, b, (*uint8)(k)) }

// String returns the key under which the tournament file holds such a result.
func (f Form) String() string { return word(formWords, int(f)) }

// MarshalText writes the key of the tournament file.
func (f Form) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the key of the tournament file.
func (f *Form) UnmarshalText(b []byte) error { return parse("form", formWords, b, (*uint8)(f)) }

// String returns the word of the tournament file for b.
func (b By) String() string { return word(byWords, int(b)) }

// MarshalText writes the word of the tournament file.
func (b By) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads the word of the tournament file.
func (b *By) UnmarshalText(text []byte) error { return parse("by", byWords, text, (*uint8)(b)) }

func word(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return fmt.Sprintf("unknown(%d)", i)
}

func parse(what string, words []string, b []byte, to *uint8) error {
	for i, w := range words {
		if w == string(b) {
			*to = uint8(i)
			return nil
		}
	}
	return notice.Err("ledger.word", "text", notice.Text(b), "what", notice.Word("ledger."+what))
}
