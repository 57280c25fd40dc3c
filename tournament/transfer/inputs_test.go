package transfer_test

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"
)

var (
	inputs     = flag.Int("inputs", 1000, "files that TestMadeUpFiles gives each reader")
	inputsSeed = flag.Uint64("inputs.seed", 1, "what the files of TestMadeUpFiles are made from")
	inputsKeep = flag.Bool("inputs.keep", false, "write a file that breaks a promise to testdata/fuzz, in TestMadeUpFiles")
	inputsFrom = flag.String("inputs.corpus", "", "folder of inputs of Go's fuzzer, a subfolder for each target, that TestMadeUpFiles begins with beside testdata/fuzz")
)

// TestMadeUpFiles gives each reader made-up files, as fast as it reads them: those of
// the fuzzer and the seeds, changed. It sees no coverage as Go's fuzzer does, which
// gives each reader a tenth as many in the same time; what guides it is what a reader
// says: a file of which something is said that was not said before, by code, is changed
// further. The same seed and corpus make the same files. One that breaks a promise is
// printed and, with -inputs.keep, written to testdata/fuzz, where the fuzz target of
// that name finds it again.
// Ten million for each reader come from .ci/fuzz.
func TestMadeUpFiles(t *testing.T) {
	all := readers()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			defer debug.SetGCPercent(debug.SetGCPercent(400)) // next to nothing is kept
			s := newStock(t, name, all[name].seeds)
			for _, data := range s.files {
				said, err := all[name].held(data)
				if err != nil {
					t.Fatalf("%v\n%q", err, data)
				}
				if !strings.HasPrefix(said, refusedCode) {
					s.read = append(s.read, data)
				}
			}
			begin := time.Now()
			s.make(all[name].held, *inputs)
			took := time.Since(begin)
			t.Logf("%d files in %s, %.0f a second, from %d of the fuzzer and %d seeds: %d were read, %d refused, in %d ways; %d bytes on average, the largest %d, the longest reading %s",
				s.made.Load(), took.Round(time.Millisecond), float64(s.made.Load())/took.Seconds(), s.found, len(all[name].seeds), s.made.Load()-s.refused.Load(), s.refused.Load(), len(s.ways), s.bytes.Load()/max(s.made.Load(), 1), s.largest, s.longest)
		})
	}
}

// refusedCode is what the code of each refusal begins with.
const refusedCode = "transfer.refused"

// strands are the independent sequences of a reader's files: a fixed number on any
// machine, so that a seed makes the same files everywhere.
const strands = 16

// stock is what the files of one reader are made from, and what came of them.
type stock struct {
	t     *testing.T
	name  string
	files [][]byte
	read  [][]byte // those of them that are no refusal
	words [][]byte // of which the seeds consist
	found int      // files of Go's fuzzer

	made, refused, bytes atomic.Int64
	broken               atomic.Bool

	mu      sync.Mutex
	ways    map[string]bool // what the reader said
	largest int
	longest time.Duration
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|-?[0-9]+(\.[0-9]+)?|</?[A-Za-z0-9]+/?>|"[^"\n]{0,40}"|[^A-Za-z0-9\s]`)

func newStock(t *testing.T, name string, seeds []string) *stock {
	s := &stock{t: t, name: name, ways: map[string]bool{}}
	known := map[string]bool{}
	for _, seed := range seeds {
		s.files = append(s.files, []byte(seed))
		for _, w := range word.FindAllString(seed, -1) {
			known[w] = true
		}
	}
	for _, w := range slices.Sorted(maps.Keys(known)) {
		s.words = append(s.words, []byte(w))
	}
	for _, dir := range []string{"testdata/fuzz", *inputsFrom} {
		if dir == "" {
			continue
		}
		names, err := filepath.Glob(filepath.Join(dir, "Fuzz"+name, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range names {
			if data := fuzzerFile(t, path); len(data) <= largeFile {
				s.files, s.found = append(s.files, data), s.found+1
			}
		}
	}
	return s
}

// fuzzerFile reads an input as Go's fuzzer keeps it.
func fuzzerFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	data, err := strconv.Unquote(strings.TrimSuffix(strings.TrimPrefix(line, "[]byte("), ")"))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return []byte(data)
}

// make gives a reader the given number of files, on all processors.
func (s *stock) make(held func([]byte) (string, error), n int) {
	next := make(chan int, strands)
	for i := range strands {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				seed := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", s.name, i, *inputsSeed))
				share := (n + i) / strands
				(&strand{stock: s, Rand: rand.New(rand.NewChaCha8(seed)), pool: slices.Clone(s.files), read: slices.Clone(s.read), said: map[string]bool{}}).run(held, share)
			}
		})
	}
	wg.Wait()
}

// strand is one sequence of files.
type strand struct {
	*rand.Rand
	stock *stock
	pool  [][]byte        // of what files are made
	read  [][]byte        // those of them that were no refusal
	said  map[string]bool // by the reader

	refused, bytes, largest int
	longest                 time.Duration
}

