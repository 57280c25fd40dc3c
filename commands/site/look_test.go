package site_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"topcut/cmd/bot/rehearse/browsertest"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/histories"
	"topcut/tournament/journal"
	"topcut/tournament/season"
	"topcut/tournament/stage"
)

// mostOfAPage is how many bytes the page of a usual event that is over may have, without
// pictures; as a file to keep, with style and script in it, no more.
const mostOfAPage = 60_000

// TestAPageIsLight: it is read on phones in a room full of them.
func TestAPageIsLight(t *testing.T) {
	long := func(s *tournament.Settings) { s.Stages = stage.MustParse("swiss 5 > bracket 8 third") }
	snap := play(t, 5, "magic", long, histories.Lively(20), nil)
	_, _, srv := begin(t, do(t, snap, &command.OpenPage{Token: token}))
	followed := ""
	for !strings.Contains(followed, `id="odds"`) { // reckoned beside who reads
		_, followed, _ = get(t, srv.URL+"/e/1-"+token)
		time.Sleep(30 * time.Millisecond)
	}
	kept := page(t, snap)
	t.Logf("a page of %d players after %d rounds has %d bytes; as a file to keep, with style and script, %d", len(snap.State.Players), len(snap.State.Rounds), len(followed), len(kept))
	if max(len(followed), len(kept)) > mostOfAPage {
		t.Errorf("that is more than %d", mostOfAPage)
	}
}

// TestAPageOf64PlayersTravelsLight: with all that it loads, as a browser is sent it, while
// the last round is played and when all is over.
func TestAPageOf64PlayersTravelsLight(t *testing.T) {
	long := func(s *tournament.Settings) { s.Stages = stage.MustParse("swiss 6 > bracket 8") }
	over := play(t, 5, "magic", long, histories.Lively(64), nil)
	for _, snap := range []*tournament.Snapshot{inRound(t, over, 6), do(t, over, &command.OpenPage{Token: token})} {
		_, _, srv := begin(t, snap)
		page := ""
		for !strings.Contains(page, `id="odds"`) { // reckoned beside who reads
			_, page, _ = get(t, srv.URL+"/e/1-"+token)
			time.Sleep(30 * time.Millisecond)
		}
		weight := travels(t, srv.URL+"/e/1-"+token)
		for _, part := range regexp.MustCompile(`(?:href|src)="(/s/[^"]+)"`).FindAllStringSubmatch(page, -1) {
			weight += travels(t, srv.URL+part[1])
		}
		t.Logf("the page of %d players in round %d travels as %d bytes with style, icon and script; unpacked it has %d by itself", len(snap.State.Players), len(snap.State.Rounds), weight, len(page))
		if weight > mostOfAPage {
			t.Errorf("%d bytes are sent for a page of %d players, more than %d", weight, len(snap.State.Players), mostOfAPage)
		}
	}
}

// travels returns how many bytes a browser is sent for an address.
func travels(t *testing.T, address string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip") // and so it is not unpacked
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return len(data)
}

// before returns an event as it is when as many have joined.
func before(t *testing.T, last *tournament.Snapshot, players int) *tournament.Snapshot {
	t.Helper()
	for i := range last.Log {
		s, err := tournament.Fold(1, last.Log[:i+1])
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Players) == players {
			s.Page, s.Settings.StartAt = tournament.Page{Token: token}, s.At.Add(time.Hour).Unix()
			return &tournament.Snapshot{State: s, Log: last.Log[:i+1], Book: last.Book}
		}
	}
	t.Fatalf("there are never %d players", players)
	return nil
}

// followed serves an event as it is at its own moment, so that its clock runs.
func followed(t *testing.T, snap *tournament.Snapshot) string {
	t.Helper()
	snap.State.Page = journal.Page{Token: token}
	s := site.New(site.Config{
		Snapshot: func(context.Context, tournament.ID) (*tournament.Snapshot, error) { return snap, nil },
		Env:      func(s *tournament.Snapshot) view.Env { return view.Env{Snap: s, Now: s.State.At} },
		URL:      "https://events.example.org", Now: func() time.Time { return snap.State.At },
	})
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	return srv.URL + "/e/1-" + token
}

