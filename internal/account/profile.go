package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Profile is the profile form (PROF-07). A nil field keeps what is stored.
type Profile struct {
	credential.Client
	Reauth                 Reauth // needed to change a password or a contact
	Name, Email, Phone     *string
	Password, Confirmation string       // both empty: keep the current one
	Photo                  []byte       // empty: keep the current one
	Verify                 contact.Kind // to be verified though it does not change; "": none
	Code                   string       // of the previous step; "": none
	CodeOf                 contact.Kind // what the code is of; "": the first contact that needs one
	SessionInfo            string       // the phone service's name for its verification
}

// ProfileSaved is the result of UpdateProfile.
type ProfileSaved struct {
	Awaits  contact.Kind // this contact changes once its code is typed; "": all is saved
	DemoOTP string       // the code that was sent; the demo only (D8)
	Message string
}

// The documented messages of the profile form.
const (
	msgSaved         = "Updated successfully."
	msgVerifyPhone   = "Please verify your phone number."
	msgNotChangeable = "Not Changeable"
)

// UpdateProfile saves the profile form. If a contact can be verified, it changes only
// once it is: until then a code is on its way to it, and all else is saved already. A
// verified contact cannot be changed (PROF-02). A new password or contact must be
// confirmed.
func (s *Service) UpdateProfile(ctx context.Context, session credential.Session, in Profile) (ProfileSaved, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return ProfileSaved{}, fmt.Errorf("read settings: %w", err)
	}
	c, err := s.Customer(ctx, session)
	if err != nil {
		return ProfileSaved{}, err
	}
	change, problems := in.read(c, settings.Location.Country, settings.Login.EffectiveMinPasswordLength())
	if err := change.addPhoto(ctx, in.Photo, &problems); err != nil {
		return ProfileSaved{}, err
	}
	if len(problems) > 0 {
		return ProfileSaved{}, problems
	}
	if change.proven, change.nonce, err = s.checkProfileCode(ctx, c, change, in); err != nil {
		return ProfileSaved{}, err
	}
	if change.needsConfirmation(c) {
		if err := s.Confirm(ctx, session, c, in.Reauth); err != nil {
			return ProfileSaved{}, err
		}
	}
	if change.adds(c, func(who contact.Contact) bool { return who != change.proven }) {
		if err := s.countNewContact(ctx, in.Client); err != nil {
			return ProfileSaved{}, err
		}
	}
	if in.Password != "" {
		if change.hash, err = s.Credentials.HashNewPassword(ctx, credential.CustomerSource(c.ID), in.Password, change.personalWords...); err != nil {
			return ProfileSaved{}, err
		}
	}
	if change.photo != nil {
		if change.photoKey, err = s.savePhoto(ctx, change.photo); err != nil {
			return ProfileSaved{}, err
		}
	}
	var saved ProfileSaved
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) error {
		saved, err = s.saveProfile(ctx, tx, session, c, change, in.Client)
		return err
	})
	if err != nil {
		s.deletePhoto(ctx, change.photoKey)
		return ProfileSaved{}, err
	}
	return saved, nil
}

// profileChange is a profile form that was checked.
type profileChange struct {
	name          string // "": unchanged
	personalWords []string
	newPassword   bool
	hash          string // of the new password; "": unchanged
	photo         []byte // as it is stored; nil: unchanged
	photoKey      string
	contacts      []contact.Contact // new ones, and those to be verified now; the phone first

	proven contact.Contact // zero: none
	nonce  string          // of the code that proved it; "": the phone service did
}

// read checks the form, and returns all problems at once.
func (in Profile) read(c Customer, country string, minPasswordLength int) (change profileChange, problems errs.List) {
	note := func(problem *errs.Error) {
		if problem != nil {
			problems.Add(problem)
		}
	}
	var problem *errs.Error
	if in.Name != nil {
		change.name, problem = ReadName(*in.Name)
		note(problem)
	}
	for _, k := range []contact.Kind{contact.KindPhone, contact.KindEmail} {
		who, problem := in.readContact(c, country, k)
		note(problem)
		if who != (contact.Contact{}) {
			change.contacts = append(change.contacts, who)
		}
	}
	if in.Password != "" || in.Confirmation != "" {
		change.newPassword = true
		problems = append(problems, credential.CheckNewPassword(NewPasswordMessages, minPasswordLength, in.Password, in.Confirmation)...)
	}
	change.personalWords = append(c.PersonalWords(), strings.Fields(change.name)...)
	for _, who := range change.contacts {
		change.personalWords = append(change.personalWords, who.Value)
	}
	return change, problems
}

