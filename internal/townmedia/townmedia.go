// Package townmedia has the pictures of a town: their files in the media folder, and the
// table media with what they are. A picture is several files, one for each of its forms.
package townmedia

import (
	"cmp"

	"hawker/internal/picture"
)

// Folder is the folder of the pictures, in a town folder and among the stored files.
const Folder = "media"

// Index describes the pictures of a media folder by key. The files of a picture are
// called KEY-FORM.KIND.
type Index map[string]Picture

// Picture describes the files of one picture.
type Picture struct {
	Hash string       `json:"hash"`           // of all its forms, 8 digits
	Zoom bool         `json:"zoom"`           // it also has a large form
	Kind picture.Kind `json:"kind,omitempty"` // empty: WebP

	Original string `json:"-"` // hash of what the forms were made of; empty: they came finished
}

// Files returns the names of the files of a picture.
func (p Picture) Files(key string) []string {
	var names []string
	for _, form := range picture.Forms {
		if form != picture.Zoom || p.Zoom {
			names = append(names, fileOf(key, form, cmp.Or(p.Kind, picture.WebP)))
		}
	}
	return names
}