// weeks serves a season after some events, of which all but the best two do not count: in
// the middle, or closed.
func weeks(t *testing.T, events int, closed bool) string {
	t.Helper()
	in := &season.Input{Rules: season.Rules{Places: []fraction.Fraction{fraction.Int(9), fraction.Int(7), fraction.Int(5), fraction.Int(3), fraction.Int(1)}, Best: 2, Final: 4}}
	for week := range events {
		var e season.Leg
		for i := range 8 {
			e.Results = append(e.Results, season.Result{Member: (i*3+week*5)%8 + 1, Place: i + 1})
		}
		in.Events = append(in.Events, e)
	}
	in.Adjustments = []season.Adjustment{{Member: 2, Points: fraction.Int(-1), Reason: 1}}
	titles := make([]string, events)
	for i := range titles {
		titles[i] = fmt.Sprintf("Week %d", i+1)
	}
	state := &season.State{ID: 1, Seq: 9, Page: journal.Page{Token: token}, Settings: season.Settings{Name: "Monday League", Rules: in.Rules}, Members: make([]season.Member, 8), Events: make([]season.Counted, events)}
	snap := &season.Snapshot{State: state, Book: &journal.Book{}}
	at := time.Date(2026, 3, 2, 19, 0, 0, 0, time.UTC)
	shown := &site.Season{
		Name: "Monday League", State: "3 of 8 events have counted", Tables: []*season.Table{season.Compute(in)}, Lines: []season.Line{season.Compute(in).FinalLine(4)}, Final: 4, Weeks: site.Weeks(titles),
		Reason: func(int) string { return "late twice" }, Snap: snap,
		Words:  text.Printer{Name: func(n int) string { return fmt.Sprintf("Player %d of the League", n) }},
		Coming: []site.Week{{ID: 7, Title: "Week 4", Starts: at, State: "Registration is open", Address: "https://events.example.org/e/7-x"}},
	}
	if closed {
		state.Closed, shown.State, shown.Coming = &season.Closed{Hash: strings.Repeat("0a", 32)}, "3 events have counted; the season is closed", nil
	}
	s := site.New(site.Config{
		Season: func(context.Context, journal.ID) (*season.Snapshot, error) { return snap, nil },
		Shown:  func(context.Context, *season.Snapshot) (*site.Season, error) { return shown, nil },
		URL:    "https://events.example.org", Now: func() time.Time { return at },
	})
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(srv.Close)
	return srv.URL + "/l/1-" + token
}

// twice returns one event of twenty with a cut: in its third round with the clock
// running, and when it is over.
func twice(t *testing.T) (playing, over *tournament.Snapshot) {
	long := func(s *tournament.Settings) { s.Stages = stage.MustParse("swiss 4 > bracket 8 third") }
	over = play(t, 5, "magic", long, histories.Lively(20), nil)
	playing = inRound(t, over, 3)
	playing.State.Current().Status, playing.State.Current().Deadline = tournament.Started, playing.State.At.Add(31*time.Minute)
	return playing, over
}

// TestAPageSaysOfHowManyRounds: as the posts do, above the pairings, in which a match without
// a report is in progress.
func TestAPageSaysOfHowManyRounds(t *testing.T) {
	playing, _ := twice(t)
	if _, page, _ := get(t, followed(t, playing)); !strings.Contains(page, "Round 3 of 4 · ") {
		t.Error("the page of a running round doesn't say of how many")
	} else if n := strings.Count(page, ">in progress<"); n != 2*9 { // below the round as well
		t.Errorf("%d matches are in progress, in two lists of 9", n)
	}
}

