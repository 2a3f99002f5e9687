package demo

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
)

func TestEmptyStatesHasNoOtherPictures(t *testing.T) {
	t.Parallel()
	all := fstest.MapFS{"empty/cart-240.webp": {}, "item/pizza-240.webp": {}, "emptyish.webp": {}, "index.json": {}}
	part := below{all, "empty/"}
	if _, err := part.Open("empty/cart-240.webp"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"item/pizza-240.webp", "emptyish.webp", "index.json", ".", "empty/../index.json"} {
		if _, err := part.Open(name); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
