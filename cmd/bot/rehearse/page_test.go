package rehearse

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"topcut/cmd/bot/rehearse/browsertest"
)

// serving runs `topcut rehearse --web` and returns the address it prints.
func serving(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	var stderr bytes.Buffer
	code := make(chan int, 1)
	bot := executable(t)
	go func() {
		code <- Main(ctx, append([]string{"--web"}, args...), Env{Stdout: writer, Stderr: &stderr, Executable: bot})
		_ = writer.Close() // the reader below sees the end
	}()
	t.Cleanup(func() {
		cancel()
		if got := <-code; got != exitOK {
			t.Errorf("exit code %d: %s", got, stderr.String())
		}
	})
	printed := make([]byte, 0, 4096)
	for address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/\?key=\S+`); ; {
		part := make([]byte, 1024)
		n, err := reader.Read(part)
		printed = append(printed, part[:n]...)
		if found := address.Find(printed); found != nil {
			go func() { _, _ = io.Copy(io.Discard, reader) }() // what else it says
			return string(found)
		}
		if err != nil {
			t.Fatalf("no address in %q: %s", printed, stderr.String())
		}
	}
}

// TestFromTheEmptyPageToAChampion plays an event on the page, at the width of a phone
// and of a desktop: as the organiser and as two players, while the others play by
// themselves. The bot is a process of its own, and everything is done through it.
func TestFromTheEmptyPageToAChampion(t *testing.T) {
	t.Parallel()
	onScreens(t, func(t *testing.T, b *browsertest.Browser) {
		toAChampion(b, serving(t, "--players", "4", "--speed", "max"))
		b.Clean()
	})
}

// onScreens runs test on a phone in dark colours and, with -at-length, on a desktop in
// light ones beside it.
func onScreens(t *testing.T, test func(*testing.T, *browsertest.Browser)) {
	type screen struct {
		name          string
		width, height int64
		scheme        string
	}
	for _, screen := range atMost(1, screen{"phone", 390, 844, "dark"}, screen{"desk", 1280, 800, "light"}) {
		t.Run(screen.name, func(t *testing.T) {
			t.Parallel()
			b := browsertest.New(t, screen.width, screen.height)
			b.Media(screen.scheme)
			test(t, b)
		})
	}
}

func toAChampion(b *browsertest.Browser, address string) {
	const organiser = "Olga (TO)"
	b.Open(address)
	b.Until("!location.search") // the key is gone from the address
	b.Until("document.querySelector('.log').innerText.includes('Nothing here yet')")
	b.Shot("empty page")
	b.Accessible("the empty page")

	b.ActAs("a", organiser)
	b.ActAs("b", "Alice")
	b.Create("a", "Friday Night")
	b.Command("a", "tournament settings", "set", "rounds=1")
	b.Command("a", "tournament settings", "set", "cut=2")
	b.Sees("a", "1 round + Top 2")
	b.Shot("settings")
	b.Press("a", "Open registration")
	b.Join("b", "Alice", "Bob")

	others(b)
	b.Until("document.querySelector('.event-note').textContent.includes('4 players')")
	b.Start("a")
	b.ActAs("b", "Alice")
	others(b) // the others wait while these two disagree
	b.Pair("a")
	b.Sees("b", "0 of 2 in")
	b.Shot("round")
	b.Accessible("a round")

	opponent := opponentOf(b, "Alice")
	b.Command("b", "report", "result", "pick:I won 2–1")
	b.ActAs("b", opponent)
	const reason = "It was the other way round."
	b.Dispute("b", reason)
	b.Rule("a", "organisers", reason, "2–1")
	b.GoTo("a", "tournament")
	b.TakeBack("a")
	b.Sees("a", "Now: Round 1: in progress")
	b.Shot("undone")
	b.Rule("a", "organisers", reason, "2–1")
	b.GoTo("a", "tournament")

	// The organiser enters the rest: people who play by themselves may disagree.
	b.Command("a", "player report", "table", "1", "result", "2-0")
	b.Command("a", "player report", "table", "2", "result", "2-0")
	b.Until("/1 of 1, 2 of 2 tables/.test(document.querySelector('.event-note').textContent)")
	b.Shot("round done")
	b.Command("a", "tournament cut")
	b.Pair("a")
	b.ActAs("b", "owner of Rehearsal")
	b.Command("a", "player report", "table", "1", "result", "2-0")
	b.Until("/1 of 1 table done/.test(document.querySelector('.event-note').textContent)")
	b.Command("a", "tournament finish")
	b.Sees("b", "Winner")
	b.JS("document.querySelector('[data-slot=b] .log').scrollTop = 1e9")
	b.Shot("champion")
	b.Accessible("the end")
	b.Until("document.querySelector('.event-note').textContent.includes('The event is over')")

	b.Run(chromedp.Reload())
	b.Until("document.body.dataset.ready && document.querySelector('[data-slot=b] .who .name').textContent === 'owner of Rehearsal'")
	b.Sees("b", "Winner")
	b.Show("b")
	b.JS(bracket + ".scrollIntoView({block: 'center'})")
	b.Until(bracket + "?.naturalWidth > 300")
	b.Shot("bracket")
}

// bracket is the picture of the cut's bracket in the second pane.
const bracket = `[...document.querySelectorAll('[data-slot=b] .log img')].filter((x) => /bracket/i.test(x.alt)).at(-1)`

// others presses the button that lets the others play, or stops them.
func others(b *browsertest.Browser) {
	was := b.Text("document.querySelector('.bar .play').getAttribute('aria-pressed')")
	b.JS("document.querySelector('.bar .play').click()")
	b.Until(fmt.Sprintf("document.querySelector('.bar .play').getAttribute('aria-pressed') !== %q", was))
}

// opponentOf returns the opponent of a player in the round that is shown.
func opponentOf(b *browsertest.Browser, name string) string {
	names := `["Alice", "Bob", "Chloé", "Dmitri"]`
	table := fmt.Sprintf(`[...document.querySelectorAll('[data-slot=a] .log article')].flatMap((x) => x.innerText.split("\n"))
		.filter((x) => x.includes(" – ") && x.includes(%q)).at(-1)`, name)
	b.Until(table)
	return strings.TrimSpace(b.Text(fmt.Sprintf(`(%s.filter((n) => n !== %q && %s.includes(n)))[0]`, names, name, table)))
}
