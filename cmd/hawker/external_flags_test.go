package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// everything is an environment in which every service is set up. No value contains
// another, so that a test can distinguish them.
var everything = map[string]string{
	"HAWKER_SMTP_URL":              "smtp://me:hush-mail@mail.example?from=shop@town.example",
	"HAWKER_SMS_URL":               "https://sms.example/send?key=hush-sms",
	"HAWKER_SMS_BODY":              "to={phone}&body={text}&pin=hush-body",
	"HAWKER_SMS_CONTENT_TYPE":      "form",
	"HAWKER_SMS_HEADER":            "Authorization: hush-header",
	"HAWKER_OIDC_GOOGLE_CLIENT_ID": "google-client",
	"HAWKER_OIDC_GOOGLE_ISSUER":    "https://google.example",
	"HAWKER_OIDC_GOOGLE_AUTH_URL":  "https://google.example/auth",
	"HAWKER_OIDC_APPLE_CLIENT_ID":  "apple-client",
	"HAWKER_OIDC_APPLE_ISSUER":     "https://apple.example",
	"HAWKER_OIDC_APPLE_AUTH_URL":   "https://apple.example/auth",
	"HAWKER_FACEBOOK_APP_ID":       "facebook-app",
	"HAWKER_FACEBOOK_APP_SECRET":   "hush-facebook",
	"HAWKER_FACEBOOK_GRAPH_URL":    "https://facebook.example/v1",
	"HAWKER_FACEBOOK_AUTH_URL":     "https://facebook.example/dialog",
	"HAWKER_STRIPE_SECRET_KEY":     "sk_test_hush-stripe",
	"HAWKER_STRIPE_WEBHOOK_SECRET": "whsec_hush-webhook",
	"HAWKER_STRIPE_URL":            "https://stripe.example",
	"HAWKER_FIREBASE_API_KEY":      "firebase-key",
	"HAWKER_FIREBASE_PROJECT_ID":   "firebase-project",
	"HAWKER_FIREBASE_AUTH_DOMAIN":  "auth.town.example",
}

// read parses an environment like a command.
func read(t *testing.T, env map[string]string) (externalFlags, error) {
	t.Helper()
	var flags struct{ externalFlags }
	parser, err := kong.New(&flags, kong.Resolvers(environment(func(name string) string { return env[name] })))
	if err != nil {
		t.Fatal(err)
	}
	_, err = parser.Parse(nil)
	return flags.externalFlags, err
}

func with(env map[string]string, more ...string) map[string]string {
	env = maps.Clone(env)
	for i := 0; i < len(more); i += 2 {
		env[more[i]] = more[i+1]
	}
	return env
}

func TestEveryServiceIsSetUpByTheEnvironment_AUTH07_AUTH09(t *testing.T) {
	t.Parallel()
	flags, err := read(t, everything)
	if err != nil || !flags.any() {
		t.Fatalf("%v, any %v", err, flags.any())
	}
	o, err := flags.open()
	if err != nil || o.mailer == nil || o.texter == nil || o.phones == nil {
		t.Fatalf("%+v, %v", o, err)
	}
	if len(o.gateways) != 1 || o.gateways[0].Name() != "stripe" {
		t.Errorf("gateways: %+v", o.gateways)
	}
	for _, medium := range []string{"google", "apple", "facebook"} {
		client := o.socialClients[medium]
		if o.providers[medium] == nil || !strings.HasPrefix(client.ClientID, medium) || !strings.HasPrefix(client.AuthorizationURL, "https://"+medium+".example/") {
			t.Errorf("%s: %+v", medium, client)
		}
	}
	if p := o.phoneClient; p == nil || p.APIKey != "firebase-key" || p.ProjectID != "firebase-project" || p.AuthDomain != "auth.town.example" || p.EmulatorURL != "" {
		t.Errorf("firebase: %+v", p)
	}
	if len(o.external.Scripts) == 0 || len(o.external.Frames) == 0 || !slices.Contains(o.external.Calls, "https://identitytoolkit.googleapis.com") {
		t.Errorf("pages may not call the phone service: %+v", o.external)
	}
	text, err := json.Marshal(flags)
	if err != nil {
		t.Fatal(err)
	}
	if all := fmt.Sprintf("%v %+v %s", flags, flags, text); strings.Contains(all, "hush") {
		t.Errorf("the logged settings contain a secret: %s", all)
	}
}

