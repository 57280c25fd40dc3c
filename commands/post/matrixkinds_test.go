package post_test

import (
	"cmp"
	"fmt"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/division"
	"topcut/tournament/fraction"
	"topcut/tournament/journal"
	"topcut/tournament/season"
	"topcut/tournament/stage"
)

// matrixKind is how posts of one kind come about.
type matrixKind struct {
	game     string // empty = Magic
	settings func(*tournament.Settings)
	creates  bool                // it is posted when the event is created, and nothing comes before
	league   bool                // a league posts it
	before   func(*matrixServer) // what is posted before it
	cause    func(*matrixServer) // posts it
	change   func(*matrixServer) // has it edited; nil = what caused it is taken back
	never    bool                // nothing has it edited
	picks    bool                // its game has picks and bans
	onlyOver bool                // it is posted only when the event is over
}

func (k *matrixKind) ruleset() string { return cmp.Or(k.game, "magic") }

// changes has the post edited.
func (k *matrixKind) changes(m *matrixServer) {
	switch {
	case k.change != nil:
		k.change(m)
	case k.league:
		m.league(season.Undo{Batch: m.batch})
	default:
		m.do(&command.Undo{Batch: m.batch})
	}
}

// end ends the event or league, if it is not over.
func (k *matrixKind) end(m *matrixServer) {
	m.Helper()
	switch {
	case k.league:
		if s, err := m.seasons.Snapshot(m.Context(), m.id); err == nil && s.State.Closed == nil {
			m.league(season.Close{})
		}
	case m.snap.State.Phase < tournament.Finished:
		m.do(&command.Cancel{})
	}
}

// steps returns a function that carries out commands, all at once.
func steps(all ...command.Command) func(*matrixServer) {
	return func(m *matrixServer) { m.do(all...) }
}

// then does one thing after the other.
func then(all ...func(*matrixServer)) func(*matrixServer) {
	return func(m *matrixServer) {
		for _, do := range all {
			do(m)
		}
	}
}

// join registers players, the first as user 70.
func join(n int) command.Command {
	var all command.All
	for i := range n {
		all = append(all, &command.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i+1)})
	}
	return all
}

// begin begins the event and its first round.
var begin = command.All{&command.Start{}, &command.Pair{}, &command.PublishAndStart{}}

// results enters a result of every match of the newest round but the first few.
func results(text string, but int) func(*matrixServer) {
	return func(m *matrixServer) {
		r := len(m.snap.State.Rounds)
		for i := range m.snap.State.Rounds[r-1].Matches {
			if match, l := m.snap.State.Match(r, i+1); i >= but && l.N > 1 && !match.Confirmed {
				m.do(&command.Correct{Round: r, Match: i + 1, Text: text})
			}
		}
	}
}

// reports has the first player of the first match report a result.
func reports(m *matrixServer) {
	_, l := m.snap.State.Match(1, 1)
	m.do(&command.ReportResult{Player: int(l.Seats[0]) + 1, Text: "2-0"})
}

// confirms has the second player of the first match confirm it.
func confirms(m *matrixServer) {
	_, l := m.snap.State.Match(1, 1)
	m.do(&command.ConfirmReport{Player: int(l.Seats[1]) + 1})
}

// swaps exchanges players of the first two tables.
func swaps(m *matrixServer) {
	_, a := m.snap.State.Match(1, 1)
	_, b := m.snap.State.Match(1, 2)
	m.do(&command.Repair{Swap: [2]int{int(a.Seats[0]) + 1, int(b.Seats[0]) + 1}})
}

// proposes has the first player of the first match propose a time.
func proposes(m *matrixServer) {
	_, l := m.snap.State.Match(1, 1)
	at := m.snap.State.Rounds[0].Deadline.Add(-48 * time.Hour).Truncate(time.Hour)
	m.do(&command.ProposeTimes{Player: int(l.Seats[0]) + 1, At: tournament.Place{Round: 1, Match: 1}, Times: []time.Time{at}})
}

func chain(notation string) func(*tournament.Settings) {
	return func(s *tournament.Settings) { s.Stages = stage.MustParse(notation) }
}

func threads(s *tournament.Settings) { s.Stages, s.Threads = stage.MustParse("swiss 1"), true }

func arranged(threads bool) func(*tournament.Settings) {
	return func(s *tournament.Settings) {
		s.Stages, s.RoundDays, s.Threads = stage.MustParse("roundrobin"), 7, threads
		s.Fixtures = tournament.Fixtures{Opens: tournament.ByDate, Silence: true, Unplayed: tournament.UnplayedVoid}
	}
}

