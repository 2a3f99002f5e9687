package wallet_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order/ordertest"
	"hawker/internal/payment"
	"hawker/internal/setting"
	"hawker/internal/wallet"
)

// engines runs a test on both engines, in a town with wallets and bonuses.
func engines(t *testing.T, test func(t *testing.T, w *ordertest.Fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		w.OfferDigital()
		w.SetSettings(t, func(s *setting.Settings) {
			s.Storefront.CustomerWallet = true
			s.Wallet = setting.Wallet{MinTopUp: 500, MaxTopUp: 100_000, Bonuses: []setting.Bonus{
				{ID: "percent", Title: "10 %", Percent: 1000, MinTopUp: 5000, MaxBonus: 1500, PerCustomer: 2},
				{ID: "amount", Title: "$2", Amount: 200, MinTopUp: 3000},
				{ID: "over", Title: "Last year", Amount: 9999, End: "2000-01-01"},
			}}
		})
		test(t, w)
	})
}

func topUp(customer int64, amount money.Amount) wallet.TopUp {
	return wallet.TopUp{CustomerID: customer, Amount: amount, Gateway: "card", ReturnURL: "https://shop.example/wallet"}
}

func TestStart_WAL01_hasBoundsAndTheBestBonus(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		customer, _ := w.Customer(t)
		for amount, refused := range map[money.Amount]bool{0: true, 499: true, 500: false, 100_000: false, 100_001: true} {
			if _, err := w.Wallets.Start(t.Context(), topUp(customer, amount)); errs.Is(err, errs.Invalid) != refused {
				t.Errorf("%d: %v", amount, err)
			}
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Wallet.MaxTopUp = 0 })
		if _, err := w.Wallets.Start(t.Context(), topUp(customer, 100_001)); err != nil {
			t.Errorf("a town without a largest amount: %v", err)
		}
		w.Exec(t, `UPDATE payments SET state = 'expired'`)
		for _, c := range []struct{ amount, bonus money.Amount }{{2999, 0}, {3000, 200}, {5000, 500}, {50_000, 1500}, {5001, 200}} {
			p, err := w.Wallets.Start(t.Context(), topUp(customer, c.amount))
			if err != nil || p.Bonus != c.bonus {
				t.Errorf("%d: a bonus of %d, want %d, %v", c.amount, p.Bonus, c.bonus, err)
			}
		}
		if _, err := w.Wallets.Start(t.Context(), wallet.TopUp{CustomerID: customer, Amount: 500, Gateway: "none"}); !errs.Is(err, errs.Invalid) {
			t.Errorf("a gateway that is not set up: %v", err)
		}
	})
}

func TestStart_WAL01_aBonusIsNotUsedTooOftenInParallel(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		customer, _ := w.Customer(t)
		startInParallel(t, w, customer, 5)
		if n := w.Number(t, `SELECT COUNT(*) FROM payments WHERE bonus_key = 'percent'`); n != 2 {
			t.Errorf("the bonus was given %d times", n)
		}
		left, err := w.Wallets.Bonuses(t.Context(), customer)
		if err != nil || len(left) != 1 || left[0].ID != "amount" || left[0].Left != -1 {
			t.Errorf("left: %+v, %v", left, err)
		}
	})
}

// The gateway keeps pages open for longer than the shop wants them.
func TestStart_WAL01_aBonusIsFreeOnceItsPageIsClosed(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		customer, _ := w.Customer(t)
		w.SetSettings(t, func(s *setting.Settings) {
			s.Wallet.Bonuses = []setting.Bonus{{ID: "once", Title: "$2", Amount: 200, PerCustomer: 1}}
		})
		start := func(amount, bonus money.Amount) payment.Payment {
			t.Helper()
			p, err := w.Wallets.Start(t.Context(), topUp(customer, amount))
			if err != nil || p.Bonus != bonus {
				t.Fatalf("a bonus of %d, want %d, %v", p.Bonus, bonus, err)
			}
			return p
		}
		left := start(5000, 200)
		w.Clock.Advance(2 * time.Hour)
		start(5000, 0) // until it is sure that nobody pays on the first page
		w.DoJobs(t)
		start(5001, 200)
		if w.Gateway.Payable(*left.Session) {
			t.Error("both pages can be paid with the bonus")
		}
	})
}

