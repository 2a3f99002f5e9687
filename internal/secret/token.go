package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// NewToken returns 256 random bits: a token that cannot be guessed (PERM-02).
func NewToken() string { return base64.RawURLEncoding.EncodeToString(random(32)) }

// HashToken returns what is stored of a token. It needs no salt and no slow hash:
// tokens are random, not chosen.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// NewKey returns 128 random bits, which name a private file.
func NewKey() string { return hex.EncodeToString(random(16)) }

func random(bytes int) []byte {
	made := make([]byte, bytes)
	rand.Read(made) // never fails: without randomness the program ends
	return made
}
