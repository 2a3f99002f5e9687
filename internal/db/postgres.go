package db

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgresConns bounds the pool of one instance: PostgreSQL allows 100 by
// default, so that five instances and a shell fit.
const postgresConns = 16

const (
	// connectTime is how long a host may take to answer at all.
	connectTime = 5 * time.Second
	// unusedTime is how long a connection may rest before it is asked whether it
	// still lives, and pingTime how long that may take: a call that comes to dead
	// connections gives up a few of them and still has time for a new one.
	unusedTime = time.Second
	pingTime   = 2 * time.Second
)

func openPostgres(o Options) (*DB, error) {
	config, err := postgresConfig(o)
	if err != nil {
		return nil, err
	}
	conns := stdlib.OpenDB(*config,
		stdlib.OptionShouldPing(func(ctx context.Context, p stdlib.ShouldPingParams) bool {
			return p.IdleDuration > min(unusedTime, o.callTime()/8) && !lives(ctx, p.Conn, min(pingTime, o.callTime()/4))
		}),
		stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error { return letGo(ctx, c, o) }),
	)
	conns.SetMaxOpenConns(postgresConns)
	conns.SetMaxIdleConns(postgresConns)
	conns.SetConnMaxIdleTime(5 * time.Minute)
	conns.SetConnMaxLifetime(time.Hour)
	address := net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))
	pool := &Pool{conns: conns, place: fmt.Sprintf("PostgreSQL at %s, database %s, user %s", address, config.Database, config.User), limit: o.callTime()}
	return &DB{R: pool, W: pool, Dialect: Postgres}, nil
}

// lives checks a connection. One that does not respond is closed by the check, and
// the driver, which checks again, notices that at once.
func lives(ctx context.Context, c *pgx.Conn, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return c.PgConn().Ping(ctx) == nil
}

// letGo makes the server give up too: the transaction of an instance that it can
// no longer reach would hold its locks for two hours.
func letGo(ctx context.Context, c *pgx.Conn, o Options) error {
	ctx, cancel := context.WithTimeout(ctx, min(connectTime, o.callTime()))
	defer cancel()
	_, err := c.PgConn().Exec(ctx, fmt.Sprintf(`SET idle_in_transaction_session_timeout = %d;
		SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 10000`,
		o.callTime().Milliseconds())).ReadAll()
	return err
}

// Connect opens one connection outside the pool, for callers that need one of
// their own.
func Connect(ctx context.Context, o Options) (*pgx.Conn, error) {
	config, err := postgresConfig(o)
	if err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, config)
}

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
