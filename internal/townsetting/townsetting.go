// Package townsetting copies the settings of a town from town.json to those that the
// program uses, and back.
package townsetting

import (
	"time"

	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// Parse returns the settings of town.json. Relative days count from now.
func Parse(in townfile.Settings, now time.Time) (setting.Settings, error) {
	p := parser{now: now, currency: money.Currency{Digits: in.Currency.Digits}}
	p.zone = p.texts.Location(in.Location.TimeZone)
	s := setting.Settings{
		Business: setting.Business{
			Name: in.Business.Name, Email: in.Business.Email, Phone: in.Business.Phone, Address: in.Business.Address,
			Logo: in.Business.Logo, Icon: in.Business.Icon, FooterText: in.Business.FooterText, SocialMedia: []setting.SocialLink{},
		},
		Currency: setting.Currency{
			Code: in.Currency.Code, Digits: in.Currency.Digits, Symbol: in.Currency.Symbol, SymbolRight: in.Currency.SymbolSide == "right",
		},
		Location:   setting.Location(in.Location),
		Storefront: setting.Storefront(in.Storefront),
		Checkout: setting.Checkout{
			GuestCheckout:        in.Checkout.GuestCheckout,
			TaxIncluded:          in.Checkout.TaxIncluded,
			FreeDeliveryOver:     p.amount(in.Checkout.FreeDeliveryOver),
			FreeDeliveryForAll:   in.Checkout.FreeDeliveryForAll,
			CODMaximum:           p.amount(in.Checkout.CODMaximum),
			AdditionalCharge:     in.Checkout.AdditionalCharge,
			AdditionalChargeName: in.Checkout.AdditionalChargeName,
			AdditionalChargeSum:  p.amount(in.Checkout.AdditionalChargeSum),
			ExtraPackaging:       in.Checkout.ExtraPackaging,
			ExtraPackagingSum:    p.amount(in.Checkout.ExtraPackagingSum),
			RiderTips:            in.Checkout.RiderTips,
			PartialPayment:       in.Checkout.PartialPayment,
			CashOnDelivery:       in.Checkout.CashOnDelivery,
		},
		Payments:  parsePayments(in.Payments),
		Wallet:    p.parseWallet(in.Wallet),
		Rewards:   p.parseRewards(in.Rewards),
		Limits:    parseLimits(in.Limits),
		Rental:    parseRental(in.Rental),
		Joining:   parseJoining(in.Joining),
		Parcel:    p.parseParcel(in.Parcel),
		Login:     setting.Login(in.Login),
		Languages: setting.Languages{Offered: setting.Languages{Offered: in.Languages}.All()},
		Landing: setting.Landing{
			Title: in.Landing.Title, SubTitle: in.Landing.SubTitle, Hero: in.Landing.Hero, Highlights: []setting.Highlight{},
			FooterDescription: in.Landing.FooterDescription, NewsletterTitle: in.Landing.NewsletterTitle, NewsletterText: in.Landing.NewsletterText,
			AppLinks: setting.AppLinks(in.Landing.AppLinks),
		},
	}
	for _, link := range in.Business.SocialMedia {
		s.Business.SocialMedia = append(s.Business.SocialMedia, setting.SocialLink(link))
	}
	for _, h := range in.Landing.Highlights {
		s.Landing.Highlights = append(s.Landing.Highlights, setting.Highlight(h))
	}
	return s, p.texts.Err
}

// parser converts the texts of town.json to values.
type parser struct {
	texts    townfile.Parser
	now      time.Time
	zone     *time.Location // of the town
	currency money.Currency
}

func (p *parser) amount(d townfile.Decimal) money.Amount { return p.texts.Amount(p.currency, d) }

func (p *parser) value(kind string, d townfile.Decimal) int64 {
	return p.texts.Value(p.currency, kind, d)
}

// date returns a day of the town as a date; an absent day is "".
func (p *parser) date(d townfile.Day) string { return p.texts.Date(d, p.now, p.zone) }

// take replaces a default by what is given.
func take[T any](value, given *T) {
	if given != nil {
		*value = *given
	}
}

// parseRental returns the rules of trips, with defaults for missing ones.
func parseRental(in townfile.Rental) setting.Rental {
	rules := setting.Defaults().Rental
	take(&rules.FreeCancelHours, in.FreeCancelHours)
	take(&rules.LateCancelPercent, in.LateCancelPercent)
	take(&rules.Photos, in.Photos)
	take(&rules.DriverLicence, in.DriverLicence)
	take(&rules.Deposits, in.Deposits)
	take(&rules.ExtensionHours, in.ExtensionHours)
	take(&rules.LatePercent, in.LatePercent)
	take(&rules.LateGraceMinutes, in.LateGraceMinutes)
	return rules
}

// parseLimits returns the limits of the town, with defaults for missing ones.
func parseLimits(in townfile.Limits) setting.Limits {
	limits := setting.Defaults().Limits
	take(&limits.WaitingPerShopper, in.WaitingPerShopper)
	take(&limits.WaitingPerPhone, in.WaitingPerPhone)
	take(&limits.WaitingPerAddress, in.WaitingPerAddress)
	take(&limits.WaitingVehicles, in.WaitingVehicles)
	take(&limits.WaitingUnits, in.WaitingUnits)
	take(&limits.UnconfirmedDays, in.UnconfirmedDays)
	take(&limits.GuestDays, in.GuestDays)
	take(&limits.PrescriptionDays, in.PrescriptionDays)
	take(&limits.ChatDays, in.ChatDays)
	return limits
}

// parseParcel returns the rules of parcels, with defaults for missing ones.
func (p *parser) parseParcel(in townfile.Parcel) setting.Parcel {
	rules := setting.Defaults().Parcel
	rules.TaxRate = p.texts.Rate(in.Tax)
	take(&rules.PickupMinutes, in.PickupMinutes)
	return rules
}

// Format returns settings in the format of town.json.
func Format(s setting.Settings) townfile.Settings {
	f := townfile.Formatter{Currency: s.Currency.Money()}
	out := townfile.Settings{
		Business: townfile.Business{
			Name: s.Business.Name, Email: s.Business.Email, Phone: s.Business.Phone, Address: s.Business.Address,
			Logo: s.Business.Logo, Icon: s.Business.Icon, FooterText: s.Business.FooterText, SocialMedia: []townfile.SocialLink{},
		},
		Currency:   townfile.Currency{Code: s.Currency.Code, Digits: s.Currency.Digits, Symbol: s.Currency.Symbol, SymbolSide: "left"},
		Location:   townfile.Location(s.Location),
		Storefront: townfile.Storefront(s.Storefront),
		Payments:   formatPayments(s.Payments),
		Wallet:     formatWallet(f, s.Wallet),
		Joining:    formatJoining(s.Joining),
		Rewards:    formatRewards(f, s.Rewards),
		Limits: townfile.Limits{
			WaitingPerShopper: &s.Limits.WaitingPerShopper, WaitingPerPhone: &s.Limits.WaitingPerPhone, WaitingPerAddress: &s.Limits.WaitingPerAddress,
			WaitingVehicles: &s.Limits.WaitingVehicles, WaitingUnits: &s.Limits.WaitingUnits, UnconfirmedDays: &s.Limits.UnconfirmedDays, GuestDays: &s.Limits.GuestDays, PrescriptionDays: &s.Limits.PrescriptionDays, ChatDays: &s.Limits.ChatDays,
		},
		Rental: townfile.Rental{FreeCancelHours: &s.Rental.FreeCancelHours, LateCancelPercent: &s.Rental.LateCancelPercent,
			Photos: &s.Rental.Photos, DriverLicence: &s.Rental.DriverLicence, Deposits: &s.Rental.Deposits, ExtensionHours: &s.Rental.ExtensionHours, LatePercent: &s.Rental.LatePercent, LateGraceMinutes: &s.Rental.LateGraceMinutes,
		},
		Parcel: formatParcel(f, s.Parcel),
		Checkout: townfile.Checkout{
			GuestCheckout:        s.Checkout.GuestCheckout,
			TaxIncluded:          s.Checkout.TaxIncluded,
			FreeDeliveryOver:     f.AmountOrNone(s.Checkout.FreeDeliveryOver),
			FreeDeliveryForAll:   s.Checkout.FreeDeliveryForAll,
			CODMaximum:           f.AmountOrNone(s.Checkout.CODMaximum),
			AdditionalCharge:     s.Checkout.AdditionalCharge,
			AdditionalChargeName: s.Checkout.AdditionalChargeName,
			AdditionalChargeSum:  f.AmountOrNone(s.Checkout.AdditionalChargeSum),
			ExtraPackaging:       s.Checkout.ExtraPackaging,
			ExtraPackagingSum:    f.AmountOrNone(s.Checkout.ExtraPackagingSum),
			RiderTips:            s.Checkout.RiderTips,
			PartialPayment:       s.Checkout.PartialPayment,
			CashOnDelivery:       s.Checkout.CashOnDelivery,
		},
		Login:     townfile.Login(s.Login),
		Languages: s.Languages.All(),
		Landing: townfile.Landing{
			Title: s.Landing.Title, SubTitle: s.Landing.SubTitle, Hero: s.Landing.Hero, Highlights: []townfile.Highlight{},
			FooterDescription: s.Landing.FooterDescription, NewsletterTitle: s.Landing.NewsletterTitle, NewsletterText: s.Landing.NewsletterText,
			AppLinks: townfile.AppLinks(s.Landing.AppLinks),
		},
	}
	if s.Currency.SymbolRight {
		out.Currency.SymbolSide = "right"
	}
	for _, link := range s.Business.SocialMedia {
		out.Business.SocialMedia = append(out.Business.SocialMedia, townfile.SocialLink(link))
	}
	for _, h := range s.Landing.Highlights {
		out.Landing.Highlights = append(out.Landing.Highlights, townfile.Highlight(h))
	}
	return out
}

func formatParcel(f townfile.Formatter, s setting.Parcel) townfile.Parcel {
	return townfile.Parcel{Tax: f.RateOrNone(s.TaxRate), PickupMinutes: &s.PickupMinutes}
}
