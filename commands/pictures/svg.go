package pictures

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image/color"
	"strconv"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
)

// vectorise writes the scene as SVG 1.1. Text is drawn as outlines, so the picture looks
// the same everywhere, and each glyph is defined once. The title and the description give
// the alt text.
func vectorise(fonts *fontSet, s *scene, title, alt string) []byte {
	v := &svgWriter{fonts: fonts, ids: map[glyphKey]int{}, faces: map[fontIndex]*font.Face{}}
	for i := range s.ops {
		v.op(&s.ops[i])
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" width="%g" height="%g" viewBox="0 0 %g %g">`,
		s.width, s.height, s.width, s.height)
	out.WriteString("\n<title>")
	_ = xml.EscapeText(&out, []byte(title)) // a bytes.Buffer does not fail
	out.WriteString("</title>\n<desc>")
	_ = xml.EscapeText(&out, []byte(alt))
	out.WriteString("</desc>\n<defs>\n")
	out.Write(v.defs.Bytes())
	fmt.Fprintf(&out, "</defs>\n<path fill=%q d=\"M0 0H%gV%gH0z\"/>\n", hex(s.ground), s.width, s.height)
	out.Write(v.body.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

type svgWriter struct {
	fonts *fontSet
	defs  bytes.Buffer
	body  bytes.Buffer
	ids   map[glyphKey]int // 0 for a glyph without ink
	next  int
	faces map[fontIndex]*font.Face
}

func (v *svgWriter) op(o *op) {
	switch {
	case o.text != nil:
		v.text(o)
	case o.shape != nil:
		fmt.Fprintf(&v.body, "<path fill=%q d=\"", hex(o.colour))
		for i, s := range o.shape {
			switch s.kind {
			case moveTo:
				if i > 0 {
					v.body.WriteByte('z')
				}
				v.command('M', s.to)
			case lineTo:
				v.command('L', s.to)
			case cubeTo:
				v.command('C', s.c1, s.c2, s.to)
			}
		}
		v.body.WriteString("z\"/>\n")
	default:
		fmt.Fprintf(&v.body, "<path fill=%q d=\"M%s %sh%sv%sh-%sz\"/>\n", hex(o.colour), short(o.rect.x),
			short(o.rect.y), short(o.rect.w), short(o.rect.h), short(o.rect.w))
	}
}

func (v *svgWriter) command(letter byte, points ...point) {
	v.body.WriteByte(letter)
	for i, p := range points {
		if i > 0 {
			v.body.WriteByte(' ')
		}
		v.body.WriteString(short(p.x) + " " + short(p.y))
	}
}

func (v *svgWriter) text(o *op) {
	for _, run := range o.text.runs {
		face, ok := v.faces[run.font]
		if !ok {
			face = v.fonts.glyphs(run.font)
			v.faces[run.font] = face
		}
		upem := float32(face.Upem())
		scale := o.size * run.scale / upem
		open := false
		for _, g := range run.glyphs {
			id := v.define(face, run.font, g.id)
			if id == 0 {
				continue
			}
			if !open {
				fmt.Fprintf(&v.body, "<g fill=%q transform=\"translate(%s %s) scale(%s)\">", hex(o.colour),
					short(o.at.x), short(o.at.y), strconv.FormatFloat(float64(scale), 'f', 6, 32))
				open = true
			}
			x, y := g.x/run.scale*upem, g.y/run.scale*upem
			fmt.Fprintf(&v.body, `<use xlink:href="#g%d" x="%s"`, id, whole(x))
			if round(y) != 0 {
				fmt.Fprintf(&v.body, ` y="%s"`, whole(y))
			}
			v.body.WriteString("/>")
			if run.bolden {
				fmt.Fprintf(&v.body, `<use xlink:href="#g%d" x="%s" y="%s"/>`, id, whole(x+emboldening*upem), whole(y))
			}
		}
		if open {
			v.body.WriteString("</g>\n")
		}
	}
}

// define writes the glyph's definition, in font units, on first use, and returns its
// number, 0 if there is nothing to draw.
func (v *svgWriter) define(face *font.Face, index fontIndex, gid font.GID) int {
	key := glyphKey{font: index, id: gid}
	if id, ok := v.ids[key]; ok {
		return id
	}
	v.ids[key] = 0
	if index == emojiFont {
		bitmap, ok := face.GlyphDataBitmap(gid)
		if !ok || bitmap.Format != font.PNG {
			return 0
		}
		b, upem := emojiBox(), float32(face.Upem())
		v.next++
		fmt.Fprintf(&v.defs, "<image id=\"g%d\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" xlink:href=\"data:image/png;base64,%s\"/>\n",
			v.next, whole(b.x*upem), whole(b.y*upem), whole(b.w*upem), whole(b.h*upem), base64.StdEncoding.EncodeToString(bitmap.Data))
	} else {
		glyph, ok := face.GlyphDataOutline(gid)
		if !ok || len(glyph.Segments) == 0 {
			return 0
		}
		v.next++
		fmt.Fprintf(&v.defs, "<path id=\"g%d\" d=\"", v.next)
		for i := range glyph.Segments {
			s := &glyph.Segments[i]
			if s.Op == ot.SegmentOpMoveTo && i > 0 {
				v.defs.WriteByte('z')
			}
			v.defs.WriteByte("MLQC"[s.Op])
			for k, p := range s.ArgsSlice() {
				if k > 0 {
					v.defs.WriteByte(' ')
				}
				v.defs.WriteString(whole(p.X) + " " + whole(-p.Y))
			}
		}
		v.defs.WriteString("z\"/>\n")
	}
	v.ids[key] = v.next
	return v.next
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// short returns a length with at most two decimals.
func short(f float32) string {
	return strconv.FormatFloat(float64(round(f*100))/100, 'f', -1, 64)
}

func whole(f float32) string { return strconv.Itoa(round(f)) }
