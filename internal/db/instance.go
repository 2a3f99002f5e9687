package db

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrConnections is returned when the pools of all instances together could need more
// connections than the server has.
var ErrConnections = errors.New("PostgreSQL does not have enough connections")

// besidePool is how many connections an instance has beside its pool: one listens for events.
// It is counted also while it is not connected.
const besidePool = 1

// instanceName is the name of a pool at the server, such as "hawker 17 K3J…". It tells
// other instances how many connections this one may open. Connections of an instance beside
// its pool have a name with 0.
func instanceName(conns int) string {
	return fmt.Sprintf("%s%d %s", instancePrefix, conns, rand.Text()[:8])
}

const instancePrefix = "hawker "

// pooledName is the name of the connections of an instance that has a pooler. They count as
// another program's.
const pooledName = "hawker"

// openLock is the key of the lock under which instances start one after another.
const openLock = 7_204_411_873

// OpenInstance is Open for an instance that serves. On PostgreSQL it returns
// ErrConnections if the pools of all instances do not fit. Instances that start
// together are counted one after another. Each connection is to a server that takes writes;
// those of Open are not, because a backup may be of a standby.
func OpenInstance(ctx context.Context, o Options) (*DB, error) {
	o.writes = true
	ctx, cancel := context.WithTimeout(ctx, 2*o.callTime())
	defer cancel()
	if o.URL == "" || o.pooled() { // a pooler has its own limit
		d, err := Open(ctx, o)
		if err == nil && d.replica != nil {
			d.replica.check(ctx)
		}
		return d, err
	}
	turn, err := Connect(ctx, o)
	if err != nil {
		return Open(ctx, o) // it explains the error
	}
	defer turn.Close(context.WithoutCancel(ctx)) // this also releases the lock
	if _, err := turn.Exec(ctx, `SELECT pg_advisory_lock($1)`, openLock); err != nil {
		return nil, fmt.Errorf("wait for other instances to start: %w", err)
	}
	d, err := Open(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := checkConnections(ctx, d.R); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	if d.replica != nil {
		if err := d.replica.checkOpened(ctx); err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}
	return d, nil
}

// checkOpened checks the replica, and returns ErrConnections if the pools of all instances
// do not fit there. If it does not respond, the primary is read for now.
func (r *replica) checkOpened(ctx context.Context) error {
	checking, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	if err := checkConnections(checking, r.pool); errors.Is(err, ErrConnections) {
		return fmt.Errorf("the replica: %w", err)
	}
	r.check(ctx)
	return nil
}

// clients are connections of one program.
type clients struct {
	Name  string
	Here  bool // to this database
	Count int64
}

// checkConnections adds up what the instances on this database may open and what other
// programs have open.
func checkConnections(ctx context.Context, q Q) error {
	limit, err := One[int64](ctx, q, `
		SELECT CAST(current_setting('max_connections') AS BIGINT) - CAST(current_setting('superuser_reserved_connections') AS BIGINT)
			- CAST(COALESCE(current_setting('reserved_connections', TRUE), '0') AS BIGINT)`)
	if err != nil {
		return fmt.Errorf("read max_connections: %w", err)
	}
	all, err := Many[clients](ctx, q, `
		SELECT COALESCE(application_name, '') AS name, datname = current_database() AS here, COUNT(*) AS count
		FROM pg_stat_activity WHERE datname IS NOT NULL AND COALESCE(backend_type, 'client backend') = 'client backend'
		GROUP BY application_name, datname`)
	if err != nil {
		return fmt.Errorf("count the connections: %w", err)
	}
	var instances, pools, others int64
	for _, c := range all {
		switch size := poolSize(c); {
		case size > 0:
			instances, pools = instances+1, pools+size
		case size < 0:
			others += c.Count
		}
	}
	if pools+others <= limit {
		return nil
	}
	return fmt.Errorf("%w: %d instances may open %d, other programs have %d, which makes %d; max_connections leaves %d. Raise it, or lower --database-connections",
		ErrConnections, instances, pools, others, pools+others, limit)
}

// poolSize returns how many connections an instance may open, 0 for those that it has beside
// its pool, and -1 for another program.
func poolSize(c clients) int64 {
	text, ours := strings.CutPrefix(c.Name, instancePrefix)
	size, _, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(size, 10, 64)
	if !ours || !c.Here || err != nil {
		return -1
	}
	return n
}
