package moment

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// lexicon are the words of a language for times, in small letters without accents.
type lexicon struct {
	in       []string       // begins a span: "in 30 min"
	one      []string       // counts as 1: "in an hour"
	filler   []string       // says nothing: "at", "on"
	unclear  []string       // could be two days: "next friday"
	day      map[string]int // days from today
	hour     map[string]int
	weekdays [7][]string // from Sunday; the first may be cut to three letters
	months   [12][]string
	minutes  []string
	hours    []string
	days     []string
	weeks    []string
	spelled  []spelling // before the words are taken apart
}

// spelling is a way to write a time that is read as another is. It is compiled where it
// is first met: most programs end before that.
type spelling struct {
	from func() *regexp.Regexp
	to   string
}

func spell(from, to string) spelling {
	return spelling{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(from) }), to}
}

// lexicons are the languages that are read. A text is read in each; those that
// understand it must agree.
var lexicons = []lexicon{english, german, french, spanish, italian, portuguese, polish, japanese}

var english = lexicon{
	in:       []string{"in"},
	one:      []string{"a", "an", "one"},
	filler:   []string{"at", "on", "of", "the", "this", "and", "o'clock", "h"},
	unclear:  []string{"next"},
	day:      map[string]int{"today": 0, "tonight": 0, "tomorrow": 1, "tmr": 1, "tmrw": 1, "tomorow": 1},
	hour:     map[string]int{"noon": 12},
	weekdays: [7][]string{{"sunday"}, {"monday"}, {"tuesday", "tues"}, {"wednesday"}, {"thursday", "thur", "thurs"}, {"friday"}, {"saturday"}},
	months: [12][]string{
		{"january"}, {"february"}, {"march"}, {"april"}, {"may"}, {"june"}, {"july"}, {"august"}, {"september", "sept"}, {"october"}, {"november"}, {"december"},
	},
	minutes: []string{"m", "min", "mins", "minute", "minutes"},
	hours:   []string{"h", "hr", "hrs", "hour", "hours"},
	days:    []string{"d", "day", "days"},
	weeks:   []string{"w", "wk", "week", "weeks"},
}

var german = lexicon{
	in:       []string{"in"},
	one:      []string{"einer", "einem", "eine"},
	filler:   []string{"um", "am", "den", "dem", "der", "und", "diesen", "h"},
	unclear:  []string{"nachsten", "nachster", "nachste", "kommenden"},
	day:      map[string]int{"heute": 0, "morgen": 1, "ubermorgen": 2},
	hour:     map[string]int{"mittag": 12, "mittags": 12},
	weekdays: [7][]string{{"sonntag", "so"}, {"montag", "mo"}, {"dienstag", "di"}, {"mittwoch", "mi"}, {"donnerstag", "do"}, {"freitag", "fr"}, {"samstag", "sa", "sonnabend"}},
	months: [12][]string{
		{"januar", "janner"}, {"februar"}, {"marz", "maerz"}, {"april"}, {"mai"}, {"juni"}, {"juli"}, {"august"}, {"september", "sept"}, {"oktober"}, {"november"}, {"dezember"},
	},
	minutes: []string{"m", "min", "minute", "minuten"},
	hours:   []string{"h", "std", "stunde", "stunden"},
	days:    []string{"tag", "tage", "tagen"},
	weeks:   []string{"woche", "wochen"},
	spelled: []spelling{spell(`heute abend`, "heute"), spell(`(\d)\s*uhr\s+(\d{2})\b`, "$1:$2"), spell(`(\d)\s*(?:uhr)?\s*abends`, "${1}pm"), spell(`(\d:\d\d)\s*uhr\b`, "$1"), spell(`(\d)\s*uhr\b`, "${1}h")},
}

