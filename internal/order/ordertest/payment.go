package ordertest

import (
	"testing"

	"hawker/internal/order"
	"hawker/internal/setting"
)

// Bank and Phone are offline methods: one asks for a number, the other for an image.
var (
	Bank = setting.OfflineMethod{
		ID: "bank", Name: "Bank transfer", Instructions: "IBAN 123", Proof: setting.ProofOptional,
		Fields: []setting.OfflineField{{ID: "number", Label: "Number", Required: true}, {ID: "name", Label: "Name"}},
	}
	Phone = setting.OfflineMethod{ID: "phone", Name: "Phone money", Instructions: "Send it to 555", Proof: setting.ProofRequired}
)

// OfferOffline offers Bank and Phone, each to be paid within an hour.
func (w *Fixture) OfferOffline(t testing.TB) {
	t.Helper()
	w.SetSettings(t, func(s *setting.Settings) {
		s.Payments = setting.Payments{Offline: []setting.OfflineMethod{Bank, Phone}, OfflineMinutes: 60}
	})
}

// ByBank makes a request one that is paid by Bank.
func ByBank(r order.Request) order.Request {
	r.PaymentMethod, r.PaymentGateway = order.OfflinePayment, Bank.ID
	return r
}
