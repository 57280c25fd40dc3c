package command

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/door"
	"topcut/tournament/journal"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
)

// hall is an event with a ban list.
type hall struct {
	*testing.T
	snap *tournament.Snapshot
	now  time.Time
	list door.List
	n    int
}

const (
	organiser = "organiser"
	zoe       = "zoe" // is banned
)

func (h *hall) decide(by string, c Command) (*tournament.Snapshot, error) {
	h.n++
	req := Request{Actor: tournament.Actor{User: by, Name: by}, Cause: fmt.Sprint("i", h.n), Command: c, Fresh: fmt.Appendf(nil, "%032d", h.n)}
	lists := func(string) (door.List, error) { return h.list, nil }
	after, _, err := journal.Decide(domain{bans: lists}, h.snap, req, h.now)
	return after, err
}

func (h *hall) do(by string, cs ...Command) *hall {
	h.Helper()
	for _, c := range cs {
		h.now = h.now.Add(time.Second)
		after, err := h.decide(by, c)
		if err != nil {
			h.Fatalf("%T: %v", c, err)
		}
		h.snap = after
	}
	return h
}

// ban bans Zoe from now on.
func (h *hall) ban(until time.Time) *hall {
	h.list = door.List{Appeal: "mail the club", Bans: []door.Ban{{User: zoe, Name: "Zoe", By: organiser, Reason: "secret", Begin: h.now, End: until}}}
	return h
}

func open(t *testing.T, chain string, change func(*tournament.Settings)) *hall {
	t.Helper()
	rs, err := rules.Load("magic")
	if err != nil {
		t.Fatal(err)
	}
	s := tournament.DefaultSettings("Friday Night")
	s.Stages = stage.MustParse(chain)
	if change != nil {
		change(&s)
	}
	h := &hall{T: t, snap: tournament.Begin(1, make([]byte, 32)), now: time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)}
	h.do(organiser, &Create{Guild: "g", Channel: "c", Settings: s, Ruleset: rs}, &OpenRegistration{})
	for i := range 4 {
		user := fmt.Sprint("u", i+1)
		h.do(user, &Join{User: user, Name: fmt.Sprint("Player ", i+1), Crew: fmt.Sprint("Team ", i+1)})
	}
	return h.do(organiser, &Join{Name: "Gus", ByOrganiser: true})
}

func arranged(s *tournament.Settings) {
	s.RoundDays, s.TimeZone, s.ConfirmMinutes = 7, "Europe/Berlin", 10
	s.Fixtures = tournament.Fixtures{Opens: tournament.ByDate, Silence: true, Unplayed: tournament.UnplayedVoid}
}

// halls are events in which Zoe was banned: before she came, while she waited, after she
// left or was thrown out, before and after the start.
func halls(t *testing.T) map[string]*hall {
	joins := &Join{User: zoe, Name: "Zoe"}
	full := func(s *tournament.Settings) { s.Capacity = 5 }
	late := func(s *tournament.Settings) { s.LateUntil = 3 }
	crews := func(s *tournament.Settings) { s.Crew = 2 }
	worded := func(s *tournament.Settings) { s.Crew, s.CaptainsWord = 3, true }
	never := time.Time{}
	return map[string]*hall{
		"open":            open(t, "swiss 3", nil).ban(never),
		"check-in":        open(t, "swiss 3", nil).do(organiser, &StartCheckIn{Minutes: 10}).ban(never),
		"closed":          open(t, "swiss 3", nil).do(organiser, &CloseRegistration{}).ban(never),
		"she left":        open(t, "swiss 3", nil).do(zoe, joins, &Leave{Player: 6}).ban(never),
		"she waits":       open(t, "swiss 3", full).do(zoe, joins).ban(never),
		"late":            open(t, "swiss 3", late).do(organiser, &Start{}).ban(never),
		"she was dropped": open(t, "swiss 3", late).do(zoe, joins).do(organiser, &Start{}, &Drop{Player: 6}).ban(never),
		"a seat":          open(t, "roundrobin", arranged).do(organiser, &Start{}).do(zoe, joins).ban(never),
		"she is asked":    open(t, "swiss 3", crews).do("u1", &InviteMates{Player: 1, Mates: []Mate{{User: zoe, Name: "Zoe"}}}).ban(never),
		"captain's word":  open(t, "swiss 3", worded).ban(never),
		"a list":          open(t, "swiss 3", nil).do(zoe, joins).do(organiser, &CloseEntry{League: 7, Division: 1}, &Expel{Player: 6}).ban(never),
	}
}

