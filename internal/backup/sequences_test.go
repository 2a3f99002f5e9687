package backup_test

import (
	"testing"
	"testing/fstest"
	"time"

	"hawker/internal/backup"
	"hawker/internal/clock"
	"hawker/internal/db"
	"hawker/internal/db/dbtest"
	"hawker/internal/signedtoken"
)

const (
	newOrder       = `INSERT INTO purchases (kind) VALUES ('order') RETURNING id`
	newApplication = `INSERT INTO applications (kind, state, request_hash, name, email, email_folded, phone, password_hash, zone_id, details, language, created_at, reason)
		VALUES ('rider', 'waiting', 'h', '', '', '', '', '', 4, '{}', 'en', 1, '') RETURNING id`
)

// What was ordered after the backup is lost, and its ids are free. The links of its guests
// open nothing of the restored town.
func TestALinkOfALostOrderOpensNoOther_TRAP_P1(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		source, target := open(t), open(t)
		fill(t, source)
		lastingOrder := insert(t, source, newOrder)
		before := tokensOf(t, source)
		archive := write(t, source, fstest.MapFS{})
		lostOrder, lostApplication := insert(t, source, newOrder), insert(t, source, newApplication)

		if err := backup.Restore(t.Context(), target, filesIn(t, t.TempDir()), opened(t, archive), restoredAt); err != nil {
			t.Fatal(err)
		}
		after := tokensOf(t, target)
		order, application := insert(t, target, newOrder), insert(t, target, newApplication)
		if after.Owns(order, before.Tracking(lostOrder)) || after.MayFollow(order, before.Following(lostOrder)) {
			t.Errorf("the link of the lost order %d opens the new order %d", lostOrder, order)
		}
		if id, ok := after.ApplicationOf(before.Application(lostApplication)); ok && id == application {
			t.Errorf("the link of the lost application %d opens the new application", id)
		}
		if !after.Owns(lastingOrder, before.Tracking(lastingOrder)) {
			t.Error("the link of an order in the backup has ended")
		}
	})
}

// An import can be undone after a restore: no new row has the id of one that it deleted,
// also where the gap alone is too small.
func TestARestoredTownUsesNoIDOfADeletedRow(t *testing.T) {
	t.Parallel()
	dbtest.Engines(t, func(t *testing.T, open func(*testing.T) *db.DB) {
		source, target := open(t), open(t)
		fill(t, source)
		change(t, source, `INSERT INTO purchases (id, kind) VALUES (40000, 'order')`)
		if source.Dialect == db.Postgres {
			change(t, source, `ALTER TABLE purchases ALTER COLUMN id RESTART WITH 40001`)
		}
		insert(t, source, newOrder)
		change(t, source, `DELETE FROM purchases`)
		if err := backup.Restore(t.Context(), target, filesIn(t, t.TempDir()), opened(t, write(t, source, fstest.MapFS{})), restoredAt); err != nil {
			t.Fatal(err)
		}
		if got, want := insert(t, target, newOrder), int64(40_001+20_000+1); got != want {
			t.Errorf("the next order is %d, want %d: half of the orders so far later", got, want)
		}
	})
}

func tokensOf(t *testing.T, d *db.DB) *signedtoken.Tokens {
	t.Helper()
	tokens, err := signedtoken.New(t.Context(), d, clock.NewManual(time.Unix(1_700_000_000, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

// insert returns the id of the new row.
func insert(t *testing.T, d *db.DB, statement string) (id int64) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) (err error) {
		id, err = db.One[int64](t.Context(), tx, statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func change(t *testing.T, d *db.DB, statement string) {
	t.Helper()
	err := db.InTx(t.Context(), d, func(tx *db.Tx) error {
		_, err := db.Exec(t.Context(), tx, statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
