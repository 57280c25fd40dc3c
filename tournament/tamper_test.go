package tournament_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/fraction"
	"topcut/tournament/replay"
	"topcut/tournament/stage"
)

var allTampered = flag.Bool("tampered", false, "tamper with every golden log, not with every ninth")

// following are the kinds of events of which every field follows from the log before
// and the seed, or may be reported by a player at the table; and if that holds for some
// of a kind, which.
var following = map[string]func(e map[string]any) bool{
	"started": nil, "stage_began": nil, "round_paired": nil, "schedule_drawn": nil, "groups_drawn": nil, "draft_seated": nil,
	"finished": nil, "places_corrected": nil, "seed_revealed": nil, "seed_renewed": nil, "cut_locked": nil, "tie_shared": nil, "pack_opened": nil,
	"check_in_ended": nil, "time_called": nil, "round_closed": nil, "retracted": nil, "draw_mixed": nil, "reminded": nil,
	"build_reminded": nil, "build_ended": nil, "clock_reminded": nil, "stand_in_seated": nil, "seat_taken": nil,
	"fixture_reminded": nil, "fixture_overdue": nil, "league_heard": nil,
	"script_begun": nil, "item_drawn": nil, "step_passed": nil, "line_ups_shown": nil,
	"substitute_answered": byClock,                                                       // otherwise the person who is asked answers
	"promoted":            func(e map[string]any) bool { return e["seq"] != e["batch"] }, // otherwise an organiser admits a chosen player
	"fixture_voided":      byClock,                                                       // otherwise an organiser decides, or a player withdraws
	"result_confirmed":    byClock,                                                       // otherwise a player at the table agrees, or an organiser
}

// byClock reports whether the bot caused it.
func byClock(e map[string]any) bool { return e["actor"] == nil || e["actor"] == 0.0 }

// detected are all other kinds, and why replay takes them as they are: it checks at
// most whether the rules allow them.
var detected = map[string]string{
	"created": organisers, "settings_changed": organisers, "staff_changed": organisers, "channel_moved": organisers, "opened": organisers,
	"registration_closed": organisers, "check_in_started": organisers, "cancelled": organisers, "announced": organisers, "missing_reminded": organisers,
	"page_opened": organisers, "page_closed": organisers, "league_entered": organisers, "entry_closed": organisers, "entry_opened": organisers, "person_listed": organisers, "disqualified": organisers, "penalised": organisers,
	"noted": organisers, "player_changed": organisers, "reinstated": organisers, "round_published": organisers, "round_started": organisers,
	"clock_paused": organisers, "clock_resumed": organisers, "clock_extended": organisers, "deck_building": organisers, "duty_changed": organisers,
	"table_taken": organisers, "fixture_extended": organisers, "member_asked": players, "member_answered": players, "crew_changed": players, "line_up_given": players, "member_substituted": players, "bench_changed": players, "item_picked": players, "game_reported": players, "game_withdrawn": players, "round_repaired": "an organiser's pairing, which is counted and is exit code 1",
	"registered": players, "left": players, "seat_claimed": players, "checked_in": players, "deck_submitted": players, "dropped": players,
	"times_proposed": players, "time_agreed": players, "player_present": players, "forfeit_claimed": players, "claim_objected": players, "claim_withdrawn": players, "player_absent": players,
	"player_away": players, "player_sits_out": players, "zone_set": players, "hours_set": players, "reminders_chosen": players, "judge_called": players, "result_reported": players, "result_disputed": players,
	"result_corrected": "an organiser's verdict; those that time brought are held to the claim or to the match that nobody played",
	"substitute_asked": "who of the bench was banned is not in the log; that the person can be asked is checked",
	"absence_asked":    "a question that gives its players time to answer; what follows from it is held to that time",
	"bracket_reopened": "an organiser's correction changes who advances",
	"clocks_held":      "what an undo has set back, and it only waits longer; a later undo may have taken back what it restored",
	"players_gone":     "who was in the server is not in the log; nothing follows from it",
	"interrupted":      "when nobody could be heard is not in the log",
	"mix_asked":        "a start that an organiser gave, or its time; how long it waits is the bot's",
	"advance_held":     "why nothing followed: shown to the organisers, and nothing follows from it. What was refused is not in the log",
}

const (
	organisers = "an organiser's word"
	players    = "a player's word about themselves or their match"
)

// TestTamperingWithAnyKindOfEventIsDetected: a new kind of event must be listed with
// whether replay computes it again, and if not, why.
func TestTamperingWithAnyKindOfEventIsDetected(t *testing.T) {
	for _, kind := range tournament.Log.Events.Names() {
		_, follows := following[kind]
		if _, is := detected[kind]; is == follows {
			t.Errorf("%s stands in both lists or in none: does it follow from the log before and the seed, or does somebody say it?", kind)
		}
	}
	if all := tournament.Log.Events.Names(); len(following)+len(detected) != len(all) {
		t.Errorf("%d kinds are classified, there are %d", len(following)+len(detected), len(all))
	}
}

