package rehearse

import (
	"fmt"
	"testing"

	"topcut/cmd/bot/rehearse/browsertest"
)

// TestTheControlsOfThePage presses every button of the rehearsal: an event is created and
// played, a player vanishes, two disagree, the bot loses its connection and its process,
// the clock is changed and moved by hand, the event is exported, and its file is dropped
// on the page and replayed.
func TestTheControlsOfThePage(t *testing.T) {
	atLength(t)
	t.Parallel()
	b := browsertest.New(t, 1280, 800)
	b.Open(serving(t, "--players", "4", "--speed", "max"))
	b.ActAs("a", "owner of Rehearsal")
	b.JS("document.querySelector('.open-controls').click()")
	b.Accessible("the controls")

	b.JS("document.querySelector('.controls [type=number]').value = 8")
	press(b, "new")
	b.Until("document.querySelector('[data-slot=a] h2').innerText === 'tournament'")
	b.Sees("a", "Rehearsal Open")
	b.Shot("new event")
	note(b, "/^0 players, not started/")
	press(b, "step") // the others do not play automatically, so the display stays
	note(b, "/^1 player, not started/")
	for range 60 { // until a round is in progress
		press(b, "step")
		if b.Text("String(document.querySelector('[data-control=disagree]').disabled)") == "false" {
			break
		}
	}
	note(b, "/^Round 1 /")

	press(b, "vanish")
	b.Until("document.querySelector('.gone').innerText.includes('has vanished')")
	b.JS("document.querySelector('.gone button').click()")
	b.Until("document.querySelector('.gone').innerText === ''")
	press(b, "vanish")
	press(b, "disagree")
	b.GoTo("a", "organisers")
	b.Sees("a", "Decide…")
	b.Shot("two players disagree")

	press(b, "cut")
	logged(b, "the gateway connection is gone", 1)
	press(b, "restart")
	logged(b, "msg=ready", 2)
	b.Until("document.querySelector('.bot-state.on')")

	b.JS("const time = document.querySelector('.event-time'); window.ticks = []; " +
		"new MutationObserver(() => window.ticks.push(time.title)).observe(time, {attributeFilter: ['title']})")
	const different = "new Set(window.ticks.slice(-3)).size"
	set(b, "speed", "600")
	b.Until(different + " === 3")
	set(b, "speed", "-1")
	b.Until(different + " === 1")
	set(b, "speed", "0")

	set(b, "play", "everybody")
	note(b, "/is over/")
	press(b, "export")
	b.Until("document.querySelector('.controls a[download]')")
	b.JS(`fetch(document.querySelector('.controls a[download]').href).then((r) => r.blob()).then((file) => {
		const data = new DataTransfer();
		data.items.add(new File([file], 'event.json', {type: 'application/json'}));
		document.querySelector('main').dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));
	})`)
	b.Until("document.querySelector('[data-slot=a] h2').innerText === 'tournament-2'")
	note(b, "/is over/")
	b.Shot("the file was played")
	b.Clean()
}

// logged opens the log and reads it until it contains text the given number of times.
func logged(b *browsertest.Browser, text string, times int) {
	b.JS("[...document.querySelectorAll('.controls button')].find((x) => x.innerText === 'Show the log').click()")
	b.Until("document.querySelector('.log-dialog')?.innerText.includes('connected')")
	b.Until(fmt.Sprintf("(document.querySelector('.log-dialog .button').click(), document.querySelector('.log-dialog').innerText.split(%q).length > %d)", text, times))
	b.Shot("the log")
	b.Accessible("the log")
	b.JS("document.querySelector('.log-dialog').close()")
}

// press presses a button of the rehearsal and waits until it is done.
func press(b *browsertest.Browser, what string) {
	b.JS(fmt.Sprintf("document.querySelector('.controls > .notice').textContent = ''; document.querySelector('.controls button[data-control=%s]').click()", what))
	b.Until("document.querySelector('.controls > .notice').innerText === 'Done.'")
}

// set chooses a value of a control.
func set(b *browsertest.Browser, what, value string) {
	b.JS(fmt.Sprintf("const x = document.querySelector('.controls select[data-control=%s]'); x.value = %q; x.dispatchEvent(new Event('change'))", what, value))
	b.Until("document.querySelector('.controls > .notice').innerText === 'Done.'")
}

// note waits until the line about the event matches a regular expression.
func note(b *browsertest.Browser, pattern string) {
	b.Until(fmt.Sprintf("%s.test(document.querySelector('.event-note').textContent)", pattern))
}
