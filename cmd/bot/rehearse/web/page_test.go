package web_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"topcut/commands/localdiscord"
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

// TestEveryKindOfPostOnAPhone shows every component and hostile names at 390
// pixels, light and dark: nothing becomes markup, nothing is wider than the
// screen, a multiple select and a file reach the bot as the person's doing.
func TestEveryKindOfPostOnAPhone(t *testing.T) {
	b := newBrowser(t, 390, 800)
	s := newStage(t, &desk{speed: 1})
	evil := s.guild.AddPerson(`<img src=x onerror="alert(1)">`)
	for _, name := range []string{"\u202egnirts desrever", "Z" + strings.Repeat("\u0316\u0317\u0318\u0319\u0300\u0301", 40), strings.Repeat("W", 32), "**bold** [x](https://evil.example)"} {
		p := s.guild.AddPerson(name)
		if _, err := p.Send(t.Context(), s.channel, "I am "+p.Mention()+" and <b>not bold</b> ||secret|| `code` \u202edrawkcab"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := evil.Send(t.Context(), s.channel, "# Heading\n-# small\n> quoted\n- one\n- two\n```\nlet x = 1;\n```\n<script>alert(1)</script> https://example.org/ _under_ **bold** ~~gone~~ <t:1800000000:F> <t:1800000000:R>"); err != nil {
		t.Fatal(err)
	}
	s.asBot(`{"content":"Generation one","embeds":[{"title":"An embed","description":"with **text**","color":4805577,"fields":[{"name":"a","value":"1","inline":true},{"name":"b","value":"2","inline":true}],"footer":{"text":"the end"}}],
		"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Primary","custom_id":"a"},{"type":2,"style":2,"label":"Secondary","custom_id":"b"},{"type":2,"style":3,"label":"Success","custom_id":"c"},{"type":2,"style":4,"label":"Danger","custom_id":"d","disabled":true},{"type":2,"style":5,"label":"Link","url":"https://example.org"}]},
		{"type":1,"components":[{"type":5,"custom_id":"u","placeholder":"Who?"}]}]}`)
	s.asBot(`{"flags":32768,"components":[{"type":17,"accent_color":2930016,"components":[
		{"type":9,"components":[{"type":10,"content":"## Generation two\n` + s.ann.Mention() + ` and <#` + s.channel.ID() + `>"}],"accessory":{"type":2,"style":2,"label":"Beside","custom_id":"beside"}},
		{"type":14,"spacing":2},{"type":10,"content":"-# small print"},
		{"type":1,"components":[{"type":3,"custom_id":"many","placeholder":"Choose some","min_values":1,"max_values":2,"options":[{"label":"One","value":"1","description":"the first"},{"label":"Two","value":"2"},{"label":"Three","value":"3"}]}]}]}]}`)
	b.media("light")
	b.open(s.handler.Address(s.server.Listener.Addr()))
	b.settled("a")
	b.sees("a", "Generation two")
	b.shot("phone-light")
	b.until("document.documentElement.scrollWidth <= 390 && document.querySelector('.pane.active .log').scrollWidth <= 390")
	b.until("!document.querySelector('.log img, .log script, .log b, .log [onerror]')")
	b.until("document.querySelector('.pane.active .log').innerText.includes('<script>alert(1)</script>')")
	b.until("[...document.querySelectorAll('.author')].some(x => x.textContent.includes('onerror'))")
	b.media("dark")
	b.until("getComputedStyle(document.querySelector('.pane.active')).backgroundColor === 'rgb(33, 37, 47)'")
	b.shot("phone-dark")
	b.js("document.querySelector('.open-controls').click()")
	b.until("document.querySelector('dialog.controls[open] [data-control=cut]').disabled && !document.querySelector('[data-control=step]').disabled")
	b.shot("phone-controls")
	b.js("document.querySelector('dialog.controls').close(); document.querySelector('.pane.active .drawer-button').click()")
	b.shot("phone-drawer")
	b.js("document.querySelector('.pane.active .shade').click()")
	b.js("[...document.querySelectorAll('.pane.active .log .select')].at(-1).focus()")
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until("document.querySelector('.popup .option.active')")
	b.run(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	b.until("document.querySelectorAll('.popup [aria-selected=true]').length === 2")
	b.shot("phone-multiple")
	b.clean() // before the bot, which is not there, leaves the choice unanswered
	b.run(chromedp.KeyEvent(kb.Escape))
	b.until("document.querySelector('.trouble')?.innerText.includes('did not respond')")
	chosen := slices.ContainsFunc(s.srv.Transcript(0), func(e localdiscord.Entry) bool {
		return e.Kind == localdiscord.EntryAction && strings.HasPrefix(e.Action, "[Choose some v One, ")
	})
	if !chosen {
		t.Error("the choice did not reach the local Discord")
	}
}

// asBot posts a message with the bot's token.
func (s *stage) asBot(body string) {
	s.t.Helper()
	a := s.do(http.DefaultClient, "POST", s.srv.URL()+"/api/v10/channels/"+s.channel.ID()+"/messages",
		map[string]string{"Authorization": "Bot " + s.srv.BotToken(), "Content-Type": "application/json", "User-Agent": "DiscordBot (test, 1)"}, body)
	if a.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(a.Body) // for the message below
		s.t.Fatalf("the post is answered %d: %s", a.StatusCode, text)
	}
}

// TestAHundredAndTwentyEightPlayers: the page keeps a bounded number of messages
// and people, however many there are, and has them all within reach.
func TestAHundredAndTwentyEightPlayers(t *testing.T) {
	b := newBrowser(t, 1280, 800)
	s := newStage(t, nil)
	for i := range 128 {
		p := s.guild.AddPerson(fmt.Sprintf("Player %03d", i+1))
		if _, err := p.Send(t.Context(), s.channel, "hello"); err != nil {
			t.Fatal(err)
		}
	}
	b.open(s.handler.Address(s.server.Listener.Addr()))
	b.until("document.querySelectorAll('[data-slot=a] article').length === 50")
	for i := range 300 {
		if _, err := s.bob.Send(t.Context(), s.channel, fmt.Sprintf("line %d", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	b.sees("a", "line 300")
	b.until("document.querySelectorAll('[data-slot=a] article').length === 150")
	b.actAs("a", "Player 117")
	b.js("document.querySelector('[data-slot=a] .older').click()")
	b.until("document.querySelectorAll('[data-slot=a] article').length === 100")
	b.clean()
}
