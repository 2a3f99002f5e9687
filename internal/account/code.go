package account

import (
	"context"
	"crypto/hmac"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// purpose is what a code opens; one of another purpose does not.
type purpose string

const (
	toLogin   purpose = "login"
	toVerify  purpose = "verify"
	toReset   purpose = "reset"
	toProfile purpose = "profile" // its target is the customer's id, a space, and the new contact
)

// A code lives long enough to be read and typed (AUTH-10), and is sent again
// after a pause (AUTH-04).
const (
	codeLife  = 5 * time.Minute
	codeTries = 5 // over all calls together (P2)
	codePause = time.Minute
)

var (
	errCode    = errs.New(errs.CodeWrong, "The code is not right.").On("otp")
	errNoCode  = invalid("otp", "field is empty")
	errTooSoon = errs.New(errs.TooMany, "A code is on its way. Please wait a moment before you ask for another.")
)

// digits works a code out. It is kept nowhere: of six digits even a hash would
// tell, but without the server's secret the nonce does not.
func (s *Service) digits(p purpose, target, nonce string) string {
	sum := s.mac("code", string(p), target, nonce)
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(sum)%1_000_000)
}

// issued is the code in force for a target.
type issued struct {
	code string
	wait time.Duration // until another may be sent; 0: this one was sent just now
}

// sent refuses what did not send a code.
func (i issued) sent() error {
	if i.wait > 0 {
		return errTooSoon.After(i.wait)
	}
	return nil
}

// issue makes the one code in force for a target and asks for it to be sent. It
// does the same whether or not there is an account. A code that was sent within
// the last minute stays in force instead.
func (s *Service) issue(ctx context.Context, tx *db.Tx, p purpose, target string, v Visitor) (issued, error) {
	now, nonce := s.Clock.Now(), newToken()
	id, err := db.One[int64](ctx, tx, `
		INSERT INTO codes (purpose, target, nonce, tries, sent_at, expires_at) VALUES ($1, $2, $3, 0, $4, $5)
		ON CONFLICT (purpose, target) DO UPDATE SET
			nonce = excluded.nonce, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = NULL
		WHERE codes.sent_at <= $6
		RETURNING id`,
		p, target, nonce, now.UnixMilli(), now.Add(codeLife).UnixMilli(), now.Add(-codePause).UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return s.inForce(ctx, tx, p, target)
	}
	if err != nil {
		return issued{}, fmt.Errorf("insert code: %w", err)
	}
	if err := s.countCode(ctx, tx, addressOf(target), v); err != nil {
		return issued{}, err
	}
	return issued{code: s.digits(p, target, nonce)}, s.post(ctx, tx, id)
}

// inForce is the code that was sent less than a minute ago.
func (s *Service) inForce(ctx context.Context, tx *db.Tx, p purpose, target string) (issued, error) {
	last, err := db.One[struct {
		Nonce  string
		SentAt int64
	}](ctx, tx, `SELECT nonce, sent_at FROM codes WHERE purpose = $1 AND target = $2`, p, target)
	if err != nil {
		return issued{}, fmt.Errorf("read code: %w", err)
	}
	return issued{
		code: s.digits(p, target, last.Nonce),
		wait: time.UnixMilli(last.SentAt).Add(codePause).Sub(s.Clock.Now()),
	}, nil
}

// countCode counts what is sent to a phone or an e-mail, for any purpose, and
// from an address.
func (s *Service) countCode(ctx context.Context, tx *db.Tx, to string, v Visitor) error {
	if err := s.hit(ctx, tx, codesByHour, to); err != nil {
		return err
	}
	if err := s.hit(ctx, tx, codesByDay, to); err != nil {
		return err
	}
	return s.hitFrom(ctx, tx, codesByAddress, v)
}

// addressOf is the phone or e-mail of a target, which may begin with an id.
func addressOf(target string) string {
	id, address, ok := strings.Cut(target, " ")
	if _, err := strconv.ParseInt(id, 10, 64); !ok || err != nil {
		return target
	}
	return address
}

// try holds what was typed against the code in force, and counts it first and
// for good: right or wrong, and whatever happens then. It answers the nonce, with
// which the code is used up. What is wrong, over, used or was never sent is the
// same error.
func (s *Service) try(ctx context.Context, p purpose, target, typed string) (nonce string, err error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return "", errNoCode
	}
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		nonce, err = db.One[string](ctx, tx, `
			UPDATE codes SET tries = tries + 1
			WHERE purpose = $1 AND target = $2 AND tries < $3 AND expires_at > $4 AND used_at IS NULL
			RETURNING nonce`, p, target, codeTries, s.Clock.Now().UnixMilli())
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		return "", errCode
	}
	if err != nil {
		return "", fmt.Errorf("count a try: %w", err)
	}
	if !hmac.Equal([]byte(typed), []byte(s.digits(p, target, nonce))) {
		return "", errCode
	}
	return nonce, nil
}

// use ends a code that try found right. Of those who found it right at once, one
// may go on.
func (s *Service) use(ctx context.Context, tx *db.Tx, p purpose, target, nonce string) error {
	used, err := db.Exec(ctx, tx, `UPDATE codes SET used_at = $1 WHERE purpose = $2 AND target = $3 AND nonce = $4 AND used_at IS NULL`,
		s.Clock.Now().UnixMilli(), p, target, nonce)
	if err == nil && used == 0 {
		return errCode
	}
	return err
}
