// Package signature signs webhooks, and checks their signatures, in the form that Stripe
// uses: the header "t=TIME,v1=HEX" has a time in Unix seconds and the HMAC-SHA256 of
// "TIME.BODY". It may have several v1, such as one for each secret while one is replaced.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// Tolerance is how far the time of a signature may be from now. A webhook that somebody
// has recorded cannot be sent again later.
const Tolerance = 5 * time.Minute

// Sign returns the header for a body.
func Sign(secret, body []byte, at time.Time) string {
	stamp := strconv.FormatInt(at.Unix(), 10)
	return "t=" + stamp + ",v1=" + hex.EncodeToString(mac(secret, stamp, body))
}

// Valid reports whether the header has a signature of the body by one of the secrets, with
// a time near now. It compares in constant time.
func Valid(header string, body []byte, now time.Time, secrets ...[]byte) bool {
	stamp, signatures := parse(header)
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > Tolerance {
		return false
	}
	for _, secret := range secrets {
		if len(secret) == 0 { // anybody could sign with it
			continue
		}
		want := mac(secret, stamp, body)
		for _, s := range signatures {
			if hmac.Equal(s, want) {
				return true
			}
		}
	}
	return false
}

// parse returns the time of a header and its signatures of version 1. The time is "" if
// there is not exactly one.
func parse(header string) (stamp string, signatures [][]byte) {
	stamps := 0
	for field := range strings.SplitSeq(header, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		switch key {
		case "t":
			stamp = value
			stamps++
		case "v1":
			if s, err := hex.DecodeString(value); err == nil {
				signatures = append(signatures, s)
			}
		}
	}
	if stamps != 1 {
		return "", nil
	}
	return stamp, signatures
}

func mac(secret []byte, stamp string, body []byte) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(stamp + "."))
	h.Write(body)
	return h.Sum(nil)
}