// addPhoto reads the form's photo. A bad photo is one more problem; an error of ours is
// returned.
func (change *profileChange) addPhoto(ctx context.Context, content []byte, problems *errs.List) (err error) {
	if len(content) == 0 {
		return nil
	}
	change.photo, err = makePortrait(ctx, content)
	if problem, ok := errors.AsType[*errs.Error](err); ok && problem.Code != errs.Unavailable {
		problems.Add(problem)
		return nil
	}
	return err
}

// readContact returns the contact of a kind if it is to be changed or verified; else
// the zero Contact.
func (in Profile) readContact(c Customer, country string, k contact.Kind) (contact.Contact, *errs.Error) {
	current, typed := c.Contact(k), in.Email
	if k == contact.KindPhone {
		typed = in.Phone
	}
	given := current
	// An emptied phone is refused, but a customer without one need not give it.
	if typed != nil && (k == contact.KindEmail || strings.TrimSpace(*typed) != "" || current != (contact.Contact{})) {
		var problem *errs.Error
		if k == contact.KindPhone {
			given, problem = PhoneField.ReadPhone(*typed, country)
		} else {
			given, problem = EmailField.ReadEmail(*typed)
		}
		if problem != nil {
			return contact.Contact{}, problem
		}
	}
	changed := given.Key() != current.Key()
	switch {
	case changed && c.Verified(k):
		return contact.Contact{}, invalid(string(k), msgNotChangeable)
	case changed, in.Verify == k && given != (contact.Contact{}) && !c.Verified(k):
		return given, nil
	}
	return contact.Contact{}, nil
}

// needsConfirmation reports whether a session alone may not make the change: a new
// password, or a new contact that no code of ours has just proven. A code of ours was
// only sent after the change had been confirmed.
func (p profileChange) needsConfirmation(c Customer) bool {
	return p.newPassword || p.adds(c, func(who contact.Contact) bool { return who != p.proven || p.nonce == "" })
}

// adds reports whether one of these contacts is new.
func (p profileChange) adds(c Customer, these func(contact.Contact) bool) bool {
	return slices.ContainsFunc(p.contacts, func(who contact.Contact) bool {
		return who.Key() != c.Contact(who.Kind).Key() && these(who)
	})
}

// saveProfile writes what can be written now, and sends a code for what must be
// verified first.
func (s *Service) saveProfile(ctx context.Context, tx *db.Tx, session credential.Session, asked Customer, change profileChange, v credential.Client) (ProfileSaved, error) {
	c, err := Lock(ctx, tx, session.CustomerID)
	if err != nil {
		return ProfileSaved{}, err
	}
	if err := credential.CheckSession(ctx, tx, session); err != nil { // ended meanwhile
		return ProfileSaved{}, err
	}
	if change.needsConfirmation(asked) {
		if err := CheckStillConfirmed(c, asked); err != nil {
			return ProfileSaved{}, err
		}
	}
	if err := s.saveDetails(ctx, tx, c, session, change, v); err != nil {
		return ProfileSaved{}, err
	}
	if err := s.saveContacts(ctx, tx, c, change); err != nil {
		return ProfileSaved{}, err
	}
	for _, who := range change.contacts {
		if who != change.proven && s.CanVerify(who.Kind) {
			return s.sendProfileCode(ctx, tx, c, who, v)
		}
	}
	return ProfileSaved{Message: msgSaved}, nil
}

// saveDetails writes everything but the contacts.
func (s *Service) saveDetails(ctx context.Context, tx *db.Tx, c Customer, session credential.Session, change profileChange, v credential.Client) error {
	if change.name != "" {
		first, last, _ := strings.Cut(change.name, " ")
		if _, err := db.Exec(ctx, tx, `UPDATE customers SET first_name = $2, last_name = $3 WHERE id = $1`, c.ID, first, last); err != nil {
			return fmt.Errorf("write name: %w", err)
		}
	}
	if change.hash != "" {
		if err := SetPassword(ctx, tx, c, change.hash, session.ID); err != nil {
			return err
		}
		if err := s.Credentials.RememberSource(ctx, tx, c.ID, v); err != nil { // they stay signed in here
			return err
		}
		if err := s.Notify(ctx, tx, c, PasswordChanged); err != nil {
			return err
		}
	}
	if change.photoKey != "" {
		return s.setPhoto(ctx, tx, c, change.photoKey)
	}
	return nil
}
