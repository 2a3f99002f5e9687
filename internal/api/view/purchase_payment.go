package view

import (
	"cmp"

	"hawker/internal/money"
	"hawker/internal/offlinepayment"
	"hawker/internal/payment"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/translation"
)

// PurchasePaymentView is the part of an order or a trip that says how it is paid.
type PurchasePaymentView struct {
	PaymentStatus    string              `json:"payment_status" enum:"unpaid,paid,refunded"`
	PaymentMethod    string              `json:"payment_method"`
	PaymentGateway   string              `json:"payment_gateway,omitempty" doc:"Only with digital_payment."`
	Payments         []PaymentView       `json:"payments" doc:"The payments so far."`
	AwaitsPayment    bool                `json:"awaits_payment" doc:"The store or the provider waits until it is paid."`
	PaymentDueAt     string              `json:"payment_due_at,omitempty" doc:"When the order or trip is canceled unless its shopper pays, RFC 3339. Absent: the shopper need not pay anything by then."`
	WalletPart       float64             `json:"wallet_part" doc:"The part of the total that was paid from the wallet."`
	ToPay            float64             `json:"to_pay" doc:"The rest of the total."`
	Refunded         float64             `json:"refunded" doc:"The part of the total that was given back."`
	WalletRefunded   float64             `json:"wallet_refunded,omitempty" doc:"The part of refunded that went into the wallet."`
	CashToPayBack    float64             `json:"cash_to_pay_back,omitempty" doc:"What the shopper must still get back in cash."`
	CashPaidBack     float64             `json:"cash_paid_back,omitempty" doc:"What the shopper has got back in cash; without a deposit, which the provider hands back."`
	OfflineToPayBack float64             `json:"offline_to_pay_back,omitempty" doc:"What the shopper must still get back of a payment outside of the shop."`
	OfflinePaidBack  float64             `json:"offline_paid_back,omitempty" doc:"What the shopper has got back of a payment outside of the shop."`
	GatewayFailed    float64             `json:"gateway_refund_failed,omitempty" doc:"What the gateway could not send back and the shopper must still get."`
	GatewayCredited  float64             `json:"gateway_refund_credited,omitempty" doc:"What went into the wallet because the gateway could not send it back."`
	GatewaySettled   float64             `json:"gateway_refund_settled,omitempty" doc:"What the shopper has got outside of the shop because the gateway could not send it back."`
	PaymentMethods   []string            `json:"payment_methods" doc:"The payment methods for payOrder or payTrip. Empty: it waits for no payment. Always empty in lists."`
	Gateways         []GatewayView       `json:"gateways" doc:"With digital_payment, the payment_gateway is one of them. While the purchase waits for its payment, only gateways that can take the amount to pay are listed."`
	OfflinePayment   *OfflinePaymentView `json:"offline_payment,omitempty" doc:"Present if the purchase is paid outside of the shop (CHK-03)."`
	OfflineMethods   []OfflineMethodView `json:"offline_methods" doc:"The methods for sendOfflinePayment or sendTripOfflinePayment. They are listed also for a purchase that was to be paid through a gateway; sending one replaces the gateway. Empty: nothing can be sent. Always empty in lists."`
}

// PaymentView is money that was paid for an order or a trip.
type PaymentView struct {
	Method string  `json:"method" doc:"A value of payment_method."`
	Name   string  `json:"name,omitempty" doc:"For an offline payment: the name of its method."`
	Amount float64 `json:"amount"`
	PaidAt string  `json:"paid_at,omitempty" doc:"RFC 3339."`

	AtReturn bool `json:"at_return,omitempty" doc:"Only for a trip: the payment was in cash at the return, for an extension or a late return."`
}

// CashPaid says when cash was paid for a purchase, in Unix milliseconds; nil: not yet.
type CashPaid struct {
	At         *int64       // the total, or what the wallet has not paid of it
	AtReturn   money.Amount // of a trip: what its deposit did not pay of an extension and a late return
	ReturnedAt *int64       // when that was paid
}

