package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"topcut/cmd/bot/rehearse/browsertest"
	"topcut/commands/localdiscord"
)

// TestServersChannelsAndUnreadMarks: something new is marked at its channel, a mention
// with an @, something in another server at that server. What was read stays read after a
// reload, and everything can be reached with the keyboard.
func TestServersChannelsAndUnreadMarks(t *testing.T) {
	t.Parallel()
	b := browsertest.New(t, 1280, 800)
	s := newPageTest(t, nil)
	quiet, other := s.guild.AddChannel("quiet"), s.guild.AddChannel("other")
	second := s.srv.AddGuild("Second hall")
	far := second.AddChannel("far away")
	b.Open(s.handler.Address(s.server.Listener.Addr()))
	b.ActAs("a", "Ann")
	b.GoTo("a", "general")
	say := func(p *localdiscord.Person, c *localdiscord.Channel, text string) {
		t.Helper()
		if _, err := p.Send(t.Context(), c, text); err != nil {
			t.Fatal(err)
		}
	}
	say(s.bob, quiet, "hello")
	say(s.bob, other, "hello "+s.ann.Mention())
	say(second.Owner(), far, "hello from far away")
	const places = "[...document.querySelectorAll('[data-slot=a] .place')].find((x) => x.innerText.includes('%'))"
	place := func(name string) string { return strings.Replace(places, "%", name, 1) }
	b.Until(place("quiet") + ".querySelector('.dot')")
	b.Until(place("other") + ".querySelector('.pinged')")
	b.Shot("unread")
	b.Accessible("unread marks")
	for _, name := range []string{"quiet", "other"} {
		b.Run(chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(1)))
		b.Until(place(name) + ".classList.contains('here')")
		b.Settled("a")
	}
	b.Sees("a", "@Ann")
	b.Until("document.querySelector('[data-slot=a] article.ping .mention.mine')")
	b.Until("!" + place("quiet") + ".querySelector('.dot, .pinged')")
	b.Run(chromedp.Reload())
	b.Until("document.body.dataset.ready")
	b.Until(place("other") + ".classList.contains('here') && !" + place("quiet") + ".querySelector('.dot, .pinged')")
	b.Clean()
}

// TestThePageReconnectsByItself: posts from while the connection was down appear when it
// is back, once.
func TestThePageReconnectsByItself(t *testing.T) {
	t.Parallel()
	b := browsertest.New(t, 390, 800)
	s := newPageTest(t, nil)
	var down atomic.Bool
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		s.handler.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		door.CloseClientConnections() // streams stay open otherwise
		door.Close()
	})
	b.Open(s.handler.Address(door.Listener.Addr()))
	b.ActAs("a", "Ann")
	b.GoTo("a", "general")
	if _, err := s.bob.Send(t.Context(), s.channel, "before"); err != nil {
		t.Fatal(err)
	}
	b.Sees("a", "before")
	down.Store(true)
	door.CloseClientConnections()
	b.Until("!document.querySelector('.banner').hidden")
	if _, err := s.bob.Send(t.Context(), s.channel, "meanwhile"); err != nil {
		t.Fatal(err)
	}
	b.Pause(1) // the page tries to reconnect and is refused
	down.Store(false)
	b.Sees("a", "meanwhile")
	b.Until("document.querySelector('.banner').hidden")
	b.Until("document.querySelector('[data-slot=a] .log').innerText.split('meanwhile').length === 2")
}

