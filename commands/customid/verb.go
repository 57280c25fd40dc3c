package customid

// The verbs of buttons, selects and modals, with their parameters. Views write
// them, the route table answers them; both use these names only.
const (
	// Everybody.

	Join       = "join"       // button on the card
	JoinForm   = "joinform"   // modal: name, division, tag, deck as the event asks for
	Leave      = "leave"      // button on the card
	CheckIn    = "checkin"    // button
	Status     = "status"     // button: my status panel; also its refresh button
	Report     = "report"     // button: opens the private panel of the presser's own match
	Result     = "result"     // select: round, match; the value is a result in the presser's words
	ResultForm = "resultform" // modal for results that are numbers: round, match; field "result"
	ResultOpen = "resultopen" // button that opens ResultForm: round, match
	Confirm    = "confirm"    // button: round, match, newest report shown
	Dispute    = "dispute"    // button: round, match, newest report shown; opens a modal
	DisputeFor = "disputefor" // modal: round, match, newest report shown; field "reason"
	Judge      = "judge"      // button: opens a modal
	JudgeForm  = "judgeform"  // modal; field "reason"
	Drop       = "drop"       // button: asks
	DropYes    = "dropyes"    // button: does it; round at the time of asking
	DeckOpen   = "deckopen"   // button: opens the modal
	DeckForm   = "deckform"   // modal; field "deck"
	Standings  = "standings"  // button: after round, page, text group, "text" to see no picture
	Group      = "group"      // select of the standings: after round; the value is the group
	Pairings   = "pairings"   // button: round, page
	Log        = "log"        // button: page
	Bracket    = "bracket"    // button: which of several brackets, from 0; "text" to see no picture
	BracketOf  = "bracketof"  // select: the value is which of several brackets, from 0
	Schedule   = "schedule"   // button: session, from 0, of a scramble; "text" to see no picture
	Forget     = "forget"     // button: does it
	Odds       = "odds"       // button: player, text what-if, text view, text strength, group; the chances
	OddsOf     = "oddsof"     // select: player, text strength; the value is the group whose table is shown
	Course     = "course"     // button: player; the chance over the rounds
	OddsForm   = "oddsform"   // modal: fields "standings", "ruleset", "rounds", "cut", "name"
	Simulate   = "sim"        // select: the shape of a plan; the value is a table
	Places     = "places"     // button: page of the final places
	Roster     = "roster"     // button: page of the list of players
	Rules      = "rules"      // button: the page of the event's ruleset

	// Organisers.

	Open        = "open"     // button: open registration
	StartCheck  = "startci"  // button: start check-in
	Start       = "start"    // button: start; text "all" or "out" says what to do with absentees
	Pair        = "pair"     // button: pair, or pair again: round it is for
	Preview     = "preview"  // button: page
	Publish     = "publish"  // button: round, seq of the preview
	StartRound  = "goround"  // button: round
	CloseRound  = "close"    // button: round, text "draw" or "double_loss"
	Cut         = "cut"      // button: size, and the round after which it is made early; none = as announced
	Finish      = "finish"   // button: text "early" or ""
	Undo        = "undo"     // button: batch, text "later" or ""
	Rule        = "rule"     // select on a dispute: round, match; the value is a result from the first player's side
	RuleForm    = "ruleform" // modal for results that are numbers: round, match; field "result"
	RuleOpen    = "ruleopen" // button that opens RuleForm: round, match
	Correct     = "correct"  // button under the preview of a corrected result: round, match, text result
	Extend      = "extend"   // button: round, match, minutes
	Settings    = "settings" // select or button of the settings panel: text page
	SettingsSet = "set"      // select: text key; the value is the new setting
	SettingsFor = "setform"  // modal: text page; fields are keys
	SettingsEd  = "setopen"  // button that opens a settings modal: text page
	CancelYes   = "cancelyes"
	ImportForm  = "importform" // modal: text ruleset, rounds, cut; fields "name", "standings", "met"
	DropPlayer  = "dropplayer" // button under the question: player, text "drop" or "dq"
	Draft       = "draft"      // button: text step, number of the attempt or pack
	Doctor      = "doctor"     // button: text "retry" or "repost"
	TieAsk      = "tieask"     // button: text "playoff" or "share"; shows the preview
	Tie         = "tie"        // button under that preview: text, seq of the event
)
