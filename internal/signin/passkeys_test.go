package signin_test

import (
	"strings"
	"testing"
	"time"

	"hawker/internal/account"
	"hawker/internal/credential"
	"hawker/internal/errs"
	"hawker/internal/options"
	"hawker/internal/order/ordertest"
	"hawker/internal/passkey/passkeytest"
	"hawker/internal/signin"
	"hawker/internal/signin/signintest"
)

// addPasskey adds a passkey of a new device.
func addPasskey(t *testing.T, w *signintest.Fixture, p signintest.Person, by account.Reauth) *passkeytest.Device {
	t.Helper()
	q := signintest.Done[credential.PasskeyChallenge](t)(w.SignIn.BeginAddPasskey(t.Context(), p.Session, by))
	d := passkeytest.New(t, q.SiteID, signintest.Origin, q.CustomerHandle)
	if err := w.SignIn.AddPasskey(t.Context(), p.Session, signin.NewPasskey{Proof: q.Proof, Name: " My  phone ", Created: d.Create(t, q.Challenge)}); err != nil {
		t.Fatal(err)
	}
	return d
}

func passkeys(t *testing.T, w *signintest.Fixture, p signintest.Person) []credential.Passkey {
	t.Helper()
	return signintest.Done[[]credential.Passkey](t)(w.Credentials.ListPasskeys(t.Context(), p.CustomerID))
}

func question(t *testing.T, w *signintest.Fixture) credential.PasskeyChallenge {
	t.Helper()
	return signintest.Done[credential.PasskeyChallenge](t)(w.SignIn.BeginByPasskey(t.Context(), credential.Client{Address: "192.0.2.7"}))
}

func byPasskey(t *testing.T, w *signintest.Fixture, d *passkeytest.Device) (signin.Result, error) {
	t.Helper()
	q := question(t, w)
	return w.SignIn.ByPasskey(t.Context(), signin.PasskeyLogin{Proof: q.Proof, Signed: d.Sign(t, q.Challenge)})
}

func TestByPasskey_signsIn(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		d := addPasskey(t, w, me, signintest.KnownPassword)
		guestID := signintest.Done[string](t)(w.Shoppers.NewGuest(t.Context()))
		guest := w.GuestOf(t, guestID)
		w.Add(t, guest, w.Item(t, w.Store(t, nil), 1000, ordertest.Unlimited, nil), 2, options.Choice{})

		w.Clock.Advance(time.Minute)
		q := question(t, w)
		in := signintest.Done[signin.Result](t)(w.SignIn.ByPasskey(t.Context(), signin.PasskeyLogin{
			Client: credential.Client{GuestID: guestID, Device: "Chrome on Android"}, Proof: q.Proof, Signed: d.Sign(t, q.Challenge),
		}))
		if w.Session(t, in).CustomerID != me.CustomerID || in.DeviceSecret == "" {
			t.Errorf("signed in as %+v", in)
		}
		if n := w.Number(t, `SELECT COUNT(*) FROM cart_lines l JOIN carts c ON c.id = l.cart_id WHERE c.shopper_id = $1`, me.ShopperID); n != 1 {
			t.Errorf("%d lines of the guest came along", n)
		}
		if all := passkeys(t, w, me); len(all) != 1 || all[0].Name != "My phone" || all[0].UsedAt == nil || *all[0].UsedAt != w.Clock.Now().UnixMilli() {
			t.Errorf("the list is %+v", all)
		}
		w.SetSettings(t, signintest.Verifications(true, false))
		if due := signintest.Done[signin.Result](t)(byPasskey(t, w, d)); due.Token != "" || due.Proof == "" || due.PhoneVerified {
			t.Errorf("a phone that is to be verified first: %+v", due)
		}
	})
}

