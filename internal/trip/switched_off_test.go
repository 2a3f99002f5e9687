package trip_test

import (
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/vehicle/vehicletest"
)

// switchModule switches the module of the vehicles on or off.
func switchModule(t *testing.T, f fixture, active bool) {
	t.Helper()
	f.Exec(t, `UPDATE modules SET active = $1 WHERE id = $2`, active, vehicletest.Rental)
}

// Whoever has the checkout open when the module is switched off books nothing, and pays
// nothing.
func TestPlace_RNT11_CART08_LOC13_TRAP_S2_aModuleThatIsSwitchedOffRentsNothing(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 100_000)
		f.Fill(t, shopper, 2, 1, time.Time{})
		r := triptest.Request(shopper)
		r.CustomerID, r.PaymentMethod = customer, purchase.WalletPayment
		seen := f.AgreeTrip(t, r)
		switchModule(t, f, false)
		const want = "Vehicle 1 is no longer for rent."
		q, err := f.Trips.Quote(t.Context(), seen)
		if err != nil || len(q.Problems) != 1 || q.Problems[0].Code != trip.Unavailable || q.Problems[0].Message != want || q.Problems[0].LineID == 0 {
			t.Errorf("the quote has %+v, %v", q.Problems, err)
		}
		if _, err := f.Trips.Place(t.Context(), "key-1", seen); !errs.Is(err, errs.OutOfStock) || errs.All(err)[0].Message != want {
			t.Errorf("placed with %v", err)
		}
		if n := f.Number(t, `SELECT COUNT(*) FROM trips`); n != 0 {
			t.Errorf("%d trips were booked", n)
		}
		switchModule(t, f, true)
		if _, err := f.Trips.Place(t.Context(), "key-1", seen); err != nil {
			t.Errorf("switched on again: %v", err)
		}
	})
}

// Trips that were booked before go on: they are paid, extended, handed over and given back.
func TestTrips_RNT11_CHK03_goOnInAModuleThatIsSwitchedOff(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		r := triptest.Request(f.Guest(t))
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		d := f.Book(t, "key-1", r, time.Time{})
		switchModule(t, f, false)
		f.Deliver(t, f.Gateway.Pay(*f.OpenPurchasePage(t, d.ID, d.ToPay()).Session))
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
		d = f.ReadTrip(t, d)
		all, err := f.Trips.Extensions(t.Context(), d)
		if err != nil || len(all) != 4 {
			t.Fatalf("extensions %+v, %v", all, err)
		}
		d, err = f.Trips.Extend(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, all[1].ReturnAt, all[1].Charge)
		if err != nil || d.ExtensionHours != 2 {
			t.Errorf("extended by %d hours, %v", d.ExtensionHours, err)
		}
		f.MoveTrip(t, d.ID, trip.Completed)
		if got := f.ReadTrip(t, d); got.Status != trip.Completed || got.PaymentStatus != purchase.Paid || got.Lines[0].Name != "Vehicle 1" {
			t.Errorf("completed %+v", got)
		}
	})
}
