package review_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"hawker/internal/catalog"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/review"
	"hawker/internal/upload"
	"hawker/internal/verify"
)

// fixture is a town with customers whose orders were delivered.
type fixture struct {
	*ordertest.Fixture
	Reviews *review.Service
	store   catalog.Store
	items   []catalog.Item
}

func engines(t *testing.T, run func(t *testing.T, f *fixture)) {
	t.Helper()
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		w := ordertest.Open(t, open(t))
		f := &fixture{Fixture: w, Reviews: review.New(w.DB, w.Clock), store: w.Store(t, nil)}
		for range 3 {
			f.items = append(f.items, w.Item(t, f.store, 1000, ordertest.Unlimited, nil))
		}
		run(t, f)
	})
}

// customer makes a shopper with an account.
func (f *fixture) customer(t *testing.T) int64 {
	t.Helper()
	id := f.Guest(t)
	n := f.Number(t, `SELECT COUNT(*) FROM customers`)
	f.Exec(t, `INSERT INTO customers (shopper_id, first_name, last_name, email_verified, phone_verified, password_hash, picture, interests, referral_code, created_at)
		VALUES ($1, 'Asha', 'Rao', FALSE, FALSE, '', '', '[]', $2, 0)`, id, fmt.Sprint("code ", n))
	return id
}