// tried are all commands.
func tried(h *hall) []Command {
	more := func(s tournament.Settings) (tournament.Settings, error) { s.Capacity = 0; return s, nil }
	enter := Scripted(func(s *Script) error {
		s.d.personFor(zoe, "Zoe")
		return s.Emit(&tournament.PlayerRegistered{Player: len(s.State().Players) + 1, Person: s.d.book.ByUser(zoe), Account: true})
	})
	out := []Command{
		&AcceptTime{}, &AdmitPlayer{}, &Answer{}, &AnswerInvitation{Player: 1}, &RemoveMember{}, &GiveLineUp{}, &Substitute{}, &ChangeBench{}, &AskBench{}, &AnswerBench{}, &BeginPicks{}, &PickItem{}, &ReportGame{}, &WithdrawGame{},
		&InviteMates{Mates: []Mate{{User: zoe, Name: "Zoe"}}}, &Join{User: "u9", Name: "Nina", Crew: "Team 9", Mates: []Mate{{User: zoe, Name: "Zoe"}}},
		All{&Join{User: zoe, Name: "Zoe", ByOrganiser: true}},
		&Announce{}, &BeAway{}, &BePresent{}, &BuildDecks{}, &CallJudge{}, &Cancel{}, &Change{},
		&ChangeSettings{Edit: more}, &CheckInPlayer{}, &ChooseReminders{}, &ClaimForfeit{}, &ClaimSeat{}, &CloseEntry{}, &ClosePage{}, &CloseRegistration{},
		&CloseRound{}, &ComeBack{}, &ConfirmReport{}, &Correct{}, &Create{}, &DisputeReport{}, &Disqualify{}, &Drop{}, &Enlist{}, &EnterLeague{}, &Expel{}, &ExtendClock{},
		&ExtendFixture{}, &Finish{}, &Interrupt{}, &Join{}, &Leave{}, &MakeCut{}, &Mix{}, &MoveChannel{}, &NoteGone{}, &ObjectToClaim{}, &OpenPack{}, &OpenPage{},
		&OpenRegistration{}, &Pair{}, &PauseClock{}, &Penalise{}, &PlayOff{}, &ProposeTimes{}, &Publish{}, &PublishAndStart{}, &Reinstate{}, &RemindMissing{}, &Remove{},
		&Repair{}, &ReportResult{}, &ResumeClock{}, &SeatDraft{}, &SetDuty{}, &SetStaff{}, &SetWeek{}, &SetZone{}, &ShareTitle{}, &SitOut{}, &SplitFlights{}, &Start{}, &StartCheckIn{},
		&StartRound{}, &SubmitDeck{}, &SubmitOwnDeck{}, &TakeCalendar{}, &TakeTable{}, &Undo{}, &Verdict{}, &WriteNote{}, &Fire{}, enter,
	}
	for _, timer := range tournament.Timers(h.snap.State) {
		out = append(out, &Fire{Key: timer.Key()})
	}
	return out
}

