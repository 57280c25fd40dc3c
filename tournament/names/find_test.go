package names_test

import (
	"fmt"
	"testing"

	"topcut/tournament/names"
)

// TestANameIsFoundAsItIsTyped: with other case, other normal form, without accents, and
// with letters written as two. A name that is typed in full is meant before others.
func TestANameIsFoundAsItIsTyped(t *testing.T) {
	all := []string{"Łukasz", "Müller", "Zoe\u0301 Ziel", "Øyvind", "Straße", "Ægir", "Jose", "José", "Александр", "Çelik", "İpek", "Mueller-Lüdenscheidt", "ＫＥＮ"}
	for typed, want := range map[string]string{
		"lukasz": "[0]", "ŁUKASZ": "[0]", "łukasz ": "[0]", "muller": "[1]", "mueller": "[1]", "MÜLLER": "[1]", "Mu\u0308ller": "[1]",
		"zoé  ziel": "[2]", "zoe ziel": "[2]", "oyvind": "[3]", "oeyvind": "[3]", "strasse": "[4]", "aegir": "[5]",
		"jose": "[6]", "josé": "[7]", "александр": "[8]", "celik": "[9]", "ipek": "[10]", "müller-luedenscheidt": "[11]", "ken": "[12]",
		"jos": "[]", "": "[]", " ": "[]", "\u0301": "[]",
	} {
		if got := fmt.Sprint(names.Find(typed, all)); got != want {
			t.Errorf("%q finds %s, want %s", typed, got, want)
		}
	}
	if got := names.Find("andre", []string{"André", "Andrè"}); len(got) != 2 {
		t.Errorf("what may be two names finds %v", got)
	}
}

func TestOneNameHasOneKey(t *testing.T) {
	if names.Key("Zoé Ziel") != names.Key(" ZOE\u0301  ziel") || names.Key("José") == names.Key("Jose") {
		t.Error("keys do not tell names apart as people do")
	}
}
