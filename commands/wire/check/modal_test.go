package check

import (
	"encoding/json"
	"fmt"
	"testing"
)

func modal(c ...any) object {
	return object{"custom_id": "v1:rep:7", "title": "Report", "components": append(list{}, c...)}
}

func input(id string) object { return object{"type": 4, "custom_id": id, "style": 1} }

func label(component any) object {
	return object{"type": 18, "label": "Score", "component": component}
}

// inModal checks a modal by itself; it needs no context.
func inModal(raw json.RawMessage, _ Context) []string {
	data, ok := parse(raw)
	if ok {
		checkModal(data)
	}
	return data.report.sentences
}

func TestModalTitleAndCustomID(t *testing.T) {
	base := modal(label(input("a")))
	judge(t, []ruling{
		{name: "title 45", payload: with(base, object{"title": letters(45)})},
		{name: "title 46", payload: with(base, object{"title": letters(46)}), want: "title has 46"},
		{name: "no title", payload: with(base, object{"title": nil}), want: "title is missing"},
		{name: "custom_id 100", payload: with(base, object{"custom_id": letters(100)})},
		{name: "custom_id 101", payload: with(base, object{"custom_id": letters(101)}), want: "custom_id has 101"},
		{name: "what discordgo sends along", payload: with(base, object{"tts": false, "content": "", "embeds": nil})},
	}, inModal)
}

func TestModalHas1To5Components(t *testing.T) {
	labels := func(n int) list { return times(n, func(i int) any { return label(input(fmt.Sprint(i))) }) }
	judge(t, []ruling{
		{name: "5", payload: modal(labels(5)...)},
		{name: "6", payload: modal(labels(6)...), want: "components has 6 entries"},
		{name: "0", payload: modal(), want: "components has 0 entries"},
		{name: "a text and a label", payload: modal(text("Best of three."), label(input("a")))},
		{name: "a container", payload: modal(object{"type": 17, "components": list{text("a")}}), want: "components[0] is of type 17"},
		{name: "custom_id twice", payload: modal(label(input("a")), label(input("a"))), want: "components[1].component.custom_id is \"a\""},
	}, inModal)
}

func TestModalRowsHoldOneTextInput(t *testing.T) {
	titled := with(input("a"), object{"label": "Score"})
	judge(t, []ruling{
		{name: "one", payload: modal(rowOf(titled))},
		{name: "label 45", payload: modal(rowOf(with(titled, object{"label": letters(45)})))},
		{name: "label 46", payload: modal(rowOf(with(titled, object{"label": letters(46)}))), want: "label has 46"},
		{name: "no label", payload: modal(rowOf(input("a"))), want: "label is missing"},
		{name: "two", payload: modal(rowOf(titled, with(titled, object{"custom_id": "b"}))), want: "components has 2 entries"},
		{name: "a select", payload: modal(rowOf(selectOf("a", 1))), want: "is of type 3; a row in a modal holds one text input"},
	}, inModal)
}

func TestModalLabels(t *testing.T) {
	base := label(input("a"))
	judge(t, []ruling{
		{name: "label 45", payload: modal(with(base, object{"label": letters(45)}))},
		{name: "label 46", payload: modal(with(base, object{"label": letters(46)})), want: "components[0].label has 46"},
		{name: "description 100", payload: modal(with(base, object{"description": letters(100)}))},
		{name: "description 101", payload: modal(with(base, object{"description": letters(101)})), want: "description has 101"},
		{name: "nothing inside", payload: modal(label(nil)), want: "component is missing"},
		{name: "a button inside", payload: modal(label(button("a"))), want: "component is of type 2; a label holds"},
		{name: "an input with a label of its own", payload: modal(label(with(input("a"), object{"label": "Score"}))), want: "component.label cannot stand in a text input inside a label"},
	}, inModal)
}

func TestModalTextInputBounds(t *testing.T) {
	in := func(changes object) object { return modal(label(with(input("a"), changes))) }
	judge(t, []ruling{
		{name: "4000", payload: in(object{"max_length": 4000, "value": letters(4000)})},
		{name: "max 4001", payload: in(object{"max_length": 4001}), want: "max_length is 4001"},
		{name: "max 0", payload: in(object{"max_length": 0}), want: "max_length is 0"},
		{name: "min over max", payload: in(object{"min_length": 9, "max_length": 8}), want: "min_length is 9, more than the 8"},
		{name: "value over max", payload: in(object{"max_length": 3, "value": "abcd"}), want: "value has 4 characters; the input takes 0 to 3"},
		{name: "value under min", payload: in(object{"min_length": 3, "value": "ab"}), want: "value has 2 characters"},
		{name: "value over 4000", payload: in(object{"value": letters(4001)}), want: "value has 4001"},
		{name: "placeholder 100", payload: in(object{"placeholder": letters(100)})},
		{name: "placeholder 101", payload: in(object{"placeholder": letters(101)}), want: "placeholder has 101"},
		{name: "style 3", payload: in(object{"style": 3}), want: "style is 3"},
		{name: "no style", payload: in(object{"style": nil}), want: "style is missing"},
	}, inModal)
}

func TestModalChoicesAndUploads(t *testing.T) {
	options := func(n int) list { return times(n, func(i int) any { return option(fmt.Sprint(i)) }) }
	in := func(kind int, changes object) object {
		return modal(label(with(object{"type": kind, "custom_id": "a"}, changes)))
	}
	judge(t, []ruling{
		{name: "select", payload: in(3, object{"options": options(25)})},
		{name: "select of 26", payload: in(3, object{"options": options(26)}), want: "options has 26 entries"},
		{name: "disabled select", payload: in(3, object{"options": options(1), "disabled": true}), want: "disabled is true"},
		{name: "optional select", payload: in(3, object{"options": options(1), "min_values": 0, "required": false})},
		{name: "required select that may be empty", payload: in(3, object{"options": options(1), "min_values": 0}), want: "min_values is 0 in a component that is required"},
		{name: "user select", payload: in(5, nil)},
		{name: "upload of 10", payload: in(19, object{"min_values": 1, "max_values": 10})},
		{name: "upload of 11", payload: in(19, object{"max_values": 11}), want: "max_values is 11"},
		{name: "radio 2", payload: in(21, object{"options": options(2)})},
		{name: "radio 1", payload: in(21, object{"options": options(1)}), want: "options has 1 entries"},
		{name: "radio 10", payload: in(21, object{"options": options(10)})},
		{name: "radio 11", payload: in(21, object{"options": options(11)}), want: "options has 11 entries"},
		{name: "checkboxes 10", payload: in(22, object{"options": options(10), "max_values": 10})},
		{name: "checkboxes 11", payload: in(22, object{"options": options(11)}), want: "options has 11 entries"},
		{name: "more checks than boxes", payload: in(22, object{"options": options(2), "max_values": 3}), want: "max_values is 3, but there are only 2"},
		{name: "checkbox", payload: in(23, object{"default": true})},
		{name: "checkbox without custom_id", payload: in(23, object{"custom_id": nil}), want: "custom_id is missing"},
	}, inModal)
}
