package towndb

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/db"
	"hawker/internal/setting"
	"hawker/internal/stock"
)

// undoKeeper stores what an import changes. Rows that are few are stored at its end,
// because they may change without a change of a record, and then the import does not
// count.
type undoKeeper struct {
	tx      *db.Tx
	on      bool // false: this import cannot be undone
	begun   bool
	renamed map[string]map[string]string // former slugs by the current one, by table
	formers []undoRow
}

// save stores rows. The first ones of an import replace those of the import before.
func (k *undoKeeper) save(ctx context.Context, rows []undoRow) error {
	if !k.on {
		return nil
	}
	if !k.begun {
		if _, err := db.Exec(ctx, k.tx, `DELETE FROM import_undo`); err != nil {
			return fmt.Errorf("drop the undo of the last import: %w", err)
		}
		k.begun = true
	}
	values := make([][]any, len(rows))
	for i, r := range rows {
		text, err := json.Marshal(r.was)
		if err != nil {
			return err
		}
		values[i] = []any{r.kind, r.id, r.slug, string(text)}
	}
	in := db.Insert{Table: "import_undo", Columns: []string{"kind", "id", "slug", "was"}, Rows: values}
	if err := in.Exec(ctx, k.tx); err != nil {
		return fmt.Errorf("store the undo: %w", err)
	}
	return nil
}

// keepRename remembers a renamed row, whose record is written later.
func (k *undoKeeper) keepRename(table, former, slug string) {
	if k.renamed == nil {
		k.renamed = map[string]map[string]string{}
	}
	if k.renamed[table] == nil {
		k.renamed[table] = map[string]string{}
	}
	k.renamed[table][slug] = former
}

const formerSlugsTable = "former_slugs"

// keepFormerSlug remembers whose former slug it was; 0: nobody's.
func (k *undoKeeper) keepFormerSlug(kind, slug string, id int64) {
	row := undoRow{kind: formerSlugsTable, slug: kind + "/" + slug, was: was{New: id == 0}}
	if id != 0 {
		row.Columns = map[string]any{"id": id}
	}
	k.formers = append(k.formers, row)
}

// settingsWritten are the settings before and after an import.
type settingsWritten struct {
	Before setting.Settings `json:"before"`
	After  setting.Settings `json:"after"`
}

func (k *undoKeeper) keepSettings(ctx context.Context, before, after setting.Settings) error {
	return k.save(ctx, []undoRow{{kind: undoSettings, was: was{Settings: &settingsWritten{before, after}}}})
}

// finish completes the undo of an import, of a folder of an export or none ("").
func (k *undoKeeper) finish(ctx context.Context, export string) error {
	if export != "" {
		known, err := setting.HasImported(ctx, k.tx, export)
		if err != nil {
			return err
		}
		if known {
			export = ""
		}
	}
	return k.save(ctx, append(k.formers, undoRow{kind: undoImport, slug: export}))
}

// readStored reads the stored rows of records by slug.
func (k recordType[T]) readStored(ctx context.Context, tx *db.Tx, records []record[T]) (map[string]rowBefore, error) {
	var slugs []string
	for _, r := range records {
		if r.stored != (storedRow{}) {
			slugs = append(slugs, k.slug(r.row))
		}
	}
	return k.readBefore(ctx, tx, k.columns, slugs)
}

// keepBatch stores what writing the records has changed.
func (k recordType[T]) keepBatch(ctx context.Context, im *importer, records []record[T], before map[string]rowBefore) error {
	if !im.undo.on {
		return nil
	}
	figures, err := k.readWrittenFigures(ctx, im.tx, records)
	if err != nil {
		return err
	}
	rows := make([]undoRow, len(records))
	for i, r := range records {
		slug := k.slug(r.row)
		rows[i] = undoRow{kind: k.name, id: r.id, slug: slug}
		if row, known := before[slug]; known {
			rows[i].was = k.changed(r, row, figures[slug].values, im.undo.renamed[k.name][slug])
		} else {
			rows[i].New = true
		}
	}
	return im.undo.save(ctx, rows)
}

