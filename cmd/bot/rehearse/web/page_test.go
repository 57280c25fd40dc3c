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

	"topcut/cmd/bot/rehearse/browsertest"
	"topcut/commands/localdiscord"
)

// TestAnEveningInTheBrowser plays an event on the page: every step is made with its
// fields, lists and buttons and goes through the real bot.
func TestAnEveningInTheBrowser(t *testing.T) {
	t.Parallel()
	b := browsertest.New(t, 1280, 800)
	h := newTestServer(t, nil)
	b.Open(h.address())
	b.Until("!location.search") // the key is gone from the address
	b.ActAs("a", "Olga")
	b.ActAs("b", "Ann")
	b.GoTo("a", "friday-night")
	b.GoTo("b", "friday-night")

	b.Create("a", "Friday Night")
	b.Command("a", "tournament open")
	b.Join("b", "Ann", "Bob")
	b.Start("a")
	b.Pair("a")
	b.Sees("b", "Ann")
	b.Sees("b", "0 of 1 in")
	b.Shot("round")

	b.ActAs("a", "Ann")
	b.Command("a", "report", "result", "pick:I won 2–1")
	b.Dispute("b", "It was the other way round.")
	b.ActAs("a", "Olga")
	b.Rule("a", "to-office", "It was the other way round.", "2–1")
	b.GoTo("a", "friday-night")
	b.TakeBack("a")
	b.Shot("undone")

	b.Run(chromedp.Reload())
	b.Until("document.body.dataset.ready")
	b.Until("document.querySelector('[data-slot=a] .who .name').innerText === 'Olga' && document.querySelector('[data-slot=b] .who .name').innerText === 'Bob'")
	b.Clean()
}

// TestEveryKindOfPostOnAPhone shows every component and hostile names at 390 pixels,
// light and dark: nothing becomes markup, nothing is wider than the screen, and a
// multiple select and a file reach the bot as the person's actions.
func TestEveryKindOfPostOnAPhone(t *testing.T) {
	t.Parallel()
	b := browsertest.New(t, 390, 800)
	s := newPageTest(t, &recordedControls{speed: 1})
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
	s.asBot(`{"allowed_mentions":{"parse":[]},"content":"Generation one","embeds":[{"title":"An embed","description":"with **text**","color":4805577,"fields":[{"name":"a","value":"1","inline":true},{"name":"b","value":"2","inline":true}],"footer":{"text":"the end"}}],
		"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Primary","custom_id":"a"},{"type":2,"style":2,"label":"Secondary","custom_id":"b"},{"type":2,"style":3,"label":"Success","custom_id":"c"},{"type":2,"style":4,"label":"Danger","custom_id":"d","disabled":true},{"type":2,"style":5,"label":"Link","url":"https://example.org"}]},
		{"type":1,"components":[{"type":5,"custom_id":"u","placeholder":"Who?"}]}]}`)
	s.asBot(`{"allowed_mentions":{"parse":[]},"flags":32768,"components":[{"type":17,"accent_color":2930016,"components":[
		{"type":9,"components":[{"type":10,"content":"## Generation two\n` + s.ann.Mention() + ` and <#` + s.channel.ID() + `>"}],"accessory":{"type":2,"style":2,"label":"Beside","custom_id":"beside"}},
		{"type":14,"spacing":2},{"type":10,"content":"-# small print"},
		{"type":1,"components":[{"type":3,"custom_id":"many","placeholder":"Choose some","min_values":1,"max_values":2,"options":[{"label":"One","value":"1","description":"the first"},{"label":"Two","value":"2"},{"label":"Three","value":"3"}]}]}]}]}`)
	for _, p := range s.guild.People() {
		p.SetLocale("de")
	}
	b.Media("light")
	b.Open(s.handler.Address(s.server.Listener.Addr()))
	b.Settled("a")
	b.Sees("a", "Generation two")
	b.Shot("phone-light")
	b.Until("['Freitag, 15. Januar 2027', /Monat|Jahr|Tag|Woche|Stunde/].every(t => [...document.querySelectorAll('.moment')].some(x => x.innerText.match(t)))") // in the reader's language
	b.Until("document.documentElement.scrollWidth <= 390 && document.querySelector('.pane.active .log').scrollWidth <= 390")
	b.Until("!document.querySelector('.log img, .log script, .log b, .log [onerror]')")
	b.Until("document.querySelector('.pane.active .log').innerText.includes('<script>alert(1)</script>')")
	b.Until("[...document.querySelectorAll('.author')].some(x => x.textContent.includes('onerror'))")
	b.Media("dark")
	b.Until("getComputedStyle(document.querySelector('.pane.active')).backgroundColor === 'rgb(33, 37, 47)'")
	b.Shot("phone-dark")
	b.JS("document.querySelector('.open-controls').click()")
	b.Until("document.querySelector('dialog.controls[open] [data-control=cut]').disabled && !document.querySelector('[data-control=step]').disabled")
	b.Shot("phone-controls")
	b.JS("document.querySelector('dialog.controls').close(); document.querySelector('.pane.active .drawer-button').click()")
	b.Shot("phone-drawer")
	b.JS("document.querySelector('.pane.active .shade').click()")
	b.JS("[...document.querySelectorAll('.pane.active .log .select')].at(-1).focus()")
	b.Run(chromedp.KeyEvent(kb.Enter))
	b.Until("document.querySelector('.popup .option.active')")
	b.Run(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter))
	b.Until("document.querySelectorAll('.popup [aria-selected=true]').length === 2")
	b.Shot("phone-multiple")
	b.Clean() // before the missing bot leaves the choice unanswered
	b.Run(chromedp.KeyEvent(kb.Escape))
	b.Until("document.querySelector('.trouble')?.innerText.includes('did not respond')")
	chosen := slices.ContainsFunc(s.srv.Transcript(0), func(e localdiscord.Entry) bool {
		return e.Kind == localdiscord.EntryAction && strings.HasPrefix(e.Action, "[Choose some v One, ")
	})
	if !chosen {
		t.Error("the choice did not reach the local Discord")
	}
}

