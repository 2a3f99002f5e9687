package public

import (
	"cmp"
	"context"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/link"
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/setting"
	"hawker/internal/translation"
	"hawker/internal/zone"
)

// registerConfig is what every page needs.
func (h *Handlers) registerConfig(a huma.API) {
	call.Get(a, "getConfig", "/config", h.getConfig)
	call.Get(a, "getLandingPage", "/landing-page", h.getLandingPage)
	call.Get(a, "listModules", "/modules", h.listModules)
}

type configOutput struct{ Body configView }

// configView has every setting that the storefront reads, under its documented name
// (API-08).
type configView struct {
	BusinessName            string              `json:"business_name"`
	Email                   string              `json:"email"`
	Phone                   string              `json:"phone"`
	Address                 string              `json:"address"`
	LogoFullURL             string              `json:"logo_full_url" doc:"Empty: the storefront shows its own logo."`
	IconFullURL             string              `json:"icon_full_url" doc:"The picture for home screens and tabs. Empty: the storefront uses its own icon."`
	FooterText              string              `json:"footer_text"`
	SocialMedia             []socialMediaView   `json:"social_media"`
	BaseURLs                baseURLsView        `json:"base_urls"`
	DefaultLocation         view.PointView      `json:"default_location"`
	Country                 string              `json:"country" doc:"ISO 3166-1 alpha-2."`
	CountryPickerStatus     int                 `json:"country_picker_status" enum:"0,1"`
	Currency                string              `json:"currency" doc:"ISO 4217."`
	CurrencySymbol          string              `json:"currency_symbol"`
	CurrencySymbolDirection string              `json:"currency_symbol_direction" enum:"left,right"`
	DigitAfterDecimalPoint  int                 `json:"digit_after_decimal_point"`
	TaxIncluded             int                 `json:"tax_included" enum:"0,1"`
	ToggleVegNonVeg         int                 `json:"toggle_veg_non_veg" enum:"0,1"`
	GuestCheckoutStatus     int                 `json:"guest_checkout_status" enum:"0,1"`
	FreeDeliveryOver        float64             `json:"free_delivery_over" doc:"Major units; 0: no order is free by its amount (D13), or delivery is free for everybody."`
	CustomerWalletStatus    int                 `json:"customer_wallet_status" enum:"0,1"`
	LoyaltyPointStatus      int                 `json:"loyalty_point_status" enum:"0,1"`
	RefEarningStatus        int                 `json:"ref_earning_status" enum:"0,1"`
	RentalStatus            int                 `json:"rental_status" enum:"0,1" doc:"1: there is an active rental module (HDR-03)."`
	DriverLicenceStatus     int                 `json:"driver_licence_status" enum:"0,1" doc:"1: the driver of a rented vehicle gives a driver's licence."`
	RefundPolicy            int                 `json:"refund_policy" enum:"0,1"`
	CancelationPolicy       int                 `json:"cancelation_policy" enum:"0,1"`
	ShippingPolicy          int                 `json:"shipping_policy" enum:"0,1"`
	StoreRegistration       int                 `json:"toggle_store_registration" enum:"0,1" doc:"1: stores can apply to join (REG-01)."`
	RiderRegistration       int                 `json:"toggle_dm_registration" enum:"0,1" doc:"1: riders can apply to join."`
	CentralizeLogin         centralizeLoginView `json:"centralize_login"`
	MinPasswordLength       int                 `json:"least_password" doc:"The fewest characters of a new password (D30)."`
	IsMailActive            bool                `json:"is_mail_active"`
	IsSMSActive             bool                `json:"is_sms_active"`
	FirebaseOTPVerification int                 `json:"firebase_otp_verification" enum:"0,1"`
	SocialLogin             []socialLoginView   `json:"social_login"`
	AppleLogin              []appleLoginView    `json:"apple_login"`
	Firebase                *firebaseView       `json:"firebase,omitempty" doc:"Absent: phones are verified by codes that the shop sends (AUTH-09)."`
	PushPublicKey           string              `json:"push_public_key" doc:"The key with which browsers subscribe to notifications, base64url. Empty: push is off."`
	DemoAccounts            []demoAccountView   `json:"demo_accounts" doc:"Demo only: the accounts with which everybody can sign in."`
	ActivePaymentMethodList []paymentMethodView `json:"active_payment_method_list"`
	CashOnDelivery          bool                `json:"cash_on_delivery"`
	CodMaximumOrderAmount   float64             `json:"cod_maximum_order_amount" doc:"Major units; 0: no limit."`
	AdditionalChargeStatus  int                 `json:"additional_charge_status" enum:"0,1"`
	AdditionalChargeName    string              `json:"additional_charge_name"`
	AdditionalCharge        float64             `json:"additional_charge"`
	ExtraPackagingStatus    int                 `json:"extra_packaging_status" enum:"0,1"`
	DMTipsStatus            int                 `json:"dm_tips_status" enum:"0,1"`
	PartialPaymentStatus    int                 `json:"partial_payment_status" enum:"0,1"`
	ModuleList              []view.ModuleView   `json:"module"`
	DefaultModuleID         int64               `json:"default_module_id" doc:"The module of requests without moduleId: 10 if the zones in force have it, else the first one that they have. If they have none, it is one of the whole town; 0: no module is on (LOC-06)."`
	Demo                    bool                `json:"demo"`
	TimeZone                string              `json:"time_zone"`
	MapBounds               []float64           `json:"map_bounds" doc:"West, south, east and north of the area of all zones, degrees."`
	MapTiles                *mapTilesView       `json:"map_tiles,omitempty" doc:"The pictures of which the map is made. Absent: the map is drawn from the town's streets."`
	Languages               []languageView      `json:"language" doc:"The languages of the menu, the default first."`
}

