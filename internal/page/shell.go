package page

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"strings"
)

// The built pages, into which head and data are inserted: the storefront's, and the desk's.
const (
	shellName = "index.html"
	deskName  = "desk.html"
)

// The marks where something is inserted.
var (
	headMark = []byte("<!--head-->")
	rootMark = []byte("<!--root-->")
	dataMark = []byte("<!--data-->")
	htmlMark = []byte("<html")
)

// shell is a built page, split at its marks.
type shell struct {
	start, afterHTML, afterHead, afterRoot, end []byte

	own ownLanguages
}

// insertions are what is inserted for each request.
type insertions struct{ head, root, data []byte }

// readShell splits the built page. Without a build it returns a page that tells how to
// build, so that the server starts and the API can be worked on.
func readShell(assets fs.FS, name string) (*shell, error) {
	built, err := fs.ReadFile(assets, name)
	if errors.Is(err, fs.ErrNotExist) {
		built = []byte("<!doctype html><html><head><!--head--></head><body><p>This page is not built. Run: make build</p><!--root--><!--data--></body></html>")
	} else if err != nil {
		return nil, err
	}
	start, rest, ok1 := bytes.Cut(built, htmlMark)
	afterHTML, rest, ok2 := bytes.Cut(rest, headMark)
	afterHead, rest, ok3 := bytes.Cut(rest, rootMark)
	afterRoot, end, ok4 := bytes.Cut(rest, dataMark)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return nil, fmt.Errorf("%s lacks %s, %s or %s", name, headMark, rootMark, dataMark)
	}
	// The attributes of <html …> in the file are defaults; each request sets its own.
	if _, tail, ok := bytes.Cut(afterHTML, []byte(">")); ok {
		afterHTML = tail
	}
	return &shell{start: start, afterHTML: afterHTML, afterHead: afterHead, afterRoot: afterRoot, end: end}, nil
}

var styleLinks = regexp.MustCompile(`<link rel="stylesheet"[^>]* href="([^"]+)"`)

// Styles returns the paths of the storefront's stylesheets, none without a build. Other
// pages use them to look the same.
func Styles(assets fs.FS) []string {
	built, err := fs.ReadFile(assets, shellName)
	if err != nil {
		return nil
	}
	var paths []string
	for _, link := range styleLinks.FindAllSubmatch(built, -1) {
		paths = append(paths, string(link[1]))
	}
	return paths
}

func (s *shell) fill(prefs preferences, p insertions) []byte {
	var b bytes.Buffer
	b.Grow(len(s.start) + len(s.afterHTML) + len(p.head) + len(s.afterHead) + len(p.root) + len(s.afterRoot) + len(p.data) + len(s.end) + 128)
	b.Write(s.start)
	fmt.Fprintf(&b, `<html lang="%s" dir="%s"`, html.EscapeString(prefs.language), prefs.direction)
	if prefs.scheme != "" {
		fmt.Fprintf(&b, ` data-mantine-color-scheme="%s"`, prefs.scheme)
	}
	b.WriteByte('>')
	b.Write(s.afterHTML)
	fmt.Fprintf(&b, `<meta name="hk-languages" content="%s">`, html.EscapeString(strings.Join(prefs.languages, " ")))
	b.Write(s.own.head(prefs))
	b.Write(p.head)
	b.Write(translateNotices(s.afterHead, prefs))
	b.Write(p.root)
	b.Write(translateNotices(s.afterRoot, prefs))
	b.Write(p.data)
	b.Write(s.end)
	return b.Bytes()
}
