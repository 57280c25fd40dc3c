package stage

// Format returns the word that rulesets and tournament files have for a chain:
// swiss, single, double, round_robin, draft, scramble.
func (c Chain) Format() string {
	if c.Prepares(Draft) {
		return "draft"
	}
	switch k := c.First().Kind; {
	case k.MeetsAll():
		return "round_robin"
	case k == Schedule:
		return "scramble"
	case k == Double:
		return "double"
	case k.Eliminates():
		return "single"
	}
	return "swiss"
}

// Usual returns the usual chain of a format's word, see Chain.Format; false for
// another word.
func Usual(format string) (Chain, bool) {
	text, ok := map[string]string{
		"swiss": "swiss > bracket", "single": "single", "double": "double", "round_robin": "roundrobin",
		"draft": "draft > swiss", "scramble": "schedule > final",
	}[format]
	if !ok {
		return Chain{}, false
	}
	return MustParse(text), true
}
