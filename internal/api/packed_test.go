package api

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

// Packing an answer costs what it weighs, not a new packer of a megabyte.
func TestPacked_UsesItsPackersAgain(t *testing.T) {
	plain := []byte(strings.Repeat(`{"name":"Mango lassi","price":4.5},`, 500))
	made := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			packed(plain)
		}
	})
	// The race detector has pools forget now and then.
	if perCall := made.AllocedBytesPerOp(); perCall > 500_000 {
		t.Errorf("packing %d bytes takes %d bytes", len(plain), perCall)
	}
	for range 3 {
		z, err := gzip.NewReader(bytes.NewReader(packed(plain)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("unpacked: %d bytes, %v", len(got), err)
		}
	}
}