// mostInPool bounds what a strand keeps to change further.
const mostInPool = 4096

func (s *strand) run(held func([]byte) (string, error), n int) {
	const report = 1024 // files, between two looks at the others
	var buf []byte
	defer func() {
		if r := recover(); r != nil {
			s.broke(buf, fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
		}
		s.sum()
	}()
	for i := range n {
		if i%report == 0 {
			s.sum()
			if s.stock.broken.Load() {
				return
			}
		}
		buf = s.file(buf[:0])
		begin := time.Now()
		said, err := held(buf)
		s.longest = max(s.longest, time.Since(begin))
		if err != nil {
			s.broke(buf, err)
			return
		}
		s.bytes += len(buf)
		s.largest = max(s.largest, len(buf))
		s.stock.made.Add(1)
		refused := strings.HasPrefix(said, refusedCode)
		if refused {
			s.refused++
		}
		if !s.said[said] {
			s.said[said] = true
			if len(buf) <= smallFile && len(s.pool) < mostInPool {
				s.pool = append(s.pool, bytes.Clone(buf))
				if !refused {
					s.read = append(s.read, s.pool[len(s.pool)-1])
				}
			}
		}
	}
}

// sum adds what was counted to the stock's.
func (s *strand) sum() {
	s.stock.refused.Add(int64(s.refused))
	s.stock.bytes.Add(int64(s.bytes))
	s.refused, s.bytes = 0, 0
	s.stock.mu.Lock()
	defer s.stock.mu.Unlock()
	s.stock.largest, s.stock.longest = max(s.stock.largest, s.largest), max(s.stock.longest, s.longest)
	maps.Copy(s.stock.ways, s.said)
}

// broke fails the test with the file that broke a promise.
func (s *strand) broke(data []byte, why error) {
	s.stock.broken.Store(true)
	s.stock.t.Errorf("%v\n%q", why, data)
	if !*inputsKeep {
		return
	}
	text := fmt.Appendf(nil, "go test fuzz v1\n[]byte(%q)\n", data)
	dir := filepath.Join("testdata", "fuzz", "Fuzz"+s.stock.name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		s.stock.t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256(text))[:16]), text, 0o644); err != nil {
		s.stock.t.Error(err)
	}
}

// A made-up file has at most smallFile bytes, one in largeOnes at most largeFile.
const (
	smallFile = 4 << 10
	largeFile = 64 << 10
	largeOnes = 1000
)

// file makes the next one: one of the pool, changed a few times.
func (s *strand) file(to []byte) []byte {
	if s.IntN(8) > 0 && len(s.read) > 0 {
		to = append(to, s.any(s.read)...)
	} else {
		to = append(to, s.any(s.pool)...)
	}
	most := smallFile
	if s.IntN(largeOnes) == 0 {
		most = largeFile
		if a, b := s.part(to); a < b {
			to = put(to, b, b, bytes.Repeat(to[a:b], s.IntN(most/(b-a))))
		}
	}
	to = to[:min(len(to), most)]
	for {
		to = s.changed(to)
		to = to[:min(len(to), most)]
		if s.IntN(2) == 0 {
			return to
		}
	}
}

// any returns one of some files; those at the end, which are new, come more often.
func (s *strand) any(files [][]byte) []byte {
	return files[max(s.IntN(len(files)), s.IntN(len(files)))]
}

// part returns a piece of a file; half of them begin and end where a word does.
func (s *strand) part(data []byte) (from, to int) {
	if len(data) == 0 {
		return 0, 0
	}
	from = s.IntN(len(data))
	to = from + 1 + s.IntN(min(1<<s.IntN(11), len(data)-from))
	if s.IntN(2) == 0 {
		from, to = border(data, from), border(data, to)
	}
	return from, max(from, to)
}

// border returns the next place at which a word, a tag or a line begins or ends.
func border(data []byte, at int) int {
	if n := bytes.IndexAny(data[at:min(len(data), at+64)], "<>{}[],\n\""); n >= 0 {
		return at + n
	}
	return at
}

// put replaces a piece of a file.
func put(data []byte, from, to int, what []byte) []byte {
	return slices.Replace(data, from, to, what...)
}

