package staff

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"hawker/internal/api/call"
	"hawker/internal/api/view"
	"hawker/internal/order"
	"hawker/internal/refund"
	"hawker/internal/setting"
)

func (h *Handlers) registerRefunds(a huma.API) {
	huma.Register(a, by(call.Admins, "decideRefund", http.MethodPost, "/admin/refunds/{id}"), h.decideRefund)
	huma.Register(a, by(call.Admins, "decideTripRefund", http.MethodPost, "/admin/trips/{id}/refund"), h.decideTripRefund)
}

type decideRefundInput struct {
	call.Scope
	call.KeyHeader
	ID   int64 `path:"id" minimum:"1" doc:"The order's id."`
	Body decideRefundBody
}

type decideTripRefundInput struct {
	call.Scope
	call.KeyHeader
	ID   int64 `path:"id" minimum:"1"`
	Body decideRefundBody
}

// decideRefundBody is what an admin decides about the refund of an order or a trip.
type decideRefundBody struct {
	Approve  bool                  `json:"approve" doc:"true: pays the refund. It may be one that nobody has requested, of a delivered order or a completed trip."`
	Whole    bool                  `json:"whole,omitempty" doc:"With approve: everything that is left, whatever was requested. If nobody has requested a refund, this, amount or lines is required."`
	Amount   float64               `json:"amount,omitempty" exclusiveMinimum:"0" doc:"With approve: the amount to refund, whatever was requested. Everyone who earned from the order returns the same share, except the rider's tip."`
	Lines    []view.RefundLineView `json:"lines,omitempty" maxItems:"500" doc:"With approve: the units of an order to refund, instead of the requested ones."`
	Wallet   bool                  `json:"to_wallet,omitempty" doc:"With approve: pays into the customer's wallet, instead of to where the money came from. Refused for a guest, and while wallets are switched off."`
	Refunded float64               `json:"refunded,omitempty" minimum:"0" doc:"With approve: the refunded amount that the admin has seen. If more was given back since, the response is 409, so a decision that is sent twice pays once."`
	Request  *int64                `json:"request_id,omitempty" minimum:"0" doc:"The id in refunds of the request that the admin has read; 0: none was open. If another one is open now, the response is 409. Absent: the open one is decided."`
	Reason   string                `json:"reason,omitempty" maxLength:"300" doc:"Required to refuse, and for a refund that nobody has requested; the shopper reads it."`
}

// readDecision returns the decision about the purchase with this id.
func (h *Handlers) readDecision(ctx context.Context, b decideRefundBody, id int64) (refund.Decision, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return refund.Decision{}, err
	}
	m := settings.Currency.Money()
	refunded, err := call.ReadAmount(m, b.Refunded, "refunded")
	if err != nil {
		return refund.Decision{}, err
	}
	amount, err := call.ReadAmount(m, b.Amount, "amount")
	return refund.Decision{
		PurchaseID: id, Approve: b.Approve, Whole: b.Whole, Amount: amount, Lines: view.ReadRefundLines(b.Lines),
		Refunded: refunded, RequestID: b.Request, Reason: b.Reason, ToWallet: b.Wallet,
	}, err
}

// withWallets returns which of the shoppers have a wallet, to an admin. Others get none.
func (h *Handlers) withWallets(ctx context.Context, me order.Staff, s setting.Settings, shoppers []int64) (map[int64]bool, error) {
	if me.Actor != order.ByAdmin || !s.Storefront.CustomerWallet {
		return nil, nil
	}
	return h.Orders.Purchases.Customers(ctx, shoppers)
}

// decideRefund refuses the refund that is requested of an order, or gives back the whole
// order, some units or an amount.
func (h *Handlers) decideRefund(ctx context.Context, in *decideRefundInput) (*staffOrderOutput, error) {
	d, err := h.readDecision(ctx, in.Body, in.ID)
	if err != nil {
		return nil, err
	}
	decided, err := h.Orders.DecideRefund(ctx, who(ctx), d)
	if err != nil {
		return nil, err
	}
	return h.orderResponse(ctx, decided)
}

// decideTripRefund refuses the refund that is requested of a trip, or gives back an amount
// or everything.
func (h *Handlers) decideTripRefund(ctx context.Context, in *decideTripRefundInput) (*staffTripOutput, error) {
	d, err := h.readDecision(ctx, in.Body, in.ID)
	if err != nil {
		return nil, err
	}
	decided, err := h.Trips.DecideRefund(ctx, tripStaff(ctx), d)
	if err != nil {
		return nil, err
	}
	return h.tripResponse(ctx, decided)
}
