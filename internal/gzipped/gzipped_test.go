package gzipped_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"hawker/internal/gzipped"
)

// A new gzip writer allocates a megabyte, so each is used again.
func TestCompress_reusesItsWriters(t *testing.T) {
	plain := []byte(strings.Repeat(`{"name":"Mango lassi","price":4.5},`, 500))
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			gzipped.Compress(plain)
		}
	})
	// Under the race detector a sync.Pool drops some of its objects.
	if perCall := result.AllocedBytesPerOp(); perCall > 500_000 {
		t.Errorf("compressing %d bytes allocates %d bytes", len(plain), perCall)
	}
	for range 3 {
		z, err := gzip.NewReader(bytes.NewReader(gzipped.Compress(plain)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("decompressed: %d bytes, %v", len(got), err)
		}
	}
}

func TestAccepted_readsWeights(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br, gzip;q=0.5": true, "gzip; q=0": false, "gzip;q=0.000, br": false, "deflate": false, "xgzip": false,
	} {
		if got := gzipped.Accepted(header); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}
