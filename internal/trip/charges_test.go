package trip_test

import (
	"fmt"
	"testing"
	"time"

	"hawker/internal/coupon"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// withCharges switches deposits of 50.00, extensions and charges for late returns on.
func withCharges(t *testing.T, f fixture) {
	t.Helper()
	f.Exec(t, `UPDATE vehicles SET deposit = 5000`)
	f.SetSettings(t, func(s *setting.Settings) {
		s.Rental.Deposits, s.Rental.ExtensionHours, s.Rental.LatePercent, s.Rental.LateGraceMinutes = true, 4, 150, 30
	})
}

// ways are how a trip can be paid, and what was taken in which account before it begins.
func ways(t *testing.T, f fixture) map[string]func(key string) trip.Details {
	t.Helper()
	customer, shopper := f.WithMoney(t, 100_000)
	return map[string]func(string) trip.Details{
		"cash": func(key string) trip.Details { return f.Book(t, key, triptest.Request(f.Guest(t)), time.Time{}) },
		"wallet": func(key string) trip.Details {
			r := triptest.Request(shopper)
			r.CustomerID, r.PaymentMethod = customer, purchase.WalletPayment
			return f.Book(t, key, r, time.Time{})
		},
		"card": func(key string) trip.Details {
			r := triptest.Request(f.Guest(t))
			r.PaymentMethod, r.PaymentGateway = purchase.DigitalPayment, "card"
			d := f.Book(t, key, r, time.Time{})
			p := f.OpenPurchasePage(t, d.ID, d.ToPay())
			f.Deliver(t, f.Gateway.Pay(*p.Session))
			return d
		},
	}
}

// rowsOf are the rows of a trip, by their code.
func rowsOf(d trip.Details) map[pricing.Code]money.Amount {
	rows := map[pricing.Code]money.Amount{}
	for _, r := range d.Rows() {
		rows[r.Code] = r.Amount
	}
	return rows
}

// A trip of two hours costs 22.00 and a deposit of 50.00. Each late hour costs 16.50.
func TestDeposit_RNT11_comesBackLessWhatALateReturnCosts(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		n := 0
		for way, book := range ways(t, f) {
			for _, tt := range []struct {
				name       string
				late       time.Duration
				waived     bool
				paid, rent money.Amount // in the end, and what the provider earned
			}{
				{"in time", 0, false, 2200, 2000},
				{"within the grace", 30 * time.Minute, false, 2200, 2000},
				{"an hour late", 31 * time.Minute, false, 3850, 3500},
				{"waived", 5 * time.Hour, true, 2200, 2000},
				{"later than the deposit covers", 4 * time.Hour, false, 8800, 8000},
			} {
				n++
				earned, before := f.Sum(t, ledger.Provider(1)), allMoney(t, f)
				d := book(fmt.Sprint("key-", n))
				if d.Total != 7200 || d.Deposit != 5000 || rowsOf(d)[pricing.RowDeposit] != 5000 {
					t.Fatalf("%s: placed %+v", way, d.Trip)
				}
				f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
				f.Clock.Advance(2*time.Hour + tt.late)
				if _, err := f.Trips.MoveBy(t.Context(), f.TripAdmin(t), d.ID, trip.StaffMove{To: trip.Completed, WaiveLate: tt.waived}); err != nil {
					t.Fatalf("%s, %s: %v", way, tt.name, err)
				}
				f.DoJobs(t)
				got := f.ReadTrip(t, d)
				used := min(tt.paid-2200, 5000) // of the deposit, for being late
				if rows := rowsOf(got); rows[pricing.RowPaid] != tt.paid || rows[pricing.RowDepositUsed] != -used || rows[pricing.RowDepositBack] != used-5000 || rows[pricing.RowRefunded] != 0 {
					t.Errorf("%s, %s: rows %v", way, tt.name, got.Rows())
				}
				if taken := allMoney(t, f) - before; way != "wallet" && taken != tt.paid {
					t.Errorf("%s, %s: %d was taken, want %d", way, tt.name, taken, tt.paid)
				}
				if rent := earned - f.Sum(t, ledger.Provider(1)); rent != tt.rent || f.Sum(t, ledger.Deposits) != 0 {
					t.Errorf("%s, %s: the provider earned %d, and %d are held", way, tt.name, rent, f.Sum(t, ledger.Deposits))
				}
				if got.ToPayBack() != 0 { // the provider has handed it back
					t.Errorf("%s, %s: of the deposit %d are to be paid back", way, tt.name, got.ToPayBack())
				}
				f.MoveTrip(t, d.ID, trip.Refunded)
				f.DoJobs(t)
				got = f.ReadTrip(t, d)
				inCash := max(tt.paid-2200-5000, 0) // what the deposit did not cover was paid in cash
				if way == "cash" {
					inCash = tt.paid
				}
				if got.ToPayBack() != inCash || got.CashToPayBack() != inCash {
					t.Errorf("%s, %s, refunded: %d are to be paid back, want %d", way, tt.name, got.ToPayBack(), inCash)
				}
				if rows := rowsOf(got); rows[pricing.RowPaid] != 0 || rows[pricing.RowRefunded] != -tt.paid || allMoney(t, f) != before {
					t.Errorf("%s, %s, refunded: rows %v, %d is left", way, tt.name, got.Rows(), allMoney(t, f)-before)
				}
			}
		}
	})
}

