package account

import (
	"strings"

	"hawker/internal/contact"
	"hawker/internal/errs"
)

// ContactField is the field of a form for a phone or an e-mail. Each form has
// messages of its own, as documented.
type ContactField struct{ Name, Missing, Wrong string }

// The fields of the sign-up and profile forms (AUTH-05).
var (
	EmailField = ContactField{"email", "Email is required", "Must be a valid email"}
	PhoneField = ContactField{"phone", "Please give a phone number", "Number must be 10 digits"}
)

// ReadPhone reads a required phone. Without a country code it is of the country.
func (f ContactField) ReadPhone(typed, country string) (contact.Contact, *errs.Error) {
	if strings.TrimSpace(typed) == "" {
		return contact.Contact{}, invalid(f.Name, f.Missing)
	}
	phone, ok := contact.ParseLongPhone(typed, country)
	if !ok {
		return contact.Contact{}, invalid(f.Name, f.Wrong)
	}
	return contact.Contact{Kind: contact.KindPhone, Value: string(phone)}, nil
}

// ReadEmail reads a required e-mail.
func (f ContactField) ReadEmail(typed string) (contact.Contact, *errs.Error) {
	if strings.TrimSpace(typed) == "" {
		return contact.Contact{}, invalid(f.Name, f.Missing)
	}
	email, ok := contact.ParseEmail(typed)
	if !ok {
		return contact.Contact{}, invalid(f.Name, f.Wrong)
	}
	return contact.Contact{Kind: contact.KindEmail, Value: string(email)}, nil
}
