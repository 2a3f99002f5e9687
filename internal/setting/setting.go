// Package setting stores the business's settings of the whole town, such as currency,
// charges and switches: one row for each group. Settings of the process are flags, in
// cmd/hawker.
package setting

import (
	"time"

	"hawker/internal/geo"
	"hawker/internal/money"
)

// Settings are all groups at one moment.
type Settings struct {
	Version    int64 // increases with every save
	Business   Business
	Currency   Currency
	Location   Location
	Storefront Storefront
	Checkout   Checkout
	Payments   Payments
	Wallet     Wallet
	Rewards    Rewards
	Limits     Limits
	Rental     Rental
	Joining    Joining
	Parcel     Parcel
	Login      Login
	Languages  Languages
	Landing    Landing
}

// Business is the company that runs the town.
type Business struct {
	Name        string       `json:"name"`
	Email       string       `json:"email"`
	Phone       string       `json:"phone"` // E.164
	Address     string       `json:"address"`
	Logo        string       `json:"logo"` // picture key; "": Hawker's logo
	Icon        string       `json:"icon"` // picture key; "": Hawker's icon
	FooterText  string       `json:"footer_text"`
	SocialMedia []SocialLink `json:"social_media"`
}

// SocialLink is a page of the business on a social network.
type SocialLink struct {
	Name string `json:"name"` // facebook, instagram, linkedin, pinterest, twitter, youtube
	Link string `json:"link"`
}

// Currency is how amounts are counted and shown (PRC-06). Its digits cannot change after
// the first price, nor its code after the first sale, because every stored amount depends
// on them.
type Currency struct {
	Code        string `json:"code"`   // ISO 4217
	Digits      int    `json:"digits"` // decimals of an amount (TRAP_M1)
	Symbol      string `json:"symbol"`
	SymbolRight bool   `json:"symbol_right"`
}

// Money returns the currency that parses and formats amounts.
func (c Currency) Money() money.Currency {
	return money.Currency{Digits: c.Digits, Symbol: c.Symbol, SymbolRight: c.SymbolRight}
}

// Location is where the town is, and the default for a shopper without a location (D26).
type Location struct {
	Country  string    `json:"country"`   // ISO 3166-1 alpha-2, the default of phone fields
	TimeZone string    `json:"time_zone"` // IANA name
	Default  geo.Point `json:"default"`
	Address  string    `json:"address"` // of the default point, in words
}

// Storefront has the switches that show or hide parts of the shop.
type Storefront struct {
	VegFilter          bool `json:"veg_filter"`
	CountryPicker      bool `json:"country_picker"`
	CustomerWallet     bool `json:"customer_wallet"`
	LoyaltyPoints      bool `json:"loyalty_points"`
	ReferralEarning    bool `json:"referral_earning"`
	RefundPolicy       bool `json:"refund_policy"`
	CancellationPolicy bool `json:"cancellation_policy"`
	ShippingPolicy     bool `json:"shipping_policy"`
}

// Checkout has the rules and charges of an order.
type Checkout struct {
	GuestCheckout        bool         `json:"guest_checkout"`
	TaxIncluded          bool         `json:"tax_included"`
	FreeDeliveryOver     money.Amount `json:"free_delivery_over"`    // 0: never by amount (D13)
	FreeDeliveryForAll   bool         `json:"free_delivery_for_all"` // the shop pays the delivery of every order (PRC-04)
	CODMaximum           money.Amount `json:"cod_maximum"`           // 0: no limit
	AdditionalCharge     bool         `json:"additional_charge"`
	AdditionalChargeName string       `json:"additional_charge_name"`
	AdditionalChargeSum  money.Amount `json:"additional_charge_sum"`
	ExtraPackaging       bool         `json:"extra_packaging"`
	ExtraPackagingSum    money.Amount `json:"extra_packaging_sum"` // when the shopper asks for it (PRC-08)
	RiderTips            bool         `json:"rider_tips"`
	PartialPayment       bool         `json:"partial_payment"`
	CashOnDelivery       bool         `json:"cash_on_delivery"`
}

