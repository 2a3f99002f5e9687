package db_test

import (
	"database/sql"
	"sync"
	"testing"

	"modernc.org/sqlite/vtab"

	"hawker/internal/db"
	"hawker/internal/db/dbtest"
)

// planned is a virtual table without rows that counts how often SQLite has planned to read it.
type planned struct{ times int }

func (p *planned) Create(ctx vtab.Context, _ []string) (vtab.Table, error) {
	return p, ctx.Declare(`CREATE TABLE planned (id BIGINT)`)
}

func (p *planned) Connect(ctx vtab.Context, args []string) (vtab.Table, error) {
	return p.Create(ctx, args)
}
func (p *planned) BestIndex(*vtab.IndexInfo) error { p.times++; return nil }
func (p *planned) Open() (vtab.Cursor, error)      { return noRows{}, nil }
func (*planned) Disconnect() error                 { return nil }
func (*planned) Destroy() error                    { return nil }

type noRows struct{}

func (noRows) Filter(int, string, []vtab.Value) error { return nil }
func (noRows) Next() error                            { return nil }
func (noRows) Eof() bool                              { return true }
func (noRows) Column(int) (vtab.Value, error)         { return nil, sql.ErrNoRows }
func (noRows) Rowid() (int64, error)                  { return 0, sql.ErrNoRows }
func (noRows) Close() error                           { return nil }

var (
	reads           planned
	registerPlanned = sync.OnceValue(func() error { return vtab.RegisterModule(nil, "planned", &reads) })
)

// Parsing takes as long as reading a page of a list.
func TestAPageOfAListIsPlannedOnce(t *testing.T) {
	if err := registerPlanned(); err != nil {
		t.Fatal(err)
	}
	reads.times = 0
	d := dbtest.Open(t, db.SQLite)
	write(t, d, `CREATE VIRTUAL TABLE planned USING planned`)
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error { // on one connection
		for limit := range 5 {
			if _, err := db.Many[int64](t.Context(), tx, `SELECT id FROM planned ORDER BY id LIMIT $1`, limit); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || reads.times != 1 {
		t.Errorf("planned %d times, want once: %v", reads.times, err)
	}
}
