// Package transfer reads the files of other tournament programs into the model
// of the tournament file, and writes those that other programs read.
//
// A reader (Read) takes bytes and returns events with findings: what was
// understood, what the format does not say, what was decided in its place, and
// what is ambiguous. What the file itself publishes (points, places, percentages)
// is kept beside the event as Stated, so that a preview can say whether our
// standings agree. Nothing is guessed silently: an unknown code is an error that
// names its place.
//
// Readers hold at most about ten times the bytes of the file, whatever the file
// is; nesting, players and rounds are bounded. The format is found by content
// (Detect), never by a file's name.
package transfer

import (
	"bytes"
	"time"

	"topcut/tournament/file"
	"topcut/tournament/notice"
	"topcut/tournament/rules"
	"topcut/tournament/textfile"
)

// MaxBytes is the largest file of another program that is read.
const MaxBytes = 16 << 20

// Limits of an event of another program.
const (
	maxPlayers = 4096
	maxRounds  = 63 // the most rounds with awarded byes
	maxText    = 200
)

// Format names a kind of file.
type Format string

// The formats. Those from Challonge on are experimental: only excerpts of real
// files were at hand.
const (
	Topcut    Format = "topcut"
	TOM       Format = "tom"       // Pokémon Tournament Operations Manager, .tdf
	NRTM      Format = "nrtm"      // Netrunner: Cobra, NRTM and TOME, JSON
	TRF       Format = "trf"       // chess, TRF16 and TRF-2026
	WER       Format = "wer"       // Wizards Event Reporter, .wer
	KTS       Format = "kts"       // Konami Tournament Software, .Tournament
	EventLink Format = "eventlink" // Wizards EventLink, JSON
	TopDeck   Format = "topdeck"   // TopDeck.gg, as its API answers or as MTGODecklistCache collects it, JSON
	CSV       Format = "csv"       // any table of rounds or of players
	Challonge Format = "challonge"
	StartGG   Format = "startgg"
	Melee     Format = "melee"
	Lorcana   Format = "lorcana"
)

// Formats lists the formats that can be read.
func Formats() []Format {
	return []Format{Topcut, TOM, NRTM, TRF, WER, KTS, EventLink, TopDeck, CSV, Challonge, StartGG, Melee, Lorcana}
}

// Written lists the formats that can be written.
func Written() []Format { return []Format{Topcut, TOM, NRTM, TRF, CSV} }

// Options are choices that a file leaves open.
type Options struct {
	Format  Format                                  // empty = found by content
	Load    func(id string) (*rules.Ruleset, error) // finds rulesets; nil = the built-in ones
	Ruleset string                                  // for formats without the game, or to override theirs
	Choices map[string]string                       // options of the ruleset, beside those the format asks for
	Rounds  int                                     // planned Swiss rounds; 0 = as in the file or the ruleset's table
	Columns map[string]string                       // CSV: the content of a heading that is not recognised
}

// Import is what a file was understood to be.
type Import struct {
	Format Format
	Events []Imported // one, or one for each pod of a TOM file
}

// Imported is one event of a file.
type Imported struct {
	Part       string // name of the pod if a file has several
	Tournament *file.Tournament
	Findings   []notice.Notice
	Stated     []Stated // values that the file publishes
	After      int      // the round after which Stated holds
}

// Read understands a file.
func Read(data []byte, o Options) (*Import, error) {
	if len(data) > MaxBytes {
		return nil, failed(finding("transfer.refused.size", "bytes", len(data), "most", MaxBytes))
	}
	if _, err := textfile.Plain(data); err != nil {
		return nil, err // before the format is looked for in it
	}
	if o.Load == nil {
		o.Load = rules.Load
	}
	format := o.Format
	if format == "" {
		format = Detect(data)
		if _, enough := Columns(data, o); format == "" && enough {
			format = CSV
		}
		if format == "" {
			return nil, failed(finding("transfer.refused.format"))
		}
	}
	read, ok := map[Format]func([]byte, Options) ([]Imported, error){
		Topcut: readTopcut, TOM: readTOM, NRTM: readNRTM, TRF: readTRF, WER: readWER, KTS: readKTS,
		EventLink: readEventLink, TopDeck: readTopDeck, Melee: readCache, CSV: readCSV,
		Challonge: readChallonge, StartGG: readStartGG, Lorcana: readLorcana,
	}[format]
	if !ok {
		return nil, failed(finding("transfer.refused.format"))
	}
	o.Format = format
	events, err := read(data, o)
	if err != nil {
		return nil, err
	}
	return &Import{Format: format, Events: events}, nil
}

// readTopcut reads our own file.
func readTopcut(data []byte, o Options) ([]Imported, error) {
	t, err := file.Read(data, o.Load)
	if err != nil {
		return nil, err
	}
	return []Imported{{Tournament: t, Findings: []notice.Notice{understood(t)}}}, nil
}

// Target describes the file to write.
type Target struct {
	Format   Format
	Template []byte    // TOM, TRF: the file that the event came from, of which everything unknown is kept
	Part     string    // TOM: the pod of the template
	Now      time.Time // time stamp of what is added
}

// Write returns an event as a file of another program, with findings about what is
// lost.
func Write(t *file.Tournament, to Target) ([]byte, []notice.Notice, error) {
	switch to.Format {
	case Topcut:
		var b bytes.Buffer
		err := file.Write(&b, t)
		return b.Bytes(), nil, err
	case TOM:
		return writeTOM(t, to)
	case NRTM:
		return writeNRTM(t, to)
	case TRF:
		return writeTRF(t, to)
	case CSV:
		return writeCSV(t)
	default:
		return nil, nil, failed(finding("transfer.refused.written", "format", notice.Text(to.Format)))
	}
}
