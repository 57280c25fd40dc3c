package table

import (
	"bytes"
	"encoding/json"
	"io"
)

// ratio is a cell of kind Ratio in JSON.
type ratio struct {
	Fraction string  `json:"fraction"`
	Value    float64 `json:"value"`
}

// JSON writes the rows on one line, as a list of objects by the keys of the columns in
// their order. A fraction is exact, as text; no value is null, or no key in an optional column.
func (t *Table) JSON(w io.Writer) error {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range t.Rows {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := t.object(&b, t.Rows[i].Cells); err != nil {
			return err
		}
	}
	b.WriteString("]\n")
	_, err := w.Write(b.Bytes())
	return err
}

// object writes a row. The columns within one object stand together.
func (t *Table) object(b *bytes.Buffer, cells []Cell) error {
	member := func(key string, v any) error {
		name, err := json.Marshal(key)
		if err != nil {
			return err
		}
		value, err := plainJSON(v)
		if err != nil {
			return err
		}
		if !bytes.HasSuffix(b.Bytes(), []byte("{")) {
			b.WriteByte(',')
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
		return nil
	}
	b.WriteByte('{')
	for c := 0; c < len(t.Columns); c++ {
		within := t.Columns[c].Within
		if within == "" {
			if t.Columns[c].Optional && cells[c].Data == nil && cells[c].Text == "" {
				continue
			}
			if err := member(t.Columns[c].Key, t.value(c, &cells[c])); err != nil {
				return err
			}
			continue
		}
		inner := map[string]any{}
		for ; c < len(t.Columns) && t.Columns[c].Within == within; c++ {
			inner[t.Columns[c].Key] = t.value(c, &cells[c])
		}
		c--
		if err := member(within, inner); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// value returns a cell as JSON has it.
func (t *Table) value(column int, c *Cell) any {
	switch kind := t.Columns[column].Kind; {
	case c.Data != nil:
		return c.Data
	case c.Text == "" && kind != Text && kind != Name:
		return nil
	case kind == Exact:
		return c.Exact.String()
	case kind == Ratio:
		return ratio{c.Exact.String(), c.Exact.Float64()}
	case kind == Rank, kind == Number:
		return json.Number(c.Text)
	}
	return c.Text
}

// plainJSON encodes a value without escaping for HTML.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
