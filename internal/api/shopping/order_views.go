package shopping

import (
	"context"
	"fmt"

	"hawker/internal/api/view"
	"hawker/internal/locale"
	"hawker/internal/order"
	"hawker/internal/orderhistory"
	"hawker/internal/parcel"
	"hawker/internal/review"
	"hawker/internal/translation"
)

// orderView is an order as its owner sees it.
type orderView struct {
	view.PurchasePaymentView
	ID                  int64             `json:"id"`
	OrderStatus         string            `json:"order_status"`
	OrderType           string            `json:"order_type"`
	Module              view.ModuleView   `json:"module"`
	Store               view.StoreView    `json:"store" doc:"A parcel has no store: the id is 0, and name and picture are those of its module."`
	Parcel              *view.ParcelView  `json:"parcel,omitempty"`
	Receiver            *addressBody      `json:"receiver,omitempty" doc:"Only for a parcel. The address of the order is then the sender's."`
	FollowToken         string            `json:"follow_token" doc:"A token for followOrder and watchOrder. Anybody who has it may see the progress, the rider and the door of this order, and nothing else."`
	Lines               []orderLineView   `json:"lines"`
	Rows                []view.PriceRow   `json:"rows"`
	CouponCode          string            `json:"coupon_code" doc:"The code of the coupon that was used; empty: none."`
	Total               float64           `json:"total"`
	Address             *addressBody      `json:"address,omitempty"`
	OrderNote           string            `json:"order_note"`
	DeliveryInstruction string            `json:"delivery_instruction"`
	UnavailableItemNote string            `json:"unavailable_item_note"`
	Cutlery             bool              `json:"cutlery"`
	CancelReason        string            `json:"cancel_reason"`
	PrescriptionStatus  string            `json:"prescription_status" enum:"none,waiting,approved,refused" doc:"Waiting: a pharmacist looks at it before the order is confirmed. Refused: the order is canceled, and cancel_reason says why."`
	PrescriptionImages  []string          `json:"prescription_images" doc:"Ids of uploads, for the shopper who sent them. They are deleted some time after the order."`
	Refunds             []view.RefundView `json:"refunds" doc:"The oldest first."`
	CanRequestRefund    bool              `json:"can_request_refund"`
	Review              *orderReviewView  `json:"review,omitempty" doc:"Only for the signed-in customer of an order that was delivered."`
	Timeline            []view.MoveView   `json:"timeline"`
	Tracking            trackingView      `json:"tracking"`
	CreatedAt           string            `json:"created_at"`
	ScheduleAt          string            `json:"schedule_at,omitempty"`
}

type orderLineView struct {
	ID           int64   `json:"id"`
	ItemID       int64   `json:"item_id"`
	Name         string  `json:"name"`
	ImageFullURL string  `json:"image_full_url"`
	Options      string  `json:"options"`
	Note         string  `json:"note"`
	Offer        string  `json:"offer" doc:"The title of the campaign or flash sale in which the item was bought; empty: none."`
	Quantity     int     `json:"quantity"`
	UnitPrice    float64 `json:"unit_price"`
	Subtotal     float64 `json:"subtotal" doc:"The price of the line before discount. The lines add up to the price row subtotal."`
	Discount     float64 `json:"discount"`
	Coupon       float64 `json:"coupon" doc:"The part of the coupon that the line got."`
	Total        float64 `json:"total" doc:"The price of the line after discount and coupon."`

	RefundedQuantity int `json:"refunded_quantity" doc:"Units whose price was refunded."`
}

// orderCardView is an order in a list; its details are the order's own call.
type orderCardView struct {
	ID                 int64           `json:"id"`
	OrderStatus        string          `json:"order_status"`
	PaymentStatus      string          `json:"payment_status"`
	PaymentMethod      string          `json:"payment_method"`
	AwaitsPayment      bool            `json:"awaits_payment" doc:"The store waits until the order is paid."`
	PaymentDueAt       string          `json:"payment_due_at,omitempty" doc:"When the order is canceled unless its shopper pays, RFC 3339. Absent: the shopper need not pay anything by then."`
	PrescriptionStatus string          `json:"prescription_status" enum:"none,waiting,approved,refused"`
	OrderType          string          `json:"order_type"`
	Module             view.ModuleView `json:"module"`
	StoreID            int64           `json:"store_id"`
	StoreSlug          string          `json:"store_slug"`
	StoreName          string          `json:"store_name"`
	StoreLogoURL       string          `json:"store_logo_full_url"`
	TimeZone           string          `json:"time_zone" doc:"IANA name of the store's time zone."`
	Units              int64           `json:"units" doc:"Number of units that were ordered."`
	Summary            string          `json:"summary" doc:"The first lines in words." example:"2 × Hilsa curry, Plain rice"`
	Total              float64         `json:"total"`
	CanCancel          bool            `json:"can_cancel"`
	CanReview          bool            `json:"can_review" doc:"The order was delivered, and nothing of it is reviewed yet."`
	CreatedAt          string          `json:"created_at" doc:"RFC 3339."`
	ScheduleAt         string          `json:"schedule_at,omitempty"`
	UpdatedAt          string          `json:"updated_at"`
}

