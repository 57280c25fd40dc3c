package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Quote quotes a text with an apostrophe that a spreadsheet would take for a formula, a
// date, a time or a number: "=SUM(A1)", "2-1", "1/2", "May 5", "(3)". A whole number
// stays as it is. The reader takes the apostrophe off.
func Quote(cell string) string {
	if cell != "" && (strings.ContainsRune("=+-@\t\r", rune(cell[0])) || converted(cell)) {
		return "'" + cell
	}
	return cell
}

// whole is a number that means the same as text and as a number.
var whole = regexp.MustCompile(`^(0|[1-9][0-9]{0,14})$`)

// converted reports whether a spreadsheet would convert a text: one of digits and what
// stands between them in dates, times and amounts, and of the names of months.
func converted(cell string) bool {
	if whole.MatchString(cell) || !strings.ContainsAny(cell, "0123456789") {
		return false
	}
	first := strings.IndexAny(cell, "0123456789")
	for at, part := range []string{cell[:first], cell[first:]} {
		for word := range strings.FieldsFuncSeq(part, func(r rune) bool { return !unicode.IsLetter(r) }) {
			word = strings.ToLower(word)
			if !month(word) && (at == 0 || !slices.Contains(marks, word)) {
				return false
			}
		}
	}
	return strings.IndexFunc(cell, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSpace(r) && !strings.ContainsRune("-/.:,()%$€£¥'−–", r)
	}) < 0
}

// months are the names of the months in the languages of spreadsheets; the first three
// letters of each count too.
var months = []string{
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
	"januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "jänner",
	"janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
	"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
	"gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre",
	"janeiro", "fevereiro", "março", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro",
	"styczeń", "luty", "marzec", "kwiecień", "maj", "czerwiec", "lipiec", "sierpień", "wrzesień", "październik", "listopad", "grudzień",
	"stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada", "grudnia",
}

// marks are the other words behind the digits of dates, times and numbers.
var marks = []string{"am", "pm", "a", "p", "e", "t", "z", "h", "uhr", "年", "月", "日", "時", "分"}

// month reports whether a word in lower case is the name of a month, or begins one.
func month(word string) bool {
	return slices.ContainsFunc(months, func(name string) bool { return len(word) >= 3 && strings.HasPrefix(name, word) })
}
