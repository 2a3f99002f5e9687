package reward_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"hawker/internal/account"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/errs"
	"hawker/internal/money"
	"hawker/internal/order"
	"hawker/internal/order/ordertest"
	"hawker/internal/setting"
)

// friends are a customer and one who signed up with their code.
type friends struct{ referrer, friend, referrerShopper, friendShopper int64 }

func (w fixture) friends(t testing.TB) friends {
	t.Helper()
	w.SetSettings(t, func(s *setting.Settings) {
		s.Rewards.Referral = setting.ReferralRules{Referrer: 500, Friend: 300, MinOrder: 2000}
	})
	var f friends
	f.referrer, f.referrerShopper = w.Customer(t)
	f.friend, f.friendShopper = w.Customer(t)
	w.Exec(t, `UPDATE customers SET referred_by = $2 WHERE id = $1`, f.friend, f.referrer)
	return f
}

// erased marks an account as deleted.
const erased = `UPDATE customers SET erased_at = 1, first_name = '', last_name = '', email = NULL, email_folded = NULL, phone = NULL, password_hash = '', interests = '[]' WHERE id = $1`

func (w fixture) paid(t testing.TB, f friends) [2]money.Amount {
	t.Helper()
	return [2]money.Amount{w.wallet(t, f.referrer), w.wallet(t, f.friend)}
}

