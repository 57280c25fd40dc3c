package forum

import (
	"slices"
	"strings"
	"unicode"

	"topcut/commands/discord"
	"topcut/commands/wire"
	"topcut/tournament"
)

// Stage is how far an event is in the tags of a forum.
type Stage int

// The stages.
const (
	Joining Stage = iota + 1
	Running
	Over
)

// StageOf returns the stage of a phase; 0 for an event that is not announced.
func StageOf(p tournament.Phase) Stage {
	switch p {
	case tournament.Open, tournament.Closed, tournament.CheckIn:
		return Joining
	case tournament.Running:
		return Running
	case tournament.Finished, tournament.Cancelled:
		return Over
	case tournament.Draft:
	}
	return 0
}

// called are the names of tags for each stage.
var called = map[Stage][]string{
	Joining: {
		"open", "sign-up", "signup", "registration", "offen", "anmeldung", "anmeldung offen", "abierto", "inscripciones abiertas",
		"ouvert", "inscriptions ouvertes", "aperto", "iscrizioni aperte", "募集中", "受付中", "otwarty", "otwarte", "zapisy", "aberto", "inscrições abertas",
	},
	Running: {
		"running", "live", "ongoing", "in progress", "läuft", "laufend", "en curso", "en juego", "en cours", "in corso", "開催中", "進行中",
		"trwa", "w toku", "em andamento",
	},
	Over: {
		"over", "finished", "ended", "done", "completed", "beendet", "vorbei", "terminado", "finalizado", "terminé", "fini", "finito", "concluso", "terminato", //nolint:misspell // Italian
		"終了", "zakończony", "zakończone", "encerrado",
	},
}

// stageNamed returns the stage that a tag is named like; 0 for another tag.
func stageNamed(tag string) Stage {
	name := strings.ToLower(strings.TrimFunc(tag, func(r rune) bool { return !unicode.IsLetter(r) })) // often with an emoji
	for stage, names := range called {
		if slices.Contains(names, name) {
			return stage
		}
	}
	return 0
}

// Retag returns the tags of a post in a forum for a stage: that of the stage in place of those
// of others. ok is false if nothing is to be changed, or the forum has no tag of the stage.
func Retag(in *discord.Channel, applied []string, now Stage) (tags []string, ok bool) {
	stages := map[string]Stage{}
	best := ""
	for _, t := range in.Tags {
		if stages[t.ID] = stageNamed(t.Name); stages[t.ID] == now && best == "" {
			best = t.ID
		}
	}
	if best == "" || slices.ContainsFunc(applied, func(id string) bool { return stages[id] == now }) {
		return nil, false
	}
	rest := slices.DeleteFunc(slices.Clone(applied), func(id string) bool { return stages[id] != 0 })
	tags = append([]string{best}, rest...)
	return tags[:min(len(tags), wire.MaxAppliedTags)], true
}