// filled returns a copy of a command with random players, people, names and switches.
func (h *hall) filled(c Command, rng *rand.Rand) Command {
	v := reflect.ValueOf(c)
	if v.Kind() != reflect.Pointer {
		return c
	}
	n := reflect.New(v.Elem().Type())
	n.Elem().Set(v.Elem())
	for i := range n.Elem().NumField() {
		f, name := n.Elem().Field(i), n.Elem().Type().Field(i).Name
		if !f.CanSet() || !f.IsZero() {
			continue
		}
		switch {
		case name == "User":
			f.SetString([]string{zoe, zoe, "u9", "u1", ""}[rng.IntN(5)])
		case name == "Name":
			f.SetString([]string{"Zoe", "zoe", "Gus", "Player 1"}[rng.IntN(4)])
		case f.Kind() == reflect.Int && name == "Guest":
			f.SetInt(int64(1 + rng.IntN(len(h.snap.Book.People))))
		case f.Kind() == reflect.Int && (name == "Player" || rng.IntN(2) == 0):
			f.SetInt(int64(1 + rng.IntN(len(h.snap.State.Players))))
		case name == "Batch":
			f.SetInt(h.snap.Log[rng.IntN(len(h.snap.Log))].Batch)
		case f.Kind() == reflect.Bool:
			f.SetBool(rng.IntN(2) == 0)
		}
	}
	return n.Interface().(Command)
}

// rank is what a person has in an event: nothing, a place on the waiting list, a place.
func rank(s *tournament.Snapshot, user string) int {
	best := 0
	for n := range s.State.Players {
		switch {
		case !slices.Contains(s.Users(n+1), user) || len(s.State.Seated(n+1)) == 0:
		case s.State.Players[n].Status == tournament.Waiting:
			best = max(best, 1)
		default:
			best = 2
		}
	}
	return best
}

// entered returns the commands by which Zoe came in.
func entered(t *testing.T, halls map[string]*hall, tries int) map[string]bool {
	in, rng := map[string]bool{}, rand.New(rand.NewPCG(3, 3))
	for name, h := range halls {
		was := rank(h.snap, zoe)
		for _, c := range tried(h) {
			for range tries {
				for _, by := range []string{zoe, organiser, ""} {
					after, err := h.decide(by, h.filled(c, rng))
					if err != nil && tournament.ClassOf(err) == "" {
						t.Errorf("%s: %T: %v", name, c, err)
					}
					if err == nil && rank(after, zoe) > was {
						in[nameOf(c)] = true
					}
				}
			}
		}
	}
	return in
}

// No command lets a banned person in, by whomever it is given and however it is filled in.
// Without the ban she comes in by all of these, so the play means something. A command
// that is new is tried too.
func TestNoCommandLetsABannedPersonIn(t *testing.T) {
	all := halls(t)
	if in := entered(t, all, 15); len(in) > 0 {
		t.Errorf("a banned person comes in by %v", in)
	}
	for _, h := range all {
		h.list = door.List{}
	}
	in := entered(t, all, 15)
	for _, way := range []string{"Join", "AdmitPlayer", "All", "Enlist", "ClaimSeat", "Reinstate", "Undo", "Leave", "Remove", "Expel", "Drop", "Disqualify", "ChangeSettings", "AnswerInvitation", "InviteMates", "scripted"} {
		if !in[way] {
			t.Errorf("nobody comes in by %s: the play proves nothing of it", way)
		}
	}
	known := map[string]bool{}
	for _, c := range tried(all["open"]) {
		known[nameOf(c)] = true
	}
	for _, name := range declared(t) {
		if !known[name] {
			t.Errorf("the command %s is not tried: add it to the list", name)
		}
	}
}

// nameOf returns the name of the type of a command.
func nameOf(c Command) string {
	_, name, _ := strings.Cut(fmt.Sprintf("%T", c), ".")
	return name
}

// declared returns the types of this package that have a method decide.
func declared(t *testing.T) (names []string) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "decide" && fn.Recv != nil {
				of := fn.Recv.List[0].Type
				if star, ok := of.(*ast.StarExpr); ok {
					of = star.X
				}
				names = append(names, of.(*ast.Ident).Name)
			}
		}
	}
	if len(names) < 60 {
		t.Fatalf("only %v have a method decide", names)
	}
	return names
}

