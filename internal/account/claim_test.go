package account_test

import (
	"errors"
	"testing"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/address"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/verify"
	"hawker/internal/wishlist"
)

// squat has a guest sign up with a phone and an e-mail of which they have proven
// neither.
func squat(t *testing.T, w *accounttest.Desk) (account.SignIn, account.Session) {
	t.Helper()
	guestID := done[string](t)(w.Shoppers.NewGuest(t.Context()))
	in := signUp(t, w, func(a *account.NewAccount) { a.Name, a.GuestID = "Squatter", guestID })
	return in, session(t, w, in)
}

func TestSignIn_TRAP_P3_AUTH06_isItYou_yes(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		theirs, squatter := squat(t, w)
		in := byCode(t, w, phone)
		if in.Token != "" || in.Exists == nil || in.Exists.Name != "Squatter" || in.Proof == "" {
			t.Fatalf("a phone that nobody has proven: %+v", in)
		}
		_, err := w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Details: account.Details{Name: "Asha"}})
		refused(t, "without an answer", err, errs.Invalid)

		mine := done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Mine: account.Yes}))
		if me := session(t, w, mine); me.CustomerID != squatter.CustomerID {
			t.Errorf("signed in as %d, not as %d who was shown", me.CustomerID, squatter.CustomerID)
		}
		if c := customer(t, w, mine); !c.PhoneVerified || c.PasswordHash != "" {
			t.Errorf("the account is %+v", c)
		}
		_, err = w.Accounts.ByToken(t.Context(), theirs.Token)
		refused(t, "the squatter's session", err, errs.Unauthorized)
		_, err = login(t, w, asha, password)
		refused(t, "the squatter's password", err, errs.WrongCredentials)
		// The e-mail was the squatter's, too.
		who := account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		w.Settle(t)
		if sent := w.Post.To(asha); len(sent) != 0 {
			t.Errorf("the squatter was sent %q", sent)
		}
		_, err = w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Mine: account.Yes})
		refused(t, "the proof again", err, errs.Invalid)
	})
}

func TestSignIn_TRAP_P3_TRAP_P4_isItYou_yesTakesNothingOfTheSquatters(t *testing.T) {
	files, withFiles := album(t)
	desks(t, withFiles, func(t *testing.T, w *accounttest.Desk) {
		_, squatter := squat(t, w)
		s := person{Session: squatter}
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		addresses, wishes := address.New(w.DB, w.Clock, w.Settings, w.Zones), wishlist.New(w.DB, w.Clock)
		_, err := addresses.Add(t.Context(), s.CustomerID, address.Input{
			Address: "66 Squat Lane", Latitude: ordertest.Door.Lat, Longitude: ordertest.Door.Lng, Name: "Squatter", Phone: "+12025550166",
		})
		if err = errors.Join(err, wishes.Add(t.Context(), s.CustomerID, wishlist.Item, item.ID)); err != nil {
			t.Fatal(err)
		}
		w.Exec(t, `INSERT INTO categories (id, slug, module_id, name, picture, featured, position) VALUES (7, 'taken', $1, 'Taken', '', FALSE, 1)`, ordertest.FoodID)
		w.Exec(t, `UPDATE customers SET interests = '[7]', referred_by = id WHERE id = $1`, s.CustomerID)
		w.Add(t, s.ShopperID, item, 1, options.Choice{})
		s.save(t, w, account.Profile{Photo: photo(t, 20, 20)})
		picture := s.read(t, w).Picture
		place := func(key, phone string) int64 {
			r := ordertest.BuyNow(s.ShopperID, item, 1)
			r.Address.Phone = phone
			return w.Place(t, key, r).ID
		}
		theirs := place("1", "+12025550166")

		in := byCode(t, w, phone)
		mine := done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Mine: account.Yes}))
		me := session(t, w, mine)
		if c := customer(t, w, mine); c.Email != nil || c.Picture != "" || len(c.Interests.V) != 0 || c.Name() != "Squatter" || c.ID != s.CustomerID {
			t.Errorf("the account: %+v", c)
		}
		if there, err := files.Exists(t.Context(), "photos/"+picture+".jpg"); err != nil || there {
			t.Errorf("the photo is there: %t, %v", there, err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM addresses`) + w.Number(t, `SELECT COUNT(*) FROM wishes`) + w.Number(t, `SELECT COUNT(*) FROM cart_lines`); n != 0 {
			t.Errorf("%d things of the squatter's are left", n)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM customers WHERE referred_by IS NOT NULL`); n != 0 {
			t.Error("the referrer is left")
		}
		if _, err := w.Orders.Find(t.Context(), theirs, order.Owner{ShopperID: me.ShopperID}); !errs.Is(err, errs.NotFound) {
			t.Errorf("the squatter's order is the owner's: %v", err)
		}
		report, err := verify.Run(t.Context(), w.DB)
		if err != nil || !report.OK {
			t.Errorf("the books: %+v, %v", report, err)
		}
	})
}

