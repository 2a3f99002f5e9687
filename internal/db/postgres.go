package db

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgresConns bounds the pool of one instance: PostgreSQL allows 100 by
// default, so that five instances and a shell fit.
const postgresConns = 16

// connectTimeout is how long a host may take to answer at all.
const connectTimeout = 10 * time.Second

func openPostgres(o Options) (*DB, error) {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("read the database address: %w", err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(postgresConns)
	pool.SetMaxIdleConns(postgresConns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return &DB{R: pool, W: pool, Dialect: Postgres}, nil
}
