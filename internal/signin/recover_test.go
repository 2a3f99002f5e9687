package signin_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/address"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/ledger"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/purchase"
	"hawker/internal/setting"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
	"hawker/internal/trip"
	"hawker/internal/trip/triptest"
)

func TestResetPassword_AUTH08_setsThePasswordAndEndsAllSessions(t *testing.T) {
	for name, by := range map[string]struct {
		who signin.Recovery
		to  string
	}{"email": {signin.Recovery{Email: "ASHA@example.com"}, asha}, "phone": {signin.Recovery{Phone: "202 555 0101"}, phone}} {
		t.Run(name, func(t *testing.T) {
			signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
				old := w.SignUp(t, nil)
				signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), by.who))
				code := w.Code(t, by.to)
				signintest.Refused(t, "a wrong code", w.VerifyReset(t, by.who, signintest.WrongCode(code)), errs.CodeWrong)
				if err := w.VerifyReset(t, by.who, code); err != nil {
					t.Errorf("the right code: %v", err)
				}
				if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(by.who, code)); err != nil {
					t.Fatal(err)
				}
				signintest.Refused(t, "the code again", w.SignIn.ResetPassword(t.Context(), signintest.Reset(by.who, code)), errs.CodeExpired)
				_, err := w.Credentials.FindSession(t.Context(), old.Token)
				signintest.Refused(t, "a session from before", err, errs.Unauthorized)
				_, err = w.Login(t, by.to, password)
				signintest.Refused(t, "the old password", err, errs.WrongCredentials)
				c := w.Customer(t, signintest.Done[signin.Result](t)(w.Login(t, by.to, "papaya-tree-8")))
				if c.EmailVerified != (name == "email") || c.PhoneVerified != (name == "phone") {
					t.Errorf("the account is %+v", c)
				}
			})
		})
	}
}

func TestSendResetCode_AUTH08_isTheSameForAnUnknownAccount(t *testing.T) {
	signintest.OnEngines(t, func(d *signintest.Deps) { d.Credentials.ShowCodes = true }, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		ask := func(email string) (code string, rows int64, hashed int) {
			who := signin.Recovery{Email: email}
			code = signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who)).DemoOTP
			_, err := w.SignIn.SendResetCode(t.Context(), who)
			signintest.Refused(t, "again at once", err, errs.TooMany)
			w.AwaitMessages(t)
			hashed, _ = w.Hasher.Count()
			return code, w.Number(t, `SELECT COUNT(*) FROM codes`) + w.Number(t, `SELECT COUNT(*) FROM jobs WHERE kind LIKE 'account.code%'`), hashed
		}
		_, rows, hashed := ask(asha)
		code, more, after := ask("nobody@example.com")
		if more != 2*rows || after != hashed {
			t.Errorf("known: %d rows; unknown: %d more, %d hashings", rows, more-rows, after-hashed)
		}
		if len(w.Messages.To(asha)) != 1 || len(w.Messages.To("nobody@example.com")) != 0 {
			t.Error("nobody was sent a code, or Asha was not")
		}
		// The demo shows a code for an unknown account too; it sets no password.
		signintest.Refused(t, "the code of nobody", w.SignIn.ResetPassword(t.Context(), signintest.Reset(signin.Recovery{Email: "nobody@example.com"}, code)), errs.NotFound)
	})
}

func TestResetPassword_AUTH08_TRAP_D7_messages(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		who := signin.Recovery{Email: asha}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		code := w.Code(t, asha)
		for _, tt := range []struct{ token, password, again, want string }{
			{code, "", "", "No password provided.; No Confirm Password provided."},
			{code, "mango", "mango", "Password is too short - should be 6 chars minimum."},
			{code, "mango-tree", "mango", "Passwords must match"},
			{code, "asharao1", "asharao1", "This password is too easy to guess. Please choose another one."},
			{"", "mango-tree-9", "mango-tree-9", "field is empty"},
		} {
			err := w.SignIn.ResetPassword(t.Context(), signin.NewPassword{Recovery: who, Token: tt.token, Password: tt.password, Confirmation: tt.again})
			if got := signintest.ErrorTexts(err); got != tt.want {
				t.Errorf("%q, %q: %s, want %s", tt.password, tt.again, got, tt.want)
			}
		}
		if e := errs.From(w.VerifyReset(t, who, signintest.WrongCode(code))); e.Field != "reset_token" {
			t.Errorf("a wrong code is about %q", e.Field)
		}
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, code)); err != nil {
			t.Errorf("the code was spent on refusals: %v", err)
		}
	})
}

