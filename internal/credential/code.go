package credential

import (
	"context"
	"crypto/hmac"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/contact"
	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/jobs"
	"hawker/internal/secret"
	"hawker/internal/translation"
)

// A code is valid long enough to be read and typed (AUTH-10). Another one is sent
// after a pause (AUTH-04).
const (
	codeLife     = 5 * time.Minute
	codeAttempts = 5 // for one code, over all calls together (P2)
	codePause    = time.Minute
)

// CodeField is the field of errors about a code.
const CodeField = "otp"

var (
	errNoCode      = invalid(CodeField, "field is empty")
	errCodeExpired = errs.New(errs.CodeExpired, "The code has expired. Please ask for a new one.").On(CodeField)
	errCodeUsed    = errs.New(errs.CodeExpired, "The code has been used already. Please ask for a new one.").On(CodeField)
	errCodeSpent   = errs.New(errs.CodeSpent, "The code was typed wrong too often. Please ask for a new one.").On(CodeField)
	errTooSoon     = errs.New(errs.TooMany, "A code is on its way. Please wait a moment before you ask for another.")
)

// ErrCode refuses a wrong code.
var ErrCode = errs.New(errs.CodeWrong, "The code is not right.").On(CodeField)

// CheckTyped refuses an empty code.
func CheckTyped(code string) error {
	if code == "" {
		return errNoCode
	}
	return nil
}

// CodePurpose is what a code is used for.
type CodePurpose string

// The purposes. Anybody may ask for the first two; the others belong to a customer
// who has proven something already.
const (
	ToSignIn        CodePurpose = "login"
	ToResetPassword CodePurpose = "reset"
	ToVerify        CodePurpose = "verify"
	ToChangeProfile CodePurpose = "profile"
	ToConfirm       CodePurpose = "confirm" // a change, by a contact that is verified already
)

// CodeTarget is what a code is valid for: a code of one target is wrong for any
// other.
type CodeTarget struct {
	Purpose    CodePurpose
	CustomerID int64           // 0: anybody may ask for the code
	Contact    contact.Contact // where the code is sent
}

// isOpen reports whether anybody may ask for the code. Then each code that is sent has
// its own attempts, so a stranger who asks for one uses up only their own.
func (t CodeTarget) isOpen() bool { return t.CustomerID == 0 }

// key is the column codes.target.
func (t CodeTarget) key() string {
	if t.isOpen() {
		return t.Contact.Key()
	}
	return customerPrefix(t.CustomerID) + t.Contact.Key()
}

func customerPrefix(customerID int64) string { return fmt.Sprintf("%d ", customerID) }

func parseCodeTarget(purpose CodePurpose, key string) CodeTarget {
	id, rest, ok := strings.Cut(key, " ")
	if customerID, err := strconv.ParseInt(id, 10, 64); ok && err == nil {
		return CodeTarget{purpose, customerID, contact.FromKey(rest)}
	}
	return CodeTarget{purpose, 0, contact.FromKey(key)}
}

// digits computes a code. It is not stored, not even hashed, because six digits are
// few enough to try them all. The nonce, which is stored, is useless without the
// server's secret.
func digits(secret []byte, purpose CodePurpose, target, nonce string) string {
	sum := mac(secret, "code", string(purpose), target, nonce)
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(sum)%1_000_000)
}

// isCode compares what was typed. It also accepts a code that was sent just before
// the secret was rotated.
func (s *Service) isCode(typed string, t CodeTarget, nonce string) bool {
	right := false
	for _, secret := range s.Secret.AcceptedFor(codeLife) {
		right = hmac.Equal([]byte(typed), []byte(digits(secret, t.Purpose, t.key(), nonce))) || right
	}
	return right
}

// Code is what CreateCode returns.
type Code struct {
	Handle string        // of an open code; a client with the handle has its attempts
	Shown  string        // the digits, where the demo shows them (D8)
	Wait   time.Duration // until another may be sent; 0: this one was sent just now
}

// CheckSent refuses if no code was sent because the last one is too recent.
func (c Code) CheckSent() error {
	if c.Wait > 0 {
		return errTooSoon.After(c.Wait)
	}
	return nil
}

func (s *Service) shown(t CodeTarget, nonce string) string {
	if !s.ShowCodes {
		return ""
	}
	return digits(s.Secret.Current(), t.Purpose, t.key(), nonce)
}

// CreateCode creates a code and the job that sends it. It does the same whether or
// not there is an account. A code that was sent within the last minute is returned
// instead, with Wait.
func (s *Service) CreateCode(ctx context.Context, tx *db.Tx, t CodeTarget, from Source, v Client) (Code, error) {
	if t.isOpen() {
		return s.createOpenCode(ctx, tx, t, from, v)
	}
	return s.createOwnCode(ctx, tx, t, from, v)
}

// createOpenCode creates another code for each client, but one a minute for a
// source.
func (s *Service) createOpenCode(ctx context.Context, tx *db.Tx, t CodeTarget, from Source, v Client) (Code, error) {
	n, ends, err := s.increment(ctx, tx, Limit{"code pause " + string(t.Purpose), 1, codePause}, bySource(t.key(), from))
	if err != nil || n > 1 {
		return Code{Wait: ends}, err
	}
	now, nonce, handle := s.Clock.Now(), secret.NewToken(), secret.NewToken()
	id, err := db.One[int64](ctx, tx, `
		INSERT INTO codes (purpose, target, asker, place, nonce, tries, bare_tries, sent_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, 0, 0, $6, $7) RETURNING id`,
		t.Purpose, t.key(), secret.HashToken(handle), from.Key, nonce, now.UnixMilli(), now.Add(codeLife).UnixMilli())
	if err != nil {
		return Code{}, fmt.Errorf("insert code: %w", err)
	}
	return Code{Handle: handle, Shown: s.shown(t, nonce)}, s.countAndSend(ctx, tx, id, t, from, v)
}

