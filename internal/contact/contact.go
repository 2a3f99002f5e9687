// Package contact writes phones and e-mails in the one form in which they are
// compared: two that lead to the same person are the same text.
package contact

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// E164 is a phone number as the world writes it (D6). One without a country code
// is of the country, two letters; what cannot be a number there is read with the
// plus that was left out (AUTH-03). false: it can be nobody's number.
func E164(typed, country string) (string, bool) {
	for _, try := range []string{typed, "+" + typed} {
		number, err := phonenumbers.Parse(try, country)
		if err == nil && phonenumbers.IsPossibleNumber(number) {
			return phonenumbers.Format(number, phonenumbers.E164), true
		}
	}
	return "", false
}

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
