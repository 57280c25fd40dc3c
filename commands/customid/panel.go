package customid

import (
	"reflect"
	"unicode/utf8"

	"topcut/tournament"
)

// What players press, choose and fill in.
type (
	// Join is the button on the card.
	Join struct{}
	// JoinForm is the modal for name, division, tag and deck, as the event asks.
	JoinForm struct{}
	// Leave is the button on the card.
	Leave struct{}
	// CheckIn is the button that says: I am here.
	CheckIn struct{}
	// Mix mixes the draw before the start.
	Mix struct{}
	// Status opens and refreshes one's own panel.
	Status struct{}
	// Direct switches direct messages on or off.
	Direct struct{ On bool }
	// Report opens the private panel of the presser's own match.
	Report struct{}
	// Result is the select of results in the presser's words.
	Result struct{ Round, Match int }
	// ResultPress is the button of a result in the presser's words.
	ResultPress struct {
		Round, Match int
		Result       string `max:"16"`
	}
	// ResultOther shows the results that have no button.
	ResultOther struct{ Round, Match int }
	// ResultOpen is the button that opens a ResultForm.
	ResultOpen struct{ Round, Match int }
	// ResultForm is the modal for results that are numbers.
	ResultForm struct{ Round, Match int }
	// Confirm is the button under a report, about the newest report that its message
	// shows. In a post of many tables (Match 0) it is about the match of the person who
	// presses it.
	Confirm struct {
		Round, Match int
		Report       int64
	}
	// Dispute is the button under a report that opens a DisputeForm, see Confirm.
	Dispute struct {
		Round, Match int
		Report       int64
	}
	// DisputeForm is the modal for what is wrong with a report.
	DisputeForm struct {
		Round, Match int
		Report       int64
	}
	// VetoOpen opens the presser's match for its picks and bans.
	VetoOpen struct{ Round, Match int }
	// VetoBegin begins them, so that the opponent's time runs.
	VetoBegin struct{ Round, Match int }
	// Veto chooses an item in a step, both from 0.
	Veto struct{ Round, Match, Step, Item int }
	// VetoFrom is a menu of items for a step.
	VetoFrom struct{ Round, Match, Step, Page int }
	// GameWon says that a player has won a game, from 1, of the presser's match.
	GameWon struct{ Round, Match, Game, Player int }
	// GameBack takes back who has won it.
	GameBack struct{ Round, Match, Game int }
	// Judge is the button that opens a JudgeForm.
	Judge struct{}
	// JudgeForm is the modal for what a judge is needed for.
	JudgeForm struct{}
	// JudgeAt is Judge for a board of the presser's team.
	JudgeAt struct{ Round, Match int }
	// JudgeAtForm is JudgeForm for it.
	JudgeAtForm struct{ Round, Match int }
	// BoardPick is the menu of the boards of the presser's match.
	BoardPick struct{}
	// Drop is the button that asks whether the person really wants to leave.
	Drop struct{}
	// DropYes does it, in the round in which it was asked; with Keep a report that waits
	// stays.
	DropYes struct {
		Round int
		Keep  bool
	}
	// SitOut shows the rounds that a player sits out.
	SitOut struct{}
	// SitOutPick is the menu of such rounds.
	SitOutPick struct{}
	// SitOutYes confirms the choice.
	SitOutYes struct {
		Rounds string `max:"13"` // a bit for each, in base 36
	}
	// AnswerOpen opens an AnswerForm, in which a player answers the question of the event.
	AnswerOpen struct{}
	AnswerForm struct{}
	// Crew shows the presser's team, or to organisers that of a Player. So do its menus.
	Crew struct{ Player int }
	// CrewAnswer accepts or declines to join a team; without a Player that which has asked the
	// presser.
	CrewAnswer struct {
		Player int
		Yes    bool
	}
	// CrewAsk is the button that opens a CrewForm.
	CrewAsk struct{}
	// CrewForm is the modal in which a captain asks mates.
	CrewForm struct{}
	// CrewOut is the menu of the mates whom a captain can take out.
	CrewOut struct{ Player int }
	// CrewLineUp is the menu of the members who sit at the boards from the next round on.
	CrewLineUp struct{ Player int }
	// CrewKeep confirms the line-up that the team has anyway, for the round that waits for it.
	CrewKeep struct{ Player int }
	// CrewSub is the menu of the members who can take over a board.
	CrewSub struct{ Player int }
	// Bench shows the bench of an event, and BenchSet puts the presser on it or takes them Off it.
	Bench    struct{}
	BenchSet struct{ Off bool }
	// BenchAsk is the menu of the boards for which a captain has the bench asked.
	BenchAsk struct{ Player int }
	// BenchAnswer answers whether the presser takes over a board.
	BenchAnswer struct {
		Round, Match int
		Yes          bool
	}
	// CrewLeave takes the presser out of their team, once they are sure.
	CrewLeave struct{ Sure bool }
	// DeckOpen is the button that opens a DeckForm.
	DeckOpen struct{}
	// DeckForm is the modal for a deck.
	DeckForm struct{}
	// Standings is a page of the standings after a round, of a part of the field
	// (counted from 1, see view.Group), as text where it could be a picture.
	Standings struct {
		After, Page, Division, Flight int
		AsText                        bool
	}
	// StandingsOf is the select of the part of the field whose standings are shown.
	StandingsOf struct{ After int }
	// Pairings is a page of the pairings of a round.
	Pairings struct{ Round, Page int }
	// Log is a page of the log; Staff is the one with private notes.
	Log struct {
		Page  int
		Staff bool
	}
	// Bracket is one of the brackets of an event, from 1; 0 is that of the presser.
	Bracket struct {
		Number int
		AsText bool
	}
	// BracketOf is the select of several brackets.
	BracketOf struct{}
	// Schedule is a session of a schedule, from 0.
	Schedule struct {
		Session int
		AsText  bool
	}
	// Places is a page of the final places.
	Places struct{ Page int }
	// Fair opens what is needed to check the draw of an event that is over.
	Fair struct{}
	// Explain says why the presser stands where they stand or, with a round, whom they meet.
	Explain struct{ Round int }
	// Events lists the events of the server.
	Events struct{}
	// Rules is the button for the rules of the event.
	Rules struct {
		Ruleset string `max:"64"`
		Page    int
	}
	// Forget forgets the person who presses it.
	Forget struct{}
	// Odds are the chances of a player, with what is supposed of the current match; or
	// (Line) those of the players around the line, in a group of the field from 1,
	// where 0 is that of the player.
	Odds struct {
		Player   int
		If       string
		Line     bool
		Strength string
		Group    int
	}
	// OddsOf is the select of the group whose chances are shown.
	OddsOf struct {
		Player   int
		Strength string
	}
	// OddsForm is the modal for standings that are pasted.
	OddsForm struct{}
	// LeagueTable is a page of the table of a league.
	LeagueTable struct {
		Page     int
		AsText   bool
		Division int // 0 = the first, where there are any
	}
	// LeagueDivision is the select of the division whose table is shown.
	LeagueDivision struct{ AsText bool }
	// LeagueInfo shows more of a league; see LeagueView.
	LeagueInfo struct {
		Show LeagueView `max:"7"`
	}
	// LeagueOddsOf is the select of the division whose chances are shown.
	LeagueOddsOf struct{}
	// LeagueLeaves asks whether the presser leaves the season.
	LeagueLeaves struct{}
	// LeagueExplain says why the presser stands where they stand.
	LeagueExplain struct{}
	// Course is the chance of a player over the rounds.
	Course struct{ Player int }
	// Simulate is the select of the tables of a plan, see sim.PlanConfig.
	Simulate struct {
		Ruleset string `max:"32"`
		Shape   string `max:"52"` // all else, packed by package view
	}
)