func TestWithoutSettingsNoServiceIsUsed_AUTH01(t *testing.T) {
	t.Parallel()
	flags, err := read(t, nil)
	if err != nil || flags.any() {
		t.Fatalf("%v, any %v", err, flags.any())
	}
	o, err := flags.open()
	if err != nil || o.mailer != nil || o.texter != nil || o.phones != nil || o.phoneClient != nil || len(o.providers)+len(o.socialClients)+len(o.gateways) != 0 {
		t.Errorf("%+v, %v", o, err)
	}
	if len(o.external.Scripts)+len(o.external.Frames)+len(o.external.Calls) != 0 {
		t.Errorf("pages may use other sources: %+v", o.external)
	}
}

func TestEachServiceAloneIsReal_TRAP_D8(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{
		{"HAWKER_SMTP_URL"}, {"HAWKER_OIDC_GOOGLE_CLIENT_ID"}, {"HAWKER_OIDC_APPLE_CLIENT_ID"},
		{"HAWKER_SMS_URL", "HAWKER_SMS_BODY", "HAWKER_SMS_CONTENT_TYPE"},
		{"HAWKER_FACEBOOK_APP_ID", "HAWKER_FACEBOOK_APP_SECRET"}, {"HAWKER_FIREBASE_API_KEY", "HAWKER_FIREBASE_PROJECT_ID"},
		{"HAWKER_STRIPE_SECRET_KEY", "HAWKER_STRIPE_WEBHOOK_SECRET"},
	} {
		env := map[string]string{}
		for _, name := range names {
			env[name] = everything[name]
		}
		flags, err := read(t, env)
		if err != nil || !flags.any() {
			t.Errorf("%v: %v, any %v", names, err, flags.any())
		}
		if _, err := read(t, with(env, "HAWKER_FIREBASE_EMULATOR_HOST", "127.0.0.1:9099", "HAWKER_FIREBASE_API_KEY", "any", "HAWKER_FIREBASE_PROJECT_ID", "demo-hawker")); (err == nil) != (names[0] == "HAWKER_FIREBASE_API_KEY") {
			t.Errorf("%v with an emulator: %v", names, err)
		}
	}
}

