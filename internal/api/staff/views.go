package staff

import (
	"context"
	"strings"

	"hawker/internal/api/view"
	"hawker/internal/catalog"
	"hawker/internal/geo"
	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/translation"
)

// staffOrderView is an order as staff see it. What a role does not need is absent: a
// vendor gets the shopper's first name and phone until the order is over; who brings it, a
// rider who has accepted it or its store, gets name, phone and address until then (P5).
type staffOrderView struct {
	ID                  int64                    `json:"id"`
	OrderStatus         string                   `json:"order_status"`
	NextStatuses        []string                 `json:"next_statuses" doc:"Statuses to which the caller may move the order."`
	OrderType           string                   `json:"order_type"`
	SelfDelivery        bool                     `json:"self_delivery,omitempty" doc:"For a delivery: the store delivers it itself, without a rider of the zone."`
	PaymentMethod       string                   `json:"payment_method"`
	PaymentStatus       string                   `json:"payment_status"`
	GatewayTitle        string                   `json:"gateway_title,omitempty" doc:"The gateway's name for shoppers, if the order is paid through one."`
	HasWallet           bool                     `json:"has_wallet,omitempty" doc:"The shopper is a customer with a wallet, so a refund can go into it; for admins only."`
	AwaitsPayment       bool                     `json:"awaits_payment" doc:"The order cannot be confirmed before it is paid."`
	OfflinePayment      *view.OfflinePaymentView `json:"offline_payment,omitempty" doc:"Present if the order is paid outside of the shop; for admins only."`
	ToPayBack           float64                  `json:"to_pay_back,omitempty" doc:"What an admin must still pay back to the shopper: cash, and what was paid outside of the shop. For admins only."`
	CashToPayBack       float64                  `json:"cash_to_pay_back,omitempty" doc:"The part of to_pay_back that is cash."`
	Store               staffStoreView           `json:"store" doc:"A parcel has no store: the id is 0, and the point is the pickup, to about 100 m."`
	Units               int64                    `json:"units" doc:"Number of units that were ordered."`
	Lines               []staffLineView          `json:"lines" doc:"Empty in an offer to a rider."`
	Rows                []view.PriceRow          `json:"rows" doc:"The price rows that the shopper sees (M8). Empty in an offer to a rider."`
	Total               float64                  `json:"total" doc:"0 in an offer to a rider."`
	Tip                 float64                  `json:"tip"`
	DistanceKm          float64                  `json:"distance_km"`
	Contact             *staffContactView        `json:"contact,omitempty"`
	Address             *staffAddressView        `json:"address,omitempty" doc:"Where the order goes; for a parcel, where it is picked up, with the contact. A vendor gets it only for an order that the store delivers, until it is over."`
	Parcel              *view.ParcelView         `json:"parcel,omitempty"`
	Receiver            *staffReceiverView       `json:"receiver,omitempty" doc:"Only for a parcel: whom it is brought to. Absent in an offer to a rider."`
	OrderNote           string                   `json:"order_note,omitempty"`
	DeliveryInstruction string                   `json:"delivery_instruction,omitempty"`
	UnavailableItemNote string                   `json:"unavailable_item_note,omitempty"`
	Cutlery             bool                     `json:"cutlery"`
	CancelReason        string                   `json:"cancel_reason,omitempty"`
	Rider               *staffRiderView          `json:"rider,omitempty" doc:"The rider who has accepted the order, until it is over."`
	PrescriptionStatus  string                   `json:"prescription_status,omitempty" enum:"none,waiting,approved,refused" doc:"waiting: the order cannot be confirmed before the pharmacist has decided, with answerVendorPrescription or answerAdminPrescription. Absent for riders."`
	PrescriptionImages  []string                 `json:"prescription_images,omitempty" doc:"Ids for getVendorUpload and getAdminUpload. They are deleted some time after the order's end. Empty for riders."`
	Refunds             []view.RefundView        `json:"refunds,omitempty" doc:"The oldest first. Empty for riders; without images for vendors."`
	Refunded            float64                  `json:"refunded,omitempty" doc:"What refunds gave back of the total. It does not count what a cancellation gives back. 0 for riders."`
	Timeline            []staffHistoryView       `json:"timeline" doc:"Empty for riders."`
	CreatedAt           string                   `json:"created_at" doc:"RFC 3339."`
	StatusAt            string                   `json:"status_at" doc:"When the order got its present status."`
	ScheduleAt          string                   `json:"schedule_at,omitempty" doc:"Absent: the order is due as soon as possible."`
	ReadyAt             string                   `json:"ready_at,omitempty" doc:"When the order is ready, as the store has said."`
}

