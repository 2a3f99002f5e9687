package credential

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// NewToken returns 256 random bits.
func NewToken() string {
	token := make([]byte, 32)
	rand.Read(token) // never fails: without randomness the program ends
	return base64.RawURLEncoding.EncodeToString(token)
}

// HashToken returns what is stored of a token. It needs no salt and no slow hash:
// tokens are random, not chosen.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// mac signs words under a secret of the server's. No word contains the separator,
// so two different lists never have the same signature.
func mac(secret []byte, words ...string) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(strings.Join(words, "\x00")))
	return h.Sum(nil)
}
