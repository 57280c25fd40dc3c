package command

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/draw"
	"topcut/tournament/fraction"
	"topcut/tournament/ledger"
	"topcut/tournament/names"
	"topcut/tournament/notice"
	"topcut/tournament/numbered"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// Limits in runes of what a player may submit.
const (
	MaxTag  = 30
	MaxDeck = 8000
)

func itoa(n int) string { return strconv.Itoa(n) }

// Join registers a player. If User is empty, it registers a guest under Name.
type Join struct {
	User, Name    string
	Division, Tag string
	Answer        string // to the question of the event
	Crew          string // name of the crew of which the person is the captain, in an event of crews
	Mates         []Mate // who are asked to join it
	ByOrganiser   bool   // may exceed the capacity, and enter late after the limit
	// Handle is the user name of a member who enters under their display name. If that of
	// another member in the event looks the same, it is added; "" if the name was typed.
	Handle string
	door.Pass
	member bool // of the league for which the event is made; a guest's name is not compared with those of banned accounts
	// numbers lets a number tell two members of one name apart where no user name is known.
	numbers bool
}

func (c *Join) decide(d *decision) error {
	pass := c.Pass
	pass.Guest = c.User == ""
	return d.with(pass, func() error { return c.enter(d) })
}

// enter decides with the pass of the person.
func (c *Join) enter(d *decision) error {
	s := d.after
	name := cleanName(c.Name)
	if name == "" {
		return tournament.Refuse(tournament.BadInput, "join.nameless")
	}
	if utf8.RuneCountInString(name) > tournament.MaxPersonal {
		return tournament.Refuse(tournament.BadInput, "join.name_long", "most", tournament.MaxPersonal)
	}
	person := d.listed(c.User, name)
	if n := s.PlayerOf(person); n > 0 && s.Players.At(n).Status != tournament.Left {
		return c.again(d, name, n)
	}
	seat, err := c.seat(s, name)
	if err != nil {
		return err
	}
	if err := s.Admits(person); err != nil { // before reasons that depend on the time
		return err
	}
	if err := d.throughGate(); err != nil {
		return err
	}
	if !c.member {
		if err := d.keeper.Admit(c.User, name); err != nil {
			return err
		}
	}
	if other := d.playerNamed(seat); other > 0 && s.Crewed() {
		return tournament.Refuse(tournament.Conflict, "join.name_taken", "name", notice.Text(seat))
	} else if other > 0 {
		apart := c.apart(d, name, other)
		if apart == "" {
			return c.claim(d, name, other)
		}
		name = apart
	}
	if left := timesLeft(s, person); left > mostReturns && !c.ByOrganiser {
		return tournament.Refuse(tournament.NotAllowed, "join.often", "n", left)
	}
	division, err := division(s, c.Division)
	if err != nil {
		return err
	}
	ev := &tournament.PlayerRegistered{Player: len(s.Players) + 1, Division: division, Account: c.User != ""}
	switch s.Phase {
	case tournament.Draft:
		if !c.ByOrganiser {
			return tournament.Refuse(tournament.WrongPhase, "join.not_open")
		}
	case tournament.Closed:
		if !c.ByOrganiser {
			return tournament.Refuse(tournament.WrongPhase, "join.closed")
		}
	case tournament.Open, tournament.CheckIn:
	case tournament.Running:
		late, err := s.LateEntry(c.ByOrganiser)
		if err != nil && s.Arranged() && s.Elimination() == nil {
			ev.Waiting = true // for a seat that becomes free
		} else if err != nil {
			return err
		}
		ev.Late = late
	case tournament.Finished, tournament.Cancelled:
		return tournament.Refuse(tournament.WrongPhase, "event.is", "phase", s.Phase.Word())
	}
	ev.Flight = draw.LateFlight(s, d.joint(), ev.Player, division)
	taken := len(s.Players) // at most; they are counted only where it matters
	if taken >= tournament.MaxPlayers || s.Settings.Capacity > 0 && taken >= s.Settings.Capacity {
		taken = s.Count(tournament.Registered)
	}
	if taken >= tournament.MaxPlayers {
		return tournament.Refuse(tournament.WrongPhase, "join.most", "most", tournament.MaxPlayers)
	}
	if full := s.Settings.Capacity > 0 && taken >= s.Settings.Capacity; full && !c.ByOrganiser {
		if s.Phase == tournament.Running {
			return tournament.Refuse(tournament.WrongPhase, "join.full")
		}
		ev.Waiting = true
	}
	if person == 0 {
		person = d.book.addPerson(c.User, name)
	} else {
		d.book.People.At(person).Name = name
		d.alike.changed()
	}
	if ev.Person = person; s.Crewed() && c.User != "" {
		ev.Members, ev.Person = []int{person}, d.book.addPerson("", seat)
	}
	if c.Tag != "" {
		if ev.Tag, err = d.tag(c.Tag); err != nil {
			return err
		}
	}
	if c.Answer != "" {
		if ev.Answer, err = d.answer(0, person, c.Answer); err != nil {
			return err
		}
	}
	again := s.SeedsAgain()
	if err := d.emit(ev); err != nil {
		return err
	}
	if again {
		if err := d.seedBracket(); err != nil {
			return err
		}
	}
	return (&InviteMates{Player: ev.Player, Mates: c.Mates, joining: true}).decide(d) // each passes the gate with their own answer
}

