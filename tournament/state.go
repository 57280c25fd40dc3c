package tournament

import (
	"slices"
	"time"

	"topcut/tournament/fairclock"
	"topcut/tournament/fixture"
	"topcut/tournament/hours"
	"topcut/tournament/journal"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
)

// ID is the number of a tournament in its store; 0 is none.
type ID = journal.ID

// Phase is the phase of an event.
type Phase uint8

// Phases, in the order an event goes through them.
const (
	Draft    Phase = iota // created, not yet open
	Open                  // registration is open
	Closed                // registration is closed, the event has not started
	CheckIn               // players confirm that they are here
	Running               // started
	Finished              // over, places are final
	Cancelled
)

func (p Phase) String() string {
	return [...]string{"draft", "open", "closed", "check-in", "running", "finished", "cancelled"}[p]
}

// Word returns the phase as a term of the catalogue.
func (p Phase) Word() notice.Word {
	return notice.Word("phase." + [...]string{"draft", "open", "closed", "check_in", "running", "finished", "cancelled"}[p])
}

// State is the fold of the log of one tournament. Apply builds it, and it is never
// changed in place, so that readers may keep a *State.
//
// Players are numbered from 1 in order of registration, rounds through all stages, and
// matches within their round. What the rules need of a round or match is in the Ledger
// under the same number, see [State.Match].
type State struct {
	ID         ID
	Seq        int64     // of the last event folded in
	At         time.Time // of the last event
	CreatedAt  time.Time
	EndedAt    time.Time // when it was first over; zero until it is over
	FirstOver  time.Time // the same, also while an undo has taken the end back
	Guild      string
	Channel    string
	Creator    int // person
	Staff      []int
	Duty       []int // persons who look after the event now
	Settings   Settings
	Rules      *rules.Ruleset // of a match
	BoardRules *rules.Ruleset // of a board; nil where matches have none
	Phase      Phase
	Commitment string // hex SHA-256 of the bot's secret
	Joins      string // hex digest of what was mixed into the seed so far
	Mixing     Mixing
	Secret     string  // hex, once revealed
	Spent      []Spent // secrets revealed before the event was over, oldest first
	CheckInEnd time.Time
	MissingAt  time.Time       // when the missing players were last reminded
	Outages    fairclock.Spans // in which people could not reach the bot, in order; never changed in place
	Holds      []Hold          // that an undo has set back, oldest first; never changed in place
	Reminded   []Due           // timed actions that happened and leave no other trace
	Calls      []Called        // to answer reports, in their order
	Digested   Digested        // never changed in place
	Gone       []int           // players who were not in the server when the bot last looked and have done nothing since; never changed in place
	Page       Page
	Series     Series
	Entry      Entry         // who may enter; its list is never changed in place
	Held       notice.Notice // why the event did not advance automatically; zero = it is not held

	Players numbered.List[Player]
	newest  int // the highest number of a person who is or was a player; a higher one is new
	Ledger  Ledger
	Rounds  numbered.List[Round]
	Preview *Round // paired, not yet published; its ledger matches are in PreviewMatches
	// PreviewMatches are the matches of Preview, parallel to Preview.Matches.
	PreviewMatches []ledger.Match
	Kept           []Kept // results of rounds that were taken back, oldest first; never changed in place
	Attempts       int    // the number of earlier pairings of the next round

	Plan   []Planned // the stages as announced at the start, those to come included
	Stages []Stage   // that have begun; the last is under way
	Locks  []Lock    // early places in the elimination, in the order of the seeds
	Drawn  []Drawn   // groups that were drawn: flights of divisions, groups, pods

	Draft       *DraftState        // once seats are drawn; nil elsewhere
	Build       *BuildState        // once decks are built in the event; nil elsewhere
	CoChampions []int              // who share the title
	Places      numbered.List[int] // final place of each player; 0 = none
	Penalties   []Penalty
	Notes       []Note
	Away        []Absence // absences of players, in an arranged event

	Bench         []Benched      // who can take over boards, in the order in which they came; never changed in place
	BenchRequests []BenchRequest // boards that the bench is asked for; never changed in place
}

// PlayerStatus is the status of a player in the event.
type PlayerStatus uint8

// Player statuses.
const (
	Void       PlayerStatus = iota // never registered, or the registration was undone
	Registered                     // takes part
	Waiting                        // on the waiting list
	Left                           // left before the start
)

