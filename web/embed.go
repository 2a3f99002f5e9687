// Package web embeds the built storefront, the desk of the staff and the message catalogue. Before the first build the folder has
// only dist/.keep, so that Go builds without Node.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

//go:embed src/locales/*.json
var locales embed.FS

// Messages is the message catalogue, a file for each language. The server takes the texts of mails from it.
func Messages() fs.FS {
	files, err := fs.Sub(locales, "src/locales")
	if err != nil {
		panic(err) // the folder's name is a constant that the compiler has checked
	}
	return files
}

// Dist is what was built: index.html of the storefront, desk.html, assets/ and the packed twins.
func Dist() fs.FS {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder's name is a constant that the compiler has checked
	}
	return built
}
