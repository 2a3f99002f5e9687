package account

import (
	"context"
	"fmt"

	"hawker/internal/errs"
	"hawker/internal/setting"
)

// Ways are the switches of signing in as they are in effect: a setting alone
// opens nothing that the server has no means for (API-08).
type Ways struct {
	Manual            bool // by password
	OTP               bool // by a code to the phone
	Social            bool // by any of the providers
	Google            bool
	Facebook          bool
	Apple             bool
	PhoneVerification bool // a phone is proven before the first sign-in is through
	EmailVerification bool
	Mail              bool // mail can be sent
	SMS               bool // text messages can be sent
	Firebase          bool // phones are verified by another service, and by no code of ours
	Passkey           bool // by a passkey that a customer has added
	Referral          bool // sign-up takes a referral code
}

// Ways tells which ways to sign in are open. Config shows them, and every call
// asks for its own.
func (s *Service) Ways(ctx context.Context) (Ways, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return Ways{}, fmt.Errorf("read settings: %w", err)
	}
	return s.ways(settings), nil
}

func (s *Service) ways(settings setting.Settings) Ways {
	l := settings.Login
	w := Ways{
		Manual: l.Manual, Mail: s.Mailer != nil, SMS: s.Texter != nil, Firebase: s.Phones != nil,
		Google:   l.Social && l.Google && s.Providers["google"] != nil,
		Facebook: l.Social && l.Facebook && s.Providers["facebook"] != nil,
		Apple:    l.Social && l.Apple && s.Providers["apple"] != nil,
		Referral: settings.Storefront.CustomerWallet && settings.Storefront.ReferralEarning,
	}
	w.Social = w.Google || w.Facebook || w.Apple
	w.OTP = l.OTP && w.reaches(Phone)
	w.Passkey = s.Passkeys != nil && (w.Manual || w.OTP || w.Social) // beside another way
	w.PhoneVerification = l.PhoneVerification && w.reaches(Phone)
	w.EmailVerification = l.EmailVerification && w.reaches(Email)
	return w
}

// reaches tells whether a contact of the kind can be verified at all.
func (w Ways) reaches(k Kind) bool {
	if k == Phone {
		return w.SMS || w.Firebase
	}
	return w.Mail
}

// sends tells whether it is we who send codes to contacts of the kind.
func (w Ways) sends(k Kind) bool {
	if k == Phone {
		return w.SMS && !w.Firebase
	}
	return w.Mail
}

func (w Ways) provider(name string) bool {
	return map[string]bool{"google": w.Google, "facebook": w.Facebook, "apple": w.Apple}[name]
}

// asksFor tells whether a contact of the customer's is still to be verified.
func (w Ways) asksFor(k Kind, c Customer) bool {
	if k == Phone {
		return w.PhoneVerification && c.Phone != nil && !c.PhoneVerified
	}
	return w.EmailVerification && c.Email != nil && !c.EmailVerified
}

// due is what the customer is to verify next, the phone first; "" for nothing.
func (w Ways) due(c Customer) Kind {
	for _, k := range []Kind{Phone, Email} {
		if w.asksFor(k, c) {
			return k
		}
	}
	return ""
}

// terms is what a flow needs of the settings.
type terms struct {
	Ways
	country       string // of phones that say none
	leastPassword int    // characters
}

// terms reads the settings once for a flow, and refuses one that is switched off.
func (s *Service) terms(ctx context.Context, on func(Ways) bool) (terms, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return terms{}, fmt.Errorf("read settings: %w", err)
	}
	t := terms{s.ways(settings), settings.Location.Country, settings.Login.ShortestPassword()}
	if !on(t.Ways) {
		return terms{}, errOff
	}
	return t, nil
}

var errOff = errs.New(errs.Forbidden, "This way to sign in is switched off.")

func always(Ways) bool      { return true }
func byManual(w Ways) bool  { return w.Manual }
func byOTP(w Ways) bool     { return w.OTP }
func byPasskey(w Ways) bool { return w.Passkey }
