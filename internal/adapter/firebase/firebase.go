// Package firebase verifies phones with Google's Firebase. The browser requests the code
// from Firebase. This package sends the typed code to Firebase, which returns the phone, so
// that the browser is never trusted. It implements account.PhoneService.
package firebase

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"hawker/internal/account"
	"hawker/internal/adapter/httpclient"
	"hawker/internal/adapter/idtoken"
	"hawker/internal/errs"
)

const (
	toolkitURL  = "https://identitytoolkit.googleapis.com"
	keysURL     = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
	issuerStart = "https://securetoken.google.com/" // and the project's id
)

// Config identifies the Firebase project.
type Config struct {
	APIKey    string
	ProjectID string
	// EmulatorHost, host:port, replaces Firebase. An emulator's tokens are not signed, so
	// anybody can claim any phone.
	EmulatorHost string
}

// Project is a Firebase project that verifies phones.
type Project struct {
	apiKey  string
	toolkit string
	tokens  *idtoken.Reader
	client  *http.Client
}

// New returns a project, or its emulator if one is given.
func New(c Config) *Project {
	if c.EmulatorHost != "" {
		p := newProject(c, "http://"+c.EmulatorHost+"/identitytoolkit.googleapis.com", "")
		p.tokens = idtoken.Unsigned(issuerStart+c.ProjectID, c.ProjectID)
		return p
	}
	return newProject(c, toolkitURL, keysURL)
}

func newProject(c Config, toolkit, keys string) *Project {
	client := httpclient.New(httpclient.Timeout)
	return &Project{
		apiKey: c.APIKey, toolkit: toolkit, client: client,
		tokens: idtoken.WithKeys(client, issuerStart+c.ProjectID, c.ProjectID, keys),
	}
}

var _ account.PhoneService = (*Project)(nil)

// Verify implements account.PhoneService. It trusts only the phone in the signed token, and
// only if the rest of the response has the same one.
func (p *Project) Verify(ctx context.Context, sessionInfo, code string) (string, error) {
	redeemed, err := p.redeem(ctx, sessionInfo, code)
	if err != nil {
		return "", err
	}
	var claims struct {
		PhoneNumber string `json:"phone_number"`
		Firebase    struct {
			SignInProvider string `json:"sign_in_provider"`
		} `json:"firebase"`
	}
	_, err = p.tokens.Read(ctx, redeemed.IDToken, &claims)
	switch {
	case err != nil:
		return "", unconfirmed(err)
	case claims.Firebase.SignInProvider != "phone":
		return "", unconfirmed(errors.New("the token does not come from a sign-in by phone"))
	case claims.PhoneNumber == "" || claims.PhoneNumber != redeemed.PhoneNumber:
		return "", unconfirmed(errors.New("the token and its response have different phones"))
	}
	return claims.PhoneNumber, nil
}

type redeemed struct {
	IDToken     string `json:"idToken"`
	PhoneNumber string `json:"phoneNumber"`
}

// redeem sends the typed code to Firebase, for the session of the page.
func (p *Project) redeem(ctx context.Context, sessionInfo, code string) (r redeemed, err error) {
	request, err := json.Marshal(map[string]string{"sessionInfo": sessionInfo, "code": code})
	if err != nil {
		return r, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.toolkit+"/v1/accounts:signInWithPhoneNumber", bytes.NewReader(request))
	if err != nil {
		return r, unconfirmed(errors.New("the address of the phone service is invalid"))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Goog-Api-Key", p.apiKey)
	status, body, err := httpclient.Do(p.client, req)
	if err != nil {
		return r, unconfirmed(err)
	}
	if status != http.StatusOK {
		return r, refusal(status, body)
	}
	if json.Unmarshal(body, &r) != nil || r.IDToken == "" {
		return r, unconfirmed(errors.New("the phone service returned no token"))
	}
	return r, nil
}

// unconfirmed returns the error for a phone that could not be checked.
func unconfirmed(cause error) error {
	return errs.New(errs.Unavailable, "The phone could not be verified just now. Please try again.").
		Because(fmt.Errorf("verify a phone: %w", cause))
}
