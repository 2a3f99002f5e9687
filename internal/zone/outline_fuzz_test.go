package zone_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hawker/internal/zone"
)

func FuzzDecodeOutline(f *testing.F) {
	for _, seed := range []string{`[]`, `[[0,0],[1,0],[1,1]]`, `[[0,0],[1,0],[1,1],[0,0]]`, `[[200,0],[1,0],[1,1]]`, `[[0]]`, `null`, `{}`, `[[1e999,0]]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		outline, err := zone.DecodeOutline(text)
		if err != nil {
			return
		}
		written, err := zone.EncodeOutline(outline)
		if err != nil {
			t.Fatal(err)
		}
		again, err := zone.DecodeOutline(written)
		if err != nil || !cmp.Equal(outline.Ring(), again.Ring()) {
			t.Fatalf("%q is written as %s and read as %v, %v", text, written, again.Ring(), err)
		}
	})
}
