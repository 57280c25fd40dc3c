package localdiscord_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"topcut/commands/localdiscord"
	"topcut/commands/localdiscord/localtest"
)

func TestMessagesAreReadableAsPlainText(t *testing.T) {
	clock := localtest.NewManualClock(start()) // 18:00 UTC
	zone := time.FixedZone("CEST", 2*3600)
	w := newTestServer(t, manual(clock), func(c *localdiscord.Config) { c.Zone = zone })
	role := w.guild.AddRole("Judges", 0)
	unix := start().Unix()
	tests := []struct{ name, body, want string }{
		{
			"mentions, commands, emojis and times",
			fmt.Sprintf(`{"content":"<@%s> <@!%s> <@&%s> <#%s> </tournament start:123> <:gg:45> <t:%d:t> <t:%d:R> <t:%d:R> <t:%d> a < b > c"`,
				w.ann.ID(), w.bob.ID(), role.ID(), w.general.ID(), unix, unix+300, unix-7200, unix),
			"@Ann @Bob @Judges #general /tournament start :gg: 20:00 in 5 minutes 2 hours ago 1 September 2026 20:00 a < b > c",
		},
		{
			"embed with fields and buttons",
			`{"embeds":[{"title":"Round 2","description":"4 tables","fields":[{"name":"Table 1","value":"Ann - Bob","inline":true},{"name":"Table 2","value":"Cyd - Dan","inline":true},{"name":"Note","value":"long"}],"footer":{"text":"r2"}}],
			  "components":[{"type":1,"components":[{"type":2,"style":1,"label":"Report","custom_id":"r"},{"type":2,"style":2,"label":"Page 1/2","custom_id":"p","disabled":true},{"type":2,"style":5,"label":"Rules","url":"https://example.org"}]},
			  {"type":1,"components":[{"type":3,"custom_id":"s","placeholder":"Result","options":[{"label":"2-1","value":"a"},{"label":"2-0","value":"b","default":true}]}]}]`,
			"| **Round 2**\n| 4 tables\n| Table 1: Ann - Bob   Table 2: Cyd - Dan\n| Note:\n| long\n| r2\n[Report] (Page 1/2) [Rules -> https://example.org]\n[Result v 2-1 | *2-0]",
		},
		{
			"Components V2",
			`{"flags":32768,"components":[{"type":17,"accent_color":1,"components":[{"type":10,"content":"# Standings"},{"type":14},{"type":9,"components":[{"type":10,"content":"1. Ann"}],"accessory":{"type":2,"style":1,"label":"Why","custom_id":"w"}},
			  {"type":12,"items":[{"media":{"url":"https://example.org/a.png"},"description":"bracket"}]},{"type":14,"divider":false},{"type":1,"components":[{"type":2,"style":4,"emoji":{"name":"🏳"},"label":"Drop","custom_id":"d"}]}]}]`,
			"| # Standings\n| ------------------------\n| 1. Ann  [Why]\n| (picture: bracket)\n| [🏳 Drop]",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := w.call("POST", "/channels/"+w.general.ID()+"/messages", tt.body+`,"allowed_mentions":{"parse":[]}}`)
			m, found := w.Message(a.ID)
			if !found {
				t.Fatalf("not posted: %d %s", a.status, a.body)
			}
			if diff := cmp.Diff(tt.want, w.Render(m)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheTranscriptTellsWhatPeopleDidAndSaw(t *testing.T) {
	w := newTestServer(t)
	w.deaf()
	w.catalogue()
	i := must(w.ann.Slash(w.ctx(), w.general, "report", localdiscord.Options{"result": "2-1", "table": 3}))(t)
	w.callback(i, `{"type":4,"data":{"content":"Sent to <@`+w.bob.ID()+`>","flags":64,"components":[`+button("Withdraw", "w")+`]}}`)
	m, _ := i.Original()
	click := must(w.ann.Click(w.ctx(), m, "Withdraw"))(t)
	w.callback(click, `{"type":9,"data":{"title":"Sure?","custom_id":"s","components":[{"type":1,"components":[{"type":4,"custom_id":"why","label":"Why","style":1,"required":false}]}]}}`)
	modal, _ := w.ann.Modal()
	submit := must(w.ann.SubmitModal(w.ctx(), modal, localdiscord.Fields{"why": "typo"}))(t)
	w.callback(submit, `{"type":7,"data":{"content":"Withdrawn","components":[]}}`)

	var got []string
	for _, e := range w.Transcript(0) {
		got = append(got, e.String())
	}
	want := []string{
		"                 Topcut connected",
		"#general         Ann > /report 2-1 3",
		"#general (only Ann) Topcut\n  Sent to @Bob\n  [Withdraw]",
		"#general         Ann > [Withdraw]",
		"#general (only Ann) \n  == Sure? ==\n  Why: [____]",
		"#general         Ann > submits Sure?\n  Why: typo",
		"#general (only Ann) Topcut edited\n  Withdrawn",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("transcript (-want +got):\n%s", diff)
	}
	var followed []string
	for e := range w.Follow(w.ctx(), 2) {
		followed = append(followed, e.String())
		if len(followed) == len(want)-2 {
			break
		}
	}
	if diff := cmp.Diff(strings.Join(want[2:], "\n"), strings.Join(followed, "\n")); diff != "" {
		t.Errorf("followed (-want +got):\n%s", diff)
	}
}