// mostReturns is how often a player who has left may return without an organiser. Each
// return adds a player to the log.
const mostReturns = 5

// timesLeft returns how often a person has left.
func timesLeft(s *tournament.State, person int) int {
	n := 0
	if person == 0 {
		return 0
	}
	for i := range s.Players {
		if s.Players[i].Holds(person) && s.Players[i].Status == tournament.Left {
			n++
		}
	}
	return n
}

// again handles a repeated join: an organiser admits a player who waits.
func (c *Join) again(d *decision, name string, n int) error {
	p := *d.after.Players.At(n)
	switch {
	case p.Status == tournament.Waiting && c.ByOrganiser:
		return d.anyway(func() error { return d.letIn(n) })
	case c.Answer != "" && !c.ByOrganiser && (p.Status == tournament.Waiting || d.after.Taking(n)):
		return (&Answer{Player: n, Text: c.Answer}).decide(d)
	case p.Status == tournament.Waiting:
		return tournament.Refuse(tournament.NoChange, "join.waiting")
	case !d.after.Taking(n):
		return tournament.Refuse(tournament.Conflict, "join.dropped")
	case c.ByOrganiser:
		return tournament.Refuse(tournament.NoChange, "join.in_as", "name", notice.Text(name), "who", notice.Player(n))
	}
	return tournament.Refuse(tournament.NoChange, "join.already")
}

// letIn takes the waiting player n into the event, even if it is full.
func (d *decision) letIn(n int) error {
	s := d.after
	if s.Count(tournament.Registered) >= tournament.MaxPlayers {
		return tournament.Refuse(tournament.WrongPhase, "join.most", "most", tournament.MaxPlayers)
	}
	if s.Phase != tournament.Running {
		return d.emit(&tournament.PlayerPromoted{Player: n})
	}
	late, err := s.LateEntry(true)
	if err != nil {
		return err
	}
	l := s.Players.At(n).Player
	if err := d.emit(&tournament.PlayerLeft{Player: n}); err != nil {
		return err
	}
	again := s.SeedsAgain()
	next := len(s.Players) + 1
	err = d.emit(&tournament.PlayerRegistered{
		Player: next, Person: s.Players.At(n).Person, Division: int(l.Division), Tag: int(l.Tag), Account: s.Players.At(n).Account, Answer: s.Players.At(n).Answer, Members: s.Players.At(n).Members(),
		Late: late, Flight: draw.LateFlight(s, d.joint(), next, int(l.Division)),
	})
	if err != nil {
		return err
	}
	for _, person := range s.Players.At(n).Invited() {
		if err := d.emit(&tournament.MemberAsked{Player: next, Person: person}); err != nil {
			return err
		}
	}
	apart := ApartOf(s.Ledger.Apart, n, len(s.Players))
	if l.Known(len(s.Rounds)) != 0 || len(apart) > 0 {
		more := &tournament.PlayerChanged{Player: next, Apart: apart}
		for r := len(s.Rounds) + 1; r <= tournament.MaxRounds; r++ {
			switch {
			case l.AwardedBye(r):
				more.Byes = append(more.Byes, r)
			case l.FullBye(r):
				more.Full = append(more.Full, r)
			case l.Away(r):
				more.Away = append(more.Away, r)
			}
		}
		if err := d.emit(more); err != nil {
			return err
		}
	}
	if !again {
		return nil
	}
	return d.seedBracket()
}

