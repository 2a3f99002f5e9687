package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// registerOrders is checkout and what follows it.
func (s *Server) registerOrders(a huma.API) {
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "quoteCheckout", Method: http.MethodPost, Path: "/checkout/quote"}), s.quoteCheckout)
	huma.Register(a, by(shoppers, huma.Operation{OperationID: "placeOrder", Method: http.MethodPost, Path: "/orders"}), s.placeOrder)
	get(a, "listCancelReasons", "/orders/cancel-reasons", s.listCancelReasons)
	huma.Register(a, huma.Operation{OperationID: "trackOrder", Method: http.MethodGet, Path: "/orders/track"}, s.trackOrder)
	huma.Register(a, by(customers, huma.Operation{OperationID: "listOrders", Method: http.MethodGet, Path: "/orders"}), s.listOrders)
	huma.Register(a, by(customers, huma.Operation{OperationID: "listUnclaimedOrders", Method: http.MethodGet, Path: "/orders/unclaimed"}), s.listUnclaimedOrders)
	huma.Register(a, by(customers, huma.Operation{OperationID: "claimOrder", Method: http.MethodPost, Path: "/orders/{id}/claim"}), s.claimOrder)
	huma.Register(a, by(holders, huma.Operation{OperationID: "getOrder", Method: http.MethodGet, Path: "/orders/{id}"}), s.getOrder)
	huma.Register(a, by(holders, huma.Operation{OperationID: "cancelOrder", Method: http.MethodPost, Path: "/orders/{id}/cancel"}), s.cancelOrder)
	watch := huma.Operation{OperationID: "watchOrder", Method: http.MethodGet, Path: "/orders/{id}/events", Middlewares: s.streams.bounded(a)}
	huma.Register(a, by(holders, eventStream(a, watch, trackingEvent, trackingView{})), s.watchOrder)
	watchAll := huma.Operation{OperationID: "watchOrders", Method: http.MethodGet, Path: "/events", Middlewares: s.streams.bounded(a)}
	huma.Register(a, by(customers, eventStream(a, watchAll, ordersEvent, ordersStateView{})), s.watchOrders)
}

// checkoutBody quotes and places; the quote ignores what it does not need.
type checkoutBody struct {
	GuestID             string       `json:"guest_id,omitempty" maxLength:"128"`
	Source              string       `json:"source" enum:"cart,buy_now"`
	Line                *CartPayload `json:"line,omitempty" doc:"buy_now only."`
	OrderType           string       `json:"order_type" enum:"delivery,take_away"`
	AddressID           int64        `json:"address_id,omitempty" minimum:"1" doc:"A saved address of the customer's own, in the place of address."`
	Address             *addressBody `json:"address,omitempty"`
	ScheduleAt          string       `json:"schedule_at,omitempty" maxLength:"40" doc:"RFC 3339; absent: now."`
	PaymentMethod       string       `json:"payment_method,omitempty" enum:"cash_on_delivery"`
	Tip                 float64      `json:"tip,omitempty" minimum:"0" maximum:"100000"`
	OrderNote           string       `json:"order_note,omitempty" maxLength:"500"`
	DeliveryInstruction string       `json:"delivery_instruction,omitempty" maxLength:"500"`
	UnavailableItemNote string       `json:"unavailable_item_note,omitempty" maxLength:"200"`
	Cutlery             bool         `json:"cutlery,omitempty"`
	ExtraPackaging      bool         `json:"extra_packaging,omitempty"`
	AcceptedTotal       float64      `json:"accepted_total,omitempty" minimum:"0" doc:"The total on the shopper's last screen (C4)."`
	QuoteDigest         string       `json:"quote_digest,omitempty" maxLength:"128"`
}

// addressBody is where to, and whom to ask for.
type addressBody struct {
	Address             string  `json:"address" maxLength:"500"`
	Latitude            float64 `json:"latitude" minimum:"-90" maximum:"90"`
	Longitude           float64 `json:"longitude" minimum:"-180" maximum:"180"`
	ContactPersonName   string  `json:"contact_person_name" maxLength:"120"`
	ContactPersonNumber string  `json:"contact_person_number" maxLength:"40"`
	ContactPersonEmail  string  `json:"contact_person_email,omitempty" maxLength:"255"`
	AddressType         string  `json:"address_type,omitempty" enum:"home,office,other,Selected Address"`
	House               string  `json:"house,omitempty" maxLength:"120"`
	Floor               string  `json:"floor,omitempty" maxLength:"120"`
	Road                string  `json:"road,omitempty" maxLength:"200"`
}

type quoteInput struct {
	Scope
	GuestHeader
	Body checkoutBody
}
type quoteOutput struct{ Body quoteView }

