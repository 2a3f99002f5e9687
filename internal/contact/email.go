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

const longestEmail = 255

// emailForm is something before the @, and a name with a dot behind it.
var emailForm = regexp.MustCompile(`^[^@]+@([^@.]+\.)+[^@.]{2,}$`)

// ParseEmail reads what somebody typed. What is checked is the address once it
// is folded: a wide comma, blank or @ becomes a real one only then.
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
	for _, form := range []string{email, folded, norm.NFKC.String(folded)} { // the last as others may read it
		if len(form) > longestEmail || !emailForm.MatchString(form) || strings.ContainsFunc(form, forbidden) {
			return "", false
		}
	}
	return Email(email), FoldEmail(folded) == folded
}

// forbidden tells which characters have a meaning of their own in a mail's
// header or in a list of addresses, or cannot be seen.
func forbidden(r rune) bool {
	return strings.ContainsRune(`<>"(),:;\`, r) || unicode.IsSpace(r) || !unicode.IsGraphic(r)
}

// Folded is the address as it is compared.
func (e Email) Folded() string { return FoldEmail(string(e)) }

// FoldEmail is an address as it is compared. Of the name before the @ only the
// letters A to Z are made small: two names that look alike in some other
// alphabet are two mailboxes. The domain is folded as names of hosts are.
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