func (h *Handlers) viewOrder(ctx context.Context, w order.OrderDetails) (orderView, error) {
	b, err := view.CurrentBuilder(ctx, h.Settings, h.Catalog)
	if err != nil {
		return orderView{}, err
	}
	store, err := h.Orders.Store(ctx, b.Directory, w.Seller())
	if err != nil {
		return orderView{}, err
	}
	zones, err := h.Zones.All(ctx)
	if err != nil {
		return orderView{}, err
	}
	tracked, err := h.Orders.TrackDetails(ctx, w)
	v := orderView{
		ID: w.ID, OrderStatus: string(w.Status), OrderType: string(w.Type),
		Module: view.Module(ctx, b.Directory, b.Directory.Module(w.ModuleID), zones), Store: b.Store(store), Lines: []orderLineView{},
		Rows: view.PriceRows(b.Money, w.Rows(), b.Texts), CouponCode: w.CouponCode, Total: b.Money.ToMajor(w.Total), Address: viewAddress(w.Address.V),
		OrderNote: w.OrderNote, DeliveryInstruction: w.DeliveryInstruction, UnavailableItemNote: w.UnavailableItemNote,
		Cutlery: w.Cutlery, CancelReason: b.SayReason(w.CancelReason), PrescriptionStatus: string(w.PrescriptionStatus), Timeline: view.Moves(w.Moves), Tracking: viewTracking(tracked),
		Refunds: view.Refunds(b.Money, w.Refunds, b.Language), CanRequestRefund: w.CanRequestRefund(),
		CreatedAt: view.UnixMilli(w.CreatedAt), Parcel: view.Parcel(b.Directory, w.Parcel.V), FollowToken: h.Orders.Tokens.Following(w.ID),
	}
	if err != nil {
		return v, err
	}
	if w.Type == order.Parcel {
		v.Receiver = viewAddress(w.Receiver.V)
	}
	if v.PurchasePaymentView, err = h.Purchases.View(ctx, w.Purchase(), view.CashPaid{At: cashPaidAt(w)}); err != nil {
		return v, err
	}
	images, err := h.Orders.PrescriptionImages(ctx, w.Order)
	v.PrescriptionImages = view.NonNil(images[w.ID])
	if w.ScheduleAt != nil {
		v.ScheduleAt = view.UnixMilli(*w.ScheduleAt)
	}
	for _, l := range w.Lines {
		v.Lines = append(v.Lines, orderLineView{
			ID: l.ID, ItemID: l.ItemID, Name: l.Name, ImageFullURL: view.PictureURL(b.Directory, l.Picture), Options: l.Options, Note: l.Note, Offer: l.Offer, Quantity: int(l.Quantity),
			UnitPrice: b.Money.ToMajor(l.UnitPrice), Subtotal: b.Money.ToMajor(l.Total + l.Discount + l.Coupon), Coupon: b.Money.ToMajor(l.Coupon),
			Discount: b.Money.ToMajor(l.Discount), Total: b.Money.ToMajor(l.Total), RefundedQuantity: int(l.RefundedQuantity),
		})
	}
	if err == nil {
		v.Review, err = h.viewOrderReview(ctx, w, store.ReviewsEnabled)
	}
	return v, err
}

// cashPaidAt is when cash is paid for an order: by the sender of a parcel at the pickup, by
// anybody else at the delivery; nil: not yet.
func cashPaidAt(w order.OrderDetails) *int64 {
	paidWith := order.Delivered
	if w.Parcel.V.Payer == parcel.Sender {
		paidWith = order.PickedUp
	}
	for _, m := range w.Moves {
		if m.Status == paidWith {
			return &m.At
		}
	}
	return nil
}

func (h *Handlers) viewOrders(ctx context.Context, orders []orderhistory.Order) ([]orderCardView, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	zones, err := h.Zones.All(ctx)
	if err != nil {
		return nil, err
	}
	reviewed, err := h.reviewedOrders(ctx, orders)
	if err != nil {
		return nil, err
	}
	views := make([]orderCardView, len(orders))
	for i, o := range orders {
		store, err := h.Orders.Store(ctx, directory, o.Seller())
		if err != nil {
			return nil, err
		}
		views[i] = orderCardView{
			ID: o.ID, OrderStatus: string(o.Status), PaymentStatus: o.PaymentStatus, PaymentMethod: o.PaymentMethod, AwaitsPayment: o.AwaitsPayment(), PrescriptionStatus: string(o.PrescriptionStatus), OrderType: string(o.Type),
			Module: view.Module(ctx, directory, directory.Module(o.ModuleID), zones), StoreID: store.ID, StoreSlug: store.Slug, StoreName: store.Name,
			StoreLogoURL: view.PictureURL(directory, store.Logo), TimeZone: store.TimeZone, Summary: summary(o.Lines, translation.Language(ctx)), Total: settings.Currency.Money().ToMajor(o.Total),
			CanCancel: o.CanCancel(), CanReview: store.ReviewsEnabled && review.WasDelivered(o.Status) && !reviewed[o.ID],
			CreatedAt: view.UnixMilli(o.CreatedAt), UpdatedAt: view.UnixMilli(o.UpdatedAt),
		}
		views[i].PaymentDueAt = view.PaymentDue(views[i].AwaitsPayment, o.PaymentDueAt)
		if o.ScheduleAt != nil {
			views[i].ScheduleAt = view.UnixMilli(*o.ScheduleAt)
		}
		for _, l := range o.Lines {
			views[i].Units += l.Quantity
		}
	}
	return views, nil
}

// summaryLines is how many lines a summary names.
const summaryLines = 3

// summary names the first lines of an order.
func summary(lines []orderhistory.Line, language string) string {
	var words []string
	for _, l := range lines[:min(len(lines), summaryLines)] {
		if l.Quantity == 1 {
			words = append(words, l.Name)
		} else {
			words = append(words, fmt.Sprintf("%d × %s", l.Quantity, l.Name))
		}
	}
	if len(lines) > summaryLines {
		words = append(words, "…")
	}
	return locale.List(language, words)
}
