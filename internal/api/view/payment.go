package view

import (
	"slices"

	"hawker/internal/locale"
	"hawker/internal/money"
	"hawker/internal/payment"
	"hawker/internal/purchase"
)

// GatewayView is a payment gateway that is set up.
type GatewayView struct {
	Gateway string `json:"gateway" doc:"The gateway's id."`
	Title   string `json:"gateway_title"`
}

// Gateways returns the gateways that are set up, with their titles in a language.
func Gateways(all []purchase.Gateway, language string) []GatewayView {
	views := make([]GatewayView, len(all))
	for i, g := range all {
		views[i] = GatewayView{g.ID, locale.Word(language, g.Title)}
	}
	return views
}

// GatewayPaymentView is a page of a gateway on which a shopper pays.
type GatewayPaymentView struct {
	ID        string  `json:"id"`
	Purpose   string  `json:"purpose" enum:"order,trip,wallet"`
	OrderID   int64   `json:"order_id,omitempty"`
	TripID    int64   `json:"trip_id,omitempty"`
	Gateway   string  `json:"gateway"`
	Amount    float64 `json:"amount"`
	Bonus     float64 `json:"bonus" doc:"What the shop adds to the wallet."`
	Status    string  `json:"status" enum:"open,pending,paid,failed,canceled,expired,returned,held" doc:"pending: the money is on its way. returned: the money was not needed any more and goes back. held: the money does not fit, and an admin looks at it."`
	URL       string  `json:"url,omitempty" doc:"The gateway's page, while it is open."`
	CreatedAt string  `json:"created_at" doc:"RFC 3339."`
}

// Paid is what a payment pays, unless that is a wallet.
type Paid struct {
	Kind  purchase.Kind
	IsOff bool // it was canceled or failed: what was booked went back
}

// GatewayPayment returns a payment with what became of the money that came.
func GatewayPayment(m money.Currency, p payment.Payment, paid Paid, came []payment.Received) GatewayPaymentView {
	v := GatewayPaymentView{
		ID: p.ID, Purpose: "wallet", Gateway: p.Gateway, Amount: m.ToMajor(p.Amount), Bonus: m.ToMajor(p.Bonus),
		Status: string(p.State), CreatedAt: UnixMilli(p.CreatedAt),
	}
	switch paid.Kind {
	case purchase.Order:
		v.Purpose, v.OrderID = "order", *p.PurchaseID
	case purchase.Trip:
		v.Purpose, v.TripID = "trip", *p.PurchaseID
	}
	if p.State == payment.Open {
		v.URL = p.URL
	}
	has := func(s payment.ChargeStatus) bool {
		return slices.ContainsFunc(came, func(c payment.Received) bool { return c.Status == s })
	}
	switch {
	case p.State != payment.Paid || has(payment.Accepted) && !paid.IsOff:
	case has(payment.Held):
		v.Status = "held"
	default:
		v.Status = "returned"
	}
	return v
}
