package db

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/georgysavva/scany/v2/sqlscan"
)

// Q runs a read: it is the read pool (d.R) or a transaction. Nothing else implements
// it, so every read has a deadline.
type Q interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)

	bounded(ctx context.Context) (context.Context, context.CancelFunc)
	querier() querier
	pool() *Pool
}

// querier is the part of a Q that calls the driver.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// One reads exactly one row into a T: a struct, whose fields are the columns in
// snake case or by their `db` tag, or a plain value when there is one column. A
// column without a field is an error, and so is a second row; no row is
// ErrNotFound.
func One[T any](ctx context.Context, q Q, query string, args ...any) (T, error) {
	var row T
	ctx, cancel := q.bounded(ctx)
	defer cancel()
	err := sqlscan.Get(ctx, q.querier(), &row, query, args...)
	return row, q.pool().translate(err)
}

// Many reads all rows, each as One does. No rows is an empty slice, never nil, so
// that it is [] in JSON.
func Many[T any](ctx context.Context, q Q, query string, args ...any) ([]T, error) {
	rows := []T{}
	ctx, cancel := q.bounded(ctx)
	defer cancel()
	err := sqlscan.Select(ctx, q.querier(), &rows, query, args...)
	return rows, q.pool().translate(err)
}

// MaxCounted bounds the totals of lists: to count all rows would take longer with each.
const MaxCounted = 10_000

// CountUpTo returns how many rows a query has, at most limit.
func CountUpTo(ctx context.Context, q Q, limit int, query string, args ...any) (int, error) {
	return One[int](ctx, q, fmt.Sprintf(`SELECT COUNT(*) FROM (%s LIMIT %d) AS counted`, query, limit), args...)
}

// Exec writes and returns the number of affected rows. If no row matches the WHERE,
// it returns 0 and no error.
func Exec(ctx context.Context, tx *Tx, query string, args ...any) (int64, error) {
	ctx, cancel := tx.bounded(ctx)
	defer cancel()
	result, err := tx.tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, tx.pool().translate(err)
	}
	n, err := result.RowsAffected()
	return n, tx.pool().translate(err)
}

// Each calls take for every row, with the function that scans it. For many rows of
// plain values it is several times as fast as Many.
func Each(ctx context.Context, q Q, take func(scan func(dest ...any) error) error, query string, args ...any) error {
	ctx, cancel := q.bounded(ctx)
	defer cancel()
	rows, err := q.querier().QueryContext(ctx, query, args...)
	if err != nil {
		return q.pool().translate(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows.Scan); err != nil {
			return err
		}
	}
	return q.pool().translate(rows.Err())
}
