package blob_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"hawker/internal/blob"
)

const key = "item/burger-mint-480.webp"

func open(t *testing.T) (*blob.Store, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "media")
	s, err := blob.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, dir
}

func put(t *testing.T, s *blob.Store, body string) {
	t.Helper()
	if err := s.Put(t.Context(), key, strings.NewReader(body), 100); err != nil {
		t.Fatal(err)
	}
}

// files returns the names of all files in the folder.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestPutGetExistsDelete(t *testing.T) {
	t.Parallel()
	s, dir := open(t)
	ctx := t.Context()
	if _, err := s.Get(ctx, key, 100); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("get before put: %v", err)
	}
	if err := s.Delete(ctx, key); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("delete before put: %v", err)
	}
	put(t, s, "first")
	put(t, s, "second")
	if got, err := s.Get(ctx, key, 100); string(got) != "second" || err != nil {
		t.Errorf("get = %q, %v", got, err)
	}
	if there, err := s.Exists(ctx, key); !there || err != nil {
		t.Errorf("exists = %v, %v", there, err)
	}
	if got := files(t, dir); !slices.Equal(got, []string{key}) {
		t.Errorf("files = %q, want the one", got)
	}
	if err := s.Delete(ctx, key); err != nil {
		t.Error(err)
	}
	if there, err := s.Exists(ctx, key); there || err != nil {
		t.Errorf("exists after delete = %v, %v", there, err)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	s, dir := open(t)
	ctx := t.Context()
	put(t, s, "first")

	if err := s.Put(ctx, key, strings.NewReader("123456"), 6); err != nil {
		t.Errorf("exactly the limit: %v", err)
	}
	if err := s.Put(ctx, key, strings.NewReader("1234567"), 6); !errors.Is(err, blob.ErrTooLarge) {
		t.Errorf("one byte more: %v", err)
	}
	cut := io.MultiReader(strings.NewReader("half"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if err := s.Put(ctx, key, cut, 100); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a body that breaks off: %v", err)
	}
	if got, err := s.Get(ctx, key, 6); string(got) != "123456" || err != nil {
		t.Errorf("after refused bodies: %q, %v; want what was there", got, err)
	}
	if _, err := s.Get(ctx, key, 5); !errors.Is(err, blob.ErrTooLarge) {
		t.Errorf("get with a smaller limit: %v", err)
	}
	if got := files(t, dir); !slices.Equal(got, []string{key}) {
		t.Errorf("files = %q: a temporary file was left", got)
	}
}

func TestKeysStayInTheFolder(t *testing.T) {
	t.Parallel()
	s, dir := open(t)
	for _, bad := range []string{
		"", "/", "/etc/passwd", "..", "../secret", "a/../../secret", "a/..", "a//b", "a/", ".hidden", "a/.hidden", "-flag",
		`a\b`, "a b", "a\x00b", "a\nb", "Item/A", "ünicode", "c:x", "%2e%2e/x", strings.Repeat("a", 201),
	} {
		ctx := t.Context()
		_, getErr := s.Get(ctx, bad, 9)
		_, existsErr := s.Exists(ctx, bad)
		for _, err := range []error{s.Put(ctx, bad, strings.NewReader("x"), 9), getErr, existsErr, s.Delete(ctx, bad)} {
			if !errors.Is(err, blob.ErrKey) {
				t.Errorf("key %q: %v, want ErrKey", bad, err)
			}
		}
	}
	if got := files(t, filepath.Dir(dir)); len(got) != 0 {
		t.Errorf("files = %q, want none", got)
	}
	for _, good := range []string{"a", "item/burger-mint-480.webp", "2026/03/x_1.tar.gz", strings.Repeat("a", 200)} {
		if !blob.ValidKey(good) {
			t.Errorf("key %q is refused", good)
		}
	}
}

func TestRangesOverHTTP(t *testing.T) {
	t.Parallel()
	s, _ := open(t)
	put(t, s, "0123456789")
	f, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Size != 10 || f.ModTime.IsZero() {
		t.Errorf("size %d, modified %v", f.Size, f.ModTime)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Range", "bytes=3-5")
	w := httptest.NewRecorder()
	http.ServeContent(w, r, key, f.ModTime, f)
	if w.Code != http.StatusPartialContent || w.Body.String() != "345" {
		t.Errorf("range 3-5: %d %q", w.Code, w.Body)
	}
}