// apart returns the name of a member with what tells it from that of another member, which
// looks the same: their user name, or a number. It returns "" if that does not tell them apart, or if the name is that of a guest, who may be the
// same person.
func (c *Join) apart(d *decision, name string, other int) string {
	if c.User == "" || d.book.Person(d.after.Players.At(other).Person).User == "" {
		return ""
	}
	parts := []string{c.Handle}
	for n := 2; c.numbers && n < 100; n++ {
		parts = append(parts, itoa(n))
	}
	for _, part := range parts {
		if both := names.Apart(name, part, tournament.MaxPersonal); both != "" && d.playerNamed(both) == 0 {
			return both
		}
	}
	return ""
}

// claim gives a member the seat of the guest of the same name. This is how players of an
// imported event get accounts.
func (c *Join) claim(d *decision, name string, seat int) error {
	guest := d.after.Players.At(seat).Person
	if !c.ByOrganiser || c.User == "" || d.book.Person(guest).User != "" {
		return tournament.Refuse(tournament.Conflict, "join.name_taken", "name", notice.Text(name))
	}
	person := d.personFor(c.User, "")
	d.book.People.At(person).Name = d.book.Person(guest).Name
	return d.emit(&tournament.SeatClaimed{Player: seat, Guest: guest, Person: person})
}

// division returns the index of the named division.
func division(s *tournament.State, name string) (int, error) {
	if len(s.Settings.Divisions) == 0 {
		if name != "" {
			return 0, tournament.Refuse(tournament.BadInput, "division.none")
		}
		return 0, nil
	}
	for i, v := range s.Settings.Divisions {
		if names.Key(v) == names.Key(name) {
			return i, nil
		}
	}
	return 0, tournament.Refuse(tournament.BadInput, "division.choose", "divisions", notice.Texts(s.Settings.Divisions))
}

// tag returns the number of a tag, adding it if it is new. Players name tags, so they
// are kept among the texts; equal words are equal tags.
func (d *decision) tag(word string) (int, error) {
	word = cleanName(word)
	if word == "" {
		return 0, nil
	}
	if utf8.RuneCountInString(word) > MaxTag {
		return 0, tournament.Refuse(tournament.BadInput, "tag.long", "most", MaxTag)
	}
	key := names.Key(word)
	for _, t := range d.book.Texts {
		if t.Kind == tournament.TextTag && names.Key(t.Body) == key {
			return t.No, nil
		}
	}
	return d.book.addText(tournament.TextTag, 0, word), nil
}

// playerNamed returns the number of the player with the given name, or with one that
// looks the same, or 0.
func (d *decision) playerNamed(name string) int {
	players := d.after.Players
	for _, n := range d.alike.find(players, d.book, name) {
		if p := players.At(n); p.Status == tournament.Registered || p.Status == tournament.Waiting {
			return n
		}
	}
	return 0
}

// alike finds players by how their names look. It compares one name with all; for more
// names, as of a list, it makes an index.
type alike struct {
	searched bool
	names    names.Index
	indexed  int // players in names
}

// find returns the numbers of the players whose names look like name, in order.
func (a *alike) find(players []tournament.Player, b book, name string) (found []int) {
	if !a.searched {
		a.searched = true
		same := names.Alike(name)
		for i := range players {
			if same(b.Person(players[i].Person).Name) {
				found = append(found, i+1)
			}
		}
		return found
	}
	for ; a.indexed < len(players); a.indexed++ {
		a.names.Add(b.Person(players[a.indexed].Person).Name, a.indexed+1)
	}
	found = a.names.Find(name)
	slices.Sort(found)
	return found
}

// changed forgets the names because a player or a name has changed. New players do not
// count.
func (a *alike) changed() { *a = alike{} }

func cleanName(name string) string { return names.Clean(name) }

