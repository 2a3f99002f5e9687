package account

import (
	"strings"
	"unicode/utf8"

	"hawker/internal/contact"
	"hawker/internal/credential"
	"hawker/internal/db"
	"hawker/internal/errs"
)

// Customer is somebody with an account.
type Customer struct {
	ID            int64
	ShopperID     int64
	FirstName     string // "" until they gave it
	LastName      string
	Email         *string // as typed; nil: none
	Phone         *string // E.164 (D6); nil: none
	EmailVerified bool
	PhoneVerified bool
	PasswordHash  string           // "": signs in without a password
	Picture       string           // file key; "": none
	Interests     db.JSON[[]int64] // category ids (LOC-10)
	ReferralCode  string
	CreatedAt     int64  // Unix milliseconds
	SignedInAt    *int64 // the last sign-in; nil: never
	ErasedAt      *int64 // nil: not erased
}

const columns = `id, shopper_id, first_name, last_name, email, phone, email_verified, phone_verified,
	password_hash, picture, interests, referral_code, created_at, signed_in_at, erased_at`

// Name returns the first and the last name.
func (c Customer) Name() string { return strings.TrimSpace(c.FirstName + " " + c.LastName) }

// Contact returns the customer's contact of a kind; the zero Contact for none.
func (c Customer) Contact(k contact.Kind) contact.Contact {
	value := c.Email
	if k == contact.KindPhone {
		value = c.Phone
	}
	if value == nil {
		return contact.Contact{}
	}
	return contact.Contact{Kind: k, Value: *value}
}

// Verified reports whether the contact of a kind is proven to be the customer's.
func (c Customer) Verified(k contact.Kind) bool {
	if k == contact.KindPhone {
		return c.PhoneVerified
	}
	return c.EmailVerified
}

// CodeFor is a code that belongs to this customer and is sent to the contact. Its
// attempts come from the customer, who is a stranger to a contact that is not
// verified as theirs.
func (c Customer) CodeFor(purpose credential.CodePurpose, to contact.Contact) (credential.CodeTarget, credential.Source) {
	from := credential.CustomerSource(c.ID)
	from.Known = c.Verified(to.Kind) && c.Contact(to.Kind).Key() == to.Key()
	return credential.CodeTarget{Purpose: purpose, CustomerID: c.ID, Contact: to}, from
}

// PersonalWords are what the customer's password must not be made of.
func (c Customer) PersonalWords() []string {
	return append(strings.Fields(c.Name()), c.Name(), Text(c.Email), Text(c.Phone))
}

const maxNameLength = 100 // characters

// ReadName returns a name with one space between its words.
func ReadName(typed string) (string, *errs.Error) {
	name := strings.Join(strings.Fields(typed), " ")
	switch {
	case name == "":
		return "", invalid("name", "First name is required")
	case utf8.RuneCountInString(name) > maxNameLength:
		return "", invalid("name", "Please give a shorter name.")
	}
	return name, nil
}

// Text returns what a pointer points to, "" for nil.
func Text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

// pointer returns nil for an empty text.
func pointer(s string) *string {
	if s = strings.TrimSpace(s); s == "" {
		return nil
	}
	return &s
}