// delivered places an order of the first items and delivers it by a rider.
func (f *fixture) delivered(t *testing.T, shopperID int64, items int) order.OrderDetails {
	t.Helper()
	placed := f.placed(t, shopperID, items)
	for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
		if to == order.PickedUp {
			if err := f.SetRider(t, placed.ID, order.Rider{Name: "Ravi"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Orders.Move(t.Context(), placed.ID, to, order.ByAdmin, ""); err != nil {
			t.Fatal(err)
		}
	}
	return f.find(t, placed)
}

func (f *fixture) placed(t *testing.T, shopperID int64, items int) order.OrderDetails {
	t.Helper()
	for _, item := range f.items[:items] {
		f.Add(t, shopperID, item, 1, options.Choice{})
	}
	n := f.Number(t, `SELECT COUNT(*) FROM orders`)
	return f.Place(t, fmt.Sprintf("key-%05d", n), ordertest.Request(shopperID))
}

func (f *fixture) find(t *testing.T, o order.OrderDetails) order.OrderDetails {
	t.Helper()
	found, err := f.Orders.Find(t.Context(), o.ID, order.Owner{ShopperID: o.ShopperID})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// rating is what a row of a table says of its stars.
type rating struct{ RatingSum, RatingCount int64 }

func (f *fixture) rating(t *testing.T, table string, id int64) rating {
	t.Helper()
	r, err := db.One[rating](t.Context(), f.DB.R, `SELECT rating_sum, rating_count FROM `+table+` WHERE id = $1`, id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (f *fixture) verify(t *testing.T) {
	t.Helper()
	report, err := verify.Run(t.Context(), f.DB)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Checks {
		for _, finding := range c.Findings {
			t.Errorf("verify: %s: %s", c.Name, finding)
		}
	}
}

func stars(n int) *review.Opinion { return &review.Opinion{Rating: n} }

func TestAdd_ITEM12_everythingOfAnOrderOnce(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me := f.customer(t)
		o := f.delivered(t, me, 2)
		image := f.Upload(t, me, upload.Review)
		r := review.Request{
			OrderID: o.ID, ShopperID: me, Store: stars(4), Rider: &review.Opinion{Rating: 5, Text: "Quick"},
			Items: []review.Opinion{{ID: f.items[1].ID, Rating: 2}, {ID: f.items[0].ID, Rating: 5, Text: " Lovely ", Images: []string{image}}},
		}
		before := f.rating(t, "stores", f.store.ID)
		for n := range 3 { // whoever got no response sends the same again
			if err := f.Reviews.Add(t.Context(), r); err != nil {
				t.Fatalf("the %d. time: %v", n+1, err)
			}
		}
		given, err := f.Reviews.OfOrder(t.Context(), o.ID)
		if err != nil || len(given) != 4 || given[0].Body != "Lovely" || given[0].Author != "Asha R." || given[0].Images.V[0] != image {
			t.Fatalf("the reviews: %+v, %v", given, err)
		}
		if left := review.LeftOf(o, given); len(left.ItemIDs) > 0 || left.Store || left.Rider {
			t.Errorf("left: %+v", left)
		}
		after := f.rating(t, "stores", f.store.ID)
		if after.RatingSum != before.RatingSum+4 || after.RatingCount != before.RatingCount+1 {
			t.Errorf("the store: %+v after %+v", after, before)
		}
		if rider := f.rating(t, "staff", *o.RiderID); rider != (rating{5, 1}) {
			t.Errorf("the rider: %+v", rider)
		}
		other := r
		other.Store = stars(1)
		if err := f.Reviews.Add(t.Context(), other); !errs.Is(err, errs.Conflict) {
			t.Errorf("other stars for the same: %v", err)
		}
		f.verify(t)
	})
}

func TestAdd_ITEM12_whatIsLeftMayFollowLater(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me := f.customer(t)
		o := f.delivered(t, me, 3)
		add := func(r review.Request) error {
			r.OrderID, r.ShopperID = o.ID, me
			return f.Reviews.Add(t.Context(), r)
		}
		if err := add(review.Request{Store: stars(5)}); err != nil {
			t.Fatal(err)
		}
		// The second time fails: one of the two is refused, so neither is kept.
		err := add(review.Request{Store: stars(3), Items: []review.Opinion{{ID: f.items[0].ID, Rating: 1}}})
		if given, _ := f.Reviews.OfOrder(t.Context(), o.ID); !errs.Is(err, errs.Conflict) || len(given) != 1 {
			t.Errorf("%v, and %d reviews", err, len(given))
		}
		if err := add(review.Request{Items: []review.Opinion{{ID: f.items[2].ID, Rating: 1}}}); err != nil {
			t.Fatal(err)
		}
		given, _ := f.Reviews.OfOrder(t.Context(), o.ID)
		if left := review.LeftOf(o, given); len(left.ItemIDs) != 2 || left.Store || !left.Rider {
			t.Errorf("left: %+v", left)
		}
		f.verify(t)
	})
}

func TestAdd_ITEM12_refuses(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me, other := f.customer(t), f.customer(t)
		running, done := f.placed(t, other, 1), f.delivered(t, me, 1)
		image := f.Upload(t, other, upload.Review)
		for name, c := range map[string]struct {
			want errs.Code
			r    review.Request
		}{
			"an order that runs":          {errs.Conflict, review.Request{OrderID: running.ID, ShopperID: other, Store: stars(5)}},
			"somebody else's order":       {errs.NotFound, review.Request{OrderID: done.ID, ShopperID: other, Store: stars(5)}},
			"no such order":               {errs.NotFound, review.Request{OrderID: 99, ShopperID: me, Store: stars(5)}},
			"nothing":                     {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me}},
			"no star":                     {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Store: stars(0)}},
			"six stars":                   {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Store: stars(6)}},
			"an item that is not in it":   {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Items: []review.Opinion{{ID: f.items[2].ID, Rating: 3}}}},
			"an item twice":               {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Items: []review.Opinion{{ID: f.items[0].ID, Rating: 3}, {ID: f.items[0].ID, Rating: 3}}}},
			"a long text":                 {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Store: &review.Opinion{Rating: 3, Text: strings.Repeat("é", 1001)}}},
			"four images":                 {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Store: &review.Opinion{Rating: 3, Images: []string{"1", "2", "3", "4"}}}},
			"somebody else's image":       {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Store: &review.Opinion{Rating: 3, Images: []string{image}}}},
			"an image of the rider":       {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Rider: &review.Opinion{Rating: 3, Images: []string{image}}}},
			"an image for something else": {errs.Invalid, review.Request{OrderID: done.ID, ShopperID: me, Store: &review.Opinion{Rating: 3, Images: []string{f.Upload(t, me, upload.Refund)}}}},
		} {
			if err := f.Reviews.Add(t.Context(), c.r); !errs.Is(err, c.want) {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
		}
		f.Exec(t, `UPDATE stores SET reviews_enabled = FALSE WHERE id = $1`, f.store.ID)
		err := f.Reviews.Add(t.Context(), review.Request{OrderID: done.ID, ShopperID: me, Store: stars(5)})
		if e := errs.From(err); e.Message != "this store is not having any review plan" {
			t.Errorf("a store without the plan: %v", err)
		}
		if n := f.Number(t, `SELECT COUNT(*) FROM reviews`); n != 0 {
			t.Errorf("%d reviews are kept", n)
		}
	})
}

