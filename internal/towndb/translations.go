package towndb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hawker/internal/db"
	"hawker/internal/townfile"
	"hawker/internal/translation"
)

var translationTable = table{
	name: "translations", file: townfile.TranslationsFile, revised: true,
	columns: []string{"slug", "kind", "record", "language", "texts"},
}

// translations are written last. What other records need of them is read from the files.
func (im *importer) translations(ctx context.Context) error {
	_, err := upsert(ctx, im, translationType, im.town.Translations)
	return err
}

var translationType = recordType[townfile.Translation]{table: translationTable, row: func(t townfile.Translation) ([]any, error) {
	return []any{townfile.SlugOf(t), string(t.Kind), t.Of, t.Language, db.JSON[translation.Texts]{V: t.Texts}}, nil
}}

// collectTranslations collects the translations of stores and items, which a search finds.
func (im *importer) collectTranslations(ctx context.Context) error {
	im.texts = map[translation.Key][]translation.Texts{}
	for _, t := range im.town.Translations {
		if t.Kind == translation.Store || t.Kind == translation.Item {
			key := translation.Key{Kind: t.Kind, Record: t.Of}
			im.texts[key] = append(im.texts[key], t.Texts)
		}
	}
	return im.compareTranslations(ctx)
}

// compareTranslations finds out which translations of an export have been edited.
func (im *importer) compareTranslations(ctx context.Context) error {
	if im.exported == nil {
		return nil
	}
	stored, err := translationTable.storedRows(ctx, im.tx)
	if err != nil {
		return err
	}
	im.changedTranslations = map[translation.Key]bool{}
	for _, t := range im.town.Translations {
		r := record[townfile.Translation]{value: t}
		if err := translationType.toRow(&r); err != nil {
			return err
		}
		if stored[townfile.SlugOf(t)].hash != r.hash {
			im.changedTranslations[translation.Key{Kind: t.Kind, Record: t.Of}] = true
		}
	}
	return nil
}

// translated returns the translations of a store or an item.
func (im *importer) translated(k translation.Kind, slug string) []translation.Texts {
	return im.texts[translation.Key{Kind: k, Record: slug}]
}

// renameTranslations lets the translations of a renamed record follow it.
func renameTranslations(ctx context.Context, tx *db.Tx, kind, former, slug string) error {
	_, err := db.Exec(ctx, tx, `UPDATE translations SET record = $1, slug = kind || '/' || $1 || '/' || language WHERE kind = $2 AND record = $3`, slug, kind, former)
	return err
}

// reviseItems makes the copies in memory of items that lost translations be read again.
func reviseItems(ctx context.Context, tx *db.Tx, gone []string) error {
	var items []string
	for _, translated := range gone {
		if parts := strings.Split(translated, "/"); parts[0] == string(translation.Item) {
			items = append(items, parts[1])
		}
	}
	for some := range slices.Chunk(items, 500) {
		list, args := db.InList(some)
		query := fmt.Sprintf(`UPDATE items SET revision = %d WHERE slug IN %s`, pending, list)
		if _, err := db.Exec(ctx, tx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// names returns the name of a store or an item in all languages, for the search.
func (im *importer) names(k translation.Kind, slug, name string) []string {
	names := []string{name}
	for _, texts := range im.translated(k, slug) {
		names = append(names, texts.Name)
	}
	return names
}