func TestAnEmulatorIsNoRealService_TRAP_D8(t *testing.T) {
	t.Parallel()
	flags, err := read(t, map[string]string{
		"HAWKER_FIREBASE_EMULATOR_HOST": "127.0.0.1:9099", "HAWKER_FIREBASE_API_KEY": "any", "HAWKER_FIREBASE_PROJECT_ID": "demo-hawker",
	})
	if err != nil || flags.any() {
		t.Fatalf("%v, any %v", err, flags.any())
	}
	o, err := flags.open()
	if err != nil || o.phones == nil || o.phoneClient.EmulatorURL != "http://127.0.0.1:9099" || o.phoneClient.AuthDomain != "demo-hawker.firebaseapp.com" ||
		!slices.Equal(o.external.Calls, []string{"http://127.0.0.1:9099"}) || o.external.Scripts != nil {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestContradictionsAreReportedTogether(t *testing.T) {
	t.Parallel()
	for what, tt := range map[string]struct {
		env  map[string]string
		said []string
	}{
		"a mail server without sender":  {map[string]string{"HAWKER_SMTP_URL": "smtp://me:hush@mail.example"}, []string{"?from="}},
		"a gateway without phone, text": {map[string]string{"HAWKER_SMS_URL": "https://sms.example/hush"}, []string{"{phone}", "{text}"}},
		"a gateway's body alone":        {map[string]string{"HAWKER_SMS_BODY": "{phone}{text}hush"}, []string{"--sms-url"}},
		"a gateway's header alone":      {map[string]string{"HAWKER_SMS_HEADER": "X: hush"}, []string{"--sms-url"}},
		"an issuer alone":               {map[string]string{"HAWKER_OIDC_GOOGLE_ISSUER": "https://x.example"}, []string{"--oidc-google-client-id"}},
		"Apple's page alone":            {map[string]string{"HAWKER_OIDC_APPLE_AUTH_URL": "https://x.example"}, []string{"--oidc-apple-client-id"}},
		"an app without its secret":     {map[string]string{"HAWKER_FACEBOOK_APP_ID": "1"}, []string{"--facebook-app-secret"}},
		"a secret without its app":      {map[string]string{"HAWKER_FACEBOOK_APP_SECRET": "hush"}, []string{"--facebook-app-id"}},
		"a graph alone":                 {map[string]string{"HAWKER_FACEBOOK_GRAPH_URL": "https://x.example"}, []string{"--facebook-app-id", "--facebook-app-secret"}},
		"a key of Stripe alone":         {map[string]string{"HAWKER_STRIPE_SECRET_KEY": "sk_hush"}, []string{"--stripe-webhook-secret"}},
		"a secret of webhooks alone":    {map[string]string{"HAWKER_STRIPE_WEBHOOK_SECRET": "whsec_hush"}, []string{"--stripe-secret-key"}},
		"a stand-in for Stripe alone":   {map[string]string{"HAWKER_STRIPE_URL": "https://x.example"}, []string{"--stripe-secret-key", "--stripe-webhook-secret"}},
		"keys that are not Stripe's":    {with(everything, "HAWKER_STRIPE_SECRET_KEY", "pk_hush", "HAWKER_STRIPE_WEBHOOK_SECRET", "hush"), []string{"sk_", "whsec_"}},
		"a stand-in that is not a URL":  {with(everything, "HAWKER_STRIPE_URL", "hush"), []string{"--stripe-url"}},
		"a project without its key":     {map[string]string{"HAWKER_FIREBASE_PROJECT_ID": "x"}, []string{"--firebase-api-key"}},
		"a key without its project":     {map[string]string{"HAWKER_FIREBASE_API_KEY": "x"}, []string{"--firebase-project-id"}},
		"an emulator alone":             {map[string]string{"HAWKER_FIREBASE_EMULATOR_HOST": "127.0.0.1:1"}, []string{"--firebase-api-key", "--firebase-project-id"}},
		"an emulator without a port":    {map[string]string{"HAWKER_FIREBASE_EMULATOR_HOST": "hush", "HAWKER_FIREBASE_API_KEY": "x", "HAWKER_FIREBASE_PROJECT_ID": "x"}, []string{"host:port"}},
		"an emulator with all":          {with(everything, "HAWKER_FIREBASE_EMULATOR_HOST", "127.0.0.1:1"), []string{"--firebase-emulator-host"}},
		"an issuer that is not a URL":   {with(everything, "HAWKER_OIDC_APPLE_ISSUER", "apple.example"), []string{"--oidc-apple-issuer"}},
		"many at once": {
			map[string]string{"HAWKER_SMTP_URL": "hush", "HAWKER_SMS_URL": "hush", "HAWKER_FACEBOOK_APP_ID": "1", "HAWKER_FIREBASE_API_KEY": "x"},
			[]string{"smtp://", "SMS address", "--facebook-app-secret", "--firebase-project-id"},
		},
	} {
		_, err := read(t, tt.env)
		if err == nil {
			t.Errorf("%s: accepted", what)
			continue
		}
		for _, said := range tt.said {
			if !strings.Contains(err.Error(), said) {
				t.Errorf("%s: %q is not in %v", what, said, err)
			}
		}
		if strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: the error contains a secret: %v", what, err)
		}
	}
}
