package file

import (
	"encoding/json"

	"topcut/tournament/jsonfile"
)

// eventKeys are the keys of a tournament, with their bounds.
type eventKeys struct {
	At            jsonfile.Path
	Version       int64             `json:"version" need:"yes"`
	Name          jsonfile.Token    `json:"name"`
	Ruleset       string            `json:"ruleset" need:"yes" most:"200"`
	Options       map[string]string `json:"options" most:"200"`
	Stages        *string           `json:"stages" most:"200"`
	Format        jsonfile.Token    `json:"format"`
	RoundsPlanned int               `json:"rounds_planned" least:"0" most:"200"`
	Seed          *string           `json:"seed" most:"64"`
	Crew          int               `json:"crew" least:"0" most:"10"`
	Boards        int               `json:"boards" least:"0" most:"10"`
	Divisions     []string          `json:"divisions" entries:"8192" most:"200"`
	Cut           *cutKeys          `json:"cut"`
	CutSeeds      []string          `json:"cut_seeds" entries:"8192" most:"64"`
	Question      jsonfile.Token    `json:"question"`
	Invited       []string          `json:"invited" entries:"1000" most:"200"`
	Players       []playerKeys      `json:"players" need:"yes" entries:"8192"`
	Apart         []apartKeys       `json:"apart" entries:"16384"`
	Rounds        []roundKeys       `json:"rounds" entries:"200"`
	Log           json.RawMessage   `json:"log"`
}

type playerKeys struct {
	At           jsonfile.Path
	ID           string           `json:"id" need:"yes" most:"64"`
	Name         jsonfile.Token   `json:"name"`
	Division     jsonfile.Token   `json:"division"`
	Flight       jsonfile.Token   `json:"flight"`
	Tag          jsonfile.Token   `json:"tag"`
	Answer       jsonfile.Token   `json:"answer"`
	Seed         int32            `json:"seed" least:"0" most:"1073741824"`
	Seat         int32            `json:"seat" least:"0" most:"1073741824"`
	Rating       int32            `json:"rating" least:"0" most:"1073741824"`
	Byes         []int            `json:"byes" entries:"63" least:"1" most:"63"`
	FullByes     []int            `json:"full_byes" entries:"63" least:"1" most:"63"`
	Absent       []int            `json:"absent" entries:"63" least:"1" most:"63"`
	LateRounds   int16            `json:"late_rounds" least:"0" most:"200"`
	DroppedAfter *int16           `json:"dropped_after" least:"0" most:"200"`
	Disqualified bool             `json:"disqualified"`
	StandIn      bool             `json:"standin"`
	Members      []jsonfile.Token `json:"members" entries:"40"`
	Former       []jsonfile.Token `json:"former" entries:"40"`
}

type apartKeys struct {
	At      jsonfile.Path
	Players []string `json:"players" need:"yes" entries:"8192" most:"64"`
	From    int16    `json:"from" least:"1" most:"200"`
	To      int16    `json:"to" least:"1" most:"200"`
}

type roundKeys struct {
	At      jsonfile.Path
	Number  int            `json:"number" need:"yes" least:"1" most:"200"`
	Stage   jsonfile.Token `json:"stage"`
	Matches []matchKeys    `json:"matches" entries:"8192"`
}

type matchKeys struct {
	At        jsonfile.Path
	Table     int16            `json:"table" least:"0"`
	Players   []string         `json:"players" need:"yes" entries:"4" most:"64"`
	Kind      jsonfile.Token   `json:"kind" need:"yes"`
	Best      int              `json:"best" least:"1" most:"15"`
	Games     []int32          `json:"games" entries:"4" least:"0" most:"99"`
	Scores    []int32          `json:"scores" entries:"4" least:"-10000000" most:"10000000"`
	Places    []int32          `json:"places" entries:"4" least:"1" most:"4"`
	MP        []int32          `json:"mp" entries:"4" least:"-999" most:"999"`
	By        jsonfile.Token   `json:"by"`
	Points    []int32          `json:"points" entries:"4" least:"0" most:"999"`
	Sides     []jsonfile.Token `json:"sides" entries:"2"`
	Winner    *int64           `json:"winner"`
	Penalties []jsonfile.Token `json:"penalties" entries:"4"`
	Reported  bool             `json:"reported"`
	Against   *string          `json:"against" most:"64"`
	Boards    []boardKeys      `json:"boards" entries:"10"`
}

type cutKeys struct {
	At          jsonfile.Path
	Top         int            `json:"top" least:"1" most:"1000000"`
	Points      int            `json:"points" least:"1" most:"1000000"`
	EqualPoints bool           `json:"equal_points"`
	Max         int            `json:"max" least:"1" most:"1000000"`
	PerDivision map[string]int `json:"per_division" least:"0" most:"8192"`
	PerFlight   int            `json:"per_flight" least:"1" most:"1000000"`
	Lock        int            `json:"lock" least:"1" most:"1000000"`

	number bool // the cut is a number, that of Top
}

// ReadJSON takes a number, or an object of the keys.
func (c *cutKeys) ReadJSON(v *jsonfile.Value) error {
	switch v.Kind() {
	case 'n':
		c.At, c.number = v.Path(), true
		if err := v.Into(&c.Top); err != nil {
			return err
		}
		return c.At.Between(int64(c.Top), 0, MaxPlayers)
	case '{':
		type keys cutKeys // without this method
		return v.Into((*keys)(c))
	}
	return v.Path().Wrong("file.cut")
}
