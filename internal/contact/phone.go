// Package contact parses and normalizes phones and e-mails: two spellings that reach the
// same person become equal. A parsed value is a Phone or
// an Email, so nobody can send a text message to an e-mail. It does not know whose
// they are.
package contact

import (
	"regexp"
	"strings"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/unicode/norm"
)

// Phone is an E.164 number (D6), such as +12025550123.
type Phone string

var (
	phoneForm = regexp.MustCompile(`^[+\d\s()./\-\x{2010}-\x{2015}]+$`) // of what is typed
	e164Form  = regexp.MustCompile(`^\+[1-9][0-9]{4,14}$`)
)

// ParsePhone reads what somebody typed. A number without a country code is of the
// country (two letters); if it cannot be one of that country, it is read as if it began
// with a plus (AUTH-03). false: it is no possible number.
func ParsePhone(typed, country string) (Phone, bool) {
	typed = strings.TrimSpace(norm.NFKC.String(typed))
	if !phoneForm.MatchString(typed) {
		return "", false
	}
	for _, try := range []string{typed, "+" + typed} {
		number, err := phonenumbers.Parse(try, country)
		if err != nil || !phonenumbers.IsPossibleNumber(number) {
			continue
		}
		if phone := phonenumbers.Format(number, phonenumbers.E164); e164Form.MatchString(phone) {
			return Phone(phone), true
		}
	}
	return "", false
}
