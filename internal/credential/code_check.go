package credential

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
	"hawker/internal/secret"
)

// CheckCode compares what was typed with the valid code. The attempt is counted
// first, and stays counted whether right or wrong. It returns the nonce that
// ConsumeCode needs. A code that was never sent is refused as an expired one.
func (s *Service) CheckCode(ctx context.Context, t CodeTarget, typed string, from Source, v Client) (nonce string, err error) {
	typed = strings.TrimSpace(typed)
	if err := CheckTyped(typed); err != nil {
		return "", err
	}
	var code attemptedCode
	err = db.InTx(ctx, s.DB, func(tx *db.Tx) (err error) {
		if code, err = s.countCodeAttempt(ctx, tx, t, from, v); err != nil {
			return err
		}
		return s.CountAttempt(ctx, tx, codeGuesses, t.Contact.Key(), from)
	})
	if errors.Is(err, db.ErrNotFound) {
		return "", s.whyRefused(ctx, t, from, v)
	}
	if err != nil {
		return "", fmt.Errorf("count an attempt: %w", err)
	}
	if !s.isCode(typed, t, code.Nonce) {
		return "", wrongCode(codeAttempts - code.Tries)
	}
	return code.Nonce, nil
}

// ConsumeCode ends a code that CheckCode found right. Of several calls at the same
// time one succeeds.
func (s *Service) ConsumeCode(ctx context.Context, tx *db.Tx, t CodeTarget, nonce string) error {
	used, err := db.Exec(ctx, tx, `UPDATE codes SET used_at = $1 WHERE purpose = $2 AND target = $3 AND nonce = $4 AND used_at IS NULL`,
		s.Clock.Now().UnixMilli(), t.Purpose, t.key(), nonce)
	if err == nil && used == 0 {
		return errCodeUsed
	}
	return err
}

// wrongCode says how many attempts are left.
func wrongCode(left int64) error {
	switch left {
	case 0:
		return errCodeSpent
	case 1:
		return errs.New(errs.CodeWrong, "%s You have one try left.", ErrCode.Message).On(ErrCode.Field).With(AttemptsLeft{left})
	}
	return errs.New(errs.CodeWrong, "%s You have %d tries left.", ErrCode.Message, left).On(ErrCode.Field).With(AttemptsLeft{left})
}

// AttemptsLeft is the detail of a wrong code.
type AttemptsLeft struct {
	Left int64 `json:"tries_left"`
}

// attemptedCode is a code for which an attempt was counted.
type attemptedCode struct {
	Nonce string
	Tries int64 // this attempt included
}

// codeOf returns the condition that selects the one code that a client's attempts
// count for, and the column that counts them.
//
// A client with a handle gets the code of that handle. One without gets the last
// code that was sent to the same source; such attempts have a column of their own,
// so that nobody at the same address uses up those of the handle. Once those are used
// up, which only the holder of the handle can do, the code accepts none of either.
func (s *Service) codeOf(t CodeTarget, from Source, v Client) (where, column string, args []any) {
	if t.isOpen() && v.CodeHandle == "" {
		device, address := s.previousKeys(v, from)
		return `id = (SELECT MAX(id) FROM codes WHERE purpose = $1 AND target = $2 AND place IN ($3, $4, $5))`,
			"bare_tries", []any{t.Purpose, t.key(), from.Key, device, address}
	}
	asker := ""
	if t.isOpen() {
		asker = secret.HashToken(v.CodeHandle)
	}
	return `purpose = $1 AND target = $2 AND asker = $3`, "tries", []any{t.Purpose, t.key(), asker}
}

// countCodeAttempt counts an attempt of a valid code; db.ErrNotFound if there is none.
func (s *Service) countCodeAttempt(ctx context.Context, tx *db.Tx, t CodeTarget, from Source, v Client) (attemptedCode, error) {
	where, column, args := s.codeOf(t, from, v)
	n := len(args)
	return db.One[attemptedCode](ctx, tx, fmt.Sprintf(`
		UPDATE codes SET %[1]s = %[1]s + 1
		WHERE %[2]s AND tries < $%[3]d AND %[1]s < $%[3]d AND expires_at > $%[4]d AND used_at IS NULL
		RETURNING nonce, %[1]s AS tries`, column, where, n+1, n+2), append(args, codeAttempts, s.Clock.Now().UnixMilli())...)
}

// whyRefused returns why a code accepts no attempt.
func (s *Service) whyRefused(ctx context.Context, t CodeTarget, from Source, v Client) error {
	code, err := s.lastCode(ctx, t, from, v)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return errCodeExpired
	case err != nil:
		return err
	case code.UsedAt != nil:
		return errCodeUsed
	case code.Tries >= codeAttempts:
		return errCodeSpent
	}
	return errCodeExpired
}

type sentCode struct {
	Tries     int64
	ExpiresAt int64
	UsedAt    *int64
}

// lastCode returns the code that a client's attempts count for, valid or not;
// db.ErrNotFound for none.
func (s *Service) lastCode(ctx context.Context, t CodeTarget, from Source, v Client) (sentCode, error) {
	where, column, args := s.codeOf(t, from, v)
	code, err := db.One[sentCode](ctx, s.DB.R, fmt.Sprintf(`
		SELECT CASE WHEN tries < $%[3]d THEN %[1]s ELSE tries END AS tries, expires_at, used_at FROM codes WHERE %[2]s`,
		column, where, len(args)+1), append(args, codeAttempts)...)
	if err != nil {
		return sentCode{}, fmt.Errorf("read code: %w", err)
	}
	return code, nil
}

// CodeOnItsWay is the detail of a refusal to send another code, if the last one can
// still be typed.
type CodeOnItsWay struct {
	ExpiresIn int64 `json:"code_expires_in"` // seconds
	ResendIn  int64 `json:"resend_in"`       // seconds
}

// OfferLastCode adds CodeOnItsWay to a refusal to send a code, if the last one can
// still be typed, so that a client can show its field. It returns the same whether
// or not there is an account. Other errors, and nil, are returned as they are.
func (s *Service) OfferLastCode(ctx context.Context, t CodeTarget, from Source, v Client, refusal error) error {
	e, ok := errors.AsType[*errs.Error](refusal)
	if !ok || e.Code != errs.TooMany {
		return refusal
	}
	v.CodeHandle = "" // the client may have lost it
	code, err := s.lastCode(ctx, t, from, v)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	left := time.UnixMilli(code.ExpiresAt).Sub(s.Clock.Now())
	if err == nil && left > 0 && code.UsedAt == nil && code.Tries < codeAttempts {
		return e.With(CodeOnItsWay{ExpiresIn: seconds(left), ResendIn: seconds(e.RetryAfter)})
	}
	if e.Message == errTooSoon.Message { // the last code is used or spent
		return tooMany(e.RetryAfter)
	}
	return e
}

func seconds(d time.Duration) int64 { return int64(math.Ceil(d.Seconds())) }
