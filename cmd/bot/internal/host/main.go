// Command host tries Topcut as a host runs it: the program, or what is in an image,
// against a local Discord. It is started, becomes healthy, people join, and in the
// middle of that it is told to stop: within five seconds it has, whatever it
// answered is in its database, and a second start shows everything once.
//
//	go run ./cmd/bot/internal/host -hold ./topcut -data DIR -- ./topcut
//
// What follows is the program with what must come before it, such as chroot; it
// gets its settings by the environment. -data is its folder, as the program sees it.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	healthyIn = 10 * time.Second
	stoppedIn = 5 * time.Second
	people    = 24
	owner     = "owner of Rehearsal"
)

// trial is one run.
type trial struct {
	program []string
	env     []string
	discord map[string]string // the output of `rehearse --hold`
	started []*exec.Cmd
}

// end stops everything that is still running.
func (t *trial) end() {
	for _, bot := range t.started {
		_ = bot.Process.Kill()
	}
}

func main() {
	hold := flag.String("hold", "", "the program that holds the local Discord")
	data := flag.String("data", "", "folder of the database, as the program sees it")
	flag.Parse()
	if err := run(*hold, *data, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(1)
	}
}

func run(hold, data string, program []string) error {
	discord := exec.Command(hold, "rehearse", "--hold", "--json", "--players", fmt.Sprint(people), "--schemas", "none")
	out, err := discord.StdoutPipe()
	if err != nil {
		return err
	}
	if err := discord.Start(); err != nil {
		return err
	}
	defer func() {
		_ = discord.Process.Signal(os.Interrupt)
		_ = discord.Wait()
	}()
	t := &trial{program: program}
	if err := json.NewDecoder(out).Decode(&t.discord); err != nil {
		return fmt.Errorf("the local Discord says nothing: %w", err)
	}
	listen, err := freePort()
	if err != nil {
		return err
	}
	t.env = append(os.Environ(), "DISCORD_API_BASE="+t.discord["api_base"], "DISCORD_TOKEN="+t.discord["token"],
		"TOPCUT_HTTP_LISTEN="+listen, "TOPCUT_DATABASE_PATH="+filepath.Join(data, "topcut.db"), "TOPCUT_BACKUP_DIR="+filepath.Join(data, "backups"))

	defer t.end()
	bot, healthy, err := t.start()
	if err != nil {
		return err
	}
	if err := t.create(); err != nil {
		return err
	}
	_, _ = t.act(owner, "tournament open", nil) // if creating did not open registration
	told, took, err := t.stopWhilePeopleJoin(bot)
	if err != nil {
		return err
	}
	joined, err := t.joined()
	if err != nil {
		return err
	}
	if joined < told || told == 0 || joined > people {
		return fmt.Errorf("%d people were told that they joined, %d are in the database", told, joined)
	}

	bot, again, err := t.start()
	if err != nil {
		return err
	}
	if _, err := t.act(owner, "standings", nil); err != nil { // it answers, so it is connected
		return err
	}
	cards, err := t.posts()
	if err != nil {
		return err
	}
	if cards != 1 {
		return fmt.Errorf("%d messages are in the channel, not the one card", cards)
	}
	second, err := stop(bot)
	if err != nil {
		return err
	}
	// A person who pressed while the bot was away and read that it did not respond may be in now:
	// the gateway hands over what a resumed session has missed.
	switch n, err := t.joined(); {
	case err != nil:
		return err
	case n < joined || n > people:
		return fmt.Errorf("%d people after the second start, and %d before it", n, joined)
	}
	fmt.Printf("healthy after %s and %s; stopped within %s in the middle of joins, and within %s; %d people were told that they are in, %d are; one card\n",
		healthy.Round(time.Millisecond), again.Round(time.Millisecond), took.Round(time.Millisecond), second.Round(time.Millisecond), told, joined)
	return nil
}

// create creates the event as soon as the commands exist: a newly invited bot is healthy
// a moment before they are registered.
func (t *trial) create() error {
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		_, err := t.act(owner, "tournament create", map[string]any{"name": "Trial", "ruleset": "magic"})
		if err == nil || time.Since(began) > healthyIn {
			return err
		}
	}
}

