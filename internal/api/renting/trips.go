package renting

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/purchases"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/trip"
)

// registerTrips has the calls on trips: quoting and placing what is in the trip cart, and
// what becomes of it (RNT-11).
func (h *Handlers) registerTrips(a huma.API) {
	huma.Register(a, call.ByShoppers("quoteTrip", http.MethodPost, "/rental/quote"), h.quoteTrip)
	huma.Register(a, call.ByShoppers("placeTrip", http.MethodPost, "/rental/trips"), h.placeTrip)
	huma.Register(a, call.ByCustomers("listTrips", http.MethodGet, "/rental/trips"), h.listTrips)
	huma.Register(a, call.ByOrderHolders("getTrip", http.MethodGet, "/rental/trips/{id}"), h.getTrip)
	huma.Register(a, call.ByOrderHolders("cancelTrip", http.MethodPost, "/rental/trips/{id}/cancel"), h.cancelTrip)
	huma.Register(a, call.ByOrderHolders("extendTrip", http.MethodPost, "/rental/trips/{id}/extension"), h.extendTrip)
	huma.Register(a, call.ByOrderHolders("payTrip", http.MethodPost, "/rental/trips/{id}/payment"), h.payTrip)
	huma.Register(a, call.ByOrderHolders("requestTripRefund", http.MethodPost, "/rental/trips/{id}/refund"), h.requestTripRefund)
	call.Get(a, "listTripCancelReasons", "/rental/trips/cancel-reasons", h.listTripCancelReasons)
	call.Get(a, "listTripRefundReasons", "/rental/trips/refund-reasons", h.listTripRefundReasons)
}

// tripCheckoutBody is the body of quoteTrip and placeTrip. A quote ignores the fields that
// it does not need.
type tripCheckoutBody struct {
	GuestID             string  `json:"guest_id,omitempty" maxLength:"128"`
	ContactPersonName   string  `json:"contact_person_name,omitempty" maxLength:"120"`
	ContactPersonNumber string  `json:"contact_person_number,omitempty" maxLength:"40"`
	ContactPersonEmail  string  `json:"contact_person_email,omitempty" maxLength:"255"`
	PaymentMethod       string  `json:"payment_method,omitempty" enum:"cash_on_delivery,wallet,digital_payment,offline_payment" doc:"Absent: the shopper pays in cash when the vehicles are handed over."`
	PaymentGateway      string  `json:"payment_gateway,omitempty" maxLength:"40" doc:"With digital_payment, one of the quote's gateways; with offline_payment, the id of one of its offline_methods."`
	UseWallet           bool    `json:"use_wallet,omitempty" doc:"Pays as much as possible from the wallet, and the rest by payment_method."`
	Callback            string  `json:"callback,omitempty" maxLength:"500" example:"/trip/17" doc:"Where a gateway sends the shopper back, on this shop's own origin; absent: the trip's page."`
	CouponCode          string  `json:"coupon_code,omitempty" maxLength:"40" doc:"Letter case is ignored. A coupon that does not fit is left out, and the quote says why."`
	Note                string  `json:"note,omitempty" maxLength:"500" doc:"What the provider should know."`
	AcceptedTotal       float64 `json:"accepted_total,omitempty" minimum:"0" doc:"The total that the shopper saw last (C4)."`
	QuoteDigest         string  `json:"quote_digest,omitempty" maxLength:"128"`
}

type quoteTripInput struct {
	call.Scope
	call.GuestHeader
	call.Network
	Body tripCheckoutBody
}

type quoteTripOutput struct{ Body tripQuoteView }

type placeTripInput struct {
	call.Scope
	call.GuestHeader
	call.Network
	call.Return
	IdempotencyKey string `header:"Idempotency-Key" required:"true" minLength:"8" maxLength:"128"`
	Body           tripCheckoutBody
}

type placeTripOutput struct {
	Body struct {
		Trip          tripView `json:"trip"`
		TrackingToken string   `json:"tracking_token" doc:"Anybody who has it may read and cancel this trip."`
		RedirectLink  string   `json:"redirect_link,omitempty" doc:"With digital_payment: the page on which the shopper pays. Absent: the page could not be opened; payTrip tries again."`
	}
}

func (h *Handlers) quoteTrip(ctx context.Context, in *quoteTripInput) (*quoteTripOutput, error) {
	r, err := h.readTripCheckout(ctx, &in.Scope, in.GuestHeader, in.Body)
	if err != nil {
		return nil, err
	}
	settle := h.Purchases.ThrottleCodes(in.Host(), r.CouponCode, &r.CouponThrottled)
	q, err := h.Trips.Quote(ctx, r)
	settle(false, q.Coupon)
	if err != nil {
		return nil, err
	}
	v, err := h.viewTripQuote(ctx, q)
	return &quoteTripOutput{Body: v}, err
}

