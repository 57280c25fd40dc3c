package moment

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"

	"topcut/tournament"
	"topcut/tournament/notice"
)

var (
	//go:embed zones.txt
	zoneNames string
	//go:embed zones.toml
	zoneAbbreviations []byte
)

// zoneIndex finds time zones by what people call them, in small letters without
// accents, with underscores for spaces.
type zoneIndex struct {
	named map[string]string   // by the whole name: "europe/berlin"
	last  map[string][]string // by the last part: "berlin"
	short map[string][]string // by abbreviation
}

var zones = sync.OnceValue(func() zoneIndex {
	z := zoneIndex{named: map[string]string{}, last: map[string][]string{}}
	for line := range strings.Lines(zoneNames) {
		name, offered, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "#" {
			continue
		}
		if offered == "" {
			offered = name
		}
		z.named[zoneKey(name)] = name
		last := zoneKey(name[strings.LastIndex(name, "/")+1:])
		if !slices.Contains(z.last[last], offered) {
			z.last[last] = append(z.last[last], offered)
		}
	}
	var short struct {
		Places map[string][]string `toml:"places"`
	}
	if err := toml.Unmarshal(zoneAbbreviations, &short); err != nil {
		panic(err) // built in: every test of the package would panic
	}
	z.short = short.Places
	return z
})

func zoneKey(s string) string {
	return strings.ReplaceAll(folded(strings.TrimSpace(s)), " ", "_")
}

// called returns the names of the time zones that people call so: one, or several to
// ask about, or none.
func (z *zoneIndex) called(typed string) []string {
	key := zoneKey(typed)
	switch {
	case key == "utc" || key == "gmt":
		return []string{"UTC"}
	case z.named[key] != "":
		return []string{z.named[key]}
	case z.short[key] != nil:
		return z.short[key]
	case z.short[strings.TrimSpace(typed)] != nil:
		return z.short[strings.TrimSpace(typed)]
	}
	return z.last[key]
}

// Zone returns the name in the tz database of a time zone as people write it: in any
// case, with spaces, as a city ("new york") or an abbreviation ("CET"). What several
// zones are called, such as EST, is refused with their names, and so is what names none.
func Zone(typed string) (string, error) {
	index := zones()
	switch names := index.called(typed); len(names) {
	case 0:
		return "", tournament.Refuse(tournament.BadInput, "settings.zone", "name", notice.Text(clip(typed)))
	case 1:
		_, err := tournament.ParseZone(names[0])
		return names[0], err
	default:
		return "", whichZone("settings.zone_which", typed, names)
	}
}

func whichZone(code notice.Code, typed string, names []string) error {
	list := make(notice.List, len(names))
	for i, name := range names {
		list[i] = notice.Text(name)
	}
	return tournament.Refuse(tournament.BadInput, code, "value", notice.Text(clip(typed)), "zones", list)
}

var (
	offsetAtEnd = regexp.MustCompile(`(?i)^(.*\S)\s*\b(?:UTC|GMT)\s*([+-−])\s*(\d{1,2})(?::?(\d{2}))?\)?$`)
	isoOffset   = regexp.MustCompile(`(?i)^(.*t\d{1,2}:\d{2}(?::\d{2})?)(?:(z)|([+-])(\d{2}):?(\d{2}))$`)
	wordAtEnd   = regexp.MustCompile(`^(.*\S)\s+\(?([^\s()]+)\)?$`)
)

// zoned takes a time zone from the end of what was typed: "20:00 UTC", "8pm EST",
// "sat 20:00 (Europe/Berlin)", "20:00 UTC+2". It returns what is left and the zones that
// are meant, none where no zone was named.
func zoned(typed string) (rest string, meant []*time.Location) {
	typed = strings.TrimSpace(typed)
	if m := isoOffset.FindStringSubmatch(typed); m != nil {
		if m[2] != "" {
			return m[1], []*time.Location{time.UTC}
		}
		return m[1], fixed(m[3], m[4], m[5])
	}
	if m := offsetAtEnd.FindStringSubmatch(typed); m != nil {
		return m[1], fixed(m[2], m[3], m[4])
	}
	m := wordAtEnd.FindStringSubmatch(typed)
	if m == nil || !strings.ContainsAny(m[1], "0123456789") {
		return typed, nil
	}
	index := zones()
	for _, name := range index.called(m[2]) {
		if loc, err := time.LoadLocation(name); err == nil {
			meant = append(meant, loc)
		}
	}
	if meant == nil {
		return typed, nil
	}
	return m[1], meant
}

// fixed returns the zone so many hours and minutes from UTC; none where there is no such
// zone.
func fixed(sign, hours, minutes string) []*time.Location {
	h, _ := strconv.Atoi(hours)
	m, _ := strconv.Atoi(minutes)
	if h > 14 || m > 59 {
		return nil
	}
	seconds := (h*60 + m) * 60
	if sign != "+" {
		seconds = -seconds
	}
	return []*time.Location{time.FixedZone("UTC"+sign+hours, seconds)}
}

// Location returns the time zone with a name; UTC if there is none.
func Location(name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return loc
}

// UsualZones are the time zones of a menu, from west to east. Others are typed.
var UsualZones = []string{
	"Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York", "America/Halifax", "America/Sao_Paulo",
	"Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris", "Europe/Warsaw", "Europe/Athens", "Europe/Istanbul", "Asia/Dubai", "Asia/Kolkata", "Asia/Bangkok",
	"Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland",
}