func TestRecovery_AUTH08_API08_isOffIfNothingCanBeSent(t *testing.T) {
	signintest.OnEngines(t, func(d *signintest.Deps) { d.Accounts.Texter = nil }, func(t *testing.T, w *signintest.Fixture) {
		_, err := w.SignIn.SendResetCode(t.Context(), signin.Recovery{Phone: phone})
		signintest.Refused(t, "by phone, with mail alone", err, errs.Forbidden)
		if _, err := w.SignIn.SendResetCode(t.Context(), signin.Recovery{Email: asha}); err != nil {
			t.Errorf("by mail: %v", err)
		}
		w.SetSettings(t, func(s *setting.Settings) { s.Login.Manual = false })
		_, err = w.SignIn.SendResetCode(t.Context(), signin.Recovery{Email: asha})
		signintest.Refused(t, "without passwords", err, errs.Forbidden)
	})
}

// The proof of a verified code is valid longer than the code. Four wrong attempts before,
// or a long time to choose a password, do not end it.
func TestVerifyResetCode_AUTH08_proofOutlivesTheCode(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		who := signin.Recovery{Email: asha}
		who.CodeHandle = signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who)).Handle
		code := w.Code(t, asha)
		for range 4 {
			signintest.Refused(t, "a slip", w.VerifyReset(t, who, signintest.WrongCode(code)), errs.CodeWrong)
		}
		w.Clock.Advance(285 * time.Second)
		token := signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetCode(t.Context(), who, code)).Token
		w.Clock.Advance(29 * time.Minute)
		other := signin.Recovery{Phone: phone}
		signintest.Refused(t, "for another contact", w.SignIn.ResetPassword(t.Context(), signintest.Reset(other, token)), errs.CodeExpired)
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, token)); err != nil {
			t.Fatalf("after four slips and 29 minutes: %v", err)
		}
		signintest.Refused(t, "the proof again", w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, token)), errs.CodeExpired)
	})
}

func TestResetPassword_AUTH08_oneCodeSetsOnePassword(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		who := signin.Recovery{Email: asha}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		code := w.Code(t, asha)
		first := signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetCode(t.Context(), who, code)).Token
		second := signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetCode(t.Context(), who, code)).Token
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, second)); err != nil {
			t.Fatal(err)
		}
		for what, token := range map[string]string{"the other proof": first, "the code": code} {
			e := errs.From(w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, token)))
			if e == nil || e.Code != errs.CodeExpired || e.Field != "reset_token" {
				t.Errorf("%s says %v", what, e)
			}
		}
	})
}

func TestResetPassword_AUTH08_refusesAnExpiredProof(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		who := signin.Recovery{Email: asha}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		token := signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetCode(t.Context(), who, w.Code(t, asha))).Token
		w.Clock.Advance(30 * time.Minute)
		e := errs.From(w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, token)))
		if e == nil || e.Code != errs.CodeExpired || e.Field != "reset_token" || !strings.Contains(e.Message, "ask for a new code") {
			t.Errorf("it says %v", e)
		}
	})
}

