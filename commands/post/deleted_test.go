package post_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"topcut/commands/discord"
	"topcut/commands/localdiscord"
	"topcut/commands/post"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/journal"
)

// neededKinds are the kinds of posts that events and leagues are played by. The others
// only tell people something, once.
var neededKinds = []tournament.PostKind{
	"card", "panel", "crews", "checkin", "mix", "pairings", "match", "thread", "call", "asked", "pick", "standings", "bracket", "missing", "fixture", "lineupcall", "bench",
	"seats", "pack", "build", "season_table", "season_signup", "season_answers", "season_held", "season_closed",
}

// deletion is a way in which the bot learns that a message was deleted.
type deletion struct {
	delivered bool // Discord reports it to the bot
	at        func(m *matrixServer, stands []localdiscord.Message)
}

// deletions are all of them.
var deletions = map[string]deletion{
	"one message": {true, (*matrixServer).deleteEach},
	"all of the channel": {true, func(m *matrixServer, stands []localdiscord.Message) {
		for _, c := range m.guild.Channels() {
			if slices.ContainsFunc(stands, func(message localdiscord.Message) bool { return message.ChannelID == c.ID() }) {
				if err := m.guild.Owner().Clear(c); err != nil {
					m.Fatal(err)
				}
			}
		}
	}},
	"while there is no session": {false, func(m *matrixServer, stands []localdiscord.Message) {
		m.deleteEach(stands)
		m.sender.Recheck(m.Context())
	}},
}

// deleteEach deletes messages one by one, as a moderator does.
func (m *matrixServer) deleteEach(stands []localdiscord.Message) {
	for _, message := range stands {
		if err := m.guild.Owner().Delete(message); err != nil {
			m.Fatal(err)
		}
	}
}

// hearing passes on to the Sender what Discord reports as deleted.
type hearing struct{ m *matrixServer }

func (hearing) Interaction(context.Context, *discord.Interaction, *discord.Responder) {}

func (h hearing) Event(_ context.Context, e discord.Event) {
	if e, ok := e.(discord.MessagesGone); ok {
		h.m.sender.Deleted(e.IDs...)
	}
}

// connect opens a session of the bot.
func (m *matrixServer) connect() {
	m.Helper()
	ctx, cancel := context.WithCancel(m.Context())
	ended := make(chan struct{})
	go func() { _ = m.client.Run(ctx, hearing{m}); close(ended) }()
	m.Cleanup(func() { cancel(); <-ended })
	if err := m.srv.WaitConnected(ctx); err != nil {
		m.Fatal(err)
	}
}

// posted plays until posts of a kind stand, and returns the key of the first.
func (m *matrixServer) posted(kind tournament.PostKind, k *matrixKind) string {
	m.Helper()
	if !k.league {
		m.open(k)
	}
	if k.before != nil {
		k.before(m)
	}
	m.settleAll()
	if k.cause != nil {
		m.planned = nil
		k.cause(m)
	}
	m.settleAll()
	keys := m.keysOf(kind)
	if len(keys) == 0 {
		m.Fatalf("no such post is planned: %+v", m.planned)
	}
	if n := len(m.standing(keys[0])); n != 1 {
		m.Fatalf("it stands %d times\n%s", n, &m.lines)
	}
	return keys[0]
}

func (m *matrixServer) settleAll() {
	m.Helper()
	synctest.Wait() // what Discord reports has arrived
	if m.settle(10 * time.Minute) {
		m.Fatalf("not everything is posted\n%s", &m.lines)
	}
}

var allDeletions = flag.Bool("all-deletions", false, "delete posts of each kind in each way, in TestADeletedPostComesBackWhileItIsNeeded")

// TestADeletedPostComesBackWhileItIsNeeded: posts of each kind are deleted, alone, with
// all of their channel, or while the bot had no session: half of the kinds in one of these
// ways, or all in all with -all-deletions. Those that a running event or
// league is played by stand again, twice, without a ping. After that the post is given up
// with its reason, and an organiser's press posts it again. Nothing else comes back.
func TestADeletedPostComesBackWhileItIsNeeded(t *testing.T) {
	for i, kind := range kindsOfPosts(t) {
		for k, name := range slices.Sorted(maps.Keys(deletions)) {
			how := deletions[name]
			if !*allDeletions && (i+k)%(2*len(deletions)) != 0 {
				continue
			}
			if (kind == "season_held" || kind == "season_closed") && !how.delivered {
				continue // the league is over: a new session looks at running ones
			}
			t.Run(string(kind)+", "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					m := startMatrix(t)
					if how.delivered {
						m.connect()
					}
					key := m.posted(kind, matrixKinds[kind])
					if !slices.Contains(neededKinds, kind) {
						m.staysDeleted(key, how)
						return
					}
					m.comesBack(key, how)
				})
			})
		}
	}
}

