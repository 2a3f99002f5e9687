package api

// moduleView is one kind of shop (LOC-06).
type moduleView struct {
	ID          int64        `json:"id"`
	Slug        string       `json:"slug"`
	ModuleType  string       `json:"module_type" enum:"grocery,pharmacy,ecommerce,food,parcel,rental"`
	ModuleName  string       `json:"module_name"`
	Description string       `json:"description"`
	IconFullURL string       `json:"icon_full_url"`
	Zones       []moduleZone `json:"zones"`
}

type moduleZone struct {
	ID int64 `json:"id"`
}

// pointView is a place on the map, degrees.
type pointView struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// zoneView is an area with one tariff and one time zone.
type zoneView struct {
	ID          int64       `json:"id"`
	Slug        string      `json:"slug"`
	Name        string      `json:"name"`
	TimeZone    string      `json:"time_zone" doc:"IANA name; everything the zone times uses it (D12)."`
	Coordinates []pointView `json:"coordinates" doc:"Closed ring of the zone's border."`
}

// categoryView is a shelf of a module.
type categoryView struct {
	ID           int64          `json:"id"`
	Slug         string         `json:"slug"`
	Name         string         `json:"name"`
	ModuleID     int64          `json:"module_id"`
	ParentID     int64          `json:"parent_id" doc:"0 at the top."`
	ImageFullURL string         `json:"image_full_url"`
	Featured     int            `json:"featured" enum:"0,1"`
	ItemCount    int            `json:"item_count" doc:"Items on it in the zones in force."`
	Children     []categoryView `json:"childes"`
}

// StoreView is a store as lists and its page show it (BRW-04).
type StoreView struct {
	ID              int64              `json:"id"`
	Slug            string             `json:"slug"`
	Name            string             `json:"name"`
	Tagline         string             `json:"tagline" doc:"What it sells, in a few words."`
	Description     string             `json:"description"`
	ModuleID        int64              `json:"module_id"`
	ModuleType      string             `json:"module_type"`
	ZoneID          int64              `json:"zone_id"`
	TimeZone        string             `json:"time_zone" doc:"IANA name of its zone's; its hours, slots and orders are in it (D12)."`
	LogoFullURL     string             `json:"logo_full_url"`
	CoverFullURL    string             `json:"cover_photo_full_url"`
	Address         string             `json:"address"`
	Phone           string             `json:"phone"`
	Latitude        float64            `json:"latitude"`
	Longitude       float64            `json:"longitude"`
	AvgRating       float64            `json:"avg_rating"`
	RatingCount     int64              `json:"rating_count"`
	OrderCount      int64              `json:"order_count"`
	MinimumOrder    float64            `json:"minimum_order" doc:"Major units; 0: none."`
	DeliveryTime    string             `json:"delivery_time" doc:"Range in minutes." example:"20-30"`
	MinDeliveryTime int64              `json:"min_delivery_time" doc:"Minutes."`
	MaxDeliveryTime int64              `json:"max_delivery_time" doc:"Minutes."`
	Delivery        bool               `json:"delivery"`
	TakeAway        bool               `json:"take_away"`
	FreeDelivery    bool               `json:"free_delivery" doc:"Delivery costs nothing, however far and however little."`
	SelfDelivery    bool               `json:"self_delivery_system"`
	ScheduleOrder   bool               `json:"schedule_order"`
	Veg             int                `json:"veg" enum:"0,1"`
	NonVeg          int                `json:"non_veg" enum:"0,1"`
	Reviews         bool               `json:"reviews_enabled" doc:"False: the plan has no reviews."`
	Featured        int                `json:"featured" enum:"0,1"`
	Open            bool               `json:"open" doc:"The one answer on open or closed (H7), at the time of the answer."`
	OpensAt         string             `json:"opens_at,omitempty" doc:"RFC 3339; when closed, the next opening."`
	ClosesAt        string             `json:"closes_at,omitempty" doc:"RFC 3339; when open and not always open."`
	Discount        *storeDiscountView `json:"discount,omitempty" doc:"Only while it is in force."`
	DistanceKm      float64            `json:"distance_km,omitempty" doc:"From the point in force; only when sorted by distance."`
	DeliveryFeeFrom float64            `json:"delivery_fee_from" doc:"The least a delivery costs from here, major units."`
}

type storeDiscountView struct {
	Discount     float64 `json:"discount" doc:"Percent or major units."`
	DiscountType string  `json:"discount_type" enum:"percent,amount"`
	MinPurchase  float64 `json:"min_purchase"`
	MaxDiscount  float64 `json:"max_discount" doc:"0: no cap."`
}

// storeDetail is a store's own page: what the card shows, and hours and shelves.
type storeDetail struct {
	StoreView
	Schedules  []scheduleView `json:"schedules" doc:"Opening hours of the week, the zone's time."`
	Categories []categoryView `json:"categories" doc:"Shelves that have items here, in order."`
}

type scheduleView struct {
	Day         int    `json:"day" doc:"0 is Sunday."`
	OpeningTime string `json:"opening_time" example:"10:00"`
	ClosingTime string `json:"closing_time" example:"22:00"`
}

