package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order/ordertest"
)

var at = time.UnixMilli(1)

// addOrder writes an order without transfers, and returns its id.
func addOrder(t *testing.T, d *db.DB) int64 {
	t.Helper()
	w := ordertest.New(t, d)
	store := w.Store(t, nil)
	w.Exec(t, `INSERT INTO shoppers (id, created_at) VALUES (1, 0)`)
	w.Exec(t, `INSERT INTO orders (id, shopper_id, module_id, store_id, zone_id, source, order_type, status, payment_method,
			payment_status, subtotal, discount, delivery_charge, tax, tax_included, additional_charge, extra_packaging, tip, total,
			price_rows, distance_metres, address, contact_name, contact_phone, order_note, delivery_instruction,
			unavailable_item_note, cutlery, cancel_reason, rider, created_at, updated_at)
		VALUES (7, 1, 10, $1, 1, 'cart', 'delivery', 'pending', 'cash_on_delivery', 'unpaid', 0, 0, 0, 0, FALSE, 0, 0, 0, 0,
			'[]', 0, '{}', '', '', '', '', '', FALSE, '', '{}', 0, 0)`, store.ID)
	return 7
}

func post(t *testing.T, d *db.DB, kind ledger.Kind, orderID int64, entries ...ledger.Entry) error {
	t.Helper()
	return db.InTx(t.Context(), d, func(tx *db.Tx) error {
		return ledger.Post(t.Context(), tx, kind, ledger.Order(orderID), at, entries)
	})
}

func balance(t *testing.T, d *db.DB, account string) money.Amount {
	t.Helper()
	sum, err := db.One[money.Amount](t.Context(), d.R,
		`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_entries WHERE account = $1`, account)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestPost_refusesUnbalancedAndRepeatedTransfers(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		id := addOrder(t, d)
		owed, store := ledger.Entry{Account: ledger.Receivable, Amount: 1000}, ledger.Entry{Account: ledger.Store(3), Amount: -1000}

		if err := post(t, d, ledger.OrderPlaced, id, owed); err == nil || !strings.Contains(err.Error(), "order_placed of order:7 is off by 1000") {
			t.Errorf("one-sided: %v", err)
		}
		if err := credit(t, d, ledger.Wallet(1), "zero", 0); err != nil {
			t.Errorf("nothing but zeros: %v", err)
		}
		if err := credit(t, d, ledger.Wallet(1), "zero", 5); !errors.Is(err, db.ErrExists) {
			t.Errorf("a second transfer after one of zeros: %v", err)
		}
		if err := post(t, d, ledger.OrderPlaced, id, owed, store, ledger.Entry{Account: ledger.Tips}); err != nil {
			t.Fatal(err)
		}
		if err := post(t, d, ledger.OrderPlaced, id, owed, store); !errors.Is(err, db.ErrExists) {
			t.Errorf("a second transfer of the same kind: %v", err)
		}
		if n, _ := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM ledger_entries`); n != 2 {
			t.Errorf("%d entries, want 2: an entry of zero is not written", n)
		}
		if got := balance(t, d, ledger.Receivable); got != 1000 {
			t.Errorf("owed %d", got)
		}
	})
}

func TestUndo_ORD05_bringsEveryAccountToZero(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		id := addOrder(t, d)
		if err := post(t, d, ledger.OrderPlaced, id, ledger.Entry{Account: ledger.Receivable, Amount: 1000}, ledger.Entry{Account: ledger.Store(3), Amount: -900}, ledger.Entry{Account: ledger.Tax, Amount: -100}); err != nil {
			t.Fatal(err)
		}
		if err := post(t, d, ledger.OrderPaid, id, ledger.Entry{Account: ledger.Cash, Amount: 1000}, ledger.Entry{Account: ledger.Receivable, Amount: -1000}); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second one has nothing to reverse, and is refused as a repeated kind
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				entries, err := ledger.Undo(t.Context(), tx, ledger.Order(id))
				if err != nil {
					return err
				}
				return ledger.Post(t.Context(), tx, ledger.OrderRefunded, ledger.Order(id), at, entries)
			})
			if err != nil && !errors.Is(err, db.ErrExists) {
				t.Fatal(err)
			}
		}
		for _, account := range []string{ledger.Receivable, ledger.Store(3), ledger.Tax, ledger.Cash} {
			if got := balance(t, d, account); got != 0 {
				t.Errorf("%s is left with %d", account, got)
			}
		}
	})
}

func TestBooks_areAppendOnly(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		id := addOrder(t, d)
		if err := post(t, d, ledger.OrderPlaced, id, ledger.Entry{Account: ledger.Receivable, Amount: 1000}, ledger.Entry{Account: ledger.Tax, Amount: -1000}); err != nil {
			t.Fatal(err)
		}
		for _, change := range []string{
			`UPDATE ledger_entries SET amount = 0`, `DELETE FROM ledger_entries`,
			`UPDATE ledger_transfers SET kind = 'x'`, `DELETE FROM ledger_transfers`,
		} {
			err := db.InTx(context.Background(), d, func(tx *db.Tx) error {
				_, err := db.Exec(t.Context(), tx, change)
				return err
			})
			if err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", change, err)
			}
		}
	})
}

func credit(t *testing.T, d *db.DB, account, once string, amount money.Amount) error {
	t.Helper()
	return db.InTx(t.Context(), d, func(tx *db.Tx) error {
		return ledger.Post(t.Context(), tx, ledger.Cashback, ledger.Other("test", once), at,
			[]ledger.Entry{{Account: ledger.Rewards, Amount: amount}, {Account: account, Amount: -amount}})
	})
}

func TestPost_W1_aBalanceNeverFallsBelowZero(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, wallet := open(t), ledger.Wallet(1)
		if err := credit(t, d, wallet, "first", 100); err != nil {
			t.Fatal(err)
		}
		var spent atomic.Int64
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				switch err := credit(t, d, wallet, fmt.Sprint("debit", i), -1); {
				case err == nil:
					spent.Add(1)
				case !errors.Is(err, ledger.ErrInsufficient):
					t.Error(err)
				}
			})
		}
		all.Wait()
		left, err := ledger.Balance(t.Context(), d.R, wallet)
		if err != nil || left != 0 || spent.Load() != 100 || -balance(t, d, wallet) != 0 {
			t.Errorf("%d debits of 1 on a balance of 100 succeeded; %d is left, %v", spent.Load(), left, err)
		}
		if n, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM ledger_entries e WHERE account = $1
			AND balance <> -(SELECT SUM(amount) FROM ledger_entries b WHERE b.account = e.account AND b.id <= e.id)`, wallet); err != nil || n != 0 {
			t.Errorf("%d entries have a wrong balance: %v", n, err)
		}
		if n, err := db.One[int64](t.Context(), d.R, `SELECT COUNT(*) FROM ledger_entries WHERE account = $1 AND balance IS NOT NULL`, ledger.Rewards); err != nil || n != 0 {
			t.Errorf("%d entries of an account without a balance have one: %v", n, err)
		}
		if err := credit(t, d, ledger.Wallet(2), "the least", 1); err != nil {
			t.Errorf("a new wallet gets one unit: %v", err)
		}
	})
}

