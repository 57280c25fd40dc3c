package wire

import (
	"reflect"
	"testing"
)

// TestComponentsAreWrittenAsEncodingJSONWrites writes a component with each of its fields,
// alone and together with all others, and compares with the encoder that knows only the
// tags of the fields.
func TestComponentsAreWrittenAsEncodingJSONWrites(t *testing.T) {
	type plain Component
	same := func(name string, c Component) {
		t.Helper()
		want, err := Encode(plain(c))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Encode(c); string(got) != string(want) || err != nil {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, want)
		}
	}
	var all Component
	same("nothing", all)
	fields := reflect.TypeFor[Component]()
	for i := range fields.NumField() {
		f := fields.Field(i)
		if f.Name == "Sent" {
			continue
		}
		var one Component
		for _, c := range []*Component{&one, &all} {
			fill(reflect.ValueOf(c).Elem().Field(i), 2)
			same(f.Name, *c)
		}
	}
	for _, s := range []string{
		"plain", "two\nlines", `"quoted" \ back`, "<b>&amp;", "tab\t", "\r\n", "\b\f\x00\x1f\x7f", "é 王芳 🏆 \u2028 \u2029 \ufffd", "cut \xe2\x80", "\xff",
		"\u2028", "\\", "\"", "\n",
	} {
		same(s, Component{Type: TypeTextDisplay, Content: s, CustomID: s, Label: "l"})
	}
	same("around one that is sent", Component{Components: []Component{{Type: TypeSeparator, Sent: true}, {Type: TypeButton, Label: "<"}}})
}

// fill gives a value and what is in it something to write.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("<text> \"a\"\n")
	case reflect.Int:
		v.SetInt(7)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), depth)
	case reflect.Struct:
		for i := range v.NumField() {
			if depth > 0 && v.Type().Field(i).Name != "Sent" {
				fill(v.Field(i), depth-1)
			}
		}
	default:
		panic("a component has a field of a kind that the test does not know")
	}
}
