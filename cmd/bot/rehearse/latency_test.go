package rehearse

import (
	"encoding/json"
	"flag"
	"fmt"
	"testing"

	"topcut/cmd/bot/rehearse/browsertest"
)

var latency = flag.Bool("latency", false, "measure how soon a click on the page is answered with 128 players at ×600")

// TestClicksAreAnswered measures, in the page, the time from a press of a button to the
// first frame that shows its answer, while 128 simulated players play at ×600. It prints
// figures and fails only if presses are not answered at all: delays on a busy machine are
// not the page's fault.
func TestClicksAreAnswered(t *testing.T) {
	if !*latency {
		t.Skip("-latency measures it, which takes a minute")
	}
	b := browsertest.New(t, 1280, 800)
	b.Open(serving(t, "--players", "128", "--speed", "600"))
	b.ActAs("a", "owner of Rehearsal")
	b.JS("document.querySelector('.open-controls').click(); document.querySelector('.controls [type=number]').value = 128; document.querySelector('.controls [data-control=new]').click()")
	others(b)
	b.JS("document.querySelector('.open-controls').click()")
	wait := func(condition string) {
		t.Helper()
		for range 12 {
			if b.Text(fmt.Sprintf("String(Boolean(%s))", condition)) == "true" {
				return
			}
			b.Pause(5)
		}
		b.Until(condition)
	}
	wait("/^Round/.test(document.querySelector('.event-note').textContent)")
	wait("[...document.querySelectorAll('[data-slot=b] .log button')].some((x) => x.innerText === 'My status')")
	b.JS(`window.presses = []; window.press = async () => {
		const log = document.querySelector('[data-slot=b] .log');
		const button = [...log.querySelectorAll('button:not(:disabled)')].filter((x) => x.innerText === 'My status').at(-1);
		const before = new Set([...log.querySelectorAll('article.private')].map((x) => x.dataset.id));
		const began = performance.now();
		const shown = new Promise((resolve) => {
			const watch = new MutationObserver(() => {
				if ([...log.querySelectorAll('article.private')].some((x) => !before.has(x.dataset.id) && !x.querySelector('.thinking'))) {
					watch.disconnect();
					requestAnimationFrame(() => resolve(performance.now() - began));
				}
			});
			watch.observe(log, {childList: true, subtree: true});
			setTimeout(() => {
				watch.disconnect();
				resolve(null);
			}, 5000);
		});
		button.click();
		return shown;
	};
	const {fetch} = window;
	window.fetch = async (...args) => {
		const response = await fetch(...args);
		if (!response.ok) (window.refused ??= []).push((await response.clone().json()).error);
		return response;
	};
	(async () => {
		for (let i = 0; i < 60; i++) {
			const took = await window.press();
			if (took === null) window.unanswered = (window.unanswered ?? 0) + 1;
			else window.presses.push(took);
			await new Promise((resolve) => setTimeout(resolve, 150 + 100 * (i % 4)));
		}
		window.measured = true;
	})()`)
	wait("window.measured")
	var ms []float64
	if err := json.Unmarshal([]byte(b.Text("JSON.stringify(window.presses.sort((x, y) => x - y))")), &ms); err != nil {
		t.Fatal(err)
	}
	if len(ms) < 30 {
		t.Fatalf("only %d of 60 presses were answered", len(ms))
	}
	at := func(percent int) float64 { return ms[(len(ms)-1)*percent/100] }
	t.Logf("%d presses, milliseconds to the answer on the screen: median %.0f, 90 %% %.0f, 99 %% %.0f; %s; %s messages kept",
		len(ms), at(50), at(90), at(99), b.Text("document.querySelector('.event-note').textContent"), b.Text("String(document.querySelectorAll('[data-slot=b] article').length)"))
	t.Logf("presses of buttons that had just gone, and what else was refused: %s", b.Text("JSON.stringify(window.refused ?? [])"))
	b.Shot("128 players")
}