func TestPost_W2_aSubjectHasOneTransferOfAKind(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, wallet := open(t), ledger.Wallet(1)
		var done atomic.Int64
		var all sync.WaitGroup
		for range 30 {
			all.Go(func() {
				switch err := credit(t, d, wallet, "the same", 7); {
				case err == nil:
					done.Add(1)
				case !errors.Is(err, db.ErrExists):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if left, err := ledger.Balance(t.Context(), d.R, wallet); err != nil || left != 7 || done.Load() != 1 {
			t.Errorf("credited %d times: %d, %v", done.Load(), left, err)
		}
	})
}

func TestAbandon_PROF05_booksAwayWhatIsLeftAsOftenAsItComes(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, wallet := open(t), ledger.Wallet(1)
		abandon := func() error {
			return db.InTx(t.Context(), d, func(tx *db.Tx) error { return ledger.Abandon(t.Context(), tx, 1, at) })
		}
		if err := abandon(); err != nil {
			t.Errorf("an empty wallet: %v", err)
		}
		for n, amount := range []money.Amount{500, 30} {
			if err := credit(t, d, wallet, fmt.Sprint(n), amount); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time nothing is left
				if err := abandon(); err != nil {
					t.Errorf("%d in the wallet: %v", amount, err)
				}
			}
			if left, err := ledger.Balance(t.Context(), d.R, wallet); err != nil || left != 0 {
				t.Errorf("%d is left, %v", left, err)
			}
		}
		if got := balance(t, d, ledger.Abandoned); got != -530 {
			t.Errorf("%d is booked away, want 530", -got)
		}
	})
}

func TestLockBalance_WAL01_isZeroBeforeTheFirstEntry(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, wallet := open(t), ledger.Wallet(1)
		for _, want := range []money.Amount{0, 100} {
			if want > 0 {
				if err := credit(t, d, wallet, "first", want); err != nil {
					t.Fatal(err)
				}
			}
			read, err := ledger.Balance(t.Context(), d.R, wallet)
			if err != nil || read != want {
				t.Errorf("the balance is %d, %v; want %d", read, err, want)
			}
			var locked money.Amount
			err = db.InTx(t.Context(), d, func(tx *db.Tx) (err error) {
				locked, err = ledger.LockBalance(t.Context(), tx, wallet)
				return err
			})
			if err != nil || locked != want {
				t.Errorf("the locked balance is %d, %v; want %d", locked, err, want)
			}
		}
	})
}