// What organisers press, choose and fill in.
type (
	// CreateOpen opens the form of a new event with what was typed before; Like is an
	// event whose settings it takes, or 0.
	CreateOpen struct {
		Like      int64
		Name      string `max:"30"`
		When      string `max:"20"`
		Ruleset   string `max:"32"`
		Structure string `max:"7"`
	}
	// CreateForm is that form.
	CreateForm struct{ Like int64 }
	// Pick is the menu of events, leagues or matches of which a command with options means
	// one.
	Pick struct {
		Path    string `max:"32"`
		Options string `max:"46"`
	}
	// Open opens registration.
	Open struct{}
	// StartCheckIn asks the players to check in.
	StartCheckIn struct{}
	// Start starts the event; Absent says what becomes of the absent: "out", "all" or
	// "decked", with which only the players without a deck are left out. Now does not
	// wait for players to mix the draw.
	Start struct {
		Absent string
		Now    bool
	}
	// CancelYes cancels the event.
	CancelYes struct{}
	// Pair pairs a round, anew where it is paired.
	Pair struct{ Round int }
	// Preview is a page of the pairings that are not published.
	Preview struct{ Page int }
	// Publish publishes a preview, named by its event.
	Publish struct {
		Round int
		Seq   int64
	}
	// StartRound starts the clock of a round.
	StartRound struct{ Round int }
	// CloseRound closes a round; without Rest it shows the tables that are open.
	CloseRound struct {
		Round int
		Rest  tournament.Resolution
	}
	// Cut makes the cut of a size, 0 = as announced; where Early is a round, after
	// that one and without those that were to come.
	Cut struct{ Size, Early int }
	// Finish ends the event.
	Finish struct{ Early bool }
	// Rule is the menu of results for organisers, from the first player's side. Amend
	// changes a result that stands.
	Rule struct {
		Round, Match int
		Amend        bool
	}
	// RulePress is the button of a ruling: what was reported, as it is typed.
	RulePress struct {
		Round, Match int
		Result       string `max:"40"`
	}
	// RuleOpen is the button that opens a RuleForm, see Rule.
	RuleOpen struct {
		Round, Match int
		Amend        bool
	}
	// RuleForm is the modal for results that are numbers, see Rule.
	RuleForm struct {
		Round, Match int
		Amend        bool
	}
	// Extend gives a match more time, or (0) all of them.
	Extend struct{ Round, Match, Minutes int }
	// TablePanel shows organisers one table: what was said of it, and what they can
	// decide. TableOf is the menu of tables.
	TablePanel struct{ Round, Match int }
	TableOf    struct{}
	// Take says that the presser goes to a table, where From (a person of the event, or
	// 0) is now; or (Back) that no one does.
	Take struct {
		Round, Match, From int
		Back               bool
	}
	// Remind calls the players that the event waits for.
	Remind struct{}
	// Duty puts the presser on duty, or takes them off.
	Duty struct{ On bool }
	// UndoAsk shows what an undo would take back.
	UndoAsk struct{}
	// More are the buttons that the organisers' panel has no room for.
	More struct{}
	// Clock stops the clock of a round, or lets it run on.
	Clock struct {
		Round int
		Stop  bool
	}
	// CancelAsk asks before the event is cancelled.
	CancelAsk struct{}
	// Settings are the settings.
	Settings struct{}
	// SettingsTopic is the menu that opens the SettingsForm of a topic.
	SettingsTopic struct{}
	// SettingsForm is the modal of a topic; its fields are keys.
	SettingsForm struct{ Page string }
	// Roster is a page of the list of players.
	Roster struct{ Page int }
	// ImportForm is the modal for standings of an event that runs elsewhere.
	ImportForm struct {
		Ruleset string `max:"32"`
		Rounds  int
		Cut     string // a stage.Entry
	}
	// ImportYes creates the event of a stored file, in place of the event Finish, which
	// it ends, if that is not 0; ImportNo forgets the file. ImportGame, ImportPart and
	// ImportColumn answer the questions of its preview.
	ImportYes struct {
		Upload string `max:"20"`
		Finish bool
	}
	ImportNo struct {
		Upload string `max:"20"`
	}
	ImportGame struct {
		Upload string `max:"20"`
	}
	ImportPart struct {
		Upload string `max:"20"`
	}
	ImportColumn struct {
		Upload string `max:"20"`
		Column int
	}
	// StaffGone removes an organiser of the event, and (Named) all whom they named.
	StaffGone struct {
		User  string `max:"20"`
		Named bool
	}
	// StaffOpen is the button that opens a StaffForm.
	StaffOpen struct {
		What string `max:"8"`
	}
	// StaffForm is the modal for what organisers do to the players or the round: "repair",
	// "result", "add", "drop" or "announce".
	StaffForm struct {
		What string `max:"8"`
	}
	// DropGone drops a player who has left the server.
	DropGone struct{ Player int }
	// Sure is the button under what a command would change: the interaction that asked, and
	// the mark of what is shown (see package consent). Without a mark it leaves all as it is.
	// Keep leaves a report that waits to the opponent, and Leaving is what becomes of the
	// matches of who leaves (tournament.Leaving).
	Sure struct {
		Asked   string `max:"20"`
		Mark    string `max:"8"`
		Keep    bool
		Leaving string `max:"9"`
	}
	// DraftSeats draws the seats of a draft; Attempt is which drawing it is.
	DraftSeats struct{ Attempt int }
	// DraftPack opens a pack.
	DraftPack struct{ Pack int }
	// DraftBuild starts the clock for building decks.
	DraftBuild struct{}
	// TieAsk shows what a play-off, or sharing the title, would do.
	TieAsk struct{ Share bool }
	// LeagueClose freezes the table of a league with the number of events that was
	// shown.
	LeagueClose struct{ Events int }
	// LeagueReopen opens a closed season again, if nothing has come since an event of its
	// log.
	LeagueReopen struct{ Seq int64 }
	// LeagueHeld shows which members the correction of an event moves in a closed
	// table.
	LeagueHeld struct{ Event int64 }
	// LeagueCorrect corrects the closed table, or leaves it.
	LeagueCorrect struct {
		Event int64
		Leave bool
	}
	// Ratings is a page of the leaderboard of a game.
	Ratings struct {
		Game   string `max:"64"`
		Page   int
		AsText bool
	}
	// Champions is a page of the winners of the server's events.
	Champions struct{ Page int }
	// Merge makes a guest, named by a seat of theirs, one with a user.
	Merge struct {
		Event  int64
		Person int
		User   string `max:"20"`
	}
	// Unmerge takes that back, by the interaction that did it.
	Unmerge struct {
		User  string `max:"20"`
		Cause string `max:"20"`
	}
	// LeagueFinal creates the final of a league from its table, or a play-off of those
	// who are level for a place in it.
	LeagueFinal struct{ Playoff bool }
	// LeaguePlan is a page of who plays in which division of what comes.
	LeaguePlan struct{ Page int }
	// LeagueDivide does what the plan says that has a mark.
	LeagueDivide struct {
		Mark string `max:"16"`
	}
	// LeagueAdd puts a person into the league and a division.
	LeagueAdd struct {
		User     string `max:"20"`
		Name     string `max:"60"`
		Division int
	}
	// LeagueSignup says whether the presser plays the next season.
	LeagueSignup struct{ In bool }
	// LeagueRemove takes a member out of the league.
	LeagueRemove struct{ Member int }
	// LeagueLeave takes the presser out of the league.
	LeagueLeave struct{}
	// BanList turns the pages of the ban list of the server.
	BanList struct{ Page int }
	// BanEnd ends a ban.
	BanEnd struct {
		User string `max:"20"`
		Page int
	}
	// BanDrop takes a banned player out of the event, or with Member that person of the book
	// out of the player's crew.
	BanDrop struct{ Player, Member int }
	// Doctor tries again what Discord did not take, or posts what was given up.
	Doctor struct{ Repost bool }
	// Games is a page of the server's own games, and GameOf the menu that shows one; Game
	// shows it.
	Games  struct{ Page int }
	GameOf struct{}
	Game   struct {
		ID string `max:"32"`
	}
	// GameOpen opens a page of the form of a game: of a draft that waits, or of a game to
	// change; "" is a new one. GameForm is that form.
	GameOpen struct {
		Of   string `max:"32"`
		Page int
	}
	GameForm struct {
		Of   string `max:"32"`
		Page int
	}
	// GameDraft shows a draft, GameSave makes it a game of the server, GameDrop forgets it.
	GameDraft struct {
		Draft string `max:"20"`
	}
	GameSave struct {
		Draft string `max:"20"`
	}
	GameDrop struct {
		Draft string `max:"20"`
	}
	// GameShelf takes a game out of the menus, or puts it Back.
	GameShelf struct {
		ID   string `max:"32"`
		Back bool
	}
	// GameFile answers with the file of a game, and GameVersion is the menu of its versions.
	GameFile struct {
		ID string `max:"32"`
	}
	GameVersion struct {
		ID string `max:"32"`
	}
	// GameTry plays a match of a game or a draft against oneself: it shows the results to
	// report, those Other than the usual ones, the Form for them, or what becomes of a Result,
	// reported or with Done confirmed. Picked has the items that were picked and banned.
	GameTry struct {
		Of     string      `max:"32"`
		Show   GameTryView `max:"8"`
		Result string      `max:"12"`
		Done   bool
		Picked string `max:"24"`
	}
	// GameTryForm is the modal for a result that is typed in such a match.
	GameTryForm struct {
		Of     string `max:"32"`
		Picked string `max:"24"`
	}
)

