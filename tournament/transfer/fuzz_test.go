package transfer_test

import (
	"bytes"
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/file"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/transfer"
)

// fuzzed holds what every reader promises, whatever the bytes: no panic, a notice
// as error, and a tournament file that reads back as the same event.
func fuzzed(t *testing.T, format transfer.Format, data []byte) {
	in, err := transfer.Read(data, transfer.Options{Format: format, Load: cached})
	if err != nil {
		var said *notice.Error
		if !errors.As(err, &said) {
			t.Fatalf("an error without a notice: %v", err)
		}
		return
	}
	for i := range in.Events {
		tour := in.Events[i].Tournament
		var b bytes.Buffer
		if err := file.Write(&b, tour); err != nil {
			t.Fatal(err)
		}
		again, err := file.Read(b.Bytes(), cached)
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		again.Rules = tour.Rules // of the same id and options
		tour.Notes = nil         // of names that were cleaned on reading; they are clean from then on
		if !reflect.DeepEqual(tour, again) {
			t.Fatal(cmp.Diff(tour, again))
		}
		target := transfer.Target{Format: format, Part: in.Events[i].Part}
		if format == transfer.TOM || format == transfer.TRF {
			target.Template = data
		}
		if _, _, err := transfer.Write(tour, target); err != nil {
			var said *notice.Error
			if !errors.As(err, &said) {
				t.Fatalf("an error without a notice: %v", err)
			}
		}
	}
}

var loaded sync.Map

// cached is rules.Load, once for each ruleset.
func cached(id string) (*rules.Ruleset, error) {
	if rs, ok := loaded.Load(id); ok {
		return rs.(*rules.Ruleset), nil
	}
	rs, err := rules.Load(id)
	if err == nil {
		loaded.Store(id, rs)
	}
	return rs, err
}

func fuzzFormat(f *testing.F, format transfer.Format) {
	f.Add([]byte(seeds()[format]))
	f.Fuzz(func(t *testing.T, data []byte) { fuzzed(t, format, data) })
}

func FuzzTOM(f *testing.F)       { fuzzFormat(f, transfer.TOM) }
func FuzzNRTM(f *testing.F)      { fuzzFormat(f, transfer.NRTM) }
func FuzzTRF(f *testing.F)       { fuzzFormat(f, transfer.TRF) }
func FuzzWER(f *testing.F)       { fuzzFormat(f, transfer.WER) }
func FuzzKTS(f *testing.F)       { fuzzFormat(f, transfer.KTS) }
func FuzzEventLink(f *testing.F) { fuzzFormat(f, transfer.EventLink) }
func FuzzTopDeck(f *testing.F)   { fuzzFormat(f, transfer.TopDeck) }
func FuzzMelee(f *testing.F)     { fuzzFormat(f, transfer.Melee) }
func FuzzCSV(f *testing.F)       { fuzzFormat(f, transfer.CSV) }
func FuzzChallonge(f *testing.F) { fuzzFormat(f, transfer.Challonge) }
func FuzzStartGG(f *testing.F)   { fuzzFormat(f, transfer.StartGG) }
func FuzzLorcana(f *testing.F)   { fuzzFormat(f, transfer.Lorcana) }

// FuzzDetect: whatever is found by content is read or refused.
func FuzzDetect(f *testing.F) {
	for _, seed := range seeds() {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if format := transfer.Detect(data); format != "" && format != transfer.Topcut {
			fuzzed(t, format, data)
		}
	})
}
