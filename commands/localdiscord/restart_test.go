package localdiscord_test

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"topcut/commands/localdiscord/localtest"
)

// TestTheServerOutlivesTheBot kills one bot in the middle of an interaction and
// lets another take over its commands and buttons.
func TestTheServerOutlivesTheBot(t *testing.T) {
	clock := localtest.NewManualClock(start())
	w := newTestServer(t, manual(clock))
	first := w.deaf()
	w.catalogue()
	panel := w.call("POST", "/channels/"+w.general.ID()+"/messages", `{"content":"panel","allowed_mentions":{"parse":[]},"components":[`+button("Report", "v1:report")+`]}`)
	lost := must(w.ann.Slash(w.ctx(), w.general, "tournament pair", nil))(t)
	first.event("INTERACTION_CREATE")
	_ = first.ws.Close() // kill -9
	w.waitSessions(0)
	clock.Advance(4 * time.Second)
	if _, err := lost.Answer(w.ctx()); err == nil {
		t.Error("a dead bot has answered")
	}

	w.bot(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := reply(s, i, &discordgo.InteractionResponseData{Content: "from the second", AllowedMentions: silent()}); err != nil {
			t.Error(err)
		}
	})
	m, _ := w.Message(panel.ID)
	click := must(w.bob.Click(w.ctx(), m, "Report"))(t)
	if a := must(click.Answer(w.ctx()))(t); a.Message.Content != "from the second" {
		t.Errorf("answer is %+v", a)
	}
	again := must(w.ann.Slash(w.ctx(), w.general, "tournament pair", nil))(t)
	must(again.Answer(w.ctx()))(t)
	if s := w.Stats(); s.Unanswered != 1 || s.Identifies != 2 {
		t.Errorf("stats are %+v", s)
	}
}
