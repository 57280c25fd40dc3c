package pictures

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "Anna B.", "Anna B."},
		{"markdown stays as written", "*a* _b_ `c` ||d||", "*a* _b_ `c` ||d||"},
		{"right-to-left override", "evil\u202Egnp.exe", "evilgnp.exe"},
		{"isolates and marks", "\u2066a\u2067b\u2068c\u2069\u200E\u200F\u061C", "abc"},
		{"line ends", "a\nb\r\nc\u2028d\u0085e", "a b c d e"},
		{"spaces", "  a \u3000\u00A0 b  ", "a b"},
		{"control characters", "a\x00\x1b[31mb\x7f", "a[31mb"},
		{"zero width", "a\u200Bb\uFEFFc\u00ADd\u2060e", "abcde"},
		{"fillers", "\u3164\u115F\u1160\uFFA0a\u034F", "a"},
		{"braille blank is a space", "a\u2800b", "a b"},
		{"lone accents have no base", "\u0301\u0301 \u0301a", "a"},
		{"three accents to a letter", "Z" + strings.Repeat("\u0336", 50) + "o", "Z\u0336\u0336\u0336o"},
		{"broken UTF-8", "a\xffb", "a\uFFFDb"},
		{"joined emoji", "👨‍👩‍👧‍👦 ❤️‍🔥", "👨‍👩‍👧‍👦 ❤️‍🔥"},
		{"flag of a region", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"},
		{"Thai with two marks", "ที่", "ที่"},
		{"Persian keeps its non-joiner", "می\u200Cخواهم", "می\u200Cخواهم"},
		{"endless cluster", "a" + strings.Repeat("\u200D", 100) + "b", "a" + strings.Repeat("\u200D", maxCluster-1) + "b"},
		{"endless text", strings.Repeat("ä", 5000), strings.Repeat("ä", maxClusters)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, clean(c.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNothingVisibleIsNoName(t *testing.T) {
	for _, name := range []string{"", " ", "\u200B\u202E", "\u3164", "\u0301", "\u2800\u2800", "\u200D\uFE0F"} {
		if got := cleanName(name); got != "" {
			t.Errorf("%q is shown as %q", name, got)
		}
	}
}

// anyText returns text with more trouble in it than rapid's own strings.
func anyText() *rapid.Generator[string] {
	trouble := []string{
		"\u202E", "\u2067", "\u200D", "\u0301", "\u20E3", "\uFE0F", "👩", "🇩🇪", "א", "م", "ที่", "क्ष", "山", "한", "1", " ", "\n",
		strings.Repeat("\u0336", 100), "\x00", "W", "i", "\U0010FFFD", "\u3164",
	}
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(trouble), rapid.String()), 0, 12).Draw(t, "parts")
		return strings.Join(parts, "")
	})
}

func TestCleanLeavesNoControls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := clean(anyText().Draw(t, "text"))
		for _, r := range got {
			if unicode.Is(unicode.C, r) && !isIgnorable(r) {
				t.Fatalf("%U is left in %q", r, got)
			}
		}
		if strings.Contains(got, "  ") || strings.TrimSpace(got) != got {
			t.Fatalf("spaces are left in %q", got)
		}
	})
}

func TestFitCutsBetweenCharactersAndKeepsTheWidth(t *testing.T) {
	set := newTypesetter(newPainter(t).fonts)
	rapid.Check(t, func(t *rapid.T) {
		text := cleanName(anyText().Draw(t, "text"))
		width := rapid.Float32Range(0, 20).Draw(t, "width")
		s := style{bold: rapid.Bool().Draw(t, "bold"), tabular: rapid.Bool().Draw(t, "tabular")}
		got := set.fit(text, s, width)
		if got.width > width {
			t.Fatalf("%q is %v wide, more than %v", got.text, got.width, width)
		}
		if got.text == text || got.text == "" {
			return
		}
		head, cut := strings.CutSuffix(got.text, ellipsis)
		if !cut {
			t.Fatalf("%q was cut to %q without an ellipsis", text, got.text)
		}
		length := 0
		for _, cluster := range graphemes([]rune(text)) {
			if strings.TrimRight(text[:length], " ") == head {
				return
			}
			length += len(string(cluster))
		}
		t.Fatalf("%q was cut to %q, inside a character", text, got.text)
	})
}