// quoteView is every row a person is shown, in order (M8). With problems
// nothing can be placed.
type quoteView struct {
	Store            StoreView      `json:"store"`
	Lines            []cartLineView `json:"lines"`
	Rows             []priceRow     `json:"rows"`
	Subtotal         float64        `json:"subtotal"`
	Discount         float64        `json:"discount"`
	CouponDiscount   float64        `json:"coupon_discount"`
	DeliveryCharge   float64        `json:"delivery_charge"`
	Tax              float64        `json:"tax"`
	TaxIncluded      int            `json:"tax_included" enum:"0,1"`
	AdditionalCharge float64        `json:"additional_charge"`
	ExtraPackaging   float64        `json:"extra_packaging"`
	Tip              float64        `json:"tip"`
	Total            float64        `json:"total"`
	WalletPart       float64        `json:"wallet_part"`
	ToPay            float64        `json:"to_pay"`
	DistanceKm       float64        `json:"distance_km"`
	DistanceSource   string         `json:"distance_source" enum:"route,straight,none"`
	Slots            []slotDay      `json:"slots"`
	NowAllowed       bool           `json:"now_allowed" doc:"False: only a slot can be chosen (H4)."`
	ReadyIn          string         `json:"ready_in" doc:"Minutes, as a range." example:"25-35"`
	PaymentMethods   []string       `json:"payment_methods"`
	Warnings         []problemView  `json:"warnings"`
	Problems         []problemView  `json:"problems"`
	Digest           string         `json:"digest"`
}
type priceRow struct {
	Code   string  `json:"code" doc:"subtotal, discount, delivery_charge, tax, tax_included, additional_charge, extra_packaging, tip, total"`
	Label  string  `json:"label"`
	Amount float64 `json:"amount" doc:"Major units, negative when it is taken off."`
}
type slotDay struct {
	Date  string     `json:"date" example:"2026-11-20"`
	Slots []slotView `json:"slots"`
}
type slotView struct {
	StartsAt string `json:"starts_at" doc:"RFC 3339; send this as schedule_at."`
	From     string `json:"from" doc:"HH:mm in the zone's time."`
	To       string `json:"to"`
}

type placeInput struct {
	Scope
	GuestHeader
	Network
	IdempotencyKey string `header:"Idempotency-Key" required:"true" minLength:"8" maxLength:"128"`
	Body           checkoutBody
}
type placeOutput struct {
	Body struct {
		Order         orderView `json:"order"`
		TrackingToken string    `json:"tracking_token" doc:"Whoever holds it may read and cancel this order."`
		RedirectLink  string    `json:"redirect_link,omitempty"`
	}
}

// orderView is an order as its owner sees it.
type orderView struct {
	ID                  int64           `json:"id"`
	OrderStatus         string          `json:"order_status"`
	PaymentStatus       string          `json:"payment_status"`
	PaymentMethod       string          `json:"payment_method"`
	OrderType           string          `json:"order_type"`
	Module              moduleView      `json:"module"`
	Store               StoreView       `json:"store"`
	Lines               []orderLineView `json:"lines"`
	Rows                []priceRow      `json:"rows"`
	Total               float64         `json:"total"`
	Address             *addressBody    `json:"address,omitempty"`
	OrderNote           string          `json:"order_note"`
	DeliveryInstruction string          `json:"delivery_instruction"`
	UnavailableItemNote string          `json:"unavailable_item_note"`
	Cutlery             bool            `json:"cutlery"`
	CancelReason        string          `json:"cancel_reason"`
	Timeline            []moveView      `json:"timeline"`
	Tracking            trackingView    `json:"tracking"`
	CreatedAt           string          `json:"created_at"`
	ScheduleAt          string          `json:"schedule_at,omitempty"`
}
type orderLineView struct {
	ID           int64   `json:"id"`
	ItemID       int64   `json:"item_id"`
	Name         string  `json:"name"`
	ImageFullURL string  `json:"image_full_url"`
	Options      string  `json:"options"`
	Note         string  `json:"note"`
	Quantity     int     `json:"quantity"`
	UnitPrice    float64 `json:"unit_price"`
	Subtotal     float64 `json:"subtotal" doc:"Before discount; lines add up to the row of that name."`
	Discount     float64 `json:"discount"`
	Total        float64 `json:"total"`
}
type moveView struct {
	Status string `json:"status"`
	At     string `json:"at"`
}

// trackingView is what moves while an order is on its way: no names, address or
// lines, so that it may also be answered for an order id and phone (ORD-02).
type trackingView struct {
	OrderID          int64       `json:"order_id"`
	OrderStatus      string      `json:"order_status"`
	OrderType        string      `json:"order_type"`
	Step             int         `json:"step" doc:"0 to 4: how far along the five-step bar; -1: canceled or failed."`
	EstimatedFrom    string      `json:"estimated_from,omitempty" doc:"RFC 3339."`
	EstimatedTo      string      `json:"estimated_to,omitempty"`
	TimeZone         string      `json:"time_zone" doc:"IANA name, the store's."`
	StorePoint       pointView   `json:"store_point"`
	DestinationPoint *pointView  `json:"destination_point,omitempty"`
	Rider            *riderView  `json:"rider,omitempty" doc:"Only while the job runs (P5)."`
	Route            []pointView `json:"route" doc:"From the store to the destination; empty for take-away."`
	Timeline         []moveView  `json:"timeline"`
	CanCancel        bool        `json:"can_cancel"`
	UpdatedAt        string      `json:"updated_at"`
}
type riderView struct {
	Name     string    `json:"name"`
	Vehicle  string    `json:"vehicle"`
	Point    pointView `json:"point"`
	Progress float64   `json:"progress" doc:"0 at the store to 1 at the door."`
}
type orderInput struct {
	Scope
	OrderToken
	ID    int64  `path:"id" minimum:"1"`
	Token string `query:"token" maxLength:"128" doc:"The order's tracking token, in the place of a session; never logged."`
}
type orderOutput struct{ Body orderView }

