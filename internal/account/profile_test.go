package account_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"hawker/internal/account"
	"hawker/internal/address"
	"hawker/internal/cart"
	"hawker/internal/catalog"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/orderhistory"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
	"hawker/internal/verify"
	"hawker/internal/wishlist"
)

func silent(d *signintest.Deps) { d.Accounts.Mailer, d.Accounts.Texter = nil, nil }

func TestUpdateProfile_PROF01_PROF04_savesContactsThatCannotBeVerified(t *testing.T) {
	signintest.OnEngines(t, silent, func(t *testing.T, w *signintest.Fixture) {
		me, other := w.NewPerson(t, asha, phone), w.NewPerson(t, "other@example.com", "+12025550102")
		saved := me.Save(t, w, account.Profile{Name: new(" Asha  Devi Rao "), Email: new(" Asha@new.example "), Phone: new("(202) 555-0103")})
		c := me.Read(t, w)
		if saved != (account.ProfileSaved{Message: "Updated successfully."}) || c.FirstName != "Asha" || c.LastName != "Devi Rao" ||
			*c.Email != "Asha@new.example" || *c.Phone != "+12025550103" || c.EmailVerified || c.PhoneVerified {
			t.Errorf("%+v: %+v", saved, c)
		}
		me.Save(t, w, account.Profile{}) // nothing said, nothing changed
		if again := me.Read(t, w); again.Name() != c.Name() || *again.Email != *c.Email || again.PasswordHash != c.PasswordHash {
			t.Errorf("nothing was said, and yet %+v", again)
		}
		for name, tt := range map[string]struct {
			in   account.Profile
			want []string
		}{
			"no name, no email": {account.Profile{Name: new(" "), Email: new("")}, []string{"invalid name: First name is required", "invalid email: Email is required"}},
			"no email at all":   {account.Profile{Email: new("asha")}, []string{"invalid email: Must be a valid email"}},
			"no phone at all":   {account.Profile{Phone: new("12ab")}, []string{"invalid phone: Number must be 10 digits"}},
			"an emptied phone":  {account.Profile{Phone: new(" ")}, []string{"invalid phone: Please give a phone number"}},
			"another's":         {account.Profile{Email: new("OTHER@example.com")}, []string{"invalid email: This email already has an account."}},
			"another's phone":   {account.Profile{Phone: new("2025550102")}, []string{"invalid phone: This phone number already has an account."}},
			"one password":      {account.Profile{Password: "coconut-9-palms"}, []string{"invalid confirm_password: Confirm Password is required"}},
			"the other":         {account.Profile{Confirmation: "coconut-9-palms"}, []string{"invalid password: Password is required", "invalid confirm_password: Passwords must match"}},
			"two passwords":     {account.Profile{Password: "coconut-9-palms", Confirmation: "coconut"}, []string{"invalid confirm_password: Passwords must match"}},
			"their own name":    {account.Profile{Name: new("Coconutpalm Rao"), Password: "coconutpalm", Confirmation: "coconutpalm"}, []string{"invalid password: This password is too easy to guess. Please choose another one."}},
		} {
			if got := me.Refused(t, w, tt.in); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %q, want %q", name, got, tt.want)
			}
		}
		if now := me.Read(t, w); now.Name() != c.Name() || *now.Email != *c.Email || *now.Phone != *c.Phone || now.PasswordHash != c.PasswordHash {
			t.Errorf("after all refusals: %+v", now)
		}
		if c := other.Read(t, w); *c.Email != "other@example.com" || *c.Phone != "+12025550102" {
			t.Errorf("the other has %+v", c)
		}
	})
}