// TestEveryViewCanBeRead opens all of an event that is played, of one that is over and
// of a season, on a phone and on a desk, light and dark: nothing is wider than the
// window, no column of standings or of a season, however many events it has, is outside
// it, nor is a match of a bracket on a phone, a match that is played says so, and headings of
// odds that are opened one below the other are not repeated. axe-core finds nothing serious,
// and the browser complains of nothing. With scripts off the same parts are there. Pictures
// of each part are left in $TOPCUT_SHOTS, to be looked at.
func TestEveryViewCanBeRead(t *testing.T) {
	browsertest.Needed(t)
	playing, over := twice(t)
	cut := inRound(t, over, 5)
	cut.State.Current().Status = tournament.Started
	views := []struct {
		name, address string
		parts         []string
	}{
		{"before", followed(t, before(t, over, 12)), []string{"players", "log"}},
		{"playing", followed(t, playing), []string{"pairings", "standings", "odds", "rounds", "log"}},
		{"cut", followed(t, cut), []string{"bracket", "pairings", "standings", "rounds"}},
		{"over", followed(t, over), []string{"places", "bracket", "standings", "odds", "rounds", "seed", "log"}},
		{"season", weeks(t, 3, false), []string{"table", "coming", "events", "why"}},
		{"season of half a year", weeks(t, 26, false), []string{"table", "events"}},
		{"season closed", weeks(t, 3, true), []string{"table", "events", "why"}},
		{"what if", followed(t, playing) + "/odds", []string{"picks", "chances"}},
	}
	for _, screen := range [][2]int64{{390, 844}, {1280, 900}} {
		b := browsertest.New(t, screen[0], screen[1])
		for _, v := range views {
			b.Visit(v.address)
			for _, part := range v.parts {
				b.Until("document.getElementById('" + part + "')")
			}
			for _, scheme := range []string{"light", "dark"} {
				b.Media(scheme)
				where := v.name + ", " + scheme
				b.JS("scrollTo(0, 0)")
				b.Shot(where)
				for _, part := range v.parts {
					b.JS("for (const d of document.querySelectorAll('details')) d.open = d.closest('section').id === '" + part + "'; document.getElementById('" + part + "').scrollIntoView()")
					b.Until("document.documentElement.scrollWidth <= innerWidth")
					b.Until("[...document.querySelectorAll('#pairings td:nth-child(3)')].every((cell) => cell.innerText.trim())")
					b.Until("innerWidth > 640 || [...document.querySelectorAll('#bracket li')].every((m) => m.clientWidth > 100 && m.getBoundingClientRect().right <= innerWidth)")
					b.Until("[...document.querySelectorAll('#odds details[open] thead')].filter((head) => head.clientHeight > 0).length <= 1")
					b.Until("[...document.querySelectorAll('#standings .scroll, #rounds .scroll, #table .scroll')].every((s) => s.scrollWidth <= s.clientWidth)")
					b.Shot(where + ", " + part)
				}
				b.JS("for (const d of document.querySelectorAll('details')) d.open = true")
				b.Accessible(where)
			}
		}
		b.Quiet()
	}
	still := browsertest.New(t, 390, 845)
	for _, v := range views {
		still.WithoutScripts(v.address)
		for _, part := range v.parts {
			still.Until("document.getElementById('" + part + "').innerText.length > 10")
		}
		still.Shot(v.name + " without scripts")
	}
}

// TestTimesAreInTheReadersZone: the page of a season names the start of its next event, at
// 19:00 UTC, in the time zone of its reader.
func TestTimesAreInTheReadersZone(t *testing.T) {
	browsertest.Needed(t)
	address := weeks(t, 3, false)
	b := browsertest.New(t, 390, 845)
	for zone, want := range map[string]string{"Asia/Tokyo": "Mar 3, 2026, 4:00 AM", "America/New_York": "Mar 2, 2026, 2:00 PM", "UTC": "Mar 2, 2026, 7:00 PM"} {
		b.Zone(zone)
		b.Visit(address)
		b.Until(`document.querySelector("time.local")?.textContent.match(/[AP]M/)`)
		if got := b.Text(`document.querySelector("time.local").textContent.replace(/\u202f/g, " ")`); got != want {
			t.Errorf("in %s the page says %q, want %q", zone, got, want)
		}
	}
	b.Quiet()
}

