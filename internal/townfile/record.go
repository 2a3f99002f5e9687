// Package townfile reads, checks and writes the town folder: town.json for the
// settings, and one file of JSON lines for each kind of record. `hawker import` reads
// it and `hawker export` writes it. The demo town has the same records. The package
// does not use the database.
//
// Records refer to each other by slug, never by a database id. Money is a JSON
// number in major units, a rate is in percent, a time of day is "15:04" in the time
// zone of the record's zone.
package townfile

import "hawker/internal/geo"

// Town is a whole town. The order within a slice has no meaning: [Write] sorts every
// file by slug, and records that are shown in order have a position.
type Town struct {
	Settings   Settings
	Modules    []Module
	Zones      []Zone
	Categories []Category
	Stores     []Store
	Items      []Item
	Reviews    []Review
	Campaigns  []Campaign
	FlashSales []FlashSale
	Banners    []Banner
	Coupons    []Coupon
	Pages      []Page
	Streets    []Feature
	Places     []Place
	Providers  []Provider
	Vehicles   []Vehicle

	VehicleReviews []VehicleReview

	ParcelCategories   []ParcelCategory
	ParcelInstructions []ParcelInstruction

	Translations []Translation

	Export Export
}

// Point is a latitude and longitude in degrees, with at most six decimals.
type Point = geo.Point

// Module is a kind of shopping (LOC-06). ID is the id in the API. The client's default
// is 10, which is food.
type Module struct {
	Slug        string `json:"slug"`
	ID          int64  `json:"id"`
	Type        string `json:"type"` // food, grocery, pharmacy, ecommerce, parcel or rental
	Name        string `json:"name"`
	Description string `json:"description"`
	Picture     string `json:"picture"` // picture key
	Active      bool   `json:"active"`
	Position    int    `json:"position"`
}

// Zone is an area with deliveries (LOC-04). Zones may overlap. A zone has the modules
// for which it has a tariff.
type Zone struct {
	Slug     string   `json:"slug"`
	Name     string   `json:"name"`
	TimeZone string   `json:"time_zone"` // IANA name
	Area     Geometry `json:"area"`      // Polygon, or the name of a GeoJSON file with one
	Active   bool     `json:"active"`
	Tariffs  []Tariff `json:"tariffs"`
}

// Tariff is what delivery costs in one zone and module (PRC-04).
type Tariff struct {
	Module  string  `json:"module"`
	PerKm   Decimal `json:"per_km"`
	Minimum Decimal `json:"minimum"`
	Maximum Decimal `json:"maximum"` // 0: no cap (D19)
	Surge   Surge   `json:"surge,omitzero"`
}

// Surge is a temporary increase of the delivery charge. The zero Surge is none.
type Surge struct {
	Type  string  `json:"type"` // percent or fixed
	Value Decimal `json:"value"`
}

// Rebate is a discount: Value is percent or money, depending on Type. The zero Rebate
// is none.
type Rebate struct {
	Type  string  `json:"type"` // percent or amount
	Value Decimal `json:"value"`
}

// Category is a group of items of one module, at most two levels deep.
type Category struct {
	Slug        string   `json:"slug"`
	FormerSlugs []string `json:"former_slugs,omitempty"` // from before it was renamed; their URLs still work (L2)
	Module      string   `json:"module"`
	Parent      string   `json:"parent,omitzero"`
	Name        string   `json:"name"`
	Picture     string   `json:"picture"` // picture key
	Featured    bool     `json:"featured,omitzero"`
	Position    int      `json:"position"`
	Archived    bool     `json:"archived,omitzero"` // not shown; for earlier items
}

