package transfer

import (
	"fmt"
	"strings"
	"testing"
)

// TestAnElementHasFewAttributes: comparing each with all before it would cost four times
// as much for twice as many.
func TestAnElementHasFewAttributes(t *testing.T) {
	element := func(n int) string {
		var b strings.Builder
		b.WriteString("<tournament")
		for i := range n {
			fmt.Fprintf(&b, " attribute%d=\"value\"", i)
		}
		return b.String() + "/>"
	}
	tree, err := parseXML(element(maxAttrs))
	if err != nil || len(tree.attrs) != maxAttrs {
		t.Errorf("%d attributes: %v", maxAttrs, err)
	}
	for _, n := range []int{maxAttrs + 1, 85_000} {
		if _, err := parseXML(element(n)); err == nil || !strings.Contains(err.Error(), "density") {
			t.Errorf("%d attributes: %v, want a refusal", n, err)
		}
	}
}

// TestAnEntityIsShort: what does not end soon stays as it is.
func TestAnEntityIsShort(t *testing.T) {
	for text, want := range map[string]string{
		"a &amp; b": "a & b", "&#x00010FFFF;": "&#x00010FFFF;", "&#x10FFFF;": "\U0010FFFF", "&&&lt;": "&&<", "&" + strings.Repeat("x", 20) + ";": "&" + strings.Repeat("x", 20) + ";",
	} {
		if got := unescape(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
