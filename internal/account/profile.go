package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Profile is what a customer says of themselves (PROF-07). What is nil stays as
// it is.
type Profile struct {
	Visitor
	Reauth                 Reauth // where a password or a contact changes
	Name, Email, Phone     *string
	Password, Confirmation string // "" both: stays
	Photo                  []byte // empty: stays
	Verify                 Kind   // to be verified now, though it did not change; "": neither
	Code                   string // of the step before; "": none
	CodeOf                 Kind   // what the code is of; "": whatever is due
	SessionInfo            string // the phone service's name for its verification
}

// ProfileSaved is what became of it.
type ProfileSaved struct {
	Awaits  Kind   // a code of this contact is to be brought; "": all is saved
	DemoOTP string // the code that was sent; the demo only (D8)
	Message string
}

const (
	saidSaved       = "Updated successfully."
	saidPhoneVerify = "Please verify your phone number."
)

// UpdateProfile saves what a customer says of themselves. A contact that can be
// verified is changed once it is: until then a code is on its way to it, and all
// else is saved already. One that is verified is no longer changed (PROF-02). A
// password or a contact is changed by who confirms that it is them.
func (s *Service) UpdateProfile(ctx context.Context, session Session, in Profile) (ProfileSaved, error) {
	t, err := s.terms(ctx, always)
	if err != nil {
		return ProfileSaved{}, err
	}
	c, err := s.ByID(ctx, s.DB.R, session.CustomerID)
	if err != nil {
		return ProfileSaved{}, err
	}
	change, problems := in.read(t, c)
	if err := change.addPhoto(ctx, in.Photo, &problems); err != nil {
		return ProfileSaved{}, err
	}
	if len(problems) > 0 {
		return ProfileSaved{}, problems
	}
	if change.proven, change.nonce, err = s.proven(ctx, t, c, change, in); err != nil {
		return ProfileSaved{}, err
	}
	if change.sensitive(c) {
		if err := s.confirm(ctx, t, session, c, in.Reauth); err != nil {
			return ProfileSaved{}, err
		}
	}
	if in.Password != "" {
		if change.hash, err = s.choose(ctx, c.place(), in.Password, change.own...); err != nil {
			return ProfileSaved{}, err
		}
	}
	if change.photo != nil {
		if change.photoKey, err = s.keepPhoto(ctx, change.photo); err != nil {
			return ProfileSaved{}, err
		}
	}
	var saved ProfileSaved
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		saved, err = s.saveProfile(ctx, tx, t, session, c, change, in.Visitor)
		return err
	})
	if err != nil {
		s.dropPhoto(ctx, change.photoKey)
		return ProfileSaved{}, err
	}
	return saved, nil
}

// profileChange is what is to be saved, once it was found good.
type profileChange struct {
	name        string // "": stays
	own         []string
	newPassword bool
	hash        string // of the new password; "": stays
	photo       []byte // as it is kept; nil: stays
	photoKey    string
	contacts    []Contact // new ones, and those to be verified now; the phone first

	proven Contact // zero: none
	nonce  string  // of the code that proved it; "": another service did
}

// What the profile form says beside the sign-up's words.
const saidLocked = "Not Changeable"

// read holds the form against its rules.
func (in Profile) read(t terms, c Customer) (change profileChange, problems errs.List) {
	note := func(problem *errs.Error) {
		if problem != nil {
			problems.Add(problem)
		}
	}
	var problem *errs.Error
	if in.Name != nil {
		change.name, problem = readName(*in.Name)
		note(problem)
	}
	for _, k := range []Kind{Phone, Email} {
		who, problem := in.contact(t, c, k)
		note(problem)
		if who != (Contact{}) {
			change.contacts = append(change.contacts, who)
		}
	}
	if in.Password != "" || in.Confirmation != "" {
		change.newPassword = true
		problems = append(problems, newPasswordWords.check(t.leastPassword, in.Password, in.Confirmation)...)
	}
	change.own = append(c.own(), strings.Fields(change.name)...)
	for _, who := range change.contacts {
		change.own = append(change.own, who.Value)
	}
	return change, problems
}

// addPhoto reads the form's photo. What is wrong with it is one more problem;
// only a fault of ours is returned.
func (change *profileChange) addPhoto(ctx context.Context, content []byte, problems *errs.List) (err error) {
	if len(content) == 0 {
		return nil
	}
	change.photo, err = portrait(ctx, content)
	if problem, ok := errors.AsType[*errs.Error](err); ok && problem.Code != errs.Unavailable {
		problems.Add(problem)
		return nil
	}
	return err
}

