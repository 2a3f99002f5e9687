// Package notification tells customers what happened to their orders and trips, and what has
// changed about things on their wishlist, in the bell of the storefront, by mail and by
// push to their devices.
//
// It owns notifications and push subscriptions. A notification is written in the
// transaction of its event, so none is lost, and its event is unique, so none comes twice. A
// row has a kind and parameters, never a sentence: who shows it has the text in the reader's
// language. Guests have no notifications: the page of their order or trip is live.
package notification

import (
	"hawker/internal/db"
	"hawker/internal/money"
)

// Kind says which text a notification has.
type Kind string

// The kinds.
const (
	OrderPlaced          Kind = "order_placed"
	OrderConfirmed       Kind = "order_confirmed"
	OrderReady           Kind = "order_ready" // to be collected
	OrderOnTheWay        Kind = "order_on_the_way"
	OrderDelivered       Kind = "order_delivered"
	OrderCollected       Kind = "order_collected"
	OrderCanceled        Kind = "order_canceled"
	OrderNotDelivered    Kind = "order_not_delivered"
	OrderNotCollected    Kind = "order_not_collected"
	OrderRefunded        Kind = "order_refunded"
	RefundRefused        Kind = "refund_refused"
	PrescriptionApproved Kind = "prescription_approved"
	PaymentReceived      Kind = "payment_received"
	PaymentRefused       Kind = "payment_refused"

	ParcelPlaced       Kind = "parcel_placed"
	ParcelConfirmed    Kind = "parcel_confirmed" // a rider comes for it
	ParcelOnTheWay     Kind = "parcel_on_the_way"
	ParcelDelivered    Kind = "parcel_delivered"
	ParcelCanceled     Kind = "parcel_canceled"
	ParcelNotDelivered Kind = "parcel_not_delivered"

	TripPlaced        Kind = "trip_placed"
	TripConfirmed     Kind = "trip_confirmed"
	TripStarted       Kind = "trip_started" // the vehicles were handed over
	TripCompleted     Kind = "trip_completed"
	TripCanceled      Kind = "trip_canceled"
	TripRefunded      Kind = "trip_refunded" // all of it, or an amount
	TripRefundRefused Kind = "trip_refund_refused"
	LicenceRefused    Kind = "licence_refused" // by the provider of a trip

	ItemInStock Kind = "item_in_stock"
	ItemCheaper Kind = "item_cheaper"
	StoreOpen   Kind = "store_open"

	PointsEarned     Kind = "points_earned"     // by an order without cashback
	CashbackReceived Kind = "cashback_received" // by an order without points
	OrderRewarded    Kind = "order_rewarded"    // by both
	ReferralRewarded Kind = "referral_rewarded"

	MessageReceived Kind = "message_received" // from the staff, in a conversation
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{
		OrderPlaced, OrderConfirmed, OrderReady, OrderOnTheWay, OrderDelivered, OrderCollected, OrderCanceled,
		OrderNotDelivered, OrderNotCollected, OrderRefunded, RefundRefused, PrescriptionApproved,
		PaymentReceived, PaymentRefused,
		ParcelPlaced, ParcelConfirmed, ParcelOnTheWay, ParcelDelivered, ParcelCanceled, ParcelNotDelivered,
		TripPlaced, TripConfirmed, TripStarted, TripCompleted, TripCanceled, TripRefunded, TripRefundRefused, LicenceRefused,
		ItemInStock, ItemCheaper, StoreOpen,
		PointsEarned, CashbackReceived, OrderRewarded, ReferralRewarded,
		MessageReceived,
	}
}

// Notification is one entry of the bell.
type Notification struct {
	ID   int64
	Kind Kind
	About
	Params    db.JSON[Params]
	CreatedAt int64  // Unix milliseconds
	ReadAt    *int64 // Unix milliseconds; nil: not yet
}

// Params are what stands in the text of a notification. What a kind does not need is
// empty.
type Params struct {
	Store  string       `json:"store,omitempty"`  // its name, or the provider's; of a message: who wrote it
	Reason string       `json:"reason,omitempty"` // as somebody wrote it
	Amount money.Amount `json:"amount,omitempty"`

	Conversation int64 `json:"conversation,omitempty"` // of a message: where it is

	// Of a reward.
	Points int64 `json:"points,omitempty"` // that were earned
	Order  int64 `json:"order,omitempty"`  // id of the order that has earned them; 0: none

	// Of an alert: what it is about, for its text and its link.
	Item       string `json:"item,omitempty"` // its name
	ItemSlug   string `json:"item_slug,omitempty"`
	StoreSlug  string `json:"store_slug,omitempty"`
	ModuleID   int64  `json:"module_id,omitempty"`
	ModuleType string `json:"module_type,omitempty"`
}
