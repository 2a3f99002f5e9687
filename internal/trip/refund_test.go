package trip_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/pricing"
	"hawker/internal/purchase"
	"hawker/internal/refund"
	"hawker/internal/setting"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
	"hawker/internal/upload"
	"hawker/internal/verify"
)

// completed books a trip and brings its car back, so much later than planned.
func completed(t *testing.T, f fixture, book func(string) trip.Details, key string, late time.Duration) trip.Details {
	t.Helper()
	d := book(key)
	f.MoveTrip(t, d.ID, trip.Confirmed, trip.Ongoing)
	f.Clock.Advance(2*time.Hour + late)
	f.MoveTrip(t, d.ID, trip.Completed)
	f.DoJobs(t)
	return f.ReadTrip(t, d)
}

func inCash(t *testing.T, f fixture) func(string) trip.Details {
	t.Helper()
	return func(key string) trip.Details { return f.Book(t, key, triptest.Request(f.Guest(t)), time.Time{}) }
}

func ask(t *testing.T, f fixture, d trip.Details, r refund.Request) (trip.Details, error) {
	t.Helper()
	if r.Reason == "" {
		r.Reason = "broken"
	}
	return f.Trips.RequestRefund(t.Context(), d.ID, purchase.Owner{ShopperID: d.ShopperID}, r)
}

// checkBooks fails if anything in the database disagrees.
func checkBooks(t *testing.T, f fixture) {
	t.Helper()
	if r, err := verify.Run(t.Context(), f.DB); err != nil || !r.OK {
		t.Errorf("%v %+v", err, r)
	}
}

// A shopper asks for the refund of a trip, and an admin answers in each way.
func TestRefund_ORD04_ofATripIsAskedForAndDecided(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := completed(t, f, inCash(t, f), "key-1", 0)
		admin := f.TripAdmin(t)
		if !d.CanRequestRefund() || d.ToRefund() != 2200 {
			t.Fatalf("completed: may ask %t, %d are left", d.CanRequestRefund(), d.ToRefund())
		}
		image := f.Upload(t, d.ShopperID, upload.Refund)
		asked, err := ask(t, f, d, refund.Request{Reason: "dirty", Note: "Sand on all seats.", Images: []string{image}})
		if err != nil || asked.Status != trip.Completed || asked.CanRequestRefund() {
			t.Fatalf("asked: %s, %v", asked.Status, err)
		}
		if r := asked.Refunds[0]; r.Status != refund.Requested || r.Reason != "The vehicle was not clean" || r.Note != "Sand on all seats." || len(r.Images.V) != 1 {
			t.Errorf("the request is %+v", r)
		}
		if _, err := ask(t, f, d, refund.Request{}); !errs.Is(err, errs.Conflict) {
			t.Errorf("asked while one is open: %v", err)
		}
		if open, total, err := f.Trips.StaffList(t.Context(), admin, trip.StaffFilter{State: trip.RefundAsked}, catalog.Paging{Size: 10, Number: 1}); err != nil || total != 1 || open[0].ID != d.ID {
			t.Errorf("the list of refunds: %d, %v", total, err)
		}
		no, err := f.Trips.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: d.ID, Reason: "It was cleaned."})
		if err != nil || no.Refunds[0].Status != refund.Refused || no.Refunds[0].Answer != "It was cleaned." || no.Refunded != 0 {
			t.Errorf("refused: %+v, %v", no.Refunds, err)
		}
		if _, err := f.Trips.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: d.ID, Reason: "Once more."}); !errs.Is(err, errs.Conflict) {
			t.Errorf("refused twice: %v", err)
		}
		if _, err := ask(t, f, d, refund.Request{}); err != nil {
			t.Fatal(err)
		}
		part := f.Refund(t, d.ID, refund.Decision{Amount: 700})
		if r := part.Refunds[1]; r.Status != refund.Approved || !r.ByAmount || r.Amount != 700 || part.Status != trip.Completed || part.ToRefund() != 1500 {
			t.Errorf("in part: %+v, %s, %d are left", r, part.Status, part.ToRefund())
		}
		if rows := rowsOf(part); rows[pricing.RowRefunded] != -700 || rows[pricing.RowPaid] != 1500 {
			t.Errorf("in part: rows %v", part.Rows())
		}
		if _, err := ask(t, f, d, refund.Request{}); err != nil {
			t.Fatal(err)
		}
		rest := f.Refund(t, d.ID, refund.Decision{})
		if r := rest.Refunds[2]; r.Status != refund.Approved || r.ByAmount || r.Amount != 1500 || rest.Status != trip.Refunded || rest.CashToPayBack() != 2200 {
			t.Errorf("whole: %+v, %s, %d to pay back", r, rest.Status, rest.CashToPayBack())
		}
		if _, err := ask(t, f, d, refund.Request{}); !errs.Is(err, errs.Conflict) {
			t.Errorf("asked when nothing is left: %v", err)
		}
		checkBooks(t, f)
	})
}

