package pictures

import (
	"bytes"
	"image"
	"testing"
)

// TestBandsMakeTheSamePicture draws every sample in bands and in one piece.
func TestBandsMakeTheSamePicture(t *testing.T) {
	p := newPainter(t)
	bands, piece := newRaster(p.fonts), newRaster(p.fonts)
	for _, s := range samples() {
		for i, picture := range s.pictures(t, p, Options{Scale: 2}) {
			whole := picture.scene.bounds(2)
			piece.begin(picture.scene, 2, whole)
			for k := range picture.scene.ops {
				piece.draw(&picture.scene.ops[k])
			}
			for top := 0; top < whole.Max.Y; top += bandHeight {
				bands.begin(picture.scene, 2, image.Rect(0, top, whole.Max.X, top+bandHeight))
				for k := range picture.scene.ops {
					bands.draw(&picture.scene.ops[k])
				}
				want := piece.img.Pix[top*piece.img.Stride:][:len(bands.img.Pix)]
				if !bytes.Equal(bands.img.Pix, want) {
					t.Errorf("%s, picture %d: the rows from %d differ", s.name, i+1, top)
				}
			}
		}
	}
}
