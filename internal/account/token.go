package account

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// newToken is 256 random bits, beyond any guessing.
func newToken() string {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails: without randomness the program ends
	return base64.RawURLEncoding.EncodeToString(secret)
}

// hashToken is what is kept of a token. It needs no salt and no slowness: what
// it hides is random, not chosen.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// mac signs words under a secret of the server's. The words are parted by a byte
// that none of them holds, so that no two lists sign the same.
func mac(secret []byte, words ...string) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(strings.Join(words, "\x00")))
	return h.Sum(nil)
}