// placeTrip books what is in the trip cart. The same Idempotency-Key and body return the
// same trip again.
func (h *Handlers) placeTrip(ctx context.Context, in *placeTripInput) (*placeTripOutput, error) {
	if _, err := in.URL(h.Origin, in.Body.Callback, "/"); err != nil {
		return nil, err
	}
	r, err := h.readTripCheckout(ctx, &in.Scope, in.GuestHeader, in.Body)
	if err != nil {
		return h.replayTrip(ctx, in, r, err)
	}
	if err := h.Purchases.UseLanguage(ctx, in.Language); err != nil {
		return nil, err
	}
	r.From = in.Host()
	settle := h.Purchases.ThrottleCodes(r.From, r.CouponCode, &r.CouponThrottled)
	placed, err := h.Trips.Place(ctx, in.IdempotencyKey, r)
	q, _ := purchases.QuoteIn[trip.Quote](err)
	settle(placed.CouponCode != "", q.Coupon)
	if err != nil {
		return nil, h.withTripQuote(ctx, err)
	}
	return h.placeTripOutput(ctx, in, placed)
}

// replayTrip returns the trip that this key has already placed. Without one it returns the
// error of the request: its guest has signed in since.
func (h *Handlers) replayTrip(ctx context.Context, in *placeTripInput, r trip.Request, refused error) (_ *placeTripOutput, err error) {
	if r.ShopperID, err = in.ShopperEvenRetired(ctx, h.Shoppers, in.Body.GuestID); err != nil {
		return nil, err
	}
	placed, known, err := h.Trips.FindPlaced(ctx, in.IdempotencyKey, r)
	switch {
	case err != nil:
		return nil, err
	case !known:
		return nil, refused
	}
	return h.placeTripOutput(ctx, in, placed)
}

// readTripCheckout reads the body and who asks. What it returns beside an error has all
// that the body says.
func (h *Handlers) readTripCheckout(ctx context.Context, at *call.Scope, guest call.GuestHeader, b tripCheckoutBody) (trip.Request, error) {
	customer := call.Session(ctx).CustomerID
	r := trip.Request{
		ModuleID: at.ModuleID(), Guest: customer == 0, CustomerID: customer,
		Contact:       purchase.Contact{Name: b.ContactPersonName, Phone: b.ContactPersonNumber, Email: b.ContactPersonEmail},
		PaymentMethod: b.PaymentMethod, PaymentGateway: b.PaymentGateway, UseWallet: b.UseWallet, CouponCode: b.CouponCode, Note: b.Note, Digest: b.QuoteDigest,
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return r, err
	}
	if r.AcceptedTotal, err = call.ReadAmount(settings.Currency.Money(), b.AcceptedTotal, "accepted_total"); err != nil {
		return r, err
	}
	who, err := guest.Shopper(ctx, h.Shoppers, b.GuestID)
	r.ShopperID = who.ID
	return r, err
}

// tripPage is the path of a trip's page.
func tripPage(id int64) string { return fmt.Sprintf("/trip/%d", id) }

func pageOfTrip(t trip.Trip, back, language string) purchases.Page {
	return purchases.Page{Of: t.Purchase(), Title: fmt.Sprintf("Trip #%d", t.ID), Email: t.ContactEmail, ReturnURL: back, Language: language}
}

func (h *Handlers) placeTripOutput(ctx context.Context, in *placeTripInput, placed trip.Details) (_ *placeTripOutput, err error) {
	back, err := in.URL(h.Origin, in.Body.Callback, tripPage(placed.ID))
	if err != nil {
		return nil, err
	}
	out := new(placeTripOutput)
	out.Body.RedirectLink = h.Purchases.OpenPlaced(ctx, pageOfTrip(placed.Trip, back, in.Language))
	out.Body.TrackingToken = h.Trips.Tokens.Tracking(placed.ID)
	out.Body.Trip, err = h.viewTrip(ctx, placed)
	return out, err
}

// withTripQuote turns the new quote of a refused trip into its view.
func (h *Handlers) withTripQuote(ctx context.Context, err error) error {
	q, carried := purchases.QuoteIn[trip.Quote](err)
	if !carried {
		return err
	}
	v, failed := h.viewTripQuote(ctx, q)
	if failed != nil {
		return failed
	}
	list := slices.Clone(errs.All(err))
	list[0] = list[0].With(v)
	return list
}

