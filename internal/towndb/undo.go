package towndb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hawker/internal/blob"
	"hawker/internal/db"
	"hawker/internal/setting"
	"hawker/internal/stock"
	"hawker/internal/townfile"
)

// Why the last import cannot be undone.
var (
	ErrNeverImported = errors.New("nothing has been imported yet, so there is nothing to undo")
	ErrFirstImport   = errors.New("the first import of a town cannot be undone: begin with an empty database instead")
	ErrUndone        = errors.New("the last import has been undone already")
	ErrNotKept       = errors.New("the last import cannot be undone: an earlier version of Hawker did it, which did not keep what it changed")
)

// Undo takes back what the last import changed, all of it or nothing, and returns what
// it changed by that. What orders, reviews and the desk have changed since stays. A check
// writes nothing. The files of pictures are restored before the database commits: after an
// error some of them may be the former ones, and the undo can be tried again.
func Undo(ctx context.Context, d *db.DB, files *blob.Store, now time.Time, check bool) (Changes, error) {
	ctx = db.Long(ctx)
	var changes Changes
	err := db.InTx(ctx, d, func(tx *db.Tx) error {
		u := &undoer{tx: tx, files: files, check: check, now: now.UTC().Truncate(time.Second), columns: map[string][]string{}}
		if err := u.run(ctx); err != nil {
			return err
		}
		if changes = u.sorted(); check {
			return errChecked
		}
		return nil
	})
	if err != nil && !errors.Is(err, errChecked) {
		return Changes{}, fmt.Errorf("undo: %w", err)
	}
	return changes, nil
}

// undoer is the state of one undo.
type undoer struct {
	tx      *db.Tx
	files   *blob.Store
	check   bool // writes nothing
	now     time.Time
	export  string // what the import has marked as imported
	changes Changes
	columns map[string][]string // of tables
}

func (u *undoer) run(ctx context.Context) error {
	if err := u.begin(ctx); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{u.settings, u.formerSlugs, u.tables, u.stock, u.pictures, u.finish, u.revise} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (u *undoer) begin(ctx context.Context) (err error) {
	if err := lockImports(ctx, u.tx); err != nil {
		return err
	}
	if u.export, err = lastUndo(ctx, u.tx); err != nil {
		return err
	}
	u.changes.Pruned = true
	u.changes.of(townfile.SettingsFile) // the files in the order of an import
	for _, r := range retirements {
		u.changes.of(r.file)
	}
	return nil
}

// revise makes other instances read what the undo has changed.
func (u *undoer) revise(ctx context.Context) error { return revise(ctx, u.tx) }

// lastUndo returns the export of the last import, or why that cannot be undone.
func lastUndo(ctx context.Context, q db.Q) (export string, err error) {
	export, err = db.One[string](ctx, q, `SELECT slug FROM import_undo WHERE kind = $1`, undoImport)
	if !errors.Is(err, db.ErrNotFound) {
		return export, err
	}
	imports, err := setting.Imports(ctx, q)
	if err != nil {
		return "", err
	}
	undone, err := setting.IsUndone(ctx, q)
	switch {
	case err != nil:
		return "", err
	case undone:
		return "", ErrUndone
	case imports == 0:
		return "", ErrNeverImported
	case imports == 1:
		return "", ErrFirstImport
	}
	return "", ErrNotKept
}

// finish makes a second undo impossible. An import after it compares with the one before
// the undone one.
func (u *undoer) finish(ctx context.Context) error {
	if _, err := db.Exec(ctx, u.tx, `DELETE FROM import_undo`); err != nil {
		return fmt.Errorf("finish: %w", err)
	}
	return setting.MarkUndo(ctx, u.tx, u.now, u.export)
}

// tables restores all tables with records. Translations come first, the last of the list:
// they follow the records that are renamed.
func (u *undoer) tables(ctx context.Context) error {
	for _, r := range slices.Backward(retirements) {
		if err := u.table(ctx, r); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return nil
}

// stock restores the pools that the import set.
func (u *undoer) stock(ctx context.Context) error {
	return u.each(ctx, stockTable, func(rows []undoRow) error {
		var items []int64
		for _, r := range rows {
			items = append(items, r.id)
		}
		live, err := stock.Lock(ctx, u.tx, items)
		if err != nil {
			return err
		}
		var counted []stock.Counted
		for _, r := range rows {
			pool := stock.Pool{ItemID: r.id, Variation: r.slug}
			counted = append(counted, stock.Counted{Pool: pool, Units: r.Stock.undone(live[r.id].LeftIn(pool))})
		}
		return stock.Count(ctx, u.tx, counted, u.now)
	})
}

// undone returns the units of a pool without the import. What was sold since stays sold.
func (s stockSet) undone(live *int64) *int64 {
	if s.Before == nil || s.After == nil {
		return s.Before
	}
	if live == nil { // the desk does not count it any more
		return nil
	}
	return new(max(0, *live+*s.Before-*s.After))
}

// sorted returns the changes with slugs in order.
func (u *undoer) sorted() Changes {
	for _, f := range u.changes.Files {
		slices.Sort(f.New)
		slices.Sort(f.Changed)
		slices.Sort(f.Gone)
	}
	return u.changes
}
