package api

import (
	"context"

	"hawker/internal/account"
	"hawker/internal/catalog"
	"hawker/internal/link"
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/zone"
)

// getConfig answers every switch of the storefront (API-08).
func (s *Server) getConfig(ctx context.Context, _ *scopeInput) (*configOutput, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	town, err := s.Catalog.Town(ctx)
	if err != nil {
		return nil, err
	}
	zones, err := s.Zones.All(ctx)
	if err != nil {
		return nil, err
	}
	view := viewSettings(settings, town)
	view.ModuleList = viewModules(town, zones)
	view.MapBounds = boundsOf(zones)
	view.Demo = s.Demo
	if s.Accounts != nil {
		ways, err := s.Accounts.Ways(ctx)
		if err != nil {
			return nil, err
		}
		view.showWays(ways)
	}
	view.SocialLogin = s.viewSocialLogin(settings.Login)
	view.AppleLogin = viewAppleLogin(view.SocialLogin)
	if c := s.Phones; c != nil {
		view.Firebase = &firebaseView{APIKey: c.APIKey, AuthDomain: c.AuthDomain, ProjectID: c.ProjectID, EmulatorURL: c.EmulatorURL}
	}
	for _, a := range s.DemoAccounts {
		view.DemoAccounts = append(view.DemoAccounts, demoAccountView(a))
	}
	return &configOutput{Body: view}, nil
}

func viewSettings(s setting.Settings, town *catalog.Town) configView {
	currency := s.Currency.Money()
	view := configView{
		BusinessName:            s.Business.Name,
		Email:                   s.Business.Email,
		Phone:                   s.Business.Phone,
		Address:                 s.Business.Address,
		LogoFullURL:             pictureURL(town, s.Business.Logo),
		FooterText:              s.Business.FooterText,
		LeastPassword:           s.Login.ShortestPassword(),
		SocialMedia:             []socialMediaView{},
		BaseURLs:                baseURLsView{ItemImageURL: town.PictureBase()},
		DefaultLocation:         pointView(s.Location.Default),
		Country:                 s.Location.Country,
		CountryPickerStatus:     flag(s.Storefront.CountryPicker),
		Currency:                s.Currency.Code,
		CurrencySymbol:          s.Currency.Symbol,
		CurrencySymbolDirection: symbolSide(s.Currency),
		DigitAfterDecimalPoint:  s.Currency.Digits,
		TaxIncluded:             flag(s.Checkout.TaxIncluded),
		ToggleVegNonVeg:         flag(s.Storefront.VegFilter),
		GuestCheckoutStatus:     flag(s.Checkout.GuestCheckout),
		FreeDeliveryOver:        currency.ToMajor(s.Checkout.FreeDeliveryOver),
		CustomerWalletStatus:    flag(s.Storefront.CustomerWallet),
		LoyaltyPointStatus:      flag(s.Storefront.LoyaltyPoints),
		RefEarningStatus:        flag(s.Storefront.ReferralEarning),
		RefundPolicy:            flag(s.Storefront.RefundPolicy),
		CancelationPolicy:       flag(s.Storefront.CancellationPolicy),
		ShippingPolicy:          flag(s.Storefront.ShippingPolicy),
		DemoAccounts:            []demoAccountView{},
		ActivePaymentMethodList: []paymentMethodView{},
		TimeZone:                s.Location.TimeZone,
		Languages:               []languageView{{Key: "en", Value: "English"}},
	}
	for _, page := range s.Business.SocialMedia {
		if link.Shown(page.Link) != "" { // an old row may hold anything
			view.SocialMedia = append(view.SocialMedia, socialMediaView(page))
		}
	}
	view.showCharges(s.Checkout, currency)
	return view
}

// showCharges fills in what checkout may add.
func (v *configView) showCharges(c setting.Checkout, currency money.Currency) {
	v.CashOnDelivery = c.CashOnDelivery
	v.CodMaximumOrderAmount = currency.ToMajor(c.CODMaximum)
	v.AdditionalChargeStatus = flag(c.AdditionalCharge)
	v.AdditionalChargeName = c.AdditionalChargeName
	v.AdditionalCharge = currency.ToMajor(c.AdditionalChargeSum)
	v.ExtraPackagingStatus = flag(c.ExtraPackaging)
	v.DMTipsStatus = flag(c.RiderTips)
	v.PartialPaymentStatus = flag(c.PartialPayment)
}

func symbolSide(c setting.Currency) string {
	if c.SymbolRight {
		return "right"
	}
	return "left"
}

// showWays fills in how to sign in: what is switched on and can be done (API-08).
func (v *configView) showWays(w account.Ways) {
	v.CentralizeLogin = centralizeLoginView{
		OTPLoginStatus:          flag(w.OTP),
		ManualLoginStatus:       flag(w.Manual),
		PasskeyLoginStatus:      flag(w.Passkey),
		SocialLoginStatus:       flag(w.Social),
		PhoneVerificationStatus: flag(w.PhoneVerification),
		EmailVerificationStatus: flag(w.EmailVerification),
		GoogleLoginStatus:       flag(w.Google),
		FacebookLoginStatus:     flag(w.Facebook),
		AppleLoginStatus:        flag(w.Apple),
	}
	v.IsMailActive, v.IsSMSActive, v.FirebaseOTPVerification = w.Mail, w.SMS, flag(w.Firebase)
}

// boundsOf is west, south, east, north of all zones; empty without any.
func boundsOf(zones []zone.Zone) []float64 {
	bounds := []float64{}
	for _, z := range zones {
		for _, p := range z.Outline.Ring() {
			if len(bounds) == 0 {
				bounds = []float64{p.Lng, p.Lat, p.Lng, p.Lat}
			}
			bounds = []float64{min(bounds[0], p.Lng), min(bounds[1], p.Lat), max(bounds[2], p.Lng), max(bounds[3], p.Lat)}
		}
	}
	return bounds
}
