package account

import (
	"regexp"
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

const (
	longestEmail = 255
	leastDigits  = 10 // of a phone, country code included (D6)
)

var (
	emailForm = regexp.MustCompile(`^[^\s\x00-\x1f\x7f@<>"(),:;]+@([^\s\x00-\x1f\x7f@.<>"(),:;]+\.)+[^\s\x00-\x1f\x7f@.<>"(),:;]{2,}$`)
	phoneForm = regexp.MustCompile(`^\+?[0-9 ().-]+$`)
)

// classify tells what an identifier is (AUTH-03): an e-mail, a phone of the
// country unless it says another, or neither.
func classify(typed, country string) (Contact, bool) {
	typed = strings.TrimSpace(typed)
	if isEmail(typed) {
		return Contact{Email, typed}, true
	}
	if phone, ok := e164(typed, country); ok {
		return Contact{Phone, phone}, true
	}
	return Contact{}, false
}

func isEmail(typed string) bool { return len(typed) <= longestEmail && emailForm.MatchString(typed) }

// e164 is a phone number as the world writes it, of as many digits as the forms
// ask for.
func e164(typed, country string) (string, bool) {
	typed = strings.TrimSpace(typed)
	if !phoneForm.MatchString(typed) {
		return "", false
	}
	phone, ok := contact.E164(typed, country)
	return phone, ok && len(phone) > leastDigits
}

// words are what a form says of a field, for each form says it in its own.
type words struct{ field, missing, wrong string }

// phone reads a phone that must be there.
func (w words) phone(typed, country string) (Contact, *errs.Error) {
	if strings.TrimSpace(typed) == "" {
		return Contact{}, w.refuse(w.missing)
	}
	phone, ok := e164(typed, country)
	if !ok {
		return Contact{}, w.refuse(w.wrong)
	}
	return Contact{Phone, phone}, nil
}

// email reads an e-mail that must be there.
func (w words) email(typed string) (Contact, *errs.Error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return Contact{}, w.refuse(w.missing)
	}
	if !isEmail(typed) {
		return Contact{}, w.refuse(w.wrong)
	}
	return Contact{Email, typed}, nil
}

func (w words) refuse(message string) *errs.Error { return invalid(w.field, message) }

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
