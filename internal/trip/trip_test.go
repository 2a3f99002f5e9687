package trip_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"hawker/internal/booking"
	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/geo"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/tripcart"
	"hawker/internal/vehicle"
	"hawker/internal/vehicle/vehicletest"
	"hawker/internal/verify"
)

type fixture = triptest.Fixture

// engines runs a test on both engines, and checks all books at its end.
func engines(t *testing.T, test func(t *testing.T, f fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, d func(*testing.T) *db.DB) {
		f := triptest.Open(t, d(t))
		f.OfferDigital()
		test(t, f)
		report, err := verify.Run(context.Background(), f.DB)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range report.Checks {
			if len(c.Findings) > 0 {
				t.Errorf("%s: %q", c.Name, c.Findings)
			}
		}
	})
}

func TestPlace_RNT11_PRC05_fromTheCartToTheReturn(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		who := f.Guest(t)
		f.Fill(t, who, 2, 3, time.Time{})
		r := f.AgreeTrip(t, triptest.Request(who))
		d, err := f.Trips.Place(t.Context(), "key-1", r)
		if err != nil {
			t.Fatal(err)
		}
		if d.Total != 6600 || d.Tax != 600 || d.Status != trip.Pending || d.ReturnAt-d.PickupAt != 2*time.Hour.Milliseconds() || len(d.Lines) != 1 || d.Lines[0].Quantity != 3 {
			t.Errorf("placed %+v", d)
		}
		if cart, err := f.TripCarts.Read(t.Context(), who, vehicletest.Rental); err != nil || len(cart.Lines) != 0 {
			t.Errorf("the cart is not empty: %+v, %v", cart, err)
		}
		again, err := f.Trips.Place(t.Context(), "key-1", r)
		if err != nil || again.ID != d.ID {
			t.Errorf("the same key again: %d, %v", again.ID, err)
		}
		r.Note = "another"
		if _, err := f.Trips.Place(t.Context(), "key-1", r); !errs.Is(err, errs.Conflict) {
			t.Errorf("the same key for another request: %v", err)
		}
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
		if f.Sum(t, ledger.Cash) != 6600 || f.Sum(t, ledger.Provider(1)) != -6000 {
			t.Errorf("cash has %d, the provider %d", f.Sum(t, ledger.Cash), f.Sum(t, ledger.Provider(1)))
		}
		f.Clock.Advance(time.Hour)
		f.MoveTrip(t, d.ID, trip.Completed)
		if got := f.ReadTrip(t, d); got.Status != trip.Completed || got.PaymentStatus != purchase.Paid || got.ReturnedAt == nil || len(got.Moves) != 4 {
			t.Errorf("completed %+v", got)
		}
		f.Book(t, "key-2", triptest.Request(who), time.Time{}) // the cars are free again
	})
}

func TestPlace_RNT11_TRAP_D21_TRAP_C4_onlyWhatWasSeenIsPlaced(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		who := f.Guest(t)
		f.Fill(t, who, 2, 1, time.Time{})
		seen := f.AgreeTrip(t, triptest.Request(who))
		f.Fill(t, who, 2, 1, time.Time{})
		if _, err := f.Trips.Place(t.Context(), "key-1", seen); !errs.Is(err, errs.CartChanged) {
			t.Errorf("another cart: %v", err)
		}
		seen = f.AgreeTrip(t, triptest.Request(who))
		f.Exec(t, `UPDATE vehicles SET hourly_price = 1500`)
		if _, err := f.Trips.Place(t.Context(), "key-1", seen); !errs.Is(err, errs.PriceChanged) {
			t.Errorf("a higher price: %v", err)
		}
		f.Exec(t, `UPDATE vehicles SET hourly_price = 500`)
		d, err := f.Trips.Place(t.Context(), "key-1", seen)
		if err != nil || d.Total != 2200 {
			t.Errorf("a lower price passes on: %d, %v", d.Total, err)
		}
		empty := f.Guest(t)
		if _, err := f.Trips.Place(t.Context(), "key-1", trip.Request{ShopperID: empty, ModuleID: vehicletest.Rental, Contact: seen.Contact, Digest: "x.y~0"}); !errs.Is(err, errs.CartChanged) {
			t.Errorf("an empty cart: %v", err)
		}
	})
}

