package account_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/account/accounttest"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order/ordertest"
	"hawker/internal/passkey/passkeytest"
)

// addPasskey adds a passkey of a fresh device.
func (p person) addPasskey(t *testing.T, w *accounttest.Desk, by account.Reauth) *passkeytest.Device {
	t.Helper()
	q := done[account.PasskeyQuestion](t)(w.Accounts.AskForPasskey(t.Context(), p.Session, by))
	d := passkeytest.New(t, q.SiteID, accounttest.Origin, q.Handle)
	if err := w.Accounts.AddPasskey(t.Context(), p.Session, account.NewPasskey{Proof: q.Proof, Name: " My  phone ", Created: d.Create(t, q.Challenge)}); err != nil {
		t.Fatal(err)
	}
	return d
}

func (p person) passkeys(t *testing.T, w *accounttest.Desk) []account.Passkey {
	t.Helper()
	return done[[]account.Passkey](t)(w.Accounts.ListPasskeys(t.Context(), p.CustomerID))
}

func question(t *testing.T, w *accounttest.Desk) account.PasskeyQuestion {
	t.Helper()
	return done[account.PasskeyQuestion](t)(w.Accounts.AskWhichPasskey(t.Context(), account.Visitor{Address: "192.0.2.7"}))
}

func byPasskey(t *testing.T, w *accounttest.Desk, d *passkeytest.Device) (account.SignIn, error) {
	t.Helper()
	q := question(t, w)
	return w.Accounts.SignInByPasskey(t.Context(), account.PasskeyLogin{Proof: q.Proof, Signed: d.Sign(t, q.Challenge)})
}

func TestPasskey_signsInAsAnyOtherWay(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		d := me.addPasskey(t, w, known)
		guestID := done[string](t)(w.Shoppers.NewGuest(t.Context()))
		guest := w.GuestOf(t, guestID)
		w.Add(t, guest, w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil), 2, options.Choice{})

		w.Clock.Advance(time.Minute)
		q := question(t, w)
		in := done[account.SignIn](t)(w.Accounts.SignInByPasskey(t.Context(), account.PasskeyLogin{
			Visitor: account.Visitor{GuestID: guestID, Device: "Chrome on Android"}, Proof: q.Proof, Signed: d.Sign(t, q.Challenge),
		}))
		if session(t, w, in).CustomerID != me.CustomerID || in.Secret == "" {
			t.Errorf("signed in as %+v", in)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, me.ShopperID); n != 1 {
			t.Errorf("%d lines of the guest came along", n)
		}
		if all := me.passkeys(t, w); len(all) != 1 || all[0].Name != "My phone" || all[0].UsedAt == nil || *all[0].UsedAt != w.Clock.Now().UnixMilli() {
			t.Errorf("the list is %+v", all)
		}
		w.Set(t, verifications(true, false))
		if due := done[account.SignIn](t)(byPasskey(t, w, d)); due.Token != "" || due.Proof == "" || due.PhoneVerified {
			t.Errorf("a phone that is to be verified first: %+v", due)
		}
	})
}

func TestPasskey_refusesWhatProvesNothing(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		other := newPerson(t, w, "tom@example.com", "+12025550102")
		mine, theirs := me.addPasskey(t, w, known), other.addPasskey(t, w, known)
		sign := func(d *passkeytest.Device, q account.PasskeyQuestion) error {
			_, err := w.Accounts.SignInByPasskey(t.Context(), account.PasskeyLogin{Proof: q.Proof, Signed: d.Sign(t, q.Challenge)})
			return err
		}
		wrong := func(edit func(*passkeytest.Device)) error {
			d := *mine
			edit(&d)
			return sign(&d, question(t, w))
		}
		used := question(t, w)
		if err := sign(mine, used); err != nil {
			t.Fatal(err)
		}
		refused(t, "a challenge again", sign(mine, used), errs.Invalid)
		failed := question(t, w)
		d := *mine
		d.Origin = "https://evil.example"
		refused(t, "a wrong origin", sign(&d, failed), errs.Unauthorized)
		refused(t, "its challenge, answered rightly then", sign(mine, failed), errs.Invalid)
		late := question(t, w)
		w.Clock.Advance(5*time.Minute + time.Second)
		refused(t, "after five minutes", sign(mine, late), errs.Invalid)
		mixed := question(t, w)
		mixed.Challenge = question(t, w).Challenge
		refused(t, "a challenge of another sign-in", sign(mine, mixed), errs.Unauthorized)
		adding := done[account.PasskeyQuestion](t)(w.Accounts.AskForPasskey(t.Context(), me.Session, known))
		refused(t, "the challenge of a new passkey", sign(mine, adding), errs.Invalid)
		refused(t, "another's account", wrong(func(d *passkeytest.Device) { d.Handle = theirs.Handle }), errs.Unauthorized)
		refused(t, "nobody asked for a finger", wrong(func(d *passkeytest.Device) { d.Unverified = true }), errs.Unauthorized)
		refused(t, "a copy", wrong(func(d *passkeytest.Device) { d.Count = 0 }), errs.Unauthorized)
		refused(t, "a device of nobody's", sign(passkeytest.New(t, mine.Site, mine.Origin, mine.Handle), question(t, w)), errs.Unauthorized)

		id := me.passkeys(t, w)[0].ID
		refused(t, "another's passkey removed", w.Accounts.RemovePasskey(t.Context(), other.Session, id, known, account.Visitor{}), errs.NotFound)
		refused(t, "removed by a session alone", w.Accounts.RemovePasskey(t.Context(), me.Session, id, nothing, account.Visitor{}), errs.Invalid)
		elsewhere := done[account.SignIn](t)(byPasskey(t, w, mine))
		if err := w.Accounts.RemovePasskey(t.Context(), me.Session, id, known, account.Visitor{}); err != nil {
			t.Fatal(err)
		}
		_, err := byPasskey(t, w, mine)
		refused(t, "a removed one", err, errs.Unauthorized)
		_, err = w.Accounts.ByToken(t.Context(), elsewhere.Token)
		refused(t, "a session that it opened", err, errs.Unauthorized)
		session(t, w, account.SignIn{Token: me.token})
	})
}