// Leave takes a player out before the start. A member other than the captain leaves the crew.
type Leave struct {
	Player int
	all    bool // the whole crew, whoever decides it
}

func (c *Leave) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return tournament.Refuse(tournament.NotFound, "player.not_joined")
	}
	if d.isMate(c.Player) && !c.all {
		return d.withoutMember(c.Player, d.person)
	}
	if d.after.Phase == tournament.Running && d.after.Players.At(c.Player).Status == tournament.Registered {
		return tournament.Refuse(tournament.WrongPhase, "leave.started")
	}
	if err := d.emit(&tournament.PlayerLeft{Player: c.Player}); err != nil {
		return err
	}
	return d.promote()
}

// promote fills free places from the waiting list in order of registration.
func (d *decision) promote() error {
	s := d.after
	if s.Phase >= tournament.Running {
		return nil
	}
	for n := 1; n <= len(s.Players); n++ {
		if s.Settings.Capacity > 0 && s.Count(tournament.Registered) >= s.Settings.Capacity {
			return nil
		}
		if s.Players.At(n).Status != tournament.Waiting {
			continue
		}
		may, err := d.passes(n)
		if err == nil && may {
			err = d.emit(&tournament.PlayerPromoted{Player: n})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// CheckInPlayer checks a player in.
type CheckInPlayer struct{ Player int }

func (c *CheckInPlayer) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return tournament.Refuse(tournament.NotFound, "player.not_joined")
	}
	p := *d.after.Players.At(c.Player)
	switch {
	case d.after.Phase >= tournament.Running:
		return tournament.Refuse(tournament.WrongPhase, "checkin.over")
	case d.after.Phase != tournament.CheckIn:
		return tournament.Refuse(tournament.WrongPhase, "checkin.not_open")
	case p.Status == tournament.Waiting:
		return tournament.Refuse(tournament.WrongPhase, "checkin.waiting")
	case p.CheckedIn:
		return tournament.Refuse(tournament.NoChange, "checkin.already")
	}
	return d.emit(&tournament.PlayerCheckedIn{Player: c.Player})
}

// SubmitDeck submits a deck. It is locked when round 1 is published, or while a round
// is open if the ruleset allows swaps between rounds. An organiser can always replace
// it.
type SubmitDeck struct {
	Player      int
	Text        string
	ByOrganiser bool
}

func (c *SubmitDeck) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	s := d.after
	text := strings.TrimSpace(c.Text)
	switch {
	case s.Settings.Decks == tournament.DecksNone && !c.ByOrganiser:
		return tournament.Refuse(tournament.WrongPhase, "deck.none")
	case !c.ByOrganiser && !s.CardsKnown():
		return tournament.Refuse(tournament.WrongPhase, "deck.not_drafted")
	case s.Rules.DeckSwaps && len(s.Rounds) > 0 && !c.ByOrganiser && s.Current().Status != tournament.Done:
		return tournament.Refuse(tournament.WrongPhase, "deck.between_rounds") // docs/rules/meccg.md#mec-50
	case !s.Rules.DeckSwaps && len(s.Rounds) > 0 && !c.ByOrganiser && s.Players.At(c.Player).Deck != 0:
		return tournament.Refuse(tournament.WrongPhase, "deck.locked")
	case s.Phase >= tournament.Finished:
		return tournament.Refuse(tournament.WrongPhase, "event.is", "phase", s.Phase.Word())
	case text == "":
		return tournament.Refuse(tournament.BadInput, "deck.empty")
	case utf8.RuneCountInString(text) > MaxDeck:
		return tournament.Refuse(tournament.BadInput, "deck.long", "most", MaxDeck)
	case !utf8.ValidString(text):
		return tournament.Refuse(tournament.BadInput, "deck.unreadable")
	}
	if pool := s.GameRules().OwnItems(); pool != nil {
		if err := pool.FitOwn(text); err != nil {
			return tournament.RefuseAs(tournament.BadInput, err)
		}
	}
	owner, no := d.writer(c.Player), s.Players.At(c.Player).Deck
	if no > 0 && d.book.Texts.At(no).Person == owner {
		d.book.Rewrite(no, text) // the old deck is not kept
	} else {
		if no > 0 { // that of another member of the crew
			d.book.Rewrite(no, "")
		}
		no = d.book.addText(tournament.TextDeck, owner, text)
	}
	return d.emit(&tournament.DeckSubmitted{Player: c.Player, Text: no})
}

