package api

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// registerFrame is what every page needs before it shows anything.
func (s *Server) registerFrame(a huma.API) {
	get(a, "getConfig", "/config", s.getConfig)
	get(a, "getLandingPage", "/landing-page", s.getLandingPage)
	get(a, "listModules", "/modules", s.listModules)
	get(a, "listZones", "/zones", s.listZones)
	get(a, "lookupZone", "/zones/lookup", s.lookupZone)
	get(a, "getPage", "/pages/{slug}", s.getPage)
	news := s.throttledIn(a, newslettersPerHour, time.Hour, address)
	post := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPost, Path: path, Middlewares: news}
	}
	huma.Register(a, post("subscribeNewsletter", "/newsletter"), s.subscribeNewsletter)
	huma.Register(a, post("confirmNewsletter", "/newsletter/confirm"), s.confirmNewsletter)
	huma.Register(a, post("leaveNewsletter", "/newsletter/leave"), s.leaveNewsletter)
	s.registerMaps(a)
}

type configOutput struct{ Body configView }

// configView is every switch the storefront reads, under its documented name (API-08).
type configView struct {
	BusinessName            string              `json:"business_name"`
	Email                   string              `json:"email"`
	Phone                   string              `json:"phone"`
	Address                 string              `json:"address"`
	LogoFullURL             string              `json:"logo_full_url" doc:"Empty: the storefront's own mark."`
	FooterText              string              `json:"footer_text"`
	SocialMedia             []socialMediaView   `json:"social_media"`
	BaseURLs                baseURLsView        `json:"base_urls"`
	DefaultLocation         pointView           `json:"default_location"`
	Country                 string              `json:"country" doc:"ISO 3166-1 alpha-2."`
	CountryPickerStatus     int                 `json:"country_picker_status" enum:"0,1"`
	Currency                string              `json:"currency" doc:"ISO 4217."`
	CurrencySymbol          string              `json:"currency_symbol"`
	CurrencySymbolDirection string              `json:"currency_symbol_direction" enum:"left,right"`
	DigitAfterDecimalPoint  int                 `json:"digit_after_decimal_point"`
	TaxIncluded             int                 `json:"tax_included" enum:"0,1"`
	ToggleVegNonVeg         int                 `json:"toggle_veg_non_veg" enum:"0,1"`
	GuestCheckoutStatus     int                 `json:"guest_checkout_status" enum:"0,1"`
	FreeDeliveryOver        float64             `json:"free_delivery_over" doc:"Major units; 0: no such rule (D13)."`
	CustomerWalletStatus    int                 `json:"customer_wallet_status" enum:"0,1"`
	LoyaltyPointStatus      int                 `json:"loyalty_point_status" enum:"0,1"`
	RefEarningStatus        int                 `json:"ref_earning_status" enum:"0,1"`
	RefundPolicy            int                 `json:"refund_policy" enum:"0,1"`
	CancelationPolicy       int                 `json:"cancelation_policy" enum:"0,1"`
	ShippingPolicy          int                 `json:"shipping_policy" enum:"0,1"`
	CentralizeLogin         centralizeLoginView `json:"centralize_login"`
	LeastPassword           int                 `json:"least_password" doc:"The fewest characters of a new password (D30)."`
	IsMailActive            bool                `json:"is_mail_active"`
	IsSMSActive             bool                `json:"is_sms_active"`
	FirebaseOTPVerification int                 `json:"firebase_otp_verification" enum:"0,1"`
	SocialLogin             []socialLoginView   `json:"social_login"`
	AppleLogin              []appleLoginView    `json:"apple_login"`
	Firebase                *firebaseView       `json:"firebase,omitempty" doc:"Absent: phones are verified by codes of our own (AUTH-09)."`
	DemoAccounts            []demoAccountView   `json:"demo_accounts" doc:"Demo only: who can be signed in as."`
	ActivePaymentMethodList []paymentMethodView `json:"active_payment_method_list"`
	CashOnDelivery          bool                `json:"cash_on_delivery"`
	CodMaximumOrderAmount   float64             `json:"cod_maximum_order_amount" doc:"Major units; 0: no limit."`
	AdditionalChargeStatus  int                 `json:"additional_charge_status" enum:"0,1"`
	AdditionalChargeName    string              `json:"additional_charge_name"`
	AdditionalCharge        float64             `json:"additional_charge"`
	ExtraPackagingStatus    int                 `json:"extra_packaging_status" enum:"0,1"`
	DMTipsStatus            int                 `json:"dm_tips_status" enum:"0,1"`
	PartialPaymentStatus    int                 `json:"partial_payment_status" enum:"0,1"`
	ModuleList              []moduleView        `json:"module"`
	Demo                    bool                `json:"demo"`
	TimeZone                string              `json:"time_zone"`
	MapBounds               []float64           `json:"map_bounds" doc:"west, south, east, north of all zones."`
	Languages               []languageView      `json:"language"`
}

