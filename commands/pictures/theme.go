package pictures

import "image/color"

// Theme chooses the colours of a picture.
type Theme uint8

// The themes. Discord's own default is dark.
const (
	Dark Theme = iota
	Light
)

// String names the theme: "dark" or "light".
func (t Theme) String() string {
	if t == Light {
		return "light"
	}
	return "dark"
}

// palette is the colours of a theme. Every text colour has a contrast of at
// least 4.5:1 (WCAG 2.1, 1.4.3) to every ground it is set on, every mark and
// bar at least 3:1 (1.4.11); a test measures both in drawn pictures.
type palette struct {
	ground  color.RGBA // behind everything
	panel   color.RGBA // every other row, boxes
	focus   color.RGBA // the row of the player concerned
	rule    color.RGBA // hairlines that only help the eye
	line    color.RGBA // lines that carry meaning: brackets, axes
	text    color.RGBA
	muted   color.RGBA // secondary text
	accent  color.RGBA // bars, the course of a chance, the cut
	band    color.RGBA // intervals
	inverse color.RGBA // text on accent
	good    color.RGBA
	bad     color.RGBA
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

func (t Theme) palette() palette {
	if t == Light {
		return palette{
			ground: rgb(0xFFFFFF), panel: rgb(0xF4F5F8), focus: rgb(0xE3EBFC), rule: rgb(0xDFE2E8),
			line: rgb(0x7C8494), text: rgb(0x171A21), muted: rgb(0x565D6B), accent: rgb(0x2C58C9),
			band: rgb(0xC3D3F7), inverse: rgb(0xFFFFFF), good: rgb(0x14693A), bad: rgb(0xB02A20),
		}
	}
	return palette{
		ground: rgb(0x1B1D22), panel: rgb(0x24272E), focus: rgb(0x2B3852), rule: rgb(0x363A43),
		line: rgb(0x818897), text: rgb(0xF2F4F7), muted: rgb(0xAEB5C2), accent: rgb(0x8DB2FF),
		band: rgb(0x3A4C74), inverse: rgb(0x10131A), good: rgb(0x74D6A0), bad: rgb(0xFF9E94),
	}
}