// Player is all that the event knows of a player: what the rules need, and the rest. Each
// command copies all players, so small fields stand together, which makes them smaller.
type Player struct {
	ledger.Player
	Person    int
	Status    PlayerStatus
	CheckedIn bool
	Account   bool      // can be asked and press buttons; false for a guest
	Secret    bool      // the deck was handed in for the organisers only
	Few       bool      // only the last reminder of arranged matches
	Annulled  bool      // left early: results count for ratings, not for the table
	Unplayed  bool      // left a round robin: the matches to come are not played
	AccountAt time.Time // since when, if the player took over a guest's seat; zero = always
	Deck      int       // text; 0 = none
	Answer    int       // text, to the question of the event; 0 = none
	Table     int       // fixed table; 0 = none
	Round     int       // first round in which the player could be paired; 1 = on time
	Joined    time.Time
	TimeZone  string     // of the player, by its IANA name; "" = unknown, see also Zone
	Week      hours.Week // when the player can usually play; "" = unknown
	Zone      int        // text: the same in logs of earlier versions, which no deadline depended on
	SeatOf    int        // player whose seat of an arranged event was taken over; 0 = none
	Asked     uint64     // rounds for which the player asked for a bye: bit r set = round r
	Pressed   time.Time  // when they last checked in, reported, answered, called a judge or said who is there
	NoShow    bool       // dropped because they did not come to a match; may come back by themselves
	crew      *crew      // who hold the seat together; nil for one person; never changed in place
}

// RoundStatus is the status of a published round.
type RoundStatus uint8

// Statuses of a round.
const (
	Published RoundStatus = iota // pairings are binding, the clock is not running
	Started                      // the clock runs, or the round is untimed
	Done                         // all results are in, or an organiser closed it
)

// Round is the event's data of a round beside the ledger.
type Round struct {
	Number       int
	Stage        ledger.Stage
	Status       RoundStatus
	PublishedSeq int64     // of the event that published it; tells apart two rounds of one number
	PublishedAt  time.Time // of a preview, when it was paired
	Starts       bool      // by itself, when the line-ups are in that it waits for, or their time is over
	StartedAt    time.Time
	Deadline     time.Time // zero = untimed
	PausedAt     time.Time // zero = the clock runs
	TimeCalled   bool
	Warned       []int // minutes before the deadline of the reminders sent
	ClosedSeq    int64
	ClosedAt     time.Time
	Seed         string // hex, of this round's random decisions
	Attempt      int
	Engine       int
	Forced       bool
	Warnings     []notice.Notice
	Cost         []Cost
	Optimal      bool
	Matches      numbered.List[Match]
}

// Match is the event's data of a match beside the ledger. As of players, small fields stand
// together.
type Match struct {
	Part       ledger.Stage // ThirdPlace for the match for third place; else the round's stage
	Choice     bool         // the first player picks the side
	TimeCalled bool
	Disputed   bool
	Swapped    bool // the players are seated the other way round, because the second won without play
	Confirmed  bool
	ConfirmBy  Confirmer
	Slot       int           // match number of the bracket; 0 outside elimination
	Why        notice.Notice // what is not obvious about it; zero if the score group explains it
	Extra      time.Duration
	Report     *Report // first report that waits for an answer, or the one that counts
	Counter    *Report // the other side's different report
	Dispute    int     // text
	DisputedAt time.Time
	Judge      int // text of the last call, or -1 for a call without words; 0 = none
	JudgeSeat  int
	JudgeAt    time.Time        // of the last call
	Coming     int              // organiser who goes to the table, called or because of a dispute; 0 = none
	ResultSeq  int64            // of the event that set the result
	Penalties  [4]int32         // points off the result by seat, whatever it is, in thousandths
	Fixture    *fixture.Fixture // where players arrange the match; never changed in place
	Live       *fixture.Live    // once a player is missed in a live round; never changed in place
	Picks      *Picks           // once picks and bans have begun; never changed in place
	Boards     numbered.List[Match]
	Who        [2]int // of a board: the persons at it in the seats as paired; 0 = none
	sums       bool   // the result is the sum of the boards
}

// Report is one side's report of a result, in the seats of the match.
type Report struct {
	Seat   int
	Player int
	Kind   ledger.Kind
	Result ledger.Result
	At     time.Time
	Seq    int64
	Asked  int64 // the event since which it waits for an answer: the report, or a later undo
	// Changed: the same player reported something else before. Reversed: one of those
	// reports had another winner, or none.
	Changed, Reversed bool
}

// Confirmer is what made a result final.
type Confirmer uint8

// confirmerWords are the words of confirmers in the log, in order.
var confirmerWords = [...]string{"", "opponent", "silence", "organiser", "concession", "report", "claim", "rule"}

// MarshalText returns the word of c in the log.
func (c Confirmer) MarshalText() ([]byte, error) { return []byte(confirmerWords[c]), nil }