func TestByPasskey_refusesWrongSignatures(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		other := w.NewPerson(t, "tom@example.com", "+12025550102")
		mine, theirs := addPasskey(t, w, me, signintest.KnownPassword), addPasskey(t, w, other, signintest.KnownPassword)
		sign := func(d *passkeytest.Device, q credential.PasskeyChallenge) error {
			_, err := w.SignIn.ByPasskey(t.Context(), signin.PasskeyLogin{Proof: q.Proof, Signed: d.Sign(t, q.Challenge)})
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
		signintest.Refused(t, "a challenge again", sign(mine, used), errs.Invalid)
		failed := question(t, w)
		d := *mine
		d.Origin = "https://evil.example"
		signintest.Refused(t, "a wrong origin", sign(&d, failed), errs.Unauthorized)
		signintest.Refused(t, "its challenge, answered rightly then", sign(mine, failed), errs.Invalid)
		late := question(t, w)
		w.Clock.Advance(5*time.Minute + time.Second)
		signintest.Refused(t, "after five minutes", sign(mine, late), errs.Invalid)
		mixed := question(t, w)
		mixed.Challenge = question(t, w).Challenge
		signintest.Refused(t, "a challenge of another sign-in", sign(mine, mixed), errs.Unauthorized)
		adding := signintest.Done[credential.PasskeyChallenge](t)(w.SignIn.BeginAddPasskey(t.Context(), me.Session, signintest.KnownPassword))
		signintest.Refused(t, "the challenge of a new passkey", sign(mine, adding), errs.Invalid)
		signintest.Refused(t, "another's account", wrong(func(d *passkeytest.Device) { d.Handle = theirs.Handle }), errs.Unauthorized)
		signintest.Refused(t, "nobody asked for a finger", wrong(func(d *passkeytest.Device) { d.Unverified = true }), errs.Unauthorized)
		signintest.Refused(t, "a copy", wrong(func(d *passkeytest.Device) { d.Count = 0 }), errs.Unauthorized)
		signintest.Refused(t, "a device of nobody's", sign(passkeytest.New(t, mine.Site, mine.Origin, mine.Handle), question(t, w)), errs.Unauthorized)

		id := passkeys(t, w, me)[0].ID
		signintest.Refused(t, "another's passkey removed", w.SignIn.RemovePasskey(t.Context(), other.Session, id, signintest.KnownPassword, credential.Client{}), errs.NotFound)
		signintest.Refused(t, "removed by a session alone", w.SignIn.RemovePasskey(t.Context(), me.Session, id, account.Reauth{Code: " "}, credential.Client{}), errs.Invalid)
		ended := me.Session
		ended.ID = -1 // since the request was let in
		signintest.Refused(t, "removed by a session that has ended", w.SignIn.RemovePasskey(t.Context(), ended, id, signintest.KnownPassword, credential.Client{}), errs.Unauthorized)
		elsewhere := signintest.Done[signin.Result](t)(byPasskey(t, w, mine))
		if err := w.SignIn.RemovePasskey(t.Context(), me.Session, id, signintest.KnownPassword, credential.Client{}); err != nil {
			t.Fatal(err)
		}
		_, err := byPasskey(t, w, mine)
		signintest.Refused(t, "a removed one", err, errs.Unauthorized)
		_, err = w.Credentials.FindSession(t.Context(), elsewhere.Token)
		signintest.Refused(t, "a session that it opened", err, errs.Unauthorized)
		w.Session(t, signin.Result{Token: me.Token})
	})
}

