package account

import (
	"strings"

	"hawker/internal/contact"
	"hawker/internal/errs"
)

// Kind is a way to reach somebody.
type Kind string

// The kinds of contact.
const (
	Phone Kind = "phone"
	Email Kind = "email"
)

// Contact is a phone, E.164 (D6), or an e-mail as typed; the zero Contact is
// none.
type Contact struct {
	Kind  Kind
	Value string
}

// target is what a contact is compared by, and where codes for it go.
func (c Contact) target() string {
	if c.Kind == Email {
		return contact.FoldEmail(c.Value)
	}
	return c.Value
}

// contactOf is the contact that a target without an id stands for; none where it
// is neither.
func contactOf(target string) Contact {
	if email, ok := contact.ParseEmail(target); ok && email.Folded() == target {
		return Contact{Email, target}
	}
	if phone, ok := contact.ParsePhone(target, ""); ok && string(phone) == target {
		return Contact{Phone, target}
	}
	return Contact{}
}

const leastDigits = 10 // of a phone, country code included (D6)

// classify tells what an identifier is (AUTH-03): an e-mail, a phone of the
// country unless it says another, or neither.
func classify(typed, country string) (Contact, bool) {
	if email, ok := contact.ParseEmail(typed); ok {
		return Contact{Email, string(email)}, true
	}
	if phone, ok := parsePhone(typed, country); ok {
		return Contact{Phone, phone}, true
	}
	return Contact{}, false
}

// parsePhone reads a phone of as many digits as the forms ask for.
func parsePhone(typed, country string) (string, bool) {
	phone, ok := contact.ParsePhone(typed, country)
	return string(phone), ok && len(phone) > leastDigits
}

// words are what a form says of a field, for each form says it in its own.
type words struct{ field, missing, wrong string }

// phone reads a phone that must be there.
func (w words) phone(typed, country string) (Contact, *errs.Error) {
	if strings.TrimSpace(typed) == "" {
		return Contact{}, w.refuse(w.missing)
	}
	phone, ok := parsePhone(typed, country)
	if !ok {
		return Contact{}, w.refuse(w.wrong)
	}
	return Contact{Phone, phone}, nil
}

// email reads an e-mail that must be there.
func (w words) email(typed string) (Contact, *errs.Error) {
	if strings.TrimSpace(typed) == "" {
		return Contact{}, w.refuse(w.missing)
	}
	email, ok := contact.ParseEmail(typed)
	if !ok {
		return Contact{}, w.refuse(w.wrong)
	}
	return Contact{Email, string(email)}, nil
}

func (w words) refuse(message string) *errs.Error { return invalid(w.field, message) }

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