type trackInput struct {
	Scope
	Caller
	OrderID     int64  `query:"order_id" required:"true" minimum:"1"`
	HeaderPhone string `header:"X-Phone" maxLength:"40" doc:"The order's contact phone."`
	Phone       string `query:"phone" maxLength:"40" doc:"The same, as documented. One of the two is required; given twice, they must be equal."`
}
type trackOutput struct {
	Body struct {
		Tracking    trackingView `json:"tracking"`
		EventsToken string       `json:"events_token" doc:"Short-lived: opens this order's events and nothing else."`
	}
}

type ordersInput struct {
	Scope
	Page
	State string `query:"state" enum:"running,past" default:"running" doc:"running: not yet at its end."`
}
type ordersOutput struct {
	Body struct {
		Paged
		Orders []orderCardView `json:"orders" doc:"The newest first (ORD-01)."`
	}
}

// orderCardView is an order in a list; its details are the order's own call.
type orderCardView struct {
	ID            int64      `json:"id"`
	OrderStatus   string     `json:"order_status"`
	PaymentStatus string     `json:"payment_status"`
	PaymentMethod string     `json:"payment_method"`
	OrderType     string     `json:"order_type"`
	Module        moduleView `json:"module"`
	StoreID       int64      `json:"store_id"`
	StoreSlug     string     `json:"store_slug"`
	StoreName     string     `json:"store_name"`
	StoreLogoURL  string     `json:"store_logo_full_url"`
	TimeZone      string     `json:"time_zone" doc:"IANA name, the store's."`
	Units         int64      `json:"units" doc:"How many things were ordered."`
	Summary       string     `json:"summary" doc:"The first lines in words." example:"2 × Hilsa curry, Plain rice"`
	Total         float64    `json:"total"`
	CanCancel     bool       `json:"can_cancel"`
	CreatedAt     string     `json:"created_at" doc:"RFC 3339."`
	ScheduleAt    string     `json:"schedule_at,omitempty"`
	UpdatedAt     string     `json:"updated_at"`
}

// ordersStateView is where a customer's orders are: enough for a list of them to
// see that it must be fetched again, and to say what moved.
type ordersStateView struct {
	Running orderStatesView `json:"running" doc:"Not yet at their end; at most 100."`
	Past    orderStatesView `json:"past" doc:"At their end; at most 20."`
}
type orderStatesView struct {
	TotalSize int              `json:"total_size" doc:"How many there are."`
	Orders    []orderStateView `json:"orders" doc:"The newest first, as in the list of orders."`
}
type orderStateView struct {
	ID          int64  `json:"id"`
	OrderStatus string `json:"order_status"`
	OrderType   string `json:"order_type"`
	ModuleType  string `json:"module_type"`
	ScheduleAt  string `json:"schedule_at,omitempty" doc:"RFC 3339."`
}

type claimInput struct {
	Scope
	ID         int64  `path:"id" minimum:"1"`
	OrderToken string `header:"X-Order-Token" maxLength:"128" doc:"The order's tracking token: whoever placed it as a guest, and signed in since, claims it by that."`
	Body       struct {
		Mine bool `json:"mine" doc:"False: never ask about this order again."`
	}
}
type unclaimedOutput struct {
	Body struct {
		Orders []unclaimedView `json:"orders" doc:"The newest first, at most 20."`
	}
}

// unclaimedView is an order that somebody placed with the customer's phone or
// e-mail: as much as they need to tell whether it is theirs (P4).
type unclaimedView struct {
	ID          int64   `json:"id"`
	StoreName   string  `json:"store_name"`
	OrderType   string  `json:"order_type"`
	OrderStatus string  `json:"order_status"`
	Total       float64 `json:"total"`
	CreatedAt   string  `json:"created_at" doc:"RFC 3339."`
	TimeZone    string  `json:"time_zone" doc:"IANA name, the store's."`
}

type cancelReasonsOutput struct {
	Body struct {
		Reasons []cancelReason `json:"reasons"`
	}
}
type cancelReason struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}
type cancelInput struct {
	Scope
	OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token  string `json:"token,omitempty" maxLength:"128"`
		Reason string `json:"reason" maxLength:"300"`
	}
}
