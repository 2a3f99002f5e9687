package account

import (
	"context"

	"hawker/internal/contact"
)

// Mailer sends mail.
type Mailer interface {
	// Send returns once a server has taken the mail, or with the reason why not,
	// within seconds: errs.Invalid when trying again would change nothing, else
	// errs.Unavailable.
	Send(ctx context.Context, m Mail) error
}

// Mail is one message to one person, plain text.
type Mail struct {
	To      contact.Email
	Subject string
	Text    string
}

// Texter sends short messages.
type Texter interface {
	// Send sends text to a phone, and returns as Mailer's does.
	Send(ctx context.Context, to contact.Phone, text string) error
}

// Provider proves who somebody is at Google, Facebook or Apple (AUTH-07).
type Provider interface {
	// Identify reads a token of the provider's: an id token, or Facebook's access
	// token. nonce is the raw value of which an id token must carry the SHA-256,
	// base64url without padding; Facebook has none. A token that proves nothing is
	// errs.Unauthorized, a provider out of reach errs.Unavailable.
	Identify(ctx context.Context, token, nonce string) (Identity, error)
}

// Identity is a person as a provider knows them.
type Identity struct {
	Provider      string // google, facebook or apple
	Subject       string // the provider's own name for them, for ever
	Email         string // "" when it tells none
	EmailVerified bool   // by the provider
	Name          string // "" when it tells none
}

// PhoneService is a service that verifies phones by itself (AUTH-09).
type PhoneService interface {
	// Verify answers which phone, E.164, a finished verification was of. A wrong
	// code is errs.Invalid with the service's own words (API-07).
	Verify(ctx context.Context, sessionInfo, code string) (phone string, err error)
}
