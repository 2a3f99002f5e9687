package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"hawker/internal/db"
)

// referralLetters leaves out what is taken for something else when it is read
// aloud or copied by hand. They are 32, so that every byte picks one fairly.
const (
	referralLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	referralLength  = 10
)

func newReferralCode() string {
	code := make([]byte, referralLength)
	rand.Read(code) // never fails: without randomness the program ends
	for i, b := range code {
		code[i] = referralLetters[int(b)%len(referralLetters)]
	}
	return string(code)
}

// referrer is whose referral code was given; nobody's where the town has no
// referral, or none was given.
func referrer(ctx context.Context, q db.Q, w Ways, code string) (*int64, error) {
	code = strings.ToUpper(strings.TrimSpace(code))
	if code == "" || !w.Referral {
		return nil, nil
	}
	id, err := db.One[int64](ctx, q, `SELECT id FROM customers WHERE referral_code = $1 AND erased_at IS NULL`, code)
	if errors.Is(err, db.ErrNotFound) {
		return nil, invalid("ref_code", "This referral code is not known.")
	}
	if err != nil {
		return nil, fmt.Errorf("find referrer: %w", err)
	}
	return &id, nil
}
