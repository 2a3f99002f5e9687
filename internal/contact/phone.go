// Package contact parses and normalizes phones and e-mails: two spellings that reach
// the same person become equal. A parsed value is a Phone or an Email, so that a text
// message cannot be sent to an e-mail.
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

// ParsePhone parses typed text. A number without a country code belongs to country (two
// letters). If that is impossible, it is parsed as if it began with a plus (AUTH-03).
// It returns false for an impossible number.
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
