package towndb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/db"
)

// table restores a table. First new rows go and renamed ones get their former slugs,
// because other rows may need the slugs.
func (u *undoer) table(ctx context.Context, r retirement) error {
	var renamed []renamedRow
	touched := false
	err := u.each(ctx, r.name, func(rows []undoRow) error {
		touched = true
		renamed = append(renamed, r.renamedRows(rows)...)
		return u.retireNew(ctx, r, rows)
	})
	if err != nil {
		return err
	}
	if err := u.rename(ctx, r.table, renamed); err != nil {
		return err
	}
	err = u.each(ctx, r.name, func(rows []undoRow) error { return u.restore(ctx, r.table, rows) })
	if err == nil && touched && r.name == reviewTable.name {
		err = recount(ctx, u.tx, nil)
	}
	return err
}

// retireNew archives or deletes what the import inserted, as if it were gone from the
// files.
func (u *undoer) retireNew(ctx context.Context, r retirement, rows []undoRow) error {
	var slugs []string
	for _, row := range rows {
		if row.New {
			slugs = append(slugs, row.slug)
		}
	}
	if len(slugs) == 0 {
		return nil
	}
	changes := u.changes.of(r.file)
	changes.Gone = append(changes.Gone, slugs...)
	return r.retire(ctx, u.tx, slugs)
}

// renamedRow is a row whose slug, or another value that no two rows share, the import has
// changed.
type renamedRow struct {
	id               int64
	column, now, was string
}

func (t table) renamedRows(rows []undoRow) (renamed []renamedRow) {
	for _, column := range t.uniqueColumns() {
		for _, r := range rows {
			if text, changed := r.Columns[column].(string); changed && !r.Deleted {
				renamed = append(renamed, renamedRow{id: r.id, column: column, now: r.slug, was: text})
			}
		}
	}
	return renamed
}

func (t table) uniqueColumns() []string { return append([]string{"slug"}, t.unique...) }

