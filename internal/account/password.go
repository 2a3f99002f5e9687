package account

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"hawker/internal/errs"
)

// hashing is how passwords are kept: argon2id with 19 MiB, twice over (AUTH-10).
var hashing = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// nobodys is the hash of no password: who is unknown, or has none, costs the
// same work as who is there.
const nobodys = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// passwords hashes, as many at a time as there are cores: more would be no
// faster, and each takes 19 MiB.
type passwords struct {
	line *line

	done atomic.Int64 // how often a password was hashed
	now  atomic.Int64 // how many are hashed now
	peak atomic.Int64 // the most that were at a time
}

func newPasswords() *passwords {
	return &passwords{line: newLine(runtime.GOMAXPROCS(0))}
}

// hash is what is kept of a password.
func (p *passwords) hash(ctx context.Context, at place, password string) (hash string, err error) {
	if waiting := p.work(ctx, at, func() { hash, err = argon2id.CreateHash(norm.NFC.String(password), hashing) }); waiting != nil {
		return "", waiting
	}
	return hash, err
}

// match tells whether the password is the one of the hash; with "" it never is,
// after the same work.
func (p *passwords) match(ctx context.Context, at place, password, hash string) (same bool, err error) {
	known := hash != ""
	if !known {
		hash = nobodys
	}
	if waiting := p.work(ctx, at, func() { same, err = argon2id.ComparePasswordAndHash(norm.NFC.String(password), hash) }); waiting != nil {
		return false, waiting
	}
	return same && known, err
}

// work waits for its turn, but not longer than ctx lasts.
func (p *passwords) work(ctx context.Context, at place, do func()) error {
	if err := p.line.enter(ctx, at); err != nil {
		return err
	}
	defer p.line.leave()
	p.done.Add(1)
	p.note(p.now.Add(1))
	defer p.now.Add(-1)
	do()
	return nil
}

// note keeps the largest number it was told.
func (p *passwords) note(now int64) {
	for {
		peak := p.peak.Load()
		if now <= peak || p.peak.CompareAndSwap(peak, now) {
			return
		}
	}
}

// passwordWords is what a form says of a password and of its repetition.
type passwordWords struct{ missing, unconfirmed, different string }

// tooShort is the documented sentence (AUTH-05), with the town's number (D30).
const tooShort = "Password is too short - should be %d chars minimum."

var (
	newPasswordWords = passwordWords{
		missing:     "Password is required",
		unconfirmed: "Confirm Password is required", different: "Passwords must match",
	}
	resetPasswordWords = passwordWords{
		missing:     "No password provided.",
		unconfirmed: "No Confirm Password provided.", different: "Passwords must match",
	}
)

// check holds a new password against the rules that need to know nobody; least is
// the fewest characters.
func (w passwordWords) check(least int, password, confirmation string) (problems errs.List) {
	switch {
	case password == "":
		problems.Add(invalid("password", w.missing))
	case utf8.RuneCountInString(password) < least:
		problems.Add(invalid("password", fmt.Sprintf(tooShort, least)))
	case isCommon(password):
		problems.Add(errTooCommon)
	}
	switch {
	case confirmation == "":
		problems.Add(invalid("confirm_password", w.unconfirmed))
	case confirmation != password:
		problems.Add(invalid("confirm_password", w.different))
	}
	return problems
}

var errTooCommon = invalid("password", "This password is too easy to guess. Please choose another one.")

// choose hashes a new password for somebody, and refuses one that is made of
// their own name, e-mail or phone (D7).
func (s *Service) choose(ctx context.Context, at place, password string, own ...string) (string, error) {
	if isOwn(password, own) {
		return "", errTooCommon
	}
	return s.passwords.hash(ctx, s.queueAt(at), password)
}

// own is what a customer must not make their password of.
func (c Customer) own() []string {
	return append(strings.Fields(c.Name()), c.Name(), text(c.Email), text(c.Phone))
}

// text is what a pointer points to, "" for none.
func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

// pointer is the opposite of text.
func pointer(s string) *string {
	if s = strings.TrimSpace(s); s == "" {
		return nil
	}
	return &s
}
