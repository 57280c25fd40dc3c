package view_test

import (
	"strings"
	"testing"

	"topcut/commands/text"
	"topcut/tournament/notice"
)

// TestDoingItAndLeavingItAreTwoWords: in each language a button that does what is shown is
// not called as the one that leaves all as it is, nor does one label begin with the other.
func TestDoingItAndLeavingItAreTwoWords(t *testing.T) {
	catalogue, err := text.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range text.Offered() {
		p := catalogue.In(language)
		leave := p.Say("sure.cancel")
		for _, code := range []notice.Code{"sure.yes", "sure.concede", "button.undo", "button.repair", "button.correct", "tie.button.begin", "tie.button.share"} {
			if do := p.Say(code); strings.HasPrefix(do, leave) || strings.HasPrefix(leave, do) {
				t.Errorf("%s: [%s] [%s]", language, do, leave)
			}
		}
	}
}
