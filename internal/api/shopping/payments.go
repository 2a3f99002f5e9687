package shopping

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/purchases"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/trip"
)

func (h *Handlers) registerPayments(a huma.API) {
	huma.Register(a, call.ByOrderHolders("payOrder", http.MethodPost, "/orders/{id}/payment"), h.payOrder)
	huma.Register(a, call.ByOrderHolders("getPayment", http.MethodGet, "/payments/{id}"), h.getPayment)
	huma.Register(a, call.ByOrderHolders("checkPayment", http.MethodPost, "/payments/{id}/check"), h.checkPayment)
}

type payOrderInput struct {
	call.Scope
	call.KeyHeader
	call.Return
	call.OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token          string `json:"token,omitempty" maxLength:"128"`
		PaymentMethod  string `json:"payment_method" enum:"cash_on_delivery,wallet,digital_payment,offline_payment"`
		PaymentGateway string `json:"payment_gateway,omitempty" maxLength:"40" doc:"With digital_payment, a gateway; with offline_payment, the id of one of the order's offline_methods."`
		Callback       string `json:"callback,omitempty" maxLength:"500" example:"/order/17" doc:"Where the gateway sends the shopper back, on this shop's own origin; absent: the order's page."`
	}
}

type payOrderOutput struct {
	Body struct {
		Order        orderView `json:"order"`
		RedirectLink string    `json:"redirect_link,omitempty" doc:"The page on which the shopper pays."`
	}
}

// payOrder pays an order that waits for its payment, tries again, or changes how it is
// paid (CHK-03).
func (h *Handlers) payOrder(ctx context.Context, in *payOrderInput) (*payOrderOutput, error) {
	who, err := in.Owner(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	back, err := in.URL(h.Origin, in.Body.Callback, orderPage(in.ID))
	if err != nil {
		return nil, err
	}
	changed, err := h.Orders.ChangeMethod(ctx, who, purchase.MethodChange{
		ID: in.ID, CustomerID: call.Session(ctx).CustomerID, Method: in.Body.PaymentMethod, Gateway: in.Body.PaymentGateway,
	})
	if err != nil {
		return nil, err
	}
	out := new(payOrderOutput)
	if out.Body.RedirectLink, err = h.Purchases.OpenPage(ctx, pageOfOrder(changed.Order, back, in.Language)); err != nil {
		return nil, err
	}
	out.Body.Order, err = h.viewOrder(ctx, changed)
	return out, err
}

// orderPage is the path of an order's page.
func orderPage(id int64) string { return fmt.Sprintf("/order/%d", id) }

func pageOfOrder(o order.Order, back, language string) purchases.Page {
	return purchases.Page{Of: o.Purchase(), Title: fmt.Sprintf("Order #%d", o.ID), Email: o.ContactEmail, ReturnURL: back, Language: language}
}

type paymentInput struct {
	call.Scope
	call.OrderToken
	ID    string `path:"id" minLength:"10" maxLength:"64"`
	Token string `query:"token" maxLength:"128" doc:"The order's tracking token, instead of a session; never logged."`
}

type paymentOutput struct {
	Body view.GatewayPaymentView
}

// getPayment returns a payment to the owner of its order, trip or wallet.
func (h *Handlers) getPayment(ctx context.Context, in *paymentInput) (*paymentOutput, error) {
	p, paid, err := h.findPayment(ctx, in)
	if err != nil {
		return nil, err
	}
	return h.paymentOutput(ctx, p, paid)
}

// checkPayment asks the gateway about a payment whose shopper is back from its page. The
// answer arrives soon after this response.
func (h *Handlers) checkPayment(ctx context.Context, in *paymentInput) (*paymentOutput, error) {
	p, paid, err := h.findPayment(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := h.Payments.Check(ctx, p); err != nil {
		return nil, err
	}
	return h.paymentOutput(ctx, p, paid)
}

// findPayment finds a payment for the owner of its order, trip or wallet. For others it
// does not exist.
func (h *Handlers) findPayment(ctx context.Context, in *paymentInput) (p payment.Payment, paid view.Paid, err error) {
	who, err := in.Owner(ctx, in.Token)
	if err != nil {
		return p, paid, err
	}
	if p, err = h.Payments.Find(ctx, in.ID); err != nil {
		return p, paid, err
	}
	if p.PurchaseID != nil {
		paid, err = h.findPaid(ctx, *p.PurchaseID, who)
	} else if me := call.Session(ctx).CustomerID; me == 0 || me != *p.CustomerID {
		err = errs.New(errs.NotFound, "There is no such payment.")
	}
	if errs.Is(err, errs.NotFound) {
		err = errs.New(errs.NotFound, "There is no such payment.")
	}
	return p, paid, err
}

// findPaid finds what is paid by a payment, for its owner.
func (h *Handlers) findPaid(ctx context.Context, id int64, who purchase.Owner) (view.Paid, error) {
	kind, err := h.Orders.Purchases.KindOf(ctx, id)
	if err != nil {
		return view.Paid{}, err
	}
	if kind == purchase.Trip {
		t, err := h.Trips.Find(ctx, id, who)
		// Of one that was canceled late a part is kept: the payment was needed.
		return view.Paid{Kind: kind, IsOff: t.Status == trip.Canceled && t.PaymentStatus == purchase.Refunded}, err
	}
	o, err := h.Orders.Find(ctx, id, who)
	return view.Paid{Kind: kind, IsOff: o.Status == order.Canceled || o.Status == order.Failed}, err
}

func (h *Handlers) paymentOutput(ctx context.Context, p payment.Payment, paid view.Paid) (*paymentOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	came, err := h.Payments.Charges(ctx, p.ID)
	return &paymentOutput{Body: view.GatewayPayment(settings.Currency.Money(), p, paid, came)}, err
}