// itemView is an item, in lists and on its own (ITEM-13).
type itemView struct {
	ID                       int64               `json:"id"`
	Slug                     string              `json:"slug"`
	Name                     string              `json:"name"`
	Brand                    string              `json:"brand"`
	StoreID                  int64               `json:"store_id"`
	StoreSlug                string              `json:"store_slug"`
	StoreName                string              `json:"store_name"`
	StoreOpen                bool                `json:"store_open"`
	ZoneID                   int64               `json:"zone_id"`
	ModuleID                 int64               `json:"module_id"`
	ModuleType               string              `json:"module_type"`
	ImageFullURL             string              `json:"image_full_url"`
	ImagesFullURL            []string            `json:"images_full_url"`
	ThumbnailFullURL         string              `json:"thumbnail_full_url"`
	ZoomFullURL              string              `json:"zoom_full_url,omitempty" doc:"At most 1200 by 1800, where there is one."`
	ZoomsFullURL             []string            `json:"zooms_full_url,omitempty" doc:"Of one item: the large form of each of images_full_url; an empty text where there is none."`
	Description              string              `json:"description"`
	GenericName              []string            `json:"generic_name"`
	UnitType                 string              `json:"unit_type"`
	Price                    float64             `json:"price" doc:"Major units, before discounts."`
	Discount                 float64             `json:"discount" doc:"Percent or major units."`
	DiscountType             string              `json:"discount_type" enum:"percent,amount"`
	StoreDiscount            float64             `json:"store_discount" doc:"What the store takes off now, percent or major units; 0 when none is in force."`
	StoreDiscountType        string              `json:"store_discount_type" enum:"percent,amount"`
	StoreDiscountMinPurchase float64             `json:"store_discount_min_purchase" doc:"Major units, looking at the undiscounted subtotal (D19)."`
	StoreDiscountMax         float64             `json:"store_discount_max" doc:"Major units; 0: no cap."`
	SalePrice                float64             `json:"sale_price" doc:"Major units: the price of one, without options, after the larger discount (D18)."`
	BadgeDiscount            float64             `json:"badge_discount" doc:"What the discount badge says: percent or major units; 0: no badge (PRC-02)."`
	BadgeDiscountType        string              `json:"badge_discount_type" enum:"percent,amount"`
	Stock                    *int64              `json:"stock" doc:"Units left; null: not counted."`
	MaximumCartQuantity      *int64              `json:"maximum_cart_quantity" doc:"null: no limit."`
	AvgRating                float64             `json:"avg_rating"`
	RatingCount              int64               `json:"rating_count"`
	WhislistsCount           int64               `json:"whislists_count"`
	WishlistCount            int64               `json:"wishlist_count"`
	Tags                     []string            `json:"tags"`
	CategoryIDs              []categoryRef       `json:"category_ids"`
	NutritionsName           []string            `json:"nutritions_name"`
	AllergiesName            []string            `json:"allergies_name"`
	IsPrescriptionRequired   int                 `json:"is_prescription_required" enum:"0,1"`
	HalalTagStatus           int                 `json:"halal_tag_status" enum:"0,1"`
	IsHalal                  int                 `json:"is_halal" enum:"0,1"`
	Organic                  int                 `json:"organic" enum:"0,1"`
	Recommended              int                 `json:"recommended" enum:"0,1"`
	Veg                      int                 `json:"veg" enum:"0,1"`
	ScheduleOrder            bool                `json:"schedule_order"`
	AvailableTimeStarts      string              `json:"available_time_starts" doc:"HH:mm in the zone's time; empty: always."`
	AvailableTimeEnds        string              `json:"available_time_ends"`
	AvailableDateStarts      string              `json:"available_date_starts,omitempty" doc:"Marks a campaign item (BRW-07)."`
	AvailableNow             bool                `json:"available_now" doc:"Inside its time window at the time of the answer."`
	ChoiceOptions            []choiceOptionView  `json:"choice_options"`
	Variations               []variationView     `json:"variations"`
	FoodVariations           []foodVariationView `json:"food_variations"`
	AddOns                   []addOnView         `json:"add_ons"`
	Addons                   []addOnView         `json:"addons" doc:"The same list under its other documented name."`
}

type categoryRef struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type choiceOptionView struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Options []string `json:"options"`
}

type variationView struct {
	ID    string  `json:"id"`
	Type  string  `json:"type" doc:"Chosen options joined." example:"Large-Red"`
	Price float64 `json:"price" doc:"Replaces the item's price."`
	Stock *int64  `json:"stock"`
}

type foodVariationView struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Type     string            `json:"type" enum:"single,multi"`
	Min      int               `json:"min"`
	Max      int               `json:"max"`
	Required string            `json:"required" enum:"on,off"`
	Values   []optionValueView `json:"values"`
}

type optionValueView struct {
	ID          string  `json:"id"`
	Label       string  `json:"label"`
	OptionPrice float64 `json:"optionPrice"`
	IsSelected  bool    `json:"isSelected"`
}

type addOnView struct {
	ID        int64   `json:"id"`
	Name      string  `json:"name"`
	Price     float64 `json:"price"`
	Quantity  int     `json:"quantity"`
	IsChecked bool    `json:"isChecked"`
}

type reviewView struct {
	ID        int64  `json:"id"`
	Author    string `json:"customer_name"`
	Rating    int    `json:"rating"`
	Comment   string `json:"comment"`
	Reply     string `json:"reply"`
	ItemName  string `json:"item_name"`
	CreatedAt string `json:"created_at"`
}

type bannerView struct {
	ID           int64  `json:"id"`
	Kicker       string `json:"kicker"`
	Title        string `json:"title"`
	Text         string `json:"text"`
	Style        string `json:"style" enum:"mango,ink,mint,rose"`
	ImageFullURL string `json:"image_full_url"`
	Label        string `json:"label" doc:"The main button's words."`
	Link         string `json:"link" doc:"Path inside the storefront."`
	SecondLabel  string `json:"second_label"`
	SecondLink   string `json:"second_link"`
}