// Who is refused reads the end and where to appeal; an organiser reads whose ban it is. No
// one reads the reason. Once the ban is over the person comes in.
func TestABannedPersonReadsUntilWhenAndWhereToAppeal(t *testing.T) {
	h := open(t, "swiss 3", nil)
	end := h.now.Add(24 * time.Hour)
	h.ban(end)
	_, own := h.decide(zoe, &Join{User: zoe, Name: "Other"})
	_, theirs := h.decide(organiser, &Join{User: zoe, Name: "Zoe", ByOrganiser: true})
	_, guest := h.decide(organiser, &Join{Name: "ZOE", ByOrganiser: true})
	for want, err := range map[string]error{"ban.you_appeal": own, "ban.theirs": theirs, "ban.guest": guest} {
		got := fmt.Sprint(err)
		if !strings.HasPrefix(got, want+" ") || !strings.Contains(got, "2026-03-15") || strings.Contains(got, "secret") || strings.Contains(got, "mail the club") != (want == "ban.you_appeal") {
			t.Errorf("want %s with the end, got %s", want, got)
		}
	}
	h.now = end
	h.do(zoe, &Join{User: zoe, Name: "Zoe"})
}

// The waiting list and the seats of who leaves pass over a banned person: others get them.
func TestABannedPersonIsPassedOver(t *testing.T) {
	h := open(t, "swiss 3", func(s *tournament.Settings) { s.Capacity = 5 })
	h.do(zoe, &Join{User: zoe, Name: "Zoe"}).do("yan", &Join{User: "yan", Name: "Yan"}).ban(time.Time{})
	h.do("u1", &Leave{Player: 1})
	if rank(h.snap, "yan") != 2 || rank(h.snap, zoe) != 1 {
		t.Errorf("after a place is free: %d and %d", rank(h.snap, "yan"), rank(h.snap, zoe))
	}
	h = open(t, "roundrobin", arranged).do(organiser, &Start{})
	h.do(zoe, &Join{User: zoe, Name: "Zoe"}).do("yan", &Join{User: "yan", Name: "Yan"}).ban(time.Time{})
	h.do(organiser, &Drop{Player: 1})
	if rank(h.snap, "yan") != 2 || rank(h.snap, zoe) != 1 {
		t.Errorf("after a seat is free: %d and %d", rank(h.snap, "yan"), rank(h.snap, zoe))
	}
}

// A ban takes no one out: who has a place plays on.
func TestABanTakesNoOneOut(t *testing.T) {
	h := open(t, "swiss 3", nil).do(zoe, &Join{User: zoe, Name: "Zoe"}).ban(time.Time{})
	h.do(organiser, &StartCheckIn{Minutes: 10}).do(zoe, &CheckInPlayer{Player: 6}).do(organiser, &Start{KeepAll: true}, &Pair{}, &PublishAndStart{})
	if !h.snap.State.Taking(6) || h.snap.State.MatchOf(1, 6) == 0 {
		t.Error("she is out")
	}
}

// A person who gets a place by an event is its entrant: so the ban list is asked about
// every event that seats an account.
func TestEveryEventThatSeatsHasAnEntrant(t *testing.T) {
	for name, h := range halls(t) {
		h.list = door.List{}
		h.now = h.now.Add(time.Minute)
		rng := rand.New(rand.NewPCG(5, 5))
		for _, c := range tried(h) {
			for range 20 {
				after, err := h.decide(organiser, h.filled(c, rng))
				if err != nil {
					continue
				}
				state := h.snap.State
				for _, e := range after.Log[len(h.snap.Log):] {
					if _, undone := e.Event.(*tournament.Retracted); undone {
						break // see admitReturned
					}
					entrants := state.Entrants(e.Event)
					next, err := tournament.Apply(state, &e)
					if err != nil {
						t.Fatal(err)
					}
					for n := 1; n <= len(next.Players); n++ {
						for _, p := range next.Seated(n) {
							if !slices.Contains(state.Seated(n), p) && !slices.Contains(entrants, p) && !slices.Contains(standIns, e.Kind) {
								t.Errorf("%s: %s seats person %d, not %v", name, e.Kind, p, entrants)
							}
						}
					}
					state = next
				}
			}
		}
	}
}

// standIns are the kinds of events that seat no person but a stand-in of the organisers.
var standIns = []string{"stand_in_seated"}
