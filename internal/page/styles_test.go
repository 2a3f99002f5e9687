package page_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"hawker/internal/page"
)

func TestStyles_ofTheBuiltPage(t *testing.T) {
	t.Parallel()
	built := `<head><link rel="preload" href="/assets/font.woff2"><link rel="stylesheet" crossorigin href="/assets/a-1.css"><link rel="stylesheet" href="/assets/b-2.css"></head>`
	if got := page.Styles(fstest.MapFS{"index.html": {Data: []byte(built)}}); !slices.Equal(got, []string{"/assets/a-1.css", "/assets/b-2.css"}) {
		t.Errorf("of a build: %q", got)
	}
	if got := page.Styles(fstest.MapFS{}); got != nil {
		t.Errorf("without a build: %q", got)
	}
}