// lineUpTime gives captains ten minutes for their line-ups after a round is published.
func lineUpTime(s *tournament.Settings) {
	s.Stages, s.Crew, s.Boards, s.CaptainsWord, s.LineUpMinutes = stage.MustParse("swiss 1"), 3, 2, true, 10
}

// bench has people stand by who have ten minutes to answer.
func bench(s *tournament.Settings) {
	s.Stages, s.Crew, s.Boards, s.CaptainsWord, s.BenchMinutes = stage.MustParse("swiss 1"), 2, 2, true, 10
}

// twoTeams brings an event of two teams to a round that waits for line-ups.
var twoTeams = steps(
	&command.Join{User: "70", Name: "Player 1", Crew: "Owls", Mates: []command.Mate{{User: "71", Name: "Player 2"}, {User: "72", Name: "Player 3"}}},
	&command.Join{User: "73", Name: "Player 4", Crew: "Foxes", Mates: []command.Mate{{User: "74", Name: "Player 5"}, {User: "75", Name: "Player 6"}}},
	begin,
)

// drafts brings a booster draft to its seats.
var drafts = steps(join(4), &command.Start{})

// leagueOf begins a league.
func leagueOf(divisions bool) func(*matrixServer) {
	return func(m *matrixServer) {
		s := season.Settings{Name: "Weekly", Channel: m.channel.ID(), Rules: season.Rules{Win: fraction.Int(3)}}
		if divisions {
			r := division.Rules{Target: 2, Min: 2, Max: 4, Pause: 1}
			s.Divisions = &r
		}
		m.league(season.Create{Guild: m.guild.ID(), Settings: s})
		for i := range 4 {
			m.league(season.Join{Person: season.Person{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i+1)}})
		}
	}
}

// ownOffice gives the organisers of the league a channel of their own.
func ownOffice(m *matrixServer) {
	snap, err := m.seasons.Snapshot(m.Context(), m.id)
	if err != nil {
		m.Fatal(err)
	}
	s := snap.State.Settings
	s.Series = &season.Series{Ruleset: "magic", Event: tournament.DefaultSettings("Weekly")}
	s.Series.Event.TOChannel = m.office.ID()
	m.league(season.Change{Settings: s})
}

// counts counts an event in the league.
func counts(m *matrixServer) {
	m.league(season.Count{Log: 900, Event: legOf(1), People: []season.Person{{User: "70", Name: "Player 1"}}})
}

func legOf(wins int) season.Leg {
	return season.Leg{Results: []season.Result{{Member: 1, Place: 1, Won: wins}}}
}