// Store is a store of one module, in one zone (BRW-04).
type Store struct {
	Slug        string   `json:"slug"`
	FormerSlugs []string `json:"former_slugs,omitempty"` // from before it was renamed; their URLs still work (L2)
	Module      string   `json:"module"`
	Zone        string   `json:"zone"`
	Name        string   `json:"name"`
	Tagline     string   `json:"tagline"` // the line under the name on a card: "Seafood, Rice"
	Description string   `json:"description"`
	Logo        string   `json:"logo"`  // picture key
	Cover       string   `json:"cover"` // picture key
	Address     string   `json:"address"`
	Phone       string   `json:"phone"` // E.164
	Point       Point    `json:"point"`
	Hours       Hours    `json:"hours"`

	MinimumOrder       Decimal `json:"minimum_order,omitzero"`
	Tax                Decimal `json:"tax,omitzero"` // percent
	PreparationMinutes int     `json:"preparation_minutes"`
	DeliveryMinutesMin int     `json:"delivery_minutes_min"`
	DeliveryMinutesMax int     `json:"delivery_minutes_max"`

	Delivery      bool   `json:"delivery"`
	TakeAway      bool   `json:"take_away"`
	SelfDelivery  bool   `json:"self_delivery,omitzero"`
	FreeDelivery  bool   `json:"free_delivery,omitzero"`
	ScheduleOrder bool   `json:"schedule_order,omitzero"`
	Veg           bool   `json:"veg,omitzero"`
	NonVeg        bool   `json:"non_veg,omitzero"`
	Plan          string `json:"plan,omitzero"` // id of a plan in town.json; empty: none
	Reviews       bool   `json:"reviews"`       // its plan has reviews (ITEM-12)
	Featured      bool   `json:"featured,omitzero"`
	Active        bool   `json:"active"`

	Discount StoreDiscount `json:"discount,omitzero"`
	Past     Past          `json:"past,omitzero"`
	Added    When          `json:"added"`
}

// Hours is when a store is open. Always overrides Week, and a closure overrides both
// (TRAP_H6).
type Hours struct {
	Always   bool      `json:"always,omitzero"`
	Week     []Opening `json:"week,omitzero"`
	Closures []Closure `json:"closures,omitzero"`
}

// Opening is one opening on one weekday. If it does not close later than it opens, it
// ends on the following day (TRAP_H2).
type Opening struct {
	Day    int    `json:"day"` // 0 is Sunday
	Opens  string `json:"opens"`
	Closes string `json:"closes"`
}

// Closure is some whole days on which the store is closed, including both From and To.
type Closure struct {
	From Day    `json:"from"`
	To   Day    `json:"to"`
	Note string `json:"note,omitzero"`
}

// StoreDiscount is a discount on all items of the store, within its days and, on each
// day, within its times (PRC-01). Without times it applies all day.
type StoreDiscount struct {
	Rebate
	MinPurchase Decimal `json:"min_purchase,omitzero"`
	MaxDiscount Decimal `json:"max_discount,omitzero"` // 0: no cap
	Start       Day     `json:"start"`
	End         Day     `json:"end"` // the last day on which it applies
	StartTime   string  `json:"start_time,omitzero"`
	EndTime     string  `json:"end_time,omitzero"`
}

// Past is what has happened so far, so that a new town has popular stores and rated
// items. The ratings include those in reviews.jsonl.
type Past struct {
	Sold        int `json:"sold,omitzero"`         // units of an item, orders of a store, trips of a vehicle
	RatingCount int `json:"rating_count,omitzero"` // ratings given
	RatingSum   int `json:"rating_sum,omitzero"`   // their stars added up
}

