package pictures

import (
	"image/color"
	"math"
)

// point is a place in a picture, in layout pixels from the top left.
type point struct{ x, y float32 }

// box is an upright rectangle in layout pixels.
type box struct{ x, y, w, h float32 }

func (b box) right() float32  { return b.x + b.w }
func (b box) bottom() float32 { return b.y + b.h }
func (b box) middle() float32 { return b.y + b.h/2 }

// step is one piece of an outline. A curve has two control points before its
// end; a line has only its end.
type step struct {
	kind       stepKind
	c1, c2, to point
}

type stepKind uint8

const (
	moveTo stepKind = iota
	lineTo
	cubeTo
)

// outline is a filled shape; parts that overlap are filled once, so they must
// turn the same way.
type outline []step

func (o *outline) move(p point)          { *o = append(*o, step{kind: moveTo, to: p}) }
func (o *outline) lineTo(p point)        { *o = append(*o, step{kind: lineTo, to: p}) }
func (o *outline) cube(c1, c2, to point) { *o = append(*o, step{cubeTo, c1, c2, to}) }

// polygon appends a closed polygon, turned clockwise on the screen.
func (o *outline) polygon(points ...point) {
	area := float32(0)
	for i, p := range points {
		q := points[(i+1)%len(points)]
		area += p.x*q.y - q.x*p.y
	}
	for i := range points {
		p := points[i]
		if area < 0 {
			p = points[len(points)-1-i]
		}
		if i == 0 {
			o.move(p)
		} else {
			o.lineTo(p)
		}
	}
}

// arc is the length of the control arms of a quarter circle of radius 1.
const arc = 0.5522848

// rounded appends a rectangle with round corners.
func (o *outline) rounded(b box, r float32) {
	r = min(r, b.w/2, b.h/2)
	k := r * (1 - arc)
	o.move(point{b.x + r, b.y})
	o.lineTo(point{b.right() - r, b.y})
	o.cube(point{b.right() - k, b.y}, point{b.right(), b.y + k}, point{b.right(), b.y + r})
	o.lineTo(point{b.right(), b.bottom() - r})
	o.cube(point{b.right(), b.bottom() - k}, point{b.right() - k, b.bottom()}, point{b.right() - r, b.bottom()})
	o.lineTo(point{b.x + r, b.bottom()})
	o.cube(point{b.x + k, b.bottom()}, point{b.x, b.bottom() - k}, point{b.x, b.bottom() - r})
	o.lineTo(point{b.x, b.y + r})
	o.cube(point{b.x, b.y + k}, point{b.x + k, b.y}, point{b.x + r, b.y})
}

// ellipse appends an ellipse with the given half-axes.
func (o *outline) ellipse(c point, rx, ry float32) {
	kx, ky := rx*arc, ry*arc
	o.move(point{c.x, c.y - ry})
	o.cube(point{c.x + kx, c.y - ry}, point{c.x + rx, c.y - ky}, point{c.x + rx, c.y})
	o.cube(point{c.x + rx, c.y + ky}, point{c.x + kx, c.y + ry}, point{c.x, c.y + ry})
	o.cube(point{c.x - kx, c.y + ry}, point{c.x - rx, c.y + ky}, point{c.x - rx, c.y})
	o.cube(point{c.x - rx, c.y - ky}, point{c.x - kx, c.y - ry}, point{c.x, c.y - ry})
}

func (o *outline) disc(centre point, r float32) {
	o.ellipse(centre, r, r)
}

// stroke appends a line through the points with round joins and ends.
func (o *outline) stroke(width float32, points ...point) {
	half := width / 2
	for i, p := range points {
		o.disc(p, half)
		if i == 0 {
			continue
		}
		q := points[i-1]
		length := float32(math.Hypot(float64(p.x-q.x), float64(p.y-q.y)))
		if length == 0 {
			continue
		}
		nx, ny := -(p.y-q.y)/length*half, (p.x-q.x)/length*half
		o.polygon(point{q.x + nx, q.y + ny}, point{p.x + nx, p.y + ny}, point{p.x - nx, p.y - ny}, point{q.x - nx, q.y - ny})
	}
}

// op is one drawing step. Exactly one of its three forms is set.
type op struct {
	colour color.RGBA
	rect   box     // filled, if it has an area
	shape  outline // filled, if not empty
	text   *line   // set with its baseline starting at at
	at     point
	size   float32
}

// scene is a picture as a list of drawing steps, later ones on top. Both back
// ends draw it: the raster one pixels, the other SVG. It is immutable once
// built.
type scene struct {
	width, height float32 // layout pixels, whole numbers
	ground        color.RGBA
	ops           []op
}
