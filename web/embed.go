// Package web embeds the built storefront and the desk of the staff. Before the first build the folder has
// only dist/.keep, so that Go builds without Node.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Dist is what was built: index.html of the storefront, desk.html, assets/ and the packed twins.
func Dist() fs.FS {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder's name is a constant that the compiler has checked
	}
	return built
}
