package view

import (
	"hawker/internal/money"
	"hawker/internal/offlinepayment"
	"hawker/internal/order"
	"hawker/internal/purchase"
	"hawker/internal/setting"
)

// PaymentView is money that was paid for an order.
type PaymentView struct {
	Method string  `json:"method" doc:"As payment_method of the order."`
	Name   string  `json:"name,omitempty" doc:"Of an offline payment: the name of its method."`
	Amount float64 `json:"amount"`
	PaidAt string  `json:"paid_at,omitempty" doc:"RFC 3339."`
}

// Payments returns what was paid for an order. Cash is paid when it is delivered, an
// offline payment when an admin has found it, and the wallet's part when it was placed. offline is nil if none was sent.
func Payments(m money.Currency, w order.OrderDetails, offline *offlinepayment.Payment) []PaymentView {
	payments := []PaymentView{}
	if w.WalletPart > 0 && w.PaymentMethod != purchase.WalletPayment {
		payments = append(payments, PaymentView{Method: purchase.WalletPayment, Amount: m.ToMajor(w.WalletPart), PaidAt: UnixMilli(w.CreatedAt)})
	}
	if w.PaymentStatus == "unpaid" {
		return payments
	}
	paid := PaymentView{Method: w.PaymentMethod, Amount: m.ToMajor(w.ToPay())}
	if w.PaymentMethod == purchase.WalletPayment {
		paid.Amount = m.ToMajor(w.Total)
	}
	if offline != nil {
		paid.Name = offline.Name
	}
	if w.PaidAt != nil {
		paid.PaidAt = UnixMilli(*w.PaidAt)
		return append(payments, paid)
	}
	for _, move := range w.Moves {
		if move.Status == order.Delivered {
			paid.PaidAt = UnixMilli(move.At)
			break
		}
	}
	return append(payments, paid)
}

// OfflinePaymentView is the payment of an order that is paid outside of the shop.
type OfflinePaymentView struct {
	Method string             `json:"method" doc:"Id of the method."`
	Name   string             `json:"name" doc:"Of the method."`
	Status string             `json:"status" enum:"awaited,sent,received,refused" doc:"awaited: the shopper has said nothing yet. sent: an admin looks for it. refused: it was not found."`
	Fields []OfflineGivenView `json:"fields" doc:"What the shopper says about it."`
	Images []string           `json:"images" doc:"Ids of uploads. They are deleted some time after the order."`
	Reason string             `json:"reason" doc:"Why it was refused."`
	SentAt string             `json:"sent_at,omitempty" doc:"RFC 3339."`
	DueAt  string             `json:"due_at,omitempty" doc:"When the order is canceled unless a payment was sent, RFC 3339. Absent: nothing is awaited from the shopper."`
}

// OfflineGivenView is something that a shopper says about a payment.
type OfflineGivenView struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Value string `json:"value"`
}

// OfflineMethodView is a way to pay outside of the shop.
type OfflineMethodView struct {
	ID           string             `json:"id"`
	Name         string             `json:"name"`
	Instructions string             `json:"instructions" doc:"Plain text with lines."`
	Fields       []OfflineFieldView `json:"fields"`
	Proof        string             `json:"proof" enum:"none,optional,required" doc:"Whether images of the payment are asked for."`
}

// OfflineFieldView is something that the method asks about a payment.
type OfflineFieldView struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	Required bool   `json:"required"`
}

// OfflinePayment returns the payment of an order, nil if it is paid otherwise. sent is nil
// if the shopper has sent nothing.
func OfflinePayment(o order.Order, sent *offlinepayment.Payment, methods setting.Payments) *OfflinePaymentView {
	if o.PaymentMethod != purchase.OfflinePayment {
		return nil
	}
	v := &OfflinePaymentView{Method: o.PaymentGateway, Status: "awaited", Fields: []OfflineGivenView{}, Images: []string{}}
	m, _ := methods.Method(o.PaymentGateway)
	v.Name = m.Name
	if o.PaymentDueAt != nil {
		v.DueAt = UnixMilli(*o.PaymentDueAt)
	}
	if sent == nil {
		return v
	}
	v.Method, v.Name, v.Status, v.Reason, v.SentAt = sent.Method, sent.Name, string(sent.Status), sent.Reason, UnixMilli(sent.SentAt)
	v.Images = append(v.Images, sent.Images.V...)
	for _, f := range sent.Fields.V {
		v.Fields = append(v.Fields, OfflineGivenView(f))
	}
	return v
}

// OfflineMethods returns ways to pay outside of the shop.
func OfflineMethods(methods []setting.OfflineMethod) []OfflineMethodView {
	views := make([]OfflineMethodView, len(methods))
	for i, m := range methods {
		views[i] = OfflineMethodView{ID: m.ID, Name: m.Name, Instructions: m.Instructions, Fields: []OfflineFieldView{}, Proof: string(m.Proof)}
		for _, f := range m.Fields {
			views[i].Fields = append(views[i].Fields, OfflineFieldView(f))
		}
	}
	return views
}