// withWhatIsRare are logs of what no golden log has: the clock ends check-in and round,
// people move up from the waiting list, an event goes on after its secret was revealed,
// a title is shared, decks are built by the clock, silence confirms, the time of arranged
// matches runs out, a stand-in takes a seat, two of three mix the draw, a league hears.
func withWhatIsRare(t *testing.T) map[string]*tournament.Snapshot {
	s := settings(2, 0)
	s.Capacity, s.RoundMinutes = 4, 50
	w := given(t, s, 6)
	if err := w.as("u1", &command.Leave{Player: 1}); err != nil {
		t.Fatal(err)
	}
	w.do(&command.StartCheckIn{Minutes: 10})
	for n := 2; n <= 5; n++ {
		if err := w.as(w.user(n), &command.CheckInPlayer{Player: n}); err != nil {
			t.Fatal(err)
		}
	}
	w.runs(w.now.Add(11 * time.Minute))
	w.do(&command.Start{})
	w.round()
	w.runs(w.now.Add(51 * time.Minute))
	w.finishRound()
	w.do(&command.Finish{Early: true}, &command.Undo{})
	w.round()
	w.finishRound()
	w.do(&command.Finish{})
	tie := level(t)
	tie.do(&command.ShareTitle{}, &command.Finish{})
	out := map[string]*tournament.Snapshot{"clock": w.snap, "tie": tie.snap}

	s = settings(0, 0)
	s.Stages = stage.MustParse("build > swiss 2")
	built := given(t, s, 4)
	built.do(&command.Start{}, &command.BuildDecks{Minutes: 25})
	built.runs(built.now.Add(26 * time.Minute))
	built.round()
	built.reports(built.player(1, 1, 0), "2-0")
	built.reports(built.player(1, 2, 0), "2-0")
	built.runs(built.now.Add(time.Hour))
	built.do(&command.EnterLeague{League: 5, Weight: fraction.New(1, 1)}, &command.Finish{Early: true})
	built.runs(built.now.Add(time.Minute))
	out["build"] = built.snap

	picked, _, first, _ := vetoing(t, "")
	picked.picks(first, 0, "Abbey")
	for range 3 {
		picked.fires(tournament.DuePick, 1, 1)
	}
	picked.do(&command.Correct{Round: 1, Match: 1, Text: "1-0"}, &command.Correct{Round: 1, Match: 2, Text: "1-0"}, &command.Finish{Early: true})
	out["picks"] = picked.snap

	lineUps, _ := lineUpTime(t)
	lineUps.runs(lineUps.now.Add(11 * time.Minute))
	lineUps.finishRound()
	lineUps.do(&command.Finish{Early: true})
	out["line-ups"] = lineUps.snap

	bench, at := benched(t, "x", "y", "z")
	bench.seeks(at, bench.player(1, 1, 0))
	bench.runs(bench.now.Add(11 * time.Minute))
	bench.must("y", &command.AnswerBench{Place: at, User: "y", Yes: true})
	bench.finishRound()
	bench.do(&command.Finish{Early: true})
	out["bench"] = bench.snap

	passed, _, _, _ := vetoing(t, "late = \"pass\"\nstart = \"ban A, ban B, pick A\"\n")
	passed.do(&command.BeginPicks{Player: passed.player(1, 1, 0)})
	passed.fires(tournament.DuePick, 1, 1)
	passed.fires(tournament.DuePick, 1, 1)
	passed.fires(tournament.DuePick, 1, 1)
	passed.do(&command.Correct{Round: 1, Match: 1, Text: "1-0"}, &command.Correct{Round: 1, Match: 2, Text: "1-0"}, &command.Finish{Early: true})
	out["passed"] = passed.snap

	mixed := given(t, settings(1, 0), 5)
	mixed.do(&command.Start{Mix: true})
	for _, n := range []int{2, 4} {
		if err := mixed.press(n); err != nil {
			t.Fatal(err)
		}
	}
	mixed.runs(mixed.now.Add(2 * time.Minute))
	mixed.round()
	mixed.finishRound()
	mixed.do(&command.Finish{})
	out["mixed"] = mixed.snap

	for _, unplayed := range []tournament.Unplayed{tournament.UnplayedVoid, tournament.AskOrganisers} {
		s := arranged("roundrobin")
		s.Fixtures.Unplayed = unplayed
		weeks := given(t, s, 4)
		weeks.do(&command.Start{}, &command.Join{User: "alt", Name: "Alternate"})
		weeks.runs(weeks.now.AddDate(0, 0, 8))
		weeks.do(&command.Drop{Player: 1})
		weeks.runs(weeks.now.AddDate(0, 0, 14))
		for r := range weeks.snap.State.Rounds {
			for _, m := range weeks.snap.State.Blocking(r + 1) {
				weeks.do(&command.Correct{Round: r + 1, Match: m, Text: "2-0"})
			}
		}
		if weeks.snap.State.Phase == tournament.Running {
			weeks.do(&command.Finish{Early: true})
		}
		out["weeks "+string(unplayed)] = weeks.snap
	}

	seat := mahjong(t, 12, 4)
	seat.round()
	seat.score("41200 32500 27300 19000")
	seat.do(&command.Pair{}, &command.Publish{})
	if err := seat.as(seat.user(3), &command.Drop{Player: 3}); err != nil {
		t.Fatal(err)
	}
	seat.do(&command.StartRound{})
	seat.score("41200 32500 27300 19000")
	seat.do(&command.Finish{Early: true})
	out["stand-in"] = seat.snap

	over := played(t, "swiss 3")
	over.do(&command.Correct{Round: 3, Match: over.snap.State.MatchOf(3, over.champion()), Text: "0-2"})
	out["corrected"] = over.snap
	return out
}