// Drop takes a player out of a running event. A member other than the captain leaves the
// crew. A match that the player is in is conceded;
// with Keep their report of it stays, which the opponent still has to answer. Leaving is
// what becomes of their matches of a round robin; "" is what the event has announced.
type Drop struct {
	Player  int
	Reason  string
	Keep    bool
	Leaving tournament.Leaving
	all     bool // the whole crew, whoever decides it
}

// exit is how a player goes out of a running event.
type exit struct {
	player       int
	reason       string
	disqualified bool
	keep         bool               // as in Drop
	noShow       bool               // did not come to a match
	way          tournament.Leaving // "" where not all meet, and for who is disqualified
}

// event returns the line of the log, after the last round in which the player took part.
func (x exit) event(d *decision, after int) tournament.Event {
	text := d.book.addText(tournament.TextReason, d.after.Players.At(x.player).Person, clip(x.reason, 500)) // about the player, not its author
	if x.disqualified {
		return &tournament.PlayerDisqualified{Player: x.player, After: after, Reason: text}
	}
	return &tournament.PlayerDropped{Player: x.player, After: after, Reason: text, Annulled: x.way == tournament.LeavingAnnulled, Unplayed: x.way == tournament.LeavingKept, NoShow: x.noShow}
}

func (c *Drop) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return tournament.Refuse(tournament.NotFound, "player.none")
	}
	if err := d.after.CanDrop(c.Player); err != nil {
		return err
	}
	if d.isMate(c.Player) && !c.all {
		return d.withoutMember(c.Player, d.person)
	}
	x := exit{player: c.Player, reason: c.Reason, keep: c.Keep, way: d.after.AnnouncedLeaving(c.Player)}
	if x.way != "" && slices.Contains(tournament.Leavings(), c.Leaving) {
		x.way = c.Leaving
	}
	return d.drop(x)
}

// drop takes a player out after the last round in which they took part.
func (d *decision) drop(x exit) error {
	n := x.player
	if d.after.Arranged() && d.after.Stage() != nil && d.after.Elimination() == nil {
		return d.withdraw(x)
	}
	if d.after.Schedule() != nil {
		if err := d.replaceByStandIn(n); err != nil {
			return err
		}
	} else if err := d.withdrawPreview(n); err != nil {
		return err
	}
	s := d.after
	after := len(s.Rounds)
	if after > 0 && s.Rounds.At(after).Status != tournament.Done {
		if m := s.MatchOf(after, n); m == 0 {
			after--
		} else if err := d.leave(after, m, n, x.keep); err != nil {
			return err
		}
	}
	if st := s.Stage(); st != nil && st.Kind == stage.Final {
		after = max(after, st.FirstRound) // the field was split with them in it (docs/rules/riichi.md#rii-26)
	}
	if err := d.emit(x.event(d, after)); err != nil {
		return err
	}
	if err := d.lockIn(); err != nil {
		return err
	}
	return d.closeIfDone()
}

// withdrawPreview takes player n out of a preview by pairing again with the fewest
// tables changed.
func (d *decision) withdrawPreview(n int) error {
	if d.after.Preview == nil {
		return nil
	}
	return d.repairWithout(n)
}

// leave concedes a match that player n leaves, or keeps their report of it.
func (d *decision) leave(r, m, n int, keep bool) error {
	if match, _ := d.after.Match(r, m); keep && !match.Confirmed && !d.after.ReportKept(r, m, n) {
		return tournament.Refuse(tournament.Conflict, "report.changed") // there is none to keep
	}
	return d.concede(r, m, n, keep)
}