// UnmarshalText parses the word of c in the log.
func (c *Confirmer) UnmarshalText(b []byte) error {
	i := slices.Index(confirmerWords[:], string(b))
	if i < 0 {
		return Refuse(Corrupt, "log.confirmer", "word", notice.Text(b))
	}
	*c = Confirmer(i)
	return nil
}

// The values of Confirmer.
const (
	NotConfirmed Confirmer = iota
	ByOpponent
	BySilence
	ByOrganiser
	ByConcession
	ByReport // of the only player who can be asked
	ByClaim  // of a forfeit, without objection
	ByRule   // of the event, for a match that was not played
)

// Penalty is a penalty an organiser gave.
type Penalty struct {
	Player, Round int
	Kind          string
	Text          int
	Seq           int64
}

// Note is a private note of the organisers about a player.
type Note struct {
	Player, Text int
	Seq          int64
}

// Cost is one term of the cost of a pairing.
type Cost struct {
	Term  string `json:"term"`
	Value int64  `json:"value"`
}

// Ledger is an event's ledger but for its players, see [State.Facts].
type Ledger struct {
	Rounds numbered.List[ledger.Round]
	Apart  []ledger.Apart // never changed in place
}

// Facts returns the event's ledger, from which standings, pairings and chances are computed.
// Its players are a copy, its rounds are those of s.
func (s *State) Facts() *ledger.Ledger {
	l := &ledger.Ledger{Players: make([]ledger.Player, len(s.Players)), Rounds: s.Ledger.Rounds, Apart: s.Ledger.Apart}
	for i := range s.Players {
		l.Players[i] = s.Players[i].Player
	}
	return l
}

// With returns s as it would be with the facts of l. Both have in common what is equal.
func (s *State) With(l *ledger.Ledger) *State {
	then := *s
	then.Ledger = Ledger{Rounds: l.Rounds, Apart: l.Apart}
	if s.hasPlayers(l.Players) {
		return &then
	}
	then.Players = make([]Player, len(l.Players))
	copy(then.Players, s.Players)
	for i := range l.Players {
		then.Players[i].Player = l.Players[i]
	}
	return &then
}

// hasPlayers reports whether the facts of the players are those of a ledger.
func (s *State) hasPlayers(list []ledger.Player) bool {
	if len(list) != len(s.Players) {
		return false
	}
	for i := range list {
		if s.Players[i].Player != list[i] {
			return false
		}
	}
	return true
}

// Clone returns a copy on which events can be applied without touching s. Both have the
// matches of rounds that are over in common, which seldom change: see change.
func (s *State) Clone() *State {
	c := *s
	c.Ledger.Rounds = slices.Clone(s.Ledger.Rounds)
	if c.Players = nil; s.Players != nil { // with room for one who joins, or all are copied twice
		c.Players = append(slices.Grow(numbered.List[Player]{}, len(s.Players)+1), s.Players...)
	}
	c.Rounds = slices.Clone(s.Rounds)
	for i := range c.Rounds {
		if c.Rounds[i].Status != Done {
			c.separate(i + 1)
		}
	}
	c.Staff = slices.Clone(s.Staff)
	c.Duty = slices.Clone(s.Duty)
	c.Plan = slices.Clone(s.Plan)
	c.Stages = slices.Clone(s.Stages)
	c.Penalties = slices.Clone(s.Penalties)
	c.Notes = slices.Clone(s.Notes)
	c.Reminded = slices.Clone(s.Reminded)
	if s.Preview != nil {
		p := *s.Preview
		p.Matches = slices.Clone(s.Preview.Matches)
		c.Preview = &p
		c.PreviewMatches = slices.Clone(s.PreviewMatches)
	}
	return &c
}

// separate gives s matches of its own in round r.
func (s *State) separate(r int) {
	round, l := s.Rounds.At(r), s.Ledger.Rounds.At(r)
	round.Matches, l.Matches, l.Boards = slices.Clone(round.Matches), slices.Clone(l.Matches), slices.Clone(l.Boards)
	for m := range numbered.All(l.Boards) {
		round.Matches.At(m).Boards = slices.Clone(round.Matches.At(m).Boards)
		*l.Boards.At(m) = slices.Clone(*l.Boards.At(m))
	}
}

// change is Match for an event that changes the match.
func (s *State) change(r, m int) (*Match, *ledger.Match) {
	if round := s.Round(r); round != nil && round.Status == Done {
		s.separate(r)
	}
	return s.Match(r, m)
}

// Player returns player n (from 1), or nil if there is none.
func (s *State) Player(n int) *Player {
	return numbered.Find(s.Players, n)
}

// Round returns round r (from 1), or nil if it is not published.
func (s *State) Round(r int) *Round {
	return numbered.Find(s.Rounds, r)
}

// Current returns the last published round, or nil before round 1.
func (s *State) Current() *Round { return s.Round(len(s.Rounds)) }

