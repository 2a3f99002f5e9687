package contact

import "strings"

// Kind is a way to reach somebody.
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

// Key returns what contacts are compared by.
func (c Contact) Key() string {
	if c.Kind == KindEmail {
		return FoldEmail(c.Value)
	}
	return c.Value
}

// FromKey returns the contact that has this key, or none if no contact can have it.
func FromKey(key string) Contact {
	if email, ok := ParseEmail(key); ok && email.Folded() == key {
		return Contact{KindEmail, key}
	}
	if phone, ok := ParsePhone(key, ""); ok && string(phone) == key {
		return Contact{KindPhone, key}
	}
	return Contact{}
}

// LeastPhoneDigits is how many digits the forms ask for, country code included (D6).
const LeastPhoneDigits = 10

// Classify tells whether an identifier is an e-mail or a phone (AUTH-03). A phone
// without a country code is of the country. false: it is neither.
func Classify(typed, country string) (Contact, bool) {
	if email, ok := ParseEmail(typed); ok {
		return Contact{KindEmail, string(email)}, true
	}
	if phone, ok := ParseLongPhone(typed, country); ok {
		return Contact{KindPhone, string(phone)}, true
	}
	return Contact{}, false
}

// ParseLongPhone is ParsePhone for the forms, which ask for LeastPhoneDigits.
func ParseLongPhone(typed, country string) (Phone, bool) {
	phone, ok := ParsePhone(typed, country)
	return phone, ok && len(strings.TrimPrefix(string(phone), "+")) >= LeastPhoneDigits
}