// concede gives a match without a result to the other side; keep leaves a report of theirs
// that can stay to be answered.
func (d *decision) concede(r, m, n int, keep bool) error {
	if whole, _ := d.after.Match(r, m); len(whole.Boards) > 0 && !whole.Open() && !whole.Confirmed {
		for b := range numbered.All(whole.Boards) {
			if err := d.concede(r, tournament.BoardNumber(m, b), n, keep); err != nil {
				return err
			}
		}
		return nil
	}
	if keep && d.after.ReportKept(r, m, n) {
		return nil
	}
	match, l := d.after.Match(r, m)
	won := d.after.Rules.Winner(l) == l.Seat(int32(n-1))
	if l.N < 2 || (match.Confirmed || l.Finished()) && !(won && d.after.Rules.Drop.LosesElimination && rules.IsElimination(d.after.Rounds.At(r).Stage)) {
		return nil
	}
	if match.LeftToOthers(n) {
		return d.emit(&tournament.ResultConfirmed{Place: tournament.Place{Round: r, Match: m}, By: tournament.ByConcession, Player: n})
	}
	kind, result, err := concession(d.after.RulesOf(m, l), d.after.Rounds.At(r).Stage, l, l.Seat(int32(n-1)))
	if err != nil {
		return err
	}
	return d.emit(&tournament.ResultCorrected{Place: tournament.Place{Round: r, Match: m}, Kind: kind, Result: result, By: tournament.ByConcession})
}

// concession returns the result of a match that the player of a seat concedes: for two
// players, the best score of the other side (docs/rules/pokemon.md#pkm-56).
func concession(rs *rules.Ruleset, stage ledger.Stage, l *ledger.Match, seat int) (ledger.Kind, ledger.Result, error) {
	if l.N != 2 {
		return 0, ledger.Result{}, tournament.Refuse(tournament.WrongPhase, "drop.table", "players", l.N)
	}
	if rs.Vocabulary.Form == "marshalling" {
		// docs/rules/meccg.md#mec-83: a concession is a win against nothing, 6-0.
		result := ledger.Result{Form: ledger.Marshalling}
		result.V[1-seat] = 1
		return ledger.Played, result, nil
	}
	games := rs.Drop.Games
	text := itoa(games[0]) + "-" + itoa(games[1])
	if games == [3]int{} {
		text = highestWin(rs, stage)
	}
	kind, result, err := rs.ParseResult(stage, 1-seat, 2, text)
	if err != nil {
		return 0, ledger.Result{}, tournament.RefuseAs(tournament.BadInput, err)
	}
	return kind, result, nil
}

// highestWin returns the clearest win in the ruleset's list for a stage.
func highestWin(rs *rules.Ruleset, stage ledger.Stage) string {
	best, margin := "", int32(0)
	for _, o := range rs.Results(stage) {
		m := ledger.Match{Kind: o.Kind, N: 2, Result: o.Result}
		if by := o.Result.V[0] - o.Result.V[1]; rs.Winner(&m) == 0 && (best == "" || by > margin) {
			best, margin = o.Value, by
		}
	}
	return best
}

// Reinstate takes a drop or a disqualification back.
type Reinstate struct{ Player int }

func (c *Reinstate) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	if d.after.Taking(c.Player) {
		return tournament.Refuse(tournament.NoChange, "player.taking", "who", notice.Player(c.Player))
	}
	if d.after.Schedule() != nil {
		return tournament.Refuse(tournament.WrongPhase, "reinstate.stand_in", "who", notice.Player(c.Player))
	}
	if err := d.emit(&tournament.PlayerReinstated{Player: c.Player}); err != nil {
		return err
	}
	return d.lockIn()
}

// Disqualify removes a player.
type Disqualify struct {
	Player int
	Reason string
	Keep   bool // as in Drop
}

func (c *Disqualify) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	if d.after.Phase < tournament.Running {
		return tournament.Refuse(tournament.WrongPhase, "disqualify.not_started")
	}
	return d.drop(exit{player: c.Player, reason: c.Reason, disqualified: true, keep: c.Keep})
}

// Remove takes a player out by an organiser's decision: like Leave before the start,
// like Drop afterwards.
type Remove struct {
	Player  int
	Reason  string
	Keep    bool               // as in Drop
	Leaving tournament.Leaving // as in Drop
}

func (c *Remove) decide(d *decision) error {
	if d.after.Phase < tournament.Running {
		return (&Leave{Player: c.Player, all: true}).decide(d)
	}
	return (&Drop{Player: c.Player, Reason: c.Reason, Keep: c.Keep, Leaving: c.Leaving, all: true}).decide(d)
}

