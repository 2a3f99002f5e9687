package page

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// files are the built storefront's, held in memory with their packed twins: the
// build has already done the packing.
type files map[string]*file

type file struct {
	kind            string // content type
	etag            string
	plain, gzip, br []byte
	forever         bool // the name changes with the content
}

// newFiles reads everything but the page itself, which is never sent as it is.
func newFiles(assets fs.FS) (files, error) {
	all := files{}
	err := fs.WalkDir(assets, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") || name == shellName {
			return err
		}
		body, err := fs.ReadFile(assets, name)
		if err != nil {
			return err
		}
		f := all.at("/" + strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".br"))
		switch {
		case strings.HasSuffix(name, ".gz"):
			f.gzip = body
		case strings.HasSuffix(name, ".br"):
			f.br = body
		default:
			sum := sha256.Sum256(body)
			f.plain, f.etag = body, `"`+hex.EncodeToString(sum[:8])+`"`
		}
		return nil
	})
	delete(all, "/"+shellName)
	return all, err
}

func (all files) at(name string) *file {
	if all[name] == nil {
		all[name] = &file{kind: contentType(name), forever: strings.HasPrefix(name, "/assets/")}
	}
	return all[name]
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
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

// orElse answers a file, or lets next speak when there is none of that name.
func (all files) orElse(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, found := all[r.URL.Path]
		if !found || f.plain == nil {
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
	if f.forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == f.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.plain
	switch accepted := r.Header.Get("Accept-Encoding"); {
	case f.br != nil && strings.Contains(accepted, "br"):
		h.Set("Content-Encoding", "br")
		body = f.br
	case f.gzip != nil && strings.Contains(accepted, "gzip"):
		h.Set("Content-Encoding", "gzip")
		body = f.gzip
	}
	_, _ = w.Write(body)
}
