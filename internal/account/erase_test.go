package account_test

import (
	"fmt"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/errs"
	"hawker/internal/idempotency"
	"hawker/internal/ledger"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/signin/signintest"
	"hawker/internal/trip/triptest"
)

// Money that goes back through a gateway may still fail there, and what was sent outside of
// the shop may still come. A person must then reach whom it belongs to.
func TestErase_PROF05_ORD04_waitsForMoneyOnItsWay(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me, other := w.NewPerson(t, asha, phone), w.NewPerson(t, "other@example.com", "+12025550102")
		refused := func(what string) {
			t.Helper()
			if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); !errs.Is(err, errs.Conflict) {
				t.Errorf("%s: %v", what, err)
			}
		}
		bought, booked := canceledOrder(t, w, me), canceledTrip(t, w, me)
		goesBack(t, w, "another's", nil, &other.CustomerID)
		for what, of := range map[string]struct{ purchase, customer *int64 }{"an order": {&bought, nil}, "a trip": {&booked, nil}, "a wallet": {nil, &me.CustomerID}} {
			goesBack(t, w, what, of.purchase, of.customer)
			for _, status := range []string{"waiting", "pending", "failed"} {
				w.Exec(t, `UPDATE payment_refunds SET status = $2 WHERE id = $1`, what, status)
				refused(what + ", " + status)
			}
			w.Exec(t, `UPDATE payment_refunds SET status = 'settled' WHERE id = $1`, what)
		}
		for _, id := range []int64{bought, booked} {
			w.Exec(t, `INSERT INTO offline_payments (purchase_id, method, name, status, fields, images, sendings, reason, staff_name, sent_at, repaid_by)
				VALUES ($1, 'bank', 'Bank', 'sent', '[]', '[]', 1, '', '', 1, '')`, id)
			refused("a payment to check")
			w.Exec(t, `UPDATE offline_payments SET status = 'refused'`)
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); err != nil {
			t.Errorf("once all has arrived: %v", err)
		}
	})
}