// staysDeleted fails if a deleted post comes back or is told as lost.
func (m *matrixServer) staysDeleted(key string, how deletion) {
	m.Helper()
	how.at(m, m.standing(key))
	m.settleAll()
	if n := len(m.standing(key)); n != 0 {
		m.Errorf("%s stands %d times again", key, n)
	}
	if row, err := m.store.Post(m.Context(), m.id, key); err != nil || row.Dead != "" && row.Dead != journal.Obsolete {
		m.Errorf("%s is given up: %q, %v", key, row.Dead, err)
	}
}

// comesBack fails if a post does not come back twice, silently, and then by a press.
func (m *matrixServer) comesBack(key string, how deletion) {
	m.Helper()
	for range 2 {
		how.at(m, m.standing(key))
		m.settleAll()
		m.standsSilently(key)
	}
	how.at(m, m.standing(key))
	m.settleAll()
	row, err := m.store.Post(m.Context(), m.id, key)
	if err != nil || len(m.standing(key)) != 0 || !strings.HasPrefix(row.Dead, "deleted_often: ") {
		m.Fatalf("%s stands %d times after its third deletion, given up: %q, %v", key, len(m.standing(key)), row.Dead, err)
	}
	m.told(&row)
	if _, err := m.sender.Repost(m.Context(), m.guild.ID()); err != nil {
		m.Fatal(err)
	}
	m.settleAll()
	m.standsSilently(key)
}

// standsSilently fails if a post does not stand once, or if it has pinged people.
func (m *matrixServer) standsSilently(key string) {
	m.Helper()
	stands := m.standing(key)
	if len(stands) != 1 {
		m.Fatalf("%s stands %d times\n%s", key, len(stands), &m.lines)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	identity := fmt.Appendf(nil, `"id":%d`, post.Identity(m.id, key)[0])
	for _, body := range slices.Backward(m.sent) {
		if !bytes.Contains(body, identity) {
			continue
		}
		var asked struct {
			Allowed struct{ Parse, Users, Roles []string } `json:"allowed_mentions"`
		}
		if err := json.Unmarshal(body, &asked); err != nil {
			m.Fatal(err)
		}
		if a := asked.Allowed; len(a.Parse)+len(a.Users)+len(a.Roles) > 0 {
			m.Errorf("%s pings %+v", key, a)
		}
		return
	}
	m.Errorf("%s was never sent", key)
}

// TestADeletedPostOfAFinishedEventStaysDeleted: after the end of the event nothing that
// it was played by comes back.
func TestADeletedPostOfAFinishedEventStaysDeleted(t *testing.T) {
	for _, kind := range neededKinds {
		if kind == "season_held" || kind == "season_signup" || kind == "season_answers" || kind == "season_closed" { // a closed table, and the season after it
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := startMatrix(t)
				m.connect()
				k := matrixKinds[kind]
				key := m.posted(kind, k)
				k.end(m)
				m.settleAll()
				m.staysDeleted(key, deletions["one message"])
			})
		})
	}
}

// TestAnEditFindsADeletedPost: no session reports the deletion. The next edit finds no
// message, and the post stands again with what it has to show.
func TestAnEditFindsADeletedPost(t *testing.T) {
	for _, kind := range []tournament.PostKind{"card", "panel", "checkin", "mix", "pairings", "standings", "season_table"} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := startMatrix(t)
				k := matrixKinds[kind]
				key := m.posted(kind, k)
				m.deleteEach(m.standing(key))
				m.frozen = time.Now()
				k.changes(m)
				m.settleAll()
				m.standsSilently(key)
				m.newest(key)
			})
		})
	}
}

// TestAPostOfAnOldRoundStaysDeleted: the pairings of a round, with its standings, are deleted
// when the next one is played, and when it is edited because a result of it is corrected.
func TestAPostOfAnOldRoundStaysDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := startMatrix(t)
		m.connect()
		m.open(&matrixKind{settings: chain("swiss 3")})
		then(steps(join(4), begin), results("2-0", 0), steps(&command.Pair{}, &command.PublishAndStart{}))(m)
		m.settleAll()
		old := m.keyOf("pairings", 1)
		m.staysDeleted(old, deletions["one message"])
		m.do(&command.Correct{Round: 1, Match: 1, Text: "0-2"})
		m.settleAll()
		if n := len(m.standing(old)); n != 0 {
			t.Errorf("%s stands %d times after a correction", old, n)
		}
		if lost, err := m.store.GivenUp(t.Context(), m.guild.ID()); err != nil || len(lost) > 0 {
			t.Errorf("told as lost: %+v, %v", lost, err)
		}
		m.comesBack(m.keyOf("pairings", 2), deletions["one message"])
	})
}

// keyOf returns the key of the first post of a kind and round.
func (m *matrixServer) keyOf(kind tournament.PostKind, round int) string {
	m.Helper()
	for key := range m.all {
		if row, err := m.store.Post(m.Context(), m.id, key); err == nil && row.Kind == kind && row.Round == round {
			return key
		}
	}
	m.Fatalf("there is no %s of round %d", kind, round)
	return ""
}