type socialMediaView struct {
	Name string `json:"name"`
	Link string `json:"link"`
}

type baseURLsView struct {
	ItemImageURL string `json:"item_image_url"`
}

type paymentMethodView struct {
	Gateway             string `json:"gateway"`
	GatewayTitle        string `json:"gateway_title"`
	GatewayImage        string `json:"gateway_image" doc:"Empty: the gateway has no picture, and the storefront draws an icon of its own."`
	GatewayImageFullURL string `json:"gateway_image_full_url" doc:"Empty if gateway_image is."`
}

type languageView struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

func (h *Handlers) getConfig(ctx context.Context, in *call.ScopeInput) (*configOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	zones, err := h.Zones.All(ctx)
	if err != nil {
		return nil, err
	}
	view := viewSettings(settings, directory, directory.Texts(ctx))
	view.ModuleList = viewModules(ctx, directory, zones)
	if view.DefaultModuleID, err = h.defaultModule(ctx, in.ZoneIDs()); err != nil {
		return nil, err
	}
	view.MapBounds = boundsOf(zones)
	view.Demo = h.Demo
	if h.SignIn != nil {
		methods, err := h.SignIn.Methods(ctx)
		if err != nil {
			return nil, err
		}
		view.showMethods(methods)
	}
	view.SocialLogin = h.viewSocialLogin(settings.Login)
	view.AppleLogin = viewAppleLogin(view.SocialLogin)
	if c := h.Phones; c != nil {
		view.Firebase = &firebaseView{APIKey: c.APIKey, AuthDomain: c.AuthDomain, ProjectID: c.ProjectID, EmulatorURL: c.EmulatorURL}
	}
	view.MapTiles = viewMapTiles(h.MapTiles)
	if h.Orders != nil {
		for _, g := range h.Orders.Purchases.Gateways {
			view.ActivePaymentMethodList = append(view.ActivePaymentMethodList, paymentMethodView{Gateway: g.ID, GatewayTitle: locale.Word(translation.Language(ctx), g.Title)})
		}
	}
	if h.Notifications != nil {
		view.PushPublicKey = h.Notifications.PushKey()
	}
	for _, a := range h.DemoAccounts {
		view.DemoAccounts = append(view.DemoAccounts, demoAccountView(a))
	}
	return &configOutput{Body: view}, nil
}

