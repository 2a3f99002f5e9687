package shopping

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/purchases"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/order"
	"hawker/internal/parcel"
)

func (h *Handlers) registerCheckout(a huma.API) {
	huma.Register(a, call.ByShoppers("quoteCheckout", http.MethodPost, "/checkout/quote"), h.quoteCheckout)
	huma.Register(a, call.ByShoppers("placeOrder", http.MethodPost, "/orders"), h.placeOrder)
}

// checkoutBody is the body of quoteCheckout and placeOrder. A quote ignores the fields
// that it does not need.
type checkoutBody struct {
	GuestID             string       `json:"guest_id,omitempty" maxLength:"128"`
	Source              string       `json:"source" enum:"cart,buy_now,campaign,parcel" doc:"campaign: one line of an item campaign. parcel: what is sent, with the order_type parcel."`
	Line                *CartPayload `json:"line,omitempty" doc:"The line that is bought; only with the source buy_now or campaign."`
	OrderType           string       `json:"order_type" enum:"delivery,take_away,parcel"`
	AddressID           int64        `json:"address_id,omitempty" minimum:"1" doc:"A saved address of the customer. Without address, the order goes to this address as it is saved. If it was changed after the quote, the call is refused with cart_changed."`
	Address             *addressBody `json:"address,omitempty" doc:"Where the order goes; for a parcel, the sender's address."`
	Receiver            *addressBody `json:"receiver,omitempty" doc:"Only for a parcel: whom it is brought to."`
	ParcelCategoryID    int64        `json:"parcel_category_id,omitempty" minimum:"0" doc:"Only for a parcel: what is sent."`
	ParcelQuantity      int64        `json:"parcel_quantity,omitempty" minimum:"0" maximum:"1000" doc:"Number of packages; absent: 1."`
	ChargePayer         string       `json:"charge_payer,omitempty" enum:"sender,receiver" doc:"Only for a parcel: who pays. The receiver pays in cash at the door."`
	ScheduleAt          string       `json:"schedule_at,omitempty" maxLength:"40" doc:"When it is delivered, RFC 3339; absent: as soon as possible."`
	PaymentMethod       string       `json:"payment_method,omitempty" enum:"cash_on_delivery,wallet,digital_payment,offline_payment" doc:"Absent: cash."`
	PaymentGateway      string       `json:"payment_gateway,omitempty" maxLength:"40" doc:"With digital_payment, one of the quote's gateways; with offline_payment, the id of one of its offline_methods."`
	UseWallet           bool         `json:"use_wallet,omitempty" doc:"Pays as much as possible from the wallet, and the rest by payment_method."`
	Callback            string       `json:"callback,omitempty" maxLength:"500" example:"/order/17" doc:"Where a gateway sends the shopper back, on this shop's own origin; absent: the order's page."`
	CouponCode          string       `json:"coupon_code,omitempty" maxLength:"40" doc:"Letter case is ignored. A coupon that does not fit is left out, and the quote says why."`
	Tip                 float64      `json:"tip,omitempty" minimum:"0" maximum:"100000"`
	PrescriptionImages  []string     `json:"prescription_images,omitempty" maxItems:"20" doc:"Ids of uploads, one to three if an item needs a prescription (ITEM-11). They do not change the digest."`
	OrderNote           string       `json:"order_note,omitempty" maxLength:"500"`
	DeliveryInstruction string       `json:"delivery_instruction,omitempty" maxLength:"500"`
	UnavailableItemNote string       `json:"unavailable_item_note,omitempty" maxLength:"200"`
	Cutlery             bool         `json:"cutlery,omitempty"`
	ExtraPackaging      bool         `json:"extra_packaging,omitempty"`
	AcceptedTotal       float64      `json:"accepted_total,omitempty" minimum:"0" doc:"The total that the shopper saw last (C4)."`
	QuoteDigest         string       `json:"quote_digest,omitempty" maxLength:"128"`
}

// addressBody is a delivery address with its contact.
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
	call.Scope
	call.GuestHeader
	call.Network
	Body checkoutBody
}

type quoteOutput struct{ Body quoteView }

type placeInput struct {
	call.Scope
	call.GuestHeader
	call.Network
	call.Return
	IdempotencyKey string `header:"Idempotency-Key" required:"true" minLength:"8" maxLength:"128"`
	Body           checkoutBody
}