func TestOrderChanged_WAL04_TRAP_W4_bothAreRewardedOnce(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		f := w.friends(t)
		w.delivered(t, f.friendShopper, 1) // 12.00
		if got := w.paid(t, f); got != [2]money.Amount{} {
			t.Errorf("%d for an order that is too small", got)
		}
		first := w.place(t, f.friendShopper, 3, nil)
		second := w.place(t, f.friendShopper, 3, nil)
		if got := w.paid(t, f); got != [2]money.Amount{} {
			t.Errorf("%d before the delivery", got)
		}
		var all sync.WaitGroup
		for _, o := range []int64{first.ID, second.ID} {
			all.Go(func() { w.finish(t, o) })
		}
		all.Wait()
		w.delivered(t, f.friendShopper, 3)
		if got := w.paid(t, f); got != [2]money.Amount{500, 300} {
			t.Errorf("%d", got)
		}
		w.refund(t, first, 0)
		w.refund(t, second, 0)
		if got := w.paid(t, f); got != [2]money.Amount{500, 300} {
			t.Errorf("%d after refunds", got)
		}
		r, err := w.Rewards.Referral(t.Context(), f.referrer)
		if err != nil || r.Joined != 1 || r.Rewarded != 1 || r.Earned != 500 || r.Code == "" {
			t.Errorf("%+v, %v", r, err)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM notifications WHERE kind = 'referral_rewarded'`); n != 2 {
			t.Errorf("%d notifications", n)
		}
	})
}

func TestOrderChanged_WAL04_paysNothingWhileOff(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		f := w.friends(t)
		for name, edit := range map[string]func(*setting.Settings){
			"referral": func(s *setting.Settings) { s.Storefront.ReferralEarning = false },
			"wallet":   func(s *setting.Settings) { s.Storefront.CustomerWallet = false },
		} {
			w.SetSettings(t, func(s *setting.Settings) {
				s.Storefront.ReferralEarning, s.Storefront.CustomerWallet = true, true
				edit(s)
			})
			w.delivered(t, f.friendShopper, 3)
			if _, err := w.Rewards.Referral(t.Context(), f.referrer); !errs.Is(err, errs.Forbidden) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := w.paid(t, f); got != [2]money.Amount{} {
			t.Errorf("%d", got)
		}
	})
}

func TestOrderChanged_TRAP_W4_nobodyRefersThemselves(t *testing.T) {
	for reason, tie := range map[string]func(t *testing.T, w fixture, f friends, r *order.Request){
		"same_account": func(t *testing.T, w fixture, f friends, _ *order.Request) {
			w.Exec(t, `UPDATE customers SET referred_by = id WHERE id = $1`, f.friend)
		},
		"same_phone": func(t *testing.T, w fixture, f friends, r *order.Request) {
			w.Exec(t, `UPDATE customers SET phone = '+12025550177' WHERE id = $1`, f.referrer)
			r.Address.Phone = "+12025550177"
		},
		"same_email": func(t *testing.T, w fixture, f friends, _ *order.Request) {
			w.Exec(t, `UPDATE customers SET email = 'me@example.com', email_folded = 'asha.rao@example.com' WHERE id = $1`, f.referrer)
			w.Exec(t, `UPDATE customers SET email = 'me2@example.com', email_folded = 'a.sharao+2@example.com' WHERE id = $1`, f.friend)
		},
		"same_device": func(t *testing.T, w fixture, f friends, _ *order.Request) {
			for _, id := range []int64{f.referrer, f.friend} {
				w.Exec(t, `INSERT INTO known_places (customer_id, key, ends_at) VALUES ($1, 'hash', $2)`, id, w.Clock.Now().UnixMilli()+1000)
			}
		},
		"same_address": func(t *testing.T, w fixture, f friends, r *order.Request) {
			w.place(t, f.referrerShopper, 1, func(by *order.Request) { by.Address.House = "12 A" })
			r.Address.House, r.Address.Point = " 12 a ", ordertest.Door
			r.Address.Point.Lat += 1e-4
		},
		"account_deleted": func(t *testing.T, w fixture, f friends, _ *order.Request) {
			w.Exec(t, erased, f.referrer)
		},
	} {
		t.Run(reason, func(t *testing.T) {
			engines(t, func(t *testing.T, w fixture) {
				f := w.friends(t)
				o := w.place(t, f.friendShopper, 3, func(r *order.Request) { tie(t, w, f, r) })
				w.finish(t, o.ID)
				w.delivered(t, f.friendShopper, 3)
				if got := w.paid(t, f); got != [2]money.Amount{} {
					t.Errorf("%d was paid", got)
				}
				got, err := db.One[string](t.Context(), w.DB.R, `SELECT reason FROM referrals WHERE status = 'refused' AND customer_id = $1`, f.friend)
				if err != nil || got != reason {
					t.Errorf("refused as %q: %v", got, err)
				}
			})
		})
	}
}

// contacts are those of an account.
type contacts struct {
	phone, email string
	verified     bool
}

func (w fixture) setContacts(t testing.TB, customerID int64, c contacts) {
	t.Helper()
	w.Exec(t, `UPDATE customers SET phone = NULLIF($2, ''), email = NULLIF($3, ''), email_folded = NULLIF($3, ''), phone_verified = $4, email_verified = $4 WHERE id = $1`,
		customerID, c.phone, c.email, c.verified)
}

// delete deletes the account of a customer, as package account does.
func (w fixture) delete(t testing.TB, customerID, shopperID int64) {
	t.Helper()
	err := db.InTx(context.Background(), w.DB, func(tx *db.Tx) error {
		if err := w.Orders.Anonymize(context.Background(), tx, shopperID); err != nil {
			return err
		}
		return errors.Join(w.Wallets.Erase(context.Background(), tx, customerID), w.Rewards.Erase(context.Background(), tx, customerID))
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Exec(t, erased, customerID)
}

// A friend who deletes the account and signs up again is the same person. Contacts that
// nobody has verified may be those of others.
func TestOrderChanged_TRAP_W4_PROF05_whoSignsUpAgainIsNotRewardedAgain(t *testing.T) {
	first := contacts{"+12025550188", "asha.rao@example.com", true}
	for name, c := range map[string]struct {
		before, now contacts
		again       bool
	}{
		"the same phone":             {first, contacts{first.phone, "other@example.com", true}, false},
		"the same mailbox":           {first, contacts{"+12025550189", "a.sharao+2@example.com", true}, false},
		"another person":             {first, contacts{"+12025550189", "other@example.com", true}, true},
		"a phone for the mailbox":    {contacts{first.phone, "", true}, contacts{"", first.email, true}, true},
		"contacts were not verified": {contacts{first.phone, first.email, false}, first, true},
	} {
		t.Run(name, func(t *testing.T) {
			engines(t, func(t *testing.T, w fixture) {
				f := w.friends(t)
				w.setContacts(t, f.friend, c.before)
				w.delivered(t, f.friendShopper, 3)
				w.delete(t, f.friend, f.friendShopper)
				again, shopper := w.Customer(t)
				w.setContacts(t, again, c.now)
				w.Exec(t, `UPDATE customers SET referred_by = $2 WHERE id = $1`, again, f.referrer)
				w.delivered(t, shopper, 3)
				want := [2]money.Amount{500, 0}
				if c.again {
					want = [2]money.Amount{1000, 300}
				}
				if got := [2]money.Amount{w.wallet(t, f.referrer), w.wallet(t, again)}; got != want {
					t.Errorf("%d was paid, want %d", got, want)
				}
				if n := w.Number(t, `SELECT COUNT(*) FROM referrals WHERE customer_id = $1 AND reason = 'rewarded_before'`, again); (n == 0) != c.again {
					t.Errorf("%d were refused", n)
				}
				if n := w.Number(t, `SELECT COUNT(*) FROM referrals WHERE phone_key LIKE '%2025550%' OR mailbox_key LIKE '%@%'`); n != 0 {
					t.Error("a contact is kept")
				}
			})
		})
	}
}

func TestOrderChanged_TRAP_W4_neighboursAreFriends(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		f := w.friends(t)
		w.place(t, f.referrerShopper, 1, func(r *order.Request) { r.Address.House = "12" })
		o := w.place(t, f.friendShopper, 3, func(r *order.Request) { r.Address.House = "13" })
		w.finish(t, o.ID)
		if got := w.paid(t, f); got != [2]money.Amount{500, 300} {
			t.Errorf("%d: %s", got, fmt.Sprint(w.Number(t, `SELECT COUNT(*) FROM referrals WHERE status = 'refused'`)))
		}
	})
}

// Nothing comes into the wallet of a referrer whose account is being deleted: the deletion
// has emptied it.
func TestOrderChanged_WAL04_PROF05_paysNobodyWhoseAccountIsBeingDeleted(t *testing.T) {
	engines(t, func(t *testing.T, w fixture) {
		f := w.friends(t)
		o := w.place(t, f.friendShopper, 3, nil)
		erasing := make(chan struct{})
		var deletion sync.WaitGroup
		deletion.Go(func() {
			var once sync.Once
			err := db.InTx(context.Background(), w.DB, func(tx *db.Tx) error {
				if _, err := account.Lock(context.Background(), tx, f.referrer); err != nil {
					return err
				}
				if err := w.Wallets.Erase(context.Background(), tx, f.referrer); err != nil {
					return err
				}
				once.Do(func() { close(erasing) })
				dbtest.WaitUntilOneWaits(t, w.DB)
				_, err := db.Exec(context.Background(), tx, erased, f.referrer)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-erasing
		w.finish(t, o.ID)
		deletion.Wait()
		if got := w.paid(t, f); got != [2]money.Amount{} {
			t.Errorf("%d was paid", got)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM referrals WHERE status = 'refused' AND reason = 'account_deleted'`); n != 1 {
			t.Errorf("%d were refused", n)
		}
	})
}
