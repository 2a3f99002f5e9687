package signin_test

import (
	"slices"
	"testing"

	"hawker/internal/account"
	"hawker/internal/cart"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

func TestEnter_TRAP_C1_TRAP_C2_CART01_mergesTheGuestsCartOnce(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
		guest := w.GuestOf(t, guestID)
		w.Add(t, guest, item, 3, options.Choice{})

		signintest.Done[account.Customer](t)(w.Accounts.CreateSample(t.Context(), account.Sample{Name: "Asha Rao", Email: asha, Phone: phone, Password: password}))
		me := w.Session(t, signintest.Done[signin.Result](t)(w.Login(t, asha, password)))
		w.Add(t, me.ShopperID, item, 2, options.Choice{})
		signintest.Together(8, func(int) {
			_, err := w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{
				Client: credential.Client{GuestID: guestID}, Identifier: asha, Password: password,
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
		// The same device, another customer: the guest id is invalid now.
		other := w.SignUp(t, func(a *signin.SignUpForm) { a.GuestID, a.Email, a.Phone = guestID, "tom@example.com", "+12025550102" })
		if tom := w.Session(t, other); units(tom.ShopperID) != 0 {
			t.Errorf("a new user sees %d units of another's cart", units(tom.ShopperID))
		}
		_, err := w.Shoppers.Guest(t.Context(), guestID)
		signintest.Refused(t, "the guest id afterwards", err, errs.GuestUnknown)
	})
}

func TestEnter_TRAP_C1_returnsCartsOfTwoStores(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		mine, theirs := w.Item(t, w.Store(t, nil), 1000, 90, nil), w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
		w.Add(t, w.GuestOf(t, guestID), mine, 3, options.Choice{})
		w.Add(t, w.Session(t, w.SignUp(t, nil)).ShopperID, theirs, 2, options.Choice{})
		in := signintest.Done[signin.Result](t)(w.SignIn.ByPassword(t.Context(), signin.PasswordLogin{
			Client: credential.Client{GuestID: guestID}, Identifier: asha, Password: password,
		}))
		if len(in.Conflicts) != 1 || in.Conflicts[0].GuestUnits != 3 || in.Conflicts[0].AccountUnits != 2 {
			t.Errorf("conflicts are %+v", in.Conflicts)
		}
		// The cart with the conflict belongs to no other customer (C2).
		other := w.SignUp(t, func(a *signin.SignUpForm) { a.GuestID, a.Email, a.Phone = guestID, "tom@example.com", "+12025550102" })
		if n := w.Number(t, `SELECT COUNT(*) FROM carts WHERE shopper_id = $1`, w.Session(t, other).ShopperID); n != 0 {
			t.Errorf("a new user has %d carts", n)
		}
	})
}

// The response of a sign-in can be lost. The next one with the same guest id returns the
// same conflicts, until they are resolved.
func TestEnter_TRAP_C1_CART01_returnsConflictsAgain(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		mine, theirs := w.Item(t, w.Store(t, nil), 1000, 90, nil), w.Item(t, w.Store(t, nil), 1000, 90, nil)
		guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
		w.Add(t, w.GuestOf(t, guestID), mine, 3, options.Choice{})
		me := w.Session(t, w.SignUp(t, nil))
		w.Add(t, me.ShopperID, theirs, 2, options.Choice{})
		w.SignUp(t, func(a *signin.SignUpForm) { a.Email, a.Phone = "tom@example.com", "+12025550102" })
		signIn := func(identifier string) []cart.Conflict {
			in := signin.PasswordLogin{Client: credential.Client{GuestID: guestID}, Identifier: identifier, Password: password}
			return signintest.Done[signin.Result](t)(w.SignIn.ByPassword(t.Context(), in)).Conflicts
		}
		units := func() int64 {
			return w.Number(t, `SELECT SUM(l.quantity) FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, me.ShopperID)
		}
		lost := signIn(asha)
		if others := signIn("tom@example.com"); len(others) != 0 {
			t.Errorf("another customer gets %+v", others)
		}
		if again := signIn(asha); len(again) != 1 || !slices.Equal(again, lost) || again[0].GuestUnits != 3 || units() != 2 {
			t.Errorf("conflicts were %+v and are %+v; the account holds %d", lost, again, units())
		}
		if err := w.SignIn.ResolveCartConflicts(t.Context(), me, guestID, true); err != nil {
			t.Fatal(err)
		}
		if settled := signIn(asha); len(settled) != 0 || units() != 3 {
			t.Errorf("conflicts after the choice: %+v; the account holds %d", settled, units())
		}
	})
}
