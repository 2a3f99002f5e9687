package account

import (
	"context"

	"hawker/internal/db"
)

// proceed takes somebody who is known to be this customer one step on: to a code
// for a contact that is to be verified first, or in.
func (s *Service) proceed(ctx context.Context, tx *db.Tx, w Ways, c Customer, p proof, v Visitor) (SignIn, error) {
	if w.due(c) == "" {
		return s.enter(ctx, tx, w, c, p, v)
	}
	p.Step, p.CustomerID = verifying, c.ID
	token, err := s.keepProof(ctx, tx, p)
	if err != nil {
		return SignIn{}, err
	}
	// Here the code goes along with something else that was done: one that was
	// sent a moment ago serves as well.
	code, err := s.sendDue(ctx, tx, w, c, v)
	return s.waiting(w, c, token, code), err
}

// sendDue sends the code for what is due next, unless a phone service does.
func (s *Service) sendDue(ctx context.Context, tx *db.Tx, w Ways, c Customer, v Visitor) (issued, error) {
	kind := w.due(c)
	if !w.sends(kind) {
		return issued{}, nil
	}
	return s.issue(ctx, tx, toVerify, profileTarget(c, c.contact(kind)), v)
}

// waiting is the answer of a sign-in that waits for a code.
func (s *Service) waiting(w Ways, c Customer, token string, code issued) SignIn {
	answer := view(w, c)
	answer.Proof = token
	if code.code != "" {
		answer.Message, answer.DemoOTP = saidCode, s.shown(code)
	}
	return answer
}

// enter ends a sign-in: it makes the session, and what the guest had becomes the
// customer's (CART-01, P4).
func (s *Service) enter(ctx context.Context, tx *db.Tx, w Ways, c Customer, p proof, v Visitor) (SignIn, error) {
	answer := view(w, c)
	answer.PhoneVerified, answer.EmailVerified, answer.Message = true, true, saidWelcome
	answer.CustomerID = c.ID
	if err := s.useProof(ctx, tx, p); err != nil {
		return SignIn{}, err
	}
	var err error
	if answer.Token, err = s.begin(ctx, tx, c, v.Device); err != nil {
		return SignIn{}, err
	}
	if err := s.noteSignIn(ctx, tx, c, v); err != nil {
		return SignIn{}, err
	}
	if v.Secret == "" {
		v.Secret = newToken()
	}
	answer.Secret = v.Secret
	if err := s.remember(ctx, tx, c.ID, v); err != nil {
		return SignIn{}, err
	}
	guest, err := s.Shoppers.Retire(ctx, tx, v.GuestID, c.ShopperID)
	if err != nil {
		return SignIn{}, err
	}
	if guest != 0 {
		if answer.Conflicts, err = s.Carts.Merge(ctx, tx, guest, c.ShopperID); err != nil {
			return SignIn{}, err
		}
	}
	return answer, s.attach(ctx, tx, c)
}

// view is what every answer shows of a customer.
func view(w Ways, c Customer) SignIn {
	return SignIn{
		Email: text(c.Email), Phone: text(c.Phone),
		PhoneVerified: !w.asksFor(Phone, c), EmailVerified: !w.asksFor(Email, c),
	}
}
