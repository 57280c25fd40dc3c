package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress is a progress bar on a terminal. A nil progress shows nothing.
type progress struct {
	w     io.Writer
	what  string
	shown time.Time
}

// newProgress returns nil if w is not a terminal.
func newProgress(w io.Writer, what string) *progress {
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &progress{w: w, what: what}
}

// barWidth is the width of the bar in columns.
const barWidth = 30

// show draws the bar, at most ten times per second.
func (p *progress) show(done, total int) {
	if p == nil || time.Since(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown = time.Now()
	full := barWidth * done / max(total, 1)
	fmt.Fprintf(p.w, "\r%s [%s%s] %3d%%", p.what, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), 100*done/max(total, 1))
}

// clear removes the bar.
func (p *progress) clear() {
	if p != nil && !p.shown.IsZero() {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", len(p.what)+barWidth+10))
	}
}
