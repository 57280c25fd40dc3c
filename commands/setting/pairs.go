package setting

import (
	"strings"

	"topcut/tournament"
)

// ReadPairs reads "key=value, key=value". A part without "=" belongs to the value before it.
func ReadPairs(typed string) ([][2]string, error) {
	var pairs [][2]string
	for _, part := range strings.Split(typed, ",") {
		key, value, ok := strings.Cut(part, "=")
		switch {
		case ok:
			pairs = append(pairs, [2]string{strings.TrimSpace(key), strings.TrimSpace(value)})
		case len(pairs) == 0:
			return nil, tournament.Refuse(tournament.BadInput, "pick.pairs")
		default: // a comma inside a value
			pairs[len(pairs)-1][1] += "," + strings.TrimRight(part, " ")
		}
	}
	return pairs, nil
}

// With returns pairs as typed, with one key in the place of another.
func With(pairs [][2]string, old, key string) string {
	parts := make([]string, len(pairs))
	for i, p := range pairs {
		if strings.EqualFold(p[0], old) {
			p[0] = key
		}
		parts[i] = p[0] + "=" + p[1]
	}
	return strings.Join(parts, ", ")
}
