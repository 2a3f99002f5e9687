package townfile

// Settings is town.json: the owner's settings of the whole town, which GET config
// (API-08) and the landing data (API-09) return.
type Settings struct {
	Business   Business   `json:"business"`
	Currency   Currency   `json:"currency"`
	Location   Location   `json:"location"`
	Storefront Storefront `json:"storefront"`
	Checkout   Checkout   `json:"checkout"`
	Payments   Payments   `json:"payments,omitzero"`
	Wallet     Wallet     `json:"wallet,omitzero"`
	Rewards    *Rewards   `json:"rewards,omitzero"` // absent: as in a new town
	Limits     Limits     `json:"limits,omitzero"`
	Rental     Rental     `json:"rental,omitzero"`
	Joining    Joining    `json:"joining,omitzero"`
	Parcel     Parcel     `json:"parcel,omitzero"`
	Login      Login      `json:"login"`
	Languages  []string   `json:"languages,omitzero"` // BCP 47, the first until a shopper chooses one; absent: as in a new town
	Landing    Landing    `json:"landing"`
}

// Business is the company that runs the town.
type Business struct {
	Name        string       `json:"name"`
	Email       string       `json:"email"`
	Phone       string       `json:"phone"` // E.164
	Address     string       `json:"address"`
	Logo        string       `json:"logo,omitzero"` // picture key; empty: Hawker's logo
	Icon        string       `json:"icon,omitzero"` // picture key, square, for tabs and home screens; empty: Hawker's icon
	FooterText  string       `json:"footer_text"`
	SocialMedia []SocialLink `json:"social_media"`
}

// SocialLink is a page of the business on a social network.
type SocialLink struct {
	Name string `json:"name"` // facebook, instagram, linkedin, pinterest, twitter, youtube
	Link string `json:"link"`
}

// Currency is how amounts are counted and shown (PRC-06).
type Currency struct {
	Code       string `json:"code"`
	Digits     int    `json:"digits"` // decimals of an amount (TRAP_M1)
	Symbol     string `json:"symbol"`
	SymbolSide string `json:"symbol_side"` // left or right
}

// Location is where the town is, and the default for shoppers who have not chosen a
// location (D26).
type Location struct {
	Country  string `json:"country"`   // ISO 3166-1 alpha-2, the default of phone fields
	TimeZone string `json:"time_zone"` // IANA name
	Default  Point  `json:"default"`
	Address  string `json:"address"` // of the default point, in words
}

// Storefront has the switches that show or hide parts of the shop.
type Storefront struct {
	VegFilter          bool `json:"toggle_veg_non_veg"`
	CountryPicker      bool `json:"country_picker_status"`
	CustomerWallet     bool `json:"customer_wallet_status"`
	LoyaltyPoints      bool `json:"loyalty_point_status"`
	ReferralEarning    bool `json:"ref_earning_status"`
	RefundPolicy       bool `json:"refund_policy"`
	CancellationPolicy bool `json:"cancelation_policy"` // one l, as the API spells it
	ShippingPolicy     bool `json:"shipping_policy"`
}

// Checkout has the rules and charges of an order.
type Checkout struct {
	GuestCheckout        bool    `json:"guest_checkout_status"`
	TaxIncluded          bool    `json:"tax_included"`
	FreeDeliveryOver     Decimal `json:"free_delivery_over,omitzero"` // 0: never by amount (D13)
	FreeDeliveryForAll   bool    `json:"free_delivery_for_all"`
	CODMaximum           Decimal `json:"cod_maximum_order_amount,omitzero"` // 0: no limit
	AdditionalCharge     bool    `json:"additional_charge_status"`
	AdditionalChargeName string  `json:"additional_charge_name,omitzero"`
	AdditionalChargeSum  Decimal `json:"additional_charge,omitzero"`
	ExtraPackaging       bool    `json:"extra_packaging_status"`
	ExtraPackagingSum    Decimal `json:"extra_packaging,omitzero"` // when the shopper asks for it (PRC-08)
	RiderTips            bool    `json:"dm_tips_status"`
	PartialPayment       bool    `json:"partial_payment_status"`
	CashOnDelivery       bool    `json:"cash_on_delivery_status"`
}

