// Package catalog is what shoppers browse: modules, categories, stores and items,
// in lists, by slug and by search. It does not know who is shopping.
//
// Every instance has a view of the catalogue in memory, at most one second old.
// Package index finds and sorts the items in it; SQL only reads those that are
// shown. Carts, quotes and orders must not use the view: they read the database,
// with StoreByID and package stock.
package catalog

import (
	"hawker/internal/db"
	"hawker/internal/hours"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/translation"
)

// Module is one kind of shop (LOC-06).
type Module struct {
	ID          int64  `db:"id"`
	Slug        string `db:"slug"`
	Type        string `db:"module_type"` // grocery, pharmacy, ecommerce, food, parcel or rental
	Name        string `db:"name"`
	Description string `db:"description"`
	Picture     string `db:"picture"` // picture key
	Position    int64  `db:"position"`
	Active      bool   `db:"active"`
}

// Category is a group of items of one module, at most two levels deep.
type Category struct {
	ID       int64  `db:"id"`
	Slug     string `db:"slug"`
	ModuleID int64  `db:"module_id"`
	ParentID *int64 `db:"parent_id"` // nil at the top
	Name     string `db:"name"`
	Picture  string `db:"picture"` // picture key
	Featured bool   `db:"featured"`
	Position int64  `db:"position"`
	Archived bool   `db:"archived"` // not shown
}

// Store is one shop of one module, in one zone (BRW-04). It has the type of its module
// and the time zone of its zone.
type Store struct {
	ID                 int64                   `db:"id"`
	Slug               string                  `db:"slug"`
	ModuleID           int64                   `db:"module_id"`
	ModuleType         string                  `db:"module_type"`
	ZoneID             int64                   `db:"zone_id"`
	TimeZone           string                  `db:"time_zone"` // of its zone
	Name               string                  `db:"name"`
	Tagline            string                  `db:"tagline"`
	Description        string                  `db:"description"`
	Logo               string                  `db:"logo"`  // picture key
	Cover              string                  `db:"cover"` // picture key
	Address            string                  `db:"address"`
	Phone              string                  `db:"phone"` // E.164
	Latitude           float64                 `db:"latitude"`
	Longitude          float64                 `db:"longitude"`
	Schedule           db.JSON[hours.Schedule] `db:"schedule"`
	MinimumOrder       money.Amount            `db:"minimum_order"`
	TaxRate            money.Rate              `db:"tax_rate"`
	PreparationMinutes int64                   `db:"preparation_minutes"`
	DeliveryTimeMin    int64                   `db:"delivery_time_min"` // minutes
	DeliveryTimeMax    int64                   `db:"delivery_time_max"`
	Delivery           bool                    `db:"delivery"`
	TakeAway           bool                    `db:"take_away"`
	SelfDelivery       bool                    `db:"self_delivery"`
	FreeDelivery       bool                    `db:"free_delivery"`
	ScheduleOrder      bool                    `db:"schedule_order"`
	Veg                bool                    `db:"veg"`
	NonVeg             bool                    `db:"non_veg"`
	Plan               string                  `db:"plan"` // id; "": none
	ReviewsEnabled     bool                    `db:"reviews_enabled"`
	Discount           db.JSON[Discount]       `db:"discount"`
	Featured           bool                    `db:"featured"`
	RatingSum          int64                   `db:"rating_sum"`
	RatingCount        int64                   `db:"rating_count"`
	OrderCount         int64                   `db:"order_count"`
	Active             bool                    `db:"active"`
	CreatedAt          int64                   `db:"created_at"` // Unix milliseconds
}

// Discount is what a store takes off everything it sells, on its days and within its
// times of day, in the time zone of its zone (D12). The zero Discount is none. It is
// the document of stores.discount.
type Discount struct {
	Type        pricing.Kind `json:"type,omitzero"`         // percent or amount
	Value       int64        `json:"value,omitzero"`        // basis points, or minor units off each unit
	MinPurchase money.Amount `json:"min_purchase,omitzero"` // of the undiscounted subtotal (D19)
	MaxDiscount money.Amount `json:"max_discount,omitzero"` // 0: no cap
	Start       string       `json:"start,omitzero"`        // 2006-01-02, its first day
	End         string       `json:"end,omitzero"`          // its last day
	StartTime   string       `json:"start_time,omitzero"`   // 15:04; without times it holds all day
	EndTime     string       `json:"end_time,omitzero"`
}

// Item is what a store sells (ITEM-13).
type Item struct {
	ID              int64             `db:"id"`
	Slug            string            `db:"slug"`
	StoreID         int64             `db:"store_id"`
	ModuleID        int64             `db:"module_id"`
	ZoneID          int64             `db:"zone_id"`
	CategoryID      int64             `db:"category_id"`
	CategoryIDs     db.JSON[[]int64]  `db:"category_ids"` // the category and its parents, nearest first
	Name            string            `db:"name"`
	Description     string            `db:"description"`
	Brand           string            `db:"brand"`
	UnitType        string            `db:"unit_type"`
	Pictures        db.JSON[[]string] `db:"pictures"` // picture keys, the first is the card's
	Price           money.Amount      `db:"price"`
	DiscountType    pricing.Kind      `db:"discount_type"` // percent or amount
	Discount        int64             `db:"discount"`      // basis points or minor units
	SalePrice       money.Amount      `db:"sale_price"`    // after the item's own discount; for sort and filter
	Options         db.JSON[Options]  `db:"options"`
	MaximumQuantity int64             `db:"maximum_quantity"` // 0: no limit
	AvailableFrom   string            `db:"available_from"`   // HH:mm in the zone's time, "" always
	AvailableTo     string            `db:"available_to"`
	ScheduleOrder   bool              `db:"schedule_order"`
	Veg             bool              `db:"veg"`
	Halal           bool              `db:"halal"`
	Organic         bool              `db:"organic"`
	Recommended     bool              `db:"recommended"`
	Prescription    bool              `db:"prescription"`
	Tags            db.JSON[[]string] `db:"tags"`
	Nutritions      db.JSON[[]string] `db:"nutritions"`
	Allergies       db.JSON[[]string] `db:"allergies"`
	GenericNames    db.JSON[[]string] `db:"generic_names"`
	RatingSum       int64             `db:"rating_sum"`
	RatingCount     int64             `db:"rating_count"`
	SoldCount       int64             `db:"sold_count"`
	Active          bool              `db:"active"`
	CreatedAt       int64             `db:"created_at"` // Unix milliseconds

	Translations translation.Languages `db:"-"` // only in a Service
}

// Review is what somebody wrote about a store or one of its items (ITEM-12).
type Review struct {
	ID        int64  `db:"id"`
	Author    string `db:"author"`
	Rating    int    `db:"rating"` // 1 to 5
	Body      string `db:"body"`
	Reply     string `db:"reply"`      // the store's, or ""
	RepliedAt *int64 `db:"replied_at"` // nil: no reply, or no time of it
	ItemName  string `db:"item_name"`  // "" for the store itself
	CreatedAt int64  `db:"created_at"`

	Images   db.JSON[[]string] `db:"images"`   // keys of uploads
	Pictures db.JSON[[]string] `db:"pictures"` // picture keys
}
