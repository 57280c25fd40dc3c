package seating

import "fmt"

// Report is a schedule in the shape that the seat command prints as JSON.
type Report struct {
	Sessions [][][]string `json:"sessions"` // players in the order East, South, West, North
	SitOut   [][]string   `json:"sit_out,omitempty"`
	Value    Value        `json:"value"`
	Winds    ReportWinds  `json:"winds"`
	Tables   TableStays   `json:"tables"`
}

// ReportWinds is Winds with the lateness as text, such as "3/2".
type ReportWinds struct {
	Missing   int    `json:"missing"`
	MaxSingle int    `json:"max_single"`
	Lateness  string `json:"lateness"`
}

// Name returns the name of a schedule number if no people are drawn: p1, p2, … and s1
// to s3 for stand-ins.
func (s *Schedule) Name(number int) string {
	if number > s.Players {
		return fmt.Sprintf("s%d", number-s.Players)
	}
	return fmt.Sprintf("p%d", number)
}

// Report returns the schedule with the names that name gives to its numbers, see
// [Schedule.Name].
func (s *Schedule) Report(name func(number int) string) Report {
	winds := s.Winds()
	r := Report{
		Value:  s.Value(),
		Winds:  ReportWinds{winds.Missing, winds.MaxSingle, winds.Lateness.String()},
		Tables: s.TableStays(),
	}
	for _, session := range s.Sessions {
		var tables [][]string
		for _, table := range session.Tables {
			var players []string
			for _, p := range table {
				players = append(players, name(p))
			}
			tables = append(tables, players)
		}
		r.Sessions = append(r.Sessions, tables)
		if len(session.Out) > 0 {
			out := make([]string, len(session.Out))
			for i, p := range session.Out {
				out[i] = name(p)
			}
			r.SitOut = append(r.SitOut, out)
		}
	}
	return r
}