func TestAddPasskey_needsMoreThanASession(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		other := w.NewPerson(t, "tom@example.com", "+12025550102")
		w.Exec(t, `UPDATE customers SET email_verified = TRUE`)
		_, err := w.SignIn.BeginAddPasskey(t.Context(), me.Session, account.Reauth{Code: " "})
		signintest.Refused(t, "a session alone", err, errs.Invalid)
		q := signintest.Done[credential.PasskeyChallenge](t)(w.SignIn.BeginAddPasskey(t.Context(), me.Session, signintest.KnownPassword))
		d := passkeytest.New(t, q.SiteID, signintest.Origin, q.CustomerHandle)
		add := func(p signintest.Person, q credential.PasskeyChallenge) error {
			return w.SignIn.AddPasskey(t.Context(), p.Session, signin.NewPasskey{Proof: q.Proof, Created: d.Create(t, q.Challenge), Client: credential.Client{Device: "Chrome on Android"}})
		}
		signintest.Refused(t, "another's challenge", add(other, q), errs.Invalid)
		signintest.Refused(t, "that challenge again", add(me, q), errs.Invalid)
		ask := func() credential.PasskeyChallenge {
			return signintest.Done[credential.PasskeyChallenge](t)(w.SignIn.BeginAddPasskey(t.Context(), me.Session, signintest.KnownPassword))
		}
		d.Origin = "https://evil.example"
		signintest.Refused(t, "a wrong origin", add(me, ask()), errs.Invalid)
		d.Origin = signintest.Origin
		late := ask()
		w.Clock.Advance(5*time.Minute + time.Second)
		signintest.Refused(t, "after five minutes", add(me, late), errs.Invalid)
		ended := me
		ended.ID = -1 // since the request was let in
		signintest.Refused(t, "by a session that has ended", add(ended, ask()), errs.Unauthorized)
		if err := add(me, ask()); err != nil {
			t.Fatal(err)
		}
		if all := passkeys(t, w, me); len(all) != 1 || all[0].Name != "Chrome on Android" || all[0].UsedAt != nil {
			t.Errorf("the list is %+v", all)
		}
		signintest.Refused(t, "the same passkey again", add(me, ask()), errs.Invalid)
		for range 19 {
			addPasskey(t, w, me, signintest.KnownPassword)
		}
		_, err = w.SignIn.BeginAddPasskey(t.Context(), me.Session, signintest.KnownPassword)
		signintest.Refused(t, "the twenty-first", err, errs.Invalid)
		w.AwaitMessages(t)
		if told := w.Messages.To(asha); len(told) != 20 || !strings.HasPrefix(told[0], "A passkey was added to your account") {
			t.Errorf("told %q", told)
		}
	})
}

// A recovery by code and 'Is it you' remove all passkeys; a new password in the profile keeps
// them.
func TestPasskey_isRemovedByARecoveryAndWithTheAccount(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		me := w.NewPerson(t, asha, phone)
		d := addPasskey(t, w, me, signintest.KnownPassword)
		me.Save(t, w, account.Profile{Password: "coconut-9-palms", Confirmation: "coconut-9-palms"})
		if _, err := byPasskey(t, w, d); err != nil {
			t.Errorf("after a new password: %v", err)
		}
		who := signin.Recovery{Email: asha}
		signintest.Done[signin.ResetCodeSent](t)(w.SignIn.SendResetCode(t.Context(), who))
		if err := w.SignIn.ResetPassword(t.Context(), signintest.Reset(who, w.Code(t, asha))); err != nil {
			t.Fatal(err)
		}
		_, err := byPasskey(t, w, d)
		signintest.Refused(t, "after a recovery", err, errs.Unauthorized)

		other := w.NewPerson(t, "tom@example.com", "+12025550102")
		d = addPasskey(t, w, other, signintest.KnownPassword)
		if err := w.Accounts.Erase(t.Context(), other.Session, signintest.KnownPassword, account.Forfeits{}); err != nil {
			t.Fatal(err)
		}
		_, err = byPasskey(t, w, d)
		signintest.Refused(t, "after the account was deleted", err, errs.Unauthorized)
		if n := w.Number(t, `SELECT COUNT(*) FROM passkeys`); n != 0 {
			t.Errorf("%d passkeys are left", n)
		}
	})
}

func TestPasskey_isThrottledAndOffWithoutAPublicAddress(t *testing.T) {
	signintest.OnEngines(t, nil, func(t *testing.T, w *signintest.Fixture) {
		v := credential.Client{Address: "192.0.2.9"}
		for range 300 {
			signintest.Done[credential.PasskeyChallenge](t)(w.SignIn.BeginByPasskey(t.Context(), v))
		}
		_, err := w.SignIn.BeginByPasskey(t.Context(), v)
		signintest.Refused(t, "the 301st in a quarter of an hour", err, errs.TooMany)

		off := w.Instance(t, func(d *signintest.Deps) { d.Credentials.Passkeys = nil })
		_, err = off.SignIn.BeginByPasskey(t.Context(), credential.Client{})
		signintest.Refused(t, "without a public address", err, errs.Forbidden)
		if ways := signintest.Done[signin.Methods](t)(off.SignIn.Methods(t.Context())); ways.Passkey {
			t.Error("it is offered where it is off")
		}
	})
}