// Whoever read a code in somebody's mailbox can do nothing with it once the owner has set
// another password.
func TestResetPassword_AUTH08_AUTH10_endsWhatOthersHaveProven(t *testing.T) {
	byMail, byPhone := signin.Recovery{Email: asha}, signin.Recovery{Phone: phone}
	owners := map[string]func(t *testing.T, w *signintest.Fixture, me signintest.Person){
		"by a recovery": func(t *testing.T, w *signintest.Fixture, _ signintest.Person) {
			in := signintest.Reset(sendReset(t, w, byMail, "192.0.2.1"), "")
			in.Token = signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetCode(t.Context(), in.Recovery, w.Code(t, asha))).Token
			if err := w.SignIn.ResetPassword(t.Context(), in); err != nil {
				t.Fatal(err)
			}
		},
		"in the profile": func(t *testing.T, w *signintest.Fixture, me signintest.Person) {
			me.Save(t, w, account.Profile{Password: "papaya-tree-8", Confirmation: "papaya-tree-8"})
		},
	}
	for how, setPassword := range owners {
		t.Run(how, func(t *testing.T) {
			signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
				me := w.NewPerson(t, asha, phone)
				mailed, phoned := sendReset(t, w, byMail, "192.0.2.2"), sendReset(t, w, byPhone, "192.0.2.2")
				code := w.Code(t, asha)
				proof := signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetCode(t.Context(), mailed, code)).Token
				unverified := w.Code(t, phone)
				setPassword(t, w, me)
				hash := me.Read(t, w).PasswordHash
				for what, in := range map[string]signin.NewPassword{
					"the proof": signintest.Reset(mailed, proof), "its code": signintest.Reset(mailed, code),
					"a code to the phone": signintest.Reset(phoned, unverified),
				} {
					e := errs.From(w.SignIn.ResetPassword(t.Context(), in))
					if e == nil || e.Code != errs.CodeExpired || e.Field != "reset_token" {
						t.Errorf("%s: %v", what, e)
					}
				}
				signintest.Refused(t, "verifying the code later", w.VerifyReset(t, phoned, unverified), errs.CodeExpired)
				if me.Read(t, w).PasswordHash != hash {
					t.Error("the owner's password was replaced")
				}
			})
		})
	}
}

// sendReset sends a code for a new password to somebody at an address.
func sendReset(t *testing.T, w *signintest.Fixture, who signin.Recovery, address string) signin.Recovery {
	t.Helper()
	who.Address = address
	who.CodeHandle = signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who)).Handle
	return who
}

func TestResetPassword_AUTH08_proofsOfOneAccountSetOnePasswordAtATime(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		w.SignUp(t, nil)
		var forms []signin.NewPassword
		for _, address := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.3"} {
			who := sendReset(t, w, signin.Recovery{Email: asha}, address)
			forms = append(forms, signintest.Reset(who, signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetCode(t.Context(), who, w.Code(t, asha))).Token))
		}
		var set atomic.Int64
		signintest.Together(len(forms), func(i int) {
			err := w.SignIn.ResetPassword(t.Context(), forms[i])
			if err == nil {
				set.Add(1)
			} else if !errs.Is(err, errs.CodeExpired) {
				t.Error(err)
			}
		})
		if set.Load() != 1 {
			t.Errorf("%d passwords were set", set.Load())
		}
	})
}

// A contact that nobody has verified sets the password of an unproven account only. The
// account can be proven by another contact while the new password is hashed.
func TestResetPassword_AUTH08_TRAP_P3_onlyWhileTheAccountIsUnproven(t *testing.T) {
	for name, change := range map[string]string{
		"its phone is proven":       `UPDATE customers SET phone_verified = TRUE`,
		"it has an identity":        `INSERT INTO identities (customer_id, provider, subject, created_at) SELECT id, 'google', '9', 0 FROM customers`,
		"it has no e-mail any more": `UPDATE customers SET email = NULL, email_folded = NULL`,
	} {
		t.Run(name, func(t *testing.T) {
			signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
				me := w.NewPerson(t, asha, phone)
				before := me.Read(t, w).PasswordHash
				who := sendReset(t, w, signin.Recovery{Email: asha}, "192.0.2.1")
				in := signintest.Reset(who, w.Code(t, asha))
				err := w.DuringHash(t, func(ctx context.Context) error { return w.SignIn.ResetPassword(ctx, in) }, func() { w.Exec(t, change) })
				if e := errs.From(err); e == nil || e.Code != errs.NotFound || e.Field != "email" {
					t.Errorf("refused with %v", err)
				}
				if c := me.Read(t, w); c.PasswordHash != before || c.EmailVerified {
					t.Errorf("the account is %+v", c)
				}
			})
		})
	}
}

