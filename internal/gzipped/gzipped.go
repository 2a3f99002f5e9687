// Package gzipped compresses responses, and tells from a request's header whether its
// client takes them so.
package gzipped

import (
	"bytes"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// writers are reused: a new one allocates a megabyte.
var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Compress returns a body in gzip.
func Compress(plain []byte) []byte {
	z := writers.Get().(*gzip.Writer)
	defer writers.Put(z)
	var b bytes.Buffer
	z.Reset(&b)
	_, _ = z.Write(plain) // writing to a buffer does not fail
	_ = z.Close()
	return b.Bytes()
}

// Accepted reads the header Accept-Encoding: whether it names gzip, with a weight above 0.
func Accepted(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) == "gzip" {
			weight = strings.ReplaceAll(weight, " ", "")
			return weight == "" || strings.Trim(strings.TrimPrefix(weight, "q="), "0.") != ""
		}
	}
	return false
}
