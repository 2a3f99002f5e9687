package account

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"hawker/internal/setting"
)

// commonPasswords holds 10,000, one a line, in small letters and sorted: the
// passwords that are guessed first, then given names and English words, most of
// them from zxcvbn (THIRD_PARTY). What is shorter than six characters or follows
// a rule below is left out.
//
//go:embed common_passwords.txt
var commonPasswords string

var common = sync.OnceValue(func() []string { return strings.Fields(commonPasswords) })

func isListed(password string) bool {
	_, found := slices.BinarySearch(common(), password)
	return found
}

// endings are what people add to a known password to make it another.
var endings = []string{"1", "12", "123", "1234", "!", "1!", "123!", "01", "2", "0", "00"}

func isListedWithEnding(password string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool {
		bare, ends := strings.CutSuffix(password, ending)
		return ends && isListed(bare)
	})
}

// isCommon tells whether a password is among the first that anybody would try
// (D7): a well-known one, with or without the usual ending, one character again and again, or a run along the
// alphabet, the digits or the keyboard.
func isCommon(password string) bool {
	password = strings.ToLower(password)
	return isListed(password) || isListedWithEnding(password) || isRepeated(password) || isRun(password)
}

// isRepeated tells whether a password is one character, or two or three in turn.
func isRepeated(password string) bool {
	runes := []rune(password)
	for period := 1; period <= 3; period++ {
		if len(runes) >= 2*period && string(runes[period:]) == string(runes[:len(runes)-period]) {
			return true
		}
	}
	return false
}

// runs are the ways along which fingers go, each forwards.
var runs = []string{"01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qazwsxedcrfvtgbyhnujmikolp", "azertyuiop", "qwertzuiop", "1q2w3e4r5t6y7u8i9o0p", "147258369"}

func isRun(password string) bool {
	for _, run := range runs {
		if strings.Contains(run, password) || strings.Contains(run, backwards(password)) {
			return true
		}
	}
	return false
}

func backwards(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i := len(runes) - 1; i >= 0; i-- {
		b.WriteRune(runes[i])
	}
	return b.String()
}

// shortestOwn is how long a word of one's own must be to count: "Al" is in too
// many good passwords.
const shortestOwn = 3

// isOwn tells whether a password is a word of one's own, such as a name, with no
// more than a few digits or signs around it.
func isOwn(password string, own []string) bool {
	bare := letters(password)
	digits := digitsOf(password)
	for _, word := range own {
		name, _, _ := strings.Cut(word, "@")
		for _, w := range []string{letters(word), letters(name)} {
			if len(w) >= shortestOwn && bare == w {
				return true
			}
		}
		if d := digitsOf(word); len(d) >= leastDigits && bare == "" && len(digits) >= setting.DocumentedPassword && strings.HasSuffix(d, digits) {
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
