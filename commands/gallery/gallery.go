// Package gallery makes pictures for messages.
//
// A drawing is rendered once: equal data gives the same files, as long as they are
// cached. One drawing is rendered at a time, in a goroutine of its own, so that
// pictures take one processor at most and no caller has to wait for one: a caller whose
// context ends goes on without it, the rendering goes on too, and the next caller finds
// it done.
package gallery

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"

	"topcut/commands/discord"
	"topcut/commands/pictures"
)

const (
	// MaxPictures is how many pictures of a drawing are rendered: as many as a
	// message holds.
	MaxPictures = 10
	// usual is how many bytes of pictures are kept by default. A page of standings
	// takes some 100 kB.
	usual = 16 << 20
)

// Gallery renders and remembers pictures. It is safe for concurrent use.
type Gallery struct {
	turn chan struct{} // one rendering at a time

	limit int // bytes to remember

	mu    sync.Mutex
	works map[key]*work
	order []key // finished works, the one asked for last at the end
	size  int   // bytes of finished works
}

// thePainter draws for all galleries: it keeps no pictures, and its fonts take long to read.
var thePainter = sync.OnceValues(pictures.New)

// key is the hash of what is drawn, and of what its files are called.
type key [sha256.Size]byte

// work is a drawing that is being rendered, or has been.
type work struct {
	done  chan struct{} // closed when files and err stand
	files []discord.File
	err   error
}

// New returns an empty gallery that remembers so many bytes of pictures, those
// asked for last; 0 = 16 MiB. The fonts are loaded with the first picture.
func New(remember int) *Gallery {
	if remember <= 0 {
		remember = usual
	}
	return &Gallery{
		limit: remember, turn: make(chan struct{}, 1), works: map[key]*work{},
	}
}

// Files returns a drawing as PNG files called name-1.png, name-2.png and so on, at most
// MaxPictures, each described by its alt text; name consists of letters, digits and
// "-". The files are shared and must not be changed. It returns the context's error if
// ctx ends before the pictures are done, and the painter's for data that cannot be
// drawn.
func (g *Gallery) Files(ctx context.Context, name string, d pictures.Drawing) ([]discord.File, error) {
	k, err := keyOf(name, d)
	if err != nil {
		return nil, err
	}
	w := g.work(k, name, d)
	select {
	case <-w.done:
		return w.files, w.err
	default:
	}
	select {
	case <-w.done:
		return w.files, w.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func keyOf(name string, d pictures.Drawing) (key, error) {
	data, err := json.Marshal(d)
	if err != nil {
		return key{}, fmt.Errorf("a %T cannot be told apart from others: %w", d, err)
	}
	return sha256.Sum256(fmt.Appendf(nil, "%T %s %s", d, name, data)), nil
}

// work returns the work for a key and begins it where there is none.
func (g *Gallery) work(k key, name string, d pictures.Drawing) *work {
	g.mu.Lock()
	defer g.mu.Unlock()
	w, ok := g.works[k]
	if ok {
		if i := slices.Index(g.order, k); i >= 0 {
			g.order = append(slices.Delete(g.order, i, i+1), k)
		}
		return w
	}
	w = &work{done: make(chan struct{})}
	g.works[k] = w
	go func() {
		g.turn <- struct{}{}
		w.files, w.err = g.render(name, d)
		<-g.turn
		g.finished(k, w)
		close(w.done)
	}()
	return w
}

// finished remembers a work and forgets the oldest ones beyond the limit. One
// that failed is not remembered.
func (g *Gallery) finished(k key, w *work) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if w.err != nil {
		delete(g.works, k)
		return
	}
	g.order = append(g.order, k)
	g.size += w.bytes()
	for g.size > g.limit && len(g.order) > 1 {
		g.size -= g.works[g.order[0]].bytes()
		delete(g.works, g.order[0])
		g.order = slices.Delete(g.order, 0, 1)
	}
}

func (w *work) bytes() int {
	n := 0
	for i := range w.files {
		n += len(w.files[i].Data)
	}
	return n
}

// render draws for Discord: the dark theme has a ground of its own and can be
// read in a light client too. A fault in drawing costs the picture, not the
// bot.
func (g *Gallery) render(name string, d pictures.Drawing) (files []discord.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			files, err = nil, fmt.Errorf("panic while drawing %s: %v\n%s", name, p, debug.Stack())
		}
	}()
	painter, err := thePainter()
	if err != nil {
		return nil, err
	}
	list, err := d.Draw(painter, pictures.Options{Theme: pictures.Dark})
	if err != nil {
		return nil, fmt.Errorf("the picture %s cannot be drawn: %w", name, err)
	}
	for i, p := range list[:min(len(list), MaxPictures)] {
		files = append(files, discord.File{
			Name: fmt.Sprintf("%s-%d.png", name, i+1), ContentType: "image/png", Description: p.Alt, Data: p.PNG(),
		})
	}
	return files, nil
}
