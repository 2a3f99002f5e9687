package view

import (
	"hawker/internal/catalog"
)

// pictureURL is the address of a picture's middle width; a client that wants
// another replaces the last part. "" when there is none.
func PictureURL(town *catalog.Town, key string) string {
	p, ok := town.Picture(key)
	if !ok {
		return ""
	}
	return p.URL("480")
}

// zoomURL is the address of a picture's large form; "" when there is none.
func zoomURL(town *catalog.Town, key string) string {
	p, ok := town.Picture(key)
	if !ok || !p.Zoom {
		return ""
	}
	return p.URL("zoom")
}
