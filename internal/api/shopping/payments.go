package shopping

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/payment"
	"hawker/internal/purchase"
)

func (h *Handlers) registerPayments(a huma.API) {
	huma.Register(a, byOrderHolders("payOrder", http.MethodPost, "/orders/{id}/payment"), h.payOrder)
	huma.Register(a, byOrderHolders("getPayment", http.MethodGet, "/payments/{id}"), h.getPayment)
	huma.Register(a, byOrderHolders("checkPayment", http.MethodPost, "/payments/{id}/check"), h.checkPayment)
}

type payOrderInput struct {
	call.Scope
	call.Return
	OrderToken
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Token          string `json:"token,omitempty" maxLength:"128"`
		PaymentMethod  string `json:"payment_method" enum:"cash_on_delivery,wallet,digital_payment,offline_payment"`
		PaymentGateway string `json:"payment_gateway,omitempty" maxLength:"40" doc:"With digital_payment a gateway, with offline_payment one of the order's offline_methods."`
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
	who, err := readOwner(ctx, in.OrderToken, in.Body.Token)
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
	if out.Body.RedirectLink, err = h.openPage(ctx, changed.Order, back, in.Language); err != nil {
		return nil, err
	}
	out.Body.Order, err = h.viewOrder(ctx, changed)
	return out, err
}

// orderPage is the path of an order's page.
func orderPage(id int64) string { return fmt.Sprintf("/order/%d", id) }

// openPage returns the page on which an order is paid; "" if it is not paid on one.
func (h *Handlers) openPage(ctx context.Context, o order.Order, back, language string) (string, error) {
	if !o.AwaitsPayment() || o.PaymentMethod != purchase.DigitalPayment {
		return "", nil
	}
	expires := h.Orders.Clock.Now().Add(time.Minute)
	if o.PaymentDueAt != nil {
		expires = time.UnixMilli(*o.PaymentDueAt)
	}
	p, err := h.Payments.Begin(ctx, payment.Start{
		Gateway: o.PaymentGateway, PurchaseID: o.ID, Amount: o.ToPay(), Title: fmt.Sprintf("Order #%d", o.ID), Email: o.ContactEmail,
		Language: language, ReturnURL: back, ExpiresAt: expires,
	})
	return p.URL, err
}

// openPlaced is openPage for an order that was just placed. A gateway that cannot be
// reached does not undo the order: its page offers to try again.
func (h *Handlers) openPlaced(ctx context.Context, o order.Order, back, language string) string {
	link, err := h.openPage(ctx, o, back, language)
	if err != nil {
		slog.WarnContext(ctx, "could not open the payment page of an order", "order", o.ID, "cause", errors.Unwrap(err))
	}
	return link
}

type paymentInput struct {
	call.Scope
	OrderToken
	ID    string `path:"id" minLength:"10" maxLength:"64"`
	Token string `query:"token" maxLength:"128" doc:"The order's tracking token, in the place of a session; never logged."`
}

type paymentOutput struct {
	Body view.GatewayPaymentView
}

// getPayment returns a payment to the owner of its order or wallet.
func (h *Handlers) getPayment(ctx context.Context, in *paymentInput) (*paymentOutput, error) {
	p, orderStatus, err := h.findPayment(ctx, in)
	if err != nil {
		return nil, err
	}
	return h.paymentOutput(ctx, p, orderStatus)
}

// checkPayment asks the gateway about a payment whose shopper is back from its page. The
// answer arrives soon after this response.
func (h *Handlers) checkPayment(ctx context.Context, in *paymentInput) (*paymentOutput, error) {
	p, orderStatus, err := h.findPayment(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := h.Payments.Check(ctx, p); err != nil {
		return nil, err
	}
	return h.paymentOutput(ctx, p, orderStatus)
}

// findPayment finds a payment for the owner of its order or wallet. For others it does
// not exist. orderStatus is "" for a wallet.
func (h *Handlers) findPayment(ctx context.Context, in *paymentInput) (p payment.Payment, orderStatus order.Status, err error) {
	who, err := readOwner(ctx, in.OrderToken, in.Token)
	if err != nil {
		return p, "", err
	}
	if p, err = h.Payments.Find(ctx, in.ID); err != nil {
		return p, "", err
	}
	if p.PurchaseID != nil {
		var o order.OrderDetails
		o, err = h.Orders.Find(ctx, *p.PurchaseID, who)
		orderStatus = o.Status
	} else if me := call.Session(ctx).CustomerID; me == 0 || me != *p.CustomerID {
		err = errs.New(errs.NotFound, "There is no such payment.")
	}
	if errs.Is(err, errs.NotFound) {
		err = errs.New(errs.NotFound, "There is no such payment.")
	}
	return p, orderStatus, err
}

func (h *Handlers) paymentOutput(ctx context.Context, p payment.Payment, orderStatus order.Status) (*paymentOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	came, err := h.Payments.Charges(ctx, p.ID)
	return &paymentOutput{Body: view.GatewayPayment(settings.Currency.Money(), p, orderStatus, came)}, err
}