// LastDone returns the number of the last closed round, 0 for none.
func (s *State) LastDone() int {
	n := len(s.Rounds)
	if r := s.Current(); r != nil && r.Status != Done {
		n--
	}
	return n
}

// Match returns the event's and the ledger's data of a match of round r, or of a board, see
// BoardNumber; nils if there is none.
func (s *State) Match(r, number int) (*Match, *ledger.Match) {
	round := s.Round(r)
	m, b := OfBoard(number)
	if round == nil || !numbered.Has(round.Matches, m) {
		return nil, nil
	}
	if b > 0 {
		return s.board(round, m, b)
	}
	return round.Matches.At(m), s.Ledger.Rounds.At(r).Matches.At(m)
}

// MatchOf returns the number of player p's match in round r, or 0.
func (s *State) MatchOf(r, p int) int {
	if !numbered.Has(s.Rounds, r) {
		return 0
	}
	for m, l := range numbered.All(s.Ledger.Rounds.At(r).Matches) {
		if l.Seat(int32(p-1)) >= 0 {
			return m
		}
	}
	return 0
}

// MatchAt returns the number of the match at a table of round r, or 0.
func (s *State) MatchAt(r, table int) int {
	if !numbered.Has(s.Rounds, r) {
		return 0
	}
	for m, l := range numbered.All(s.Ledger.Rounds.At(r).Matches) {
		if int(l.Table) == table {
			return m
		}
	}
	return 0
}

// PlayerOf returns the number of the player of a person, or of the crew of which the person
// is a member or for which they play a board of this round, or 0: of several registrations the one that counts, otherwise the last one.
func (s *State) PlayerOf(person int) int {
	found := 0
	if person == 0 {
		return 0
	}
	for n, p := range numbered.All(s.Players) {
		if !p.Holds(person) || p.Status == Void {
			continue
		}
		if p.Status != Left {
			return n
		}
		found = n
	}
	if n := s.LentTo(person); n > 0 {
		return n
	}
	return found
}

// Taking reports whether player n takes part: registered, not dropped, not
// disqualified.
func (s *State) Taking(n int) bool {
	p := s.Player(n)
	return p != nil && p.Status == Registered && p.DroppedAfter == ledger.Active && !p.Disqualified
}

// WaitingPlace returns the place of player n on the waiting list.
func (s *State) WaitingPlace(n int) int {
	place := 0
	for _, p := range s.Players[:n] {
		if p.Status == Waiting {
			place++
		}
	}
	return place
}

// TakesLate reports whether players can join without an organiser although the event
// has begun.
func (s *State) TakesLate() bool {
	_, err := s.LateEntry(false)
	return s.Phase == Running && err == nil
}

// Field returns the numbers of all players in what is still to be played, in order of
// registration.
func (s *State) Field() []int {
	out := make([]int, 0, len(s.Players))
	for n := 1; n <= len(s.Players); n++ {
		if s.PlaysOn(n) {
			out = append(out, n)
		}
	}
	return out
}

// Count returns how many players have a status.
func (s *State) Count(status PlayerStatus) int {
	n := 0
	for i := range s.Players {
		if s.Players[i].Status == status {
			n++
		}
	}
	return n
}

// IsStaff reports whether a person may act as organiser by the event's own list: its
// creator or named staff.
func (s *State) IsStaff(person int) bool {
	return person != 0 && (person == s.Creator || slices.Contains(s.Staff, person))
}

// Blocking returns the numbers of the matches and boards of round r that still need a
// final result.
func (s *State) Blocking(r int) []int {
	var out []int
	if !numbered.Has(s.Rounds, r) {
		return nil
	}
	for m := range s.Contests(r) {
		if match, l := s.Match(r, m); !l.Finished() && !match.Void() {
			out = append(out, m)
		}
	}
	return out
}

// GraceUntil returns until when a player who arrives for round r is not tardy: its
// start, or the time at which the round before would have ended if its results had not
// been in early (docs/rules/magic.md#mtg-57).
func (s *State) GraceUntil(r int) time.Time {
	round := s.Round(r)
	if round == nil {
		return time.Time{}
	}
	if before := s.Round(r - 1); before != nil && before.Deadline.After(round.StartedAt) {
		return before.Deadline
	}
	return round.StartedAt
}

// TableDeadline returns when time is up at a match; zero in an untimed or paused round.
func (s *State) TableDeadline(r, m int) time.Time {
	round := s.Round(r)
	match, _ := s.Match(r, Place{r, m}.OfBoard().Match)
	if round == nil || match == nil || round.Deadline.IsZero() || !round.PausedAt.IsZero() {
		return time.Time{}
	}
	return round.Deadline.Add(match.Extra)
}
