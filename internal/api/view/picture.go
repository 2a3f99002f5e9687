package view

import (
	"hawker/internal/catalog"
)

// PictureURL returns the URL of a picture in its middle width, "" when there is none. A
// client that wants another width replaces the last part.
func PictureURL(directory *catalog.Directory, key string) string {
	return pictureURL(directory, key, "480")
}

// LargePictureURL returns the URL of a picture in its largest width, "" when there is none.
func LargePictureURL(directory *catalog.Directory, key string) string {
	return pictureURL(directory, key, "960")
}

func pictureURL(directory *catalog.Directory, key, form string) string {
	p, ok := directory.Picture(key)
	if !ok {
		return ""
	}
	return p.URL(form)
}

// PictureURLs returns the URLs of those pictures that exist.
func PictureURLs(directory *catalog.Directory, keys []string) []string {
	urls := []string{}
	for _, key := range keys {
		if url := PictureURL(directory, key); url != "" {
			urls = append(urls, url)
		}
	}
	return urls
}

// zoomURL returns the URL of the large picture, "" when there is none.
func zoomURL(directory *catalog.Directory, key string) string {
	p, ok := directory.Picture(key)
	if !ok || !p.Zoom {
		return ""
	}
	return p.URL("zoom")
}