// TestEveryTamperedDecisionIsFound changes every value in every event of the golden
// logs, and of some with what is rare, that follows from what is before it, one at a
// time, and replays: each is found, and the untouched log is identical. No kind of
// event that follows is left out.
func TestEveryTamperedDecisionIsFound(t *testing.T) {
	paths, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden logs", err)
	}
	logs := map[string][]byte{}
	for i, path := range paths {
		if !*allTampered && i%9 != 5 {
			continue
		}
		if logs[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	for name, snap := range withWhatIsRare(t) {
		if logs[name], err = json.Marshal(snap.Log); err != nil {
			t.Fatal(err)
		}
	}
	tried, found, kinds := map[string]int{}, 0, map[string]int{}
	for _, path := range slices.Sorted(maps.Keys(logs)) {
		data := logs[path]
		var file struct{ Log []map[string]any }
		if err := json.Unmarshal(data, &file.Log); err != nil {
			t.Fatal(err)
		}
		log, err := tournament.ReadLog(1, data)
		if err != nil {
			t.Fatal(err)
		}
		_, whole, err := replay.Run(1, log)
		if err != nil || !whole.Difference.IsZero() {
			t.Fatalf("%s is not identical untouched: %v %v", path, whole.Difference, err)
		}
		untouched := whole.Skipped // another engine is counted, which is exit code 1
		seen := map[string]int{}
		gone := map[float64]bool{}
		for _, e := range file.Log {
			if e["kind"] == "retracted" {
				for _, seq := range e["data"].(map[string]any)["seqs"].([]any) {
					gone[seq.(float64)] = true
				}
			}
		}
		for _, e := range file.Log {
			kind := e["kind"].(string)
			which, follows := following[kind]
			if !follows || gone[e["seq"].(float64)] || which != nil && !which(e) {
				continue
			}
			if seen[kind]++; seen[kind] > 2 {
				continue // two of each kind in each log are enough
			}
			tamper := func(try func(where string)) { mutate(e["data"], try) }
			if data, ok := e["data"].(map[string]any); ok && len(data) == 0 {
				tamper = func(try func(where string)) { early(file.Log, e["batch"], try) }
			}
			tamper(func(where string) {
				if where == ".stand_ins[].person" || kind+where == "stand_in_seated.person" {
					return // a number in the book, which is not in an export
				}
				tried[kind]++
				raw, err := json.Marshal(file.Log)
				if err != nil {
					t.Fatal(err)
				}
				log, err := tournament.ReadLog(1, raw)
				if err == nil {
					var what *replay.Result
					if _, what, err = replay.Run(1, log); err == nil && what.Difference.IsZero() && what.Skipped == untouched {
						if kinds[kind+where]++; kinds[kind+where] == 1 {
							t.Errorf("%s: %s%s, entry %v, changed and not found", path, kind, where, e["seq"])
						}
						return
					}
				}
				found++
			})
		}
	}
	all := 0
	for _, kind := range slices.Sorted(maps.Keys(following)) {
		if all += tried[kind]; tried[kind] == 0 && *allTampered {
			t.Errorf("nothing was tampered with in any %s", kind)
		}
	}
	t.Logf("%d of %d changes found in %d logs, of each kind %v", found, all, len(logs), tried)
}

// early has what happened in a batch happen five minutes before, calls try, and puts it
// back.
func early(log []map[string]any, batch any, try func(where string)) {
	const fiveMinutes = 5 * 60 * 1000
	shift := func(by float64) {
		for _, e := range log {
			if e["batch"] == batch {
				e["time"] = e["time"].(float64) + by
			}
		}
	}
	shift(-fiveMinutes)
	try(".time")
	shift(fiveMinutes)
}

// mutate changes one value at a time, calls try, and puts it back.
func mutate(v any, try func(where string)) { mutateAt(v, "", func(any) {}, try) }

func mutateAt(v any, where string, set func(any), try func(string)) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			mutateAt(v[k], where+"."+k, func(x any) { v[k] = x }, try)
		}
		return
	case []any:
		for i := range v {
			if i > 4 {
				break
			}
			mutateAt(v[i], where+"[]", func(x any) { v[i] = x }, try)
		}
		return
	case float64:
		set(v + 1)
	case bool:
		set(!v)
	case string:
		if v == "" {
			return
		}
		last := byte('0')
		if v[len(v)-1] == '0' {
			last = '1'
		}
		set(fmt.Sprintf("%s%c", v[:len(v)-1], last))
	default:
		return
	}
	try(where)
	set(v)
}