// allMoney is what was taken for trips and not given back.
func allMoney(t *testing.T, f fixture) money.Amount {
	t.Helper()
	return f.Sum(t, ledger.Cash) + f.Sum(t, ledger.Gateway("card")) + f.Sum(t, ledger.Clearing)
}

func TestDeposit_RNT11_aLateCancellationGivesAllOfItBack(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		d := ways(t, f)["card"]("key-1")
		f.MoveTrip(t, d.ID, trip.Confirmed)
		got, err := f.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, "mistake", new(money.Amount(6100)))
		if err != nil || got.Refunded != 6100 || rowsOf(got)[pricing.RowPaid] != 1100 {
			t.Errorf("canceled %v, %v", got.Rows(), err)
		}
		f.DoJobs(t)
		if f.Sum(t, ledger.Deposits) != 0 || f.Sum(t, ledger.Provider(1)) != -1000 || allMoney(t, f) != 1100 {
			t.Errorf("%d are held, the provider has %d", f.Sum(t, ledger.Deposits), f.Sum(t, ledger.Provider(1)))
		}
	})
}

func TestLate_RNT11_isSwitchedOffByDefault(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		f.Exec(t, `UPDATE vehicles SET deposit = 5000`)
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
		if all, err := f.Trips.Extensions(t.Context(), d); err != nil || len(all) != 0 {
			t.Errorf("it can be extended: %v, %v", all, err)
		}
		f.Clock.Advance(9 * time.Hour)
		f.MoveTrip(t, d.ID, trip.Completed)
		if got := f.ReadTrip(t, d); got.Total != 2200 || got.Deposit != 0 || got.LateCharge != 0 || len(got.Rows()) != len(d.Rows()) {
			t.Errorf("rows %v", got.Rows())
		}
	})
}

// An hour late costs 16.50, and two 33.00. A desk of an earlier version does not say what it
// has seen.
func TestLate_RNT11_isChargedAsTheDeskHasSeenIt(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		for n, tt := range []struct {
			name    string
			seen    *money.Amount
			waived  bool
			refused bool
			charge  money.Amount
		}{
			{"as it is", new(money.Amount(3300)), false, false, 3300},
			{"an hour before", new(money.Amount(1650)), false, true, 0},
			{"before it was late", new(money.Amount(0)), false, true, 0},
			{"more than it is", new(money.Amount(4950)), false, false, 3300},
			{"waived", new(money.Amount(0)), true, false, 0},
			{"nothing", nil, false, false, 3300},
		} {
			d := f.Book(t, fmt.Sprint("key-", n), triptest.Request(f.Guest(t)), time.Time{})
			f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
			f.Clock.Advance(2*time.Hour + 91*time.Minute)
			_, err := f.Trips.MoveBy(t.Context(), f.TripAdmin(t), d.ID, trip.StaffMove{To: trip.Completed, WaiveLate: tt.waived, LateCharge: tt.seen})
			if errs.Is(err, errs.PriceChanged) != tt.refused || !tt.refused && err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
			if got := f.ReadTrip(t, d); got.LateCharge != tt.charge || (got.Status == trip.Ongoing) != tt.refused {
				t.Errorf("%s: %s, charged %d, want %d", tt.name, got.Status, got.LateCharge, tt.charge)
			}
		}
	})
}

