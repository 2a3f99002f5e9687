package translation

import (
	"context"
	"fmt"

	"hawker/internal/db"
)

// row is a row of translations.
type row struct {
	Kind     Kind
	Record   string
	Language string
	Texts    db.JSON[Texts]
}

// ReadSet reads the texts of all records but items, of which there are too many. Both
// conditions are found by the index; <> would read those of items too.
func ReadSet(ctx context.Context, q db.Q) (Set, error) {
	rows, err := db.Many[row](ctx, q, `SELECT kind, record, language, texts FROM translations WHERE kind < $1 OR kind > $1`, Item)
	if err != nil {
		return nil, fmt.Errorf("read translations: %w", err)
	}
	return setOf(rows), nil
}

// OfItems reads the texts of some items, by their slugs.
func OfItems(ctx context.Context, q db.Q, slugs []string) (Set, error) {
	list, args := db.InList(slugs)
	rows, err := db.Many[row](ctx, q, `SELECT kind, record, language, texts FROM translations WHERE kind = 'item' AND record IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("read the translations of items: %w", err)
	}
	return setOf(rows), nil
}

// AnyItem reports whether any item is translated.
func AnyItem(ctx context.Context, q db.Q) (bool, error) {
	rows, err := db.Many[int64](ctx, q, `SELECT 1 FROM translations WHERE kind = $1 LIMIT 1`, Item)
	if err != nil {
		return false, fmt.Errorf("look for translations of items: %w", err)
	}
	return len(rows) > 0, nil
}

func setOf(rows []row) Set {
	texts := Set{}
	for _, r := range rows {
		key := Key{r.Kind, r.Record}
		if texts[key] == nil {
			texts[key] = Languages{}
		}
		texts[key][r.Language] = r.Texts.V
	}
	return texts
}