// createOwnCode replaces the one code that a customer has for a contact.
func (s *Service) createOwnCode(ctx context.Context, tx *db.Tx, t CodeTarget, from Source, v Client) (Code, error) {
	now, nonce := s.Clock.Now(), secret.NewToken()
	id, err := db.One[int64](ctx, tx, `
		INSERT INTO codes (purpose, target, asker, place, nonce, tries, bare_tries, sent_at, expires_at)
		VALUES ($1, $2, '', '', $3, 0, 0, $4, $5)
		ON CONFLICT (purpose, target, asker) DO UPDATE SET
			nonce = excluded.nonce, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = NULL
		WHERE codes.sent_at <= $6
		RETURNING id`,
		t.Purpose, t.key(), nonce, now.UnixMilli(), now.Add(codeLife).UnixMilli(), now.Add(-codePause).UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return s.recentCode(ctx, tx, t)
	}
	if err != nil {
		return Code{}, fmt.Errorf("insert code: %w", err)
	}
	return Code{Shown: s.shown(t, nonce)}, s.countAndSend(ctx, tx, id, t, from, v)
}

// recentCode returns the code that was sent less than a minute ago.
func (s *Service) recentCode(ctx context.Context, tx *db.Tx, t CodeTarget) (Code, error) {
	last, err := db.One[struct {
		Nonce  string
		SentAt int64
	}](ctx, tx, `SELECT nonce, sent_at FROM codes WHERE purpose = $1 AND target = $2 AND asker = ''`, t.Purpose, t.key())
	if err != nil {
		return Code{}, fmt.Errorf("read code: %w", err)
	}
	return Code{
		Shown: s.shown(t, last.Nonce),
		Wait:  time.UnixMilli(last.SentAt).Add(codePause).Sub(s.Clock.Now()),
	}, nil
}

// The kinds of jobs that send a code; their body is a CodeJobBody. Earlier versions texted
// codes by CodeJob, too.
const (
	CodeJob    = "account.code"
	CodeSMSJob = "account.code_sms"
)

// CodeJobBody says which code to send, and in which language. The code itself is not in the
// job.
type CodeJobBody struct {
	ID       int64
	Language string // of the request
}

// sendAttempts are few: a code that arrives after five minutes is useless.
const sendAttempts = 6

// countAndSend counts a code that is sent, for its contact and the network address,
// and creates the job that sends it.
func (s *Service) countAndSend(ctx context.Context, tx *db.Tx, id int64, t CodeTarget, from Source, v Client) error {
	if err := s.CountAttempt(ctx, tx, codesSent, t.Contact.Key(), from); err != nil {
		return err
	}
	if err := s.CountByAddress(ctx, tx, codesByAddress, v); err != nil {
		return err
	}
	kind := CodeJob
	if t.Contact.Kind == contact.KindPhone {
		kind = CodeSMSJob
	}
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: kind, Body: CodeJobBody{id, translation.Language(ctx)}, MaxAttempts: sendAttempts})
}

// CodeToSend returns the target and the digits of a code that can still be used;
// db.ErrNotFound otherwise.
func (s *Service) CodeToSend(ctx context.Context, id int64) (t CodeTarget, code string, err error) {
	row, err := db.One[struct {
		Purpose       CodePurpose
		Target, Nonce string
	}](ctx, s.DB.R, `SELECT purpose, target, nonce FROM codes WHERE id = $1 AND used_at IS NULL AND expires_at > $2`, id, s.Clock.Now().UnixMilli())
	if err != nil {
		return CodeTarget{}, "", fmt.Errorf("read code: %w", err)
	}
	return parseCodeTarget(row.Purpose, row.Target), digits(s.Secret.Current(), row.Purpose, row.Target, row.Nonce), nil
}

// FindCode returns the contact that a sign-in code was sent to, by its handle;
// db.ErrNotFound for an unknown handle.
func (s *Service) FindCode(ctx context.Context, handle string) (key string, err error) {
	key, err = db.One[string](ctx, s.DB.R, `SELECT target FROM codes WHERE purpose = $1 AND asker = $2`, ToSignIn, secret.HashToken(handle))
	if err != nil {
		return "", fmt.Errorf("find code: %w", err)
	}
	return key, nil
}

// DeleteCodes deletes the codes that belong to a customer, or were sent to one of these
// contacts.
func DeleteCodes(ctx context.Context, tx *db.Tx, customerID int64, contacts ...contact.Contact) error {
	for _, c := range contacts {
		if _, err := db.Exec(ctx, tx, `DELETE FROM codes WHERE target = $1`, c.Key()); err != nil {
			return fmt.Errorf("delete codes: %w", err)
		}
	}
	own := customerPrefix(customerID)
	if _, err := db.Exec(ctx, tx, `DELETE FROM codes WHERE SUBSTR(target, 1, $1) = $2`, len(own), own); err != nil {
		return fmt.Errorf("delete codes: %w", err)
	}
	return nil
}

// DeleteResetCodes deletes the codes for a new password that were sent to these contacts
// and have set none. What such a code has proven sets none any more, either.
func DeleteResetCodes(ctx context.Context, tx *db.Tx, contacts ...contact.Contact) error {
	for _, c := range contacts {
		_, err := db.Exec(ctx, tx, `DELETE FROM codes WHERE purpose = $1 AND target = $2 AND used_at IS NULL`, ToResetPassword, c.Key())
		if err != nil {
			return fmt.Errorf("delete codes for a new password: %w", err)
		}
	}
	return nil
}
