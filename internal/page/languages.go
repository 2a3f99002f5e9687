package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"net/http"
	"strings"
	"time"

	"hawker/internal/gzipped"
)

// ownLanguages are the messages of the town's own languages, by tag (ADR 0043).
type ownLanguages map[string]ownLanguage

// ownLanguage is a file of messages. Its path changes with its content.
type ownLanguage struct {
	path, etag  string
	plain, gzip []byte
}

func newOwnLanguages(messages map[string][]byte) ownLanguages {
	all := ownLanguages{}
	for tag, body := range messages {
		sum := sha256.Sum256(body)
		hash := hex.EncodeToString(sum[:4])
		all[tag] = ownLanguage{path: "/languages/" + tag + "." + hash + ".json", etag: `"` + hash + `"`, plain: body, gzip: gzipped.Compress(body)}
	}
	return all
}

// ServeHTTP serves a language. While instances have different versions of it, a page of one
// may ask another: that sends its own version, which nobody may keep.
func (all ownLanguages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	tag, _, _ := strings.Cut(r.PathValue("file"), ".")
	l, found := all[tag]
	if !found {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("ETag", l.etag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Path == l.path {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	body := l.plain
	if gzipped.Accepted(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		body = l.gzip
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// head names the files of the languages that the town offers. The one of the page is fetched
// before the script asks for it.
func (all ownLanguages) head(prefs preferences) []byte {
	var b bytes.Buffer
	for _, tag := range prefs.languages {
		l, found := all[tag]
		if !found {
			continue
		}
		path := html.EscapeString(l.path)
		fmt.Fprintf(&b, `<meta name="hk-language-%s" content="%s">`, html.EscapeString(tag), path)
		if tag == prefs.language {
			fmt.Fprintf(&b, `<link rel="preload" as="fetch" crossorigin href="%s">`, path)
		}
	}
	return b.Bytes()
}
