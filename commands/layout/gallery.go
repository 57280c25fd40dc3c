package layout

import (
	"topcut/commands/discord"
	"topcut/commands/pictures"
)

// Figure is a picture of a message: the name of its files (letters and "-") and its data.
// Its content is also in the message as text, or one button away.
type Figure struct {
	Name    string
	Drawing pictures.Drawing
}

// FigureRows is the number of players in one picture of standings.
const FigureRows = 32

// MaxFigures bounds the pictures of one message.
const MaxFigures = 10

// Gallery draws figures and adds them to the panel. It reports whether they were added;
// there are none if a picture fails or is not ready in time, or draw is nil.
func (p *Panel) Gallery(draw func(Figure) []discord.File, list ...Figure) bool {
	if draw == nil {
		return false
	}
	var files []discord.File
	for _, f := range list {
		drawn := draw(f)
		if len(drawn) == 0 {
			return false
		}
		files = append(files, drawn...)
	}
	if files = files[:min(len(files), MaxFigures-len(p.files))]; len(files) == 0 {
		return false
	}
	var items []discord.Thumbnail
	for _, f := range files {
		items = append(items, discord.Thumbnail{URL: "attachment://" + f.Name, Description: f.Description})
	}
	p.Parts, p.files = append(p.Parts, discord.MediaGallery{Items: items}), append(p.files, files...)
	return true
}