func TestPasskey_addingTakesMoreThanASession(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		other := newPerson(t, w, "tom@example.com", "+12025550102")
		w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
		_, err := w.Accounts.AskForPasskey(t.Context(), me.Session, nothing)
		refused(t, "a session alone", err, errs.Invalid)
		q := done[account.PasskeyQuestion](t)(w.Accounts.AskForPasskey(t.Context(), me.Session, known))
		d := passkeytest.New(t, q.SiteID, accounttest.Origin, q.Handle)
		add := func(p person, q account.PasskeyQuestion) error {
			return w.Accounts.AddPasskey(t.Context(), p.Session, account.NewPasskey{Proof: q.Proof, Created: d.Create(t, q.Challenge), Visitor: account.Visitor{Device: "Chrome on Android"}})
		}
		refused(t, "another's challenge", add(other, q), errs.Invalid)
		refused(t, "that challenge again", add(me, q), errs.Invalid)
		ask := func() account.PasskeyQuestion {
			return done[account.PasskeyQuestion](t)(w.Accounts.AskForPasskey(t.Context(), me.Session, known))
		}
		d.Origin = "https://evil.example"
		refused(t, "a wrong origin", add(me, ask()), errs.Invalid)
		d.Origin = accounttest.Origin
		late := ask()
		w.Clock.Advance(5*time.Minute + time.Second)
		refused(t, "after five minutes", add(me, late), errs.Invalid)
		ended := me
		ended.ID = -1 // since the request was let in
		refused(t, "by a session that has ended", add(ended, ask()), errs.Unauthorized)
		if err := add(me, ask()); err != nil {
			t.Fatal(err)
		}
		if all := me.passkeys(t, w); len(all) != 1 || all[0].Name != "Chrome on Android" || all[0].UsedAt != nil {
			t.Errorf("the list is %+v", all)
		}
		refused(t, "the same passkey again", add(me, ask()), errs.Invalid)
		for range 19 {
			me.addPasskey(t, w, known)
		}
		_, err = w.Accounts.AskForPasskey(t.Context(), me.Session, known)
		refused(t, "the twenty-first", err, errs.Invalid)
		w.Settle(t)
		if told := w.Post.To(asha); len(told) != 20 || !strings.HasPrefix(told[0], "A passkey was added to your account") {
			t.Errorf("told %q", told)
		}
	})
}

// Whoever gets back into an account by a code to a contact, or proves that it is
// theirs, shuts out everybody else; a new password of who is signed in does not.
func TestPasskey_endsWithARecoveryAndWithTheAccount(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		me := newPerson(t, w, asha, phone)
		d := me.addPasskey(t, w, known)
		me.save(t, w, newPassword(known))
		if _, err := byPasskey(t, w, d); err != nil {
			t.Errorf("after a new password: %v", err)
		}
		who := account.Forgotten{Email: asha}
		done[account.CodeSent](t)(w.Accounts.ForgotPassword(t.Context(), who))
		if err := w.Accounts.ResetPassword(t.Context(), reset(who, w.Code(t, asha))); err != nil {
			t.Fatal(err)
		}
		_, err := byPasskey(t, w, d)
		refused(t, "after a recovery", err, errs.Unauthorized)

		other := newPerson(t, w, "tom@example.com", "+12025550102")
		d = other.addPasskey(t, w, known)
		if err := w.Accounts.Erase(t.Context(), other.Session, known); err != nil {
			t.Fatal(err)
		}
		_, err = byPasskey(t, w, d)
		refused(t, "after the account was deleted", err, errs.Unauthorized)
		if n := w.Number(t, `SELECT COUNT(*) FROM passkeys`); n != 0 {
			t.Errorf("%d passkeys are left", n)
		}
	})
}

func TestPasskey_isThrottledAndOffWithoutAPublicAddress(t *testing.T) {
	desks(t, nil, func(t *testing.T, w *accounttest.Desk) {
		v := account.Visitor{Address: "192.0.2.9"}
		for range 300 {
			done[account.PasskeyQuestion](t)(w.Accounts.AskWhichPasskey(t.Context(), v))
		}
		_, err := w.Accounts.AskWhichPasskey(t.Context(), v)
		refused(t, "the 301st in a quarter of an hour", err, errs.TooMany)

		off := w.Instance(t, func(d *account.Deps) { d.Passkeys = nil })
		_, err = off.AskWhichPasskey(t.Context(), account.Visitor{})
		refused(t, "without a public address", err, errs.Forbidden)
		if ways := done[account.Ways](t)(off.Ways(t.Context())); ways.Passkey {
			t.Error("it is offered where it is off")
		}
	})
}
