package order_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/catalog"
	"hawker/internal/coupon"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/order/ordertest"
)

// A checkout and the list of coupons read the uses of the shopper alone, however many
// others have used coupons. The engine finds them by an index.
func TestCoupons_PRC03_TRAP_L3_usesAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(string(dialect), func(t *testing.T) {
			t.Parallel()
			noted, d, made := dbtest.Recorded(t, dialect)
			w := ordertest.Open(t, d)
			c := w.Coupon(t, func(c *coupon.Coupon) { c.PerCustomerLimit = 1 })
			item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
			me := w.Guest(t)
			copyOrder(t, w, w.Place(t, "key", ordertest.BuyNow(me, item, 1)).ID, 2000)
			w.Exec(t, `INSERT INTO shoppers (created_at, seen_at) SELECT id, id FROM orders`)
			w.Exec(t, `UPDATE orders SET shopper_id = (SELECT MIN(id) FROM shoppers) + id WHERE id > (SELECT MIN(id) FROM orders)`)
			w.Exec(t, `INSERT INTO purchases (id, kind) SELECT id, 'order' FROM orders WHERE id NOT IN (SELECT id FROM purchases)`)
			w.Exec(t, `INSERT INTO coupon_uses (coupon_id, purchase_id, shopper_id, contact_phone, amount, created_at)
				SELECT $1, id, shopper_id, 'phone ' || id, 0, 0 FROM orders`, c.ID)
			if dialect == db.Postgres {
				w.Exec(t, `ANALYZE`)
			}
			made.Reset()
			who := coupon.Shopper{ID: me, Phone: "+12025550123"}
			list := coupon.New(noted, w.Clock)
			if _, _, err := list.List(t.Context(), coupon.Where{Shopper: who, TimeZone: time.UTC}, catalog.Paging{Size: 20, Number: 1}); err != nil {
				t.Fatal(err)
			}
			refusal, err := c.Check(t.Context(), noted.R, coupon.Purchase{Shopper: who, At: w.Clock.Now(), TimeZone: time.UTC, ZoneID: 1, ModuleID: 10})
			if err != nil || refusal.Code != coupon.UsedByYou {
				t.Fatalf("%+v, %v", refusal, err)
			}
			checked := 0
			for _, query := range made.Made() {
				if !strings.Contains(query.Text, "coupon_uses") {
					continue
				}
				checked++
				for step := range strings.SplitSeq(dbtest.Plan(t, d.R, dialect, query.Text, query.Args...), "\n") {
					if strings.HasPrefix(step, "SCAN u") || strings.HasPrefix(step, "SCAN orders") ||
						strings.Contains(step, "Seq Scan on coupon_uses") || strings.Contains(step, "Seq Scan on orders") ||
						strings.Contains(step, "SEARCH u USING") && !strings.Contains(step, "=?") {
						t.Error(step)
					}
				}
			}
			if checked != 2 {
				t.Errorf("%d statements were checked, want those of the list and of the checkout", checked)
			}
		})
	}
}
