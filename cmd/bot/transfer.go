package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"topcut/commands/columns"
	"topcut/commands/post"
	"topcut/commands/site"
	"topcut/commands/text"
	"topcut/commands/view"
	"topcut/commands/wording"
	"topcut/db"
	"topcut/tournament"
	"topcut/tournament/command"
	"topcut/tournament/file"
	"topcut/tournament/handover"
	"topcut/tournament/notice"
	"topcut/tournament/paste"
	"topcut/tournament/replay"
	"topcut/tournament/stage"
	"topcut/tournament/stores"
	"topcut/tournament/table"
	"topcut/tournament/transfer"
)

func exportCommand() subcommand {
	return subcommand{
		name: "export", args: "ID [FILE]", about: "write an event as a tournament file",
		text: "Writes the event with its log to FILE, or to standard output. It may run beside\nthe bot. --guild lists the events of a server with their ids.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			guild := fs.String("guild", "", "list the events of the server `ID` instead")
			csv := fs.Bool("csv", false, "write the standings as comma-separated values instead")
			ics := fs.Bool("ics", false, "write its dates for a calendar instead")
			format := fs.String("format", string(transfer.Topcut), "`FORMAT` of the file: "+formatNames(transfer.Written()))
			page := fs.String("html", "", "write a finished event as a web page to keep into `FILE` instead")
			return func(ctx context.Context, p *program, args []string) error {
				if err := atMost(2, args); err != nil {
					return err
				}
				if !slices.Contains(transfer.Written(), transfer.Format(*format)) {
					return usagef("--format takes one of %s, not %q", formatNames(transfer.Written()), *format)
				}
				if *page != "" && (*csv || *guild != "" || len(args) == 2) {
					return usagef("--html names the file to write by itself; leave out --csv, --guild and the second argument")
				}
				if *guild == "" && len(args) == 0 {
					return usagef("name the id of the event; `topcut export --guild SERVER` lists them")
				}
				r, _, err := where.reader(ctx, p)
				if err != nil {
					return err
				}
				defer r.Close()
				if *guild != "" {
					return p.listEvents(ctx, r, *guild)
				}
				if *page != "" {
					return exportPage(ctx, r, args[0], *page)
				}
				data, lost, err := exportEvent(ctx, r, args[0], *csv, *ics, transfer.Format(*format))
				if err != nil {
					return err
				}
				writeFindings(p.stderr, lost)
				if len(args) == 2 {
					return os.WriteFile(args[1], data, 0o600)
				}
				_, err = p.stdout.Write(data)
				return err
			}
		},
	}
}

// exportPage writes a finished event as a web page.
func exportPage(ctx context.Context, r *db.Reader, id, name string) error {
	snap, err := snapshot(ctx, r, id)
	if err != nil {
		return err
	}
	data, err := site.Frozen(view.Env{Snap: snap})
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o600)
}

// exportEvent returns an event of the database as a file, and notes about what the format
// cannot keep.
func exportEvent(ctx context.Context, r *db.Reader, id string, csv, ics bool, format transfer.Format) ([]byte, []notice.Notice, error) {
	snap, err := snapshot(ctx, r, id)
	if err != nil {
		return nil, nil, err
	}
	if csv {
		data, err := columns.StandingsCSV(snap)
		return data, nil, err
	}
	if ics {
		data := site.Calendar(view.Env{Snap: snap}, "")
		if data == nil {
			return nil, nil, errors.New("nobody has said when the event starts")
		}
		return data, nil, nil
	}
	t, err := handover.Export(snap)
	if err != nil {
		return nil, nil, err
	}
	return transfer.Write(t, transfer.Target{Format: format, Now: time.Now()})
}

// snapshot loads an event by a typed id.
func snapshot(ctx context.Context, r *db.Reader, text string) (*tournament.Snapshot, error) {
	n, err := strconv.ParseInt(strings.TrimPrefix(text, "t"), 10, 64) // Discord suggests t1
	if err != nil || n < 1 {
		return nil, usagef("the id of an event is a number such as 1 or t1, not %q", text)
	}
	id := tournament.ID(n)
	stored, err := db.LogsOf(r, tournament.Log).Load(ctx, id)
	if errors.Is(err, tournament.ErrNotFound) {
		return nil, fmt.Errorf("there is no event %d in the database; `topcut export --guild SERVER` lists them", n)
	}
	if err != nil {
		return nil, err
	}
	state, err := tournament.Fold(id, stored.Log)
	if err != nil {
		return nil, err
	}
	return &tournament.Snapshot{State: state, Book: &stored.Book, Log: stored.Log}, nil
}

