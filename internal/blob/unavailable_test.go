package blob_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"hawker/internal/blob"
	"hawker/internal/blob/blobtest"
	"hawker/internal/errs"
)

// Every call to a store that hangs or refuses ends in time, with an error for the person.
// When the store is back, the same store works again.
func TestAStoreThatHangsOrFails(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*blobtest.S3){"hangs": (*blobtest.S3).Hang, "refuses": (*blobtest.S3).Fail} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s3 := blobtest.Start(t)
			o := s3.Options()
			o.CallTime = 200 * time.Millisecond
			s := s3.Open(t, o)
			put(t, s, key, "before")
			spoil(s3)
			ctx := t.Context()
			calls := map[string]func() error{
				"put":    func() error { return s.Put(ctx, key, strings.NewReader("new"), 9) },
				"get":    func() error { _, err := s.Get(ctx, key, 9); return err },
				"exists": func() error { _, err := s.Exists(ctx, key); return err },
				"delete": func() error { return s.Delete(ctx, key) },
				"list":   func() error { return s.Each(ctx, "", func(blob.Entry) error { return nil }) },
			}
			for what, do := range calls {
				began := time.Now()
				err := do()
				if e := errs.From(err); !errors.Is(err, blob.ErrUnavailable) || e.Status() != 503 || e.RetryAfter == 0 {
					t.Errorf("%s: %v, want ErrUnavailable", what, err)
				}
				if strings.Contains(fmt.Sprint(err), blobtest.SecretKey) {
					t.Errorf("%s: the secret key is in %v", what, err)
				}
				if took := time.Since(began); took > 5*time.Second {
					t.Errorf("%s took %v", what, took)
				}
			}
			s3.Heal()
			if got, err := s.Get(ctx, key, 9); string(got) != "before" || err != nil {
				t.Errorf("when it is back: %q, %v", got, err)
			}
		})
	}
}

// A person who reads slowly keeps the file: only the store has a time limit.
func TestASlowReaderIsNotCut(t *testing.T) {
	t.Parallel()
	s3 := blobtest.Start(t)
	o := s3.Options()
	o.CallTime = 100 * time.Millisecond
	s := s3.Open(t, o)
	put(t, s, key, "0123456789")
	f, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	time.Sleep(3 * o.CallTime)
	if got, err := io.ReadAll(f); string(got) != "0123456789" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

// A caller that gives up gets its own error: the store is not at fault.
func TestACallerThatGivesUp(t *testing.T) {
	t.Parallel()
	s3 := blobtest.Start(t)
	s := s3.Open(t, s3.Options())
	s3.Hang()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Get(ctx, key, 9); errors.Is(err, blob.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("get = %v", err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s *blob.Store) {
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
		if got := files(t, s, ""); len(got) > 0 {
			t.Errorf("it left %q", got)
		}
	})
	for name, tt := range map[string]struct {
		spoil func(*blobtest.S3, *blob.Options)
		want  string
	}{
		"hangs":     {func(s *blobtest.S3, _ *blob.Options) { s.Hang() }, "the files of the town at s3://town cannot be written: it did not respond within 100ms"},
		"refuses":   {func(s *blobtest.S3, _ *blob.Options) { s.Fail() }, "cannot be written: the access key may not do this"},
		"no bucket": {func(_ *blobtest.S3, o *blob.Options) { o.URL = strings.Replace(o.URL, "//town", "//city", 1) }, "the files of the town at s3://city cannot be written: there is no such bucket"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s3 := blobtest.Start(t)
			o := s3.Options()
			o.CallTime = 100 * time.Millisecond
			tt.spoil(s3, &o)
			if err := s3.Open(t, o).Check(t.Context()); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// A setting that cannot be meant is refused in a sentence that contains no secret.
func TestOpenURLRefuses(t *testing.T) {
	t.Parallel()
	const secret = "wJalrXUtn"
	for url, want := range map[string]string{
		"s3://":     "names no bucket",
		"s3://town": "neither a region nor an endpoint",
		"s3://key:" + secret + "@town?region=eu-central-1":   "HAWKER_BLOB_ACCESS_KEY",
		"s3://town?endpoint=https://key:" + secret + "@host": "HAWKER_BLOB_ACCESS_KEY",
		"s3://town?region=x&secret_access_key=" + secret:     `unknown setting "secret_access_key"`,
		"s3://town?endpoint=minio:9000":                      "is not http(s)://host",
		"s3://town/A%20B?region=x":                           "folder in the bucket",
		"gs://town":                                          "must begin with file:// or s3://",
		"file://srv/files":                                   "names the host srv",
		"file://":                                            "names no folder",
		"s3://key:" + secret + "%zz@town":                    "is not a URL",
	} {
		_, err := blob.OpenURL(t.Context(), blob.Options{URL: url})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v, want %q", url, err, want)
		}
	}
	if _, err := blob.OpenURL(t.Context(), blob.Options{URL: "s3://town?region=x", AccessKey: "a"}); err == nil {
		t.Error("half of the keys were accepted")
	}
}
