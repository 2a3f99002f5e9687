package credential

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// IsCommon and IsOwn are the rules of passwords.
var (
	IsCommon = isCommon
	IsOwn    = isOwn
)

// CommonPasswords are the listed ones.
func CommonPasswords() []string { return common() }

// NewLimit returns a limit of any name.
func NewLimit(name string, maxTries int64, window time.Duration) Limit {
	return Limit{name, maxTries, window}
}

// NewAttemptLimits returns limits of any name.
func NewAttemptLimits(name string, maxTries int64, window time.Duration, perDay, free, each, total int64) AttemptLimits {
	return AttemptLimits{name, maxTries, window, perDay, free, each, total}
}

// Bounds of the hash queue.
const (
	QueuePerCore   = queuePerCore
	QueuePerSource = queuePerSource
	QueueTimeout   = queueTimeout
)

// HashQueue is a hash queue by itself.
type HashQueue struct{ *hashQueue }

// NewHashQueue makes a queue with so many slots.
func NewHashQueue(slots int) HashQueue { return HashQueue{newHashQueueOf(slots)} }

// Hash waits for its turn and works for as long as a hash takes.
func (q HashQueue) Hash(ctx context.Context, from string, known bool, takes time.Duration) error {
	if err := q.enter(ctx, Source{from, known}); err != nil {
		return err
	}
	defer q.leave()
	time.Sleep(takes)
	return nil
}

// Waiting returns how many requests wait.
func (q HashQueue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// FillSlots takes every slot of the service's queue until release is called.
func (s *Service) FillSlots() (release func()) {
	for range s.hashes.slots {
		if err := s.hashes.enter(context.Background(), Source{}); err != nil {
			panic(err)
		}
	}
	return func() {
		for range s.hashes.slots {
			s.hashes.leave()
		}
	}
}

// LimitsInWords returns the limits as docs/operate.md says them.
func LimitsInWords() (rows []string) {
	for _, l := range []struct {
		what string
		AttemptLimits
	}{
		{"wrong passwords", PasswordAttempts}, {"wrong passwords of a member of staff", StaffAttempts},
		{"verifications by the phone service", PhoneServiceAttempts}, {"codes sent", codesSent}, {"codes tried", codeGuesses},
	} {
		in := strings.TrimSuffix(strings.TrimSuffix(l.window.String(), "0s"), "0m")
		rows = append(rows, fmt.Sprintf("| %s | %d in %s, %d a day | %d, then %d from each source, at most %d |",
			l.what, l.max, in, l.perDay, l.strangersFree, l.strangersEach, l.strangersMax))
	}
	for _, l := range []struct {
		what string
		Limit
	}{{"passwords, passkeys and social sign-ins, of any account", SignInsByAddress}, {"passwords of staff, of any account", StaffSignInsByAddress},
		{"sign-ups, forms about a new customer, and profiles with a new contact", SignUpsByAddress}, {"codes sent, to anybody", codesByAddress}} {
		in := "an hour"
		if l.window != time.Hour {
			in = fmt.Sprintf("in %.0f minutes", l.window.Minutes())
		}
		rows = append(rows, fmt.Sprintf("| %s | %d %s |", l.what, l.max, in))
	}
	return append(rows,
		fmt.Sprintf("| requests that wait for a password to be hashed | %d at a time |", queuePerSource),
		fmt.Sprintf("%d requests for each core wait, for at most %.0f seconds", queuePerCore, queueTimeout.Seconds()),
		fmt.Sprintf("its last %d devices and addresses", maxSources),
	)
}