func (p *program) listEvents(ctx context.Context, r *db.Reader, guild string) error {
	found, err := r.ByGuild(ctx, guild)
	if err != nil {
		return err
	}
	s := &table.Table{Columns: []table.Column{
		{Title: "Id", Kind: table.Number},
		{Title: "Name"},
		{Title: "Ruleset"},
		{Title: "Phase"},
		{Title: "Round", Kind: table.Number},
		{Title: "Players", Kind: table.Number},
		{Title: "Created"},
	}}
	for _, f := range found {
		s.Add(strconv.FormatInt(int64(f.ID), 10), f.Name, f.Ruleset, f.Phase.String(), strconv.Itoa(f.Round), strconv.Itoa(f.Players), f.CreatedAt.UTC().Format(time.DateTime))
	}
	return s.Sheet(p.stdout)
}

func importCommand() subcommand {
	return subcommand{
		name: "import", args: "[FILE]", about: "take over an event from a file",
		text: "Reads a file of any known format, or pasted standings with a line such as\n\"Pairs\" above who has met whom, from FILE or standard input. Shows what was\nunderstood, what is missing and what was decided, and with --yes creates an event\nin the server and channel that are named, with the players of the file as guests,\nand its rounds with their results, brackets included. Stop the bot before, or\nimport it in Discord.",
		setup: func(fs *flag.FlagSet) action {
			where := databaseFlag(fs)
			var f importFlags
			fs.StringVar(&f.guild, "guild", "", "`ID` of the server")
			fs.StringVar(&f.channel, "channel", "", "`ID` of the channel")
			format := fs.String("format", "", "`FORMAT` of the file, paste = standings (default: found by its content)")
			fs.StringVar(&f.part, "part", "", "`POD` to take over, where the file has several")
			fs.StringVar(&f.options.Ruleset, "ruleset", "", "`ID` of the ruleset, where the format does not say the game")
			fs.IntVar(&f.options.Rounds, "rounds", 0, "`N` planned Swiss rounds, where the file does not say them")
			fs.StringVar(&f.cut, "cut", string(stage.Auto), "`SIZE` of the cut after pasted standings, none = no cut")
			columns := fs.String("columns", "", "`HEADING=MEANING,…`: what the columns of a table hold, remembered for the server")
			fs.BoolVar(&f.yes, "yes", false, "create the event")
			fs.BoolVar(&f.over, "over", false, "with --yes: end the event, where everything is played")
			return func(ctx context.Context, p *program, args []string) (err error) {
				if err := atMost(1, args); err != nil {
					return err
				}
				for _, id := range []string{f.guild, f.channel} {
					if _, err := strconv.ParseUint(id, 10, 64); err != nil {
						return usagef("--guild and --channel take the ids of server and channel (in Discord: developer mode, then Copy ID)")
					}
				}
				if f.options.Columns, err = columnsOf(*columns); err != nil {
					return err
				}
				f.options.Format = transfer.Format(*format)
				return p.importEvent(ctx, where, args, f)
			}
		},
	}
}

// importFlags say what to import, and where.
type importFlags struct {
	guild, channel, part, cut string
	options                   transfer.Options
	yes, over                 bool
}

