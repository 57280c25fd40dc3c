package wording

import (
	"strings"
	"time"

	"topcut/commands/discord"
	"topcut/commands/text"
	"topcut/tournament/evidence"
	"topcut/tournament/notice"
)

// Did lists what one of n players has done for a match in which the others are idle or not.
func Did(p text.Printer, x *evidence.Side, idle bool, n int) text.Raw {
	var words []string
	if x.Days > 1 {
		words = append(words, p.Say("verdict.did.offered", "n", x.Offered, "days", text.Raw(p.Say("verdict.days", "n", x.Days))))
	} else if x.Offered > 0 {
		words = append(words, p.Say("verdict.did.proposed", "n", x.Offered))
	}
	for _, y := range []struct {
		what notice.Code
		n    int
	}{{"accepted", x.Accepted}, {"came", x.Came}} {
		if y.n > 0 && (x.Asked.IsZero() || x.Silent()) {
			words = append(words, p.Say("verdict.did."+y.what, "n", y.n))
		}
	}
	clock := func(t time.Time) text.Raw { return text.Raw(discord.Timestamp(t, 't')) }
	switch {
	case x.Asked.IsZero():
	case x.Silent():
		words = append(words, p.Say("verdict.did.silent", "time", clock(x.Asked)))
	default:
		words = append(words, p.Say("verdict.did.answered", "time", clock(x.Asked), "when", clock(x.Answered)))
	}
	for _, y := range []struct {
		what notice.Code
		did  bool
	}{{"claimed", x.Claims > 0 && n == 2}, {"misses", x.Claims > 0 && n > 2}, {"objected", x.Objected}} {
		if y.did {
			words = append(words, p.Say("verdict.did."+y.what))
		}
	}
	switch {
	case words != nil:
		return text.Raw(strings.Join(words, p.Say("list.comma")))
	case idle || n > 2:
		return text.Raw(p.Say("verdict.did.nothing"))
	}
	return text.Raw(p.Say("verdict.did.never"))
}