type staffStoreView struct {
	ID       int64          `json:"id"`
	ZoneID   int64          `json:"zone_id"`
	Name     string         `json:"name"`
	Address  string         `json:"address"`
	Phone    string         `json:"phone"`
	Point    view.PointView `json:"point"`
	TimeZone string         `json:"time_zone" doc:"IANA name."`
}

type staffLineView struct {
	ID           int64   `json:"id"`
	ItemID       int64   `json:"item_id"`
	Name         string  `json:"name"`
	ImageFullURL string  `json:"image_full_url"`
	Options      string  `json:"options"`
	Note         string  `json:"note"`
	Quantity     int64   `json:"quantity"`
	Refunded     int64   `json:"refunded_quantity,omitempty" doc:"Units whose price was refunded."`
	Total        float64 `json:"total" doc:"The price of all units, after discount."`
}

type staffContactView struct {
	Name  string `json:"name" doc:"For a vendor only the first name, unless the store delivers the order."`
	Phone string `json:"phone"`
	Email string `json:"email,omitempty" doc:"For admins only."`
}

type staffReceiverView struct {
	Contact staffContactView `json:"contact"`
	Address staffAddressView `json:"address"`
}

type staffAddressView struct {
	Address string         `json:"address"`
	House   string         `json:"house,omitempty"`
	Floor   string         `json:"floor,omitempty"`
	Road    string         `json:"road,omitempty"`
	Point   view.PointView `json:"point"`
}

type staffRiderView struct {
	Name    string `json:"name"`
	Phone   string `json:"phone"`
	Vehicle string `json:"vehicle"`
}

type staffHistoryView struct {
	Status string `json:"status"`
	At     string `json:"at" doc:"RFC 3339."`
	Actor  string `json:"actor" enum:"shopper,vendor,rider,admin,system"`
	Name   string `json:"name,omitempty" doc:"Name of the member of staff at that time."`
	Reason string `json:"reason,omitempty"`
}

