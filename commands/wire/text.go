package wire

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Text reads a string, a number or a boolean as text: Discord writes some values either
// way and accepts large numbers as strings. null is "".
type Text string

// UnmarshalJSON reads any value but an object or a list.
func (t *Text) UnmarshalJSON(raw []byte) error {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		*t = ""
		return nil
	case raw[0] == '"':
		return json.Unmarshal(raw, (*string)(t))
	case raw[0] == '{' || raw[0] == '[':
		return errors.New("value is neither text, number nor yes or no")
	}
	*t = Text(raw)
	return nil
}

// IsSnowflake reports whether s is an id: an unsigned 64-bit number in plain digits.
func IsSnowflake(s string) bool {
	n, err := strconv.ParseUint(s, 10, 64)
	return err == nil && strconv.FormatUint(n, 10) == s
}

// PartNumber returns the n of a file part named files[n] of a multipart request.
func PartNumber(part string) (number string, ok bool) {
	rest, begins := strings.CutPrefix(part, "files[")
	number, ends := strings.CutSuffix(rest, "]")
	return number, begins && ends && IsSnowflake(number)
}

// Epoch is the first millisecond of 2015, from which ids count.
const Epoch = 1420070400000

// SnowflakeTime returns when an id was made; zero for what is no id.
func SnowflakeTime(id string) time.Time {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + Epoch).UTC()
}