type placeOutput struct {
	Body struct {
		Order         orderView `json:"order"`
		TrackingToken string    `json:"tracking_token" doc:"Anybody who has it may read and cancel this order."`
		RedirectLink  string    `json:"redirect_link,omitempty" doc:"With digital_payment: the page on which the shopper pays. Absent: the page could not be opened; payOrder tries again."`
	}
}

func (h *Handlers) quoteCheckout(ctx context.Context, in *quoteInput) (*quoteOutput, error) {
	r, err := h.readCheckout(ctx, &in.Scope, in.Body)
	if err != nil {
		return nil, err
	}
	if err := h.setShopper(ctx, &r, in.GuestHeader, in.Body); err != nil {
		return nil, err
	}
	settle := h.Purchases.ThrottleCodes(in.Host(), r.CouponCode, &r.CouponThrottled)
	q, err := h.Orders.Quote(ctx, r)
	settle(false, q.Coupon)
	if err != nil {
		return nil, err
	}
	view, err := h.viewQuote(ctx, q)
	return &quoteOutput{Body: view}, err
}

func (h *Handlers) placeOrder(ctx context.Context, in *placeInput) (*placeOutput, error) {
	if _, err := in.URL(h.Origin, in.Body.Callback, "/"); err != nil {
		return nil, err
	}
	r, err := h.readCheckout(ctx, &in.Scope, in.Body)
	if err != nil {
		return nil, err
	}
	if err := h.setShopper(ctx, &r, in.GuestHeader, in.Body); err != nil {
		return h.replayOrder(ctx, in, r, err)
	}
	if err := h.Purchases.UseLanguage(ctx, in.Language); err != nil {
		return nil, err
	}
	r.From = in.Host()
	settle := h.Purchases.ThrottleCodes(r.From, r.CouponCode, &r.CouponThrottled)
	placed, err := h.Orders.Place(ctx, in.IdempotencyKey, r)
	q, _ := purchases.QuoteIn[order.Quote](err)
	settle(placed.CouponCode != "", q.Coupon)
	if err != nil {
		return nil, h.withQuote(ctx, err)
	}
	h.noteAddressUsed(ctx, r.AddressID)
	return h.placeOutput(ctx, in, placed)
}

// replayOrder returns the order that this key has already placed. Without one it
// returns the error of the request: its guest has signed in since, or its saved
// address has been deleted.
func (h *Handlers) replayOrder(ctx context.Context, in *placeInput, r order.Request, refused error) (*placeOutput, error) {
	var err error
	if r.ShopperID, err = in.ShopperEvenRetired(ctx, h.Shoppers, in.Body.GuestID); err != nil {
		return nil, err
	}
	placed, known, err := h.Orders.FindPlaced(ctx, in.IdempotencyKey, r)
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, refused
	}
	return h.placeOutput(ctx, in, placed)
}

// noteAddressUsed moves the saved address to the top of the list. If that fails it only
// logs, because the order is placed.
func (h *Handlers) noteAddressUsed(ctx context.Context, addressID int64) {
	if addressID == 0 {
		return
	}
	err := h.Addresses.MarkUsed(ctx, call.Session(ctx).CustomerID, addressID)
	if err != nil && !errs.Is(err, errs.NotFound) {
		slog.WarnContext(ctx, "could not note which address was used", "cause", err)
	}
}

func (h *Handlers) placeOutput(ctx context.Context, in *placeInput, placed order.OrderDetails) (_ *placeOutput, err error) {
	out := new(placeOutput)
	back, err := in.URL(h.Origin, in.Body.Callback, orderPage(placed.ID))
	if err != nil {
		return nil, err
	}
	out.Body.RedirectLink = h.Purchases.OpenPlaced(ctx, pageOfOrder(placed.Order, back, in.Language))
	out.Body.TrackingToken = h.Orders.Tokens.Tracking(placed.ID)
	out.Body.Order, err = h.viewOrder(ctx, placed)
	return out, err
}

// withQuote turns the new quote of a refused order into its view.
func (h *Handlers) withQuote(ctx context.Context, err error) error {
	q, carried := purchases.QuoteIn[order.Quote](err)
	if !carried {
		return err
	}
	view, failed := h.viewQuote(ctx, q)
	if failed != nil {
		return failed
	}
	list := slices.Clone(errs.All(err))
	list[0] = list[0].With(view)
	return list
}

