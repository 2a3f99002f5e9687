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
	"hawker/internal/blob/blobtest"
)

const key = "item/burger-mint-480.webp"

// stores runs a test with a folder, with links to folders, and with S3.
func stores(t *testing.T, test func(t *testing.T, s *blob.Store)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		s, _ := folder(t)
		test(t, s)
	})
	t.Run("links", func(t *testing.T) {
		t.Parallel()
		test(t, links(t))
	})
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		s3 := blobtest.Start(t)
		test(t, s3.Open(t, s3.Options()))
	})
	t.Run("folder in S3", func(t *testing.T) {
		t.Parallel()
		s3 := blobtest.Start(t)
		o := s3.Options()
		o.URL = strings.Replace(o.URL, "town?", "town/prefix/of/it?", 1)
		test(t, s3.Open(t, o))
	})
}

func folder(t *testing.T) (*blob.Store, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "files")
	return open(t, dir), dir
}

// links returns a store whose folder, and the uploads in it, are links to other ones.
func links(t *testing.T) *blob.Store {
	t.Helper()
	dir, files := filepath.Join(t.TempDir(), "files"), t.TempDir()
	if err := errors.Join(os.Symlink(files, dir), os.Symlink(t.TempDir(), filepath.Join(files, "uploads"))); err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

// A list of files must end, and say which link it cannot follow.
func TestEach_namesALinkToItsOwnFolder(t *testing.T) {
	t.Parallel()
	s, dir := folder(t)
	put(t, s, "uploads/a", "a")
	if err := os.Symlink(dir, filepath.Join(dir, "uploads", "loop")); err != nil {
		t.Fatal(err)
	}
	err := s.Each(t.Context(), "", func(blob.Entry) error { return nil })
	if err == nil || !strings.Contains(err.Error(), filepath.Join("uploads", "loop")) {
		t.Errorf("with a link to its own folder: %v", err)
	}
}

func open(t *testing.T, dir string) *blob.Store {
	t.Helper()
	s, err := blob.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func put(t *testing.T, s *blob.Store, key, body string) {
	t.Helper()
	if err := s.Put(t.Context(), key, strings.NewReader(body), 100); err != nil {
		t.Fatal(err)
	}
}

// files returns the keys of all files.
func files(t *testing.T, s *blob.Store, prefix string) []string {
	t.Helper()
	var keys []string
	err := s.Each(t.Context(), prefix, func(e blob.Entry) error {
		keys = append(keys, e.Key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestPutGetExistsDelete(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		ctx := t.Context()
		if _, err := s.Get(ctx, key, 100); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("get before put: %v", err)
		}
		if err := s.Delete(ctx, key); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("delete before put: %v", err)
		}
		put(t, s, key, "first")
		put(t, s, key, "second")
		if got, err := s.Get(ctx, key, 100); string(got) != "second" || err != nil {
			t.Errorf("get = %q, %v", got, err)
		}
		if there, err := s.Exists(ctx, key); !there || err != nil {
			t.Errorf("exists = %v, %v", there, err)
		}
		for _, none := range []string{key + "/x.webp", "item", "item/burger"} {
			if _, err := s.Get(ctx, none, 100); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("get %s: %v", none, err)
			}
			if there, err := s.Exists(ctx, none); there || err != nil {
				t.Errorf("%s exists: %t, %v", none, there, err)
			}
			if err := s.Delete(ctx, none); !errors.Is(err, blob.ErrNotFound) {
				t.Errorf("delete %s: %v", none, err)
			}
		}
		if e, err := s.Stat(ctx, key); e.Size != 6 || e.ModTime.IsZero() || err != nil {
			t.Errorf("stat = %+v, %v", e, err)
		}
		if got := files(t, s, ""); !slices.Equal(got, []string{key}) {
			t.Errorf("files = %q, want the one", got)
		}
		if err := s.Sync(key); err != nil {
			t.Error(err)
		}
		if err := s.Delete(ctx, key); err != nil {
			t.Error(err)
		}
		if there, err := s.Exists(ctx, key); there || err != nil {
			t.Errorf("exists after delete = %v, %v", there, err)
		}
	})
}

func TestLimits(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		ctx := t.Context()
		put(t, s, key, "first")
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
		if got := files(t, s, ""); !slices.Equal(got, []string{key}) {
			t.Errorf("files = %q: a temporary file was left", got)
		}
	})
}

// A file of several parts comes back as it was.
func TestAFileOfSeveralParts(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		body := strings.Repeat("0123456789abcdef", 12<<20/16)
		if err := s.Put(t.Context(), key, strings.NewReader(body), 20<<20); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), key, 20<<20); string(got) != body || err != nil {
			t.Errorf("%d bytes came back, %v", len(got), err)
		}
		if err := s.Put(t.Context(), key, strings.NewReader(body), 11<<20); !errors.Is(err, blob.ErrTooLarge) {
			t.Errorf("too large in its second part: %v", err)
		}
		if e, err := s.Stat(t.Context(), key); e.Size != int64(len(body)) || err != nil {
			t.Errorf("after that it is %+v, %v", e, err)
		}
	})
}

