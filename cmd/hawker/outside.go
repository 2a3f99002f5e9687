package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"hawker/internal/account"
	"hawker/internal/adapter/firebase"
	"hawker/internal/adapter/mail"
	"hawker/internal/adapter/sms"
	"hawker/internal/adapter/social"
	"hawker/internal/api/public"
	"hawker/internal/server"
	"hawker/internal/signin"
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

	FirebaseAPIKey       string `name:"firebase-api-key" group:"outside" help:"Phones verified by Firebase: its web API key, which pages are told."`
	FirebaseProjectID    string `name:"firebase-project-id" group:"outside" help:"Of the same project."`
	FirebaseAuthDomain   string `name:"firebase-auth-domain" group:"outside" placeholder:"PROJECT.firebaseapp.com" help:"Of the same project, where it has one of its own."`
	FirebaseEmulatorHost string `name:"firebase-emulator-host" group:"outside" placeholder:"HOST:PORT" help:"An emulator instead of Firebase. It proves nothing, so nothing real may stand beside it."`
}

// outside is the services of others, set up. What is nil is not.
type outside struct {
	mailer        account.Mailer
	texter        account.Texter
	phones        account.PhoneService
	providers     map[string]signin.Provider
	socialClients map[string]public.SocialClient // what pages may know of them
	phoneClient   *public.PhoneClient
	others        server.Others // whom pages deal with for them
}

// Validate collects every contradiction, and names what is missing.
func (f outsideFlags) Validate() error {
	wrong := []error{
		needs("an SMS gateway", [][2]string{{"sms-url", string(f.SMSURL)}}, string(f.SMSBody+f.SMSHeader)),
		needs("sign-in with Google", [][2]string{{"oidc-google-client-id", f.GoogleClientID}}, f.GoogleIssuer+f.GoogleAuthURL),
		needs("sign-in with Apple", [][2]string{{"oidc-apple-client-id", f.AppleClientID}}, f.AppleIssuer+f.AppleAuthURL),
		needs("sign-in with Facebook", [][2]string{{"facebook-app-id", f.FacebookAppID}, {"facebook-app-secret", string(f.FacebookAppSecret)}},
			f.FacebookGraphURL+f.FacebookAuthURL),
		needs("Firebase", [][2]string{{"firebase-api-key", f.FirebaseAPIKey}, {"firebase-project-id", f.FirebaseProjectID}},
			f.FirebaseAuthDomain+f.FirebaseEmulatorHost),
	}
	for name, address := range map[string]string{
		"oidc-google-issuer": f.GoogleIssuer, "oidc-google-auth-url": f.GoogleAuthURL,
		"oidc-apple-issuer": f.AppleIssuer, "oidc-apple-auth-url": f.AppleAuthURL,
		"facebook-graph-url": f.FacebookGraphURL, "facebook-auth-url": f.FacebookAuthURL,
	} {
		if u, err := url.Parse(address); address != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			wrong = append(wrong, fmt.Errorf("--%s is not http(s)://host", name))
		}
	}
	if f.FirebaseEmulatorHost != "" {
		if _, _, err := net.SplitHostPort(f.FirebaseEmulatorHost); err != nil {
			wrong = append(wrong, errors.New("--firebase-emulator-host is not host:port"))
		}
		if f.any() {
			wrong = append(wrong, errors.New("--firebase-emulator-host lets anybody claim any phone: it may not stand beside a real service"))
		}
	}
	_, err := f.open()
	return errors.Join(append(wrong, err)...)
}

// needs names the flags that a service cannot do without, once any of its flags
// is set: one of those, or one of the others.
func needs(service string, flags [][2]string, others string) error {
	set, missing := others, []string{}
	for _, flag := range flags {
		set += flag[1]
		if flag[1] == "" {
			missing = append(missing, "--"+flag[0])
		}
	}
	if set == "" || len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%s needs %s", service, strings.Join(missing, " and "))
}

// any tells whether a real service of others is in use; an emulator is none.
func (f outsideFlags) any() bool {
	return f.SMTPURL != "" || f.SMSURL != "" || f.GoogleClientID != "" || f.AppleClientID != "" || f.FacebookAppID != "" ||
		f.FirebaseProjectID != "" && f.FirebaseEmulatorHost == ""
}

// open sets up what the flags name. It asks nobody: a start needs no network.
func (f outsideFlags) open() (outside, error) {
	o := outside{providers: map[string]signin.Provider{}, socialClients: map[string]public.SocialClient{}}
	var wrong []error
	if f.SMTPURL != "" {
		server, err := mail.New(string(f.SMTPURL))
		wrong, o.mailer = append(wrong, err), server
	}
	if f.SMSURL != "" {
		gateway, err := sms.New(sms.Config{
			URL: string(f.SMSURL), Body: string(f.SMSBody), ContentType: f.SMSContentType, Header: string(f.SMSHeader),
		})
		wrong, o.texter = append(wrong, err), gateway
	}
	f.openSocial(o)
	f.openFirebase(&o)
	if err := errors.Join(wrong...); err != nil {
		return outside{}, err
	}
	return o, nil
}

// openSocial sets up the providers of social sign-in (AUTH-07).
func (f outsideFlags) openSocial(o outside) {
	if id := f.GoogleClientID; id != "" {
		o.providers["google"] = social.Google(id, f.GoogleIssuer)
		o.socialClients["google"] = public.SocialClient{ClientID: id, AuthorizationURL: f.GoogleAuthURL}
	}
	if id := f.AppleClientID; id != "" {
		o.providers["apple"] = social.Apple(id, f.AppleIssuer)
		o.socialClients["apple"] = public.SocialClient{ClientID: id, AuthorizationURL: f.AppleAuthURL}
	}
	if id := f.FacebookAppID; id != "" {
		o.providers["facebook"] = social.NewFacebook(id, string(f.FacebookAppSecret), f.FacebookGraphURL)
		o.socialClients["facebook"] = public.SocialClient{ClientID: id, AuthorizationURL: f.FacebookAuthURL}
	}
}

// openFirebase sets up the service that verifies phones, and lets pages deal with
// it: there the code is asked for, behind a captcha.
func (f outsideFlags) openFirebase(o *outside) {
	if f.FirebaseProjectID == "" {
		return
	}
	o.phones = firebase.New(firebase.Config{APIKey: f.FirebaseAPIKey, ProjectID: f.FirebaseProjectID, EmulatorHost: f.FirebaseEmulatorHost})
	o.phoneClient = &public.PhoneClient{
		APIKey: f.FirebaseAPIKey, ProjectID: f.FirebaseProjectID,
		AuthDomain: cmp.Or(f.FirebaseAuthDomain, f.FirebaseProjectID+".firebaseapp.com"),
	}
	if f.FirebaseEmulatorHost != "" {
		o.phoneClient.EmulatorURL = "http://" + f.FirebaseEmulatorHost
		o.others.Calls = []string{o.phoneClient.EmulatorURL}
		return
	}
	o.others = server.Others{
		Scripts: []string{"https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"},
		Frames:  []string{"https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"},
		Calls:   []string{"https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com", "https://www.google.com/recaptcha/"},
	}
}
