package signin_test

import (
	"testing"

	"hawker/internal/account"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
	"hawker/internal/upload"
)

func TestEnter_TRAP_P4_attachesTheGuestsOrders(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
		guest := w.GuestOf(t, guestID)
		place := func(key string, who int64, phone, email string) int64 {
			r := ordertest.BuyNow(who, item, 1)
			r.Address.Phone, r.Address.Email = phone, email
			return w.Place(t, key, r).ID
		}
		byPhone, byEmail := place("1", guest, phone, ""), place("2", guest, "+12025550188", "Asha@Example.com")
		forAFriend := place("3", guest, "+12025550177", "tom@example.com")
		strangers := place("4", w.Guest(t), phone, "")
		owner := func(id int64) int64 { return w.Number(t, `SELECT shopper_id FROM orders WHERE id = $1`, id) }
		was := owner(strangers)

		me := w.Session(t, w.SignUp(t, nil)).ShopperID
		if owner(byPhone) == me || owner(byEmail) == me {
			t.Fatal("orders came to a contact that is not proven")
		}
		in := w.ByCode(t, phone)
		// The account is another shopper now.
		yes := signin.Info{Client: credential.Client{GuestID: guestID}, Proof: in.Proof, IsYou: signin.Yes}
		me = w.Session(t, signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), yes))).ShopperID
		if owner(byPhone) != me || owner(byEmail) == me || owner(forAFriend) != guest || owner(strangers) != was {
			t.Errorf("with the phone proven: %d and %d, %d and %d, want %d and another", owner(byPhone), owner(byEmail), owner(forAFriend), owner(strangers), me)
		}
	})
}

func TestErase_TRAP_P4_PROF05_strangersOrderWithTheSamePhoneIsNoObstacle(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		person := w.NewPerson(t, asha, phone)
		me := person.Session
		w.Exec(t, `UPDATE customers SET phone_verified = TRUE WHERE id = $1`, me.CustomerID)
		place := func(key string) int64 {
			r := ordertest.BuyNow(w.Guest(t), item, 1)
			r.Address.Phone = phone
			return w.Place(t, key, r).ID
		}
		mine, strangers := place("1"), place("2")
		w.PassCodePause()
		w.ByCode(t, phone) // signing in again brings nobody's orders
		contacts, err := w.Accounts.VerifiedContacts(t.Context(), me)
		if err != nil || contacts.Phone != phone {
			t.Fatalf("contacts %+v, %v", contacts, err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM orders WHERE shopper_id = $1`, me.ShopperID); n != 0 {
			t.Errorf("%d orders are theirs, though they did not say so", n)
		}
		if err := w.Accounts.ClaimOrder(t.Context(), me, mine, false, true); err != nil {
			t.Fatal(err)
		}
		signintest.Refused(t, "erasing with an order that is theirs under way", w.Accounts.Erase(t.Context(), me, signintest.KnownPassword, account.Forfeits{}), errs.Conflict)
		if _, err := w.Orders.Cancel(t.Context(), mine, order.Owner{ShopperID: me.ShopperID}, "other"); err != nil {
			t.Fatal(err)
		}
		if err := w.Accounts.Erase(t.Context(), me, signintest.KnownPassword, account.Forfeits{}); err != nil {
			t.Errorf("with a stranger's order under way: %v", err)
		}
		signintest.Refused(t, "claiming after that", w.Accounts.ClaimOrder(t.Context(), me, strangers, false, true), errs.NotFound)
	})
}

// What a guest bought with a contact of the account is the customer's to delete, though nobody
// has verified the contact. What they bought for somebody else is not.
func TestErase_PROF05_deletesWhatTheCustomerBoughtAsAGuest(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
		guest := w.GuestOf(t, guestID)
		place := func(key, phone, email string) int64 {
			r := ordertest.BuyNow(guest, item, 1)
			r.Address.Phone, r.Address.Email = phone, email
			return w.Place(t, key, r).ID
		}
		byPhone, byEmail, forAFriend := place("1", phone, ""), place("2", "+12025550188", asha), place("3", "+12025550177", "tom@example.com")
		image, loose := w.Upload(t, guest, upload.Refund), w.Upload(t, guest, upload.Refund)
		w.Exec(t, `UPDATE uploads SET purchase_id = $2, delete_at = NULL WHERE key = $1`, image, forAFriend)
		me := w.Session(t, w.SignUp(t, func(f *signin.SignUpForm) { f.GuestID = guestID }))
		erase := func() error {
			return w.Accounts.Erase(t.Context(), me, signintest.KnownPassword, account.Forfeits{})
		}
		for _, id := range []int64{byPhone, byEmail} {
			signintest.Refused(t, "erasing while their order is under way", erase(), errs.Conflict)
			w.Exec(t, `UPDATE orders SET status = 'delivered' WHERE id = $1`, id)
		}
		if err := erase(); err != nil {
			t.Fatalf("with the order of a friend under way: %v", err)
		}
		for id, want := range map[int64]int64{byPhone: 0, byEmail: 0, forAFriend: 1} {
			if n := w.Number(t, `SELECT COUNT(*) FROM orders WHERE id = $1 AND contact_name <> '' AND contact_phone <> ''`, id); n != want {
				t.Errorf("order %d names somebody: %d, want %d", id, n, want)
			}
		}
		for key, want := range map[string]int64{image: 1, loose: 0} {
			if n := w.Number(t, `SELECT COUNT(*) FROM uploads WHERE key = $1 AND (delete_at IS NULL OR delete_at > $2)`, key, w.Clock.Now().UnixMilli()); n != want {
				t.Errorf("%d of an image are left, want %d", n, want)
			}
		}
	})
}

// To claim an order one must have placed it as the guest of before the sign-in and hold its
// token: devices are shared, and so are links.
func TestClaimOrder_ORD01_TRAP_P4_byTrackingToken(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
		r := ordertest.BuyNow(w.GuestOf(t, guestID), item, 1)
		r.Address.Phone = phone
		placed := w.Place(t, "1", r)
		stranger := w.NewPerson(t, "tom@example.com", "+12025550102").Session
		me := w.Session(t, w.SignUp(t, func(a *signin.SignUpForm) { a.GuestID = guestID }))
		owned := func() int64 { return w.Number(t, `SELECT COUNT(*) FROM orders WHERE shopper_id = $1`, me.ShopperID) }

		signintest.Refused(t, "with the token of a link", w.Accounts.ClaimOrder(t.Context(), stranger, placed.ID, true, true), errs.NotFound)
		signintest.Refused(t, "without the token", w.Accounts.ClaimOrder(t.Context(), me, placed.ID, false, true), errs.NotFound)
		if owned() != 0 {
			t.Error("signing up alone took the order")
		}
		if err := w.Accounts.ClaimOrder(t.Context(), me, placed.ID, true, true); err != nil || owned() != 1 {
			t.Errorf("keeping it: %v, %d orders", err, owned())
		}
		signintest.Refused(t, "keeping it again", w.Accounts.ClaimOrder(t.Context(), me, placed.ID, true, true), errs.NotFound)
	})
}