// Limits bound waiting orders, and how long orders wait and guests, prescriptions and messages are stored. 0 is no limit.
// An order waits until it is confirmed or paid.
type Limits struct {
	WaitingPerShopper int64 `json:"waiting_per_shopper"`
	WaitingPerPhone   int64 `json:"waiting_per_phone"`
	WaitingPerAddress int64 `json:"waiting_per_address"` // network address, in the last hour
	WaitingVehicles   int64 `json:"waiting_vehicles"`    // units of vehicles, in the waiting trips of one shopper or phone
	WaitingUnits      int64 `json:"waiting_units"`       // of counted stock, in the waiting orders of one shopper or phone
	UnconfirmedDays   int64 `json:"unconfirmed_days"`    // after that many days without news, an order that nobody has confirmed is canceled
	GuestDays         int64 `json:"guest_days"`          // after that many days without a call, a guest's carts, and a guest without orders, are deleted
	PrescriptionDays  int64 `json:"prescription_days"`   // after that many days from the order's end, the images of a prescription are deleted
	ChatDays          int64 `json:"chat_days"`           // after that many days, messages of conversations are deleted
}

// Rental has the rules of trips, and what else trips have.
type Rental struct {
	TripRules
	Photos         bool  `json:"photos"`          // of the vehicles may be added to trips, before and after
	DriverLicence  bool  `json:"driver_licence"`  // who rents gives a driver's licence, which each provider checks
	Deposits       bool  `json:"deposits"`        // vehicles' deposits are taken, and given back after the return
	ExtensionHours int64 `json:"extension_hours"` // by so many a shopper may extend a trip; 0: not at all
}

// TripRules say what a shopper gets back who cancels a trip that the provider has confirmed,
// and what a late return costs. A trip keeps those that it was booked with.
type TripRules struct {
	FreeCancelHours   int64 `json:"free_cancel_hours"`   // before the pickup: until then all is given back
	LateCancelPercent int64 `json:"late_cancel_percent"` // of the total, that is given back later
	LatePercent       int64 `json:"late_percent"`        // of the price of an hour, that each late hour costs; 0: nothing
	LateGraceMinutes  int64 `json:"late_grace_minutes"`  // a return is not late before
}

// Parcel has the rules of parcels, which no store sells.
type Parcel struct {
	TaxRate       money.Rate `json:"tax_rate"`
	PickupMinutes int64      `json:"pickup_minutes"` // until a rider is at the sender's, as an estimate
}

// FreeCancelTime is how long before the pickup all is given back.
func (r TripRules) FreeCancelTime() time.Duration {
	return time.Duration(min(max(r.FreeCancelHours, 0), 24*maxDays)) * time.Hour
}

// LateGrace is how long after the planned return it is not late.
func (r TripRules) LateGrace() time.Duration {
	return time.Duration(min(max(r.LateGraceMinutes, 0), 24*60*maxDays)) * time.Minute
}

// maxDays keeps a life within the range of a time.Duration.
const maxDays = 36_500

// UnconfirmedLife returns how long an order waits to be confirmed; 0: for ever.
func (l Limits) UnconfirmedLife() time.Duration { return daysOf(l.UnconfirmedDays) }

// GuestLife returns how long a guest is stored after their last call; 0: for ever.
func (l Limits) GuestLife() time.Duration { return daysOf(l.GuestDays) }

// PrescriptionLife returns how long the images of a prescription are stored after the
// order's end; 0: for ever.
func (l Limits) PrescriptionLife() time.Duration { return daysOf(l.PrescriptionDays) }

// ChatLife returns how long messages of conversations are stored; 0: for ever.
func (l Limits) ChatLife() time.Duration { return daysOf(l.ChatDays) }

func daysOf(days int64) time.Duration {
	return time.Duration(min(max(days, 0), maxDays)) * 24 * time.Hour
}