// contact is what the form changes of a kind of contact, or wants verified; the
// zero contact for nothing.
func (in Profile) contact(t terms, c Customer, k Kind) (Contact, *errs.Error) {
	held, typed := c.contact(k), in.Email
	if k == Phone {
		typed = in.Phone
	}
	said := held
	// A phone that was emptied is refused; who never gave one need not.
	if typed != nil && (k == Email || strings.TrimSpace(*typed) != "" || held != (Contact{})) {
		var problem *errs.Error
		if k == Phone {
			said, problem = signUpPhoneWords.phone(*typed, t.country)
		} else {
			said, problem = signUpEmailWords.email(*typed)
		}
		if problem != nil {
			return Contact{}, problem
		}
	}
	changed := said.target() != held.target()
	switch {
	case changed && c.verified(k):
		return Contact{}, invalid(string(k), saidLocked)
	case changed, in.Verify == k && said != (Contact{}) && !c.verified(k):
		return said, nil
	}
	return Contact{}, nil
}

// sensitive tells whether a change is one that a session alone may not make: a
// new password, or a contact that is neither the customer's nor just proven by a
// code of ours. That code was only sent because the change was confirmed.
func (p profileChange) sensitive(c Customer) bool {
	if p.newPassword {
		return true
	}
	return slices.ContainsFunc(p.contacts, func(who Contact) bool {
		changed := who.target() != c.contact(who.Kind).target()
		return changed && (who != p.proven || p.nonce == "")
	})
}

// profileTarget is what a code for a contact is kept under: it is good for this
// customer alone.
func profileTarget(c Customer, who Contact) string { return fmt.Sprintf("%d %s", c.ID, who.target()) }

// proven is the contact that the code of the form proves, if there is one.
func (s *Service) proven(ctx context.Context, t terms, c Customer, change profileChange, in Profile) (Contact, string, error) {
	if in.Code == "" {
		return Contact{}, "", nil
	}
	for _, who := range change.contacts {
		if in.CodeOf != "" && in.CodeOf != who.Kind || !t.reaches(who.Kind) {
			continue
		}
		if !t.sends(who.Kind) {
			_, _, err := s.askPhoneService(ctx, PhoneProof{Visitor: in.Visitor, SessionInfo: in.SessionInfo, Code: in.Code, Phone: who.Value}, always)
			return who, "", err
		}
		nonce, err := s.try(ctx, toProfile, profileTarget(c, who), in.Code)
		return who, nonce, err
	}
	return Contact{}, "", nil
}

// saveProfile writes what may be written now, and asks for the code of what may
// not.
func (s *Service) saveProfile(ctx context.Context, tx *db.Tx, t terms, session Session, asked Customer, change profileChange, v Visitor) (ProfileSaved, error) {
	c, err := hold(ctx, tx, session.CustomerID)
	if err != nil {
		return ProfileSaved{}, err
	}
	if change.sensitive(asked) {
		if err := stillConfirmed(c, asked); err != nil {
			return ProfileSaved{}, err
		}
	}
	if err := s.saveDetails(ctx, tx, c, session, change, v); err != nil {
		return ProfileSaved{}, err
	}
	for _, who := range change.contacts {
		if c.verified(who.Kind) && c.contact(who.Kind).target() != who.target() { // verified meanwhile
			return ProfileSaved{}, invalid(string(who.Kind), saidLocked)
		}
		if who == change.proven {
			err = s.takeContact(ctx, tx, c, change)
		} else if !t.reaches(who.Kind) {
			err = s.sayContact(ctx, tx, c, who)
		}
		if err != nil {
			return ProfileSaved{}, err
		}
	}
	for _, who := range change.contacts {
		if who != change.proven && t.reaches(who.Kind) {
			return s.askForCode(ctx, tx, t, c, who, v)
		}
	}
	return ProfileSaved{Message: saidSaved}, nil
}

