package towndb

import (
	"context"
	"fmt"
	"slices"

	"hawker/internal/db"
)

// retirement says what becomes of records that are no longer in the files.
type retirement struct {
	table
	live    string // selects the rows that can be gone
	archive string // the change of a row that stays for its orders; "": the row is deleted
}

// retirements are in an order in which rows can be deleted. A hidden review is in no export,
// so it is not gone.
var retirements = []retirement{
	{moduleTable, `active`, `active = FALSE`},
	{zoneTable, `active`, `active = FALSE`},
	{categoryTable, `NOT archived`, `archived = TRUE`},
	{storeTable, `active`, `active = FALSE`},
	{itemTable, `active`, `active = FALSE`},
	{campaignTable, `active`, `active = FALSE`},
	{flashSaleTable, `active`, `active = FALSE`},
	{couponTable, `active`, `active = FALSE`},
	{providerTable, `NOT archived`, `archived = TRUE`},
	{vehicleTable, `NOT archived`, `archived = TRUE`},
	{parcelCategoryTable, `active`, `active = FALSE`},
	{parcelInstructionTable, `TRUE`, ``},
	{reviewTable, `order_id IS NULL AND hidden_at IS NULL`, ``},
	{vehicleReviewTable, `trip_id IS NULL AND hidden_at IS NULL`, ``},
	{bannerTable, `TRUE`, ``},
	{pageTable, `TRUE`, ``},
	{streetTable, `TRUE`, ``},
	{placeTable, `TRUE`, ``},
	{translationTable, `TRUE`, ``},
}

// retire finds what is no longer in the files. Only a pruning import archives it.
func (im *importer) retire(ctx context.Context) error {
	im.changes.Pruned = im.how.Prune
	for _, r := range retirements {
		slugs, err := db.Many[string](ctx, im.tx, `SELECT slug FROM `+r.name+` t WHERE `+r.live+r.ofFiles()+` ORDER BY slug`)
		if err != nil {
			return fmt.Errorf("look for gone %s: %w", r.name, err)
		}
		gone := slices.DeleteFunc(slugs, func(slug string) bool { return im.seen[r.name][slug] })
		if len(gone) == 0 {
			continue
		}
		im.changes.of(r.file).Gone = gone
		if !im.how.Prune {
			continue
		}
		if err := im.keepRetired(ctx, r, gone); err != nil {
			return err
		}
		if err := r.retire(ctx, im.tx, gone); err != nil {
			return fmt.Errorf("archive %s: %w", r.name, err)
		}
		im.revised = im.revised || r.revised
	}
	return nil
}

// ofFiles selects the rows that an import has written. A store that joined at the desk was
// never in the files, so it is not gone.
func (r retirement) ofFiles() string {
	if r.noID {
		return ``
	}
	return ` AND EXISTS (SELECT 1 FROM imported i WHERE i.kind = '` + r.name + `' AND i.id = t.id)`
}

func (r retirement) retire(ctx context.Context, tx *db.Tx, gone []string) error {
	for some := range slices.Chunk(gone, 500) {
		list, args := db.InList(some)
		for _, query := range r.statements(list) {
			if _, err := db.Exec(ctx, tx, query, args...); err != nil {
				return err
			}
		}
	}
	switch r.name {
	case reviewTable.name:
		return recount(ctx, tx, nil)
	case translationTable.name:
		return reviseItems(ctx, tx, gone)
	}
	return nil
}

// statements returns what archives or deletes the rows of a list of slugs. An archived
// record that comes back to the files is written again.
func (r retirement) statements(list string) []string {
	where := ` WHERE slug IN ` + list
	ofRows := ` WHERE kind = '` + r.name + `' AND id IN (SELECT id FROM ` + r.name + where + `)`
	switch {
	case r.noID:
		return []string{`DELETE FROM ` + r.name + where}
	case r.archive == "":
		return []string{`DELETE FROM imported` + ofRows, `DELETE FROM ` + r.name + where}
	}
	set := r.archive
	if r.stamped {
		set += fmt.Sprintf(`, revision = %d`, pending)
	}
	return []string{`UPDATE imported SET hash = ''` + ofRows, `UPDATE ` + r.name + ` SET ` + set + where}
}