// A plan without reviews is about the store and its items. The rider is not the store's.
func TestAdd_ITEM12_theRiderOfAStoreWithoutThePlan(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me := f.customer(t)
		o := f.delivered(t, me, 1)
		f.Exec(t, `UPDATE stores SET reviews_enabled = FALSE WHERE id = $1`, f.store.ID)
		for _, r := range []review.Request{
			{OrderID: o.ID, ShopperID: me, Rider: stars(4), Store: stars(5)},
			{OrderID: o.ID, ShopperID: me, Rider: stars(4), Items: []review.Opinion{{ID: f.items[0].ID, Rating: 3}}},
		} {
			if err := f.Reviews.Add(t.Context(), r); !errors.Is(err, catalog.ErrNoReviewPlan) {
				t.Errorf("with the store or an item: %v", err)
			}
		}
		if err := f.Reviews.Add(t.Context(), review.Request{OrderID: o.ID, ShopperID: me, Rider: stars(4)}); err != nil {
			t.Errorf("the rider alone: %v", err)
		}
		if sum := f.Number(t, `SELECT SUM(rating_sum) FROM staff`); sum != 4 {
			t.Errorf("the rider has %d stars", sum)
		}
	})
}

// An order without a rider has nobody to review.
func TestAdd_ITEM12_noRiderWithoutADelivery(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me := f.customer(t)
		o := f.delivered(t, me, 1)
		f.Exec(t, `UPDATE orders SET rider_id = NULL`)
		if err := f.Reviews.Add(t.Context(), review.Request{OrderID: o.ID, ShopperID: me, Rider: stars(5)}); !errs.Is(err, errs.Invalid) {
			t.Errorf("%v", err)
		}
		if left := review.LeftOf(f.find(t, o), nil); left.Rider || !left.Store {
			t.Errorf("left: %+v", left)
		}
	})
}

func TestAdd_ITEM12_fiftyAtOnceAreOne(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me := f.customer(t)
		o := f.delivered(t, me, 1)
		before := f.rating(t, "items", f.items[0].ID)
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				err := f.Reviews.Add(context.WithoutCancel(t.Context()), review.Request{
					OrderID: o.ID, ShopperID: me, Store: stars(3), Items: []review.Opinion{{ID: f.items[0].ID, Rating: 4}},
				})
				if err != nil {
					t.Errorf("an identical post: %v", err)
				}
			})
		}
		all.Wait()
		if n := f.Number(t, `SELECT COUNT(*) FROM reviews`); n != 2 {
			t.Errorf("%d reviews, want one of the item and one of the store", n)
		}
		if after := f.rating(t, "items", f.items[0].ID); after.RatingSum != before.RatingSum+4 || after.RatingCount != before.RatingCount+1 {
			t.Errorf("the item: %+v after %+v", after, before)
		}
		f.verify(t)
	})
}

// oracle adds the stars of shown reviews up, from what was asked for.
type oracle map[string]map[string]int // of what, by which review

func (o oracle) rating(of string) (r rating) {
	for _, stars := range o[of] {
		r.RatingSum += int64(stars)
		r.RatingCount++
	}
	return r
}

func (o oracle) set(of, key string, stars int) {
	if o[of] == nil {
		o[of] = map[string]int{}
	}
	o[of][key] = stars
}

