// Package view turns a moment of a tournament into what Discord shows.
package view

import (
	"time"

	"topcut/commands/discord"
	"topcut/tournament"
	"topcut/tournament/rules"
)

// Env is all a view may know.
type Env struct {
	Snap     *tournament.Snapshot
	Now      time.Time
	Commands map[string]string // command name -> id, for clickable mentions; may be nil
}

// Pages are numbered from 0; one out of range is the nearest that exists.

func Card(e Env) discord.Message                              { return Text("") }
func Started(e Env) discord.Message                           { return Text("") }
func CheckInCall(e Env) discord.Message                       { return Text("") }
func CheckInList(e Env) discord.Message                       { return Text("") }
func Preview(e Env, page int) discord.Message                 { return Text("") }
func Pairings(e Env, round, page int) discord.Message         { return Text("") }
func PairingPages(s *tournament.Snapshot, round int) int      { return 1 }
func PairingPost(e Env, round, page int) discord.Message      { return Text("") }
func MatchCard(e Env, round, match int) discord.Message       { return Text("") }
func MatchThread(e Env, round, match int) discord.Message     { return Text("") }
func ThreadName(e Env, round, match int) string               { return "" }
func MatchPanel(e Env, player int) discord.Message            { return Text("") }
func ResultModal(e Env, round, match int) discord.Modal       { return discord.Modal{} }
func RuleModal(e Env, round, match int) discord.Modal         { return discord.Modal{} }
func JoinModal(e Env, name string) discord.Modal              { return discord.Modal{} }
func DeckModal(e Env, player int) discord.Modal               { return discord.Modal{} }
func DisputeModal(e Env, round, match int) discord.Modal      { return discord.Modal{} }
func JudgeModal(e Env) discord.Modal                          { return discord.Modal{} }
func Status(e Env, player int) discord.Message                { return Text("") }
func Clock(e Env) discord.Message                             { return Text("") }
func RoundStarted(e Env, round int) discord.Message           { return Text("") }
func Reminder(e Env, round, before int) discord.Message       { return Text("") }
func TimeUp(e Env, round, match int) discord.Message          { return Text("") }
func Standings(e Env, after, page int) discord.Message        { return Text("") }
func StandingsPages(s *tournament.Snapshot, after int) int    { return 1 }
func StandingsPost(e Env, after, page int) discord.Message    { return Text("") }
func CutMade(e Env) discord.Message                           { return Text("") }
func Bracket(e Env) discord.Message                           { return Text("") }
func Champion(e Env) discord.Message                          { return Text("") }
func FinalPlaces(e Env, page int) discord.Message             { return Text("") }
func DisputePost(e Env, round, match int) discord.Message     { return Text("") }
func JudgePost(e Env, round, match int) discord.Message       { return Text("") }
func SilentTables(e Env, round int) discord.Message           { return Text("") }
func PromotedPost(e Env, seq int64) discord.Message           { return Text("") }
func LateEntryPost(e Env, seq int64) discord.Message          { return Text("") }
func DroppedPost(e Env, seq int64) discord.Message            { return Text("") }
func CorrectionPost(e Env, seq int64) discord.Message         { return Text("") }
func AnnouncementPost(e Env, seq int64) discord.Message       { return Text("") }
func UndonePost(e Env, seq int64) discord.Message             { return Text("") }
func Withdrawn(e Env, what string) discord.Message            { return Text("") }
func Cancelled(e Env) discord.Message                         { return Text("") }
func RegistrationFailed(e Env) discord.Message                { return Text("") }
func EventLine(e Env, envelope tournament.Envelope) string    { return "" }
func LogPage(e Env, page int, staff bool) discord.Message     { return Text("") }
func ExplainPairing(e Env, player, round int) discord.Message { return Text("") }
func ExplainStanding(e Env, player int) discord.Message       { return Text("") }
func Help(e *Env, staff bool) discord.Message                 { return Text("") }
func Rules(rs *rules.Ruleset) discord.Message                 { return Text("") }
func Settings(e Env, page string) discord.Message             { return Text("") }
func SettingsModal(e Env, page string) discord.Modal          { return discord.Modal{} }
func List(found []tournament.Found) discord.Message           { return Text("") }
func Deck(e Env, player int) discord.Message                  { return Text("") }
func Roster(e Env, page int) discord.Message                  { return Text("") }
func AskDrop(e Env, player int) discord.Message               { return Text("") }
func Confirmation(text string, buttons ...discord.Button) discord.Message {
	return Text(text)
}

func Text(text string) discord.Message {
	return discord.Message{Components: []discord.Component{discord.TextDisplay{Content: text}}}
}

func UndoPreview(e Env, out *tournament.Outcome, batch []tournament.Envelope, later bool) discord.Message {
	return Text("")
}

func CorrectionPreview(e Env, out *tournament.Outcome, round, match int, result string) discord.Message {
	return Text("")
}

func ApplySetting(s tournament.Settings, key, value string) (tournament.Settings, error) {
	return s, nil
}