// What an import has changed since the vehicles were added prevents the trip, in the quote
// and when it is placed.
func TestPlace_RNT11_CART08_TRAP_Z1_anImportPreventsATrip(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Fleet.Provider(2, func(p *vehicle.Provider) { p.Name = "Volt" })
		van := f.Fleet.Vehicle(2, vehicle.Provider{ID: 1}, func(v *vehicle.Vehicle) { v.Name = "Van" })
		who := f.Guest(t)
		f.Fill(t, who, 2, 1, time.Time{})
		if _, err := f.TripCarts.Add(t.Context(), who, vehicletest.Rental, tripcart.NewLine{VehicleID: van.ID, Quantity: 1, Trip: tripcart.Wanted{
			Pickup: &tripcart.Place{Name: "Pier", Point: geo.Point{Lat: -11.4, Lng: 65.25}},
		}}); err != nil {
			t.Fatal(err)
		}
		seen := f.AgreeTrip(t, triptest.Request(who))
		for _, tt := range []struct{ change, undo, want string }{
			{`UPDATE providers SET archived = TRUE`, `UPDATE providers SET archived = FALSE`, "Anchor does not rent out vehicles any more."},
			{`UPDATE vehicles SET archived = TRUE WHERE id = 2`, `UPDATE vehicles SET archived = FALSE`, "Van is no longer for rent."},
			{`UPDATE vehicles SET provider_id = 2 WHERE id = 2`, `UPDATE vehicles SET provider_id = 1`, "Van is rented out by Volt. Remove it to rent from Anchor."},
			{`UPDATE providers SET pickup_zone_ids = '[2]'`, `UPDATE providers SET pickup_zone_ids = '[1]'`, "Vehicles of Anchor cannot be picked up there."},
			{`UPDATE vehicles SET hourly_price = 0 WHERE id = 2`, `UPDATE vehicles SET hourly_price = 1000`, "Van is not rented this way."},
		} {
			f.Exec(t, tt.change)
			q, err := f.Trips.Quote(t.Context(), seen)
			if err != nil || len(q.Problems) != 1 || q.Problems[0].Message != tt.want {
				t.Errorf("%s: the quote has %+v, %v", tt.change, q.Problems, err)
			}
			if _, err := f.Trips.Place(t.Context(), "key-1", seen); err == nil || errs.All(err)[0].Message != tt.want {
				t.Errorf("%s: placed with %v", tt.change, err)
			}
			f.Exec(t, tt.undo)
		}
		if _, err := f.Trips.Place(t.Context(), "key-1", seen); err != nil {
			t.Errorf("at last: %v", err)
		}
	})
}

// A hundred shoppers want a car at overlapping times, and there are three.
func TestPlace_RNT11_TRAP_R1_aHundredWantThreeCars(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		const shoppers = 100
		requests := make([]trip.Request, shoppers)
		for i := range requests {
			who := f.Guest(t)
			f.Fill(t, who, 3, 1, f.Clock.Now().Add(time.Duration(24*60+i)*time.Minute))
			r := triptest.Request(who)
			r.Contact.Phone = fmt.Sprintf("+1202555%04d", 1000+i)
			requests[i] = f.AgreeTrip(t, r)
		}
		var all sync.WaitGroup
		problems := make([]error, shoppers)
		for i, r := range requests {
			all.Go(func() { _, problems[i] = f.Trips.Place(context.Background(), "key-1", r) })
		}
		all.Wait()
		won := 0
		for _, err := range problems {
			switch {
			case err == nil:
				won++
			case !errs.Is(err, errs.OutOfStock):
				t.Errorf("a loser gets %v", err)
			}
		}
		if won != 3 || f.Number(t, `SELECT COUNT(*) FROM trips`) != 3 || f.Number(t, `SELECT COUNT(*) FROM trip_cart_lines`) != shoppers-3 {
			t.Errorf("%d won, and %d carts kept their cars", won, f.Number(t, `SELECT COUNT(*) FROM trip_cart_lines`))
		}
	})
}

