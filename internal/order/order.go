// Package order quotes and places orders, and moves them through their statuses.
//
// It owns orders, their lines and moves. Placing is one transaction that also posts to the
// ledger and takes the stock. Every amount comes from package pricing. The package knows no
// HTTP; after a commit it publishes on the bus which order changed.
package order

import (
	"time"

	"hawker/internal/db"
	"hawker/internal/geo"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/options"
	"hawker/internal/parcel"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/refund"
)

// Source is where the lines of an order come from.
type Source string

// The sources.
const (
	FromCart     Source = "cart"
	BuyNow       Source = "buy_now"
	FromCampaign Source = "campaign" // one line of an item campaign
	FromParcel   Source = "parcel"   // no lines: a parcel
)

// Order is an order as it was placed, with its present status.
type Order struct {
	ID        int64
	ShopperID int64
	ModuleID  int64
	StoreID   int64 // 0: a parcel, which has no store
	ZoneID    int64
	Source    Source
	Type      Type `db:"order_type"`
	Status    Status
	purchase.Payment
	Subtotal            money.Amount
	Discount            money.Amount
	CouponCode          string // of the coupon that was used; "": none
	CouponDiscount      money.Amount
	CouponDelivery      money.Amount // the delivery fee that the coupon waived
	DeliveryCharge      money.Amount
	Tax                 money.Amount
	TaxIncluded         bool
	AdditionalCharge    money.Amount
	ExtraPackaging      money.Amount
	Tip                 money.Amount
	PriceRows           db.JSON[[]pricing.Row] // as agreed; Rows are what every screen shows
	DistanceMetres      int64
	Address             db.JSON[Address] // of a parcel its sender's
	Parcel              db.JSON[parcel.Packages]
	Receiver            db.JSON[Address] // of a parcel, with the phone as E.164
	ContactName         string
	ContactPhone        string // E.164 (D6)
	ContactEmail        string // folded; "": none (P4)
	OrderNote           string
	DeliveryInstruction string
	UnavailableItemNote string
	Cutlery             bool
	CancelReason        string
	PrescriptionStatus  PrescriptionStatus
	Rider               db.JSON[Rider]
	ScheduleAt          *int64 // Unix milliseconds; nil: now
	CreatedAt           int64
	UpdatedAt           int64
	RiderID             *int64 // of the staff; nil: no rider has accepted it
	ReadyAt             *int64 // when the store said it would be ready, Unix milliseconds; nil: not said
	SelfDelivery        bool   // its store brings it, as it did when the order was placed; no rider of the zone does
}

// Address is where an order goes, or a parcel comes from, as given at checkout.
type Address struct {
	Address string    `json:"address,omitempty"`
	Point   geo.Point `json:"point,omitzero"`
	Name    string    `json:"name"`
	Phone   string    `json:"phone"` // as typed; the order's own is E.164
	Email   string    `json:"email,omitempty"`
	Kind    string    `json:"kind,omitempty"` // home, office, other or Selected Address
	House   string    `json:"house,omitempty"`
	Floor   string    `json:"floor,omitempty"`
	Road    string    `json:"road,omitempty"`
}

// Rider is who delivers an order, and where they are. The zero Rider is nobody.
type Rider struct {
	Name     string    `json:"name,omitempty"`
	Phone    string    `json:"phone,omitempty"`
	Vehicle  string    `json:"vehicle,omitempty"`
	Point    geo.Point `json:"point,omitzero"`
	Progress float64   `json:"progress,omitempty"` // 0 at the store or the sender to 1 at the door
}

// Line is one line of a placed order. It does not change when the catalogue does.
type Line struct {
	ID        int64
	ItemID    int64
	Variation string // of the stock pool it took from
	Name      string
	Picture   string // picture key
	Options   string // what was chosen, in words
	Choice    db.JSON[options.Choice]
	Note      string // what the shopper wrote about it
	Quantity  int64
	UnitPrice money.Amount // of one with its add-ons, before discount
	Discount  money.Amount // of all of them
	Coupon    money.Amount // the line's part of the coupon
	Tax       money.Amount
	Total     money.Amount // of all of them, after discount and coupon

	CampaignID      *int64 // the campaign that it was bought in; nil: none
	FlashSaleItemID *int64 // the flash sale whose units it took; nil: none
	Offer           string // the title of either

	RefundedQuantity int64 // units whose price was given back
}

// Move is one status that an order has been in (ORD-03).
type Move = purchase.Move[Status, Actor]

// OrderDetails is an order with its lines and moves.
type OrderDetails struct {
	Order
	Lines   []Line
	Moves   []Move
	Refunds []refund.Refund // the oldest first
}

// CanCancel reports whether the shopper may cancel the order (ORD-04).
func (o Order) CanCancel() bool { return o.MayMove(Canceled, ByShopper) }

// Door is where the order is brought.
func (o Order) Door() geo.Point {
	if o.Type == Parcel {
		return o.Receiver.V.Point
	}
	return o.Address.V.Point
}

// earner is the account that earns what the order costs besides tax and charges.
func (o Order) earner() string {
	if o.Type == Parcel {
		return ledger.Delivery
	}
	return ledger.Store(o.StoreID)
}

// tipped is the account that the tip is owed to before the delivery: a store that brings
// the order itself keeps it.
func (o Order) tipped() string {
	if o.SelfDelivery {
		return ledger.Store(o.StoreID)
	}
	return ledger.Tips
}

// Rows are the price rows that every screen shows (M8): those that the shopper agreed to,
// and what was given back since.
func (o Order) Rows() []pricing.Row {
	return pricing.WithRefund(pricing.WithWallet(o.PriceRows.V, o.Total, o.WalletPart), o.PaidSoFar(), o.TotalBack())
}

// DueAt is the time for which the order was placed.
func (o Order) DueAt() time.Time {
	if o.ScheduleAt != nil {
		return time.UnixMilli(*o.ScheduleAt)
	}
	if o.PaidAt != nil { // the store began then
		return time.UnixMilli(*o.PaidAt)
	}
	return time.UnixMilli(o.CreatedAt)
}
