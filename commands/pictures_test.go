package commands_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
)

// pictured downloads and decodes the pictures of a message. It checks that each has an
// alt text and is used in the message.
func (h *testServer) pictured(m localdiscord.Message) []localdiscord.Attachment {
	h.t.Helper()
	var out []localdiscord.Attachment
	for _, a := range m.Attachments {
		if a.ContentType != "image/png" {
			continue
		}
		data, ok := h.srv.File(a)
		if !ok {
			h.t.Fatalf("the file %s is gone", a.Name)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			h.t.Fatalf("%s: %v", a.Name, err)
		}
		if size := img.Bounds().Size(); size.X != 1100 || size.Y < 200 {
			h.t.Errorf("%s is %v large", a.Name, size)
		}
		if a.Description == "" {
			h.t.Errorf("%s has no alt text", a.Name)
		}
		out = append(out, a)
	}
	return out
}

// again returns the current state of a message.
func (h *testServer) again(m localdiscord.Message) localdiscord.Message {
	h.t.Helper()
	for _, now := range h.srv.Messages(h.channel, h.organiser) {
		if now.ID == m.ID {
			return now
		}
	}
	h.t.Fatalf("the message is gone: %s", h.srv.Render(m))
	return m
}

// finish reports every open table of the current round.
func (h *testServer) finish(result string) {
	h.t.Helper()
	s := h.snapshot().State
	r := len(s.Rounds)
	for _, m := range s.Blocking(r) {
		_, l := s.Match(r, m)
		h.slash(h.organiser, "player report", localdiscord.Options{"table": int(l.Table), "round": r, "result": result})
	}
	h.settle()
}

// TestStandingsArePostedAsAPicture: the post after a round has the table as a picture
// with alt text, the text is a button away, and a correction replaces the picture.
func TestStandingsArePostedAsAPicture(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.toRound1(5, localdiscord.Options{"rounds": 2, "cut": 0})
	h.finish("2-0")
	post := h.newest(h.channel, h.organiser, "### Standings after Round 1")
	before := h.pictured(post)
	if len(before) != 1 || !strings.Contains(before[0].Description, "Player 1") {
		t.Fatalf("the post has the pictures %+v", before)
	}
	if text := h.srv.Render(post); strings.Contains(text, "Pts") {
		t.Errorf("the post has the table as text too: %s", text)
	}
	if text := h.press(h.organiser, post, "As text"); !strings.Contains(text, "Pts") || !strings.Contains(text, "Player 1") {
		t.Errorf("as text: %s", text)
	}
	h.slash(h.organiser, "player report", localdiscord.Options{"table": 1, "round": 1, "result": "0-2"})
	h.press(h.organiser, h.newest(h.channel, h.organiser, "Change Table 1 · Round 1?"), "Change the result")
	h.settle()
	after := h.pictured(h.again(post))
	if len(after) != 1 || after[0].ID == before[0].ID || after[0].Description == before[0].Description {
		t.Errorf("after a correction the post has the pictures %+v, before %+v", after, before)
	}
	h.clean()
}

// TestPicturesAreLightWhereAServerWantsThemSo: new events take the server's choice, and
// each event can change its own.
func TestPicturesAreLightWhereAServerWantsThemSo(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	if got := h.slash(h.organiser, "setup", localdiscord.Options{"light_pictures": true}); !strings.Contains(got, "Light pictures: on") {
		t.Fatalf("after the choice /setup says %s", got)
	}
	h.toRound1(4, localdiscord.Options{"rounds": 3, "cut": 0})
	lit := func(round string) bool {
		t.Helper()
		h.finish("2-0")
		a := h.pictured(h.newest(h.channel, h.organiser, "### Standings after "+round))[0]
		data, _ := h.srv.File(a)
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		r, g, b, _ := img.At(1, img.Bounds().Dy()-2).RGBA()
		return r+g+b > 3*0x8000
	}
	if !lit("Round 1") {
		t.Error("the picture of a new event is dark")
	}
	h.slash(h.organiser, "tournament settings", localdiscord.Options{"set": "light_pictures=off"})
	h.slash(h.organiser, "round pair", nil)
	h.slash(h.organiser, "round publish", nil)
	if lit("Round 2") {
		t.Error("the event's own choice is passed over")
	}
	h.clean()
}

