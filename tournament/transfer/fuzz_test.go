package transfer_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"topcut/tournament/file"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/transfer"
)

// readers returns the fuzzed readers by the name of their target, each with what it is given
// first. FuzzX and TestMadeUpFiles/X hold the same.
func readers() map[string]reader {
	out := map[string]reader{"Detect": {held: detected}}
	for name, format := range map[string]transfer.Format{
		"TOM": transfer.TOM, "NRTM": transfer.NRTM, "TRF": transfer.TRF, "WER": transfer.WER, "KTS": transfer.KTS,
		"EventLink": transfer.EventLink, "TopDeck": transfer.TopDeck, "Melee": transfer.Melee, "CSV": transfer.CSV,
		"Challonge": transfer.Challonge, "StartGG": transfer.StartGG, "Lorcana": transfer.Lorcana,
	} {
		of := []string{seeds()[format]}
		for _, w := range otherWriters() {
			if w.format == format {
				of = append(of, w.text)
			}
		}
		out[name] = reader{of, func(data []byte) (string, error) { return held(format, data) }}
	}
	all := out["Detect"]
	for _, format := range transfer.Formats() {
		all.seeds = append(all.seeds, seeds()[format])
	}
	out["Detect"] = all
	return out
}

// reader is one that is fuzzed. held returns what it said of a file in codes, and an
// error where it broke its promise.
type reader struct {
	seeds []string
	held  func(data []byte) (ways string, err error)
}

// detected: whatever is found by content is read or refused.
func detected(data []byte) (string, error) {
	format := transfer.Detect(data)
	if format == "" || format == transfer.Topcut {
		return string(format), nil
	}
	ways, err := held(format, data)
	return ways + " " + string(format), err
}

// held checks what every reader promises, whatever the bytes: no panic, a notice as error,
// and a tournament file that reads back as the same event.
func held(format transfer.Format, data []byte) (ways string, err error) {
	in, err := transfer.Read(data, transfer.Options{Format: format, Load: cached})
	if err != nil {
		return refusal(err)
	}
	for i := range in.Events {
		tour := in.Events[i].Tournament
		ways += fmt.Sprintf("%d players %d rounds", bits.Len(uint(len(tour.Players))), bits.Len(uint(len(tour.Ledger.Rounds))))
		for _, f := range in.Events[i].Findings {
			if code := " " + string(f.Code); !strings.Contains(ways, code) {
				ways += code
			}
		}
		var b bytes.Buffer
		if err := file.Write(&b, tour); err != nil {
			return "", err
		}
		again, err := file.Read(b.Bytes(), cached)
		if err != nil {
			return "", fmt.Errorf("%w\n%s", err, b.String())
		}
		again.Rules = tour.Rules // of the same id and options
		tour.Notes = nil         // of names that were cleaned on reading; they are clean from then on
		if !reflect.DeepEqual(tour, again) {
			return "", errors.New(cmp.Diff(tour, again))
		}
		target := transfer.Target{Format: format, Part: in.Events[i].Part}
		if format == transfer.TOM || format == transfer.TRF {
			target.Template = data
		}
		if _, _, err := transfer.Write(tour, target); err != nil {
			code, err := refusal(err)
			if err != nil {
				return "", err
			}
			ways += " not written: " + code
		}
	}
	return ways, nil
}

// refusal returns the code of an error, which is a notice.
func refusal(err error) (string, error) {
	var refused *notice.Error
	if !errors.As(err, &refused) {
		return "", fmt.Errorf("an error without a notice: %w", err)
	}
	what, _ := refused.Notice.Arg("what").(notice.Text)
	return strings.TrimSpace(string(refused.Notice.Code) + " " + string(what)), nil
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

func fuzzReader(f *testing.F) {
	r := readers()[strings.TrimPrefix(f.Name(), "Fuzz")]
	for _, seed := range r.seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := r.held(data); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzTOM(f *testing.F)       { fuzzReader(f) }
func FuzzNRTM(f *testing.F)      { fuzzReader(f) }
func FuzzTRF(f *testing.F)       { fuzzReader(f) }
func FuzzWER(f *testing.F)       { fuzzReader(f) }
func FuzzKTS(f *testing.F)       { fuzzReader(f) }
func FuzzEventLink(f *testing.F) { fuzzReader(f) }
func FuzzTopDeck(f *testing.F)   { fuzzReader(f) }
func FuzzMelee(f *testing.F)     { fuzzReader(f) }
func FuzzCSV(f *testing.F)       { fuzzReader(f) }
func FuzzChallonge(f *testing.F) { fuzzReader(f) }
func FuzzStartGG(f *testing.F)   { fuzzReader(f) }
func FuzzLorcana(f *testing.F)   { fuzzReader(f) }
func FuzzDetect(f *testing.F)    { fuzzReader(f) }