func TestShortTextIsNotCut(t *testing.T) {
	set := newTypesetter(newPainter(t).fonts)
	whole := set.shape("Anna", style{})
	if got := set.fit("Anna", style{}, whole.width); got.text != "Anna" {
		t.Errorf("a text in its own width became %q", got.text)
	}
	if got := set.fit("Anna", style{}, whole.width-0.01); got.text != "An…" && got.text != "Ann…" {
		t.Errorf("a text just too wide became %q", got.text)
	}
}

// TestScriptsHaveGlyphs holds that no character of these falls to the box for
// unknown ones, in both weights.
func TestScriptsHaveGlyphs(t *testing.T) {
	set := newTypesetter(newPainter(t).fonts)
	for name, text := range map[string]string{
		"Latin": "Zoë Łukasz Đặng Ĳ ß ŵ", "Greek": "Ελληνικά", "Cyrillic": "Ольга Ђорђе", "Japanese": "山田太郎 ひらがな カタカナ 髙橋 﨑 𠮷野",
		"Korean": "김민준 쀍", "Traditional Chinese": "鄧麗君 龍", "Simplified Chinese": "邓丽君 龙", "Thai": "สมชาย ใจดี", "Arabic": "محمد العربي گچپژ",
		"Hebrew": "דוד שָׁלוֹם", "Devanagari": "अर्जुन क्षत्रिय", "Bengali": "বাংলা", "Tamil": "தமிழ்", "Georgian": "ქართული", "Armenian": "Հայերեն",
		"Ethiopic": "አማርኛ", "Khmer": "ខ្មែរ", "Lao": "ລາວ", "Burmese": "မြန်မာ", "Sinhala": "සිංහල", "Telugu": "తెలుగు", "emoji": "🐉⚡👍🏽🇩🇪🏳️‍🌈1️⃣🫠",
		"mathematical letters": "𝓕𝕹𝖆𝟙", "small capitals": "ᴛɪɴʏ ꜱ", "symbols": "★☆♠♥♦♣♔→∞½①ⓐ☯✿", "fullwidth": "Ｆｕｌｌ", "bopomofo": "ㄅㄆㄇ", "phonetic": "ʃɐʇ",
		"kaomoji": "(╯°□°)╯︵ ┻━┻ ┬─┬ノ( º _ ºノ) ʕ•ᴥ•ʔ ¯\\_(ツ)_/¯ (づ｡◕‿‿◕｡)づ",
	} {
		for _, bold := range []bool{false, true} {
			for _, r := range set.shape(clean(text), style{bold: bold}).runs {
				for _, g := range r.glyphs {
					if g.id == 0 {
						t.Errorf("%s, bold %v: a character of %q has no glyph in font %d", name, bold, text, r.font)
					}
				}
			}
		}
	}
}

func TestEmojiSequencesAreOnePicture(t *testing.T) {
	set := newTypesetter(newPainter(t).fonts)
	for _, text := range []string{"👨‍👩‍👧‍👦", "❤️‍🔥", "🏳️‍🌈", "🇩🇪", "👍🏽", "1️⃣", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"} {
		l := set.shape(text, style{})
		drawn := 0
		for _, r := range l.runs {
			if r.font != emojiFont {
				t.Errorf("%q is set in font %d", text, r.font)
			}
			for _, g := range r.glyphs {
				if _, ok := set.face(emojiFont).GlyphDataBitmap(g.id); ok {
					drawn++
				}
			}
		}
		if drawn != 1 {
			t.Errorf("%q is drawn as %d pictures", text, drawn)
		}
	}
}

func TestTextPresentationIsNotEmoji(t *testing.T) {
	set := newTypesetter(newPainter(t).fonts)
	for _, text := range []string{"1", "#", "©", "♥", "☆", "⚡\uFE0E"} {
		if r := set.shape(text, style{}).runs[0]; r.font == emojiFont {
			t.Errorf("%q is set as an emoji", text)
		}
	}
}