// readCheckout reads the body, except for the shopper and the saved address.
func (h *Handlers) readCheckout(ctx context.Context, at *call.Scope, b checkoutBody) (r order.Request, err error) {
	r = order.Request{
		AddressID: b.AddressID, ModuleID: at.ModuleID(), Source: order.Source(b.Source), Type: order.Type(b.OrderType),
		PaymentMethod: b.PaymentMethod, PaymentGateway: b.PaymentGateway, UseWallet: b.UseWallet, CouponCode: b.CouponCode, OrderNote: b.OrderNote, DeliveryInstruction: b.DeliveryInstruction,
		UnavailableItemNote: b.UnavailableItemNote, PrescriptionImages: b.PrescriptionImages, Cutlery: b.Cutlery, ExtraPackaging: b.ExtraPackaging, Digest: b.QuoteDigest,
	}
	if b.Address != nil {
		address := readAddress(*b.Address)
		r.Address = &address
	}
	if r.Source == order.FromParcel {
		r.Parcel = readParcel(b)
	} else if r.Source != order.FromCart {
		if b.Line == nil {
			return r, errs.New(errs.Invalid, "What would you like to buy?").On("line")
		}
		if r.Line, err = h.readLine(ctx, *b.Line, r.Source == order.FromCampaign); err != nil {
			return r, err
		}
	}
	if b.ScheduleAt != "" {
		if r.ScheduleAt, err = time.Parse(time.RFC3339, b.ScheduleAt); err != nil {
			return r, errs.New(errs.Invalid, "A time looks like 2026-01-31T12:00:00Z.").On("schedule_at").Because(err)
		}
	}
	return r, h.readAmounts(ctx, &r, b)
}

func (h *Handlers) readAmounts(ctx context.Context, r *order.Request, b checkoutBody) error {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return err
	}
	if r.Tip, err = call.ReadAmount(settings.Currency.Money(), b.Tip, "tip"); err != nil {
		return err
	}
	r.AcceptedTotal, err = call.ReadAmount(settings.Currency.Money(), b.AcceptedTotal, "accepted_total")
	return err
}

// setShopper sets who asks, and the address if the body names a saved one.
func (h *Handlers) setShopper(ctx context.Context, r *order.Request, guest call.GuestHeader, b checkoutBody) error {
	who, err := guest.Shopper(ctx, h.Shoppers, b.GuestID)
	if err != nil {
		return err
	}
	customer := call.Session(ctx).CustomerID
	r.ShopperID, r.Guest, r.CustomerID = who.ID, customer == 0, customer
	if r.AddressID == 0 {
		return nil
	}
	if customer == 0 {
		return call.ErrNotSignedIn
	}
	saved, err := h.Addresses.Get(ctx, customer, r.AddressID)
	if err != nil || r.Address != nil { // what the shopper saw is sent beside its id
		return err
	}
	r.AddressRead, r.Address = true, &order.Address{
		Address: saved.Address, Point: saved.Point(), Name: saved.Name, Phone: saved.Phone,
		Kind: saved.Kind, House: saved.House, Floor: saved.Floor, Road: saved.Road,
	}
	return nil
}

// readParcel reads what is sent.
func readParcel(b checkoutBody) *order.ParcelRequest {
	p := &order.ParcelRequest{CategoryID: b.ParcelCategoryID, Quantity: max(b.ParcelQuantity, 1), Payer: parcel.Payer(b.ChargePayer)}
	if b.Receiver != nil {
		to := readAddress(*b.Receiver)
		p.Receiver = &to
	}
	return p
}

func readAddress(a addressBody) order.Address {
	return order.Address{
		Address: a.Address, Point: geo.Point{Lat: a.Latitude, Lng: a.Longitude}, Name: a.ContactPersonName, Phone: a.ContactPersonNumber,
		Email: a.ContactPersonEmail, Kind: a.AddressType, House: a.House, Floor: a.Floor, Road: a.Road,
	}
}

func viewAddress(a order.Address) *addressBody {
	return &addressBody{
		Address: a.Address, Latitude: a.Point.Lat, Longitude: a.Point.Lng, ContactPersonName: a.Name, ContactPersonNumber: a.Phone,
		ContactPersonEmail: a.Email, AddressType: a.Kind, House: a.House, Floor: a.Floor, Road: a.Road,
	}
}
