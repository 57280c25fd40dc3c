package pictures

import (
	"embed"
	"fmt"
	"io"
	"sync"
	"unicode"

	"github.com/andybalholm/brotli"
	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
)

// fontFiles are the fonts, each compressed by itself: a program that draws Latin
// names only never unpacks the ideographs.
//
//go:embed fonts/*.br
var fontFiles embed.FS

// fontIndex is the place of a font in a fontSet; it is stable within one build.
type fontIndex uint8

// Places of the fonts that the code names. All others are found by the characters that
// they cover.
const (
	interRegular fontIndex = iota
	interSemiBold
	emojiFont
	firstFallback
)

// fontSource is one embedded file.
type fontSource struct {
	file string
	// bold is the file to use for bold text, if there is one; otherwise bold
	// text in this font is drawn from the regular outlines, thickened.
	bold string
}

// fallbacks returns the fonts for what Inter lacks, in the order in which they are tried.
// Small, common scripts come first; the symbol fonts, which have some of everything, come
// after the letters.
func fallbacks() []fontSource {
	return []fontSource{
		{file: "NotoSansThai-Regular.ttf", bold: "NotoSansThai-Bold.ttf"},
		{file: "NotoSansArabic-Regular.ttf", bold: "NotoSansArabic-Bold.ttf"},
		{file: "NotoSansHebrew-Regular.ttf", bold: "NotoSansHebrew-Bold.ttf"},
		{file: "NotoSansDevanagari-Regular.ttf", bold: "NotoSansDevanagari-Bold.ttf"},
		{file: "NotoSansCJKjp-Regular.otf"},
		{file: "NotoSans-Regular.ttf"},
		{file: "NotoSansArmenian-Regular.ttf"},
		{file: "NotoSansBengali-Regular.ttf"},
		{file: "NotoSansCanadianAboriginal-Regular.ttf"},
		{file: "NotoSansCherokee-Regular.ttf"},
		{file: "NotoSansEthiopic-Regular.ttf"},
		{file: "NotoSansGeorgian-Regular.ttf"},
		{file: "NotoSansGujarati-Regular.ttf"},
		{file: "NotoSansGurmukhi-Regular.ttf"},
		{file: "NotoSansKannada-Regular.ttf"},
		{file: "NotoSansKhmer-Regular.ttf"},
		{file: "NotoSansLao-Regular.ttf"},
		{file: "NotoSansLisu-Regular.ttf"},
		{file: "NotoSansMalayalam-Regular.ttf"},
		{file: "NotoSansMyanmar-Regular.ttf"},
		{file: "NotoSansOriya-Regular.ttf"},
		{file: "NotoSansRunic-Regular.ttf"},
		{file: "NotoSansSinhala-Regular.ttf"},
		{file: "NotoSansSyriac-Regular.ttf"},
		{file: "NotoSansTamil-Regular.ttf"},
		{file: "NotoSansTelugu-Regular.ttf"},
		{file: "NotoSansThaana-Regular.ttf"},
		{file: "NotoSansTifinagh-Regular.ttf"},
		{file: "NotoSansMath-Regular.ttf"},
		{file: "NotoSansSymbols-Regular.ttf"},
		{file: "NotoSansSymbols2-Regular.ttf"},
	}
}

// lazyFont is a font that is unpacked and parsed on first use, and its bold font.
type lazyFont struct {
	parse func() (*font.Font, error)
	bold  fontIndex
}

// fontSet holds every font. It may be used from any goroutine.
type fontSet struct {
	fonts []lazyFont
	// order lists the fonts in which to look for a character, best first, without bolds.
	order []fontIndex
}

// loadFonts finds the embedded fonts and parses those that every picture
// needs. An error means a broken build.
func loadFonts() (*fontSet, error) {
	set := &fontSet{}
	add := func(file string) fontIndex {
		index := fontIndex(len(set.fonts))
		set.fonts = append(set.fonts, lazyFont{bold: index, parse: sync.OnceValues(func() (*font.Font, error) { return parseFont(file) })})
		return index
	}
	for _, file := range []string{"Inter-Regular.otf", "Inter-SemiBold.otf", "NotoColorEmoji.ttf"} {
		add(file)
	}
	set.fonts[interRegular].bold = interSemiBold
	set.order = []fontIndex{interRegular}
	for _, source := range fallbacks() {
		index := add(source.file)
		set.order = append(set.order, index)
		if source.bold != "" {
			set.fonts[index].bold = add(source.bold)
		}
	}
	set.order = append(set.order, emojiFont)
	for _, index := range []fontIndex{interRegular, interSemiBold} {
		if _, err := set.fonts[index].parse(); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// largestFont bounds the size of an unpacked font in bytes.
const largestFont = 16 << 20

// parseFont unpacks and parses an embedded font.
func parseFont(file string) (*font.Font, error) {
	packed, err := fontFiles.Open("fonts/" + file + ".br")
	if err != nil {
		return nil, fmt.Errorf("the embedded font %s cannot be read: %w", file, err)
	}
	defer packed.Close()
	data, err := unpack(io.LimitReader(brotli.NewReader(packed), largestFont))
	if err != nil {
		return nil, fmt.Errorf("the embedded font %s cannot be unpacked: %w", file, err)
	}
	loader, err := ot.NewLoader(data)
	if err != nil {
		return nil, fmt.Errorf("the embedded font %s cannot be parsed: %w", file, err)
	}
	f, err := font.NewFont(loader)
	if err != nil {
		return nil, fmt.Errorf("the embedded font %s cannot be parsed: %w", file, err)
	}
	return f, nil
}

// blocks is data in blocks of blockSize bytes, of which the last may be shorter. A buffer
// that grows would take several times the size of a font for a moment.
type blocks [][]byte

const blockSize = 64 << 10

// unpack reads r to its end.
func unpack(r io.Reader) (*io.SectionReader, error) {
	var all blocks
	size := int64(0)
	for {
		block := make([]byte, blockSize)
		n, err := io.ReadFull(r, block)
		all, size = append(all, block[:n]), size+int64(n)
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return io.NewSectionReader(all, 0, size), nil
		default:
			return nil, err
		}
	}
}

// ReadAt implements [io.ReaderAt].
func (b blocks) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) {
		i := int((at + int64(n)) / blockSize)
		if i >= len(b) {
			return n, io.EOF
		}
		read := copy(p[n:], b[i][min(int(at+int64(n))%blockSize, len(b[i])):])
		if read == 0 {
			return n, io.EOF
		}
		n += read
	}
	return n, nil
}