func TestRefund_ORD04_ofATripIsRefused(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		book := inCash(t, f)
		d := completed(t, f, book, "key-1", 0)
		running := book("key-2")
		admin := f.TripAdmin(t)
		vendor := trip.Staff{ID: admin.ID, Name: "V", Actor: trip.ByVendor, ProviderID: d.ProviderID}
		for _, tt := range []struct {
			name string
			id   int64
			who  trip.Staff
			refund.Decision
			want errs.Code
		}{
			{"of a trip that is not over", running.ID, admin, refund.Decision{Approve: true, Whole: true, Reason: "r"}, errs.Conflict},
			{"by a vendor", d.ID, vendor, refund.Decision{Approve: true, Whole: true, Reason: "r"}, errs.NotFound},
			{"without a reason", d.ID, admin, refund.Decision{Approve: true, Whole: true}, errs.Invalid},
			{"of nothing", d.ID, admin, refund.Decision{Approve: true, Reason: "r"}, errs.Invalid},
			{"of lines", d.ID, admin, refund.Decision{Approve: true, Lines: []refund.Line{{LineID: 1, Quantity: 1}}, Reason: "r"}, errs.Invalid},
			{"of an amount and everything", d.ID, admin, refund.Decision{Approve: true, Whole: true, Amount: 5, Reason: "r"}, errs.Invalid},
			{"of more than was paid", d.ID, admin, refund.Decision{Approve: true, Amount: 2201, Reason: "r"}, errs.Conflict},
			{"after another one", d.ID, admin, refund.Decision{Approve: true, Amount: 5, Refunded: 1, Reason: "r"}, errs.Conflict},
			{"into the wallet of a guest", d.ID, admin, refund.Decision{Approve: true, Amount: 5, ToWallet: true, Reason: "r"}, errs.Conflict},
			{"without a request", d.ID, admin, refund.Decision{Reason: "no"}, errs.Conflict},
		} {
			tt.PurchaseID = tt.id
			if _, err := f.Trips.DecideRefund(t.Context(), tt.who, tt.Decision); !errs.Is(err, tt.want) {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		if _, err := ask(t, f, running, refund.Request{}); !errs.Is(err, errs.Conflict) {
			t.Errorf("asked before it is over: %v", err)
		}
		if _, err := ask(t, f, d, refund.Request{Reason: "unknown"}); !errs.Is(err, errs.Invalid) {
			t.Errorf("asked for an unknown reason: %v", err)
		}
		if _, err := f.Trips.RequestRefund(t.Context(), d.ID, purchase.Owner{ShopperID: f.Guest(t)}, refund.Request{Reason: "other"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("asked by somebody else: %v", err)
		}
		if n := f.Number(t, `SELECT COUNT(*) FROM refunds`); n != 0 {
			t.Errorf("%d refunds were kept", n)
		}
	})
}

// Whatever a trip cost, and in whichever amounts it is given back: the sum is what was paid,
// and everybody is where they were before it.
func TestRefund_TRAP_O3_amountsOfATripAddUp(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		n := 0
		for way, book := range ways(t, f) {
			for _, late := range []time.Duration{0, 31 * time.Minute, 4 * time.Hour} {
				n++
				r := rand.New(rand.NewPCG(uint64(n), 7))
				before, earned := allMoney(t, f), f.Sum(t, ledger.Provider(1))
				d := completed(t, f, book, fmt.Sprint("key-", n), late)
				paid := d.ToRefund()
				given, limit := money.Amount(0), d.Total-d.Refunded // in part; what was paid at the return comes with everything
				for range 3 {
					amount := 1 + money.Amount(r.Int64N(int64(limit-given)/2))
					given += amount
					if got := f.Refund(t, d.ID, refund.Decision{Amount: amount}); got.ToRefund() != paid-given || got.Status != trip.Completed {
						t.Fatalf("%s, %s late: %d are left of %d, less %d", way, late, got.ToRefund(), paid, given)
					}
				}
				checkBooks(t, f)
				got := f.Refund(t, d.ID, refund.Decision{Whole: true})
				f.DoJobs(t)
				sum := money.Amount(0)
				for _, each := range got.Refunds {
					sum += each.Amount
				}
				if sum != paid || got.Status != trip.Refunded || allMoney(t, f) != before || f.Sum(t, ledger.Provider(1)) != earned {
					t.Errorf("%s, %s late: %d of %d was given back, %d is left, the provider has %d", way, late, sum, paid, allMoney(t, f)-before, f.Sum(t, ledger.Provider(1))-earned)
				}
			}
		}
		if f.Sum(t, ledger.Tax) != 0 || f.Sum(t, ledger.Deposits) != 0 {
			t.Errorf("tax of %d and deposits of %d are left", f.Sum(t, ledger.Tax), f.Sum(t, ledger.Deposits))
		}
		checkBooks(t, f)
	})
}