// TestAPictureHoldsUpNoPost: a post with a slow picture is sent as text, others are sent
// meanwhile, and the picture follows in an edit.
func TestAPictureHoldsUpNoPost(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.toRound1(6, localdiscord.Options{"stages": "groups 2 roundrobin"})
	gate := make(chan struct{})
	h.drawGate.Store(&gate)
	for table := range 2 {
		h.slash(h.organiser, "player report", localdiscord.Options{"table": table + 1, "round": 1, "result": "2-0"})
	}
	post := h.newest(h.channel, h.organiser, ": Standings after Round 1")
	if text := h.srv.Render(post); !strings.Contains(text, "Pts") || len(post.Attachments) > 0 {
		t.Errorf("without its picture the post says %s", text)
	}
	h.slash(h.organiser, "tournament announce", localdiscord.Options{"text": "Lunch."})
	h.newest(h.channel, h.organiser, "Lunch.")
	close(gate)
	h.settle()
	if post = h.again(post); len(h.pictured(post)) == 0 {
		t.Errorf("afterwards the post says %s", h.srv.Render(post))
	}
	h.clean()
}

// TestTheBracketIsOnePictureThatIsEdited: it is posted with the cut, edited after each
// result, and never posted again.
func TestTheBracketIsOnePictureThatIsEdited(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 1, "cut": 4})
	h.finish("2-0")
	h.slash(h.organiser, "tournament cut", nil)
	h.settle()
	first := h.newest(h.channel, h.organiser, ": bracket")
	before := h.pictured(first)
	if len(before) != 1 {
		t.Fatalf("the bracket has the pictures %+v", before)
	}
	for range 2 {
		h.nextRound()
		h.finish("2-1")
	}
	last := h.newest(h.channel, h.organiser, ": bracket")
	after := h.pictured(last)
	if last.ID != first.ID {
		t.Error("the bracket was posted again")
	}
	if len(after) != 1 || after[0].ID == before[0].ID || !strings.Contains(after[0].Description, "Places") && !strings.Contains(after[0].Description, "1: ") {
		t.Errorf("after the final the bracket has the pictures %+v", after)
	}
	if !strings.Contains(h.srv.Render(last), "Winner: ") {
		t.Errorf("after the final the bracket says %s", h.srv.Render(last))
	}
	h.clean()
}

// TestSeatingIsPostedWithItsWinds: a mahjong event starts with a picture of all sessions,
// and each session can be shown as a picture and as text.
func TestSeatingIsPostedWithItsWinds(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.create(localdiscord.Options{"ruleset": "riichi-helper"})
	h.players(8)
	h.slash(h.organiser, "tournament start", nil)
	h.settle()
	post := h.newest(h.channel, h.organiser, "Commitment:")
	files := h.pictured(post)
	if len(files) == 0 || !strings.Contains(files[0].Description, "Hanchan 1") || !strings.Contains(files[0].Description, "E Player") {
		t.Fatalf("the start has the pictures %+v", files)
	}
	h.press(h.organiser, post, "Who sits where")
	session := h.newest(h.channel, h.organiser, "### Hanchan 1: seating")
	if len(h.pictured(session)) != 1 {
		t.Errorf("session 1: %s", h.srv.Render(session))
	}
	h.press(h.organiser, session, "▶")
	h.press(h.organiser, h.newest(h.channel, h.organiser, "### Hanchan 2: seating"), "As text")
	if text := h.srv.Render(h.newest(h.channel, h.organiser, "### Hanchan 2: seating")); !strings.Contains(text, "**Table 2:** E Player") {
		t.Errorf("session 2 as text: %s", text)
	}
	h.clean()
}

// TestARoundRobinHasItsCrosstable: the crosstable is posted with the standings.
func TestARoundRobinHasItsCrosstable(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.create(localdiscord.Options{"ruleset": "chess-casual", "format": "round_robin"})
	h.players(4)
	h.begin()
	h.finish("1-0")
	files := h.pictured(h.newest(h.channel, h.organiser, "### Standings after Round 1"))
	if len(files) != 2 || files[1].Name != "crosstable-1.png" {
		t.Errorf("the standings have the pictures %+v", files)
	}
	h.clean()
}

// TestTheCourseOfAChance: after two rounds a player sees the chance of making the cut
// before and after each of them, as a plot and as text.
func TestTheCourseOfAChance(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	players := h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 4})
	h.finish("2-0")
	h.nextRound()
	h.finish("2-1")
	h.use(players[0], "odds", nil)
	h.press(players[0], h.newest(h.channel, players[0], ": odds"), "Over the rounds")
	course := h.newest(h.channel, players[0], "odds over the rounds")
	if files := h.pictured(course); len(files) != 1 || files[0].Name != "course-1.png" || !strings.Contains(files[0].Description, "R2") {
		t.Errorf("the course has the pictures %+v", files)
	}
	text := h.srv.Render(course)
	for _, moment := range []string{"Start", "R1", "R2"} {
		if !strings.Contains(text, moment) {
			t.Errorf("the course does not say %s: %s", moment, text)
		}
	}
	h.clean()
}

