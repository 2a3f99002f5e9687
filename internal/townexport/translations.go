package townexport

import (
	"context"

	"hawker/internal/db"
	"hawker/internal/townfile"
	"hawker/internal/translation"
)

func (ex *exporter) translations(ctx context.Context) error {
	type row struct {
		Kind             translation.Kind
		Record, Language string
		Texts            db.JSON[translation.Texts]
	}
	rows, err := many[row](ctx, ex, `SELECT kind, record, language, texts FROM translations`)
	for _, r := range rows {
		ex.town.Translations = append(ex.town.Translations, townfile.Translation{Kind: r.Kind, Of: r.Record, Language: r.Language, Texts: r.Texts.V})
	}
	ex.town.DropLostWords()
	return err
}