// What was paid at the return is not a part of the total: it goes back with everything.
func TestRefund_TRAP_O3_whatWasPaidAtTheReturnGoesBackWithEverything(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		d := completed(t, f, inCash(t, f), "key-1", 4*time.Hour) // 88.00, of it 16.00 more than the deposit
		yes := refund.Decision{PurchaseID: d.ID, Approve: true, Reason: "r", Amount: 8000, Refunded: d.Refunded}
		if _, err := f.Trips.DecideRefund(t.Context(), f.TripAdmin(t), yes); !errs.Is(err, errs.Conflict) {
			t.Errorf("80.00 in part: %v", err)
		}
		if got := f.Refund(t, d.ID, refund.Decision{Amount: 8800}); got.Status != trip.Refunded || got.CashToPayBack() != 8800 {
			t.Errorf("all of it: %s, %d to pay back", got.Status, got.CashToPayBack())
		}
		checkBooks(t, f)
	})
}

// Of many decisions that saw the same trip, one pays.
func TestRefund_TRAP_O1_decisionsAboutATripAtOncePayOnce(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := completed(t, f, inCash(t, f), "key-1", 0)
		admin := f.TripAdmin(t)
		var wait sync.WaitGroup
		results := make([]error, 20)
		for i := range results {
			wait.Go(func() {
				yes := refund.Decision{PurchaseID: d.ID, Approve: true, Reason: "r", Amount: money.Amount(100 + i)}
				if i%2 == 0 {
					yes.Amount, yes.Whole = 0, true
				}
				_, results[i] = f.Trips.DecideRefund(t.Context(), admin, yes)
			})
		}
		wait.Wait()
		paid := 0
		for _, err := range results {
			if err == nil {
				paid++
			} else if !errs.Is(err, errs.Conflict) {
				t.Error(err)
			}
		}
		if n := f.Number(t, `SELECT COUNT(*) FROM refunds`); paid != 1 || n != 1 {
			t.Errorf("%d decisions paid, %d refunds were kept", paid, n)
		}
		checkBooks(t, f)
	})
}

// An account stays while a refund of one of its trips is not decided (PROF-05).
func TestRefundAwaited_PROF05_countsTrips(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := completed(t, f, inCash(t, f), "key-1", 0)
		check := func(want bool) {
			t.Helper()
			if got, err := refund.Awaited(t.Context(), f.DB.R, d.ShopperID); err != nil || got != want {
				t.Errorf("awaits a refund: %t, want %t, %v", got, want, err)
			}
		}
		check(false)
		if _, err := ask(t, f, d, refund.Request{}); err != nil {
			t.Fatal(err)
		}
		check(true)
		f.Refund(t, d.ID, refund.Decision{Amount: 100})
		check(false)
	})
}

