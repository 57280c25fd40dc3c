package discord

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Invisible characters with a meaning here.
const (
	zeroWidthSpace  = '\u200b'
	zeroWidthJoiner = '\u200d'
	firstIsolate    = '\u2068' // what follows has its own direction …
	popIsolate      = '\u2069' // … up to here
	blackFlag       = '\U0001f3f4'
	cancelTag       = '\U000e007f'
	maxMarks        = 4 // combining marks kept on one letter
)

// Escape returns text a person wrote so that Discord shows it as it is: nothing
// in it formats, links, mentions or pings, turns the direction of writing or
// hides characters. Line breaks stay. Use it wherever Discord renders Markdown;
// use Plain for labels, titles and suggestions.
func Escape(s string) string {
	var out strings.Builder
	s = clean(s, true)
	rightToLeft := strings.ContainsFunc(s, isRightToLeft)
	if rightToLeft {
		out.WriteRune(firstIsolate)
	}
	for _, r := range s {
		if isMarkdown(r) {
			out.WriteByte('\\')
		}
		out.WriteRune(r)
		if r == '@' {
			// The server reads mentions without regard to backslashes.
			out.WriteRune(zeroWidthSpace)
		}
	}
	if rightToLeft {
		out.WriteRune(popIsolate)
	}
	return out.String()
}

// Unescape returns a text of Markdown without its backslashes and what else
// Escape put in: what a reader of it sees, where it has no other markup.
func Unescape(s string) string {
	var out strings.Builder
	escaped := false
	for _, r := range s {
		if r == '\\' && !escaped {
			escaped = true
			continue
		}
		if escaped && !isMarkdown(r) {
			out.WriteByte('\\')
		}
		escaped = false
		if r != zeroWidthSpace {
			out.WriteRune(r)
		}
	}
	if escaped {
		out.WriteByte('\\')
	}
	return out.String()
}

// Plain returns text a person wrote for places where Discord renders no
// Markdown: on one line, without control characters, at most n long.
func Plain(s string, n int) string {
	return Cut(strings.Join(strings.Fields(clean(s, false)), " "), n)
}

// isMarkdown reports whether a character can be part of Discord's Markdown, a
// mention, a link or an emoji name.
func isMarkdown(r rune) bool {
	return strings.ContainsRune("\\`*_~|><#@[](){}:-+./&!=", r)
}

func isRightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// clean removes what is not seen or reaches beyond its place: control
// characters, direction overrides, stray joiners and tags, piles of combining
// marks. Emoji sequences stay whole.
func clean(s string, lines bool) string {
	var out strings.Builder
	marks := 0
	var last rune
	for _, r := range strings.ToValidUTF8(strings.ReplaceAll(s, "\r\n", "\n"), "\ufffd") {
		switch {
		case r >= ' ' && r <= '~': // what most texts are made of
			marks = 0
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			r = '\n'
			if !lines {
				r = ' '
			}
		case r == '\t':
			r = ' '
		case isTag(r):
			if last != blackFlag && !isTag(last) {
				continue
			}
		case r == zeroWidthJoiner || r == '\u200c':
			// Joins emoji and letters, but never at the start.
			if out.Len() == 0 {
				continue
			}
		case unicode.In(r, unicode.Cc, unicode.Cf):
			continue
		case isFiller(r):
			continue
		case unicode.In(r, unicode.Mn, unicode.Me):
			marks++
			if marks > maxMarks {
				continue
			}
		default:
			marks = 0
		}
		out.WriteRune(r)
		last = r
	}
	return out.String()
}

// isTag reports whether r spells the region in a flag such as Scotland's.
func isTag(r rune) bool { return r >= '\U000e0020' && r <= cancelTag }

// isFiller reports whether r is a letter without a shape, with which names are
// made to look empty.
func isFiller(r rune) bool {
	return r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0' || r == '\u2800'
}

// Cut shortens text to at most n characters, the last of which is then "…". It
// does not cut through an emoji sequence, a letter with its marks, a flag or a
// backslash escape. It returns "" if n is less than 1.
func Cut(s string, n int) string {
	if n < 1 {
		return ""
	}
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	end := n - 1
	for end > 0 && joined(runes, end) {
		end--
	}
	if slashes := trailing(runes[:end], '\\'); slashes%2 == 1 {
		end--
	}
	return strings.TrimRight(string(runes[:end]), " \n") + "…"
}

// joined reports whether the character at i belongs to the one before it.
func joined(runes []rune, i int) bool {
	r := runes[i]
	switch {
	case r == zeroWidthJoiner, runes[i-1] == zeroWidthJoiner:
		return true
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc, unicode.Variation_Selector):
		return true
	case r >= '\U0001f3fb' && r <= '\U0001f3ff': // skin tones
		return true
	case isTag(r):
		return true
	case isRegional(r):
		// Flags are pairs: cut only after an even number of them.
		n := 0
		for i--; i >= 0 && isRegional(runes[i]); i-- {
			n++
		}
		return n%2 == 1
	}
	return false
}

func isRegional(r rune) bool { return r >= '\U0001f1e6' && r <= '\U0001f1ff' }

func trailing(runes []rune, r rune) int {
	n := 0
	for n < len(runes) && runes[len(runes)-1-n] == r {
		n++
	}
	return n
}

// Relative returns a time that every client shows as "in 5 minutes", counting
// by itself.
func Relative(t time.Time) string { return Timestamp(t, 'R') }

// Timestamp returns a time that every client shows in the reader's own time
// zone. Styles: t and T for the time, d and D for the date, f and F for both, R
// for the distance.
func Timestamp(t time.Time, style rune) string {
	return "<t:" + strconv.FormatInt(t.Unix(), 10) + ":" + string(style) + ">"
}

// MentionUser shows a person's name; it pings only those of Message.Mentions.
func MentionUser(id string) string { return "<@" + id + ">" }

// MentionRole shows a role's name; it pings only those of Message.Mentions.
func MentionRole(id string) string { return "<@&" + id + ">" }

// MentionChannel links to a channel or thread.
func MentionChannel(id string) string { return "<#" + id + ">" }

// MentionCommand links to a slash command, such as "tournament start", by the id
// Discord gave it.
func MentionCommand(path, id string) string { return "</" + path + ":" + id + ">" }
