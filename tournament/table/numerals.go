package table

import "strings"

// Numerals are the signs with which a language writes numbers. The zero value leaves numbers
// as they are.
type Numerals struct {
	Point   string // between the whole and the decimals
	Percent string // with the space before it
}

// Write returns a number that is written with a decimal point, and perhaps with the sign of
// percent, as the language writes it. A fraction stays one. A number that is written so
// already is returned as it is, but for thousands that are set apart, which it does not know.
func (n Numerals) Write(number string) string {
	if n.Point != "" {
		number = strings.ReplaceAll(number, ".", n.Point)
	}
	if n.Percent != "" {
		number = strings.ReplaceAll(strings.ReplaceAll(number, n.Percent, "%"), "%", n.Percent)
	}
	return number
}
