package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAnEveningInTheBrowser walks through an event on the page: every step is
// made with its fields, lists and buttons, and goes through the real bot.
func TestAnEveningInTheBrowser(t *testing.T) {
	b := newBrowser(t, 1280, 800)
	h := newHall(t, nil)
	b.open(h.page.Address(h.listener.Addr()))
	b.until("!location.search") // the key is gone from the address
	b.actAs("a", "Olga")
	b.actAs("b", "Ann")
	b.goTo("a", "friday-night")
	b.goTo("b", "friday-night")

	b.command("a", "tournament create", "name", "Friday Night", "ruleset", "pick:magic")
	b.sees("a", "Friday Night")
	b.command("a", "tournament open")
	b.press("b", "Join")
	b.sees("b", "You have joined")
	b.actAs("b", "Bob")
	b.press("b", "Join")
	b.sees("b", "You have joined")
	b.shot("joined")

	b.command("a", "tournament start")
	b.command("a", "tournament pair")
	b.press("a", "Publish")
	b.sees("b", "Ann")
	b.command("a", "tournament startround")
	b.sees("b", "No result yet")
	b.shot("round")

	b.actAs("a", "Ann")
	b.command("a", "report", "result", "pick:I won 2-1")
	b.press("b", "Dispute")
	b.until("document.querySelector('dialog.form[open]')")
	b.shot("dispute-form")
	b.run(chromedp.SendKeys(chromedp.CSS("dialog.form textarea, dialog.form input"), "It was the other way round."), chromedp.Click(chromedp.CSS("dialog.form [type=submit]")))
	b.until("!document.querySelector('dialog.form')")
	b.shot("disputed")

	b.actAs("a", "Olga")
	b.goTo("a", "to-office")
	b.sees("a", "It was the other way round.")
	b.choose("a", "2-1")
	b.until("!document.querySelector('[data-slot=a] .log .select')")
	b.shot("resolved")
	b.goTo("a", "friday-night")
	b.command("a", "tournament undo")
	b.press("a", "Take back")
	b.shot("undone")

	b.run(chromedp.Reload())
	b.until("document.body.dataset.ready")
	b.until("document.querySelector('[data-slot=a] .who .name').innerText === 'Olga' && document.querySelector('[data-slot=b] .who .name').innerText === 'Bob'")
	b.clean()
	for _, v := range h.srv.Violations() {
		t.Errorf("violation: %+v", v)
	}
}
