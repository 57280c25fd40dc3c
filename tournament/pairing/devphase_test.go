package pairing

import (
	"encoding/gob"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func load(name string) []Input {
	var list []Input
	f, err := os.Open("/tmp/pair/in-" + name + ".gob")
	if err != nil {
		panic(err)
	}
	gob.NewDecoder(f).Decode(&list)
	for k := range list {
		flat := []int32{}
		for i := range list[k].Players {
			flat = append(flat, list[k].Players[i].Opponents...)
		}
		at := 0
		for i := range list[k].Players {
			p := &list[k].Players[i]
			n := len(p.Opponents)
			p.Opponents = flat[at : at+n : at+n]
			at += n
		}
	}
	return list
}

func TestDevPhase(t *testing.T) {
	if os.Getenv("DEVPHASE") == "" {
		t.Skip()
	}
	for _, name := range strings.Split(os.Getenv("DEVPHASE"), ",") {
		list := load(name)
		var best [8]time.Duration
		for i := range best {
			best[i] = time.Hour
		}
		for rep := 0; rep < 3000; rep++ {
			in := list[0]
			var at [8]time.Time
			at[0] = time.Now()
			r, _ := newRound(&in)
			at[1] = time.Now()
			fields := r.fields()
			at[2] = time.Now()
			for i := range fields {
				r.draw(&fields[i])
			}
			at[3] = time.Now()
			r.introduce(fields)
			at[4] = time.Now()
			for i := range fields {
				r.settle(&fields[i])
			}
			at[5] = time.Now()
			r.result()
			r.release()
			at[6] = time.Now()
			for k := 0; k < 6; k++ {
				best[k] = min(best[k], at[k+1].Sub(at[k]))
			}
			best[7] = min(best[7], at[6].Sub(at[0]))
		}
		fmt.Printf("%8s new %v fields %v draw %v introduce %v settle %v result %v all %v\n", name, best[0], best[1], best[2], best[3], best[4], best[5], best[7])
	}
}
