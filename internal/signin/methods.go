package signin

import (
	"context"
	"fmt"

	"hawker/internal/account"
	"hawker/internal/contact"
	"hawker/internal/errs"
	"hawker/internal/setting"
)

// Methods tells which ways to sign in are open: a setting alone opens nothing that the
// server has no service for (API-08).
type Methods struct {
	Manual            bool // by password
	OTP               bool // by a code to the phone
	Social            bool // by any of the providers
	Google            bool
	Facebook          bool
	Apple             bool
	PhoneVerification bool // a phone must be verified before the first sign-in ends
	EmailVerification bool
	Mail              bool // mail can be sent
	SMS               bool // text messages can be sent
	Firebase          bool // a phone service verifies phones, not we
	Passkey           bool // by a passkey that a customer has added
	Referral          bool // sign-up takes a referral code
}

// Methods returns the methods that are open now.
func (s *Service) Methods(ctx context.Context) (Methods, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Methods{}, fmt.Errorf("read settings: %w", err)
	}
	return s.methods(settings), nil
}

func (s *Service) methods(settings setting.Settings) Methods {
	l := settings.Login
	m := Methods{
		Manual: l.Manual, Mail: s.Accounts.Mailer != nil, SMS: s.Accounts.Texter != nil, Firebase: s.Accounts.Phones != nil,
		Google:   l.Social && l.Google && s.Providers["google"] != nil,
		Facebook: l.Social && l.Facebook && s.Providers["facebook"] != nil,
		Apple:    l.Social && l.Apple && s.Providers["apple"] != nil,
		Referral: settings.Storefront.CustomerWallet && settings.Storefront.ReferralEarning,
	}
	m.Social = m.Google || m.Facebook || m.Apple
	m.OTP = l.OTP && s.Accounts.CanVerify(contact.KindPhone)
	m.Passkey = s.Credentials.Passkeys != nil && (m.Manual || m.OTP || m.Social) // only beside another method
	m.PhoneVerification = l.PhoneVerification && s.Accounts.CanVerify(contact.KindPhone)
	m.EmailVerification = l.EmailVerification && s.Accounts.CanVerify(contact.KindEmail)
	return m
}

func (m Methods) provider(name string) bool {
	return map[string]bool{"google": m.Google, "facebook": m.Facebook, "apple": m.Apple}[name]
}

// mustVerify reports whether a contact of the customer must be verified before the
// sign-in ends.
func (m Methods) mustVerify(k contact.Kind, c account.Customer) bool {
	if k == contact.KindPhone {
		return m.PhoneVerification && c.Phone != nil && !c.PhoneVerified
	}
	return m.EmailVerification && c.Email != nil && !c.EmailVerified
}

// nextToVerify returns the contact that must be verified next, the phone first; ""
// for none.
func (m Methods) nextToVerify(c account.Customer) contact.Kind {
	for _, k := range []contact.Kind{contact.KindPhone, contact.KindEmail} {
		if m.mustVerify(k, c) {
			return k
		}
	}
	return ""
}

// policy is what a sign-in needs of the settings. It is read once for each call.
type policy struct {
	Methods
	country           string // of phones without a country code
	minPasswordLength int    // characters
}

// policy returns errMethodOff unless the call's method is open.
func (s *Service) policy(ctx context.Context, open func(Methods) bool) (policy, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return policy{}, fmt.Errorf("read settings: %w", err)
	}
	p := policy{s.methods(settings), settings.Location.Country, settings.Login.EffectiveMinPasswordLength()}
	if !open(p.Methods) {
		return policy{}, errMethodOff
	}
	return p, nil
}

var errMethodOff = errs.New(errs.Forbidden, "This way to sign in is switched off.")

func anyMethod(Methods) bool   { return true }
func byManual(m Methods) bool  { return m.Manual }
func byOTP(m Methods) bool     { return m.OTP }
func byPasskey(m Methods) bool { return m.Passkey }
