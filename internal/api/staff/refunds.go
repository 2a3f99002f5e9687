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
}

type decideRefundInput struct {
	call.Scope
	ID   int64 `path:"id" minimum:"1" doc:"The order's."`
	Body struct {
		Approve  bool                  `json:"approve" doc:"Of a delivered order nobody has asked for a refund of, true gives one."`
		Whole    bool                  `json:"whole,omitempty" doc:"With approve: everything that is left, whatever was asked for. This or lines is required if nobody has asked."`
		Lines    []view.RefundLineView `json:"lines,omitempty" maxItems:"500" doc:"With approve: these units instead of those that were asked for."`
		Wallet   bool                  `json:"to_wallet,omitempty" doc:"With approve: into the customer's wallet, instead of to where the money came from. Refused for a guest."`
		Refunded float64               `json:"refunded,omitempty" minimum:"0" doc:"With approve: what the order said when the admin looked. If more has been given back since, the answer is 409: sent twice, a decision pays once."`
		Reason   string                `json:"reason,omitempty" maxLength:"300" doc:"Required for a refusal, and for a refund that nobody has asked for; the shopper reads it."`
	}
}

// withWallets returns the shoppers of orders who have a wallet, to an admin. Others get none.
func (h *Handlers) withWallets(ctx context.Context, me order.Staff, s setting.Settings, orders []order.OrderDetails) (map[int64]bool, error) {
	if me.Actor != order.ByAdmin || !s.Storefront.CustomerWallet {
		return nil, nil
	}
	shoppers := make([]int64, len(orders))
	for i, o := range orders {
		shoppers[i] = o.ShopperID
	}
	return h.Orders.Purchases.Customers(ctx, shoppers)
}

// decideRefund refuses the refund that is requested of an order, or gives back the whole
// order or some units.
func (h *Handlers) decideRefund(ctx context.Context, in *decideRefundInput) (*staffOrderOutput, error) {
	settings, err := h.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	refunded, err := call.ReadAmount(settings.Currency.Money(), in.Body.Refunded, "refunded")
	if err != nil {
		return nil, err
	}
	decided, err := h.Orders.DecideRefund(ctx, who(ctx), refund.Decision{
		OrderID: in.ID, Approve: in.Body.Approve, Whole: in.Body.Whole, Lines: view.ReadRefundLines(in.Body.Lines),
		Refunded: refunded, Reason: in.Body.Reason, ToWallet: in.Body.Wallet,
	})
	if err != nil {
		return nil, err
	}
	return h.orderResponse(ctx, decided)
}