// Item is an item that a store sells (ITEM-13).
type Item struct {
	Slug        string   `json:"slug"`
	FormerSlugs []string `json:"former_slugs,omitempty"` // from before it was renamed; their URLs still work (L2)
	Store       string   `json:"store"`
	Category    string   `json:"category"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Price       Decimal  `json:"price"`
	Discount    Rebate   `json:"discount,omitzero"`
	Pictures    []string `json:"pictures"`       // picture keys, the first is the card's
	Zoom        bool     `json:"zoom,omitzero"`  // only in older folders; now the index of pictures says so
	Stock       *int     `json:"stock,omitzero"` // empty: unlimited; variations have their own stock
	UnitType    string   `json:"unit_type,omitzero"`
	Brand       string   `json:"brand,omitzero"`

	ChoiceOptions  []ChoiceOption `json:"choice_options,omitzero"`
	Variations     []Variation    `json:"variations,omitzero"`
	FoodVariations []OptionGroup  `json:"food_variations,omitzero"`
	AddOns         []AddOn        `json:"add_ons,omitzero"`

	MaxCartQuantity int    `json:"max_cart_quantity,omitzero"` // 0: no limit
	AvailableFrom   string `json:"available_from,omitzero"`    // with AvailableTo: the daily window (ITEM-09)
	AvailableTo     string `json:"available_to,omitzero"`
	ScheduleOrder   bool   `json:"schedule_order,omitzero"`
	Prescription    bool   `json:"prescription,omitzero"`
	Veg             bool   `json:"veg,omitzero"`
	Halal           bool   `json:"halal,omitzero"`
	Organic         bool   `json:"organic,omitzero"`
	Recommended     bool   `json:"recommended,omitzero"`
	Active          bool   `json:"active"`

	Tags        []string `json:"tags,omitzero"`
	Nutritions  []string `json:"nutritions,omitzero"`
	Allergies   []string `json:"allergies,omitzero"`
	GenericName []string `json:"generic_name,omitzero"`

	Past  Past `json:"past,omitzero"`
	Added When `json:"added"`
}

// ChoiceOption is one axis of a non-food item, such as Size with S, M and L.
type ChoiceOption struct {
	Title   string   `json:"title"`
	Options []string `json:"options"`
}

// Variation is one combination of a non-food item's options. Type joins them
// in the order of the axes with "-" and without spaces (ITEM-06). Its price
// replaces the item's.
type Variation struct {
	ID    int64   `json:"id"` // unique within the item
	Type  string  `json:"type"`
	Price Decimal `json:"price"`
	Stock *int    `json:"stock,omitzero"` // empty: unlimited
}

// OptionGroup is one choice about a food item (ITEM-14). Min and Max are for a multi
// group: how many options must and may be chosen.
type OptionGroup struct {
	ID       int64    `json:"id"` // unique within the item
	Name     string   `json:"name"`
	Type     string   `json:"type"` // single or multi
	Required bool     `json:"required,omitzero"`
	Min      int      `json:"min,omitzero"`
	Max      int      `json:"max,omitzero"`
	Values   []Option `json:"values"`
}

// Option is one option of an OptionGroup. Its price is added to the item's.
type Option struct {
	ID    int64   `json:"id"` // unique within the item
	Label string  `json:"label"`
	Price Decimal `json:"price"`
}

// AddOn is something extra that is bought with the item, with a quantity of its own.
type AddOn struct {
	ID    int64   `json:"id"` // unique within the item
	Name  string  `json:"name"`
	Price Decimal `json:"price"`
}

// Review is a review of a store, or of one of its items (ITEM-12).
type Review struct {
	Slug   string `json:"slug"`
	Store  string `json:"store"`
	Item   string `json:"item,omitzero"`
	Author string `json:"author,omitzero"` // empty: of a deleted account
	Rating int    `json:"rating"`          // 1 to 5
	Text   string `json:"text"`
	Reply  string `json:"reply,omitzero"` // the store's
	At     When   `json:"at"`

	Pictures []string `json:"pictures,omitempty"` // picture keys, at most 3
}

// VehicleReview is a review of a vehicle (RNT-04).
type VehicleReview struct {
	Slug    string `json:"slug"`
	Vehicle string `json:"vehicle"`
	Author  string `json:"author,omitzero"` // empty: of a deleted account
	Rating  int    `json:"rating"`          // 1 to 5
	Text    string `json:"text"`
	Reply   string `json:"reply,omitzero"` // the provider's
	At      When   `json:"at"`

	Pictures []string `json:"pictures,omitempty"` // picture keys, at most 3
}

// Banner is one card of a module's hero (BRW-01). The first button opens Target. The
// second, for which only the mango card has room, opens Second.
type Banner struct {
	Slug        string `json:"slug"`
	Module      string `json:"module"`
	Zone        string `json:"zone,omitzero"` // empty: every zone
	Style       string `json:"style"`         // mango, ink, mint or rose
	Kicker      string `json:"kicker,omitzero"`
	Title       string `json:"title"`
	Text        string `json:"text,omitzero"`
	Button      string `json:"button"`
	Target      Target `json:"target"`
	SecondLabel string `json:"second_label,omitzero"`
	Second      Target `json:"second,omitzero"`
	Picture     string `json:"picture"` // picture key
	Position    int    `json:"position"`
}

// Target is what a banner opens.
type Target struct {
	Kind  string `json:"kind"`  // store, category, item, module, campaign, flash_sale, search, path or link
	Value string `json:"value"` // a slug; for search the words, for path a page of the storefront, "/categories"; for link an https:// address
}

// Page is a text of the owner (PAGE-01). In its Body, blank lines separate paragraphs,
// and a paragraph that begins with "# " is a heading.
type Page struct {
	Slug  string `json:"slug"`
	Title string `json:"title"`
	Body  string `json:"body"`
}

// Feature is something on the map. Streets are lines. Where two of them cross they
// share a point with equal coordinates, because routing depends on it.
type Feature struct {
	Slug     string   `json:"slug"`
	Name     string   `json:"name,omitzero"`
	Class    string   `json:"class"` // lines: main, secondary, lane, path (on foot); areas: shore, water, park, square, building
	Geometry Geometry `json:"geometry"`
}

// Place is an entry of the gazetteer, which the place search finds (LOC-05).
type Place struct {
	Slug      string `json:"slug"`
	Name      string `json:"name"`
	Secondary string `json:"secondary"` // the quarter, or the street
	Kind      string `json:"kind"`      // landmark, square, park, street, quarter, store
	Point     Point  `json:"point"`
}

// Provider is an owner of rental vehicles.
type Provider struct {
	Slug        string        `json:"slug"`
	Zone        string        `json:"zone"`
	PickupZones []string      `json:"pickup_zones"`
	Name        string        `json:"name"`
	Description string        `json:"description"`
	Logo        string        `json:"logo"`  // picture key
	Cover       string        `json:"cover"` // picture key
	Address     string        `json:"address"`
	Phone       string        `json:"phone"` // E.164
	Point       Point         `json:"point"`
	Tax         Decimal       `json:"tax,omitzero"` // percent
	Discount    StoreDiscount `json:"discount,omitzero"`
	Past        Past          `json:"past,omitzero"`
	Archived    bool          `json:"archived,omitzero"` // not shown; for earlier trips
}

// Vehicle is a model that a provider rents out, with Count of them. A missing price
// means that the vehicle is not offered for that type of trip.
type Vehicle struct {
	Slug          string   `json:"slug"`
	Provider      string   `json:"provider"`
	Category      string   `json:"category"` // a category of the rental module
	Brand         string   `json:"brand"`
	Name          string   `json:"name"`
	Description   string   `json:"description"`
	Pictures      []string `json:"pictures"` // picture keys, the first is the thumbnail
	Type          string   `json:"type"`
	Seats         int      `json:"seats"`
	AirCondition  bool     `json:"air_condition,omitzero"`
	Transmission  string   `json:"transmission"` // automatic or manual
	Fuel          string   `json:"fuel"`
	HourlyPrice   Decimal  `json:"hourly_price,omitzero"`
	DistancePrice Decimal  `json:"distance_price,omitzero"` // per km
	Deposit       Decimal  `json:"deposit,omitzero"`        // of one, given back after the return
	LicenceFree   bool     `json:"licence_free,omitzero"`   // whoever drives it needs no licence
	Discount      Rebate   `json:"discount,omitzero"`
	Count         int      `json:"count"`
	New           bool     `json:"new,omitzero"`
	Archived      bool     `json:"archived,omitzero"` // not shown; for earlier trips
	Past          Past     `json:"past,omitzero"`
	Added         When     `json:"added"`
}

// ParcelCategory is what may be sent in a parcel module, and what carrying it costs
// (PCL-01). A surge of the zone's tariff comes on top of it.
type ParcelCategory struct {
	Slug            string  `json:"slug"`
	Module          string  `json:"module"`
	Name            string  `json:"name"`
	Description     string  `json:"description"`
	Picture         string  `json:"picture"`                 // picture key
	MaximumWeight   string  `json:"maximum_weight,omitzero"` // in words: "up to 5 kg"
	Base            Decimal `json:"base"`
	PerKm           Decimal `json:"per_km,omitzero"`
	Minimum         Decimal `json:"minimum,omitzero"` // of base and distance together
	Further         Decimal `json:"further,omitzero"` // for each package after the first
	MaximumQuantity int     `json:"maximum_quantity"` // packages of one order
	Active          bool    `json:"active"`
	Position        int     `json:"position"`
}

// ParcelInstruction is a sentence that the sender of a parcel may tell the rider.
type ParcelInstruction struct {
	Slug     string `json:"slug"`
	Text     string `json:"text"`
	Position int    `json:"position"`
}
