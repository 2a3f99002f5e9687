package main

import (
	"errors"
	"fmt"

	"hawker/internal/account"
	"hawker/internal/adapter/mail"
	"hawker/internal/adapter/sms"
	"hawker/internal/adapter/social"
	"hawker/internal/api"
	"hawker/internal/server"
)

// outsideFlags say which services of others the town uses. None is needed; what
// is not set up is not offered.
type outsideFlags struct {
	SMTPURL secret `name:"smtp-url" group:"outside" placeholder:"smtp://…" help:"Mail server: smtp://user:password@host:port?from=Name <a@b>."`

	SMSURL         secret `name:"sms-url" group:"outside" placeholder:"https://…" help:"SMS gateway, with {phone} and {text}."`
	SMSBody        secret `name:"sms-body" group:"outside" help:"What is posted to the gateway, with {phone} and {text}; none: a GET."`
	SMSContentType string `name:"sms-content-type" group:"outside" default:"json" enum:"json,form" help:"Of what is posted."`
	SMSHeader      secret `name:"sms-header" group:"outside" help:"One more header for the gateway, such as its authorization."`

	GoogleClientID string `name:"oidc-google-client-id" group:"outside" help:"Sign-in with Google."`
	GoogleIssuer   string `name:"oidc-google-issuer" group:"outside" help:"Stands in for Google; for tests."`
	GoogleAuthURL  string `name:"oidc-google-auth-url" group:"outside" help:"Where sign-in with Google begins; for tests."`
	AppleClientID  string `name:"oidc-apple-client-id" group:"outside" help:"Sign-in with Apple: the services id."`
	AppleIssuer    string `name:"oidc-apple-issuer" group:"outside" help:"Stands in for Apple; for tests."`
	AppleAuthURL   string `name:"oidc-apple-auth-url" group:"outside" help:"Where sign-in with Apple begins; for tests."`

	FacebookAppID     string `name:"facebook-app-id" group:"outside" help:"Sign-in with Facebook."`
	FacebookAppSecret secret `name:"facebook-app-secret" group:"outside" help:"Of the same app."`
	FacebookGraphURL  string `name:"facebook-graph-url" group:"outside" help:"Stands in for Facebook's Graph API; for tests."`
	FacebookAuthURL   string `name:"facebook-auth-url" group:"outside" help:"Where sign-in with Facebook begins; for tests."`
}

// outside is the services of others, set up. What is nil is not.
type outside struct {
	mailer        account.Mailer
	texter        account.Texter
	phones        account.PhoneService
	providers     map[string]account.Provider
	socialClients map[string]api.SocialClient // what pages may know of them
	phoneClient   *api.PhoneClient
	others        server.Others // whom pages deal with for them
}

// Validate collects every contradiction.
func (f outsideFlags) Validate() error {
	var wrong []error
	if (f.FacebookAppID == "") != (f.FacebookAppSecret == "") {
		wrong = append(wrong, errors.New("sign-in with Facebook needs --facebook-app-id and --facebook-app-secret"))
	}
	if f.SMSURL == "" && (f.SMSBody != "" || f.SMSHeader != "") {
		wrong = append(wrong, errors.New("an SMS gateway needs --sms-url"))
	}
	_, err := f.open()
	return errors.Join(append(wrong, err)...)
}

// any tells whether a service of others is in use.
func (f outsideFlags) any() bool {
	return f.SMTPURL != "" || f.SMSURL != "" || f.GoogleClientID != "" || f.AppleClientID != "" || f.FacebookAppID != ""
}

// open sets up what the flags name. It asks nobody: a start needs no network.
func (f outsideFlags) open() (outside, error) {
	o := outside{providers: map[string]account.Provider{}, socialClients: map[string]api.SocialClient{}}
	var wrong []error
	if f.SMTPURL != "" {
		server, err := mail.New(string(f.SMTPURL))
		if err != nil {
			wrong = append(wrong, fmt.Errorf("mail: %w", err))
		}
		o.mailer = server
	}
	if f.SMSURL != "" {
		gateway, err := sms.New(sms.Config{
			URL: string(f.SMSURL), Body: string(f.SMSBody), ContentType: f.SMSContentType, Header: string(f.SMSHeader),
		})
		if err != nil {
			wrong = append(wrong, fmt.Errorf("SMS: %w", err))
		}
		o.texter = gateway
	}
	f.openSocial(o)
	return o, errors.Join(wrong...)
}

// openSocial sets up the providers of social sign-in (AUTH-07).
func (f outsideFlags) openSocial(o outside) {
	if id := f.GoogleClientID; id != "" {
		o.providers["google"] = social.Google(id, f.GoogleIssuer)
		o.socialClients["google"] = api.SocialClient{ClientID: id, AuthorizationURL: f.GoogleAuthURL}
	}
	if id := f.AppleClientID; id != "" {
		o.providers["apple"] = social.Apple(id, f.AppleIssuer)
		o.socialClients["apple"] = api.SocialClient{ClientID: id, AuthorizationURL: f.AppleAuthURL}
	}
	if id := f.FacebookAppID; id != "" {
		o.providers["facebook"] = social.NewFacebook(id, string(f.FacebookAppSecret), f.FacebookGraphURL)
		o.socialClients["facebook"] = api.SocialClient{ClientID: id, AuthorizationURL: f.FacebookAuthURL}
	}
}
