package transfer

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"topcut/tournament/notice"
	"topcut/tournament/textfile"
)

// windows1252 are the characters from 0x80 to 0x9f; the others are those of
// Latin-1.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

var declared = regexp.MustCompile(`^<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9_.:-]+)["']`)

// decode returns a file as UTF-8 without a byte order mark, and a finding if it had
// another encoding. Anything but UTF-8 is read as Windows-1252, which includes Latin-1
// as far as names go.
func decode(data []byte) (string, []notice.Notice, error) {
	data, err := textfile.Plain(data)
	if err != nil {
		return "", nil, err
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", nil, failed(finding("transfer.refused.encoding"))
	}
	name := ""
	if m := declared.FindSubmatch(data[:min(len(data), 200)]); m != nil {
		name = strings.ToLower(string(m[1]))
	}
	switch name {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		if utf8.Valid(data) {
			return string(data), nil, nil
		}
	case "iso-8859-1", "latin1", "windows-1252", "cp1252":
	default:
		return "", nil, failed(finding("transfer.refused.encoding"))
	}
	high := []rune(windows1252)
	var b strings.Builder
	b.Grow(len(data) + len(data)/8)
	for _, c := range data {
		switch {
		case c < 0x80:
			b.WriteByte(c)
		case c < 0xa0:
			b.WriteRune(high[c-0x80])
		default:
			b.WriteRune(rune(c))
		}
	}
	return b.String(), []notice.Notice{finding("transfer.decided.encoding", "encoding", "Windows-1252")}, nil
}
