package contact

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Email is an address to which mail can be sent, as its owner writes it.
type Email string

const maxEmailLength = 255

// emailForm allows anything before the @, and after it a name with a dot.
var emailForm = regexp.MustCompile(`^[^@]+@([^@.]+\.)+[^@.]{2,}$`)

// ParseEmail parses typed text. It checks the folded address, because folding turns a
// wide comma, blank or @ into a real one.
func ParseEmail(typed string) (Email, bool) {
	typed = strings.TrimSpace(typed)
	if !utf8.ValidString(typed) {
		return "", false
	}
	at := strings.LastIndexByte(typed, '@')
	if at < 0 {
		return "", false
	}
	email := typed[:at] + "@" + norm.NFKC.String(typed[at+1:])
	folded := FoldEmail(email)
	for _, form := range []string{email, folded, norm.NFKC.String(folded)} { // other programs may read it as the last one
		if len(form) > maxEmailLength || !emailForm.MatchString(form) || strings.ContainsFunc(form, forbidden) {
			return "", false
		}
	}
	return Email(email), FoldEmail(folded) == folded
}

// forbidden characters have a meaning in a mail's header or a list of addresses, or are
// invisible.
func forbidden(r rune) bool {
	return strings.ContainsRune(`<>"(),:;\`, r) || unicode.IsSpace(r) || !unicode.IsGraphic(r)
}

// Folded returns the address in the form that is compared.
func (e Email) Folded() string { return FoldEmail(string(e)) }

// FoldEmail returns an address in the form that is compared. Before the @ only A to Z
// become lower case: names that look alike in another alphabet are different mailboxes.
// The domain is folded like a host name.
func FoldEmail(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return strings.Map(lower, email)
	}
	return strings.Map(lower, email[:at]) + "@" + cases.Fold().String(norm.NFKC.String(email[at+1:]))
}

func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}
