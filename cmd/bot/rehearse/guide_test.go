package rehearse

import (
	"fmt"
	"testing"

	"topcut/cmd/bot/rehearse/browsertest"
)

// TestANewcomerFollowsTheSteps is somebody who opens the page for the first time: one
// press makes one event, with its public page, four steps lead to a confirmed result, and
// afterwards the page still says what comes next.
func TestANewcomerFollowsTheSteps(t *testing.T) {
	t.Parallel()
	onScreens(t, func(t *testing.T, b *browsertest.Browser) {
		b.Open(serving(t, "--players", "16", "--public", "127.0.0.1:0"))
		begin := "[...document.querySelectorAll('.pane.active .empty button')].find((x) => x.innerText.includes('16 players'))"
		b.Until(begin)
		b.JS(begin + ".click(); " + begin + "?.click()") // a double click
		b.Until("document.querySelector('.guide [aria-current]')?.innerText.includes('Join as Alice')")
		b.Until("document.querySelector('.controls a[href]')?.textContent.includes('public page')")
		b.Shot("the first step")
		b.Accessible("the first steps")

		step(b, "Join as Alice")
		b.Press(at(b, "Alice"), "Join")
		step(b, "Start as Olga (TO)")
		b.Until("document.querySelector('[data-step=next]').innerText === 'Olga (TO): start the event'")
		olga := at(b, "Olga (TO)")
		b.Press(olga, "Start") // in the panel of the organisers
		// The dice have rolled a minute later, which is a second here.
		b.Until("document.querySelector('.guide [aria-current]').innerText.includes('Report as Alice')")
		b.Until("document.querySelector('[data-step=next]').innerText.startsWith('Olga (TO): ')")
		b.JS("document.querySelector('.bar .play').click()") // the opponent waits for a person
		b.Until("document.querySelector('.bar .play').getAttribute('aria-pressed') === 'false'")
		b.Press(olga, "Publish & start")
		step(b, "Report as Alice")
		b.Command(at(b, "Alice"), "report", "result", "pick:I won 2–1")
		b.Until("document.querySelector('.guide [aria-current]').innerText.startsWith('Confirm as ')")
		opponent := b.Text("document.querySelector('.guide [aria-current] button').innerText.slice('Confirm as '.length)")
		b.Shot("the last step")
		step(b, "Confirm as "+opponent)
		b.Command(at(b, opponent), "confirm")
		b.Until("document.querySelector('.guide').hidden")
		b.Until("document.querySelector('[data-step=next]').innerText.endsWith(': report the result')")
		if n := b.Text("String(new Set([...document.querySelectorAll('.place bdi')].map((x) => x.innerText).filter((x) => x.startsWith('tournament'))).size)"); n != "1" {
			t.Errorf("there are %s channels of events after one double click", n)
		}
		b.Clean()
	})
}

// step presses the current step of the guide.
func step(b *browsertest.Browser, text string) {
	b.Until(fmt.Sprintf("document.querySelector('.guide [aria-current] button')?.innerText === %q", text))
	b.JS("document.querySelector('.guide [aria-current] button').click()")
}

// at returns the pane of a person once it is shown.
func at(b *browsertest.Browser, name string) string {
	pane := fmt.Sprintf("[...document.querySelectorAll('.pane')].find((x) => x.offsetParent && x.getAttribute('aria-busy') !== 'true' && x.querySelector('.who .name')?.textContent === %q)", name)
	b.Until(pane)
	return b.Text(pane + ".dataset.slot")
}
