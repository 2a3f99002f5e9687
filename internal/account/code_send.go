package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hawker/internal/db"
	"hawker/internal/jobs"
)

// The kinds of jobs.
const (
	codeJob  = "account.code"
	pruneJob = "account.prune"
)

// codeBody says which code is to be sent, and not what it is.
type codeBody struct{ ID int64 }

// codeAttempts are few: what arrives after five minutes is of no use.
const codeAttempts = 6

func (s *Service) handleJobs() {
	jobs.Handle(s.Jobs, codeJob, func(ctx context.Context, b codeBody) error { return s.send(ctx, b.ID) })
	jobs.Handle(s.Jobs, noticeJob, s.sendNotice)
	jobs.Every(s.Jobs, pruneJob, time.Hour, s.prune)
}

// post asks for a code to be sent once the transaction holds.
func (s *Service) post(ctx context.Context, tx *db.Tx, id int64) error {
	return s.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: codeJob, Body: codeBody{id}, MaxAttempts: codeAttempts})
}

type codeRow struct {
	Purpose purpose
	Target  string
	Nonce   string
}

// send sends a code that is still of use. To whom a password cannot be reset for,
// nothing is sent; that nobody learns from how the call was answered.
func (s *Service) send(ctx context.Context, id int64) error {
	row, err := db.One[codeRow](ctx, s.DB.R, `SELECT purpose, target, nonce FROM codes WHERE id = $1 AND used_at IS NULL AND expires_at > $2`,
		id, s.Clock.Now().UnixMilli())
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read code: %w", err)
	}
	if row.Purpose == toReset {
		_, err := s.resettable(ctx, s.DB.R, contactOf(row.Target))
		if errors.Is(err, errUnknown) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return s.deliver(ctx, row)
}

// deliver hands the message to who brings it.
func (s *Service) deliver(ctx context.Context, row codeRow) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	code := s.digits(row.Purpose, row.Target, row.Nonce)
	err = s.message(ctx, contactOf(addressOf(row.Target)), "Your code for "+settings.Business.Name, codeText(row.Purpose, code, settings.Business.Name))
	if err != nil {
		// Others may repeat the message in their complaint, and a job keeps it.
		return errors.New(strings.ReplaceAll(err.Error(), code, "******"))
	}
	return nil
}

// codeText says the code first, for that is what a locked phone shows.
func codeText(p purpose, code, business string) string {
	use := map[purpose]string{
		toLogin: "to sign in", toVerify: "to prove that this is yours",
		toReset: "to set a new password", toProfile: "to change your details", toConfirm: "to confirm that it is you",
	}[p]
	return fmt.Sprintf("%s is your code for %s, %s. It is good for 5 minutes. We never ask you for it.", code, business, use)
}

// prune deletes what has ended.
func (s *Service) prune(ctx context.Context) error {
	now, day := s.Clock.Now().UnixMilli(), s.Clock.Now().Add(-24*time.Hour).UnixMilli()
	created, seen := s.earliest()
	return errors.Join(
		db.Prune(ctx, s.DB, "codes", `expires_at < $1`, day),
		db.Prune(ctx, s.DB, "proofs", `expires_at < $1`, now),
		db.Prune(ctx, s.DB, "throttles", `ends_at < $1`, now),
		db.Prune(ctx, s.DB, "known_places", `ends_at < $1`, now),
		db.Prune(ctx, s.DB, "sessions", `(created_at <= $1 OR seen_at <= $2)`, created, seen),
	)
}