func TestCancel_RNT11_givesBackAsTheRuleSays(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		customer, shopper := f.WithMoney(t, 100_000)
		byWallet := triptest.Request(shopper)
		byWallet.CustomerID, byWallet.PaymentMethod = customer, purchase.WalletPayment
		tomorrow := f.Clock.Now().Add(30 * time.Hour)
		for n, tt := range []struct {
			name      string
			confirmed bool
			waits     time.Duration
			back      int64
		}{
			{"before it is confirmed", false, 20 * time.Hour, 2200},
			{"in time", true, 2 * time.Hour, 2200},
			{"late", true, 5 * time.Hour, 1100},
		} {
			d := f.Book(t, fmt.Sprint("key-", n), byWallet, tomorrow)
			if tt.confirmed {
				f.MoveTrip(t, d.ID, trip.Confirmed)
			}
			before := f.Balance(t, ledger.Wallet(customer))
			f.Clock.Advance(tt.waits)
			told := d.Total / 7
			if _, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: shopper}, "mistake", &told); !errs.Is(err, errs.PriceChanged) {
				t.Errorf("%s: told something else: %v", tt.name, err)
			}
			got, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: shopper}, "mistake", nil)
			if err != nil || got.Status != trip.Canceled || got.CanCancel() {
				t.Fatalf("%s: %+v, %v", tt.name, got.Trip, err)
			}
			if back := int64(f.Balance(t, ledger.Wallet(customer)) - before); back != tt.back {
				t.Errorf("%s: %d came back, want %d", tt.name, back, tt.back)
			}
			tomorrow = f.Clock.Now().Add(26 * time.Hour)
		}
		if f.Number(t, `SELECT COUNT(*) FROM bookings WHERE released_at IS NULL`) != 0 {
			t.Error("a canceled trip keeps its car")
		}
		if f.Sum(t, ledger.Provider(1)) != -1000 || f.Sum(t, ledger.Tax) != -100 {
			t.Errorf("of the late one the provider keeps %d and the tax office %d", f.Sum(t, ledger.Provider(1)), f.Sum(t, ledger.Tax))
		}
	})
}

// Of a trip that is canceled late, the provider keeps a part of what the shopper has paid.
// What the shop has paid for the coupon goes back to it: the coupon may be used again.
func TestCancel_RNT11_aLateOneGivesTheCouponBack(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		for n, paidBy := range []coupon.Payer{coupon.Shop, coupon.Store} {
			customer, shopper := f.WithMoney(t, 100_000)
			f.Coupon(t, func(c *coupon.Coupon) {
				c.Code, c.DiscountType, c.Discount, c.PaidBy = fmt.Sprint("HALF", n), pricing.Percent, 5000, paidBy
			})
			r := triptest.Request(shopper)
			r.CustomerID, r.PaymentMethod, r.CouponCode = customer, purchase.WalletPayment, fmt.Sprint("HALF", n)
			before := f.Sum(t, ledger.Provider(1))
			d := f.Book(t, fmt.Sprint("key-", n), r, f.Clock.Now().Add(2*time.Hour))
			f.MoveTrip(t, d.ID, trip.Confirmed)
			if _, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: shopper}, "mistake", nil); err != nil {
				t.Fatal(err)
			}
			kept := before - f.Sum(t, ledger.Provider(1))
			if d.Total != 1100 || kept != 500 || f.Sum(t, ledger.Coupons) != 0 || f.Balance(t, ledger.Wallet(customer)) != 100_000-550 {
				t.Errorf("paid by %s, of %d: the provider keeps %d, the coupon costs %d", paidBy, d.Total, kept, f.Sum(t, ledger.Coupons))
			}
		}
	})
}

// The shop gives back its part of the charge that it has earned, and the provider the rest.
func TestCancel_RNT11_PRC08_aLateOneGivesAPartOfTheChargeBack(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.SetSettings(t, func(s *setting.Settings) {
			s.Checkout.AdditionalCharge, s.Checkout.AdditionalChargeSum, s.Rental.LateCancelPercent = true, 1000, 90
		})
		f.Coupon(t, func(c *coupon.Coupon) {
			c.Code, c.DiscountType, c.Discount, c.PaidBy = "HALF", pricing.Percent, 5000, coupon.Shop
		})
		for n, tt := range []struct {
			code                            string
			total, provider, tax, charge, c money.Amount // what each keeps, and what the coupon costs
		}{
			{"", 3200, 200, 20, 100, 0},
			{"HALF", 2100, 100, 10, 100, 0},
		} {
			customer, shopper := f.WithMoney(t, 100_000)
			r := triptest.Request(shopper)
			r.CustomerID, r.PaymentMethod, r.CouponCode = customer, purchase.WalletPayment, tt.code
			provider, tax, charge := f.Sum(t, ledger.Provider(1)), f.Sum(t, ledger.Tax), f.Sum(t, ledger.Charges)
			d := f.Book(t, fmt.Sprint("key-", n), r, f.Clock.Now().Add(2*time.Hour))
			f.MoveTrip(t, d.ID, trip.Confirmed)
			if _, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: shopper}, "mistake", nil); err != nil {
				t.Fatal(err)
			}
			provider, tax, charge = provider-f.Sum(t, ledger.Provider(1)), tax-f.Sum(t, ledger.Tax), charge-f.Sum(t, ledger.Charges)
			if d.Total != tt.total || provider != tt.provider || tax != tt.tax || charge != tt.charge || f.Sum(t, ledger.Coupons) != tt.c {
				t.Errorf("%q, of %d: the provider keeps %d, the tax office %d, the shop %d; the coupon costs %d", tt.code, d.Total, provider, tax, charge, f.Sum(t, ledger.Coupons))
			}
			if kept := 100_000 - f.Balance(t, ledger.Wallet(customer)); kept != d.Total/10 {
				t.Errorf("%q: %d were kept", tt.code, kept)
			}
		}
	})
}

