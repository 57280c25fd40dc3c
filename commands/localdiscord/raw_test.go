package localdiscord_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"topcut/commands/localdiscord"
)

// response is the answer to a raw request.
type response struct {
	status int
	header http.Header
	body   string
	Code   int    `json:"code"`
	ID     string `json:"id"`
}

// call sends a request as the bot. body is JSON, or empty for none; path
// begins behind /api/v10 unless it names a version.
func (w *testServer) call(method, path, body string) response {
	w.t.Helper()
	kind := ""
	if body != "" {
		kind = "application/json"
	}
	return w.send(method, path, kind, strings.NewReader(body))
}

// upload sends a multipart request with one file per name.
func (w *testServer) upload(method, path, payload string, files ...string) response {
	w.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	if payload != "" {
		if err := form.WriteField("payload_json", payload); err != nil {
			w.t.Fatal(err)
		}
	}
	for i, name := range files {
		part, err := form.CreateFormFile(fmt.Sprintf("files[%d]", i), name)
		if err == nil && strings.HasPrefix(name, "good") {
			_, err = part.Write(picture(w.t))
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		w.t.Fatal(err)
	}
	return w.send(method, path, form.FormDataContentType(), &b)
}

func (w *testServer) send(method, path, kind string, body io.Reader) response {
	w.t.Helper()
	if !strings.HasPrefix(path, "/api/") {
		path = "/api/v10" + path
	}
	r, err := http.NewRequestWithContext(w.ctx(), method, w.URL()+path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+w.BotToken())
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return response{status: -1, body: err.Error()}
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return response{status: -1, body: err.Error()}
	}
	a := response{status: res.StatusCode, header: res.Header, body: string(raw)}
	_ = json.Unmarshal(raw, &a) // lists and pages have neither code nor id
	return a
}

// post posts a message of the bot with this text and returns its id.
func (w *testServer) post(text string) string {
	w.t.Helper()
	a := w.call("POST", "/channels/"+w.general.ID()+"/messages", fmt.Sprintf(`{"content":%q,"allowed_mentions":{"parse":[]}}`, text))
	if a.status != 200 {
		w.t.Fatalf("post: %d %s", a.status, a.body)
	}
	return a.ID
}

// wantViolation checks that exactly one violation was recorded, with this code
// and text, and forgets it.
func (w *testServer) wantViolation(code int, text string) {
	w.t.Helper()
	list := w.Violations()
	if len(list) != 1 || list[0].Code != code || !strings.Contains(list[0].Reason, text) {
		w.t.Errorf("violations are %v; want one with code %d and %q", list, code, text)
	}
	w.ClearViolations()
}

// plainConn is a gateway connection without a library behind it.
type plainConn struct {
	t  *testing.T
	ws *websocket.Conn
}

type packet struct {
	Op   int             `json:"op"`
	Type string          `json:"t"`
	Seq  int64           `json:"s"`
	Data json.RawMessage `json:"d"`
}

func (w *testServer) dial() *plainConn {
	w.t.Helper()
	ws, res, err := websocket.DefaultDialer.Dial(w.GatewayURL()+"/?v=9&encoding=json", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = res.Body.Close() // empty after an upgrade
	w.t.Cleanup(func() { _ = ws.Close() })
	c := &plainConn{t: w.t, ws: ws}
	if p := c.read(); p.Op != 10 {
		w.t.Fatalf("the first packet is op %d, not Hello", p.Op)
	}
	return c
}

// login identifies and returns the session id.
func (w *testServer) login(c *plainConn, intents int) string {
	w.t.Helper()
	c.write(`{"op":2,"d":{"token":%q,"intents":%d,"properties":{"os":"linux","browser":"x","device":"x"}}}`, "Bot "+w.BotToken(), intents)
	var ready struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(c.event("READY").Data, &ready); err != nil {
		w.t.Fatal(err)
	}
	c.event("GUILD_CREATE")
	return ready.SessionID
}

func (c *plainConn) write(format string, args ...any) {
	c.t.Helper()
	if err := c.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *plainConn) read() packet {
	c.t.Helper()
	_, raw, err := c.ws.ReadMessage()
	if err != nil {
		c.t.Fatal(err)
	}
	var p packet
	if err := json.Unmarshal(raw, &p); err != nil {
		c.t.Fatal(err)
	}
	return p
}

// event reads the next packet, which must be this event.
func (c *plainConn) event(name string) packet {
	c.t.Helper()
	p := c.read()
	if p.Type != name {
		c.t.Fatalf("got %q (op %d), want %s", p.Type, p.Op, name)
	}
	return p
}

// closed reads until the connection ends and returns the close code.
func (c *plainConn) closed() int {
	c.t.Helper()
	for {
		_, _, err := c.ws.ReadMessage()
		if err == nil {
			continue
		}
		if e, ok := errors.AsType[*websocket.CloseError](err); ok {
			return e.Code
		}
		return websocket.CloseAbnormalClosure
	}
}

// deaf connects a session that answers nothing, so that people's actions are
// sent somewhere, and returns it.
func (w *testServer) deaf() *plainConn {
	c := w.dial()
	w.login(c, 1)
	return c
}

// button returns a row with one button.
func button(label, id string) string {
	return fmt.Sprintf(`{"type":1,"components":[{"type":2,"style":1,"label":%q,"custom_id":%q}]}`, label, id)
}

// slash runs /go, registering it first, and returns the interaction.
func (w *testServer) slash() *localdiscord.Interaction {
	w.t.Helper()
	a := w.call("PUT", "/applications/"+w.BotID()+"/commands", `[{"name":"go","description":"Go"}]`)
	if a.status != 200 {
		w.t.Fatalf("register: %d %s", a.status, a.body)
	}
	return must(w.ann.Slash(w.ctx(), w.general, "go", nil))(w.t)
}

// callback answers an interaction.
func (w *testServer) callback(i *localdiscord.Interaction, body string) response {
	w.t.Helper()
	return w.call("POST", "/interactions/"+i.ID()+"/"+i.Token()+"/callback", body)
}

// hook returns the path of the messages of an interaction.
func (w *testServer) hook(i *localdiscord.Interaction, rest string) string {
	return "/webhooks/" + w.BotID() + "/" + i.Token() + rest
}

// TestARequestThatIsCutOffBreaksNoRule sends half of a body, as a bot does that is killed.
func TestARequestThatIsCutOffBreaksNoRule(t *testing.T) {
	w := newTestServer(t)
	var dialer net.Dialer
	conn, err := dialer.DialContext(w.ctx(), "tcp", strings.TrimPrefix(w.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, err = fmt.Fprintf(conn, "POST /api/v10/channels/%s/messages HTTP/1.1\r\nHost: discord\r\nAuthorization: Bot %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: 400\r\n\r\n{\"content\":\"half", w.general.ID(), w.BotToken())
	if err == nil {
		err = conn.(*net.TCPConn).CloseWrite()
	}
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := io.ReadAll(conn); err != nil || len(answer) > 0 {
		t.Errorf("the answer is %q, %v; want a closed connection", answer, err)
	}
}
