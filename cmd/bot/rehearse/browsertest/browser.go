// Package browsertest tests the rehearsal page with a headless Chromium. A [Browser] does
// what a user of the page does, with the keyboard and by pressing what is on the screen.
// It records errors in the console and requests to other machines, neither of which a
// test may have.
//
// Without -browser, which CI gives, tests are skipped. With TOPCUT_SHOTS=DIR the
// screenshots are kept.
package browsertest

import (
	"context"
	"encoding/json"
	"flag"
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
	"unicode/utf8"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var wanted = flag.Bool("browser", false, "open pages in a headless Chromium, which .ci/e2e install gets")

// Needed skips the test unless the command line asks for a browser.
func Needed(t *testing.T) {
	t.Helper()
	if !*wanted {
		t.Skip("a browser opens the page with -browser")
	}
}

// Browser is a headless Chromium that shows the page.
type Browser struct {
	t     *testing.T
	ctx   context.Context
	shots string // a folder; "" for no pictures
	steps int
	phone bool // one pane is visible at a time

	mu       sync.Mutex
	problems []string
}

// New starts Chromium, or skips the test as Needed does.
func New(t *testing.T, width, height int64) *Browser {
	t.Helper()
	Needed(t)
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Fatal("no Chromium is installed; `.ci/e2e install` gets it")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(int(width), int(height)),
		chromedp.Flag("disable-quic", true), chromedp.Flag("no-first-run", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(func() { cancel(); stop() })
	b := &Browser{t: t, ctx: ctx, phone: width <= 760}
	if dir := os.Getenv("TOPCUT_SHOTS"); dir != "" {
		b.shots = filepath.Join(dir, fmt.Sprintf("%s-%d", filepath.Base(t.Name()), width))
		if err := os.MkdirAll(b.shots, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := chromedp.Listen(ctx, b.note); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	b.Run(chromedp.EmulateViewport(width, height))
	b.Media("light")
	return b
}

// note records faults: console errors, exceptions, requests to other machines.
func (b *Browser) note(event any) {
	problem := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		raw, _ := json.Marshal(e.ExceptionDetails) // for the report only
		problem = "exception: " + string(raw)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			raw, _ := json.Marshal(e.Args) // for the report only
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

// Clean fails the test for all recorded faults, and for violations of Discord's rules in
// the page's log.
func (b *Browser) Clean() {
	b.t.Helper()
	var against []string
	b.await(`fetch("/api/log").then((r) => r.json()).then((log) => log.violations)`, &against)
	for _, v := range against {
		b.t.Error("against Discord's rules: " + v)
	}
	b.Quiet()
}

// Quiet fails the test for all recorded faults, on any page.
func (b *Browser) Quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.problems {
		b.t.Error(p)
	}
}

// patience is how long something on the page may take. It is long enough for any busy
// machine.
const patience = time.Minute

// Run runs chromedp actions within patience.
func (b *Browser) Run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.Shot("failed")
		b.t.Fatal(err)
	}
}

// Shot takes a picture of the page, if pictures are kept.
func (b *Browser) Shot(name string) {
	b.t.Helper()
	if b.shots == "" {
		return
	}
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

// Media sets the preferred colour scheme, "light" or "dark", and reduced motion.
func (b *Browser) Media(scheme string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// Zone sets the reader's time zone.
func (b *Browser) Zone(name string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: name}); err != nil {
		b.t.Fatal(err)
	}
}

// Until waits for a JavaScript expression to become true, at most for patience.
func (b *Browser) Until(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
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
		b.Shot("failed")
		text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.innerText")) // for the message below
		b.t.Fatalf("this did not come true: %s\n%v\nThe page shows:\n%s", expression, err, text)
	}
}

// soon reports whether a JavaScript expression becomes true within a short time.
func (b *Browser) soon(expression string) bool {
	b.t.Helper()
	for range 30 {
		if b.Text("String(Boolean("+expression+"))") == "true" {
			return true
		}
		select {
		case <-time.After(30 * time.Millisecond):
		case <-b.ctx.Done():
		}
	}
	return false
}

// Pause waits for some seconds.
func (b *Browser) Pause(seconds int) {
	select {
	case <-time.After(time.Duration(seconds) * time.Second):
	case <-b.ctx.Done():
	}
}

// JS runs a JavaScript statement in the page.
func (b *Browser) JS(statement string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("(() => { "+statement+"; return true; })()")); err != nil {
		b.Shot("failed")
		b.t.Fatalf("%s: %v", statement, err)
	}
}

