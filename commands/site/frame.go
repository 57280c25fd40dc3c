package site

// top begins a page, up to its content.
func (p *frame) top(w *writer) {
	w.put(`<!doctype html>
<html lang="`, p.said("web.language"), `">
<head>
<meta charset="utf-8">`)
	if p.Frozen != nil {
		w.put(`
<meta http-equiv="Content-Security-Policy" content="`, escaped(p.Frozen.Policy), `">`)
	}
	w.put(`
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>`, shownText(p.Title), `</title>`)
	if p.Frozen != nil {
		w.put(`
<style>`, p.Frozen.Style, `</style>`)
	} else {
		p.links(w)
	}
	w.put(`
</head>
<body>
<div id="event" data-seq="`, number(p.Seq), `">`)
}

// links writes what only a live page has: its preview, and the files it loads.
func (p *frame) links(w *writer) {
	w.put(`
<meta property="og:title" content="`, shownText(p.Title), `">
<meta property="og:description" content="`, escaped(p.Description), `">
<meta property="og:type" content="website">`)
	if p.Address != "" {
		w.put(`
<meta property="og:url" content="`, escaped(p.Address), `">
<meta property="og:image" content="`, escaped(p.Address), `/card.png">`, `
<meta name="twitter:card" content="summary_large_image">
<link rel="alternate" type="text/calendar" href="`, linked(p.Address), `.ics">`)
	}
	w.put(when(!p.Listed, `
<meta name="robots" content="noindex">`), `
<link rel="icon" type="image/svg+xml" href="`, assetLink("icon", ".svg"), `">
<link rel="stylesheet" href="`, assetLink("style", ".css"), `">`)
	if !p.Still {
		w.put(`
<script type="module" src="`, assetLink("follow", ".js"), `"></script>`)
	}
}

// bottom ends a page.
func (p *frame) bottom(w *writer) {
	w.put(`</div>`)
	switch {
	case p.Frozen != nil && p.Checked:
		w.put(`
<script>`, p.Frozen.Script, `</script>`)
	case p.Frozen == nil:
		w.put(`
<p class="note" id="stale" role="status" hidden>`, p.said("web.stale"), `</p>`)
		if p.Checked {
			w.put(`
<script type="module" src="`, assetLink("check", ".js"), `"></script>`)
		}
	}
	w.put(`
</body>
</html>
`)
}

// find writes the field in which a reader looks for a name.
func (p *frame) find(w *writer) {
	if p.Frozen == nil {
		w.put(`<p class="find" hidden><label>`, p.said("web.find"), ` <input id="find" type="search" autocomplete="off" spellcheck="false"></label> <b id="mine"></b></p>
<ul id="path" hidden></ul>`)
	}
}

// assetLink returns the address of a file of live pages.
func assetLink(name, ending string) markup { return linked("/s/" + assetName(name, ending)) }

// beginTable begins a table that scrolls by itself where it is too wide for the page. The
// label is for who cannot see it; the headings have the ends of their tags left out.
func (w *writer) beginTable(label, class markup, headings ...markup) {
	w.put(`<div class="scroll" tabindex="0" role="group" aria-label="`, label, `"><table`)
	if class != "" {
		w.put(` class="`, class, `"`)
	}
	w.put(`><thead><tr>`)
	w.put(headings...)
	w.put(`</thead><tbody>`)
}

// endTable ends a table.
func (w *writer) endTable() {
	w.put(`
</tbody></table></div>`)
}

// notes writes notes below a table.
func (p *frame) notes(w *writer, list []string) {
	for _, note := range list {
		w.put(`
<p class="note">`, shownText(note), `</p>`)
	}
}