// Everything of a trip that was paid in cash may go into the wallet, with what a late return
// has cost.
func TestRefund_WAL06_aLateTripGoesIntoTheWallet(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		customer, shopper := f.WithMoney(t, 0)
		r := triptest.Request(shopper)
		r.CustomerID = customer
		d := completed(t, f, func(key string) trip.Details { return f.Book(t, key, r, time.Time{}) }, "key-1", 4*time.Hour)
		f.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = false })
		off := refund.Decision{PurchaseID: d.ID, Approve: true, Whole: true, ToWallet: true, Reason: "r"}
		if _, err := f.Trips.DecideRefund(t.Context(), f.TripAdmin(t), off); !errs.Is(err, errs.Conflict) {
			t.Errorf("while wallets are switched off: %v", err)
		}
		f.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = true })
		f.Refund(t, d.ID, refund.Decision{Amount: 3000, ToWallet: true})
		got := f.Refund(t, d.ID, refund.Decision{Whole: true, ToWallet: true})
		if balance := f.Balance(t, ledger.Wallet(customer)); got.Status != trip.Refunded || balance != 8800 || got.ToPayBack() != 0 {
			t.Errorf("%s: the wallet has %d, %d are to be paid back", got.Status, balance, got.ToPayBack())
		}
		checkBooks(t, f)
	})
}

// What was paid in cash at the return does not pay back a part of what the wallet has paid.
func TestRefund_WAL06_aPartGoesBackIntoTheWalletThatHasPaid(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		withCharges(t, f)
		book := ways(t, f)["wallet"]
		d := completed(t, f, book, "key-1", 4*time.Hour)
		if got := f.Refund(t, d.ID, refund.Decision{Amount: 1000}); got.WalletBack != 1000 || got.ToPayBack() != 0 {
			t.Errorf("%d went into the wallet, %d are to be paid back", got.WalletBack, got.ToPayBack())
		}
		checkBooks(t, f)
	})
}

// A decision is about the request that the admin has read.
func TestRefund_TRAP_O1_aDecisionIsAboutTheRequestThatWasRead(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := completed(t, f, inCash(t, f), "key-1", 0)
		admin := f.TripAdmin(t)
		asked, err := ask(t, f, d, refund.Request{})
		if err != nil {
			t.Fatal(err)
		}
		first := asked.Refunds[0].ID
		for name, decision := range map[string]refund.Decision{
			"unasked":         {Approve: true, Amount: 100, Reason: "r", RequestID: new(int64(0))},
			"of another one":  {Approve: true, RequestID: new(first + 1)},
			"refuses another": {Reason: "no", RequestID: new(first + 1)},
		} {
			decision.PurchaseID = d.ID
			if _, err := f.Trips.DecideRefund(t.Context(), admin, decision); !errs.Is(err, errs.Conflict) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := f.Trips.DecideRefund(t.Context(), admin, refund.Decision{PurchaseID: d.ID, Reason: "no", RequestID: &first}); err != nil {
			t.Error(err)
		}
	})
}

// The link opens the trip until 30 days after the last news of it.
func TestRefund_P1_theLinkLivesOnWithARefund(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		d := completed(t, f, inCash(t, f), "key-1", 0)
		opens := func(want bool) {
			t.Helper()
			_, err := f.Trips.Find(t.Context(), d.ID, purchase.Owner{Token: f.Tokens.Tracking(d.ID)})
			if want && err != nil || !want && !errs.Is(err, errs.LinkEnded) {
				t.Errorf("by the link: %v, want it open: %t", err, want)
			}
			_, err = f.Trips.ByPhone(t.Context(), d.ID, d.ContactPhone)
			if want && err != nil || !want && !errs.Is(err, errs.NotFound) {
				t.Errorf("by the phone: %v, want it open: %t", err, want)
			}
		}
		f.Clock.Advance(29 * 24 * time.Hour)
		opens(true)
		if _, err := ask(t, f, d, refund.Request{}); err != nil {
			t.Fatal(err)
		}
		f.Clock.Advance(60 * 24 * time.Hour)
		opens(true)
		f.Refund(t, d.ID, refund.Decision{Amount: 100})
		f.Clock.Advance(29 * 24 * time.Hour)
		opens(true)
		f.Clock.Advance(2 * 24 * time.Hour)
		opens(false)
	})
}
