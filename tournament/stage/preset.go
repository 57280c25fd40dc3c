package stage

import "topcut/tournament/notice"

// Preset is one of the usual chains, which has a name.
type Preset struct {
	Name  notice.Word
	Chain Chain
}

// Presets returns the usual chains, the most common first.
func Presets() []Preset {
	var out []Preset
	for _, p := range [][2]string{
		{"swiss_cut", "swiss > bracket"},
		{"swiss", "swiss"},
		{"two_days", "swiss 7 > top 32 swiss 3 > bracket 8"},
		{"groups", "groups 4 roundrobin > single 8"},
		{"draft_swiss", "draft > swiss"},
		{"draft_cut", "draft > swiss > single 4"},
		{"draft_single", "draft > single"},
		{"draft_roundrobin", "draft > roundrobin"},
		{"sealed", "build > swiss > bracket"},
		{"roundrobin", "roundrobin"},
		{"roundrobin_twice", "roundrobin twice"},
		{"single", "single"},
		{"double", "double"},
		{"schedule", "schedule > final"},
	} {
		out = append(out, Preset{notice.Word("preset." + p[0]), MustParse(p[1])})
	}
	return out
}
