// Package textfile reads the text files that people edit: the configuration, rulesets,
// seasons, tournaments, the token.
package textfile

import (
	"bytes"

	"topcut/tournament/notice"
)

// Plain returns a file in UTF-8 without the byte order mark that editors on Windows
// write. A file in UTF-16 is an error that says so.
func Plain(data []byte) ([]byte, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(data) > 1 && (data[0] == 0 || data[1] == 0 || bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff})) {
		return nil, notice.Err("file.utf16")
	}
	return data, nil
}
