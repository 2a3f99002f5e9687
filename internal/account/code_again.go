package account

import (
	"context"
	"errors"
	"math"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// CodeOnItsWay is the detail of a refusal to send another code, where the last one
// can still be typed.
type CodeOnItsWay struct {
	ExpiresIn int64 `json:"code_expires_in"` // seconds
	ResendIn  int64 `json:"resend_in"`       // seconds
}

// offerLastCode adds to a refusal to send a code whether the last one can still be
// typed: a client then shows its field. It says the same whether or not there is an
// account.
func (s *Service) offerLastCode(ctx context.Context, p purpose, target string, v Visitor, refusal error) error {
	e, ok := errors.AsType[*errs.Error](refusal)
	if !ok || e.Code != errs.TooMany {
		return refusal
	}
	at, err := s.placeOfTarget(ctx, p, target, v)
	if err != nil {
		return err
	}
	v.Handle = "" // the client may have lost it
	code, err := s.lastCode(ctx, p, target, v, at)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	left := time.UnixMilli(code.ExpiresAt).Sub(s.Clock.Now())
	if err == nil && left > 0 && code.UsedAt == nil && code.Tries < codeTries {
		return e.With(CodeOnItsWay{ExpiresIn: seconds(left), ResendIn: seconds(e.RetryAfter)})
	}
	if e.Message == errTooSoon.Message { // what was on its way is used or spent
		return tooMany(e.RetryAfter)
	}
	return e
}

func seconds(d time.Duration) int64 { return int64(math.Ceil(d.Seconds())) }