func (p *program) importEvent(ctx context.Context, where databaseFlags, args []string, flags importFlags) error {
	d, c, err := where.writer(ctx, p)
	if err != nil {
		return err
	}
	defer d.Close()
	lib, err := library(c.Rulesets.Dir)
	if err != nil {
		return err
	}
	flags.options.Load = lib.Load
	server, err := d.Server(ctx, flags.guild)
	if err != nil {
		return err
	}
	home := server
	home.TimeZone = cmp.Or(server.TimeZone, c.Defaults.TimeZone)
	name, data, err := p.input("the file", args, transfer.MaxBytes)
	if err != nil {
		return err
	}
	taken, err := flags.understand(data, home)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	director := command.NewDirector(command.Config{Store: db.StoreOf(d, tournament.Log), Posts: post.Plan, Now: time.Now, Secret: newSecret})
	after, over, err := handover.Preview(director, command.Request{Command: taken.command})
	if err != nil {
		return err
	}
	for _, line := range wording.ImportFacts(text.Printer{}, taken.Format, taken.Game, after, over) {
		fmt.Fprintln(p.stderr, table.Visible(line))
	}
	writeFindings(p.stderr, taken.notes(after))
	if !flags.yes {
		_, err := fmt.Fprintln(p.stdout, "Nothing is imported yet; the same command with --yes does it.")
		return err
	}
	if flags.over {
		taken.command = command.All{taken.command, &command.Finish{}}
	}
	done, err := director.Create(ctx, command.Request{Command: taken.command})
	if err != nil {
		return err
	}
	if len(taken.columns) > 0 {
		if _, err := d.ChangeServer(ctx, flags.guild, func(s *stores.Server) { s.Columns = taken.columns }); err != nil {
			return err
		}
	}
	s := done.After.State
	_, err = fmt.Fprintf(p.stdout, "%s is event %d: %s, %s.\n", table.Visible(s.Settings.Name), done.ID, count(len(s.Players), "player"), count(len(s.Rounds), "round"))
	return err
}

// taken is a parsed file or paste with the command that imports it.
type taken struct {
	view.Intake
	command command.Command
	notes   func(after *tournament.State) []notice.Notice
	columns map[string]string // to remember
}

// understand parses a file, or pasted standings if it is nothing else, by its content as
// /tournament import does.
func (f *importFlags) understand(data []byte, server stores.Server) (*taken, error) {
	o, chosen := f.options, len(f.options.Columns) > 0
	if len(server.Columns) > 0 || chosen {
		o.Columns = map[string]string{}
		maps.Copy(o.Columns, server.Columns)
		maps.Copy(o.Columns, f.options.Columns)
	}
	if o.Format == "" {
		o.Format = transfer.Detect(data)
	}
	sheet, met, wrong := paste.Read(paste.Apart(string(data)))
	_, table := transfer.Columns(data, o)
	if o.Format == view.PastedText || o.Format == "" && !chosen && (wrong == nil || !table && isText(data)) {
		if wrong != nil {
			return nil, wrong
		}
		return f.understandSheet(sheet, met, server)
	}
	in, err := transfer.Read(data, o)
	if err != nil {
		return nil, err
	}
	event, err := choosePart(in, f.part)
	if err != nil {
		return nil, err
	}
	if event.Tournament.Name == "" {
		event.Tournament.Name = text.Printer{}.Say("did.import_name")
	}
	over := handover.TakeOver{Guild: f.guild, Channel: f.channel, File: event.Tournament, TimeZone: server.TimeZone, Language: server.Language, TOChannel: server.TOChannel}
	return &taken{
		Intake:  view.Intake{Format: in.Format, Game: event.Tournament.Rules.Name},
		command: over.Command(),
		notes: func(*tournament.State) []notice.Notice {
			return slices.Concat(event.Findings, event.Tournament.Notes, over.Notes())
		},
		columns: o.Columns,
	}, nil
}

// isText reports whether data may be pasted text. Data that begins with a brace or an
// angle bracket is a file.
func isText(data []byte) bool {
	begin := bytes.TrimLeft(data, "\ufeff \t\r\n")
	return utf8.Valid(data) && !bytes.HasPrefix(begin, []byte("{")) && !bytes.HasPrefix(begin, []byte("<"))
}

// understandSheet decides the import of pasted standings.
func (f *importFlags) understandSheet(sheet *paste.Sheet, met [][2]int, server stores.Server) (*taken, error) {
	var cut stage.Entry
	if f.cut != "none" {
		var err error
		if cut, err = stage.ParseEntry(f.cut); err != nil {
			return nil, usagef("--cut takes a size such as 8, auto or none, not %q", f.cut)
		}
	}
	rs, err := f.options.Load(cmp.Or(f.options.Ruleset, server.Ruleset, "magic"))
	if err != nil {
		return nil, err
	}
	s := handover.SheetSettings(text.Printer{}.Say("did.import_name"), rs, f.options.Rounds, cut)
	s.TimeZone, s.Language, s.TOChannel = server.TimeZone, server.Language, server.TOChannel
	pasted := handover.TakeOverSheet{Guild: f.guild, Channel: f.channel, Settings: s, Ruleset: rs, Sheet: sheet, Met: met}
	return &taken{Intake: view.Intake{Format: view.PastedText, Game: rs.Name}, command: pasted.Command(), notes: pasted.Notes}, nil
}