// Somebody may have typed the contacts of another, and deleted the account.
func TestErase_PROF05_TRAP_P3_leavesWhatBelongsToTheOwnerOfAnUnprovenContact(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		typed := w.NewPerson(t, asha, phone)
		w.Exec(t, `INSERT INTO subscribers (email, created_at, confirmed_at) VALUES ($1, 0, 0)`, asha)
		code := w.SendCode(t, phone) // of the owner
		if err := w.Accounts.Erase(t.Context(), typed.Session, signintest.KnownPassword, account.Forfeits{}); err != nil {
			t.Fatal(err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM subscribers`); n != 1 {
			t.Error("the owner was taken off the newsletter's list")
		}
		if _, err := w.EnterCode(t, phone, code); err != nil {
			t.Errorf("the owner's code: %v", err)
		}
	})
}

// Responses that were kept for another try say who has ordered what, also those of the staff.
func TestErase_PROF05_keptResponsesAreDeleted(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me, other := w.NewPerson(t, asha, phone), w.NewPerson(t, "other@example.com", "+12025550102")
		mine := fmt.Sprint(canceledOrder(t, w, me))
		for key, of := range map[string]struct {
			caller, subject string
		}{
			"own": {idempotency.CustomerCaller(me.CustomerID), ""}, "of an order": {"staff 1", idempotency.PurchaseSubject(mine)}, "of a trip": {"token x", idempotency.PurchaseSubject(fmt.Sprint(canceledTrip(t, w, me)))},
			"another's": {idempotency.CustomerCaller(other.CustomerID), idempotency.PurchaseSubject(fmt.Sprint(canceledOrder(t, w, other)))}, "of a charge": {"staff 1", mine},
		} {
			w.Exec(t, `INSERT INTO kept_responses (caller, operation, subject, key, body_hash, status, body, claim_ends_at, created_at)
				VALUES ($1, 'x', $2, $3, '', 200, 'Asha', 1, 1)`, of.caller, of.subject, key)
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); err != nil {
			t.Fatal(err)
		}
		if w.Number(t, `SELECT COUNT(*) FROM kept_responses`) != 2 || w.Number(t, `SELECT COUNT(*) FROM kept_responses WHERE key IN ($1, $2)`, "another's", "of a charge") != 2 {
			t.Error("other responses are kept, or were deleted")
		}
	})
}

// Whoever deletes an account loses the money and the points that the page has shown, and no more.
func TestErase_PROF05_takesOnlyWhatWasShown(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		w.Credit(t, me.CustomerID, 1234)
		w.Earn(t, me.ShopperID, 40)
		shown := func(amount money.Amount, points int64) account.Forfeits {
			return account.Forfeits{Money: &amount, Points: &points}
		}
		for _, old := range []account.Forfeits{shown(0, 0), shown(1233, 40), shown(1234, 39), shown(1235, 40)} {
			err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, old)
			if e := errs.From(err); e == nil || e.Code != errs.Conflict || e.Field != "forfeits" {
				t.Errorf("shown %d and %d: %v", *old.Money, *old.Points, err)
			}
		}
		if c := me.Read(t, w); c.Email == nil || w.Balance(t, ledger.Wallet(me.CustomerID)) != 1234 || w.Balance(t, ledger.Points(me.CustomerID)) != 40 {
			t.Errorf("after a refusal: %+v", c)
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, shown(1234, 40)); err != nil {
			t.Fatal(err)
		}
		if w.Balance(t, ledger.Wallet(me.CustomerID)) != 0 || w.Balance(t, ledger.Points(me.CustomerID)) != 0 {
			t.Error("money or points are left")
		}
	})
}

func TestErase_PROF05_leavesMoneyThatComesMeanwhile(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		var none account.Forfeits
		none.Money = new(money.Amount)
		signintest.Together(2, func(i int) {
			if i == 0 {
				w.Credit(t, me.CustomerID, 500)
			} else if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, none); err != nil && !errs.Is(err, errs.Conflict) {
				t.Error(err)
			}
		})
		if left := w.Balance(t, ledger.Wallet(me.CustomerID)); left != 500 {
			t.Errorf("%d of the money is left", left)
		}
	})
}

// goesBack lets money of a payment fail on its way back.
func goesBack(t *testing.T, w *signintest.Fixture, id string, purchaseID, customerID *int64) {
	t.Helper()
	w.Exec(t, `INSERT INTO payments (id, gateway, purchase_id, customer_id, amount, digits, currency, bonus, bonus_key, state, url, return_url, created_at, expires_at, updated_at)
		VALUES ($1, 'card', $2, $3, 500, 2, 'USD', 0, '', 'paid', '', '', 1, 1, 1)`, id, purchaseID, customerID)
	w.Exec(t, `INSERT INTO charges (gateway, ref, payment_id, amount, digits, currency, status, reason, sent_back, created_at) VALUES ('card', $1, $1, 500, 2, 'USD', 'returned', '', 500, 1)`, id)
	w.Exec(t, `INSERT INTO payment_refunds (id, charge_id, amount, status, reason, sent_as, ref, created_at) SELECT $1, id, 500, 'failed', '', $1, '', 1 FROM charges WHERE ref = $1`, id)
}

func canceledOrder(t *testing.T, w *signintest.Fixture, who signintest.Person) int64 {
	t.Helper()
	o := w.Place(t, "key", ordertest.BuyNow(who.ShopperID, w.Item(t, w.Store(t, nil), 1000, 9, nil), 1))
	if _, err := w.Orders.Cancel(t.Context(), o.ID, order.Owner{ShopperID: who.ShopperID}, "other"); err != nil {
		t.Fatal(err)
	}
	return o.ID
}

func canceledTrip(t *testing.T, w *signintest.Fixture, who signintest.Person) int64 {
	t.Helper()
	d := triptest.In(t, w.Fixture).Book(t, "key", triptest.Request(who.ShopperID), time.Time{})
	if _, err := w.Trips.Cancel(t.Context(), d.ID, purchase.Owner{ShopperID: who.ShopperID}, "mistake", nil); err != nil {
		t.Fatal(err)
	}
	return d.ID
}