// matrixKinds has a way to each kind of post.
var matrixKinds = map[tournament.PostKind]*matrixKind{
	"card":    {creates: true, change: steps(join(1))},
	"panel":   {creates: true, change: steps(join(1))},
	"checkin": {before: steps(join(4)), cause: steps(&command.StartCheckIn{}), change: steps(&command.CheckInPlayer{Player: 1})},
	"mix":     {before: steps(join(4)), cause: steps(&command.Start{Mix: true}), change: steps(&command.Mix{Player: 1})},
	"started": {before: steps(join(4)), cause: steps(&command.Start{})},
	"notbegun": {
		settings: func(s *tournament.Settings) { s.StartAt, s.AutoStart = time.Now().Add(time.Hour).Unix(), true },
		before:   steps(join(1)),
		cause:    func(m *matrixServer) { m.fire(tournament.DueStart) },
	},
	"pairings": {settings: chain("swiss 1"), before: steps(join(4), &command.Start{}, &command.Pair{}), cause: steps(&command.Publish{}), change: steps(&command.StartRound{})},
	"match":    {settings: threads, before: steps(join(4), &command.Start{}, &command.Pair{}), cause: steps(&command.PublishAndStart{}), change: results("2-0", 1)},
	"thread":   {settings: threads, before: steps(join(4), &command.Start{}, &command.Pair{}), cause: steps(&command.PublishAndStart{}), change: results("2-0", 1)},
	"reseated": {settings: threads, before: steps(join(4), begin), cause: swaps},
	"repaired": {settings: chain("swiss 1"), before: steps(join(4), begin), cause: swaps},
	"call":     {settings: chain("swiss 1"), before: steps(join(4), callingAtOnce, begin), cause: reports, change: confirms},
	"asked":    {settings: threads, before: steps(join(4), begin), cause: reports, change: confirms},
	"pick":     {picks: true, settings: threads, before: steps(join(4), begin), cause: steps(&command.BeginPicks{Player: 1}), change: steps(&command.PickItem{Player: 1, Item: "Abbey"})},
	"standings": {
		settings: chain("groups 2 roundrobin"), before: then(steps(join(6), begin), results("2-0", 1)), cause: results("2-0", 0),
		change: steps(&command.Correct{Round: 1, Match: 1, Text: "0-2"}),
	},
	"corrected": {
		settings: chain("swiss 2"), before: then(steps(join(4), begin), results("2-0", 0)), cause: steps(&command.Correct{Round: 1, Match: 1, Text: "0-2"}),
	},
	"bracket":  {settings: chain("swiss 1 > single 4"), before: then(steps(join(4), begin), results("2-0", 0)), cause: steps(&command.MakeCut{Size: 4})},
	"champion": {settings: chain("swiss 1"), before: then(steps(join(4), begin), results("2-0", 0)), cause: steps(&command.Finish{}), onlyOver: true},
	"told":     {before: steps(join(4)), cause: steps(&command.Remove{Player: 2})},
	"promoted": {settings: func(s *tournament.Settings) { s.Capacity = 2 }, before: steps(join(4)), cause: steps(&command.Leave{Player: 1}), change: steps(&command.Leave{Player: 3})},
	"crews": {
		settings: func(s *tournament.Settings) { s.Crew = 3 },
		cause:    steps(&command.Join{User: "7", Name: "Ann", Crew: "Owls", Mates: []command.Mate{{User: "71", Name: "Player 2"}, {User: "72", Name: "Player 3"}}}),
		change:   steps(&command.AnswerInvitation{Player: 1, User: "71"}),
	},
	"lineupcall": {
		settings: lineUpTime, before: twoTeams, cause: func(m *matrixServer) { m.fire(tournament.DueLineUpWarning) },
		change: func(m *matrixServer) {
			m.do(&command.GiveLineUp{Player: 2, Persons: m.snap.State.NextLineUp(2), ByOrganiser: true})
		},
	},
	"bench": {
		settings: bench,
		before: steps(
			&command.Join{User: "70", Name: "Player 1", Crew: "Owls", Mates: []command.Mate{{User: "71", Name: "Player 2"}}},
			&command.Join{User: "73", Name: "Player 4", Crew: "Foxes", Mates: []command.Mate{{User: "74", Name: "Player 5"}}},
			&command.ChangeBench{User: "76", Name: "Player 7"}, &command.ChangeBench{User: "77", Name: "Player 8"}, begin,
		),
		cause: func(m *matrixServer) {
			at := tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 1)}
			m.do(&command.AskBench{Place: at, Player: 1, For: m.snap.State.Sitting(at, 1), ByOrganiser: true})
		},
		change: steps(&command.AnswerBench{Place: tournament.Place{Round: 1, Match: tournament.BoardNumber(1, 1)}, User: "76"}),
	},
	"lineups":   {settings: lineUpTime, before: twoTeams, cause: steps(&command.StartRound{})},
	"announced": {cause: steps(&command.Announce{Text: "Hello."})},
	"undone":    {before: steps(&command.Announce{Text: "Hello."}), cause: func(m *matrixServer) { m.do(&command.Undo{Batch: m.batch}) }, never: true},
	"cancelled": {cause: steps(&command.Cancel{})},
	"missing":   {settings: chain("swiss 1"), before: steps(join(4), begin), cause: steps(&command.RemindMissing{}), change: results("2-0", 1)},
	"moved":     {cause: func(m *matrixServer) { m.do(&command.MoveChannel{Channel: m.guild.AddChannel("new").ID()}) }, never: true},
	"left":      {before: steps(join(1)), cause: func(m *matrixServer) { m.do(&command.MoveChannel{Channel: m.guild.AddChannel("new").ID()}) }, never: true},
	"staff":     {cause: steps(&command.SetStaff{User: "71", Name: "Ben", Staff: true}), never: true},
	"rated": {
		before: steps(&command.Join{Name: "Guest", ByOrganiser: true}), cause: func(m *matrixServer) {
			m.do(&command.ClaimSeat{Guest: m.snap.State.Players[0].Person, User: "71", Tell: true})
		},
	},
	"instead": {before: steps(join(1)), never: true, cause: func(m *matrixServer) {
		posts := m.plan([]journal.Post{{Key: "card.to.1.instead", Kind: "instead", Channel: m.channel.ID(), Page: 1, Seq: m.snap.State.Seq, Pings: true}}, m.batch)
		if err := m.store.AddPosts(m.Context(), m.id, posts); err != nil {
			m.Fatal(err)
		}
		m.sender.Wake()
	}},
	"fixture": {settings: arranged(false), before: steps(join(4), &command.Start{}), cause: proposes},

	"seats":     {settings: chain("draft > swiss 1"), before: drafts, cause: steps(&command.SeatDraft{}), change: steps(&command.SeatDraft{})},
	"pack":      {settings: chain("draft > swiss 1"), before: then(drafts, steps(&command.SeatDraft{})), cause: steps(&command.OpenPack{First: true}), change: steps(&command.OpenPack{})},
	"build":     {settings: chain("build > swiss 1"), before: drafts, cause: steps(&command.BuildDecks{Minutes: 30})},
	"buildwarn": {settings: chain("build > swiss 1"), before: then(drafts, steps(&command.BuildDecks{Minutes: 30})), cause: func(m *matrixServer) { m.fire(tournament.DueBuildWarning) }},
	"buildover": {
		settings: chain("build > swiss 1"), before: then(drafts, steps(&command.BuildDecks{Minutes: 30}), func(m *matrixServer) { m.fire(tournament.DueBuildWarning) }),
		cause: func(m *matrixServer) { m.fire(tournament.DueBuildEnd) },
	},
	"playoff": {game: "meccg", settings: chain("swiss 1"), before: then(steps(join(4), begin), results("tie", 0)), cause: steps(&command.PlayOff{})},
	"shared":  {game: "meccg", settings: chain("swiss 1"), before: then(steps(join(4), begin), results("tie", 0)), cause: steps(&command.ShareTitle{})},
	"flights": {
		game: "pokemon-2009", settings: func(s *tournament.Settings) {
			s.Stages, s.Divisions = stage.MustParse("swiss > single 8"), []string{"masters"}
		},
		before: func(m *matrixServer) {
			var all command.All
			for i := range 64 {
				all = append(all, &command.Join{User: fmt.Sprint(70 + i), Name: fmt.Sprint("Player ", i+1), Division: "masters"})
			}
			m.do(all, &command.Start{})
		},
		cause: steps(&command.SplitFlights{Flights: 2}),
	},
	"later":  {settings: chain("swiss 1 > top 4 swiss 1 > single 2"), before: then(steps(join(8), begin), results("2-0", 0)), cause: steps(&command.Pair{})},
	"locked": {settings: chain("swiss 3 > single 4 lock 6"), before: then(steps(join(8), begin), results("2-0", 0), steps(&command.Pair{}, &command.PublishAndStart{}), results("2-0", 1)), cause: results("2-0", 0)},

	"season_table": {league: true, before: leagueOf(false), cause: counts, change: func(m *matrixServer) {
		m.league(season.Count{Log: 900, Event: legOf(2), People: []season.Person{{User: "70", Name: "Player 1"}}})
	}},
	"season_closed":  {league: true, before: then(leagueOf(false), counts), cause: func(m *matrixServer) { m.league(season.Close{}) }, never: true},
	"season_divided": {league: true, before: leagueOf(true), cause: func(m *matrixServer) { m.league(season.Divide{}) }, never: true},
	"season_signup": {league: true, before: leagueOf(true), cause: func(m *matrixServer) { m.league(season.OpenSignup{Name: "Spring"}) }, change: func(m *matrixServer) {
		m.league(season.Answer{Person: season.Person{User: "70", Name: "Player 1"}, In: true})
	}},
	"season_answers": {league: true, before: then(leagueOf(true), ownOffice), cause: func(m *matrixServer) { m.league(season.OpenSignup{}) }, change: func(m *matrixServer) {
		m.league(season.Answer{Person: season.Person{User: "70", Name: "Player 1"}, In: true})
	}},
	"season_held": {league: true, before: then(leagueOf(false), counts, func(m *matrixServer) { m.league(season.Close{}) }), cause: func(m *matrixServer) { m.league(season.Hold{Log: 900}) }, change: func(m *matrixServer) { m.league(season.LeaveClosed{Log: 900}) }},
}