// changed compares the row of a record with the stored one. figures are the values of the
// figure columns after the import; nil: they are unchanged.
func (k recordType[T]) changed(r record[T], before rowBefore, figures []any, formerSlug string) was {
	w := was{Columns: map[string]any{}, Imported: before.imported, Parts: before.parts}
	if formerSlug != "" {
		w.Columns["slug"] = formerSlug
	}
	for i, column := range k.columns {
		stored := before.values[i]
		if at := slices.Index(k.figureColumns, column); at >= 0 {
			if figures != nil && figures[at] != stored {
				w.addFigure(column, at, stored, figures[at])
			}
			continue
		}
		if stored == r.row[i] || k.stamped && i == len(k.columns)-1 {
			continue
		}
		w.Columns[column] = stored
		if k.deskColumn(column) != nil {
			w.write(column, r.row[i].(string))
		}
	}
	return w
}

// tradeFigures is how many of the figure columns trading changes: the other ones are those
// of the town folder.
const tradeFigures = 3

func (w *was) addFigure(column string, at int, before, after any) {
	if at >= tradeFigures {
		w.Columns[column] = before
		return
	}
	if w.Added == nil {
		w.Added = map[string]int64{}
	}
	w.Added[column] = after.(int64) - before.(int64)
}

func (w *was) write(column, text string) {
	if w.Written == nil {
		w.Written = map[string]string{}
	}
	w.Written[column] = text
}

func (t table) deskColumn(name string) *deskColumn {
	for i := range t.desk {
		if t.desk[i].name == name {
			return &t.desk[i]
		}
	}
	return nil
}

// readWrittenFigures reads the figure columns of the stored records whose figures were
// written.
func (k recordType[T]) readWrittenFigures(ctx context.Context, tx *db.Tx, records []record[T]) (map[string]rowBefore, error) {
	var slugs []string
	for _, r := range records {
		if r.stored.id != 0 && (r.before == nil || r.ratingsChanged() || r.soldChanged()) {
			slugs = append(slugs, k.slug(r.row))
		}
	}
	if len(k.figureColumns) == 0 || len(slugs) == 0 {
		return nil, nil
	}
	return k.readBefore(ctx, tx, k.figureColumns, slugs)
}

// keepRetired stores the rows that a pruning import is about to archive or delete.
func (im *importer) keepRetired(ctx context.Context, r retirement, gone []string) error {
	if !im.undo.on {
		return nil
	}
	column, _, archives := strings.Cut(r.archive, " = ")
	columns := []string{column}
	if !archives {
		var err error
		if columns, err = allColumns(ctx, im.tx, r.name); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(gone, recordsPerBatch) {
		before, err := r.readBefore(ctx, im.tx, columns, some)
		if err != nil {
			return err
		}
		rows := make([]undoRow, 0, len(some))
		for _, slug := range some {
			row := before[slug]
			w := was{Deleted: !archives, Archived: archives, Columns: map[string]any{}, Imported: row.imported}
			for i, c := range columns {
				w.Columns[c] = row.values[i]
			}
			rows = append(rows, undoRow{kind: r.name, id: row.id, slug: slug, was: w})
		}
		if err := im.undo.save(ctx, rows); err != nil {
			return err
		}
	}
	return nil
}

// allColumns returns the names of all columns of a table.
func allColumns(ctx context.Context, tx *db.Tx, table string) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT * FROM `+table+` WHERE FALSE`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	return columns, rows.Err()
}

// stockSet is what an import did to a pool.
type stockSet struct {
	Before *int64 `json:"before"` // units; nil: not counted
	After  *int64 `json:"after"`
}

const stockTable = "stock"

// setStock sets pools to the numbers of the files, and stores what they were.
func (im *importer) setStock(ctx context.Context, counted []stock.Counted) error {
	if !im.undo.on || len(counted) == 0 {
		return stock.Count(ctx, im.tx, counted, im.now)
	}
	var items []int64
	for _, c := range counted {
		items = append(items, c.ItemID)
	}
	before, err := stock.Lock(ctx, im.tx, items)
	if err != nil {
		return err
	}
	if err := stock.Count(ctx, im.tx, counted, im.now); err != nil {
		return err
	}
	var rows []undoRow
	for _, c := range counted {
		if c.NewItem {
			continue
		}
		set := &stockSet{Before: before[c.ItemID].LeftIn(c.Pool), After: c.Units}
		rows = append(rows, undoRow{kind: stockTable, id: c.ItemID, slug: c.Variation, was: was{Stock: set}})
	}
	return im.undo.save(ctx, rows)
}