// TestOddsAndPlansArePlots: the table around the cut line and a simulated event are also
// plots once the numbers are final.
func TestOddsAndPlansArePlots(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.toRound1(8, localdiscord.Options{"rounds": 3, "cut": 4})
	h.finish("2-0")
	for what, asked := range map[string]*localdiscord.Interaction{
		"odds":   h.use(h.organiser, "odds", localdiscord.Options{"everybody": true}),
		"points": h.use(h.organiser, "tournament simulate", localdiscord.Options{"players": 8, "rounds": 3, "cut": 4}),
	} {
		m := h.awaitText(asked, func(m localdiscord.Message) bool { return len(m.Attachments) > 0 })
		if files := h.pictured(m); len(files) != 1 || !strings.HasPrefix(files[0].Name, what) {
			t.Errorf("%s: the pictures are %+v in %s", what, files, h.srv.Render(m))
		}
	}
	h.clean()
}

// TestTheEndCarriesTheEvent: the champion's post and /tournament export have the
// tournament file and the page to keep.
func TestTheEndCarriesTheEvent(t *testing.T) {
	h := drawnTestServer(t)
	h.toRound1(4, localdiscord.Options{"rounds": 1, "cut": 0})
	if got := h.slash(h.organiser, "tournament export", localdiscord.Options{"format": "html"}); !strings.Contains(got, "isn't over") {
		t.Errorf("a running event exported as a page: %s", got)
	}
	h.finish("2-0")
	h.slash(h.organiser, "tournament finish", nil)
	post := h.newest(h.channel, h.organiser, "Provably fair")
	day := h.snapshot().State.At.UTC().Format(time.DateOnly)
	page := func(m localdiscord.Message, name string) {
		t.Helper()
		for _, a := range m.Attachments {
			if a.Name != name {
				continue
			}
			data, ok := h.srv.File(a)
			if !ok || !bytes.Contains(data, []byte("<title>Friday Night</title>")) || !bytes.Contains(data, []byte(h.snapshot().State.Secret)) {
				t.Errorf("%s is no page of the event", name)
			}
			return
		}
		t.Errorf("there is no %s in %s", name, h.srv.Render(m))
	}
	page(post, "friday-night-"+day+".html")
	if !testing.Short() && !strings.Contains(h.srv.Render(post), "(picture: Friday Night, Magic: The Gathering · 4 players") {
		t.Errorf("there is no podium in %s", h.srv.Render(post))
	}
	page(*h.answer(h.use(h.organiser, "tournament export", localdiscord.Options{"format": "html"})).Message, "friday-night-"+day+".html")
	secret, commitment := h.snapshot().State.Secret, h.snapshot().State.Commitment
	if got := h.press(h.organiser, post, "Provably fair · "+commitment[:4]+"-"+commitment[4:8]); !strings.Contains(got, secret) || !strings.Contains(got, "friday-night-"+day+".json") {
		t.Errorf("the draw cannot be checked with %s", got)
	}
	h.clean()
}

// TestStandingsAndBracketAnswerWithPictures: /standings turns its pages of pictures and
// of text separately.
func TestStandingsAndBracketAnswerWithPictures(t *testing.T) {
	notShort(t)
	h := drawnTestServer(t)
	h.toRound1(36, localdiscord.Options{"rounds": 1, "cut": 4})
	h.finish("2-0")
	i := h.use(h.organiser, "standings", nil)
	answer := h.answer(i)
	if answer.Message == nil || len(h.pictured(*answer.Message)) != 1 || !strings.Contains(h.text(answer), "(1/2)") {
		t.Fatalf("/standings: %s", h.text(answer))
	}
	h.press(h.organiser, *answer.Message, "▶")
	page := h.newest(h.channel, h.organiser, "(2/2)")
	if files := h.pictured(page); len(files) != 1 || !strings.Contains(files[0].Description, "33 ") {
		t.Errorf("page 2 has the pictures %+v", files)
	}
	h.press(h.organiser, page, "As text")
	page = h.newest(h.channel, h.organiser, "(2/2)")
	if text := h.srv.Render(page); len(page.Attachments) != 0 || !strings.Contains(text, "36 Player") {
		t.Errorf("page 2 as text: %s", text)
	}
	h.press(h.organiser, page, "As picture")
	if page = h.newest(h.channel, h.organiser, "(1/2)"); len(h.pictured(page)) != 1 {
		t.Error("there is no way back to the picture")
	}
	h.slash(h.organiser, "tournament cut", nil)
	answer = h.answer(h.use(h.organiser, "bracket", nil))
	if len(h.pictured(*answer.Message)) != 1 {
		t.Errorf("/bracket: %s", h.text(answer))
	}
	h.press(h.organiser, *answer.Message, "As text")
	if text := h.srv.Render(h.newest(h.channel, h.organiser, ": bracket")); !strings.Contains(text, "Semi-finals") {
		t.Errorf("the bracket as text: %s", text)
	}
	h.clean()
}