// TestFiguresAreTabular allows the two thousandths of an em by which Inter's
// own tabular figures differ.
func TestFiguresAreTabular(t *testing.T) {
	set := newTypesetter(newPainter(t).fonts)
	for _, bold := range []bool{false, true} {
		want := set.shape("0", style{bold: bold, tabular: true}).width
		for _, digit := range "123456789" {
			if got := set.shape(string(digit), style{bold: bold, tabular: true}).width; math.Abs(float64(got-want)) > 0.002 {
				t.Errorf("%c is %v wide, 0 is %v", digit, got, want)
			}
		}
	}
}

// TestVisualOrder checks Unicode annex 9 by where the letters come to lie.
func TestVisualOrder(t *testing.T) {
	set := newTypesetter(newPainter(t).fonts)
	order := func(text string) []rune {
		var shown []rune
		for _, r := range set.shape(text, style{}).runs {
			face := set.face(r.font)
			for _, g := range r.glyphs {
				for _, c := range text {
					if id, ok := face.NominalGlyph(c); ok && id == g.id {
						shown = append(shown, c)
						break
					}
				}
			}
		}
		return shown
	}
	for _, c := range []struct{ name, in, want string }{
		{"left to right", "abc", "abc"},
		{"Hebrew", "אבג", "גבא"},
		{"number in Hebrew", "אב12", "12בא"},
		{"Latin in Hebrew", "אב xy", "xy בא"},
		{"Hebrew in Latin", "xy אב z", "xy בא z"},
		{"cleaned override", clean("ab\u202Ecd"), "abcd"},
	} {
		if got := string(order(c.in)); got != c.want {
			t.Errorf("%s: %q is shown as %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

// TestHostileNameLeavesItsNeighboursAlone draws the same table with a harmless
// and with a hostile name: everything outside that name is drawn the same.
func TestHostileNameLeavesItsNeighboursAlone(t *testing.T) {
	p := newPainter(t)
	draw := func(name string) *scene {
		d := standingsSample(6)
		d.Rows[2].Cells[1].Text = name
		pictures, err := p.table(d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return pictures[0].scene
	}
	harmless := draw("x")
	for _, name := range []string{"a\u202Eb", "\u2067\u2067\u2067", "אבג", "x\n\ny", strings.Repeat("W", 4000), "a" + strings.Repeat("\u0336", 500), ""} {
		hostile := draw(name)
		if len(hostile.ops) != len(harmless.ops) {
			t.Fatalf("%.20q: %d steps instead of %d", name, len(hostile.ops), len(harmless.ops))
		}
		different := 0
		for i := range harmless.ops {
			if !cmp.Equal(harmless.ops[i], hostile.ops[i], cmp.AllowUnexported(op{}, line{}, run{}, placedGlyph{}, box{}, point{}, step{})) {
				different++
			}
		}
		if different != 1 {
			t.Errorf("%.20q changes %d drawing steps, not only its own", name, different)
		}
	}
}

// TestEmbeddedFonts unpacks and parses every font, and holds their size: the
// binary is to stay below 45 MB.
func TestEmbeddedFonts(t *testing.T) {
	files, err := fontFiles.ReadDir("fonts")
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	const most = 8_500_000
	if total > most {
		t.Errorf("the fonts take %d bytes, more than %d", total, most)
	}
	set, err := loadFonts()
	if err != nil {
		t.Fatal(err)
	}
	if len(set.fonts) != len(files) {
		t.Errorf("%d fonts are embedded, %d are used", len(files), len(set.fonts))
	}
	for i := range set.fonts {
		if _, err := set.fonts[i].parse(); err != nil {
			t.Error(err)
		}
	}
}

func TestPaletteKeepsRareColours(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 100, 100))
	for i := range 100 * 100 { // many shades of blue, one red pixel
		img.SetRGBA(i%100, i/100, color.RGBA{B: uint8(i), G: uint8(i / 256), A: 0xFF})
	}
	img.SetRGBA(50, 50, color.RGBA{R: 0xFF, A: 0xFF})
	var e encoder
	e.begin()
	e.add(img.Pix)
	got := decode(t, e.file(img.Rect))
	for i := range 100 * 100 {
		want := img.RGBAAt(i%100, i/100)
		r, g, b, _ := got.At(i%100, i/100).RGBA()
		if d := difference(uint32(want.R)<<16|uint32(want.G)<<8|uint32(want.B), r>>8<<16|g>>8<<8|b>>8); d > 40*40 {
			t.Fatalf("pixel %d is off by %d", i, d)
		}
	}
}
