package town

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write ../art.json again")

// The build makes the pictures from art.json, so it must equal the catalogue. `go test
// ./internal/demo/town -run TestArt -update` writes it.
func TestArt_FileIsFresh(t *testing.T) {
	const file = "../art.json"
	var want bytes.Buffer
	want.WriteString("[\n")
	list := Catalogue()
	for i, a := range list {
		line, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		want.WriteString("  " + string(line))
		if i < len(list)-1 {
			want.WriteByte(',')
		}
		want.WriteByte('\n')
	}
	want.WriteString("]\n")
	if *update {
		if err := os.WriteFile(file, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is stale; run go test ./internal/demo/town -run TestArt -update", file)
	}
}

func TestArt_PicturesAreDistinct(t *testing.T) {
	palettes := []string{"peach", "mint", "lemon", "sky", "lilac", "rose", "sand", "aqua"}
	backed := []string{"item", "store", "logo", "vehicle"}
	seen := map[string]bool{}
	for _, a := range Catalogue() {
		look := a.Kind + a.Palette + a.Main + strings.Join(a.Accents, ",")
		if seen[a.Key] || seen[look] {
			t.Errorf("%s is in the catalogue twice", a.Key)
		}
		seen[a.Key], seen[look] = true, true
		if hasPalette := slices.Contains(palettes, a.Palette); hasPalette != slices.Contains(backed, a.Kind) {
			t.Errorf("%s: palette %q does not suit a %s", a.Key, a.Palette, a.Kind)
		}
	}
}
