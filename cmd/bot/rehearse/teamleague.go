package rehearse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"topcut/commands/crew"
	"topcut/commands/customid"
	"topcut/commands/localdiscord"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fixture"
)

// teamLeague is a season of teams on boards in one event: the two at each board agree on a time
// of their own. It is played as a league is, week by week, from the first form to the champion.
type teamLeague struct{ *season }

// maxTeams is the largest number of teams of a team league.
const maxTeams = 16

// boardCourses are the unusual courses by week, match and board.
var boardCourses = map[[3]int]course{
	{1, 1, 2}: ghosted, {1, 2, 1}: missed, {2, 1, 1}: contested, {2, 2, 2}: forgotten, {3, 1, 2}: missed,
}

// begin creates the event; the captains register their teams, and it starts.
func (s teamLeague) begin(ctx context.Context) error {
	o := s.r.o
	s.people = o.players * o.crew
	if err := s.p.create(ctx, localdiscord.Options{"name": "Team League", "ruleset": o.ruleset, "rounds": o.rounds, "cut": 0}, nil); err != nil {
		return err
	}
	s.ids, s.told, s.out.Divisions = []tournament.ID{s.p.id}, []int{0}, 1
	set := fmt.Sprintf("format=round_robin, arranged=%s, unplayed=%s, crew=%d, boards=%d", tournament.ByDate, tournament.UnplayedVoid, o.crew, o.boards)
	if _, err := s.slash(ctx, s.organiser, "tournament settings", localdiscord.Options{"set": set}); err != nil {
		return err
	}
	if _, err := s.slash(ctx, s.organiser, "tournament open", nil); err != nil {
		return err
	}
	for i := range o.players {
		if err := s.register(ctx, i); err != nil {
			return err
		}
	}
	s.say("  · %s makes the event; %d captains register their teams of %d, and each member accepts by a press.", s.organiser.Name(), o.players, o.crew)
	if _, err := s.slash(ctx, s.organiser, "tournament start", localdiscord.Options{"absent": "all"}); err != nil {
		return err
	}
	return s.turn(ctx, s.now().Add(2*time.Minute)) // until the dice are rolled
}

// register lets captain i register a team, and its members accept.
func (s teamLeague) register(ctx context.Context, i int) error {
	o, captain := s.r.o, s.player(i)
	join := &command.Join{User: captain.ID(), Name: captain.Name(), Crew: "Team " + captain.Name()}
	mates := s.p.venue.players[o.players+i*(o.crew-1):][:o.crew-1]
	for _, mate := range mates {
		join.Mates = append(join.Mates, command.Mate{User: mate.ID(), Name: mate.Name()})
	}
	if err := s.does(ctx, s.p.join(captain, join)); err != nil {
		return err
	}
	for _, mate := range mates {
		if err := s.does(ctx, s.p.answerTeam(s.p.actors[mate.ID()], true)); err != nil {
			return err
		}
	}
	return nil
}

// does lets people do something and waits until it is in the channels.
func (s teamLeague) does(ctx context.Context, do way) error {
	if _, err := s.p.persistently(ctx, do); err != nil {
		return err
	}
	return s.p.settle(ctx)
}

// weeks plays all weeks: a round robin, of which each opens a round.
func (s teamLeague) weeks(ctx context.Context) error {
	for week := 1; week <= s.r.o.rounds; week++ {
		s.out.Weeks = week
		if err := s.week(ctx, week); err != nil {
			return fmt.Errorf("week %d: %w", week, err)
		}
	}
	return nil
}