func viewSettings(s setting.Settings, directory *catalog.Directory, texts translation.Reader) configView {
	currency := s.Currency.Money()
	view := configView{
		BusinessName:            texts.Setting(s.Business.Name),
		Email:                   s.Business.Email,
		Phone:                   s.Business.Phone,
		Address:                 s.Business.Address,
		LogoFullURL:             view.PictureURL(directory, s.Business.Logo),
		IconFullURL:             view.LargePictureURL(directory, s.Business.Icon),
		FooterText:              texts.Setting(s.Business.FooterText),
		MinPasswordLength:       s.Login.EffectiveMinPasswordLength(),
		SocialMedia:             []socialMediaView{},
		BaseURLs:                baseURLsView{ItemImageURL: directory.PictureBase()},
		DefaultLocation:         view.PointView(s.Location.Default),
		Country:                 s.Location.Country,
		CountryPickerStatus:     view.Flag(s.Storefront.CountryPicker),
		Currency:                s.Currency.Code,
		CurrencySymbol:          s.Currency.Symbol,
		CurrencySymbolDirection: symbolSide(s.Currency),
		DigitAfterDecimalPoint:  s.Currency.Digits,
		TaxIncluded:             view.Flag(s.Checkout.TaxIncluded),
		ToggleVegNonVeg:         view.Flag(s.Storefront.VegFilter),
		GuestCheckoutStatus:     view.Flag(s.Checkout.GuestCheckout),
		FreeDeliveryOver:        currency.ToMajor(freeDeliveryOver(s.Checkout)),
		CustomerWalletStatus:    view.Flag(s.Storefront.CustomerWallet),
		LoyaltyPointStatus:      view.Flag(s.Storefront.LoyaltyPoints),
		RefEarningStatus:        view.Flag(s.Storefront.ReferralEarning),
		RentalStatus:            view.Flag(directory.HasRental()),
		DriverLicenceStatus:     view.Flag(directory.HasRental() && s.Rental.DriverLicence),
		RefundPolicy:            view.Flag(s.Storefront.RefundPolicy),
		CancelationPolicy:       view.Flag(s.Storefront.CancellationPolicy),
		ShippingPolicy:          view.Flag(s.Storefront.ShippingPolicy),
		StoreRegistration:       view.Flag(s.Joining.Stores),
		RiderRegistration:       view.Flag(s.Joining.Riders),
		DemoAccounts:            []demoAccountView{},
		ActivePaymentMethodList: []paymentMethodView{},
		TimeZone:                s.Location.TimeZone,
		Languages:               viewLanguages(s.Languages.All()),
	}
	for _, page := range s.Business.SocialMedia {
		if link.Shown(page.Link) != "" { // a row may be older than the check of imports
			view.SocialMedia = append(view.SocialMedia, socialMediaView(page))
		}
	}
	view.setCharges(s.Checkout, currency)
	view.AdditionalChargeName = texts.Setting(view.AdditionalChargeName)
	return view
}

// viewLanguages gives each language its name in itself: English, العربية.
func viewLanguages(tags []string) []languageView {
	views := make([]languageView, len(tags))
	for i, tag := range tags {
		views[i] = languageView{Key: tag, Value: cmp.Or(display.Self.Name(language.Make(tag)), tag)}
	}
	return views
}

func (v *configView) setCharges(c setting.Checkout, currency money.Currency) {
	v.CashOnDelivery = c.CashOnDelivery
	v.CodMaximumOrderAmount = currency.ToMajor(c.CODMaximum)
	v.AdditionalChargeStatus = view.Flag(c.AdditionalCharge)
	v.AdditionalChargeName = c.AdditionalChargeName
	v.AdditionalCharge = currency.ToMajor(c.AdditionalChargeSum)
	v.ExtraPackagingStatus = view.Flag(c.ExtraPackaging)
	v.DMTipsStatus = view.Flag(c.RiderTips)
	v.PartialPaymentStatus = view.Flag(c.PartialPayment)
}

func symbolSide(c setting.Currency) string {
	if c.SymbolRight {
		return "right"
	}
	return "left"
}

// boundsOf returns west, south, east, north of all zones; empty without any.
func boundsOf(zones []zone.Zone) []float64 {
	var corners []geo.Point
	for _, z := range zones {
		corners = append(corners, z.Outline.Ring()...)
	}
	b, ok := geo.BoxAround(corners)
	if !ok {
		return []float64{}
	}
	return []float64{b.West, b.South, b.East, b.North}
}

// freeDeliveryOver is from which amount on delivery is free; 0 where no amount is needed.
func freeDeliveryOver(c setting.Checkout) money.Amount {
	if c.FreeDeliveryForAll {
		return 0
	}
	return c.FreeDeliveryOver
}