// TestTheLogIsInTheReadersZone: an evening that began at 18:00 UTC is read in Tokyo as one of
// the next day.
func TestTheLogIsInTheReadersZone(t *testing.T) {
	browsertest.Needed(t)
	playing, _ := twice(t)
	address := followed(t, playing)
	b := browsertest.New(t, 390, 845)
	for zone, want := range map[string][3]string{
		"Asia/Tokyo": {"Mar 7, 2026", "3:00:09 AM", "Mar 7, 2026"}, "America/New_York": {"Mar 6, 2026", "1:00:09 PM", "Mar 6, 2026"},
	} {
		b.Zone(zone)
		b.Visit(address)
		b.Until(`document.querySelector("#log .note").textContent.includes("` + zone + `")`)
		for i, at := range []string{"ol.log li b", "ol.log time", "time.day"} {
			if got := b.Text(`document.querySelector("` + at + `").textContent.replace(/\u202f/g, " ")`); got != want[i] {
				t.Errorf("in %s %s is %q, want %q", zone, at, got, want[i])
			}
		}
	}
	b.Quiet()
}

// TestOnesOwnWayIsALink: the address that /status gives leads to a player's place and to
// the match of each round, the newest first, also where the name is a part of another one.
func TestOnesOwnWayIsALink(t *testing.T) {
	browsertest.Needed(t)
	long := func(s *tournament.Settings) { s.Stages = stage.MustParse("swiss 4 > bracket 8") }
	over := play(t, 5, "magic", long, histories.Lively(20), func(n int) string { return "Ann " + strings.Repeat("i", n) })
	played := 0
	for r := range over.State.Rounds {
		if over.State.MatchOf(r+1, 1) > 0 {
			played++
		}
	}
	b := browsertest.New(t, 390, 846)
	b.Visit(followed(t, over) + "#" + url.Values{"find": {over.Name(1)}}.Encode())
	b.Until(fmt.Sprintf("document.querySelectorAll('#path li').length === %d", played+1))
	b.Until("document.querySelectorAll('#places tr.mine').length === 1")
	b.Shot("own way")
	b.Accessible("own way")
	b.Quiet()
}

// TestOverlaysFitTheirPicture: each view of a stream, light figures on a dark ground,
// within 1920×1080.
func TestOverlaysFitTheirPicture(t *testing.T) {
	browsertest.Needed(t)
	playing, over := twice(t)
	during, after := followed(t, playing)+"/overlay?view=", followed(t, over)+"/overlay?view="
	b := browsertest.New(t, 1920, 1080) // after the servers, which would wait for it
	for name, address := range map[string]string{
		"clock": during + "clock", "table": during + "table:1", "standings": during + "standings", "next": during + "next",
		"bracket": after + "bracket", "standings after": after + "standings", "next after": after + "next", "clock after": after + "clock",
	} {
		b.Visit(address)
		b.Until("document.getElementById('event').innerText.length > 3")
		if name == "clock" {
			b.Until("/^3[01]:[0-5][0-9]$/.test(document.querySelector('time.clock').innerText)")
		}
		b.Shot(name)
		b.Until("(() => { const r = document.getElementById('event').getBoundingClientRect(); return r.right <= 1920 && r.bottom <= 1080 })()")
		b.Accessible("overlay " + name)
	}
	b.Quiet()
}

// TestStandingsFitPaper prints what is over on A4: no column is cut off.
func TestStandingsFitPaper(t *testing.T) {
	browsertest.Needed(t)
	long := func(s *tournament.Settings) { s.Stages = stage.MustParse("swiss 4 > bracket 8 third") }
	pages := map[string]string{"event": followed(t, play(t, 5, "magic", long, histories.Lively(20), nil)), "season": weeks(t, 3, false)}
	b := browsertest.New(t, 794, 1123) // A4 at 96 dots an inch
	for name, address := range pages {
		b.Visit(address)
		b.Until("document.querySelector('table')")
		b.OnPaper()
		b.Until("document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('table')].every((t) => t.getBoundingClientRect().right <= innerWidth)")
		b.Until("[...document.querySelectorAll('.bracket svg')].every((d) => d.clientWidth > 100 && d.getBoundingClientRect().right <= innerWidth)")
		b.Shot("paper, " + name)
		b.Media("light") // what prints is no screen that looks like paper
		b.Paper(name)
	}
	b.Quiet()
}