func (s *Service) saveDetails(ctx context.Context, tx *db.Tx, c Customer, session Session, change profileChange, v Visitor) error {
	if change.name != "" {
		first, last, _ := strings.Cut(change.name, " ")
		if _, err := db.Exec(ctx, tx, `UPDATE customers SET first_name = $2, last_name = $3 WHERE id = $1`, c.ID, first, last); err != nil {
			return fmt.Errorf("write name: %w", err)
		}
	}
	if change.hash != "" {
		if err := setPassword(ctx, tx, c.ID, change.hash, session.ID); err != nil {
			return err
		}
		if err := s.remember(ctx, tx, c.ID, v); err != nil { // they stay signed in here
			return err
		}
		if err := s.notify(ctx, tx, c, passwordChanged); err != nil {
			return err
		}
	}
	if change.photoKey != "" {
		return s.showPhoto(ctx, tx, c, change.photoKey)
	}
	return nil
}

// takeContact gives the customer the contact that they have proven. Another
// account that had it unproven has it no longer; one that proved it keeps it.
func (s *Service) takeContact(ctx context.Context, tx *db.Tx, c Customer, change profileChange) error {
	who := change.proven
	if change.nonce != "" {
		if err := s.use(ctx, tx, toProfile, profileTarget(c, who), change.nonce); err != nil {
			return err
		}
	}
	holder, err := s.holder(ctx, tx, c, who)
	if err != nil {
		return err
	}
	if holder.ID != 0 {
		if err := takeOff(ctx, tx, holder, who.Kind); err != nil {
			return err
		}
	}
	if err := s.changeContact(ctx, tx, c, who); err != nil {
		return err
	}
	if c, err = hold(ctx, tx, c.ID); err != nil {
		return err
	}
	_, err = s.markVerified(ctx, tx, c, who)
	return err
}

// askForCode sends a code to a contact that is to be proven first. One that was
// sent a moment ago serves as well.
func (s *Service) askForCode(ctx context.Context, tx *db.Tx, t terms, c Customer, who Contact, v Visitor) (ProfileSaved, error) {
	if _, err := s.holder(ctx, tx, c, who); err != nil {
		return ProfileSaved{}, err
	}
	if !t.sends(who.Kind) {
		return ProfileSaved{Awaits: who.Kind, Message: saidPhoneVerify}, nil
	}
	code, err := s.issue(ctx, tx, toProfile, profileTarget(c, who), v)
	return ProfileSaved{Awaits: who.Kind, DemoOTP: s.shown(code), Message: saidCode}, err
}

// sayContact notes a contact that there is no way to prove, if nobody has it.
func (s *Service) sayContact(ctx context.Context, tx *db.Tx, c Customer, who Contact) error {
	holder, err := s.holder(ctx, tx, c, who)
	if err == nil && holder.ID != 0 {
		err = errTaken(who.Kind)
	}
	if err != nil {
		return err
	}
	return s.changeContact(ctx, tx, c, who)
}

// changeContact gives a customer another contact, and tells them at those that
// they have verified: who holds a session for a moment could move the account to
// a mailbox of their own.
func (s *Service) changeContact(ctx context.Context, tx *db.Tx, c Customer, who Contact) error {
	if err := writeContact(ctx, tx, c.ID, who); err != nil || who.target() == c.contact(who.Kind).target() {
		return err
	}
	return s.notify(ctx, tx, c, contactChanged(who.Kind))
}

// holder is another account that has the contact unproven, the zero Customer for
// none; one that has proven it is errs.Invalid.
func (s *Service) holder(ctx context.Context, tx *db.Tx, c Customer, who Contact) (Customer, error) {
	holder, err := ofContact(ctx, tx, who, tx.Dialect.Locked())
	switch {
	case errors.Is(err, errUnknown), err == nil && holder.ID == c.ID:
		return Customer{}, nil
	case err != nil:
		return Customer{}, err
	case holder.verified(who.Kind):
		return Customer{}, errTaken(who.Kind)
	}
	return holder, nil
}

// writeContact writes a contact that is not verified over one that is not.
func writeContact(ctx context.Context, tx *db.Tx, customerID int64, who Contact) error {
	var err error
	if who.Kind == Phone {
		_, err = db.Exec(ctx, tx, `UPDATE customers SET phone = $2 WHERE id = $1 AND NOT phone_verified`, customerID, who.Value)
	} else {
		_, err = db.Exec(ctx, tx, `UPDATE customers SET email = $2, email_folded = $3 WHERE id = $1 AND NOT email_verified`,
			customerID, who.Value, contact.FoldEmail(who.Value))
	}
	if errors.Is(err, db.ErrExists) { // by somebody else at the same moment
		return errTaken(who.Kind)
	}
	return err
}
