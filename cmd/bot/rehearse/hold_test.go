package rehearse

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestHold starts the local Discord alone and connects to the printed addresses.
func TestHold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	reader, writer := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- Main(ctx, []string{"--hold", "--json", "--players", "3"}, Env{Stdout: writer, Stderr: &bytes.Buffer{}})
	}()
	var addresses map[string]string
	if err := json.NewDecoder(reader).Decode(&addresses); err != nil {
		t.Fatal(err)
	}
	get := func(url, authorization string) (int, string) {
		t.Helper()
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", authorization)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(body)
	}
	if status, body := get(addresses["api_base"]+"/api/v9/users/@me", "Bot "+addresses["token"]); status != http.StatusOK {
		t.Errorf("the token gives %d %s", status, body)
	}
	status, body := get(addresses["control"]+"/state", "Bearer "+addresses["key"])
	if status != http.StatusOK || !strings.Contains(body, "Chloé") || !strings.Contains(body, addresses["to_channel"]) {
		t.Errorf("the control address gives %d %s", status, body)
	}
	cancel()
	if got := <-code; got != exitOK {
		t.Errorf("exit code %d", got)
	}
}
