package localdiscord_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
	"topcut/commands/wire"
)

func limited(clock *localtest.ManualClock) func(*localdiscord.Config) {
	return func(c *localdiscord.Config) {
		c.Clock = clock
		c.RateLimits = localdiscord.RateLimits{}
	}
}

func TestAChannelTakesFiveMessagesInFiveSeconds(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, limited(clock))
	other := w.guild.AddChannel("other")
	send := func(c *localdiscord.Channel) response {
		return w.call("POST", "/channels/"+c.ID()+"/messages", `{"content":"x","allowed_mentions":{"parse":[]}}`)
	}
	var remaining []string
	for range 5 {
		remaining = append(remaining, send(w.general).header.Get("X-Ratelimit-Remaining"))
	}
	if diff := cmp.Diff([]string{"4", "3", "2", "1", "0"}, remaining); diff != "" {
		t.Errorf("remaining (-want +got):\n%s", diff)
	}
	clock.Advance(2 * time.Second)
	a := send(w.general)
	for key, want := range map[string]string{
		"X-Ratelimit-Limit": "5", "X-Ratelimit-Reset-After": "3.000", "X-Ratelimit-Scope": "user", "Retry-After": "3", "X-Ratelimit-Global": "",
	} {
		if got := a.header.Get(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if want := `{"global":false,"message":"You are being rate limited.","retry_after":3}`; a.status != 429 || a.body != want {
		t.Errorf("answer is %d %s", a.status, a.body)
	}
	if a := send(other); a.status != 200 {
		t.Errorf("the other channel answers %d", a.status)
	}
	clock.Advance(3 * time.Second)
	if a := send(w.general); a.status != 200 {
		t.Errorf("after the window: %d", a.status)
	}
	if s := w.Stats(); s.RateLimited != 1 || s.Posts != 7 {
		t.Errorf("stats are %+v", s)
	}
}

func TestOldMessagesTakeThreeEditsInSixSeconds(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, limited(clock))
	id := w.post("x")
	clock.Advance(61 * time.Minute)
	var codes []int
	for range 4 {
		codes = append(codes, w.call("PATCH", "/channels/"+w.general.ID()+"/messages/"+id, `{"content":"y","allowed_mentions":{"parse":[]}}`).Code)
	}
	if diff := cmp.Diff([]int{0, 0, 0, 30046}, codes); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

func TestAChannelIsRenamedTwiceInTenMinutes(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, limited(clock))
	w.guild.BotRole().SetPermissions(wire.AllPermissions)
	var status []int
	for i := range 3 {
		status = append(status, w.call("PATCH", "/channels/"+w.general.ID(), fmt.Sprintf(`{"name":"round-%d"}`, i)).status)
	}
	if diff := cmp.Diff([]int{200, 200, 429}, status); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
	if a := w.call("PATCH", "/channels/"+w.general.ID(), `{"rate_limit_per_user":5}`); a.status != 200 {
		t.Errorf("slowmode is another bucket, but answers %d", a.status)
	}
}

func TestFiftyRequestsASecondButInteractionsDoNotCount(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, limited(clock))
	w.deaf()
	i := w.slash() // one request
	got := map[int]int{}
	var last response
	for n := range 60 {
		c := w.guild.AddChannel(fmt.Sprint("c", n))
		last = w.call("GET", "/channels/"+c.ID(), "")
		got[last.status]++
	}
	if got[200] != 49 || got[429] != 11 {
		t.Errorf("answers are %v", got)
	}
	if last.header.Get("X-Ratelimit-Global") != "true" || last.header.Get("X-Ratelimit-Scope") != "global" || !strings.Contains(last.body, `"global":true`) {
		t.Errorf("answer is %v %s", last.header, last.body)
	}
	if a := w.callback(i, hello); a.status != 204 {
		t.Errorf("the callback answers %d", a.status)
	}
}

func TestScaleShortensTheWindows(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, limited(clock), func(c *localdiscord.Config) { c.RateLimits.Scale = 10 })
	for range 5 {
		w.post("x")
	}
	a := w.call("POST", "/channels/"+w.general.ID()+"/messages", `{"content":"x","allowed_mentions":{"parse":[]}}`)
	if a.status != 429 || a.header.Get("X-Ratelimit-Reset-After") != "0.500" {
		t.Errorf("answer is %d %v", a.status, a.header)
	}
}

func TestDiscordgoFollowsTheHeaders(t *testing.T) {
	w := newTestServer(t, realTime, func(c *localdiscord.Config) { c.RateLimits = localdiscord.RateLimits{Scale: 50} })
	s := w.session()
	for n := range 23 {
		if _, err := s.ChannelMessageSendComplex(w.general.ID(), &discordgo.MessageSend{Content: fmt.Sprint(n), AllowedMentions: silent()}); err != nil {
			t.Fatal(err)
		}
	}
	if st := w.Stats(); st.Posts != 23 || st.RateLimited != 0 {
		t.Errorf("stats are %+v", st)
	}
}
