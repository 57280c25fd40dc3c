package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser is a headless Chromium that shows the page and notes what it
// complains about and asks for.
type browser struct {
	t     *testing.T
	ctx   context.Context
	shots string
	steps int

	mu       sync.Mutex
	problems []string
}

// newBrowser starts Chromium, or skips the test where there is none.
func newBrowser(t *testing.T, width, height int64) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium is installed: the page is not looked at")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(int(width), int(height)),
		chromedp.Flag("disable-quic", true), chromedp.Flag("no-first-run", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(func() { cancel(); stop() })
	b := &browser{t: t, ctx: ctx, shots: os.Getenv("TOPCUT_SHOTS")}
	if b.shots == "" {
		b.shots = t.TempDir()
	}
	if err := chromedp.Listen(ctx, b.note); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.EmulateViewport(width, height))
	return b
}

// note keeps what must not be: console errors, exceptions, requests to others.
func (b *browser) note(event any) {
	problem := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		raw, _ := json.Marshal(e.ExceptionDetails) // only to be read by people
		problem = "exception: " + string(raw)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			raw, _ := json.Marshal(e.Args) // only to be read by people
			problem = "console: " + string(raw)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			problem = "log: " + e.Entry.Text + " " + e.Entry.URL
		}
	case *network.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err != nil || u.Hostname() != "127.0.0.1" {
			problem = "a request off loopback: " + e.Request.URL
		}
	}
	if problem != "" {
		b.mu.Lock()
		b.problems = append(b.problems, problem)
		b.mu.Unlock()
	}
}

// clean fails the test for everything noted.
func (b *browser) clean() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.problems {
		b.t.Error(p)
	}
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.shot("failed")
		b.t.Fatal(err)
	}
}

// shot takes a picture of the page.
func (b *browser) shot(name string) {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Logf("no screenshot %s: %v", name, err)
		return
	}
	b.steps++
	if err := os.WriteFile(filepath.Join(b.shots, fmt.Sprintf("%02d-%s.png", b.steps, name)), png, 0o600); err != nil {
		b.t.Error(err)
	}
}

// media sets what the system prefers: "light" or "dark".
func (b *browser) media(scheme string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// until waits for a JavaScript expression to become true.
func (b *browser) until(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 10*time.Second)
	defer cancel()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if err == nil && ok {
			return
		}
		select {
		case <-time.After(30 * time.Millisecond):
			continue
		case <-ctx.Done():
		}
		b.shot("failed")
		text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.innerText")) // for the message below
		b.t.Fatalf("this did not come true: %s\n%v\nThe page shows:\n%s", expression, err, text)
	}
}

// js runs a JavaScript statement in the page.
func (b *browser) js(statement string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("(() => { "+statement+"; return true; })()")); err != nil {
		b.shot("failed")
		b.t.Fatalf("%s: %v", statement, err)
	}
}

func quoted(s string) string {
	raw, _ := json.Marshal(s) // a string can be marshalled
	return string(raw)
}

// open opens an address and waits until the page is drawn.
func (b *browser) open(address string) {
	b.t.Helper()
	b.run(chromedp.Navigate(address))
	b.until("document.body.dataset.ready")
}

// sees waits until a pane's messages show a text.
func (b *browser) sees(pane, text string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.querySelector('[data-slot=%s] .log').innerText.includes(%s)", pane, quoted(text)))
}

// press clicks the newest button of a pane with this label, once it is there.
func (b *browser) press(pane, label string) {
	b.t.Helper()
	found := fmt.Sprintf("[...document.querySelectorAll('[data-slot=%s] .log button:not(:disabled)')].filter(x => x.innerText.trim() === %s).at(-1)", pane, quoted(label))
	b.until(found)
	b.js("const x = " + found + "; x.scrollIntoView({block: 'center'}); x.focus(); x.click()")
}

