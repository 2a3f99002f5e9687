package credential

import (
	"crypto/hmac"
	"crypto/sha256"
	"strings"
)

// mac signs words under a secret of the server's. No word contains the separator,
// so two different lists never have the same signature.
func mac(secret []byte, words ...string) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(strings.Join(words, "\x00")))
	return h.Sum(nil)
}
