package localdiscord_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
)

const hello = `{"type":4,"data":{"content":"hello","allowed_mentions":{"parse":[]}}}`

func manual(c *localtest.ManualClock) func(*localdiscord.Config) {
	return func(cfg *localdiscord.Config) { cfg.Clock = c }
}

func start() time.Time { return time.Date(2026, 9, 1, 18, 0, 0, 0, time.UTC) }

func TestAnInteractionTakesOneAnswerInTimeAndOfTheRightType(t *testing.T) {
	const (
		deferred = `{"type":5}`
		modal    = `{"type":9,"data":{"title":"T","custom_id":"m","components":[{"type":1,"components":[{"type":4,"custom_id":"x","label":"X","style":1}]}]}}`
		update   = `{"type":7,"data":{"content":"new","allowed_mentions":{"parse":[]}}}`
		quiet    = `{"type":6}`
		choices  = `{"type":8,"data":{"choices":[{"name":"a","value":"a"}]}}`
	)
	tests := []struct {
		name   string
		first  string
		after  time.Duration
		second string
		status int
		code   int
	}{
		{name: "message", second: hello, status: 204},
		{name: "at three seconds", after: 3 * time.Second, second: hello, status: 404, code: 10062},
		{name: "just in time", after: 2999 * time.Millisecond, second: hello, status: 204},
		{name: "twice", first: hello, second: hello, status: 400, code: 40060},
		{name: "modal after defer", first: deferred, second: modal, status: 400, code: 40060},
		{name: "modal at once", second: modal, status: 204},
		{name: "update without a message", second: update, status: 400, code: 50035},
		{name: "quiet update without a message", second: quiet, status: 400, code: 50035},
		{name: "choices for a command", second: choices, status: 400, code: 50035},
		{name: "type 4 without data", second: `{"type":4}`, status: 400, code: 50035},
		{name: "unknown type", second: `{"type":77}`, status: 400, code: 50035},
		{name: "no body", second: `{}`, status: 400, code: 50035},
		{name: "not JSON", second: `{`, status: 400, code: 50109},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			clock := localtest.NewManualClock(start())
			w := newTestServer(t, manual(clock))
			w.deaf()
			i := w.slash()
			if tt.first != "" {
				if a := w.callback(i, tt.first); a.status != 204 {
					t.Fatalf("first answer: %d %s", a.status, a.body)
				}
			}
			clock.Advance(tt.after)
			a := w.callback(i, tt.second)
			if a.status != tt.status || a.Code != tt.code {
				t.Errorf("answer is %d %s; want %d with code %d", a.status, a.body, tt.status, tt.code)
			}
			if bad := len(w.Violations()); (bad > 0) != (tt.status >= 400) || bad > 1 {
				t.Errorf("violations are %v", w.Violations())
			}
			w.ClearViolations()
		})
	}
}

func TestAnUnansweredInteractionFailsForThePersonAfterThreeSeconds(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, manual(clock))
	w.deaf()
	i := w.slash()
	clock.Advance(3 * time.Second)
	if _, err := i.Answer(w.ctx()); !errors.Is(err, localdiscord.ErrNoResponse) {
		t.Errorf("the person sees %v", err)
	}
	w.wantViolation(0, "not acknowledged within 3 seconds")
	if s := w.Stats(); s.Unanswered != 1 || s.Acknowledged != 0 {
		t.Errorf("stats are %+v", s)
	}
}

func TestAnInteractionWithoutABotFailsButIsNobodysFault(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, manual(clock))
	i := w.slash()
	clock.Advance(3 * time.Second)
	if _, err := i.Answer(w.ctx()); !errors.Is(err, localdiscord.ErrNoResponse) {
		t.Errorf("the person sees %v", err)
	}
}

func TestATokenServesFifteenMinutesAndOnlyAfterTheFirstAnswer(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, manual(clock))
	w.deaf()
	const text = `{"content":"more","allowed_mentions":{"parse":[]}}`
	i := w.slash()
	if a := w.call("POST", w.hook(i, ""), text); a.status != 404 || a.Code != 10015 {
		t.Errorf("follow-up before the answer: %d %s", a.status, a.body)
	}
	w.wantViolation(10015, "no first answer")
	w.callback(i, hello)
	clock.Advance(14*time.Minute + 59*time.Second)
	if a := w.call("PATCH", w.hook(i, "/messages/@original"), text); a.status != 200 {
		t.Errorf("edit in time: %d %s", a.status, a.body)
	}
	clock.Advance(2 * time.Second)
	for _, method := range []string{"GET", "PATCH", "DELETE"} {
		if a := w.call(method, w.hook(i, "/messages/@original"), map[string]string{"PATCH": text}[method]); a.status != 401 || a.Code != 50027 {
			t.Errorf("%s after 15 minutes: %d %s", method, a.status, a.body)
		}
		w.wantViolation(50027, "15 minutes")
	}
}