// start starts the bot and waits until it is healthy.
func (t *trial) start() (*exec.Cmd, time.Duration, error) {
	bot := t.command("serve")
	bot.Stderr = os.Stderr
	began := time.Now()
	if err := bot.Start(); err != nil {
		return nil, 0, err
	}
	t.started = append(t.started, bot)
	for {
		err := t.command("health").Run()
		if err == nil {
			return bot, time.Since(began), nil
		}
		if time.Since(began) > healthyIn {
			_ = bot.Process.Kill()
			return nil, 0, fmt.Errorf("not healthy within %s: %w", healthyIn, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (t *trial) command(args ...string) *exec.Cmd {
	c := exec.Command(t.program[0], append(append([]string{}, t.program[1:]...), args...)...)
	c.Env = t.env
	return c
}

// stop stops the bot as systemd and container engines do.
func stop(bot *exec.Cmd) (time.Duration, error) {
	began := time.Now()
	if err := bot.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	done := make(chan error, 1)
	go func() { done <- bot.Wait() }()
	select {
	case err := <-done:
		return time.Since(began), err
	case <-time.After(stoppedIn):
		_ = bot.Process.Kill()
		return 0, fmt.Errorf("not stopped within %s", stoppedIn)
	}
}

// stopWhilePeopleJoin stops the bot while people join, and returns how many got the
// answer that they joined.
func (t *trial) stopWhilePeopleJoin(bot *exec.Cmd) (told int, took time.Duration, err error) {
	names, err := t.names()
	if err != nil {
		return 0, 0, err
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	half := make(chan struct{})
	for i, name := range names {
		all.Go(func() {
			time.Sleep(time.Duration(i) * 10 * time.Millisecond)
			answered, err := t.act(name, "join", nil)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && answered {
				if told++; told == len(names)/2 {
					close(half)
				}
			}
		})
	}
	select {
	case <-half:
	case <-time.After(20 * time.Second):
		return 0, 0, errors.New("people are not told that they joined")
	}
	took, err = stop(bot)
	all.Wait()
	return told, took, err
}

// act runs a command for a person; answered is false if the bot did not answer.
func (t *trial) act(person, command string, options map[string]any) (answered bool, err error) {
	body, err := json.Marshal(map[string]any{"person": person, "action": "slash", "channel": "tournament", "command": command, "options": options, "connected": true, "timeout_ms": 6000})
	if err != nil {
		return false, err
	}
	var reply struct {
		Error   string          `json:"error"`
		Message json.RawMessage `json:"message"`
	}
	if err := t.control(http.MethodPost, "act", body, &reply); err != nil {
		return false, err
	}
	if reply.Error != "" {
		return false, errors.New(reply.Error)
	}
	return len(reply.Message) > 0, nil
}

// names returns the people of the server without the organiser and the owner.
func (t *trial) names() ([]string, error) {
	var state struct {
		Guilds []struct {
			People []struct {
				Name string `json:"name"`
			} `json:"people"`
		} `json:"guilds"`
	}
	if err := t.control(http.MethodGet, "state", nil, &state); err != nil {
		return nil, err
	}
	var names []string
	for _, g := range state.Guilds {
		for _, p := range g.People {
			names = append(names, p.Name)
		}
	}
	if len(names) < people {
		return nil, fmt.Errorf("only %d people are there", len(names))
	}
	return names[len(names)-people:], nil
}

// posts counts the bot's public messages.
func (t *trial) posts() (int, error) {
	var messages []struct {
		Viewer string `json:"viewer"` // for an answer visible to one person only
	}
	err := t.control(http.MethodGet, "messages?channel=tournament", nil, &messages)
	public := 0
	for _, m := range messages {
		if m.Viewer == "" {
			public++
		}
	}
	return public, err
}

func (t *trial) control(method, path string, body []byte, into any) error {
	req, err := http.NewRequest(method, t.discord["control"]+"/"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+t.discord["key"])
	resp, err := (&http.Client{Timeout: 20 * time.Second}).Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, data)
	}
	return json.Unmarshal(data, into)
}

// joined returns the number of players in the database.
func (t *trial) joined() (int, error) {
	var errs strings.Builder
	export := t.command("export", "1")
	export.Stderr = &errs
	out, err := export.Output()
	if err != nil {
		return 0, fmt.Errorf("export: %w: %s", err, &errs)
	}
	var file struct {
		Tournament *struct {
			Players []any `json:"players"`
		} `json:"tournament"`
		Players []any `json:"players"`
	}
	if err := json.Unmarshal(out, &file); err != nil {
		return 0, err
	}
	if file.Tournament != nil {
		return len(file.Tournament.Players), nil
	}
	return len(file.Players), nil
}

func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
