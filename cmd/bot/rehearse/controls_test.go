package rehearse

import (
	"fmt"
	"testing"

	"topcut/cmd/bot/rehearse/browsertest"
)

// TestTheControlsOfThePage presses every button of the rehearsal: an event is
// created and played, somebody vanishes, two disagree, the bot loses its
// connection and its process, the clock is turned and moved by hand, the event is
// exported, and its file is dropped on the page and played again.
func TestTheControlsOfThePage(t *testing.T) {
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
	set(b, "play", "everybody")
	note(b, "/^Round 1 /")
	set(b, "play", "nobody")

	press(b, "vanish")
	b.Until("document.querySelector('.gone').innerText.includes('has vanished')")
	b.JS("document.querySelector('.gone button').click()")
	b.Until("document.querySelector('.gone').innerText === ''")
	press(b, "vanish")

	for range 40 { // until a round is being played
		press(b, "step")
		b.Pause(1)
		if b.Text("String(document.querySelector('[data-control=disagree]').disabled)") == "false" {
			break
		}
	}
	press(b, "disagree")
	b.GoTo("a", "organisers")
	b.Sees("a", "Dispute")
	b.Shot("two players disagree")

	press(b, "cut")
	b.Until("document.querySelector('.bot-state.on')")
	press(b, "restart")
	b.Until("document.querySelector('.bot-state.on')")

	time := func() string { return b.Text("document.querySelector('.event-time').title") }
	set(b, "speed", "600")
	was := time()
	b.Until(fmt.Sprintf("document.querySelector('.event-time').title !== %q", was))
	set(b, "speed", "-1")
	b.Pause(1)
	was = time()
	b.Pause(2)
	if now := time(); now != was {
		t.Errorf("the clock that stands has gone from %s to %s", was, now)
	}
	set(b, "speed", "0")

	b.JS("[...document.querySelectorAll('.controls button')].find((x) => x.innerText === 'Show the log').click()")
	b.Until("document.querySelector('.log-dialog')?.innerText.includes('connected')")
	b.Until("document.querySelector('.log-dialog').innerText.includes('rules: 0')")
	b.Shot("the log")
	b.Accessible("the log")
	b.JS("document.querySelector('.log-dialog').close()")

	set(b, "play", "everybody")
	over(b)
	press(b, "export")
	b.Until("document.querySelector('.controls a[download]')")
	b.JS(`fetch(document.querySelector('.controls a[download]').href).then((r) => r.blob()).then((file) => {
		const data = new DataTransfer();
		data.items.add(new File([file], 'event.json', {type: 'application/json'}));
		document.querySelector('main').dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));
	})`)
	b.Until("document.querySelector('[data-slot=a] h2').innerText === 'tournament-2'")
	over(b)
	b.Shot("the file was played")
	b.Clean()
}

// over waits until the event is over, which may take a minute.
func over(b *browsertest.Browser) {
	for range 60 {
		if b.Text("String(document.querySelector('.event-note').textContent.includes('over'))") == "true" {
			return
		}
		b.Pause(1)
	}
	note(b, "/is over/")
}

// press presses a button of the rehearsal and waits until it has worked.
func press(b *browsertest.Browser, what string) {
	b.JS(fmt.Sprintf("document.querySelector('.controls > .notice').textContent = ''; document.querySelector('.controls button[data-control=%s]').click()", what))
	b.Until("document.querySelector('.controls > .notice').innerText === 'Done.'")
}

// set chooses a value of a control.
func set(b *browsertest.Browser, what, value string) {
	b.JS(fmt.Sprintf("const x = document.querySelector('.controls select[data-control=%s]'); x.value = %q; x.dispatchEvent(new Event('change'))", what, value))
	b.Until("document.querySelector('.controls > .notice').innerText === 'Done.'")
}

// note waits until the line on the event fits a regular expression.
func note(b *browsertest.Browser, pattern string) {
	b.Until(fmt.Sprintf("%s.test(document.querySelector('.event-note').textContent)", pattern))
}
