package db

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// DefaultConns is the size of the pool of one instance. PostgreSQL allows 100 connections
// by default, which is enough for five instances with their listeners.
const DefaultConns = 16

const (
	// connectTime is how long a connection may take to open.
	connectTime = 5 * time.Second
	// A connection that was unused for unusedTime is checked before its next use,
	// and must respond within pingTime. So a call that meets a few dead connections
	// still has time to open a new one.
	unusedTime = time.Second
	pingTime   = 2 * time.Second
)

func openPostgres(o Options) (*DB, error) {
	pool, err := openPostgresPool(o, instanceName(o.conns()+besidePool))
	if err != nil {
		return nil, err
	}
	d := &DB{R: pool, W: pool, Dialect: Postgres, reach: func(ctx context.Context) error { return pool.translate(reach(ctx, o)) }}
	if o.pooled() {
		d.direct = o.direct()
	}
	if o.ReadURL != "" {
		if d.replica, err = openReplica(o, pool); err != nil {
			return nil, errors.Join(fmt.Errorf("the replica: %w", err), pool.Close())
		}
	}
	return d, nil
}

// openPostgresPool prepares a pool. It opens no connection.
func openPostgresPool(o Options, name string) (*Pool, error) {
	config, err := postgresConfig(o)
	if err != nil {
		return nil, err
	}
	if o.writes {
		requireWrites(config)
	}
	conns := openConns(o, "postgresql", stdlib.GetConnector(*config, connectorOptions(config, o, name)...))
	conns.SetMaxOpenConns(o.conns())
	conns.SetMaxIdleConns(o.conns())
	conns.SetConnMaxIdleTime(5 * time.Minute)
	conns.SetConnMaxLifetime(time.Hour)
	address := net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))
	return &Pool{
		conns: conns, location: fmt.Sprintf("PostgreSQL at %s, database %s, user %s", address, config.Database, config.User),
		limit: o.callTime(), pooled: o.pooled(),
	}, nil
}

// connectorOptions names the connections of a pool and sets their time limits. A pooler
// shares its connections, so there the name says nothing of an instance, and nothing can be
// set or prepared for longer than a transaction.
func connectorOptions(config *pgx.ConnConfig, o Options, name string) []stdlib.OptionOpenDB {
	options := []stdlib.OptionOpenDB{stdlib.OptionShouldPing(func(ctx context.Context, p stdlib.ShouldPingParams) bool {
		return p.IdleDuration > min(unusedTime, o.callTime()/8) && !responds(ctx, p.Conn, min(pingTime, o.callTime()/4))
	})}
	if o.pooled() {
		config.RuntimeParams["application_name"] = pooledName
		config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		return options
	}
	config.RuntimeParams["application_name"] = name
	return append(options, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error { return setSession(ctx, c, o) }))
}

// requireWrites refuses servers that take no writes, such as one that a failover has made a
// standby, and closes a connection to one that took them before. The database's address may
// ask for other servers by target_session_attrs.
func requireWrites(config *pgx.ConnConfig) {
	if config.ValidateConnect == nil {
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	keep := config.OnPgError
	config.OnPgError = func(c *pgconn.PgConn, e *pgconn.PgError) bool { return e.Code != readOnly && keep(c, e) }
}

// responds checks a connection. The check closes a connection that does not respond,
// so the driver, which checks again, notices at once.
func responds(ctx context.Context, c *pgx.Conn, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return c.PgConn().Ping(ctx) == nil
}

// setSession makes the server end a transaction whose client is gone: by default its locks
// would stay for two hours. It also turns off the compiler of queries, which takes longer
// than any of ours: the server uses it by estimated costs, which are high in a large town.
func setSession(ctx context.Context, c *pgx.Conn, o Options) error {
	ctx, cancel := context.WithTimeout(ctx, min(connectTime, o.callTime()))
	defer cancel()
	_, err := c.PgConn().Exec(ctx, fmt.Sprintf(`SET jit = off; SET idle_in_transaction_session_timeout = %d;
		SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000`,
		o.callTime().Milliseconds())).ReadAll()
	return err
}

// Connect opens a connection to PostgreSQL itself that is not part of a pool. The server takes
// writes.
func Connect(ctx context.Context, o Options) (*pgx.Conn, error) {
	config, err := postgresConfig(o.direct())
	if err != nil {
		return nil, err
	}
	requireWrites(config)
	config.RuntimeParams["application_name"] = pooledName
	if !o.pooled() {
		config.RuntimeParams["application_name"] = instanceName(0) // the pool's name counts it
	}
	return pgx.ConnectConfig(ctx, config)
}

// reach opens a connection to PostgreSQL and closes it. A server that refuses it because it
// has no connection left responds too.
func reach(ctx context.Context, o Options) error {
	c, err := Connect(ctx, o)
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == tooManyConnections {
		return nil
	}
	if err != nil {
		return err
	}
	return c.Close(ctx)
}

const (
	tooManyConnections = "53300"
	readOnly           = "25006" // read_only_sql_transaction
	notAllowed         = "42501" // insufficient_privilege
)

func postgresConfig(o Options) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("read the database address: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = min(connectTime, o.callTime())
	}
	dialer := &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 3 * time.Second, Count: 3},
		Control:         giveUpUnacknowledged,
	}
	config.DialFunc = dialer.DialContext
	return config, nil
}
