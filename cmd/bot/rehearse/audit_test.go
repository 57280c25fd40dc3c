package rehearse

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"topcut/cmd/bot/rehearse/audit"
	"topcut/commands/localdiscord"
	"topcut/tournament"
)

// TestTheAuditFindsWhatIsWrong plays an event, then deletes a post, posts another twice,
// and invents a promise: each must be found.
func TestTheAuditFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	r := prepared(t, "--players", "4", "--rounds", "1", "--cut", "0")
	performed(t, r)
	posts := slices.DeleteFunc(r.venue.srv.Messages(r.venue.main, nil), func(m localdiscord.Message) bool {
		_, posted := audit.Posts{}.Find(m)
		return m.Private() || !posted
	})
	if len(posts) < 3 {
		t.Fatalf("only %d posts", len(posts))
	}
	if err := r.venue.owner.Delete(posts[0]); err != nil {
		t.Fatal(err)
	}
	ids := posts[1].ComponentIDs()
	postAgain(t, r.venue, ids[0], ids[1])
	postAgain(t, r.venue, 1<<30+1, 1<<30+2)
	r.play.claims = append(r.play.claims, promise{"1", "Confirmed: 2-0."})
	found, err := r.play.audit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Lost) != 2 || !strings.Contains(found.Lost[0], "Confirmed: 2-0.") || !strings.Contains(found.Lost[1], "is in no channel") {
		t.Errorf("lost: %q", found.Lost)
	}
	if len(found.Doubled) != 2 || !strings.Contains(strings.Join(found.Doubled, " "), "twice") || !strings.Contains(strings.Join(found.Doubled, " "), "does not ask for") {
		t.Errorf("doubled: %q", found.Doubled)
	}
	if code, err := r.report(t.Context(), found); code != exitFaulty || err == nil {
		t.Errorf("exit code %d, error %v", code, err)
	}
}

// postAgain posts a message with an identity as the bot.
func postAgain(t *testing.T, v *venue, first, second int) {
	t.Helper()
	text := func(id int) map[string]any { return map[string]any{"type": 10, "id": id, "content": "again"} }
	body, err := json.Marshal(map[string]any{
		"flags": 1 << 15, "components": []any{text(first), text(second)}, "allowed_mentions": map[string]any{"parse": []string{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequest(http.MethodPost, v.srv.URL()+"/api/v9/channels/"+v.main.ID()+"/messages", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+v.srv.BotToken())
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatal(res.Status)
	}
}

// TestAnInteractionTakesEffectOnce runs the check for doubled effects on logs with and
// without one.
func TestAnInteractionTakesEffectOnce(t *testing.T) {
	entry := func(seq, batch int64, cause string, actor int) tournament.Envelope {
		return tournament.Envelope{Seq: seq, Batch: batch, Cause: cause, Actor: actor}
	}
	for _, tt := range []struct {
		name    string
		log     []tournament.Envelope
		doubled int
	}{
		{"two events of one command", []tournament.Envelope{entry(1, 1, "7", 1), entry(2, 1, "7", 1)}, 0},
		{"two commands of one interaction", []tournament.Envelope{entry(1, 1, "7", 1), entry(2, 2, "7", 1)}, 1},
		{"the clock may speak again", []tournament.Envelope{entry(1, 1, "r1.time", 0), entry(2, 2, "r1.time", 0)}, 0},
	} {
		f := &findings{}
		f.causes(&tournament.Snapshot{Log: tt.log}, nil)
		if len(f.Doubled) != tt.doubled {
			t.Errorf("%s: %q", tt.name, f.Doubled)
		}
	}
}
