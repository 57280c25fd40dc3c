package check

import (
	"fmt"
	"testing"
)

func TestAttachmentIDsMatchFileParts(t *testing.T) {
	one := Context{Files: []File{{"files[0]", "rules.txt"}}}
	described := func(entries ...any) object { return object{"attachments": append(list{}, entries...)} }
	judge(t, []ruling{
		{name: "matching", payload: described(object{"id": "0", "filename": "rules.txt"}), context: one},
		{name: "id as a number", payload: described(object{"id": 0}), context: one},
		{name: "no such part", payload: described(object{"id": "0"}, object{"id": "1"}), context: one, want: "attachments[1].id is \"1\", but there is neither"},
		{name: "part not listed", payload: described(), context: one, want: "attachments do not list the file part files[0]"},
		{name: "id twice", payload: described(object{"id": "0"}, object{"id": "0"}), context: one, want: "attachments[1].id is \"0\""},
		{name: "no id", payload: described(object{"id": "0"}, object{"filename": "a"}), context: one, want: "attachments[1].id is missing"},
		{name: "without a list", payload: object{}, context: one},
		{name: "part with another name", payload: object{"embeds": list{object{"title": "a"}}}, context: Context{Files: []File{{"upload", "rules.txt"}}}, want: "a part named \"upload\""},
		{name: "two parts of one name", payload: object{}, context: Context{Files: []File{{"files[0]", "a.txt"}, {"files[0]", "b.txt"}}}, want: "two parts named files[0]"},
		{name: "file without a name", payload: object{}, context: Context{Files: []File{{"files[0]", ""}}}, want: "file name has 0 characters"},
		{name: "filename 1024", payload: described(object{"id": "0", "filename": letters(1024)}), context: one},
		{name: "filename 1025", payload: described(object{"id": "0", "filename": letters(1025)}), context: one, want: "filename has 1025"},
	}, Message)
}

func TestAttachmentsAreAtMost10(t *testing.T) {
	parts := func(n int) (files []File) {
		for i := range n {
			files = append(files, File{fmt.Sprintf("files[%d]", i), fmt.Sprintf("%d.txt", i)})
		}
		return files
	}
	kept := []Attachment{{"77", "old.txt"}}
	listed := object{"attachments": append(times(10, func(i int) any { return object{"id": fmt.Sprint(i)} }), object{"id": "77", "filename": "old.txt"})}
	judge(t, []ruling{
		{name: "10", payload: object{}, context: Context{Files: parts(10)}},
		{name: "11", payload: object{}, context: Context{Files: parts(11)}, want: "come to 11 files"},
		{name: "10 and a kept one", payload: listed, context: Context{Route: RouteEdit, Files: parts(10), Attachments: kept}, want: "come to 11 files"},
	}, Message)
}

func TestEditListsTheAttachmentsThatRemain(t *testing.T) {
	edit := Context{Route: RouteEdit, HasContent: true, Files: []File{{"files[0]", "a.txt"}}, Attachments: []Attachment{{"77", "old.txt"}}}
	judge(t, []ruling{
		{name: "listed", payload: object{"attachments": list{object{"id": "77", "filename": "old.txt"}, object{"id": "0"}}}, context: edit},
		{name: "dropped", payload: object{"attachments": list{object{"id": "0"}}}, context: edit},
		{name: "not said", payload: object{}, context: edit, want: "attachments is missing in an edit with files"},
		{name: "of another message", payload: object{"attachments": list{object{"id": "78", "filename": "x"}, object{"id": "0"}}}, context: edit, want: "attachments[0].id is \"78\""},
	}, Message)
}

func TestAttachmentLinksHaveTheirFile(t *testing.T) {
	image := func(name string) object {
		return object{
			"embeds":      list{object{"image": object{"url": "attachment://" + name}}},
			"attachments": list{object{"id": "0", "description": "The bracket"}},
		}
	}
	png := Context{Files: []File{{"files[0]", "bracket.png"}}}
	edit := Context{Route: RouteEdit, Attachments: []Attachment{{"77", "bracket.png"}}}
	judge(t, []ruling{
		{name: "there", payload: image("bracket.png"), context: png},
		{name: "not there", payload: image("table.png"), context: png, want: "embeds[0].image.url refers to the file \"table.png\""},
		{name: "renamed", payload: with(image("final.png"), object{"attachments": list{object{"id": "0", "filename": "final.png", "description": "The bracket"}}}), context: png},
		{name: "kept by an edit", payload: object{"embeds": list{object{"image": object{"url": "attachment://bracket.png"}}}}, context: edit},
		{name: "dropped by an edit", payload: object{"attachments": list{}, "embeds": list{object{"image": object{"url": "attachment://bracket.png"}}}}, context: edit, want: "not in the message"},
		{name: "odd name", payload: image("a%20b.png"), context: Context{Files: []File{{"files[0]", "a%20b.png"}}}, want: "may only have letters"},
	}, Message)
}

func TestPicturesHaveAlternativeText(t *testing.T) {
	png := Context{Files: []File{{"files[0]", "bracket.PNG"}}}
	described := func(text string) object {
		return object{"attachments": list{object{"id": "0", "description": text}}}
	}
	gallery := func(description any) object {
		return v2(object{"type": 12, "items": list{object{"media": object{"url": "attachment://bracket.PNG"}, "description": description}}})
	}
	judge(t, []ruling{
		{name: "1024", payload: described(letters(1024)), context: png},
		{name: "1025", payload: described(letters(1025)), context: png, want: "attachments[0].description has 1025"},
		{name: "none", payload: described(""), context: png, want: "no alternative text"},
		{name: "no list", payload: object{}, context: png, want: "no alternative text"},
		{name: "in a gallery", payload: gallery("The bracket"), context: png},
		{name: "none in a gallery", payload: gallery(nil), context: png, want: "no alternative text"},
		{name: "shown nowhere", payload: with(v2(text("a")), described("The bracket")), context: png, want: "components show the file \"bracket.PNG\" nowhere"},
		{name: "no picture", payload: object{}, context: Context{Files: []File{{"files[0]", "standings.csv"}}}},
	}, Message)
}
