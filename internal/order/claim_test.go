package order_test

import (
	"fmt"
	"slices"
	"testing"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
)

// asha is a customer's proven contacts.
var asha = purchase.Contacts{Phone: "+12025550111", Email: "asha@example.com"}

func TestAttach_TRAP_P4_onlyWhatTheyPlacedThemselvesWithAContactOfTheirs(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		place := placer(t, w)
		_, me := w.Customer(t)
		before, stranger := w.Guest(t), w.Guest(t)
		byPhone, byEmail := place(before, "(202) 555-0111", ""), place(before, "2025550122", "Asha@EXAMPLE.com")
		forAFriend := place(before, "2025550133", "tom@example.com")
		foreign := place(stranger, "2025550111", "asha@example.com")
		w.Exec(t, `UPDATE shoppers SET retired_at = 1, merged_into = $2 WHERE id = $1`, before, me)
		attach := func(c purchase.Contacts) {
			inTx(t, w, func(tx *db.Tx) error { return w.Orders.Attach(t.Context(), tx, me, c) })
		}
		attach(purchase.Contacts{})
		if owners(t, w, byPhone, byEmail) != fmt.Sprint([]int64{before, before}) {
			t.Error("no contact attaches something")
		}
		attach(purchase.Contacts{Phone: asha.Phone})
		if got := owners(t, w, byPhone, byEmail, forAFriend, foreign); got != fmt.Sprint([]int64{me, before, before, stranger}) {
			t.Errorf("by the phone: %s", got)
		}
		for range 2 {
			attach(asha)
		}
		if got := owners(t, w, byPhone, byEmail, forAFriend, foreign); got != fmt.Sprint([]int64{me, me, before, stranger}) {
			t.Errorf("by both: %s", got)
		}
	})
}

func TestClaim_TRAP_P4_aStrangersOrderIsAskedAboutAndCountsForNothing(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		place := placer(t, w)
		_, me := w.Customer(t)
		_, other := w.Customer(t)
		mine, strangers := place(w.Guest(t), "2025550111", ""), place(w.Guest(t), "2025550122", "asha@example.com")
		place(w.Guest(t), "2025550133", "tom@example.com")
		place(other, "2025550111", "asha@example.com") // another customer's purchase stays theirs, whatever contact it names
		asked := func(who int64, c purchase.Contacts) (ids []int64) {
			t.Helper()
			found, err := w.Orders.Unclaimed(t.Context(), who, c)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range found {
				ids = append(ids, o.ID)
				if o.StoreName != "Corner Kitchen" || o.Status != order.Pending || o.Total != 1200 || o.CreatedAt != ordertest.Now.UnixMilli() || o.TimeZone != ordertest.TimeZone {
					t.Errorf("asked about %+v", o)
				}
			}
			return ids
		}
		claim := func(who, id int64, c purchase.Contacts, mine bool) (err error) {
			return db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
				return w.Orders.Claim(t.Context(), tx, purchase.Claim{ShopperID: who, ID: id, Contacts: c, Mine: mine})
			})
		}
		history := func() int64 {
			return w.Number(t, `SELECT COUNT(*) FROM orders WHERE shopper_id = $1`, me)
		}
		running := func() bool {
			is, err := w.Orders.Running(t.Context(), w.DB.R, me)
			if err != nil {
				t.Fatal(err)
			}
			return is
		}
		if got := asked(me, asha); !slices.Equal(got, []int64{strangers, mine}) {
			t.Fatalf("asked about %v, want %v", got, []int64{strangers, mine})
		}
		if len(asked(me, purchase.Contacts{})) > 0 || history() != 0 || running() {
			t.Error("orders that nobody has claimed are in the history, or under way for the customer")
		}
		for name, err := range map[string]error{
			"without a contact": claim(me, mine, purchase.Contacts{}, true), "another's contact": claim(me, mine, purchase.Contacts{Email: asha.Email}, true),
			"no such order": claim(me, 999, asha, true), "another customer's": claim(other, strangers, purchase.Contacts{Phone: asha.Phone}, false),
		} {
			if !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := claim(me, mine, asha, true); err != nil {
			t.Fatal(err)
		}
		if err := claim(me, strangers, asha, false); err != nil {
			t.Fatal(err)
		}
		if len(asked(me, asha)) > 0 || history() != 1 || !running() || owners(t, w, mine) != fmt.Sprint([]int64{me}) || owners(t, w, strangers) == fmt.Sprint([]int64{me}) {
			t.Errorf("afterwards: asked about %v, %d in the history", asked(me, asha), history())
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM idempotency_keys WHERE purchase_id = $1`, mine); n != 0 {
			t.Error("the guest still finds it by the idempotency key")
		}
		for name, id := range map[string]int64{"mine": mine, "not mine": strangers} {
			if err := claim(me, id, asha, true); !errs.Is(err, errs.NotFound) {
				t.Errorf("%s, answered again: %v", name, err)
			}
		}
		if got := asked(other, asha); !slices.Equal(got, []int64{strangers}) { // the phone may move to somebody else
			t.Errorf("the next customer with the contact is asked about %v", got)
		}
	})
}

func TestClaim_TRAP_P4_ofTwoCustomersOneHasIt(t *testing.T) {
	engines(t, func(t *testing.T, w *ordertest.Fixture) {
		place := placer(t, w)
		for range 5 {
			_, a := w.Customer(t)
			_, b := w.Customer(t)
			id := place(w.Guest(t), asha.Phone, asha.Email)
			_, problems := together(8, func(i int) (struct{}, error) {
				who, c := a, purchase.Contacts{Phone: asha.Phone}
				if i%2 == 1 {
					who, c = b, purchase.Contacts{Email: asha.Email}
				}
				return struct{}{}, db.InTx(t.Context(), w.DB, func(tx *db.Tx) error {
					return w.Orders.Claim(t.Context(), tx, purchase.Claim{ShopperID: who, ID: id, Contacts: c, Mine: true})
				})
			})
			won := 0
			for _, err := range problems {
				if err == nil {
					won++
				} else if !errs.Is(err, errs.NotFound) {
					t.Error(err)
				}
			}
			if won != 1 {
				t.Errorf("%d have the order", won)
			}
		}
	})
}

// placer places orders of one unit with a contact, and returns their ids.
func placer(t *testing.T, w *ordertest.Fixture) func(who int64, phone, email string) int64 {
	t.Helper()
	item, n := w.Item(t, w.Store(t, nil), 1000, 90, nil), 0
	return func(who int64, phone, email string) int64 {
		n++
		r := ordertest.BuyNow(who, item, 1)
		r.Address.Phone, r.Address.Email = phone, email
		return w.Place(t, fmt.Sprint("key-", n), r).ID
	}
}

// owners are whose the orders are.
func owners(t *testing.T, w *ordertest.Fixture, ids ...int64) string {
	t.Helper()
	var all []int64
	for _, id := range ids {
		all = append(all, w.Number(t, `SELECT shopper_id FROM orders WHERE id = $1`, id))
	}
	return fmt.Sprint(all)
}