// Text returns the value of a JavaScript expression that is a string.
func (b *Browser) Text(expression string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		b.Shot("failed")
		b.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

// await stores the result of a JavaScript promise in into.
func (b *Browser) await(promise string, into any) {
	b.t.Helper()
	raw, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("("+promise+").then(JSON.stringify)", chromedp.EvalAwaitPromise))
	if err == nil {
		err = json.Unmarshal([]byte(raw), into)
	}
	if err != nil {
		b.Shot("failed")
		b.t.Fatalf("the page cannot be asked: %v", err)
	}
}

// Heights returns the heights of messages in a pane, each measured alone.
func (b *Browser) Heights(messages any) (heights []float64) {
	b.t.Helper()
	raw, err := json.Marshal(messages)
	if err != nil {
		b.t.Fatal(err)
	}
	b.await(`import("/static/message.js").then(({message}) => `+string(raw)+`.map((m) => {
		const nobody = {app: {bot: m.author.id}, person: {id: ""}, me: {id: "", roles: []}, find() {}};
		const node = document.querySelector("[data-slot=a] .log").appendChild(message(m, nobody));
		const {height} = node.getBoundingClientRect();
		node.remove();
		return height;
	}))`, &heights)
	return heights
}

// Show brings a pane to the front if only one has room.
func (b *Browser) Show(pane string) {
	b.t.Helper()
	if !b.phone {
		return
	}
	b.JS(fmt.Sprintf("document.querySelector('[data-tab=%s]')?.click()", pane))
	b.Until(fmt.Sprintf("document.querySelector('[data-slot=%s]').offsetParent !== null", pane))
}

func quoted(s string) string {
	raw, _ := json.Marshal(s) // a string can be marshalled
	return string(raw)
}

// Open opens an address and waits until the page is drawn.
func (b *Browser) Open(address string) {
	b.t.Helper()
	b.Run(chromedp.Navigate(address))
	b.Until("document.body.dataset.ready")
}

// Visit opens an address that is not the rehearsal's page.
func (b *Browser) Visit(address string) {
	b.t.Helper()
	b.Run(chromedp.Navigate(address))
}

// WithoutScripts opens an address as a browser that runs no scripts.
func (b *Browser) WithoutScripts(address string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		b.t.Fatal(err)
	}
	b.Visit(address)
}

// OnPaper shows the page as it is printed.
func (b *Browser) OnPaper() {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		b.t.Fatal(err)
	}
	b.JS("dispatchEvent(new Event('beforeprint'))")
}

// Paper prints the page on A4, and keeps the file if pictures are kept.
func (b *Browser) Paper(name string) {
	b.t.Helper()
	pdf, err := b.printed()
	if err != nil { // Chromium gives up printing while a page is redrawn
		pdf, err = b.printed()
	}
	if err != nil {
		b.t.Fatalf("%s: %v", name, err)
	}
	if b.shots == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(b.shots, name+".pdf"), pdf, 0o600); err != nil {
		b.t.Error(err)
	}
}

func (b *Browser) printed() ([]byte, error) {
	return chromedp.Run(b.ctx, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4)))
}

// Sees waits until a pane's messages show a text.
func (b *Browser) Sees(pane, text string) {
	b.t.Helper()
	b.Until(fmt.Sprintf("document.querySelector('[data-slot=%s] .log').innerText.includes(%s)", pane, quoted(text)))
}

// Press clicks the newest button of a pane with this label, once it appears.
func (b *Browser) Press(pane, label string) {
	b.t.Helper()
	b.Show(pane)
	found := fmt.Sprintf("[...document.querySelectorAll('[data-slot=%s] .log button:not(:disabled)')].filter(x => x.innerText.trim() === %s).at(-1)", pane, quoted(label))
	b.Until(found)
	b.JS("const x = " + found + "; x.scrollIntoView({block: 'center'}); x.focus(); x.click()")
}