func TestExtend_RNT11_isPaidAtTheReturn(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		by := purchase.Owner{ShopperID: d.ShopperID}
		if all, err := f.Trips.Extensions(t.Context(), d); err != nil || len(all) != 0 {
			t.Errorf("before it is confirmed: %v, %v", all, err)
		}
		f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
		d = f.ReadTrip(t, d)
		all, err := f.Trips.Extensions(t.Context(), d)
		if err != nil || len(all) != 4 || all[0].Charge != 1100 || all[3].Charge != 4400 || all[3].ReturnAt.UnixMilli()-d.ReturnAt != 4*time.Hour.Milliseconds() {
			t.Fatalf("extensions %+v, %v", all, err)
		}
		extend := func(until time.Time, charge money.Amount) error {
			_, err := f.Trips.Extend(t.Context(), d.ID, by, until, charge)
			return err
		}
		for name, err := range map[string]error{
			"another price": extend(all[1].ReturnAt, 2199), "no whole hours": extend(all[0].ReturnAt.Add(time.Minute), 1100),
			"earlier": extend(time.UnixMilli(d.ReturnAt).Add(-time.Hour), 0), "too long": extend(all[3].ReturnAt.Add(time.Hour), 5500),
		} {
			if !errs.Is(err, errs.PriceChanged) && !errs.Is(err, errs.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for range 2 { // the second time changes nothing
			if err := extend(all[1].ReturnAt, 2200); err != nil {
				t.Fatal(err)
			}
		}
		d = f.ReadTrip(t, d)
		if rows := rowsOf(d); d.ExtensionHours != 2 || rows[pricing.RowExtension] != 2200 || rows[pricing.RowAtReturn] != 0 {
			t.Errorf("extended: %v", d.Rows())
		}
		f.Clock.Advance(4*time.Hour + 31*time.Minute)
		if err := extend(time.UnixMilli(d.ReturnAt).Add(time.Hour), 1100); !errs.Is(err, errs.Conflict) {
			t.Errorf("after the return time: %v", err)
		}
		f.MoveTrip(t, d.ID, trip.Completed)
		if got := f.ReadTrip(t, d); got.LateHours != 1 || rowsOf(got)[pricing.RowPaid] != 2200+2200+1650 || f.Sum(t, ledger.Cash) != 6050 || f.Sum(t, ledger.Tax) != -550 {
			t.Errorf("returned: %v, cash %d", got.Rows(), f.Sum(t, ledger.Cash))
		}
	})
}

// A discount is for the trip, not for each hour: more hours cost what they cost without it.
// What was charged for an extension by an earlier version stays as it was agreed.
func TestExtend_RNT09_RNT11_hasNoDiscount(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		for n, discount := range []string{
			`UPDATE vehicles SET discount_type = 'amount', discount = 500`, `UPDATE vehicles SET discount_type = 'amount', discount = 9000`,
			`UPDATE vehicles SET discount_type = 'percent', discount = 2500`,
		} {
			f.Exec(t, discount)
			d := f.Book(t, fmt.Sprint("key-", n), triptest.Request(f.Guest(t)), time.Time{})
			f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
			f.Exec(t, `UPDATE trips SET extension_hours = 1, extension_charge = 110, extension_tax = 10, return_at = return_at + 3600000 WHERE id = $1`, d.ID)
			f.Exec(t, `UPDATE bookings SET until_at = until_at + 3600000 WHERE trip_id = $1`, d.ID)
			d = f.ReadTrip(t, d)
			if d.Discount == 0 {
				t.Fatalf("%s: %+v", discount, d.Trip)
			}
			all, err := f.Trips.Extensions(t.Context(), d)
			if err != nil || len(all) != 3 || all[0].Charge != 1100 || all[1].Charge != 2200 {
				t.Fatalf("%s: extensions %+v, %v", discount, all, err)
			}
			if _, err := f.Trips.Extend(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, all[1].ReturnAt, 2200); err != nil {
				t.Fatal(err)
			}
			f.Clock.Advance(5*time.Hour + 31*time.Minute)
			f.MoveTrip(t, d.ID, trip.Completed)
			got := f.ReadTrip(t, d)
			if got.ExtensionCharge != 2310 || got.ExtensionTax != 210 || got.LateHours != 1 || got.LateCharge != 1650 || got.LateTax != 150 {
				t.Errorf("%s: extended for %d (%d), %d hours late for %d (%d)", discount, got.ExtensionCharge, got.ExtensionTax, got.LateHours, got.LateCharge, got.LateTax)
			}
		}
	})
}

