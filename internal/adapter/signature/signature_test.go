package signature_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/adapter/signature"
)

var now = time.Unix(1_800_000_000, 0)

func TestSign_isWhatStripeDocuments(t *testing.T) {
	t.Parallel()
	// Computed with: printf '1800000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
	const want = "t=1800000000,v1=45705be2a45ab5acdd1395cc695e9e7073125385ec24194921c401dff44176f8"
	if got := signature.Sign([]byte("whsec_test"), []byte(`{"id":"evt_1"}`), now); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestValid_refusesForgeries(t *testing.T) {
	t.Parallel()
	secret, other, body := []byte("whsec_one"), []byte("whsec_two"), []byte(`{"id":"evt_1"}`)
	signed := signature.Sign(secret, body, now)
	stamp, v1, _ := strings.Cut(signed, ",")
	at := func(d time.Duration) string { return signature.Sign(secret, body, now.Add(d)) }

	for _, tt := range []struct {
		name, header string
		body         string
		secrets      [][]byte
		want         bool
	}{
		{"right", signed, "", nil, true},
		{"with spaces", stamp + ", " + v1, "", nil, true},
		{"by the second secret", signed, "", [][]byte{other, secret}, true},
		{"several signatures, one is right", stamp + ",v1=00,v1=zz,v0=1," + v1, "", nil, true},
		{"five minutes old", at(-5 * time.Minute), "", nil, true},
		{"five minutes in the future", at(5 * time.Minute), "", nil, true},

		{"wrong secret", signature.Sign(other, body, now), "", nil, false},
		{"older than five minutes", at(-5*time.Minute - time.Second), "", nil, false},
		{"more than five minutes in the future", at(5*time.Minute + time.Second), "", nil, false},
		{"body changed", signed, `{"id":"evt_2"}`, nil, false},
		{"body longer", signed, string(body) + " ", nil, false},
		{"no header", "", "", nil, false},
		{"no signature", stamp, "", nil, false},
		{"only version 0", stamp + "," + strings.Replace(v1, "v1", "v0", 1), "", nil, false},
		{"no time", v1, "", nil, false},
		{"two times", stamp + "," + signed, "", nil, false},
		{"the time changed", "t=1800000001," + v1, "", nil, false},
		{"the time is no number", "t=x," + v1, "", nil, false},
		{"the time is far beyond", "t=9223372036854775807," + v1, "", nil, false},
		{"cut short", signed[:len(signed)-2], "", nil, false},
		{"no hex", stamp + ",v1=zz", "", nil, false},
		{"empty signature", stamp + ",v1=", "", nil, false},
		{"several signatures, none is right", stamp + ",v1=00,v1=11", "", nil, false},
		{"an empty secret", signature.Sign(nil, body, now), "", [][]byte{{}}, false},
		{"no secret", signed, "", [][]byte{}, false},
	} {
		if tt.secrets == nil {
			tt.secrets = [][]byte{secret}
		}
		signedBody := body
		if tt.body != "" {
			signedBody = []byte(tt.body)
		}
		if got := signature.Valid(tt.header, signedBody, now, tt.secrets...); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
