package catalog

import (
	"context"
	"slices"
	"strings"

	"hawker/internal/db"
	"hawker/internal/translation"
)

// Texts returns the texts of the town in the language of a response (I18N-01). Those of
// items are with the items.
func (d *Directory) Texts(ctx context.Context) translation.Reader {
	return d.texts.In(translation.Language(ctx))
}

// readTexts reads all translations but those of items.
func (d *Directory) readTexts(ctx context.Context, q db.Q) (err error) {
	if d.texts, err = translation.ReadSet(ctx, q); err != nil {
		return err
	}
	d.itemsTranslated, err = translation.AnyItem(ctx, q)
	return err
}

// names returns the name of a category in all languages.
func (d *Directory) names(c *Category) string {
	names := []string{c.Name}
	for _, texts := range d.texts[translation.Key{Kind: translation.Category, Record: c.Slug}] {
		names = append(names, texts.Name)
	}
	return strings.Join(names, " ")
}

// readItems reads the items among ids that are sold, with their translations.
func (d *Directory) readItems(ctx context.Context, q db.Q, ids []int64) (map[int64]*Item, error) {
	items, err := ItemsByID(ctx, q, ids)
	if err != nil || !d.itemsTranslated || len(items) == 0 {
		return items, err
	}
	slugs := make([]string, 0, len(items))
	for _, i := range items {
		slugs = append(slugs, i.Slug)
	}
	slices.Sort(slugs)
	texts, err := translation.OfItems(ctx, q, slugs)
	for _, i := range items {
		i.Translations = texts[translation.Key{Kind: translation.Item, Record: i.Slug}]
	}
	return items, err
}

// In returns the options with their names in another language. Ids and prices are the
// same.
func (o Options) In(texts translation.Texts) Options {
	if len(texts.Words) == 0 {
		return o
	}
	translated := Options{}
	for _, a := range o.Axes {
		translated.Axes = append(translated.Axes, Axis{Title: texts.Word(a.Title), Options: texts.AllWords(a.Options)})
	}
	for _, v := range o.Variations {
		v.Type = o.Word(texts, v.Type)
		translated.Variations = append(translated.Variations, v)
	}
	for _, g := range o.Groups {
		g.Name, g.Values = texts.Word(g.Name), slices.Clone(g.Values)
		for n := range g.Values {
			g.Values[n].Label = texts.Word(g.Values[n].Label)
		}
		translated.Groups = append(translated.Groups, g)
	}
	for _, a := range o.AddOns {
		a.Name = texts.Word(a.Name)
		translated.AddOns = append(translated.AddOns, a)
	}
	return translated
}

// Word returns the translation of a name of these options. The type of a variation, which
// joins options, is joined again from theirs.
func (o Options) Word(texts translation.Texts, of string) string {
	isType := slices.ContainsFunc(o.Variations, func(v Variation) bool { return v.Type == of })
	if joined, found := joinedType(o.Axes, of, texts.Word); isType && found {
		return joined
	}
	return texts.Word(of)
}

// joinedType splits a type at the options of the axes and joins their translations.
func joinedType(axes []Axis, kind string, word func(string) string) (string, bool) {
	if len(axes) == 0 {
		return "", kind == ""
	}
	for _, option := range axes[0].Options {
		rest, fits := strings.CutPrefix(spaceless(kind), spaceless(option))
		if !fits {
			continue
		}
		if tail, found := joinedType(axes[1:], strings.TrimPrefix(rest, "-"), word); found {
			return strings.TrimSuffix(spaceless(word(option))+"-"+tail, "-"), true
		}
	}
	return "", false
}

func spaceless(text string) string { return strings.ReplaceAll(text, " ", "") }