type tripsInput struct {
	call.Scope
	call.Page
	State string `query:"state" enum:"running,past" default:"running" doc:"running: trips that are not over. past: trips that are over."`
}

type tripsOutput struct {
	Body struct {
		call.Paged
		Trips []tripView `json:"trips" doc:"The newest first."`
	}
}

// listTrips returns the trips of the customer. Guests have no list.
func (h *Handlers) listTrips(ctx context.Context, in *tripsInput) (*tripsOutput, error) {
	trips, total, err := h.Trips.List(ctx, call.Session(ctx).ShopperID, in.State == "running", in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(tripsOutput)
	out.Body.Paged = in.Of(total)
	out.Body.Trips, err = h.viewTrips(ctx, trips)
	return out, err
}

type tripInput struct {
	call.Scope
	call.OrderToken
	ID    int64  `path:"id" minimum:"1"`
	Token string `query:"token" maxLength:"128" doc:"The trip's tracking token, instead of a session; never logged."`
}

type tripOutput struct{ Body tripView }

// getTrip returns a trip to its owner (P1).
func (h *Handlers) getTrip(ctx context.Context, in *tripInput) (*tripOutput, error) {
	who, err := in.Owner(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	found, err := h.Trips.Find(ctx, in.ID, who)
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, found)
	return &tripOutput{Body: v}, err
}

type cancelTripInput struct {
	call.Scope
	call.KeyHeader
	call.OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token     string   `json:"token,omitempty" maxLength:"128"`
		Reason    string   `json:"reason" maxLength:"300"`
		GivesBack *float64 `json:"gives_back,omitempty" minimum:"0" doc:"The cancel_gives_back that the shopper has seen. If it has changed, the trip is not canceled."`
	}
}

// cancelTrip cancels a trip until its vehicles are handed over. What is given back is
// cancel_gives_back of the trip.
func (h *Handlers) cancelTrip(ctx context.Context, in *cancelTripInput) (*tripOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	expected, err := call.ReadOptionalAmount(settings.Currency.Money(), in.Body.GivesBack, "gives_back")
	if err != nil {
		return nil, err
	}
	canceled, err := h.Trips.Cancel(ctx, in.ID, who, in.Body.Reason, expected)
	if err != nil {
		return nil, err
	}
	v, err := h.viewTrip(ctx, canceled)
	return &tripOutput{Body: v}, err
}

type payTripInput struct {
	call.Scope
	call.KeyHeader
	call.Return
	call.OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token          string `json:"token,omitempty" maxLength:"128"`
		PaymentMethod  string `json:"payment_method" enum:"cash_on_delivery,wallet,digital_payment,offline_payment"`
		PaymentGateway string `json:"payment_gateway,omitempty" maxLength:"40" doc:"With digital_payment, a gateway; with offline_payment, the id of one of the trip's offline_methods."`
		Callback       string `json:"callback,omitempty" maxLength:"500" example:"/trip/17" doc:"Where the gateway sends the shopper back, on this shop's own origin; absent: the trip's page."`
	}
}

type payTripOutput struct {
	Body struct {
		Trip         tripView `json:"trip"`
		RedirectLink string   `json:"redirect_link,omitempty" doc:"The page on which the shopper pays."`
	}
}

// payTrip pays a trip that waits for its payment, tries again, or changes how it is paid
// (CHK-03).
func (h *Handlers) payTrip(ctx context.Context, in *payTripInput) (*payTripOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	back, err := in.URL(h.Origin, in.Body.Callback, tripPage(in.ID))
	if err != nil {
		return nil, err
	}
	changed, err := h.Trips.ChangeMethod(ctx, who, purchase.MethodChange{
		ID: in.ID, CustomerID: call.Session(ctx).CustomerID, Method: in.Body.PaymentMethod, Gateway: in.Body.PaymentGateway,
	})
	if err != nil {
		return nil, err
	}
	out := new(payTripOutput)
	if out.Body.RedirectLink, err = h.Purchases.OpenPage(ctx, pageOfTrip(changed.Trip, back, in.Language)); err != nil {
		return nil, err
	}
	out.Body.Trip, err = h.viewTrip(ctx, changed)
	return out, err
}

func (h *Handlers) listTripCancelReasons(ctx context.Context, in *call.ShortListInput) (*view.CancelReasonsOutput, error) {
	return view.CancelReasons(ctx, in.ShortPage, trip.CancelReasons), nil
}
