// Package gallery renders pictures for messages.
//
// A drawing is rendered once: equal data gives the same files while they are cached. One
// drawing is rendered at a time, in its own goroutine, so that pictures use at most one
// processor and no caller has to wait: a caller whose context ends goes on without the
// picture, rendering continues, and the next caller finds it done.
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
	// MaxPictures bounds the rendered pictures of a drawing to those that fit a message.
	MaxPictures = 10
	// usual is the default cache size in bytes. A page of standings takes some 100 kB.
	usual = 16 << 20
)

// Gallery renders and caches pictures. It is safe for concurrent use.
type Gallery struct {
	turn chan struct{} // one rendering at a time

	limit int // cache size in bytes

	mu    sync.Mutex
	works map[key]*work
	order []key // finished works, most recently used last
	size  int   // bytes of finished works
}

// thePainter draws for all galleries: it keeps no pictures, and its fonts are slow to
// load.
var thePainter = sync.OnceValues(pictures.New)

// key is the hash of a drawing and of the names of its files.
type key [sha256.Size]byte

// work is a drawing that is being rendered, or has been.
type work struct {
	done  chan struct{} // closed when files and err are set
	files []discord.File
	err   error
}

// New returns an empty gallery that caches this many bytes of pictures, the most recently
// used; 0 means 16 MiB. The fonts are loaded with the first picture.
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

// work returns the work for a key and starts it if there is none.
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

// finished caches a work and drops the oldest ones beyond the limit. A failed work is not
// cached.
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

// render draws for Discord: the dark theme has its own background and is readable in a
// light client too. A panic in drawing affects only the picture.
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
