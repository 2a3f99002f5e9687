package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// MaxDelay is how far behind the replica may be. Beyond that, reads go to the primary.
	MaxDelay = 5 * time.Second
	// checkEvery is how often the replica is checked, and checkTime how long it may take.
	checkEvery = time.Second
	checkTime  = 2 * time.Second
	// returnAfter is how long a replica that was left is not used.
	returnAfter = 5 * time.Second
)

// unchecked is the reason before the first check.
const unchecked = "it was not checked yet"

// ErrBehind is returned by a read that knows what the replica must have, and did not find
// it. ReadDelayed then reads from the primary.
var ErrBehind = errors.New("the replica does not have it yet")

// replica is a copy of a PostgreSQL that may be read. It is checked each second, and not
// used while it does not respond or is too far behind.
type replica struct {
	pool    *Pool
	primary *Pool
	use     atomic.Pointer[usage] // nil: not used
	failed  atomic.Int64

	mu       sync.Mutex
	reason   string    // why it is not used; "" if it is
	left     time.Time // when it was left, after it was used
	written  []written // by the primary, the oldest first
	pause    time.Duration
	interval time.Duration
}

// usage is a time without a break in which the replica is used. Its context ends with it,
// and with that the reads that still wait.
type usage struct {
	ctx  context.Context
	stop context.CancelFunc
}

// written is how far the log of the primary was at a time.
type written struct {
	at  time.Time
	lsn string
}

// openReplica prepares the pool of a replica. It opens no connection.
func openReplica(o Options, primary *Pool) (*replica, error) {
	o.URL, o.ReadURL, o.writes = o.ReadURL, "", false
	pool, err := openPostgresPool(o, instanceName(o.conns()))
	if err != nil {
		return nil, err
	}
	return &replica{pool: pool, primary: primary, reason: unchecked, pause: returnAfter, interval: checkEvery}, nil
}

// ReadDelayed runs read on the replica if there is one that can be used, else on the
// primary. So what it reads may be MaxDelay old: use it for nothing that somebody may have
// just written, and for nothing that a write depends on.
//
// When read fails on the replica it runs again on the primary, so it must assign its
// results again in every run.
func (d *DB) ReadDelayed(ctx context.Context, read func(ctx context.Context, q Q) error) error {
	if d.replica != nil {
		if done, err := d.replica.read(ctx, read); done {
			return err
		}
	}
	return read(ctx, d.R)
}

// read runs read on the replica. It returns false if the primary must be read.
func (r *replica) read(ctx context.Context, read func(ctx context.Context, q Q) error) (done bool, err error) {
	use := r.use.Load()
	if use == nil {
		return false, nil
	}
	reading, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(use.ctx, cancel)()
	err = read(reading, r.pool)
	switch {
	case err == nil || ctx.Err() != nil:
		return true, err
	case errors.Is(err, ErrBehind) || errors.Is(err, ErrNotFound):
		return false, nil
	}
	r.failed.Add(1)
	if faultKindOf(err) != noFault {
		r.set(ctx, err.Error())
	}
	return false, nil
}

// FollowReplica checks the replica, if there is one, until ctx ends.
func (d *DB) FollowReplica(ctx context.Context) {
	if d.replica == nil {
		return
	}
	every := time.NewTicker(d.replica.interval)
	defer every.Stop()
	for {
		d.replica.check(ctx)
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// check finds out whether the replica can be used.
func (r *replica) check(ctx context.Context) {
	checking, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	reason := r.problem(checking)
	if ctx.Err() == nil {
		r.set(ctx, reason)
	}
}

// standby is what the replica says of itself.
type standby struct {
	Standby bool  // it follows another server
	Current bool  // it has what it must have
	Schema  int64 // its last migration
}

// problem returns why the replica cannot be used, "" if it can.
func (r *replica) problem(ctx context.Context) string {
	now, err := One[standby](ctx, r.pool, `
		SELECT pg_is_in_recovery() AS standby, COALESCE(pg_last_wal_replay_lsn() >= CAST($1 AS pg_lsn), FALSE) AS current,
			(SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version) AS schema`, r.mustHave(ctx))
	switch {
	case err != nil:
		return err.Error()
	case !now.Standby:
		return "it is not the replica of another server"
	case !now.Current:
		return fmt.Sprintf("it is more than %v behind", MaxDelay)
	case now.Schema < LastMigration(Postgres):
		return "it does not have the schema of this version yet"
	}
	return ""
}

// mustHave returns how far the log of the primary was MaxDelay ago. A replica that has not
// replayed it is behind. The time of its last transaction would not tell: it is old, too,
// when nothing is written. If the primary does not respond, what is known remains.
func (r *replica) mustHave(ctx context.Context) string {
	lsn, err := One[string](ctx, r.primary, `SELECT CAST(pg_current_wal_lsn() AS TEXT)`)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.written = append(r.written, written{time.Now(), lsn})
	}
	for len(r.written) > 1 && time.Since(r.written[1].at) >= MaxDelay {
		r.written = r.written[1:]
	}
	if len(r.written) == 0 {
		return "0/0"
	}
	return r.written[0].lsn
}

// set stores why the replica is not used, or that it is, and logs a change.
func (r *replica) set(ctx context.Context, reason string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	used := r.use.Load()
	switch {
	case reason == "" && used == nil && time.Since(r.left) >= r.pause:
		u := &usage{}
		u.ctx, u.stop = context.WithCancel(context.Background())
		r.use.Store(u)
		r.reason = ""
		slog.InfoContext(ctx, "the replica is read")
	case reason != "" && used != nil:
		r.use.Store(nil)
		used.stop()
		r.left, r.reason = time.Now(), reason
		slog.WarnContext(ctx, "the replica is not read, the primary is read instead", "cause", reason)
	case reason != "" && r.reason == unchecked:
		r.reason = reason
		slog.WarnContext(ctx, "the replica cannot be read, the primary is read instead", "cause", reason)
	}
}

func (r *replica) close() error {
	if used := r.use.Swap(nil); used != nil {
		used.stop()
	}
	return r.pool.Close()
}

// ReplicaStats are how the replica is used.
type ReplicaStats struct {
	Used   bool
	Failed int64 // reads that failed on it, and were made on the primary
}

// ReplicaStats are zero if there is no replica.
func (d *DB) ReplicaStats() ReplicaStats {
	if d.replica == nil {
		return ReplicaStats{}
	}
	return ReplicaStats{Used: d.replica.use.Load() != nil, Failed: d.replica.failed.Load()}
}
