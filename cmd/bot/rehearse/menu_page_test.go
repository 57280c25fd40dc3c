package rehearse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topcut/cmd/bot/rehearse/browsertest"
)

// TestTheMenuOnThePage: whoever types a slash sees what is registered for them: a player at
// most 28 entries, with none of the organisers' commands, an organiser these too.
func TestTheMenuOnThePage(t *testing.T) {
	t.Parallel()
	onScreens(t, func(t *testing.T, b *browsertest.Browser) {
		b.Open(serving(t, "--players", "16"))
		begin := "[...document.querySelectorAll('.pane.active .empty button')].find((x) => x.innerText.includes('16 players'))"
		b.Until(begin)
		b.JS(begin + ".click()")
		b.Until("document.querySelector('.guide [aria-current]')?.innerText.includes('Join as Alice')")
		entries := map[string][]string{}
		for _, name := range []string{"Alice", "Olga (TO)"} {
			pane := b.Text(fmt.Sprintf("[...document.querySelectorAll('.pane')].find((x) => x.querySelector('.who .name')?.textContent === %q)?.dataset.slot", name))
			b.Show(pane) // on a phone the other one has the room
			b.JS(fmt.Sprintf("const x = document.querySelector('[data-slot=%s] .writing textarea'); x.focus(); x.value = '/'; x.dispatchEvent(new Event('input', { bubbles: true }))", pane))
			b.Until("document.querySelectorAll('.popup .option').length > 5")
			b.Shot("menu of " + name)
			entries[name] = strings.Fields(b.Text("[...document.querySelectorAll('.popup .option .label')].map((x) => x.innerText.replaceAll(' ', '_')).join(' ')"))
			b.JS(fmt.Sprintf("const x = document.querySelector('[data-slot=%s] .writing textarea'); x.value = ''; x.dispatchEvent(new Event('input', { bubbles: true }))", pane))
		}
		alice, olga := entries["Alice"], entries["Olga (TO)"]
		if len(alice) > 28 || !slices.Contains(alice, "/report") || slices.Contains(alice, "/round_pair") || !slices.Contains(olga, "/round_pair") {
			t.Errorf("Alice sees %d entries, %v; Olga %d, %v", len(alice), alice, len(olga), olga)
		}
		t.Logf("a player sees %d entries, an organiser %d", len(alice), len(olga))
		b.Clean()
	})
}