// TestWithTheKeyboardAlone: a user without a mouse changes persons, runs a command,
// reaches the buttons of a post and presses one, and fills in a form.
func TestWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	b := browsertest.New(t, 1280, 800)
	h := newTestServer(t, nil)
	h.opened(t, "Friday Night")
	b.Open(h.address())
	alt := chromedp.KeyModifiers(1)
	actAs := func(name string) {
		t.Helper()
		b.Run(chromedp.KeyEvent("a", alt))
		b.Until("document.activeElement.matches('.search')")
		b.Run(chromedp.KeyEvent(name))
		b.Until("document.querySelector('.popup .option.active .label')?.innerText === '" + name + "'")
		b.Run(chromedp.KeyEvent(kb.Enter))
		b.Until("document.querySelector('[data-slot=a] .who .name').textContent === '" + name + "'")
		b.Settled("a")
		b.Until("document.activeElement.matches('[data-slot=a] .composer textarea')")
	}
	actAs("Ann")
	b.Run(chromedp.KeyEvent("/join"))
	b.Until("document.querySelector('.popup .option.active .label')?.innerText === '/join'")
	b.Run(chromedp.KeyEvent(kb.Tab))
	b.Until("document.activeElement.matches('[data-slot=a] .commanding .send')")
	b.Run(chromedp.KeyEvent(kb.Enter))
	b.Sees("a", "You're in")

	actAs("Bob")
	back := func(label string) {
		t.Helper()
		for range 12 {
			b.Run(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(8)))
			if b.Text("document.activeElement.innerText.trim()") == label {
				return
			}
		}
		t.Fatalf("the keyboard does not get to the button %s", label)
	}
	b.Sees("a", "Friday Night")
	back("Join")
	b.Run(chromedp.KeyEvent(kb.Enter))
	b.Sees("a", "You're in")

	b.Run(chromedp.KeyEvent("2", alt))
	b.Until("document.activeElement.closest('[data-slot=b]')")
	b.Run(chromedp.KeyEvent("1", alt))
	b.Until("document.activeElement.closest('[data-slot=a]')")
	b.Run(chromedp.KeyEvent("/deck submit"))
	b.Until("document.querySelector('.popup .option.active .label')?.innerText === '/deck submit'")
	b.Run(chromedp.KeyEvent(kb.Tab))
	b.Until("document.activeElement.matches('[data-slot=a] .commanding .send')")
	b.Run(chromedp.KeyEvent(kb.Enter))
	b.Until("document.querySelector('dialog.form[open]')?.contains(document.activeElement)")
	b.Run(chromedp.KeyEvent("4 Lightning Bolt"))
	b.Shot("form")
	for range 6 {
		b.Run(chromedp.KeyEvent(kb.Tab))
		if b.Text("document.activeElement.type ?? ''") == "submit" {
			break
		}
	}
	b.Run(chromedp.KeyEvent(kb.Enter))
	b.Until("!document.querySelector('dialog.form')")
	b.Clean()
}

// TestHostileNamesAreTextOnThePage: people whose names are made to break a page join an
// event through the bot; its posts show the names unchanged.
func TestHostileNamesAreTextOnThePage(t *testing.T) {
	t.Parallel()
	b := browsertest.New(t, 390, 844)
	h := newTestServer(t, nil)
	hostile := map[string]string{ // by name: the part that must be on the page as text
		`<img src=x onerror="alert(1)">`:               `<img src=x onerror="alert(1)">`,
		"**bold** __under__ ||spoiler||":               "**bold** __under__ ||spoiler||",
		"\u202egnirts desrever":                        "gnirts desrever",
		"# heading\u2028> quote":                       "# heading",
		"[link](https://evil.example)":                 "[link](https://evil.example)",
		"Z" + strings.Repeat("\u0316\u0300\u0301", 33): "Z\u0316\u0300",
		"👩🏽\u200d🚀\u200d👩🏽\u200d🚀 fam":                 "fam",
		"@everyone <@1> <t:0:R>":                       "@everyone",
	}
	for name := range hostile {
		p := h.guild.AddPerson(name)
		if _, err := p.Send(t.Context(), h.channel, "I am "+p.Mention()+"."); err != nil {
			t.Fatal(err)
		}
	}
	h.opened(t, "**Not bold** <b>x</b>")
	for _, p := range h.guild.People() {
		if p.ID() == h.organiser.ID() || p.ID() == h.guild.Owner().ID() {
			continue
		}
		i, err := p.Slash(t.Context(), h.channel, "join", nil)
		if err == nil {
			_, err = i.Answer(t.Context())
		}
		if err != nil {
			t.Fatalf("%q cannot join: %v", p.Name(), err)
		}
	}
	b.Open(h.address())
	b.ActAs("a", "Olga")
	b.GoTo("a", "friday-night")
	b.Start("a")
	b.Command("a", "round publish")
	b.Sees("a", "Round 1")
	for _, text := range hostile {
		b.Sees("a", text)
	}
	b.Until("!document.querySelector('.log b, .log script, .log [onerror], .log img[src=x], .log .md h1, .log a[href*=evil]')")
	b.Until("[...document.querySelectorAll('.log strong')].every((x) => !['bold', 'Not bold'].includes(x.innerText))")
	b.Until("document.documentElement.scrollWidth <= 390 && document.querySelector('.pane.active .log').scrollWidth <= 390")
	b.Shot("hostile names")
	b.Clean()
}
