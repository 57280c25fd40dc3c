package pictures

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// luminance returns the relative luminance of WCAG 2.1.
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrastOfBlackAndWhiteIs21(t *testing.T) {
	if got := contrast(rgb(0), rgb(0xFFFFFF)); math.Abs(got-21) > 1e-9 {
		t.Errorf("contrast of black on white is %v", got)
	}
}

// TestWCAG143_TextContrast draws every sample step by step and looks at what
// lies under each text just before it is drawn: 4.5:1 at least, everywhere.
func TestWCAG143_TextContrast(t *testing.T) {
	p := newPainter(t)
	for _, theme := range []Theme{Dark, Light} {
		for _, s := range samples() {
			for _, picture := range s.pictures(t, p, Options{Theme: theme, Scale: 1}) {
				r := newRaster(p.fonts)
				r.begin(picture.scene, 1, picture.scene.bounds(1))
				for i := range picture.scene.ops {
					o := &picture.scene.ops[i]
					if o.text != nil {
						under := image.Rect(
							round(o.at.x), round(o.at.y-o.size*capHeight),
							round(o.at.x+o.text.width*o.size), round(o.at.y),
						)
						for y := under.Min.Y; y < under.Max.Y; y++ {
							for x := under.Min.X; x < under.Max.X; x++ {
								if got := contrast(o.colour, r.img.RGBAAt(x, y)); got < 4.5 {
									t.Fatalf("%s, %s: %q has a contrast of %.2f at %d,%d", s.name, theme, o.text.text, got, x, y)
								}
							}
						}
					}
					r.draw(o)
				}
			}
		}
	}
}

func TestWCAG1411_MarkContrast(t *testing.T) {
	for _, theme := range []Theme{Dark, Light} {
		c := theme.palette()
		grounds := map[string]color.RGBA{"ground": c.ground, "panel": c.panel, "focus": c.focus}
		inks := map[string]color.RGBA{"line": c.line, "accent": c.accent, "good": c.good, "bad": c.bad, "muted": c.muted}
		for ground, under := range grounds {
			for ink, over := range inks {
				if got := contrast(over, under); got < 3 {
					t.Errorf("%s: %s on %s has a contrast of %.2f, less than 3", theme, ink, ground, got)
				}
			}
		}
	}
}
