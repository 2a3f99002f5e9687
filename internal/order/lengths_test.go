package order_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
)

// The limits apply to every caller, not only to the API.
func TestQuoteAndPlaceRefuseWhatIsTooLong_API04(t *testing.T) {
	tests := []struct {
		field string
		edit  func(*order.Request, string)
	}{
		{"order_note", func(r *order.Request, long string) { r.OrderNote = long }},
		{"delivery_instruction", func(r *order.Request, long string) { r.DeliveryInstruction = long }},
		{"unavailable_item_note", func(r *order.Request, long string) { r.UnavailableItemNote = long }},
		{"tip", func(r *order.Request, _ string) { r.Tip = -1 }},
		{"address.address", func(r *order.Request, long string) { r.Address.Address = long }},
		{"address.contact_person_name", func(r *order.Request, long string) { r.Address.Name = long }},
		{"address.contact_person_number", func(r *order.Request, long string) { r.Address.Phone = long }},
		{"address.contact_person_email", func(r *order.Request, long string) { r.Address.Email = long }},
		{"address.address_type", func(r *order.Request, long string) { r.Address.Kind = long }},
		{"address.house", func(r *order.Request, long string) { r.Address.House = long }},
		{"address.floor", func(r *order.Request, long string) { r.Address.Floor = long }},
		{"address.road", func(r *order.Request, long string) { r.Address.Road = long }},
		{"address.latitude", func(r *order.Request, _ string) { r.Address.Point.Lat = 1e308 }},
		{"address.latitude", func(r *order.Request, _ string) { r.Address.Point.Lng = math.NaN() }},
		{"address.latitude", func(r *order.Request, _ string) { r.Address.Point.Lng = math.Inf(-1) }},
	}
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		guest := w.Guest(t)
		for _, tt := range tests {
			r := ordertest.BuyNow(guest, item, 1)
			where := *r.Address
			r.Address = &where
			tt.edit(&r, strings.Repeat("é", 501))
			_, quoted := w.Orders.Quote(t.Context(), r)
			_, placed := w.Orders.Place(t.Context(), "key-of-"+tt.field, r)
			for _, err := range []error{quoted, placed} {
				refusal, ok := errors.AsType[*errs.Error](err)
				if !ok || refusal.Code != errs.Invalid || !slices.ContainsFunc(errs.All(err), func(e *errs.Error) bool { return e.Field == tt.field }) {
					t.Errorf("%s: %v", tt.field, err)
				}
			}
		}
		if r := ordertest.BuyNow(guest, item, 1); len(quote(t, w, r).Problems) != 0 {
			t.Error("a plain request is refused too")
		}
	})
}
