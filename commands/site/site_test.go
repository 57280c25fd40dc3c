package site_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"topcut/cmd/bot/rehearse/browsertest"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/histories"
	"topcut/tournament/jointseed"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

var keep = flag.String("keep", "", "write the page of TestLook and screenshots of it into this `folder`")

// play plays an evening to its end; rename gives the players other names.
func play(t testing.TB, seed uint64, ruleset string, change func(*tournament.Settings), opts histories.Options, rename func(i int) string) *tournament.Snapshot {
	t.Helper()
	rs, err := rules.Load(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	change(&s)
	secret := sha256.Sum256(fmt.Append(nil, seed))
	snap := tournament.Begin(1, secret[:])
	now := time.Date(2026, 3, 6, 18, 0, 0, 0, time.UTC)
	gen := histories.New(opts, seed)
	step := histories.Step{Actor: tournament.Actor{User: histories.Organiser, Name: "Olga"}, Command: &command.Create{Guild: "1", Channel: "2", Settings: s, Ruleset: rs}}
	for ok, n := true, 0; ok && n < 4000; step, ok = gen.Next(snap) {
		n++
		now = now.Add(9 * time.Second)
		if j, joins := step.Command.(*command.Join); joins && rename != nil {
			j.Name = rename(n)
		}
		after, _, err := command.Decide(snap, command.Request{Actor: step.Actor, Cause: fmt.Sprint(seed, ".", n), Command: step.Command}, now)
		if err == nil {
			snap = after
		}
	}
	if snap.State.Phase != tournament.Finished {
		t.Fatalf("seed %d: the evening ended in phase %s", seed, snap.State.Phase)
	}
	return snap
}

func swiss(s *tournament.Settings) {
	s.Stages = stage.MustParse("swiss 3 > bracket 4 third")
}

func groups(s *tournament.Settings) {
	s.Stages = stage.MustParse("groups 2 roundrobin > single 4")
}

func page(t testing.TB, snap *tournament.Snapshot) string {
	t.Helper()
	data, err := site.Frozen(view.Env{Snap: snap})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestARunningEventHasNoPage(t *testing.T) {
	snap := play(t, 1, "magic", swiss, histories.Options{Players: 8}, nil)
	running := *snap
	state := *snap.State
	state.Phase = tournament.Running
	running.State = &state
	if _, err := site.Frozen(view.Env{Snap: &running}); !errors.Is(err, site.ErrRunning) {
		t.Errorf("got %v", err)
	}
}

// TestThePageIsSelfContained: whatever happened, the page refers to nothing
// outside itself and carries no account, note, deck or word of a dispute.
func TestThePageIsSelfContained(t *testing.T) {
	outside := regexp.MustCompile(`(?i)(src|href|action|url|import)\s*[=(]\s*["']?\s*(https?:|//|data:|file:)`)
	for seed := range uint64(8) {
		snap := play(t, seed, "magic", swiss, histories.Lively(14), nil)
		got := page(t, snap)
		if m := outside.FindString(got); m != "" {
			t.Errorf("seed %d: the page refers to %s", seed, m)
		}
		if strings.Contains(got, "://") {
			t.Errorf("seed %d: there is an address in the page", seed)
		}
		for i := 1; i <= 14; i++ {
			if strings.Contains(got, ">"+histories.User(i)) || strings.Contains(got, `"`+histories.User(i)+`"`) {
				t.Errorf("seed %d: the account %s is in the page", seed, histories.User(i))
			}
		}
		for _, private := range []string{"Lightning Bolt", "wrote a note"} {
			if strings.Contains(got, private) {
				t.Errorf("seed %d: %q is in the page", seed, private)
			}
		}
		for r := range snap.State.Rounds {
			if title := "<summary>" + (text.Printer{}).Notice(snap.State.RoundTitle(r+1)) + "</summary>"; !strings.Contains(got, title) {
				t.Errorf("seed %d: %s is missing", seed, title)
			}
		}
		if !strings.Contains(got, `id="bracket"`) || !strings.Contains(got, "Semi-finals") {
			t.Errorf("seed %d: the bracket is missing", seed)
		}
	}
}

// Where the best have a bye the first round has fewer matches than the second: every box
// of a bracket stands clear of the others all the same, within its drawing.
func TestBoxesOfABracketStandClear(t *testing.T) {
	drawing := regexp.MustCompile(`(?s)viewBox="0 0 (\d+) (\d+)".*?</svg>`)
	match := regexp.MustCompile(`class="match" transform="translate\((\d+) (\d+)\)"`)
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, chain := range []string{"single", "double", "reseed", "placement"} {
		for _, players := range []int{6, 10, 11, 19, 32} {
			snap := play(t, 1, "magic", func(s *tournament.Settings) { s.Stages = stage.MustParse(chain) }, histories.Options{Players: players}, nil)
			boxes := 0
			got := page(t, snap)
			_, got, _ = strings.Cut(got, `<section id="bracket">`)
			for _, d := range drawing.FindAllStringSubmatch(got, -1) {
				at := map[int][]int{} // the tops of the boxes of a column
				for _, m := range match.FindAllStringSubmatch(d[0], -1) {
					boxes++
					x, y := number(m[1]), number(m[2])
					if x+190 > number(d[1]) || y+52 > number(d[2]) {
						t.Errorf("%s of %d: a box at %d,%d leaves its drawing of %s by %s", chain, players, x, y, d[1], d[2])
					}
					at[x] = append(at[x], y)
				}
				for x, tops := range at {
					slices.Sort(tops)
					for i, y := range tops[1:] {
						if y-tops[i] < 52 {
							t.Errorf("%s of %d: boxes at %d,%d and %d,%d", chain, players, x, tops[i], x, y)
						}
					}
				}
			}
			if boxes < players-1 {
				t.Errorf("%s of %d: %d boxes", chain, players, boxes)
			}
		}
	}
}

// TestSeedCheckIsWhatTheBotDrew recomputes in Go what the script of the page
// recomputes in the browser, for events of every shape.
func TestSeedCheckIsWhatTheBotDrew(t *testing.T) {
	played := func(chain string) func(*tournament.Settings) {
		return func(s *tournament.Settings) { s.Stages = stage.MustParse(chain) }
	}
	shapes := []struct {
		ruleset string
		change  func(*tournament.Settings)
	}{
		{"magic", swiss},
		{"magic", played("draft > swiss 3 > bracket 4")},
		{"magic", played("double")},
		{"chess-casual", played("roundrobin > bracket 4")},
		{"riichi-helper", func(s *tournament.Settings) { s.Stages = stage.MustParse("schedule > final") }},
		{"commander-pods", swiss},
	}
	for seed := range uint64(12) {
		shape := shapes[int(seed)%len(shapes)]
		snap := play(t, seed, shape.ruleset, shape.change, histories.Lively(14), nil)
		if got := page(t, snap); !strings.Contains(got, `id="seed"`) || !strings.Contains(got, `id="rounds"`) {
			t.Errorf("seed %d: the page of a %s event is incomplete", seed, shape.ruleset)
		}
		c, ok := site.NewSeedCheck(wording.About(text.Printer{}, snap))
		if !ok {
			t.Fatalf("seed %d: there is nothing to check", seed)
		}
		secret, err := hex.DecodeString(c.Secrets[0].Secret)
		if err != nil {
			t.Fatal(err)
		}
		if got := jointseed.Commit(secret); got != c.Secrets[0].Commitment {
			t.Errorf("seed %d: the secret has the commitment %s, not %s", seed, got, c.Secrets[0].Commitment)
		}
		digest := ""
		for _, j := range c.Joins {
			sum := sha256.Sum256([]byte(digest + "\n" + j.ID))
			digest = hex.EncodeToString(sum[:])
		}
		if digest != c.Digest || digest != snap.State.Joins {
			t.Errorf("seed %d: the joins give %s, the log of the start has %s, the event %s", seed, digest, c.Digest, snap.State.Joins)
		}
		if len(c.Draws) == 0 {
			t.Errorf("seed %d: nothing was drawn", seed)
		}
		for _, d := range c.Draws {
			if got := jointseed.Round(jointseed.Of(secret, digest), d.Round, d.Attempt); hex.EncodeToString(got[:]) != d.Seed {
				t.Errorf("seed %d: the seed of %s is not the one in the log", seed, d.What)
			}
		}
	}
}

// wentOn returns an event whose end was undone after its secret was shown, and ended
// again.
func wentOn(t *testing.T, snap *tournament.Snapshot) *tournament.Snapshot {
	t.Helper()
	for i, c := range []command.Command{&command.Undo{}, &command.Finish{Early: true}} {
		req := command.Request{Actor: tournament.Actor{User: histories.Organiser, Name: "Olga"}, Cause: fmt.Sprint("again", i), Command: c, Fresh: bytes.Repeat([]byte{7}, 32)}
		after, _, err := command.Decide(snap, req, snap.State.At.Add(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		snap = after
	}
	return snap
}

// TestThePageKeepsTwoSecretsApart: only the first commitment was given before anybody
// could join, and the page says so of no other.
func TestThePageKeepsTwoSecretsApart(t *testing.T) {
	const before, later = "given before anyone could join", "given when the end was undone"
	snap := wentOn(t, play(t, 3, "magic", swiss, histories.Options{Players: 8}, nil))
	html := page(t, snap)
	for _, one := range snap.State.Secrets() {
		if !strings.Contains(html, one.Secret) || !strings.Contains(html, one.Commitment) {
			t.Errorf("the page lacks the secret of %s", one.Commitment)
		}
	}
	document, _ := browser(t, html)
	steps := regexp.MustCompile(`(?s)<ol id="steps">.*?</ol>`).FindString(document)
	if strings.Count(steps, before) != 1 || strings.Count(steps, later) != 1 || strings.Index(steps, before) > strings.Index(steps, later) {
		t.Errorf("the commitments are not told apart: %s", steps)
	}
	if !strings.Contains(document, `class="holds">The check holds`) {
		t.Error("the check does not hold")
	}
}

// hostile returns names that try to be something else in a page.
func hostile(i int) string {
	names := []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</script><script>document.title="broken"</script>`,
		"evil\u202egnp.exe", `&lt;b&gt;`, "*bold* `code` [x](https://example.org)", strings.Repeat("W", 32), "Z" + strings.Repeat("\u0336", 20),
		"<!--", "' onclick='x", "\u2028line", "דוד",
	}
	return fmt.Sprintf("%s%d", names[i%len(names)], i)
}

// browser opens a page in headless Chromium and returns its document after the
// scripts have run, and what was written to the console.
func browser(t *testing.T, html string) (document, console string) {
	t.Helper()
	browsertest.Needed(t)
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(html), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr", "--log-level=0",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=10000", "--dump-dom", "file://"+file)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		t.Fatalf("chromium: %v\n%s", err, log.String())
	}
	var lines []string
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "CONSOLE") {
			lines = append(lines, line)
		}
	}
	return out.String(), strings.Join(lines, "")
}

// TestTheSeedIsCheckedInTheBrowser opens the page as a reader does: the check
// holds, the console is empty, and hostile names are text.
func TestTheSeedIsCheckedInTheBrowser(t *testing.T) {
	snap := play(t, 5, "magic", swiss, histories.Lively(12), hostile)
	document, console := browser(t, page(t, snap))
	if !strings.Contains(document, `class="holds">The check holds`) {
		t.Errorf("the verdict is missing: %s", regexp.MustCompile(`<p id="verdict".*`).FindString(document))
	}
	if n := strings.Count(document, `<li class="holds">`); n < 7 || strings.Contains(document, `<li class="fails">`) {
		t.Errorf("%d steps of the check hold, or one does not", n)
	}
	if console != "" {
		t.Errorf("the console says %s", console)
	}
	if strings.Contains(document, "<title>broken") || strings.Count(document, "<script") != 2 || strings.Contains(document, "<img") {
		t.Error("a name is more than text")
	}
}

// framed returns a page with each of the pages in a frame of its own, so that one browser
// opens them all. The frame's data-verdict is what its page says of itself.
func framed(pages map[string]string) string {
	var all strings.Builder
	for name, page := range pages {
		fmt.Fprintf(&all, "<iframe title=%q srcdoc=\"%s\"></iframe>\n", name, html.EscapeString(page))
	}
	return all.String() + `<script>
setInterval(() => {
	for (const frame of document.querySelectorAll("iframe")) {
		const verdict = frame.contentDocument.getElementById("verdict");
		if (verdict) frame.dataset.verdict = verdict.className + ": " + verdict.textContent.trim();
	}
}, 100);
</script>`
}

// TestATamperedPageSaysSo: a page in which the secret, a join or a drawn seed
// was changed does not pass its own check, and one that is as it was does.
func TestATamperedPageSaysSo(t *testing.T) {
	snap := play(t, 3, "magic", swiss, histories.Options{Players: 8}, nil)
	whole := page(t, snap)
	flip := func(key string) string {
		return regexp.MustCompile(`("`+key+`":")(.)`).ReplaceAllStringFunc(whole, func(m string) string {
			if strings.HasSuffix(m, "0") {
				return m[:len(m)-1] + "1"
			}
			return m[:len(m)-1] + "0"
		})
	}
	pages := map[string]string{
		"nothing": whole,
		"secret":  flip("secret"), "commitment": flip("commitment"), "join": flip("id"), "digest": flip("digest"), "seed": flip("seed"),
		"no number": strings.Replace(whole, `"secret":"`, `"secret":"x`, 1),
	}
	document, _ := browser(t, framed(pages))
	for what, tampered := range pages {
		if (tampered == whole) != (what == "nothing") {
			t.Fatalf("%s: nothing was changed", what)
		}
		frame := regexp.MustCompile(`<iframe title="` + what + `"[^>]*>`).FindString(document)
		verdict := "fails: The check fails"
		if what == "nothing" {
			verdict = "holds: The check holds"
		}
		if !strings.Contains(frame, `data-verdict="`+verdict) {
			t.Errorf("%s: the page does not notice: %s", what, regexp.MustCompile(`data-verdict="[^"]*"`).FindString(frame))
		}
	}
}

// TestLook writes a page and screenshots of it, to be looked at:
// go test ./commands/site -run Look -keep FOLDER
func TestLook(t *testing.T) {
	if *keep == "" {
		t.Skip("nobody wants to look (-keep)")
	}
	snap := play(t, 5, "magic", swiss, histories.Lively(20), nil)
	file := filepath.Join(*keep, "summary.html")
	if err := os.WriteFile(file, []byte(page(t, snap)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{390, 1280} {
		shot := filepath.Join(*keep, fmt.Sprintf("summary-%d.png", width))
		out, err := exec.CommandContext(t.Context(), "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
			"--user-data-dir="+t.TempDir(), fmt.Sprintf("--window-size=%d,2600", width), "--screenshot="+shot, "file://"+file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// TestWhatReadersLookForStandsFirst: the pairings while Swiss rounds are played, the bracket
// in a cut, the places at the end; and a bracket is read as lists, round by round, with whose
// winner an open side waits for.
func TestWhatReadersLookForStandsFirst(t *testing.T) {
	playing, over := twice(t)
	cut := inRound(t, over, 5)
	cut.State.Current().Status = tournament.Started
	seen := func(snap *tournament.Snapshot) string {
		t.Helper()
		answer, err := http.Get(followed(t, snap))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		data, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	first := regexp.MustCompile(`<section id="(\w+)"`)
	for want, snap := range map[string]*tournament.Snapshot{"pairings": playing, "bracket": cut, "places": over} {
		got := seen(snap)
		if m := first.FindStringSubmatch(got); len(m) < 2 || m[1] != want {
			t.Errorf("%q stands first, want %s", m, want)
		}
		if _, links, _ := strings.Cut(got, "<nav"); !strings.HasPrefix(links[strings.Index(links, `<a href="`):], `<a href="#`+want) {
			t.Errorf("the first link leads elsewhere than to %s: %.300s", want, links)
		}
	}
	_, list, _ := strings.Cut(seen(cut), `<div class="unseen rounds">`)
	list, _, _ = strings.Cut(list, "</div>")
	if strings.Count(list, "<ul>") != 3 || !strings.Contains(list, "<p>Semi-finals</p>") || !strings.Contains(list, "Winner of") {
		t.Errorf("the bracket is read as %s", list)
	}
}

// TestNumbersAreWrittenInTheLanguage: with a decimal comma in German, with a point in
// Japanese; programs get a point from both.
func TestNumbersAreWrittenInTheLanguage(t *testing.T) {
	snap := play(t, 5, "magic", swiss, histories.Lively(20), nil)
	words, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	comma, point := regexp.MustCompile(`<td>\d+,\d\d`), regexp.MustCompile(`<td>\d+\.\d\d`)
	for language, want := range map[string][2]bool{"de": {true, false}, "ja": {false, true}, "en": {false, true}} {
		data, err := site.Frozen(view.Env{Snap: snap, Words: words.In(language)})
		if err != nil {
			t.Fatal(err)
		}
		_, part, _ := strings.Cut(string(data), `<section id="standings">`)
		part, _, _ = strings.Cut(part, "</section>")
		if got := [2]bool{comma.MatchString(part), point.MatchString(part)}; got != want {
			t.Errorf("in %s there are a comma and a point: %t", language, got)
		}
	}
}

// TestThePageNamesTheMembersOfTeams: under the name of each team in the standings and the
// final places stand its members, and the page counts teams.
func TestThePageNamesTheMembersOfTeams(t *testing.T) {
	snap := play(t, 3, "magic", func(s *tournament.Settings) { swiss(s); s.Crew = 2 }, histories.Options{Players: 8}, nil)
	got := page(t, snap)
	for n := range snap.State.Players {
		var names []string
		for _, person := range snap.State.MembersOf(n + 1) {
			names = append(names, snap.Book.Person(person).Name)
		}
		want := snap.Name(n+1) + `</bdi> <small class="team">` + strings.Join(names, ", ")
		if len(names) != 2 || strings.Count(got, want) < 2 {
			t.Errorf("%q stands %d times on the page", want, strings.Count(got, want))
		}
	}
	if !strings.Contains(got, "8 teams") || strings.Contains(got, "8 players") {
		t.Error("the page counts players")
	}
}