type socialMediaView struct {
	Name string `json:"name"`
	Link string `json:"link"`
}
type baseURLsView struct {
	ItemImageURL string `json:"item_image_url"`
}
type centralizeLoginView struct {
	OTPLoginStatus          int `json:"otp_login_status" enum:"0,1"`
	ManualLoginStatus       int `json:"manual_login_status" enum:"0,1"`
	PasskeyLoginStatus      int `json:"passkey_login_status" enum:"0,1" doc:"1: customers may add passkeys and sign in with them."`
	SocialLoginStatus       int `json:"social_login_status" enum:"0,1"`
	PhoneVerificationStatus int `json:"phone_verification_status" enum:"0,1"`
	EmailVerificationStatus int `json:"email_verification_status" enum:"0,1"`
	GoogleLoginStatus       int `json:"google_login_status" enum:"0,1"`
	FacebookLoginStatus     int `json:"facebook_login_status" enum:"0,1"`
	AppleLoginStatus        int `json:"apple_login_status" enum:"0,1"`
}

// socialLoginView is how a page sends somebody to a provider: it goes to
// authorization_url, and comes back to /auth with a token in the fragment.
type socialLoginView struct {
	LoginMedium      string `json:"login_medium" enum:"google,facebook,apple"`
	Status           bool   `json:"status" doc:"On, and set up."`
	ClientID         string `json:"client_id"`
	AuthorizationURL string `json:"authorization_url"`
	Scope            string `json:"scope" example:"openid email profile"`
	ResponseType     string `json:"response_type" enum:"id_token,token,code id_token"`
	ResponseMode     string `json:"response_mode" enum:"fragment,form_post"`
	RedirectPath     string `json:"redirect_path" doc:"Below the page's own origin." example:"/auth"`
}
type firebaseView struct {
	APIKey      string `json:"api_key"`
	AuthDomain  string `json:"auth_domain"`
	ProjectID   string `json:"project_id"`
	EmulatorURL string `json:"emulator_url" doc:"Empty: the real service."`
}
type demoAccountView struct {
	Name     string `json:"name"`
	Email    string `json:"email"`
	Password string `json:"password"`
}

// appleLoginView repeats Apple's entry of social_login under its documented names.
type appleLoginView struct {
	ClientID      string `json:"client_id"`
	RedirectReact string `json:"redirect_url_react"`
	Status        bool   `json:"status"`
}
type paymentMethodView struct {
	Gateway             string `json:"gateway"`
	GatewayTitle        string `json:"gateway_title"`
	GatewayImage        string `json:"gateway_image"`
	GatewayImageFullURL string `json:"gateway_image_full_url"`
}
type languageView struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type landingOutput struct{ Body landingView }

// landingView is the landing page's and the footer's text (API-09).
type landingView struct {
	Title                  string             `json:"title"`
	SubTitle               string             `json:"sub_title"`
	HeroFullURL            string             `json:"hero_full_url"`
	FixedFooterDescription string             `json:"fixed_footer_description"`
	FixedNewsletterTitle   string             `json:"fixed_newsletter_title"`
	FixedNewsletterSub     string             `json:"fixed_newsletter_sub_title"`
	DownloadUserAppLinks   appLinksView       `json:"download_user_app_links"`
	Highlights             []landingHighlight `json:"highlights"`
}
type landingHighlight struct {
	Title        string `json:"title"`
	Text         string `json:"text"`
	ImageFullURL string `json:"image_full_url"`
}
type appLinksView struct {
	PlaystoreURL        string `json:"playstore_url"`
	PlaystoreURLStatus  int    `json:"playstore_url_status" enum:"0,1"`
	AppleStoreURL       string `json:"apple_store_url"`
	AppleStoreURLStatus int    `json:"apple_store_url_status" enum:"0,1"`
}

type scopeInput struct{ Scope }

type modulesOutput struct {
	Body struct {
		Modules []moduleView `json:"modules"`
	}
}
type zonesOutput struct {
	Body struct {
		Zones []zoneView `json:"zones"`
	}
}