// actAs chooses somebody with the keyboard.
func (b *browser) actAs(pane, name string) {
	b.t.Helper()
	b.run(chromedp.Focus(chromedp.CSS(fmt.Sprintf("[data-custom=as-%s]", pane))), chromedp.KeyEvent(kb.Enter))
	b.until("document.activeElement.matches('.search')")
	b.run(chromedp.KeyEvent(name))
	b.until(fmt.Sprintf("document.querySelector('.popup .option.active .label')?.innerText === %s", quoted(name)))
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(fmt.Sprintf("document.querySelector('[data-slot=%s] .who .name').innerText === %s", pane, quoted(name)))
	b.settled(pane)
}

// settled waits until a pane has loaded.
func (b *browser) settled(pane string) {
	b.t.Helper()
	b.until(fmt.Sprintf("!document.querySelector('[data-slot=%s]').hasAttribute('aria-busy')", pane))
}

// goTo opens a channel of a pane.
func (b *browser) goTo(pane, channel string) {
	b.t.Helper()
	b.js(fmt.Sprintf("[...document.querySelectorAll('[data-slot=%s] .place')].find(x => x.innerText.includes(%s)).click()", pane, quoted(channel)))
	b.until(fmt.Sprintf("document.querySelector('[data-slot=%s] .channel-head h2').innerText.includes(%s)", pane, quoted(channel)))
	b.settled(pane)
}

// command types a command into the composer and sends it. Fields are pairs of
// option and what is typed; a value that begins with "pick:" is typed and then
// chosen from the suggestions.
func (b *browser) command(pane, name string, fields ...string) {
	b.t.Helper()
	slot := fmt.Sprintf("[data-slot=%s] ", pane)
	b.run(chromedp.Focus(chromedp.CSS(slot+".writing textarea")), chromedp.KeyEvent("/"+name))
	b.until(fmt.Sprintf("document.querySelector('.popup .option.active .label')?.innerText === %s", quoted("/"+name)))
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(fmt.Sprintf("document.querySelector('%s.command-name')?.innerText === %s", slot, quoted("/"+name)))
	for i := 0; i < len(fields); i += 2 {
		input := fmt.Sprintf("%sinput[data-option=%s]", slot, fields[i])
		b.js(fmt.Sprintf("document.querySelector('%s.add[data-option=%s]')?.click()", slot, fields[i]))
		text, pick := strings.CutPrefix(fields[i+1], "pick:")
		b.run(chromedp.Focus(chromedp.CSS(input)), chromedp.KeyEvent(text))
		if pick {
			b.until(fmt.Sprintf("document.querySelector('.popup .option.active .label')?.innerText.toLowerCase().includes(%s)", quoted(strings.ToLower(text))))
			if i == 0 {
				b.shot("suggestions")
			}
			b.run(chromedp.KeyEvent(kb.Tab))
		}
	}
	b.js(fmt.Sprintf("document.querySelector('%s.commanding .send')?.click()", slot))
	b.until(fmt.Sprintf("document.querySelector('%s.commanding').hidden", slot))
}

// choose opens the newest menu of a pane and chooses what contains a text.
func (b *browser) choose(pane, text string) {
	b.t.Helper()
	menus := fmt.Sprintf("[...document.querySelectorAll('[data-slot=%s] .log .select:not(:disabled)')].at(-1)", pane)
	b.until(menus)
	b.js("const x = " + menus + "; x.scrollIntoView({block: 'center'}); x.focus()")
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until("document.querySelector('.popup .option')")
	b.shot("menu")
	b.until(fmt.Sprintf("[...document.querySelectorAll('.popup .option')].some(x => x.innerText.includes(%s))", quoted(text)))
	for range 25 {
		there, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](fmt.Sprintf("document.querySelector('.popup .option.active').innerText.includes(%s)", quoted(text))))
		if err != nil {
			b.t.Fatal(err)
		}
		if there {
			break
		}
		b.run(chromedp.KeyEvent(kb.ArrowDown))
	}
	b.run(chromedp.KeyEvent(kb.Enter))
}