func TestSignIn_TRAP_P3_AUTH06_isItYou_no(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		theirs, squatter := squat(t, w)
		in := byCode(t, w, phone)
		asked := done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Mine: account.No}))
		if !asked.NameNeeded || asked.Proof == "" || asked.Exists != nil || asked.Token != "" {
			t.Fatalf("after no: %+v", asked)
		}
		mine := done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: asked.Proof, Details: account.Details{Name: "Asha"}}))
		if me := session(t, w, mine); me.CustomerID == squatter.CustomerID || *customer(t, w, mine).Phone != phone {
			t.Errorf("signed in as %+v", customer(t, w, mine))
		}
		if c := customer(t, w, theirs); c.Phone != nil || c.PasswordHash == "" {
			t.Errorf("the other account is %+v", c)
		}
	})
}

func TestSignIn_TRAP_P3_aProvenAccountIsNeverEnteredByAContactItHasNotProven(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		w.Set(t, verifications(false, true)) // Tom proves his e-mail, and has mistyped his phone
		tom := signUp(t, w, func(a *account.NewAccount) { a.Name = "Tom" })
		tom = done[account.SignIn](t)(w.Accounts.VerifyContact(t.Context(), account.CodeTyped{
			By: account.ByPassword, Kind: account.Email, Code: w.Code(t, asha), Proof: tom.Proof,
		}))
		w.Set(t, verifications(false, false))

		who := account.Forgotten{Phone: phone}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		w.Settle(t)
		if sent := w.Post.To(phone); len(sent) != 0 {
			t.Errorf("whose phone it is could set Tom's password: %q", sent)
		}
		in := byCode(t, w, phone)
		if !in.NameNeeded || in.Exists != nil || in.Token != "" {
			t.Fatalf("the phone of a proven account: %+v", in)
		}
		c := customer(t, w, tom)
		if c.Phone != nil || !c.EmailVerified || c.PasswordHash == "" {
			t.Errorf("Tom is %+v", c)
		}
		mine := done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Details: account.Details{Name: "Asha"}}))
		if session(t, w, mine).CustomerID == c.ID || *customer(t, w, mine).Phone != phone {
			t.Error("the phone has not moved to who proved it")
		}
	})
}

func TestSignIn_TRAP_P3_whatWasAskedNoLongerHolds(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		squat(t, w)
		in := byCode(t, w, phone)
		w.Late()
		other := byCode(t, w, phone) // the same phone in another window
		done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: other.Proof, Mine: account.Yes}))
		for _, mine := range []account.Answer{account.Yes, account.No} {
			_, err := w.Accounts.UpdateInfo(t.Context(), account.Info{Proof: in.Proof, Mine: mine})
			refused(t, string(mine), err, errs.Invalid)
		}
	})
}

func TestSignIn_TRAP_P4_ordersOfTheGuestJoinOnceTheirContactIsProven(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := done[string](t)(w.Shoppers.NewGuest(t.Context()))
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

		me := session(t, w, signUp(t, w, nil)).ShopperID
		if owner(byPhone) == me || owner(byEmail) == me {
			t.Fatal("orders came to a contact that is not proven")
		}
		in := byCode(t, w, phone)
		// Whose the account was is another shopper from now on.
		yes := account.Info{Visitor: account.Visitor{GuestID: guestID}, Proof: in.Proof, Mine: account.Yes}
		me = session(t, w, done[account.SignIn](t)(w.Accounts.UpdateInfo(t.Context(), yes))).ShopperID
		if owner(byPhone) != me || owner(byEmail) == me || owner(forAFriend) != guest || owner(strangers) != was {
			t.Errorf("with the phone proven: %d and %d, %d and %d, want %d and another", owner(byPhone), owner(byEmail), owner(forAFriend), owner(strangers), me)
		}
	})
}

