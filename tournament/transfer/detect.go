package transfer

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Detect returns the format of a file from its content, or "" if it cannot be read.
func Detect(data []byte) Format {
	text, _, err := decode(data[:min(len(data), 1<<20)])
	if err != nil {
		return ""
	}
	text = strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(text, "<"):
		return detectXML(text)
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		return detectJSON(text)
	}
	for line := range strings.Lines(text) {
		if len(line) > 4 && line[3] == ' ' && (strings.HasPrefix(line, "001 ") || strings.HasPrefix(line, "012 ") || strings.HasPrefix(line, "022 ")) {
			return TRF
		}
	}
	if line, _, _ := strings.Cut(text, "\n"); len(line) > 4096 {
		return ""
	}
	if columns, meanings := columnsOf(text, Options{}); len(columns) > 1 && csvKind(meanings) != "" {
		return CSV
	}
	return ""
}

// detectXML looks at the root element.
func detectXML(text string) Format {
	for strings.HasPrefix(text, "<?") || strings.HasPrefix(text, "<!--") {
		_, rest, ok := strings.Cut(text, ">")
		if !ok {
			return ""
		}
		text = strings.TrimSpace(rest)
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(text, "<"), ">")
	name, _, _ = strings.Cut(name, " ")
	return map[string]Format{"tournament": TOM, "Tournament": KTS, "event": WER}[strings.TrimSpace(strings.TrimSuffix(name, "/"))]
}

// detectJSON looks at the keys of the first levels, in the order of the file.
func detectJSON(text string) Format {
	keys := map[string]bool{}
	dec := json.NewDecoder(strings.NewReader(text))
	depth, key := 0, true
	var path []json.Delim
	for n := 0; n < 20_000; n++ {
		token, err := dec.Token()
		if err != nil {
			break // cut off, or broken: what came before decides
		}
		switch v := token.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				path = append(path, v)
				depth++
			} else {
				path = path[:len(path)-1]
				if depth--; depth == 0 {
					n = 20_000
				}
			}
			key = len(path) > 0 && path[len(path)-1] == '{'
			continue
		case string:
			if key && depth <= 8 {
				keys[fmt.Sprintf("%d %s", depth, v)] = true
				keys[v] = true
			}
		}
		if len(path) > 0 && path[len(path)-1] == '{' {
			key = !key
		}
	}
	has := func(names ...string) bool {
		for _, name := range names {
			if !keys[name] {
				return false
			}
		}
		return true
	}
	switch {
	case has("1 version", "1 ruleset"), has("1 tournament", "2 version", "2 ruleset"):
		return Topcut
	case has("entityGroupMap"), has("1 players", "1 rounds", "1 cutToTop"), has("1 players", "1 rounds", "1 preliminaryRounds"):
		return NRTM
	case has("1 Tournament", "1 Rounds"):
		if strings.Contains(text, `"Round `) {
			return Melee
		}
		return TopDeck
	case has("round", "tables", "players"):
		return TopDeck
	case has("gameStateV2AtRound"):
		return EventLink
	case has("player_match_relationships"), has("tournament_phases"):
		return Lorcana
	case has("slots", "displayScore"), has("slots", "winnerId"), has("slots", "entrant"):
		return StartGG
	case has("scores_csv", "player1_id"), has("participant", "match"), has("participant", "tournament_type"), has("points_by_participant"), has("attributes", "tournament_type"):
		return Challonge
	}
	return ""
}
