package commands_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
)

// served returns the response of the web pages for a path.
func (h *testServer) served(path string) (code int, body string) {
	w := httptest.NewRecorder()
	h.pages.Handler().ServeHTTP(w, httptest.NewRequestWithContext(h.t.Context(), http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

// TestALeagueIsFollowedOnItsPage: nothing is shown until the organiser opens the page.
// Then its table, events and dates are public, changes in the league or its events reach
// the open pages, and a blanked member disappears at once.
func TestALeagueIsFollowedOnItsPage(t *testing.T) {
	h := openTestServer(t, nil, false)
	if got := h.slash(h.organiser, "league-admin create", localdiscord.Options{
		"name": "Fridays", "preset": "records", "events": 4, "cron": "0 19 * * 5", "time_zone": "UTC", "ruleset": "magic", "open_hours": 1, "rounds": 1, "cut": 0,
	}); !strings.Contains(got, "is ready") {
		t.Fatalf("/league-admin create: %s", got)
	}
	p := h.people("Ann", "Bob")
	h.evening(p...)
	if code, _ := h.served("/l/1-aaaaaaaaaaaaaaaaaaaaaaaaaa"); code != http.StatusNotFound {
		t.Fatalf("a league without a page is answered %d", code)
	}
	got := h.slash(h.organiser, "league-admin page", localdiscord.Options{"show": "link"})
	path := regexp.MustCompile(`/l/[0-9a-z]+-[a-z0-9]+`).FindString(got)
	if path == "" {
		t.Fatalf("/league-admin page: %s", got)
	}
	code, page := h.served(path)
	for _, want := range []string{"<h1><bdi>Fridays</bdi></h1>", "After 1 of 4 events", "Ann", "Bob", `id="event-1"`, "Why each of them", "noindex"} {
		if code != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("%d, the page does not have %q:\n%s", code, want, page)
		}
	}
	if _, table := h.tables(); !strings.Contains(table, "https://events.example.org"+path) {
		t.Errorf("the table in the channel does not lead to the page:\n%s", table)
	}
	if code, dates := h.served(path + ".ics"); code != http.StatusOK || strings.Count(dates, "BEGIN:VEVENT") != 5 || !strings.Contains(dates, "SUMMARY:Fridays") {
		t.Errorf("%d, one event was and four are to come:\n%s", code, dates)
	}
	if code, doc := h.served(path + ".json"); code != http.StatusOK || !strings.Contains(doc, `"rows":[{"place":1,"name":`) || !strings.Contains(doc, `"next":`) {
		t.Errorf("%d, the document is %s", code, doc)
	}
	for _, format := range []string{"html", "ics", "csv", "json"} {
		a := h.answer(h.use(h.organiser, "league-admin export", localdiscord.Options{"format": format}))
		if a.Message == nil || len(a.Message.Attachments) != 1 {
			t.Errorf("/league-admin export format:%s has no file", format)
		}
	}

	srv := httptest.NewServer(h.pages.Handler())
	defer srv.Close()
	res, err := http.Get(srv.URL + path + "/live")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	news := make(chan string, 16)
	go func() {
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if tag, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				news <- tag
			}
		}
		close(news)
	}()
	next := func(what string) {
		t.Helper()
		select {
		case _, open := <-news:
			if !open {
				t.Fatal(what + ": the stream has ended")
			}
		case <-time.After(patience):
			t.Fatal(what + " is not told")
		}
	}
	next("how it is")
	if got := h.slash(h.organiser, "league-admin adjust", localdiscord.Options{"player": "Ann", "points": "2", "reason": "judging"}); !strings.Contains(got, "2 points") {
		t.Fatalf("/league-admin adjust: %s", got)
	}
	next("an adjustment")
	if _, page := h.served(path); !strings.Contains(page, "judging") {
		t.Error("the adjustment is not on the page")
	}
	h.slash(h.organiser, "tournament page", localdiscord.Options{"show": "link"})
	next("the page of an event that counts")
	if _, page := h.served(path); strings.Count(page, "https://events.example.org/e/") != 1 {
		t.Error("the page of the event is not linked")
	}

	asked := h.answer(h.use(h.organiser, "league-admin close", nil))
	h.press(h.organiser, *asked.Message, "Close the season")
	next("that the season is closed")
	asked = h.answer(h.use(p[1], "privacy forget", nil))
	h.press(p[1], *asked.Message, "Forget me")
	next("that somebody is forgotten")
	for _, ending := range []string{"", ".json", ".ics"} {
		if _, page := h.served(path + ending); strings.Contains(page, "Bob") {
			t.Errorf("who is forgotten is still in %s", path+ending)
		}
	}

	h.slash(h.organiser, "league-admin page", localdiscord.Options{"show": "off"})
	if code, _ := h.served(path); code != http.StatusNotFound {
		t.Errorf("a page that was taken down is answered %d", code)
	}
	h.clean()
}

// TestTheDatesOfAnEventAreAFile: /tournament export has a calendar file once the event has
// a date.
func TestTheDatesOfAnEventAreAFile(t *testing.T) {
	h := openTestServer(t, nil, false)
	h.create(localdiscord.Options{"rounds": 1, "cut": 0})
	if got := h.slash(h.organiser, "tournament export", localdiscord.Options{"format": "ics"}); !strings.Contains(got, "no date") {
		t.Errorf("/tournament export of an event without a date: %s", got)
	}
	start := h.now().UTC().Add(72 * time.Hour).Truncate(time.Minute)
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "start_at=" + start.Format("2006-01-02 15:04")})
	a := h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": "ics"}))
	if a.Message == nil || len(a.Message.Attachments) != 1 {
		t.Fatalf("there is no file: %+v", a.Message)
	}
	if got := string(h.file(a.Message.Attachments[0])); !strings.Contains(got, "DTSTART:"+start.Format("20060102T150405Z")) {
		t.Errorf("the file is\n%s", got)
	}
}