// Sam owns the e-mail that Asha mistyped when she signed up. A new password gives him her account,
// but not what she stored. Asha herself, on a device that she has signed in on, keeps it.
func TestResetPassword_AUTH08_TRAP_P3_TRAP_P4_clearsAnUnprovenAccount(t *testing.T) {
	mine := credential.Client{Address: "192.0.2.1", DeviceSecret: credential.NewDeviceSecret()}
	for name, tt := range map[string]struct {
		verified bool
		from     credential.Client
		clears   bool
	}{
		"from elsewhere":              {false, credential.Client{Address: "192.0.2.2"}, true},
		"from the same address":       {false, credential.Client{Address: mine.Address}, true},
		"on her device":               {false, mine, false},
		"the e-mail was proven":       {true, credential.Client{Address: "192.0.2.2"}, false},
		"on another device, so named": {false, credential.Client{DeviceSecret: credential.NewDeviceSecret()}, true},
	} {
		t.Run(name, func(t *testing.T) {
			signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
				old := w.Session(t, w.SignUp(t, func(f *signin.SignUpForm) { f.Client = mine }))
				placed := storeThings(t, w, old)
				booked := triptest.In(t, w.Fixture).Book(t, "2", triptest.Request(old.ShopperID), time.Time{}).ID
				w.Exec(t, `UPDATE trips SET contact_email = ''`) // as the storefront sends it
				if tt.verified {
					w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
				}
				who := signin.Recovery{Client: tt.from, Email: asha}
				who.CodeHandle = signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who)).Handle
				proof := signintest.Done[signin.ResetProof](t)(w.SignIn.VerifyResetCode(t.Context(), who, w.Code(t, asha)))
				if proof.Clears != tt.clears {
					t.Errorf("the form says that it clears the account: %t", proof.Clears)
				}
				if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, proof.Token)); err != nil {
					t.Fatal(err)
				}
				in := signintest.Done[signin.Result](t)(w.Login(t, asha, "papaya-tree-8"))
				me, c := w.Session(t, in), w.Customer(t, in)
				if me.CustomerID != old.CustomerID || !c.EmailVerified || (c.Phone == nil) != tt.clears {
					t.Errorf("the account: %+v", c)
				}
				if left := w.Balance(t, ledger.Wallet(me.CustomerID)); left != 1234 {
					t.Errorf("%d of the money is left", left)
				}
				if gone := w.Number(t, `SELECT COUNT(*) FROM addresses`) == 0; gone != tt.clears {
					t.Errorf("the address is gone: %t", gone)
				}
				_, err := w.Orders.Find(t.Context(), placed, order.Owner{ShopperID: me.ShopperID})
				if gone := errs.Is(err, errs.NotFound); gone != tt.clears {
					t.Errorf("the order is gone: %t, %v", gone, err)
				}
				// The owner of the e-mail is asked about the order and the trip, as the form says.
				asked := signintest.Done[[]order.Unclaimed](t)(w.Orders.Unclaimed(t.Context(), me.ShopperID, purchase.Contacts{Email: asha}))
				if (len(asked) == 1 && asked[0].ID == placed) != tt.clears {
					t.Errorf("asked about %+v", asked)
				}
				trips := signintest.Done[[]trip.Unclaimed](t)(w.Trips.Unclaimed(t.Context(), me.ShopperID, purchase.Contacts{Email: asha}))
				if (len(trips) == 1 && trips[0].ID == booked) != tt.clears {
					t.Errorf("asked about the trips %+v", trips)
				}
			})
		})
	}
}

// storeThings adds an address and money to an account, and places an order without an e-mail, as
// the storefront does for a customer, and one with that of a friend.
func storeThings(t *testing.T, w *signintest.Fixture, s credential.Session) (orderID int64) {
	t.Helper()
	_, err := address.New(w.DB, w.Clock, w.Settings, w.Zones).Add(t.Context(), s.CustomerID, address.Input{
		Address: "7 Mango Lane", Latitude: ordertest.Door.Lat, Longitude: ordertest.Door.Lng, Name: "Asha", Phone: "+12025550166",
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Credit(t, s.CustomerID, 1234)
	r := ordertest.BuyNow(s.ShopperID, w.Item(t, w.Store(t, nil), 1000, 90, nil), 1)
	r.Address.Phone, r.Address.Email = "+12025550166", "tom@example.com"
	w.Place(t, "0", r)
	r.Address.Email = ""
	return w.Place(t, "1", r).ID
}