// Limits bound how much unconfirmed orders, guests and prescriptions may use, and for how long. 0 is
// no limit, and a missing one has its default.
type Limits struct {
	WaitingPerShopper *int64 `json:"waiting_orders_per_shopper,omitzero"`
	WaitingPerPhone   *int64 `json:"waiting_orders_per_phone,omitzero"`
	WaitingPerAddress *int64 `json:"waiting_orders_per_address,omitzero"`
	WaitingVehicles   *int64 `json:"waiting_vehicles,omitzero"`
	WaitingUnits      *int64 `json:"waiting_units,omitzero"`
	UnconfirmedDays   *int64 `json:"unconfirmed_days,omitzero"`
	GuestDays         *int64 `json:"guest_days,omitzero"`
	PrescriptionDays  *int64 `json:"prescription_days,omitzero"`
	ChatDays          *int64 `json:"chat_days,omitzero"`
}

// Rental has the rules of trips: what a shopper gets back who cancels a trip that the
// provider has confirmed, and what else trips have. A missing value has its default.
type Rental struct {
	FreeCancelHours   *int64 `json:"free_cancel_hours,omitzero"`   // before the pickup: until then all
	LateCancelPercent *int64 `json:"late_cancel_percent,omitzero"` // of the total, later
	Photos            *bool  `json:"photos,omitzero"`
	DriverLicence     *bool  `json:"driver_licence,omitzero"`
	Deposits          *bool  `json:"deposits,omitzero"`
	ExtensionHours    *int64 `json:"extension_hours,omitzero"`
	LatePercent       *int64 `json:"late_percent,omitzero"` // of the price of an hour, for each late hour
	LateGraceMinutes  *int64 `json:"late_grace_minutes,omitzero"`
}

func (r Rental) check(c *checker) {
	c.between("rental.late_cancel_percent", r.LateCancelPercent, 0, 100)
	c.between("rental.extension_hours", r.ExtensionHours, 0, 168)
	c.between("rental.late_percent", r.LatePercent, 0, 1000)
	if r.FreeCancelHours != nil {
		c.atLeast("rental.free_cancel_hours", int(*r.FreeCancelHours), 0)
	}
	if r.LateGraceMinutes != nil {
		c.atLeast("rental.late_grace_minutes", int(*r.LateGraceMinutes), 0)
	}
}

// Login is centralize_login: which sign-in methods are enabled (AUTH-01).
type Login struct {
	Manual            bool `json:"manual_login_status"`
	OTP               bool `json:"otp_login_status"`
	Social            bool `json:"social_login_status"`
	Google            bool `json:"google_login_status"`
	Facebook          bool `json:"facebook_login_status"`
	Apple             bool `json:"apple_login_status"`
	PhoneVerification bool `json:"phone_verification_status"`
	EmailVerification bool `json:"email_verification_status"`
	MinPasswordLength int  `json:"least_password,omitzero"` // characters; empty: 6 (D30)
}

// Landing is the text of the landing page and the footer (API-09).
type Landing struct {
	Title             string      `json:"title"`
	SubTitle          string      `json:"sub_title"`
	Hero              string      `json:"hero"` // picture key
	Highlights        []Highlight `json:"highlights"`
	FooterDescription string      `json:"fixed_footer_description"`
	NewsletterTitle   string      `json:"fixed_newsletter_title"`
	NewsletterText    string      `json:"fixed_newsletter_sub_title"`
	AppLinks          AppLinks    `json:"download_user_app_links"`
}

// Highlight is one reason to shop here.
type Highlight struct {
	Title   string `json:"title"`
	Text    string `json:"text"`
	Picture string `json:"picture"` // picture key
}

// AppLinks are the links to the shopper's app in the two app stores.
type AppLinks struct {
	PlayStore       string `json:"playstore_url"`
	PlayStoreStatus bool   `json:"playstore_url_status"`
	AppStore        string `json:"apple_store_url"`
	AppStoreStatus  bool   `json:"apple_store_url_status"`
}
