package purchase

import (
	"strings"

	"hawker/internal/contact"
	"hawker/internal/errs"
)

// Contact is who buys, as typed.
type Contact struct{ Name, Phone, Email string }

// Check returns the phone as E.164. A number without a country code is one of the country
// of the town (D6). prefix stands before the names of the fields, such as "address.".
func (c Contact) Check(country, prefix string) (phone string, problems errs.List) {
	if strings.TrimSpace(c.Name) == "" {
		problems.Add(invalid(prefix+"contact_person_name", "Name is required"))
	}
	phone, problem := e164(c.Phone, country, prefix+"contact_person_number")
	if problem != nil {
		problems.Add(problem)
	}
	if _, ok := contact.ParseEmail(c.Email); c.Email != "" && !ok {
		problems.Add(invalid(prefix+"contact_person_email", "Must be a valid email"))
	}
	return phone, problems
}

// e164 returns a phone number in international form.
func e164(typed, country, field string) (string, *errs.Error) {
	if strings.TrimSpace(typed) == "" {
		return "", invalid(field, "Phone Number is required")
	}
	number, ok := contact.ParsePhone(typed, country)
	if !ok {
		return "", invalid(field, "Please enter a valid phone number.")
	}
	return string(number), nil
}

func invalid(field, message string) *errs.Error {
	return errs.New(errs.Invalid, "%s", message).On(field)
}
