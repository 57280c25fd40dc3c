package pictures

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"topcut/commands/text"
	"topcut/tournament/golden"
	"topcut/tournament/testrun"
)

func TestMain(m *testing.M) {
	testrun.Light()
	bare = text.Printer{}.Plain()
	os.Exit(m.Run())
}

// tolerance is how far a channel of a pixel may be from the golden picture.
const tolerance = 2

// TestGoldenPictures compares every kind of picture, in both themes, with
// testdata by pixels. What differs is written beside it as got and diff.
func TestGoldenPictures(t *testing.T) {
	p := newPainter(t)
	for _, theme := range []Theme{Dark, Light} {
		for _, s := range samples() {
			for i, picture := range s.pictures(t, p, Options{Theme: theme, Scale: 1}) {
				name := fmt.Sprintf("%s-%d-%s", s.name, i+1, theme)
				t.Run(name, func(t *testing.T) { compare(t, filepath.Join("testdata", name), picture.PNG()) })
			}
		}
	}
}

func compare(t *testing.T, path string, got []byte) {
	t.Helper()
	update := golden.Updating(t)
	held, err := os.ReadFile(path + ".png")
	if os.IsNotExist(err) && update {
		golden.Write(t, path+".png", got)
		return
	}
	if err != nil {
		t.Fatalf("%v; %s", err, golden.Remedy(t))
	}
	want, have := decode(t, held), decode(t, got)
	difference := image.NewRGBA(want.Bounds())
	wrong := 0
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			if !near(want.At(x, y), have.At(x, y)) {
				difference.Set(x, y, color.RGBA{R: 0xFF, A: 0xFF})
				wrong++
			}
		}
	}
	if wrong == 0 && want.Bounds() == have.Bounds() {
		return
	}
	if update {
		golden.Write(t, path+".png", got)
		return
	}
	var file bytes.Buffer
	if err := png.Encode(&file, difference); err != nil {
		t.Fatal(err)
	}
	for suffix, data := range map[string][]byte{".got.png": got, ".diff.png": file.Bytes()} {
		if err := os.WriteFile(path+suffix, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("%d pixels differ by more than %d, sizes are %v and %v; see %s.got.png and .diff.png; if that is meant, %s", wrong, tolerance, want.Bounds(), have.Bounds(), path, golden.Remedy(t))
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func near(a, b color.Color) bool {
	r0, g0, b0, _ := a.RGBA()
	r1, g1, b1, _ := b.RGBA()
	for _, d := range []int{int(r0>>8) - int(r1>>8), int(g0>>8) - int(g1>>8), int(b0>>8) - int(b1>>8)} {
		if d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}
