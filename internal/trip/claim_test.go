package trip_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/purchase"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

// byPhone is a trip that somebody books with a phone.
func byPhone(t *testing.T, f fixture, shopperID int64, phone string) trip.Details {
	t.Helper()
	r := triptest.Request(shopperID)
	r.Contact.Phone = phone
	return f.Book(t, fmt.Sprint("key-", f.Number(t, `SELECT COUNT(*) FROM trips`)), r, f.Clock.Now().Add(time.Duration(3+3*f.Number(t, `SELECT COUNT(*) FROM trips`))*time.Hour))
}

func TestClaim_RNT11_TRAP_P4_aStrangersTripIsAskedAboutOnce(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		_, me := f.Customer(t)
		_, other := f.Customer(t)
		asha := purchase.Contacts{Phone: "+12025550111"}
		mine, notMine := byPhone(t, f, f.Guest(t), asha.Phone), byPhone(t, f, f.Guest(t), asha.Phone)
		byPhone(t, f, f.Guest(t), "+12025550122")
		byPhone(t, f, other, asha.Phone) // another customer's purchase stays theirs, whatever contact it names
		asked := func(c purchase.Contacts) (ids []int64) {
			t.Helper()
			found, err := f.Trips.Unclaimed(t.Context(), me, c)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range found {
				if u.ProviderName != "Anchor" || u.Status != trip.Pending || u.TimeZone == "" {
					t.Errorf("%+v", u)
				}
				ids = append(ids, u.ID)
			}
			return ids
		}
		claim := func(c purchase.Claim) error {
			return db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.Trips.Claim(t.Context(), tx, c) })
		}
		if got := fmt.Sprint(asked(asha)); got != fmt.Sprint([]int64{notMine.ID, mine.ID}) || len(asked(purchase.Contacts{})) != 0 {
			t.Errorf("asked about %s", got)
		}
		for name, c := range map[string]purchase.Claim{
			"without a contact":         {ID: mine.ID, ShopperID: me, Mine: true},
			"another's contact":         {ID: mine.ID, ShopperID: me, Mine: true, Contacts: purchase.Contacts{Phone: "+12025550122"}},
			"with the token of another": {ID: mine.ID, ShopperID: me, Mine: true, HoldsToken: true},
			"no such trip":              {ID: 999, ShopperID: me, Mine: true, Contacts: asha},
		} {
			if err := claim(c); !errs.Is(err, errs.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := claim(purchase.Claim{ID: mine.ID, ShopperID: me, Contacts: asha, Mine: true}); err != nil {
			t.Fatal(err)
		}
		if err := claim(purchase.Claim{ID: notMine.ID, ShopperID: me, Contacts: asha}); err != nil {
			t.Fatal(err)
		}
		if left := asked(asha); len(left) != 0 {
			t.Errorf("asked again about %v", left)
		}
		if _, err := f.Trips.Find(t.Context(), mine.ID, purchase.Owner{ShopperID: me}); err != nil {
			t.Errorf("the claimed trip: %v", err)
		}
		if _, err := f.Trips.Find(t.Context(), notMine.ID, purchase.Owner{ShopperID: me}); !errs.Is(err, errs.NotFound) {
			t.Errorf("the trip of somebody else: %v", err)
		}
	})
}

func TestClaim_RNT11_TRAP_P4_ofTwoCustomersOneGetsIt(t *testing.T) {
	engines(t, func(t *testing.T, f fixture) {
		asha := purchase.Contacts{Phone: "+12025550111"}
		d := byPhone(t, f, f.Guest(t), asha.Phone)
		var won atomic.Int64
		var all sync.WaitGroup
		for range 4 {
			_, who := f.Customer(t)
			all.Go(func() {
				c := purchase.Claim{ID: d.ID, ShopperID: who, Contacts: asha, Mine: true}
				switch err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.Trips.Claim(t.Context(), tx, c) }); {
				case err == nil:
					won.Add(1)
				case !errs.Is(err, errs.NotFound):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 {
			t.Errorf("%d customers got it", won.Load())
		}
	})
}