// GameTryView is what a match against oneself shows to report a result.
type GameTryView = string

// Views of such a match.
const (
	GameTryUsual GameTryView = ""
	GameTryOther GameTryView = "other"
	GameTryTyped GameTryView = "typed"
	GameTryPick  GameTryView = "pick" // and the page of the menu of items
)

// What is pressed about matches that players arrange.
type (
	// Matches lists the matches that the person who presses it still has to play.
	Matches struct{}
	// MatchPick is the menu of such matches.
	MatchPick struct{}
	// Reminders changes how often the presser is reminded of arranged matches.
	Reminders struct{ Few bool }
	// TimeOpen is the button that opens a TimeForm.
	TimeOpen struct{ Round, Match int }
	// TimeForm is the modal for the times that a player proposes.
	TimeForm struct{ Round, Match int }
	// TimePropose proposes one reading of what was typed.
	TimePropose struct {
		Round, Match int
		At           int64
	}
	// TimeAccept accepts a proposed time.
	TimeAccept struct {
		Round, Match int
		At           int64
	}
	// TimeSure proposes or accepts times about which the presser was asked back.
	TimeSure struct {
		Round, Match int
		Times        string `max:"60"` // unix minutes in base 36, with a hyphen between
		Accept       bool
	}
	// AwayBack takes back an absence of the presser.
	AwayBack struct{ From, Until int64 }
	// AwayForm is the modal that asks for the time zone of the times at which a player is
	// away, or takes that Back.
	AwayForm struct {
		From string `max:"30"` // as typed
		To   string `max:"30"`
		Back bool
	}
	// Week shows when the presser can usually play.
	Week struct{}
	// WeekPick is the menu of the days on which they can in a part of the day, from 0.
	WeekPick struct{ Part int }
	// WeekClear takes all of it back.
	WeekClear struct{}
	// WeekZone is the menu of time zones, and WeekZoneOpen opens a WeekForm for another.
	WeekZone     struct{}
	WeekZoneOpen struct{}
	WeekForm     struct{}
	// ComeBack puts the presser in again who was dropped for missing a match.
	ComeBack struct{}
	// Present says: I am here. Match 0 is the presser's own in the round.
	Present struct{ Round, Match int }
	// Claim claims a forfeit.
	Claim struct{ Round, Match int }
	// ClaimOf claims that an opponent at a table of three or four is not there.
	ClaimOf struct{ Round, Match, Of int }
	// Object is the button under a claim that opens an ObjectForm.
	Object struct{ Round, Match int }
	// ObjectForm is the modal for what is wrong with a claim.
	ObjectForm struct{ Round, Match int }
	// ReportOf is Report for one of several matches.
	ReportOf struct{ Round, Match int }
	// Verdicts is the organisers' menu of matches that wait for them.
	Verdicts struct{}
	// Verdict is what becomes of some of them.
	Verdict struct {
		Matches string `max:"60"`
		End     string `max:"16"`
	}
	// Fixtures turns the pages of the matches of all players.
	Fixtures struct{ Round int }
)