func TestClaim_TRAP_P4_PROF05_aStrangersOrderDoesNotKeepTheAccount(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		person := newPerson(t, w, asha, phone)
		me := person.Session
		w.Exec(t, `UPDATE customers SET phone_verified = TRUE WHERE id = $1`, me.CustomerID)
		place := func(key string) int64 {
			r := ordertest.BuyNow(w.Guest(t), item, 1)
			r.Address.Phone = phone
			return w.Place(t, key, r).ID
		}
		mine, strangers := place("1"), place("2")
		w.Late()
		byCode(t, w, phone) // signing in again brings nobody's orders
		contacts, err := w.Accounts.ProvenContacts(t.Context(), me)
		if err != nil || contacts.Phone != phone {
			t.Fatalf("contacts %+v, %v", contacts, err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM orders WHERE shopper_id = $1`, me.ShopperID); n != 0 {
			t.Errorf("%d orders are theirs, though they did not say so", n)
		}
		if err := w.Accounts.ClaimOrder(t.Context(), me, mine, false, true); err != nil {
			t.Fatal(err)
		}
		refused(t, "erasing with an order that is theirs under way", w.Accounts.Erase(t.Context(), me, known), errs.Conflict)
		if _, err := w.Orders.Cancel(t.Context(), mine, order.Owner{ShopperID: me.ShopperID}, "other"); err != nil {
			t.Fatal(err)
		}
		if err := w.Accounts.Erase(t.Context(), me, known); err != nil {
			t.Errorf("with a stranger's order under way: %v", err)
		}
		refused(t, "claiming after that", w.Accounts.ClaimOrder(t.Context(), me, strangers, false, true), errs.NotFound)
	})
}

// Keeping an order takes both: to have placed it as the guest of before the
// sign-in, and its token. A device is shared, and so is a link.
func TestClaim_ORD01_TRAP_P4_aGuestKeepsTheirOrderByItsToken(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := done[string](t)(w.Shoppers.NewGuest(t.Context()))
		r := ordertest.BuyNow(w.GuestOf(t, guestID), item, 1)
		r.Address.Phone = phone
		placed := w.Place(t, "1", r)
		stranger := newPerson(t, w, "tom@example.com", "+12025550102").Session
		me := session(t, w, signUp(t, w, func(a *account.NewAccount) { a.GuestID = guestID }))
		owned := func() int64 { return w.Number(t, `SELECT COUNT(*) FROM orders WHERE shopper_id = $1`, me.ShopperID) }

		refused(t, "with the token of a link", w.Accounts.ClaimOrder(t.Context(), stranger, placed.ID, true, true), errs.NotFound)
		refused(t, "without the token", w.Accounts.ClaimOrder(t.Context(), me, placed.ID, false, true), errs.NotFound)
		if owned() != 0 {
			t.Error("signing up alone took the order")
		}
		if err := w.Accounts.ClaimOrder(t.Context(), me, placed.ID, true, true); err != nil || owned() != 1 {
			t.Errorf("keeping it: %v, %d orders", err, owned())
		}
		refused(t, "keeping it again", w.Accounts.ClaimOrder(t.Context(), me, placed.ID, true, true), errs.NotFound)
	})
}

func TestSignIn_TRAP_C1_TRAP_C2_CART01_theGuestsCartComesAlongOnce(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := done[string](t)(w.Shoppers.NewGuest(t.Context()))
		guest := w.GuestOf(t, guestID)
		w.Add(t, guest, item, 3, options.Choice{})

		done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{Name: "Asha Rao", Email: asha, Phone: phone, Password: password}))
		me := session(t, w, done[account.SignIn](t)(login(t, w, asha, password)))
		w.Add(t, me.ShopperID, item, 2, options.Choice{})
		together(8, func(int) {
			_, err := w.Accounts.SignInByPassword(t.Context(), account.PasswordLogin{
				Visitor: account.Visitor{GuestID: guestID}, Identifier: asha, Password: password,
			})
			if err != nil {
				t.Error(err)
			}
		})
		units := func(shopper int64) int64 {
			return w.Number(t, `SELECT COALESCE(SUM(l.quantity), 0) FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, shopper)
		}
		if units(me.ShopperID) != 5 || units(guest) != 0 {
			t.Errorf("the account holds %d, the guest %d", units(me.ShopperID), units(guest))
		}
		if into := w.Number(t, `SELECT merged_into FROM shoppers WHERE id = $1`, guest); into != me.ShopperID {
			t.Errorf("merged into %d", into)
		}
		// The same device, somebody else: the guest id opens nothing any more.
		other := signUp(t, w, func(a *account.NewAccount) { a.GuestID, a.Email, a.Phone = guestID, "tom@example.com", "+12025550102" })
		if tom := session(t, w, other); units(tom.ShopperID) != 0 {
			t.Errorf("a new user sees %d units of another's cart", units(tom.ShopperID))
		}
		_, err := w.Shoppers.Guest(t.Context(), guestID)
		refused(t, "the guest id afterwards", err, errs.GuestUnknown)
	})
}

func TestSignIn_TRAP_C1_cartsOfTwoStoresAsk(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		mine, theirs := w.Item(t, w.Store(t, nil), 1000, 90, nil), w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := done[string](t)(w.Shoppers.NewGuest(t.Context()))
		w.Add(t, w.GuestOf(t, guestID), mine, 3, options.Choice{})
		w.Add(t, session(t, w, signUp(t, w, nil)).ShopperID, theirs, 2, options.Choice{})
		in := done[account.SignIn](t)(w.Accounts.SignInByPassword(t.Context(), account.PasswordLogin{
			Visitor: account.Visitor{GuestID: guestID}, Identifier: asha, Password: password,
		}))
		if len(in.Conflicts) != 1 || in.Conflicts[0].GuestUnits != 3 || in.Conflicts[0].AccountUnits != 2 {
			t.Errorf("conflicts are %+v", in.Conflicts)
		}
		// The cart that still waits for an answer is nobody else's (C2).
		other := signUp(t, w, func(a *account.NewAccount) { a.GuestID, a.Email, a.Phone = guestID, "tom@example.com", "+12025550102" })
		if n := w.Number(t, `SELECT COUNT(*) FROM carts WHERE shopper_id = $1`, session(t, w, other).ShopperID); n != 0 {
			t.Errorf("a new user has %d carts", n)
		}
	})
}
