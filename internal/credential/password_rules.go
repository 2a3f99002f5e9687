package credential

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"hawker/internal/contact"
	"hawker/internal/errs"
	"hawker/internal/setting"
)

// PasswordMessages are what a form says of a new password and its repetition.
type PasswordMessages struct{ Missing, Unconfirmed, Different string }

// tooShort is the documented sentence (AUTH-05), with the town's number (D30).
const tooShort = "Password is too short - should be %d chars minimum."

var errTooCommon = invalid("password", "This password is too easy to guess. Please choose another one.")

// CheckNewPassword returns what is wrong with a new password, apart from the customer's
// own words. minLength is in characters.
func CheckNewPassword(m PasswordMessages, minLength int, password, confirmation string) (problems errs.List) {
	switch {
	case password == "":
		problems.Add(invalid("password", m.Missing))
	case utf8.RuneCountInString(password) < minLength:
		problems.Add(invalid("password", fmt.Sprintf(tooShort, minLength)))
	case isCommon(password):
		problems.Add(errTooCommon)
	}
	switch {
	case confirmation == "":
		problems.Add(invalid("confirm_password", m.Unconfirmed))
	case confirmation != password:
		problems.Add(invalid("confirm_password", m.Different))
	}
	return problems
}

// commonPasswords are 10,000 lines in lower case, sorted: the passwords that are
// guessed first, then given names and English words, most of them from zxcvbn
// (THIRD_PARTY). It leaves out those shorter than six characters, and those that a
// rule below finds.
//
//go:embed common_passwords.txt
var commonPasswords string

var common = sync.OnceValue(func() []string { return strings.Fields(commonPasswords) })

func isListed(password string) bool {
	_, found := slices.BinarySearch(common(), password)
	return found
}

// endings are what people add to a common password.
var endings = []string{"1", "12", "123", "1234", "!", "1!", "123!", "01", "2", "0", "00"}

func isListedWithEnding(password string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool {
		bare, ends := strings.CutSuffix(password, ending)
		return ends && isListed(bare)
	})
}

// isCommon reports whether a password is among the first that anybody would try (D7):
// a well-known one, with or without a usual ending, a repetition, or a run along the
// alphabet, the digits or the keyboard.
func isCommon(password string) bool {
	password = strings.ToLower(password)
	return isListed(password) || isListedWithEnding(password) || isRepeated(password) || isRun(password)
}

// isRepeated reports whether a password repeats one, two or three characters.
func isRepeated(password string) bool {
	runes := []rune(password)
	for period := 1; period <= 3; period++ {
		if len(runes) >= 2*period && string(runes[period:]) == string(runes[:len(runes)-period]) {
			return true
		}
	}
	return false
}

// runs are neighbouring characters, in one direction.
var runs = []string{"01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qazwsxedcrfvtgbyhnujmikolp", "azertyuiop", "qwertzuiop", "1q2w3e4r5t6y7u8i9o0p", "147258369"}

func isRun(password string) bool {
	for _, run := range runs {
		if strings.Contains(run, password) || strings.Contains(run, reversed(password)) {
			return true
		}
	}
	return false
}

func reversed(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i := len(runes) - 1; i >= 0; i-- {
		b.WriteRune(runes[i])
	}
	return b.String()
}

// minOwnLength is that of a name that counts: "Al" is in too many good passwords.
const minOwnLength = 3

// isOwn reports whether a password is one of these words, such as the customer's name,
// with only digits or signs around it; or the last digits of a phone.
func isOwn(password string, own []string) bool {
	bare := letters(password)
	digits := digitsOf(password)
	for _, word := range own {
		name, _, _ := strings.Cut(word, "@")
		for _, w := range []string{letters(word), letters(name)} {
			if len(w) >= minOwnLength && bare == w {
				return true
			}
		}
		if d := digitsOf(word); len(d) >= contact.MinPhoneDigits && bare == "" && len(digits) >= setting.DocumentedPassword && strings.HasSuffix(d, digits) {
			return true
		}
		if word != "" && strings.EqualFold(word, password) {
			return true
		}
	}
	return false
}

func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, text)
}