func TestADeferralDecidesWhoSeesTheAnswer(t *testing.T) {
	w := newTestServer(t)
	w.deaf()
	i := w.slash()
	if a := w.callback(i, `{"type":5,"data":{"flags":64}}`); a.status != 204 {
		t.Fatalf("defer: %d %s", a.status, a.body)
	}
	thinking := w.Messages(w.general, w.ann)
	if len(thinking) != 1 || !thinking[0].Loading() || w.Render(thinking[0]) != "... is thinking" {
		t.Errorf("Ann sees %+v", thinking)
	}
	// The first follow-up fills the deferred message in.
	a := w.call("POST", w.hook(i, ""), `{"content":"secret","allowed_mentions":{"parse":[]}}`)
	if a.status != 200 {
		t.Fatalf("follow-up: %d %s", a.status, a.body)
	}
	if got := w.Messages(w.general, w.ann); len(got) != 1 || got[0].Content != "secret" || got[0].Loading() || !got[0].Private() {
		t.Errorf("Ann sees %+v", got)
	}
	if got := w.Messages(w.general, w.bob); len(got) != 0 {
		t.Errorf("Bob sees %+v", got)
	}
	// Not even the bot finds it in the channel.
	if a := w.call("GET", "/channels/"+w.general.ID()+"/messages/"+a.ID, ""); a.Code != 10008 {
		t.Errorf("the channel has it: %d %s", a.status, a.body)
	}
	w.wantViolation(10008, "Unknown Message")
}

func TestComponentsAnswerByUpdatingTheirMessage(t *testing.T) {
	w := newTestServer(t)
	w.deaf()
	i := w.slash()
	w.callback(i, `{"type":4,"data":{"content":"panel","allowed_mentions":{"parse":[]},"components":[`+button("Go", "go")+`]}}`)
	m, ok := i.Original()
	if !ok {
		t.Fatal("no message")
	}
	click := must(w.bob.Click(w.ctx(), m, "Go"))(t)
	if a := w.callback(click, `{"type":7,"data":{"content":"pressed","components":[],"allowed_mentions":{"parse":[]}}}`); a.status != 204 {
		t.Fatalf("update: %d %s", a.status, a.body)
	}
	got := must(click.Answer(w.ctx()))(t)
	if got.Message.ID != m.ID || got.Message.Content != "pressed" || len(got.Message.Components) != 0 || got.Message.Edits != 1 {
		t.Errorf("the message is now %+v", got.Message)
	}
	if _, err := w.bob.Click(w.ctx(), m, "Go"); err == nil {
		t.Error("a button that is gone could be pressed")
	}
}

func TestAModalCannotAnswerAModal(t *testing.T) {
	w := newTestServer(t)
	w.deaf()
	i := w.slash()
	const modal = `{"type":9,"data":{"title":"T","custom_id":"m","components":[{"type":18,"label":"Why","component":{"type":4,"custom_id":"x","style":1}}]}}`
	w.callback(i, modal)
	m := must(i.Answer(w.ctx()))(t).Modal
	if m == nil || m.Title != "T" {
		t.Fatalf("modal is %+v", m)
	}
	if _, err := w.bob.SubmitModal(w.ctx(), m, localdiscord.Fields{"x": "y"}); err == nil {
		t.Error("somebody else submitted the form")
	}
	submit := must(w.ann.SubmitModal(w.ctx(), m, localdiscord.Fields{"Why": "y"}))(t)
	if a := w.callback(submit, modal); a.status != 400 || a.Code != 50035 {
		t.Errorf("answer is %d %s", a.status, a.body)
	}
	w.wantViolation(50035, "modal")
	if _, err := w.ann.SubmitModal(w.ctx(), m, localdiscord.Fields{"x": "y"}); err == nil {
		t.Error("a form was submitted twice")
	}
}

func TestAFormIsSentWithThePanelThatOpenedIt(t *testing.T) {
	w := newTestServer(t)
	c := w.deaf()
	i := w.slash()
	w.callback(i, `{"type":4,"data":{"content":"panel","flags":64,"allowed_mentions":{"parse":[]},"components":[`+button("Why", "why")+`]}}`)
	c.event("INTERACTION_CREATE")
	m, ok := i.Original()
	if !ok {
		t.Fatal("no message")
	}
	click := must(w.ann.Click(w.ctx(), m, "Why"))(t)
	c.event("INTERACTION_CREATE")
	w.callback(click, `{"type":9,"data":{"title":"T","custom_id":"m","components":[{"type":18,"label":"Why","component":{"type":4,"custom_id":"x","style":1}}]}}`)
	form := must(click.Answer(w.ctx()))(t).Modal
	if err := w.ann.Delete(m); err != nil {
		t.Fatal(err)
	}
	must(w.ann.SubmitModal(w.ctx(), form, localdiscord.Fields{"x": "y"}))(t)
	if sent := string(c.event("INTERACTION_CREATE").Data); !strings.Contains(sent, `"custom_id":"why"`) {
		t.Errorf("the form was sent without the panel, which was removed meanwhile: %s", sent)
	}
}

func TestARedeliveredInteractionMayBeAnsweredTwiceWithoutBlame(t *testing.T) {
	w := newTestServer(t)
	c := w.deaf()
	i := w.slash()
	i.Redeliver()
	first, second := c.event("INTERACTION_CREATE"), c.event("INTERACTION_CREATE")
	if string(first.Data) != string(second.Data) || first.Seq == second.Seq {
		t.Errorf("deliveries differ or share a number: %d, %d", first.Seq, second.Seq)
	}
	w.callback(i, hello)
	if a := w.callback(i, hello); a.Code != 40060 {
		t.Errorf("answer is %d %s", a.status, a.body)
	}
}

func TestACallbackCanReturnItsMessage(t *testing.T) {
	w := newTestServer(t)
	w.deaf()
	i := w.slash()
	a := w.call("POST", "/interactions/"+i.ID()+"/"+i.Token()+"/callback?with_response=true", hello)
	m, _ := i.Original()
	if a.status != 200 || m.Content != "hello" || m.Author.ID != w.BotID() {
		t.Errorf("answer is %d %s, message %+v", a.status, a.body, m)
	}
}
