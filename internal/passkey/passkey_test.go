package passkey_test

import (
	"errors"
	"testing"

	"hawker/internal/passkey"
	"hawker/internal/passkey/passkeytest"
)

func TestOpen_needsHTTPSOrLocalhost(t *testing.T) {
	t.Parallel()
	for origin, want := range map[string]string{
		"https://shop.example": "shop.example", "https://shop.example:8443": "shop.example",
		"http://localhost:8080": "localhost", "https://localhost": "localhost",
		"": "", "http://shop.example": "", "https://192.0.2.1": "", "http://127.0.0.1:8080": "", "http://[::1]:8080": "", "shop.example": "", "ftp://localhost": "",
	} {
		got := ""
		if site := passkey.Open(origin); site != nil {
			got = site.ID
		}
		if got != want {
			t.Errorf("%q: the site is %q, want %q", origin, got, want)
		}
	}
}

const origin = "https://shop.example"

func TestCheck_refusesWrongSignatures(t *testing.T) {
	t.Parallel()
	site := passkey.Open(origin)
	challenge, another := challenge(t), challenge(t)
	for name, tt := range map[string]struct {
		edit      func(*passkeytest.Device)
		challenge string
		damage    func(*passkey.Signed)
	}{
		"as it should be":            {},
		"another challenge":          {challenge: another},
		"a page of another origin":   {edit: func(d *passkeytest.Device) { d.Origin = "https://shop.example.evil.example" }},
		"the same host over http":    {edit: func(d *passkeytest.Device) { d.Origin = "http://shop.example" }},
		"a key of another site":      {edit: func(d *passkeytest.Device) { d.Site = "evil.example" }},
		"another user":               {edit: func(d *passkeytest.Device) { d.Handle = "8" }},
		"no user":                    {edit: func(d *passkeytest.Device) { d.Handle = "" }},
		"a user who is not there":    {edit: func(d *passkeytest.Device) { d.Unverified = true }},
		"a count that has not grown": {edit: func(d *passkeytest.Device) { d.Count, d.Counts = 1, false }},
		"a changed signature":        {damage: func(s *passkey.Signed) { s.Signature = s.Signature[:len(s.Signature)-4] + "AAAA" }},
		"no base64":                  {damage: func(s *passkey.Signed) { s.ClientData = "{}" }},
		"nothing":                    {damage: func(s *passkey.Signed) { *s = passkey.Signed{} }},
	} {
		d := passkeytest.New(t, site.ID, origin, "7")
		key, err := site.Create(challenge, "7", d.Create(t, challenge))
		if err != nil || key.ID != d.ID() || key.SignCount != 1 {
			t.Fatalf("%s: the key is %+v, %v", name, key, err)
		}
		if tt.edit != nil {
			tt.edit(d)
		}
		if tt.challenge == "" {
			tt.challenge = challenge
		}
		signed := d.Sign(t, tt.challenge)
		if tt.damage != nil {
			tt.damage(&signed)
		}
		count, err := site.Check(challenge, "7", key, signed)
		if right := name == "as it should be"; right != (err == nil) || err != nil && !errors.Is(err, passkey.ErrRefused) || right && count != 2 {
			t.Errorf("%s: count %d, %v", name, count, err)
		}
	}
}

func TestCreate_refusesPasskeysOfOtherSites(t *testing.T) {
	t.Parallel()
	site := passkey.Open(origin)
	asked := challenge(t)
	for name, edit := range map[string]func(*passkeytest.Device){
		"a page of another origin": func(d *passkeytest.Device) { d.Origin = "https://evil.example" },
		"a key of another site":    func(d *passkeytest.Device) { d.Site = "evil.example" },
		"an unverified user":       func(d *passkeytest.Device) { d.Unverified = true },
	} {
		d := passkeytest.New(t, site.ID, origin, "7")
		edit(d)
		if _, err := site.Create(asked, "7", d.Create(t, asked)); !errors.Is(err, passkey.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d := passkeytest.New(t, site.ID, origin, "7")
	for name, answer := range map[string]passkey.Created{"another challenge": d.Create(t, challenge(t)), "nothing": {}, "no base64": {ID: "!", ClientData: "{}", Attestation: "{}"}} {
		if _, err := site.Create(asked, "7", answer); !errors.Is(err, passkey.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func challenge(t *testing.T) string {
	t.Helper()
	c, err := passkey.NewChallenge()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