func TestUpdateProfile_PROF02_PROF04_changesAContactOnceItIsVerified(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me, other := w.NewPerson(t, asha, phone), w.NewPerson(t, "other@example.com", "+12025550102")
		change := account.Profile{Name: new("Asha Devi"), Email: new("new@example.com"), Phone: new("+12025550199")}
		if saved := me.Save(t, w, change); saved.Awaits != contact.KindPhone || saved.DemoOTP != "" || saved.Message == "Updated successfully." {
			t.Errorf("%+v", saved)
		}
		if c := me.Read(t, w); c.Name() != "Asha Devi" || *c.Phone != phone || *c.Email != asha {
			t.Errorf("before any proof: %+v", c)
		}
		code := w.Code(t, "+12025550199")
		// The code is valid for this customer and this contact only.
		other.Save(t, w, account.Profile{Phone: new("+12025550199")})
		theirs := change
		theirs.Code, theirs.CodeOf = code, contact.KindPhone
		if got := other.Refused(t, w, account.Profile{Phone: new("+12025550199"), Code: code}); code != w.Code(t, "+12025550199") && !slices.Equal(got, []string{"code_wrong otp: The code is not right. You have 4 tries left."}) {
			t.Errorf("another's code: %q", got)
		}
		wrong := theirs
		wrong.Code = "000000"
		if code == wrong.Code {
			wrong.Code = "111111"
		}
		if got := me.Refused(t, w, wrong); !slices.Equal(got, []string{"code_wrong otp: The code is not right. You have 4 tries left."}) {
			t.Errorf("a wrong code: %q", got)
		}
		if c := me.Read(t, w); *c.Phone != phone || c.PhoneVerified {
			t.Errorf("after a wrong code: %+v", c)
		}
		if saved := me.Save(t, w, theirs); saved.Awaits != contact.KindEmail {
			t.Errorf("after the phone: %+v", saved)
		}
		if c := me.Read(t, w); *c.Phone != "+12025550199" || !c.PhoneVerified || *c.Email != asha {
			t.Errorf("after the phone: %+v", c)
		}
		theirs.Code, theirs.CodeOf = w.Code(t, "new@example.com"), contact.KindEmail
		if saved := me.Save(t, w, theirs); saved.Awaits != "" || saved.Message != "Updated successfully." {
			t.Errorf("after the e-mail: %+v", saved)
		}
		if c := me.Read(t, w); *c.Email != "new@example.com" || !c.EmailVerified {
			t.Errorf("after the e-mail: %+v", c)
		}
		for field, in := range map[string]account.Profile{"phone": {Phone: new("+12025550111")}, "email": {Email: new("again@example.com")}} {
			if got := me.Refused(t, w, in); !slices.Equal(got, []string{"invalid " + field + ": Not Changeable"}) {
				t.Errorf("a verified %s: %q", field, got)
			}
		}
		// A contact that does not change needs no code.
		if saved := me.Save(t, w, account.Profile{Phone: new("202 555 0199"), Email: new("NEW@example.com"), Verify: contact.KindEmail}); saved.Awaits != "" {
			t.Errorf("nothing new: %+v", saved)
		}
	})
}

func TestUpdateProfile_PROF04_verifiesAnUnchangedContact(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		guest := w.Guest(t)
		item := w.Item(t, w.Store(t, nil), 1000, 9, nil)
		r := ordertest.BuyNow(guest, item, 1)
		r.Address.Phone = phone
		placed := w.Place(t, "key-1", r)

		if saved := me.Save(t, w, account.Profile{Verify: contact.KindPhone}); saved.Awaits != contact.KindPhone {
			t.Errorf("%+v", saved)
		}
		if _, err := w.Orders.Find(t.Context(), placed.ID, order.Owner{ShopperID: me.ShopperID}); !errs.Is(err, errs.NotFound) {
			t.Errorf("before the phone is proven the order is theirs: %v", err)
		}
		me.Save(t, w, account.Profile{Verify: contact.KindPhone, Code: w.Code(t, phone)})
		if c := me.Read(t, w); !c.PhoneVerified || c.EmailVerified {
			t.Errorf("%+v", c)
		}
		// TRAP_P4: the guest's order becomes the customer's once they claim it.
		if err := w.Accounts.ClaimOrder(t.Context(), me.Session, placed.ID, false, true); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Orders.Find(t.Context(), placed.ID, order.Owner{ShopperID: me.ShopperID}); err != nil {
			t.Errorf("once the phone is proven: %v", err)
		}
	})
}

