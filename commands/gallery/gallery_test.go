package gallery_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"topcut/commands/discord"
	"topcut/commands/gallery"
	"topcut/commands/pictures"
	"topcut/tournament/table"
)

// players returns a table of n players.
func players(n int) pictures.TableData {
	d := &table.Table{Title: "Standings", Columns: []table.Column{{Kind: table.Rank}, {Kind: table.Name}, {Kind: table.Number, Title: "Points"}}}
	for i := range n {
		d.Add(fmt.Sprint(i+1), "Player", "3")
	}
	return pictures.TableData{Table: d}
}

func TestFilesArePicturesADiscordMessageTakes(t *testing.T) {
	files, err := gallery.New(0).Files(t.Context(), "standings", players(512))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != gallery.MaxPictures {
		t.Errorf("%d files of 16 pages, want %d", len(files), gallery.MaxPictures)
	}
	for i, f := range files {
		if want := fmt.Sprintf("standings-%d.png", i+1); f.Name != want || f.ContentType != "image/png" {
			t.Errorf("file %d is %s of type %s, want %s", i, f.Name, f.ContentType, want)
		}
		if !strings.HasPrefix(f.Description, "Standings") {
			t.Errorf("the alt text of %s is %q", f.Name, f.Description)
		}
		if _, err := png.Decode(bytes.NewReader(f.Data)); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	m := discord.Message{Content: "x", Files: files}
	if err := m.Check(); err != nil {
		t.Error(err)
	}
}

// counting counts how often it is drawn, and how many are drawn at once.
type counting struct {
	Name          string
	drawn, active *atomic.Int32
	overlap       *atomic.Bool
	hold          chan struct{}
}

func (c counting) Draw(pt *pictures.Painter, o pictures.Options) ([]pictures.Picture, error) {
	if c.active.Add(1) > 1 {
		c.overlap.Store(true)
	}
	defer c.active.Add(-1)
	c.drawn.Add(1)
	if c.hold != nil {
		<-c.hold
	}
	return players(1).Draw(pt, o)
}

func newCounting() counting {
	return counting{drawn: new(atomic.Int32), active: new(atomic.Int32), overlap: new(atomic.Bool)}
}

func TestTheSameDrawingIsRenderedOnceAndOneAtATime(t *testing.T) {
	g, c := gallery.New(0), newCounting()
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			c := c
			c.Name = fmt.Sprint(i % 4)
			if _, err := g.Files(t.Context(), "x", c); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := c.drawn.Load(); n != 4 {
		t.Errorf("4 different drawings were drawn %d times", n)
	}
	if c.overlap.Load() {
		t.Error("two drawings were rendered at once")
	}
}

func TestNobodyWaitsLongerThanTheirContext(t *testing.T) {
	g, c := gallery.New(0), newCounting()
	c.hold = make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Files(ctx, "x", c); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v while the picture is being drawn", err)
	}
	close(c.hold)
	if files, err := g.Files(t.Context(), "x", c); err != nil || len(files) != 1 {
		t.Errorf("afterwards: %d files, %v", len(files), err)
	}
	if n := c.drawn.Load(); n != 1 {
		t.Errorf("drawn %d times, though the first rendering went on", n)
	}
	if files, err := g.Files(ctx, "x", c); err != nil || len(files) != 1 {
		t.Errorf("what is done is not given to one who cannot wait: %v", err)
	}
}

func TestWhatCannotBeDrawnIsAnErrorAndTriedAgain(t *testing.T) {
	g := gallery.New(0)
	bad := players(1)
	bad.Rows[0].Cells = nil
	for range 2 {
		if _, err := g.Files(t.Context(), "x", bad); err == nil || !strings.Contains(err.Error(), "0 cells") {
			t.Errorf("got %v", err)
		}
	}
	if _, err := g.Files(t.Context(), "x", panicking{}); err == nil || !strings.Contains(err.Error(), "panic") {
		t.Errorf("got %v", err)
	}
}

type panicking struct{}

func (panicking) Draw(*pictures.Painter, pictures.Options) ([]pictures.Picture, error) { panic("oh") }

func TestOldPicturesAreForgotten(t *testing.T) {
	g, c := gallery.New(1), newCounting() // room for the newest only
	for _, name := range []string{"first", "first", "second", "first"} {
		c.Name = name
		if _, err := g.Files(t.Context(), "x", c); err != nil {
			t.Fatal(err)
		}
	}
	if n := c.drawn.Load(); n != 3 {
		t.Errorf("drawn %d times; the first picture is to be remembered until the second, and then drawn anew", n)
	}
}