// outside reports whether a number is given and is not from 0 to most.
func outside(n *int, most int) bool { return n != nil && (*n < 0 || *n > most) }

// Change changes what an organiser may change about a player. Nil fields are unchanged.
type Change struct {
	Player        int
	Division, Tag *string
	Seed, Table   *int
	Late          *int
	Standby       *bool // plays only to make the number even, and gets no place (docs/rules/meccg.md#mec-13)
	Byes          []int // rounds in which byes are awarded, in addition
	Full          []int // rounds with byes worth as much as one of the pairing
	Away          []int // rounds that the player sits out as absent
	Plays         []int // rounds that the player does not sit out after all
	Apart         int   // a player with whom this one is not to be paired, or may be again
}

func (c *Change) decide(d *decision) error {
	if err := d.notOver(); err != nil {
		return err
	}
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	s := d.after
	ev := &tournament.PlayerChanged{Player: c.Player, Byes: slices.Sorted(slices.Values(c.Byes)), Full: c.Full, Away: c.Away, Plays: c.Plays, Seed: c.Seed, Table: c.Table, Late: c.Late, Standby: c.Standby}
	if c.Division != nil {
		v, err := division(s, *c.Division)
		if err != nil {
			return err
		}
		if s.InFlights() && v != int(s.Players.At(c.Player).Division) {
			// docs/rules/pokemon.md#pkm-75: no player changes division once flights are
			// drawn.
			return tournament.Refuse(tournament.WrongPhase, "division.flights")
		}
		ev.Division = &v
	}
	if c.Tag != nil {
		v, err := d.tag(*c.Tag)
		if err != nil {
			return err
		}
		ev.Tag = &v
	}
	if c.Apart != 0 {
		if err := d.checkPlayer(c.Apart); err != nil {
			return err
		}
		if c.Apart == c.Player {
			return tournament.Refuse(tournament.BadInput, "change.apart")
		}
		ev.Apart = []tournament.ApartFrom{{Player: c.Apart, Off: s.KeptApart(c.Player, c.Apart)}}
	}
	if outside(c.Seed, tournament.MaxPlayers) {
		return tournament.Refuse(tournament.BadInput, "change.seed", "most", tournament.MaxPlayers, "got", *c.Seed)
	}
	if outside(c.Table, tournament.MaxPlayers) {
		return tournament.Refuse(tournament.BadInput, "change.table", "most", tournament.MaxPlayers, "got", *c.Table)
	}
	if most := max(s.Settings.LateUntil, 3); outside(c.Late, most) {
		return tournament.Refuse(tournament.BadInput, "change.late", "most", most, "got", *c.Late)
	}
	if c.Standby != nil && (s.Rules.Seats.Max > 2 || !s.Settings.Stages.First().Kind.ByPoints() || s.Drafts()) {
		return tournament.Refuse(tournament.BadInput, "change.standby")
	}
	for _, r := range slices.Concat(c.Byes, c.Full, c.Away, c.Plays) {
		if r < 1 || r > tournament.MaxRounds {
			return tournament.Refuse(tournament.BadInput, "change.bye", "most", tournament.MaxRounds, "got", r)
		}
		if r <= s.LastPaired() {
			return tournament.Refuse(tournament.WrongPhase, "change.bye_paired", "round", r)
		}
		switch out := s.Players.At(c.Player).SitsOut(r); {
		case out && !slices.Contains(c.Plays, r):
			return tournament.Refuse(tournament.NoChange, "change.bye_already", "who", notice.Player(c.Player), "round", r)
		case !out && slices.Contains(c.Plays, r):
			return tournament.Refuse(tournament.NoChange, "change.plays_already", "who", notice.Player(c.Player), "round", r)
		}
	}
	return d.emit(ev)
}

// Penalise records a penalty. A chombo takes points off a result of mahjong.
type Penalise struct {
	Player int
	Kind   string // one of penaltyKinds
	Text   string
	Round  int               // 0 = the current one
	Points fraction.Fraction // of a chombo; 0 = the ruleset's
}

