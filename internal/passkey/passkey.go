// Package passkey verifies what browsers sign with passkeys (WebAuthn, level 2). It
// stores nothing and knows no accounts: the caller stores challenges and keys.
package passkey

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Site is the storefront that passkeys are for. Safe for concurrent use.
type Site struct {
	ID       string // the relying party: the host of the public address
	webauthn *webauthn.WebAuthn
}

// Open returns the site at a public address, such as https://shop.example. It returns nil
// if browsers have no passkeys there: at an IP address, or without https except on
// localhost.
func Open(origin string) *Site {
	u, err := url.Parse(origin)
	if err != nil {
		return nil
	}
	host := u.Hostname()
	isLocal := host == "localhost" || strings.HasSuffix(host, ".localhost")
	if host == "" || net.ParseIP(host) != nil || u.Scheme != "https" && (u.Scheme != "http" || !isLocal) {
		return nil
	}
	w, err := webauthn.New(&webauthn.Config{RPID: host, RPDisplayName: host, RPOrigins: []string{u.Scheme + "://" + u.Host}})
	if err != nil {
		return nil
	}
	return &Site{ID: host, webauthn: w}
}

// NewChallenge returns a random challenge, base64url.
func NewChallenge() (string, error) {
	c, err := protocol.CreateChallenge()
	if err != nil {
		return "", fmt.Errorf("make challenge: %w", err)
	}
	return c.String(), nil
}

// Algorithms are the COSE numbers of the accepted signatures, the preferred one first:
// ES256, EdDSA and RS256.
var Algorithms = []int{int(webauthncose.AlgES256), int(webauthncose.AlgEdDSA), int(webauthncose.AlgRS256)}

// Key is the public part of a passkey.
type Key struct {
	ID             string // base64url
	PublicKey      string // COSE, base64url
	SignCount      int64
	BackupEligible bool
}

// Created is what a browser returns for a new passkey; all texts are base64url.
type Created struct {
	ID, ClientData, Attestation string
}

// Signed is what a browser returns for a sign-in; all texts are base64url.
type Signed struct {
	ID, ClientData, AuthenticatorData, Signature, UserHandle string
}

// ErrRefused refuses what a browser returned.
var ErrRefused = errors.New("passkey refused")

// Create returns the key of a new passkey. It must be for this challenge, this site and
// the user with this handle, and the device must have verified its user.
func (s *Site) Create(challenge, handle string, created Created) (Key, error) {
	parsed, err := created.parse()
	if err != nil {
		return Key{}, refused(err)
	}
	session := webauthn.SessionData{
		Challenge: challenge, RelyingPartyID: s.ID, UserID: []byte(handle),
		UserVerification: protocol.VerificationRequired, CredParams: parameters(),
	}
	made, err := s.webauthn.CreateCredential(user{handle: handle}, session, parsed)
	if err != nil {
		return Key{}, refused(err)
	}
	return Key{
		ID: encode(made.ID), PublicKey: encode(made.PublicKey),
		SignCount: int64(made.Authenticator.SignCount), BackupEligible: made.Flags.BackupEligible,
	}, nil
}

// Check verifies a sign-in by a key, and returns the key's new sign count. A count that
// has not grown is that of a copied key, and refused.
func (s *Site) Check(challenge, handle string, key Key, signed Signed) (signCount int64, err error) {
	parsed, err := signed.parse()
	if err != nil {
		return 0, refused(err)
	}
	owner, err := newUser(handle, key)
	if err != nil {
		return 0, err
	}
	session := webauthn.SessionData{Challenge: challenge, RelyingPartyID: s.ID, UserVerification: protocol.VerificationRequired}
	find := func(_, _ []byte) (webauthn.User, error) { return owner, nil }
	_, used, err := s.webauthn.ValidatePasskeyLogin(find, session, parsed)
	if err != nil {
		return 0, refused(err)
	}
	if used.Authenticator.CloneWarning {
		return 0, refused(errors.New("the sign counter has not grown"))
	}
	return int64(used.Authenticator.SignCount), nil
}

func refused(err error) error {
	if e, ok := errors.AsType[*protocol.Error](err); ok && e.DevInfo != "" {
		err = fmt.Errorf("%w: %s", err, e.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

func parameters() (all []protocol.CredentialParameter) {
	for _, a := range Algorithms {
		all = append(all, protocol.CredentialParameter{Type: protocol.PublicKeyCredentialType, Algorithm: webauthncose.COSEAlgorithmIdentifier(a)})
	}
	return all
}

// user is the owner of one key, as the library wants it.
type user struct {
	handle string
	keys   []webauthn.Credential
}

func newUser(handle string, key Key) (user, error) {
	id, err := decode(key.ID)
	if err != nil {
		return user{}, fmt.Errorf("read the id of a passkey: %w", err)
	}
	public, err := decode(key.PublicKey)
	if err != nil {
		return user{}, fmt.Errorf("read the key of a passkey: %w", err)
	}
	return user{handle, []webauthn.Credential{{
		ID: id, PublicKey: public,
		Flags:         webauthn.CredentialFlags{BackupEligible: key.BackupEligible},
		Authenticator: webauthn.Authenticator{SignCount: uint32(key.SignCount)},
	}}}, nil
}

func (u user) WebAuthnID() []byte                         { return []byte(u.handle) }
func (u user) WebAuthnName() string                       { return u.handle }
func (u user) WebAuthnDisplayName() string                { return u.handle }
func (u user) WebAuthnCredentials() []webauthn.Credential { return u.keys }

func (c Created) parse() (*protocol.ParsedCredentialCreationData, error) {
	parts, err := decodeAll(c.ID, c.ClientData, c.Attestation)
	if err != nil {
		return nil, err
	}
	return protocol.CredentialCreationResponse{
		PublicKeyCredential: credential(parts[0]),
		AttestationResponse: protocol.AuthenticatorAttestationResponse{
			AuthenticatorResponse: protocol.AuthenticatorResponse{ClientDataJSON: parts[1]}, AttestationObject: parts[2],
		},
	}.Parse()
}

func (a Signed) parse() (*protocol.ParsedCredentialAssertionData, error) {
	parts, err := decodeAll(a.ID, a.ClientData, a.AuthenticatorData, a.Signature, a.UserHandle)
	if err != nil {
		return nil, err
	}
	return protocol.CredentialAssertionResponse{
		PublicKeyCredential: credential(parts[0]),
		AssertionResponse: protocol.AuthenticatorAssertionResponse{
			AuthenticatorResponse: protocol.AuthenticatorResponse{ClientDataJSON: parts[1]},
			AuthenticatorData:     parts[2], Signature: parts[3], UserHandle: parts[4],
		},
	}.Parse()
}

func credential(id []byte) protocol.PublicKeyCredential {
	return protocol.PublicKeyCredential{
		Credential: protocol.Credential{ID: encode(id), Type: string(protocol.PublicKeyCredentialType)}, RawID: id,
	}
}

func encode(bytes []byte) string { return base64.RawURLEncoding.EncodeToString(bytes) }

func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.Strict().DecodeString(text)
}

func decodeAll(texts ...string) (all [][]byte, err error) {
	for _, text := range texts {
		bytes, err := decode(text)
		if err != nil {
			return nil, err
		}
		all = append(all, bytes)
	}
	return all, nil
}
