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
	"hawker/internal/adapter/stripe"
	"hawker/internal/api/public"
	"hawker/internal/clock"
	"hawker/internal/payment"
	"hawker/internal/server"
	"hawker/internal/signin"
)

// externalFlags set up services of other companies. None is needed: a missing one is not
// offered.
type externalFlags struct {
	SMTPURL secret `name:"smtp-url" group:"External services" placeholder:"smtp://…" help:"Mail server: smtp://user:password@host:port?from=Name <a@b>."`

	SMSURL         secret `name:"sms-url" group:"External services" placeholder:"https://…" help:"SMS gateway, with {phone} and {text}."`
	SMSBody        secret `name:"sms-body" group:"External services" help:"Body of a POST to the gateway, with {phone} and {text}. Without it the call is a GET."`
	SMSContentType string `name:"sms-content-type" group:"External services" default:"json" enum:"json,form" help:"Content type of the body."`
	SMSHeader      secret `name:"sms-header" group:"External services" help:"One more header for the gateway, such as its authorization."`

	GoogleClientID string `name:"oidc-google-client-id" group:"External services" help:"Sign-in with Google."`
	GoogleIssuer   string `name:"oidc-google-issuer" group:"External services" help:"Replaces Google in tests."`
	GoogleAuthURL  string `name:"oidc-google-auth-url" group:"External services" help:"Replaces Google's page of sign-in in tests."`
	AppleClientID  string `name:"oidc-apple-client-id" group:"External services" help:"Sign-in with Apple: the services id."`
	AppleIssuer    string `name:"oidc-apple-issuer" group:"External services" help:"Replaces Apple in tests."`
	AppleAuthURL   string `name:"oidc-apple-auth-url" group:"External services" help:"Replaces Apple's page of sign-in in tests."`

	FacebookAppID     string `name:"facebook-app-id" group:"External services" help:"Sign-in with Facebook."`
	FacebookAppSecret secret `name:"facebook-app-secret" group:"External services" help:"Secret of the same app."`
	FacebookGraphURL  string `name:"facebook-graph-url" group:"External services" help:"Replaces Facebook's Graph API in tests."`
	FacebookAuthURL   string `name:"facebook-auth-url" group:"External services" help:"Replaces Facebook's page of sign-in in tests."`

	StripeSecretKey     secret `name:"stripe-secret-key" group:"External services" help:"Payments by Stripe Checkout: the secret key, or a restricted one."`
	StripeWebhookSecret secret `name:"stripe-webhook-secret" group:"External services" help:"Signing secret of the endpoint that Stripe sends webhooks to."`
	StripeURL           string `name:"stripe-url" group:"External services" help:"Replaces Stripe in tests."`

	VAPIDKey     secret `name:"vapid-key" group:"External services" help:"Private key of web push; hawker keys makes one."`
	VAPIDContact string `name:"vapid-contact" group:"External services" placeholder:"mailto:…" help:"Whom push services may ask: mailto: or https:; the public URL by default."`

	FirebaseAPIKey       string `name:"firebase-api-key" group:"External services" help:"Verification of phones by Firebase: its web API key, which pages contain."`
	FirebaseProjectID    string `name:"firebase-project-id" group:"External services" help:"Id of the same project."`
	FirebaseAuthDomain   string `name:"firebase-auth-domain" group:"External services" placeholder:"PROJECT.firebaseapp.com" help:"Domain of the same project, if it is not the default one."`
	FirebaseEmulatorHost string `name:"firebase-emulator-host" group:"External services" placeholder:"HOST:PORT" help:"An emulator instead of Firebase. It accepts any phone, so no real service may be set up."`
}

// externalServices are the services that are set up. The others are nil.
type externalServices struct {
	mailer        account.Mailer
	texter        account.Texter
	phones        account.PhoneService
	providers     map[string]signin.Provider
	socialClients map[string]public.SocialClient // what pages need of them
	phoneClient   *public.PhoneClient
	gateways      []payment.Gateway
	external      server.ExternalSources // sources that pages need for them
}

