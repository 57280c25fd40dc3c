package tournament_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/histories"
	"topcut/tournament/ledger"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/stage"
	"topcut/tournament/testrun"
	"topcut/tournament/transfer"
)

// stagesToCarry are chains of each kind of stage.
var stagesToCarry = []string{
	"swiss 3", "swiss 3 > single 4", "swiss 2 > double 4", "swiss 2 > top 6 swiss 1 > single 2", "roundrobin", "groups 2 roundrobin > single 4",
	"single third", "double", "placement", "pods 3", "schedule 3",
	"reseed", "swiss 2 > reseed 4", "swiss 2 > placement 4", "swiss 2 > bracket equal 3 max 6", "swiss 2 > single points 3 min 2",
	"pods 2 > single 4", "schedule 2 > final 4", "draft > swiss 2 > single 4", "build > swiss 2",
}

// What is written is the same event when it is read: of every game, in every kind of
// stage, in the middle and at the end, in every format that can be written. A format that
// does not carry something says so when it is written. Of every other
// chain of each game a lively event is carried or a quiet one, with -at-length both of all.
func TestEveryFormatCarriesTheEvent(t *testing.T) {
	for i, id := range rules.IDs() {
		for j, chain := range stagesToCarry {
			s := settings(0, 0)
			s.Stages = stage.MustParse(chain)
			if !testrun.AtLength() && (i+j)%2 != 0 || startRefused(t, id, s, 9) != "" {
				continue
			}
			t.Run(id+" "+chain, func(t *testing.T) {
				for seed := range uint64(2) {
					if !testrun.AtLength() && seed != uint64(i+j)/2%2 {
						continue
					}
					opts := histories.Options{Players: 9}
					if seed == 1 {
						opts = histories.Lively(9)
					}
					var halfway *tournament.Snapshot
					end := evening(t, load(t, id), s, opts, seed, func(snap *tournament.Snapshot) {
						if st := snap.State; halfway == nil && len(st.Rounds) == 2 && st.Current().Status == tournament.Done {
							halfway = snap
						}
					})
					for _, snap := range []*tournament.Snapshot{halfway, end} {
						if snap != nil {
							carried(t, snap)
						}
					}
				}
			})
		}
	}
}

// An event of teams on boards, in the middle and at the end, is the same when it is written as
// TRF-2026, read and written again, and when it is taken over from its own file.
func TestEventsOfTeamsAreCarried(t *testing.T) {
	for seed := range uint64(6) {
		s := settings(3, 0)
		s.Boards = 2 + int(seed%3)
		s.Crew = s.Boards + int(seed%2)
		opts := histories.Options{Players: 9}
		if seed > 2 {
			opts = histories.Lively(9)
		}
		var halfway *tournament.Snapshot
		end := evening(t, load(t, "chess-casual"), s, opts, seed, func(snap *tournament.Snapshot) {
			if st := snap.State; halfway == nil && len(st.Rounds) == 2 && st.Current().Status == tournament.Started {
				halfway = snap
			}
		})
		for _, snap := range []*tournament.Snapshot{halfway, end} {
			if snap == nil {
				continue
			}
			event, err := handover.Export(snap)
			if err != nil {
				t.Fatal(err)
			}
			event.Log, event.Seed = nil, ""
			first, lost, err := transfer.Write(event, transfer.Target{Format: transfer.TRF, Now: begin})
			if err != nil {
				t.Fatal(err)
			}
			in, err := transfer.Read(first, transfer.Options{Format: transfer.TRF, Rounds: event.RoundsPlanned})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, first)
			}
			second, _, err := transfer.Write(in.Events[0].Tournament, transfer.Target{Format: transfer.TRF, Now: begin})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(strings.Split(string(first), "\n"), strings.Split(string(second), "\n")); d != "" {
				t.Errorf("seed %d, after %d rounds (lost: %v): %s", seed, len(event.Ledger.Rounds), lost, d)
			}
			takenAgain(t, event)
		}
	}
}

// carried writes, reads and writes an event again in every format.
func carried(t *testing.T, snap *tournament.Snapshot) {
	t.Helper()
	event, err := handover.Export(snap)
	if err != nil {
		t.Fatal(err)
	}
	event.Log, event.Seed = nil, "" // the draw between players who are level is in no other format
	sitOut(event)
	event.Ledger.Apart = ledger.KeepApart(event.Ledger.Apart, ledger.Apart{A: 3, B: 1})
	event.Ledger.Apart = ledger.KeepApart(event.Ledger.Apart, ledger.Apart{A: 0, B: 2, From: 2, To: 9})
	for _, format := range transfer.Written() {
		if format == transfer.TRF && event.Stages.First().Kind.Eliminates() {
			continue // carries the players alone, and says that the rounds are lost
		}
		first, lost, err := transfer.Write(event, transfer.Target{Format: format, Now: begin})
		if err != nil {
			continue // of another game
		}
		in, err := transfer.Read(first, transfer.Options{Format: format, Ruleset: event.Ruleset, Choices: event.Options, Rounds: event.RoundsPlanned})
		if err != nil {
			if !named(lost) {
				t.Errorf("%s: %v\n%s", format, err, first)
			}
			continue
		}
		second, _, err := transfer.Write(in.Events[0].Tournament, transfer.Target{Format: format, Now: begin})
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		if !bytes.Equal(first, second) && !named(lost) {
			t.Errorf("%s, after %d rounds (lost: %v): %s", format, len(event.Ledger.Rounds), lost, cmp.Diff(strings.Split(string(first), "\n"), strings.Split(string(second), "\n")))
		}
	}
	takenAgain(t, event)
}

// sitOut lets players sit out the next round, if that is a Swiss one.
func sitOut(event *file.Tournament) {
	next := len(event.Ledger.Rounds) + 1
	if event.Stages.First().Kind != stage.Swiss || next > event.Stages.First().Rounds {
		return
	}
	for i := range event.Ledger.Players {
		p := &event.Ledger.Players[i]
		if p.DroppedAfter != ledger.Active || p.StandIn || p.LateRounds > 0 {
			continue
		}
		switch i {
		case 0:
			p.AwayRounds |= 1 << uint(next)
		case 1:
			p.ByeRounds |= 1 << uint(next)
		case 2:
			p.FullRounds |= 1 << uint(next)
		}
	}
}

// named reports whether the format has said that it does not carry the stages.
func named(lost []notice.Notice) bool {
	return slices.ContainsFunc(lost, func(n notice.Notice) bool {
		return n.Code == "transfer.lost.stages" || n.Code == "transfer.lost.tree"
	})
}

// takenAgain takes an event over from its file, and writes that of the new one.
func takenAgain(t *testing.T, event *file.Tournament) {
	t.Helper()
	w := &table{t: t, snap: tournament.Begin(1, make([]byte, 32)), now: begin}
	if err := w.as("organiser", handover.TakeOver{File: event}.Command()); err != nil {
		t.Errorf("taken over: %v", err)
		return
	}
	again, err := handover.Export(w.snap)
	if err != nil {
		t.Fatal(err)
	}
	again.Log = nil
	texts := [2]string{}
	for i, f := range []*file.Tournament{event, again} {
		f.Seed = ""
		var b bytes.Buffer
		if err := file.Write(&b, f); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] {
		t.Errorf("taken over: %s", cmp.Diff(strings.Split(texts[0], "\n"), strings.Split(texts[1], "\n")))
	}
}
