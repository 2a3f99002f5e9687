package setting

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"hawker/internal/db"
	"hawker/internal/errs"
)

// Read reads the stored settings, with defaults for groups that were never saved. Most
// callers should use Service.Get, which caches.
func Read(ctx context.Context, q db.Q) (Settings, error) {
	s := Defaults()
	bodies, err := stored(ctx, q)
	if err != nil {
		return Settings{}, err
	}
	for name, group := range s.groups() {
		row, ok := bodies[name]
		if !ok {
			continue
		}
		if err := json.Unmarshal([]byte(row.Body), group); err != nil {
			return Settings{}, fmt.Errorf("read settings %q: %w", name, err)
		}
		s.Version += row.Version
	}
	return s, nil
}

type row struct {
	Name    string
	Body    string
	Version int64
}

func stored(ctx context.Context, q db.Q) (map[string]row, error) {
	rows, err := db.Many[row](ctx, q, `SELECT name, body, version FROM settings`)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	byName := make(map[string]row, len(rows))
	for _, r := range rows {
		byName[r.Name] = r
	}
	return byName, nil
}

// Write stores the groups that have changed, whatever their version. It refuses to
// change the currency's digits once there are prices, and its code once there are sales,
// because stored amounts depend on them.
func Write(ctx context.Context, tx *db.Tx, s Settings, now time.Time) error {
	if err := s.Currency.Money().Validate(); err != nil {
		return errs.New(errs.Invalid, "A currency has 0 to 3 decimals.").On("digits").Because(err)
	}
	if err := checkCurrency(ctx, tx, s.Currency); err != nil {
		return err
	}
	bodies, err := stored(ctx, tx)
	if err != nil {
		return err
	}
	groups := s.groups()
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		body, err := json.Marshal(groups[name])
		if err != nil {
			return fmt.Errorf("write settings %q: %w", name, err)
		}
		if bodies[name].Body == string(body) {
			continue
		}
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO settings (name, body, version, updated_at) VALUES ($1, $2, 1, $3)
			ON CONFLICT (name) DO UPDATE SET body = excluded.body, version = settings.version + 1, updated_at = excluded.updated_at`,
			name, string(body), now.UnixMilli()); err != nil {
			return fmt.Errorf("write settings %q: %w", name, err)
		}
	}
	return nil
}

// checkCurrency returns an error for other currency digits once there are prices, and for
// another currency once something was sold or paid.
func checkCurrency(ctx context.Context, tx *db.Tx, next Currency) error {
	stored, err := Read(ctx, tx)
	if err != nil {
		return err
	}
	old := stored.Currency
	if old.Digits != next.Digits {
		priced, err := db.One[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM items) OR EXISTS (SELECT 1 FROM tariffs) OR EXISTS (SELECT 1 FROM vehicles)`)
		if err != nil {
			return fmt.Errorf("look for prices: %w", err)
		}
		if priced {
			return errs.New(errs.Conflict, "Prices with %d decimals exist already, so the currency cannot have %d.", old.Digits, next.Digits).On("digits")
		}
	}
	if old.Code != next.Code {
		sold, err := db.One[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM purchases) OR EXISTS (SELECT 1 FROM ledger_entries)`)
		if err != nil {
			return fmt.Errorf("look for sales: %w", err)
		}
		if sold {
			return errs.New(errs.Conflict, "Sales in %s exist already, so the currency cannot be %s.", old.Code, next.Code).On("code")
		}
	}
	return nil
}
