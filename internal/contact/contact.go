package contact

import "strings"

// Kind is phone or e-mail.
type Kind string

// The kinds of contact.
const (
	KindPhone Kind = "phone"
	KindEmail Kind = "email"
)

// Other returns the other kind.
func (k Kind) Other() Kind {
	if k == KindPhone {
		return KindEmail
	}
	return KindPhone
}

// Contact is a phone (E.164, D6) or an e-mail as its owner writes it. The zero
// Contact is none.
type Contact struct {
	Kind  Kind
	Value string
}

// Key returns the form in which contacts are compared.
func (c Contact) Key() string {
	if c.Kind == KindEmail {
		return FoldEmail(c.Value)
	}
	return c.Value
}

// FromKey returns the contact with this key, or the zero Contact for an invalid key.
func FromKey(key string) Contact {
	if email, ok := ParseEmail(key); ok && email.Folded() == key {
		return Contact{KindEmail, key}
	}
	if phone, ok := ParsePhone(key, ""); ok && string(phone) == key {
		return Contact{KindPhone, key}
	}
	return Contact{}
}

// MinPhoneDigits is how many digits the forms require, with the country code (D6).
const MinPhoneDigits = 10

// Classify returns the e-mail or phone that was typed (AUTH-03). A phone without a
// country code belongs to country. It returns false for anything else.
func Classify(typed, country string) (Contact, bool) {
	if email, ok := ParseEmail(typed); ok {
		return Contact{KindEmail, string(email)}, true
	}
	if phone, ok := ParseLongPhone(typed, country); ok {
		return Contact{KindPhone, string(phone)}, true
	}
	return Contact{}, false
}

// ParseLongPhone is ParsePhone for the forms, which require MinPhoneDigits.
func ParseLongPhone(typed, country string) (Phone, bool) {
	phone, ok := ParsePhone(typed, country)
	return phone, ok && len(strings.TrimPrefix(string(phone), "+")) >= MinPhoneDigits
}