// Reviews are given, hidden and shown again by many at once. Afterwards every rating is
// what an oracle, which shares no code with the package, adds up.
func TestRatings_ITEM12_equalAnOracle(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		dice := rand.New(rand.NewPCG(12, 34))
		admin := f.Admin(t)
		var mu sync.Mutex
		var all sync.WaitGroup
		want := oracle{}
		before := map[string]rating{}
		for _, item := range f.items {
			before[fmt.Sprint("items ", item.ID)] = f.rating(t, "items", item.ID)
		}
		before[fmt.Sprint("stores ", f.store.ID)] = f.rating(t, "stores", f.store.ID)
		for range 12 {
			me := f.customer(t)
			o := f.delivered(t, me, 1+dice.IntN(3))
			r, hide := review.Request{OrderID: o.ID, ShopperID: me}, dice.IntN(3)
			for _, line := range o.Lines {
				if dice.IntN(4) > 0 {
					r.Items = append(r.Items, review.Opinion{ID: line.ItemID, Rating: 1 + dice.IntN(5)})
				}
			}
			r.Store = stars(1 + dice.IntN(5))
			if dice.IntN(2) == 0 {
				r.Rider = stars(1 + dice.IntN(5))
			}
			all.Go(func() {
				if err := f.Reviews.Add(context.WithoutCancel(t.Context()), r); err != nil {
					t.Error(err)
					return
				}
				given, err := f.Reviews.OfOrder(t.Context(), o.ID)
				if err != nil {
					t.Error(err)
				}
				for n, g := range given {
					hidden := n%3 < hide
					for _, now := range []bool{true, hidden} { // hidden, and perhaps shown again
						if _, err := f.Reviews.SetHidden(context.WithoutCancel(t.Context()), admin.ID, g.ID, now); err != nil {
							t.Error(err)
						}
					}
					of := fmt.Sprint("stores ", f.store.ID)
					if g.ItemID != nil {
						of = fmt.Sprint("items ", *g.ItemID)
					} else if g.RiderID != nil {
						of = fmt.Sprint("staff ", *g.RiderID)
					}
					if !hidden {
						mu.Lock()
						want.set(of, fmt.Sprint(g.ID), g.Rating)
						mu.Unlock()
					}
				}
			})
		}
		all.Wait()
		for of := range want {
			var table string
			var id int64
			if _, err := fmt.Sscan(of, &table, &id); err != nil {
				t.Fatal(err)
			}
			expected := want.rating(of)
			expected.RatingSum += before[of].RatingSum
			expected.RatingCount += before[of].RatingCount
			if got := f.rating(t, table, id); got != expected {
				t.Errorf("%s: %+v, want %+v", of, got, expected)
			}
		}
		f.verify(t)
	})
}

func TestSetHidden_ITEM12_twentyAtOnceCountOnce(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me, admin := f.customer(t), f.Admin(t)
		o := f.delivered(t, me, 1)
		before := f.rating(t, "stores", f.store.ID)
		if err := f.Reviews.Add(t.Context(), review.Request{OrderID: o.ID, ShopperID: me, Store: stars(5)}); err != nil {
			t.Fatal(err)
		}
		given, _ := f.Reviews.OfOrder(t.Context(), o.ID)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if _, err := f.Reviews.SetHidden(context.WithoutCancel(t.Context()), admin.ID, given[0].ID, true); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if after := f.rating(t, "stores", f.store.ID); after != before {
			t.Errorf("%+v after %+v", after, before)
		}
		if given, _ := f.Reviews.OfOrder(t.Context(), o.ID); given[0].HiddenAt == nil {
			t.Error("it is not hidden")
		}
		f.verify(t)
	})
}