func (s teamLeague) week(ctx context.Context, week int) error {
	snap, err := s.p.bot.snapshot(ctx, s.p.id)
	switch {
	case err != nil:
		return err
	case len(snap.State.Rounds) != week:
		return fmt.Errorf("there are %d rounds", len(snap.State.Rounds))
	}
	began := snap.State.Rounds.At(week).StartedAt.Truncate(time.Hour)
	s.say("")
	s.say("%s", s.r.show.paint(bold, fmt.Sprintf("Week %d · %s", week, began.Format("Monday 2 January"))))
	if week == 2 {
		if err := errors.Join(s.substitute(ctx, snap), s.lineUp(ctx, snap)); err != nil {
			return err
		}
		if snap, err = s.p.bot.snapshot(ctx, s.p.id); err != nil {
			return err
		}
	}
	list := s.boards(snap, week)
	for i := range list {
		if err := s.arrange(ctx, &list[i], began); err != nil {
			return err
		}
	}
	for day := 1; day <= 7; day++ {
		if err := s.turn(ctx, began.AddDate(0, 0, day).Add(time.Hour)); err != nil {
			return err
		}
		for _, m := range list {
			if err := s.meet(ctx, m, day); err != nil {
				return err
			}
		}
		if err := s.narrate(ctx); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(list, func(m meeting) bool { return m.how == ghosted }) {
		return s.decide(ctx, fixture.Void, "it doesn't count")
	}
	return nil
}

// boards returns the boards of a week with those who sit at them.
func (s teamLeague) boards(snap *tournament.Snapshot, week int) (out []meeting) {
	for i, l := range snap.State.Ledger.Rounds.At(week).Matches {
		for b, at := range snap.State.Parts(tournament.Place{Round: week, Match: i + 1}) {
			if _, board := snap.State.Match(week, at.Match); l.N != 2 || board.Finished() {
				continue
			}
			a, z := int(l.Seats[0])+1, int(l.Seats[1])+1
			if a > z {
				a, z = z, a
			}
			m := meeting{at: at, day: 1 + (i+b)%4, how: boardCourses[[3]int{week, i + 1, b + 1}]}
			m.a, _ = s.p.actor(playing(snap, at, a))
			m.b, _ = s.p.actor(playing(snap, at, z))
			out = append(out, m)
		}
	}
	return out
}

// substitute lets a captain put in a member who sits at no board, if there is one.
func (s teamLeague) substitute(ctx context.Context, snap *tournament.Snapshot) error {
	for n := range snap.State.Players {
		ways := snap.State.Substitutes(n + 1)
		if len(ways) == 0 {
			continue
		}
		x := ways[len(ways)-1]
		captain, err := s.p.actor(snap.User(n + 1))
		if err != nil {
			return err
		}
		s.say("  · %s puts in %s for %s, who can't play this week.", captain.Name(), snap.Book.Person(x.Person).Name, snap.Book.Person(x.For).Name)
		return s.does(ctx, s.p.onTeam(captain, like(customid.CrewSub{}), crew.SubValue(x)))
	}
	return nil
}

// lineUp lets the captain of the last team say who sits at its boards from the next week on: who
// has joined last, first.
func (s teamLeague) lineUp(ctx context.Context, snap *tournament.Snapshot) error {
	n := len(snap.State.Players)
	size := snap.State.SizeOfLineUp(n)
	if size == 0 {
		return nil
	}
	captain, err := s.p.actor(snap.User(n))
	if err != nil {
		return err
	}
	var values, names []string
	for _, person := range slices.Backward(snap.State.Players.At(n).Members()) {
		values, names = append(values, strconv.Itoa(person)), append(names, snap.Book.Person(person).Name)
	}
	s.say("  · %s gives the line-up of the next week: %s.", captain.Name(), strings.Join(names[:size], ", "))
	return s.does(ctx, s.p.onTeam(captain, like(customid.CrewLineUp{}), values[:size]...))
}

// end says who has won.
func (s teamLeague) end(ctx context.Context) error {
	snap, err := s.p.bot.snapshot(ctx, s.p.id)
	switch {
	case err != nil:
		return err
	case snap.State.Phase != tournament.Finished:
		return fmt.Errorf("the season is not over: %s", snap.State.Phase)
	}
	s.out.Players = s.people
	for r := range snap.State.Rounds {
		for m := range snap.State.Rounds[r].Matches {
			s.out.Matches += len(snap.State.Parts(tournament.Place{Round: r + 1, Match: m + 1}))
		}
	}
	s.say("")
	s.say("%s", s.r.show.paint(bold, "The season's end"))
	s.say("  · First: %s.", champion(snap))
	return nil
}
