package browsertest

import (
	"fmt"

	"github.com/chromedp/chromedp"
)

// Create lets the organiser of a pane create an event of Magic with a name.
func (b *Browser) Create(pane, name string) {
	b.t.Helper()
	b.Command(pane, "tournament create", "name", name, "ruleset", "pick:magic")
	b.Sees(pane, name)
	b.Shot("created")
}

// Join lets people join one after the other in a pane.
func (b *Browser) Join(pane string, names ...string) {
	b.t.Helper()
	for _, name := range names {
		b.ActAs(pane, name)
		b.Press(pane, "Join")
		b.Sees(pane, "You're in")
	}
	b.Shot("joined")
}

// Start lets the organiser of a pane start the event. It presses twice, because the first
// press gives players a minute to mix the draw and the clock may be stopped.
func (b *Browser) Start(pane string) {
	b.t.Helper()
	b.Command(pane, "tournament start")
	b.Sees(pane, "Roll the dice")
	b.Command(pane, "tournament start")
	b.Press(pane, "Start now")
	b.Sees(pane, "Commitment:")
}

// Pair lets the organiser of a pane pair the next round and publish it.
func (b *Browser) Pair(pane string) {
	b.t.Helper()
	b.Command(pane, "round pair")
	b.Press(pane, "Publish & start")
}

// Dispute lets the person of a pane dispute the report of their match, in the form.
func (b *Browser) Dispute(pane, reason string) {
	b.t.Helper()
	b.Press(pane, "Report") // the call comes only later
	b.Press(pane, "Dispute")
	b.Until("document.querySelector('dialog.form[open]')")
	b.Shot("dispute form")
	b.Accessible("a form")
	b.Run(chromedp.SendKeys(chromedp.CSS("dialog.form textarea, dialog.form input"), reason), chromedp.Click(chromedp.CSS("dialog.form [type=submit]")))
	b.Until("!document.querySelector('dialog.form')")
	b.Shot("disputed")
}

// Rule lets the organiser of a pane decide the disputed match with the button of a
// reported result in the organisers' panel.
func (b *Browser) Rule(pane, channel, reason, result string) {
	b.t.Helper()
	b.GoTo(pane, channel)
	b.Sees(pane, reason)
	b.Shot("panel with a dispute")
	b.Accessible("the organisers' panel")
	found := fmt.Sprintf("[...document.querySelectorAll('[data-slot=%s] .log button:not(:disabled)')].filter(x => x.innerText.trim().endsWith(%s)).at(-1)", pane, quoted(result))
	b.Until(found)
	b.JS("const x = " + found + "; x.scrollIntoView({block: 'center'}); x.focus(); x.click()")
	b.Until("!" + found)
	b.Shot("resolved")
}

// TakeBack lets the organiser of a pane undo the last command.
func (b *Browser) TakeBack(pane string) {
	b.t.Helper()
	b.Command(pane, "tournament undo")
	b.Press(pane, "Undo")
}