func TestReply_ITEM12_ofTheOwnStoreAlone(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me := f.customer(t)
		o := f.delivered(t, me, 1)
		err := f.Reviews.Add(t.Context(), review.Request{OrderID: o.ID, ShopperID: me, Store: stars(5), Rider: stars(1), Items: []review.Opinion{{ID: f.items[0].ID, Rating: 4}}})
		if err != nil {
			t.Fatal(err)
		}
		given, _ := f.Reviews.OfOrder(t.Context(), o.ID)
		item, store, rider := given[0].ID, given[1].ID, given[2].ID
		cook, stranger := f.Vendor(t, f.store.ID), f.Vendor(t, f.Store(t, nil).ID)
		for _, text := range []string{"Thank you", "Thank you!"} { // one reply, which can be edited
			if got, err := f.Reviews.Reply(t.Context(), cook.StoreID, item, review.NewReply{StaffID: cook.ID, Text: " " + text}); err != nil || got.Reply != text || got.RepliedAt == nil {
				t.Errorf("%+v, %v", got, err)
			}
		}
		if _, err := f.Reviews.Reply(t.Context(), stranger.StoreID, store, review.NewReply{StaffID: stranger.ID, Text: "Hello"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("by another store: %v", err)
		}
		if _, err := f.Reviews.Reply(t.Context(), cook.StoreID, rider, review.NewReply{StaffID: cook.ID, Text: "Hello"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("to a review of the rider: %v", err)
		}
		for _, c := range []struct {
			text, seen string
			want       errs.Code
		}{
			{"Come again", "Thank you", errs.Conflict}, // a colleague has written "Thank you!" since
			{"Come again", "", errs.Conflict},
			{"Thank you!", "Thank you", ""}, // sent again after a lost response
			{"Come again", "Thank you!", ""},
		} {
			_, err := f.Reviews.Reply(t.Context(), cook.StoreID, item, review.NewReply{StaffID: cook.ID, Text: c.text, Seen: &c.seen})
			if (c.want == "") != (err == nil) || err != nil && !errs.Is(err, c.want) {
				t.Errorf("%q where %q was seen: %v", c.text, c.seen, err)
			}
		}
		for _, text := range []string{" ", strings.Repeat("a", 1001)} {
			if _, err := f.Reviews.Reply(t.Context(), cook.StoreID, store, review.NewReply{StaffID: cook.ID, Text: text}); !errs.Is(err, errs.Invalid) {
				t.Errorf("%.5q: %v", text, err)
			}
		}
		for _, c := range []struct {
			f    review.Filter
			want int
		}{
			{review.Filter{StoreID: f.store.ID}, 2}, {review.Filter{StoreID: f.store.ID, Unanswered: true}, 1},
			{review.Filter{Riders: true}, 3}, {review.Filter{Hidden: true, Riders: true}, 0}, {review.Filter{StoreID: stranger.StoreID}, 0},
		} {
			page, err := f.Reviews.List(t.Context(), c.f, review.Paging{Size: 1, Number: 1})
			if err != nil || page.Total != c.want || len(page.Reviews) != min(1, c.want) {
				t.Errorf("%+v: %+v, %v", c.f, page, err)
			}
		}
	})
}

func TestErase_PROF05_leavesStarsAlone(t *testing.T) {
	engines(t, func(t *testing.T, f *fixture) {
		me := f.customer(t)
		o := f.delivered(t, me, 1)
		image := f.Upload(t, me, upload.Review)
		if err := f.Reviews.Add(t.Context(), review.Request{OrderID: o.ID, ShopperID: me, Store: &review.Opinion{Rating: 2, Text: "I am Asha", Images: []string{image}}}); err != nil {
			t.Fatal(err)
		}
		if public, err := f.Reviews.IsImagePublic(t.Context(), image); err != nil || !public {
			t.Errorf("the image of a review: %t, %v", public, err)
		}
		customer := f.Number(t, `SELECT id FROM customers WHERE shopper_id = $1`, me)
		if err := db.InTx(t.Context(), f.DB, func(tx *db.Tx) error { return f.Reviews.Erase(t.Context(), tx, customer) }); err != nil {
			t.Fatal(err)
		}
		given, _ := f.Reviews.OfOrder(t.Context(), o.ID)
		if g := given[0]; g.Author+g.Body != "" || len(g.Images.V) != 0 || g.Rating != 2 {
			t.Errorf("%+v", g)
		}
		if public, _ := f.Reviews.IsImagePublic(t.Context(), image); public {
			t.Error("the image is still public")
		}
		if page, _ := f.Reviews.List(t.Context(), review.Filter{Unanswered: true}, review.Paging{Size: 10, Number: 1}); page.Total != 0 {
			t.Error("it waits for a reply")
		}
		f.verify(t)
	})
}

func TestAuthorName_ITEM12_hasNoLastName(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{{"Asha", "Rao", "Asha R."}, {"Asha", "", "Asha"}, {"", "Rao", "R."}, {" Zoë ", "Östberg", "Zoë Ö."}, {"", "", ""}} {
		if got := review.AuthorName(c[0], c[1]); got != c[2] {
			t.Errorf("%q %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
