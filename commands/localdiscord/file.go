package localdiscord

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // for the size of a GIF
	_ "image/jpeg" // and of a JPEG
	"image/png"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"topcut/commands/wire"
)

// Attachment is a file of a message or of a slash command's option.
type Attachment struct {
	wire.Attachment
	ProxyURL    string `json:"proxy_url"`
	Description string `json:"description,omitempty"`
	Width       *int   `json:"width,omitempty"`
	Height      *int   `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// upload is a file part of a multipart request.
type upload struct {
	part        string // "files[0]"
	name        string
	contentType string
	data        []byte
	size        image.Point // of a picture
	problem     string      // why the data does not match the file's name
}

// inspect finds the size of a picture and whether a PNG can be decoded completely. It is
// called without the server's lock.
func (u *upload) inspect() {
	if u.contentType == "" || u.contentType == "application/octet-stream" {
		if t := mime.TypeByExtension(path.Ext(u.name)); t != "" {
			u.contentType, _, _ = strings.Cut(t, ";")
		}
	}
	if strings.EqualFold(path.Ext(u.name), ".png") || u.contentType == "image/png" {
		picture, err := png.Decode(bytes.NewReader(u.data))
		if err != nil {
			u.problem = fmt.Sprintf("file %q is not a PNG that can be decoded: %v", u.name, err)
			return
		}
		u.size = picture.Bounds().Size()
		return
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
		u.size = image.Pt(c.Width, c.Height)
	}
}

// fileStore keeps attachment data up to a total size and drops the oldest first.
type fileStore struct {
	limit, used int
	files       map[string]storedFile
	order       []string
}

type storedFile struct {
	channel, name, contentType string
	data                       []byte
}

func newFileStore(limit int) *fileStore {
	return &fileStore{limit: limit, files: map[string]storedFile{}}
}

func (f *fileStore) put(id string, file storedFile) {
	f.files[id] = file
	f.order = append(f.order, id)
	f.used += len(file.data)
	for f.used > f.limit && len(f.order) > 1 {
		f.drop(f.order[0])
		f.order = f.order[1:]
	}
	if len(f.order) > 2*len(f.files)+64 {
		live := f.order[:0]
		for _, id := range f.order {
			if _, ok := f.files[id]; ok {
				live = append(live, id)
			}
		}
		f.order = live
	}
}

func (f *fileStore) drop(id string) {
	f.used -= len(f.files[id].data)
	delete(f.files, id)
}

// store keeps the data of a file and describes it.
func (s *Server) store(channelID, name, contentType string, data []byte, size image.Point) Attachment {
	id := s.ids.next()
	name = path.Base("/" + strings.ReplaceAll(name, " ", "_"))
	s.files.put(id, storedFile{channel: channelID, name: name, contentType: contentType, data: data})
	url := fmt.Sprintf("%s/attachments/%s/%s/%s?ex=%x&is=%x&hm=%s", s.url, channelID, id, pathEscape(name),
		s.now().Add(24*3600e9).Unix(), s.now().Unix(), s.randomToken(12))
	a := Attachment{Attachment: wire.Attachment{ID: id, Name: name, Size: int64(len(data)), URL: url, ContentType: contentType}, ProxyURL: url}
	if size != (image.Point{}) {
		a.Width, a.Height = new(size.X), new(size.Y)
	}
	return a
}

// attach stores an uploaded file of a message, with the name and alternative text of its
// entry in the attachments list.
func (s *Server) attach(m *messageState, up upload, refs []wire.Upload) Attachment {
	name, description := up.name, ""
	number, _ := wire.PartNumber(up.part)
	for _, r := range refs {
		if string(r.ID) == number {
			if r.Filename != "" {
				name = r.Filename
			}
			if r.Description != nil {
				description = *r.Description
			}
		}
	}
	a := s.store(m.ChannelID, name, up.contentType, up.data, up.size)
	a.Description = description
	a.Ephemeral = m.Private()
	return a
}

// pathEscape escapes a file name for a URL.
func pathEscape(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-_.~", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// serveFile answers GET /attachments/{channel}/{id}/{name}, as the CDN does.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/attachments/"), "/")
	var file storedFile
	var ok bool
	if len(parts) == 3 {
		s.mu.Lock()
		file, ok = s.files.files[parts[1]]
		s.mu.Unlock()
	}
	if !ok || file.channel != parts[0] || file.name != parts[2] {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	if file.contentType != "" {
		w.Header().Set("Content-Type", file.contentType)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(file.data)))
	_, _ = w.Write(file.data) // a client that hung up needs no error
}

// File returns the data of an attachment that is still kept.
func (s *Server) File(a Attachment) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.files.files[a.ID]
	return f.data, ok
}
