package townfile

import (
	"reflect"
	"slices"
	"strings"

	"hawker/internal/translation"
)

// Translation is what one record says in another language (I18N-01). Of is its slug; for
// the kind settings, which is town.json, it is empty. A field that is empty here stays as
// the record has it.
type Translation struct {
	Kind     translation.Kind `json:"kind"`
	Of       string           `json:"of,omitzero"`
	Language string           `json:"language"` // BCP 47
	translation.Texts
}

func (t Translation) record() translation.Key { return translation.Key{Kind: t.Kind, Record: t.Of} }

func (t Translation) key() string { return string(t.Kind) + "/" + t.Of + "/" + t.Language }

// translatedFiles are the files of the kinds.
var translatedFiles = map[translation.Kind]string{
	translation.Module: ModulesFile, translation.Zone: ZonesFile, translation.Category: CategoriesFile, translation.Store: StoresFile,
	translation.Item: ItemsFile, translation.Campaign: CampaignsFile, translation.FlashSale: FlashSalesFile, translation.Coupon: CouponsFile, translation.Banner: BannersFile,
	translation.Page: PagesFile, translation.Provider: ProvidersFile, translation.Vehicle: VehiclesFile,
	translation.ParcelCategory: ParcelCategoriesFile, translation.ParcelInstruction: ParcelInstructionsFile,
}

func (t Translation) check(c *checker) {
	c.oneOf("kind", string(t.Kind), translation.Kinds()...)
	c.language(t.Language)
	file, hasRecords := translatedFiles[t.Kind]
	switch {
	case hasRecords && !c.slugs[file][t.Of]:
		c.add("of: there is no %q in %s", t.Of, file)
	case t.Kind == translation.Settings && t.Of != "":
		c.add("of %q: there is only one town.json", t.Of)
	}
	given := t.Given()
	for name := range given {
		if !slices.Contains(t.Kind.Fields(), name) {
			c.add("%s is not translated for the kind %s", name, t.Kind)
		}
	}
	if len(given) == 0 {
		c.add("text is missing: nothing is translated")
	}
	t.checkWords(c)
}

// checkWords requires that the record has the words.
func (t Translation) checkWords(c *checker) {
	seen := map[string]bool{}
	for _, w := range t.Words {
		switch {
		case seen[w.Of]:
			c.add("words: %q is there twice", w.Of)
		case !c.original[t.record()][w.Of]:
			c.add("words: %q is not a text of the %s", w.Of, t.Kind)
		}
		seen[w.Of] = true
		c.required("text of the word", w.Text)
	}
}

// collectWords collects all texts of the settings and of the items, and the type and the
// fuel of the vehicles, of those records whose words are translated.
func (c *checker) collectWords(t *Town) {
	c.original = map[translation.Key]map[string]bool{}
	for _, text := range t.Translations {
		if len(text.Words) > 0 {
			c.original[text.record()] = map[string]bool{}
		}
	}
	c.collectWordsOf(translation.Settings, "", t.Settings)
	for _, i := range t.Items {
		c.collectWordsOf(translation.Item, i.Slug, i)
	}
	for _, v := range t.Vehicles {
		c.collectWordsOf(translation.Vehicle, v.Slug, []string{v.Type, v.Fuel})
	}
}

func (c *checker) collectWordsOf(kind translation.Kind, slug string, texts any) {
	if words := c.original[translation.Key{Kind: kind, Record: slug}]; words != nil {
		collectTexts(reflect.ValueOf(texts), words)
	}
}

// DropLostWords removes the translations of words that the records no longer have. Their
// lines have left the folder before, without an import that prunes.
func (t *Town) DropLostWords() {
	c := new(checker)
	c.collectWords(t)
	for i := range t.Translations {
		text := &t.Translations[i]
		var left []translation.Word
		for _, w := range text.Words {
			if c.original[text.record()][w.Of] {
				left = append(left, w)
			}
		}
		text.Words = left
	}
	t.Translations = slices.DeleteFunc(t.Translations, func(text Translation) bool { return len(text.Given()) == 0 })
}

func collectTexts(v reflect.Value, into map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		if strings.TrimSpace(v.String()) != "" {
			into[v.String()] = true
		}
	case reflect.Pointer:
		if !v.IsNil() {
			collectTexts(v.Elem(), into)
		}
	case reflect.Slice:
		for i := range v.Len() {
			collectTexts(v.Index(i), into)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collectTexts(v.Field(i), into)
		}
	}
}