func TestUses_ORD05_findsAnAccountOfTheSubjectAlone(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d := open(t)
		order := ledger.Order(addOrder(t, d))
		if err := post(t, d, ledger.OrderPlaced, 7, ledger.Entry{Account: ledger.Receivable, Amount: 10}, ledger.Entry{Account: ledger.Tax, Amount: -10}); err != nil {
			t.Fatal(err)
		}
		if err := credit(t, d, ledger.Wallet(1), "a gift", 10); err != nil {
			t.Fatal(err)
		}
		gift := ledger.Other("test", "a gift")
		for _, tt := range []struct {
			of      ledger.Subject
			account string
			want    bool
		}{
			{order, ledger.Tax, true}, {order, ledger.Rewards, false}, {gift, ledger.Rewards, true}, {gift, ledger.Tax, false},
		} {
			err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
				got, err := ledger.Uses(t.Context(), tx, tt.of, tt.account)
				if got != tt.want {
					t.Errorf("%s uses %s: %t", tt.of, tt.account, got)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func TestHistory_WAL01_hasEveryEntryWithItsBalance(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		d, wallet := open(t), ledger.Wallet(1)
		for i, amount := range []money.Amount{500, -200, 30, -30} {
			if err := credit(t, d, wallet, fmt.Sprint(i), amount); err != nil {
				t.Fatal(err)
			}
		}
		for direction, want := range map[ledger.Direction][]money.Amount{ledger.All: {300, 330, 300}, ledger.Gained: {330, 500}, ledger.Lost: {300, 300}} {
			page, total, err := ledger.History(t.Context(), d.R, wallet, direction, catalog.Paging{Number: 1, Size: 3})
			var got []money.Amount
			for _, l := range page {
				got = append(got, l.Balance)
			}
			if err != nil || !slices.Equal(got, want) || direction == ledger.All && total != 4 {
				t.Errorf("%s: %v of %d, %v", direction, got, total, err)
			}
		}
		page, total, err := ledger.History(t.Context(), d.R, wallet, "no direction", catalog.Paging{Number: 2, Size: 3})
		if err != nil || total != 4 || len(page) != 1 || page[0].Balance != 500 || page[0].Amount != 500 {
			t.Errorf("the second page: %+v of %d, %v", page, total, err)
		}
		for _, tt := range []struct {
			since time.Time
			want  []money.Amount
		}{
			{at.Add(-time.Hour), []money.Amount{0, 500, 300, 330, 300}},
			{at, []money.Amount{0, 500, 300, 330, 300}},
			{at.Add(time.Millisecond), []money.Amount{300}},
		} {
			steps, err := ledger.Steps(t.Context(), d.R, wallet, tt.since)
			var got []money.Amount
			for _, s := range steps {
				got = append(got, s.Amount)
			}
			if err != nil || !slices.Equal(got, tt.want) || steps[0].At != tt.since.UnixMilli() {
				t.Errorf("since %s: %+v, %v", tt.since, steps, err)
			}
		}
	})
}

func TestForPurchase_WAL06_namesTheOrderOfACashback(t *testing.T) {
	order, text := int64(17), func(s string) *string { return &s }
	for _, c := range []struct {
		line ledger.Line
		want int64
	}{
		{ledger.Line{Kind: ledger.WalletPart, OrderID: &order}, 17},
		{ledger.Line{Kind: ledger.Cashback, Subject: text("cashback:17")}, 17},
		{ledger.Line{Kind: ledger.Cashback, Subject: text("cashback_taken:17:3")}, 17},
		{ledger.Line{Kind: ledger.Cashback, Subject: text("test:17")}, 0},
		{ledger.Line{Kind: ledger.TripPaid, Subject: text("trip:17")}, 17},
		{ledger.Line{Kind: ledger.BackToWallet, Subject: text("payment_refund:3:17")}, 17},
		{ledger.Line{Kind: ledger.TopUp, Subject: text("payment:17")}, 0},
		{ledger.Line{Kind: ledger.Referral, Subject: text("cashback:17")}, 0},
		{ledger.Line{Kind: ledger.Cashback, Subject: text("cashback")}, 0},
		{ledger.Line{Kind: ledger.BackToWallet, Subject: text("payment_refund:3")}, 0},
		{ledger.Line{Kind: ledger.TripPaid, Subject: text("trip:none")}, 0},
		{ledger.Line{Kind: ledger.TopUp}, 0},
	} {
		got := c.line.ForPurchase()
		if (got == nil) != (c.want == 0) || got != nil && *got != c.want {
			t.Errorf("%+v: %v, want %d", c.line, got, c.want)
		}
	}
}
