package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"hawker/internal/db"
)

// referralLetters leaves out letters and digits that are easily confused. They are
// 32, so that every byte picks one with the same chance.
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

// FindReferrer returns the customer who has a referral code; nil for no code.
func FindReferrer(ctx context.Context, q db.Q, code string) (*int64, error) {
	code = strings.ToUpper(strings.TrimSpace(code))
	if code == "" {
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