// PurchasePaymentBuilder makes PurchasePaymentViews.
type PurchasePaymentBuilder struct {
	Money    money.Currency
	Currency setting.Currency
	Settings setting.Payments
	Gateways []purchase.Gateway
	Texts    translation.Reader // of the reader's language
	Language string             // the reader's
}

// View returns how a purchase is paid. sent is nil if its shopper has sent no offline payment.
func (b PurchasePaymentBuilder) View(r purchase.Row, cash CashPaid, sent *offlinepayment.Payment) PurchasePaymentView {
	v := PurchasePaymentView{
		PaymentStatus: r.PaymentStatus, PaymentMethod: r.PaymentMethod, Payments: b.payments(r, cash, sent), AwaitsPayment: r.AwaitsPayment(),
		WalletPart: b.Money.ToMajor(r.WalletPart), ToPay: b.Money.ToMajor(r.ToPay()), Refunded: b.Money.ToMajor(r.TotalBack()), PaymentMethods: []string{}, Gateways: Gateways(b.gateways(r), b.Language),
		OfflinePayment: OfflinePayment(r, sent, b.Settings, b.Texts, b.Language), OfflineMethods: []OfflineMethodView{},
	}
	v.WalletRefunded, v.CashToPayBack, v.CashPaidBack = b.Money.ToMajor(r.WalletBack), b.Money.ToMajor(r.CashToPayBack()), b.Money.ToMajor(r.CashRepaid)
	v.OfflineToPayBack, v.OfflinePaidBack = b.Money.ToMajor(r.OfflineToPayBack()), b.Money.ToMajor(r.PaidBack)
	v.PaymentDueAt = PaymentDue(v.AwaitsPayment, r.PaymentDueAt)
	if r.PaymentMethod == purchase.DigitalPayment {
		v.PaymentGateway = r.PaymentGateway
	}
	return v
}

// SetNotSent says what became of money that a gateway could not send back.
func (b PurchasePaymentBuilder) SetNotSent(v *PurchasePaymentView, n payment.NotSent) {
	v.GatewayFailed, v.GatewayCredited, v.GatewaySettled = b.Money.ToMajor(n.Failed), b.Money.ToMajor(n.Credited), b.Money.ToMajor(n.Settled)
}

// gateways are those that are set up. While a purchase waits for its payment, they are those
// that can take it.
func (b PurchasePaymentBuilder) gateways(r purchase.Row) []purchase.Gateway {
	if !r.AwaitsPayment() {
		return b.Gateways
	}
	return purchase.Taking(b.Gateways, r.ToPay(), b.Currency)
}

// payments are what was paid: the wallet's part when it was placed, cash when it was
// delivered or handed over, and an offline payment when an admin has found it. What a trip
// costs later is paid in cash when its vehicles are back.
func (b PurchasePaymentBuilder) payments(r purchase.Row, cash CashPaid, sent *offlinepayment.Payment) []PaymentView {
	payments := []PaymentView{}
	if r.WalletPart > 0 && r.PaymentMethod != purchase.WalletPayment {
		payments = append(payments, PaymentView{Method: purchase.WalletPayment, Amount: b.Money.ToMajor(r.WalletPart), PaidAt: UnixMilli(r.CreatedAt)})
	}
	if r.PaymentStatus == purchase.Unpaid {
		return payments
	}
	paid := PaymentView{Method: r.PaymentMethod, Amount: b.Money.ToMajor(r.ToPay())}
	if r.PaymentMethod == purchase.WalletPayment {
		paid.Amount = b.Money.ToMajor(r.Total)
	}
	if sent != nil {
		paid.Name = b.Texts.Setting(sent.Name)
	}
	paid.PaidAt = OptionalTime(cmp.Or(r.PaidAt, cash.At))
	payments = append(payments, paid)
	if cash.AtReturn > 0 {
		payments = append(payments, PaymentView{
			Method: purchase.CashOnDelivery, Amount: b.Money.ToMajor(cash.AtReturn), PaidAt: OptionalTime(cash.ReturnedAt), AtReturn: true,
		})
	}
	return payments
}
