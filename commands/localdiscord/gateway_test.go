package localdiscord_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"topcut/commands/localdiscord/localtest"
)

func TestBadGatewayPayloadsEndTheConnectionWithDiscordsCloseCode(t *testing.T) {
	identify := func(w *testServer, token string, intents int, more string) string {
		return fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":%d,"properties":{"os":"x"}%s}}`, token, intents, more)
	}
	tests := []struct {
		name string
		send func(w *testServer) string
		code int
	}{
		{"unknown opcode", func(*testServer) string { return `{"op":99,"d":null}` }, 4001},
		{"not JSON", func(*testServer) string { return `{` }, 4002},
		{"over 4096 bytes", func(*testServer) string { return `{"op":1,"d":"` + string(bytes.Repeat([]byte("x"), 5000)) + `"}` }, 4002},
		{"presence before IDENTIFY", func(*testServer) string { return `{"op":3,"d":{}}` }, 4003},
		{"wrong token", func(w *testServer) string { return identify(w, "Bot nonsense", 1, "") }, 4004},
		{"bad intents", func(w *testServer) string { return identify(w, w.BotToken(), 1<<30, "") }, 4013},
		{"privileged intents", func(w *testServer) string { return identify(w, w.BotToken(), 1<<15, "") }, 4014},
		{"bad shard", func(w *testServer) string { return identify(w, w.BotToken(), 1, `,"shard":[2,1]`) }, 4010},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newTestServer(t)
			c := w.dial()
			c.write("%s", tt.send(w))
			if code := c.closed(); code != tt.code {
				t.Errorf("close code is %d, want %d", code, tt.code)
			}
			w.wantViolation(tt.code, "")
		})
	}
}

func TestASecondIdentifyEndsTheConnection(t *testing.T) {
	w := newTestServer(t)
	c := w.dial()
	w.login(c, 1)
	c.write(`{"op":2,"d":{"token":%q,"intents":1,"properties":{}}}`, w.BotToken())
	if code := c.closed(); code != 4005 {
		t.Errorf("close code is %d", code)
	}
	w.wantViolation(4005, "twice")
}

func TestAHeartbeatIsAcknowledgedUnlessHeldBack(t *testing.T) {
	w := newTestServer(t)
	c := w.dial()
	w.login(c, 1)
	c.write(`{"op":1,"d":2}`)
	if p := c.read(); p.Op != 11 {
		t.Errorf("got op %d", p.Op)
	}
	w.Faults().HoldAcks(true)
	c.write(`{"op":1,"d":2}`)
	w.Faults().RequestHeartbeat()
	if p := c.read(); p.Op != 1 {
		t.Errorf("got op %d, want no ack but a request for a heartbeat", p.Op)
	}
}

func TestEventsFollowTheIntents(t *testing.T) {
	w := newTestServer(t)
	guilds, all := w.dial(), w.dial()
	w.login(guilds, 1)
	w.login(all, 1|1<<9)
	must(w.ann.Send(w.ctx(), w.general, "hello"))(t)
	w.guild.AddChannel("side")
	all.event("MESSAGE_CREATE")
	all.event("CHANNEL_CREATE")
	guilds.event("CHANNEL_CREATE")
}

func TestAResumedSessionGetsWhatItMissedInOrder(t *testing.T) {
	w := newTestServer(t)
	c := w.dial()
	id := w.login(c, 1)
	w.guild.AddChannel("one")
	seen := c.event("CHANNEL_CREATE")
	if n := w.Faults().Drop(); n != 1 {
		t.Errorf("%d connections dropped", n)
	}
	if code := c.closed(); code != websocket.CloseAbnormalClosure {
		t.Errorf("close code is %d", code)
	}
	w.guild.AddChannel("two")
	w.guild.AddChannel("three")

	c = w.dial()
	c.write(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`, w.BotToken(), id, seen.Seq)
	two, three, resumed := c.event("CHANNEL_CREATE"), c.event("CHANNEL_CREATE"), c.event("RESUMED")
	if diff := cmp.Diff([]int64{seen.Seq + 1, seen.Seq + 2, seen.Seq + 3}, []int64{two.Seq, three.Seq, resumed.Seq}); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
	if s := w.Stats(); s.Resumes != 1 || s.Identifies != 1 || s.Connections != 2 {
		t.Errorf("stats are %+v", s)
	}
}

func TestASessionThatIsGoneCannotBeResumed(t *testing.T) {
	tests := []struct {
		name string
		lose func(w *testServer, c *plainConn, clock *localtest.ManualClock)
		seq  int
		code int
	}{
		{"closed with 1000", func(_ *testServer, c *plainConn, _ *localtest.ManualClock) {
			_ = c.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""))
			c.closed()
		}, 1, 0},
		{"too late", func(w *testServer, c *plainConn, clock *localtest.ManualClock) {
			w.Faults().Drop()
			c.closed()
			w.waitSessions(0)
			clock.Advance(3 * time.Minute)
		}, 1, 0},
		{"more missed than is kept", func(w *testServer, c *plainConn, _ *localtest.ManualClock) {
			w.Faults().Drop()
			c.closed()
			w.waitSessions(0)
			w.Faults().Storm(5000)
		}, 1, 0},
		{"sequence from the future", func(w *testServer, c *plainConn, _ *localtest.ManualClock) {
			w.Faults().Drop()
			c.closed()
		}, 900, 4007},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			clock := localtest.NewManualClock(start())
			w := newTestServer(t, manual(clock))
			c := w.dial()
			id := w.login(c, 1)
			tt.lose(w, c, clock)
			w.waitSessions(0)
			c = w.dial()
			c.write(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`, w.BotToken(), id, tt.seq)
			if tt.code != 0 {
				if code := c.closed(); code != tt.code {
					t.Errorf("close code is %d", code)
				}
				w.wantViolation(tt.code, "")
				return
			}
			if p := c.read(); p.Op != 9 || string(p.Data) != "false" {
				t.Errorf("got op %d %s", p.Op, p.Data)
			}
			w.login(c, 1) // on the same connection, as discordgo does
		})
	}
}