// startInParallel starts top-ups of different amounts.
func startInParallel(t *testing.T, w *ordertest.Fixture, customer int64, many money.Amount) {
	var all sync.WaitGroup
	for n := range many {
		all.Go(func() {
			if _, err := w.Wallets.Start(context.Background(), topUp(customer, 10_000+n)); err != nil && !errs.Is(err, errs.TooMany) {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestStart_WAL01_aCustomerHasFewOpenPages(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		customer, _ := w.Customer(t)
		startInParallel(t, w, customer, 20)
		if n := w.Number(t, `SELECT COUNT(*) FROM payments`); n != 5 {
			t.Fatalf("%d pages are open", n)
		}
		var e *errs.Error
		if _, err := w.Wallets.Start(t.Context(), topUp(customer, 700)); !errors.As(err, &e) || e.Code != errs.TooMany || e.RetryAfter != 30*time.Minute {
			t.Errorf("a sixth page: %v", err)
		}
		other, _ := w.Customer(t)
		if _, err := w.Wallets.Start(t.Context(), topUp(other, 700)); err != nil {
			t.Errorf("another customer: %v", err)
		}
		w.Clock.Advance(30 * time.Minute)
		if _, err := w.Wallets.Start(t.Context(), topUp(customer, 700)); err != nil {
			t.Errorf("after the end of the pages: %v", err)
		}
	})
}

func TestStart_WAL01_theSamePaymentHasTheSamePage(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		customer, _ := w.Customer(t)
		start := func(edit func(*wallet.TopUp)) string {
			t.Helper()
			asked := topUp(customer, 3000)
			edit(&asked)
			p, err := w.Wallets.Start(t.Context(), asked)
			if err != nil || p.URL == "" {
				t.Fatalf("%+v, %v", p, err)
			}
			return p.ID
		}
		same := func(*wallet.TopUp) {}
		first := start(same)
		other, _ := w.Customer(t)
		for name, edit := range map[string]func(*wallet.TopUp){
			"another amount":   func(t *wallet.TopUp) { t.Amount++ },
			"another way back": func(t *wallet.TopUp) { t.ReturnURL = "https://shop.example/checkout" },
			"another customer": func(t *wallet.TopUp) { t.CustomerID = other },
		} {
			if start(edit) == first {
				t.Errorf("%s: the same page", name)
			}
		}
		w.Clock.Advance(25 * time.Minute)
		if start(same) != first {
			t.Error("another page for the same payment")
		}
		w.Clock.Advance(time.Millisecond)
		if start(same) == first {
			t.Error("a page that ends soon")
		}
	})
}

func TestDays_WAL01_hasTheBalanceAtTheEndOfEachDay(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		customer, _ := w.Customer(t)
		w.Credit(t, customer, 1000)
		w.Clock.Advance(48 * time.Hour)
		w.Credit(t, customer, 500)
		w.Credit(t, customer, 7)
		days, err := w.Wallets.Days(t.Context(), customer, 4)
		if err != nil || len(days) != 4 {
			t.Fatalf("%v, %v", days, err)
		}
		for i, want := range []money.Amount{0, 1000, 1000, 1507} {
			if days[i].Balance != want {
				t.Errorf("%s: %d, want %d", days[i].Date, days[i].Balance, want)
			}
		}
	})
}

func TestDays_WAL01_endAtMidnightInTheTown(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		w.SetSettings(t, func(s *setting.Settings) { s.Location.TimeZone = "Asia/Kolkata" })
		town, err := time.LoadLocation("Asia/Kolkata")
		if err != nil {
			t.Fatal(err)
		}
		customer, _ := w.Customer(t)
		year, month, day := w.Clock.Now().In(town).Date()
		before, midnight := time.Date(year, month, day, 0, 0, 0, 0, town), time.Date(year, month, day+1, 0, 0, 0, 0, town)
		w.Clock.Advance(midnight.Sub(w.Clock.Now()) - time.Millisecond)
		w.Credit(t, customer, 1000)
		w.Clock.Advance(time.Millisecond)
		w.Credit(t, customer, 500)
		got, err := w.Wallets.Days(t.Context(), customer, 2)
		want := []wallet.Day{{Date: before.Format(time.DateOnly), Balance: 1000}, {Date: midnight.Format(time.DateOnly), Balance: 1500}}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("the days are %v, want %v, %v", got, want, err)
		}
	})
}

func TestErase_PROF05_booksAwayWhatIsLeft(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		customer, _ := w.Customer(t)
		for n := range 2 { // an earlier version booked it away for a new owner too
			w.Credit(t, customer, 1234)
			err := db.InTx(t.Context(), w.DB, func(tx *db.Tx) error { return w.Wallets.Erase(t.Context(), tx, customer) })
			if err != nil || w.Balance(t, ledger.Wallet(customer)) != 0 || w.Sum(t, ledger.Abandoned) != -1234*money.Amount(n+1) {
				t.Errorf("%v: %d is left, %d is booked away", err, w.Balance(t, ledger.Wallet(customer)), w.Sum(t, ledger.Abandoned))
			}
		}
	})
}

func TestRead_WAL01_aTownWithoutWalletsHasNone(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		customer, _ := w.Customer(t)
		w.SetSettings(t, func(s *setting.Settings) { s.Storefront.CustomerWallet = false })
		_, err := w.Wallets.Read(t.Context(), customer)
		_, startErr := w.Wallets.Start(t.Context(), topUp(customer, 1000))
		if !errs.Is(err, errs.NotFound) || !errs.Is(startErr, errs.NotFound) {
			t.Errorf("%v, %v", err, startErr)
		}
	})
}
