// Package passkeytest simulates a browser and its authenticator in tests. A test
// can change what the device signs, to make a response that must be refused.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"

	"hawker/internal/passkey"
)

// Device holds one passkey. Its fields may be changed to answer wrongly.
type Device struct {
	Site, Origin string // the relying party, and where the page is
	Handle       string // of the user, from the options
	Unverified   bool   // did not ask for a finger or a code
	Count        uint32 // of signatures; it grows with each while Counts
	Counts       bool

	id  []byte
	key *ecdsa.PrivateKey
}

// New is a device with a fresh passkey, on the site's own page.
func New(t testing.TB, site, origin, handle string) *Device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 32)
	rand.Read(id)
	return &Device{Site: site, Origin: origin, Handle: handle, Counts: true, id: id, key: key}
}

// ID is the id of the passkey, base64url.
func (d *Device) ID() string { return text(d.id) }

// Create answers the options of a new passkey.
func (d *Device) Create(t testing.TB, challenge string) passkey.Created {
	t.Helper()
	public, err := d.key.PublicKey.Bytes() // 4, X, Y
	if err != nil {
		t.Fatal(err)
	}
	cose, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: public[1:33], -3: public[33:]})
	if err != nil {
		t.Fatal(err)
	}
	const hasKey = 0x40
	data := d.data(hasKey)
	data = append(data, make([]byte, 16)...) // no model
	data = binary.BigEndian.AppendUint16(data, uint16(len(d.id)))
	data = append(append(data, d.id...), cose...)
	object, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	if err != nil {
		t.Fatal(err)
	}
	return passkey.Created{ID: d.ID(), ClientData: text(d.client(t, "webauthn.create", challenge)), Attestation: text(object)}
}

// Sign answers the options of a sign-in.
func (d *Device) Sign(t testing.TB, challenge string) passkey.Signed {
	t.Helper()
	data, client := d.data(0), d.client(t, "webauthn.get", challenge)
	hashed := sha256.Sum256(client)
	digest := sha256.Sum256(append(data[:len(data):len(data)], hashed[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	return passkey.Signed{
		ID: d.ID(), ClientData: text(client), AuthenticatorData: text(data), Signature: text(signature), UserHandle: text([]byte(d.Handle)),
	}
}

// data is the authenticator's part: whose site, that a person was there, the count.
func (d *Device) data(flags byte) []byte {
	site := sha256.Sum256([]byte(d.Site))
	flags |= 0x01 // present
	if !d.Unverified {
		flags |= 0x04
	}
	if d.Counts {
		d.Count++
	}
	return binary.BigEndian.AppendUint32(append(site[:], flags), d.Count)
}

// client is the browser's part.
func (d *Device) client(t testing.TB, what, challenge string) []byte {
	t.Helper()
	data, err := json.Marshal(map[string]any{"type": what, "challenge": challenge, "origin": d.Origin, "crossOrigin": false})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func text(bytes []byte) string { return base64.RawURLEncoding.EncodeToString(bytes) }
