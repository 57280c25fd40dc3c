package pairing

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDevMicro(t *testing.T) {
	if os.Getenv("DEVMICRO") == "" {
		t.Skip()
	}
	for _, name := range strings.Split(os.Getenv("DEVMICRO"), ",") {
		in := load(name)[0]
		r, _ := newRound(&in)
		fields := r.fields()
		r.draw(&fields[0]); r.introduce(fields)
		order := fields[0].order
		mate, ids := r.mate, r.ids
		run := func(what string, f func()) {
			best := time.Hour
			for rep := 0; rep < 2000; rep++ {
				s := time.Now()
				f()
				best = min(best, time.Since(s))
			}
			fmt.Printf("%s %s: %v, %.2f ns a player\n", name, what, best, float64(best)/float64(len(order)))
		}
		run("neighbours", func() {
			for k := 1; k < len(order); k += 2 {
				a, b := order[k-1], order[k]
				mate[a], mate[b] = b, a
			}
		})
		players := in.Players
		run("all", func() { devAll(players, mate, ids) })
		run("all, range by value", func() { devAll2(players, mate, ids) })
		run("all, branchless", func() { devAll3(players, mate, ids) })
		run("all, two", func() { devAll4(players, mate, ids) })
		run("all, four back", func() { devAll6(players, mate, ids) })
		run("all, back", func() { devAll5(players, mate, ids) })
		better := make([]uint64, len(mate)/64+1)
		pick := make([]int32, len(mate)/2+1)
		run("bits", func() {
			clear(better)
			for k := 1; k < len(order); k += 2 {
				a := min(order[k-1], order[k])
				better[uint32(a)/64] |= bit(a)
			}
		})
		run("pick", func() { devPick(mate, pick) })
		run("fill", func() { r.fill() })
		run("groups", func() { r.groups.set(r.scores) })
		run("rng", func() { r.draw(&field{order: order}) })
		run("certify", func() { r.certify(&fields[0]) })
		run("settle", func() { r.settle(&fields[0]) })
		drawn := r.drawn()
		run("tables", func() { r.drawnTables(drawn) })
		run("alloc", func() { sinkTables = make([]Table, len(order)/2) })
	}
}

var sinkTables []Table

func devPick(mate, pick []int32) {
	at := 0
	for a, b := range mate {
		pick[at] = int32(a)
		at += int(uint32(int32(a)-b) >> 31)
	}
}

func devAll(players []Player, mate, ids []int32) {
	for i := range players {
		p := &players[i]
		a := p.Rank - 1
		b := mate[a]
		if b == none {
			continue
		}
		id := ids[b]
		for _, o := range p.Opponents {
			if o == id {
				mate[a], mate[b] = none, none
				break
			}
		}
	}
}

func devAll2(players []Player, mate, ids []int32) {
	for i := range players {
		p := &players[i]
		a := p.Rank - 1
		b := mate[a]
		id := int32(0)
		if b != none {
			id = ids[b]
		}
		if slices.Contains(p.Opponents, id) {
			mate[a], mate[b] = none, none
		}
	}
}

func devAll3(players []Player, mate, ids []int32) {
	for i := range players {
		p := &players[i]
		a := p.Rank - 1
		b := mate[a]
		if b == none {
			continue
		}
		id := ids[b]
		seen := uint32(0)
		for _, o := range p.Opponents {
			x := uint32(o ^ id)
			seen |= ^x & (x - 1)
		}
		if seen>>31 != 0 {
			mate[a], mate[b] = none, none
		}
	}
}


func devAll4(players []Player, mate, ids []int32) {
	for i := range players {
		p := &players[i]
		a := p.Rank - 1
		b := mate[a]
		if b == none {
			continue
		}
		id := ids[b]
		list := p.Opponents
		k := len(list) - 1
		for k > 0 && list[k] != id && list[k-1] != id {
			k -= 2
		}
		if k > 0 || k == 0 && list[0] == id {
			mate[a], mate[b] = none, none
		}
	}
}

func devAll5(players []Player, mate, ids []int32) {
	for i := range players {
		p := &players[i]
		a := p.Rank - 1
		b := mate[a]
		if b == none {
			continue
		}
		id := ids[b]
		list := p.Opponents
		k := len(list) - 1
		for k >= 0 && list[k] != id {
			k--
		}
		if k >= 0 {
			mate[a], mate[b] = none, none
		}
	}
}
func devAll6(players []Player, mate, ids []int32) {
	for i := range players {
		p := &players[i]
		a := p.Rank - 1
		b := mate[a]
		if b == none {
			continue
		}
		id := ids[b]
		list := p.Opponents
		k := len(list)
		for ; k >= 4; k -= 4 {
			q := list[k-4:k:k]
			if q[0] == id || q[1] == id || q[2] == id || q[3] == id {
				break
			}
		}
		if k < 4 {
			for k--; k >= 0 && list[k] != id; k-- {
			}
			if k < 0 {
				continue
			}
		}
		mate[a], mate[b] = none, none
	}
}
