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

// ReadBook reads the texts of all records but items, of which there are too many.
func ReadBook(ctx context.Context, q db.Q) (Book, error) {
	rows, err := db.Many[row](ctx, q, `SELECT kind, record, language, texts FROM translations WHERE kind <> $1`, Item)
	if err != nil {
		return nil, fmt.Errorf("read translations: %w", err)
	}
	return bookOf(rows), nil
}

// OfItems reads the texts of some items, by their slugs.
func OfItems(ctx context.Context, q db.Q, slugs []string) (Book, error) {
	list, args := db.InList(slugs)
	rows, err := db.Many[row](ctx, q, `SELECT kind, record, language, texts FROM translations WHERE kind = 'item' AND record IN `+list, args...)
	if err != nil {
		return nil, fmt.Errorf("read the translations of items: %w", err)
	}
	return bookOf(rows), nil
}

// AnyItem reports whether any item is translated.
func AnyItem(ctx context.Context, q db.Q) (bool, error) {
	rows, err := db.Many[int64](ctx, q, `SELECT 1 FROM translations WHERE kind = $1 LIMIT 1`, Item)
	if err != nil {
		return false, fmt.Errorf("look for translations of items: %w", err)
	}
	return len(rows) > 0, nil
}

func bookOf(rows []row) Book {
	book := Book{}
	for _, r := range rows {
		key := Key{r.Kind, r.Record}
		if book[key] == nil {
			book[key] = Languages{}
		}
		book[key][r.Language] = r.Texts.V
	}
	return book
}