// PointInput is a place on the map, degrees.
type PointInput struct {
	Lat float64 `query:"lat" required:"true" minimum:"-90" maximum:"90"`
	Lng float64 `query:"lng" required:"true" minimum:"-180" maximum:"180"`
}
type lookupZoneInput struct {
	Scope
	PointInput
}
type lookupZoneOutput struct {
	Body struct {
		ZoneID  int64      `json:"zone_id" doc:"The zone that wins the point (Z3); 0 when none contains it."`
		ZoneIDs []int64    `json:"zone_ids" doc:"Every zone that contains it, the winner first (LOC-04)."`
		Zones   []zoneView `json:"zones"`
	}
}

type pageInput struct {
	Scope
	Slug string `path:"slug" maxLength:"60"`
}
type pageOutput struct {
	Body struct {
		Slug  string `json:"slug"`
		Title string `json:"title"`
		Body  string `json:"body" doc:"Plain text; blank lines part paragraphs, a leading # makes a heading."`
	}
}

// newslettersPerHour is how many addresses one network may put on the list, or
// take off it, in an hour: each may cost somebody a mail.
const newslettersPerHour = 20

type newsletterInput struct {
	Scope
	Body struct {
		Email string `json:"email"`
	}
}
type newsletterTokenInput struct {
	Scope
	Body struct {
		Token string `json:"token" maxLength:"100" doc:"Of the link in the mail."`
	}
}
type messageOutput struct{ Body message }

type autocompleteInput struct {
	Scope
	SearchText string `query:"search_text" required:"true" maxLength:"200"`
}
type autocompleteOutput struct {
	Body struct {
		Suggestions []placeSuggestion `json:"suggestions"`
	}
}
type placeSuggestion struct {
	PlacePrediction placePrediction `json:"placePrediction"`
}
type placePrediction struct {
	PlaceID          string           `json:"placeId"`
	StructuredFormat structuredFormat `json:"structuredFormat"`
}
type structuredFormat struct {
	MainText      textView `json:"mainText"`
	SecondaryText textView `json:"secondaryText"`
}
type textView struct {
	Text string `json:"text"`
}

type placeDetailsInput struct {
	Scope
	PlaceID string `query:"placeid" required:"true" maxLength:"200"`
}
type placeDetailsOutput struct {
	Body struct {
		FormattedAddress string       `json:"formattedAddress"`
		Location         locationView `json:"location"`
	}
}
type locationView struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type geocodeInput struct {
	Scope
	PointInput
}
type geocodeOutput struct {
	Body struct {
		Results []geocodeResult `json:"results"`
	}
}
type geocodeResult struct {
	FormattedAddress string `json:"formatted_address"`
}

type routeInput struct {
	Scope
	OriginLat      float64 `query:"origin_lat" required:"true" minimum:"-90" maximum:"90"`
	OriginLng      float64 `query:"origin_lng" required:"true" minimum:"-180" maximum:"180"`
	DestinationLat float64 `query:"destination_lat" required:"true" minimum:"-90" maximum:"90"`
	DestinationLng float64 `query:"destination_lng" required:"true" minimum:"-180" maximum:"180"`
	Mode           string  `query:"mode" enum:"driving,walking,bicycling" default:"driving"`
}
type distanceOutput struct {
	Body struct {
		DistanceMeters int64   `json:"distanceMeters"`
		DistanceKm     float64 `json:"distance_km" doc:"Three decimals (MAP-02)."`
		Duration       string  `json:"duration" doc:"Seconds, as a string ending in s." example:"420s"`
		Source         string  `json:"source" enum:"route,straight" doc:"straight: no route was found, the crow's distance stands in."`
	}
}
type directionsOutput struct {
	Body struct {
		DistanceMeters int64       `json:"distanceMeters"`
		Duration       string      `json:"duration"`
		Path           []pointView `json:"path"`
	}
}

// mapFeaturesOutput is the town's own map as GeoJSON.
type mapFeaturesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         mapFeatures
}
type mapFeatures struct {
	Type     string       `json:"type" enum:"FeatureCollection"`
	Features []mapFeature `json:"features"`
}
type mapFeature struct {
	Type       string        `json:"type" enum:"Feature"`
	Properties mapProperties `json:"properties"`
	Geometry   geoJSON       `json:"geometry"`
}
type mapProperties struct {
	Name  string `json:"name"`
	Class string `json:"class"`
}