// types types a text into the focused element: the first character as a key, the others
// at once, as a phone's keyboard does with a suggested word.
func (b *Browser) types(text string) {
	b.t.Helper()
	_, size := utf8.DecodeRuneInString(text)
	b.Run(chromedp.KeyEvent(text[:size]))
	if size == len(text) {
		return
	}
	if _, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text[size:]}); err != nil {
		b.Shot("failed")
		b.t.Fatal(err)
	}
}

// ActAs selects, with the keyboard, the person of a pane.
func (b *Browser) ActAs(pane, name string) {
	b.t.Helper()
	b.Show(pane)
	b.JS(fmt.Sprintf("const x = document.querySelector('[data-slot=%s] .drawer-button'); if (x?.offsetParent) x.click()", pane))
	b.Until(fmt.Sprintf("getComputedStyle(document.querySelector('[data-slot=%s] .side')).visibility === 'visible'", pane))
	// A press is lost while the pane is redrawn; people press again.
	const open = "document.activeElement.matches('.search')"
	for range 20 {
		b.Run(chromedp.Focus(chromedp.CSS(fmt.Sprintf("[data-custom=as-%s]", pane))), chromedp.KeyEvent(kb.Enter))
		if b.soon(open) {
			break
		}
	}
	b.Until(open)
	b.types(name)
	b.Until(fmt.Sprintf("document.querySelector('.popup .option.active .label')?.innerText === %s", quoted(name)))
	b.Run(chromedp.KeyEvent(kb.Enter))
	b.Until(fmt.Sprintf("document.querySelector('[data-slot=%s] .who .name').textContent === %s", pane, quoted(name)))
	b.Settled(pane)
}

// Settled waits until a pane has loaded.
func (b *Browser) Settled(pane string) {
	b.t.Helper()
	b.Until(fmt.Sprintf("!document.querySelector('[data-slot=%s]').hasAttribute('aria-busy')", pane))
}

// GoTo opens a channel of a pane.
func (b *Browser) GoTo(pane, channel string) {
	b.t.Helper()
	b.Show(pane)
	place := fmt.Sprintf("[...document.querySelectorAll('[data-slot=%s] .place')].find(x => x.textContent.includes(%s))", pane, quoted(channel))
	b.Until("!!" + place) // a thread comes with the first post in it
	b.JS(place + ".click()")
	b.Until(fmt.Sprintf("document.querySelector('[data-slot=%s] .channel-head h2').textContent.includes(%s)", pane, quoted(channel)))
	b.Settled(pane)
}

// Command types a command into the composer and sends it. fields are pairs of an option
// and the text to type; a value with the prefix "pick:" is typed and then chosen from the
// suggestions.
func (b *Browser) Command(pane, name string, fields ...string) {
	b.t.Helper()
	b.Show(pane)
	slot := fmt.Sprintf("[data-slot=%s] ", pane)
	b.Run(chromedp.Focus(chromedp.CSS(slot + ".writing textarea")))
	b.types("/" + name)
	b.Until(fmt.Sprintf("document.querySelector('.popup .option.active .label')?.innerText === %s", quoted("/"+name)))
	b.Run(chromedp.KeyEvent(kb.Tab))
	b.Until(fmt.Sprintf("document.querySelector('%s.command-name')?.innerText === %s", slot, quoted("/"+name)))
	for i := 0; i < len(fields); i += 2 {
		field := fmt.Sprintf("%sinput[data-option=%s]", slot, fields[i])
		b.JS(fmt.Sprintf("document.querySelector('%s.add[data-option=%s]')?.click()", slot, fields[i]))
		text, pick := strings.CutPrefix(fields[i+1], "pick:")
		b.Run(chromedp.Focus(chromedp.CSS(field)))
		b.types(text)
		if pick {
			b.Until(fmt.Sprintf("document.querySelector('.popup .option.active .label')?.innerText.toLowerCase().includes(%s)", quoted(strings.ToLower(text))))
			if i == 0 {
				b.Shot("suggestions")
			}
			b.Run(chromedp.KeyEvent(kb.Tab))
		}
	}
	b.JS(fmt.Sprintf("document.querySelector('%s.commanding .send')?.click()", slot))
	b.Until(fmt.Sprintf("document.querySelector('%s.commanding').hidden", slot))
}
