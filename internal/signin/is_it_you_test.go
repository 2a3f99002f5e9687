package signin_test

import (
	"errors"
	"testing"

	"hawker/internal/account"
	"hawker/internal/address"
	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/options"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/review"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
	"hawker/internal/upload"
	"hawker/internal/verify"
	"hawker/internal/wishlist"
)

// squat signs a guest up with a phone and an e-mail that are not theirs.
func squat(t *testing.T, w *signintest.Fixture) (signin.Result, credential.Session) {
	t.Helper()
	guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
	in := w.SignUp(t, func(a *signin.SignUpForm) { a.Name, a.GuestID = "Squatter", guestID })
	return in, w.Session(t, in)
}

func TestIsItYou_TRAP_P3_AUTH06_yes(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		theirs, squatter := squat(t, w)
		in := w.ByCode(t, phone)
		if in.Token != "" || in.Exists == nil || in.Exists.Name != "Squatter" || in.Proof == "" {
			t.Fatalf("a phone that nobody has proven: %+v", in)
		}
		_, err := w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, Details: signin.Details{Name: "Asha"}})
		signintest.Refused(t, "without an answer", err, errs.Invalid)

		mine := signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, IsYou: signin.Yes}))
		if me := w.Session(t, mine); me.CustomerID != squatter.CustomerID {
			t.Errorf("signed in as %d, not as %d who was shown", me.CustomerID, squatter.CustomerID)
		}
		if c := w.Customer(t, mine); !c.PhoneVerified || c.PasswordHash != "" {
			t.Errorf("the account is %+v", c)
		}
		_, err = w.Credentials.FindSession(t.Context(), theirs.Token)
		signintest.Refused(t, "the squatter's session", err, errs.Unauthorized)
		_, err = w.Login(t, asha, password)
		signintest.Refused(t, "the squatter's password", err, errs.WrongCredentials)
		// The squatter's e-mail is removed too.
		who := signin.Recovery{Email: asha}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		w.AwaitMessages(t)
		if sent := w.Messages.To(asha); len(sent) != 0 {
			t.Errorf("the squatter was sent %q", sent)
		}
		_, err = w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, IsYou: signin.Yes})
		signintest.Refused(t, "the proof again", err, errs.Invalid)
	})
}

func TestIsItYou_TRAP_P3_TRAP_P4_yesClearsTheAccount(t *testing.T) {
	files, withFiles := signintest.Album(t)
	signintest.OnEngines(t, withFiles, func(t *testing.T, w *signintest.Fixture) {
		_, squatter := squat(t, w)
		s := signintest.Person{Session: squatter}
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
		s.Save(t, w, account.Profile{Photo: signintest.Photo(t, 20, 20)})
		w.Credit(t, s.CustomerID, 1234)
		picture := s.Read(t, w).Picture
		place := func(key, phone string) int64 {
			r := ordertest.BuyNow(s.ShopperID, item, 1)
			r.Address.Phone = phone
			return w.Place(t, key, r).ID
		}
		theirs := place("1", "+12025550166")

		in := w.ByCode(t, phone)
		mine := signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, IsYou: signin.Yes}))
		me := w.Session(t, mine)
		if c := w.Customer(t, mine); c.Email != nil || c.Picture != "" || len(c.Interests.V) != 0 || c.Name() != "Squatter" || c.ID != s.CustomerID {
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
		if left := w.Balance(t, ledger.Wallet(s.CustomerID)); left != 1234 {
			t.Errorf("%d of the money is left", left)
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

// Reviews belong to the shopper, which the account loses: deleting the account later would
// not find them.
func TestIsItYou_TRAP_P3_PROF05_yesAnonymizesReviews(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		_, squatter := squat(t, w)
		o := w.Place(t, "1", ordertest.BuyNow(squatter.ShopperID, w.Item(t, w.Store(t, nil), 1000, 90, nil), 1))
		for _, to := range []order.Status{order.Confirmed, order.Processing, order.Handover, order.PickedUp, order.Delivered} {
			if err := w.Orders.Move(t.Context(), o.ID, to, order.ByAdmin, ""); err != nil {
				t.Fatal(err)
			}
		}
		good := review.Request{OrderID: o.ID, ShopperID: squatter.ShopperID, Store: &review.Opinion{Rating: 4, Text: "Good", Images: []string{w.Upload(t, squatter.ShopperID, upload.Review)}}}
		if err := review.New(w.DB, w.Clock).Add(t.Context(), good); err != nil {
			t.Fatal(err)
		}
		named := `SELECT COUNT(*) FROM reviews WHERE author <> '' AND body <> ''`
		if w.Number(t, named) != 1 {
			t.Fatal("the review has no author")
		}
		in := w.ByCode(t, phone)
		signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, IsYou: signin.Yes}))
		if w.Number(t, named) != 0 || w.Number(t, `SELECT COUNT(*) FROM reviews WHERE rating = 4`) != 1 {
			t.Error("the review shows its author, or its stars are gone")
		}
		if w.Number(t, `SELECT COUNT(*) FROM uploads WHERE purpose = 'review' AND delete_at IS NULL`) != 0 {
			t.Error("its image is kept for ever")
		}
	})
}

