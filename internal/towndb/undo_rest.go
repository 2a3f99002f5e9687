package towndb

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"hawker/internal/db"
	"hawker/internal/setting"
	"hawker/internal/townfile"
)

// undoPage is how many rows are read at once.
const undoPage = 500

// each calls do with the rows of a kind, a page at a time.
func (u *undoer) each(ctx context.Context, kind string, do func([]undoRow) error) error {
	return eachUndoRow(ctx, u.tx, kind, do)
}

func eachUndoRow(ctx context.Context, q db.Q, kind string, do func([]undoRow) error) error {
	type stored struct {
		ID        int64
		Slug, Was string
	}
	last := stored{ID: -1}
	for {
		page, err := db.Many[stored](ctx, q, `
			SELECT id, slug, was FROM import_undo WHERE kind = $1 AND (id > $2 OR id = $2 AND slug > $3) ORDER BY id, slug LIMIT $4`,
			kind, last.ID, last.Slug, undoPage)
		if err != nil {
			return fmt.Errorf("read the undo: %w", err)
		}
		if len(page) == 0 {
			return nil
		}
		rows := make([]undoRow, len(page))
		for i, s := range page {
			rows[i] = undoRow{kind: kind, id: s.ID, slug: s.Slug}
			if err := rows[i].decode(s.Was); err != nil {
				return fmt.Errorf("read the undo of %s %q: %w", kind, s.Slug, err)
			}
		}
		if err := do(rows); err != nil {
			return err
		}
		last = page[len(page)-1]
	}
}

// decode reads a row with whole numbers as int64, as the database has them.
func (w *was) decode(text string) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(w); err != nil {
		return err
	}
	for _, row := range append(w.Parts, w.Columns) {
		for column, v := range row {
			number, ok := v.(json.Number)
			if !ok {
				continue
			}
			if n, err := number.Int64(); err == nil {
				row[column] = n
				continue
			}
			n, err := number.Float64()
			if err != nil {
				return err
			}
			row[column] = n
		}
	}
	return nil
}

// restoreParts restores the parts of a record. Parts that orders refer to are not deleted,
// and offer at least what was sold of them.
func (u *undoer) restoreParts(ctx context.Context, p parts, r undoRow) error {
	remove := `DELETE FROM ` + p.table
	if p.sold {
		remove = `UPDATE ` + p.table + ` SET active = FALSE`
	}
	if _, err := db.Exec(ctx, u.tx, remove+` WHERE `+p.parent+` = $1`, r.id); err != nil {
		return err
	}
	for _, part := range r.Parts {
		if p.sold {
			if err := u.restoreSoldPart(ctx, part); err != nil {
				return err
			}
		} else if err := u.insertRow(ctx, p.table, part); err != nil {
			return err
		}
	}
	return nil
}

func (u *undoer) restoreSoldPart(ctx context.Context, part map[string]any) error {
	_, err := db.Exec(ctx, u.tx, `
		UPDATE flash_sale_items SET discount_type = $1, discount = $2, units = CASE WHEN sold > $3 THEN sold ELSE $3 END, position = $4, active = $5
		WHERE id = $6`, part["discount_type"], part["discount"], part["units"], part["position"], part["active"], part["id"])
	return err
}

// settings restores the groups of settings that the import changed and nobody has changed
// since.
func (u *undoer) settings(ctx context.Context) error {
	return u.each(ctx, undoSettings, func(rows []undoRow) error {
		live, err := setting.Read(ctx, u.tx)
		if err != nil {
			return err
		}
		restored, err := rows[0].Settings.undone(live)
		if err != nil {
			return err
		}
		u.changes.of(townfile.SettingsFile).Changed = []string{"settings"}
		return setting.Write(ctx, u.tx, restored, u.now)
	})
}

// undone returns the settings without the import.
func (w settingsWritten) undone(live setting.Settings) (restored setting.Settings, err error) {
	var groups [3]map[string]json.RawMessage
	for i, s := range []setting.Settings{live, w.Before, w.After} {
		text, err := json.Marshal(s)
		if err != nil {
			return restored, err
		}
		if err := json.Unmarshal(text, &groups[i]); err != nil {
			return restored, err
		}
	}
	now, before, after := groups[0], groups[1], groups[2]
	for name := range now {
		if string(now[name]) == string(after[name]) {
			now[name] = before[name]
		}
	}
	text, err := json.Marshal(now)
	if err != nil {
		return restored, err
	}
	return restored, json.Unmarshal(text, &restored)
}

// formerSlugs restores whose former slugs the import changed.
func (u *undoer) formerSlugs(ctx context.Context) error {
	return u.each(ctx, formerSlugsTable, func(rows []undoRow) error {
		for _, r := range rows {
			kind, slug, _ := strings.Cut(r.slug, "/")
			var err error
			if r.New {
				_, err = db.Exec(ctx, u.tx, `DELETE FROM former_slugs WHERE kind = $1 AND slug = $2`, kind, slug)
			} else {
				err = insertFormerSlug(ctx, u.tx, kind, slug, r.Columns["id"].(int64))
			}
			if err != nil {
				return fmt.Errorf("restore the former slug %q: %w", r.slug, err)
			}
		}
		return nil
	})
}