// LeagueView is what /league info shows of a league.
type LeagueView = string

// Views of a league.
const (
	LeagueRules  LeagueView = "rules"
	LeagueEvents LeagueView = "events"
	LeagueOdds   LeagueView = "odds"
	LeagueList   LeagueView = "leagues" // all leagues of the server
)

// panels are all panels by their verb, which is part of every custom id.
var panels = map[string]Panel{
	"join": Join{}, "joinform": JoinForm{}, "leave": Leave{}, "checkin": CheckIn{}, "mix": Mix{}, "status": Status{}, "direct": Direct{},
	"report": Report{}, "result": Result{}, "won": ResultPress{}, "other": ResultOther{}, "resultopen": ResultOpen{}, "resultform": ResultForm{},
	"vetoopen": VetoOpen{}, "vetobegin": VetoBegin{}, "veto": Veto{}, "vetofrom": VetoFrom{}, "gamewon": GameWon{}, "gameback": GameBack{},
	"confirm": Confirm{}, "dispute": Dispute{}, "disputefor": DisputeForm{}, "judge": Judge{}, "judgeform": JudgeForm{}, "judgeat": JudgeAt{}, "judgeatfor": JudgeAtForm{}, "board": BoardPick{},
	"drop": Drop{}, "dropyes": DropYes{}, "sitout": SitOut{}, "sitoutpick": SitOutPick{}, "sitoutyes": SitOutYes{}, "answeropen": AnswerOpen{}, "answerform": AnswerForm{}, "crew": Crew{}, "crewsay": CrewAnswer{}, "crewask": CrewAsk{}, "crewform": CrewForm{}, "crewout": CrewOut{}, "crewlineup": CrewLineUp{}, "crewsub": CrewSub{}, "crewkeep": CrewKeep{}, "bench": Bench{}, "benchset": BenchSet{}, "benchask": BenchAsk{}, "benchsay": BenchAnswer{}, "crewleave": CrewLeave{}, "deckopen": DeckOpen{}, "deckform": DeckForm{},
	"standings": Standings{}, "group": StandingsOf{}, "pairings": Pairings{}, "log": Log{}, "bracket": Bracket{}, "bracketof": BracketOf{},
	"schedule": Schedule{}, "places": Places{}, "fair": Fair{}, "rules": Rules{}, "forget": Forget{}, "explain": Explain{}, "events": Events{},
	"odds": Odds{}, "oddsof": OddsOf{}, "oddsform": OddsForm{}, "course": Course{}, "sim": Simulate{},

	"new": CreateOpen{}, "newform": CreateForm{}, "pick": Pick{}, "open": Open{}, "startci": StartCheckIn{}, "start": Start{}, "cancelyes": CancelYes{},
	"pair": Pair{}, "preview": Preview{}, "publish": Publish{}, "goround": StartRound{}, "close": CloseRound{},
	"cut": Cut{}, "finish": Finish{}, "undoask": UndoAsk{}, "rule": Rule{}, "rulepress": RulePress{}, "ruleopen": RuleOpen{}, "ruleform": RuleForm{},
	"extend": Extend{}, "table": TablePanel{}, "tableof": TableOf{}, "take": Take{}, "remind": Remind{}, "duty": Duty{}, "more": More{}, "clock": Clock{}, "cancelask": CancelAsk{},
	"settings": Settings{}, "topic": SettingsTopic{}, "setform": SettingsForm{},
	"roster": Roster{}, "importform": ImportForm{}, "dropgone": DropGone{}, "sure": Sure{},
	"importyes": ImportYes{}, "importno": ImportNo{}, "importgame": ImportGame{}, "importpart": ImportPart{}, "importcol": ImportColumn{},
	"staffgone": StaffGone{}, "staffopen": StaffOpen{}, "staffform": StaffForm{},
	"seats": DraftSeats{}, "pack": DraftPack{}, "build": DraftBuild{}, "tieask": TieAsk{}, "doctor": Doctor{},
	"bans": BanList{}, "banend": BanEnd{}, "bandrop": BanDrop{},
	"games": Games{}, "gameof": GameOf{}, "game": Game{}, "gameopen": GameOpen{}, "gameform": GameForm{}, "gamedraft": GameDraft{}, "gamesave": GameSave{}, "gamedrop": GameDrop{},
	"gameshelf": GameShelf{}, "gamefile": GameFile{}, "gamever": GameVersion{}, "gametry": GameTry{}, "gametryform": GameTryForm{},

	"ltable": LeagueTable{}, "lexplain": LeagueExplain{}, "lclose": LeagueClose{}, "lreopen": LeagueReopen{}, "lheld": LeagueHeld{}, "lcorrect": LeagueCorrect{}, "lfinal": LeagueFinal{},
	"ldivision": LeagueDivision{}, "lplan": LeaguePlan{}, "ldivide": LeagueDivide{}, "ladd": LeagueAdd{}, "lremove": LeagueRemove{}, "lsignup": LeagueSignup{}, "lleave": LeagueLeave{}, "lleaves": LeagueLeaves{}, "linfo": LeagueInfo{}, "loddsof": LeagueOddsOf{},
	"matches": Matches{}, "matchpick": MatchPick{}, "reminders": Reminders{}, "timeopen": TimeOpen{}, "timeform": TimeForm{}, "timesay": TimePropose{}, "timeyes": TimeAccept{}, "timesure": TimeSure{}, "awayback": AwayBack{}, "awayform": AwayForm{},
	"week": Week{}, "weekpick": WeekPick{}, "weekclear": WeekClear{}, "weekzone": WeekZone{}, "weekother": WeekZoneOpen{}, "weekform": WeekForm{},
	"comeback": ComeBack{}, "present": Present{}, "claim": Claim{}, "claimof": ClaimOf{}, "object": Object{}, "objectform": ObjectForm{}, "reportof": ReportOf{}, "verdicts": Verdicts{}, "verdict": Verdict{}, "fixtures": Fixtures{},
	"ratings": Ratings{}, "champions": Champions{}, "merge": Merge{}, "unmerge": Unmerge{},
}

// verbs are the verbs by panel.
var verbs = func() map[reflect.Type]string {
	out := make(map[reflect.Type]string, len(panels))
	for verb, p := range panels {
		out[reflect.TypeOf(p)] = verb
	}
	return out
}()

// Fitted returns the panel with texts so short that an id has room for them.
func (p CreateOpen) Fitted() CreateOpen {
	v := reflect.ValueOf(&p).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.String {
			f.SetString(cut(f.String(), maxText(v.Type().Field(i))))
		}
	}
	for len(format(0, p)) > maxLength && p.Name != "" {
		p.Name = cut(p.Name, len(p.Name)-1)
	}
	for len(format(0, p)) > maxLength && p.When != "" {
		p.When = cut(p.When, len(p.When)-1)
	}
	return p
}

// cut returns the whole characters of a text that take at most n bytes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// All returns every panel, with nothing in it, by its verb.
func All() map[string]Panel { return panels }
