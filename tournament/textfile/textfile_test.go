package textfile_test

import (
	"bytes"
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"topcut/tournament/textfile"
)

// TestAFileSavedByAnEditorIsReadOrNamed: a byte order mark before UTF-8 is taken off, and
// UTF-16, with or without a mark and in either order of bytes, is named as what it is.
func TestAFileSavedByAnEditorIsReadOrNamed(t *testing.T) {
	texts := []string{
		"[defaults]\ntime_zone = \"Europe/Berlin\"\n", "[defaults]\r\ntime_zone = \"Europe/Berlin\"\r\n", "# Kommentar mit ü\n", "name = \"Zoé\"",
		`{"version":1}`, "[]", "Player 1,Player 2\n", "001    1      Ann\n", "<tournament/>", "Ada\nBob\n", "a.b.c\r\n", "卓,結果\n", "ok", "\n", "😀 = 1",
	}
	for _, text := range texts {
		for _, mark := range []string{"", "\ufeff"} {
			if got, err := textfile.Plain([]byte(mark + text)); err != nil || string(got) != text {
				t.Errorf("%q after %q: %q, %v", text, mark, got, err)
			}
			for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
				var wide []byte
				for _, unit := range utf16.Encode([]rune(mark + text)) {
					wide = order.AppendUint16(wide, unit)
				}
				// Without a mark it is told by the zero beside a first letter of ASCII.
				if mark == "" && text[0] >= 0x80 {
					continue
				}
				if got, err := textfile.Plain(wide); err == nil || err.Error() != "file.utf16" {
					t.Errorf("%q in UTF-16 (%v): %q, %v", text, order, bytes.TrimSpace(got), err)
				}
			}
		}
	}
	for _, none := range []string{"", "\ufeff"} {
		if got, err := textfile.Plain([]byte(none)); err != nil || len(got) != 0 {
			t.Errorf("an empty file: %q, %v", got, err)
		}
	}
}