// penaltyKinds returns the kinds of penalties that can be recorded. A game or match
// loss does not change a result by itself: the organiser enters the result.
func penaltyKinds() []string {
	return []string{"caution", "warning", "game_loss", "match_loss", tournament.Chombo}
}

// mostChombo is the most points that one penalty takes off.
const mostChombo = 1000

func (c *Penalise) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	if !slices.Contains(penaltyKinds(), c.Kind) {
		return tournament.Refuse(tournament.BadInput, "penalty.kind", "kinds", notice.Texts(penaltyKinds()))
	}
	s := d.after
	ev := &tournament.PlayerPenalised{Player: c.Player, Round: c.Round, Kind: c.Kind}
	if ev.Round == 0 {
		ev.Round = len(s.Rounds)
	}
	if c.Kind == tournament.Chombo {
		if s.Rules.Tables == nil {
			return tournament.Refuse(tournament.BadInput, "penalty.no_points", "game", notice.Text(s.Rules.Name))
		}
		if ev.Match = s.MatchOf(ev.Round, c.Player); ev.Match == 0 {
			return tournament.Refuse(tournament.NotFound, "penalty.no_match", "player", notice.Player(c.Player))
		}
		points := c.Points
		if points.Sign() == 0 {
			points = s.Rules.Tables.Chombo
		}
		thousandths := points.Mul(fraction.Int(1000))
		if points.Sign() <= 0 || points.Cmp(fraction.Int(mostChombo)) > 0 || !fraction.Int(thousandths.Floor()).Equal(thousandths) {
			return tournament.Refuse(tournament.BadInput, "penalty.points", "most", mostChombo)
		}
		ev.Points = int32(thousandths.Floor())
	}
	ev.Text = d.book.addText(tournament.TextReason, s.Players.At(c.Player).Person, clip(c.Text, 500))
	return d.emit(ev)
}

// WriteNote adds a private note about a player.
type WriteNote struct {
	Player int
	Text   string
}

func (c *WriteNote) decide(d *decision) error {
	if err := d.checkPlayer(c.Player); err != nil {
		return err
	}
	if strings.TrimSpace(c.Text) == "" {
		return tournament.Refuse(tournament.BadInput, "note.empty")
	}
	owner := d.after.Players.At(c.Player).Person // about the player
	return d.emit(&tournament.PlayerNoted{Player: c.Player, Text: d.book.addText(tournament.TextNote, owner, clip(c.Text, 1000))})
}

// SubmitOwnDeck submits a deck for the user who joins in the same batch.
type SubmitOwnDeck struct{ User, Text string }

func (c *SubmitOwnDeck) decide(d *decision) error {
	return (&SubmitDeck{Player: d.after.PlayerOf(d.book.ByUser(c.User)), Text: c.Text}).decide(d)
}

// ClaimSeat gives the seat of a guest to a person with an account, also after the event
// is over, when the guest is found to be that person. The person gets the guest's name.
type ClaimSeat struct {
	Guest int // person in the book
	User  string
	Tell  bool // see SeatClaimed
}

func (c *ClaimSeat) decide(d *decision) error {
	seat := d.after.PlayerOf(c.Guest)
	if seat == 0 || c.User == "" || d.after.Crewed() || d.book.Person(c.Guest).User != "" {
		return tournament.Refuse(tournament.NotFound, "claim.no_guest")
	}
	person := d.personFor(c.User, "")
	if d.book.Person(person).Name == "" {
		d.book.People.At(person).Name = d.book.Person(c.Guest).Name
	}
	return d.anyway(func() error { // the seat is theirs by the decision of an organiser
		return d.emit(&tournament.SeatClaimed{Player: seat, Guest: c.Guest, Person: person, Tell: c.Tell})
	})
}

// ApartOf returns with whom player n is not to be paired, of the players up to a number.
func ApartOf(list []ledger.Apart, n, upTo int) []tournament.ApartFrom {
	var out []tournament.ApartFrom
	for _, a := range list {
		other := int(a.A) + 1
		if other == n {
			other = int(a.B) + 1
		} else if int(a.B)+1 != n {
			continue
		}
		if other <= upTo {
			out = append(out, tournament.ApartFrom{Player: other, From: int(a.From), To: int(a.To)})
		}
	}
	return out
}