// Login has the switches of the sign-in methods (AUTH-01).
type Login struct {
	Manual            bool `json:"manual"`
	OTP               bool `json:"otp"`
	Social            bool `json:"social"`
	Google            bool `json:"google"`
	Facebook          bool `json:"facebook"`
	Apple             bool `json:"apple"`
	PhoneVerification bool `json:"phone_verification"`
	EmailVerification bool `json:"email_verification"`
	MinPasswordLength int  `json:"least_password"` // characters; 0: as documented (D30)
}

// The bounds of MinPasswordLength.
const (
	DocumentedPassword   = 6
	MaxMinPasswordLength = 64
)

// EffectiveMinPasswordLength returns how many characters a new password needs.
func (l Login) EffectiveMinPasswordLength() int {
	return min(max(l.MinPasswordLength, DocumentedPassword), MaxMinPasswordLength)
}

// Languages are what the language menu offers, in its order (I18N-01). A shopper who has
// chosen none gets the first.
type Languages struct {
	Offered []string `json:"offered"` // BCP 47
}

// All returns the languages, at least one.
func (l Languages) All() []string {
	if len(l.Offered) == 0 {
		return Defaults().Languages.Offered
	}
	return l.Offered
}

// Landing is the text of the landing page and the footer (API-09).
type Landing struct {
	Title             string      `json:"title"`
	SubTitle          string      `json:"sub_title"`
	Hero              string      `json:"hero"` // picture key
	Highlights        []Highlight `json:"highlights"`
	FooterDescription string      `json:"footer_description"`
	NewsletterTitle   string      `json:"newsletter_title"`
	NewsletterText    string      `json:"newsletter_text"`
	AppLinks          AppLinks    `json:"app_links"`
}

// Highlight is one reason to shop here.
type Highlight struct {
	Title   string `json:"title"`
	Text    string `json:"text"`
	Picture string `json:"picture"` // picture key
}

// AppLinks are the pages of the shopper's app in the two app stores.
type AppLinks struct {
	PlayStore       string `json:"play_store"`
	PlayStoreStatus bool   `json:"play_store_status"`
	AppStore        string `json:"app_store"`
	AppStoreStatus  bool   `json:"app_store_status"`
}

// Defaults returns the settings of a new town.
func Defaults() Settings {
	return Settings{
		Business:  Business{Name: "Hawker"},
		Currency:  Currency{Code: "USD", Digits: 2, Symbol: "$"},
		Location:  Location{Country: "US", TimeZone: "UTC"},
		Checkout:  Checkout{GuestCheckout: true, CashOnDelivery: true},
		Rewards:   Rewards{Points: PointRules{PerUnit: 1, UnitFor: 100}},
		Limits:    Limits{WaitingPerShopper: 5, WaitingPerPhone: 5, WaitingPerAddress: 20, WaitingVehicles: 10, WaitingUnits: 50, UnconfirmedDays: 3, GuestDays: 90, PrescriptionDays: 30, ChatDays: 365},
		Rental:    Rental{TripRules: TripRules{FreeCancelHours: 24, LateCancelPercent: 50, LateGraceMinutes: 30}},
		Languages: Languages{Offered: []string{"en", "ar"}},
		Parcel:    Parcel{PickupMinutes: 15},
	}
}

// groups returns pointers to the groups of s, by the name of their row.
func (s *Settings) groups() map[string]any {
	return map[string]any{
		"business":   &s.Business,
		"currency":   &s.Currency,
		"location":   &s.Location,
		"storefront": &s.Storefront,
		"checkout":   &s.Checkout,
		"payments":   &s.Payments,
		"wallet":     &s.Wallet,
		"rewards":    &s.Rewards,
		"limits":     &s.Limits,
		"rental":     &s.Rental,
		"joining":    &s.Joining,
		"parcel":     &s.Parcel,
		"login":      &s.Login,
		"languages":  &s.Languages,
		"landing":    &s.Landing,
	}
}
