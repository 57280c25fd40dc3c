package notice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"topcut/tournament/fraction"
)

// A notice is stored as {"code":"round.open","args":[["round",3],["who",{"player":4}]]}:
// a number is an Int, a string a Text, an array a List, and an object one of the
// other types by its only key, or a notice by its code.

// MarshalJSON writes the stored form.
func (n Notice) MarshalJSON() ([]byte, error) {
	out := struct {
		Code Code     `json:"code"`
		Args [][2]any `json:"args,omitempty"`
	}{Code: n.Code}
	for _, a := range n.Args {
		out.Args = append(out.Args, [2]any{a.Name, stored(a.Value)})
	}
	return json.Marshal(out)
}

func stored(v Value) any {
	switch v := v.(type) {
	case Quote:
		return map[string]string{"quote": string(v)}
	case Word:
		return map[string]string{"word": string(v)}
	case Command:
		return map[string]string{"command": string(v)}
	case Number:
		return map[string]string{"number": string(v)}
	case Player:
		return map[string]int{"player": int(v)}
	case Points:
		return map[string]string{"points": v.String()}
	case Time:
		return map[string]int64{"time": v.UnixMilli()}
	case Span:
		return map[string]int64{"span": time.Duration(v).Milliseconds()}
	case List:
		out := make([]any, len(v))
		for i := range v {
			out[i] = stored(v[i])
		}
		return out
	}
	return v
}

// UnmarshalJSON reads the stored form and refuses any other.
func (n *Notice) UnmarshalJSON(data []byte) error {
	var in struct {
		Code Code                 `json:"code"`
		Args [][2]json.RawMessage `json:"args"`
	}
	if err := strictly(data, &in); err != nil {
		return err
	}
	if in.Code == "" {
		return fmt.Errorf("codeless notice")
	}
	*n = Notice{Code: in.Code}
	for _, pair := range in.Args {
		var a Arg
		if err := json.Unmarshal(pair[0], &a.Name); err != nil {
			return err
		}
		v, err := read(pair[1], 0)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
		a.Value = v
		n.Args = append(n.Args, a)
	}
	return nil
}

// deepest bounds how far lists and notices nest in a file that means harm.
const deepest = 8

func read(data json.RawMessage, depth int) (Value, error) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || depth > deepest || bytes.Equal(data, []byte("null")) {
		return nil, fmt.Errorf("bad value")
	}
	switch data[0] {
	case '"':
		var s Text
		err := json.Unmarshal(data, &s)
		return s, err
	case '[':
		var list []json.RawMessage
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, err
		}
		out := make(List, len(list))
		for i := range list {
			v, err := read(list[i], depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	case '{':
		return readObject(data)
	}
	var i Int
	err := json.Unmarshal(data, &i)
	return i, err
}

func readObject(data []byte) (Value, error) {
	var in struct {
		Code    *json.RawMessage   `json:"code"`
		Args    *json.RawMessage   `json:"args"`
		Quote   *Quote             `json:"quote"`
		Word    *Word              `json:"word"`
		Command *Command           `json:"command"`
		Number  *Number            `json:"number"`
		Player  *Player            `json:"player"`
		Points  *fraction.Fraction `json:"points"`
		Time    *int64             `json:"time"`
		Span    *int64             `json:"span"`
	}
	if err := strictly(data, &in); err != nil {
		return nil, err
	}
	switch {
	case in.Code != nil:
		var n Notice
		err := json.Unmarshal(data, &n)
		return n, err
	case in.Quote != nil:
		return *in.Quote, nil
	case in.Word != nil:
		return *in.Word, nil
	case in.Command != nil:
		return *in.Command, nil
	case in.Number != nil:
		return *in.Number, nil
	case in.Player != nil:
		return *in.Player, nil
	case in.Points != nil:
		return Points{*in.Points}, nil
	case in.Time != nil:
		return Time{time.UnixMilli(*in.Time).UTC()}, nil
	case in.Span != nil:
		return Span(time.Duration(*in.Span) * time.Millisecond), nil
	}
	return nil, fmt.Errorf("bad value %.40s", data)
}

func strictly(data []byte, to any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode(to)
}
