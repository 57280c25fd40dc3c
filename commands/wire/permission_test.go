package wire

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPermissions_areSetsOfBits(t *testing.T) {
	p := SendMessages | ViewChannel
	if !p.Has(SendMessages) || p.Has(SendMessages|AttachFiles) || !Administrator.Has(AttachFiles) {
		t.Error("Has")
	}
	if diff := cmp.Diff([]string{"Attach Files"}, p.Missing(SendMessages|AttachFiles).Names()); diff != "" {
		t.Error(diff)
	}
	if Administrator.Missing(^Permissions(0)) != 0 {
		t.Error("an administrator lacks something")
	}
	var got Permissions
	// 65 bits: Discord may add more than fit.
	if err := json.Unmarshal([]byte(`"36893488147419103239"`), &got); err != nil || got != 7 {
		t.Errorf("%d, %v", got, err)
	}
}
