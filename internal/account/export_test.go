package account

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hawker/internal/db"
)

// Hashings is how often the service has hashed a password, and the most it did
// at a time.
func (s *Service) Hashings() (done, peak int64) {
	return s.passwords.done.Load(), s.passwords.peak.Load()
}

// Slots is how many passwords may be hashed at a time.
func (s *Service) Slots() int { return s.passwords.line.slots }

// HashingBytes is the memory that one hashing takes.
const HashingBytes = 19 << 20

// IsCommon, IsOwn and Classify are the rules by themselves.
var (
	IsCommon = isCommon
	IsOwn    = isOwn
	Classify = classify
)

// CommonPasswords are those of the list.
func CommonPasswords() []string { return common() }

// Hash hashes a password and forgets the result.
func (s *Service) Hash(ctx context.Context, password string) error {
	_, err := s.passwords.hash(ctx, place{}, password)
	return err
}

// FillSlots takes every slot until release is called.
func (s *Service) FillSlots() (release func()) {
	for range s.Slots() {
		if err := s.passwords.line.enter(context.Background(), place{}); err != nil {
			panic(err)
		}
	}
	return func() {
		for range s.Slots() {
			s.passwords.line.leave()
		}
	}
}

// Waiting is how many wait for a slot.
func (s *Service) Waiting() int { return Line{s.passwords.line}.Waiting() }

// Knows tells whether a visitor is where the customer signed in before.
func (s *Service) Knows(ctx context.Context, customerID int64, v Visitor) (bool, error) {
	at, err := s.placeOf(ctx, s.DB.R, customerID, v)
	return at.known, err
}

// Limit is a limit of any name.
func Limit(what string, most int64, in time.Duration) limit { return limit{what, most, in} }

// Hit counts one try.
func (s *Service) Hit(ctx context.Context, l limit, whom string) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.hit(ctx, tx, l, whom) })
}

// The bounds of the line before the hash.
const (
	LinePerCore  = linePerCore
	LinePerPlace = linePerPlace
	LinePatience = linePatience
)

// Line is the line before the hash by itself.
type Line struct{ *line }

// NewLine makes a line with so many slots.
func NewLine(slots int) Line { return Line{newLine(slots)} }

// Hash waits for its turn and works for as long as a hash takes.
func (l Line) Hash(ctx context.Context, from string, known bool, takes time.Duration) error {
	if err := l.enter(ctx, place{from, known}); err != nil {
		return err
	}
	defer l.leave()
	time.Sleep(takes)
	return nil
}

// Waiting is how many wait.
func (l Line) Waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting)
}

// Bound is a bound of any name.
func Bound(what string, most int64, in time.Duration, perDay, calm, fresh, total int64) bound {
	return bound{what, most, in, perDay, calm, fresh, total}
}

// Count counts one try from a place.
func (s *Service) Count(ctx context.Context, b bound, whom, from string, known bool) error {
	return db.InTx(ctx, s.DB, func(tx *db.Tx) error { return s.count(ctx, tx, b, whom, place{from, known}) })
}

// BoundsInWords are the bounds as docs/operate.md tells them.
func BoundsInWords() (rows []string) {
	for _, b := range []struct {
		name string
		bound
	}{
		{"wrong passwords", passwordTries}, {"verifications by the phone service", phoneTries}, {"codes sent", codesSent}, {"codes tried", codeGuesses},
	} {
		in := strings.TrimSuffix(strings.TrimSuffix(b.in.String(), "0s"), "0m")
		rows = append(rows, fmt.Sprintf("| %s | %d in %s, %d a day | %d, then %d from each place, at most %d |", b.name, b.most, in, b.perDay, b.calm, b.fresh, b.total))
	}
	for _, l := range []struct {
		name string
		limit
	}{{"passwords, passkeys and social sign-ins, whoever it is about", triesByAddress}, {"sign-ups", signUps}, {"codes sent, to anybody", codesByAddress}} {
		in := "an hour"
		if l.in != time.Hour {
			in = fmt.Sprintf("in %.0f minutes", l.in.Minutes())
		}
		rows = append(rows, fmt.Sprintf("| %s | %d %s |", l.name, l.most, in))
	}
	return append(rows,
		fmt.Sprintf("| requests that wait for a password to be hashed | %d at a time |", linePerPlace),
		fmt.Sprintf("%d requests for each core wait, for at most %.0f seconds", linePerCore, linePatience.Seconds()),
		fmt.Sprintf("its last %d devices and addresses", placesPerPerson),
	)
}
