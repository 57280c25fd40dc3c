package rules

import (
	"bytes"
	"encoding/json"
)

// Cut is the rule by which players play on after the Swiss rounds. The zero value is no
// cut. These combinations of fields have a meaning:
//
//	Top                     the best Top
//	Top and Lock            the same, with a place for players who reach Lock points
//	                        first, while Swiss rounds are still to be played
//	Points                  all players with at least Points
//	Points and Top          the same, but at least Top players
//	Top, EqualPoints, Max   the best Top and all players level on points with the
//	                        last of them, at most Max (0 = no limit)
//	PerDivision             that many of each division
//	PerFlight               that many of each flight
//	PerFlight and Top       the same, but Top players: of the last place the best
type Cut struct {
	Top         int            `json:"top,omitempty"`
	Points      int            `json:"points,omitempty"`
	EqualPoints bool           `json:"equal_points,omitempty"`
	Max         int            `json:"max,omitempty"`
	PerDivision map[string]int `json:"per_division,omitempty"`
	PerFlight   int            `json:"per_flight,omitempty"`
	Lock        int            `json:"lock,omitempty"`
}

// OfEach returns the cut of some players from a number of groups: as many of each or, where
// they do not divide, of the last place the best.
func OfEach(size, groups int) Cut {
	if size%groups > 0 {
		return Cut{PerFlight: size/groups + 1, Top: size}
	}
	return Cut{PerFlight: size / groups}
}

// IsZero reports whether there is no cut.
func (c Cut) IsZero() bool {
	return c.Top == 0 && c.Points == 0 && c.PerFlight == 0 && len(c.PerDivision) == 0
}

// IsTop reports whether the cut is a plain number of places.
func (c Cut) IsTop() bool {
	return c.Top > 0 && c.Lock == 0 && c.Points == 0 && !c.EqualPoints && c.Max == 0 && c.PerFlight == 0 && len(c.PerDivision) == 0
}

// Largest returns the fixed places, of divisions those of the one with most.
func (c Cut) Largest() int {
	n := c.Top
	for _, places := range c.PerDivision {
		n = max(n, places)
	}
	return n
}

// MarshalJSON writes a plain number of places as a number, all else as an
// object.
func (c Cut) MarshalJSON() ([]byte, error) {
	if c.IsTop() {
		return json.Marshal(c.Top)
	}
	type plain Cut // without this method
	return json.Marshal(plain(c))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Cut) UnmarshalJSON(data []byte) error {
	var top int
	if err := json.Unmarshal(data, &top); err == nil {
		*c = Cut{Top: top}
		return nil
	}
	type plain Cut
	var p plain
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		return err
	}
	*c = Cut(p)
	return nil
}
