package trip_test

import (
	"testing"
	"time"

	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/offlinepayment"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// bookByBank books a trip for now, with three days to pay it by bank transfer.
func bookByBank(t *testing.T, f fixture, key string, shopper, hours int64) trip.Details {
	t.Helper()
	f.OfferOffline(t)
	f.SetSettings(t, func(s *setting.Settings) { s.Payments.OfflineMinutes = 3 * 24 * 60 })
	f.Fill(t, shopper, hours, 1, time.Time{})
	r := triptest.Request(shopper)
	r.PaymentMethod, r.PaymentGateway = purchase.OfflinePayment, ordertest.Bank.ID
	d, err := f.Trips.Place(t.Context(), key, f.AgreeTrip(t, r))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The time to pay ends with the trip, or when nobody may confirm it any more.
func TestPlace_RNT11_CHK03_TRAP_H5_theTimeToPayEndsWithTheTrip(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		short := bookByBank(t, f, "short", f.Guest(t), 2)
		long := bookByBank(t, f, "long", f.Guest(t), 48)
		for name, tt := range map[string]struct {
			booked trip.Details
			due    int64
		}{"until the return": {short, short.ReturnAt}, "until it must be confirmed": {long, long.PickupAt + (12 * time.Hour).Milliseconds()}} {
			if got := f.ReadTrip(t, tt.booked); *got.PaymentDueAt != tt.due || *tt.booked.PaymentDueAt != tt.due {
				t.Errorf("%s: it must be paid until %d, want %d", name, *got.PaymentDueAt, tt.due)
			}
		}
		f.Clock.Advance(2 * time.Hour)
		f.DoJobs(t)
		if got := f.ReadTrip(t, short); got.Status != trip.Canceled || got.CancelReason != "It was not paid in time." {
			t.Errorf("after its return it is %s because %q", got.Status, got.CancelReason)
		}
		if got := f.ReadTrip(t, long); got.Status != trip.Pending {
			t.Errorf("the longer one is %s", got.Status)
		}
	})
}

func TestChangeMethod_RNT11_CHK03_TRAP_H5_refusesATripThatIsOver(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 100_000)
		d := bookByBank(t, f, "key-1", shopper, 2)
		f.Clock.Advance(2 * time.Hour)
		for _, c := range []purchase.MethodChange{
			{Method: purchase.WalletPayment}, {Method: purchase.CashOnDelivery},
			{Method: purchase.DigitalPayment, Gateway: "card"}, {Method: purchase.OfflinePayment, Gateway: ordertest.Phone.ID},
		} {
			c.ID, c.CustomerID = d.ID, customer
			if _, err := f.Trips.ChangeMethod(t.Context(), purchase.Owner{ShopperID: shopper}, c); !errs.Is(err, errs.Conflict) {
				t.Errorf("%s: %v", c.Method, err)
			}
		}
		if err := f.OfflinePayments.Send(t.Context(), d.ID, offlinepayment.Request{Fields: map[string]string{"number": "1"}}); !errs.Is(err, errs.Conflict) {
			t.Errorf("a bank transfer: %v", err)
		}
		if got := f.Balance(t, ledger.Wallet(customer)); got != 100_000 {
			t.Errorf("the wallet has %d", got)
		}
	})
}

// The time to pay has ended once while the payment was checked, so its job is done.
func TestChangePayment_RNT11_CHK03_aPaymentThatIsRefusedAfterTheTripEndsIt(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := bookByBank(t, f, "key-1", f.Guest(t), 2)
		if err := f.OfflinePayments.Send(t.Context(), d.ID, offlinepayment.Request{Fields: map[string]string{"number": "1"}}); err != nil {
			t.Fatal(err)
		}
		f.Clock.Advance(3 * time.Hour)
		f.DoJobs(t)
		no := offlinepayment.Decision{PurchaseID: d.ID, Sending: 1, Reason: "Nothing has arrived"}
		if err := f.OfflinePayments.Decide(t.Context(), offlinepayment.Admin{ID: f.Admin(t).ID}, no); err != nil {
			t.Fatal(err)
		}
		f.DoJobs(t)
		if got := f.ReadTrip(t, d); got.Status != trip.Canceled || got.CancelReason != "It was not paid in time." {
			t.Errorf("it is %s because %q", got.Status, got.CancelReason)
		}
	})
}