var french = lexicon{
	in:       []string{"dans"},
	one:      []string{"un", "une"},
	filler:   []string{"a", "le", "ce", "du", "et", "h"},
	unclear:  []string{"prochain", "prochaine"},
	day:      map[string]int{"aujourd'hui": 0, "demain": 1, "apres-demain": 2},
	hour:     map[string]int{"midi": 12},
	weekdays: [7][]string{{"dimanche"}, {"lundi"}, {"mardi"}, {"mercredi"}, {"jeudi"}, {"vendredi"}, {"samedi"}},
	months: [12][]string{
		{"janvier"}, {"fevrier"}, {"mars"}, {"avril"}, {"mai"}, {"juin"}, {"juillet", "juil"}, {"aout"}, {"septembre", "sept"}, {"octobre"}, {"novembre"}, {"decembre"},
	},
	minutes: []string{"m", "min", "minute", "minutes"},
	hours:   []string{"h", "heure", "heures"},
	days:    []string{"j", "jour", "jours"},
	weeks:   []string{"semaine", "semaines"},
	spelled: []spelling{spell(`ce soir`, "aujourd'hui"), spell(`\b1er\b`, "1"), spell(`(\d)\s*h(?:eures?)?\s*(\d{2})\b`, "$1:$2"), spell(`(\d)\s*(?:h|heures?)?\s+du soir`, "${1}pm"), spell(`^([^d].*\d)\s*heures?\b`, "${1}h")},
}

var spanish = lexicon{
	in:       []string{"en", "dentro"},
	one:      []string{"un", "una"},
	filler:   []string{"a", "las", "la", "el", "de", "del", "este", "y", "h", "al"},
	unclear:  []string{"proximo", "proxima", "siguiente"},
	day:      map[string]int{"hoy": 0, "manana": 1},
	hour:     map[string]int{"mediodia": 12},
	weekdays: [7][]string{{"domingo"}, {"lunes"}, {"martes"}, {"miercoles"}, {"jueves"}, {"viernes"}, {"sabado"}},
	months: [12][]string{
		{"enero"}, {"febrero"}, {"marzo"}, {"abril"}, {"mayo"}, {"junio"}, {"julio"}, {"agosto"}, {"septiembre", "setiembre", "sept"}, {"octubre"}, {"noviembre"}, {"diciembre"},
	},
	minutes: []string{"m", "min", "mins", "minuto", "minutos"},
	hours:   []string{"h", "hora", "horas"},
	days:    []string{"d", "dia", "dias"},
	weeks:   []string{"semana", "semanas"},
	spelled: []spelling{spell(`pasado manana`, "en 2 dias a las"), spell(`esta (?:noche|tarde)`, "hoy"), spell(`(\d)\s*(?:h|horas)?\s+(?:de|por) la (?:tarde|noche)`, "${1}pm"), spell(`^(a las .*\d|[^ed].*\d)\s*horas\b`, "${1}h")},
}

var italian = lexicon{
	in:       []string{"tra", "fra"},
	one:      []string{"un", "una", "un'ora"},
	filler:   []string{"alle", "ore", "il", "le", "di", "del", "e", "questo", "questa", "h", "all'"},
	unclear:  []string{"prossimo", "prossima"},
	day:      map[string]int{"oggi": 0, "stasera": 0, "domani": 1, "dopodomani": 2},
	hour:     map[string]int{"mezzogiorno": 12},
	weekdays: [7][]string{{"domenica"}, {"lunedi"}, {"martedi"}, {"mercoledi"}, {"giovedi"}, {"venerdi"}, {"sabato"}},
	months: [12][]string{
		{"gennaio"}, {"febbraio"}, {"marzo"}, {"aprile"}, {"maggio"}, {"giugno"}, {"luglio"}, {"agosto"}, {"settembre", "sett"}, {"ottobre"}, {"novembre"}, {"dicembre"},
	},
	minutes: []string{"m", "min", "minuto", "minuti"},
	hours:   []string{"h", "ora", "ore"},
	days:    []string{"g", "giorno", "giorni"},
	weeks:   []string{"settimana", "settimane"},
	spelled: []spelling{spell(`un'ora`, "una ora"), spell(`(\d)\s+(?:di sera|di pomeriggio)`, "${1}pm"), spell(`\b(?:alle )?ore (\d{1,2})(\s|$)`, "${1}h$2"), spell(`\balle (\d{1,2})(\s|$)`, "${1}h$2")},
}