func TestKeysStayInTheirPlace(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		for _, bad := range []string{
			"", "/", "/etc/passwd", "..", "../secret", "a/../../secret", "a/..", "a//b", "a/", ".hidden", "a/.hidden", "-flag",
			`a\b`, "a b", "a\x00b", "a\nb", "Item/A", "ünicode", "c:x", "%2e%2e/x", strings.Repeat("a", 201),
		} {
			ctx := t.Context()
			_, getErr := s.Get(ctx, bad, 9)
			_, existsErr := s.Exists(ctx, bad)
			for _, err := range []error{s.Put(ctx, bad, strings.NewReader("x"), 9), getErr, existsErr, s.Delete(ctx, bad), s.Sync(bad)} {
				if !errors.Is(err, blob.ErrKey) {
					t.Errorf("key %q: %v, want ErrKey", bad, err)
				}
			}
		}
		if got := files(t, s, ""); len(got) != 0 {
			t.Errorf("files = %q, want none", got)
		}
	})
	for _, good := range []string{"a", "item/burger-mint-480.webp", "2026/03/x_1.tar.gz", strings.Repeat("a", 200)} {
		if !blob.ValidKey(good) {
			t.Errorf("key %q is refused", good)
		}
	}
}

func TestRangesOverHTTP(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		put(t, s, key, "0123456789")
		for _, tt := range []struct {
			asked, want string
			status      int
		}{{"bytes=3-5", "345", http.StatusPartialContent}, {"", "0123456789", http.StatusOK}, {"bytes=20-", "", http.StatusRequestedRangeNotSatisfiable}} {
			f, err := s.Open(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			if f.Size != 10 || f.ModTime.IsZero() {
				t.Errorf("size %d, modified %v", f.Size, f.ModTime)
			}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Range", tt.asked)
			w := httptest.NewRecorder()
			http.ServeContent(w, r, key, f.ModTime, f)
			f.Close()
			if w.Code != tt.status || tt.want != "" && w.Body.String() != tt.want {
				t.Errorf("range %q: %d %q", tt.asked, w.Code, w.Body)
			}
		}
	})
}

// The files of a folder come in the order of their names; others, such as half written
// ones, are left out.
func TestEach(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		for _, k := range []string{"uploads/b.jpg", "uploads/a.jpg", "uploads/a-480.jpg", "media/item/tea.webp", "uploads-old/x"} {
			put(t, s, k, k)
		}
		if got := files(t, s, "uploads/"); !slices.Equal(got, []string{"uploads/a-480.jpg", "uploads/a.jpg", "uploads/b.jpg"}) {
			t.Errorf("uploads = %q", got)
		}
		if got := files(t, s, "none/"); len(got) != 0 {
			t.Errorf("a folder that does not exist has %q", got)
		}
		if got := files(t, s, ""); len(got) != 5 {
			t.Errorf("all files = %q", got)
		}
		stop := errors.New("enough")
		if err := s.Each(t.Context(), "", func(blob.Entry) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("an error of the function: %v", err)
		}
	})
}

// A list can go on after the last file of an earlier one, also if that is gone.
func TestEachAfter(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		for _, k := range []string{"media/x.jpg", "uploads/a-480.jpg", "uploads/a.jpg", "uploads/c.jpg", "uploads/d.jpg", "video/x.jpg"} {
			put(t, s, k, k)
		}
		for after, want := range map[string][]string{
			"":                  {"uploads/a-480.jpg", "uploads/a.jpg", "uploads/c.jpg", "uploads/d.jpg"},
			"uploads/a-480.jpg": {"uploads/a.jpg", "uploads/c.jpg", "uploads/d.jpg"},
			"uploads/b.jpg":     {"uploads/c.jpg", "uploads/d.jpg"},
			"uploads/d.jpg":     nil,
		} {
			var got []string
			err := s.EachAfter(t.Context(), "uploads/", after, func(e blob.Entry) error {
				got = append(got, e.Key)
				return nil
			})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("after %q: %q, %v; want %q", after, got, err, want)
			}
		}
	})
}

// Files of other programs, and half a file, are not the town's.
func TestEachLeavesOtherFilesOut(t *testing.T) {
	t.Parallel()
	s, dir := folder(t)
	put(t, s, key, "x")
	for _, name := range []string{".DS_Store", "item/.hidden.jpg", "item/Thumbs.db", "item/burger-mint-480.webp.18a1b2c3d4e5f607.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("other"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := files(t, s, ""); !slices.Equal(got, []string{key}) {
		t.Errorf("files = %q", got)
	}
}
