// Package firebase verifies phones with Google's Firebase. The browser asks
// Firebase to send a code; this package redeems the result at Firebase and returns
// the phone, so that the browser is never trusted. It implements
// account.PhoneService.
package firebase

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"hawker/internal/account"
	"hawker/internal/adapter/idtoken"
	"hawker/internal/adapter/outside"
	"hawker/internal/errs"
)

const (
	toolkitURL  = "https://identitytoolkit.googleapis.com"
	keysURL     = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
	issuerStart = "https://securetoken.google.com/" // and the project's id
)

// Config is which Firebase project is ours.
type Config struct {
	APIKey    string
	ProjectID string
	// EmulatorHost, host:port, stands in for Firebase. Nobody signs an emulator's
	// tokens: with one, whoever can speak to us can claim any phone.
	EmulatorHost string
}

// Project is a Firebase project that verifies phones.
type Project struct {
	apiKey  string
	toolkit string
	tokens  *idtoken.Reader
	client  *http.Client
}

// New joins a project, or an emulator where one is given.
func New(c Config) *Project {
	if c.EmulatorHost != "" {
		p := newProject(c, "http://"+c.EmulatorHost+"/identitytoolkit.googleapis.com", "")
		p.tokens = idtoken.Unsigned(issuerStart+c.ProjectID, c.ProjectID)
		return p
	}
	return newProject(c, toolkitURL, keysURL)
}

func newProject(c Config, toolkit, keys string) *Project {
	client := outside.NewClient(outside.Patience)
	return &Project{
		apiKey: c.APIKey, toolkit: toolkit, client: client,
		tokens: idtoken.WithKeys(client, issuerStart+c.ProjectID, c.ProjectID, keys),
	}
}

var _ account.PhoneService = (*Project)(nil)

// Verify implements account.PhoneService. The phone is believed from the signed
// token alone, and only if the rest of the answer says the same.
func (p *Project) Verify(ctx context.Context, sessionInfo, code string) (string, error) {
	answer, err := p.redeem(ctx, sessionInfo, code)
	if err != nil {
		return "", err
	}
	var claims struct {
		PhoneNumber string `json:"phone_number"`
		Firebase    struct {
			SignInProvider string `json:"sign_in_provider"`
		} `json:"firebase"`
	}
	_, err = p.tokens.Read(ctx, answer.IDToken, &claims)
	switch {
	case err != nil:
		return "", unconfirmed(err)
	case claims.Firebase.SignInProvider != "phone":
		return "", unconfirmed(errors.New("the token is of another way to sign in than a phone"))
	case claims.PhoneNumber == "" || claims.PhoneNumber != answer.PhoneNumber:
		return "", unconfirmed(errors.New("the token and its answer are about two phones"))
	}
	return claims.PhoneNumber, nil
}

type answer struct {
	IDToken     string `json:"idToken"`
	PhoneNumber string `json:"phoneNumber"`
}

// redeem gives Firebase the code that the person typed for a session that the
// page began.
func (p *Project) redeem(ctx context.Context, sessionInfo, code string) (a answer, err error) {
	question, err := json.Marshal(map[string]string{"sessionInfo": sessionInfo, "code": code})
	if err != nil {
		return a, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.toolkit+"/v1/accounts:signInWithPhoneNumber", bytes.NewReader(question))
	if err != nil {
		return a, unconfirmed(errors.New("the address of the phone service is none"))
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Goog-Api-Key", p.apiKey)
	status, body, err := outside.Do(p.client, req)
	if err != nil {
		return a, unconfirmed(err)
	}
	if status != http.StatusOK {
		return a, refusal(status, body)
	}
	if json.Unmarshal(body, &a) != nil || a.IDToken == "" {
		return a, unconfirmed(errors.New("the phone service answered no token"))
	}
	return a, nil
}

// unconfirmed is when the phone may well be right and nobody proves it.
func unconfirmed(cause error) error {
	return errs.New(errs.Unavailable, "The phone could not be verified just now. Please try again.").
		Because(fmt.Errorf("verify a phone: %w", cause))
}
