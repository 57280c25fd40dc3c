package notice_test

import (
	"encoding/json"
	"testing"
	"time"

	"topcut/tournament/fraction"
	"topcut/tournament/notice"
)

// Every type of argument comes back from its stored form as it was.
func TestANoticeSurvivesItsStoredForm(t *testing.T) {
	n := notice.New("round.open",
		"round", 3, "event", notice.Text("Modern \"Monday\""), "phase", notice.Word("phase.open"), "rule", notice.Quote("Points"), "who", notice.Player(4), "next", notice.Command("match away"),
		"points", fraction.New(7, 2), "until", time.UnixMilli(1_800_000_000_123), "for", 90*time.Second,
		"tables", []notice.Notice{notice.New("table", "table", 1), notice.New("table", "table", 2, "players", notice.Players([]int{5, 6}))})
	data, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	var back notice.Notice
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	if !n.Equal(back) {
		t.Errorf("stored as %s\nread as %v\nwas %v", data, back, n)
	}
}

func TestAStoredNoticeIsReadStrictly(t *testing.T) {
	for _, bad := range []string{
		`{}`, `{"code":""}`, `{"code":"a","more":1}`, `{"code":"a","args":[["x",1.5]]}`, `{"code":"a","args":[["x",null]]}`,
		`{"code":"a","args":[["x",{"unknown":1}]]}`, `{"code":"a","args":[["x",{}]]}`, `{"code":"a","args":[["x",[[[[[[[[[[[1]]]]]]]]]]]]]}`,
	} {
		var n notice.Notice
		if err := json.Unmarshal([]byte(bad), &n); err == nil {
			t.Errorf("%s is read as %v", bad, n)
		}
	}
}

// A plain string could be a word or a person's text: only the caller knows.
func TestAnUntypedStringIsNoArgument(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a plain string was taken")
		}
	}()
	notice.New("x", "name", "Alice")
}