func TestTrips_CHK03_TRAP_O1_aTripIsPaidByCardOrEnds(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		r := triptest.Request(f.Guest(t))
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		paid := f.Book(t, "key-1", r, time.Time{})
		if _, err := f.Trips.MoveBy(t.Context(), f.TripAdmin(t), paid.ID, trip.StaffMove{To: trip.Confirmed}); !errs.Is(err, errs.Conflict) {
			t.Errorf("confirmed before it is paid: %v", err)
		}
		p := f.OpenPurchasePage(t, paid.ID, paid.ToPay())
		f.Deliver(t, f.Gateway.Pay(*p.Session))
		f.Deliver(t, f.Gateway.Pay(*p.Session))
		if got := f.ReadTrip(t, paid); got.PaymentStatus != purchase.Paid || f.Sum(t, ledger.Gateway("card")) != paid.Total {
			t.Errorf("after the payment: %+v, the gateway has %d", got.Payment, f.Sum(t, ledger.Gateway("card")))
		}
		f.MoveTrip(t, paid.ID, trip.Confirmed, trip.Ongoing, trip.Completed, trip.Refunded)
		f.DoJobs(t)
		if f.Sum(t, ledger.Gateway("card")) != 0 || f.Sum(t, ledger.Provider(1)) != 0 {
			t.Error("a refunded trip left money somewhere")
		}

		late := f.Book(t, "key-2", r, time.Time{})
		f.Clock.Advance(24 * time.Hour)
		f.DoJobs(t)
		if got := f.ReadTrip(t, late); got.Status != trip.Canceled || got.CancelReason != "It was not paid in time." {
			t.Errorf("an unpaid trip is %s because %q", got.Status, got.CancelReason)
		}
	})
}

func TestTrips_CHK03_aTripThatWasPaidUnheardIsNotCanceled(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		r := triptest.Request(f.Guest(t))
		r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
		booked := f.Book(t, "key-1", r, time.Time{})
		f.Gateway.Pay(*f.OpenPurchasePage(t, booked.ID, booked.ToPay()).Session) // its webhook does not arrive
		f.Exec(t, `DELETE FROM jobs WHERE kind = 'payment.check'`)
		f.Clock.Advance(45 * time.Minute)
		f.DoJobs(t)
		if got := f.ReadTrip(t, booked); got.Status != trip.Pending || got.PaymentStatus != purchase.Paid {
			t.Errorf("the trip is %s and %s", got.Status, got.PaymentStatus)
		}
	})
}

func TestTrips_TRAP_P1_belongToTheirShopperAndProvider(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		for name, who := range map[string]purchase.Owner{"somebody else": {ShopperID: f.Guest(t)}, "nobody": {}, "a wrong token": {Token: "x"}} {
			if _, err := f.Trips.Find(t.Context(), d.ID, who); !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := f.Trips.Find(t.Context(), d.ID, purchase.Owner{Token: f.Tokens.Tracking(d.ID)}); err != nil {
			t.Errorf("its token: %v", err)
		}
		vendor := f.ProviderVendor(t, 1)
		stranger := trip.Staff{ID: vendor.ID, Name: "S", Actor: trip.ByVendor, ProviderID: 2}
		if _, err := f.Trips.MoveBy(t.Context(), stranger, d.ID, trip.StaffMove{To: trip.Confirmed}); !errs.Is(err, errs.NotFound) {
			t.Errorf("another provider: %v", err)
		}
		own := trip.Staff{ID: vendor.ID, Name: vendor.Name, Actor: trip.ByVendor, ProviderID: 1}
		if _, err := f.Trips.MoveBy(t.Context(), own, d.ID, trip.StaffMove{To: trip.Confirmed}); err != nil {
			t.Errorf("its provider: %v", err)
		}
	})
}

