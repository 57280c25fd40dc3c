package transfer

import (
	"strings"

	"topcut/tournament/file"
	"topcut/tournament/notice"
)

// The notices of this package are transfer.KIND.WHAT. Kinds are understood; missing:
// not in the format; decided: what was used instead of something missing or wrong;
// ambiguous: what the person who imports the file should check; lost: what the other
// program does not keep; refused: why a file cannot be read or written.

// Kind returns the kind of a notice of this package.
func Kind(n notice.Notice) string {
	parts := strings.Split(string(n.Code), ".")
	if len(parts) != 3 {
		return ""
	}
	return parts[1]
}

// finding returns a notice. A plain string is text of the file.
func finding(code notice.Code, args ...any) notice.Notice {
	for i := 1; i < len(args); i += 2 {
		if s, ok := args[i].(string); ok {
			args[i] = notice.Text(s)
		}
	}
	return notice.New(code, args...)
}

// failed is a notice as an error.
func failed(n notice.Notice) error { return &notice.Error{Notice: n} }

// lineOf names a line of the file.
func lineOf(n int) notice.Value { return finding("transfer.line", "line", n) }

// understood returns the finding about what was read.
func understood(t *file.Tournament) notice.Notice {
	if t.Name == "" {
		return finding("transfer.understood.nameless", "n", len(t.Players), "rounds", len(t.Ledger.Rounds))
	}
	return finding("transfer.understood.event", "name", t.Name, "n", len(t.Players), "rounds", len(t.Ledger.Rounds))
}

// findingOf returns the finding with the code about one kind of value, or nil.
func findingOf(findings []notice.Notice, code notice.Code, what string) *notice.Notice {
	for i := range findings {
		if findings[i].Code == code && findings[i].Arg("what") == notice.Text(what) {
			return &findings[i]
		}
	}
	return nil
}
