package answercache

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

// A new gzip writer allocates a megabyte, so each is used again.
func TestCompress_reusesItsWriters(t *testing.T) {
	plain := []byte(strings.Repeat(`{"name":"Mango lassi","price":4.5},`, 500))
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			compress(plain)
		}
	})
	// Under the race detector a sync.Pool drops some of its objects.
	if perCall := result.AllocedBytesPerOp(); perCall > 500_000 {
		t.Errorf("compressing %d bytes allocates %d bytes", len(plain), perCall)
	}
	for range 3 {
		z, err := gzip.NewReader(bytes.NewReader(compress(plain)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("decompressed: %d bytes, %v", len(got), err)
		}
	}
}