// changed returns a file with one thing in it changed.
func (s *strand) changed(data []byte) []byte {
	from, to := s.part(data)
	switch s.IntN(16) {
	case 0: // a bit
		if len(data) > 0 {
			data[from] ^= 1 << s.IntN(8)
		}
	case 1: // a byte
		if len(data) > 0 {
			data[from] = byte(s.IntN(256))
		}
	case 2: // a byte that means something
		if len(data) > 0 {
			const telling = "<>/=\"'&;:,.{}[]()-+*#!? \t\r\n\x00\x1a\\\xff0123456789eE"
			data[from] = telling[s.IntN(len(telling))]
		}
	case 3: // a piece gone
		return slices.Delete(data, from, to)
	case 4: // a piece twice, or many times
		piece, n := bytes.Clone(data[from:to]), 1
		if s.IntN(8) == 0 {
			n = s.IntN(100)
		}
		return put(data, to, to, bytes.Repeat(piece, n))
	case 5: // a piece somewhere else
		piece := bytes.Clone(data[from:to])
		data = slices.Delete(data, from, to)
		at := border(data, s.IntN(len(data)+1))
		return put(data, at, at, piece)
	case 6, 7: // a piece of another file
		piece := s.any(s.pool)
		a, b := s.part(piece)
		if s.IntN(2) == 0 {
			to = from
		}
		return put(data, from, to, piece[a:b])
	case 8: // begins like this one, ends like another
		end := s.any(s.pool)
		a, _ := s.part(end)
		return append(data[:from], end[a:]...)
	case 9, 10: // another number
		return s.number(data, from)
	case 11, 12: // a word of the format
		if len(s.stock.words) > 0 {
			if s.IntN(2) == 0 {
				to = from
			}
			return put(data, from, to, s.stock.words[s.IntN(len(s.stock.words))])
		}
	case 13: // cut off
		return data[:from]
	case 14: // what is hostile in a text
		return put(data, from, from, hostileTexts[s.IntN(len(hostileTexts))])
	case 15:
		return s.written(data, from)
	}
	return data
}

// number changes the first number behind a place.
func (s *strand) number(data []byte, at int) []byte {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	for at < len(data) && !digit(data[at]) {
		at++
	}
	end := at
	for end < len(data) && (digit(data[end]) || data[end] == '.') {
		end++
	}
	if at == end {
		return data
	}
	if n, err := strconv.Atoi(string(data[at:end])); err == nil && s.IntN(2) == 0 {
		return put(data, at, end, strconv.AppendInt(nil, int64(n+s.IntN(5)-2), 10))
	}
	return put(data, at, end, hostileNumbers[s.IntN(len(hostileNumbers))])
}

// written changes how a whole file is written.
func (s *strand) written(data []byte, at int) []byte {
	switch s.IntN(6) {
	case 0: // as Latin-1
		var out []byte
		for _, r := range string(data) {
			out = append(out, byte(r))
		}
		return out
	case 1: // as UTF-16
		out := []byte{0xff, 0xfe}
		for _, r := range string(data[:min(len(data), smallFile)]) {
			out = append(out, byte(r), byte(r>>8))
		}
		return out
	case 2: // with a byte order mark
		return put(data, 0, 0, []byte("\ufeff"))
	case 3: // with line ends of Windows
		return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
	case 4: // without line ends
		return bytes.ReplaceAll(data, []byte("\n"), nil)
	}
	// one character escaped, as XML and JSON do
	if r, size := utf8.DecodeRune(data[at:]); size > 0 {
		form := "&#%d;"
		if s.IntN(2) == 0 {
			form = `\u%04x`
		}
		return put(data, at, at+size, fmt.Appendf(nil, form, r))
	}
	return data
}

var (
	hostileNumbers = lines("0|-1|1|2|3|00|007|+1|3.0|0.5|-0|1e3|1e308|1e999|NaN|Infinity|0x10|4|9|10|12|31|32|33|62|63|64|65|99|100|127|128|255|256|999|1000|4095|4096|4097|32767|32768|65535|65536|2147483647|2147483648|-2147483648|-2147483649|4294967295|4294967296|9007199254740993|9223372036854775807|9223372036854775808|-9223372036854775808|18446744073709551616|99999999999999999999999999|0.3333333333333333333333333333|null|\"\"|true|[]|{}")
	hostileTexts   = lines("\x00|\xff\xfe|\xfe\xff|\ufeff|\xc0\x80|\xed\xa0\x80|\xf4\x90\x80\x80|\x80|\xe9|\u202e|\u200b|\u0301\u0301\u0301|\ufffd|\u2028|\U0001f600|\U000e0001|İ|ß|ŉ|ﬃ|\x1b[2J|\x7f|\t|\r|\n|\r\n|\\|\\u0000|\\ud800|\\\"|\"|\"\"|'|&|&amp;|&#0;|&#x110000;|&#9999999999;|&x;|<!--|-->|<![CDATA[|]]>|<!DOCTYPE a [<!ENTITY b \"c\">]>|<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>|<?xml encoding=\"utf-16\"?>|<?|?>|</|/>|{|}|[|]|[[|]]|{\"|:|,|,,|;|=cmd()|@|BYE|bye|null|-|2-1|2 - 1|0-0-3|1-0-0|../../etc/passwd|%s%n|${x}")
)

// lines are texts divided by bars.
func lines(text string) (out [][]byte) {
	for _, line := range strings.Split(text, "|") {
		out = append(out, []byte(line))
	}
	return out
}
