package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"topcut/commands/text"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/notice"
)

// faultText formats an error for the command line, on one line. To the store's errors,
// which say what was found, it adds what that means and what to do.
func faultText(err error) string {
	var open *db.OpenError
	var damage *db.DamageError
	var one *db.Damage
	var lost *db.LostError
	switch {
	case errors.As(err, &lost):
		return oneLine(fmt.Sprintf("the file of the database went away while the bot was running (%s: %s)", lost.Path, lost.What))
	case errors.As(err, &open):
		return oneLine(openText(open))
	case errors.As(err, &damage):
		return oneLine(damage.Path + ": " + damagedText(damage.Logs) + "; all other events are whole")
	case errors.As(err, &one):
		return oneLine(damageText(one))
	}
	whole := err.Error()
	if errors.Is(err, fs.ErrExist) {
		whole += "; choose another name"
	}
	return oneLine(inWords(whole, err))
}

// inWords replaces the notice in an error's text by its sentence and keeps the text
// around it.
func inWords(whole string, err error) string {
	var words text.Printer
	var said *notice.Error
	var refused *tournament.Refusal
	switch {
	case errors.As(err, &said):
		return strings.Replace(whole, said.Error(), words.Notice(said.Notice), 1)
	case errors.As(err, &refused) && !refused.Notice.IsZero():
		return strings.Replace(whole, refused.Error(), words.Notice(refused.Notice), 1)
	}
	return whole
}

func openText(e *db.OpenError) string {
	var schema *db.SchemaError
	found := "it cannot be read"
	if e.Err != nil {
		found = inWords(e.Err.Error(), e.Err)
	}
	if errors.As(e.Err, &schema) {
		found = fmt.Sprintf("schema %d, this version knows %d", schema.Has, schema.Knows)
	}
	switch e.Problem {
	case db.InUse:
		return fmt.Sprintf("another topcut is using the database %s; stop it first, or give this one a database of its own", e.Path)
	case db.NewerSchema:
		return fmt.Sprintf("the database %s is of a newer version of topcut (%s); use that version, or restore an older backup", e.Path, found)
	case db.OlderSchema:
		return fmt.Sprintf("the database %s is of an older version of topcut (%s); start the bot once to bring it up to date", e.Path, found)
	case db.NotTopcut:
		return fmt.Sprintf("%s is not a topcut database (%s); choose another file", e.Path, found)
	case db.NotWritable:
		return fmt.Sprintf("the database %s cannot be written to (%s); check that its folder exists and that this user may write to both", e.Path, found)
	case db.Damaged:
		return fmt.Sprintf("the database %s is damaged (%s); restore the last backup%s", e.Path, found, backupText(e))
	case db.HalfRestored:
		return fmt.Sprintf("a restore of the database %s was cut off; run it again, the backup is as it was", e.Path)
	case db.OtherSchema:
		return fmt.Sprintf("the tables of the database %s are not those that topcut makes (%s): it is from before the first release, or was changed by hand; restore a backup, or start with a new file and keep this one for the version that wrote it", e.Path, found)
	case db.WasLost:
		if e.Err == nil {
			return fmt.Sprintf("the file of the database %s went away while a bot was running and nothing could be saved; restore the newest whole backup%s", e.Path, backupText(e))
		}
		return fmt.Sprintf("the file of the database %s went away while a bot was running; put back what it saved with: topcut restore %s (or take what is there now: topcut restore --as-is)", e.Path, found)
	case db.Behind:
		if b, ok := errors.AsType[*db.BehindError](e.Err); ok && b.What == db.BehindAll {
			return fmt.Sprintf("the database %s is gone with its counter, and %s says that %d transactions were written; restore the newest whole backup%s, or delete that file for a new database", e.Path, b.Says, b.Wrote, backupText(e))
		}
		return fmt.Sprintf("the database %s is not what was written to it (%s); restore the newest whole backup%s, or take what is there as it is: topcut restore --as-is", e.Path, behindText(e.Err), backupText(e))
	case db.Missing:
		return fmt.Sprintf("there is no database %s; name the one that the bot has made with --database or --config", e.Path)
	case db.Unreadable:
	}
	return fmt.Sprintf("the database %s cannot be opened: %s", e.Path, found)
}

// backupText says how to restore the newest intact backup.
func backupText(e *db.OpenError) string {
	if e.Backup == "" {
		return ""
	}
	return ": topcut restore " + e.Backup
}

// behindText says what a database lacks.
func behindText(err error) string {
	var b *db.BehindError
	if !errors.As(err, &b) {
		return "something is missing"
	}
	switch b.What {
	case db.BehindGone:
		return "the file is gone"
	case db.BehindEmpty:
		return "the file is empty"
	case db.BehindCut:
		return fmt.Sprintf("the file was cut to %d of %d bytes", b.Has, b.Wrote)
	case db.BehindOlder:
		return fmt.Sprintf("it ends with transaction %d, and %d were written: an older copy, or its journal is missing", b.Has, b.Wrote)
	case db.BehindOther:
		return "another database, or a copy, lies in its place"
	case db.BehindNoCount:
		return "the file .counter beside it is missing, so whether anything else is cannot be told"
	}
	return "the file .counter beside it cannot be read"
}

// damagedText lists damaged events.
func damagedText(all []*db.Damage) string {
	texts := make([]string, len(all))
	for i, d := range all {
		texts[i] = damageText(d)
	}
	return strings.Join(texts, ", ")
}

func damageText(d *db.Damage) string {
	what := d.Kind
	if what == tournament.Log.Name {
		what = "event" // the common word
	}
	switch {
	case tournament.ClassOf(d.Err) == tournament.Unsupported:
		return fmt.Sprintf("%s %d is of a newer version of topcut", what, d.Log)
	case d.Seq == 0:
		return fmt.Sprintf("what belongs to %s %d is damaged on disk", what, d.Log)
	}
	return fmt.Sprintf("%s %d is damaged on disk from entry %d of its log on", what, d.Log, d.Seq)
}
