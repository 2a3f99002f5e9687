package account

import (
	"context"
	"errors"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
)

// checkProfileCode checks the code of the form, and returns the contact that it
// proves; the zero Contact if there is no code.
func (s *Service) checkProfileCode(ctx context.Context, c Customer, change profileChange, in Profile) (who contact.Contact, nonce string, err error) {
	if in.Code == "" {
		return contact.Contact{}, "", nil
	}
	for _, who := range change.contacts {
		if in.CodeOf != "" && in.CodeOf != who.Kind || !s.CanVerify(who.Kind) {
			continue
		}
		if !s.SendsCodes(who.Kind) {
			return who, "", s.VerifyPhone(ctx, who, in.SessionInfo, in.Code, in.Client)
		}
		target, from := c.CodeFor(credential.ToChangeProfile, who)
		nonce, err := s.Credentials.CheckCode(ctx, target, in.Code, from, credential.Client{})
		return who, nonce, err
	}
	return contact.Contact{}, "", nil
}

// countNewContact counts a form with a new contact, whose answer may say that the contact has
// an account, with the sign-ups, which say that too.
func (s *Service) countNewContact(ctx context.Context, v credential.Client) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		return s.Credentials.CountByAddress(ctx, tx, credential.SignUpsByAddress, v)
	})
}

// saveContacts writes the contact that was proven, and those that cannot be verified.
func (s *Service) saveContacts(ctx context.Context, tx *db.Tx, c Customer, change profileChange) (err error) {
	for _, who := range change.contacts {
		if c.Verified(who.Kind) && c.Contact(who.Kind).Key() != who.Key() { // verified meanwhile
			return invalid(string(who.Kind), msgNotChangeable)
		}
		if who == change.proven {
			err = s.saveProven(ctx, tx, c, change)
		} else if !s.CanVerify(who.Kind) {
			err = s.saveUnverified(ctx, tx, c, who)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// saveProven gives the customer the contact that they have proven, and removes it from
// another account that has it unverified.
func (s *Service) saveProven(ctx context.Context, tx *db.Tx, c Customer, change profileChange) error {
	who := change.proven
	if change.nonce != "" {
		target, _ := c.CodeFor(credential.ToChangeProfile, who)
		if err := s.Credentials.ConsumeCode(ctx, tx, target, change.nonce); err != nil {
			return err
		}
	}
	holder, err := lockOtherHolder(ctx, tx, c, who)
	if err != nil {
		return err
	}
	if holder.ID != 0 {
		if err := RemoveContact(ctx, tx, holder, who.Kind); err != nil {
			return err
		}
	}
	if err := s.changeContact(ctx, tx, c, who); err != nil {
		return err
	}
	if c, err = Lock(ctx, tx, c.ID); err != nil {
		return err
	}
	_, err = s.MarkVerified(ctx, tx, c, who)
	return err
}

// ReplaceUnverified replaces a contact that is not verified by another one, if no other account
// has that, and returns the customer as they are then.
func (s *Service) ReplaceUnverified(ctx context.Context, tx *db.Tx, c Customer, who contact.Contact) (Customer, error) {
	if err := s.saveUnverified(ctx, tx, c, who); err != nil {
		return Customer{}, err
	}
	return Lock(ctx, tx, c.ID)
}

// saveUnverified gives the customer a contact that is not verified, if no other account has it.
func (s *Service) saveUnverified(ctx context.Context, tx *db.Tx, c Customer, who contact.Contact) error {
	holder, err := lockOtherHolder(ctx, tx, c, who)
	if err == nil && holder.ID != 0 {
		err = errTaken(who.Kind)
	}
	if err != nil {
		return err
	}
	return s.changeContact(ctx, tx, c, who)
}

// changeContact changes a contact, and sends a notice to those that are verified: a
// thief of a session could move the account to a mailbox of their own.
func (s *Service) changeContact(ctx context.Context, tx *db.Tx, c Customer, who contact.Contact) error {
	if err := setUnverifiedContact(ctx, tx, c.ID, who); err != nil || who.Key() == c.Contact(who.Kind).Key() {
		return err
	}
	return s.Notify(ctx, tx, c, contactChanged(who.Kind))
}

// sendProfileCode sends a code to a contact that must be verified first. If one was
// sent a moment ago, that one can be typed.
func (s *Service) sendProfileCode(ctx context.Context, tx *db.Tx, c Customer, who contact.Contact, v credential.Client) (ProfileSaved, error) {
	if _, err := lockOtherHolder(ctx, tx, c, who); err != nil {
		return ProfileSaved{}, err
	}
	if !s.SendsCodes(who.Kind) {
		return ProfileSaved{Awaits: who.Kind, Message: msgVerifyPhone}, nil
	}
	target, from := c.CodeFor(credential.ToChangeProfile, who)
	code, err := s.Credentials.CreateCode(ctx, tx, target, from, v)
	return ProfileSaved{Awaits: who.Kind, DemoOTP: code.Shown, Message: MsgCodeSent}, err
}

// lockOtherHolder returns another account that has the contact unverified, the zero
// Customer for none. One that has verified it is errs.Invalid.
func lockOtherHolder(ctx context.Context, tx *db.Tx, c Customer, who contact.Contact) (Customer, error) {
	holder, err := LockByContact(ctx, tx, who)
	switch {
	case errors.Is(err, ErrUnknown), err == nil && holder.ID == c.ID:
		return Customer{}, nil
	case err != nil:
		return Customer{}, err
	case holder.Verified(who.Kind):
		return Customer{}, errTaken(who.Kind)
	}
	return holder, nil
}