func replayCommand() subcommand {
	return subcommand{
		name: "replay", args: "FILE", about: "recompute every pairing of an exported event",
		text: "Folds the log of an export and computes again what nobody decides: draws,\npairings, byes, cuts, seeds of brackets, places, who moves up from the waiting\nlist. Prints \"identical\", or the first difference with exit code 1. Pairings that\nan organiser forced or changed, and those of another engine or program, cannot be\ncomputed again: they are counted, with exit code 1 unless --allow-forced.",
		setup: func(fs *flag.FlagSet) action {
			rulesets := fs.String("rulesets", "", "`FOLDER` with rulesets of your own")
			forced := fs.Bool("allow-forced", false, "take pairings that cannot be computed again as they are")
			return func(_ context.Context, p *program, args []string) error {
				if len(args) != 1 {
					return usagef("name one exported tournament file")
				}
				t, err := (&source{rulesets: *rulesets}).read(p, args)
				if err != nil {
					return err
				}
				return p.replay(t, *forced)
			}
		},
	}
}

func (p *program) replay(t *file.Tournament, forced bool) error {
	if len(t.Log) == 0 {
		return errors.New("the file has no log, so there is nothing to replay; export the event anew")
	}
	log, err := decodeLog(t.Log)
	if err != nil {
		return err
	}
	state, found, err := replay.Run(exported, log)
	if err != nil {
		return err
	}
	difference := text.Printer{}.Notice(found.Difference)
	if difference == "" {
		if difference, err = fileDiffers(t, state, log); err != nil {
			return err
		}
	}
	if difference != "" {
		if _, err := fmt.Fprintln(p.stdout, table.Visible(difference)); err != nil {
			return err
		}
		return errors.New("the replay differs from the file")
	}
	seed := "the secret is not revealed yet"
	if found.SeedKnown {
		seed = "the revealed secret is the one that was committed to"
	}
	verdict := "identical\n"
	if found.Skipped > 0 {
		verdict = "identical, as far as it can be computed\n"
	}
	if _, err = fmt.Fprintf(p.stdout, "%s%s recomputed, %s taken as they are (forced, changed, or of another engine); %s.\n",
		verdict, count(found.Rounds, "round"), count(found.Skipped, "pairing"), seed); err != nil {
		return err
	}
	if found.Skipped > 0 && !forced {
		return fmt.Errorf("%s cannot be computed again; --allow-forced takes them as they are", count(found.Skipped, "pairing"))
	}
	return nil
}

// fileDiffers compares the rounds of an export with its log.
func fileDiffers(t *file.Tournament, state *tournament.State, log []tournament.Envelope) (string, error) {
	again, err := handover.Export(&tournament.Snapshot{State: state, Book: &tournament.Book{}, Log: log})
	if err != nil {
		return "", err
	}
	if a, b := len(again.Ledger.Rounds), len(t.Ledger.Rounds); a != b {
		return fmt.Sprintf("the log has %d rounds, the file %d", a, b), nil
	}
	for i := range again.Ledger.Rounds {
		a, b := &again.Ledger.Rounds[i], &t.Ledger.Rounds[i]
		if a.Stage != b.Stage || len(a.Matches) != len(b.Matches) {
			return fmt.Sprintf("round %d: the log has %d matches of stage %s, the file %d of stage %s", i+1, len(a.Matches), a.Stage, len(b.Matches), b.Stage), nil
		}
		for j := range a.Matches {
			if !reflect.DeepEqual(a.Matches[j], b.Matches[j]) {
				return fmt.Sprintf("round %d, match %d: the log and the rounds of the file differ", i+1, j+1), nil
			}
		}
	}
	return "", nil
}
