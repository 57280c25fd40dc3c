package discord

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestEscape_playerTextShowsAsItself(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "Ann O'Neil 2", "Ann O'Neil 2"},
		{"bold", "**x**", `\*\*x\*\*`},
		{"user mention", "<@123>", "\\<\\@\u200b123\\>"},
		{"everyone", "@everyone", "\\@\u200beveryone"},
		{"link", "https://evil.example", `https\:\/\/evil\.example`},
		{"masked link", "[x](y)", `\[x\]\(y\)`},
		{"heading after a line break", "a\n# b", "a\n\\# b"},
		{"list", "1. a\n- b", "1\\. a\n\\- b"},
		{"right-to-left override", "abc\u202etxt.exe", `abctxt\.exe`},
		{"control characters", "a\x00b\x1b[31m\u200bc\r\nd", "ab\\[31mc\nd"},
		{"backslash", `a\*b`, `a\\\*b`},
		{"Hebrew keeps to itself", "שלום", "\u2068שלום\u2069"},
		{"emoji family", "👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"},
		{"flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"},
		{"hidden tags", "a\U000e0041\U000e0042b", "ab"},
		{"piles of marks", "e" + strings.Repeat("\u0301", 30), "e" + strings.Repeat("\u0301", 4)},
		{"letters without a shape", "\u3164\u2800", ""},
		{"Japanese", "東京 太郎", "東京 太郎"},
		{"broken UTF-8", "a\xffb", "a\ufffdb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Escape(tt.in); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestPlain_isOneLine(t *testing.T) {
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{" a\n\tb  c ", 10, "a b c"},
		{"a\u202eb*", 10, "ab*"},
		{"abcdef", 4, "abc…"},
		{"", 4, ""},
	}
	for _, tt := range tests {
		if got := Plain(tt.in, tt.n); got != tt.want {
			t.Errorf("Plain(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

// unescape returns what Discord shows: a backslash before a sign disappears.
func unescape(s string) string {
	var out strings.Builder
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		if runes[i] == '\\' && i+1 < len(runes) && isMarkdown(runes[i+1]) {
			i++
		}
		out.WriteRune(runes[i])
	}
	return out.String()
}

func TestEscape_properties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[-a-c\\<@>#*_1.:/\n ]{0,20}`)).Draw(t, "text")
		got := Escape(s)
		if !utf8.ValidString(got) {
			t.Fatal("not UTF-8")
		}
		// Nothing that has a meaning stands without a backslash.
		bare := false
		for _, r := range got {
			if isMarkdown(r) && r != '\\' && !bare {
				t.Fatalf("%q has a bare %q", got, r)
			}
			bare = r == '\\' && !bare
		}
		if bare {
			t.Fatalf("%q ends in a backslash", got)
		}
		for _, ping := range []string{"@everyone", "@here", "<@"} {
			if strings.Contains(got, ping) {
				t.Fatalf("%q contains %q", got, ping)
			}
		}
		shown := strings.NewReplacer("\u200b", "", "\u2068", "", "\u2069", "").Replace(unescape(got))
		if want := clean(s, true); shown != want {
			t.Fatalf("shows as %q, want %q", shown, want)
		}
	})
}

func TestCut_keepsWhatBelongsTogether(t *testing.T) {
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"abc", 0, ""},
		{"ab 👩‍👩‍👧‍👦x", 6, "ab…"},
		{"a👍🏽bc", 3, "a…"},
		{"🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…"},
		{"e\u0301e\u0301e\u0301", 4, "e\u0301…"},
		{`ab\*cd`, 4, "ab…"},
		{`ab\\cd`, 5, `ab\\…`},
		{"❤️❤️", 2, "…"},
	}
	for _, tt := range tests {
		if got := Cut(tt.in, tt.n); got != tt.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestCut_properties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		n := rapid.IntRange(-1, 30).Draw(t, "length")
		got := Cut(s, n)
		if utf8.RuneCountInString(got) > max(n, 0) {
			t.Fatalf("%q is longer than %d", got, n)
		}
		if got != s && got != "" && (!strings.HasSuffix(got, "…") || !strings.HasPrefix(s, strings.TrimSuffix(got, "…"))) {
			t.Fatalf("%q is no beginning of %q", got, s)
		}
	})
}

func TestTimestamps(t *testing.T) {
	at := time.Unix(1700000000, 999)
	if got := Relative(at); got != "<t:1700000000:R>" {
		t.Error(got)
	}
	if got := Timestamp(at, 'F'); got != "<t:1700000000:F>" {
		t.Error(got)
	}
	if got := MentionCommand("tournament start", "12"); got != "</tournament start:12>" {
		t.Error(got)
	}
}
