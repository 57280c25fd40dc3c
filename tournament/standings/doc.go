// Package standings computes points, tiebreakers and the ranking of a ledger
// under a ruleset. Everything is exact: values are fractions, and two players
// are level only if their values are equal as numbers.
//
// # What an unplayed round counts for
//
// Each kind of ledger entry has these effects. "Ruleset" names the key that
// decides; TestUnplayedKinds holds the table for every ruleset.
//
//	kind              points           record         own percentage       games            opponent
//	played            by result        by result      yes                  as given         yes
//	bye               bye.points       counts_as_win  bye.in_own_pct       in_own_games     no
//	awarded bye       awarded_points   as bye         as bye               as bye           no
//	intentional draw  scoring.draw     draw           yes                  as given, or id  yes
//	assigned loss     absent.points    absent.loss    absent.round         none             no
//	forfeit           win / loss       win / loss     yes                  forfeit.games    forfeit.opponent
//	double loss       double_loss      loss, loss     yes                  as given         yes, or none given: forfeit.opponent
//	elsewhere         by result        by result      yes                  as given         whom it names
//	no entry          0                nothing        no                   none             no
//
// A late player's missed rounds are assigned losses. A dropped player's matches
// stay in the tiebreakers of all players; later rounds have no entry. A disqualified
// player's earlier matches count for the opponents. A match that was not
// finished has no effect at all.
//
// # Ranking
//
// Places go first to players in the running, then to those who dropped where the
// ruleset takes their place away, then to the disqualified. Inside that: the
// block of the final tables (mahjong), points, the ruleset's tiebreakers in
// order, and what the ruleset names for players level on everything. Rounds of
// elimination stages do not count; play-off rounds only separate players who
// are level on everything else. Stand-ins are not ranked.
package standings
