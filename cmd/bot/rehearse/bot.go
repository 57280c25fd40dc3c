package rehearse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"topcut/commands/post"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/journal"
)

// bot is the child process with the bot under rehearsal.
type bot struct {
	executable string
	environ    []string
	pages      string // base URL of the pages of events; "" if there are none
	config     string // a file
	clock      string // the value of TOPCUT_CLOCK
	database   string
	logPath    string

	mu       sync.Mutex
	life     *life
	restarts int
	starts   []time.Duration // time from each restart until people could act again
	peak     int64           // in bytes, over all lives
	readers  []*db.Reader

	reading sync.Mutex
	logs    map[tournament.ID]*journal.Stored[tournament.Event] // as read last, of the database opened last
}

// life is one process from start to end.
type life struct {
	cmd      *exec.Cmd
	began    time.Time
	ctx      context.Context // done when the process ends
	err      error           // of the process; set before ctx ends
	expected bool            // ended by the rehearsal; guarded by bot.mu
}

// settle is how long the bot waits before it repeats an edit without an answer: late
// effects in the local Discord come sooner.
const settle = time.Second

// reachable replaces port 0 in an address by a free port, on which each start of the bot
// then listens.
func reachable(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil || port != "0" {
		return address, err
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// newBot prepares the bot in a directory. Its rests are shortened like the windows of the
// rate limits. It inherits no Discord settings from this process.
func newBot(env Env, dir, database, apiBase, token, clock, seed, public string, windows float64) (*bot, error) {
	b := &bot{
		executable: env.Executable, config: filepath.Join(dir, "config.toml"), clock: clock,
		database: database, logPath: filepath.Join(dir, "bot.log"),
	}
	text := fmt.Sprintf("[database]\npath = %q\n\n[log]\nlevel = \"info\"\nformat = \"text\"\n", filepath.ToSlash(database))
	if public != "" {
		public, err := reachable(public)
		if err != nil {
			return nil, err
		}
		b.pages = "http://" + public
		text += fmt.Sprintf("\n[http]\npublic = %q\npublic_url = %q\n", public, b.pages)
	}
	if err := os.WriteFile(b.config, []byte(text), 0o600); err != nil {
		return nil, err
	}
	for _, kv := range env.Environ {
		if name, _, _ := strings.Cut(kv, "="); !strings.HasPrefix(name, "DISCORD_") && !strings.HasPrefix(name, "TOPCUT_") {
			b.environ = append(b.environ, kv)
		}
	}
	b.environ = append(b.environ, "DISCORD_API_BASE="+apiBase, "DISCORD_TOKEN="+token, "TOPCUT_SEED="+seed, "TOPCUT_SETTLE="+settle.String(),
		"TOPCUT_REST="+time.Duration(float64(post.LongestRest)/windows).String())
	return b, nil
}

// start starts a life.
func (b *bot) start() error {
	log, err := os.OpenFile(b.logPath, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(b.executable, "serve", "--config", b.config)
	cmd.Env = append(slices.Clone(b.environ), "TOPCUT_CLOCK="+b.clock)
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Dir(b.config), log, log
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the bot could not be started: %w", err)
	}
	ctx, end := context.WithCancel(context.Background())
	l := &life{cmd: cmd, ctx: ctx, began: time.Now()}
	b.mu.Lock()
	b.life = l
	b.mu.Unlock()
	go func() {
		l.err = cmd.Wait()
		b.note(peakOf(cmd.ProcessState))
		end()
	}()
	return nil
}

// alive returns a context that is done when the current process ends.
func (b *bot) alive() context.Context {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.life.ctx
}

// died returns why the process ended unexpectedly; nil while it runs and after a
// requested stop.
func (b *bot) died() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.life.ctx.Err() == nil || b.life.expected {
		return nil
	}
	if b.life.err != nil {
		return fmt.Errorf("the bot ended by itself: %w", b.life.err)
	}
	return errors.New("the bot ended by itself")
}

// crash kills the process without warning and starts it again.
func (b *bot) crash() error {
	b.kill()
	return b.again()
}

// kill kills the process without warning.
func (b *bot) kill() { b.end(func(p *os.Process) { _ = p.Kill() }) }

// again starts the bot after a kill.
func (b *bot) again() error {
	b.mu.Lock()
	b.restarts++
	b.mu.Unlock()
	return b.start()
}

// ready records that people can act again after the restart.
func (b *bot) ready() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.starts = append(b.starts, time.Since(b.life.began))
}

// slowestStart returns the longest time from a restart until people could act.
func (b *bot) slowestStart() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Max(append([]time.Duration{0}, b.starts...))
}

// stop stops the process as an operator would.
func (b *bot) stop() {
	b.end(func(p *os.Process) {
		if p.Signal(syscall.SIGTERM) != nil {
			_ = p.Kill() // on systems without signals
		}
	})
}

// end ends the current process with how and waits for it.
func (b *bot) end(how func(*os.Process)) {
	b.mu.Lock()
	l := b.life
	if l != nil {
		l.expected = true
	}
	b.mu.Unlock()
	if l == nil {
		return
	}
	b.note(highWater(l.cmd.Process.Pid))
	how(l.cmd.Process)
	select {
	case <-l.ctx.Done():
	case <-time.After(20 * time.Second):
		_ = l.cmd.Process.Kill()
		<-l.ctx.Done()
	}
}

func (b *bot) note(peak int64) {
	b.mu.Lock()
	b.peak = max(b.peak, peak)
	b.mu.Unlock()
}

// figures returns the number of restarts and the largest memory use of a life in bytes.
func (b *bot) figures() (restarts int, peak int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.restarts, b.peak
}

// open opens the bot's database for reading, again if the file has been replaced.
func (b *bot) open(ctx context.Context) error {
	r, err := db.OpenReader(ctx, b.database)
	if err != nil {
		return err
	}
	b.reading.Lock()
	defer b.reading.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.readers = append(b.readers, r)
	b.logs = map[tournament.ID]*journal.Stored[tournament.Event]{}
	return nil
}

// read returns the last opened database.
func (b *bot) read() *db.Reader {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.readers[len(b.readers)-1]
}

// close closes the database.
func (b *bot) close() {
	for _, r := range b.readers {
		_ = r.Close() // it was only read
	}
}

// snapshot reads and folds the log.
func (b *bot) snapshot(ctx context.Context, id tournament.ID) (*tournament.Snapshot, error) {
	stored, err := b.log(ctx, id)
	if err != nil {
		return nil, err
	}
	state, err := tournament.Fold(id, stored.Log)
	if err != nil {
		return nil, fmt.Errorf("the log of the bot does not fold: %w", err)
	}
	return &tournament.Snapshot{State: state, Book: &stored.Book, Log: stored.Log}, nil
}

// log reads what is new of a log.
func (b *bot) log(ctx context.Context, id tournament.ID) (*journal.Stored[tournament.Event], error) {
	b.reading.Lock()
	defer b.reading.Unlock()
	stored, err := db.LogsOf(b.read(), tournament.Log).Extend(ctx, id, b.logs[id])
	if err == nil {
		b.logs[id] = stored
	}
	return stored, err
}

// tail returns the last lines of the bot's log.
func (b *bot) tail(lines int) string {
	f, err := os.Open(b.logPath)
	if err != nil {
		return ""
	}
	defer f.Close()
	const most = 64 << 10
	if st, err := f.Stat(); err == nil && st.Size() > most {
		_, _ = f.Seek(-most, io.SeekEnd)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return ""
	}
	all := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
