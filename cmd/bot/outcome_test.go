package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"topcut/commands/localdiscord/localtest"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/rules"
)

// newTestBot assembles a bot as serve does, without running it.
func newTestBot(t *testing.T, h *testServer) *bot {
	t.Helper()
	p := &program{env: environment(h.env), stdin: strings.NewReader(""), stderr: &localtest.Buffer{}, pulse: testPulse}
	c, err := p.loadConfig(h.config())
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.newBot(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.client.Close()
		b.db.Close()
	})
	return b
}

// isRed checks that failing work makes the bot degraded, but not immediately.
func isRed(t *testing.T, b *bot, work, why string) {
	t.Helper()
	now := time.Now()
	b.keeper.note(nil) // only outcomes count here
	b.monitor.commands, b.monitor.gateway = newMonitor().commands, newMonitor().gateway
	if got := b.monitor.health(t.Context(), now); got.Status != "ok" || got.Work[work].FailingSince.IsZero() {
		t.Errorf("%s just failed: %+v", work, got)
	}
	got := b.monitor.health(t.Context(), now.Add(2*workPatience))
	if got.Status != "degraded" || !strings.Contains(got.Work[work].Failure, why) {
		t.Errorf("%s has failed for a minute: %+v, want %q", work, got, why)
	}
	var figures bytes.Buffer
	b.metrics.write(&figures)
	if strings.Contains(figures.String(), "topcut_failures_total{work=\""+work+"\"} 0\n") {
		t.Errorf("/metrics counts no failure of %s", work)
	}
	b.noting(work)(nil)
	if got := b.monitor.health(t.Context(), now.Add(2*workPatience)); got.Status != "ok" {
		t.Errorf("%s works again: %+v", work, got)
	}
}

// TestHealthFollowsCommits: a database without its index accepts no event, which SQLite's
// own check does not see.
func TestHealthFollowsCommits(t *testing.T) {
	h := newTestServer(t)
	b := newTestBot(t, h)
	spoil(t, b.cfg.Database.Path, "DROP INDEX outbox_alive")
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	settings := swissWithCut(3, 2)
	settings.TOChannel = testChannel // for a panel, which is one of a series
	if _, err := b.director.Create(t.Context(), command.Request{
		Actor: tournament.Actor{User: "1", Name: "Olga"}, Cause: "create",
		Command: &command.Create{Guild: testGuild, Channel: testChannel, Settings: settings, Ruleset: rs},
	}); err == nil {
		t.Fatal("the event was committed")
	}
	isRed(t, b, workCommits, "outbox_alive")
}

// TestHealthFollowsSendingAndDeadlines: neither the outbox nor the deadlines can be read.
func TestHealthFollowsSendingAndDeadlines(t *testing.T) {
	b := newTestBot(t, newTestServer(t))
	spoil(t, b.cfg.Database.Path, "DROP TABLE deadlines", "DROP INDEX outbox_due")
	b.monitor.stats = newMonitor().stats
	b.poller.Poll(t.Context())
	isRed(t, b, workDeadlines, "deadlines")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		b.sender.Run(ctx)
		close(done)
	}()
	waitFor(t, "a look at the outbox", func() bool { return !b.metrics.outcomes.read()[workSending].LastFailure.IsZero() })
	stop()
	<-done
	isRed(t, b, workSending, "outbox_due")
}

// TestHealthFollowsBackups: the backup folder cannot be created; doctor reports it before
// the first attempt.
func TestHealthFollowsBackups(t *testing.T) {
	h := newTestServer(t)
	blocked := filepath.Join(h.dir, "blocked")
	write(t, blocked, "", 0o600)
	h.env["TOPCUT_BACKUP_DIR"] = filepath.Join(blocked, "backups")
	h.expect(h.examined(codeUsage), "backup.dir", wrong, "is no folder")
	b := newTestBot(t, h)
	recurring, err := b.recurring(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	recurring.Entries()[0].Job.Run()
	isRed(t, b, workBackups, "blocked")
}

// TestABackupFolderThatTakesNothingIsTold: serve starts, logs it once, and is red after
// half a minute; doctor finds the same wrong. Once the folder takes files both are well.
func TestABackupFolderThatTakesNothingIsTold(t *testing.T) {
	h := newTestServer(t)
	disk := smallDisk(t)
	readOnly(t, disk)
	h.env["TOPCUT_BACKUP_DIR"] = filepath.Join(disk, "backups")
	h.expect(h.examined(codeFailed), "backup folder", wrong, "may not write")
	r := h.serve()
	r.waitLog(`backups cannot be written.*may not write`)
	r.waitLog(`msg=ready`)
	if code := r.end(); code != codeOK {
		t.Errorf("exit code %d\n%s", code, r.log)
	}
	b := newTestBot(t, h)
	b.lookAtBackupFolder()
	b.lookAtBackupFolder()
	isRed(t, b, workFolder, "may not write")
	h.env["TOPCUT_BACKUP_DIR"] = filepath.Join(smallDisk(t), "backups")
	h.expect(h.examined(codeOK), "backup folder", fine, "may write")
	b.cfg.Backup.Dir = h.env["TOPCUT_BACKUP_DIR"]
	b.lookAtBackupFolder()
	if got := b.metrics.outcomes.read()[workFolder]; !got.FailingSince.IsZero() {
		t.Errorf("a folder that takes files: %+v", got)
	}
}

// TestAMissingIndexIsNamed: verify, check, doctor and serve report it.
func TestAMissingIndexIsNamed(t *testing.T) {
	h := newTestServer(t)
	r := h.serve()
	r.waitLog(`msg=ready`)
	r.end()
	spoil(t, filepath.Join(h.dir, "topcut.db"), "DROP INDEX outbox_alive")
	const what = "are not those that topcut makes"
	for _, command := range []string{"verify", "check", "serve"} {
		if done := h.bot(command); done.code != codeDatabase || !strings.Contains(done.stderr, what) {
			t.Errorf("%s: %+v", command, done)
		}
	}
	h.expect(h.examined(codeDatabase), "database", wrong, what)
}

// TestCountersExistFromTheStart: Prometheus sees no increase when a counter first appears
// with 1.
func TestCountersExistFromTheStart(t *testing.T) {
	b := newTestBot(t, newTestServer(t))
	var figures bytes.Buffer
	b.metrics.write(&figures)
	for _, want := range []string{
		`topcut_failures_total{work="commits"} 0`, `topcut_last_success_seconds{work="backups"} 0`, `topcut_last_failure_seconds{work="deadlines"} 0`,
		`topcut_posts_total{outcome="posted"} 0`, `topcut_backups_total{outcome="failed"} 0`, `topcut_requests_total{class="5xx"} 0`,
		`topcut_interactions_total{outcome="error",route="/report"} 0`, `topcut_events_dropped_total{kind="event"} 0`, "topcut_commits_total 0",
	} {
		if !strings.Contains(figures.String(), want+"\n") {
			t.Errorf("the figures lack %s", want)
		}
	}
}
