package page

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

// files are the files of the storefront, by path, with the compressed forms that the
// build has made. They are read from the binary for each request, and not kept in
// memory, where the system has the used parts of the binary already.
type files map[string]*file

type file struct {
	assets          fs.FS
	kind            string // content type
	etag            string
	plain, gzip, br encodedFile
	immutable       bool // its name changes with its content
}

// encodedFile is one form of a file, plain or compressed. Without a name there is none.
type encodedFile struct {
	name string
	size int64
}

// notFiles are those that pages are made from.
var notFiles = []string{shellName, deskName, firstViewsName}

// newFiles finds all files except those that pages are made from.
func newFiles(assets fs.FS) (files, error) {
	all := files{}
	err := fs.WalkDir(assets, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") || slices.Contains(notFiles, name) {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		f := all.at(assets, "/"+strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".br"))
		content := encodedFile{name: name, size: info.Size()}
		switch {
		case strings.HasSuffix(name, ".gz"):
			f.gzip = content
		case strings.HasSuffix(name, ".br"):
			f.br = content
		default:
			f.plain = content
			if f.immutable { // its name identifies the content, so it need not be read and hashed
				f.etag = `"` + path.Base(name) + `"`
				return nil
			}
			f.etag, err = etagOf(assets, name)
		}
		return err
	})
	return all, err
}

func etagOf(assets fs.FS, name string) (string, error) {
	content, err := assets.Open(name)
	if err != nil {
		return "", err
	}
	defer content.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, content); err != nil {
		return "", err
	}
	return `"` + hex.EncodeToString(sum.Sum(nil)[:8]) + `"`, nil
}

func (all files) at(assets fs.FS, name string) *file {
	if all[name] == nil {
		all[name] = &file{assets: assets, kind: contentType(name), immutable: strings.HasPrefix(name, "/assets/")}
	}
	return all[name]
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// serveOr serves a file, or calls next if the path is not a file.
func (all files) serveOr(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, found := all[r.URL.Path]
		if !found || f.plain.name == "" {
			next.ServeHTTP(w, r)
			return
		}
		f.ServeHTTP(w, r)
	})
}

func (f *file) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.etag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if f.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == f.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	sent := f.plain
	switch accepted := r.Header.Get("Accept-Encoding"); {
	case f.br.name != "" && strings.Contains(accepted, "br"):
		h.Set("Content-Encoding", "br")
		sent = f.br
	case f.gzip.name != "" && strings.Contains(accepted, "gzip"):
		h.Set("Content-Encoding", "gzip")
		sent = f.gzip
	}
	content, err := f.assets.Open(sent.name)
	if err != nil {
		panic(err) // newFiles has found it in the binary
	}
	defer content.Close()
	h.Set("Content-Length", strconv.FormatInt(sent.size, 10))
	_, _ = io.Copy(w, content) // fails when the client has gone
}