// font returns a font. A font that cannot be parsed (a test excludes this) is replaced by
// Inter, which New has parsed.
func (s *fontSet) font(index fontIndex) *font.Font {
	f, err := s.fonts[index].parse()
	if err != nil {
		f, _ = s.fonts[interRegular].parse()
	}
	return f
}

// face returns a new face of a font, for shaping.
func (s *fontSet) face(index fontIndex) *font.Face { return font.NewFace(s.font(index)) }

// glyphs returns a face that has outlines and pictures only: it lacks the caches for
// shaping, which take half a megabyte for the ideographs.
func (s *fontSet) glyphs(index fontIndex) *font.Face { return &font.Face{Font: s.font(index)} }

// covers reports whether the font has a glyph for r.
func (s *fontSet) covers(index fontIndex, r rune) bool {
	f, err := s.fonts[index].parse()
	if err != nil {
		return false
	}
	_, ok := f.NominalGlyph(r)
	return ok
}

// choose returns the regular-weight font for one grapheme cluster: the colour emoji if
// the cluster asks for them, else the first font that has every character of the cluster,
// else the first that has its base. If no font has it, Inter draws a box.
func (s *fontSet) choose(cluster []rune) fontIndex {
	base := cluster[0]
	if wantsEmoji(cluster) && s.covers(emojiFont, base) {
		return emojiFont
	}
	hasBase, found := interRegular, false
	for _, index := range s.order {
		if !s.covers(index, base) {
			continue
		}
		if !found {
			hasBase, found = index, true
		}
		all := true
		for _, r := range cluster[1:] {
			if !isIgnorable(r) && !s.covers(index, r) {
				all = false
				break
			}
		}
		if all {
			return index
		}
	}
	return hasBase
}

// wantsEmoji reports whether a cluster is to be shown as a colour picture: because of a
// variation selector, or by its base's default.
func wantsEmoji(cluster []rune) bool {
	for _, r := range cluster[1:] {
		switch r {
		case 0xFE0E:
			return false
		case 0xFE0F, 0x20E3:
			return true
		}
	}
	return hasEmojiPresentation(cluster[0])
}

// hasEmojiPresentation returns the property Emoji_Presentation of Unicode TS 51 for the
// basic plane; above it every character the emoji font has is wanted in colour.
func hasEmojiPresentation(r rune) bool {
	if r >= 0x1F000 {
		return true
	}
	switch {
	case r == 0x231A, r == 0x231B, r >= 0x23E9 && r <= 0x23EC, r == 0x23F0, r == 0x23F3,
		r == 0x25FD, r == 0x25FE, r == 0x2614, r == 0x2615, r >= 0x2648 && r <= 0x2653,
		r == 0x267F, r == 0x2693, r == 0x26A1, r == 0x26AA, r == 0x26AB, r == 0x26BD,
		r == 0x26BE, r == 0x26C4, r == 0x26C5, r == 0x26CE, r == 0x26D4, r == 0x26EA,
		r == 0x26F2, r == 0x26F3, r == 0x26F5, r == 0x26FA, r == 0x26FD, r == 0x2705,
		r == 0x270A, r == 0x270B, r == 0x2728, r == 0x274C, r == 0x274E,
		r >= 0x2753 && r <= 0x2755, r == 0x2757, r >= 0x2795 && r <= 0x2797, r == 0x27B0,
		r == 0x27BF, r == 0x2B1B, r == 0x2B1C, r == 0x2B50, r == 0x2B55:
		return true
	}
	return false
}

// isIgnorable reports characters that shape their neighbours and have no
// glyph of their own.
func isIgnorable(r rune) bool {
	return r == 0x200C || r == 0x200D || isVariationSelector(r) || isTag(r)
}

func isVariationSelector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}

// isTag reports the tag characters that spell the flags of regions.
func isTag(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

// isRightToLeft reports letters of the scripts written from right to left.
func isRightToLeft(r rune) bool {
	switch {
	case r >= 0x0590 && r <= 0x08FF, r >= 0xFB1D && r <= 0xFDFF, r >= 0xFE70 && r <= 0xFEFE,
		r >= 0x10800 && r <= 0x10FFF, r >= 0x1E800 && r <= 0x1EFFF:
		return unicode.IsLetter(r)
	}
	return false
}