func TestUpdateProfile_TRAP_P3_movesAContactToWhoProvesIt(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me, squatter := w.NewPerson(t, asha, phone), w.NewPerson(t, "mine@example.com", "+12025550102")
		change := account.Profile{Email: new("mine@example.com")}
		me.Save(t, w, change)
		if c := squatter.Read(t, w); c.Email == nil {
			t.Fatal("the e-mail was taken before it was proven")
		}
		change.Code = w.Code(t, "mine@example.com")
		me.Save(t, w, change)
		if mine, theirs := me.Read(t, w), squatter.Read(t, w); *mine.Email != "mine@example.com" || !mine.EmailVerified || theirs.Email != nil {
			t.Errorf("mine %+v\ntheirs %+v", mine, theirs)
		}
		if got := squatter.Refused(t, w, account.Profile{Email: new("Mine@example.com")}); !slices.Equal(got, []string{"invalid email: This email already has an account."}) {
			t.Errorf("a proven e-mail of another's: %q", got)
		}
	})
}

// The form says at once whether a contact has an account, as a sign-up does.
func TestUpdateProfile_AUTH10_PROF04_newContactsAreCountedWithTheSignUps(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		w.NewPerson(t, "other@example.com", "+12025550102")
		w.Exec(t, `UPDATE customers SET email_verified = TRUE WHERE email = 'other@example.com'`)
		probe := account.Profile{Client: credential.Client{Address: "192.0.2.7"}, Email: new("other@example.com")}
		begun := account.Profile{Client: probe.Client, Phone: new("+12025550199")}
		me.Save(t, w, begun)
		for range 29 {
			if got := me.Refused(t, w, probe); !slices.Equal(got, []string{"invalid email: This email already has an account."}) {
				t.Fatalf("within the limit: %q", got)
			}
		}
		if got := me.Refused(t, w, probe); len(got) != 1 || !strings.HasPrefix(got[0], "too_many") {
			t.Errorf("the thirty-first: %q", got)
		}
		begun.Code, begun.CodeOf = w.Code(t, "+12025550199"), contact.KindPhone
		me.Save(t, w, begun) // a proven one is not counted
		me.Save(t, w, account.Profile{Client: probe.Client, Name: new("Asha Devi"), Email: new(asha)})
	})
}

func TestUpdateProfile_AUTH10_newPasswordEndsAllOtherSessions(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		login := signin.PasswordLogin{Identifier: asha, Password: password}
		elsewhere, err := w.SignIn.ByPassword(t.Context(), login)
		if err != nil {
			t.Fatal(err)
		}
		me.Save(t, w, account.Profile{Password: "coconut-9-palms", Confirmation: "coconut-9-palms"})
		if _, err := w.Credentials.FindSession(t.Context(), elsewhere.Token); !errs.Is(err, errs.Unauthorized) {
			t.Errorf("the other session: %v", err)
		}
		if _, err := w.Credentials.FindSession(t.Context(), me.Token); err != nil {
			t.Errorf("this session: %v", err)
		}
		if _, err := w.SignIn.ByPassword(t.Context(), login); !errs.Is(err, errs.WrongCredentials) {
			t.Errorf("the old password: %v", err)
		}
		login.Password = "coconut-9-palms"
		if _, err := w.SignIn.ByPassword(t.Context(), login); err != nil {
			t.Errorf("the new password: %v", err)
		}
	})
}

// A session that was ended elsewhere must not outlive that by what it asked for before.
func TestUpdateProfile_AUTH10_aSessionThatHasEndedChangesNothing(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		ended := me
		ended.ID = -1 // since the request was let in
		for name, in := range map[string]account.Profile{
			"a password": {Password: "coconut-9-palms", Confirmation: "coconut-9-palms"}, "a contact": {Email: new("new@example.com")}, "a name": {Name: new("Nobody")},
		} {
			if got := ended.Refused(t, w, in); len(got) != 1 || !strings.HasPrefix(got[0], "unauthorized") {
				t.Errorf("%s: %q", name, got)
			}
		}
		signintest.Refused(t, "the account", w.Accounts.Erase(t.Context(), ended.Session, signintest.KnownPassword, account.Forfeits{}), errs.Unauthorized)
	})
}

