package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"topcut/tournament/table"
)

func healthCommand() subcommand {
	return subcommand{
		name: "health", about: "ask the running bot whether it is well",
		text: "Asks /healthz at http.listen, which must be set. Exit code 0 where the bot is well,\n1 where it is not or does not answer: what a container or a monitor asks.",
		setup: func(fs *flag.FlagSet) action {
			name := configFlag(fs)
			patience := fs.Duration("timeout", 5*time.Second, "how long to wait for an answer, such as `5s`")
			return func(ctx context.Context, p *program, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				c, err := p.loadConfig(*name)
				if err != nil {
					return err
				}
				ctx, cancel := context.WithTimeout(ctx, *patience)
				defer cancel()
				h, err := askHealth(ctx, c)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(p.stdout, table.Visible(h.Status))
				if late := h.Answers.line(); late != "" && err == nil {
					_, err = fmt.Fprintln(p.stdout, late)
				}
				if h.Status != "ok" {
					return fmt.Errorf("the bot is %s: %s", h.Status, h.body)
				}
				return err
			}
		},
	}
}

// answeredHealth is the state reported by a bot in another process.
type answeredHealth struct {
	Status  string                `json:"status"`
	Version string                `json:"version"`
	Work    map[string]workHealth `json:"work"`
	Answers answersHealth         `json:"answers"`
	Gateway gatewayHealth         `json:"gateway"`
	body    string                // the complete body
}

var errNoListener = errors.New("http.listen is empty: the running bot cannot be asked; set it, such as http.listen = \"8080\"")

// healthLimit is how long a bot may take to report its state.
const healthLimit = 5 * time.Second

// askHealth asks the running bot of a configuration for its state.
func askHealth(ctx context.Context, c config) (answeredHealth, error) {
	var h answeredHealth
	if c.HTTP.Listen == "" {
		return h, errNoListener
	}
	address, err := reachable(c.HTTP.Listen)
	if err != nil {
		return h, err
	}
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
	if err != nil {
		return h, err
	}
	// Never use a proxy: the bot runs on this machine.
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if errors.Is(err, context.DeadlineExceeded) {
		return h, fmt.Errorf("what listens at %s answers nothing within %s", address, healthLimit)
	}
	if err != nil {
		return h, fmt.Errorf("no bot answers at %s: %w", address, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err == nil {
		err = json.Unmarshal(body, &h)
	}
	if err != nil || h.Status == "" {
		return h, fmt.Errorf("what answers at %s is no bot (HTTP status %d)", address, resp.StatusCode)
	}
	h.body = oneLine(string(body))
	return h, nil
}

// reachable returns the address to connect to for a listen address, which may be a
// wildcard.
func reachable(listen string) (string, error) {
	address, err := listenAddress("http.listen", listen)
	if err != nil {
		return "", err
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip.To4() == nil {
			host = "::1"
		}
	}
	return net.JoinHostPort(host, port), nil
}
