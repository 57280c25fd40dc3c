package post

import (
	"context"
	"fmt"

	"topcut/commands/discord"
	"topcut/commands/layout"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/tournament"
	"topcut/tournament/journal"
)

// Members who have switched on direct messages get one in place of a ping. It is a post as
// any other: a row of the outbox that is added before the post that would ping, so after a
// kill in between the post is sent without the ping as well. A direct message that Discord
// refuses becomes a post that pings the member once and says so; from then on the member is
// pinged as all others.

// Directs knows which members want direct messages. *db.DB implements it.
type Directs interface {
	Calendar(ctx context.Context, guild, user string) (tournament.Calendar, error)
	// RefuseDirect gives up a direct message that Discord refused, and sends the member no
	// more. The first time it adds the post.
	RefuseDirect(ctx context.Context, user string, row *journal.OutboxRow, instead journal.Post) error
}

// address adds the direct messages of a post to those whom it pings and who want them, and
// takes their pings from it. In a thread the ping stays: it is what adds them as members. Who
// is asked to join a team is pinged, too: the person is no player yet.
func (s *Sender) address(ctx context.Context, row *tournament.OutboxRow, e view.Env, m *discord.Message) error {
	if s.cfg.Directs == nil || e.Snap == nil || row.Kind == kindInstead || row.Kind == kindCrews {
		return nil
	}
	var copies []tournament.Post
	var pinged []string
	for _, user := range m.Mentions.Users {
		n := addressed(e.Snap, row.Kind, user)
		c, err := s.cfg.Directs.Calendar(ctx, row.Guild, user)
		if err != nil {
			return err
		}
		if n == 0 || !c.Direct.On() {
			pinged = append(pinged, user)
			continue
		}
		if row.Kind == kindThread || row.Kind == kindReseated {
			pinged = append(pinged, user)
		}
		copies = append(copies, directCopy(row, e.Snap.State, n, c.Direct.Channel))
	}
	if len(copies) == 0 {
		return nil
	}
	if err := s.cfg.Outbox.AddPosts(ctx, row.Log.ID, copies); err != nil {
		return err
	}
	m.Mentions.Users = pinged
	s.wakeUp()
	return nil
}

// directCopy returns the direct message of a post to an addressed member. A player is told of
// their match in the round.
func directCopy(row *tournament.OutboxRow, s *tournament.State, n int, channel string) tournament.Post {
	match := row.Match
	if n > 0 && row.Round > 0 && match == 0 {
		match = s.MatchOf(row.Round, playerOn(n))
	}
	return tournament.Post{
		Key: fmt.Sprintf("%s.to.%d", row.Key, n), Kind: journal.DirectMessage, Channel: channel,
		Round: row.Round, Match: match, Page: n, Seq: row.Seq,
	}
}

// memberShift is by how many bits the person of a crew is shifted in the number of a member.
// More players than fit below it would need as many registrations.
const memberShift = 24

// addressed returns the number of a member for Post.Page: that of the player, for a member of
// a crew with the person above it, or the negative number of the person if they are called
// as an organiser. 0 means neither.
func addressed(snap *tournament.Snapshot, kind tournament.PostKind, user string) int {
	n, person := snap.PlayerByUser(user), snap.Book.ByUser(user)
	switch {
	case n == 0 || kind == kindPanel || kind == kindStaff:
		return -person
	case len(snap.State.Player(n).Members()) == 0:
		return n
	}
	return n + person<<memberShift
}

// addressee returns the account of an addressed member.
func addressee(snap *tournament.Snapshot, page int) string {
	switch person := page >> memberShift; {
	case page < 0:
		return snap.Book.Person(-page).User
	case person > 0:
		return snap.Book.Person(person).User
	}
	return snap.User(page)
}

// playerOn returns the player of an addressed member, or 0 for an organiser.
func playerOn(page int) int { return max(page, 0) & (1<<memberShift - 1) }

// unwanted reports whether the member to whom a direct message was to be sent has switched
// them off since.
func (s *Sender) unwanted(ctx context.Context, row *tournament.OutboxRow, e view.Env) (bool, error) {
	if row.Kind != journal.DirectMessage || row.Message != "" || s.cfg.Directs == nil {
		return false, nil
	}
	user := addressee(e.Snap, row.Page)
	c, err := s.cfg.Directs.Calendar(ctx, row.Guild, user)
	return user == "" || !c.Direct.On() || c.Direct.Channel != row.Channel, err
}

// undelivered gives up a direct message that Discord refuses.
func (s *Sender) undelivered(ctx context.Context, row *tournament.OutboxRow, refused error) {
	s.ended(ctx, row)
	snap, err := s.cfg.Director.Snapshot(ctx, row.Log.ID)
	if err == nil && row.Message == "" && s.cfg.Directs != nil {
		s.cfg.Log.Info("Discord takes no direct message to a member, who is pinged from now on", "tournament", row.Log.ID, "key", row.Key, "error", refused)
		err = s.cfg.Directs.RefuseDirect(ctx, addressee(snap, row.Page), row, tournament.Post{
			Key: row.Key + ".instead", Kind: kindInstead, Channel: snap.State.Channel, Page: row.Page, Seq: row.Seq, Pings: true,
		})
	} else if err == nil {
		err = s.cfg.Outbox.KillPost(ctx, row.ID, journal.Obsolete)
	}
	if err != nil {
		s.cfg.Log.Error("the outbox cannot be written", "error", err)
		s.outcome(err)
	}
	s.wakeUp()
}

// directPost renders a direct message. What was answered before it was sent is not.
func directPost(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	if row.Page < 0 {
		return view.DirectStaff(e, row.Seq), true
	}
	e.Reader = e.Snap.Book.ByUser(addressee(e.Snap, row.Page))
	at := e.Snap.State.OwnBoard(tournament.Place{Round: row.Round, Match: row.Match}, e.Reader)
	m, _ := e.Snap.State.Match(at.Round, at.Match)
	answered := m != nil && m.Confirmed && row.Message == ""
	return view.Direct(e, playerOn(row.Page), at.Round, at.Match, row.Seq), !answered
}

// insteadPost pings a member to whom Discord took no direct message.
func insteadPost(e view.Env, row *tournament.OutboxRow) (discord.Message, bool) {
	user, panel := addressee(e.Snap, row.Page), "status"
	if row.Page < 0 {
		panel = "help"
	}
	m := layout.Text(e.Words.Say("direct.instead", "player", text.Raw(discord.MentionUser(user)), "status", wording.Command(e.Commands, panel)))
	m.Mentions.Users = []string{user}
	return m, user != ""
}