func TestPhoto_PROF03_isReplacedUnderARandomKey(t *testing.T) {
	files, edit := signintest.Album(t)
	signintest.OnEngines(t, edit, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		me.Save(t, w, account.Profile{Photo: signintest.Photo(t, 30, 20)})
		first := me.Read(t, w).Picture
		content, err := w.Accounts.Photo(t.Context(), first)
		if err != nil || !bytes.HasPrefix(content, []byte("\xff\xd8\xff")) || len(first) != 32 {
			t.Errorf("the key %q shows %.8q, %v", first, content, err)
		}
		me.Save(t, w, account.Profile{Photo: signintest.Photo(t, 20, 20)})
		second := me.Read(t, w).Picture
		if there, err := files.Exists(t.Context(), "photos/"+first+".jpg"); err != nil || there || first == second {
			t.Errorf("the old photo is still there: %t, %v", there, err)
		}
		for name, tt := range map[string]struct {
			content []byte
			want    string
		}{
			"a pdf":      {[]byte("%PDF-1.7"), "unsupported_media image: This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only."},
			"3 MB":       {bytes.Repeat([]byte{0xff}, 3<<20), "too_large image: The picture may have at most 2 MB."},
			"a thousand": {signintest.Photo(t, 25_000, 1000), "too_large image: The picture has too many pixels. Please choose a smaller one."},
		} {
			if got := me.Refused(t, w, account.Profile{Photo: tt.content, Name: new("Nobody")}); !slices.Equal(got, []string{tt.want}) {
				t.Errorf("%s: %q", name, got)
			}
		}
		if c := me.Read(t, w); c.Picture != second || c.Name() != "Asha Rao" {
			t.Errorf("after all refusals: %+v", c)
		}
		for _, key := range []string{"", first, "..", "../" + second, second + ".jpg", "0123456789abcdef0123456789abcdef"} {
			if _, err := w.Accounts.Photo(t.Context(), key); !errs.Is(err, errs.NotFound) {
				t.Errorf("the key %q: %v", key, err)
			}
		}
	})
}

func TestSetInterests_LOC10_acceptsOnlyExistingCategories(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		if err := w.Accounts.SetInterests(t.Context(), me.Session, []int64{2, 1, 2}); err != nil {
			t.Fatal(err)
		}
		if got := me.Read(t, w).Interests.V; !slices.Equal(got, []int64{1, 2}) {
			t.Errorf("interests %v", got)
		}
		for _, wrong := range [][]int64{{1, 999999}, {0}, make101()} {
			if err := w.Accounts.SetInterests(t.Context(), me.Session, wrong); !errs.Is(err, errs.Invalid) {
				t.Errorf("%v: %v", wrong, err)
			}
		}
		if got := me.Read(t, w).Interests.V; !slices.Equal(got, []int64{1, 2}) {
			t.Errorf("after refusals: %v", got)
		}
		if err := w.Accounts.SetInterests(t.Context(), me.Session, nil); err != nil {
			t.Fatal(err)
		}
		if got := me.Read(t, w).Interests.V; got == nil || len(got) != 0 {
			t.Errorf("none: %v", got)
		}
	})
}

func make101() (ids []int64) {
	for n := range int64(101) {
		ids = append(ids, n+1)
	}
	return ids
}

