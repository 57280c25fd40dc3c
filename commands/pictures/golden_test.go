package pictures

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"topcut/commands/text"
)

// updating reports whether to write the golden pictures anew:
// go test -run Golden -update
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

func TestMain(m *testing.M) {
	flag.Bool("update", false, "write the golden pictures in testdata anew")
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
	if updating() {
		if err := os.WriteFile(path+".png", got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	golden, err := os.ReadFile(path + ".png")
	if err != nil {
		t.Fatalf("%v; run the test with -update to write it", err)
	}
	want, have := decode(t, golden), decode(t, got)
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
	var file bytes.Buffer
	if err := png.Encode(&file, difference); err != nil {
		t.Fatal(err)
	}
	for suffix, data := range map[string][]byte{".got.png": got, ".diff.png": file.Bytes()} {
		if err := os.WriteFile(path+suffix, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("%d pixels differ by more than %d, sizes are %v and %v; see %s.got.png and .diff.png", wrong, tolerance, want.Bounds(), have.Bounds(), path)
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