var portuguese = lexicon{
	in:      []string{"em", "daqui"},
	one:     []string{"um", "uma"},
	filler:  []string{"as", "a", "o", "de", "do", "da", "e", "dia", "no", "na", "neste", "nesta", "h"},
	unclear: []string{"proximo", "proxima"},
	day:     map[string]int{"hoje": 0, "amanha": 1},
	hour:    map[string]int{"meio-dia": 12},
	weekdays: [7][]string{
		{"domingo"}, {"segunda", "segunda-feira"}, {"terca", "terca-feira"}, {"quarta", "quarta-feira"}, {"quinta", "quinta-feira"}, {"sexta", "sexta-feira"}, {"sabado"},
	},
	months: [12][]string{
		{"janeiro"}, {"fevereiro"}, {"marco"}, {"abril"}, {"maio"}, {"junho"}, {"julho"}, {"agosto"}, {"setembro"}, {"outubro"}, {"novembro"}, {"dezembro"},
	},
	minutes: []string{"m", "min", "minuto", "minutos"},
	hours:   []string{"h", "hora", "horas"},
	days:    []string{"d", "dia", "dias"},
	weeks:   []string{"semana", "semanas"},
	spelled: []spelling{spell(`depois de amanha`, "em 2 dias as"), spell(`hoje (?:a|de) noite`, "hoje"), spell(`(\d)\s*(?:h|horas)?\s+da (?:tarde|noite)`, "${1}pm"), spell(`^([^ed].*\d)\s*horas\b`, "${1}h")},
}

var polish = lexicon{
	in:      []string{"za"},
	one:     []string{"jedna", "jeden"},
	filler:  []string{"o", "w", "we", "i", "godz", "godz.", "godzinie", "h", "ten", "te", "r.", "roku"},
	unclear: []string{"nastepny", "nastepna", "przyszly", "przyszla", "najblizszy", "najblizsza"},
	day:     map[string]int{"dzis": 0, "dzisiaj": 0, "jutro": 1, "pojutrze": 2},
	hour:    map[string]int{"poludnie": 12},
	weekdays: [7][]string{
		{"niedziela", "niedziele", "nd", "niedz"}, {"poniedzialek", "pn"}, {"wtorek", "wt"}, {"sroda", "srode", "sr"}, {"czwartek"}, {"piatek", "pt"}, {"sobota", "sobote"},
	},
	months: [12][]string{
		{"stycznia", "styczen"},
		{"lutego", "luty"},
		{"marca", "marzec"},
		{"kwietnia", "kwiecien"},
		{"maja"},
		{"czerwca", "czerwiec"},
		{"lipca", "lipiec"},
		{"sierpnia", "sierpien"},
		{"wrzesnia", "wrzesien"},
		{"pazdziernika", "pazdziernik"},
		{"listopada", "listopad"},
		{"grudnia", "grudzien"},
	},
	minutes: []string{"m", "min", "minute", "minuty", "minut"},
	hours:   []string{"h", "godz", "godzine", "godziny", "godzin"},
	days:    []string{"dzien", "dni"},
	weeks:   []string{"tydzien", "tygodnie", "tygodni"},
	spelled: []spelling{spell(`dzis(?:iaj)? wieczorem`, "dzis"), spell(`za (godzine|dzien|tydzien)`, "za 1 $1"), spell(`(\d)\s+wieczorem`, "${1}pm"), spell(`(?:^|\s)o (?:godz\.? |godzinie )?(\d{1,2})(\s|$)`, " ${1}h$2")},
}