// asBot posts a message with the bot's token.
func (s *pageTest) asBot(body string) {
	s.t.Helper()
	a := s.do(http.DefaultClient, "POST", s.srv.URL()+"/api/v10/channels/"+s.channel.ID()+"/messages",
		map[string]string{"Authorization": "Bot " + s.srv.BotToken(), "Content-Type": "application/json", "User-Agent": "DiscordBot (test, 1)"}, body)
	if a.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(a.Body) // for the message below
		s.t.Fatalf("the post is answered %d: %s", a.StatusCode, text)
	}
}

// TestAHundredAndTwentyEightPlayers: the page keeps a bounded number of messages and
// people, however many there are, and all of them can be reached.
func TestAHundredAndTwentyEightPlayers(t *testing.T) {
	t.Parallel()
	b := browsertest.New(t, 1280, 800)
	s := newPageTest(t, nil)
	for i := range 128 {
		p := s.guild.AddPerson(fmt.Sprintf("Player %03d", i+1))
		if _, err := p.Send(t.Context(), s.channel, "hello"); err != nil {
			t.Fatal(err)
		}
	}
	b.Open(s.handler.Address(s.server.Listener.Addr()))
	b.Until("document.querySelectorAll('[data-slot=a] article').length === 50")
	for i := range 300 {
		if _, err := s.bob.Send(t.Context(), s.channel, fmt.Sprintf("line %d", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	b.Sees("a", "line 300")
	b.Until("document.querySelectorAll('[data-slot=a] article').length === 150")
	b.ActAs("a", "Player 117")
	b.JS("document.querySelector('[data-slot=a] .older').click()")
	b.Until("document.querySelectorAll('[data-slot=a] article').length === 100")
	b.Clean()
}
