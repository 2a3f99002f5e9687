package api

import (
	"fmt"

	"hawker/internal/catalog"
)

// pictureURL is the address of a picture's middle width; a client that wants
// another replaces the last part. The hash in it lets caches keep it for ever.
// "" when there is none.
func pictureURL(town *catalog.Town, key string) string { return mediaURL(town, key, "480") }

// zoomURL is the address of a picture's large form; "" when there is none.
func zoomURL(town *catalog.Town, key string) string {
	if p, ok := town.Picture(key); !ok || !p.Zoom {
		return ""
	}
	return mediaURL(town, key, "zoom")
}

func mediaURL(town *catalog.Town, key, form string) string {
	p, ok := town.Picture(key)
	if !ok {
		return ""
	}
	return fmt.Sprintf("/media/%s/%s-%s.%s", p.Hash, key, form, p.Kind)
}

// flag is a switch as the documents spell it.
func flag(on bool) int {
	if on {
		return 1
	}
	return 0
}