func TestIsItYou_TRAP_P3_AUTH06_no(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		theirs, squatter := squat(t, w)
		in := w.ByCode(t, phone)
		asked := signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, IsYou: signin.No}))
		if !asked.NameNeeded || asked.Proof == "" || asked.Exists != nil || asked.Token != "" {
			t.Fatalf("after no: %+v", asked)
		}
		mine := signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: asked.Proof, Details: signin.Details{Name: "Asha"}}))
		if me := w.Session(t, mine); me.CustomerID == squatter.CustomerID || *w.Customer(t, mine).Phone != phone {
			t.Errorf("signed in as %+v", w.Customer(t, mine))
		}
		if c := w.Customer(t, theirs); c.Phone != nil || c.PasswordHash == "" {
			t.Errorf("the other account is %+v", c)
		}
	})
}

func TestFindAccount_TRAP_P3_unverifiedContactOpensNoProvenAccount(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SetSettings(t, signintest.Verifications(false, true)) // Tom proves his e-mail, and has mistyped his phone
		tom := w.SignUp(t, func(a *signin.SignUpForm) { a.Name = "Tom" })
		tom = signintest.Done[signin.Result](t)(w.SignIn.EnterCode(t.Context(), signin.CodeEntry{
			By: credential.ByPassword, Kind: contact.KindEmail, Code: w.Code(t, asha), Proof: tom.Proof,
		}))
		w.SetSettings(t, signintest.Verifications(false, false))

		who := signin.Recovery{Phone: phone}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		w.AwaitMessages(t)
		if sent := w.Messages.To(phone); len(sent) != 0 {
			t.Errorf("whose phone it is could set Tom's password: %q", sent)
		}
		in := w.ByCode(t, phone)
		if !in.NameNeeded || in.Exists != nil || in.Token != "" {
			t.Fatalf("the phone of a proven account: %+v", in)
		}
		c := w.Customer(t, tom)
		if c.Phone != nil || !c.EmailVerified || c.PasswordHash == "" {
			t.Errorf("Tom is %+v", c)
		}
		mine := signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, Details: signin.Details{Name: "Asha"}}))
		if w.Session(t, mine).CustomerID == c.ID || *w.Customer(t, mine).Phone != phone {
			t.Error("the phone has not moved to who proved it")
		}
	})
}

func TestIsItYou_TRAP_P3_refusesAnOldQuestion(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		squat(t, w)
		in := w.ByCode(t, phone)
		w.PassCodePause()
		other := w.ByCode(t, phone) // the same phone in another window
		signintest.Done[signin.Result](t)(w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: other.Proof, IsYou: signin.Yes}))
		for _, mine := range []signin.Answer{signin.Yes, signin.No} {
			_, err := w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, IsYou: mine})
			signintest.Refused(t, string(mine), err, errs.Invalid)
		}
	})
}

// 'Is it you' is about an unproven account. Once the account is proven, the answer is
// refused.
func TestIsItYou_TRAP_P3_onlyWhileTheAccountIsUnproven(t *testing.T) {
	for name, change := range map[string]string{
		"its e-mail is proven":    `UPDATE customers SET email_verified = TRUE`,
		"it has another phone":    `UPDATE customers SET phone = '+12025550188'`,
		"it has an identity":      `INSERT INTO identities (customer_id, provider, subject, created_at) SELECT id, 'google', '9', 0 FROM customers`,
		"its phone is proven now": `UPDATE customers SET phone_verified = TRUE`,
	} {
		t.Run(name, func(t *testing.T) {
			signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
				theirs, _ := squat(t, w)
				in := w.ByCode(t, phone)
				w.Exec(t, change)
				for _, mine := range []signin.Answer{signin.Yes, signin.No} {
					_, err := w.SignIn.UpdateInfo(t.Context(), signin.Info{Proof: in.Proof, IsYou: mine, Details: signin.Details{Name: "Asha"}})
					signintest.Refused(t, string(mine), err, errs.Invalid)
				}
				if c := w.Customer(t, theirs); c.PasswordHash == "" {
					t.Errorf("the account is %+v", c)
				}
			})
		})
	}
}