func (h *Handlers) viewOrders(ctx context.Context, me order.Staff, orders []order.OrderDetails) ([]staffOrderView, error) {
	directory, err := h.Catalog.Directory(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	images, err := h.prescriptionImages(ctx, me, orders)
	if err != nil {
		return nil, err
	}
	sent, err := h.offlinePayments(ctx, me, orders)
	if err != nil {
		return nil, err
	}
	shoppers := make([]int64, len(orders))
	for i, o := range orders {
		shoppers[i] = o.ShopperID
	}
	customers, err := h.withWallets(ctx, me, settings, shoppers)
	if err != nil {
		return nil, err
	}
	views := make([]staffOrderView, len(orders))
	for i, w := range orders {
		store, err := h.Orders.Store(ctx, directory, w.Seller())
		if err != nil {
			return nil, err
		}
		b := orderBuilder{OrderDetails: w, me: me, images: images[w.ID], payment: sent[w.ID], methods: settings.Payments, gateways: h.Orders.Purchases.Gateways, hasWallet: customers[w.ShopperID], directory: directory, store: store, money: settings.Currency.Money(), language: translation.Language(ctx)}
		views[i] = b.view()
	}
	return views, nil
}

// orderBuilder builds the view of one order for one member of staff.
type orderBuilder struct {
	order.OrderDetails
	me        order.Staff
	images    []string                // of the prescription
	payment   *offlinepayment.Payment // that the shopper has sent, for an admin
	methods   setting.Payments
	gateways  []purchase.Gateway
	hasWallet bool // to an admin
	directory *catalog.Directory
	store     *catalog.Store
	money     money.Currency
	language  string // of the response
}

// accepted tells whether a rider sees an order that is theirs, and not over.
func (b orderBuilder) accepted() bool {
	return b.RiderID != nil && *b.RiderID == b.me.ID && !b.Status.Over()
}

func (b orderBuilder) view() staffOrderView {
	v := staffOrderView{
		ID: b.ID, OrderStatus: string(b.Status), NextStatuses: []string{}, OrderType: string(b.Type), SelfDelivery: b.SelfDelivery,
		PaymentMethod: b.PaymentMethod, PaymentStatus: b.PaymentStatus, AwaitsPayment: b.AwaitsPayment(), Store: viewStore(b.store),
		Lines: []staffLineView{}, Rows: []view.PriceRow{}, Timeline: []staffHistoryView{},
		Tip: b.money.ToMajor(b.Tip), DistanceKm: float64(b.DistanceMetres) / 1000,
		CreatedAt: view.UnixMilli(b.CreatedAt), StatusAt: view.UnixMilli(b.EnteredAt()),
		ScheduleAt: view.OptionalTime(b.ScheduleAt), ReadyAt: view.OptionalTime(b.ReadyAt),
	}
	v.Units = b.Parcel.V.Quantity
	for _, l := range b.Lines {
		v.Units += l.Quantity
	}
	if b.Type == order.Parcel { // riders choose by what it is, and from where it goes
		v.Parcel, v.Store.Point = view.Parcel(b.directory, b.Parcel.V), view.Point(geo.Round3(b.Address.V.Point))
	}
	if b.me.Actor == order.ByRider && !b.accepted() {
		return v
	}
	for _, to := range b.NextMoves(b.me.Actor) {
		v.NextStatuses = append(v.NextStatuses, string(to))
	}
	b.addContents(&v)
	b.addShopper(&v)
	return v
}

// addContents adds what was ordered, for how much, and what happened since.
func (b orderBuilder) addContents(v *staffOrderView) {
	v.Total = b.money.ToMajor(b.Total)
	for _, g := range b.gateways {
		if b.PaymentMethod == purchase.DigitalPayment && g.ID == b.PaymentGateway {
			v.GatewayTitle = g.Title
		}
	}
	for _, l := range b.Lines {
		v.Lines = append(v.Lines, staffLineView{
			ID: l.ID, ItemID: l.ItemID, Name: l.Name, ImageFullURL: view.PictureURL(b.directory, l.Picture), Options: l.Options, Note: l.Note,
			Quantity: l.Quantity, Refunded: l.RefundedQuantity, Total: b.money.ToMajor(l.Total),
		})
	}
	v.Rows = view.PriceRows(b.money, b.Rows(), translation.Reader{})
	if r := b.Rider.V; r != (order.Rider{}) {
		v.Rider = &staffRiderView{Name: r.Name, Phone: r.Phone, Vehicle: r.Vehicle}
	}
	if b.me.Actor == order.ByRider {
		return
	}
	v.OrderNote, v.UnavailableItemNote, v.Cutlery, v.CancelReason = b.OrderNote, b.UnavailableItemNote, b.Cutlery, locale.Reason(b.language, b.CancelReason)
	v.PrescriptionStatus, v.PrescriptionImages = string(b.PrescriptionStatus), b.images
	v.Refunds, v.Refunded = view.Refunds(b.money, b.Refunds, b.language), b.money.ToMajor(b.Refunded)
	if b.me.Actor == order.ByVendor {
		view.HideImages(v.Refunds)
	}
	for _, m := range b.Moves {
		v.Timeline = append(v.Timeline, staffHistoryView{
			Status: string(m.Status), At: view.UnixMilli(m.At), Actor: string(m.Actor), Name: m.StaffName, Reason: locale.Reason(b.language, m.Reason),
		})
	}
}

// addShopper adds who ordered and where it goes, as far as the role needs it.
func (b orderBuilder) addShopper(v *staffOrderView) {
	if b.me.Actor == order.ByVendor && b.Status.Over() {
		return
	}
	if b.me.Actor == order.ByVendor && !b.SelfDelivery {
		first, _, _ := strings.Cut(strings.TrimSpace(b.ContactName), " ")
		v.Contact = &staffContactView{Name: first, Phone: b.ContactPhone}
		return
	}
	v.Contact = &staffContactView{Name: b.ContactName, Phone: b.ContactPhone}
	v.DeliveryInstruction = b.DeliveryInstruction
	if b.me.Actor == order.ByAdmin {
		v.Contact.Email, v.HasWallet = b.ContactEmail, b.hasWallet
		v.OfflinePayment, v.ToPayBack = view.OfflinePayment(b.Purchase(), b.payment, b.methods, translation.Reader{}, b.language), b.money.ToMajor(b.ToPayBack())
		v.CashToPayBack = b.money.ToMajor(b.CashToPayBack())
	}
	if b.Type != order.TakeAway {
		address := viewAddress(b.Address.V)
		v.Address = &address
	}
	if to := b.Receiver.V; b.Type == order.Parcel {
		v.Receiver = &staffReceiverView{Contact: staffContactView{Name: to.Name, Phone: to.Phone}, Address: viewAddress(to)}
	}
}

func viewAddress(a order.Address) staffAddressView {
	return staffAddressView{Address: a.Address, House: a.House, Floor: a.Floor, Road: a.Road, Point: view.Point(a.Point)}
}

func viewStore(s *catalog.Store) staffStoreView {
	return staffStoreView{
		ID: s.ID, ZoneID: s.ZoneID, Name: s.Name, Address: s.Address, Phone: s.Phone, TimeZone: s.TimeZone,
		Point: view.PointView{Lat: s.Latitude, Lng: s.Longitude},
	}
}