func TestErase_PROF05_leavesNothingPersonalAnywhere(t *testing.T) {
	files, withFiles := signintest.Album(t)
	signintest.OnEngines(t, withFiles, func(t *testing.T, w *signintest.Fixture) {
		const own = "+12025550177" // no store's
		me, other := w.NewPerson(t, asha, own), w.NewPerson(t, "other@example.com", "+12025550102")
		item := w.Item(t, w.Store(t, nil), 1000, 90, nil)
		addresses, wishes := address.New(w.DB, w.Clock, w.Settings, w.Zones), wishlist.New(w.DB, w.Clock)
		place := func(who signintest.Person, key string) order.OrderDetails {
			r := ordertest.BuyNow(who.ShopperID, item, 1)
			r.Address.Email, r.OrderNote = asha, "for Asha Rao"
			return w.Place(t, key, r)
		}
		for _, p := range []signintest.Person{me, other} {
			_, err := addresses.Add(t.Context(), p.CustomerID, address.Input{
				Address: "77 Secret Lane", Latitude: ordertest.Door.Lat, Longitude: ordertest.Door.Lng, Name: "Asha Rao", Phone: own,
			})
			if err = errors.Join(err, wishes.Add(t.Context(), p.CustomerID, wishlist.Item, item.ID)); err != nil {
				t.Fatal(err)
			}
			w.Add(t, p.ShopperID, item, 1, options.Choice{})
		}
		me.Save(t, w, account.Profile{Photo: signintest.Photo(t, 20, 20), Email: new("secret@example.com")}) // and a code under way
		for _, email := range []string{asha, "somebody@else.example"} {
			w.Exec(t, `INSERT INTO subscribers (email, created_at, confirmed_at) VALUES ($1, 0, 0)`, email)
		}
		w.Exec(t, `UPDATE customers SET email_verified = TRUE WHERE id = $1`, me.CustomerID)
		picture := me.Read(t, w).Picture
		placed, kept := place(me, "key-1"), place(other, "key-1")

		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); !errs.Is(err, errs.Conflict) {
			t.Errorf("with an order under way: %v", err)
		}
		if _, err := w.Credentials.FindSession(t.Context(), me.Token); err != nil {
			t.Errorf("after the refusal: %v", err)
		}
		if _, err := w.Orders.Cancel(t.Context(), placed.ID, order.Owner{ShopperID: me.ShopperID}, "other"); err != nil {
			t.Fatal(err)
		}
		asked := place(me, "key-2")
		w.Exec(t, `INSERT INTO refunds (order_id, status, reason, note, images, lines, amount, answer, staff_name, created_at) VALUES ($1, 'requested', '', '', '[]', '[]', 0, '', '', 0)`, asked.ID)
		w.Exec(t, `UPDATE orders SET status = 'refund_requested' WHERE id = $1`, asked.ID)
		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); !errs.Is(err, errs.Conflict) {
			t.Errorf("with a refund that is not decided: %v", err)
		}
		w.Exec(t, `UPDATE refunds SET status = 'refused', decided_at = 0 WHERE order_id = $1`, asked.ID)
		w.Exec(t, `UPDATE orders SET status = 'pending', cash_refunded = 100 WHERE id = $1`, asked.ID)
		if _, err := w.Orders.Cancel(t.Context(), asked.ID, order.Owner{ShopperID: me.ShopperID}, "other"); err != nil {
			t.Fatal(err)
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); !errs.Is(err, errs.Conflict) {
			t.Errorf("with cash that is to be paid back: %v", err)
		}
		w.Exec(t, `UPDATE orders SET cash_refunded = 0 WHERE id = $1`, asked.ID)
		w.Exec(t, `UPDATE customers SET referred_by = $1, interests = '[7]' WHERE id = $2`, other.CustomerID, me.CustomerID)
		w.Exec(t, `INSERT INTO identities (provider, subject, customer_id, created_at) VALUES ('google', 'subject-1', $1, 0)`, me.CustomerID)
		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); err != nil {
			t.Fatal(err)
		}
		if err := w.Accounts.Erase(t.Context(), me.Session, signintest.KnownPassword, account.Forfeits{}); !errs.Is(err, errs.NotFound) {
			t.Errorf("a second time: %v", err)
		}
		if _, err := w.Credentials.FindSession(t.Context(), me.Token); !errs.Is(err, errs.Unauthorized) {
			t.Errorf("the session: %v", err)
		}
		if there, err := files.Exists(t.Context(), "photos/"+picture+".jpg"); err != nil || there {
			t.Errorf("the photo is there: %t, %v", there, err)
		}
		w.AwaitMessages(t)
		if n := w.Number(t, `SELECT COUNT(*) FROM addresses`) + w.Number(t, `SELECT COUNT(*) FROM wishes`) + w.Number(t, `SELECT COUNT(*) FROM cart_lines`); n != 3 {
			t.Errorf("%d things are left, want the other's three", n)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM customers WHERE id = $1 AND referred_by IS NULL AND interests = '[]'`, me.CustomerID); n != 1 {
			t.Error("who invited them, or what they like, is still known")
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM identities`); n != 0 {
			t.Errorf("%d sign-ins from elsewhere still lead to them", n)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM subscribers`); n != 1 {
			t.Errorf("%d are on the newsletter's list, want somebody else alone", n)
		}
		if o, err := w.Orders.Find(t.Context(), kept.ID, order.Owner{ShopperID: other.ShopperID}); err != nil || o.ContactName != "Asha Rao" {
			t.Errorf("the other's order: %+v, %v", o.Order, err)
		}
		erase(t, w, other)
		signintest.NotStored(t, w.DB, "Asha", "Secret Lane", asha, "secret@example.com", own, "other@example.com", "+12025550102", picture)
		report, err := verify.Run(t.Context(), w.DB)
		if err != nil || !report.OK {
			t.Errorf("the books: %+v, %v", report, err)
		}
		w.NewPerson(t, asha, own) // the contacts are free again
	})
}

var everything = catalog.Paging{Size: 100, Number: 1}

// erase erases somebody without running orders.
func erase(t *testing.T, w *signintest.Fixture, p signintest.Person) {
	t.Helper()
	orders, _, err := (&orderhistory.Service{DB: w.DB}).List(t.Context(), p.ShopperID, true, everything)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range orders {
		if _, err := w.Orders.Cancel(t.Context(), o.ID, order.Owner{ShopperID: p.ShopperID}, "other"); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Accounts.Erase(t.Context(), p.Session, signintest.KnownPassword, account.Forfeits{}); err != nil {
		t.Fatal(err)
	}
}

func TestErase_PROF05_deletesWhatIsAddedToTheCartAtTheSameTime(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		store := w.Store(t, nil)
		item, other := w.Item(t, store, 1000, ordertest.Unlimited, nil), w.Item(t, store, 1000, ordertest.Unlimited, nil)
		for n := range 8 {
			p := w.NewPerson(t, fmt.Sprintf("p%d@example.com", n), fmt.Sprintf("+120255501%02d", n+10))
			w.Add(t, p.ShopperID, item, 1, options.Choice{})
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					_, err := w.Carts.Add(t.Context(), p.ShopperID, ordertest.FoodID, cart.NewLine{ItemID: other.ID, Quantity: 1})
					if err != nil && !errs.Is(err, errs.GuestUnknown) {
						t.Error(err)
					}
				})
			}
			all.Go(func() {
				if err := w.Accounts.Erase(t.Context(), p.Session, signintest.KnownPassword, account.Forfeits{}); err != nil {
					t.Error(err)
				}
			})
			all.Wait()
			if left := w.Number(t, `SELECT COUNT(*) FROM cart_lines`); left != 0 {
				t.Fatalf("%d lines are left", left)
			}
		}
	})
}

func TestErase_PROF05_orderPlacedAtTheSameTimeIsSeenOrRefused(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		item := w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil)
		for n := range 8 {
			p := w.NewPerson(t, fmt.Sprintf("p%d@example.com", n), fmt.Sprintf("+120255501%02d", n+10))
			r := w.Agree(t, ordertest.BuyNow(p.ShopperID, item, 1))
			var all sync.WaitGroup
			var placing, erasing error
			all.Go(func() { _, placing = w.Orders.Place(t.Context(), "key-1", r) })
			all.Go(func() {
				erasing = w.Accounts.Erase(t.Context(), p.Session, signintest.KnownPassword, account.Forfeits{})
			})
			all.Wait()
			if (placing == nil) == (erasing == nil) || erasing != nil && !errs.Is(erasing, errs.Conflict) || placing != nil && !errs.Is(placing, errs.GuestUnknown) {
				t.Fatalf("placing %v, erasing %v", placing, erasing)
			}
		}
		report, err := verify.Run(t.Context(), w.DB)
		if err != nil || !report.OK {
			t.Errorf("the books: %+v, %v", report, err)
		}
	})
}

// A contact that is verified during the call is not changed (PROF-02).
func TestUpdateProfile_PROF02_keepsAContactThatWasVerifiedMeanwhile(t *testing.T) {
	signintest.OnEngines(t, silent, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		err := w.DuringHash(t, func(ctx context.Context) error {
			_, err := w.Accounts.UpdateProfile(ctx, me.Session, account.Profile{Reauth: signintest.KnownPassword, Name: new("Tom"), Email: new("new@example.com")})
			return err
		}, func() { w.Exec(t, `UPDATE customers SET email_verified = TRUE`) })
		if signintest.ErrorTexts(err) != "Not Changeable" {
			t.Errorf("told %v", err)
		}
		if c := me.Read(t, w); *c.Email != asha || c.Name() != "Asha Rao" {
			t.Errorf("the account became %+v", c)
		}
	})
}
