package staff

import (
	"context"
	"math"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/money"
	"hawker/internal/payment"
)

func (h *Handlers) registerPayments(a huma.API) {
	huma.Register(a, by(call.Admins, "listPaymentProblems", http.MethodGet, "/admin/payment-problems"), h.listPaymentProblems)
	huma.Register(a, by(call.Admins, "decideCharge", http.MethodPost, "/admin/held-charges/{id}"), h.decideCharge)
	huma.Register(a, by(call.Admins, "decideFailedRefund", http.MethodPost, "/admin/failed-refunds/{id}"), h.decideFailedRefund)
}

type paymentProblemsInput struct {
	call.Scope
	call.Page
}

type paymentProblemsOutput struct {
	Body struct {
		call.Paged
		Problems []paymentProblemView `json:"problems" doc:"The longest waiting first."`
	}
}

// paymentProblemView is money that needs a person.
type paymentProblemView struct {
	Kind         string   `json:"kind" enum:"held_charge,failed_refund" doc:"held_charge: money came in that does not fit its payment. failed_refund: the gateway cannot send the money back."`
	ID           string   `json:"id" doc:"The id for decideCharge or decideFailedRefund."`
	Amount       float64  `json:"amount" doc:"In the currency of the field currency."`
	Currency     string   `json:"currency" doc:"ISO 4217."`
	Reason       string   `json:"reason" doc:"In English: why it was held, or what the gateway said."`
	Retries      int      `json:"retries" doc:"How often an admin has tried the refund again."`
	Gateway      string   `json:"gateway"`
	GatewayRef   string   `json:"gateway_ref" doc:"The gateway's id of the charge."`
	Expected     *float64 `json:"expected,omitempty" doc:"What was to be paid, in the shop's currency. Absent: the charge belongs to no known payment."`
	PaymentID    string   `json:"payment_id,omitempty"`
	OrderID      int64    `json:"order_id,omitempty"`
	TripID       int64    `json:"trip_id,omitempty"`
	CustomerID   int64    `json:"customer_id,omitempty" doc:"Absent: a guest, an unknown person, or a deleted account."`
	CustomerName string   `json:"customer_name,omitempty"`
	Since        string   `json:"since" doc:"RFC 3339."`
	Actions      []string `json:"actions" enum:"send_back,retry,credit,settle" doc:"What an admin can do about it."`
}

// listPaymentProblems returns held charges and failed refunds.
func (h *Handlers) listPaymentProblems(ctx context.Context, in *paymentProblemsInput) (*paymentProblemsOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	page, total, err := h.Payments.Problems(ctx, in.Paging())
	if err != nil {
		return nil, err
	}
	out := new(paymentProblemsOutput)
	out.Body.Paged, out.Body.Problems = in.Of(total), make([]paymentProblemView, len(page))
	for i, n := range page {
		out.Body.Problems[i] = viewPaymentProblem(settings.Currency.Money(), n)
	}
	return out, nil
}

func viewPaymentProblem(shop money.Currency, n payment.Problem) paymentProblemView {
	v := paymentProblemView{
		Kind: string(n.Kind), ID: n.ID, Amount: float64(n.Amount) / math.Pow10(n.Digits), Currency: n.Currency, Reason: n.Reason, Retries: n.Retries,
		Gateway: n.Gateway, GatewayRef: n.Ref, Since: view.UnixMilli(n.At),
	}
	if n.Expected != nil {
		expected := shop.ToMajor(*n.Expected)
		v.Expected, v.PaymentID = &expected, *n.PaymentID
	}
	if n.OrderID != nil {
		v.OrderID = *n.OrderID
	}
	if n.TripID != nil {
		v.TripID = *n.TripID
	}
	if n.CustomerID != nil {
		v.CustomerID, v.CustomerName = *n.CustomerID, n.CustomerName
	}
	for _, a := range n.Actions {
		v.Actions = append(v.Actions, string(a))
	}
	return v
}

type decideChargeInput struct {
	call.Scope
	call.KeyHeader
	ID   int64 `path:"id" minimum:"1"`
	Body struct {
		Action string `json:"action" enum:"send_back,settle" doc:"send_back: send the money back through its gateway. settle: it was dealt with outside of the shop, such as in the gateway's dashboard; the shop books nothing."`
		Note   string `json:"note,omitempty" maxLength:"500" doc:"Required for settle: what was done. It is stored with the name of the admin."`
	}
}

// decideCharge sends a held charge back, or settles it.
func (h *Handlers) decideCharge(ctx context.Context, in *decideChargeInput) (*call.MessageOutput, error) {
	d := payment.Decision{Action: payment.Action(in.Body.Action), Note: in.Body.Note}
	return decided(ctx, h.Payments.DecideCharge(ctx, who(ctx), in.ID, d))
}

type decideFailedRefundInput struct {
	call.Scope
	call.KeyHeader
	ID   string `path:"id" minLength:"1" maxLength:"64"`
	Body struct {
		Action string `json:"action" enum:"retry,credit,settle" doc:"retry: try again through the gateway. credit: pay it into the customer's wallet. settle: the shopper got it outside of the shop, such as by bank transfer; it is booked in the account offline."`
		Note   string `json:"note,omitempty" maxLength:"500" doc:"Required for settle: what was done. It is stored with the name of the admin."`
	}
}

// decideFailedRefund tries a failed refund again, or ends it in another way.
func (h *Handlers) decideFailedRefund(ctx context.Context, in *decideFailedRefundInput) (*call.MessageOutput, error) {
	d := payment.Decision{Action: payment.Action(in.Body.Action), Note: in.Body.Note}
	return decided(ctx, h.Payments.DecideRefund(ctx, who(ctx), in.ID, d))
}

func decided(ctx context.Context, err error) (*call.MessageOutput, error) {
	if err != nil {
		return nil, err
	}
	return call.NewMessage(ctx, "It is done."), nil
}
