package post

import (
	"fmt"
	"slices"

	"topcut/commands/discord"
	"topcut/commands/posted"
	"topcut/commands/view"
	"topcut/tournament"
	"topcut/tournament/field"
)

// Kinds of posts for limited play, ties and flights.
const (
	kindSeats     tournament.PostKind = "seats"     // a page of the seating plan of a draft
	kindPack      tournament.PostKind = "pack"      // a pack is opened
	kindBuild     tournament.PostKind = "build"     // the clock for deck building
	kindBuildWarn tournament.PostKind = "buildwarn" // five minutes before the end of deck building
	kindBuildOver tournament.PostKind = "buildover"
	kindPlayoff   tournament.PostKind = "playoff" // a play-off for the title begins
	kindShared    tournament.PostKind = "shared"  // the title is shared
	kindFlights   tournament.PostKind = "flights" // a page with the players of each flight
	kindLater     tournament.PostKind = "later"   // the players of a later stage of rounds
	kindLocked    tournament.PostKind = "locked"  // the players who are certain of the cut before the rounds are over
)

// draftEvent plans the posts of a draft and of deck building.
func (p *planner) draftEvent(e *tournament.Envelope) {
	seq := e.Seq
	switch ev := e.Event.(type) {
	case *tournament.DraftSeated:
		for page := range posted.DraftPages(ev) {
			p.add(tournament.Post{Key: seatsKey(seq, page), Kind: kindSeats, Page: page, Seq: seq, Pings: true})
		}
	case *tournament.PackOpened:
		p.add(tournament.Post{Key: key("pack", seq), Kind: kindPack, Seq: seq})
	case *tournament.DeckBuilding:
		p.add(tournament.Post{Key: key("build", seq), Kind: kindBuild, Seq: seq})
	case *tournament.BuildReminded:
		p.add(tournament.Post{Key: key("buildwarn", seq), Kind: kindBuildWarn, Seq: seq})
	case *tournament.BuildEnded:
		p.add(tournament.Post{Key: key("buildover", seq), Kind: kindBuildOver, Seq: seq})
	default:
		p.groupEvent(e)
	}
}

func seatsKey(seq int64, page int) string { return fmt.Sprintf("seats.%d.p%d", seq, page) }

// groupEvent plans the posts of ties, flights and stand-ins.
func (p *planner) groupEvent(e *tournament.Envelope) {
	seq := e.Seq
	switch ev := e.Event.(type) {
	case *tournament.TieShared:
		p.add(tournament.Post{Key: key("shared", seq), Kind: kindShared, Seq: seq, Pings: true})
	case *tournament.CutLocked:
		p.add(tournament.Post{Key: key("locked", seq), Kind: kindLocked, Seq: seq, Pings: true})
	case *tournament.GroupsDrawn:
		for page := range posted.FlightPages(ev) {
			p.add(tournament.Post{Key: fmt.Sprintf("flights.%d.p%d", seq, page), Kind: kindFlights, Page: page, Seq: seq, Pings: true})
		}
	}
}

// stageBegan announces a stage: the players of an elimination, of a play-off or of a
// later stage of rounds. The first stage of rounds is covered by the post about the
// start.
func (p *planner) stageBegan(ev *tournament.StageBegan, seq int64) {
	switch {
	case ev.Kind.Eliminates():
		p.brackets(seq)
	case !ev.Planned():
		p.add(tournament.Post{Key: key("playoff", seq), Kind: kindPlayoff, Seq: seq, Pings: true})
	case len(ev.Players) > 0:
		p.add(tournament.Post{Key: key("later", seq), Kind: kindLater, Seq: seq, Pings: true})
	}
}

// brackets posts the bracket of the event or of each division.
func (p *planner) brackets(seq int64) {
	for which := range field.Brackets(p.s) {
		p.add(tournament.Post{Key: bracketKey(seq, which), Kind: kindBracket, Page: which, Seq: seq})
	}
}

// bracketKeys returns the keys of the brackets posted with the last cut.
func (p *planner) bracketKeys() (keys []string) {
	for i := range slices.Backward(p.log) {
		if began, ok := p.log[i].Event.(*tournament.StageBegan); ok && began.Kind.Eliminates() && p.s.Elimination() != nil {
			for which := range field.Brackets(p.s) {
				keys = append(keys, bracketKey(p.log[i].Seq, which))
			}
			break
		}
	}
	return keys
}

func bracketKey(seq int64, which int) string {
	if which == 0 {
		return key("bracket", seq)
	}
	return fmt.Sprintf("%s.p%d", key("bracket", seq), which)
}

// tieWaits reports whether the event cannot go on after round r until an organiser
// settles a tie at the top.
func (p *planner) tieWaits(r int) bool {
	if p.s.Phase != tournament.Running || r != len(p.s.Rounds) || r < p.s.PlannedRounds() || p.s.PlayoffOpen() || p.s.CutSize() > 0 {
		return false
	}
	tied, err := p.s.TopTie()
	return err == nil && len(tied) > 0
}

// drawSpecial renders the posts of limited play, ties and flights.
func drawSpecial(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	switch row.Kind {
	case kindSeats:
		return view.DraftSeats(e, row.Seq, row.Page), true
	case kindPack:
		return view.DraftPack(e, row.Seq), true
	case kindBuild:
		return view.DeckBuilding(e, row.Seq), true
	case kindBuildWarn:
		return view.BuildReminder(e), true
	case kindBuildOver:
		return view.BuildOver(e), true
	case kindPlayoff:
		return view.PlayoffPost(e, row.Seq), true
	case kindShared:
		return view.SharedPost(e, row.Seq), true
	case kindLocked:
		return view.LockPost(e, row.Seq), true
	case kindLater:
		return view.LaterPost(e, row.Seq), true
	case kindFlights:
		return view.FlightsPost(e, row.Seq, row.Page), true
	}
	return discord.Message{}, false
}