func TestMayMove_RNT11_everyMove(t *testing.T) {
	t.Parallel()
	all := []trip.Status{trip.Pending, trip.Confirmed, trip.Ongoing, trip.Completed, trip.Canceled, trip.Refunded}
	allowed := map[string]string{
		"pending>confirmed": "vendor admin", "pending>canceled": "shopper vendor admin system", "confirmed>ongoing": "vendor admin",
		"confirmed>canceled": "shopper vendor admin", "ongoing>completed": "vendor admin",
	}
	for _, from := range all {
		for _, to := range all {
			by := ""
			for _, a := range []trip.Actor{trip.ByShopper, trip.ByVendor, trip.ByAdmin, trip.BySystem} {
				if trip.MayMove(from, to, a) {
					by += " " + string(a)
				}
			}
			step := fmt.Sprintf("%s>%s", from, to)
			if want := allowed[step]; by != "" && by[1:] != want || by == "" && want != "" {
				t.Errorf("%s by%s, want %s", step, by, want)
			}
			if trip.Legal(from, to) != (allowed[step] != "" || step == "completed>refunded") { // DecideRefund does it
				t.Errorf("%s is legal: %t", step, trip.Legal(from, to))
			}
		}
	}
}

// A provider's discount holds within its times of day on the provider's own clock, also over
// midnight: on the card, in the quote and when the trip is placed.
func TestQuote_RNT09_TRAP_D12_TRAP_C3_aProvidersDiscountHasItsHours(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		nights := catalog.Discount{Type: pricing.Percent, Value: 5000, Start: "2026-11-20", End: "2026-11-21", StartTime: "22:00", EndTime: "02:00"} // 17:00 to 21:00 in UTC
		f.Exec(t, `UPDATE providers SET discount = $1`, db.JSON[catalog.Discount]{V: nights})
		vehicles := vehicle.New(f.DB, f.Clock, booking.New(f.DB, f.Clock))
		who := f.Guest(t)
		f.Fill(t, who, 2, 1, time.Time{})
		for _, tt := range []struct {
			at   string
			off  bool
			what string
		}{
			{"2026-11-20T16:59:59Z", false, "before its hours"},
			{"2026-11-20T17:00:00Z", true, "the first night"},
			{"2026-11-20T20:59:59Z", true, "after midnight"},
			{"2026-11-20T21:00:00Z", false, "after its hours"},
			{"2026-11-21T20:59:59Z", true, "the last night, after midnight"},
			{"2026-11-22T17:00:00Z", false, "the night after the last"},
		} {
			at, err := time.Parse(time.RFC3339, tt.at)
			if err != nil {
				t.Fatal(err)
			}
			f.Clock.Set(at)
			rate, total := money.Amount(1000), money.Amount(2200)
			if tt.off {
				rate, total = 500, 1100
			}
			cart, errCart := f.TripCarts.Read(t.Context(), who, vehicletest.Rental)
			quote, errQuote := f.Trips.Quote(t.Context(), triptest.Request(who))
			v, errCard := vehicles.Vehicle(t.Context(), "1")
			if err := errors.Join(errCart, errQuote, errCard); err != nil {
				t.Fatal(err)
			}
			hour := pricing.Trip{Type: pricing.Hourly, Hours: 1}
			if card := v.Estimate(hour, at); card.Price != rate || cart.Quote.Total != total || quote.Total != total {
				t.Errorf("%s: an hour is %d, the cart %d, the quote %d", tt.what, card.Price, cart.Quote.Total, quote.Total)
			}
		}
		f.Clock.Set(time.Date(2026, 11, 21, 20, 59, 59, 0, time.UTC))
		seen := f.AgreeTrip(t, triptest.Request(who))
		f.Clock.Advance(time.Second)
		if _, err := f.Trips.Place(t.Context(), "key-1", seen); !errs.Is(err, errs.PriceChanged) {
			t.Errorf("when its hours are over: %v", err)
		}
		if d, err := f.Trips.Place(t.Context(), "key-2", f.AgreeTrip(t, triptest.Request(who))); err != nil || d.Total != 2200 {
			t.Errorf("placed after that: %d, %v", d.Total, err)
		}
	})
}