// waitSessions waits until so many sessions are connected.
func (w *testServer) waitSessions(n int) {
	w.t.Helper()
	for w.Stats().Sessions != n {
		select {
		case <-w.ctx().Done():
			w.t.Fatalf("there are still %d sessions", w.Stats().Sessions)
		case <-time.After(time.Millisecond):
		}
	}
}

func TestCompressedPayloadsAreWholeZlibStreams(t *testing.T) {
	w := newTestServer(t)
	c := w.dial()
	c.write(`{"op":2,"d":{"token":%q,"intents":1,"compress":true,"properties":{}}}`, w.BotToken())
	kind, raw, err := c.ws.ReadMessage()
	if err != nil || kind != websocket.BinaryMessage {
		t.Fatalf("frame of type %d: %v", kind, err)
	}
	z, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	var p packet
	if err != nil || json.Unmarshal(text, &p) != nil || p.Type != "READY" {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestScriptedGatewayFaults(t *testing.T) {
	w := newTestServer(t, realTime)
	f := w.Faults()

	f.RefuseNext(4014, 1)
	c := w.dial()
	c.write(`{"op":2,"d":{"token":%q,"intents":1,"properties":{}}}`, w.BotToken())
	if code := c.closed(); code != 4014 {
		t.Errorf("refused with %d", code)
	}
	for _, op := range []int{7, 9} {
		f.FirstPacket(op, 1)
		c = w.dial()
		c.write(`{"op":2,"d":{"token":%q,"intents":1,"properties":{}}}`, w.BotToken())
		if p := c.read(); p.Op != op {
			t.Errorf("first packet is op %d, want %d", p.Op, op)
		}
	}
	c = w.dial()
	w.login(c, 1)
	f.Duplicate(1)
	w.guild.AddChannel("twice")
	if a, b := c.event("CHANNEL_CREATE"), c.event("CHANNEL_CREATE"); a.Seq != b.Seq {
		t.Errorf("duplicates have the numbers %d and %d", a.Seq, b.Seq)
	}
	f.Swap(1)
	w.guild.AddChannel("first")
	w.guild.AddChannel("second")
	if a, b := c.event("CHANNEL_CREATE"), c.event("CHANNEL_CREATE"); a.Seq != b.Seq+1 {
		t.Errorf("swapped events have the numbers %d and %d", a.Seq, b.Seq)
	}
	f.Delay(1, 50*time.Millisecond)
	w.guild.AddChannel("late")
	w.guild.AddChannel("on time")
	if a, b := c.event("CHANNEL_CREATE"), c.event("CHANNEL_CREATE"); a.Seq != b.Seq+1 {
		t.Errorf("a delayed event has the number %d, the next %d", a.Seq, b.Seq)
	}
	f.Storm(300)
	for range 300 {
		c.event("USER_UPDATE")
	}
	f.Outage(w.guild, true)
	if p := c.event("GUILD_DELETE"); !bytes.Contains(p.Data, []byte(`"unavailable":true`)) {
		t.Errorf("event is %s", p.Data)
	}
	f.Outage(w.guild, false)
	c.event("GUILD_CREATE")
	f.Reconnect()
	if p := c.read(); p.Op != 7 {
		t.Errorf("got op %d", p.Op)
	}
	f.InvalidSession(true)
	if p := c.read(); p.Op != 9 || string(p.Data) != "true" {
		t.Errorf("got op %d %s", p.Op, p.Data)
	}
	f.Close(4000)
	if code := c.closed(); code != 4000 {
		t.Errorf("closed with %d", code)
	}
}

func TestDiscordgoResumesAfterALostConnection(t *testing.T) {
	w := newTestServer(t)
	var connects atomic.Int32
	got := make(chan string, 10)
	w.bot(
		func(*discordgo.Session, *discordgo.Resumed) { connects.Add(1) },
		func(_ *discordgo.Session, m *discordgo.MessageCreate) { got <- m.ID },
	)
	w.Faults().Drop()
	w.waitSessions(0)
	missed := must(w.ann.Send(w.ctx(), w.general, "while you were out"))(t)
	select {
	case id := <-got:
		if id != missed.ID {
			t.Errorf("got message %s, want %s", id, missed.ID)
		}
	case <-w.ctx().Done():
		t.Fatal("the missed message did not come")
	}
	if s := w.Stats(); s.Resumes != 1 || s.Identifies != 1 {
		t.Errorf("stats are %+v", s)
	}
}
