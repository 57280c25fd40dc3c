package record

import (
	"encoding/binary"
	"errors"
	"time"
)

// A stored record is a row of numbers, each a varint. A profile reads a thousand of
// them, and decoding them as JSON took five times as long as computing the profile.

// MarshalBinary returns the stored form of a record.
func (r *Record) MarshalBinary() ([]byte, error) {
	out := make([]byte, 0, 32+9*len(r.Players)+5*len(r.Matches))
	put := func(values ...int) {
		for _, v := range values {
			out = binary.AppendUvarint(out, uint64(v))
		}
	}
	put(len(r.Game))
	out = append(out, r.Game...)
	out = binary.AppendVarint(out, r.Ended.UnixMilli())
	put(len(r.Players))
	for i := range r.Players {
		p := &r.Players[i]
		put(p.Person, p.Place, p.Won, p.Lost, p.Drawn, p.Byes, p.Rounds, p.Penalties, bit(p.Deck)|bit(p.Disqualified)<<1|bit(p.NoShow)<<2|bit(len(p.Members) > 0)<<3)
		if len(p.Members) > 0 {
			put(len(p.Members))
			put(p.Members...)
		}
	}
	seats := 0
	for i := range r.Matches {
		seats += len(r.Matches[i].Players)
	}
	put(len(r.Matches), seats)
	for i := range r.Matches {
		m := &r.Matches[i]
		put(m.Round, len(m.Players)<<1|bit(m.Unplayed)|bit(len(m.Boards) > 0)<<4)
		for k, p := range m.Players {
			put(p<<3 | int(m.Places[k]))
		}
		if len(m.Boards) > 0 {
			put(len(m.Boards))
		}
		for _, b := range m.Boards {
			put(b.Persons[0], b.Persons[1], int(b.Places[0])<<3|int(b.Places[1])<<1|bit(b.Unplayed))
		}
	}
	return out, nil
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// UnmarshalBinary decodes the form of MarshalBinary.
func (r *Record) UnmarshalBinary(data []byte) error {
	in := varints{rest: data}
	r.Game = in.text(in.count())
	r.Ended = time.UnixMilli(in.signed()).UTC()
	r.Players = make([]Player, in.count())
	for i := range r.Players {
		p := &r.Players[i]
		for _, v := range [...]*int{&p.Person, &p.Place, &p.Won, &p.Lost, &p.Drawn, &p.Byes, &p.Rounds, &p.Penalties} {
			*v = in.next()
		}
		flags := in.next()
		p.Deck, p.Disqualified, p.NoShow = flags&1 != 0, flags&2 != 0, flags&4 != 0
		if flags&8 != 0 {
			p.Members = make([]int, in.count())
			for k := range p.Members {
				p.Members[k] = in.next()
			}
		}
	}
	r.Matches = make([]Match, in.count())
	seats := make([]int, in.count()) // of all matches, in one allocation
	for i := range r.Matches {
		m := &r.Matches[i]
		m.Round = in.next()
		n := in.next()
		m.Unplayed = n&1 != 0
		boards := n&16 != 0
		if n = n &^ 16 >> 1; n > len(seats) || n > len(m.Places) {
			return errRecord
		}
		m.Players, seats = seats[:n:n], seats[n:]
		for k := range m.Players {
			v := in.next()
			if m.Players[k], m.Places[k] = v>>3, int8(v&7); v>>3 >= len(r.Players) {
				return errRecord
			}
		}
		if boards {
			m.Boards = make([]Board, in.count())
		}
		for k := range m.Boards {
			b := &m.Boards[k]
			b.Persons = [2]int{in.next(), in.next()}
			v := in.next()
			b.Places, b.Unplayed = [2]int8{int8(v >> 3 & 3), int8(v >> 1 & 3)}, v&1 != 0
		}
	}
	if in.bad || len(in.rest) > 0 {
		return errRecord
	}
	return nil
}

var errRecord = errors.New("malformed")

// varints reads varints until data is missing.
type varints struct {
	rest []byte
	bad  bool
}

func (n *varints) next() int {
	v, size := binary.Uvarint(n.rest)
	if size <= 0 || v > 1<<31 {
		n.rest, n.bad = nil, true
		return 0
	}
	n.rest = n.rest[size:]
	return int(v)
}

// count returns the number of elements that follow. Each of them takes at least one byte.
func (n *varints) count() int {
	v := n.next()
	if v > len(n.rest) {
		n.rest, n.bad = nil, true
		return 0
	}
	return v
}

func (n *varints) signed() int64 {
	v, size := binary.Varint(n.rest)
	if size <= 0 {
		n.rest, n.bad = nil, true
		return 0
	}
	n.rest = n.rest[size:]
	return v
}

func (n *varints) text(length int) string {
	s := string(n.rest[:length])
	n.rest = n.rest[length:]
	return s
}