// Validate returns all contradictions and all missing flags.
func (f externalFlags) Validate() error {
	wrong := []error{
		needs("an SMS gateway", [][2]string{{"sms-url", string(f.SMSURL)}}, string(f.SMSBody+f.SMSHeader)),
		needs("sign-in with Google", [][2]string{{"oidc-google-client-id", f.GoogleClientID}}, f.GoogleIssuer+f.GoogleAuthURL),
		needs("sign-in with Apple", [][2]string{{"oidc-apple-client-id", f.AppleClientID}}, f.AppleIssuer+f.AppleAuthURL),
		needs("sign-in with Facebook", [][2]string{{"facebook-app-id", f.FacebookAppID}, {"facebook-app-secret", string(f.FacebookAppSecret)}},
			f.FacebookGraphURL+f.FacebookAuthURL),
		needs("Stripe", [][2]string{{"stripe-secret-key", string(f.StripeSecretKey)}, {"stripe-webhook-secret", string(f.StripeWebhookSecret)}}, f.StripeURL),
		needs("Firebase", [][2]string{{"firebase-api-key", f.FirebaseAPIKey}, {"firebase-project-id", f.FirebaseProjectID}},
			f.FirebaseAuthDomain+f.FirebaseEmulatorHost),
	}
	for name, address := range map[string]string{
		"oidc-google-issuer": f.GoogleIssuer, "oidc-google-auth-url": f.GoogleAuthURL,
		"oidc-apple-issuer": f.AppleIssuer, "oidc-apple-auth-url": f.AppleAuthURL,
		"facebook-graph-url": f.FacebookGraphURL, "facebook-auth-url": f.FacebookAuthURL,
		"stripe-url": f.StripeURL,
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
			wrong = append(wrong, errors.New("--firebase-emulator-host lets anybody claim any phone: with it, no real service may be set up"))
		}
	}
	_, err := f.open()
	return errors.Join(append(wrong, err)...)
}

// needs returns an error if a flag of a service is set, but a required one is missing.
// others are the values of its optional flags.
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

// any reports whether a real external service is set up. An emulator is not one.
func (f externalFlags) any() bool {
	return f.SMTPURL != "" || f.SMSURL != "" || f.GoogleClientID != "" || f.AppleClientID != "" || f.FacebookAppID != "" ||
		f.StripeSecretKey != "" || f.FirebaseProjectID != "" && f.FirebaseEmulatorHost == ""
}

// open sets up the services. It makes no call, so that the program starts without a
// network.
func (f externalFlags) open() (externalServices, error) {
	o := externalServices{providers: map[string]signin.Provider{}, socialClients: map[string]public.SocialClient{}}
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
	if f.StripeSecretKey != "" && f.StripeWebhookSecret != "" {
		gateway, err := stripe.New(stripe.Config{
			SecretKey: string(f.StripeSecretKey), WebhookSecret: string(f.StripeWebhookSecret), URL: f.StripeURL, Clock: clock.System,
		})
		wrong, o.gateways = append(wrong, err), append(o.gateways, gateway)
	}
	f.openSocial(o)
	f.openFirebase(&o)
	if err := errors.Join(wrong...); err != nil {
		return externalServices{}, err
	}
	return o, nil
}

// openSocial sets up the providers of social sign-in (AUTH-07).
func (f externalFlags) openSocial(o externalServices) {
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

// openFirebase sets up the service that verifies phones. Pages call it, too: they request
// the code, with a captcha.
func (f externalFlags) openFirebase(o *externalServices) {
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
		o.external.Calls = []string{o.phoneClient.EmulatorURL}
		return
	}
	o.external = server.ExternalSources{
		Scripts: []string{"https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"},
		Frames:  []string{"https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"},
		Calls:   []string{"https://identitytoolkit.googleapis.com", "https://securetoken.googleapis.com", "https://www.google.com/recaptcha/"},
	}
}
