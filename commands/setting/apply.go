package setting

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"topcut/tournament"
	"topcut/tournament/notice"
	"topcut/tournament/season"
	"topcut/tournament/sorted"
)

// OptionKey is the prefix of the key of an option of the ruleset: "option.match".
const OptionKey = "option."

// Apply returns the settings of an event with one of them changed. Keys are those of Events and
// "option.NAME" for an option of the ruleset; values are text. The error is a refusal for the
// organiser. Whether the settings fit together is checked when they are stored.
func Apply(s tournament.Settings, key, value string) (tournament.Settings, error) {
	key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
	if name, ok := strings.CutPrefix(key, OptionKey); ok && name != "" {
		s.Options = slices.DeleteFunc(slices.Clone(s.Options), func(o tournament.Option) bool { return o.Name == name })
		if value != "" {
			s.Options = append(s.Options, tournament.Option{Name: name, Value: value})
		}
		return s, nil
	}
	next, known, err := apply(Events(), s, key, value)
	if !known {
		return s, &UnknownError{bad("setting.unknown", key), key, near(Events(), "setting.title.", key)}
	}
	return next, err
}

// ApplyLeague returns the settings of a league with one of them changed: by a key of Leagues, or
// by "event." and a key of Apply for the events of its schedule.
func ApplyLeague(s season.Settings, key, value string) (season.Settings, error) {
	next, known, err := apply(Leagues(), s, key, value)
	if known {
		return next, err
	}
	if of, ok := strings.CutPrefix(key, ofEvents); ok {
		return s, series(&s, func(x *season.Series) error { return setEvent(of)(x, value) })
	}
	refusal := tournament.Refuse(tournament.BadInput, "season.no_word", "text", notice.Text(key), "words", notice.Texts(keys(Leagues())))
	return s, &UnknownError{refusal, key, near(Leagues(), "league.rule.", key)}
}

// ofEvents is the prefix of a key of the events of a league.
const ofEvents = "event."

// apply returns the settings with one of a list changed by its key, and whether the list has the
// key.
func apply[S any](list []Setting[S], s S, key, value string) (S, bool, error) {
	for i := range list {
		if list[i].Key == key {
			next := s
			if err := list[i].Set(&next, value); err != nil {
				return s, true, err
			}
			return next, true, nil
		}
	}
	return s, false, nil
}

func keys[S any](list []Setting[S]) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].Key
	}
	return out
}

// Same reports whether a typed value is the one that an event has.
func Same(s *tournament.State, key, value string) bool {
	if name, ok := strings.CutPrefix(key, OptionKey); ok {
		return value == option(s, name)
	}
	for _, x := range Events() {
		if x.Key == key {
			return value == x.Show(&s.Settings)
		}
	}
	return false
}

// option returns the value that an option of the ruleset has; "" if there is no such option.
func option(s *tournament.State, name string) string {
	now := ""
	for _, o := range s.Rules.Options {
		if o.Name == name {
			now = o.Default
		}
	}
	for _, o := range s.Settings.Options {
		if o.Name == name {
			now = o.Value
		}
	}
	return now
}

// Order compares two keys of an event by the order in which to apply them.
func Order(a, b string) int {
	at := func(key string) int {
		return slices.IndexFunc(Events(), func(x Event) bool { return strings.EqualFold(x.Key, key) })
	}
	return at(a) - at(b)
}

// UnknownError is the refusal of a key that does not exist.
type UnknownError struct {
	error
	Key  string // as typed
	Near []Key  // the keys most like it, the likest first
}

// Key is a key and the text of its name.
type Key struct {
	Key   string
	Title notice.Code
}

// Unwrap returns the refusal.
func (u *UnknownError) Unwrap() error { return u.error }

// Keys that are offered for one that does not exist: at most mostNear, each as like it as leastLike,
// where 1 is the same.
const (
	mostNear  = 3
	leastLike = 0.6
)

// near returns the keys of a list that are most like a typed one, the likest first: those that
// contain it, then those that differ in few letters.
func near[S any](list []Setting[S], title notice.Code, typed string) []Key {
	typed = strings.NewReplacer(" ", "_", "-", "_").Replace(typed)
	like := func(key string) float64 {
		if len(typed) > 2 && strings.Contains(key, typed) {
			return 1
		}
		return levenshtein.Match(typed, key, nil)
	}
	found := slices.DeleteFunc(keys(list), func(key string) bool { return like(key) < leastLike })
	sorted.Stable(found, func(a, b string) int { return cmp.Compare(like(b), like(a)) })
	var out []Key
	for _, key := range found[:min(len(found), mostNear)] {
		out = append(out, Key{key, title + notice.Code(key)})
	}
	return out
}