// The API writes the offered time without the milliseconds with which earlier trips were
// placed.
func TestExtend_RNT11_takesATimeToTheSecond(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		d := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		f.MoveTrip(t, d.ID, trip.Confirmed)
		for _, sql := range []string{`UPDATE trips SET return_at = return_at + 123`, `UPDATE bookings SET until_at = until_at + 123`} {
			f.Exec(t, sql)
		}
		d = f.ReadTrip(t, d)
		all, err := f.Trips.Extensions(t.Context(), d)
		if err != nil || len(all) != 4 {
			t.Fatalf("extensions %+v, %v", all, err)
		}
		until := all[1].ReturnAt.Truncate(time.Second)
		for range 2 { // the second time changes nothing
			got, err := f.Trips.Extend(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, until, all[1].Charge)
			if err != nil || got.ExtensionHours != 2 || got.ReturnAt != all[1].ReturnAt.UnixMilli() {
				t.Errorf("extended %+v, %v", got.Trip, err)
			}
		}
	})
}

// What was placed without a coupon or with one, and before the rate of the tax was kept. A
// later rate of the provider changes nothing.
func TestExtend_RNT11_PRC05_isTaxedByTheRateOfTheTrip(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		f.Coupon(t, func(c *coupon.Coupon) {
			c.Code, c.DiscountType, c.Discount, c.MinPurchase = "ALL", pricing.Percent, 10_000, 0
		})
		for n, tt := range []struct {
			code   string
			rate   string // as the row has it
			charge money.Amount
		}{
			{"", "1000", 1100}, {"ALL", "1000", 1100}, {"", "NULL", 1100}, {"ALL", "NULL", 1000},
		} {
			r := triptest.Request(f.Guest(t))
			r.CouponCode = tt.code
			d := f.Book(t, fmt.Sprint("key-", n), r, f.Clock.Now().Add(time.Duration(10*n)*time.Hour))
			if *d.TaxRate != 1000 {
				t.Errorf("the rate of the trip is %d", *d.TaxRate)
			}
			f.Exec(t, `UPDATE trips SET tax_rate = `+tt.rate+` WHERE id = $1`, d.ID)
			f.Exec(t, `UPDATE providers SET tax_rate = 2000`)
			f.MoveTrip(t, d.ID, trip.Confirmed)
			all, err := f.Trips.Extensions(t.Context(), f.ReadTrip(t, d))
			if err != nil || len(all) == 0 || all[0].Charge != tt.charge {
				t.Errorf("coupon %q, rate %s: an hour costs %+v, %v", tt.code, tt.rate, all, err)
			}
			f.Exec(t, `UPDATE providers SET tax_rate = 1000`)
		}
	})
}

func TestExtend_RNT11_TRAP_R1_onlyWhileNobodyElseHasTheCar(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		f.Exec(t, `UPDATE vehicles SET units = 1`)
		mine := f.Book(t, "key-1", triptest.Request(f.Guest(t)), time.Time{})
		f.MoveTrip(t, mine.ID, trip.Confirmed)
		mine = f.ReadTrip(t, mine)
		f.Book(t, "key-2", triptest.Request(f.Guest(t)), time.UnixMilli(mine.ReturnAt).Add(2*time.Hour))
		f.Clock.Advance(2 * time.Second) // lists may be that old
		all, err := f.Trips.Extensions(t.Context(), mine)
		if err != nil || len(all) != 2 {
			t.Fatalf("extensions %+v, %v", all, err)
		}
		by := purchase.Owner{Token: f.Tokens.Tracking(mine.ID)}
		if _, err := f.Trips.Extend(t.Context(), mine.ID, by, all[1].ReturnAt.Add(time.Hour), 3300); !errs.Is(err, errs.OutOfStock) {
			t.Errorf("into the next trip: %v", err)
		}
		if _, err := f.Trips.Extend(t.Context(), mine.ID, purchase.Owner{Token: "x"}, all[1].ReturnAt, 2200); !errs.Is(err, errs.NotFound) {
			t.Errorf("somebody else: %v", err)
		}
		if got, err := f.Trips.Extend(t.Context(), mine.ID, by, all[1].ReturnAt, 2200); err != nil || got.ReturnAt != all[1].ReturnAt.UnixMilli() {
			t.Errorf("until the next trip: %v", err)
		}
	})
}