// rename gives rows their former slugs and codes. In between they have some that nobody
// else has, because they may have passed theirs on.
func (u *undoer) rename(ctx context.Context, t table, renamed []renamedRow) error {
	for _, r := range renamed {
		if err := u.renameRow(ctx, t, r, r.now, r.free()); err != nil {
			return err
		}
	}
	for _, r := range renamed {
		// A new record, now archived, may have got the value. Orders refer to it, so it stays.
		_, err := db.Exec(ctx, u.tx, `UPDATE `+t.name+` SET `+r.column+` = `+r.column+` || '-' || CAST(id AS TEXT) WHERE `+r.column+` = $1`, r.was)
		if err == nil {
			err = u.renameRow(ctx, t, r, r.free(), r.was)
		}
		if err == nil {
			err = u.keepAddress(ctx, t, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r renamedRow) free() string { return fmt.Sprint("undo-", r.id) }

func (u *undoer) renameRow(ctx context.Context, t table, r renamedRow, from, to string) error {
	if _, err := db.Exec(ctx, u.tx, `UPDATE `+t.name+` SET `+r.column+` = $1 WHERE id = $2`, to, r.id); err != nil {
		return fmt.Errorf("rename: %w", err)
	}
	if kind := slugKinds[t.name]; kind != "" {
		return renameTranslations(ctx, u.tx, kind, from, to)
	}
	return nil
}

// slugKinds are the tables whose records can be renamed, and what former slugs and
// translations call their records.
var slugKinds = map[string]string{categoryTable.name: "category", storeTable.name: "store", itemTable.name: "item"}

// keepAddress lets the slug that the record had after the import open it.
func (u *undoer) keepAddress(ctx context.Context, t table, r renamedRow) error {
	if slugKinds[t.name] == "" {
		return nil
	}
	return insertFormerSlug(ctx, u.tx, slugKinds[t.name], r.now, r.id)
}

// restore restores the rows that the import changed or deleted, and what it wrote about
// them in the table imported.
func (u *undoer) restore(ctx context.Context, t table, rows []undoRow) error {
	if err := u.mergeDesk(ctx, t, rows); err != nil {
		return err
	}
	changes := u.changes.of(t.file)
	for _, r := range rows {
		var err error
		switch {
		case r.New:
			continue
		case r.Deleted:
			changes.New = append(changes.New, r.slug)
			err = u.insertRow(ctx, t.name, r.Columns)
		case r.Archived:
			changes.New = append(changes.New, r.slug)
			err = u.update(ctx, t, r)
		case r.Columns == nil: // the import has left the row alone
		default:
			changes.Changed = append(changes.Changed, r.slug)
			err = u.update(ctx, t, r)
		}
		if err == nil && r.Parts != nil {
			err = u.restoreParts(ctx, *t.parts, r)
		}
		if err != nil {
			return fmt.Errorf("restore %q: %w", r.slug, err)
		}
	}
	return u.restoreImported(ctx, t, rows)
}

// mergeDesk replaces the former values of columns that the desk changes too by what the
// undo writes.
func (u *undoer) mergeDesk(ctx context.Context, t table, rows []undoRow) error {
	for _, column := range t.desk {
		of := map[int64]undoRow{}
		var ids []int64
		for _, r := range rows {
			if _, written := r.Written[column.name]; written {
				of[r.id], ids = r, append(ids, r.id)
			}
		}
		stored, err := t.storedTexts(ctx, u.tx, column.name, ids)
		if err != nil {
			return err
		}
		for _, s := range stored {
			r := of[s.ID]
			if s.Value == r.Written[column.name] {
				continue // the desk has not changed it
			}
			if r.Columns[column.name], err = column.keep(r.Columns[column.name].(string), s.Value); err != nil {
				return fmt.Errorf("keep %s of %q: %w", column.name, r.slug, err)
			}
		}
	}
	return nil
}

// update writes the former values of a row.
func (u *undoer) update(ctx context.Context, t table, r undoRow) error {
	var set []string
	var args []any
	param := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	for _, c := range t.columns {
		if v, changed := r.Columns[c]; changed && !slices.Contains(t.uniqueColumns(), c) {
			set = append(set, c+` = `+param(v))
		}
		if n := r.Added[c]; n != 0 {
			less := c + ` - ` + param(n)
			set = append(set, c+` = CASE WHEN `+less+` > 0 THEN `+less+` ELSE 0 END`)
		}
	}
	if t.stamped {
		set = append(set, `revision = `+param(pending))
	}
	if len(set) == 0 {
		return nil
	}
	key, value := "id", any(r.id)
	if t.noID {
		key, value = "slug", r.slug
	}
	_, err := db.Exec(ctx, u.tx, `UPDATE `+t.name+` SET `+strings.Join(set, ", ")+` WHERE `+key+` = `+param(value), args...)
	return err
}

// insertRow inserts a row that the import deleted, with its id.
func (u *undoer) insertRow(ctx context.Context, table string, row map[string]any) error {
	all, err := u.columnsOf(ctx, table)
	if err != nil {
		return err
	}
	var columns []string // a later version may have dropped some
	var list []any
	for _, c := range all {
		if v, known := row[c]; known {
			columns, list = append(columns, c), append(list, v)
		}
	}
	values := db.NewValues()
	values.Add(list...)
	_, err = db.Exec(ctx, u.tx, `INSERT INTO `+table+` (`+strings.Join(columns, ", ")+`) VALUES `+values.String(), values.Args()...)
	return err
}

// columnsOf reads the columns of a table once.
func (u *undoer) columnsOf(ctx context.Context, table string) (columns []string, err error) {
	if u.columns[table] == nil {
		if u.columns[table], err = allColumns(ctx, u.tx, table); err != nil {
			return nil, err
		}
	}
	return u.columns[table], nil
}

// restoreImported restores what the import before said of the rows.
func (u *undoer) restoreImported(ctx context.Context, t table, rows []undoRow) error {
	if t.noID {
		return nil
	}
	var none []int64
	var said [][]any
	for _, r := range rows {
		if r.Imported == nil {
			none = append(none, r.id)
		} else {
			said = append(said, []any{t.name, r.id, r.Imported.Hash, r.Imported.Trade})
		}
	}
	if len(none) > 0 {
		list, args := db.InList(none)
		if _, err := db.Exec(ctx, u.tx, `DELETE FROM imported WHERE kind = '`+t.name+`' AND id IN `+list, args...); err != nil {
			return fmt.Errorf("restore what was imported: %w", err)
		}
	}
	return saveImported(ctx, u.tx, said)
}