// japanese has no spaces and the word for "in" at the end: it is spelled as English.
var japanese = lexicon{
	in:      []string{"in"},
	filler:  []string{"に", "の", "から", "夜", "h"},
	unclear: []string{"来週", "次の"},
	day:     map[string]int{"今日": 0, "本日": 0, "明日": 1, "明後日": 2},
	hour:    map[string]int{"正午": 12},
	weekdays: [7][]string{
		{"日曜日", "日曜", "日"}, {"月曜日", "月曜", "月"}, {"火曜日", "火曜", "火"}, {"水曜日", "水曜", "水"}, {"木曜日", "木曜", "木"}, {"金曜日", "金曜", "金"}, {"土曜日", "土曜", "土"},
	},
	minutes: []string{"min"}, hours: []string{"hours"}, days: []string{"days"}, weeks: []string{"weeks"},
	spelled: []spelling{
		spell(`(\d+)時間半後`, "in ${1}h30"), spell(`(\d+)時間(\d+)分後`, "in ${1}h${2}"), spell(`(\d+)時間後`, "in $1 hours"), spell(`(\d+)分後`, "in $1 min"), spell(`(\d+)日後`, "in $1 days "), spell(`(\d+)週間後`, "in $1 weeks "),
		spell(`(\d{4})年(\d{1,2})月(\d{1,2})日`, " $1-$2-$3 "), spell(`(\d{1,2})月(\d{1,2})日`, " $2.$1. "), spell(`今[夜晩]`, " 今日 夜"),
		spell(`(?:午後|夜)の?\s*([1-9]|1[0-2])時半`, " ${1}:30pm "), spell(`(?:午後|夜)の?\s*([1-9]|1[0-2])時(\d{2})分`, " ${1}:${2}pm "), spell(`(?:午後|夜)の?\s*([1-9]|1[0-2])時`, " ${1}pm "),
		spell(`午前\s*(\d{1,2})時`, " ${1}am "), spell(`(\d{1,2})時半`, " ${1}:30 "), spell(`(\d{1,2})時(\d{2})分`, " ${1}:${2} "), spell(`(\d{1,2})時`, " ${1}h "), spell(`[((]([月火水木金土日])[))]`, " $1 "),
		spell(`([月火水木金土日]曜日?|今日|本日|明日|明後日|正午|来週|次の|夜|に|の|から)`, " $1 "),
	},
}

// unit is how long a unit of time is: so long, or so many days of the calendar.
func (l *lexicon) unit(w string) (length time.Duration, days int, ok bool) {
	switch {
	case slices.Contains(l.minutes, w):
		return time.Minute, 0, true
	case slices.Contains(l.hours, w):
		return time.Hour, 0, true
	case slices.Contains(l.days, w):
		return 0, 1, true
	case slices.Contains(l.weeks, w):
		return 0, 7, true
	}
	return 0, 0, false
}

func (l *lexicon) weekday(w string) (time.Weekday, bool) {
	d, ok := named(l.weekdays[:], w)
	return time.Weekday(d), ok
}

func (l *lexicon) month(w string) (int, bool) {
	m, ok := named(l.months[:], w)
	return m + 1, ok
}

// named returns which of the names a word is: one of its forms, or the first cut to
// three letters, where no other is cut to the same.
func named(names [][]string, w string) (int, bool) {
	w = strings.TrimSuffix(w, ".")
	found, cuts := 0, 0
	for i, forms := range names {
		if slices.Contains(forms, w) {
			return i, true
		}
		if len(forms) > 0 && len(w) == 3 && strings.HasPrefix(forms[0], w) {
			found, cuts = i, cuts+1
		}
	}
	return found, cuts == 1
}

// plain is what was typed in small letters without accents, spelled as words that are
// read.
func (l *lexicon) plain(typed string) string {
	s := strings.ReplaceAll(strings.ToLower(norm.NFKC.String(typed)), "’", "'")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == 'ł':
			return 'l'
		case unicode.Is(unicode.Mn, r) && r < 0x3000: // the marks of kana are part of it
			return -1
		}
		return r
	}, norm.NFD.String(s))
	s = norm.NFC.String(s)
	for _, r := range l.spelled {
		s = r.from().ReplaceAllString(s, r.to)
	}
	return s
}
